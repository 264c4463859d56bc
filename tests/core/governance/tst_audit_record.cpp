#include "base/hash.h"
#include "governance/audit_log.h"

#include <QTest>
#include <cstring>
#include <limits>
#include <random>

using namespace actionscope;
using namespace actionscope::governance;

namespace {

AuditRecord sample() {
    AuditRecord record;
    record.seq = 42;
    record.time = *parseTimestamp("2026-11-21T09:41:07.112Z");
    record.event.kind = "search";
    record.event.actor = "gateway:bot";
    record.event.principal = "usr-1";
    record.event.organisation = "acme";
    record.event.session = "s-9";
    record.event.service = "github";
    record.event.action = "repos_delete";
    record.event.tier = "destructive";
    record.event.outcome = "denied";
    record.event.searchId = "q-1";
    record.event.indexVersion = "v7";
    record.event.ranks = {{"github.repos_delete", 1, 0.75}, {"github.repos_get", 2, 0.5}};
    record.event.detail = {
        {"query", "delete \"it\" \n\u00e9"}, {"limit", 10}, {"floor", 0.05}, {"nested", {{"b", 1}, {"a", 2}}}};
    record.prev = std::string(64, 'a');
    record.hash = recordHash(record);
    return record;
}

} // namespace

class TestAuditRecord : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void canonicalFormIsTheCanonicalJsonOfTheMembers() {
        const AuditRecord record = sample();
        json::object object = toJson(record);
        object.erase("hash");
        QCOMPARE(object.size(), std::size_t(16));
        QCOMPARE(canonicalForm(record), canonicalJson(object));
        QCOMPARE(record.hash, toHex(sha256(canonicalJson(object))));
    }
    void canonicalFormIsWrittenDown() {
        // Anyone may check a log with their own program: this text must never change for version 1.
        AuditRecord record;
        record.seq = 1;
        record.time = *parseTimestamp("2026-01-02T03:04:05.000006Z");
        record.event.kind = "import";
        record.prev = emptyChainHash();
        QCOMPARE(
            canonicalForm(record),
            R"({"action":"","actor":"","detail":{},"index_version":"","kind":"import","organisation":"","outcome":"","prev":")" +
                std::string(64, '0') +
                R"(","principal":"","ranks":[],"search_id":"","seq":1,"service":"","session":"","tier":"","time":"2026-01-02T03:04:05.000006Z"})");
    }
    void jsonReadsBackToTheSameRecord() {
        const AuditRecord record = sample();
        const auto parsed = parseJson(canonicalJson(toJson(record)));
        QVERIFY(parsed);
        const auto back = recordFromJson(*parsed);
        QVERIFY2(back, back ? "" : back.error().message.c_str());
        QCOMPARE(canonicalForm(*back), canonicalForm(record));
        QCOMPARE(back->hash, record.hash);
        QCOMPARE(recordHash(*back), record.hash);
    }
    void refusesWhatIsNoRecord_data() {
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("seq as text") << QByteArray("seq") << QByteArray("\"1\"");
        QTest::newRow("seq 0") << QByteArray("seq") << QByteArray("0");
        QTest::newRow("kind as number") << QByteArray("kind") << QByteArray("5");
        QTest::newRow("time elsewhere") << QByteArray("time") << QByteArray("\"2026-11-21T10:41:07.112000+01:00\"");
        QTest::newRow("time without fraction") << QByteArray("time") << QByteArray("\"2026-11-21T10:41:07Z\"");
        QTest::newRow("short hash") << QByteArray("hash") << QByteArray("\"ab\"");
        QTest::newRow("upper-case hash") << QByteArray("hash") << QByteArray('"' + QByteArray(64, 'A') + '"');
        QTest::newRow("detail as array") << QByteArray("detail") << QByteArray("[]");
        QTest::newRow("rank without name") << QByteArray("ranks") << QByteArray("[{\"rank\":1,\"score\":1}]");
        QTest::newRow("negative rank") << QByteArray("ranks")
                                       << QByteArray("[{\"name\":\"a\",\"rank\":-1,\"score\":1}]");
        QTest::newRow("unknown member") << QByteArray("note") << QByteArray("\"hello\"");
    }
    void refusesWhatIsNoRecord() {
        QFETCH(QByteArray, member);
        QFETCH(QByteArray, value);
        json::object object = toJson(sample());
        QVERIFY(recordFromJson(*parseJson(canonicalJson(object))));
        object[member.toStdString()] = *parseJson(value.toStdString());
        const auto refused = recordFromJson(object);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::ParseError);
    }
    void refusesARecordThatLacksAMember() {
        for (const auto &pair : toJson(sample())) {
            json::object object = toJson(sample());
            object.erase(pair.key());
            QVERIFY(!recordFromJson(object));
        }
    }
    void everyNumberSurvivesWritingAndReading() {
        const std::uint64_t seed = 20'261'121;
        qInfo("seed %llu", static_cast<unsigned long long>(seed));
        std::mt19937_64 random(seed);
        std::vector<double> numbers{0.1,  1e-300, 1.7976931348623157e308, 5e-324, 1e22, 1e23, 9007199254740993.0,
                                    -0.0, 1.0 / 3};
        for (int i = 0; i < 3000; ++i) {
            const std::uint64_t bits = random();
            double number = 0;
            std::memcpy(&number, &bits, sizeof number);
            numbers.push_back(number);
            numbers.push_back(std::uniform_real_distribution<double>(0, 1)(random));
            // Six decimals, as scores have them: taken as they are.
            numbers.push_back(static_cast<double>(random() % 2'000'000'000) / 1e6);
            numbers.push_back(-static_cast<double>(random() % 1'000'000'000'000'000) / 1e6);
        }
        for (const double number : numbers) {
            AuditEvent event;
            event.kind = "search";
            event.detail = {{"number", number}};
            event.ranks = {{"a", 1, number}};
            const auto stored = storableEvent(event);
            QVERIFY(stored);
            const std::string text = canonicalJson(json::value(stored->detail));
            QCOMPARE(canonicalJson(*parseJson(text)), text);
            const json::value &kept = stored->detail.at("number");
            if (!std::isfinite(number)) {
                QVERIFY(kept.is_null());
            } else if (kept.is_string()) {
                QCOMPARE(std::string(kept.get_string()), canonicalJson(number));
            } else {
                const double allowed = std::abs(number) > 1e-6 && std::abs(number) < 1e20 ? 1e-14 : 1e-11;
                QVERIFY2(std::abs(kept.to_number<double>() - number) <= std::abs(number) * allowed, text.c_str());
            }
        }
    }
    void whatIsNoNumberIsNotStoredAsOne() {
        AuditEvent event;
        event.kind = "search";
        event.detail = {{"x", std::numeric_limits<double>::quiet_NaN()}};
        event.ranks = {{"a", 1, std::numeric_limits<double>::infinity()}};
        const auto stored = storableEvent(event);
        QVERIFY(stored->detail.at("x").is_null());
        QCOMPARE(stored->ranks[0].score, 0.0);
    }
    void storesValidTextOnly() {
        AuditEvent event;
        event.kind = "search";
        event.actor = "a\xff";
        event.detail = {{"k\xff", "v\xff"}};
        const auto stored = storableEvent(event);
        QCOMPARE(stored->actor, std::string("a\uFFFD"));
        QCOMPARE(canonicalJson(json::value(stored->detail)), std::string("{\"k\uFFFD\":\"v\uFFFD\"}"));
    }
    void anActionHasOneSpelling() {
        AuditEvent event;
        event.kind = "override";
        event.service = "github";
        event.action = "github.repos_delete";
        QCOMPARE(storableEvent(event)->action, std::string("repos_delete"));
    }
    void refusesWhatIsTooBig() {
        AuditEvent event;
        QCOMPARE(storableEvent(event).error().code, ErrorCode::InvalidArgument);
        event.kind = "search";
        event.actor = std::string(4097, 'a');
        QCOMPARE(storableEvent(event).error().code, ErrorCode::LimitExceeded);
        event.actor.clear();
        event.detail = {{"text", std::string(1 << 20, 'a')}};
        QCOMPARE(storableEvent(event).error().code, ErrorCode::LimitExceeded);
        json::value deep = 1;
        for (int i = 0; i < 100; ++i)
            deep = json::array{deep};
        event.detail = {{"deep", deep}};
        QCOMPARE(storableEvent(event).error().code, ErrorCode::LimitExceeded);
        event.detail.clear();
        event.ranks.resize(1001);
        QCOMPARE(storableEvent(event).error().code, ErrorCode::LimitExceeded);
    }
    void headsReadBack() {
        const AuditHead head{17, std::string(64, 'b')};
        const auto back = parseHead(formatHead(head));
        QCOMPARE(back->seq, head.seq);
        QCOMPARE(back->hash, head.hash);
        QCOMPARE(formatHead({}), "0:" + emptyChainHash());
        QVERIFY(parseHead(formatHead({})));
        for (const char *wrong : {"", "17", ":", "17:abc", "x:", "-1:", "18446744073709551616:", " 1:"})
            QVERIFY2(!parseHead(wrong + std::string(std::string_view(wrong).ends_with(':') ? 64 : 0, 'b')), wrong);
    }
};

QTEST_GUILESS_MAIN(TestAuditRecord)
#include "tst_audit_record.moc"
