#include "base/file.h"
#include "core/storage/store_fixture.h"
#include "storage/detail/migrations.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::StoreFixture;
using namespace actionscope::storage::detail;
namespace fs = std::filesystem;

namespace {

const int Flags = SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;

int versionOf(const fs::path &path) {
    SQLite::Database db(path.string(), SQLite::OPEN_READONLY);
    return db.execAndGet("PRAGMA user_version").getInt();
}

std::optional<Error> migrateTo(const fs::path &path, const std::vector<Migration> &steps) {
    const auto done = guarded(path, [&] {
        Connection connection(path, Flags, std::chrono::seconds(1));
        migrate(connection, path, steps);
    });
    return done ? std::nullopt : std::optional(done.error());
}

/// A file as version 1 wrote it: the chain of a current store, without what came later.
void makeVersion1(const StoreFixture &fixture) {
    {
        const auto store = fixture.open();
        for (int i = 0; i < 12; ++i) {
            AuditEvent event = StoreFixture::event(i % 2 ? "toggle" : "search", "github", i % 3 ? "repos_get" : "");
            event.outcome = i % 4 ? "ok" : "";
            QVERIFY(store->audit().append(event));
        }
        QVERIFY(store->setToggle("github", false, StoreFixture::event("toggle")));
    }
    SQLite::Database db(fixture.database().string(), SQLite::OPEN_READWRITE);
    db.exec("DROP TABLE audit_hour; DROP TABLE audit_key; DROP TABLE audit_word; DROP TABLE intent; DROP TABLE "
            "audit_block; DROP TABLE token; DROP TABLE approval_vote; DROP TABLE approval_personal; "
            "DROP TABLE approval; DROP TABLE experiment; DROP TABLE kpi_sample; DROP TABLE kpi_scope; "
            "DROP TABLE kpi_alert; PRAGMA user_version=1");
}

} // namespace

class TestMigrations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stepsCountWithoutHoles() {
        int expected = 1;
        for (const Migration &step : migrations())
            QCOMPARE(step.version, expected++);
    }
    void aNewFileNeedsNoBackup() {
        const StoreFixture fixture;
        QVERIFY(fixture.open());
        QCOMPARE(versionOf(fixture.database()), migrations().back().version);
        for (const auto &entry : fs::directory_iterator(fixture.folder()))
            QVERIFY(entry.path().string().find(".bak") == std::string::npos);
    }
    void anOlderFileIsBackedUpAndMigrated() {
        const StoreFixture fixture;
        makeVersion1(fixture);
        const auto store = fixture.open();
        QVERIFY(store);
        QCOMPARE(versionOf(fixture.database()), migrations().back().version);
        const fs::path backup = fixture.database().string() + ".v1.bak";
        QVERIFY(fs::exists(backup));
        QCOMPARE(versionOf(backup), 1);
        const auto result = store->audit().verify({});
        QVERIFY2(result->intact && result->filtersSound, (result->problem + result->filterProblem).c_str());
        QCOMPARE(store->toggles()->at("github"), false);
        AuditFilter searches;
        searches.kinds = {"search"};
        QCOMPARE(*store->audit().count(searches), std::uint64_t(6));
        QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        // The backup is a whole log of its own.
        SQLite::Database copy(backup.string(), SQLite::OPEN_READONLY);
        QCOMPARE(copy.execAndGet("PRAGMA integrity_check").getString(), std::string("ok"));
        QCOMPARE(copy.execAndGet("SELECT count(*) FROM audit").getInt(), 15);
    }
    void aBackupIsNeverOverwritten() {
        const StoreFixture fixture;
        makeVersion1(fixture);
        const fs::path kept = fixture.database().string() + ".v1.bak";
        QVERIFY(writeFileAtomically(kept, "mine"));
        QVERIFY(fixture.open());
        QCOMPARE(*readFile(kept, 100), std::string("mine"));
        QCOMPARE(versionOf(kept.string() + ".1"), 1);
    }
    void onlyMissingStepsRun() {
        const StoreFixture fixture;
        QVERIFY(fixture.open());
        auto steps = migrations();
        const int latest = steps.back().version;
        steps.push_back({latest + 1, "adds a test", [](SQLite::Database &db) { db.exec("CREATE TABLE added (x) "); }});
        QVERIFY(!migrateTo(fixture.database(), steps));
        QCOMPARE(versionOf(fixture.database()), latest + 1);
        QCOMPARE(versionOf(fixture.database().string() + ".v" + std::to_string(latest) + ".bak"), latest);
        QVERIFY(!migrateTo(fixture.database(), steps));
    }
    void aStepThatFailsChangesNothing() {
        const StoreFixture fixture;
        makeVersion1(fixture);
        auto steps = migrations();
        steps.push_back({steps.back().version + 1, "fails", [](SQLite::Database &db) {
                             db.exec("CREATE TABLE half (x)");
                             db.exec("INSERT INTO nowhere VALUES (1)");
                         }});
        const auto error = migrateTo(fixture.database(), steps);
        QVERIFY(error);
        QCOMPARE(versionOf(fixture.database()), 1);
        SQLite::Database db(fixture.database().string(), SQLite::OPEN_READONLY);
        QVERIFY(!db.tableExists("half"));
        QVERIFY(!db.tableExists("audit_key"));
        QCOMPARE(db.execAndGet("SELECT count(*) FROM audit").getInt(), 15);
    }
    void aNewerFileIsRefusedWithBothVersions() {
        const StoreFixture fixture;
        QVERIFY(fixture.open());
        {
            SQLite::Database db(fixture.database().string(), SQLite::OPEN_READWRITE);
            db.exec("PRAGMA user_version=99");
        }
        const auto refused = fixture.tryOpen();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        const std::string latest = std::to_string(migrations().back().version);
        QVERIFY(refused.error().message.find("schema 99") != std::string::npos);
        QVERIFY(refused.error().message.find("up to " + latest) != std::string::npos);
        QCOMPARE(versionOf(fixture.database()), 99);
    }
    void anOlderFileIsNotReadWithoutMigrating() {
        StoreFixture fixture;
        makeVersion1(fixture);
        fixture.options.readOnly = true;
        const auto refused = fixture.tryOpen();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
        QCOMPARE(versionOf(fixture.database()), 1);
    }
};

QTEST_GUILESS_MAIN(TestMigrations)
#include "tst_migrations.moc"
