#include "upstream/http_action.h"

#include "base/text.h"
#include "net/http_client.h"
#include "upstream/detail/encoding.h"
#include "upstream/detail/parameter_styles.h"
#include "upstream/detail/request_body.h"

#include <algorithm>
#include <map>
#include <set>

namespace actionscope::upstream {
namespace {

using catalog::Place;
using detail::Argument;

constexpr std::size_t MaxUrl = 64U << 10; ///< bytes; servers commonly refuse more than 8 kB

std::string shown(std::string_view name) { return std::string(truncateUtf8(revealInvisible(name), 100)); }

/// Are there dot segments in it, however often a server decodes it? Slashes, backslashes and the parameters that some
/// servers cut off ("..;x") are taken into account.
bool hasDotSegment(std::string_view path) {
    std::string text(path);
    for (int round = 0; round < 4; ++round) {
        std::size_t begin = 0;
        while (begin <= text.size()) {
            const std::size_t end = std::min(text.find_first_of("/\\", begin), text.size());
            std::string_view segment = std::string_view(text).substr(begin, end - begin);
            segment = segment.substr(0, segment.find(';'));
            if (segment == "." || segment == "..")
                return true;
            begin = end + 1;
        }
        std::string decoded = detail::percentDecoded(text);
        if (decoded == text)
            break;
        text = std::move(decoded);
    }
    return false;
}

/// The server's URL without a slash at its end.
Result<std::string> baseOf(std::string_view server) {
    while (server.ends_with('/'))
        server.remove_suffix(1);
    const std::string text(server);
    if (text.empty())
        return fail(ErrorCode::InvalidArgument,
                    "the service has no server; name it with `server:` in connections.yaml");
    if (text.find('{') != std::string::npos)
        return fail(ErrorCode::InvalidArgument, "the server '" + shown(text) +
                                                    "' holds a variable without default; name the server with "
                                                    "`server:` in connections.yaml");
    if (net::originOf(text).empty() || !toLowerAscii(text).starts_with("http"))
        return fail(ErrorCode::InvalidArgument, "the server '" + shown(text) +
                                                    "' is no absolute http or https URL; name the whole URL with "
                                                    "`server:` in connections.yaml");
    const std::size_t authority = text.find("://") + 3;
    if (text.find_first_of("?#\\ ") != std::string::npos ||
        text.substr(authority, text.find('/', authority) - authority).find('@') != std::string::npos)
        return fail(ErrorCode::InvalidArgument,
                    "the server '" + shown(net::originOf(text)) +
                        "' holds a user name, a query or a fragment, which a base URL cannot");
    return text;
}

/// The arguments by place.
class Builder {
public:
    Builder(const catalog::CapabilityView &action, const json::value &schema, const json::object &arguments)
        : m_action(action)
        , m_schema(schema)
        , m_arguments(arguments)
        , m_properties(propertiesOf(schema))
        , m_mediaType(stringMember(schema, "x-media-type")) {}

    Result<net::HttpRequest> build(const std::string &base) {
        if (m_action.method() == catalog::Method::None)
            return fail(ErrorCode::InvalidArgument, "'" + shown(m_action.name()) + "' is not called over HTTP");
        if (auto sorted = sort(); !sorted)
            return fail(sorted.error());
        m_request.method = std::string(catalog::methodName(m_action.method()));
        Result<std::string> path = this->path();
        if (!path)
            return fail(path.error());
        Result<std::string> query = this->query();
        if (!query)
            return fail(query.error());
        m_request.url = base + *path + (query->empty() ? "" : "?" + *query);
        if (m_request.url.size() > MaxUrl)
            return fail(ErrorCode::LimitExceeded,
                        "the URL of the request would be longer than " + std::to_string(MaxUrl) + " bytes");
        if (auto done = headers(); !done)
            return fail(done.error());
        if (auto done = body(); !done)
            return fail(done.error());
        return std::move(m_request);
    }

private:
    static const json::object *propertiesOf(const json::value &schema) {
        static const json::object None;
        const json::object *found = objectMember(schema, "properties");
        return found ? found : &None;
    }

    [[nodiscard]] Place placeOf(std::string_view name, const json::value &schema) const {
        if (const auto place = catalog::placeFromName(stringMember(schema, "x-in")))
            return *place;
        if (m_action.path().find('{' + std::string(name) + '}') != std::string_view::npos)
            return Place::Path;
        const catalog::Method method = m_action.method();
        const bool takesBody =
            method == catalog::Method::Post || method == catalog::Method::Put || method == catalog::Method::Patch;
        return takesBody ? Place::Body : Place::Query;
    }

    Result<void> sort() {
        for (const auto &pair : m_arguments) {
            const json::value *schema = m_properties->if_contains(pair.key());
            if (!schema || !schema->is_object()) {
                if (auto added = additional(pair.key(), pair.value()); !added)
                    return added;
                continue;
            }
            const std::string_view name = stringMember(*schema, "x-name");
            const Argument argument{std::string(name.empty() ? std::string_view(pair.key()) : name), &pair.value(),
                                    schema};
            switch (placeOf(argument.name, *schema)) {
            case Place::Path:
                m_path.insert_or_assign(argument.name, argument);
                break;
            case Place::Query:
                m_query.push_back(argument);
                break;
            case Place::Header:
                if (!pair.value().is_null())
                    m_headers.push_back(argument);
                break;
            case Place::Cookie:
                m_cookies.push_back(argument);
                break;
            case Place::Body:
                if (boolMember(*schema, "x-whole"))
                    m_whole = argument;
                else
                    m_members.push_back(argument);
                break;
            }
        }
        return {};
    }

    /// What the schema does not name goes into the body where it says so, and nowhere else.
    Result<void> additional(std::string_view name, const json::value &value) {
        const json::value *more = member(m_schema, "additionalProperties");
        if (more && !(more->is_bool() && !more->get_bool()) && !m_mediaType.empty()) {
            static const json::value NoMarks(json::object_kind);
            m_members.push_back({std::string(name), &value, more->is_object() ? more : &NoMarks});
            return {};
        }
        std::string nearest;
        std::size_t best = 4;
        for (const auto &pair : *m_properties) {
            const std::size_t distance = editDistance(toLowerAscii(name), toLowerAscii(pair.key()), 3);
            if (distance < best) {
                best = distance;
                nearest = std::string(pair.key());
            }
        }
        return fail(ErrorCode::InvalidArgument,
                    "the action has no argument '" + shown(name) + "'" +
                        (nearest.empty() ? "" : "; did you mean '" + shown(nearest) + "'?"));
    }

    Result<std::string> path() {
        std::string_view rest = m_action.path();
        rest = rest.substr(0, rest.find('#'));
        if (const std::size_t mark = rest.find('?'); mark != std::string_view::npos) {
            m_literalQuery = rest.substr(mark + 1);
            rest = rest.substr(0, mark);
        }
        std::string out = rest.starts_with('/') ? "" : "/";
        while (!rest.empty()) {
            const std::size_t open = rest.find('{');
            const std::size_t close = open == std::string_view::npos ? open : rest.find('}', open);
            if (close == std::string_view::npos) {
                out += detail::literalEncoded(rest, true);
                break;
            }
            out += detail::literalEncoded(rest.substr(0, open), true);
            const std::string name(rest.substr(open + 1, close - open - 1));
            rest.remove_prefix(close + 1);
            const auto found = m_path.find(name);
            if (found == m_path.end())
                return fail(ErrorCode::InvalidArgument,
                            "the argument '" + shown(name) + "' is missing; the path needs it");
            Result<std::string> value = detail::pathValue(found->second);
            if (!value)
                return value;
            out += *value;
        }
        if (hasDotSegment(out))
            return fail(ErrorCode::InvalidArgument,
                        "an argument of the path is or holds the segment '.' or '..', which servers take for another "
                        "path even when it is percent-encoded");
        return out;
    }

    Result<std::string> query() {
        std::set<std::string> declared;
        for (const auto &pair : *m_properties) {
            const std::string_view name = stringMember(pair.value(), "x-name");
            const std::string_view own = name.empty() ? std::string_view(pair.key()) : name;
            if (placeOf(own, pair.value()) == Place::Query)
                declared.insert(detail::percentEncoded(own));
        }
        std::string out = detail::literalEncoded(m_literalQuery, false);
        for (const Argument &argument : m_query) {
            const Result<detail::Pairs> pairs = detail::queryPairs(argument);
            if (!pairs)
                return fail(pairs.error());
            const std::string own = detail::percentEncoded(argument.name);
            for (const auto &[name, value] : *pairs) {
                // Only members of an exploded object bring names of their own.
                if (name != own && declared.contains(name))
                    return fail(ErrorCode::InvalidArgument, "a member of the argument '" + shown(argument.name) +
                                                                "' is called as another parameter of the action");
                out += (out.empty() ? "" : "&") + name + '=' + value;
            }
        }
        return out;
    }

    Result<void> headers() {
        bool hasAccept = false;
        for (const Argument &argument : m_headers) {
            Result<std::string> value = detail::headerValue(argument);
            if (!value)
                return fail(value.error());
            hasAccept = hasAccept || toLowerAscii(argument.name) == "accept";
            m_request.headers.emplace_back(argument.name, std::move(*value));
        }
        std::string cookie;
        for (const Argument &argument : m_cookies) {
            const Result<detail::Pairs> pairs = detail::queryPairs(argument);
            if (!pairs)
                return fail(pairs.error());
            for (const auto &[name, value] : *pairs)
                cookie += (cookie.empty() ? "" : "; ") + name + '=' + value;
        }
        if (!cookie.empty())
            m_request.headers.emplace_back("Cookie", std::move(cookie));
        if (!hasAccept)
            m_request.headers.emplace_back("Accept", "application/json, text/*;q=0.8, */*;q=0.5");
        return {};
    }

    Result<void> body() {
        if (!m_whole.value && m_members.empty() && !boolMember(m_schema, "x-body-required"))
            return {};
        detail::BodyArguments arguments{m_mediaType, m_whole.value ? &m_whole : nullptr, m_members};
        Result<detail::Body> body = detail::writeBody(arguments);
        if (!body)
            return fail(body.error());
        m_request.headers.emplace_back("Content-Type", std::move(body->contentType));
        m_request.body = std::move(body->bytes);
        return {};
    }

    const catalog::CapabilityView &m_action;
    const json::value &m_schema;
    const json::object &m_arguments;
    const json::object *m_properties;
    std::string_view m_mediaType;
    std::string_view m_literalQuery; ///< some descriptions put one into the path
    std::map<std::string, Argument, std::less<>> m_path;
    std::vector<Argument> m_query, m_headers, m_cookies, m_members;
    Argument m_whole;
    net::HttpRequest m_request;
};

} // namespace

Result<net::HttpRequest> buildRequest(const catalog::CapabilityView &action, std::string_view server,
                                      const json::value &schema, const json::object &arguments) {
    const Result<std::string> base = baseOf(server);
    if (!base)
        return fail(base.error());
    Result<net::HttpRequest> request = Builder(action, schema, arguments).build(*base);
    if (!request)
        return request;
    if (auto checked = checkBelow(request->url, *base); !checked)
        return fail(checked.error());
    return request;
}

Result<void> checkBelow(std::string_view url, std::string_view server) {
    const Result<std::string> base = baseOf(server);
    if (!base)
        return fail(base.error());
    const std::string origin = net::originOf(*base);
    const auto wrong = [&] {
        return fail(ErrorCode::InvalidArgument, "the request would leave " + origin + " or the path of its server");
    };
    const std::size_t baseAuthority = base->find("://") + 3;
    const std::size_t basePath = std::min(base->find('/', baseAuthority), base->size());
    const std::size_t authority = url.find("://") == std::string_view::npos ? 0 : url.find("://") + 3;
    const std::size_t begin = std::min(url.find_first_of("/?#\\", authority), url.size());
    if (net::originOf(url) != origin || url.substr(authority, begin - authority).find('@') != std::string_view::npos ||
        url.find_first_of("#\\ ") != std::string_view::npos)
        return wrong();
    const std::string_view path = url.substr(begin, url.find('?', begin) - begin);
    const std::string_view below = std::string_view(*base).substr(basePath);
    if (!path.starts_with(below) || (path.size() > below.size() && path[below.size()] != '/') || hasDotSegment(path))
        return wrong();
    return {};
}

} // namespace actionscope::upstream
