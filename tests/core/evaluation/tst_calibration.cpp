#include "evaluation/calibration.h"
#include "evaluation_fixture.h"

#include <cmath>
#include <limits>

using namespace actionscope;
using namespace actionscope::evaluation;
using namespace actionscope::evaluation::test;

class TestCalibration : public QObject {
    Q_OBJECT
    static std::vector<double> evenly(double from, double to, int count) {
        std::vector<double> values;
        for (int i = 0; i < count; ++i)
            values.push_back(from + (to - from) * (i + 0.5) / count);
        return values;
    }
private Q_SLOTS:
    void separatesWhatCanBeSeparated() {
        const Calibration c = calibrate(evenly(0.4, 0.9, 100), evenly(0.05, 0.3, 100), 0.1);
        QVERIFY(c.suggested.floor >= 0.3 && c.suggested.floor <= 0.42);
        QVERIFY(c.suggested.lost <= 0.02);
        QCOMPARE(c.suggested.falseFinds, 0.0);
        QVERIFY(std::abs(c.current.falseFinds - 0.8) < 0.011);
        QCOMPARE(c.current.lost, 0.0);
        QVERIFY(c.enough);
        QCOMPARE(c.answered, 100U);
    }
    void tradesOneErrorForTheOther() {
        const auto right = evenly(0.1, 0.8, 200), wrong = evenly(0.0, 0.6, 200);
        const Calibration careful = calibrate(right, wrong, 0, {.mostLost = 0.01});
        const Calibration strict = calibrate(right, wrong, 0, {.mostLost = 0.2});
        QVERIFY(careful.suggested.floor < strict.suggested.floor);
        QVERIFY(careful.suggested.falseFinds > strict.suggested.falseFinds);
        QVERIFY(strict.suggested.lost <= 0.2);
        QVERIFY(strict.lostInterval.low <= strict.suggested.lost && strict.suggested.lost <= strict.lostInterval.high);
    }
    void theCurveIsThatOfCounting() {
        const std::vector<double> right{0.2, 0.5, 0.5, 0.9}, wrong{0, 0.1, 0.5};
        const Calibration c = calibrate(right, wrong, 0.5);
        QCOMPARE(c.curve.size(), std::size_t(101));
        QCOMPARE(c.curve[50].lost, 0.25); // a score that is the floor stays
        QVERIFY(std::abs(c.curve[50].falseFinds - 1.0 / 3) < 1e-12);
        QVERIFY(std::abs(c.curve[0].falseFinds - 2.0 / 3) < 1e-12); // where nothing matched it is empty without a floor
        QCOMPARE(c.curve[100].lost, 1.0);
        for (std::size_t i = 1; i < c.curve.size(); ++i) {
            QVERIFY(c.curve[i].lost >= c.curve[i - 1].lost);
            QVERIFY(c.curve[i].falseFinds <= c.curve[i - 1].falseFinds);
        }
        QVERIFY(!c.enough);
    }
    void histogramsHoldEveryQuery() {
        const Calibration c = calibrate(std::vector{0.0, 0.5, 1.0, 7.0}, std::vector{-1.0}, 0, {.bins = 10});
        QCOMPARE(c.right.size(), std::size_t(10));
        QCOMPARE(c.right[9], 2U);
        QCOMPARE(c.wrong[0], 1U);
    }
    void bearsNothingAndNonsense() {
        const Calibration none = calibrate(std::vector<double>(), std::vector<double>(), 0.3);
        QCOMPARE(none.suggested.floor, 0.0);
        QCOMPARE(none.current.falseFinds, 0.0);
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const Calibration odd = calibrate(std::vector{nan, 0.5}, std::vector{nan}, 0.3);
        QCOMPARE(odd.answered, 1U);
        QCOMPARE(odd.unanswered, 0U);
    }
    void readsRuns() {
        Executor executor(2);
        const auto searcher = searcherOf(office(), executor);
        const std::vector<LabelledSet> sets{labelledSet(officeQueries(), searcher)};
        const auto run = runExperiment(sets, {}, executor);
        QVERIFY(run);
        const Calibration c = calibrate(*run, 0.05);
        QCOMPARE(c.answered, 4U);
        QCOMPARE(c.unanswered, 2U);
    }
    void otherFamiliesStandIn() {
        Executor executor(2);
        const auto searcher = searcherOf(office(), executor);
        LabelledSet own = labelledSet(officeQueries(), searcher), cousin = own, stranger = own;
        cousin.name = "cousin";
        stranger.name = stranger.family = "stranger";
        const std::vector<LabelledSet> sets{own, cousin, stranger};
        const auto scores = foreignScores(sets, 0, nullptr, 3, executor);
        QVERIFY(scores);
        QCOMPARE(scores->size(), std::size_t(3)); // of the stranger only
        QVERIFY((*scores)[0] > 0);
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(foreignScores(sets, 0, nullptr, 3, executor, {{}, stop.get_token()}).error().code,
                 ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestCalibration)
#include "tst_calibration.moc"
