#include "context/turn.h"

#include "base/hash.h"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace actionscope::context {
namespace {

constexpr std::array States{TurnState::Planned,   TurnState::Executing, TurnState::Degraded,
                            TurnState::Recovered, TurnState::Completed, TurnState::Errored};

bool isEnd(TurnState state) { return state == TurnState::Completed || state == TurnState::Errored; }

Error unknownTurn(std::string_view id) {
    return {ErrorCode::NotFound,
            "there is no turn \"" + std::string(id.substr(0, 100)) +
                "\" of yours: it was never planned here, or is too long ago (POST /turns plans one)",
            {}};
}

std::string namesAfter(TurnState state) {
    std::string names;
    for (const TurnState next : States)
        if (mayFollow(state, next))
            names += (names.empty() ? "" : ", ") + std::string(turnStateName(next));
    return names;
}

/// Takes off what is not to be a tool of the turn.
void keepUsable(TurnPlan &plan, const TurnOptions &options) {
    const std::size_t before = plan.tools.size();
    if (options.onlyAvailable)
        std::erase_if(plan.tools, [](const PlannedTool &tool) { return !tool.available; });
    if (plan.tools.size() > options.tools)
        plan.tools.resize(options.tools);
    plan.leftOut = before - plan.tools.size();
}

} // namespace

std::string_view failureModeName(FailureMode mode) { return mode == FailureMode::Open ? "fail_open" : "fail_closed"; }

std::optional<FailureMode> failureModeFromName(std::string_view name) {
    if (name == failureModeName(FailureMode::Open))
        return FailureMode::Open;
    if (name == failureModeName(FailureMode::Closed))
        return FailureMode::Closed;
    return std::nullopt;
}

std::string_view selectionName(Selection selection) {
    return selection == Selection::Discovered ? "discovered" : "all";
}

std::optional<Selection> selectionFromName(std::string_view name) {
    if (name == selectionName(Selection::Discovered))
        return Selection::Discovered;
    if (name == selectionName(Selection::All))
        return Selection::All;
    return std::nullopt;
}

std::string_view turnStateName(TurnState state) {
    switch (state) {
    case TurnState::Planned:
        return "planned";
    case TurnState::Executing:
        return "executing";
    case TurnState::Degraded:
        return "degraded";
    case TurnState::Recovered:
        return "recovered";
    case TurnState::Completed:
        return "completed";
    case TurnState::Errored:
        return "errored";
    }
    return "planned";
}

std::optional<TurnState> turnStateFromName(std::string_view name) {
    for (const TurnState state : States)
        if (turnStateName(state) == name)
            return state;
    return std::nullopt;
}

bool mayFollow(TurnState before, TurnState after) {
    switch (before) {
    case TurnState::Planned:
        return after == TurnState::Executing || after == TurnState::Errored;
    case TurnState::Executing:
    case TurnState::Recovered:
        return after == TurnState::Degraded || isEnd(after);
    case TurnState::Degraded:
        return after == TurnState::Recovered || after == TurnState::Errored;
    case TurnState::Completed:
    case TurnState::Errored:
        return false;
    }
    return false;
}

Result<TurnPlan> planTurn(const TurnOptions &options, const TurnOverrides &overrides, const Adaptation &adaptation,
                          const PlannerParts &parts) {
    if (!options.overrides && (overrides.failure || overrides.selection || overrides.kind))
        return fail(ErrorCode::InvalidArgument,
                    "failure_mode, selection and kind are fixed here (context.turns.overrides is off): leave them out");
    TurnPlan plan;
    plan.kind = overrides.kind;
    plan.failure = options.failure;
    plan.selection = options.selection;
    // What the figures ask for comes before what this request says: a pinned fail_closed stays closed (CD11).
    if (adaptation.selectAll && plan.selection != Selection::All) {
        plan.selection = Selection::All;
        plan.adapted = adaptation.reason;
    }
    if (adaptation.failOpen && plan.failure != FailureMode::Open && overrides.failure != FailureMode::Closed) {
        plan.failure = FailureMode::Open;
        plan.adapted = adaptation.reason;
    }
    if (overrides.failure)
        plan.failure = *overrides.failure;
    if (overrides.selection) {
        plan.selection = *overrides.selection;
        if (*overrides.selection != Selection::All && adaptation.selectAll)
            plan.adapted.clear();
    }

    Result<std::vector<PlannedTool>> found = std::vector<PlannedTool>();
    if (plan.selection == Selection::Discovered) {
        if (!parts.engineReady()) {
            const auto started = options.startEngine
                                     ? parts.startEngine()
                                     : Result<void>(fail(ErrorCode::NotFound, "there is no index yet, and "
                                                                              "context.turns.start_engine is off"));
            if (!started)
                plan.problem = started.error().message;
        }
        for (plan.attempts = 1;; ++plan.attempts) {
            found = parts.discover(plan.kind);
            if (found || plan.attempts > options.retries || found.error().code == ErrorCode::PermissionDenied ||
                found.error().code == ErrorCode::InvalidArgument)
                break;
            parts.wait(options.backOff);
        }
        // Neither is mended by offering more tools.
        if (!found &&
            (found.error().code == ErrorCode::PermissionDenied || found.error().code == ErrorCode::InvalidArgument))
            return fail(found.error());
        if (!found)
            plan.problem = found.error().message;
        else
            plan.problem.clear();
        if (found)
            plan.tools = std::move(*found);
        keepUsable(plan, options);
        if (!plan.tools.empty())
            return plan;
        if (plan.failure == FailureMode::Closed) {
            plan.failed = !found;
            return plan;
        }
        plan.fallback = found ? "nothing_found" : "discovery_failed";
        plan.selection = Selection::All;
    }
    plan.tools = parts.everything();
    keepUsable(plan, options);
    return plan;
}

struct TurnRegistry::Impl {
    const Clock &clock;
    const std::size_t most;
    const std::chrono::seconds life;
    mutable std::mutex mutex;
    std::unordered_map<std::string, Turn> turns;
    std::deque<std::pair<Timestamp, std::string>> order; ///< as they were planned

    Impl(const Clock &time, std::size_t number, std::chrono::seconds age)
        : clock(time)
        , most(std::max<std::size_t>(1, number))
        , life(age) {}

    void sweep(Timestamp now) {
        while (!order.empty() && (order.size() > most || order.front().first + life <= now)) {
            turns.erase(order.front().second);
            order.pop_front();
        }
    }

    Result<Turn *> get(std::string_view principal, std::string_view id) {
        sweep(clock.now());
        const auto found = turns.find(std::string(id));
        if (found == turns.end() || found->second.principal != principal)
            return fail(unknownTurn(id));
        return &found->second;
    }
};

TurnRegistry::TurnRegistry(const Clock &clock, std::size_t most, std::chrono::seconds life)
    : m_impl(std::make_unique<Impl>(clock, most, life)) {}

TurnRegistry::~TurnRegistry() = default;

Turn TurnRegistry::add(Turn turn) {
    turn.id = "t-" + toHex(randomBytes(8));
    turn.state = TurnState::Planned;
    const std::lock_guard lock(m_impl->mutex);
    // A clock that is set back must not bring the order of ages into disorder.
    turn.planned = m_impl->clock.now();
    if (!m_impl->order.empty())
        turn.planned = std::max(turn.planned, m_impl->order.back().first);
    turn.changed = turn.planned;
    m_impl->order.emplace_back(turn.planned, turn.id);
    m_impl->turns.emplace(turn.id, turn);
    m_impl->sweep(turn.planned);
    return turn;
}

Result<Turn> TurnRegistry::find(std::string_view principal, std::string_view id) const {
    const std::lock_guard lock(m_impl->mutex);
    const auto turn = m_impl->get(principal, id);
    if (!turn)
        return fail(turn.error());
    return **turn;
}

Result<Turn> TurnRegistry::advance(std::string_view principal, std::string_view id, TurnState to) {
    const std::lock_guard lock(m_impl->mutex);
    const auto found = m_impl->get(principal, id);
    if (!found)
        return fail(found.error());
    Turn &turn = **found;
    if (!mayFollow(turn.state, to)) {
        const std::string next = namesAfter(turn.state);
        return fail(ErrorCode::Conflict, "the turn is " + std::string(turnStateName(turn.state)) +
                                             " and cannot become " + std::string(turnStateName(to)) +
                                             (next.empty() ? ": it has ended" : ": only " + next + " can follow"));
    }
    turn.state = to;
    turn.changed = m_impl->clock.now();
    turn.degraded = turn.degraded || to == TurnState::Degraded;
    // Of the last time: one that is degraded again has not recovered from that.
    turn.recovered = to == TurnState::Recovered || (turn.recovered && to != TurnState::Degraded);
    return turn;
}

Result<Turn> TurnRegistry::finish(std::string_view principal, std::string_view id,
                                  const std::function<Result<Outcome>(const Turn &)> &judge) {
    const std::lock_guard lock(m_impl->mutex);
    const auto found = m_impl->get(principal, id);
    if (!found)
        return fail(found.error());
    Turn &turn = **found;
    if (turn.outcome)
        return fail(ErrorCode::Conflict, "the turn is finished: its outcome is " +
                                             std::string(outcomeName(turn.outcome->status)) + " since " +
                                             formatTimestamp(turn.changed));
    auto outcome = judge(turn);
    if (!outcome)
        return fail(outcome.error());
    turn.outcome = std::move(*outcome);
    if (!isEnd(turn.state))
        turn.state = turn.outcome->status == OutcomeStatus::Failed ? TurnState::Errored : TurnState::Completed;
    turn.changed = m_impl->clock.now();
    return turn;
}

std::size_t TurnRegistry::size() const {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->sweep(m_impl->clock.now());
    return m_impl->turns.size();
}

} // namespace actionscope::context
