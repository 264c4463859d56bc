#include "audit_controller.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace actionscope;
using namespace actionscope::app;

/// The audit page over the log of the real sample workspace.
class TestAuditController : public QObject {
    Q_OBJECT
    WorkspaceSession m_session;

    void toggle(const char *service, bool on) {
        bool done = false;
        m_session.query<bool>(
            [service = std::string(service), on](workspace::Workspace &workspace, const Job &) -> Result<bool> {
                if (auto set = workspace.setSearchable(service, on); !set)
                    return fail(set.error());
                return true;
            },
            this,
            [&done](Result<bool> result) {
                QVERIFY(result);
                done = true;
            });
        QTRY_VERIFY_WITH_TIMEOUT(done, 20000);
    }

private Q_SLOTS:
    void initTestCase() {
        m_session.openSample();
        QTRY_VERIFY_WITH_TIMEOUT(m_session.isReady(), 60000);
        toggle("ledgerly", false);
        toggle("ledgerly", true);
    }
    void listsNewestFirstWithFacets() {
        AuditController audit;
        QAbstractItemModelTester tester(audit.records(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        audit.setSession(&m_session);
        QTRY_COMPARE(audit.state(), QStringLiteral("ready"));
        QVERIFY(audit.records()->rowCount() >= 3);
        QVERIFY(audit.records()->recordAt(0)->seq > audit.records()->recordAt(1)->seq);
        bool toggles = false;
        for (const FacetModel::Row &row : audit.facets()->rows())
            toggles = toggles ||
                      (row.field == QLatin1String("event") && row.value == QLatin1String("toggle") && row.count == 2);
        QVERIFY(toggles);
        double counted = 0;
        for (const QVariant &bin : audit.bins())
            counted += bin.toMap().value(QStringLiteral("count")).toDouble();
        QCOMPARE(counted, audit.shown());
    }
    void filtersByChips() {
        AuditController audit;
        audit.setSession(&m_session);
        QTRY_COMPARE(audit.state(), QStringLiteral("ready"));
        audit.filter()->setText(QStringLiteral("event:toggle outcome:off"));
        QTRY_COMPARE(audit.records()->rowCount(), 1);
        QCOMPARE(auditSubject(*audit.records()->recordAt(0)), QStringLiteral("ledgerly"));
        audit.filter()->setText(QStringLiteral("-event:toggle"));
        QTRY_VERIFY(audit.records()->rowCount() > 0 && audit.records()->recordAt(0)->event.kind != "toggle");
        audit.filter()->setText(QStringLiteral("event:export"));
        QTRY_COMPARE(audit.state(), QStringLiteral("noMatch"));
    }
    void showsNewRecordsWhileItFollows() {
        AuditController audit;
        audit.setSession(&m_session);
        audit.setActive(true);
        QTRY_COMPARE(audit.state(), QStringLiteral("ready"));
        const std::uint64_t newest = audit.records()->newestSeq();
        toggle("harbor", false);
        QTRY_VERIFY_WITH_TIMEOUT(audit.records()->newestSeq() > newest, 5000);
        audit.setFollowing(false);
        const std::uint64_t resting = audit.records()->newestSeq();
        toggle("harbor", true);
        QTRY_VERIFY_WITH_TIMEOUT(audit.waiting() > 0, 5000);
        QCOMPARE(audit.records()->newestSeq(), resting);
        audit.setFollowing(true);
        QTRY_VERIFY(audit.records()->newestSeq() > resting);
    }
    void exportsWhatTheFilterShows() {
        QTemporaryDir folder;
        AuditController audit;
        audit.setSession(&m_session);
        audit.filter()->setText(QStringLiteral("event:import"));
        QTRY_COMPARE(audit.state(), QStringLiteral("ready"));
        QSignalSpy exported(&audit, &AuditController::exported);
        const QString path = folder.filePath(QStringLiteral("out.jsonl"));
        audit.exportTo(path, QStringLiteral("jsonl"));
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 20000);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(double(file.readAll().count('\n')), exported.at(0).at(1).toDouble());
    }
};

QTEST_MAIN(TestAuditController)
#include "tst_audit_controller.moc"
