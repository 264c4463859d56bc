#include "program.h"

using namespace actionscope;
using namespace actionscope::test;

class CliUsage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_bench.makeShop(); }

    void wrongUsageIsStatusTwo_data() {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char *name, const QStringList &arguments) { QTest::newRow(name) << arguments; };
        row("no command", {});
        row("unknown command", {"fetch"});
        row("unknown option", {"search", "orders", "--frobnicate"});
        row("unknown option before the command", {"--frobnicate", "search", "orders"});
        row("group without a command", {"services"});
        row("unknown command of a group", {"audit", "burn"});
        row("search without a query", {"search"});
        row("limit of zero", {"search", "orders", "--limit", "0"});
        row("limit above a hundred", {"search", "orders", "--limit", "101"});
        row("limit that is no number", {"search", "orders", "--limit", "ten"});
        row("floor above one", {"search", "orders", "--floor", "2"});
        row("preset that is not there yet", {"search", "orders", "--preset", "hybrid"});
        row("import without a source", {"import"});
        row("import as something unknown", {"import", "shop.json", "--as", "wsdl"});
        row("service id with a dot", {"import", "shop.json", "--service", "a.b"});
        row("toggle without an id", {"services", "enable"});
        row("show without a name", {"actions", "show"});
        row("a tier that does not exist", {"risk", "set", "shop.orders_get", "--tier", "deadly"});
        row("a gate that does not exist", {"risk", "set", "shop.orders_get", "--approval", "everyone"});
        row("risk set without anything to set", {"risk", "set", "shop.orders_get"});
        row("a time that is none", {"audit", "list", "--since", "yesterday"});
        row("a head that is none", {"audit", "verify", "--head", "abc"});
        row("an export format that does not exist", {"audit", "export", "--format", "xml"});
        row("an export without a format", {"audit", "export"});
        row("an export as one document without a file", {"audit", "export", "--format", "csv", "--json"});
        row("diff of one", {"diff", "ws"});
        row("eval of nothing", {"eval"});
        row("bench without queries", {"bench", "search"});
        row("option without its value", {"search", "orders", "--service"});
        row("one argument too many", {"risk", "show", "shop.orders_get", "shop.orders_list"});
    }
    void wrongUsageIsStatusTwo() {
        QFETCH(QStringList, arguments);
        const Outcome outcome = m_bench.in(arguments);
        EXPECT_STATUS(outcome, 2);
        QVERIFY2(outcome.out.empty(), outcome.all().c_str());
        QVERIFY2(outcome.err.starts_with("error: "), outcome.all().c_str());
        QCOMPARE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), std::ptrdiff_t(1));
    }

    void aMisspeltCommandIsGuessed() {
        QVERIFY(m_bench.in({"serch", "orders"}).says("did you mean `search`?"));
        QVERIFY(m_bench.in({"risk", "sho"}).says("did you mean `show`?"));
    }

    void failuresAreStatusOneAndOneLine_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const QStringList &arguments, const char *says) {
            QTest::newRow(name) << arguments << says;
        };
        row("a second workspace in one place", {"init", "ws"}, "there is a workspace already");
        row("a file that does not exist", {"import", "none.json"}, "none.json");
        row("an action that does not exist", {"actions", "show", "shop.orders_lst"}, "shop.orders_list");
        row("a name without its service", {"risk", "show", "orders_list"}, "names are service.action");
        row("a service that does not exist", {"services", "disable", "shp"}, "did you mean \"shop\"");
        row("search in a service that does not exist", {"search", "orders", "--service", "shp"}, "shop");
        row("list of a service that does not exist", {"actions", "list", "--service", "shp"}, "no service");
        row("a file as an MCP server", {"import", "shop.json", "--as", "mcp"}, "mcp+stdio:COMMAND");
        row("an override that is not there", {"risk", "unset", "shop.orders_get"}, "no override");
        row("diff with nothing", {"diff", "ws", "none"}, "none");
        row("eval of what does not exist", {"eval", "none"}, "none");
        row("queries that do not exist", {"bench", "search", "--queries", "none.txt"}, "none.txt");
    }
    void failuresAreStatusOneAndOneLine() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        for (const bool json : {false, true}) {
            const Outcome outcome = m_bench.in(arguments + (json ? QStringList{"--json"} : QStringList{}));
            EXPECT_STATUS(outcome, 1);
            QVERIFY2(outcome.out.empty(), outcome.all().c_str());
            QVERIFY2(outcome.says(says.toStdString()), outcome.all().c_str());
            QCOMPARE(std::count(outcome.err.begin(), outcome.err.end(), '\n'), std::ptrdiff_t(1));
        }
    }

    void theWorkspaceIsFoundInThreeWays() {
        EXPECT_STATUS(m_bench.run({"services", "list"}), 1);
        EXPECT_STATUS(m_bench.run({"services", "list", "-w", "ws"}), 0);
        EXPECT_STATUS(m_bench.run({"services", "list", "--workspace=ws"}), 0);
        EXPECT_STATUS(m_bench.run({"--json", "--workspace", "ws", "services", "list"}), 0);
        Bench other;
        other.setVariable("ACTIONSCOPE_WORKSPACE", m_bench.path("ws").c_str());
        EXPECT_STATUS(other.run({"services", "list"}), 0);
        // What is said on the command line beats the environment.
        EXPECT_STATUS(other.run({"services", "list", "-w", "elsewhere"}), 1);
    }

    void everyCommandHasHelpWithExamples_data() {
        QTest::addColumn<QStringList>("command");
        for (const char *command :
             {"init",         "import",      "services list", "services enable", "services disable", "actions list",
              "actions show", "search",      "risk show",     "risk set",        "risk unset",       "risk report",
              "lint",         "diff",        "eval",          "bench search",    "audit list",       "audit tail",
              "audit verify", "audit export", "bench tokens", "calibrate",       "tune",             "queries list",
              "queries show", "queries import", "queries export", "queries judge", "queries add", "queries remove",
              "queries from-audit", "runs list", "runs show", "runs compare", "runs remove", "synonyms add"})
            QTest::newRow(command) << QString(command).split(u' ');
    }
    void everyCommandHasHelpWithExamples() {
        QFETCH(QStringList, command);
        const Outcome outcome = m_bench.run(command + QStringList{"--help"});
        EXPECT_STATUS(outcome, 0);
        QVERIFY2(outcome.err.empty(), outcome.all().c_str());
        for (const char *part : {"Examples:", "--json", "--workspace"})
            QVERIFY2(outcome.out.find(part) != std::string::npos, outcome.all().c_str());
        QVERIFY2(outcome.out.find("actionscope " + command.join(u' ').toStdString(), outcome.out.find("Examples:")) !=
                     std::string::npos,
                 outcome.all().c_str());
    }

    void helpAndVersion() {
        const Outcome help = m_bench.run({"--help"});
        EXPECT_STATUS(help, 0);
        for (const char *command :
             {"init", "import", "services", "actions", "search", "risk", "lint", "diff", "eval", "bench", "audit"})
            QVERIFY2(help.out.find(command) != std::string::npos, command);
        const Outcome version = m_bench.run({"--version"});
        EXPECT_STATUS(version, 0);
        QVERIFY(version.out.starts_with("actionscope "));
    }

    void afterTwoDashesEverythingIsTheQuery() {
        const Outcome outcome = m_bench.in({"search", "--json", "--", "--limit"});
        EXPECT_STATUS(outcome, 0);
        QCOMPARE(outcome.document().at("query").as_string(), "--limit");
    }

    void severalWordsAreOneQuery() {
        const Outcome outcome = m_bench.in({"search", "unpaid", "invoices", "--json"});
        EXPECT_STATUS(outcome, 0);
        QCOMPARE(outcome.document().at("query").as_string(), "unpaid invoices");
    }

    void catalogTextCannotSteerTheTerminal() {
        m_bench.write("evil.json",
                      openApi("evil", {{"get", "/x", "hidden",
                                        "Innocent \x1b[31mred\x1b[0m \xe2\x80\xaetxet\xe2\x80\x8b of frobnication"}}));
        EXPECT_STATUS(m_bench.in({"import", "evil.json"}), 0);
        for (const QStringList &command : {QStringList{"search", "frobnication", "--floor", "0", "--explain"},
                                           {"actions", "show", "evil.hidden"},
                                           {"actions", "list"},
                                           {"lint"},
                                           {"risk", "show", "evil.hidden"}}) {
            const Outcome outcome = m_bench.in(command);
            const std::string all = outcome.out + outcome.err;
            QVERIFY2(all.find('\x1b') == std::string::npos, outcome.all().c_str());
            QVERIFY2(all.find("\xe2\x80\xae") == std::string::npos, outcome.all().c_str());
            QVERIFY2(all.find("\xe2\x80\x8b") == std::string::npos, outcome.all().c_str());
        }
        QVERIFY(m_bench.in({"actions", "show", "evil.hidden"}).out.find("⟦U+202E⟧") != std::string::npos);
    }

    void noColoursAndNoBarWithoutATerminal() {
        for (const QStringList &command :
             {QStringList{"search", "orders"}, {"import", "shop.json"}, {"risk", "report"}}) {
            const Outcome outcome = m_bench.in(command);
            QVERIFY2((outcome.out + outcome.err).find('\x1b') == std::string::npos, outcome.all().c_str());
            QVERIFY2(outcome.err.find('\r') == std::string::npos, outcome.all().c_str());
        }
    }

    void aFullDiskBehindStandardOutputIsNoticed() {
        QProcess shell;
        shell.setWorkingDirectory(QString::fromStdString(m_bench.path()));
        shell.start("/bin/sh", {"-c", QString(ACTIONSCOPE_PROGRAM) + " -w ws actions list > /dev/full"});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.exitCode(), 1);
        QVERIFY(shell.readAllStandardError().contains("standard output"));
    }

private:
    Bench m_bench;
};

QTEST_GUILESS_MAIN(CliUsage)
#include "tst_cli_usage.moc"
