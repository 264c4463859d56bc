#pragma once
/// A turn of an agent: planned before it begins, followed while it runs, judged when it is over (CD9).

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "catalog/capability.h"
#include "context/assembler.h"
#include "context/outcome.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::context {

/// What a turn does when finding tools fails.
enum class FailureMode : std::uint8_t {
    Open,  ///< "fail_open": goes on with everything that is callable
    Closed ///< "fail_closed": goes on with nothing
};
std::string_view failureModeName(FailureMode mode);
std::optional<FailureMode> failureModeFromName(std::string_view name);

/// Which tools a turn gets.
enum class Selection : std::uint8_t {
    Discovered, ///< those that were found for the message
    All         ///< all that the asker may call now; what needs an activation is among them only when it has one
};
std::string_view selectionName(Selection selection);
std::optional<Selection> selectionFromName(std::string_view name);

/// planned → executing → (degraded → recovered) → completed or errored. A turn may err, or be completed, from every
/// state that is not the end, but not be completed while it is degraded; it may be degraded again.
enum class TurnState : std::uint8_t { Planned, Executing, Degraded, Recovered, Completed, Errored };
std::string_view turnStateName(TurnState state);
std::optional<TurnState> turnStateFromName(std::string_view name);
[[nodiscard]] bool mayFollow(TurnState before, TurnState after);

/// CD9's constants; settings `context.turns.*`.
struct TurnOptions {
    FailureMode failure = FailureMode::Open;
    Selection selection = Selection::Discovered;
    bool onlyAvailable = true; ///< what says of itself that it is not available is no tool of a turn
    bool metaTool = true;      ///< discover_capabilities is among the tools
    bool promptContext = true; ///< the plan brings the context's text
    bool startEngine = true;   ///< a missing index is built when the first turn is planned
    bool overrides = true;     ///< a request may say failure mode, selection and kind
    std::uint32_t retries = 1; ///< of a discovery that failed
    std::chrono::milliseconds backOff{150};
    std::size_t tools = 100; ///< most tools of one plan
    std::size_t turns = 10'000;
    std::chrono::seconds life{3600};
};

/// What a request may say otherwise; nothing: as the options have it.
struct TurnOverrides {
    std::optional<FailureMode> failure;
    std::optional<Selection> selection;
    std::optional<catalog::Kind> kind;
};

/// What the figures of outcomes ask for (CD11); from telemetry.
struct Adaptation {
    bool selectAll = false, failOpen = false;
    std::string reason = {};
};

struct PlannedTool {
    std::string id;
    double relevance = 0; ///< 0: it was not searched for
    bool available = true;
    json::object entry; ///< as the plan prints it
};

/// What planning needs of the rest of the program.
struct PlannerParts {
    std::function<bool()> engineReady;
    std::function<Result<void>()> startEngine; ///< may take seconds
    std::function<Result<std::vector<PlannedTool>>(std::optional<catalog::Kind>)> discover;
    std::function<std::vector<PlannedTool>()> everything; ///< all that the asker may call now
    std::function<void(std::chrono::milliseconds)> wait;
};

struct TurnPlan {
    FailureMode failure = FailureMode::Open;
    Selection selection = Selection::Discovered; ///< what was done in the end
    std::optional<catalog::Kind> kind = {};
    std::uint32_t attempts = 0; ///< of discovery
    std::string fallback = {};  ///< why everything was taken: "discovery_failed" or "nothing_found"; else empty
    std::string adapted = {};   ///< why the figures changed the modes; else empty
    std::string problem = {};   ///< of discovery; with `failed` the plan has no tools
    bool failed = false;
    std::vector<PlannedTool> tools = {};
    std::size_t leftOut = 0; ///< tools beyond the cap, or not available
};

/// Decides the tools of one turn. Errors: InvalidArgument when the request overrides what it may not.
[[nodiscard]] Result<TurnPlan> planTurn(const TurnOptions &options, const TurnOverrides &overrides,
                                        const Adaptation &adaptation, const PlannerParts &parts);

/// A turn as it is followed.
struct Turn {
    std::string id; ///< "t-" and 16 hexadecimal digits
    std::string principal, organisation, persona;
    TurnState state = TurnState::Planned;
    bool degraded = false, recovered = false; ///< ever
    FailureMode failure = FailureMode::Open;
    Selection selection = Selection::Discovered;
    Timestamp planned, changed;
    std::optional<Outcome> outcome;
};

/// The turns of a process: bounded in number (the oldest goes) and in age. Any thread.
class TurnRegistry {
public:
    TurnRegistry(const Clock &clock, std::size_t most, std::chrono::seconds life);
    ~TurnRegistry();
    /// Gives it its id and its time.
    Turn add(Turn turn);
    /// Errors: NotFound for a turn that there is not, is over since too long, or is another principal's.
    [[nodiscard]] Result<Turn> find(std::string_view principal, std::string_view id) const;
    /// Errors: NotFound; Conflict for a transition that there is not, naming those that there are.
    [[nodiscard]] Result<Turn> advance(std::string_view principal, std::string_view id, TurnState to);
    /// Gives the turn its outcome, and ends it when it has not ended: completed, or errored when it failed. `judge` is
    /// called with the turn under the lock and must be quick. Errors: NotFound; Conflict when it has one already; those
    /// of `judge`.
    [[nodiscard]] Result<Turn> finish(std::string_view principal, std::string_view id,
                                      const std::function<Result<Outcome>(const Turn &)> &judge);
    [[nodiscard]] std::size_t size() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::context
