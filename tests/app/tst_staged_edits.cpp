#include "convert.h"
#include "staged_edits.h"
#include "support/sample_session.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

/// `harbor.issues_list` reads, `harbor.issues_create` writes, `harbor.repositories_transfer` is catastrophic by
/// override.
class TestStagedEdits : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<UndoStack> m_undo;
    std::unique_ptr<WorkspaceSession> m_session;
    StagedEdits *m_edits = nullptr;
    QString m_workspace;

    QString handFile() const { return m_workspace + "/catalogs/harbor.yaml"; }
    bool planned() {
        return QTest::qWaitFor([this] { return m_edits->planState() == StagedEdits::PlanState::Planned; }, 10'000);
    }
    int tierOf(const QString &key) {
        const auto snapshot = m_session->snapshot();
        const auto &risk = (*snapshot->risk)[*snapshot->catalog->find(key.toStdString())];
        return risk::isCatastrophic(risk) ? int(Tier::Catastrophic) : int(risk.tier);
    }
    bool save() {
        QSignalSpy saved(m_edits, &StagedEdits::saved);
        m_edits->save();
        return saved.wait(10'000);
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_workspace = test::sampleCopy(*m_folder);
        m_undo = std::make_unique<UndoStack>();
        m_session = std::make_unique<WorkspaceSession>();
        QVERIFY(test::openAndWait(*m_session, m_workspace));
        m_edits = StagedEdits::of(m_session.get());
        m_edits->setUndoStack(m_undo.get());
    }
    void cleanup() { m_session.reset(); }

    void isOneForASession() { QCOMPARE(StagedEdits::of(m_session.get()), m_edits); }

    void raisingIsStagedAndWritesNothing() {
        const QAbstractItemModelTester tester(m_edits, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QByteArray before = test::contentsOf(handFile());
        QCOMPARE(m_edits->proposeTier({"harbor.issues_create"}, Tier::Destructive), 1);
        QCOMPARE(m_edits->count(), 1);
        QCOMPARE(m_edits->stagedTier("harbor.issues_create"), int(Tier::Destructive));
        const QModelIndex row = m_edits->index(0);
        QCOMPARE(row.data(StagedEdits::FromTierRole).toInt(), int(Tier::Write));
        QCOMPARE(row.data(StagedEdits::ToTierRole).toInt(), int(Tier::Destructive));
        QVERIFY(!row.data(StagedEdits::NeedsReasonRole).toBool());
        QVERIFY(planned());
        QVERIFY(m_edits->canSave());
        QCOMPARE(m_edits->files().size(), 1);
        QVERIFY2(m_edits->summary().contains("destructive"), qPrintable(m_edits->summary()));
        QCOMPARE(test::contentsOf(handFile()), before);
    }

    void savingWritesTheFileAndEmptiesTheStage() {
        m_edits->proposeTier({"harbor.issues_create"}, Tier::Destructive);
        m_edits->setReason("harbor.issues_create", "Notifies everybody");
        QVERIFY(planned());
        QVERIFY(save());
        QCOMPARE(m_edits->count(), 0);
        QCOMPARE(tierOf("harbor.issues_create"), int(Tier::Destructive));
        const QByteArray text = test::contentsOf(handFile());
        QVERIFY(text.contains("Notifies everybody"));
        QVERIFY2(text.contains("# What developers ask for every day."), "comments must stay");
    }

    void loweringNeedsAReason() {
        QCOMPARE(tierOf("harbor.repositories_transfer"), int(Tier::Catastrophic));
        m_edits->proposeTier({"harbor.issues_create"}, Tier::Read);
        QVERIFY(planned());
        QCOMPARE(m_edits->missingReasons(), QStringList("harbor.issues_create"));
        QVERIFY(!m_edits->canSave());
        m_edits->save();
        QCOMPARE(m_edits->count(), 1);
        m_edits->setReason("harbor.issues_create", "A dry run only");
        QVERIFY(planned());
        QVERIFY(m_edits->canSave());
        QVERIFY(save());
        QCOMPARE(tierOf("harbor.issues_create"), int(Tier::Read));
    }

    void everyTierCanBeReachedFromEveryOther() {
        const QString key = "harbor.issues_create";
        for (const int tier : {Tier::Catastrophic, Tier::Destructive, Tier::Read, Tier::Catastrophic, Tier::Write}) {
            m_edits->proposeTier({key}, tier);
            m_edits->setReason(key, "because of test");
            QVERIFY(planned());
            QVERIFY(save());
            QCOMPARE(tierOf(key), tier);
        }
        // Back at what the rules say, nothing of the override is left.
        QVERIFY(!test::contentsOf(handFile()).contains("because of test"));
    }

    void proposingWhatIsThereStagesNothing() {
        QCOMPARE(m_edits->proposeTier({"harbor.issues_create"}, Tier::Write), 0);
        QCOMPARE(m_edits->count(), 0);
        QVERIFY(!m_undo->canUndo());
        QCOMPARE(m_edits->proposeTier({"harbor.no_such_action"}, Tier::Read), 0);
    }

    void goingBackToTheOldTierUnstages() {
        m_edits->proposeTier({"harbor.issues_create"}, Tier::Destructive);
        m_edits->proposeTier({"harbor.issues_create"}, Tier::Write);
        QCOMPARE(m_edits->count(), 0);
        QCOMPARE(m_edits->planState(), StagedEdits::PlanState::Empty);
    }

    void manyActionsAreOneStepThatCanBeUndoneAndRedone() {
        const QStringList keys = {"harbor.issues_create", "harbor.issues_close", "driftbox.files_list"};
        m_edits->proposeTier(keys, Tier::Destructive);
        QCOMPARE(m_edits->count(), 3);
        QCOMPARE(m_undo->rowCount(), 1);
        m_undo->undo();
        QCOMPARE(m_edits->count(), 0);
        m_undo->redo();
        QCOMPARE(m_edits->count(), 3);
        QVERIFY(planned());
        QCOMPARE(m_edits->files().size(), 2);
    }

    void undoAfterSavingStagesTheWayBackInsteadOfWritingIt() {
        m_edits->proposeTier({"harbor.issues_create"}, Tier::Destructive);
        QVERIFY(planned());
        QVERIFY(save());
        const QByteArray saved = test::contentsOf(handFile());
        m_undo->undo();
        QCOMPARE(test::contentsOf(handFile()), saved);
        QCOMPARE(m_edits->count(), 1);
        QVERIFY(m_edits->index(0).data(StagedEdits::RemovesRole).toBool());
        QVERIFY(m_edits->index(0).data(StagedEdits::NeedsReasonRole).toBool());
    }

    void discardingTakesEntriesBackAndCanBeUndone() {
        m_edits->proposeTier({"harbor.issues_create", "harbor.issues_close"}, Tier::Destructive);
        m_edits->discard({"harbor.issues_close"});
        QCOMPARE(m_edits->count(), 1);
        m_edits->discardAll();
        QCOMPARE(m_edits->count(), 0);
        m_undo->undo();
        QCOMPARE(m_edits->count(), 1);
        m_undo->undo();
        QCOMPARE(m_edits->count(), 2);
    }

    void aFileThatChangedOnDiskIsNotOverwritten() {
        m_edits->proposeTier({"harbor.issues_create"}, Tier::Destructive);
        QVERIFY(planned());
        QFile file(handFile());
        QVERIFY(file.open(QIODevice::Append));
        file.write("# somebody else was here\n");
        file.close();
        QSignalSpy failed(m_edits, &StagedEdits::saveFailed);
        m_edits->save();
        QVERIFY(failed.wait(10'000));
        QVERIFY(test::contentsOf(handFile()).endsWith("# somebody else was here\n"));
        QCOMPARE(m_edits->count(), 1);
        // It is read and planned again by itself, and what the other one did is there to be looked at.
        QTRY_COMPARE_WITH_TIMEOUT(m_edits->changedFiles().size(), 1, 10'000);
        QVERIFY(m_edits->conflicts().isEmpty());
        const auto diff = m_edits->diskDiff(0);
        QVERIFY(std::any_of(diff.begin(), diff.end(), [](const catalog::DiffLine &line) {
            return line.kind == catalog::DiffLine::Kind::Added && line.text == "# somebody else was here";
        }));
        m_edits->acknowledge();
        QVERIFY(m_edits->changedFiles().isEmpty());
        QVERIFY(save());
        QVERIFY(test::contentsOf(handFile()).contains("# somebody else was here\n"));
    }

    void whatBothChangedIsComparedAndDecidedByAPerson() {
        const QString key = "harbor.issues_create";
        const auto theirs = [this] {
            QFile file(handFile());
            QVERIFY(file.open(QIODevice::Append));
            file.write("\n  - action: issues_create\n    risk: destructive\n    approval: admin\n    reason: Theirs\n");
            file.close();
            m_session->refresh();
        };
        m_edits->proposeTier({key}, Tier::Destructive);
        m_edits->setReason(key, "Mine");
        QVERIFY(planned());
        theirs();
        QTRY_COMPARE_WITH_TIMEOUT(m_edits->conflicts().size(), 1, 10'000);
        const QVariantMap conflict = m_edits->conflicts().first().toMap();
        QCOMPARE(conflict["key"].toString(), key);
        QCOMPARE(conflict["base"].toString(), QString("no override"));
        QVERIFY2(conflict["disk"].toString().contains("Theirs"), qPrintable(conflict["disk"].toString()));
        QVERIFY2(conflict["yours"].toString().contains("Mine"), qPrintable(conflict["yours"].toString()));
        QVERIFY(planned());
        QVERIFY(!m_edits->canSave());
        m_edits->keepMine({key});
        QVERIFY(m_edits->conflicts().isEmpty());
        m_edits->setReason(key, "Mine, after all");
        QVERIFY(planned());
        QVERIFY(m_edits->canSave());
        QVERIFY(save());
        QVERIFY(test::contentsOf(handFile()).contains("Mine, after all"));
        QVERIFY(!test::contentsOf(handFile()).contains("Theirs"));
    }

    void theOtherOnesChangeCanBeTaken() {
        const QString key = "harbor.repositories_transfer";
        m_edits->proposeRemoval(key);
        QVERIFY(planned());
        QByteArray text = test::contentsOf(handFile());
        text.replace("Hands a repository with all its history", "Gives a repository away with all its history");
        QFile file(handFile());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        m_session->refresh();
        QTRY_COMPARE_WITH_TIMEOUT(m_edits->conflicts().size(), 1, 10'000);
        m_edits->discard({key});
        QCOMPARE(m_edits->count(), 0);
        QVERIFY(m_edits->conflicts().isEmpty());
        QCOMPARE(test::contentsOf(handFile()), text);
    }

    void editsThatCanNoLongerBeMadeAreNamed() {
        m_edits->proposeTier({"harbor.issues_create", "driftbox.files_list"}, Tier::Destructive);
        QVERIFY(planned());
        QFile file(handFile());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("overrides: [\n");
        file.close();
        m_session->refresh();
        QTRY_COMPARE_WITH_TIMEOUT(m_edits->failing().size(), 1, 10'000);
        QCOMPARE(m_edits->failing().first().toMap()["key"].toString(), QString("harbor.issues_create"));
        QVERIFY(!m_edits->failing().first().toMap()["text"].toString().isEmpty());
        m_edits->discard({"harbor.issues_create"});
        QVERIFY(planned());
        QVERIFY(m_edits->canSave());
    }

    void removingAnOverrideGivesTheRulesTheirSay() {
        const QString key = "harbor.repositories_transfer";
        m_edits->proposeRemoval(key);
        QVERIFY(m_edits->index(0).data(StagedEdits::RemovesRole).toBool());
        m_edits->setReason(key, "The rules will do");
        QVERIFY(planned());
        QVERIFY2(m_edits->canSave(), qPrintable(m_edits->errorText() + m_edits->missingReasons().join(' ')));
        QVERIFY(save());
        QVERIFY(!test::contentsOf(handFile()).contains("repositories_transfer"));
    }

    void anotherWorkspaceStartsWithNothingStaged() {
        m_edits->proposeTier({"harbor.issues_create"}, Tier::Destructive);
        QTemporaryDir other;
        QVERIFY(test::openAndWait(*m_session, test::sampleCopy(other)));
        QCOMPARE(m_edits->count(), 0);
        QSignalSpy failed(m_undo.get(), &UndoStack::failed);
        m_undo->undo();
        QCOMPARE(failed.count(), 1);
        QCOMPARE(m_edits->count(), 0);
        m_session->close();
    }
};

QTEST_MAIN(TestStagedEdits)
#include "tst_staged_edits.moc"
