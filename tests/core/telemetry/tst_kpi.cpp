/// CD10: figures over the last outcomes, alerts. CD11: what the planner is asked for.
#include "telemetry/kpi.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::telemetry;
using context::Outcome;
using context::OutcomeStatus;

namespace {

class HandClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override { return time; }
    Timestamp time = *parseTimestamp("2026-11-21T09:00:00Z");
};

const Outcome Good{OutcomeStatus::Success, 1, true, {}}, Half{OutcomeStatus::Partial, 0.5, true, {}},
    Bad{OutcomeStatus::Failed, 0.1, true, {}};

} // namespace

class TestKpi : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void countsEachScopeApart() {
        const HandClock clock;
        KpiBoard board(nullptr, clock, {});
        for (const Outcome &outcome : {Good, Good, Half, Bad})
            QVERIFY(board.add("acme", "support", outcome));
        QVERIFY(board.add("acme", "sales", Bad));
        QVERIFY(board.add("other", "support", Bad));
        const KpiFigures figures = *board.figures("acme", "support");
        QCOMPARE(figures.scope, std::string("organisation:acme persona:support"));
        QCOMPARE(figures.samples, std::size_t(4));
        QCOMPARE(figures.success, std::size_t(2));
        QCOMPARE(figures.partial, std::size_t(1));
        QCOMPARE(figures.failed, std::size_t(1));
        QCOMPARE(figures.successRate, 0.5);
        QCOMPARE(figures.averageScore, 0.65);
        QCOMPARE(figures.weightedSuccessRate, 0.625);
        std::map<std::string, std::size_t> samples;
        const auto all = *board.all();
        for (const KpiFigures &one : all)
            samples[one.scope] = one.samples;
        QCOMPARE(samples, (std::map<std::string, std::size_t>{{"global", 6},
                                                              {"organisation:acme", 5},
                                                              {"organisation:acme persona:support", 4},
                                                              {"organisation:acme persona:sales", 1},
                                                              {"organisation:other", 1},
                                                              {"organisation:other persona:support", 1}}));
    }

    void keepsOnlyTheWindow() {
        const HandClock clock;
        KpiBoard board(nullptr, clock, {.window = 100, .alerts = false});
        for (int i = 0; i < 60; ++i)
            QVERIFY(board.add("a", "b", Bad));
        for (int i = 0; i < 100; ++i)
            QVERIFY(board.add("a", "b", Good));
        const KpiFigures figures = *board.figures("a", "b");
        QCOMPARE(figures.samples, std::size_t(100));
        QCOMPARE(figures.failed, std::size_t(0));
    }

    void alertsFromEightSamplesBelowTheThreshold() {
        HandClock clock;
        KpiBoard board(nullptr, clock, {});
        for (int i = 0; i < 7; ++i)
            QVERIFY(!board.add("a", "b", Bad)->has_value());
        const auto alert = *board.add("a", "b", Bad);
        QVERIFY(alert);
        QCOMPARE(alert->severity, std::string("critical"));
        QCOMPARE(alert->threshold, 0.55);
        QCOMPARE(alert->value, 0.0);
        QCOMPARE(alert->samples, std::size_t(8));
        QCOMPARE(alert->scope, std::string("organisation:a persona:b"));
        QVERIFY(alert->reason.find("below 0.55") != std::string::npos);
        // Not again for a minute, whoever looks; another scope has its own.
        clock.time += std::chrono::seconds(59);
        QVERIFY(!board.add("a", "b", Bad)->has_value());
        clock.time += std::chrono::seconds(1);
        QVERIFY(board.add("a", "b", Bad)->has_value());
        QCOMPARE(board.alerts()->size(), std::size_t(2));
        QCOMPARE(board.alerts(board.alerts()->front().number)->size(), std::size_t(0));
        clock.time -= std::chrono::hours(5);
        QVERIFY(board.add("a", "b", Bad)->has_value());
    }

    void doesNotAlertAtTheThresholdNorWhenOff() {
        HandClock clock;
        KpiBoard board(nullptr, clock, {});
        // 11 of 20: 0.55 is not below 0.55.
        for (int i = 0; i < 20; ++i)
            QVERIFY(!board.add("a", "b", i < 11 ? Good : Bad)->has_value());
        const auto alert = *board.add("a", "b", Bad);
        QVERIFY(alert);
        QCOMPARE(alert->severity, std::string("warning"));
        KpiBoard quiet(nullptr, clock, {.alerts = false});
        for (int i = 0; i < 20; ++i)
            QVERIFY(!quiet.add("a", "b", Bad)->has_value());
    }

    void asksToAdaptFromFiveSamplesOn() {
        const HandClock clock;
        KpiBoard board(nullptr, clock, {.alerts = false});
        for (int i = 0; i < 4; ++i)
            QVERIFY(board.add("a", "b", Bad));
        QVERIFY(!board.adaptation("a", "b").selectAll);
        QVERIFY(board.add("a", "b", Bad));
        const context::Adaptation low = board.adaptation("a", "b");
        QVERIFY(low.selectAll && low.failOpen);
        QVERIFY(low.reason.find("below 0.70") != std::string::npos);
        QVERIFY(!board.adaptation("a", "c").selectAll);
        // 0.7 is not below 0.7.
        for (int i = 0; i < 12; ++i)
            QVERIFY(board.add("a", "b", Good));
        QVERIFY(board.adaptation("a", "b").selectAll == (12.0 / 17 < 0.7));
        const KpiFigures atBorder{.scope = {}, .samples = 10, .weightedSuccessRate = 0.7};
        QVERIFY(!adaptationOf(atBorder, {}).selectAll);
        const KpiFigures below{.scope = {}, .samples = 10, .weightedSuccessRate = 0.69};
        QVERIFY(adaptationOf(below, {.adaptFailure = false}).selectAll);
        QVERIFY(!adaptationOf(below, {.adaptFailure = false}).failOpen);
        QVERIFY(adaptationOf(below, {.adaptSelection = false}).failOpen);
        QVERIFY(adaptationOf(below, {.adaptSelection = false, .adaptFailure = false}).reason.empty());
    }

    /// Names are people's: nobody gets into another's window by how an organisation is called.
    void scopesCannotBeForged() {
        QVERIFY(kpiKey(KpiScope::OrganisationPersona, "a persona:b", "c") !=
                kpiKey(KpiScope::OrganisationPersona, "a", "b persona:c"));
        QVERIFY(kpiKey(KpiScope::Organisation, "a persona:b", "") != kpiKey(KpiScope::OrganisationPersona, "a", "b"));
        QVERIFY(kpiKey(KpiScope::Organisation, std::string(5000, 'x'), "").size() < 300);
        QCOMPARE(kpiKey(KpiScope::Global, "a", "b"), std::string("global"));
    }
};

QTEST_APPLESS_MAIN(TestKpi)
#include "tst_kpi.moc"
