#include "governance/approvals.h"
#include "governance/digest.h"

#include <QTest>
#include <set>

using namespace actionscope;
using namespace actionscope::governance;
using namespace std::chrono_literals;

class TestApproval : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theDigestIsThatOfTheCanonicalFormUnderTheKey() {
        // The last one was computed with `openssl dgst -sha256 -hmac`.
        const json::object one{{"b", 1}, {"a", "x"}}, same{{"a", "x"}, {"b", 1}}, other{{"a", "x"}, {"b", 2}};
        QCOMPARE(argumentsDigest("key", one), argumentsDigest("key", same));
        QVERIFY(argumentsDigest("key", one) != argumentsDigest("key", other));
        QVERIFY(argumentsDigest("key", one) != argumentsDigest("kez", one));
        QCOMPARE(argumentsDigest("Jefe", {}),
                 std::string("7bb7ae87018c3fb8b9be866ac39dea2bcc1ad2c907c314bbcad059bdeee591d6"));
    }
    void idsAreReadableAndDiffer() {
        std::set<std::string> seen;
        for (int i = 0; i < 500; ++i) {
            const std::string id = newApprovalId();
            QCOMPARE(id.size(), std::size_t(12));
            QVERIFY(id.starts_with("a-"));
            QCOMPARE(id.find_first_of("ilouILOU", 2), std::string::npos);
            QVERIFY(seen.insert(id).second);
        }
    }
    void statesHaveNames() {
        for (int i = 0; i < 8; ++i) {
            const auto state = static_cast<ApprovalState>(i);
            QCOMPARE(approvalStateFromName(approvalStateName(state)), std::optional(state));
        }
        QVERIFY(!approvalStateFromName("maybe"));
    }
    void aRequestSurvivesItsJson() {
        FrozenRequest request;
        request.service = "github";
        request.action = "repos_delete";
        request.definitionHash = "d";
        request.argumentsDigest = "h";
        request.principal = "token:x";
        request.user = "ana";
        request.statedReason = "because \"é\"\n";
        request.shown = {{"url", "https://x"}, {"body", {{"n", 1.5}}}};
        request.provenance = {json::object{{"rule", "method"}}};
        request.approversNeeded = 3;
        request.gated = true;
        request.longestTimeBox = 15min;
        const json::object written = toJson(request);
        const auto read = frozenRequestFromJson(*parseJson(json::serialize(written)));
        QVERIFY(read);
        QVERIFY(toJson(*read) == written);
        for (const auto &[name, value] : written) {
            json::object without = written;
            without.erase(name);
            QVERIFY2(!frozenRequestFromJson(without), std::string(name).c_str());
            without[name] = json::array{1};
            QVERIFY2(name == "provenance" || !frozenRequestFromJson(without), std::string(name).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestApproval)
#include "tst_approval.moc"
