// Whether the audit log proves itself: unasked, on demand, and after somebody changed it.
#include "audit_chain.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <sqlite3.h>

using namespace actionscope;
using namespace actionscope::app;

class TstAuditIntegrity : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    [[nodiscard]] QString path() const { return m_folder->filePath(QStringLiteral("ws")); }

    void toggle(WorkspaceSession &session, bool on) {
        bool done = false;
        session.query<bool>(
            [on](workspace::Workspace &workspace, const Job &) -> Result<bool> {
                if (auto set = workspace.setSearchable("harbor", on); !set)
                    return fail(set.error());
                return true;
            },
            this, [&done](Result<bool> result) { done = result.has_value(); });
        QTRY_VERIFY_WITH_TIMEOUT(done, 20000);
    }
    /// What somebody with a database browser can do, past the triggers that forbid it.
    void tamper(const QByteArray &statement) {
        sqlite3 *database = nullptr;
        QCOMPARE(sqlite3_open((path() + QStringLiteral("/.actionscope/state.db")).toUtf8().constData(), &database),
                 SQLITE_OK);
        sqlite3_busy_timeout(database, 5000);
        std::vector<std::string> triggers;
        sqlite3_exec(
            database, "SELECT name FROM sqlite_master WHERE type = 'trigger'",
            [](void *names, int, char **values, char **) {
                static_cast<std::vector<std::string> *>(names)->emplace_back(values[0]);
                return 0;
            },
            &triggers, nullptr);
        for (const std::string &trigger : triggers)
            sqlite3_exec(database, ("DROP TRIGGER " + trigger).c_str(), nullptr, nullptr, nullptr);
        QCOMPARE(sqlite3_exec(database, statement.constData(), nullptr, nullptr, nullptr), SQLITE_OK);
        QVERIFY(sqlite3_changes(database) > 0);
        sqlite3_close(database);
    }

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(workspace::Workspace::create(path().toStdString(), true).has_value());
    }

    void verifiesUnaskedAndFollowsTheLog() {
        WorkspaceSession session;
        AuditChain chain(session);
        QCOMPARE(chain.state(), QStringLiteral("none"));
        session.open(path());
        QTRY_COMPARE_WITH_TIMEOUT(chain.state(), QStringLiteral("verified"), 30000);
        const QString before = chain.head();
        QVERIFY(!before.isEmpty());
        toggle(session, false);
        chain.look();
        QTRY_VERIFY_WITH_TIMEOUT(chain.head() != before, 20000);
        QCOMPARE(chain.state(), QStringLiteral("verified"));
        QVERIFY(chain.text().contains(chain.head().section(QLatin1Char(':'), 0, 0)));
        session.close();
        QCOMPARE(chain.state(), QStringLiteral("none"));
        QVERIFY(chain.head().isEmpty());
    }

    void whatAPersonAsksForIsRecordedAndLooksForAHead() {
        WorkspaceSession session;
        AuditChain chain(session);
        QSignalSpy ended(&chain, &AuditChain::verified), failed(&chain, &AuditChain::failed);
        session.open(path());
        QTRY_COMPARE_WITH_TIMEOUT(chain.state(), QStringLiteral("verified"), 30000);
        const QString before = chain.head();
        chain.verify(before);
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 20000);
        QTRY_VERIFY_WITH_TIMEOUT(chain.head() != before, 20000);
        chain.verify(QStringLiteral("no head"));
        QCOMPARE(failed.count(), 1);
        QSignalSpy broken(&chain, &AuditChain::broken);
        chain.verify(QStringLiteral("1:%1").arg(QString(64, QLatin1Char('a'))));
        QTRY_COMPARE_WITH_TIMEOUT(chain.state(), QStringLiteral("broken"), 20000);
        QCOMPARE(broken.count(), 1);
    }

    void aChangedRecordIsNamedWhenTheWorkspaceIsOpened() {
        {
            WorkspaceSession session;
            session.open(path());
            QTRY_VERIFY_WITH_TIMEOUT(session.isReady(), 30000);
            toggle(session, false);
            toggle(session, true);
        }
        tamper("UPDATE audit SET actor = 'app:nobody' WHERE seq = 2");
        WorkspaceSession session;
        AuditChain chain(session);
        QSignalSpy broken(&chain, &AuditChain::broken);
        session.open(path());
        QTRY_COMPARE_WITH_TIMEOUT(chain.state(), QStringLiteral("broken"), 30000);
        QCOMPARE(chain.firstBad(), 2.0);
        QVERIFY(chain.text().contains(QLatin1Char('2')));
        QVERIFY(!chain.detail().isEmpty());
        QCOMPARE(broken.count(), 1);
    }

    void aLogThatWasCutOffWhileItIsShownIsNoticed() {
        WorkspaceSession session;
        AuditChain chain(session);
        session.open(path());
        QTRY_COMPARE_WITH_TIMEOUT(chain.state(), QStringLiteral("verified"), 30000);
        toggle(session, false);
        toggle(session, true);
        chain.look();
        const auto seq = [&] { return chain.head().section(QLatin1Char(':'), 0, 0).toInt(); };
        const int before = seq();
        QTRY_VERIFY_WITH_TIMEOUT(seq() >= before && chain.text().contains(QString::number(seq())), 20000);
        QTRY_VERIFY_WITH_TIMEOUT(seq() >= 3, 20000);
        tamper("DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit)");
        chain.look();
        QTRY_COMPARE_WITH_TIMEOUT(chain.state(), QStringLiteral("broken"), 20000);
    }
};

QTEST_MAIN(TstAuditIntegrity)
#include "tst_audit_integrity.moc"
