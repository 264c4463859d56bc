#pragma once
/// The folder of the audit log's signing key.

#include "base/result.h"
#include "governance/audit_signature.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::storage::detail {

struct AuditKeys {
    std::optional<governance::SigningKey> signing; ///< absent when read only
    std::vector<std::string> trusted;              ///< hexadecimal; the one in use is the last
};

/// Reads `audit.ed25519` and `audit.ed25519.pub`, making what is missing unless `readOnly`. Two processes that come at
/// once get the same key. Errors: Corrupt for a key that cannot be read, PermissionDenied, IoError, Busy.
[[nodiscard]] Result<AuditKeys> openAuditKeys(const std::filesystem::path &folder, bool readOnly);

/// The 32 bytes of `digest.key`, made when missing unless `readOnly`. Errors as StateStore::digestKey.
[[nodiscard]] Result<std::string> openDigestKey(const std::filesystem::path &folder, bool readOnly);

} // namespace actionscope::storage::detail
