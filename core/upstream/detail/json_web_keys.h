#pragma once
/// Public keys out of a JWKS, and signatures checked with them.

#include "base/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::upstream::detail {

/// Base64url without padding, as JWTs have it; nothing for anything else.
std::optional<std::string> base64UrlDecoded(std::string_view text);

struct WebKey {
    std::string id;                      ///< may be empty
    std::vector<std::string> algorithms; ///< it is for: at most RS256 and PS256, or ES256, or EdDSA
    std::shared_ptr<void> key;           ///< EVP_PKEY
};

/// The keys that can check signatures: RSA of 2048 to 8192 bits, P-256, Ed25519. Others (also secret ones, and those
/// for encryption) are passed over. Errors: ParseError; Corrupt when none is left; LimitExceeded past 100 keys.
Result<std::vector<WebKey>> readWebKeys(std::string_view jwks);

/// `signature` as JWTs carry it: of ES256 the two numbers after each other.
bool isSignedBy(const WebKey &key, std::string_view algorithm, std::string_view text, std::string_view signature);

} // namespace actionscope::upstream::detail
