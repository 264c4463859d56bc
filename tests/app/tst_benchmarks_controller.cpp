#include "benchmarks_controller.h"
#include "calibration_controller.h"
#include "confusion_controller.h"
#include "gates_controller.h"
#include "saving_controller.h"
#include "support/sample_session.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

/// Experiments on the sample: measured, kept, judged by gates, told in a report.
class TestBenchmarksController : public QObject {
    Q_OBJECT

    struct Bench {
        QTemporaryDir folder;
        WorkspaceSession session;
        UndoStack document;
        BenchmarksController page;
        GatesController gates;
        Bench() {
            QVERIFY(test::openAndWait(session, test::sampleCopy(folder)));
            gates.setSession(&session);
            gates.setUndoStack(&document);
            page.setSession(&session);
            page.setActive(true);
            QTRY_VERIFY_WITH_TIMEOUT(page.state() == QLatin1String("ready"), 20000);
        }
        bool save() {
            if (!QTest::qWaitFor([&] { return gates.file()->state() == QLatin1String("ready"); }, 20000))
                return false;
            QSignalSpy saved(gates.file(), &ReviewedFile::saved);
            gates.file()->save();
            const bool done = QTest::qWaitFor([&] { return saved.count() == 1; }, 20000);
            page.refresh();
            return done;
        }
        void saveGates(const QString &text) {
            gates.begin(text);
            QVERIFY(save());
        }
        QString path(const char *name) const { return session.folder() + QLatin1Char('/') + QLatin1String(name); }
        void measure(const QString &label = {}) {
            QSignalSpy finished(&page, &BenchmarksController::runFinished);
            const int before = page.runs()->count();
            page.run({}, {}, label, 0);
            QVERIFY(page.isRunning());
            QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 120000);
            QTRY_COMPARE_WITH_TIMEOUT(page.runs()->count(), before + 1, 20000);
            QTRY_VERIFY_WITH_TIMEOUT(page.metrics()->count() > 0, 20000);
        }
    };
    static void write(const QString &path, const QByteArray &text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

private Q_SLOTS:
    void withoutAWorkspaceThereIsNothingToMeasure() {
        WorkspaceSession session;
        BenchmarksController page;
        page.setSession(&session);
        page.setActive(true);
        QCOMPARE(page.state(), QStringLiteral("firstRun"));
        page.run({}, {}, {}, 0);
        QVERIFY(!page.isRunning());
    }
    void aRunIsKeptAndReported() {
        Bench bench;
        BenchmarksController &page = bench.page;
        QAbstractItemModelTester tester(page.runs(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(page.setNames(), QStringList{QStringLiteral("everyday")});
        bench.measure(QStringLiteral("first"));
        QCOMPARE(page.runs()->at(0).value(QStringLiteral("title")).toString(), QStringLiteral("first"));
        QCOMPARE(page.selectedRun(), page.runs()->at(0).value(QStringLiteral("id")).toString());
        QStringList groups;
        int byLength = 0;
        for (int row = 0; row < page.slices()->count(); ++row) {
            const QVariantMap slice = page.slices()->at(row);
            groups.append(slice.value(QStringLiteral("group")).toString());
            if (groups.last() == QLatin1String("length"))
                byLength += slice.value(QStringLiteral("queries")).toInt();
        }
        for (const char *group : {"tier", "service", "length"})
            QVERIFY2(groups.contains(QLatin1String(group)), group);
        // Every query with an answer has a length.
        QCOMPARE(byLength, 26);
        QVERIFY(page.hardest()->count() > 0 && page.hardest()->count() <= 10);
        int searches = 0;
        for (const QVariant &bin : page.latency())
            searches += bin.toMap().value(QStringLiteral("count")).toInt();
        QCOMPARE(searches, 30);
        QVERIFY(page.report().value(QStringLiteral("markdown")).toString().contains(QStringLiteral("everyday")));
    }
    void theHistorySaysWhatChangedAndForgetsWhatIsRemoved() {
        Bench bench;
        bench.measure(QStringLiteral("one"));
        bench.measure(QStringLiteral("two"));
        QCOMPARE(bench.page.runs()->at(0).value(QStringLiteral("change")).toString(), QStringLiteral("="));
        QCOMPARE(bench.page.runs()->at(1).value(QStringLiteral("change")).toString(), QString());
        QCOMPARE(bench.page.history().size(), 2);
        bench.page.removeRun(bench.page.runs()->at(0).value(QStringLiteral("id")).toString());
        QTRY_COMPARE(bench.page.runs()->count(), 1);
        QCOMPARE(bench.page.runs()->at(0).value(QStringLiteral("title")).toString(), QStringLiteral("one"));
    }
    void gatesHoldOrFail() {
        Bench bench;
        bench.measure();
        bench.saveGates(QStringLiteral("recall@5 >= 0.01\nrecall@5 >= 0.999\n"));
        QTRY_COMPARE_WITH_TIMEOUT(bench.page.gates()->count(), 2, 20000);
        QVERIFY(bench.page.gates()->at(0).value(QStringLiteral("holds")).toBool());
        QVERIFY(!bench.page.gates()->at(1).value(QStringLiteral("holds")).toBool());
        QCOMPARE(bench.page.report().value(QStringLiteral("gatesFailed")).toInt(), 1);
        QTRY_COMPARE(bench.page.runs()->at(0).value(QStringLiteral("gate")).toString(), QStringLiteral("fails"));
        // Reviewed, recorded, and taken back.
        const auto records = bench.session.workspace()->audit()->list({}, 1)->records;
        QCOMPARE(records.front().event.outcome, std::string("gates saved"));
        bench.document.undo();
        QTRY_VERIFY(!QFile::exists(bench.path("gates.txt")));
        bench.page.refresh();
        QTRY_COMPARE(bench.page.gates()->count(), 0);
    }
    void gatesThatCannotBeReadAreNotWritten() {
        Bench bench;
        bench.gates.begin({});
        bench.gates.setText(QStringLiteral("recall@5 is good\n"));
        QTRY_COMPARE(bench.gates.file()->state(), QStringLiteral("error"));
        QVERIFY(bench.gates.file()->errorText().contains(QStringLiteral("gates.txt:1")));
        bench.gates.file()->save();
        QVERIFY(!QFile::exists(bench.path("gates.txt")));
        QCOMPARE(bench.gates.gates()->count(), 0);
    }
    void aDropIsAgainstARunThatIsKept() {
        Bench bench;
        bench.measure();
        const QString run = bench.page.selectedRun();
        GatesController &gates = bench.gates;
        gates.begin(QStringLiteral("# ours\nrecall@1 >= 0.01\n"));
        QVERIFY(!gates.add({}, false, QStringLiteral("recall@5"), QStringLiteral("drop"), QStringLiteral("0.01"), {})
                     .isEmpty());
        QVERIFY(!gates.add({}, false, QStringLiteral("recall@5"), QStringLiteral("least"), QStringLiteral("much"), run)
                     .isEmpty());
        QVERIFY(!gates.add({}, false, QStringLiteral("p95_us"), QStringLiteral("drop"), QStringLiteral("3"), run)
                     .isEmpty()); // nothing of this reached the text
        QCOMPARE(gates.text(), QStringLiteral("# ours\nrecall@1 >= 0.01\n"));
        QCOMPARE(gates.add(QStringLiteral("everyday"), true, QStringLiteral("recall@5"), QStringLiteral("drop"),
                           QStringLiteral("0.01"), run),
                 QString());
        QCOMPARE(gates.gates()->count(), 2);
        QVERIFY(gates.gates()
                    ->at(1)
                    .value(QStringLiteral("sentence"))
                    .toString()
                    .contains(QStringLiteral("drops by more than 0.01")));
        QCOMPARE(gates.baselineRun(), run);
        QVERIFY(bench.save());
        QVERIFY(QFile::exists(bench.session.folder() + QLatin1Char('/') + gates.baseline()));
        QTRY_COMPARE_WITH_TIMEOUT(bench.page.gates()->count(), 2, 20000);
        QTRY_VERIFY(bench.page.gates()->at(1).value(QStringLiteral("holds")).toBool()); // against itself nothing drops

        // A worse ranking fails it, and the newest run is the new baseline when a drop is against that.
        bench.page.run({}, QStringLiteral("additive"), {}, 0);
        QTRY_COMPARE_WITH_TIMEOUT(bench.page.runs()->count(), 2, 120000);
        QTRY_VERIFY_WITH_TIMEOUT(!bench.page.gates()->at(1).value(QStringLiteral("value")).toString().isEmpty(), 20000);
        gates.begin(bench.page.gatesText());
        QCOMPARE(gates.add({}, false, QStringLiteral("ndcg@10"), QStringLiteral("drop"), QStringLiteral("0.01"),
                           bench.page.selectedRun()),
                 QString());
        QVERIFY(gates.baselineRun() != run);
        QCOMPARE(gates.text().count(QStringLiteral("baseline:")), 1);
        gates.remove(0);
        QCOMPARE(gates.gates()->count(), 2);
        QVERIFY(gates.text().startsWith(QStringLiteral("# ours\n")));
        // A baseline that nobody has is said, and nothing is written.
        gates.setText(QStringLiteral("baseline: gone.json\nrecall@5 drop <= 0.01\n"));
        QTRY_COMPARE(gates.file()->state(), QStringLiteral("error"));
        QVERIFY(gates.file()->errorText().contains(QStringLiteral("gone.json")));
    }
    void whatDiscoverySavesIsCounted() {
        Bench bench;
        SavingController saving;
        QAbstractItemModelTester tester(saving.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        saving.setSession(&bench.session);
        QCOMPARE(saving.state(), QString()); // not before somebody looks
        saving.setActive(true);
        QTRY_COMPARE_WITH_TIMEOUT(saving.state(), QStringLiteral("ready"), 60000);
        QVERIFY(saving.rows()->count() >= 4);
        const QVariantMap last = saving.rows()->at(saving.rows()->count() - 1);
        QCOMPARE(last.value(QStringLiteral("tools")).toString(), QLocale().toString(bench.session.actionCount()));
        QVERIFY(last.value(QStringLiteral("cost")).toDouble() < last.value(QStringLiteral("share")).toDouble());
        QVERIFY(saving.headline().contains(last.value(QStringLiteral("saved")).toString()));
        QVERIFY(saving.markdown().contains(last.value(QStringLiteral("everything")).toString()));
    }
    void aBrokenSetIsNamedAndTheOthersAreMeasured() {
        Bench bench;
        write(bench.path("queries/broken.yaml"), "queries: [\n");
        bench.page.refresh();
        QTRY_COMPARE(bench.page.state(), QStringLiteral("partial"));
        QVERIFY(bench.page.errorText().contains(QStringLiteral("broken.yaml")));
        QCOMPARE(bench.page.setNames(), QStringList{QStringLiteral("everyday")});
    }
    void setsComeInAndGoOut() {
        Bench bench;
        write(bench.path("judged.csv"), "query_id,query,action,grade\n"
                                        "a,open a bug,harbor.issues_create,3\n"
                                        "a,open a bug,harbor.no_such_action,2\n");
        QSignalSpy imported(&bench.page, &BenchmarksController::imported);
        bench.page.importSet(bench.path("judged.csv"), {}, QStringLiteral("mine"), false);
        QTRY_COMPARE_WITH_TIMEOUT(imported.count(), 1, 20000);
        QVERIFY(imported.front().at(1).toString().contains(QStringLiteral("1 judgements of actions")));
        QTRY_VERIFY(bench.page.setNames().contains(QStringLiteral("mine")));
        QVERIFY(QFile::exists(bench.path("queries/mine.yaml")));
        QSignalSpy failed(&bench.page, &BenchmarksController::failed);
        bench.page.importSet(bench.path("judged.csv"), {}, QStringLiteral("mine"), false);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, 20000);
        QSignalSpy exported(&bench.page, &BenchmarksController::exported);
        bench.page.exportSet(QStringLiteral("mine"), QStringLiteral("csv"), bench.folder.path());
        QTRY_COMPARE(exported.count(), 1);
        QVERIFY(test::contentsOf(bench.folder.filePath("mine.csv")).contains("harbor.issues_create"));
    }
    void theFloorLineSaysWhatItCosts() {
        Bench bench;
        CalibrationController calibration;
        calibration.setSession(&bench.session);
        QCOMPARE(calibration.state(), QStringLiteral("firstRun"));
        calibration.setActive(true);
        QTRY_COMPARE_WITH_TIMEOUT(calibration.state(), QStringLiteral("ready"), 60000);
        QVERIFY(calibration.answered() > 0 && calibration.unanswered() > 0);
        QCOMPARE(calibration.floor(), calibration.currentFloor());
        calibration.setFloor(0);
        QCOMPARE(calibration.lost(), 0.0);
        double lost = 0, falsely = calibration.falseFinds();
        for (int step = 0; step < 100; ++step) {
            calibration.nudge(1, false);
            // A higher floor never loses less nor finds more.
            QVERIFY(calibration.lost() >= lost);
            QVERIFY(calibration.falseFinds() <= falsely);
            lost = calibration.lost();
            falsely = calibration.falseFinds();
        }
        QCOMPARE(calibration.floor(), 1.0);
        QVERIFY(!calibration.suggestion().isEmpty());
    }
    void theMapIsMadeOnRequestAndStaysThroughChanges() {
        Bench bench;
        ConfusionController confusion;
        confusion.setSession(&bench.session);
        QCOMPARE(confusion.state(), QStringLiteral("empty"));
        confusion.map();
        QCOMPARE(confusion.state(), QStringLiteral("loading"));
        QTRY_COMPARE_WITH_TIMEOUT(confusion.state(), QStringLiteral("ready"), 120000);
        QVERIFY(confusion.about().contains(QStringLiteral("actions were looked at")));
        for (int row = 0; row < confusion.clusters()->count(); ++row)
            QVERIFY(confusion.clusters()->at(row).value(QStringLiteral("members")).toList().size() >= 2);
    }
};

QTEST_MAIN(TestBenchmarksController)
#include "tst_benchmarks_controller.moc"
