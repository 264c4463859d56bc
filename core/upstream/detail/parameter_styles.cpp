#include "upstream/detail/parameter_styles.h"

#include "base/text.h"
#include "upstream/detail/encoding.h"

#include <algorithm>

namespace actionscope::upstream::detail {
namespace {

constexpr unsigned MaxDepth = 16; ///< of objects in a deepObject

using Text = std::string (*)(std::string_view);
std::string verbatim(std::string_view text) { return std::string(text); }

std::string joined(const std::vector<std::string> &parts, std::string_view separator) {
    std::string out;
    for (const std::string &part : parts)
        out += (&part == &parts.front() ? "" : std::string(separator)) + part;
    return out;
}

std::vector<std::string> elements(const json::array &list, Text encode) {
    std::vector<std::string> out;
    for (const json::value &element : list) {
        if (!element.is_null())
            out.push_back(encode(plainText(element)));
    }
    return out;
}

/// "k,v,k,v" as a list, or "k=v" each.
std::vector<std::string> members(const json::object &object, bool paired, Text encode) {
    std::vector<std::string> out;
    for (const auto &pair : object) {
        if (pair.value().is_null())
            continue;
        std::string key = encode(pair.key());
        std::string value = encode(plainText(pair.value()));
        if (paired) {
            out.push_back(std::move(key) + '=' + value);
        } else {
            out.push_back(std::move(key));
            out.push_back(std::move(value));
        }
    }
    return out;
}

/// A list or object joined in one text, or the scalar.
std::string simple(const json::value &value, bool explode, std::string_view separator, Text encode) {
    if (const json::array *list = value.if_array())
        return joined(elements(*list, encode), separator);
    if (const json::object *object = value.if_object())
        return joined(members(*object, explode, encode), separator);
    return encode(plainText(value));
}

/// Of Swagger 2 lists; empty for none and for multi.
std::string_view collectionSeparator(std::string_view format) {
    if (format == "csv")
        return ",";
    if (format == "ssv")
        return "%20";
    if (format == "tsv")
        return "%09";
    if (format == "pipes")
        return "%7C";
    return {};
}

Result<void> deepPairs(const std::string &name, const json::value &value, unsigned depth, Pairs &out) {
    if (depth > MaxDepth)
        return fail(ErrorCode::LimitExceeded, "the argument '" + std::string(truncateUtf8(name, 100)) +
                                                  "' is nested more than " + std::to_string(MaxDepth) +
                                                  " levels deep, which no query can carry");
    if (const json::object *object = value.if_object()) {
        for (const auto &pair : *object) {
            if (auto done = deepPairs(name + "%5B" + percentEncoded(pair.key()) + "%5D", pair.value(), depth + 1, out);
                !done)
                return done;
        }
        return {};
    }
    if (const json::array *list = value.if_array()) {
        const bool flat = std::none_of(list->begin(), list->end(), [](const json::value &element) {
            return element.is_object() || element.is_array();
        });
        for (std::size_t i = 0; i < list->size(); ++i) {
            const std::string index = flat ? std::string() : std::to_string(i);
            if (auto done = deepPairs(name + "%5B" + index + "%5D", (*list)[i], depth + 1, out); !done)
                return done;
        }
        return {};
    }
    if (!value.is_null())
        out.emplace_back(name, percentEncoded(plainText(value)));
    return {};
}

} // namespace

std::string plainText(const json::value &value) {
    if (value.is_null())
        return {};
    if (value.is_string())
        return std::string(value.get_string());
    return canonicalJson(value);
}

Result<std::string> pathValue(const Argument &argument) {
    const json::value &value = *argument.value;
    const std::string_view style = argument.mark("x-style");
    const bool explode = argument.explode(false);
    const auto empty = [&] {
        return fail(ErrorCode::InvalidArgument, "the argument '" + std::string(truncateUtf8(argument.name, 100)) +
                                                    "' is part of the path and cannot be empty");
    };
    if (!argument.mark("x-content-type").empty())
        return percentEncoded(canonicalJson(value));
    const bool isList = value.is_array() || value.is_object();
    std::string text;
    if (style == "label") {
        text = simple(value, explode, isList && explode ? "." : ",", &percentEncoded);
        return text.empty() ? empty() : Result<std::string>('.' + text);
    }
    if (style == "matrix") {
        const std::string name = percentEncoded(argument.name);
        if (value.is_array() && explode) {
            for (const std::string &element : elements(value.get_array(), &percentEncoded))
                text += ';' + name + '=' + element;
        } else if (value.is_object() && explode) {
            for (const std::string &pair : members(value.get_object(), true, &percentEncoded))
                text += ';' + pair;
        } else if (text = simple(value, false, ",", &percentEncoded); !text.empty()) {
            text = ';' + name + '=' + text;
        }
        return text.empty() ? empty() : Result<std::string>(std::move(text));
    }
    const std::string_view separator = collectionSeparator(argument.mark("x-collection-format"));
    text = simple(value, explode, separator.empty() ? "," : separator, &percentEncoded);
    return text.empty() ? empty() : Result<std::string>(std::move(text));
}

Result<Pairs> queryPairs(const Argument &argument) {
    const json::value &value = *argument.value;
    const std::string name = percentEncoded(argument.name);
    const std::string_view style = argument.mark("x-style");
    Pairs out;
    if (value.is_null())
        return out;
    const std::string_view type = argument.mark("x-content-type");
    if (type.find("json") != std::string_view::npos) {
        out.emplace_back(name, percentEncoded(canonicalJson(value)));
        return out;
    }
    if (!value.is_array() && !value.is_object()) {
        out.emplace_back(name, percentEncoded(plainText(value)));
        return out;
    }
    if (style == "deepObject") {
        if (auto done = deepPairs(name, value, 0, out); !done)
            return fail(done.error());
        return out;
    }
    std::string_view separator = style == "spaceDelimited" ? "%20" : style == "pipeDelimited" ? "%7C" : ",";
    bool explode = argument.explode(style.empty() || style == "form");
    if (const std::string_view format = argument.mark("x-collection-format"); !format.empty()) {
        explode = format == "multi";
        separator = collectionSeparator(format);
    }
    if (!explode) {
        std::string text = simple(value, false, separator.empty() ? "," : separator, &percentEncoded);
        if (!text.empty())
            out.emplace_back(name, std::move(text));
        return out;
    }
    if (const json::array *list = value.if_array()) {
        for (std::string &element : elements(*list, &percentEncoded))
            out.emplace_back(name, std::move(element));
        return out;
    }
    for (const auto &pair : value.get_object()) {
        if (!pair.value().is_null())
            out.emplace_back(percentEncoded(pair.key()), percentEncoded(plainText(pair.value())));
    }
    return out;
}

Result<std::string> headerValue(const Argument &argument) {
    std::string text = argument.mark("x-content-type").empty()
                           ? simple(*argument.value, argument.explode(false), ",", &verbatim)
                           : canonicalJson(*argument.value);
    if (std::any_of(text.begin(), text.end(), [](char c) { return (c >= 0 && c < 0x20 && c != '\t') || c == 0x7F; }))
        return fail(ErrorCode::InvalidArgument, "the argument '" + std::string(truncateUtf8(argument.name, 100)) +
                                                    "' travels in a header and cannot hold line breaks or other "
                                                    "control characters");
    return text;
}

} // namespace actionscope::upstream::detail
