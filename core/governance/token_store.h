#pragma once
/// Bearer tokens of a workspace: printed once, stored only as a hash.

#include "base/clock.h"
#include "base/result.h"
#include "governance/audit_log.h"
#include "governance/principal.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::governance {

struct TokenSpec {
    std::string name; ///< 1 to 64 characters, unique among live tokens
    Role role = Role::Agent;
    std::string user, organisation, profile;
    Exposure exposure = Exposure::List;
    std::optional<Timestamp> expires;
};

struct TokenInfo {
    std::string id; ///< 12 characters, public: what revoke and the audit log name
    TokenSpec spec;
    Timestamp created;
    std::optional<Timestamp> revoked;
};

/// A new token in clear, the only time it exists: "as_<id>_<43 characters of 256 random bits>".
struct IssuedToken {
    std::string secret;
    TokenInfo info;
};

/// Implemented by storage. Any thread. Every change appends `event` (kind "token") in the same transaction.
class TokenStore {
public:
    virtual ~TokenStore() = default;
    /// Errors: AlreadyExists (the name is in use), InvalidArgument, and those of AuditLog::append.
    [[nodiscard]] virtual Result<IssuedToken> create(const TokenSpec &spec, AuditEvent event) = 0;
    /// Newest first, revoked and expired ones included.
    [[nodiscard]] virtual Result<std::vector<TokenInfo>> list() const = 0;
    /// By id or by the name of a live one. Errors: NotFound, Conflict when already revoked.
    [[nodiscard]] virtual Result<TokenInfo> revoke(std::string_view idOrName, AuditEvent event) = 0;
    /// Whose token is this? Constant-time comparison of SHA-256 hashes; nothing for an unknown, revoked or expired one.
    /// Cheap: a cache that follows `dataVersion`, so that a token revoked by another process stops counting at once.
    [[nodiscard]] virtual Result<std::optional<Principal>> authenticate(std::string_view secret) const = 0;
};

} // namespace actionscope::governance
