#pragma once
/// Putting a secret where its security scheme wants it, and keeping it out of everything else.

#include "base/result.h"
#include "net/http_exchange.h"
#include "upstream/credentials.h"
#include "upstream/http_action.h"

#include <string>
#include <string_view>
#include <vector>

namespace actionscope::upstream::detail {

/// The scheme that a connection serves: the one it names, the only one of the description, or the only one that the
/// action asks for; without a description's, bearer (basic when the connection has a user). Errors: InvalidArgument
/// naming the choices.
Result<SecurityScheme> schemeOf(const Connection &connection, const std::vector<SecurityScheme> &schemes,
                                const std::vector<std::string_view> &wanted);

/// Whether this is a scheme for which an access token has to be fetched with the secret.
bool isClientCredentials(const Connection &connection, const SecurityScheme &scheme);

/// Adds `secret` (a token, a key, a password, or "user:password") to the request. `shown` puts it in as it is, for
/// previews. Errors: InvalidArgument when the secret cannot travel there (control characters), when an argument already
/// sits in its place, or for a scheme we do not speak. No message holds the secret.
Result<void> authenticate(net::HttpRequest &request, const SecurityScheme &scheme, const Connection &connection,
                          std::string_view secret, bool shown = false);

/// Secrets of a call, and their forms on the wire, to be taken out of whatever comes back.
class Secrets {
public:
    void add(std::string_view secret);
    /// Every occurrence as ⟨secret·n⟩.
    [[nodiscard]] std::string redact(std::string text) const;

private:
    std::vector<std::pair<std::string, std::string>> m_forms; ///< form → placeholder; the longest first
    int m_count = 0;
};

} // namespace actionscope::upstream::detail
