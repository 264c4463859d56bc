#include "base/file.h"
#include "core/catalog/builders.h"
#include "governance/access_rules.h"

#include <QTemporaryDir>
#include <QTest>

using namespace actionscope;
using namespace actionscope::governance;
using catalog::Tier;

namespace {

class File {
public:
    explicit File(std::string_view text)
        : m_path(std::filesystem::path(m_folder.path().toStdString()) / "access.yaml") {
        if (!writeFileAtomically(m_path, text))
            qFatal("cannot write");
    }
    [[nodiscard]] std::shared_ptr<const AccessRules> rules() const {
        const auto loaded = AccessRules::load(m_path);
        if (!loaded)
            qWarning("%s", loaded.error().toString().c_str());
        return loaded ? *loaded : nullptr;
    }
    /// "line:column: message", or "loaded".
    [[nodiscard]] std::string error() const {
        const auto loaded = AccessRules::load(m_path);
        return loaded ? "loaded" : loaded.error().toString().substr(m_path.string().size() + 1);
    }

private:
    QTemporaryDir m_folder;
    std::filesystem::path m_path;
};

Principal agent(std::string organisation = {}, std::string profile = {}, std::string user = {}) {
    Principal who;
    who.id = "token:x";
    who.role = Role::Agent;
    who.organisation = std::move(organisation);
    who.profile = std::move(profile);
    who.user = std::move(user);
    return who;
}

constexpr std::string_view Example = R"(default: deny
grants:
  - to: {role: agent, organisation: acme}
    allow: [github, "slack.chat_*", "*.list*"]
    tiers: [read, write]
  - to: {organisation: acme}
    deny: [payroll]
  - to: {user: [ana, "*@acme.test"]}
    allow: ["*"]
profiles:
  support: {allow: [zendesk, "github.issues_*"]}
)";

} // namespace

class TestAccessRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutAFileEverythingIsAllowed() {
        const auto rules = AccessRules::everything();
        QVERIFY(rules->allowsEverything(agent()));
        QVERIFY(rules->allows(agent("acme", "anything"), "github", "repos_delete", Tier::Destructive));
        QVERIFY(rules->explain(agent(), "github", "repos_get", Tier::Read).allowed);
    }
    void theRulesOfABrokenFileAllowNothing() {
        const auto rules = AccessRules::nothing("access.yaml cannot be read");
        QVERIFY(!rules->allowsEverything(agent()));
        QVERIFY(!rules->allows(agent(), "github", "repos_get", Tier::Read));
        QCOMPARE(rules->explain(agent(), "github", "repos_get", Tier::Read).reason,
                 std::string("No: access.yaml cannot be read."));
    }
    void anEmptyFileDenies() {
        QVERIFY(!File("").rules()->allows(agent(), "github", "repos_get", Tier::Read));
        QVERIFY(!File("grants: []\n").rules()->allows(agent(), "github", "repos_get", Tier::Read));
        QVERIFY(File("default: allow\n").rules()->allowsEverything(agent()));
    }
    void allConditionsOfAGrantMustHold() {
        const auto rules = File(Example).rules();
        QVERIFY(rules->allows(agent("acme"), "github", "repos_get", Tier::Read));
        QVERIFY(!rules->allows(agent("other"), "github", "repos_get", Tier::Read));
        QVERIFY(!rules->allows(agent(), "github", "repos_get", Tier::Read));
        Principal developer = agent("acme");
        developer.role = Role::Developer;
        QVERIFY(!rules->allows(developer, "github", "repos_get", Tier::Read));
    }
    void starsStandInsideAPart() {
        const auto rules = File(Example).rules();
        QVERIFY(rules->allows(agent("acme"), "slack", "chat_post", Tier::Write));
        QVERIFY(!rules->allows(agent("acme"), "slack", "files_upload", Tier::Write));
        QVERIFY(rules->allows(agent("acme"), "jira", "issues_list_all", Tier::Read) ==
                rules->allows(agent("acme"), "jira", "nothing", Tier::Read));
        QVERIFY(rules->allows(agent("acme"), "jira", "list_issues", Tier::Read));
        QVERIFY(!rules->allows(agent("acme"), "githubber", "repos_get", Tier::Read));
    }
    void tiersLimitAGrant() {
        const auto rules = File(Example).rules();
        QVERIFY(rules->allows(agent("acme"), "github", "repos_update", Tier::Write));
        QVERIFY(!rules->allows(agent("acme"), "github", "repos_delete", Tier::Destructive));
    }
    void aDenyWinsOverEveryGrant() {
        const auto rules = File(Example).rules();
        const Principal ana = agent("acme", {}, "ana");
        QVERIFY(rules->allows(ana, "github", "repos_delete", Tier::Destructive));
        QVERIFY(!rules->allows(ana, "payroll", "list_salaries", Tier::Read));
        QVERIFY(rules->allows(agent({}, {}, "bo@acme.test"), "payroll", "list_salaries", Tier::Read));
        QVERIFY(!rules->allowsEverything(ana));
        QVERIFY(rules->allowsEverything(agent({}, {}, "bo@acme.test")));
        const auto explanation = rules->explain(ana, "payroll", "list_salaries", Tier::Read);
        QVERIFY(!explanation.allowed);
        QVERIFY2(explanation.reason.find("denies payroll") != std::string::npos, explanation.reason.c_str());
    }
    void aProfileIsAnAllowlistOnTop() {
        const auto rules = File(Example).rules();
        QVERIFY(rules->allows(agent("acme", "support"), "github", "issues_get", Tier::Read));
        QVERIFY(!rules->allows(agent("acme", "support"), "github", "repos_get", Tier::Read));
        // Allowed by the profile, granted by nobody.
        QVERIFY(!rules->allows(agent("acme", "support"), "zendesk", "tickets_get", Tier::Read));
        // A profile that the file does not know allows nothing.
        QVERIFY(!rules->allows(agent("acme", "suport"), "github", "issues_get", Tier::Read));
        const auto explanation = rules->explain(agent("acme", "suport"), "github", "issues_get", Tier::Read);
        QVERIFY2(explanation.reason.find("suport") != std::string::npos, explanation.reason.c_str());
        // A file without profiles leaves them alone.
        QVERIFY(File("default: allow\n").rules()->allows(agent({}, "suport"), "a", "b", Tier::Read));
    }
    void exactlyOneStepDecides_data() {
        QTest::addColumn<QString>("organisation");
        QTest::addColumn<QString>("profile");
        QTest::addColumn<QString>("user");
        for (const char *organisation : {"", "acme", "other"})
            for (const char *profile : {"", "support", "unknown"})
                for (const char *user : {"", "ana", "carl"})
                    QTest::addRow("%s/%s/%s", organisation, profile, user) << organisation << profile << user;
    }
    void exactlyOneStepDecides() {
        QFETCH(QString, organisation);
        QFETCH(QString, profile);
        QFETCH(QString, user);
        const auto rules = File(Example).rules();
        const Principal who = agent(organisation.toStdString(), profile.toStdString(), user.toStdString());
        for (const char *service : {"github", "slack", "payroll", "zendesk"})
            for (const char *action : {"issues_get", "chat_post", "list_all"})
                for (const Tier tier : {Tier::Read, Tier::Destructive}) {
                    const auto explanation = rules->explain(who, service, action, tier);
                    QCOMPARE(explanation.allowed, rules->allows(who, service, action, tier));
                    QCOMPARE(std::count_if(explanation.steps.begin(), explanation.steps.end(),
                                           [](const auto &step) { return step.decides; }),
                             std::ptrdiff_t(1));
                    QVERIFY(explanation.reason.starts_with(explanation.allowed ? "Yes: " : "No: "));
                    QVERIFY(!rules->allowsEverything(who) || explanation.allowed);
                }
    }
    void aWholeCatalogIsJudgedLikeEachAction() {
        using catalog::action;
        const auto built = catalog::Catalog::build(
            {catalog::service("github", {action("issues_get"), action("repos_get"), action("repos_delete")}),
             catalog::service("payroll", {action("list_salaries")}),
             catalog::service("slack", {action("chat_post"), action("files_upload")})});
        const auto &catalog = *built;
        std::vector<risk::Classification> risk(catalog->size());
        for (catalog::Ordinal i = 0; i < catalog->size(); ++i)
            risk[i].tier = catalog->at(i).name() == "repos_delete" ? Tier::Destructive : Tier::Read;
        const auto rules = File(Example).rules();
        for (const Principal &who : {agent("acme"), agent("acme", "support"), agent("acme", {}, "ana"), agent()}) {
            const auto allowed = rules->allowed(who, *catalog, risk);
            QCOMPARE(allowed.size(), std::size_t(catalog->size()));
            for (catalog::Ordinal i = 0; i < catalog->size(); ++i)
                QCOMPARE(allowed[i] != 0,
                         rules->allows(who, catalog->serviceOf(i).info.id, catalog->at(i).name(), risk[i].tier));
        }
        QVERIFY(AccessRules::everything()->allowed(agent(), *catalog, risk).empty());
        // Actions without a classification count as destructive.
        QCOMPARE(rules->allowed(agent("acme"), *catalog, {})[0], std::uint8_t(0));
    }
    void complaintsHaveLineAndColumn_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("begin");
        QTest::newRow("unknown key") << QByteArray("grant: []\n") << QByteArray("1:1: unknown key `grant`");
        QTest::newRow("default") << QByteArray("default: maybe\n") << QByteArray("1:10: `default` is allow or deny");
        QTest::newRow("twice") << QByteArray("default: deny\ndefault: allow\n") << QByteArray("2:1: the key `default`");
        QTest::newRow("nobody") << QByteArray("grants:\n  - to: {}\n    allow: [a]\n")
                                << QByteArray("2:9: `to` names nobody");
        QTest::newRow("no to") << QByteArray("grants:\n  - allow: [a]\n") << QByteArray("2:5: a grant needs `to:`");
        QTest::newRow("neither") << QByteArray("grants:\n  - to: {role: agent}\n")
                                 << QByteArray("2:5: a grant needs `allow:` or `deny:`");
        QTest::newRow("role") << QByteArray("grants:\n  - {to: {role: agnet}, allow: [a]}\n")
                              << QByteArray("2:17: there is no role `agnet`");
        QTest::newRow("everyone false") << QByteArray("grants:\n  - {to: {everyone: false}, allow: [a]}\n")
                                        << QByteArray("2:21: `everyone` can only be true");
        QTest::newRow("everyone and role")
            << QByteArray("grants:\n  - {to: {everyone: true, role: agent}, allow: [a]}\n")
            << QByteArray("2:10: `everyone` stands alone");
        QTest::newRow("tier") << QByteArray("grants:\n  - {to: {role: agent}, allow: [a], tiers: [reed]}\n")
                              << QByteArray("2:45: there is no tier `reed`");
        QTest::newRow("pattern") << QByteArray("grants:\n  - {to: {role: agent}, allow: [a.b.c]}\n")
                                 << QByteArray("2:33: `a.b.c` is neither");
        QTest::newRow("not a list") << QByteArray("grants: yes\n") << QByteArray("1:9: `grants` must be a list");
        QTest::newRow("anchor") << QByteArray("grants: &a []\n") << QByteArray("1:9: anchors and aliases");
        QTest::newRow("profile") << QByteArray("profiles:\n  support: {}\n")
                                 << QByteArray("2:12: a profile needs `allow:`");
        QTest::newRow("not yaml") << QByteArray("grants: [\n") << QByteArray("2:1: not YAML");
    }
    void complaintsHaveLineAndColumn() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, begin);
        const std::string error = File(text.toStdString()).error();
        QVERIFY2(QByteArray::fromStdString(error).startsWith(begin), error.c_str());
    }
    void capsAreNamed() {
        const std::string deep = "grants: " + std::string(20, '[') + std::string(20, ']') + "\n";
        QVERIFY(File(deep).error().find("16 levels") != std::string::npos);
        std::string many = "grants:\n";
        for (int i = 0; i <= 10'000; ++i)
            many += "- {to: {role: agent}, allow: [a]}\n";
        QVERIFY(File(many).error().find("more than 10000 entries") != std::string::npos);
    }
    void unknownAttributesFitNothing() {
        // "*" asks for some organisation; a principal without one has none.
        const auto rules = File("grants: [{to: {organisation: '*'}, allow: ['*']}]\n").rules();
        QVERIFY(rules->allows(agent("any"), "a", "b", Tier::Read));
        QVERIFY(!rules->allows(agent(), "a", "b", Tier::Read));
    }
};

QTEST_GUILESS_MAIN(TestAccessRules)
#include "tst_access_rules.moc"
