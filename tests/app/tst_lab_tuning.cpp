#include "lab_controller.h"
#include "support/sample_session.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

/// What a person does to a ranking in Search Lab: slides, pins, takes back, saves.
class TestLabTuning : public QObject {
    Q_OBJECT

    struct Bench {
        QTemporaryDir folder;
        WorkspaceSession session;
        UndoStack document;
        LabController lab;
        Bench() {
            QVERIFY(test::openAndWait(session, test::sampleCopy(folder)));
            lab.setSession(&session);
            lab.tuning()->setUndoStack(&document);
        }
        void type(const QString &query) {
            lab.setQuery(query);
            settle();
        }
        void settle() { QTRY_VERIFY_WITH_TIMEOUT(!lab.isSearching(), 20000); }
    };

    static double value(LabTuning &tuning, const QString &key) { return TuningModel::valueOf(*tuning.current(), key); }

private Q_SLOTS:
    void aSliderReranksAndResetsNoModel() {
        Bench bench;
        bench.type(QStringLiteral("cancel a shipment"));
        LabTuning &tuning = *bench.lab.tuning();
        QAbstractItemModelTester tester(tuning.values(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy resets(tuning.values(), &QAbstractItemModel::modelReset);
        QSignalSpy resultResets(bench.lab.results(), &QAbstractItemModel::modelReset);
        QVERIFY(!tuning.isModified());
        const double before = bench.lab.results()->rowAt(0)->score;
        tuning.set(QStringLiteral("k1"), 0.4);
        bench.settle();
        QVERIFY(tuning.isModified());
        QVERIFY(bench.lab.results()->rowAt(0)->score != before);
        QCOMPARE(resets.count(), 0);
        QCOMPARE(resultResets.count(), 0);
        tuning.reset();
        bench.settle();
        QVERIFY(!tuning.isModified());
        QCOMPARE(bench.lab.results()->rowAt(0)->score, before);
    }
    void theFloorOfTheConfigurationIsTheOneThatCounts() {
        Bench bench;
        bench.lab.setLimit(50);
        bench.type(QStringLiteral("cancel a shipment"));
        const int before = bench.lab.results()->count();
        bench.lab.tuning()->set(QStringLiteral("floor"), 0.6);
        bench.settle();
        QCOMPARE(bench.lab.floor(), 0.6);
        QVERIFY(bench.lab.results()->count() < before);
    }
    void stepsAreFineCoarseAndWithinTheRange() {
        Bench bench;
        LabTuning &tuning = *bench.lab.tuning();
        const QString service = QStringLiteral("service");
        const double start = value(tuning, service);
        tuning.nudge(service, 1, false);
        QVERIFY(qAbs(value(tuning, service) - start - 0.01) < 1e-9);
        tuning.nudge(service, 1, true);
        QVERIFY(qAbs(value(tuning, service) - start - 0.11) < 1e-9);
        tuning.nudge(service, -1000, true);
        QCOMPARE(value(tuning, service), 0.0);
        tuning.toBaseline(service);
        QCOMPARE(value(tuning, service), start);
        QVERIFY(tuning.setText(service, QStringLiteral("0.47")));
        QCOMPARE(value(tuning, service), 0.47);
        QVERIFY(!tuning.setText(service, QStringLiteral("a lot")));
        QCOMPARE(value(tuning, service), 0.47);
    }
    void changesOfOneValueThatFollowEachOtherAreOneStep() {
        Bench bench;
        LabTuning &tuning = *bench.lab.tuning();
        for (int i = 1; i <= 20; ++i)
            tuning.set(QStringLiteral("b"), 0.75 - i * 0.01);
        tuning.set(QStringLiteral("floor"), 0.2);
        tuning.undo();
        QCOMPARE(value(tuning, QStringLiteral("floor")), retrieval::defaultPreset().floor);
        QCOMPARE(value(tuning, QStringLiteral("b")), 0.55);
        tuning.undo();
        QVERIFY(!tuning.isModified());
        QVERIFY(!tuning.history()->canUndo());
        tuning.redo();
        tuning.redo();
        QCOMPARE(value(tuning, QStringLiteral("floor")), 0.2);
        QCOMPARE(bench.document.count(), 0);
    }
    void aPinnedBaselineSaysWhatMoved() {
        Bench bench;
        bench.lab.setLimit(10);
        bench.type(QStringLiteral("list the shipments of an order"));
        LabTuning &tuning = *bench.lab.tuning();
        QCOMPARE(bench.lab.results()->index(0).data(LabResultsModel::ChangeRole).toString(), QString());
        QHash<QString, int> ranks;
        for (int row = 0; row < bench.lab.results()->count(); ++row)
            ranks.insert(bench.lab.results()->nameAt(row), row + 1);
        tuning.pin();
        bench.settle();
        QVERIFY(tuning.isSameAsBaseline());
        for (int row = 0; row < bench.lab.results()->count(); ++row)
            QCOMPARE(bench.lab.results()->index(row).data(LabResultsModel::ChangeRole).toString(),
                     QStringLiteral("same"));
        tuning.set(QStringLiteral("b"), 0);
        tuning.set(QStringLiteral("service"), 2);
        tuning.set(QStringLiteral("floor"), 0);
        bench.settle();
        int moved = 0, known = 0;
        for (int row = 0; row < bench.lab.results()->count(); ++row) {
            const LabRow &shown = *bench.lab.results()->rowAt(row);
            if (ranks.contains(shown.name)) {
                QCOMPARE(shown.was, ranks.value(shown.name));
                ++known;
            }
            const QString text = bench.lab.results()->index(row).data(LabResultsModel::ChangeTextRole).toString();
            QVERIFY(text == QLatin1String("=") || text == QLatin1String("NEW") || text.startsWith(QChar(0x25B2)) ||
                    text.startsWith(QChar(0x25BC)));
            moved += text == QLatin1String("=") ? 0 : 1;
        }
        QVERIFY(moved > 0);
        // What the baseline showed is either still here or listed as gone.
        QCOMPARE(known + bench.lab.gone().size(), ranks.size());
        tuning.unpin();
        bench.settle();
        QVERIFY(bench.lab.gone().isEmpty());
    }
    void aSavedConfigurationIsAFileAndAStep() {
        Bench bench;
        LabTuning &tuning = *bench.lab.tuning();
        tuning.set(QStringLiteral("service"), 0.5);
        QCOMPARE(tuning.suggestedName(), QStringLiteral("tuned"));
        tuning.plan(QStringLiteral("tuned"), QStringLiteral("More of the service"),
                    {QStringLiteral("smoke: recall@5 .87")});
        QTRY_COMPARE(tuning.file()->state(), QStringLiteral("ready"));
        QVERIFY(tuning.file()->isNew());
        QVERIFY(!tuning.saveInForce());
        QCOMPARE(tuning.file()->path(), QStringLiteral("presets/tuned.yaml"));
        QVERIFY(tuning.file()->diff()->addedCount() > 0);
        QSignalSpy saved(&tuning, &LabTuning::saved);
        tuning.file()->save();
        QTRY_COMPARE(saved.count(), 1);
        const QString path = bench.session.folder() + QStringLiteral("/presets/tuned.yaml");
        const QByteArray text = test::contentsOf(path);
        QVERIFY(text.contains("service: 0.5"));
        QVERIFY(text.contains("# measured: smoke: recall@5 .87"));
        QVERIFY(!tuning.isModified());
        QTRY_VERIFY(tuning.presets().contains(QStringLiteral("tuned")));
        QCOMPARE(tuning.preset(), QStringLiteral("tuned"));
        bench.document.undo();
        QTRY_VERIFY(!QFile::exists(path));
        QTRY_VERIFY(bench.document.canRedo());
        bench.document.redo();
        QTRY_COMPARE(test::contentsOf(path), text);
    }
    void anUndoDoesNotOverwriteWhatSomebodyElseWrote() {
        Bench bench;
        LabTuning &tuning = *bench.lab.tuning();
        tuning.set(QStringLiteral("service"), 0.5);
        tuning.plan(QStringLiteral("tuned"), {}, {});
        QTRY_COMPARE(tuning.file()->state(), QStringLiteral("ready"));
        QSignalSpy saved(&tuning, &LabTuning::saved);
        tuning.file()->save();
        QTRY_COMPARE(saved.count(), 1);
        QFile file(bench.session.folder() + QStringLiteral("/presets/tuned.yaml"));
        QVERIFY(file.open(QIODevice::Append));
        file.write("# mine\n");
        file.close();
        QSignalSpy failed(&bench.document, &UndoStack::failed);
        bench.document.undo();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(test::contentsOf(file.fileName()).contains("# mine"));
    }
    void aNameThatCannotBeIsSaidSoAndNothingIsWritten() {
        Bench bench;
        LabTuning &tuning = *bench.lab.tuning();
        tuning.plan(QStringLiteral("No Such Name"), {}, {});
        QTRY_COMPARE(tuning.file()->state(), QStringLiteral("error"));
        QVERIFY(tuning.file()->errorText().contains(QStringLiteral("a-z")));
        tuning.file()->save();
        QCOMPARE(tuning.file()->state(), QStringLiteral("error"));
        QVERIFY(!QDir(bench.session.folder() + QStringLiteral("/presets")).exists());
    }
    void everyPartOfABarIsInTheLegendAndTheyAddUp() {
        Bench bench;
        bench.type(QStringLiteral("cancel a shipment"));
        QStringList names;
        for (const QVariant &part : bench.lab.legend())
            names.append(part.toMap().value(QStringLiteral("name")).toString());
        QVERIFY(!names.isEmpty());
        for (int row = 0; row < bench.lab.results()->count(); ++row) {
            double sum = 0;
            for (const QVariant &part : bench.lab.results()->rowAt(row)->parts) {
                QVERIFY(names.contains(part.toMap().value(QStringLiteral("name")).toString()));
                sum += part.toMap().value(QStringLiteral("value")).toDouble();
            }
            QVERIFY(qAbs(sum - bench.lab.results()->rowAt(row)->score) < 1e-6);
        }
    }
};

QTEST_MAIN(TestLabTuning)
#include "tst_lab_tuning.moc"
