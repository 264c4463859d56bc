#include "upstream/jwt.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "net/configured_url.h"
#include "net/http_client.h"
#include "upstream/detail/json_web_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <optional>
#include <vector>

namespace actionscope::upstream {
namespace {

using detail::WebKey;
using Keys = std::shared_ptr<const std::vector<WebKey>>;
using std::chrono::minutes, std::chrono::seconds;

constexpr std::size_t MaxToken = 16U << 10, MaxText = 255;
constexpr std::uint64_t MaxJwks = 1U << 20;
constexpr seconds KeyLife = minutes(10), KeyPause = minutes(1), LongestKeyLife = std::chrono::hours(24);

tl::unexpected<Error> refused(std::string why) { return fail(ErrorCode::PermissionDenied, std::move(why)); }

struct Parts {
    std::string_view signedText;
    std::string header, payload, signature;
};

std::optional<Parts> takeApart(std::string_view token) {
    const std::size_t first = token.find('.');
    const std::size_t second = first == std::string_view::npos ? first : token.find('.', first + 1);
    if (second == std::string_view::npos || token.size() > MaxToken)
        return {};
    auto header = detail::base64UrlDecoded(token.substr(0, first));
    auto payload = detail::base64UrlDecoded(token.substr(first + 1, second - first - 1));
    auto signature = detail::base64UrlDecoded(token.substr(second + 1));
    if (!header || !payload || !signature)
        return {};
    return Parts{token.substr(0, second), std::move(*header), std::move(*payload), std::move(*signature)};
}

/// A claim by name, else by the path that its dots make.
const json::value *claim(const json::value &claims, std::string_view name) {
    if (const json::value *whole = member(claims, name))
        return whole;
    const json::value *at = &claims;
    while (at && !name.empty()) {
        const std::size_t dot = name.find('.');
        at = member(*at, name.substr(0, dot));
        name = dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
    }
    return at == &claims ? nullptr : at;
}

/// A text that may be shown and compared: short, and with nothing invisible in it.
std::optional<std::string> plain(const json::value *value) {
    if (!value || !value->is_string() || value->get_string().empty() || value->get_string().size() > MaxText)
        return {};
    const std::string text(value->get_string());
    if (firstInvalidUtf8(text) || hasInvisible(text) || text.find_first_of("\r\n\t") != std::string::npos)
        return {};
    return text;
}

std::optional<double> numericDate(const json::value *value) {
    if (!value || !value->is_number())
        return {};
    const double number = value->to_number<double>();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

bool names(const json::value *audience, const std::string &wanted) {
    if (!audience)
        return false;
    if (audience->is_string())
        return audience->get_string() == wanted;
    const json::array *list = audience->if_array();
    return list && std::any_of(list->begin(), list->end(),
                               [&](const json::value &one) { return one.is_string() && one.get_string() == wanted; });
}

} // namespace

struct JwtVerifier::Impl {
    JwtRules rules;
    const Clock &clock;
    std::unique_ptr<net::HttpExchanger> http; ///< null: a file
    mutable std::mutex fetching;              ///< held by the one that fetches; others use what there is
    mutable std::mutex mutex;
    // Guarded by mutex:
    mutable Keys keys;
    mutable std::optional<FileStamp> stamp;
    mutable std::optional<Timestamp> fetched, tried;

    Impl(JwtRules someRules, const Clock &someClock)
        : rules(std::move(someRules))
        , clock(someClock) {}

    Result<Keys> readFileKeys() const {
        const auto now = fileStamp(rules.jwks);
        {
            const std::lock_guard lock(mutex);
            if (keys && now && stamp == now)
                return keys;
        }
        auto text = readFile(rules.jwks, MaxJwks, "the cap of a set of keys, 1 MB");
        if (!text)
            return fail(text.error());
        auto read = detail::readWebKeys(*text);
        if (!read) {
            Error error = read.error();
            error.where.file = rules.jwks;
            return fail(error);
        }
        const std::lock_guard lock(mutex);
        keys = std::make_shared<const std::vector<WebKey>>(std::move(*read));
        stamp = now;
        return keys;
    }

    /// How long ago; far in the past when the clock was set back, so that nothing lives longer for it.
    [[nodiscard]] seconds since(const std::optional<Timestamp> &when) const {
        if (!when || clock.now() < *when)
            return LongestKeyLife;
        return std::chrono::duration_cast<seconds>(clock.now() - *when);
    }

    /// `fresh`: the keys that are kept did not do.
    Result<Keys> fetchKeys(bool fresh) const {
        const auto kept = [&](seconds life) -> Keys {
            const std::lock_guard lock(mutex);
            return keys && since(fetched) < life ? keys : nullptr;
        };
        const auto mayTry = [&] {
            const std::lock_guard lock(mutex);
            return since(tried) >= KeyPause;
        };
        if (Keys found = kept(KeyLife); found && !(fresh && mayTry()))
            return found;
        const std::lock_guard one(fetching);
        if (Keys found = kept(KeyLife); found && !(fresh && mayTry()))
            return found;
        // A provider that is down is not asked for each of many tokens.
        if (!mayTry()) {
            if (Keys found = kept(LongestKeyLife))
                return found;
            return fail(ErrorCode::NetworkError, "the keys of the identity provider could not be fetched a moment ago");
        }
        {
            const std::lock_guard lock(mutex);
            tried = clock.now();
        }
        net::HttpRequest request;
        request.url = rules.jwks;
        request.headers = {{"Accept", "application/json"}};
        request.timeout = seconds(10);
        request.maxResponseBytes = MaxJwks;
        const auto response = http->exchange(request);
        Result<std::vector<WebKey>> read = fail(ErrorCode::NetworkError, {});
        if (response && response->status == 200)
            read = detail::readWebKeys(response->body);
        if (!read) {
            if (Keys found = kept(LongestKeyLife))
                return found;
            return fail(ErrorCode::NetworkError,
                        "the keys of the identity provider cannot be fetched: " +
                            (!response                 ? response.error().error.message
                             : response->status != 200 ? "status " + std::to_string(response->status)
                                                       : read.error().message));
        }
        const std::lock_guard lock(mutex);
        keys = std::make_shared<const std::vector<WebKey>>(std::move(*read));
        fetched = clock.now();
        return keys;
    }

    Result<Keys> currentKeys(bool fresh) const { return http ? fetchKeys(fresh) : readFileKeys(); }

    Result<void> checkSignature(const Parts &parts) const {
        const Result<json::value> header = parseJson(parts.header, {}, {.maxDepth = 16});
        if (!header || !header->is_object())
            return refused("the header of the token is no JSON object");
        const std::string_view algorithm = stringMember(*header, "alg"), id = stringMember(*header, "kid");
        static constexpr std::array<std::string_view, 4> Taken{"RS256", "PS256", "ES256", "EdDSA"};
        if (std::find(Taken.begin(), Taken.end(), algorithm) == Taken.end())
            return refused("the token is not signed with RS256, PS256, ES256 or EdDSA");
        // What the issuer declares critical and we do not know makes the token invalid (RFC 7515, 4.1.11).
        if (member(*header, "crit"))
            return refused("the token has critical header members that are not known here");
        const std::string type = toLowerAscii(stringMember(*header, "typ"));
        if (!type.empty() && type != "jwt" && type != "at+jwt" && type != "application/jwt" &&
            type != "application/at+jwt")
            return refused("the token is of another type than JWT");
        bool isKnown = false;
        for (const bool fresh : {false, true}) {
            const Result<Keys> current = currentKeys(fresh);
            if (!current)
                return fail(current.error());
            for (const WebKey &key : **current) {
                if (!id.empty() && key.id != id)
                    continue;
                isKnown = true;
                if (detail::isSignedBy(key, algorithm, parts.signedText, parts.signature))
                    return {};
            }
            if (isKnown)
                break; // new keys would not help: this one is known and did not sign it
        }
        return refused(isKnown ? "the signature of the token is wrong" : "the token is signed with an unknown key");
    }

    Result<governance::Principal> principal(const json::value &claims) const {
        const json::value *issuer = member(claims, "iss");
        if (!issuer || !issuer->is_string() || issuer->get_string() != rules.issuer)
            return refused("the token is of another issuer");
        if (!names(member(claims, "aud"), rules.audience))
            return refused("the token is for another audience");
        const double now = std::chrono::duration<double>(clock.now().time_since_epoch()).count();
        const auto leeway = static_cast<double>(rules.leeway.count());
        const auto expires = numericDate(member(claims, "exp"));
        if (!expires)
            return refused("the token does not say when it expires");
        if (now >= *expires + leeway)
            return refused("the token expired");
        for (const char *name : {"nbf", "iat"}) {
            const json::value *written = member(claims, name);
            const auto from = numericDate(written);
            if (written && (!from || now < *from - leeway))
                return refused("the token is not valid yet");
        }
        const auto subject = plain(member(claims, "sub"));
        if (!subject)
            return refused("the token names no subject that can be used");
        governance::Principal who;
        who.id = "jwt:" + rules.issuer + "#" + *subject;
        who.name = *subject;
        who.source = governance::Principal::Source::Jwt;
        if (auto role = this->role(claim(claims, rules.roleClaim)); !role)
            return fail(role.error());
        else
            who.role = *role;
        who.organisation = plain(claim(claims, rules.organisationClaim)).value_or("");
        // An address that the provider did not verify is anyone's to choose.
        const json::value *verified = member(claims, "email_verified");
        if (rules.userClaim != "email" || !verified || (verified->is_bool() && verified->get_bool()))
            who.user = plain(claim(claims, rules.userClaim)).value_or("");
        return who;
    }

    Result<governance::Role> role(const json::value *value) const {
        if (!value)
            return governance::Role::Agent;
        std::vector<governance::Role> found;
        const auto add = [&](const json::value &one) {
            const auto role = one.is_string() ? governance::roleFromName(one.get_string()) : std::nullopt;
            if (role && std::find(found.begin(), found.end(), *role) == found.end())
                found.push_back(*role);
        };
        if (const json::array *list = value->if_array())
            std::for_each(list->begin(), list->end(), add);
        else
            add(*value);
        // Roles are not ordered: no one may both run and decide, so that none of several can be picked.
        if (found.size() != 1)
            return refused(found.empty() ? "the token names no role that is known here"
                                         : "the token names several roles; it may name one");
        return found.front();
    }
};

JwtVerifier::JwtVerifier(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl)) {}

JwtVerifier::~JwtVerifier() = default;

Result<std::unique_ptr<JwtVerifier>> JwtVerifier::create(JwtRules rules, const Clock &clock) {
    if (rules.issuer.empty() || rules.audience.empty() || rules.jwks.empty())
        return fail(ErrorCode::InvalidArgument,
                    "tokens of an identity provider need its issuer, the audience and its keys (gateway.jwt)");
    auto impl = std::make_unique<Impl>(std::move(rules), clock);
    if (impl->rules.jwks.find("://") != std::string::npos) {
        auto http = net::exchangerFor(impl->rules.jwks, "gateway.jwt.jwks", true);
        if (!http)
            return fail(http.error());
        impl->http = std::move(*http);
    } else if (auto keys = impl->readFileKeys(); !keys) {
        return fail(keys.error());
    }
    return std::unique_ptr<JwtVerifier>(new JwtVerifier(std::move(impl)));
}

Result<governance::Principal> JwtVerifier::verify(std::string_view token) const {
    const std::optional<Parts> parts = takeApart(token);
    if (!parts)
        return refused("the credential is no JWT of at most " + std::to_string(MaxToken) + " bytes");
    if (auto checked = m_impl->checkSignature(*parts); !checked)
        return fail(checked.error());
    const Result<json::value> claims = parseJson(parts->payload, {}, {.maxDepth = 32});
    if (!claims || !claims->is_object())
        return refused("the claims of the token are no JSON object");
    return m_impl->principal(*claims);
}

bool looksLikeJwt(std::string_view credential) {
    return credential.starts_with("eyJ") && std::count(credential.begin(), credential.end(), '.') == 2;
}

} // namespace actionscope::upstream
