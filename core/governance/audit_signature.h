#pragma once
/// Ed25519 signatures (RFC 8032) of audit checkpoints, over OpenSSL.

#include "base/result.h"
#include "governance/audit_log.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::governance {

/// The bytes a checkpoint signs: "actionscope-audit-v1\n<seq>\n<hash>\n" of the record before it.
std::string checkpointPayload(const AuditHead &signedHead);

/// A private key. Any thread; copies share the key.
class SigningKey {
public:
    /// A new key from the operating system's random source. Errors: Internal.
    [[nodiscard]] static Result<SigningKey> generate();
    /// Reads PKCS #8 in PEM (what toPem writes and `openssl pkey` reads). Errors: ParseError.
    [[nodiscard]] static Result<SigningKey> fromPem(std::string_view text);
    [[nodiscard]] Result<std::string> toPem() const;
    /// The public key: 32 bytes in hexadecimal.
    [[nodiscard]] const std::string &publicKey() const { return m_publicKey; }
    /// The signature of `bytes`: 64 bytes in hexadecimal.
    [[nodiscard]] Result<std::string> sign(std::string_view bytes) const;

private:
    std::shared_ptr<void> m_key; ///< EVP_PKEY, kept out of the header
    std::string m_publicKey;
};

/// Whether `signature` is that of `bytes` under `publicKey` (both hexadecimal). False for anything malformed.
bool signatureHolds(std::string_view publicKey, std::string_view bytes, std::string_view signature);

/// Public keys as SubjectPublicKeyInfo in PEM, one block a key, and back (as hexadecimal). Errors: ParseError.
[[nodiscard]] Result<std::string> publicKeyPem(std::string_view publicKey);
[[nodiscard]] Result<std::vector<std::string>> publicKeysFromPem(std::string_view text);

} // namespace actionscope::governance
