/// Capabilities of folders beside the actions of a workspace (CD3, CD4, CD8): what of them can be found, which
/// directory has priority, and what happens when a manifest breaks.

#include "catalog/capability_id.h"
#include "workspace/capability_watch.h"
#include "workspace/manifest_import.h"
#include "workspace_fixture.h"

#include <algorithm>

using namespace actionscope;
using namespace actionscope::test;
using catalog::Kind;
using workspace::Workspace;
namespace fs = std::filesystem;

namespace {

const std::string Deploy = "kind: tool\n"
                           "name: preview-deploy\n"
                           "description: Deploys a branch to a preview environment.\n"
                           "tags: [staging]\n"
                           "requiredTools: [tool:image_builder]\n"
                           "inputSchema: {type: object, properties: {branchname: {type: string}}}\n";
const std::string Notes = "---\nname: release-notes\ndescription: Writes release notes from merged changes.\n---\n"
                          "# Release notes\n\nRead the log.\n<!-- hippopotamus -->\n";

const catalog::Finding *findingOf(const std::vector<catalog::Finding> &findings, std::string_view rule,
                                  std::string_view text) {
    for (const catalog::Finding &finding : findings)
        if (finding.rule == rule && finding.message.find(text) != std::string::npos)
            return &finding;
    return nullptr;
}

} // namespace

class CapabilitiesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Folder> m_folder;
    std::unique_ptr<Workspace> m_workspace;

    void write(const std::string &capability, const std::string &file, const std::string &text) const {
        m_folder->write("ws/capabilities/" + capability + "/" + file, text);
    }
    void open() { m_workspace = openShop(*m_folder); }
    void refresh() const {
        expectValue(m_workspace->refresh());
        expectValue(m_workspace->ensureIndex());
    }
    /// Whether a search gives it, wherever it comes.
    bool finds(const std::string &query, const std::string &name) const {
        const auto names = found(*m_workspace, query);
        return std::find(names.begin(), names.end(), name) != names.end();
    }
    std::optional<catalog::CapabilityView> find(const std::string &id) const {
        m_catalog = m_workspace->snapshot()->catalog;
        const auto ordinal = m_catalog->find(id);
        return ordinal ? std::optional(m_catalog->at(*ordinal)) : std::nullopt;
    }
    catalog::Tier tierOf(const std::string &id) const {
        const auto now = m_workspace->snapshot();
        return (*now->risk)[now->catalog->find(id).value()].tier;
    }
    mutable std::shared_ptr<const catalog::Catalog> m_catalog;

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<Folder>();
        qputenv("XDG_CONFIG_HOME", (*m_folder / "config").c_str());
        qunsetenv("ACTIONSCOPE_CAPABILITY_DIRS");
        open();
    }
    void cleanup() {
        m_catalog.reset();
        m_workspace.reset();
        qunsetenv("ACTIONSCOPE_CAPABILITY_DIRS");
    }

    /// CD3, CD4: they lie in the catalog and the index of the actions, and are found by name, prose, tags, parameters
    /// and dependencies.
    void theyAreFoundBesideTheActions() {
        write("deploy", "CAPABILITY.yaml", Deploy);
        write("notes", "SKILL.md", Notes);
        refresh();
        const auto before = m_workspace->snapshot()->catalog->size();
        QCOMPARE(before, std::uint32_t(shopOperations().size() + 2));
        for (const char *query : {"deploys to a preview", "preview-deploy", "staging", "branchname", "image_builder"})
            QCOMPARE(found(*m_workspace, query).front(), std::string("tool.preview-deploy"));
        QCOMPARE(found(*m_workspace, "write release notes").front(), std::string("skill.release-notes"));
        QCOMPARE(found(*m_workspace, "unpaid invoices").front(), std::string("shop.invoices_list"));
        QCOMPARE(find("skill:release-notes")->title(), std::string_view("Release Notes"));
        QCOMPARE(find("skill:release-notes")->kind(), Kind::Skill);
        QVERIFY(m_workspace->snapshot()->problems.empty());

        retrieval::SearchRequest actions;
        actions.query = "release notes";
        actions.floor = 0;
        actions.kinds = 1U << unsigned(Kind::Action);
        const auto onlyActions = m_workspace->search(actions);
        QVERIFY(onlyActions);
        for (const auto &hit : onlyActions->response.hits)
            QCOMPARE(onlyActions->catalog->at(hit.ordinal).kind(), Kind::Action);
        // A skill's text is not what is searched (CD4).
        retrieval::SearchRequest text;
        text.query = "hippopotamus";
        QCOMPARE(m_workspace->search(text)->response.withheld.unknownWords, std::vector<std::string>{"hippopotamus"});
    }

    void schemaAndTextAreReadWhenTheyAreAskedFor() {
        write("deploy", "CAPABILITY.yaml", Deploy);
        write("notes", "SKILL.md", Notes);
        refresh();
        const auto now = m_workspace->snapshot();
        const auto schema = m_workspace->inputSchema(*now, *now->catalog->find("tool:preview-deploy"));
        QVERIFY(schema);
        QVERIFY(schema->at("properties").as_object().contains("branchname"));
        QCOMPARE(expectValue(m_workspace->skillContent(*now, *now->catalog->find("skill:release-notes"))),
                 std::string("# Release notes\n\nRead the log.\n<!-- hippopotamus -->"));
        QCOMPARE(m_workspace->skillContent(*now, *now->catalog->find("tool:preview-deploy")).error().code,
                 ErrorCode::NotFound);
        QVERIFY(!m_workspace->skillContent(*now, *now->catalog->find("shop.invoices_list")));
    }

    /// CD8: the user-wide directory comes before the workspace's, and that before those of the environment; what is
    /// hidden is said.
    void earlierDirectoriesHavePriority() {
        const auto tool = [](const std::string &from) {
            return "kind: tool\nname: a\ndescription: This one lies in the " + from + ".\n";
        };
        m_folder->write("first/x/CAPABILITY.yaml", tool("first of the environment"));
        m_folder->write("second/y/CAPABILITY.yaml", tool("second of the environment"));
        qputenv("ACTIONSCOPE_CAPABILITY_DIRS",
                ((*m_folder / "first").string() + ":" + (*m_folder / "second").string()).c_str());
        refresh();
        QCOMPARE(find("tool:a")->description(), std::string_view("This one lies in the first of the environment."));
        const auto lint = m_workspace->lint();
        const auto *said = findingOf(lint, "shadowed-capability", "higher priority");
        QVERIFY(said != nullptr);
        QCOMPARE(said->where.file, (*m_folder / "second/y/CAPABILITY.yaml").string());
        write("own", "CAPABILITY.yaml", tool("workspace"));
        refresh();
        QCOMPARE(find("tool:a")->description(), std::string_view("This one lies in the workspace."));
        m_folder->write("config/actionscope/capabilities/z/CAPABILITY.yaml", tool("user-wide directory"));
        refresh();
        QCOMPARE(find("tool:a")->description(), std::string_view("This one lies in the user-wide directory."));
        fs::remove_all(*m_folder / "config");
        qputenv("ACTIONSCOPE_CAPABILITY_DIRS", (*m_folder / "gone").c_str());
        refresh();
        QCOMPARE(find("tool:a")->description(), std::string_view("This one lies in the workspace."));
        QVERIFY(findingOf(m_workspace->lint(), "unreadable", "ACTIONSCOPE_CAPABILITY_DIRS names a folder") != nullptr);
    }

    void twoOfOneIdInOneDirectory() {
        write("b", "CAPABILITY.yaml", "kind: tool\nname: x\ndescription: The second one.\n");
        write("a", "CAPABILITY.yaml", "kind: tool\nname: x\ndescription: The first one.\n");
        refresh();
        QCOMPARE(find("tool:x")->description(), std::string_view("The first one."));
        QVERIFY(findingOf(m_workspace->lint(), "shadowed-capability", "give one of them another name") != nullptr);
    }

    /// A manifest that breaks is a finding with its place, and the last good version stays in force, also for who
    /// starts afterwards.
    void aBrokenManifestLeavesTheLastGoodOne() {
        write("deploy", "CAPABILITY.yaml", Deploy);
        write("notes", "SKILL.md", Notes);
        refresh();
        write("deploy", "CAPABILITY.yaml", "kind: tool\nname: preview-deploy\ndescripton: A slip.\n");
        write("notes", "SKILL.md", "---\nname: release-notes\n");
        refresh();
        const auto lint = m_workspace->lint();
        const auto *finding = findingOf(lint, "unreadable", "did you mean `description`");
        QVERIFY(finding != nullptr);
        QCOMPARE(finding->where.toString(), (*m_folder / "ws/capabilities/deploy/CAPABILITY.yaml").string() + ":3:1");
        QVERIFY(finding->message.find("tool:preview-deploy stays as it was") != std::string::npos);
        const auto inForce = [this] {
            QCOMPARE(find("tool:preview-deploy")->description(),
                     std::string_view("Deploys a branch to a preview environment."));
            QCOMPARE(found(*m_workspace, "deploys to a preview").front(), std::string("tool.preview-deploy"));
        };
        inForce();
        const auto now = m_workspace->snapshot();
        QVERIFY(m_workspace->inputSchema(*now, *now->catalog->find("tool:preview-deploy"))
                    ->at("properties")
                    .as_object()
                    .contains("branchname"));
        QCOMPARE(expectValue(m_workspace->skillContent(*now, *now->catalog->find("skill:release-notes"))),
                 std::string("# Release notes\n\nRead the log.\n<!-- hippopotamus -->"));
        m_workspace.reset();
        open();
        inForce();
        QVERIFY(findingOf(m_workspace->lint(), "unreadable", "stays as it was") != nullptr);
        write("deploy", "CAPABILITY.yaml", "kind: tool\nname: preview-deploy\ndescription: Mended.\n");
        refresh();
        QCOMPARE(find("tool:preview-deploy")->description(), std::string_view("Mended."));
        fs::remove_all(*m_folder / "ws/capabilities/deploy");
        refresh();
        QVERIFY(!find("tool:preview-deploy"));
    }

    void oneBrokenManifestDoesNotHinderOthers() {
        write("a", "CAPABILITY.yaml", std::string("kind: tool\0", 11));
        write("b", "CAPABILITY.yaml", "x: &x [*x]\n");
        write("c", "CAPABILITY.yaml", std::string(300 << 10, '#'));
        write("d", "SKILL.md", Notes);
        fs::create_directory_symlink("/etc", *m_folder / "ws/capabilities/e");
        m_folder->write("outside/CAPABILITY.yaml", Deploy);
        fs::create_directory_symlink(*m_folder / "outside", *m_folder / "ws/capabilities/f");
        write(".hidden", "CAPABILITY.yaml", "kind: tool\nname: hidden\ndescription: x\n");
        write("g", "README.md", "no capability");
        refresh();
        QVERIFY(find("skill:release-notes"));
        QVERIFY(!find("tool:preview-deploy"));
        QVERIFY(!find("tool:hidden"));
        const auto lint = m_workspace->lint();
        QVERIFY(findingOf(lint, "unreadable", "binary") != nullptr);
        QVERIFY(findingOf(lint, "unreadable", "anchors") != nullptr);
        QVERIFY(findingOf(lint, "unreadable", "the cap of manifests") != nullptr);
        QVERIFY(findingOf(lint, "unreadable", "leads out") != nullptr);
        QCOMPARE(m_workspace->snapshot()->problems.size(), std::size_t{4});
    }

    /// Risk without a method: side effects write, their absence reads, and an override prevails.
    void riskComesFromSideEffectsAndOverrides() {
        write("deploy", "CAPABILITY.yaml", Deploy);
        write("look", "CAPABILITY.yaml",
              "kind: tool\nname: delete-preview\ndescription: Says what deleting would do.\nhasSideEffects: false\n");
        write("list", "CAPABILITY.yaml", "kind: tool\nname: list_files\ndescription: Lists files.\n");
        write("notes", "SKILL.md", Notes);
        refresh();
        QCOMPARE(tierOf("tool:preview-deploy"), catalog::Tier::Write);
        QCOMPARE(tierOf("tool:list_files"), catalog::Tier::Write); // whatever its name is
        QCOMPARE(tierOf("tool:delete-preview"), catalog::Tier::Read);
        QCOMPARE(tierOf("skill:release-notes"), catalog::Tier::Read);
        const auto why = expectValue(m_workspace->explainRisk("skill.release-notes"));
        QCOMPARE(why.steps.front().rule, std::string("side-effects"));
        m_folder->write("ws/catalogs/skill.yaml", "service: skill\noverrides:\n  - action: release-notes\n    risk: "
                                                  "destructive\n    approval: admin\n    reason: "
                                                  "It is a secret.\n");
        refresh();
        QCOMPARE(tierOf("skill:release-notes"), catalog::Tier::Destructive);
        QVERIFY(m_workspace->snapshot()->problems.empty());
    }

    /// Toggles and the rules of the environment are about kinds as about services.
    void kindsCanBeSwitchedOff() {
        write("notes", "SKILL.md", Notes);
        refresh();
        expectValue(m_workspace->setSearchable("skill", false));
        QVERIFY(!finds("release notes", "skill.release-notes"));
        expectValue(m_workspace->setSearchable("skill", true));
        QVERIFY(finds("release notes", "skill.release-notes"));
    }

    /// CD3: an extension is available when its catalog entry is, unless its manifest says it.
    void extensionsInheritAvailability() {
        const auto extension = [&](const std::string &name, const std::string &rest) {
            write(name, "CAPABILITY.yaml", "kind: extension\nname: " + name + "\ndescription: Adds to it.\n" + rest);
        };
        extension("shop-rules", "extension: {entry: shop}\n");
        extension("invoice-rules", "extension: {entry: shop.invoices_list}\n");
        extension("mail-rules", "extension: {entry: mailer}\n");
        extension("stated", "extension: {entry: mailer}\navailable: true\n");
        extension("of-a-tool", "extension: {entry: 'tool:preview-deploy'}\n");
        write("deploy", "CAPABILITY.yaml", Deploy + "available: false\n");
        refresh();
        QVERIFY(find("extension:shop-rules")->available());
        QVERIFY(find("extension:invoice-rules")->available());
        QVERIFY(!find("extension:mail-rules")->available());
        QVERIFY(find("extension:stated")->available());
        QVERIFY(!find("extension:of-a-tool")->available());
        write("deploy", "CAPABILITY.yaml", Deploy);
        refresh();
        QVERIFY(find("extension:of-a-tool")->available());
    }

    /// No import takes the service of a kind.
    void theIdsOfKindsAreKept() {
        write("notes", "SKILL.md", Notes);
        refresh();
        m_folder->write("skill.json", openApi("skill", shopOperations()));
        const auto report = m_workspace->import({(*m_folder / "skill.json").string()}, {}, {});
        QVERIFY(report);
        QVERIFY(report->items.empty());
        QCOMPARE(report->skipped.size(), std::size_t{1});
        QVERIFY(report->skipped[0].reason.find("--service") != std::string::npos);
        QVERIFY(find("skill:release-notes"));
    }

    void nothingChangedIsNoNewSnapshot() {
        write("notes", "SKILL.md", Notes);
        write("broken", "CAPABILITY.yaml", "kind: tool\n");
        refresh();
        const auto before = m_workspace->snapshot()->generation;
        for (int i = 0; i < 3; ++i)
            QVERIFY(!expectValue(m_workspace->refresh()));
        QCOMPARE(m_workspace->snapshot()->generation, before);
        // A text is no part of the descriptor, and yet who shows it must hear of it.
        write("notes", "SKILL.md", Notes + "And more.\n");
        QVERIFY(expectValue(m_workspace->refresh()));
    }

    /// CD8: an edit is searchable soon after it was saved, without anybody asking for it.
    void anEditIsTakenOverByTheWatch() {
        FolderWatchOptions quick;
        quick.debounce = std::chrono::milliseconds(50);
        const workspace::CapabilityWatch watch(*m_workspace, quick);
        write("notes", "SKILL.md", Notes);
        QTRY_VERIFY_WITH_TIMEOUT(finds("release notes", "skill.release-notes"), 30'000);
        fs::rename(*m_folder / "ws/capabilities", *m_folder / "ws/elsewhere");
        QTRY_VERIFY_WITH_TIMEOUT(!finds("release notes", "skill.release-notes"), 30'000);
        write("other", "CAPABILITY.yaml", Deploy);
        QTRY_VERIFY_WITH_TIMEOUT(finds("preview environment", "tool.preview-deploy"), 30'000);
    }

    /// DA1: a folder is copied, as it is and without anything being run.
    void importCopiesFolders() {
        m_folder->write("in/notes/SKILL.md", Notes);
        m_folder->write("in/notes/scripts/run.sh", "#!/bin/sh\ntouch /tmp/never\n");
        fs::permissions(*m_folder / "in/notes/scripts/run.sh", fs::perms::owner_all);
        m_folder->write("in/notes/.git/config", "x");
        m_folder->write("in/deep/tools/deploy/CAPABILITY.yaml", Deploy);
        m_folder->write("in/bad/CAPABILITY.yaml", "kind: tool\nname: a\n");
        QVERIFY(workspace::holdsCapabilities((*m_folder / "in").string()));
        const auto preview = expectValue(workspace::importManifests(*m_workspace, {(*m_folder / "in").string()}, true));
        QCOMPARE(preview.actions, std::uint64_t{2});
        QVERIFY(!fs::exists(*m_folder / "ws/capabilities"));
        const auto report = expectValue(workspace::importManifests(*m_workspace, {(*m_folder / "in").string()}, false));
        QCOMPARE(report.items.size(), std::size_t{2});
        QCOMPARE(report.items[0].service, std::string("skill"));
        QCOMPARE(report.items[0].added, 1U);
        QCOMPARE(report.skipped.size(), std::size_t{1});
        QVERIFY(report.skipped[0].reason.find("description") != std::string::npos);
        QCOMPARE(report.skipped[0].source, (*m_folder / "in/bad").string());
        const fs::path script = *m_folder / "ws/capabilities/release-notes/scripts/run.sh";
        QVERIFY(fs::exists(script));
        QVERIFY((fs::status(script).permissions() & fs::perms::owner_exec) == fs::perms::none);
        QVERIFY(!fs::exists(*m_folder / "ws/capabilities/release-notes/.git"));
        QVERIFY(find("skill:release-notes") && find("tool:preview-deploy"));
        QCOMPARE(found(*m_workspace, "write release notes").front(), std::string("skill.release-notes"));
        for (const auto &entry : fs::directory_iterator(*m_folder / "ws/capabilities"))
            QVERIFY(!entry.path().filename().string().starts_with("."));

        // Again: nothing changed; and what changed is replaced whole.
        const auto again = expectValue(workspace::importManifests(*m_workspace, {(*m_folder / "in").string()}, false));
        QCOMPARE(again.items[0].added + again.items[0].changed, 0U);
        fs::remove_all(*m_folder / "in/notes/scripts");
        m_folder->write("in/notes/SKILL.md", Notes + "More.\n");
        const auto changed =
            expectValue(workspace::importManifests(*m_workspace, {(*m_folder / "in").string()}, false));
        QCOMPARE(changed.items[0].changed, 1U);
        QVERIFY(!fs::exists(script));
        governance::AuditFilter imports;
        imports.kinds = {"import"};
        QCOMPARE(expectValue(m_workspace->audit()->count(imports)), std::uint64_t{4}); // with that of the shop
    }

    /// What could lead out of the folder is not copied, nor followed.
    void importRefusesTraversal() {
        m_folder->write("secret", "do not copy");
        m_folder->write("in/a/SKILL.md", Notes);
        fs::create_symlink(*m_folder / "secret", *m_folder / "in/a/link");
        const auto link = workspace::importManifests(*m_workspace, {(*m_folder / "in").string()}, false);
        QVERIFY(!link);
        QVERIFY(link.error().message.find("link") != std::string::npos);
        m_folder->write("in/b/CAPABILITY.yaml",
                        "kind: skill\nname: ../../b\ndescription: x\nskillContent: |\n a\n b\n");
        QVERIFY(!workspace::importManifests(*m_workspace, {(*m_folder / "in/b").string()}, false));
        m_folder->write("in/c/CAPABILITY.yaml", "kind: skill\nname: c\ndescription: x\nskillContent: ../../secret\n");
        QVERIFY(!workspace::importManifests(*m_workspace, {(*m_folder / "in/c").string()}, false));
        for (int i = 0; i <= 256; ++i)
            m_folder->write("in/d/" + std::to_string(i), "x");
        m_folder->write("in/d/SKILL.md", Notes);
        const auto many = workspace::importManifests(*m_workspace, {(*m_folder / "in/d").string()}, false);
        QVERIFY(!many);
        QVERIFY(many.error().message.find("256") != std::string::npos);
        QVERIFY(!workspace::importManifests(*m_workspace, {(*m_folder / "missing").string()}, false));
        QVERIFY(!workspace::importManifests(*m_workspace, {}, false));
        QVERIFY(fs::is_empty(*m_folder / "ws/capabilities"));
        QCOMPARE(m_workspace->snapshot()->catalog->size(), std::uint32_t(shopOperations().size()));
    }

    /// An import that was killed between moving the old folder away and putting the new one in place loses nothing.
    void whatAKilledImportLeftIsPutBack() {
        write("notes", "SKILL.md", Notes);
        fs::create_directories(*m_folder / "ws/capabilities/.import-0123");
        fs::rename(*m_folder / "ws/capabilities/notes", *m_folder / "ws/capabilities/.import-0123/old-notes");
        m_folder->write("in/CAPABILITY.yaml", Deploy);
        expectValue(workspace::importManifests(*m_workspace, {(*m_folder / "in").string()}, false));
        QVERIFY(find("skill:release-notes"));
        QVERIFY(!fs::exists(*m_folder / "ws/capabilities/.import-0123"));
    }
};

QTEST_GUILESS_MAIN(CapabilitiesTest)
#include "tst_capabilities.moc"
