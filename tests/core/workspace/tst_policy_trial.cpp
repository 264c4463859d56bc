/// BX8: policies tried on recorded calls: what would have waited, by action and session; the same policies change
/// nothing.

#include "session_log_fixture.h"
#include "workspace/policy_trial.h"

#include <random>

using namespace actionscope;
using namespace actionscope::test;
using workspace::PolicyVerdict;

namespace {

std::string randomPolicies(std::mt19937 &random) {
    const auto one = [&](std::initializer_list<const char *> list) { return *(list.begin() + random() % list.size()); };
    std::string text = "layer: organisation\nrules:\n";
    for (unsigned i = 0; i < 1 + random() % 6; ++i) {
        text += "- {name: r" + std::to_string(i) + ", match: {";
        text += one({"action: \"orders_*\"", "action: invoices_list", "tier: [write, destructive]", "method: DELETE",
                     "principal: {role: agent}", "principal: {organisation: acme}", "path: \"/orders/**\"",
                     "arguments: {id: x}", "arguments: {amount: {above: 3}}"});
        const std::string effect =
            one({"deny", "confirm", "approve", "approve, approvers: 2", "allow", "redact, redact: [/body/email]"});
        text += "}, effect: " + effect + "}\n";
    }
    return text;
}

} // namespace

class TestPolicyTrial : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhichCallsWouldHaveWaited() {
        const Folder folder;
        openShop(folder);
        folder.write("draft.yaml", "layer: organisation\nrules:\n"
                                   "- {name: slow, match: {action: orders_list}, effect: approve}\n"
                                   "- {name: never, match: {action: orders_delete}, effect: deny}\n");
        const auto workspace = openShop(folder);
        RecordedSession first(*workspace, "s-one"), second(*workspace, "s-two");
        std::vector<std::uint64_t> waiting;
        for (int i = 0; i < 9; ++i)
            waiting.push_back(first.call("orders_list"));
        for (int i = 0; i < 5; ++i)
            waiting.push_back(second.call("orders_list"));
        first.call("invoices_list");
        second.call("orders_delete");
        second.denied("orders_list", "approval_required");
        second.denied("orders_list", "policy_denied", "activation"); // no call

        const auto draft = expectValue(workspace::loadPolicies({folder / "draft.yaml"}));
        const auto trial = expectValue(workspace::tryPolicies(*workspace, draft));
        QCOMPARE(trial.calls, std::uint64_t(17));
        QCOMPARE(trial.changed, std::uint64_t(16));
        QCOMPARE(trial.to[std::size_t(PolicyVerdict::Waits)], std::uint64_t(15));
        const auto sentences = workspace::sentencesOf(trial);
        QCOMPARE(sentences.size(), std::size_t(2));
        QCOMPARE(sentences[0], std::string("1 call would have been refused"));
        QCOMPARE(sentences[1], std::string("15 calls would have waited for approval"));
        QCOMPARE(trial.actions.front().name, std::string("shop.orders_list"));
        QCOMPARE(trial.actions.front().changed, std::uint64_t(15));
        QCOMPARE(trial.actions.front().examples, std::vector<std::uint64_t>(waiting.begin(), waiting.begin() + 3));
        QCOMPARE(trial.sessions.front().name, std::string("s-one"));
        QCOMPARE(trial.sessions.front().calls, std::uint64_t(10));
        QCOMPARE(trial.sessions.front().changed, std::uint64_t(9));
        // A range and a session.
        const auto one = expectValue(workspace::tryPolicies(*workspace, draft, {.session = "s-two"}));
        QCOMPARE(one.calls, std::uint64_t(7));
        const auto none = expectValue(workspace::tryPolicies(*workspace, draft, {.until = Timestamp()}));
        QCOMPARE(none.calls, std::uint64_t(0));
        QCOMPARE(workspace::sentencesOf(none).size(), std::size_t(1));
        const auto cut = expectValue(workspace::tryPolicies(*workspace, draft, {.listed = 2}));
        QCOMPARE(cut.tried.size(), std::size_t(2));
        QCOMPARE(cut.cut, std::uint64_t(14));
        QCOMPARE(cut.changed, trial.changed);
        QVERIFY(!workspace::policyTrialJson(trial).empty());
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(workspace::tryPolicies(*workspace, draft, {}, {.stop = stop.get_token()}).error().code,
                 ErrorCode::Cancelled);
    }

    void theDraftThatIsInForceChangesNothing() {
        const Folder folder;
        const auto workspace = openShop(folder);
        RecordedSession agent(*workspace, "s-one"), stranger(*workspace, "s-two", "jwt:https://idp.test#x");
        for (const char *action : {"orders_list", "orders_delete", "orders_create", "invoices_list", "admin_wipe"}) {
            agent.call(action);
            stranger.call(action);
            stranger.denied(action, "policy_denied");
        }
        std::mt19937 random(7);
        int stricter = 0;
        for (int round = 0; round < 40; ++round) {
            const std::string policies = randomPolicies(random);
            folder.write("ws/policies/p.yaml", policies);
            expectValue(workspace->refresh());
            const auto same = expectValue(workspace::loadPolicies({folder / "ws/policies/p.yaml"}));
            QVERIFY2(workspace->policies()->ruleCount() == same->ruleCount(), policies.c_str());
            const auto trial = expectValue(workspace::tryPolicies(*workspace, same));
            QCOMPARE(trial.calls, std::uint64_t(15));
            QVERIFY2(trial.changed == 0, policies.c_str());
            // And the trial can tell: taking all rules away or adding one that denies all is noticed.
            folder.write("all.yaml", policies + "- {name: all, effect: deny}\n");
            const auto all = workspace::loadPolicies({folder / "all.yaml"});
            if (all)
                stricter += expectValue(workspace::tryPolicies(*workspace, *all)).changed != 0 ? 1 : 0;
        }
        QVERIFY(stricter > 20);
    }
};

QTEST_GUILESS_MAIN(TestPolicyTrial)
#include "tst_policy_trial.moc"
