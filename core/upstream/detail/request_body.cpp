#include "upstream/detail/request_body.h"

#include "base/hash.h"
#include "base/text.h"
#include "upstream/detail/encoding.h"

#include <algorithm>

namespace actionscope::upstream::detail {
namespace {

/// Lower case, without parameters.
std::string bareType(std::string_view mediaType) {
    std::string bare = toLowerAscii(mediaType.substr(0, mediaType.find_first_of(";,")));
    while (!bare.empty() && bare.back() == ' ')
        bare.pop_back();
    return bare;
}

bool isJsonType(std::string_view bare) {
    return bare.empty() || bare == "application/json" || bare == "text/json" || bare.ends_with("+json") ||
           bare == "*/*" || bare == "application/*";
}

/// Text that may hold anything but is no bytes.
bool isTextType(std::string_view bare) {
    return bare.starts_with("text/") || bare == "application/xml" || bare.ends_with("+xml") ||
           bare == "application/x-ndjson" || bare == "application/yaml" || bare == "application/x-yaml" ||
           bare == "application/graphql" || bare == "application/sql" || bare == "application/jsonl";
}

/// The schema that says what a value is: behind the alternative with null that a nullable schema may be.
const json::value &inner(const json::value &schema) {
    const json::array *alternatives = arrayMember(schema, "anyOf");
    return alternatives && !alternatives->empty() && !member(schema, "type") ? alternatives->front() : schema;
}

bool isBytes(const json::value &schema) {
    const json::value &one = inner(schema);
    if (stringMember(one, "format") == "binary")
        return true;
    const std::string media = bareType(stringMember(one, "contentMediaType"));
    return !media.empty() && stringMember(one, "contentEncoding").empty() && !isJsonType(media) && !isTextType(media);
}

struct Bytes {
    std::string bytes, contentType;
};

/// base64, or "data:TYPE;base64,…".
Result<Bytes> bytesOf(const Argument &argument, const json::value &value) {
    const auto wrong = [&] {
        return fail(ErrorCode::InvalidArgument, "the argument '" + std::string(truncateUtf8(argument.name, 100)) +
                                                    "' takes bytes: give them as base64, or as a data: URL");
    };
    if (!value.is_string())
        return wrong();
    std::string_view text = value.get_string();
    Bytes out;
    if (text.starts_with("data:")) {
        const std::size_t comma = text.find(',');
        std::string_view head = text.substr(5, comma == std::string_view::npos ? 0 : comma - 5);
        if (!head.ends_with(";base64"))
            return wrong();
        head.remove_suffix(std::string_view(";base64").size());
        const bool printable = std::all_of(head.begin(), head.end(), [](char c) { return c > 0x20 && c < 0x7F; });
        if (!printable)
            return wrong();
        out.contentType = std::string(head);
        text = text.substr(comma + 1);
    }
    auto decoded = base64Decoded(text);
    if (!decoded)
        return wrong();
    out.bytes = std::move(*decoded);
    return out;
}

Result<Body> form(const BodyArguments &arguments) {
    Body body{"application/x-www-form-urlencoded", {}};
    const auto append = [&body](const Pairs &pairs) {
        for (const auto &[name, value] : pairs)
            body.bytes += (body.bytes.empty() ? "" : "&") + name + '=' + value;
    };
    std::vector<Argument> members = arguments.members;
    static const json::value NoMarks(json::object_kind);
    if (arguments.whole) {
        const json::object *object = arguments.whole->value->if_object();
        if (!object)
            return fail(ErrorCode::InvalidArgument, "the argument 'body' travels as a form and has to be an object");
        for (const auto &pair : *object)
            members.push_back({std::string(pair.key()), &pair.value(), &NoMarks});
    }
    for (const Argument &argument : members) {
        Argument one = argument;
        // The specification leaves objects in forms to `encoding`; without it brackets are what servers read.
        static const json::value Deep{{"x-style", "deepObject"}};
        if (one.value->is_object() && one.mark("x-style").empty() && one.mark("x-content-type").empty())
            one.schema = &Deep;
        Result<Pairs> pairs = queryPairs(one);
        if (!pairs)
            return fail(pairs.error());
        append(*pairs);
    }
    return body;
}

/// A name inside a quoted parameter of a header, as browsers escape it (WHATWG, multipart/form-data).
std::string quotedName(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == '"')
            out += "%22";
        else if (c == '\r')
            out += "%0D";
        else if (c == '\n')
            out += "%0A";
        else
            out += c;
    }
    return out;
}

class Multipart {
public:
    Result<void> add(const Argument &argument, const json::value &value, const json::value &schema) {
        if (value.is_null())
            return {};
        if (const json::array *list = value.if_array()) {
            const json::value *items = member(inner(schema), "items");
            static const json::value Nothing(json::object_kind);
            for (const json::value &element : *list) {
                if (auto added = add(argument, element, items ? *items : Nothing); !added)
                    return added;
            }
            return {};
        }
        // `contentType` may list several, or a range: then it is no type to send.
        std::string type(argument.mark("x-content-type"));
        if (type.find_first_of(",*\r\n") != std::string::npos)
            type.clear();
        Part part{quotedName(argument.name), {}, {}, {}};
        if (isBytes(schema)) {
            Result<Bytes> bytes = bytesOf(argument, value);
            if (!bytes)
                return fail(bytes.error());
            part.type = !bytes->contentType.empty() ? bytes->contentType
                        : !type.empty()             ? type
                                                    : "application/octet-stream";
            // Servers take a part for a file by its having a file name.
            part.fileName = part.name;
            part.bytes = std::move(bytes->bytes);
        } else if (value.is_object()) {
            part.type = type.empty() ? "application/json" : type;
            part.bytes = canonicalJson(value);
        } else {
            part.type = type;
            part.bytes = plainText(value);
        }
        m_parts.push_back(std::move(part));
        return {};
    }

    Body body() const {
        const std::string boundary = "actionscope-" + toHex(randomBytes(16));
        Body out{"multipart/form-data; boundary=" + boundary, {}};
        for (const Part &part : m_parts) {
            out.bytes += "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + part.name + '"';
            if (!part.fileName.empty())
                out.bytes += "; filename=\"" + part.fileName + '"';
            out.bytes += "\r\n";
            if (!part.type.empty())
                out.bytes += "Content-Type: " + part.type + "\r\n";
            out.bytes += "\r\n" + part.bytes + "\r\n";
        }
        out.bytes += "--" + boundary + "--\r\n";
        return out;
    }

private:
    struct Part {
        std::string name, fileName, type, bytes;
    };
    std::vector<Part> m_parts;
};

Result<Body> multipart(const BodyArguments &arguments) {
    Multipart out;
    static const json::value NoMarks(json::object_kind);
    if (arguments.whole) {
        const json::object *object = arguments.whole->value->if_object();
        if (!object)
            return fail(ErrorCode::InvalidArgument,
                        "the argument 'body' travels as multipart/form-data and has to be an object");
        for (const auto &pair : *object) {
            if (auto added = out.add({std::string(pair.key()), &pair.value(), &NoMarks}, pair.value(), NoMarks); !added)
                return fail(added.error());
        }
    }
    for (const Argument &argument : arguments.members) {
        if (auto added = out.add(argument, *argument.value, *argument.schema); !added)
            return fail(added.error());
    }
    return out.body();
}

} // namespace

Result<Body> writeBody(const BodyArguments &arguments) {
    const std::string bare = bareType(arguments.mediaType);
    if (isJsonType(bare)) {
        Body body{bare.empty() || bare.find('*') != std::string::npos ? "application/json"
                                                                      : std::string(arguments.mediaType),
                  {}};
        if (arguments.whole) {
            body.bytes = canonicalJson(*arguments.whole->value);
            return body;
        }
        json::object object;
        for (const Argument &argument : arguments.members)
            object.insert_or_assign(argument.name, *argument.value);
        body.bytes = canonicalJson(object);
        return body;
    }
    if (bare == "application/x-www-form-urlencoded")
        return form(arguments);
    // Some descriptions write the second for the first.
    if (bare == "multipart/form-data" || bare == "application/form-data")
        return multipart(arguments);
    const std::string shown(truncateUtf8(revealInvisible(arguments.mediaType), 100));
    if (!arguments.whole || bare.starts_with("multipart/"))
        return fail(ErrorCode::Unsupported, "the action takes its body as " + shown + ", which is not written here");
    const json::value &value = *arguments.whole->value;
    if (isTextType(bare) && !isBytes(*arguments.whole->schema)) {
        if (!value.is_string())
            return fail(ErrorCode::Unsupported, "the action takes its body as " + shown +
                                                    ", which is not written from an object here; give the text itself");
        return Body{std::string(arguments.mediaType), std::string(value.get_string())};
    }
    Result<Bytes> bytes = bytesOf(*arguments.whole, value);
    if (!bytes)
        return fail(bytes.error());
    const bool isRange = bare.find('*') != std::string::npos;
    std::string type = !isRange                     ? std::string(arguments.mediaType)
                       : bytes->contentType.empty() ? "application/octet-stream"
                                                    : bytes->contentType;
    return Body{std::move(type), std::move(bytes->bytes)};
}

} // namespace actionscope::upstream::detail
