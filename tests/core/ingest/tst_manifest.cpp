/// Capability folders as people and others write them (CD3, CD8): what becomes of them, and what is said of bad ones.

#include "ingest/manifest.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace actionscope;
using namespace actionscope::ingest;
namespace fs = std::filesystem;

namespace {

const std::string Deploy = "kind: tool\n"
                           "name: preview-deploy\n"
                           "description: Deploys a branch to a preview environment.\n";

} // namespace

Q_DECLARE_METATYPE(actionscope::ErrorCode)

class ManifestTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_temporary;
    fs::path m_outer, m_folder;

    fs::path write(const fs::path &relative, const std::string &text) const {
        fs::create_directories((m_folder / relative).parent_path());
        std::ofstream(m_folder / relative, std::ios::binary) << text;
        return m_folder / relative;
    }
    Manifest good() const {
        auto read = readManifest(m_folder);
        if (!read)
            qFatal("%s", read.error().toString().c_str());
        return std::move(*read);
    }
    Error bad(const ManifestLimits &limits = {}) const {
        auto read = readManifest(m_folder, limits);
        if (read)
            qFatal("it was read");
        return read.error();
    }
    static bool says(const Error &error, std::string_view text) {
        if (error.message.find(text) != std::string::npos)
            return true;
        qWarning("%s", error.toString().c_str());
        return false;
    }

private Q_SLOTS:
    void init() {
        static int number = 0;
        m_outer = fs::path(m_temporary.path().toStdString()) / std::to_string(number++);
        m_folder = m_outer / "capability";
        fs::create_directories(m_folder);
    }

    /// CD8: three members suffice, and the id is made of two of them.
    void threeMembersSuffice() {
        write("CAPABILITY.yaml", Deploy);
        const Manifest manifest = good();
        QCOMPARE(manifest.id(), std::string("tool:preview-deploy"));
        QCOMPARE(manifest.capability.kind, catalog::Kind::Tool);
        QCOMPARE(manifest.capability.title, std::string("preview-deploy"));
        QVERIFY(manifest.capability.available);
        QCOMPARE(manifest.capability.hint, catalog::Hint::None); // what is not said may have side effects
        QCOMPARE(manifest.capability.pointer, (m_folder / "CAPABILITY.yaml").string());
        QCOMPARE(readManifestSchema(manifest.file)->at("type").as_string(), "object");
        QCOMPARE(readSkillContent(manifest.file).error().code, ErrorCode::NotFound);
    }

    /// CD3: everything that a descriptor has.
    void aWholeDescriptor() {
        write("CAPABILITY.yaml", Deploy + "id: tool:deploy\n"
                                          "displayName: Preview deployment\n"
                                          "category: deployment\n"
                                          "tags: [deploy, preview, deploy]\n"
                                          "requiredSecrets: PREVIEW_TOKEN\n"
                                          "requiredTools: [tool:build, ledger.create_run]\n"
                                          "available: false\n"
                                          "hasSideEffects: false\n"
                                          "inputSchema:\n"
                                          "  type: object\n"
                                          "  required: [branch]\n"
                                          "  properties:\n"
                                          "    branch: {type: string, description: The branch, default: '12'}\n"
                                          "    ttl: {type: integer, minimum: 1, default: 3600, enum: [1, 2.5, 0x10]}\n"
                                          "    force: {type: boolean, default: false}\n");
        const Manifest manifest = good();
        const catalog::Capability &tool = manifest.capability;
        QCOMPARE(manifest.id(), std::string("tool:deploy"));
        QCOMPARE(tool.title, std::string("Preview deployment"));
        QCOMPARE(tool.category, std::string("deployment"));
        QCOMPARE(tool.tags, (std::vector<std::string>{"deploy", "preview"}));
        QCOMPARE(tool.secrets, std::vector<std::string>{"PREVIEW_TOKEN"});
        QCOMPARE(tool.requires_, (std::vector<std::string>{"tool:build", "ledger.create_run"}));
        QVERIFY(!tool.available && manifest.availableStated);
        QCOMPARE(tool.hint, catalog::Hint::ReadOnly);
        QCOMPARE(tool.parameters.size(), std::size_t{3});
        QCOMPARE(tool.parameters[0].name, std::string("branch"));
        QCOMPARE(tool.parameters[0].description, std::string("The branch"));
        QVERIFY(tool.parameters[0].required && !tool.parameters[1].required);
        const json::value schema = readManifestSchema(manifest.file).value();
        QCOMPARE(QString::fromStdString(json::serialize(schema)),
                 QStringLiteral(R"({"type":"object","required":["branch"],"properties":{)"
                                R"("branch":{"type":"string","description":"The branch","default":"12"},)"
                                R"("ttl":{"type":"integer","minimum":1,"default":3600,"enum":[1,2.5E0,16]},)"
                                R"("force":{"type":"boolean","default":false}}})"));
    }

    /// The order of keys, blank lines and comments are no part of it.
    void equalManifestsGiveEqualDescriptors() {
        write("CAPABILITY.yaml", Deploy + "tags: [a, b]\n");
        const catalog::Capability first = good().capability;
        write("CAPABILITY.yaml",
              "# ours\ntags:\n- a\n- b\n\ndescription: >\n  Deploys a branch\n  to a preview environment.\n"
              "name: 'preview-deploy'\nkind: tool\n");
        QVERIFY(good().capability == first);
    }

    /// CD3: a skill is its SKILL.md; the display name capitalises the segments of its name.
    void aSkillOfFrontMatter() {
        write("SKILL.md", "---\nname: release-notes\ndescription: Writes release notes.\nlicense: MIT\n"
                          "metadata: {author: us}\n---\n\n# Release notes\n\nRead the log.\n\n");
        const Manifest manifest = good();
        QCOMPARE(manifest.id(), std::string("skill:release-notes"));
        QCOMPARE(manifest.capability.title, std::string("Release Notes"));
        QCOMPARE(manifest.capability.hint, catalog::Hint::ReadOnly);
        QCOMPARE(readSkillContent(manifest.file).value(), std::string("# Release notes\n\nRead the log."));
    }

    void aSkillWithItsManifestBesideIt() {
        write("CAPABILITY.yaml", "kind: skill\nname: pdf_tools\ndescription: Works on PDF files.\ntags: [pdf]\n");
        write("SKILL.md", "---\nname: ignored here\n---\nText");
        const Manifest manifest = good();
        QCOMPARE(manifest.id(), std::string("skill:pdf_tools"));
        QCOMPARE(manifest.capability.title, std::string("Pdf Tools"));
        QCOMPARE(readSkillContent(manifest.file).value(), std::string("Text"));
        QCOMPARE(manifest.files.size(), std::size_t{2});
    }

    void skillContentNamesAFileOrIsTheText() {
        write("CAPABILITY.yaml", "kind: skill\nname: a\ndescription: Does a thing.\nskillContent: docs/text.md\n");
        write("docs/text.md", "The text.\n");
        QCOMPARE(readSkillContent(good().file).value(), std::string("The text."));
        write("CAPABILITY.yaml", "kind: skill\nname: a\ndescription: Does a thing.\nskillContent: |\n  One.\n  Two.\n");
        QCOMPARE(readSkillContent(good().file).value(), std::string("One.\nTwo.\n"));
    }

    /// CD3: a channel is named by its platform, and its category is always communication.
    void channelsAndExtensions() {
        write("CAPABILITY.yaml",
              "kind: channel\nname: team-chat\ndescription: Posts to the team.\nchannel: {platform: irc}\n");
        const Manifest channel = good();
        QCOMPARE(channel.id(), std::string("channel:irc"));
        QCOMPARE(channel.capability.category, std::string("communication"));
        write("CAPABILITY.yaml", "kind: channel\nname: irc\ndescription: Posts.\ncategory: chat\n");
        QVERIFY(says(bad(), "always `communication`"));
        write("CAPABILITY.yaml",
              "kind: extension\nname: mail-rules\ndescription: Sorts mail.\nextension: {entry: mailer}\n");
        QCOMPARE(good().entry, std::string("mailer"));
    }

    void aSchemaInAFileOfItsOwn() {
        write("CAPABILITY.yaml", Deploy);
        write("schema.json", R"({"type":"object","properties":{"branch":{"type":"string"}}})");
        QCOMPARE(good().capability.parameters.size(), std::size_t{1});
        write("CAPABILITY.yaml", Deploy + "inputSchema: {type: object}\n");
        QVERIFY(says(bad(), "keep one"));
    }

    void whatIsWrongIsNamedWithItsPlace_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("complaint");
        QTest::addColumn<std::string>("place");
        using Text = std::string;
        const Text d = "\ndescription: Does it.\n";
        QTest::newRow("no kind") << Text("name: a") + d << Text("needs `kind:`") << Text("1:1");
        QTest::newRow("no name") << Text("kind: tool") + d << Text("needs `name:`") << Text("1:1");
        QTest::newRow("no description") << Text("kind: tool\nname: a\n") << Text("`description:`") << Text("1:1");
        QTest::newRow("blank description")
            << Text("kind: tool\nname: a\ndescription: ' '\n") << Text("empty") << Text("3:14");
        QTest::newRow("other kind") << Text("kind: action\nname: a") + d << Text("one of tool") << Text("1:7");
        QTest::newRow("upper case") << Text("kind: Tool\nname: a") + d << Text("one of tool") << Text("1:7");
        QTest::newRow("unknown key") << Text("kind: tool\nname: a\ntag: [x]") + d << Text("did you mean `tags`")
                                     << Text("3:1");
        QTest::newRow("twice") << Text("kind: tool\nname: a\nname: b") + d << Text("twice") << Text("3:1");
        QTest::newRow("name with blanks")
            << Text("kind: tool\nname: PDF tools") + d << Text("`pdf-tools` would do") << Text("2:7");
        QTest::newRow("name with a dot") << Text("kind: tool\nname: a.b") + d << Text("letters, digits") << Text("2:7");
        QTest::newRow("name with a path")
            << Text("kind: tool\nname: ../a") + d << Text("letters, digits") << Text("2:7");
        QTest::newRow("id of another kind")
            << Text("kind: tool\nname: a\nid: skill:a") + d << Text("`tool:NAME`") << Text("3:5");
        QTest::newRow("a secret") << Text("kind: tool\nname: a\nrequiredSecrets: ['TOKEN=abc']") + d
                                  << Text("never the secrets") << Text("3:18");
        QTest::newRow("no truth") << Text("kind: tool\nname: a\navailable: yes") + d << Text("true or false")
                                  << Text("3:12");
        QTest::newRow("tags as a mapping")
            << Text("kind: tool\nname: a\ntags: {a: b}") + d << Text("must be a list") << Text("3:7");
        QTest::newRow("channel of a tool")
            << Text("kind: tool\nname: a\nchannel: {platform: x}") + d << Text("belongs to the kind") << Text("3:10");
        QTest::newRow("schema of a text")
            << Text("kind: tool\nname: a\ninputSchema: [1]") + d << Text("no object") << Text("3:14");
        QTest::newRow("schema of a list") << Text("kind: tool\nname: a\ninputSchema: {type: array}") + d
                                          << Text("of the type `object`") << Text("3:14");
        QTest::newRow("no number") << Text("kind: tool\nname: a\ninputSchema: {maximum: .inf}") + d << Text("no number")
                                   << Text("3:24");
        QTest::newRow("skill without text") << Text("kind: skill\nname: a") + d << Text("SKILL.md") << Text("1:1");
        QTest::newRow("an anchor") << Text("kind: tool\nname: &x a\ncategory: *x") + d
                                   << Text("anchors and aliases are not used in manifests") << Text("2:7");
        QTest::newRow("a cycle") << Text("kind: tool\nname: a\ninputSchema: &s {properties: {self: *s}}") + d
                                 << Text("anchors and aliases") << Text("3:14");
        QTest::newRow("two documents") << Text("kind: tool\nname: a") + d + "---\nkind: tool\n"
                                       << Text("second document") << Text("4:1");
        QTest::newRow("a list") << Text("- kind: tool\n") << Text("must be a mapping") << Text("1:1");
        QTest::newRow("no YAML") << Text("kind: [tool\nname") << Text("not YAML") << Text("2:1");
        QTest::newRow("nothing") << Text() << Text("must be a mapping") << Text();
        QTest::newRow("binary") << Text("kind: tool\nname: a\0b", 21) << Text("binary") << Text("2:8");
        QTest::newRow("no UTF-8") << Text("kind: tool\nname: \xff\xfe") << Text("not UTF-8") << Text("2:7");
    }
    void whatIsWrongIsNamedWithItsPlace() {
        QFETCH(const std::string, text);
        QFETCH(const std::string, complaint);
        QFETCH(const std::string, place);
        const fs::path file = write("CAPABILITY.yaml", text);
        const Error error = bad();
        QVERIFY2(says(error, complaint), error.toString().c_str());
        QCOMPARE(QString::fromStdString(error.where.toString()),
                 QString::fromStdString(file.string() + (place.empty() ? "" : ":" + place)));
    }

    void frontMatterIsComplainedAboutAtItsLine() {
        const fs::path file = write("SKILL.md", "---\nname: a b\ndescription: x\n---\ntext\n");
        QCOMPARE(bad().where.toString(), file.string() + ":2:7");
        write("SKILL.md", "# Just a text\n");
        QVERIFY(says(bad(), "begins with front matter"));
        write("SKILL.md", "---\nname: a\ndescription: It never ends\n");
        QVERIFY(says(bad(), "begins with front matter"));
        write("SKILL.md", "---\nname: a\ndescription: x\n---\n\n \n");
        QVERIFY(says(bad(), "text is empty"));
        write("SKILL.md", "---\nname: &a a\ndescription: *a\n---\ntext");
        QVERIFY(says(bad(), "anchors"));
    }

    void aBrokenSchemaFileIsNamed() {
        write("CAPABILITY.yaml", Deploy);
        const fs::path file = write("schema.json", "{\"type\": \"object\",\n \"properties\": }");
        QCOMPARE(bad().where.toString(), file.string() + ":2:16");
        write("schema.json", "[]");
        QCOMPARE(bad().where.file, file.string());
    }

    /// Every cap is met, and named with its number.
    void capsAreNamed() {
        const auto hits = [&](const ManifestLimits &limits, std::string_view number, std::string_view what) {
            const Error error = bad(limits);
            return error.code == ErrorCode::LimitExceeded && says(error, number) && says(error, what);
        };
        write("CAPABILITY.yaml", Deploy + "# " + std::string(1000, 'x') + "\n");
        QVERIFY(hits({.manifestBytes = 1000}, "1000", "the cap of manifests"));
        write("CAPABILITY.yaml", Deploy + "tags: [a, b, c]\n");
        QVERIFY(hits({.listed = 2}, "2", "entries in `tags`"));
        write("CAPABILITY.yaml", Deploy + "inputSchema: {properties: {a: {}, b: {}, c: {}}}\n");
        QVERIFY(hits({.parameters = 2}, "2", "the cap of parameters"));
        QVERIFY(hits({.schemaBytes = 20}, "20", "the cap of schemas"));
        QVERIFY(hits({.depth = 2}, "2 levels", "the cap of manifests"));
        write("CAPABILITY.yaml", Deploy + "inputSchema: " + std::string(100, '[') + std::string(100, ']') + "\n");
        QVERIFY(hits({}, "64 levels", "the cap of manifests"));
        write("CAPABILITY.yaml", "kind: tool\nname: a\ndescription: " + std::string(5000, 'x') + "\n");
        QVERIFY(hits({}, "4096", "SKILL.md"));
        write("CAPABILITY.yaml", Deploy + "displayName: " + std::string(300, 'x') + "\n");
        QVERIFY(hits({}, "200", "displayName"));
        write("CAPABILITY.yaml", Deploy);
        write("schema.json", "{\"description\":\"" + std::string(1000, 'x') + "\"}");
        QVERIFY(hits({.schemaBytes = 1000}, "1000", "the cap of schemas"));
        write("schema.json", std::string(100, '[') + std::string(100, ']'));
        QCOMPARE(bad().code, ErrorCode::LimitExceeded);
        fs::remove(m_folder / "schema.json");
        write("SKILL.md", std::string(1000, 'x'));
        QVERIFY(hits({.contentBytes = 999}, "999", "the cap of skill texts"));
    }

    /// Paths stay inside of the folder, whatever they look like and wherever links lead.
    void pathsStayInside() {
        std::ofstream(m_outer / "secret.md") << "do not read\n";
        std::ofstream(m_outer / "secret.json") << "{}";
        const std::string skill = "kind: skill\nname: a\ndescription: Does a thing.\nskillContent: ";
        for (const std::string &path : {std::string("../secret.md"), (m_outer / "secret.md").string(),
                                        std::string("docs/../../secret.md"), std::string("/etc/passwd")}) {
            write("CAPABILITY.yaml", skill + path + "\n");
            QCOMPARE(bad().code, ErrorCode::PermissionDenied);
            QVERIFY(says(bad(), "no path inside"));
            QCOMPARE(bad().where.line, 4U);
        }
        fs::create_symlink(m_outer / "secret.md", m_folder / "link.md");
        write("CAPABILITY.yaml", skill + "link.md\n");
        QVERIFY(says(bad(), "leads out"));
        fs::create_directory_symlink(m_outer, m_folder / "up");
        write("CAPABILITY.yaml", skill + "up/secret.md\n");
        QVERIFY(says(bad(), "leads out"));
        write("CAPABILITY.yaml", Deploy + "inputSchema: ../secret.json\n");
        QCOMPARE(bad().code, ErrorCode::PermissionDenied);
        write("CAPABILITY.yaml", Deploy);
        fs::create_symlink(m_outer / "secret.json", m_folder / "schema.json");
        QVERIFY(says(bad(), "leads out"));
        fs::remove(m_folder / "schema.json");
        fs::create_symlink(m_outer / "secret.md", m_folder / "SKILL.md");
        QVERIFY(says(bad(), "leads out"));
        // A link that stays inside is a file like any other.
        fs::remove(m_folder / "SKILL.md");
        write("real.md", "The text.");
        fs::create_symlink("real.md", m_folder / "SKILL.md");
        QCOMPARE(readSkillContent(good().file).value(), std::string("The text."));
    }

    /// What was fine when it was read may not be when it is asked for.
    void lazyReadingIsAsStrict() {
        std::ofstream(m_outer / "secret.md") << "do not read\n";
        write("CAPABILITY.yaml", "kind: skill\nname: a\ndescription: x\n");
        write("SKILL.md", "fine");
        const fs::path file = good().file;
        fs::remove(m_folder / "SKILL.md");
        fs::create_symlink(m_outer / "secret.md", m_folder / "SKILL.md");
        QCOMPARE(readSkillContent(file).error().code, ErrorCode::PermissionDenied);
    }

    void whatIsNoFolderOrNoFile() {
        QCOMPARE(bad().code, ErrorCode::NotFound);
        fs::create_directory(m_folder / "CAPABILITY.yaml");
        QCOMPARE(bad().code, ErrorCode::Unsupported);
        QVERIFY(!readManifest(m_outer / "missing"));
        std::ofstream(m_outer / "file") << "x";
        QCOMPARE(readManifest(m_outer / "file").error().code, ErrorCode::Unsupported);
        fs::remove(m_folder / "CAPABILITY.yaml");
        fs::create_symlink("CAPABILITY.yaml", m_folder / "CAPABILITY.yaml"); // to itself
        QVERIFY(!readManifest(m_folder));
    }
};

QTEST_GUILESS_MAIN(ManifestTest)
#include "tst_manifest.moc"
