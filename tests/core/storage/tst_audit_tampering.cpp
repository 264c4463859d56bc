/// What verification finds when someone with write access to state.db changes it behind our back.

#include "core/storage/store_fixture.h"
#include "storage/detail/migrations.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::StoreFixture;

namespace {

/// Ten records with checkpoints as 6 and 12 (12 records), and every column filled.
void fill(const StoreFixture &fixture) {
    const auto store = fixture.open();
    for (int i = 0; i < 10; ++i) {
        AuditEvent event = StoreFixture::event("search", "github", "repos_get");
        event.principal = "usr";
        event.organisation = "acme";
        event.session = "s" + std::to_string(i);
        event.tier = "read";
        event.outcome = "found";
        event.searchId = "q" + std::to_string(i);
        event.indexVersion = "v1";
        event.ranks = {{"github.repos_get", 1, 0.5}};
        event.detail = {{"limit", 10}};
        QVERIFY(store->audit().append(event));
    }
}

Verification verifyOf(const StoreFixture &fixture, std::optional<AuditHead> head = {}, std::uint64_t from = 1) {
    const auto store = fixture.open();
    auto result = store->audit().verify(std::move(head), {}, from);
    if (!result)
        qFatal("%s", result.error().message.c_str());
    return *result;
}

} // namespace

class TestAuditTampering : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsFoundInAWholeLog() {
        const StoreFixture fixture;
        fill(fixture);
        const auto result = verifyOf(fixture);
        QVERIFY2(result.intact && result.filtersSound, (result.problem + result.filterProblem).c_str());
        QCOMPARE(result.checked, std::uint64_t(12));
        QCOMPARE(result.checkpoints, std::uint64_t(2));
    }
    void oneByteInAnyColumnIsFound_data() {
        QTest::addColumn<QString>("column");
        for (const char *column : {"time", "kind", "actor", "principal", "organisation", "session", "service", "action",
                                   "tier", "outcome", "search_id", "index_version", "prev", "hash", "ranks", "detail"})
            QTest::newRow(column) << column;
    }
    void oneByteInAnyColumnIsFound() {
        QFETCH(QString, column);
        const StoreFixture fixture;
        fill(fixture);
        const std::string name = column.toStdString();
        // The lowest bit of the last digit or letter, so that JSON stays JSON.
        const std::string change = name == "time"    ? "time + 1"
                                   : name == "ranks" ? "replace(ranks, '0.5', '0.4')"
                                   : name == "detail"
                                       ? "replace(detail, '10', '11')"
                                       : "substr(" + name + ", 1, length(" + name + ") - 1) || CASE substr(" + name +
                                             ", -1) WHEN 'a' THEN 'b' ELSE 'a' END";
        fixture.tamper("UPDATE audit SET " + name + " = " + change + " WHERE seq = 4");
        const auto result = verifyOf(fixture);
        QVERIFY(!result.intact);
        QCOMPARE(result.firstBad, std::uint64_t(4));
        QCOMPARE(result.fault, ChainFault::Altered);
        QVERIFY(result.expectedHash != result.foundHash);
        QVERIFY(result.problem.find("record 4") != std::string::npos);
    }
    void anotherSpellingOfTheSameJsonIsFound() {
        const StoreFixture fixture;
        fill(fixture);
        fixture.tamper("UPDATE audit SET detail = '{\"limit\": 10}' WHERE seq = 4");
        const auto result = verifyOf(fixture);
        QCOMPARE(result.fault, ChainFault::Altered);
        QCOMPARE(result.firstBad, std::uint64_t(4));
    }
    void aRecordThatIsNoJsonAnyMoreIsListedAndFound() {
        const StoreFixture fixture;
        fill(fixture);
        fixture.tamper("UPDATE audit SET detail = '{', ranks = 'x' WHERE seq = 4");
        QCOMPARE(verifyOf(fixture).firstBad, std::uint64_t(4));
        QCOMPARE(fixture.open()->audit().list({}, 100, 0)->records.size(), std::size_t(12));
    }
    void aDeletedRowIsFound() {
        const StoreFixture fixture;
        fill(fixture);
        fixture.tamper("DELETE FROM audit WHERE seq = 4");
        const auto result = verifyOf(fixture);
        QCOMPARE(result.fault, ChainFault::Missing);
        QCOMPARE(result.firstBad, std::uint64_t(4));
    }
    void aDeletedAndRenumberedRowIsFound() {
        const StoreFixture fixture;
        fill(fixture);
        fixture.tamper(
            "DELETE FROM audit WHERE seq = 4; UPDATE audit SET seq = -seq + 1 WHERE seq > 4; UPDATE audit SET seq "
            "= -seq WHERE seq < 0");
        const auto result = verifyOf(fixture);
        QCOMPARE(result.fault, ChainFault::Reordered);
        QCOMPARE(result.firstBad, std::uint64_t(4));
    }
    void swappedRowsAreFound() {
        const StoreFixture fixture;
        fill(fixture);
        fixture.tamper(
            "UPDATE audit SET seq = -1 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = 9; UPDATE audit SET "
            "seq = 9 WHERE seq = -1");
        const auto result = verifyOf(fixture);
        QCOMPARE(result.fault, ChainFault::Reordered);
        QCOMPARE(result.firstBad, std::uint64_t(4));
        QVERIFY(result.problem.find("written as record 9") != std::string::npos);
    }
    void aRowBeforeTheFirstIsFound() {
        const StoreFixture fixture;
        fill(fixture);
        fixture.tamper(
            "INSERT INTO audit SELECT 0, time, kind, actor, principal, organisation, session, service, action, "
            "tier, outcome, search_id, index_version, prev, hash, ranks, detail FROM audit WHERE seq = 1");
        QVERIFY(!verifyOf(fixture).intact);
    }
    void aCutTailIsFound_data() {
        QTest::addColumn<bool>("carefully");
        QTest::newRow("records only: the filter tables remember") << false;
        QTest::newRow("with its traces: only a kept head tells") << true;
    }
    void aCutTailIsFound() {
        QFETCH(bool, carefully);
        const StoreFixture fixture;
        fill(fixture);
        const auto head = *fixture.open()->audit().head();
        fixture.tamper("DELETE FROM audit WHERE seq > 9");
        if (carefully) {
            SQLite::Database db(fixture.database().string(), SQLite::OPEN_READWRITE);
            storage::detail::refillFilterTables(db);
        }
        const auto without = verifyOf(fixture);
        QCOMPARE(without.intact, carefully);
        QCOMPARE(without.fault, carefully ? ChainFault::None : ChainFault::Truncated);
        const auto with = verifyOf(fixture, head);
        QVERIFY(!with.intact);
        QCOMPARE(with.fault, ChainFault::Truncated);
        QCOMPARE(with.firstBad, std::uint64_t(10));
        QCOMPARE(*with.headFound, false);
        // A head from before the cut is still there, and so is verification from a later record on.
        const auto earlier = *fixture.open()->audit().get(5);
        QCOMPARE(*verifyOf(fixture, AuditHead{5, earlier->hash}).headFound, true);
        QCOMPARE(verifyOf(fixture, {}, 12).fault, ChainFault::Truncated);
    }
    void aReplacedFileIsFoundByItsKeyOrByAKeptHead() {
        const StoreFixture fixture, other;
        fill(fixture);
        fill(other);
        const auto head = *fixture.open()->audit().head();
        for (const char *suffix : {"-wal", "-shm"})
            std::filesystem::remove(fixture.database().string() + suffix);
        std::filesystem::copy_file(other.database(), fixture.database(),
                                   std::filesystem::copy_options::overwrite_existing);
        const auto result = verifyOf(fixture);
        QCOMPARE(result.fault, ChainFault::OtherKey);
        QCOMPARE(result.firstBad, std::uint64_t(6));
        // Without any checkpoint only the head tells.
        StoreFixture unsignedFixture(0);
        fill(unsignedFixture);
        std::filesystem::copy_file(unsignedFixture.database(), fixture.database(),
                                   std::filesystem::copy_options::overwrite_existing);
        QVERIFY(verifyOf(fixture).intact);
        QVERIFY(!verifyOf(fixture, head).intact);
    }
    void hashesMadeToFitAreFoundAtTheNextCheckpoint() {
        const StoreFixture fixture;
        fill(fixture);
        fixture.tamper("UPDATE audit SET actor = 'cli:eve' WHERE seq = 4");
        QCOMPARE(verifyOf(fixture).fault, ChainFault::Altered);
        // All hashes again, as anyone can who reads the header.
        const auto page = *fixture.open()->audit().listAfter({}, 100, 0);
        std::string prev = emptyChainHash(), sql;
        for (AuditRecord record : page.records) {
            record.prev = prev;
            record.hash = recordHash(record);
            sql += "UPDATE audit SET prev = '" + record.prev + "', hash = '" + record.hash +
                   "' WHERE seq = " + std::to_string(record.seq) + ";";
            prev = record.hash;
        }
        fixture.tamper(sql);
        const auto result = verifyOf(fixture);
        QCOMPARE(result.fault, ChainFault::BadSignature);
        QCOMPARE(result.firstBad, std::uint64_t(6));
        QVERIFY(result.problem.find("checkpoint 6") != std::string::npos);
    }
    void aCheckpointWithoutSignatureIsFound() {
        const StoreFixture fixture;
        fill(fixture);
        const auto store = fixture.open();
        AuditRecord checkpoint = **store->audit().get(12);
        checkpoint.event.detail.erase("signature");
        fixture.tamper("UPDATE audit SET detail = '" + canonicalJson(json::value(checkpoint.event.detail)) +
                       "', hash = '" + recordHash(checkpoint) + "' WHERE seq = 12");
        const auto result = store->audit().verify({});
        QCOMPARE(result->fault, ChainFault::BadSignature);
        QCOMPARE(result->firstBad, std::uint64_t(12));
    }
    void fooledFilterTablesAreFoundAndRebuilt_data() {
        QTest::addColumn<QString>("sql");
        QTest::newRow("a record filed elsewhere") << "UPDATE audit_key SET kind = NULL WHERE seq = 4";
        QTest::newRow("a record not filed") << "DELETE FROM audit_key WHERE seq = 4";
        QTest::newRow("another time") << "UPDATE audit_key SET time = 0 WHERE seq = 4";
        QTest::newRow("a word changed") << "UPDATE audit_word SET value = 'x' WHERE value = 's3'";
        QTest::newRow("a count changed") << "UPDATE audit_word SET n = n + 1 WHERE value = 's3'";
        QTest::newRow("an hour changed") << "UPDATE audit_hour SET n = n + 1";
        QTest::newRow("a block of texts gone") << "DELETE FROM audit_block";
        QTest::newRow("a block of texts emptied") << "UPDATE audit_block SET bits = zeroblob(4000)";
        QTest::newRow("an hour gone") << "DELETE FROM audit_hour WHERE kind = (SELECT min(kind) FROM audit_hour)";
    }
    void fooledFilterTablesAreFoundAndRebuilt() {
        QFETCH(QString, sql);
        const StoreFixture fixture;
        fill(fixture);
        fixture.tamper(sql.toStdString());
        const auto result = verifyOf(fixture);
        QVERIFY(result.intact);
        QVERIFY(!result.filtersSound);
        QVERIFY(!result.filterProblem.empty());
        const auto store = fixture.open();
        QVERIFY(store->rebuildFilters());
        QVERIFY(store->audit().verify({})->filtersSound);
    }
    void verificationGoesOnFromARecord() {
        const StoreFixture fixture;
        fill(fixture);
        auto result = verifyOf(fixture, {}, 8);
        QVERIFY2(result.intact, result.problem.c_str());
        QCOMPARE(result.checked, std::uint64_t(5));
        QCOMPARE(result.checkpoints, std::uint64_t(1));
        QCOMPARE(result.unsignedTail, std::uint64_t(0));
        result = verifyOf(fixture, {}, 13);
        QVERIFY(result.intact);
        QCOMPARE(result.checked, std::uint64_t(0));
        QCOMPARE(result.head.seq, std::uint64_t(12));
        const auto third = *fixture.open()->audit().get(3);
        QCOMPARE(*verifyOf(fixture, AuditHead{3, third->hash}, 8).headFound, true);
        fixture.tamper("UPDATE audit SET actor = 'cli:eve' WHERE seq = 4");
        QVERIFY(verifyOf(fixture, {}, 8).intact);
        QVERIFY(!verifyOf(fixture, {}, 4).intact);
    }
    void verificationTellsWhereItIsAndStops() {
        const StoreFixture fixture(0);
        const auto store = fixture.open();
        QVERIFY(store->audit().appendAll(std::vector<AuditEvent>(5000, StoreFixture::event("toggle"))));
        std::vector<std::uint64_t> done;
        const Job job{[&](const Progress &progress) {
                          done.push_back(progress.done);
                          QCOMPARE(progress.total, std::uint64_t(5000));
                      },
                      {}};
        QVERIFY(store->audit().verify({}, job)->intact);
        QVERIFY(done.size() >= 3);
        QVERIFY(std::is_sorted(done.begin(), done.end()));
        QCOMPARE(done.back(), std::uint64_t(5000));
        std::stop_source stop;
        const Job stopping{[&](const Progress &progress) {
                               if (progress.done >= 2000)
                                   stop.request_stop();
                           },
                           stop.get_token()};
        QCOMPARE(store->audit().verify({}, stopping).error().code, ErrorCode::Cancelled);
        QVERIFY(store->audit().verify({})->intact);
    }
};

QTEST_GUILESS_MAIN(TestAuditTampering)
#include "tst_audit_tampering.moc"
