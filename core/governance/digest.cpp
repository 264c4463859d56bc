#include "governance/digest.h"

#include "base/hash.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdexcept>

namespace actionscope::governance {

std::string hmacSha256(std::string_view key, std::string_view message) {
    std::string out(32, '\0');
    unsigned size = 0;
    const auto *made = HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
                            reinterpret_cast<const unsigned char *>(message.data()), message.size(),
                            reinterpret_cast<unsigned char *>(out.data()), &size);
    if (made == nullptr || size != out.size())
        throw std::runtime_error("HMAC-SHA256 is not available");
    return out;
}

std::string argumentsDigest(std::string_view key, const json::object &arguments) {
    return toHex(hmacSha256(key, canonicalJson(arguments)));
}

} // namespace actionscope::governance
