#include "describe_controller.h"
#include "why_not_controller.h"

#include "index_controller.h"
#include "support/sample_session.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

/// "Why isn't X found?", what would help, and another description before it is saved.
class TestWhyNotController : public QObject {
    Q_OBJECT

    struct Bench {
        QTemporaryDir folder;
        WorkspaceSession session;
        UndoStack document;
        LabTuning tuning;
        WhyNotController why;
        Bench() {
            QVERIFY(test::openAndWait(session, test::sampleCopy(folder)));
            tuning.setSession(&session);
            why.setSession(&session);
            why.setTuning(&tuning);
            why.setUndoStack(&document);
        }
        void ask(const QString &query, const QString &action, int limit = 10) {
            why.setProperty("query", query);
            why.setProperty("limit", limit);
            why.setAction(action);
            why.ask();
            QTRY_VERIFY_WITH_TIMEOUT((why.state() == QLatin1String("ready") && !why.isTrying()) ||
                                         why.state() == QLatin1String("error"),
                                     60000);
        }
        QString verdict(const QString &key) {
            return why.gates()
                ->at(why.gates()->find(QStringLiteral("key"), key))
                .value(QStringLiteral("verdict"))
                .toString();
        }
    };

private Q_SLOTS:
    void whatIsFoundPassesEveryGate() {
        Bench bench;
        bench.ask(QStringLiteral("cancel a running pipeline"), QStringLiteral("harbor.pipelines_cancel"));
        QVERIFY2(bench.why.isFound(), qPrintable(bench.why.headline()));
        QCOMPARE(bench.why.gates()->count(), 9);
        for (int row = 0; row < bench.why.gates()->count(); ++row)
            QVERIFY(bench.why.gates()->at(row).value(QStringLiteral("verdict")).toString() != QLatin1String("failed"));
    }
    void aFloorThatIsTooHighIsTheCauseAndTheLowerOneWorks() {
        Bench bench;
        bench.tuning.set(QStringLiteral("floor"), 0.99);
        bench.ask(QStringLiteral("cancel the pipeline for this branch"), QStringLiteral("harbor.pipelines_cancel"));
        QVERIFY(!bench.why.isFound());
        QCOMPARE(bench.verdict(QStringLiteral("floor")), QStringLiteral("failed"));
        const int row = bench.why.remedies()->find(QStringLiteral("kind"), QStringLiteral("floor"));
        QVERIFY(row >= 0);
        QVERIFY(bench.why.remedies()->at(row).value(QStringLiteral("suffices")).toBool());
        QSignalSpy tried(&bench.why, &WhyNotController::tried);
        bench.why.tryRemedy(row);
        QCOMPARE(tried.count(), 1);
        QVERIFY(bench.tuning.current()->floor < 0.99);
        bench.ask(QStringLiteral("cancel the pipeline for this branch"), QStringLiteral("harbor.pipelines_cancel"));
        QVERIFY2(bench.why.isFound(), qPrintable(bench.why.headline()));
        bench.tuning.undo();
        QCOMPARE(bench.tuning.current()->floor, 0.99);
    }
    void theCauseIsShownBeforeWhatWouldHelp() {
        Bench bench;
        bench.tuning.set(QStringLiteral("floor"), 0.99);
        QStringList seen;
        connect(&bench.why, &WhyNotController::changed, &bench.why, [&] {
            seen.append(bench.why.state() + (bench.why.isTrying() ? QStringLiteral(" trying") : QString()) +
                        (bench.why.remedies()->count() > 0 ? QStringLiteral(" with remedies") : QString()));
            if (bench.why.isTrying())
                QCOMPARE(bench.verdict(QStringLiteral("floor")), QStringLiteral("failed"));
        });
        bench.ask(QStringLiteral("cancel the pipeline for this branch"), QStringLiteral("harbor.pipelines_cancel"));
        QCOMPARE(seen, QStringList({QStringLiteral("loading"), QStringLiteral("ready trying"),
                                    QStringLiteral("ready with remedies")}));
        // What was asked before does not come up again.
        bench.why.clear();
        bench.why.setProperty("query", QStringLiteral("cancel"));
        bench.why.ask();
        bench.why.clear();
        QTest::qWait(300);
        QCOMPARE(bench.why.state(), QString());
        QCOMPARE(bench.why.gates()->count(), 0);
    }
    void aSynonymIsReviewedSavedAndTakenBack() {
        Bench bench;
        bench.tuning.set(QStringLiteral("floor"), 0.99);
        bench.ask(QStringLiteral("wombat the running pipeline"), QStringLiteral("harbor.pipelines_cancel"));
        const int row = bench.why.remedies()->find(QStringLiteral("kind"), QStringLiteral("synonym"));
        QVERIFY(row >= 0);
        QVERIFY(bench.why.remedies()->at(row).value(QStringLiteral("canSave")).toBool());
        ReviewedFile &file = *bench.why.file();
        bench.why.planSynonym(row);
        QTRY_COMPARE(file.state(), QStringLiteral("ready"));
        QCOMPARE(file.path(), QStringLiteral("thesaurus.yaml"));
        QVERIFY(file.isNew() && file.diff()->rowCount() > 0);
        const QString path = bench.session.folder() + QStringLiteral("/thesaurus.yaml");
        QVERIFY(!QFile::exists(path));
        const auto before = bench.session.snapshot()->thesaurus->groups();
        QSignalSpy saved(&file, &ReviewedFile::saved);
        file.save();
        QTRY_COMPARE(saved.count(), 1);
        QVERIFY(QFile::exists(path));
        QTRY_COMPARE(bench.session.snapshot()->thesaurus->groups(), before + 1);
        QVERIFY2(bench.document.undoText().contains(QStringLiteral("wombat = ")),
                 qPrintable(bench.document.undoText()));
        bench.document.undo();
        QTRY_VERIFY(!QFile::exists(path));
        QTRY_COMPARE(bench.session.snapshot()->thesaurus->groups(), before);
        bench.document.redo();
        QTRY_VERIFY(QFile::exists(path));
        // What somebody else wrote since is not overwritten.
        QFile other(path);
        QVERIFY(other.open(QIODevice::Append) && other.write("# Ana\n") > 0);
        other.close();
        QSignalSpy failed(&bench.document, &UndoStack::failed);
        bench.document.undo();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(QFile::exists(path));
    }
    void whatIsNoMatterOfTheRankingIsAskedFor() {
        Bench bench;
        bench.ask(QStringLiteral("list"), QStringLiteral("harbor.pipelines_list"), 1);
        const int row = bench.why.remedies()->find(QStringLiteral("kind"), QStringLiteral("limit"));
        if (row >= 0) {
            QSignalSpy wanted(&bench.why, &WhyNotController::limitWanted);
            bench.why.tryRemedy(row);
            QCOMPARE(wanted.count(), 1);
            QVERIFY(wanted.front().front().toInt() > 1);
        } else {
            QVERIFY(bench.why.isFound());
        }
    }
    void anUnknownActionIsSaidSoWithNamesLikeIt() {
        Bench bench;
        bench.ask(QStringLiteral("cancel"), QStringLiteral("harbor.pipeline_cancel"));
        QCOMPARE(bench.verdict(QStringLiteral("catalog")), QStringLiteral("failed"));
        QVERIFY(bench.why.nearest().contains(QStringLiteral("harbor.pipelines_cancel")));
    }
    void typingANameSuggestsActions() {
        Bench bench;
        bench.why.setAction(QStringLiteral("pipelines_c"));
        QTRY_VERIFY(bench.why.suggestions().contains(QStringLiteral("harbor.pipelines_cancel")));
        QVERIFY(bench.why.suggestions().size() <= 8);
        // Before the next answer is there: nothing that does not fit what stands in the field.
        bench.why.setAction(QStringLiteral("pipelines_cancel_x"));
        QVERIFY(bench.why.suggestions().isEmpty());
    }
    void theQuestionGoesIntoAQuerySet() {
        Bench bench;
        bench.ask(QStringLiteral("make the build stop at once"), QStringLiteral("harbor.pipelines_cancel"));
        QSignalSpy added(&bench.why, &WhyNotController::added);
        bench.why.addToSet(QStringLiteral("everyday"));
        QTRY_COMPARE(added.count(), 1);
        const QByteArray text = test::contentsOf(bench.session.folder() + QStringLiteral("/queries/everyday.yaml"));
        QVERIFY(text.contains("make the build stop at once"));
        QVERIFY(text.startsWith("# Tasks as people and agents type them"));
    }
    void aDescriptionIsSeenBeforeItIsSavedAndTakenBack() {
        Bench bench;
        DescribeController describe;
        describe.setSession(&bench.session);
        describe.setUndoStack(&bench.document);
        QVERIFY(!describe.begin(QStringLiteral("harbor.no_such"), {}));
        QVERIFY(describe.begin(QStringLiteral("harbor.issues_search"), {}));
        QCOMPARE(describe.state(), QStringLiteral("unchanged"));
        QVERIFY(!describe.canSave());
        const QString file = bench.session.folder() + QStringLiteral("/catalogs/harbor.yaml");
        const QByteArray before = test::contentsOf(file);
        describe.setText(QStringLiteral("Finds out whether anyone already reported that something hangs."));
        QTRY_COMPARE_WITH_TIMEOUT(describe.state(), QStringLiteral("ready"), 60000);
        QCOMPARE(test::contentsOf(file), before);
        QVERIFY(describe.diff()->addedCount() > 0);
        QVERIFY(describe.queries()->count() > 0);
        bool better = false;
        for (int row = 0; row < describe.queries()->count(); ++row)
            better |= describe.queries()->at(row).value(QStringLiteral("change")).toString() == QLatin1String("up");
        QVERIFY(better);
        QSignalSpy saved(&describe, &DescribeController::saved);
        describe.save();
        QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, 20000);
        QVERIFY(test::contentsOf(file).contains("anyone already reported"));
        bench.document.undo();
        QTRY_VERIFY_WITH_TIMEOUT(!test::contentsOf(file).contains("anyone already reported"), 20000);
    }
    void theModelSaysWhichWordsAreNear() {
        Bench bench;
        IndexController index;
        index.setSession(&bench.session);
        QTRY_COMPARE_WITH_TIMEOUT(index.state(), QStringLiteral("ready"), 30000);
        QVERIFY(!index.model().isEmpty() && !index.vectors().isEmpty());
        QVERIFY(index.hasNeighbours());
        index.setWord(QStringLiteral("remove"));
        QTRY_VERIFY(index.neighbours()->count() > 0);
        QCOMPARE(index.neighbours()->at(0).value(QStringLiteral("term")).toString(), QStringLiteral("delet"));
        index.setWord(QStringLiteral("zxqvwv"));
        QTRY_VERIFY(index.wordNote().contains(QStringLiteral("does not know")));
        QCOMPARE(index.neighbours()->count(), 0);
    }
};

QTEST_MAIN(TestWhyNotController)
#include "tst_why_not_controller.moc"
