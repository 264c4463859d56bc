#pragma once
/// `.actionscope/state.db`: what happened and who decided, in SQLite (WAL). Opened by every process of a workspace at
/// once.

#include "base/clock.h"
#include "evaluation/experiment_store.h"
#include "governance/approvals.h"
#include "governance/audit_log.h"
#include "governance/token_store.h"
#include "telemetry/kpi.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::storage {

struct StateOptions {
    /// Records between two signatures (setting `audit.checkpoint_every`): after so many the next append adds a
    /// checkpoint in the same transaction. 0: only on demand.
    std::uint64_t checkpointEvery = 1000;
    /// How long a write waits for another process before it is Busy.
    std::chrono::milliseconds busyTimeout = std::chrono::seconds(10);
    /// Nothing is made, migrated or written; every write is PermissionDenied. For looking at evidence.
    bool readOnly = false;
    /// Requests for approval that may wait at once (setting `limits.approvals_waiting`).
    std::size_t approvalsWaiting = governance::MaxWaitingApprovals;
    /// Who writes, for records whose caller names nobody: "cli:ana".
    std::string actor;
};

/// A file about to be replaced and what is to be recorded once it is. What a killed process leaves of it, whoever opens
/// the workspace next settles.
struct Intent {
    std::string path;   ///< in the workspace
    std::string sha256; ///< of the content it gets, hexadecimal
    std::vector<governance::AuditEvent> events;
};

/// Any thread: writes take turns, reads run beside them and each other.
///
/// Nothing is signed when a store is closed: a command that writes one record would double the log, and a destructor
/// could not say that it failed. The unsigned tail is bounded by `checkpointEvery`; `checkpoint` signs it when that
/// matters (before an export, after a verification).
class StateStore {
public:
    /// Opens or creates. An older schema is copied to `state.db.v<N>.bak` (the first free name) and migrated; a newer
    /// one is refused (Unsupported, naming both versions); a damaged file, or one that is no state.db, is Corrupt with
    /// what to do. `keys` is the folder of the signing key (`audit.ed25519`, PKCS #8 in PEM, mode 0600; the public keys
    /// ever used in `audit.ed25519.pub`), made with mode 0700 when missing. Without the private key a new one is made
    /// and added to the public keys: what the old one signed still counts. Checks only what is cheap at opening (schema
    /// and the last record); `verify` checks the rest. Errors also: PermissionDenied, IoError, Busy; NotFound when
    /// `readOnly` and there is no file.
    [[nodiscard]] static Result<std::unique_ptr<StateStore>> open(const std::filesystem::path &database,
                                                                  const std::filesystem::path &keys, const Clock &clock,
                                                                  const StateOptions &options = {});
    virtual ~StateStore() = default;

    [[nodiscard]] virtual governance::AuditLog &audit() = 0;
    [[nodiscard]] virtual governance::TokenStore &tokens() = 0;
    [[nodiscard]] virtual governance::ApprovalStore &approvals() = 0;
    [[nodiscard]] virtual evaluation::ExperimentStore &experiments() = 0;
    [[nodiscard]] virtual telemetry::KpiStore &kpis() = 0;
    /// The key of argument digests: 32 random bytes in `digest.key` of the key folder (mode 0600), made when missing;
    /// the same for all processes. Errors: Corrupt for a file of another size; PermissionDenied (also when read only
    /// and there is none), IoError, Busy.
    [[nodiscard]] virtual Result<std::string> digestKey() = 0;

    /// Signs the records after the last checkpoint by appending one; nothing when there are none. Errors: as `append`.
    [[nodiscard]] virtual Result<std::optional<governance::AuditRecord>> checkpoint() = 0;
    /// The public keys (hexadecimal) whose checkpoints count; the one in use is the last.
    [[nodiscard]] virtual std::vector<std::string> publicKeys() const = 0;
    /// Makes the tables that answer filters anew from the records: what to do when `verify` says `filtersSound` is
    /// false. The records are not touched. Seconds for a million records. Errors: as `append`.
    [[nodiscard]] virtual Result<void> rebuildFilters() = 0;

    /// "Find more by tool search" of each service that was ever switched; absent means on.
    [[nodiscard]] virtual Result<std::map<std::string, bool>> toggles() const = 0;
    /// Sets one toggle and appends the audit record in one transaction: neither is there without the other.
    /// `event.kind`, `event.service` and `event.outcome` ("on" or "off") are filled in when empty.
    [[nodiscard]] virtual Result<void> setToggle(const std::string &service, bool on, governance::AuditEvent event) = 0;

    /// Notes, durably, what is about to be written; the number stands for all of `intents`. Errors: as `append`.
    [[nodiscard]] virtual Result<std::uint64_t> intend(const std::vector<Intent> &intents) = 0;
    /// Appends `events` (may be none) and forgets the intents of that number, in one transaction: an intent that is
    /// still there was not recorded. Errors: as `append`; then the intents stay.
    [[nodiscard]] virtual Result<void> settle(std::uint64_t number, std::vector<governance::AuditEvent> events) = 0;
    /// Intents that were not settled, by number: of writers at work now, or of killed ones.
    [[nodiscard]] virtual Result<std::map<std::uint64_t, std::vector<Intent>>> unsettled() const = 0;

    /// Changes with every commit of any process: for noticing that something happened. Microseconds; no disk access.
    [[nodiscard]] virtual std::uint64_t dataVersion() const = 0;
};

} // namespace actionscope::storage
