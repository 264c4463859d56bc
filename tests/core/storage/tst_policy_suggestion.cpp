/// What approvers decided, as draft rules: over a real log and queue, and read again as policies are.

#include "base/file.h"
#include "core/storage/store_fixture.h"
#include "governance/policy.h"
#include "governance/policy_suggestion.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::StoreFixture;
using namespace std::chrono_literals;

namespace {

Principal person(const std::string &name) {
    Principal who;
    who.id = "token:" + name;
    who.name = who.user = name;
    who.role = Role::Approver;
    return who;
}

/// A queue in which requests are made and decided.
class Queue {
public:
    Queue()
        : store(fixture.open()) {}
    std::string ask(const std::string &action, bool gated, const std::string &organisation = "acme") {
        FrozenRequest request;
        request.service = "shop";
        request.action = action;
        request.definitionHash = "def";
        request.argumentsDigest = "d" + std::to_string(++m_count);
        request.principal = "token:agent";
        request.principalName = "agent";
        request.organisation = organisation;
        request.tier = "destructive";
        request.gated = gated;
        return store->approvals().request(request, 1h)->id;
    }
    void decide(const std::string &id, bool approve, const std::string &by = "olga") {
        ApprovalDecision decision;
        decision.approve = approve;
        decision.reason = approve ? "" : "never \"this\": #1";
        QVERIFY(store->approvals().decide(id, decision, person(by)));
    }
    std::vector<ApprovalHistory> history() { return *approvalHistory(store->audit(), store->approvals()); }

    StoreFixture fixture;
    StoreFixture::Store store;

private:
    int m_count = 0;
};

PolicyDecision judged(const PolicySet &policies, const std::string &action, const std::string &organisation = "acme") {
    Principal who;
    who.organisation = organisation;
    PolicyInput input;
    input.principal = &who;
    input.service = "shop";
    input.action = action;
    input.tier = catalog::Tier::Destructive;
    return policies.evaluate(input);
}

} // namespace

class TestPolicySuggestion : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsAlwaysDecidedAlikeIsDraftedAsRules() {
        Queue queue;
        for (int i = 0; i < 4; ++i) {
            queue.decide(queue.ask("wipe", true), false, i % 2 ? "olga" : "petra");
            queue.decide(queue.ask("refund", false), true);
            queue.decide(queue.ask("close", true), true);
            queue.decide(queue.ask("mixed", false), i != 0);
        }
        queue.decide(queue.ask("rare", false), true);
        queue.ask("ignored", false);
        queue.fixture.clock.time += 3h;
        QVERIFY(queue.store->approvals().list({}));
        const auto histories = queue.history();
        QCOMPARE(histories.size(), std::size_t(6));
        const auto of = [&](const std::string &action) {
            return *std::find_if(histories.begin(), histories.end(), [&](const auto &h) { return h.action == action; });
        };
        QCOMPARE(of("wipe").denied, std::uint64_t(4));
        QCOMPARE(of("wipe").approvers.size(), std::size_t(2));
        QCOMPARE(of("refund").approved, std::uint64_t(4));
        QCOMPARE(of("refund").expired, std::uint64_t(0)); // a grant that nobody used was decided
        QCOMPARE(of("ignored").expired, std::uint64_t(1));
        QCOMPARE(suggestionFor(of("wipe"), 4), Suggestion::Deny);
        QCOMPARE(suggestionFor(of("wipe"), 5), Suggestion::None);
        QCOMPARE(suggestionFor(of("refund"), 4), Suggestion::Allow);
        QCOMPARE(suggestionFor(of("close"), 4), Suggestion::TimeBox);
        QCOMPARE(suggestionFor(of("mixed"), 1), Suggestion::None);
        QCOMPARE(suggestionFor(of("ignored"), 1), Suggestion::None);

        // The draft is a policy, and means what it says.
        const auto file = queue.fixture.folder() / "draft.yaml";
        QVERIFY(writeFileAtomically(file, draftPolicy(histories, 4)));
        const auto policies = PolicySet::loadFiles({file});
        QVERIFY2(policies, policies ? "" : policies.error().toString().c_str());
        QCOMPARE((*policies)->ruleCount(), std::size_t(3));
        QVERIFY(judged(**policies, "wipe").denied);
        QCOMPARE(judged(**policies, "wipe").message, std::string("never \"this\": #1"));
        QVERIFY(!judged(**policies, "wipe", "globex").denied);
        QVERIFY(!judged(**policies, "mixed").denied);
        QVERIFY(judged(**policies, "close").approve);
        QCOMPARE(judged(**policies, "close").timeBox, std::chrono::seconds(15min));
        QVERIFY(!judged(**policies, "refund").approve);
        QVERIFY(draftPolicy(histories, 100).empty());
    }
    void ofSeveralOrganisationsARuleIsForAll() {
        Queue queue;
        queue.decide(queue.ask("wipe", true, "acme"), false);
        queue.decide(queue.ask("wipe", true, "globex"), false);
        const auto file = queue.fixture.folder() / "draft.yaml";
        QVERIFY(writeFileAtomically(file, draftPolicy(queue.history(), 2)));
        const auto policies = PolicySet::loadFiles({file});
        QVERIFY(policies);
        QVERIFY(judged(**policies, "wipe", "elsewhere").denied);
    }
};

QTEST_GUILESS_MAIN(TestPolicySuggestion)
#include "tst_policy_suggestion.moc"
