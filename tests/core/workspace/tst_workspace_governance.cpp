/// Who may find what, which policies are in force, tokens, approvals and keys: as the rest of the program gets them
/// from a workspace.

#include "core/workspace/workspace_fixture.h"
#include "workspace/visibility.h"

#include <sys/stat.h>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::expectValue;
using actionscope::test::Folder;
using actionscope::test::openShop;

namespace {

Principal agent(std::string organisation = {}, std::string profile = {}) {
    Principal who;
    who.id = "token:x";
    who.role = Role::Agent;
    who.organisation = std::move(organisation);
    who.profile = std::move(profile);
    return who;
}

std::vector<std::string> foundBy(const workspace::Workspace &workspace, const std::string &query,
                                 const Principal *who) {
    const auto outcome = workspace.search({.query = query, .floor = 0}, who);
    std::vector<std::string> names;
    if (outcome)
        for (const auto &hit : outcome->response.hits)
            names.push_back(outcome->catalog->qualifiedName(hit.ordinal));
    return names;
}

bool holds(const std::vector<std::string> &names, const char *name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

PolicyDecision judged(const workspace::Workspace &workspace, const std::string &action) {
    PolicyInput input;
    input.service = "shop";
    input.action = action;
    return workspace.policies()->evaluate(input);
}

constexpr const char *OrdersOnly = "grants:\n- {to: {role: agent}, allow: ['shop.orders_*'], tiers: [read, write]}\n";

} // namespace

class TestWorkspaceGovernance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAFileEverybodySeesAll() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const Principal who = agent("acme");
        QCOMPARE(foundBy(*workspace, "order", &who), foundBy(*workspace, "order", nullptr));
        QVERIFY(workspace->snapshot()->problems.empty());
        QVERIFY(!judged(*workspace, "orders_delete").denied);
    }
    void accessIsAppliedInsideTheSearch() {
        const Folder folder;
        openShop(folder);
        folder.write("ws/access.yaml", OrdersOnly);
        const auto workspace = openShop(folder);
        const Principal who = agent();
        const auto names = foundBy(*workspace, "order invoices wipe shop", &who);
        QVERIFY(holds(names, "shop.orders_list") && holds(names, "shop.orders_create"));
        QVERIFY(!holds(names, "shop.invoices_list") && !holds(names, "shop.orders_delete"));
        // The person at the program is not limited.
        QVERIFY(holds(foundBy(*workspace, "order invoices wipe shop", nullptr), "shop.invoices_list"));
        // A limit of one still gives one, wherever the rest would have ranked.
        const auto one = workspace->search({.query = "invoices orders", .limit = 1, .floor = 0}, &who);
        QCOMPARE(one->response.hits.size(), std::size_t(1));
    }
    void emptyMeansEmptyWithACountOfWhatIsNotAllowed() {
        const Folder folder;
        openShop(folder);
        folder.write("ws/access.yaml", OrdersOnly);
        const auto workspace = openShop(folder);
        const Principal who = agent();
        const auto outcome = workspace->search({.query = "unpaid invoices"}, &who);
        QVERIFY(outcome->response.hits.empty());
        QCOMPARE(outcome->response.withheld.notAllowed, 1U);
        QVERIFY2(outcome->response.hint.find("may not find") != std::string::npos, outcome->response.hint.c_str());
        QVERIFY(outcome->response.hint.find("shop") == std::string::npos);
        // Of a service that is switched off, too, who is not allowed learns only the number.
        expectValue(workspace->setSearchable("shop", false));
        const auto off = workspace->search({.query = "unpaid invoices"}, &who);
        QCOMPARE(off->response.withheld.notAllowed, 1U);
        QCOMPARE(off->response.withheld.serviceOff, 0U);
        QVERIFY(off->response.withheld.servicesOff.empty());
    }
    void anUnknownServiceNamesNoOthersToWhoIsLimited() {
        const Folder folder;
        openShop(folder);
        folder.write("ws/access.yaml", OrdersOnly);
        const auto workspace = openShop(folder);
        const Principal who = agent();
        const auto limited = workspace->search({.query = "x", .service = "shopp"}, &who);
        QVERIFY(!limited);
        QCOMPARE(limited.error().message, std::string("there is no service \"shopp\""));
        const auto open = workspace->search({.query = "x", .service = "shopp"});
        QVERIFY2(open.error().message.ends_with("shop"), open.error().message.c_str());
    }
    void accessIsReadAgainWholeOrNotAtAll() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const Principal who = agent();
        folder.write("ws/access.yaml", OrdersOnly);
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(!holds(foundBy(*workspace, "invoices", &who), "shop.invoices_list"));
        folder.write("ws/access.yaml", "default: allow\ngrantz: []\n");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(!holds(foundBy(*workspace, "invoices", &who), "shop.invoices_list"));
        const auto &problems = workspace->snapshot()->problems;
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].error.where.line, 2U);
        QVERIFY(!expectValue(workspace->refresh())); // nothing new to say
        folder.write("ws/access.yaml", "default: allow\n");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(holds(foundBy(*workspace, "invoices", &who), "shop.invoices_list"));
        QVERIFY(workspace->snapshot()->problems.empty());
        folder.write("ws/access.yaml", OrdersOnly);
        QVERIFY(expectValue(workspace->refresh()));
        std::filesystem::remove(folder / "ws/access.yaml");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(holds(foundBy(*workspace, "invoices", &who), "shop.invoices_list"));
    }
    void aFileThatWasNeverReadWholeOpensNothing() {
        const Folder folder;
        openShop(folder);
        folder.write("ws/access.yaml", "grants: 1\n");
        folder.write("ws/policies/a.yaml", "rules: 1\n");
        const auto workspace = openShop(folder);
        QCOMPARE(workspace->snapshot()->problems.size(), std::size_t(2));
        const Principal who = agent();
        QVERIFY(foundBy(*workspace, "orders", &who).empty());
        QVERIFY(!foundBy(*workspace, "orders", nullptr).empty());
        QVERIFY(judged(*workspace, "orders_list").denied);
    }
    void policiesAreReadAgainWholeOrNotAtAll() {
        const Folder folder;
        const auto workspace = openShop(folder);
        folder.write("ws/policies/a.yaml",
                     "layer: organisation\nrules: [{name: r, match: {action: 'orders_*'}, effect: deny}]\n");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(judged(*workspace, "orders_delete").denied);
        QVERIFY(!judged(*workspace, "invoices_list").denied);
        folder.write("ws/policies/b.yaml", "layer: organisation\nrules: [{name: s, effect: dney}]\n");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(judged(*workspace, "orders_delete").denied);
        QVERIFY(!judged(*workspace, "invoices_list").denied);
        QCOMPARE(workspace->snapshot()->problems.size(), std::size_t(1));
        folder.write("ws/policies/b.yaml", "layer: organisation\nrules: [{name: s, effect: deny}]\n");
        QVERIFY(expectValue(workspace->refresh()));
        QVERIFY(judged(*workspace, "invoices_list").denied);
        QVERIFY(workspace->snapshot()->problems.empty());
    }
    void profilesAndOrganisationsSeeTheirOwn() {
        const Folder folder;
        openShop(folder);
        folder.write("ws/access.yaml", "grants:\n- {to: {organisation: acme}, allow: [shop]}\n"
                                       "profiles:\n  books: {allow: ['shop.invoices_*']}\n");
        const auto workspace = openShop(folder);
        for (int round = 0; round < 2; ++round) { // the second one from what was kept
            const Principal acme = agent("acme"), books = agent("acme", "books"), other = agent("other");
            QVERIFY(holds(foundBy(*workspace, "orders invoices", &acme), "shop.orders_list"));
            QCOMPARE(foundBy(*workspace, "orders invoices", &books), (std::vector<std::string>{"shop.invoices_list"}));
            QVERIFY(foundBy(*workspace, "orders invoices", &other).empty());
        }
    }
    void anEarlierIndexIsJudgedByTheTiersOfNow() {
        const Folder folder;
        openShop(folder);
        folder.write("ws/access.yaml", "grants: [{to: {role: agent}, allow: [shop], tiers: [read]}]\n");
        const auto workspace = openShop(folder);
        const auto before = workspace->snapshot();
        const Principal who = agent();
        // The catalog that is indexed is another object than the snapshot's, with other ordinals.
        auto services = before->catalog->services();
        catalog::Service extra = services[0];
        extra.info.id = "aaa";
        services.push_back(extra);
        const auto indexed = expectValue(catalog::Catalog::build(services));
        const auto visibility = workspace::visibilityOf(*before, *indexed, &who);
        QCOMPARE(visibility.actions.size(), std::size_t(indexed->size()));
        for (catalog::Ordinal i = 0; i < indexed->size(); ++i) {
            const auto now = before->catalog->find(indexed->qualifiedName(i));
            QCOMPARE(visibility.actions[i] != 0, now && (*before->risk)[*now].tier == catalog::Tier::Read);
        }
    }
    void tokensAndApprovalsAreThoseOfStateDb() {
        const Folder folder;
        const auto workspace = openShop(folder, {.actor = "app"});
        QVERIFY(workspace->tokens() && workspace->approvals());
        const auto token = expectValue(workspace->tokens()->create({"ci"}, {}));
        const auto other = openShop(folder);
        QVERIFY(expectValue(other->tokens()->authenticate(token.secret)));
        const auto last = expectValue(workspace->audit()->list({}, 1)).records.at(0);
        QVERIFY(last.event.actor.starts_with("app:"));
        const Principal person = workspace->person();
        QVERIFY(governance::holds(person.role, Permission::Decide));
        QCOMPARE("app:" + person.user, last.event.actor);
        QCOMPARE(person.source, Principal::Source::Desktop);
    }
    void theDigestKeyIsOneForAllAndPrivate() {
        const Folder folder;
        const auto workspace = openShop(folder), other = openShop(folder);
        const std::string key = expectValue(workspace->digestKey());
        QCOMPARE(key.size(), std::size_t(32));
        QCOMPARE(expectValue(other->digestKey()), key);
        struct stat info {};
        QCOMPARE(::stat((folder / "ws/.actionscope/keys/digest.key").c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0600U);
    }
};

QTEST_GUILESS_MAIN(TestWorkspaceGovernance)
#include "tst_workspace_governance.moc"
