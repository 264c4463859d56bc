#include "governance/audit_chain.h"
#include "governance/audit_signature.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::governance;

namespace {

/// A log in memory: a chain with a checkpoint as every fifth record.
class Chain {
public:
    explicit Chain(int count)
        : key(*SigningKey::generate()) {
        for (int i = 1; i <= count; ++i) {
            AuditRecord record;
            record.seq = static_cast<std::uint64_t>(i);
            record.time = Timestamp(std::chrono::seconds(1'700'000'000 + i));
            record.event.kind = i % 5 == 0 ? "checkpoint" : "toggle";
            record.event.actor = "cli:ana";
            record.event.detail = {{"n", i}};
            records.push_back(record);
        }
        rehashFrom(0);
        for (std::size_t i = 4; i < records.size(); i += 5) {
            signAt(i);
            rehashFrom(i);
        }
    }
    void signAt(std::size_t i) {
        records[i].event.detail = {
            {"public_key", key.publicKey()},
            {"signature", *key.sign(checkpointPayload({records[i].seq - 1, records[i - 1].hash}))}};
    }
    /// What someone without the key can do: make all hashes fit again.
    void rehashFrom(std::size_t begin) {
        for (std::size_t i = begin; i < records.size(); ++i) {
            records[i].prev = i ? records[i - 1].hash : emptyChainHash();
            records[i].hash = recordHash(records[i]);
        }
    }
    [[nodiscard]] Verification verify(std::optional<AuditHead> expected = {}) const {
        ChainVerifier verifier({{key.publicKey()}, {}, 0, std::move(expected), false});
        for (const AuditRecord &record : records)
            if (!verifier.add(record))
                break;
        return verifier.finish();
    }
    [[nodiscard]] std::string lines() const {
        std::string out;
        for (const AuditRecord &record : records)
            out += canonicalJson(toJson(record)) + '\n';
        return out;
    }
    SigningKey key;
    std::vector<AuditRecord> records;
};

Result<Verification> verifyLines(const std::string &text, ChainVerifier::Options options, const Job &job = {}) {
    std::size_t at = 0;
    return verifyExport(
        [&]() -> std::optional<std::string> {
            if (at >= text.size())
                return std::nullopt;
            const std::size_t end = std::min(text.find('\n', at), text.size());
            std::string line = text.substr(at, end - at);
            at = end + 1;
            return line;
        },
        std::move(options), job);
}

} // namespace

class TestAuditChain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anIntactChainVerifies() {
        const auto result = Chain(12).verify();
        QVERIFY2(result.intact, result.problem.c_str());
        QCOMPARE(result.checked, std::uint64_t(12));
        QCOMPARE(result.checkpoints, std::uint64_t(2));
        QCOMPARE(result.unsignedTail, std::uint64_t(2));
        QCOMPARE(result.head.seq, std::uint64_t(12));
        QVERIFY(!result.headFound);
    }
    void anAlteredRecordIsNamed() {
        Chain chain(12);
        chain.records[6].event.actor = "cli:eve";
        const auto result = chain.verify();
        QCOMPARE(result.fault, ChainFault::Altered);
        QCOMPARE(result.firstBad, std::uint64_t(7));
        QCOMPARE(result.foundHash, chain.records[6].hash);
        QCOMPARE(result.expectedHash, recordHash(chain.records[6]));
        QCOMPARE(result.head.seq, std::uint64_t(6));
    }
    void aMissingRecordIsNamed() {
        Chain chain(12);
        chain.records.erase(chain.records.begin() + 6);
        const auto result = chain.verify();
        QCOMPARE(result.fault, ChainFault::Missing);
        QCOMPARE(result.firstBad, std::uint64_t(7));
    }
    void aMissingBeginningIsNoticed() {
        Chain chain(12);
        chain.records.erase(chain.records.begin(), chain.records.begin() + 3);
        QCOMPARE(chain.verify().fault, ChainFault::Missing);
        QCOMPARE(chain.verify().firstBad, std::uint64_t(1));
    }
    void renumberedRecordsAreReordered() {
        Chain chain(12);
        chain.records.erase(chain.records.begin() + 6);
        for (std::size_t i = 6; i < chain.records.size(); ++i)
            --chain.records[i].seq;
        const auto result = chain.verify();
        QCOMPARE(result.fault, ChainFault::Reordered);
        QCOMPARE(result.firstBad, std::uint64_t(7));
        QVERIFY(result.problem.find("record 8") != std::string::npos);
    }
    void aRecordReplacedWithItsOwnHashDoesNotLink() {
        Chain chain(12);
        chain.records[6].event.actor = "cli:eve";
        chain.records[6].hash = recordHash(chain.records[6]);
        const auto result = chain.verify();
        QCOMPARE(result.fault, ChainFault::Unlinked);
        QCOMPARE(result.firstBad, std::uint64_t(8));
    }
    void aRehashedChainFailsAtTheNextCheckpoint() {
        Chain chain(12);
        chain.records[6].event.actor = "cli:eve";
        chain.rehashFrom(6);
        const auto result = chain.verify();
        QCOMPARE(result.fault, ChainFault::BadSignature);
        QCOMPARE(result.firstBad, std::uint64_t(10));
    }
    void aChainSignedAnewIsByAnotherKey() {
        Chain chain(12);
        const std::string ours = chain.key.publicKey();
        const Chain theirs(12);
        ChainVerifier verifier({{ours}, {}, 0, {}, false});
        for (const AuditRecord &record : theirs.records)
            if (!verifier.add(record))
                break;
        const auto result = verifier.finish();
        QCOMPARE(result.fault, ChainFault::OtherKey);
        QCOMPARE(result.firstBad, std::uint64_t(5));
    }
    void aCutTailIsNoticedByAKeptHeadOnly() {
        Chain chain(12);
        const AuditHead head{12, chain.records[11].hash};
        QCOMPARE(*chain.verify(head).headFound, true);
        chain.records.resize(9);
        QVERIFY(chain.verify().intact);
        const auto result = chain.verify(head);
        QVERIFY(!result.intact);
        QCOMPARE(result.fault, ChainFault::Truncated);
        QCOMPARE(result.firstBad, std::uint64_t(10));
        QCOMPARE(*result.headFound, false);
    }
    void anotherRecordAtTheHeadsPlaceIsNoticed() {
        Chain chain(12);
        const AuditHead head{12, chain.records[11].hash};
        chain.records[11].event.actor = "cli:eve";
        chain.rehashFrom(11);
        QVERIFY(chain.verify().intact);
        const auto result = chain.verify(head);
        QCOMPARE(result.fault, ChainFault::HeadReplaced);
        QCOMPARE(result.firstBad, std::uint64_t(12));
    }
    void theHeadOfAnEmptyLogIsInEveryLog() { QCOMPARE(*Chain(3).verify(AuditHead{}).headFound, true); }

    void anExportVerifies() {
        const Chain chain(12);
        const auto result = verifyLines(chain.lines(), {{chain.key.publicKey()}, {}, 0, {}, false});
        QVERIFY(result);
        QVERIFY2(result->intact, result->problem.c_str());
        QCOMPARE(result->checked, std::uint64_t(12));
        QCOMPARE(result->checkpoints, std::uint64_t(2));
    }
    void anEditedExportDoesNot() {
        Chain chain(12);
        std::string text = chain.lines();
        const std::size_t at = text.find("\"n\":7");
        QVERIFY(at != std::string::npos);
        text[at + 4] = '8';
        const auto result = verifyLines(text, {{chain.key.publicKey()}, {}, 0, {}, false});
        QCOMPARE(result->fault, ChainFault::Altered);
        QCOMPARE(result->firstBad, std::uint64_t(7));
    }
    void anExportUnderAFilterHasGaps() {
        Chain chain(12);
        chain.records.erase(chain.records.begin() + 6);
        chain.records.erase(chain.records.begin());
        const auto strict = verifyLines(chain.lines(), {{chain.key.publicKey()}, {}, 0, {}, false});
        QCOMPARE(strict->fault, ChainFault::Missing);
        const auto loose = verifyLines(chain.lines(), {{chain.key.publicKey()}, {}, 0, {}, true});
        QVERIFY2(loose->intact, loose->problem.c_str());
        QCOMPARE(loose->checked, std::uint64_t(10));
        QCOMPARE(loose->checkpoints, std::uint64_t(2));
        chain.records[4].event.actor = "cli:eve";
        QCOMPARE(verifyLines(chain.lines(), {{chain.key.publicKey()}, {}, 0, {}, true})->fault, ChainFault::Altered);
    }
    void aTornExportIsAParseErrorWithItsLine() {
        const Chain chain(3);
        std::string text = chain.lines();
        text.resize(text.size() - 20);
        const auto result = verifyLines(text, {{chain.key.publicKey()}, {}, 0, {}, false});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::ParseError);
        QCOMPARE(result.error().where.line, 3u);
    }

    void keysReadBackFromPem() {
        const auto key = SigningKey::generate();
        QVERIFY(key);
        const auto again = SigningKey::fromPem(*key->toPem());
        QVERIFY(again);
        QCOMPARE(again->publicKey(), key->publicKey());
        const auto signature = again->sign("text");
        QVERIFY(signatureHolds(key->publicKey(), "text", *signature));
        QVERIFY(!signatureHolds(key->publicKey(), "texts", *signature));
        QVERIFY(!signatureHolds(SigningKey::generate()->publicKey(), "text", *signature));
        QVERIFY(!signatureHolds(key->publicKey(), "text", signature->substr(2)));
        QVERIFY(!signatureHolds("", "text", *signature));
        const auto keys =
            publicKeysFromPem(*publicKeyPem(key->publicKey()) + *publicKeyPem(SigningKey::generate()->publicKey()));
        QVERIFY(keys);
        QCOMPARE(keys->size(), std::size_t(2));
        QCOMPARE(keys->front(), key->publicKey());
        QVERIFY(!SigningKey::fromPem("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"));
        QVERIFY(!SigningKey::fromPem(""));
        QVERIFY(!publicKeysFromPem("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"));
    }
    void signaturesAreThoseOfRfc8032() {
        // RFC 8032, section 7.1, test 3.
        QVERIFY(
            signatureHolds("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "\xaf\x82",
                           "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760"
                           "984dc6594a7c15e9716ed28dc027beceea1ec40a"));
    }
};

QTEST_GUILESS_MAIN(TestAuditChain)
#include "tst_audit_chain.moc"
