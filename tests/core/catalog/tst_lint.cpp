#include "builders.h"

#include "catalog/lint.h"

#include <QTest>
#include <algorithm>

using namespace actionscope;
using namespace actionscope::catalog;

namespace {

std::vector<std::string> lines(const std::vector<Finding> &findings) {
    std::vector<std::string> out;
    for (const Finding &f : findings)
        out.push_back(f.where.toString() + ' ' + std::string(severityName(f.severity)) + ' ' + f.rule + ' ' + f.action +
                      ": " + f.message);
    return out;
}
std::vector<std::string> lintOf(std::vector<Capability> actions, const std::string &hand = {}) {
    return lines(lint(*Catalog::build({service("svc", std::move(actions), hand)}).value()));
}
bool has(const std::vector<std::string> &all, const std::string &start) {
    return std::any_of(all.begin(), all.end(), [&](const std::string &line) { return line.starts_with(start); });
}
QByteArray shown(const std::vector<std::string> &all) {
    QByteArray out;
    for (const std::string &line : all)
        out += QByteArray::fromStdString(line) + '\n';
    return out;
}
#define HAS(all, start) QVERIFY2(has(all, start), shown(all).constData())

Capability described(std::string name, std::string title, std::string description = {}) {
    Capability c = action(std::move(name), Method::Get, "/x", std::move(title));
    c.description = std::move(description);
    return c;
}

std::vector<std::string> diffOf(std::vector<Capability> before, std::vector<Capability> after) {
    std::vector<std::string> out;
    for (const Change &c : diff(*Catalog::build({service("svc", std::move(before))}).value(),
                                *Catalog::build({service("svc", std::move(after))}).value()))
        out.push_back(std::string(c.breaking ? "! " : "  ") + std::string(changeKindName(c.kind)) + ' ' + c.action +
                      ": " + c.detail);
    return out;
}

} // namespace

class TestLint : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aGoodCatalogHasNoFindings() {
        const auto all = lintOf({described("issues_create", "Creates an issue in a repository"),
                                 described("issues_list", "Lists the issues of a repository")},
                                "overrides:\n  - action: issues_create\n    risk: write\n    reason: Fine.\n");
        QVERIFY2(all.empty(), shown(all).constData());
    }
    void orphanOverridesNameTheNearest() {
        const auto all =
            lintOf({described("repos_delete", "Deletes a repository"), described("repos_get", "Shows a repository")},
                   "overrides:\n  - action: repos_delet\n    risk: read\n    reason: x\n"
                   "  - action: repos_get\n    risk: read\n    reason: x\n"
                   "  - action: entirely_something_else_altogether\n    risk: read\n    reason: x\n");
        QCOMPARE(all.size(), std::size_t{2});
        HAS(all, "catalogs/svc.yaml:2:5 error orphan-override svc.repos_delet: no action of svc is named "
                 "\"repos_delet\"; did "
                 "you mean \"repos_delete\"");
        HAS(all, "catalogs/svc.yaml:8:5 error orphan-override svc.entirely_something_else_altogether: no action");
    }
    void orphanMatchesNameTheNearestPaths() {
        Capability c = described("admin_users", "Lists the users for administrators");
        c.path = "/admin/users/{id}";
        c.tags = {"admin"};
        const auto all = lintOf({c}, "overrides:\n  - match: {path: /admin/user/*}\n    risk: read\n    reason: x\n"
                                     "  - match: {path: \"/admin/**\", method: POST}\n    risk: read\n    reason: x\n"
                                     "  - match: {tag: admins}\n    risk: read\n    reason: x\n"
                                     "  - match: {path: \"/admin/**\", tag: admin}\n    risk: read\n    reason: x\n");
        QCOMPARE(all.size(), std::size_t{3});
        HAS(all,
            "catalogs/svc.yaml:2:5 error orphan-override : this match fits no action of svc; the nearest paths are "
            "\"/admin/users/{id}\"");
        HAS(all, "catalogs/svc.yaml:5:5 error orphan-override");
        HAS(all, "catalogs/svc.yaml:8:5 error orphan-override : this match fits no action of svc: none has the tag "
                 "\"admins\"");
    }
    void secondEntriesForOneActionAreErrors() {
        const auto all =
            lintOf({described("a_thing", "Something with enough words")},
                   "curated:\n- action: a_thing\n- action: a_thing\noverrides:\n"
                   "- {action: a_thing, risk: read, reason: x}\n- {action: a_thing, risk: write, reason: x}\n"
                   "- {match: {tag: t}, risk: read, reason: x}\n- {match: {tag: t}, risk: read, reason: x}\n");
        HAS(all, "catalogs/svc.yaml:3:3 error duplicate-curated svc.a_thing: a second entry for the same action; the "
                 "first is in "
                 "line 2");
        HAS(all, "catalogs/svc.yaml:6:3 error duplicate-override svc.a_thing: a second override for the same action; "
                 "the first "
                 "is in line 5");
        HAS(all, "catalogs/svc.yaml:8:3 error duplicate-override : a second override for the same match");
    }
    void findingsOfReadingAreAmongThem() {
        HAS(lintOf({}, "overides: []\n"), "catalogs/svc.yaml:1:1 warning unknown-key");
    }
    void proseThatDoesNotHelpIsFound() {
        const auto all =
            lintOf({described("none_given", ""), described("short_one", "Users"),
                    described("same_1", "Gets the thing by id"), described("same_2", "Gets the thing by id"),
                    described("same_3", "Gets the thing by id", "but this one says more")});
        QCOMPARE(all.size(), std::size_t{3});
        HAS(all, "catalogs/svc.longtail.yaml:5:1 warning missing-description svc.none_given");
        HAS(all, "catalogs/svc.longtail.yaml:6:1 warning duplicate-description svc.same_1: said of 2 actions alike, so "
                 "that nobody "
                 "can tell them apart; also of same_2");
        HAS(all, "catalogs/svc.longtail.yaml:9:1 hint short-description svc.short_one: \"Users\"");
    }
    void hiddenCharactersAreShown() {
        Capability c = described("pay_invoice", "Pays an invoice \xE2\x80\xAEtxt.exe");
        c.parameters = {{"amount", "How\xE2\x80\x8B much", "integer", Place::Query, true}};
        const auto all = lintOf({c, described("b_thing", "Just plain text, é ü 日本")},
                                "overrides:\n- {action: b_thing, risk: read, reason: \"a\\U000E0041b\"}\n");
        QCOMPARE(all.size(), std::size_t{3});
        HAS(all, "catalogs/svc.longtail.yaml:6:1 error hidden-characters svc.pay_invoice: the title has characters "
                 "that nobody sees: "
                 "…Pays an invoice ⟦U+202E⟧txt.exe…");
        HAS(all,
            "catalogs/svc.longtail.yaml:6:1 warning hidden-characters svc.pay_invoice: the description of amount has");
        HAS(all, "catalogs/svc.yaml:2:3 error hidden-characters svc.b_thing: the reason has");
    }
    void namesThatSayNothingAreFound() {
        const std::string prose = "Enough prose to choose it by ";
        const auto all = lintOf({described("get", prose + "1"), described("post_2", prose + "2"),
                                 described("a", prose + "3"), described("getUsers", prose + "4")});
        QCOMPARE(all.size(), std::size_t{3});
        HAS(all, "catalogs/svc.longtail.yaml:5:1 hint unclear-name svc.a");
        HAS(all, "catalogs/svc.longtail.yaml:6:1 hint unclear-name svc.get:");
        HAS(all, "catalogs/svc.longtail.yaml:8:1 hint unclear-name svc.post_2");
    }
    void findingsOfCuratedActionsPointAtTheirEntry() {
        const auto all = lintOf({described("b_thing", ""), described("d_thing", "")},
                                "curated:\n- action: b_thing\n- {action: c_thing, method: GET, path: /c}\n");
        QCOMPARE(all.size(), std::size_t{3});
        HAS(all, "catalogs/svc.yaml:2:3 warning missing-description svc.b_thing");
        HAS(all, "catalogs/svc.yaml:3:3 warning missing-description svc.c_thing");
        // c_thing has no line in the generated file.
        HAS(all, "catalogs/svc.longtail.yaml:6:1 warning missing-description svc.d_thing");
    }
    void findingsComeInOrder() {
        const auto all = lint(*Catalog::build({service("b", {described("get", "")}),
                                               service("a", {described("get", ""), described("x", "")})})
                                   .value());
        QVERIFY(std::is_sorted(all.begin(), all.end(), [](const Finding &x, const Finding &y) {
            return std::tie(x.where.file, x.where.line) < std::tie(y.where.file, y.where.line);
        }));
        QCOMPARE(all.front().where.file, std::string("catalogs/a.longtail.yaml"));
    }

    void diffNamesEveryKindOfChange() {
        Capability a = described("a_thing", "Does a", "long");
        a.path = "/a";
        a.parameters = {{"stays", "x", "string", Place::Query, false}, {"typed", "", "string", Place::Query, false},
                        {"moved", "", "string", Place::Query, false},  {"gone", "", "string", Place::Query, false},
                        {"harder", "", "string", Place::Query, false}, {"easier", "", "string", Place::Query, true}};
        Capability b = a;
        b.parameters = {{"stays", "y", "string", Place::Query, false}, {"typed", "", "integer", Place::Query, false},
                        {"moved", "", "string", Place::Header, false}, {"must", "", "string", Place::Body, true},
                        {"harder", "", "string", Place::Query, true},  {"easier", "", "string", Place::Query, false},
                        {"may", "", "string", Place::Query, false}};
        b.method = Method::Post;
        b.path = "/b";
        b.security = {"oauth2: x"};
        b.server = "https://other/";
        b.deprecated = true;
        b.title = "Does b";
        b.tags = {"t"};
        QCOMPARE(diffOf({a}, {b}), (std::vector<std::string>{
                                       "! required_parameter_added svc.a_thing: harder is required now",
                                       "! required_parameter_added svc.a_thing: must (body, string, required)",
                                       "! parameter_removed svc.a_thing: gone (query, string)",
                                       "! type_changed svc.a_thing: typed: \"string\" became \"integer\"",
                                       "! place_changed svc.a_thing: moved: \"query\" became \"header\"",
                                       "! method_changed svc.a_thing: \"GET\" became \"POST\"",
                                       "! path_changed svc.a_thing: \"/a\" became \"/b\"",
                                       "! security_changed svc.a_thing: nothing became \"oauth2: x\"",
                                       "! server_changed svc.a_thing: nothing became \"https://other/\"",
                                       "  optional_parameter_added svc.a_thing: easier is optional now",
                                       "  optional_parameter_added svc.a_thing: may (query, string)",
                                       "  deprecated svc.a_thing: is deprecated now",
                                       "  prose_changed svc.a_thing: stays: \"x\" became \"y\"",
                                       "  prose_changed svc.a_thing: title: \"Does a\" became \"Does b\"",
                                       "  tags_changed svc.a_thing: nothing became \"t\"",
                                   }));
    }
    void diffOfEqualsIsEmpty() {
        std::mt19937 random(1);
        std::vector<Capability> actions;
        for (int i = 0; i < 50; ++i)
            actions.push_back(randomCapability(random, "a" + std::to_string(i)));
        QVERIFY(diffOf(actions, actions).empty());
    }
    void diffTellsRenamesFromRemovals() {
        Capability a = described("old_name", "Same"), b = described("new_name", "Same"),
                   c = described("gone_thing", "Gone");
        c.path = "/gone";
        Capability d = described("fresh", "New");
        d.path = "/fresh";
        QCOMPARE(diffOf({a, c}, {b, d}), (std::vector<std::string>{"! action_removed svc.gone_thing: GET /gone",
                                                                   "  action_added svc.fresh: GET /fresh",
                                                                   "  renamed svc.new_name: was svc.old_name"}));
    }
    void diffSeesServicesComeAndGo() {
        Service old = service("both", {described("a_thing", "A")});
        Service now = service("both", {described("a_thing", "A")});
        now.info.server = "https://new/";
        const auto before = Catalog::build({old, service("gone", {described("x", "X")})}).value();
        const auto after = Catalog::build({now, service("come", {})}).value();
        const auto changes = diff(*before, *after);
        QCOMPARE(changes.size(), std::size_t{3});
        QCOMPARE(changes[0].kind, Change::Kind::ServerChanged);
        QCOMPARE(changes[0].action, std::string("both"));
        QCOMPARE(changes[1].kind, Change::Kind::ServiceRemoved);
        QVERIFY(changes[1].breaking);
        QCOMPARE(changes[2].kind, Change::Kind::ServiceAdded);
        QVERIFY(!changes[2].breaking);
    }
};

QTEST_GUILESS_MAIN(TestLint)
#include "tst_lint.moc"
