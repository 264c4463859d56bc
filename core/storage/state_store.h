#pragma once
/// `.actionscope/state.db`: what happened and who decided, in SQLite (WAL). Opened by every process of a workspace at once.

#include "base/clock.h"
#include "governance/audit_log.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace actionscope::storage {

/// Any thread.
class StateStore {
public:
    /// Opens or creates. An older schema is copied to `state.db.v<N>.bak` and migrated; a newer one is refused (Unsupported,
    /// naming both versions); a damaged file is Corrupt with what to do. `keys` is the folder of the signing key, made with
    /// mode 0700 when missing. Checks only what is cheap at opening (schema and quick sanity); `verify` checks the rest.
    [[nodiscard]] static Result<std::unique_ptr<StateStore>> open(const std::filesystem::path &database,
                                                                  const std::filesystem::path &keys, const Clock &clock);
    virtual ~StateStore() = default;

    [[nodiscard]] virtual governance::AuditLog &audit() = 0;

    /// "Find more by tool search" of each service that was ever switched; absent means on.
    [[nodiscard]] virtual Result<std::map<std::string, bool>> toggles() const = 0;
    /// Sets one toggle and appends the audit record in one transaction: neither is there without the other.
    [[nodiscard]] virtual Result<void> setToggle(const std::string &service, bool on, governance::AuditEvent event) = 0;

    /// Changes with every commit of any process: for noticing that something happened.
    [[nodiscard]] virtual std::uint64_t dataVersion() const = 0;
};

} // namespace actionscope::storage
