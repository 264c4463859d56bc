#include "builders.h"
#include "catalog/capability_id.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::catalog;

class TestCatalog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersServicesByIdAndActionsByName() {
        const auto catalog = Catalog::build({service("zoo", {action("z")}), service("empty", {}),
                                             service("ark", {action("b"), action("a")})})
                                 .value();
        QCOMPARE(catalog->size(), 3U);
        QCOMPARE(catalog->qualifiedName(0), std::string("ark.a"));
        QCOMPARE(catalog->qualifiedName(1), std::string("ark.b"));
        QCOMPARE(catalog->qualifiedName(2), std::string("zoo.z"));
        QCOMPARE(catalog->serviceOf(2).info.id, std::string("zoo"));
        QCOMPARE(catalog->find("ark.b"), std::optional<Ordinal>(1));
        QVERIFY(!catalog->find("ark.c"));
        QVERIFY(!catalog->find("b"));
        QVERIFY(!catalog->findService("ark2"));
    }
    void refusesTwoServicesWithOneId() {
        const auto catalog = Catalog::build({service("a", {}), service("a", {})});
        QVERIFY(!catalog);
        QCOMPARE(catalog.error().code, ErrorCode::AlreadyExists);
    }
    void namesTheNearest() {
        const auto catalog =
            Catalog::build({service("git", {action("issues_create"), action("issues_list"), action("repos_delete")})})
                .value();
        QCOMPARE(catalog->nearest("git.isues_create").front(), std::string("git.issues_create"));
        QCOMPARE(catalog->nearest("repos_delet", 1), std::vector<std::string>{"git.repos_delete"});
        QVERIFY(catalog->nearest("qqqqqqqqqqqqqqqqqqqqqqq").empty());
    }
    /// CD3: tools, skills, extensions and channels lie beside the actions and are found by the ids of their own.
    void findsCapabilitiesByTheirIds() {
        Capability notes = action("release-notes", Method::None, {});
        notes.kind = Kind::Skill;
        Capability github = action("github", Method::None, {});
        github.kind = Kind::Tool;
        const auto catalog =
            Catalog::build({service("skill", {notes}), service("tool", {github}), service("git", {action("list")})})
                .value();
        const auto skill = catalog->find("skill:release-notes");
        QVERIFY(skill);
        QCOMPARE(catalog->find("skill.release-notes"), skill);
        QCOMPARE(capabilityId(*catalog, *skill), std::string("skill:release-notes"));
        QCOMPARE(capabilityId(*catalog, *catalog->find("git.list")), std::string("git.list"));
        QVERIFY(!catalog->find("tool:release-notes"));
        QVERIFY(!catalog->find("git:list")); // no kind
        QVERIFY(!catalog->find("Skill:release-notes"));
        QVERIFY(isKindService("channel") && isKindService("extension"));
        QVERIFY(!isKindService("action") && !isKindService("git"));
    }
    void laysCuratedProseOverTheImportedAction() {
        Capability imported = action("issues_create", Method::Post, "/issues", "create");
        imported.parameters = {{"title", "", "string", Place::Body, true},
                               {"body", "kept", "string", Place::Body, false}};
        imported.tags = {"issues"};
        const auto catalog = Catalog::build({service("git", {imported, action("other")},
                                                     "curated:\n  - action: issues_create\n    title: Open an issue\n"
                                                     "    description: Opens one.\n    parameters: {title: One line.}\n"
                                                     "    tags: [core]\n")})
                                 .value();
        const Capability merged = catalog->at(*catalog->find("git.issues_create")).toCapability();
        QVERIFY(merged.curated);
        QCOMPARE(merged.title, std::string("Open an issue"));
        QCOMPARE(merged.description, std::string("Opens one."));
        QCOMPARE(merged.parameters[0].description, std::string("One line."));
        QCOMPARE(merged.parameters[1].description, std::string("kept"));
        QCOMPARE(merged.tags, (std::vector<std::string>{"issues", "core"}));
        QCOMPARE(merged.method, Method::Post);
        QVERIFY(!catalog->at(*catalog->find("git.other")).curated());
        QCOMPARE(catalog->services()[0].curatedCount, 1U);
    }
    void addsACuratedActionThatSaysWhereItIs() {
        const auto catalog =
            Catalog::build({service("git", {}, "curated:\n- {action: ping, method: get, path: /ping, title: Ping}\n")})
                .value();
        QCOMPARE(catalog->at(0).path(), std::string_view("/ping"));
        QVERIFY(catalog->at(0).curated());
    }
    void complainsAboutCuratedProseOfNothing() {
        std::vector<Finding> findings;
        const auto s = service("git", {action("issues_create")}, "curated:\n  - action: issues_creat\n", &findings);
        QCOMPARE(s.segment->size(), 1U);
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings[0].rule, std::string("orphan-curated"));
        QCOMPARE(findings[0].where.toString(), std::string("catalogs/git.yaml:2:5"));
        QVERIFY(findings[0].message.find("\"issues_create\"") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
