/// Profiles as a person writes them: what is read, and what is said of a file that cannot be.

#include "workspace/profile_budgets.h"
#include "workspace/profiles.h"
#include "workspace/workspace.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace actionscope;
using namespace actionscope::workspace;

class ProfilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::vector<Error> m_problems;

    Profiles read(const std::string &text, const std::string &name = "support.yaml") {
        const std::filesystem::path folder = m_folder.path().toStdString();
        std::ofstream(folder / name) << text;
        m_problems.clear();
        return Profiles::read(folder, m_problems);
    }

private Q_SLOTS:
    void expertsAndPresetsAreRead() {
        const Profiles profiles = read("name: support\n"
                                       "experts: [desk.create_ticket, desk.show_ticket]\n"
                                       "presets:\n"
                                       "  triage: [desk.show_ticket, chat.post]\n"
                                       "  close: desk.close_ticket\n");
        QVERIFY(m_problems.empty());
        const Profile *support = profiles.find("support");
        QVERIFY(support != nullptr);
        QCOMPARE(support->experts, (std::vector<std::string>{"desk.create_ticket", "desk.show_ticket"}));
        QCOMPARE(profiles.composed(),
                 (std::vector<std::vector<std::string>>{{"desk.show_ticket", "chat.post"}, {"desk.close_ticket"}}));
        QVERIFY(profiles.find("sales") == nullptr);
    }

    void whatIsWrongIsNamedWithItsPlace_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("complaint");
        QTest::addColumn<std::uint32_t>("line");
        using Text = std::string;
        QTest::newRow("unknown key") << Text("name: a\nexpert: [x.y]\n") << Text("expert") << 2U;
        QTest::newRow("no name") << Text("experts: [x.y]\n") << Text("name") << 1U;
        QTest::newRow("no service") << Text("name: a\nexperts: [create]\n") << Text("service.action") << 2U;
        QTest::newRow("presets as a list") << Text("name: a\npresets: [x.y]\n") << Text("presets") << 2U;
        QTest::newRow("no mapping") << Text("- a\n") << Text("profile") << 1U;
    }
    void whatIsWrongIsNamedWithItsPlace() {
        QFETCH(const std::string, text);
        QFETCH(const std::string, complaint);
        QFETCH(const std::uint32_t, line);
        const Profiles profiles = read(text);
        QVERIFY(profiles.all().empty());
        QCOMPARE(m_problems.size(), 1U);
        QVERIFY2(m_problems[0].message.find(complaint) != std::string::npos, m_problems[0].toString().c_str());
        QCOMPARE(m_problems[0].where.line, line);
    }

    void theSecondOfANameIsLeftOut() {
        read("name: support\nexperts: [a.b]\n", "a.yaml");
        const Profiles profiles = read("name: support\nexperts: [c.d]\n");
        QCOMPARE(profiles.all().size(), 1U);
        QCOMPARE(profiles.find("support")->experts, std::vector<std::string>{"a.b"});
        QCOMPARE(m_problems.size(), 1U);
        std::filesystem::remove(m_folder.filePath("a.yaml").toStdString());
    }

    void aWorkspaceHasThemAndSaysWhatIsWrong() {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.filePath("workspace").toStdString();
        QVERIFY(Workspace::create(root, true));
        const auto opened = Workspace::open(root);
        QVERIFY(opened);
        QVERIFY((*opened)->snapshot()->profiles->all().empty());
        std::filesystem::create_directories(root / "profiles");
        std::ofstream(root / "profiles" / "a.yaml")
            << "name: support\nexperts: [harbor.list]\nbudgets: {tier1: 60, tier2: 0}\n";
        std::ofstream(root / "profiles" / "b.yaml") << "name: [broken]\n";
        QVERIFY((*opened)->refresh());
        const auto now = (*opened)->snapshot();
        QVERIFY(now->profiles->find("support") != nullptr);
        governance::Principal who;
        QCOMPARE(contextBudgets(*now, &who).tokens, now->settings.context.budgets.tokens);
        who.profile = "support";
        QCOMPARE(contextBudgets(*now, &who).tokens, (std::array<std::size_t, 3>{200, 60, 0}));
        // What it names and there is not, is a finding.
        const auto findings = (*opened)->lint();
        QVERIFY(std::any_of(findings.begin(), findings.end(), [](const catalog::Finding &finding) {
            return finding.rule == "profile-unknown-action" && finding.where.line == 2 && finding.where.column == 11;
        }));
        QVERIFY(std::any_of(now->problems.begin(), now->problems.end(), [](const Problem &problem) {
            return problem.error.where.file.find("b.yaml") != std::string::npos;
        }));
    }

    void everythingOfAProfileIsRead() {
        const Profiles profiles = read("name: support\n"
                                       "description: First line\n"
                                       "allow: [desk, \"chat.post_*\"]\n"
                                       "always_include: [desk.show_ticket]\n"
                                       "facades: [gateway, search_tools]\n"
                                       "search_preset: keywords\n"
                                       "bind: none\n"
                                       "budgets: {tier0: 100, tier1: 0, tier2: 300, session: 5000}\n"
                                       "limits: {tool_cache: 3, tool_life: 10m, searches_per_hour: 60}\n");
        QVERIFY2(m_problems.empty(), m_problems.empty() ? "" : m_problems[0].toString().c_str());
        const Profile &support = *profiles.find("support");
        QCOMPARE(support.description, std::string("First line"));
        QVERIFY(support.allows("desk", "anything") && support.allows("chat", "post_message"));
        QVERIFY(!support.allows("chat", "delete_message") && !support.allows("mail", "send"));
        QCOMPARE(support.alwaysInclude, std::vector<std::string>{"desk.show_ticket"});
        QCOMPARE(*support.facades, (std::vector<std::string>{"gateway", "search_tools"}));
        QCOMPARE(support.searchPreset, std::string("keywords"));
        QVERIFY(support.bind == Bind::None);
        QCOMPARE(*support.budgets.tier0, 100U);
        QCOMPARE(*support.budgets.tier1, 0U);
        QCOMPARE(*support.budgets.tier2, 300U);
        QCOMPARE(*support.budgets.session, std::uint64_t(5000));
        QCOMPARE(*support.limits.toolCache, std::size_t(3));
        QCOMPARE(support.limits.toolLife->count(), 600);
        QCOMPARE(*support.limits.searchesPerHour, 60U);
        const Profile plain = read("name: plain\n").all().front();
        QVERIFY(!plain.allow && !plain.facades && !plain.bind && plain.allows("any", "thing"));
        const Profiles none = read("name: none\nallow: []\n");
        QVERIFY(none.all().front().allowsNothing() && !none.all().front().allows("any", "thing"));
    }

    void whatIsOutOfRangeIsNamedWithItsPlace_data() {
        QTest::addColumn<std::string>("line");
        QTest::addColumn<std::string>("complaint");
        using Text = std::string;
        QTest::newRow("a facade that is none") << Text("facades: [serch_tools]") << Text("did you mean `search_tools`");
        QTest::newRow("bind") << Text("bind: write") << Text("read or none");
        QTest::newRow("a budget that is none") << Text("budgets: {tier1: -5}") << Text("`tier1` is a whole number");
        QTest::newRow("an unknown budget") << Text("budgets: {tier3: 5}") << Text("tier3");
        QTest::newRow("no tools at all") << Text("limits: {tool_cache: 0}") << Text("from 1 to 1000");
        QTest::newRow("too many tools") << Text("limits: {tool_cache: 1001}") << Text("from 1 to 1000");
        QTest::newRow("no life") << Text("limits: {tool_life: 0s}") << Text("`tool_life` is a time");
        QTest::newRow("a mapping as a number") << Text("limits: {searches_per_hour: {a: 1}}") << Text("whole number");
        QTest::newRow("an empty action") << Text("allow: [\"desk.\"]") << Text("neither a service's id");
        QTest::newRow("three parts") << Text("allow: [a.b.c]") << Text("neither a service's id");
        QTest::newRow("always included without a service") << Text("always_include: [show]") << Text("service.action");
    }
    void whatIsOutOfRangeIsNamedWithItsPlace() {
        QFETCH(const std::string, line);
        QFETCH(const std::string, complaint);
        const Profiles profiles = read("name: a\n" + line + '\n');
        QVERIFY(profiles.all().empty());
        QCOMPARE(m_problems.size(), 1U);
        QVERIFY2(m_problems[0].message.find(complaint) != std::string::npos, m_problems[0].toString().c_str());
        QCOMPARE(m_problems[0].where.line, 2U);
    }

    /// ST7: both must permit, whatever a profile lists; an unknown profile allows nothing.
    void ST7_aProfileNarrowsAndNeverWidens() {
        const auto profiles =
            std::make_shared<const Profiles>(read("name: support\nallow: [desk]\nalways_include: [mail.send]\n"));
        const std::filesystem::path file = m_folder.filePath("access.txt").toStdString();
        std::ofstream(file) << "default: deny\ngrants:\n  - to: {role: agent}\n    allow: [\"desk.list*\", mail]\n";
        const auto rules = withProfiles(*governance::AccessRules::load(file), profiles);
        governance::Principal who;
        const auto may = [&](const char *profile, const char *service, const char *action) {
            who.profile = profile;
            return rules->allows(who, service, action, catalog::Tier::Read) &&
                   rules->explain(who, service, action, catalog::Tier::Read).allowed;
        };
        QVERIFY(may("support", "desk", "list_tickets"));
        QVERIFY(!may("support", "desk", "show_ticket")); // access.yaml does not have it
        QVERIFY(!may("support", "mail", "send"));        // the profile does not
        QVERIFY(may("", "mail", "send"));
        QVERIFY(!may("suport", "mail", "send"));
        QVERIFY(!rules->allowsEverything(who));
        const auto refusal = profileRefusal(who, *rules, *profiles);
        QVERIFY(refusal && refusal->find("suport") != std::string::npos);
        who.profile = "support";
        QVERIFY(!profileRefusal(who, *rules, *profiles));
        // One that access.yaml has is known as well.
        std::ofstream(file) << "default: allow\nprofiles:\n  sales: {allow: [mail]}\n";
        const auto both = withProfiles(*governance::AccessRules::load(file), profiles);
        who.profile = "sales";
        QVERIFY(!profileRefusal(who, *both, *profiles));
        QVERIFY(both->allows(who, "mail", "send", catalog::Tier::Read));
        QVERIFY(!both->allows(who, "desk", "show", catalog::Tier::Read));
        who.profile.clear();
        QVERIFY(both->allowsEverything(who));
    }

    void aFileThatBreaksKeepsWhatItSaidLast() {
        const Profiles good = read("name: support\nallow: [desk]\n");
        const std::filesystem::path folder = m_folder.path().toStdString();
        std::ofstream(folder / "support.yaml") << "name: support\nallow: {desk: yes}\n";
        m_problems.clear();
        const Profiles kept = Profiles::read(folder, m_problems, &good);
        QCOMPARE(m_problems.size(), 1U);
        QVERIFY(kept.find("support") && !kept.find("support")->allows("mail", "send"));
        std::filesystem::remove(folder / "support.yaml");
        QVERIFY(Profiles::read(folder, m_problems, &good).all().empty());
    }

    void noFolderIsNoProfiles() {
        std::vector<Error> problems;
        QVERIFY(Profiles::read(m_folder.filePath("none").toStdString(), problems).all().empty());
        QVERIFY(problems.empty());
    }
};

QTEST_APPLESS_MAIN(ProfilesTest)
#include "tst_profiles.moc"
