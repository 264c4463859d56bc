/// CD10: the windows of outcomes and the alerts survive a restart, in state.db.
#include "core/storage/store_fixture.h"
#include "telemetry/kpi.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::telemetry;
using actionscope::test::StoreFixture;
using context::OutcomeStatus;

namespace {

const context::Outcome Good{OutcomeStatus::Success, 0.9, true, {}}, Bad{OutcomeStatus::Failed, 0.2, true, {}};

} // namespace

class TestKpis : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void windowsAndAlertsSurviveARestart() {
        StoreFixture fixture;
        {
            const auto store = fixture.open();
            KpiBoard board(&store->kpis(), fixture.clock, {});
            for (int i = 0; i < 9; ++i) {
                QVERIFY(board.add("acme", "support", i == 0 ? Good : Bad));
                fixture.clock.time += std::chrono::seconds(1);
            }
            QCOMPARE(board.alerts()->size(), std::size_t(1));
        }
        const auto store = fixture.open();
        KpiBoard board(&store->kpis(), fixture.clock, {});
        const KpiFigures figures = *board.figures("acme", "support");
        QCOMPARE(figures.samples, std::size_t(9));
        QCOMPARE(figures.success, std::size_t(1));
        QCOMPARE(figures.averageScore, (0.9 + 8 * 0.2) / 9);
        QVERIFY(board.adaptation("acme", "support").selectAll);
        QCOMPARE(board.all()->size(), std::size_t(3));
        const auto alerts = *board.alerts();
        QCOMPARE(alerts.size(), std::size_t(1));
        QCOMPARE(alerts[0].severity, std::string("critical"));
        QCOMPARE(alerts[0].samples, std::size_t(8));
        // The pause between two alerts holds over the restart too.
        QVERIFY(!board.add("acme", "support", Bad)->has_value());
        fixture.clock.time += std::chrono::seconds(60);
        QVERIFY(board.add("acme", "support", Bad)->has_value());
    }

    void keepsTheNewestOfAWindow() {
        StoreFixture fixture;
        const auto store = fixture.open();
        for (int i = 0; i < 250; ++i)
            QVERIFY(store->kpis().add({"global"}, {fixture.clock.time, OutcomeStatus::Partial, i / 1000.0}, 100));
        const auto samples = *store->kpis().window("global", 1000);
        QCOMPARE(samples.size(), std::size_t(100));
        QCOMPARE(samples.front().score, 0.150);
        QCOMPARE(samples.back().score, 0.249);
        QCOMPARE(store->kpis().window("global", 3)->front().score, 0.247);
        QCOMPARE(store->kpis().window("nobody", 3)->size(), std::size_t(0));
    }

    void oneProcessSeesWhatAnotherAdds() {
        StoreFixture fixture;
        const auto one = fixture.open(), other = fixture.open();
        KpiBoard writing(&one->kpis(), fixture.clock, {}), reading(&other->kpis(), fixture.clock, {});
        for (int i = 0; i < 5; ++i)
            QVERIFY(writing.add("a", "b", Bad));
        QCOMPARE(reading.figures("a", "b")->samples, std::size_t(5));
        QVERIFY(reading.adaptation("a", "b").selectAll);
    }

    /// Whoever can make up organisations cannot fill the disk with them.
    void scopesAreBounded() {
        StoreFixture fixture;
        const auto store = fixture.open();
        std::vector<std::string> scopes;
        for (std::size_t i = 0; i < KpiStore::MaxScopes; ++i)
            scopes.push_back("organisation:" + std::to_string(i));
        QVERIFY(store->kpis().add({"global"}, {fixture.clock.time, OutcomeStatus::Success, 1}, 100));
        fixture.clock.time += std::chrono::seconds(1);
        QVERIFY(store->kpis().add(scopes, {fixture.clock.time, OutcomeStatus::Success, 1}, 100));
        QCOMPARE(store->kpis().window("global", 10)->size(), std::size_t(0)); // the one that nobody used for longest
        QCOMPARE(store->kpis().window("organisation:0", 10)->size(), std::size_t(1));
    }

    void readOnlyStoresTakeNothing() {
        StoreFixture fixture;
        QVERIFY(fixture.open());
        fixture.options.readOnly = true;
        const auto store = fixture.open();
        KpiBoard board(&store->kpis(), fixture.clock, {});
        const auto added = board.add("a", "b", Good);
        QVERIFY(!added);
        QCOMPARE(added.error().code, ErrorCode::PermissionDenied);
    }
};

QTEST_APPLESS_MAIN(TestKpis)
#include "tst_kpis.moc"
