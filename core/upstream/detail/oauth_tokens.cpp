#include "upstream/detail/oauth_tokens.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "net/http_client.h"
#include "upstream/detail/encoding.h"

#include <algorithm>

namespace actionscope::upstream::detail {
namespace {

constexpr std::uint64_t MaxAnswerBytes = 256U << 10;
/// Renewed so long before it expires; a server that names no time gets five minutes (RFC 6749 leaves it open).
constexpr std::chrono::seconds Margin{30}, DefaultLife{300}, LongestLife{24 * 3600};

} // namespace

Result<std::string> OAuthTokens::token(const Client &client, std::stop_token stop) {
    const std::string key =
        toHex(sha256(canonicalJson(json::array{json::string_view(client.id), json::string_view(client.secret),
                                               json::string_view(client.tokenUrl), json::string_view(client.scope)})));
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_tokens.find(client.slug);
        // A clock that was set back must not make a token immortal: it is then fetched again.
        if (found != m_tokens.end() && found->second.key == key && m_clock.now() < found->second.until &&
            found->second.until - m_clock.now() <= LongestLife)
            return found->second.text;
    }
    net::HttpRequest request;
    request.method = "POST";
    request.url = client.tokenUrl;
    request.timeout = std::chrono::seconds(20);
    request.maxResponseBytes = MaxAnswerBytes;
    // client_secret_basic (2.3.1): every server has to take it.
    request.headers = {
        {"Authorization", "Basic " + base64Encoded(percentEncoded(client.id) + ':' + percentEncoded(client.secret))},
        {"Content-Type", "application/x-www-form-urlencoded"},
        {"Accept", "application/json"}};
    request.body = "grant_type=client_credentials" +
                   (client.scope.empty() ? std::string() : "&scope=" + percentEncoded(client.scope));
    const auto response = m_http.exchange(request, stop);
    const std::string origin = net::originOf(client.tokenUrl);
    if (!response)
        return fail(response.error().error);
    const Result<json::value> answer = parseJson(response->body);
    if (response->status != 200) {
        std::string why;
        // The codes of 5.2 say what is wrong and are no secret.
        if (answer) {
            for (const char *code : {"invalid_client", "invalid_grant", "invalid_request", "invalid_scope",
                                     "unauthorized_client", "unsupported_grant_type"}) {
                if (stringMember(*answer, "error") == code)
                    why = std::string(" (") + code + ")";
            }
        }
        return fail(response->status >= 500 ? ErrorCode::NetworkError : ErrorCode::PermissionDenied,
                    origin + " gave no access token for the connection '" + client.slug + "': status " +
                        std::to_string(response->status) + why);
    }
    const std::string_view text = answer ? stringMember(*answer, "access_token") : std::string_view();
    const std::string_view type = answer ? stringMember(*answer, "token_type") : std::string_view();
    if (text.empty() || (!type.empty() && toLowerAscii(type) != "bearer"))
        return fail(ErrorCode::NetworkError,
                    "the answer of " + origin + " for the connection '" + client.slug + "' holds no bearer token");
    std::chrono::seconds life = DefaultLife;
    if (const json::value *seconds = member(*answer, "expires_in"); seconds && seconds->is_int64())
        life = std::clamp(std::chrono::seconds(seconds->get_int64()), std::chrono::seconds(0), LongestLife);
    Token token{key, std::string(text), m_clock.now() + life - Margin};
    const std::lock_guard lock(m_mutex);
    m_tokens.insert_or_assign(client.slug, std::move(token));
    return std::string(text);
}

void OAuthTokens::forget(const std::string &slug) {
    const std::lock_guard lock(m_mutex);
    m_tokens.erase(slug);
}

} // namespace actionscope::upstream::detail
