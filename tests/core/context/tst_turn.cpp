/// CD9 and CD11's effect on it: how the tools of a turn are chosen, and which life a turn may have.
#include "context/turn.h"

#include <QTest>
#include <set>

using namespace actionscope;
using namespace actionscope::context;

namespace {

class HandClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override { return time; }
    Timestamp time = *parseTimestamp("2026-11-21T09:00:00Z");
};

PlannedTool tool(std::string id, bool available = true) { return {std::move(id), 0.5, available, {}}; }

/// A program whose discovery fails as often as is wanted.
struct World {
    bool ready = true;
    int failures = 0; ///< of the next discoveries
    ErrorCode how = ErrorCode::IoError;
    std::vector<PlannedTool> found{tool("a.find")}, all{tool("a.find"), tool("b.callable")};
    int searches = 0, starts = 0;
    std::vector<std::chrono::milliseconds> waits;
    std::optional<catalog::Kind> kind;

    PlannerParts parts() {
        return {[this] { return ready; },
                [this]() -> Result<void> {
                    ++starts;
                    ready = true;
                    return {};
                },
                [this](std::optional<catalog::Kind> wanted) -> Result<std::vector<PlannedTool>> {
                    ++searches;
                    kind = wanted;
                    if (!ready)
                        return fail(ErrorCode::NotFound, "no index");
                    if (failures > 0) {
                        --failures;
                        return fail(how, "the disk is gone");
                    }
                    return found;
                },
                [this] { return all; }, [this](std::chrono::milliseconds pause) { waits.push_back(pause); }};
    }
    TurnPlan plan(const TurnOptions &options = {}, const TurnOverrides &overrides = {},
                  const Adaptation &adaptation = {}) {
        auto made = planTurn(options, overrides, adaptation, parts());
        return made ? std::move(*made) : TurnPlan{.problem = made.error().message, .failed = true};
    }
};

std::vector<std::string> ids(const TurnPlan &plan) {
    std::vector<std::string> list;
    for (const PlannedTool &one : plan.tools)
        list.push_back(one.id);
    return list;
}

using Ids = std::vector<std::string>;

Turn turnOf(const std::string &principal) {
    Turn turn;
    turn.principal = principal;
    return turn;
}

Result<Outcome> success(const Turn &) { return Outcome{}; }

} // namespace

class TestTurn : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesWhatWasDiscoveredByDefault() {
        World world;
        const TurnPlan plan = world.plan();
        QCOMPARE(ids(plan), (Ids{"a.find"}));
        QCOMPARE(plan.failure, FailureMode::Open);
        QCOMPARE(plan.selection, Selection::Discovered);
        QCOMPARE(plan.attempts, 1U);
        QVERIFY(plan.fallback.empty() && !plan.failed && world.waits.empty());
    }

    void triesOnceMoreAfterAPause() {
        World world;
        world.failures = 1;
        const TurnPlan plan = world.plan();
        QCOMPARE(ids(plan), (Ids{"a.find"}));
        QCOMPARE(plan.attempts, 2U);
        QCOMPARE(world.waits, (std::vector{std::chrono::milliseconds(150)}));
        QVERIFY(plan.fallback.empty() && plan.problem.empty());
    }

    void underFailOpenTakesEverythingWhenDiscoveryFails() {
        World world;
        world.failures = 2;
        const TurnPlan plan = world.plan();
        QCOMPARE(ids(plan), (Ids{"a.find", "b.callable"}));
        QCOMPARE(plan.fallback, std::string("discovery_failed"));
        QCOMPARE(plan.selection, Selection::All);
        QCOMPARE(plan.problem, std::string("the disk is gone"));
        QVERIFY(!plan.failed);
        QCOMPARE(world.searches, 2);
    }

    void underFailOpenTakesEverythingWhenNothingIsFound() {
        World world;
        world.found.clear();
        const TurnPlan plan = world.plan();
        QCOMPARE(plan.fallback, std::string("nothing_found"));
        QCOMPARE(ids(plan), (Ids{"a.find", "b.callable"}));
        QCOMPARE(world.searches, 1);
    }

    void underFailClosedGoesOnWithNothing() {
        World world;
        world.failures = 2;
        TurnPlan plan = world.plan({.failure = FailureMode::Closed});
        QVERIFY(plan.failed && plan.tools.empty() && plan.fallback.empty());
        QCOMPARE(plan.problem, std::string("the disk is gone"));
        world.found.clear();
        plan = world.plan({}, {.failure = FailureMode::Closed, .selection = {}, .kind = {}});
        QVERIFY(!plan.failed && plan.tools.empty() && plan.fallback.empty());
    }

    void whatTheAskerMayNotDoIsNotMendedByMoreTools() {
        World world;
        world.failures = 2;
        world.how = ErrorCode::PermissionDenied;
        QVERIFY(!planTurn({}, {}, {}, world.parts()));
        QCOMPARE(world.searches, 1);
    }

    void startsTheEngineOnDemand() {
        World world;
        world.ready = false;
        QCOMPARE(ids(world.plan()), (Ids{"a.find"}));
        QCOMPARE(world.starts, 1);
        world.ready = false;
        const TurnPlan plan = world.plan({.startEngine = false});
        QCOMPARE(world.starts, 1);
        QCOMPARE(plan.fallback, std::string("discovery_failed"));
    }

    void leavesOutWhatIsNotAvailable() {
        World world;
        world.found = {tool("a.off", false), tool("a.find"), tool("a.more")};
        QCOMPARE(ids(world.plan()), (Ids{"a.find", "a.more"}));
        QCOMPARE(world.plan().leftOut, std::size_t(1));
        QCOMPARE(ids(world.plan({.onlyAvailable = false})), (Ids{"a.off", "a.find", "a.more"}));
        QCOMPARE(ids(world.plan({.tools = 1})), (Ids{"a.find"}));
    }

    void requestsOverrideOnlyWhereTheyMay() {
        World world;
        const TurnOverrides all{.failure = {}, .selection = Selection::All, .kind = {}};
        QCOMPARE(ids(world.plan({}, all)), (Ids{"a.find", "b.callable"}));
        QCOMPARE(world.searches, 0);
        QVERIFY(!planTurn({.overrides = false}, all, {}, world.parts()));
        QVERIFY(planTurn({.overrides = false}, {}, {}, world.parts()));
        (void)world.plan({}, {.failure = {}, .selection = {}, .kind = catalog::Kind::Skill});
        QCOMPARE(world.kind, std::optional(catalog::Kind::Skill));
    }

    /// CD11: low figures ask for all tools and for going on; a request that pinned fail_closed keeps it.
    void adaptsToTheFigures() {
        World world;
        const Adaptation low{.selectAll = true, .failOpen = true, .reason = "low"};
        TurnPlan plan = world.plan({.failure = FailureMode::Closed}, {}, low);
        QCOMPARE(plan.selection, Selection::All);
        QCOMPARE(plan.failure, FailureMode::Open);
        QCOMPARE(plan.adapted, std::string("low"));
        plan = world.plan({}, {.failure = FailureMode::Closed, .selection = {}, .kind = {}}, low);
        QCOMPARE(plan.failure, FailureMode::Closed);
        QCOMPARE(plan.selection, Selection::All);
        plan = world.plan({}, {.failure = {}, .selection = Selection::Discovered, .kind = {}}, low);
        QCOMPARE(plan.selection, Selection::Discovered);
        QVERIFY(plan.adapted.empty());
        QVERIFY(world.plan().adapted.empty());
    }

    void livesOnlyAsATurnMay() {
        using enum TurnState;
        const std::set<std::pair<TurnState, TurnState>> legal{
            {Planned, Executing},   {Planned, Errored},    {Executing, Degraded}, {Executing, Completed},
            {Executing, Errored},   {Degraded, Recovered}, {Degraded, Errored},   {Recovered, Degraded},
            {Recovered, Completed}, {Recovered, Errored}};
        for (const TurnState from : {Planned, Executing, Degraded, Recovered, Completed, Errored})
            for (const TurnState to : {Planned, Executing, Degraded, Recovered, Completed, Errored})
                QCOMPARE(mayFollow(from, to), legal.contains({from, to}));
    }

    void refusesTransitionsThatThereAreNot() {
        const HandClock clock;
        TurnRegistry turns(clock, 10, std::chrono::hours(1));
        const Turn turn = turns.add(turnOf("token:ana"));
        QVERIFY(turn.id.starts_with("t-"));
        auto next = turns.advance("token:ana", turn.id, TurnState::Degraded);
        QVERIFY(!next);
        QCOMPARE(next.error().code, ErrorCode::Conflict);
        QCOMPARE(next.error().message,
                 std::string("the turn is planned and cannot become degraded: only executing, errored can follow"));
        for (const TurnState to :
             {TurnState::Executing, TurnState::Degraded, TurnState::Recovered, TurnState::Completed})
            QVERIFY(turns.advance("token:ana", turn.id, to));
        next = turns.advance("token:ana", turn.id, TurnState::Errored);
        QVERIFY(next.error().message.ends_with("it has ended"));
        const auto seen = turns.find("token:ana", turn.id);
        QVERIFY(seen->degraded && seen->recovered);
    }

    void belongsToWhoPlannedIt() {
        const HandClock clock;
        TurnRegistry turns(clock, 10, std::chrono::hours(1));
        const Turn turn = turns.add(turnOf("token:ana"));
        for (const auto &[who, id] : {std::pair{"token:ben", turn.id}, std::pair{"token:ana", std::string("t-0")}}) {
            const auto other = turns.finish(who, id, success);
            QVERIFY(!other);
            QCOMPARE(other.error().code, ErrorCode::NotFound);
        }
    }

    void hasOneOutcome() {
        const HandClock clock;
        TurnRegistry turns(clock, 10, std::chrono::hours(1));
        Turn turn = turns.add(turnOf("token:ana"));
        const auto done = turns.finish("token:ana", turn.id, success);
        QCOMPARE(done->state, TurnState::Completed);
        const auto again = turns.finish("token:ana", turn.id, success);
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::Conflict);
        QVERIFY(again.error().message.starts_with("the turn is finished: its outcome is success"));
        turn = turns.add(turnOf("token:ana"));
        const auto failed = turns.finish("token:ana", turn.id, [](const Turn &) -> Result<Outcome> {
            return Outcome{OutcomeStatus::Failed, 0, true, {}};
        });
        QCOMPARE(failed->state, TurnState::Errored);
        // What cannot be judged has not ended.
        turn = turns.add(turnOf("token:ana"));
        QVERIFY(!turns.finish("token:ana", turn.id,
                              [](const Turn &) -> Result<Outcome> { return fail(ErrorCode::InvalidArgument, "no"); }));
        QVERIFY(turns.finish("token:ana", turn.id, success));
    }

    void isBoundedInNumberAndAge() {
        HandClock clock;
        TurnRegistry turns(clock, 3, std::chrono::minutes(10));
        std::vector<std::string> planned;
        for (int i = 0; i < 5; ++i) {
            planned.push_back(turns.add(turnOf("token:ana")).id);
            clock.time += std::chrono::minutes(1);
        }
        QCOMPARE(turns.size(), std::size_t(3));
        QVERIFY(!turns.find("token:ana", planned[1]));
        QVERIFY(turns.find("token:ana", planned[2]));
        clock.time += std::chrono::minutes(7); // the third is ten minutes old
        QVERIFY(!turns.find("token:ana", planned[2]));
        QVERIFY(turns.find("token:ana", planned[4]));
        // A clock that is set back makes nobody immortal and nobody vanish.
        clock.time -= std::chrono::hours(1);
        const std::string late = turns.add(turnOf("token:ana")).id;
        QVERIFY(turns.find("token:ana", late));
        clock.time += std::chrono::hours(2);
        QCOMPARE(turns.size(), std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestTurn)
#include "tst_turn.moc"
