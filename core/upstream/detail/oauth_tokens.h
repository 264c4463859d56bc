#pragma once
/// Access tokens by the client credentials grant (RFC 6749, 4.4), kept until shortly before they expire.

#include "base/clock.h"
#include "net/http_exchange.h"

#include <map>
#include <mutex>
#include <stop_token>
#include <string>

namespace actionscope::upstream::detail {

/// Any thread; two that need the same token at once may both fetch it.
class OAuthTokens {
public:
    OAuthTokens(const net::HttpExchanger &http, const Clock &clock)
        : m_http(http)
        , m_clock(clock) {}

    struct Client {
        std::string slug; ///< of the connection
        std::string id, secret, tokenUrl, scope;
    };
    /// Errors: those of the exchange; PermissionDenied when the server refuses the client; NetworkError when its answer
    /// is no token. Messages hold neither the secret nor what the server said.
    Result<std::string> token(const Client &client, std::stop_token stop);
    /// The upstream did not take it.
    void forget(const std::string &slug);

private:
    struct Token {
        std::string key; ///< hash of what it was asked with
        std::string text;
        Timestamp until;
    };
    const net::HttpExchanger &m_http;
    const Clock &m_clock;
    std::mutex m_mutex;
    std::map<std::string, Token> m_tokens; // by slug, guarded by m_mutex
};

} // namespace actionscope::upstream::detail
