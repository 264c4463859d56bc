#pragma once
/// Bearer tokens of a workspace: printed once, stored only as a hash.

#include "base/clock.h"
#include "base/result.h"
#include "governance/audit_log.h"
#include "governance/principal.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::governance {

struct TokenSpec {
    std::string name; ///< 1 to 64 characters, unique among live tokens
    Role role = Role::Agent;
    std::string user = {}, organisation = {}, profile = {};
    Exposure exposure = Exposure::List;
    std::optional<Timestamp> expires = {};
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

/// Errors: InvalidArgument: a name that is empty, beyond 64 characters or holds control characters; a user,
/// organisation or profile beyond 256 bytes; an end that is not after `now`.
[[nodiscard]] Result<void> checkTokenSpec(const TokenSpec &spec, Timestamp now);
/// A new token with a fresh id and secret. `spec` is checked by the caller.
IssuedToken issueToken(const TokenSpec &spec, Timestamp now);
/// The id in a token of the right shape; nothing for any other text.
std::optional<std::string_view> tokenIdOf(std::string_view secret);
/// What is stored: SHA-256 of the whole token, hexadecimal. 256 random bits need no salt and no slow hash.
std::string tokenHash(std::string_view secret);
/// Compares without telling by its time where two texts part; texts of different lengths are unequal at once.
bool equalInConstantTime(std::string_view a, std::string_view b);
/// Whether it counts at `now`: neither revoked nor over. One that has an end does not count either while the clock
/// stands before its making (by more than ClockTolerance): a clock that was set back must not give it more life.
bool isLive(const TokenInfo &token, Timestamp now);
inline constexpr std::chrono::seconds ClockTolerance{60};
Principal principalOf(const TokenInfo &token);

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
    /// `secret` may be any text. Cheap: a cache that follows `dataVersion`, so that a token revoked by another process
    /// stops counting at once.
    [[nodiscard]] virtual Result<std::optional<Principal>> authenticate(std::string_view secret) const = 0;
};

} // namespace actionscope::governance
