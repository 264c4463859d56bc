#include "program.h"
#include "web_server.h"

#include <csignal>

using namespace actionscope;
using namespace actionscope::test;

/// Several processes at work in one workspace.
class CliProcesses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_bench = std::make_unique<Bench>();
        m_bench->makeShop();
        for (int i = 0; i < 40; ++i)
            m_bench->write("many/part-" + std::to_string(i) + ".json",
                           openApi("part " + std::to_string(i), manyOperations(400)));
    }

    void ofTwoImportsAtOnceOneIsBusyAndEverybodyElseWorks() {
        WebServer server({{"/slow.json", WebServer::answer("200 OK", "application/json",
                                                           openApi("slow", {{"get", "/a", "one", "Wait for it"}}))}});
        server.hold(true);
        const auto first = m_bench->start({"-w", "ws", "import", server.url("/slow.json"), "many"});
        while (server.requests() == 0 && first->state() == QProcess::Running)
            first->waitForFinished(5);
        QVERIFY(first->state() == QProcess::Running);
        const Outcome second = m_bench->in({"import", "shop.json"});
        EXPECT_STATUS(second, 1);
        QVERIFY2(second.says("another import is running"), second.all().c_str());
        // Who reads, toggles or decides does not notice.
        EXPECT_STATUS(m_bench->in({"services", "disable", "shop"}), 0);
        EXPECT_STATUS(m_bench->in({"services", "enable", "shop"}), 0);
        QCOMPARE(m_bench->found("unpaid invoices").front(), std::string("shop.invoices_list"));
        EXPECT_STATUS(m_bench->in({"risk", "set", "shop.orders_get", "--tier", "write"}), 0);
        EXPECT_STATUS(m_bench->in({"actions", "show", "shop.orders_get"}), 0);
        EXPECT_STATUS(m_bench->in({"audit", "verify"}), 0);
        QVERIFY(first->state() == QProcess::Running);
        server.hold(false);
        EXPECT_STATUS(Bench::wait(*first), 0);
        EXPECT_STATUS(m_bench->in({"import", "shop.json"}), 0);
        QCOMPARE(m_bench->in({"services", "list", "--json"}).document().as_array().size(), std::size_t(42));
        QCOMPARE(m_bench->in({"risk", "show", "shop.orders_get", "--json"}).document().at("tier").as_string(), "write");
        EXPECT_STATUS(m_bench->in({"audit", "verify"}), 0);
    }

    void editsAndTogglesOfManyProcessesAllLand() {
        const QStringList names{"orders_list", "orders_get", "invoices_list", "stock_search"};
        const std::string before = m_bench->head();
        std::vector<std::unique_ptr<QProcess>> running;
        for (const QString &name : names) {
            running.push_back(m_bench->start(
                {"-w", "ws", "risk", "set", "shop." + name, "--tier", "destructive", "--reason", "Together."}));
            running.push_back(m_bench->start({"-w", "ws", "services", "enable", "shop"}));
        }
        std::size_t conflicts = 0, done = 0;
        for (std::size_t i = 0; i < running.size(); ++i) {
            const Outcome outcome = Bench::wait(*running[i]);
            if (i % 2 == 1) {
                EXPECT_STATUS(outcome, 0);
            } else if (outcome.status == 0) {
                ++done;
            } else {
                // Whoever planned on a file that changed meanwhile is told so and has overwritten nothing.
                QVERIFY2(outcome.status == 1 && outcome.says("changed on disk"), outcome.all().c_str());
                ++conflicts;
            }
        }
        QCOMPARE(done + conflicts, std::size_t(names.size()));
        QVERIFY(done >= 1);
        const std::string hand = m_bench->read("ws/catalogs/shop.yaml");
        std::size_t entries = 0;
        for (std::size_t at = hand.find("- action:"); at != std::string::npos; at = hand.find("- action:", at + 1))
            ++entries;
        QCOMPARE(entries, done);
        EXPECT_STATUS(m_bench->in({"audit", "verify", "--head", QString::fromStdString(before)}), 0);
        const json::value records =
            m_bench->in({"audit", "list", "--kind", "override", "--limit", "100", "--json"}).document();
        QCOMPARE(records.at("records").as_array().size(), done);
    }

    void anInterruptedImportLeavesTheLastGoodState() {
        const auto before = m_bench->files("ws");
        WebServer server({});
        server.hold(true);
        const auto import = m_bench->start({"-w", "ws", "import", "many", server.url("/never.json")});
        while (server.requests() == 0 && import->state() == QProcess::Running)
            import->waitForFinished(5);
        ::kill(static_cast<pid_t>(import->processId()), SIGINT);
        const Outcome outcome = Bench::wait(*import);
        EXPECT_STATUS(outcome, 1);
        QVERIFY2(outcome.says("cancelled"), outcome.all().c_str());
        QCOMPARE(m_bench->files("ws"), before);
        QCOMPARE(m_bench->found("unpaid invoices").front(), std::string("shop.invoices_list"));
        EXPECT_STATUS(m_bench->in({"audit", "verify"}), 0);
    }

private:
    std::unique_ptr<Bench> m_bench;
};

QTEST_GUILESS_MAIN(CliProcesses)
#include "tst_cli_processes.moc"
