#pragma once
/// Tokens of an identity provider (RFC 7519) as principals.
///
/// Signatures are verified by OpenSSL with the keys of a JWKS (RFC 7517). The algorithm that counts is the key's: a
/// token may only name the one that its key is for. RS256, PS256, ES256 and EdDSA (Ed25519) are taken; `none` and every
/// HMAC are not, whatever keys there are. (libjwt 1.10 of Debian 12 takes the algorithm from the token and knows
/// neither JWKS nor Ed25519, which is why it is not used here.)

#include "base/clock.h"
#include "base/result.h"
#include "governance/principal.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace actionscope::upstream {

struct JwtRules {
    std::string issuer;   ///< `iss`, exactly
    std::string audience; ///< has to be in `aud`
    std::string jwks;     ///< a file, or an https URL (http on the loopback interface)
    /// Names of claims; a dot leads into an object ("realm_access.roles") when no claim has the whole name.
    std::string roleClaim = "actionscope_role", organisationClaim = "org", userClaim = "email";
    std::chrono::seconds leeway{60}; ///< between our clock and the provider's
};

/// Any thread. `verify` may block for the network: keys of a URL are kept for ten minutes, are fetched again when a
/// token names an unknown one (at most once a minute), and serve for a day when the provider cannot be reached. A file
/// is read again when it changed.
class JwtVerifier {
public:
    /// Reads the file or checks the URL. Errors: InvalidArgument (no issuer, no audience, a URL without TLS), those of
    /// reading a file, Corrupt (no key in it that can be used). `clock` outlives it.
    [[nodiscard]] static Result<std::unique_ptr<JwtVerifier>> create(JwtRules rules, const Clock &clock);
    ~JwtVerifier();

    /// The principal "jwt:<issuer>#<subject>". Its role is the one that the role claim names (agent when there is no
    /// such claim). Errors: PermissionDenied with a reason for the log, never a part of the token (malformed,
    /// signature, issuer, audience, `exp` missing or past, `nbf`, an unknown role or several); NetworkError (no keys).
    [[nodiscard]] Result<governance::Principal> verify(std::string_view token) const;

private:
    struct Impl;
    explicit JwtVerifier(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// Does a bearer credential look like a JWT (three parts between dots) rather than a token of the workspace?
[[nodiscard]] bool looksLikeJwt(std::string_view credential);

} // namespace actionscope::upstream
