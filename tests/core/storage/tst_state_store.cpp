#include "base/file.h"
#include "core/storage/store_fixture.h"
#include "governance/audit_chain.h"
#include "governance/audit_signature.h"

#include <QTest>
#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::StoreFixture;
namespace fs = std::filesystem;

namespace {

mode_t modeOf(const fs::path &path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

void writeText(const fs::path &path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

/// No file of this process may grow beyond `bytes` while it lives: what a full disk looks like to a program.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &m_before);
        m_handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, m_before.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }
    FullDisk(const FullDisk &) = delete;
    FullDisk &operator=(const FullDisk &) = delete;

private:
    rlimit m_before{};
    void (*m_handler)(int) = nullptr;
};

} // namespace

class TestStateStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void appendsAreThereAfterReopening() {
        const StoreFixture fixture;
        AuditRecord first;
        {
            const auto store = fixture.open();
            QVERIFY(store);
            QCOMPARE(store->audit().head()->seq, std::uint64_t(0));
            const auto record = store->audit().append(StoreFixture::event("import", "github"));
            QVERIFY(record);
            first = *record;
            QCOMPARE(first.seq, std::uint64_t(1));
            QCOMPARE(first.prev, emptyChainHash());
            QCOMPARE(first.hash, recordHash(first));
        }
        const auto store = fixture.open();
        const auto again = store->audit().get(1);
        QVERIFY(again && *again);
        QCOMPARE(canonicalForm(**again), canonicalForm(first));
        QCOMPARE((*again)->hash, first.hash);
        QVERIFY(!store->audit().get(2)->has_value());
    }
    void recordsReadBackExactly() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        AuditEvent event = StoreFixture::event("search", "github", "github.repos_get");
        event.actor = std::string("a\0b", 3);
        event.detail = {{"query", "\u202e \"quoted\" \n"}, {"floor", 0.1 + 0.2}, {"big", 18446744073709551615U}};
        event.ranks = {{"github.repos_get", 1, 1.0 / 3}};
        const auto written = store->audit().append(event);
        QVERIFY(written);
        QCOMPARE(written->event.action, std::string("repos_get"));
        const auto read = store->audit().get(1);
        QCOMPARE(canonicalForm(**read), canonicalForm(*written));
        QVERIFY(store->audit().verify({})->intact);
    }
    void severalEventsAreOneTransaction() {
        const StoreFixture fixture(0);
        const auto store = fixture.open();
        QVERIFY(store->audit().appendAll({})->empty());
        const auto records =
            store->audit().appendAll({StoreFixture::event("override"), StoreFixture::event("override")});
        QCOMPARE(records->size(), std::size_t(2));
        QCOMPARE(records->at(1).prev, records->at(0).hash);
        QVERIFY(!store->audit().appendAll({StoreFixture::event("override"), StoreFixture::event("")}));
        QCOMPARE(store->audit().head()->seq, std::uint64_t(2));
    }
    void signsEverySoManyRecordsAndOnDemand() {
        const StoreFixture fixture(5);
        const auto store = fixture.open();
        for (int i = 0; i < 12; ++i)
            QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        // 5 records, checkpoint 6, 5 records more, checkpoint 12, two records.
        AuditFilter checkpoints;
        checkpoints.kinds = {"checkpoint"};
        QCOMPARE(*store->audit().count(checkpoints), std::uint64_t(2));
        const auto sixth = *store->audit().get(6);
        QCOMPARE(sixth->event.kind, std::string("checkpoint"));
        const json::value detail(sixth->event.detail);
        QCOMPARE(stringMember(detail, "public_key"), std::string_view(store->publicKeys().back()));
        QVERIFY(signatureHolds(store->publicKeys().back(), checkpointPayload({5, sixth->prev}),
                               stringMember(detail, "signature")));
        QCOMPARE(store->audit().verify({})->unsignedTail, std::uint64_t(2));
        const auto signedNow = store->checkpoint();
        QVERIFY(signedNow && *signedNow);
        QCOMPARE((*signedNow)->seq, std::uint64_t(15));
        QCOMPARE(store->audit().verify({})->unsignedTail, std::uint64_t(0));
        QVERIFY(!*store->checkpoint());
        QCOMPARE(store->audit().head()->seq, std::uint64_t(15));
    }
    void onlyTheLogWritesCheckpoints() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        QCOMPARE(store->audit().append(StoreFixture::event("checkpoint")).error().code, ErrorCode::InvalidArgument);
    }
    void theSchemaKeepsRecordsFromBeingChanged() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        SQLite::Database db(fixture.database().string(), SQLite::OPEN_READWRITE);
        QVERIFY_EXCEPTION_THROWN(db.exec("UPDATE audit SET actor = 'eve' WHERE seq = 1"), SQLite::Exception);
        QVERIFY_EXCEPTION_THROWN(db.exec("DELETE FROM audit WHERE seq = 1"), SQLite::Exception);
        QVERIFY_EXCEPTION_THROWN(db.exec("INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE seq = 1"),
                                 SQLite::Exception);
        QVERIFY_EXCEPTION_THROWN(
            db.exec("INSERT INTO audit SELECT 9, time, kind, actor, principal, organisation, session, "
                    "service, action, tier, outcome, search_id, index_version, prev, hash, ranks, "
                    "detail FROM audit WHERE seq = 1"),
            SQLite::Exception);
        QVERIFY(store->audit().verify({})->intact);
    }

    void togglesAndTheirRecordsAreOne() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        QVERIFY(store->toggles()->empty());
        QVERIFY(store->setToggle("github", false, StoreFixture::event("")));
        QVERIFY(store->setToggle("stripe", true, StoreFixture::event("toggle")));
        QCOMPARE(*store->toggles(), (std::map<std::string, bool>{{"github", false}, {"stripe", true}}));
        const auto record = *store->audit().get(1);
        QCOMPARE(record->event.kind, std::string("toggle"));
        QCOMPARE(record->event.service, std::string("github"));
        QCOMPARE(record->event.outcome, std::string("off"));
        // A record that cannot be stored leaves the toggle as it was.
        AuditEvent tooBig = StoreFixture::event("toggle");
        tooBig.session = std::string(5000, 'a');
        QVERIFY(!store->setToggle("github", true, tooBig));
        QCOMPARE(store->toggles()->at("github"), false);
        QVERIFY(store->setToggle("github", true, StoreFixture::event("toggle")));
        QCOMPARE(store->toggles()->at("github"), true);
        QCOMPARE(store->audit().head()->seq, std::uint64_t(3));
    }
    void noticesCommitsOfOthersAndItself() {
        const StoreFixture fixture;
        const auto store = fixture.open(), other = fixture.open();
        const auto before = store->dataVersion();
        QCOMPARE(store->dataVersion(), before);
        QVERIFY(other->audit().append(StoreFixture::event("toggle")));
        const auto after = store->dataVersion();
        QVERIFY(after != before);
        QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        QVERIFY(store->dataVersion() != after);
    }
    void threadsAppendAndReadAtOnce() {
        const StoreFixture fixture(7);
        const auto store = fixture.open();
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t)
                threads.emplace_back([&] {
                    for (int i = 0; i < 25; ++i) {
                        if (!store->audit().append(StoreFixture::event("toggle")) || !store->audit().list({}, 5, 0))
                            qFatal("append or list failed");
                        store->dataVersion();
                    }
                });
        }
        AuditFilter toggles;
        toggles.kinds = {"toggle"};
        QCOMPARE(*store->audit().count(toggles), std::uint64_t(100));
        const auto result = store->audit().verify({});
        QVERIFY2(result->intact && result->filtersSound, result->problem.c_str());
    }

    void theSigningKeyIsForItsOwnerOnly() {
        const StoreFixture fixture;
        std::string key;
        {
            const auto store = fixture.open();
            QVERIFY(store);
            QCOMPARE(modeOf(fixture.keys()), mode_t(0700));
            QCOMPARE(modeOf(fixture.keys() / "audit.ed25519"), mode_t(0600));
            key = store->publicKeys().back();
            const auto published = publicKeysFromPem(*readFile(fixture.keys() / "audit.ed25519.pub", 10'000));
            QCOMPARE(*published, std::vector{key});
        }
        // A copy of the workspace may have lost the mode.
        ::chmod((fixture.keys() / "audit.ed25519").c_str(), 0644);
        QCOMPARE(fixture.open()->publicKeys().back(), key);
        QCOMPARE(modeOf(fixture.keys() / "audit.ed25519"), mode_t(0600));
    }
    void aLostKeyIsReplacedAndWhatItSignedCounts() {
        const StoreFixture fixture(2);
        {
            const auto store = fixture.open();
            for (int i = 0; i < 5; ++i)
                QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        }
        fs::remove(fixture.keys() / "audit.ed25519");
        const auto store = fixture.open();
        QVERIFY(store);
        QCOMPARE(store->publicKeys().size(), std::size_t(2));
        QVERIFY(*store->checkpoint());
        const auto result = store->audit().verify({});
        QVERIFY2(result->intact, result->problem.c_str());
        QCOMPARE(result->checkpoints, std::uint64_t(3));
    }
    void aDamagedKeyIsSaidSoAndKept() {
        const StoreFixture fixture;
        QVERIFY(fixture.open());
        const fs::path key = fixture.keys() / "audit.ed25519";
        writeText(key, "-----BEGIN PRIVATE KEY-----\nnonsense\n");
        const auto refused = fixture.tryOpen();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QVERIFY(refused.error().message.find("signing key") != std::string::npos);
        QVERIFY(readFile(key, 1000)->find("nonsense") != std::string::npos);
    }

    void aDamagedFileIsSaidSo_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray("services:\n  - github\n").repeated(100);
        QTest::newRow("header only") << QByteArray("SQLite format 3\0", 16) + QByteArray(4000, 'x');
        QTest::newRow("zeros") << QByteArray(8192, '\0');
    }
    void aDamagedFileIsSaidSo() {
        QFETCH(QByteArray, content);
        const StoreFixture fixture;
        writeText(fixture.database(), {content.constData(), static_cast<std::size_t>(content.size())});
        const auto refused = fixture.tryOpen();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QVERIFY(refused.error().message.find("move it away") != std::string::npos);
        // Nothing was done to it.
        QCOMPARE(*readFile(fixture.database(), 1 << 20), std::string(content.constData(), std::size_t(content.size())));
    }
    void aTruncatedFileIsSaidSo() {
        const StoreFixture fixture;
        {
            const auto store = fixture.open();
            std::vector<AuditEvent> events(500, StoreFixture::event("toggle"));
            QVERIFY(store->audit().appendAll(events));
        }
        fs::resize_file(fixture.database(), fs::file_size(fixture.database()) / 2);
        const auto store = fixture.tryOpen();
        if (store) {
            const auto result = (*store)->audit().verify({});
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::Corrupt);
        } else {
            QCOMPARE(store.error().code, ErrorCode::Corrupt);
        }
    }
    void anotherProgramsDatabaseIsLeftAlone() {
        const StoreFixture fixture;
        {
            SQLite::Database db(fixture.database().string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
            db.exec("CREATE TABLE recipes (name TEXT); PRAGMA user_version=1");
        }
        const auto before = readFile(fixture.database(), 1 << 20);
        const auto refused = fixture.tryOpen();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Corrupt);
        QCOMPARE(*readFile(fixture.database(), 1 << 20), *before);
    }
    void aFolderThatCannotBeWrittenIsAnError() {
        const StoreFixture fixture;
        writeText(fixture.folder() / "file", "");
        const auto refused =
            storage::StateStore::open(fixture.folder() / "file" / "state.db", fixture.keys(), fixture.clock);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::PermissionDenied);
    }
    void readOnlyChangesNothing() {
        StoreFixture fixture;
        fixture.options.readOnly = true;
        QCOMPARE(fixture.tryOpen().error().code, ErrorCode::NotFound);
        QVERIFY(!fs::exists(fixture.keys()));
        fixture.options.readOnly = false;
        const auto writer = fixture.open();
        QVERIFY(writer->audit().append(StoreFixture::event("toggle")));
        QVERIFY(*writer->checkpoint());
        fixture.options.readOnly = true;
        const auto store = fixture.open();
        QVERIFY(store->audit().verify({})->intact);
        QCOMPARE(store->audit().append(StoreFixture::event("toggle")).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(store->setToggle("a", true, {}).error().code, ErrorCode::PermissionDenied);
        QCOMPARE(store->checkpoint().error().code, ErrorCode::PermissionDenied);
    }
    void aWriterThatDoesNotFinishMakesOthersBusy() {
        StoreFixture fixture;
        fixture.options.busyTimeout = std::chrono::milliseconds(50);
        const auto store = fixture.open();
        SQLite::Database other(fixture.database().string(), SQLite::OPEN_READWRITE);
        other.exec("BEGIN IMMEDIATE");
        const auto refused = store->audit().append(StoreFixture::event("toggle"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Busy);
        QVERIFY(store->audit().list({}, 10, 0));
        other.exec("ROLLBACK");
        QVERIFY(store->audit().append(StoreFixture::event("toggle")));
    }
    void aFullDiskIsSaidSoAndNothingIsHalfWritten() {
        const StoreFixture fixture(3);
        const auto store = fixture.open();
        AuditEvent event = StoreFixture::event("search");
        event.detail = {{"text", std::string(20'000, 'a')}};
        std::uint64_t acknowledged = 0;
        Error error;
        {
            const FullDisk full(300'000);
            for (int i = 0; i < 100 && error.message.empty(); ++i) {
                auto record = store->setToggle("github", i % 2 == 0, event);
                if (record)
                    ++acknowledged;
                else
                    error = record.error();
            }
        }
        QVERIFY(acknowledged > 0);
        QCOMPARE(error.code, ErrorCode::IoError);
        QVERIFY2(error.message.find("nothing was changed") != std::string::npos, error.message.c_str());
        QCOMPARE(store->toggles()->at("github"), acknowledged % 2 == 1);
        // With room again the same store goes on.
        QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        AuditFilter searches;
        searches.kinds = {"search"};
        QCOMPARE(*store->audit().count(searches), acknowledged);
        const auto result = store->audit().verify({});
        QVERIFY2(result->intact && result->filtersSound, result->problem.c_str());
    }
    void anExportVerifiesWithoutTheDatabase() {
        const StoreFixture fixture(4);
        const auto store = fixture.open();
        for (int i = 0; i < 10; ++i) {
            AuditEvent event = StoreFixture::event("search", "github", "repos_get");
            event.ranks = {{"github.repos_get", 1, 0.1 * i}};
            event.detail = {{"floor", i / 7.0}};
            QVERIFY(store->audit().append(event));
        }
        std::vector<std::string> lines;
        const auto count =
            exportAudit(store->audit(), {}, ExportFormat::Jsonl, [&](std::string_view line) -> Result<void> {
                lines.emplace_back(line.substr(0, line.size() - 1));
                return {};
            });
        QCOMPARE(*count, std::uint64_t(lines.size()));
        std::size_t next = 0;
        ChainVerifier::Options options;
        options.trustedKeys = store->publicKeys();
        options.expected = *store->audit().head();
        const auto result = verifyExport(
            [&]() -> std::optional<std::string> {
                return next < lines.size() ? std::optional(lines[next++]) : std::nullopt;
            },
            options);
        QVERIFY(result);
        QVERIFY2(result->intact, result->problem.c_str());
        QCOMPARE(result->checkpoints, std::uint64_t(2));
        QCOMPARE(*result->headFound, true);
    }
    void csvCellsAreNoFormulas() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        AuditEvent event = StoreFixture::event("search", "@service", "+action");
        event.actor = "=HYPERLINK(\"http://evil\",\"x\")";
        event.session = "-1";
        event.principal = "a,b\nc";
        event.organisation = "plain = text";
        QVERIFY(store->audit().append(event));
        std::string text;
        QVERIFY(exportAudit(store->audit(), {}, ExportFormat::Csv, [&](std::string_view line) -> Result<void> {
            text += line;
            return {};
        }));
        const std::string expected =
            "1,2026-11-21T09:41:07.112000Z,search,\"'=HYPERLINK(\"\"http://evil\"\",\"\"x\"\")\",\"a,b\nc\","
            "plain = text,'-1,'@service,'+action,,,,,[],{},";
        QVERIFY2(text.find("\r\n" + expected) != std::string::npos, text.c_str());
        QVERIFY(text.starts_with("seq,time,kind,actor,"));
    }
    void anExportStopsWhenTheSinkFails() {
        const StoreFixture fixture;
        const auto store = fixture.open();
        QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        const auto failed = exportAudit(store->audit(), {}, ExportFormat::Jsonl, [](std::string_view) -> Result<void> {
            return fail(ErrorCode::IoError, "the disk is full");
        });
        QCOMPARE(failed.error().message, std::string("the disk is full"));
        std::stop_source stop;
        stop.request_stop();
        const auto cancelled = exportAudit(store->audit(), {}, ExportFormat::Jsonl,
                                           [](std::string_view) -> Result<void> { return {}; }, {{}, stop.get_token()});
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(TestStateStore)
#include "tst_state_store.moc"
