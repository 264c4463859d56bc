#include "compare_controller.h"
#include "lab_metrics.h"
#include "support/sample_session.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

/// A ranking against its baseline on the sample's query set.
class TestLabCompare : public QObject {
    Q_OBJECT

    struct Bench {
        QTemporaryDir folder;
        WorkspaceSession session;
        UndoStack document;
        LabTuning tuning;
        LabMetrics metrics;
        CompareController compare;
        Bench() {
            QVERIFY(test::openAndWait(session, test::sampleCopy(folder)));
            tuning.setSession(&session);
            metrics.setSession(&session);
            metrics.setTuning(&tuning);
            compare.setSession(&session);
            compare.setTuning(&tuning);
            compare.setUndoStack(&document);
        }
        void measure() {
            metrics.setActive(true);
            QTRY_COMPARE_WITH_TIMEOUT(metrics.state(), QStringLiteral("ready"), 60000);
        }
        void compareNow() {
            compare.setSet(QStringLiteral("everyday"));
            compare.setActive(true);
            QTRY_COMPARE_WITH_TIMEOUT(compare.state(), QStringLiteral("ready"), 60000);
        }
        /// A ranking that is surely worse.
        void spoil() {
            tuning.set(QStringLiteral("service"), 2);
            tuning.set(QStringLiteral("b"), 0);
            tuning.set(QStringLiteral("k1"), 10);
        }
    };

private Q_SLOTS:
    void nothingIsMeasuredWhileNobodyLooks() {
        Bench bench;
        QTest::qWait(300);
        QVERIFY(bench.metrics.figures().isEmpty());
        bench.measure();
        QCOMPARE(bench.metrics.set(), QStringLiteral("everyday"));
        QVERIFY(bench.metrics.figures().size() >= 4);
        for (const QVariant &figure : bench.metrics.figures())
            QCOMPARE(figure.toMap().value(QStringLiteral("delta")).toString(), QString());
    }
    void aChangeMarksTheFiguresAsStaleAndThenSaysTheDifference() {
        Bench bench;
        bench.measure();
        bench.tuning.pin();
        QCOMPARE(bench.metrics.state(), QStringLiteral("stale"));
        QVERIFY(!bench.metrics.figures().isEmpty());
        QVERIFY(bench.metrics.evidence().isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(bench.metrics.state(), QStringLiteral("ready"), 60000);
        for (const QVariant &figure : bench.metrics.figures())
            QCOMPARE(figure.toMap().value(QStringLiteral("change")).toString(), QStringLiteral("same"));
        bench.spoil();
        QTRY_COMPARE_WITH_TIMEOUT(bench.metrics.state(), QStringLiteral("ready"), 60000);
        bool moved = false;
        for (const QVariant &figure : bench.metrics.figures())
            moved |= figure.toMap().value(QStringLiteral("change")).toString() != QLatin1String("same");
        QVERIFY(moved);
        QCOMPARE(bench.metrics.evidence().size(), 2);
    }
    void winsTiesAndLossesAreAllQueriesWithAnAnswer() {
        Bench bench;
        bench.tuning.pin();
        bench.spoil();
        bench.compareNow();
        CompareController &compare = bench.compare;
        QAbstractItemModelTester tester(compare.queries(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int all = compare.queries()->count();
        QCOMPARE(compare.wins() + compare.ties() + compare.losses(), all);
        QVERIFY(compare.losses() > 0);
        compare.setFilter(QStringLiteral("losses"));
        QCOMPARE(compare.queries()->count(), compare.losses());
        compare.setFilter(QStringLiteral("wins"));
        QCOMPARE(compare.queries()->count(), compare.wins());
        QVERIFY(compare.metrics()->count() > 5);
        QVERIFY(!compare.conclusion().isEmpty());
        for (int row = 0; row < compare.metrics()->count(); ++row) {
            const QVariantMap metric = compare.metrics()->at(row);
            const QString interval = metric.value(QStringLiteral("interval")).toString();
            if (interval.isEmpty())
                continue;
            // Evidence is what the shown interval keeps away from zero.
            const bool crosses = interval.startsWith(QStringLiteral("[−")) && !interval.contains(QStringLiteral(", −"));
            if (metric.value(QStringLiteral("evidence")).toBool())
                QVERIFY2(!crosses || interval.contains(QLatin1String("0.000")), qPrintable(interval));
        }
    }
    void anUnchangedRankingIsNoDifference() {
        Bench bench;
        bench.compareNow();
        QCOMPARE(bench.compare.wins(), 0);
        QCOMPARE(bench.compare.losses(), 0);
        QVERIFY(bench.compare.conclusion().contains(QStringLiteral("No difference")));
    }
    void aJudgementGoesIntoTheFileAndBack() {
        Bench bench;
        bench.compareNow();
        CompareController &compare = bench.compare;
        const QString path = bench.session.folder() + QStringLiteral("/queries/everyday.yaml");
        const QByteArray before = test::contentsOf(path);
        // A result that nobody judged yet.
        QString action;
        for (int row = 0; row < compare.queries()->count() && action.isEmpty(); ++row) {
            compare.select(compare.queries()->at(row).value(QStringLiteral("key")).toString());
            for (int i = 0; i < compare.listB()->count() && action.isEmpty(); ++i) {
                if (compare.listB()->at(i).value(QStringLiteral("grade")).toInt() < 0)
                    action = compare.listB()->at(i).value(QStringLiteral("name")).toString();
            }
        }
        QVERIFY(!action.isEmpty());
        QSignalSpy judged(&compare, &CompareController::judged);
        compare.judge(action, 2);
        QTRY_COMPARE(judged.count(), 1);
        QVERIFY(test::contentsOf(path) != before);
        QVERIFY(test::contentsOf(path).startsWith("# Tasks as people and agents type them"));
        QTRY_COMPARE_WITH_TIMEOUT(compare.gradeOf(action), 2, 60000);
        QVERIFY(compare.judgements()->find(QStringLiteral("name"), action) >= 0);
        bench.document.undo();
        QTRY_VERIFY(bench.document.canRedo());
        const auto set = evaluation::parseQuerySet(test::contentsOf(path).toStdString(), "everyday.yaml");
        QVERIFY(set && *set == *evaluation::parseQuerySet(before.toStdString(), "everyday.yaml"));
        QVERIFY(test::contentsOf(path).startsWith("# Tasks as people and agents type them"));
        QTRY_COMPARE_WITH_TIMEOUT(compare.gradeOf(action), -1, 60000);
        compare.judge(action, 7);
        compare.judge(QString(), 2);
        QTest::qWait(50);
        QCOMPARE(judged.count(), 2);
    }
    void everyPresetHasItsLine() {
        Bench bench;
        bench.compareNow();
        CompareController &compare = bench.compare;
        bench.tuning.set(QStringLiteral("service"), 0.6);
        compare.comparePresets();
        QCOMPARE(compare.presetsState(), QStringLiteral("loading"));
        QTRY_COMPARE_WITH_TIMEOUT(compare.presetsState(), QStringLiteral("ready"), 120000);
        // What is tried and not saved is among them.
        QCOMPARE(compare.presets()->count(), static_cast<int>(bench.tuning.presets().size()) + 1);
        int current = 0;
        for (int row = 0; row < compare.presets()->count(); ++row) {
            const QVariantMap preset = compare.presets()->at(row);
            current += preset.value(QStringLiteral("current")).toBool() ? 1 : 0;
            QVERIFY(!preset.value(QStringLiteral("word")).toString().isEmpty());
            QVERIFY(!preset.value(QStringLiteral("p95")).toString().isEmpty());
        }
        QCOMPARE(current, 1);
    }
};

QTEST_MAIN(TestLabCompare)
#include "tst_lab_compare.moc"
