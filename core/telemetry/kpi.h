#pragma once
/// How well tasks go, as figures over the last outcomes of a scope; alerts, and what the planner makes of it (CD10,
/// CD11).

#include "base/clock.h"
#include "context/outcome.h"
#include "context/turn.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::telemetry {

enum class KpiScope : std::uint8_t { Global, Organisation, OrganisationPersona };
std::string_view kpiScopeName(KpiScope scope); ///< "organisation_persona"
std::optional<KpiScope> kpiScopeFromName(std::string_view name);
/// What the windows of a scope are kept under: "global", "organisation:acme", "organisation:acme persona:support".
/// Names of people's choosing are cut at 200 bytes each and keep no space.
[[nodiscard]] std::string kpiKey(KpiScope scope, std::string_view organisation, std::string_view persona);

/// CD10's and CD11's constants; settings `context.kpi.*`.
struct KpiOptions {
    KpiScope scope = KpiScope::OrganisationPersona; ///< that alerts and adaptation look at; all three are kept
    std::size_t window = 100;
    bool alerts = true;
    double alertBelow = 0.55; ///< weighted success rate
    std::size_t alertSamples = 8;
    std::chrono::seconds coolDown{60};
    bool adaptSelection = true, adaptFailure = true;
    double adaptBelow = 0.7; ///< weighted success rate
    std::size_t adaptSamples = 5;
};

struct KpiSample {
    Timestamp time;
    context::OutcomeStatus status = context::OutcomeStatus::Success;
    double score = 0;
};

struct KpiFigures {
    std::string scope = {}; ///< key
    std::size_t samples = 0, success = 0, partial = 0, failed = 0;
    double successRate = 0; ///< successes / samples
    double averageScore = 0;
    double weightedSuccessRate = 0; ///< (successes + partial / 2) / samples
    Timestamp last = {};
};
[[nodiscard]] KpiFigures figuresOf(std::string scope, const std::vector<KpiSample> &samples);
[[nodiscard]] json::object toJson(const KpiFigures &figures);

struct KpiAlert {
    std::uint64_t number = 0; ///< from the store; grows
    Timestamp time;
    std::string scope;
    std::string severity; ///< "warning"; "critical" below half the threshold
    std::string reason;   ///< a sentence for people
    double threshold = 0, value = 0;
    std::size_t samples = 0;
};
[[nodiscard]] json::object toJson(const KpiAlert &alert);

/// Where windows and alerts are kept: implemented by storage. Any thread, any number of processes.
class KpiStore {
public:
    static constexpr std::size_t MaxWindow = 10'000, MaxScopes = 10'000, MaxAlerts = 1000;
    virtual ~KpiStore() = default;
    /// Adds the sample to each window, which keeps the newest `window`; the scope that nobody used for longest makes
    /// room. Durable. Errors: PermissionDenied when read only; IoError, Busy.
    [[nodiscard]] virtual Result<void> add(const std::vector<std::string> &scopes, const KpiSample &sample,
                                           std::size_t window) = 0;
    /// The newest `most` of a window, oldest first. Errors: IoError.
    [[nodiscard]] virtual Result<std::vector<KpiSample>> window(std::string_view scope, std::size_t most) const = 0;
    /// Those with the newest samples first, 1,000 at most.
    [[nodiscard]] virtual Result<std::vector<std::string>> scopes() const = 0;
    /// Gives it its number. The oldest makes room.
    [[nodiscard]] virtual Result<KpiAlert> addAlert(KpiAlert alert) = 0;
    /// Those after `after`, newest first.
    [[nodiscard]] virtual Result<std::vector<KpiAlert>> alerts(std::uint64_t after = 0,
                                                               std::size_t most = 100) const = 0;
};

/// What the figures of one window ask the planner for.
[[nodiscard]] context::Adaptation adaptationOf(const KpiFigures &figures, const KpiOptions &options);

/// The figures of a workspace. Everything is in the store, so that nothing is lost with the process, and what another
/// process added counts at once. Any thread.
class KpiBoard {
public:
    /// Both outlive it. `store` may be null (no state.db): then windows are kept in memory.
    KpiBoard(KpiStore *store, const Clock &clock, KpiOptions options);
    ~KpiBoard();

    /// Adds an outcome to the three windows. Returns the alert that it raised. Errors: those of the store.
    [[nodiscard]] Result<std::optional<KpiAlert>> add(std::string_view organisation, std::string_view persona,
                                                      const context::Outcome &outcome);
    /// Of the window that alerts and adaptation look at.
    [[nodiscard]] Result<KpiFigures> figures(std::string_view organisation, std::string_view persona) const;
    /// Of every window, the newest first; one look into the store each.
    [[nodiscard]] Result<std::vector<KpiFigures>> all(std::size_t most = 1000) const;
    [[nodiscard]] Result<std::vector<KpiAlert>> alerts(std::uint64_t after = 0, std::size_t most = 100) const;
    /// Nothing to adapt when the store cannot be read.
    [[nodiscard]] context::Adaptation adaptation(std::string_view organisation, std::string_view persona) const;
    [[nodiscard]] const KpiOptions &options() const { return m_options; }

private:
    std::unique_ptr<KpiStore> m_own; ///< when none was given
    KpiStore &m_store;
    const Clock &m_clock;
    const KpiOptions m_options;
    std::mutex m_mutex;
    std::map<std::string, Timestamp, std::less<>> m_alerted; ///< by scope
};

} // namespace actionscope::telemetry
