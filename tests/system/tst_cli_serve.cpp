/// `actionscope serve` as a program: its line, its end, what it refuses, and the conversation over standard input.

#include "program.h"
#include "support/wire_client.h"

#include <QElapsedTimer>
#include <csignal>

using namespace actionscope;
using namespace actionscope::test;

namespace {

constexpr const char *Initialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}})";

/// Waits for the line that scripts wait for; the port in it.
std::uint16_t portOf(QProcess &process, std::string &log) {
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 60'000) {
        const std::size_t at = log.find("listening on http://127.0.0.1:");
        if (at != std::string::npos && log.find('\n', at) != std::string::npos)
            return static_cast<std::uint16_t>(std::atoi(log.c_str() + at + 30));
        if (process.state() != QProcess::Running)
            break;
        process.waitForReadyRead(50);
        log += process.readAllStandardError().toStdString();
    }
    QTest::qFail(("it does not listen: " + log).c_str(), __FILE__, __LINE__);
    return 0;
}

} // namespace

class TestCliServe : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_bench.makeShop(); }

    void endsCleanly_data() {
        QTest::addColumn<int>("number");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGINT") << SIGINT;
    }
    void endsCleanly() {
        QFETCH(int, number);
        const auto process = m_bench.start({"-w", "ws", "serve", "--listen", "127.0.0.1:0", "--no-auth"});
        std::string log;
        const std::uint16_t port = portOf(*process, log);
        WireConnection connection(port), stream(port), idle(port);
        connection.send(WireRequest{.body = Initialize}.text());
        const WireAnswer opened = connection.read();
        QCOMPARE(opened.status, 200);
        stream.send(WireRequest{.method = "GET"}.with("Mcp-Session-Id", opened.header("mcp-session-id")).text());
        QCOMPARE(stream.readHead().status, 200);
        ::kill(static_cast<pid_t>(process->processId()), number);
        EXPECT_STATUS(Bench::wait(*process, 10'000), 0);
        QVERIFY(stream.closedByPeer());
        Bench::expect(m_bench.in({"audit", "verify"}));
    }

    void prints_a_document_when_asked() {
        const auto process = m_bench.start({"-w", "ws", "serve", "--listen", "127.0.0.1:0", "--no-auth", "--json"});
        std::string log;
        const std::uint16_t port = portOf(*process, log);
        process->terminate();
        const Outcome outcome = Bench::wait(*process, 10'000);
        EXPECT_STATUS(outcome, 0);
        QCOMPARE(stringMember(outcome.document(), "mcp"),
                 std::string_view("http://127.0.0.1:" + std::to_string(port) + "/mcp"));
    }

    void refuses_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QString>("says");
        QTest::newRow("no tokens beyond loopback")
            << QStringList{"--listen", "0.0.0.0:0", "--no-auth"} << 1 << "--no-auth";
        QTest::newRow("no TLS beyond loopback") << QStringList{"--listen", "0.0.0.0:0"} << 1 << "TLS";
        QTest::newRow("an address that is none") << QStringList{"--listen", "here"} << 1 << "HOST:PORT";
        QTest::newRow("a facade that is none") << QStringList{"--facade", "nothing"} << 1 << "nothing";
        QTest::newRow("a key without certificate") << QStringList{"--tls-key", "x.pem"} << 2 << "--tls-cert";
        QTest::newRow("two ways at once") << QStringList{"--stdio", "--no-auth"} << 2 << "--stdio";
    }
    void refuses() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QString, says);
        const Outcome outcome = m_bench.in(QStringList{"serve"} + arguments);
        EXPECT_STATUS(outcome, status);
        QVERIFY2(outcome.says(says.toStdString()), outcome.err.c_str());
        QCOMPARE(outcome.out, std::string());
    }

    void saysThatThePortIsTaken() {
        const auto first = m_bench.start({"-w", "ws", "serve", "--listen", "127.0.0.1:0", "--no-auth"});
        std::string log;
        const std::uint16_t port = portOf(*first, log);
        const Outcome second = m_bench.in({"serve", "--listen", QString("127.0.0.1:%1").arg(port), "--no-auth"});
        EXPECT_STATUS(second, 1);
        QVERIFY2(second.says("another program has this port"), second.err.c_str());
        first->terminate();
        EXPECT_STATUS(Bench::wait(*first, 10'000), 0);
    }

    void saysWhenAFileUnderItBreaks() {
        const auto process = m_bench.start({"-w", "ws", "serve", "--listen", "127.0.0.1:0", "--no-auth"});
        std::string log;
        static_cast<void>(portOf(*process, log));
        const auto says = [&](const std::string &text) {
            QElapsedTimer clock;
            clock.start();
            while (log.find(text) == std::string::npos && clock.elapsed() < 20'000) {
                process->waitForReadyRead(50);
                log += process->readAllStandardError().toStdString();
            }
            return log.find(text) != std::string::npos;
        };
        m_bench.write("ws/servers.yaml", "servers:\n  - name: third\n    comand: [x]\n");
        QVERIFY2(says("warning: "), log.c_str());
        QVERIFY2(says("servers.yaml:3:5: unknown key `comand`"), log.c_str());
        m_bench.write("ws/servers.yaml", "servers: []\n");
        QVERIFY2(says("servers.yaml is in force again"), log.c_str());
        process->terminate();
        EXPECT_STATUS(Bench::wait(*process, 10'000), 0);
    }

    void speaksOnStandardInput() {
        const auto process = m_bench.start({"-w", "ws", "serve", "--stdio"});
        process->write(QByteArray(Initialize) + "\nnonsense\n");
        process->write(
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gateway_search_actions","arguments":{"query":"list orders"}}})");
        process->write("\n");
        QElapsedTimer clock;
        QByteArray said;
        clock.start();
        while (said.count('\n') < 3 && clock.elapsed() < 30'000) {
            process->waitForReadyRead(100);
            said += process->readAllStandardOutput();
        }
        clock.restart();
        process->closeWriteChannel();
        const Outcome outcome = Bench::wait(*process, 10'000);
        EXPECT_STATUS(outcome, 0);
        // Clients that closed our input send a signal after two seconds.
        QVERIFY(clock.elapsed() < 2000);
        QCOMPARE(outcome.out, std::string());
        // Nothing but messages, one a line.
        QStringList answers;
        for (const QByteArray &line : said.split('\n')) {
            if (line.isEmpty())
                continue;
            const auto parsed = parseJson(line.toStdString());
            QVERIFY2(parsed, line.constData());
            QCOMPARE(stringMember(*parsed, "jsonrpc"), std::string_view("2.0"));
            answers << QString::fromStdString(json::serialize(*member(*parsed, "id")));
        }
        answers.sort();
        QCOMPARE(answers, QStringList({"0", "1", "null"}));
    }

private:
    Bench m_bench;
};

QTEST_GUILESS_MAIN(TestCliServe)
#include "tst_cli_serve.moc"
