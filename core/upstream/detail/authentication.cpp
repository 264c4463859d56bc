#include "upstream/detail/authentication.h"

#include "base/json.h"
#include "base/text.h"
#include "upstream/detail/encoding.h"

#include <algorithm>

namespace actionscope::upstream::detail {
namespace {

/// What is shorter would be found everywhere; no service gives out such secrets.
constexpr std::size_t ShortestRedacted = 4;

bool asksFor(const std::vector<std::string_view> &wanted, const std::string &id) {
    // "oauth: read, write + key", as import writes alternatives.
    return std::any_of(wanted.begin(), wanted.end(), [&](std::string_view alternative) {
        while (!alternative.empty()) {
            const std::size_t plus = alternative.find(" + ");
            std::string_view one = alternative.substr(0, plus);
            if (one == id || (one.starts_with(id) && one.substr(id.size()).starts_with(": ")))
                return true;
            alternative = plus == std::string_view::npos ? std::string_view() : alternative.substr(plus + 3);
        }
        return false;
    });
}

bool sameName(std::string_view a, std::string_view b) { return toLowerAscii(a) == toLowerAscii(b); }

Result<void> setHeader(net::HttpRequest &request, const std::string &name, std::string value) {
    if (std::any_of(request.headers.begin(), request.headers.end(),
                    [&](const auto &header) { return sameName(header.first, name); }))
        return fail(ErrorCode::InvalidArgument, "an argument of the action sets the header '" + name +
                                                    "', which belongs to the connection; leave it out");
    request.headers.emplace_back(name, std::move(value));
    return {};
}

bool hasQuery(const std::string &url, const std::string &name) {
    const std::size_t mark = url.find('?');
    std::size_t at = mark == std::string::npos ? url.size() : mark + 1;
    while (at < url.size()) {
        const std::size_t end = std::min(url.find('&', at), url.size());
        const std::string pair = url.substr(at, end - at);
        if (percentDecoded(pair.substr(0, pair.find('='))) == name)
            return true;
        at = end + 1;
    }
    return false;
}

} // namespace

Result<SecurityScheme> schemeOf(const Connection &connection, const std::vector<SecurityScheme> &schemes,
                                const std::vector<std::string_view> &wanted) {
    const auto generic = [](const char *kind) {
        SecurityScheme scheme;
        scheme.id = kind;
        scheme.type = "http";
        scheme.scheme = kind;
        return scheme;
    };
    if (!connection.scheme.empty()) {
        for (const SecurityScheme &scheme : schemes) {
            if (scheme.id == connection.scheme)
                return scheme;
        }
        if (connection.scheme == "bearer" || connection.scheme == "basic")
            return generic(connection.scheme.c_str());
    } else if (schemes.empty()) {
        return generic(connection.user.empty() || !connection.tokenUrl.empty() ? "bearer" : "basic");
    } else if (schemes.size() == 1) {
        return schemes.front();
    } else {
        std::vector<const SecurityScheme *> asked;
        for (const SecurityScheme &scheme : schemes) {
            if (asksFor(wanted, scheme.id))
                asked.push_back(&scheme);
        }
        if (asked.size() == 1)
            return *asked.front();
    }
    std::string choices;
    for (const SecurityScheme &scheme : schemes)
        choices += (choices.empty() ? "" : ", ") + std::string(truncateUtf8(revealInvisible(scheme.id), 60));
    return fail(ErrorCode::InvalidArgument,
                "the connection '" + connection.slug + "' " +
                    (connection.scheme.empty() ? "has to name its scheme"
                                               : "names the scheme '" + connection.scheme + "', which is not there") +
                    "; there is " + (choices.empty() ? "bearer, basic" : choices));
}

bool isClientCredentials(const Connection &connection, const SecurityScheme &scheme) {
    return !connection.user.empty() && (!connection.tokenUrl.empty() || !scheme.tokenUrl.empty()) &&
           scheme.scheme != "basic" && scheme.type != "apiKey";
}

Result<void> authenticate(net::HttpRequest &request, const SecurityScheme &scheme, const Connection &connection,
                          std::string_view given, bool shown) {
    // What an editor or a shell put behind it.
    while (!given.empty() && (given.back() == '\n' || given.back() == '\r'))
        given.remove_suffix(1);
    const std::string secret(given);
    if (std::any_of(secret.begin(), secret.end(), [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F; }))
        return fail(ErrorCode::InvalidArgument, "the secret of the connection '" + connection.slug +
                                                    "' holds control characters and cannot be sent");
    if (scheme.type == "apiKey") {
        if (scheme.in == "header")
            return setHeader(request, scheme.name, secret);
        if (scheme.in == "query") {
            if (hasQuery(request.url, scheme.name))
                return fail(ErrorCode::InvalidArgument, "an argument of the action sets '" + scheme.name +
                                                            "', which belongs to the connection; leave it out");
            request.url += (request.url.find('?') == std::string::npos ? "?" : "&") + percentEncoded(scheme.name) +
                           '=' + (shown ? secret : percentEncoded(secret));
            return {};
        }
        if (scheme.in == "cookie") {
            const std::string pair = percentEncoded(scheme.name) + '=' + (shown ? secret : percentEncoded(secret));
            for (auto &[name, value] : request.headers) {
                if (sameName(name, "cookie")) {
                    if (("; " + value).find("; " + percentEncoded(scheme.name) + '=') != std::string::npos)
                        return fail(ErrorCode::InvalidArgument, "an argument of the action sets the cookie '" +
                                                                    scheme.name +
                                                                    "', which belongs to the connection; leave it out");
                    value += "; " + pair;
                    return {};
                }
            }
            return setHeader(request, "Cookie", pair);
        }
    } else if (scheme.type == "http" && scheme.scheme == "basic") {
        const std::string pair = connection.user.empty() ? secret : connection.user + ':' + secret;
        return setHeader(request, "Authorization", "Basic " + (shown ? secret : base64Encoded(pair)));
    } else if ((scheme.type == "http" && scheme.scheme == "bearer") || scheme.type == "oauth2" ||
               scheme.type == "openIdConnect") {
        return setHeader(request, "Authorization", "Bearer " + secret);
    }
    return fail(ErrorCode::InvalidArgument,
                "the scheme '" + std::string(truncateUtf8(revealInvisible(scheme.id), 60)) + "' (" +
                    std::string(truncateUtf8(revealInvisible(scheme.type + ' ' + scheme.scheme), 60)) +
                    ") is not one that is spoken here: API key, basic, bearer, OAuth 2");
}

void Secrets::add(std::string_view given) {
    while (!given.empty() && (given.back() == '\n' || given.back() == '\r'))
        given.remove_suffix(1);
    if (given.size() < ShortestRedacted)
        return;
    const std::string placeholder = "⟨secret·" + std::to_string(++m_count) + "⟩";
    const std::string secret(given);
    std::string escaped = canonicalJson(json::value(json::string_view(secret)));
    escaped = escaped.substr(1, escaped.size() - 2);
    for (std::string form : {secret, percentEncoded(secret), base64Encoded(secret), escaped}) {
        while (form.ends_with('='))
            form.pop_back();
        m_forms.emplace_back(std::move(form), placeholder);
    }
    std::stable_sort(m_forms.begin(), m_forms.end(),
                     [](const auto &a, const auto &b) { return a.first.size() > b.first.size(); });
}

std::string Secrets::redact(std::string text) const {
    for (const auto &[form, placeholder] : m_forms) {
        std::size_t found = text.find(form);
        if (found == std::string::npos)
            continue;
        std::string out;
        std::size_t at = 0;
        for (; found != std::string::npos; found = text.find(form, at)) {
            out.append(text, at, found - at);
            out += placeholder;
            at = found + form.size();
        }
        out.append(text, at);
        text = std::move(out);
    }
    return text;
}

} // namespace actionscope::upstream::detail
