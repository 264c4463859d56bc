/// Capability folders on the command line (CD3, CD8, DA1): imported, found by kind, shown whole, and never run.

#include "program.h"

using namespace actionscope;
using namespace actionscope::test;

class CliCapabilities : public QObject {
    Q_OBJECT

    std::unique_ptr<Bench> m_bench;

    json::value ok(const QStringList &arguments) const {
        const Outcome outcome = m_bench->in(arguments + QStringList{"--json"});
        Bench::expect(outcome);
        return outcome.document();
    }

private Q_SLOTS:
    void init() {
        m_bench = std::make_unique<Bench>();
        m_bench->setVariable("XDG_CONFIG_HOME", m_bench->path("config").c_str());
        m_bench->makeShop();
        m_bench->write("in/notes/SKILL.md",
                       "---\nname: release-notes\ndescription: Writes release notes.\n---\nRead the log.\n");
        m_bench->write("in/deploy/CAPABILITY.yaml", "kind: tool\nname: preview-deploy\n"
                                                    "description: Deploys a preview.\nrequiredSecrets: [TOKEN]\n"
                                                    "inputSchema: {properties: {branch: {type: string}}}\n");
        m_bench->write("in/deploy/run.sh", "#!/bin/sh\ntouch was-run\n");
    }

    void importSearchAndShow() {
        const json::value preview = ok({"import", "in", "--as", "manifest", "--preview"});
        QCOMPARE(preview.at("actions").to_number<int>(), 2);
        QVERIFY(!std::filesystem::exists(m_bench->path("ws/capabilities/release-notes")));
        const json::value report = ok({"import", "in"}); // what lies there says what it is
        QCOMPARE(report.at("added").to_number<int>(), 2);
        QVERIFY(!std::filesystem::exists(m_bench->path("was-run")));

        const json::value found = ok({"search", "release notes", "--kind", "skill"});
        const json::value &first = found.at("results").at(0);
        QCOMPARE(first.at("name").as_string(), "skill.release-notes");
        QCOMPARE(first.at("id").as_string(), "skill:release-notes");
        QCOMPARE(first.at("kind").as_string(), "skill");
        const json::value none = ok({"search", "release notes", "--kind", "channel", "--floor", "0"});
        QVERIFY(none.at("results").as_array().empty());
        QCOMPARE(m_bench->in({"search", "x", "--kind", "service"}).status, 2);

        const json::value tool = ok({"actions", "show", "tool:preview-deploy"});
        QCOMPARE(tool.at("kind").as_string(), "tool");
        QCOMPARE(tool.at("risk").as_string(), "write");
        QCOMPARE(tool.at("secrets").at(0).as_string(), "TOKEN");
        QVERIFY(tool.at("signature").at("inputSchema").at("properties").as_object().contains("branch"));
        QVERIFY(tool.at("text").is_null());
        QCOMPARE(ok({"actions", "show", "skill:release-notes"}).at("text").as_string(), "Read the log.");
        QCOMPARE(ok({"actions", "list", "--kind", "skill"}).as_array().size(), std::size_t{1});
        QCOMPARE(ok({"actions", "list", "--kind", "action"}).as_array().size(), shopOperations().size());
        const Outcome plain = m_bench->in({"actions", "show", "skill:release-notes"});
        QVERIFY(plain.out.find("Read the log.") != std::string::npos);

        ok({"services", "disable", "skill"});
        QVERIFY(ok({"search", "release notes", "--kind", "skill"}).at("results").as_array().empty());
        ok({"risk", "set", "tool.preview-deploy", "--tier", "destructive", "--reason", "It costs money."});
        QCOMPARE(ok({"risk", "show", "tool.preview-deploy"}).at("tier").as_string(), "destructive");
    }

    /// CD8: the order of the directories, and what is hidden is said.
    void directoriesOfTheEnvironment() {
        m_bench->write("first/a/CAPABILITY.yaml", "kind: tool\nname: a\ndescription: The first one.\n");
        m_bench->write("second/a/CAPABILITY.yaml", "kind: tool\nname: a\ndescription: The second one.\n");
        m_bench->setVariable("ACTIONSCOPE_CAPABILITY_DIRS",
                             (m_bench->path("first").string() + ":" + m_bench->path("second").string()).c_str());
        QCOMPARE(ok({"actions", "show", "tool:a"}).at("description").as_string(), "The first one.");
        const json::value lint = ok({"lint", "--rule", "shadowed-capability"});
        QCOMPARE(lint.at("findings").as_array().size(), std::size_t{1});
    }

    void aBrokenManifestIsAFindingWithItsPlace() {
        ok({"import", "in"});
        m_bench->write("ws/capabilities/preview-deploy/CAPABILITY.yaml",
                       "kind: tool\nname: preview-deploy\ntgas: [x]\n");
        const Outcome lint = m_bench->in({"lint", "--json"});
        Bench::expect(lint, 1);
        bool said = false;
        const json::value found = lint.document();
        for (const json::value &finding : found.at("findings").as_array())
            said = said || (finding.at("rule").as_string() == "unreadable" && finding.at("line").to_number<int>() == 3);
        QVERIFY2(said, lint.out.c_str());
        // The last good version, although this is another process.
        QCOMPARE(ok({"actions", "show", "tool:preview-deploy"}).at("description").as_string(), "Deploys a preview.");
    }

    void badFoldersAreRefused() {
        m_bench->write("secret", "x");
        m_bench->write("bad/SKILL.md", "---\nname: b\ndescription: x\n---\ntext\n");
        std::filesystem::create_symlink(m_bench->path("secret"), m_bench->path("bad/link"));
        const Outcome link = m_bench->in({"import", "bad", "--as", "manifest"});
        Bench::expect(link, 1);
        QVERIFY2(link.says("link"), link.err.c_str());
        Bench::expect(m_bench->in({"import", "shop.json", "--as", "manifest"}), 1);
        Bench::expect(m_bench->in({"import", "missing", "--as", "manifest"}), 1);
        Bench::expect(m_bench->in({"import", "in", "--as", "manifest", "--service", "x"}), 2);
    }
};

QTEST_GUILESS_MAIN(CliCapabilities)
#include "tst_cli_capabilities.moc"
