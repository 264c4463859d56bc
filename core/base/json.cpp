#include "base/json.h"

#include <algorithm>
#include <boost/json/parser.hpp>
#include <charconv>
#include <cmath>
#include <vector>

namespace actionscope {

Result<json::value> parseJson(std::string_view text, std::string_view file, const JsonLimits &limits,
                              json::storage_ptr storage) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    json::parse_options options;
    options.max_depth = limits.maxDepth;
    // Working memory of the parser itself: small texts need no other.
    unsigned char work[2048];
    json::parser parser({}, options, work);
    parser.reset(std::move(storage));
    boost::system::error_code error;
    const std::size_t used = parser.write_some(text.data(), text.size(), error);
    std::size_t bad = used;
    if (!error) {
        bad = text.find_first_not_of(" \t\r\n", used);
        if (bad == std::string_view::npos)
            return parser.release();
        error = json::error::extra_data;
    }
    const Location where = locate(text, std::min(bad, text.size()), file);
    if (error == json::error::too_deep)
        return fail(ErrorCode::LimitExceeded,
                    "nested deeper than " + std::to_string(limits.maxDepth) + " levels (limits.depth)", where);
    if (error == json::error::incomplete)
        return fail(ErrorCode::ParseError, "the JSON ends in the middle: the file is truncated", where);
    return fail(ErrorCode::ParseError, "not JSON: " + error.message(), where);
}

namespace {

void writeNumber(double number, std::string &out) {
    if (number == std::floor(number) && std::abs(number) < 9007199254740992.0) {
        out += std::to_string(static_cast<long long>(number));
        return;
    }
    char buffer[40];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, number);
    out.append(buffer, error == std::errc() ? end : buffer);
}

void writeCanonical(const json::value &value, std::string &out) {
    switch (value.kind()) {
    case json::kind::object: {
        std::vector<const json::key_value_pair *> members;
        for (const auto &pair : value.get_object())
            members.push_back(&pair);
        std::sort(members.begin(), members.end(), [](const auto *a, const auto *b) { return a->key() < b->key(); });
        out += '{';
        bool first = true;
        for (const auto *pair : members) {
            if (!first)
                out += ',';
            first = false;
            out += json::serialize(json::string_view(pair->key()));
            out += ':';
            writeCanonical(pair->value(), out);
        }
        out += '}';
        return;
    }
    case json::kind::array: {
        out += '[';
        bool first = true;
        for (const auto &element : value.get_array()) {
            if (!first)
                out += ',';
            first = false;
            writeCanonical(element, out);
        }
        out += ']';
        return;
    }
    case json::kind::double_:
        writeNumber(value.get_double(), out);
        return;
    default:
        out += json::serialize(value);
    }
}

void writePretty(const json::value &value, std::string &out, const std::string &indent) {
    if (value.is_object() && !value.get_object().empty()) {
        out += "{\n";
        bool first = true;
        for (const auto &pair : value.get_object()) {
            if (!first)
                out += ",\n";
            first = false;
            out += indent + "  " + json::serialize(json::string_view(pair.key())) + ": ";
            writePretty(pair.value(), out, indent + "  ");
        }
        out += '\n' + indent + '}';
    } else if (value.is_array() && !value.get_array().empty()) {
        out += "[\n";
        bool first = true;
        for (const auto &element : value.get_array()) {
            if (!first)
                out += ",\n";
            first = false;
            out += indent + "  ";
            writePretty(element, out, indent + "  ");
        }
        out += '\n' + indent + ']';
    } else if (value.is_double()) {
        writeNumber(value.get_double(), out);
    } else {
        out += json::serialize(value);
    }
}

} // namespace

std::string canonicalJson(const json::value &value) {
    std::string out;
    writeCanonical(value, out);
    return out;
}

std::string prettyJson(const json::value &value) {
    std::string out;
    writePretty(value, out, "");
    return out;
}

namespace {

std::string_view asString(const json::value *found) {
    return found && found->is_string() ? std::string_view(found->get_string()) : std::string_view();
}
bool asBool(const json::value *found, bool otherwise) {
    return found && found->is_bool() ? found->get_bool() : otherwise;
}
const json::object *asObject(const json::value *found) { return found ? found->if_object() : nullptr; }
const json::array *asArray(const json::value *found) { return found ? found->if_array() : nullptr; }

} // namespace

const json::value *member(const json::value &value, std::string_view key) {
    return value.is_object() ? value.get_object().if_contains(key) : nullptr;
}
std::string_view stringMember(const json::value &value, std::string_view key) { return asString(member(value, key)); }
bool boolMember(const json::value &value, std::string_view key, bool otherwise) {
    return asBool(member(value, key), otherwise);
}
const json::object *objectMember(const json::value &value, std::string_view key) {
    return asObject(member(value, key));
}
const json::array *arrayMember(const json::value &value, std::string_view key) { return asArray(member(value, key)); }

const json::value *member(const json::object &object, std::string_view key) { return object.if_contains(key); }
std::string_view stringMember(const json::object &object, std::string_view key) {
    return asString(member(object, key));
}
bool boolMember(const json::object &object, std::string_view key, bool otherwise) {
    return asBool(member(object, key), otherwise);
}
const json::object *objectMember(const json::object &object, std::string_view key) {
    return asObject(member(object, key));
}
const json::array *arrayMember(const json::object &object, std::string_view key) {
    return asArray(member(object, key));
}

Location locate(std::string_view text, std::size_t offset, std::string_view file) {
    const std::string_view before = text.substr(0, offset);
    const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? offset + 1 : offset - start;
    return {std::string(file), line, static_cast<std::uint32_t>(column)};
}

std::string pointerStep(std::string_view key) {
    std::string out;
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

} // namespace actionscope
