// The session over a real workspace: the sample, in a scratch folder.
#include "app_context.h"
#include "base/file.h"
#include "preferences.h"
#include "workspace_session.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>
#include <latch>
#include <thread>

using namespace actionscope;
using namespace actionscope::app;

class TstWorkspaceSession : public QObject {
    Q_OBJECT

private:
    static bool waitOpen(WorkspaceSession &session) {
        return QTest::qWaitFor([&session] { return session.state() != WorkspaceSession::State::Opening; }, 30000) &&
               session.isReady();
    }

private Q_SLOTS:
    void opensTheSampleAndRemovesItAgain() {
        QString folder;
        {
            WorkspaceSession session;
            QCOMPARE(session.state(), WorkspaceSession::State::Closed);
            session.openSample();
            QCOMPARE(session.state(), WorkspaceSession::State::Opening);
            QVERIFY(waitOpen(session));
            QVERIFY(session.isSample());
            QCOMPARE(session.serviceCount(), 3);
            QVERIFY(session.actionCount() > 200);
            QVERIFY(session.snapshot());
            folder = session.folder();
            QVERIFY(QFileInfo::exists(folder));
            session.close();
            QVERIFY(!session.snapshot());
            QCOMPARE(session.actionCount(), 0);
        }
        QVERIFY(!QFileInfo::exists(folder));
    }

    void scratchFoldersOfKilledProgramsAreSwept() {
        const QTemporaryDir temporary;
        const QByteArray before = qgetenv("TMPDIR");
        qputenv("TMPDIR", temporary.path().toLocal8Bit());
        const auto make = [&temporary](const QString &name, int ageSeconds) {
            const QString folder = temporary.filePath("actionscope-sample-" + name);
            QVERIFY(QDir().mkpath(folder + "/sample/catalogs"));
            QFile lock(folder + "/owner.lock");
            QVERIFY(lock.open(QIODevice::WriteOnly));
            QVERIFY(lock.setFileTime(QDateTime::currentDateTime().addSecs(-ageSeconds), QFile::FileModificationTime));
        };
        make("dead", 3600);
        make("live", 3600);
        make("young", 1);
        QVERIFY(QDir().mkpath(temporary.filePath("actionscope-sample-foreign")));
        const auto held = FileLock::tryAcquire(temporary.filePath("actionscope-sample-live/owner.lock").toStdString());
        QVERIFY(held);
        {
            WorkspaceSession session;
            session.openSample();
            QVERIFY(waitOpen(session));
            QVERIFY(!QFileInfo::exists(temporary.filePath("actionscope-sample-dead")));
            for (const char *kept : {"live", "young", "foreign"})
                QVERIFY2(QFileInfo::exists(temporary.filePath("actionscope-sample-") + kept), kept);
        }
        QCOMPARE(QDir(temporary.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size(), 3);
        before.isNull() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    }

    void saysWhyAFolderDoesNotOpen() {
        QTemporaryDir empty;
        WorkspaceSession session;
        session.open(empty.path());
        QVERIFY(QTest::qWaitFor([&] { return session.state() == WorkspaceSession::State::Failed; }, 10000));
        QVERIFY(!session.errorText().isEmpty());
    }

    void runsWorkOffTheGuiThreadAndAnswersOnIt() {
        WorkspaceSession session;
        session.openSample();
        QVERIFY(waitOpen(session));
        const auto gui = std::this_thread::get_id();
        std::thread::id worked, answered;
        int answer = 0;
        session.runJob<int>(
            QStringLiteral("Count"),
            [&worked](workspace::Workspace &workspace, const Job &job) -> Result<int> {
                worked = std::this_thread::get_id();
                job.at("reading", 1, 2);
                return static_cast<int>(workspace.snapshot()->catalog->size());
            },
            this,
            [&](Result<int> result) {
                answered = std::this_thread::get_id();
                answer = *result;
            });
        QVERIFY(QTest::qWaitFor([&] { return answer > 0; }, 10000));
        QVERIFY(worked != gui);
        QCOMPARE(answered, gui);
        QCOMPARE(answer, session.actionCount());
    }

    void theSampleCanBeKept() {
        QTemporaryDir folder;
        WorkspaceSession session;
        session.openSample();
        QVERIFY(waitOpen(session));
        const int actions = session.actionCount();
        session.keepCopy(folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(session.folder(), folder.path(), 30000);
        QVERIFY(waitOpen(session));
        QVERIFY(!session.isSample());
        QCOMPARE(session.actionCount(), actions);
        // A folder with something in it is left alone, and so is what is open.
        session.keepCopy(folder.path());
        QTRY_COMPARE_WITH_TIMEOUT(session.jobs()->index(0).data(JobsModel::StateRole).toString(),
                                  QStringLiteral("failed"), 30000);
        QCOMPARE(session.folder(), folder.path());
    }

    void cancellingAJobReachesIt() {
        WorkspaceSession session;
        session.openSample();
        QVERIFY(waitOpen(session));
        bool cancelled = false;
        const int id = session.runJob<void>(
            QStringLiteral("Endless"),
            [](workspace::Workspace &, const Job &job) -> Result<void> {
                while (!job.cancelled())
                    std::this_thread::yield();
                return fail(ErrorCode::Cancelled, "asked to stop");
            },
            this, [&](Result<void> result) { cancelled = !result && result.error().code == ErrorCode::Cancelled; });
        QTest::qWait(20);
        session.jobs()->cancel(id);
        QVERIFY(QTest::qWaitFor([&] { return cancelled; }, 10000));
        QCOMPARE(session.jobs()->index(0).data(JobsModel::StateRole).toString(), QStringLiteral("cancelled"));
    }

    void aContextThatIsGoneHearsNothing() {
        WorkspaceSession session;
        session.openSample();
        QVERIFY(waitOpen(session));
        auto context = std::make_unique<QObject>();
        std::atomic<bool> worked = false;
        bool answered = false;
        session.query<int>(
            [&worked](workspace::Workspace &, const Job &) -> Result<int> {
                worked = true;
                return 1;
            },
            context.get(), [&answered](Result<int>) { answered = true; });
        context.reset();
        QVERIFY(QTest::qWaitFor([&] { return worked.load(); }, 10000));
        QTest::qWait(50);
        QVERIFY(!answered);
    }

    void theNewestQueryWins() {
        WorkspaceSession session;
        session.openSample();
        QVERIFY(waitOpen(session));
        LatestQuery latest;
        QVector<int> answers;
        for (int i = 1; i <= 20; ++i)
            latest.run<int>(
                session, [i](workspace::Workspace &, const Job &) -> Result<int> { return i; }, this,
                [&answers](Result<int> result) { answers.append(*result); });
        QVERIFY(QTest::qWaitFor([&] { return !answers.isEmpty(); }, 10000));
        QTest::qWait(50);
        QCOMPARE(answers, QVector<int>{20});
    }

    void closingWhileJobsRunIsSafe() {
        for (int round = 0; round < 5; ++round) {
            WorkspaceSession session;
            session.openSample();
            QVERIFY(waitOpen(session));
            for (int i = 0; i < 8; ++i)
                session.query<int>(
                    [](workspace::Workspace &workspace, const Job &) -> Result<int> {
                        return static_cast<int>(workspace.snapshot()->catalog->size());
                    },
                    this, [](Result<int>) {});
        }
    }

    void aToggleArrivesAsANewSnapshot() {
        WorkspaceSession session;
        session.openSample();
        QVERIFY(waitOpen(session));
        const std::string service = session.snapshot()->catalog->services().front().info.id;
        QSignalSpy changed(&session, &WorkspaceSession::snapshotChanged);
        session.query<void>(
            [service](workspace::Workspace &workspace, const Job &) { return workspace.setSearchable(service, false); },
            this, [](Result<void>) {});
        QVERIFY(QTest::qWaitFor([&] { return !session.snapshot()->services.front().toggle; }, 10000));
        QVERIFY(changed.count() >= 1);
    }
};

QTEST_MAIN(TstWorkspaceSession)
#include "tst_workspace_session.moc"
