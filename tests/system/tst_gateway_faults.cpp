/// What goes wrong around a running gateway: it is killed, its upstreams misbehave, its disk fills up, its clients
/// stall. Nothing is sent that is not recorded, and whoever behaves is served.

#include "gateway.h"
#include "gateway_agent.h"

#include <random>
#include <set>
#include <sqlite3.h>
#include <sys/mount.h>

using namespace actionscope;
using namespace actionscope::test;

namespace {

Said readOne(Agent &agent, const char *repo = "shop") {
    return agent.tool("harbor_read_actions",
                      {{"action", "issues_list"}, {"params", {{"owner", "acme"}, {"repo", repo}}}});
}
Said writeOne(Agent &agent) {
    return agent.tool("harbor_write_actions", {{"action", "issues_create"},
                                               {"params", {{"owner", "acme"}, {"repo", "shop"}, {"title", "Rain"}}},
                                               {"user_confirmed", true}});
}

/// Behaves as the repository's name says.
void upstream(const HttpCall &call, HttpServer::Peer &peer) {
    const auto is = [&](const char *repo) {
        return call.target.find(std::string("/acme/") + repo + '/') != std::string::npos;
    };
    if (is("hangs"))
        return peer.hold();
    if (is("resets"))
        return peer.reset();
    if (is("lies")) {
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{\"short\":1}");
        return peer.close();
    }
    if (is("garbage")) {
        peer.send("\x01\x02 this is no HTTP\r\n\r\n");
        return peer.close();
    }
    if (is("floods")) {
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 104857600\r\n\r\n");
        const std::string block(1 << 16, 'x');
        for (int i = 0; i < 1600 && peer.send(block); ++i) {
        }
        return peer.close();
    }
    if (is("floods-unannounced")) {
        peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        const std::string block(1 << 16, '[');
        for (int i = 0; i < 1600 && peer.chunk(block); ++i) {
        }
        return peer.close();
    }
    if (is("html"))
        return peer.answer("502 Bad Gateway", "<html><body><h1>Bad gateway</h1></body></html>", "text/html");
    if (is("no-json"))
        return peer.answer("200 OK", "{\"cut\": [1, 2", "application/json");
    GatewayBench::answerPlainly(call, peer);
}

} // namespace

class TestGatewayFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void killedUnderLoadEveryRequestThatArrivedHasItsAttempt() {
        GatewayBench bench;
        std::mt19937 random(20261122);
        for (int round = 0; round < 3; ++round) {
            bench.serve({"--no-auth"});
            const std::size_t before = bench.upstream().count();
            std::vector<std::thread> clients;
            for (int i = 0; i < 6; ++i)
                clients.emplace_back([&bench, i] {
                    try {
                        Agent agent(bench.url(), {});
                        agent.initialize();
                        while ((i % 2 ? writeOne(agent) : readOne(agent)).status == 200) {
                        }
                    } catch (const std::exception &) {
                        // The gateway is gone; that is what is waited for.
                    }
                });
            QTRY_VERIFY_WITH_TIMEOUT(bench.upstream().count() > before + 40, 60'000);
            QTest::qWait(static_cast<int>(random() % 50));
            bench.kill();
            for (std::thread &client : clients)
                client.join();
            EXPECT_STATUS(bench.in({"audit", "verify"}), 0);
        }
        everyRequestHasItsAttempt(bench);
    }

    void anUpstreamThatMisbehaves_data() {
        QTest::addColumn<QString>("code");
        QTest::newRow("resets") << "upstream_error";
        QTest::newRow("lies") << "upstream_error";
        QTest::newRow("garbage") << "upstream_error";
        QTest::newRow("floods") << "upstream_error";
        QTest::newRow("floods-unannounced") << "upstream_error";
        QTest::newRow("html") << "";
        QTest::newRow("no-json") << "";
    }
    void anUpstreamThatMisbehaves() {
        QFETCH(QString, code);
        GatewayBench bench(&upstream);
        bench.serve({"--no-auth"});
        Agent agent(bench.url(), {});
        agent.initialize();
        const Said said = readOne(agent, QTest::currentDataTag());
        QVERIFY2(said.status == 200 && said.code == code.toStdString(), said.raw.substr(0, 500).c_str());
        QVERIFY2(said.raw.size() < 300'000, "what the upstream sent is passed on without bound");
        QCOMPARE(said.isError, QTest::currentDataTag() != std::string("no-json"));
        QVERIFY2(readOne(agent).code.empty(), "one bad answer stops the service");
        QCOMPARE(bench.stop(), 0);
        everyRequestHasItsAttempt(bench);
    }

    void whatHangsHoldsUpNobodyAndIsAnsweredAtTheEnd() {
        GatewayBench bench(&upstream);
        bench.serve({"--no-auth"});
        Agent waiting(bench.url(), {}), agent(bench.url(), {});
        waiting.initialize();
        agent.initialize();
        Said hung;
        std::thread client([&] {
            try {
                hung = readOne(waiting, "hangs");
            } catch (const std::exception &) {
                hung.status = -1;
            }
        });
        const auto joined = qScopeGuard([&] {
            if (client.joinable())
                client.join();
        });
        QTRY_VERIFY_WITH_TIMEOUT(bench.upstream().count() == 1, 20'000);
        for (int i = 0; i < 20; ++i)
            QVERIFY(readOne(agent).code.empty());
        // Ended while it hangs: the call is answered or its connection closed, and its outcome is recorded.
        QCOMPARE(bench.stop(), 0);
        client.join();
        EXPECT_STATUS(bench.in({"audit", "verify"}), 0);
        everyRequestHasItsAttempt(bench);
        QCOMPARE(records(bench, "attempt").size() * 2, records(bench, {}).size());
    }

    void aFullDiskStopsWhatWritesAndWhatReadsUnlessSetOtherwise_data() {
        QTest::addColumn<bool>("readsGoOn");
        QTest::newRow("reads stop") << false;
        QTest::newRow("reads go on") << true;
    }
    void aFullDiskStopsWhatWritesAndWhatReadsUnlessSetOtherwise() {
        QFETCH(bool, readsGoOn);
        GatewayBench bench;
        if (readsGoOn)
            bench.write("ws/actionscope.yaml",
                        bench.read("ws/actionscope.yaml") + "\naudit: {reads_without_log: true}\n");
        // The workspace moves to a small file system of its own.
        std::filesystem::rename(bench.path("ws"), bench.path("moved"));
        std::filesystem::create_directories(bench.path("ws"));
        if (::mount("none", bench.path("ws").c_str(), "tmpfs", 0, "size=8m") != 0)
            QSKIP("a small file system cannot be mounted here (that needs root)");
        const auto unmount = qScopeGuard([&] { ::umount2(bench.path("ws").c_str(), MNT_DETACH); });
        std::filesystem::copy(bench.path("moved"), bench.path("ws"), std::filesystem::copy_options::recursive);
        bench.serve({"--no-auth"});
        Agent agent(bench.url(), {});
        agent.initialize();
        QVERIFY(writeOne(agent).code.empty());
        {
            std::ofstream ballast(bench.path("ws/ballast"), std::ios::binary);
            ballast.rdbuf()->pubsetbuf(nullptr, 0);
            const std::string block(4096, 'x');
            while (ballast.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
            }
        }
        // What the log has reserved already it may still use.
        Said said;
        for (int i = 0; i < 20'000 && said.code.empty(); ++i)
            said = writeOne(agent);
        QVERIFY2(said.code == "audit_unavailable", said.raw.c_str());
        const std::size_t reached = bench.upstream().count();
        QCOMPARE(QString::fromStdString(writeOne(agent).code), QString("audit_unavailable"));
        QCOMPARE(bench.upstream().count(), reached);
        QCOMPARE(QString::fromStdString(readOne(agent).code), QString(readsGoOn ? "" : "audit_unavailable"));
        QCOMPARE(bench.upstream().count(), reached + (readsGoOn ? 1 : 0));
        // With room again, work goes on by itself.
        std::filesystem::remove(bench.path("ws/ballast"));
        QVERIFY2(writeOne(agent).code.empty(), "it does not recover");
        QVERIFY(readOne(agent).code.empty());
        QCOMPARE(bench.stop(), 0);
        EXPECT_STATUS(bench.in({"audit", "verify"}), 0);
        if (!readsGoOn)
            everyRequestHasItsAttempt(bench);
    }

    void aLogThatBecomesReadOnlyStopsWhatWritesAndWhatReadsUnlessSetOtherwise_data() {
        QTest::addColumn<bool>("readsGoOn");
        QTest::newRow("reads stop") << false;
        QTest::newRow("reads go on") << true;
    }
    void aLogThatBecomesReadOnlyStopsWhatWritesAndWhatReadsUnlessSetOtherwise() {
        QFETCH(bool, readsGoOn);
        GatewayBench bench;
        if (readsGoOn)
            bench.write("ws/actionscope.yaml",
                        bench.read("ws/actionscope.yaml") + "\naudit: {reads_without_log: true}\n");
        bench.serve({"--no-auth"});
        Agent agent(bench.url(), {});
        agent.initialize();
        QVERIFY(writeOne(agent).code.empty());
        QVERIFY(readOne(agent).code.empty());
        // Files that are open for writing stay writable whatever becomes of their permissions, so the database itself
        // refuses every record from now on.
        alter(bench, "CREATE TRIGGER read_only BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'read-only'); END");
        const std::size_t reached = bench.upstream().count();
        for (int i = 0; i < 3; ++i)
            QCOMPARE(QString::fromStdString(writeOne(agent).code), QString("audit_unavailable"));
        QCOMPARE(bench.upstream().count(), reached);
        QCOMPARE(QString::fromStdString(readOne(agent).code), QString(readsGoOn ? "" : "audit_unavailable"));
        QCOMPARE(bench.upstream().count(), reached + (readsGoOn ? 1 : 0));
        // What nobody can find in the log is not activated either, and a search that cannot be recorded is not
        // answered.
        Said search = agent.tool("gateway_search_actions", {{"query", "delete a branch"}});
        for (int i = 0; i < 500 && search.isError == readsGoOn; ++i) { // noticed by the next write of the log
            QTest::qWait(10);
            search = agent.tool("gateway_search_actions", {{"query", "delete a branch"}});
        }
        QCOMPARE(search.isError, !readsGoOn);
        alter(bench, "DROP TRIGGER read_only");
        QVERIFY2(writeOne(agent).code.empty(), "it does not recover");
        QVERIFY(readOne(agent).code.empty());
        QCOMPARE(bench.stop(), 0);
        EXPECT_STATUS(bench.in({"audit", "verify"}), 0);
        if (!readsGoOn)
            everyRequestHasItsAttempt(bench);
    }

    void doesNotStartOnAReadOnlyWorkspace() {
        GatewayBench bench;
        const std::string folder = bench.path("ws");
        if (::mount(folder.c_str(), folder.c_str(), nullptr, MS_BIND, nullptr) != 0)
            QSKIP("a folder cannot be mounted read-only here (that needs root)");
        const auto unmount = qScopeGuard([&] { ::umount2(folder.c_str(), MNT_DETACH); });
        QCOMPARE(::mount(nullptr, folder.c_str(), nullptr, MS_BIND | MS_REMOUNT | MS_RDONLY, nullptr), 0);
        const Outcome outcome = bench.in({"serve", "--listen", "127.0.0.1:0", "--no-auth"});
        QVERIFY2(outcome.status > 0, outcome.all().c_str());
        QVERIFY2(outcome.says("audit log"), outcome.all().c_str());
    }

    void aClockThatJumpsOpensNothingAndStopsNothing() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("a sanitizer's runtime must be the first library of a program");
#endif
        GatewayBench bench;
        const auto jumpTo = [&](long days) { bench.write("clock", std::to_string(days * 24 * 3600)); };
        jumpTo(0);
        const std::string clock = bench.path("clock");
        const std::string token = bench.token("clock", "agent", {"--expires", "10d"});
        bench.setVariable("JUMPING_CLOCK", clock.c_str());
        bench.setVariable("LD_PRELOAD", ACTIONSCOPE_JUMPING_CLOCK);
        bench.serve();
        bench.removeVariable("LD_PRELOAD");
        Agent agent(bench.url(), token);
        agent.initialize();
        QVERIFY(readOne(agent).code.empty());
        // Back by a month: the session goes on, calls are recorded and sent, the log stays whole.
        jumpTo(-30);
        QVERIFY(readOne(agent).code.empty());
        QVERIFY(writeOne(agent).code.empty());
        EXPECT_STATUS(bench.in({"audit", "verify"}), 0);
        // Ahead by five days: what lives for hours is over.
        jumpTo(5);
        QCOMPARE(readOne(agent).status, 404);
        Agent again(bench.url(), token);
        again.initialize();
        QVERIFY(readOne(again).code.empty());
        // And back: what was over stays over.
        jumpTo(0);
        QCOMPARE(readOne(agent).status, 404);
        QVERIFY(readOne(again).code.empty());
        // Beyond the life of the token nobody gets in.
        jumpTo(11);
        QCOMPARE(Agent(bench.url(), token).get("/mcp").status, 401);
        jumpTo(0);
        QCOMPARE(bench.stop(), 0);
        EXPECT_STATUS(bench.in({"audit", "verify"}), 0);
        everyRequestHasItsAttempt(bench);
    }

    void clientsThatStallHoldUpNobody() {
        GatewayBench bench;
        bench.serve({"--no-auth"});
        const auto port = static_cast<std::uint16_t>(std::stoi(bench.url().substr(bench.url().rfind(':') + 1)));
        std::vector<std::unique_ptr<WireConnection>> stalled;
        for (int i = 0; i < 100; ++i) {
            stalled.push_back(std::make_unique<WireConnection>(port));
            stalled.back()->send(i % 2 ? "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le"
                                       : "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                                         "Accept: application/json, text/event-stream\r\nContent-Length: 500\r\n\r\n{");
        }
        // These ask and never read what comes.
        Agent owner(bench.url(), {});
        owner.initialize();
        const std::string list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
        WireRequest request;
        request.body = list;
        request.with("Mcp-Session-Id", owner.session());
        for (int i = 0; i < 20; ++i) {
            stalled.push_back(std::make_unique<WireConnection>(port));
            stalled.back()->send(request.text());
        }
        Agent agent(bench.url(), {});
        agent.initialize();
        for (int i = 0; i < 20; ++i)
            QVERIFY(readOne(agent).code.empty());
        QCOMPARE(agent.get("/healthz").status, 200);
        QCOMPARE(bench.stop(), 0);
    }

private:
    /// Runs a statement on the workspace's database, as another program would.
    static void alter(const GatewayBench &bench, const char *statement) {
        sqlite3 *database = nullptr;
        QCOMPARE(
            sqlite3_open_v2(bench.path("ws/.actionscope/state.db").c_str(), &database, SQLITE_OPEN_READWRITE, nullptr),
            SQLITE_OK);
        sqlite3_busy_timeout(database, 10'000);
        QCOMPARE(sqlite3_exec(database, statement, nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);
    }
    /// Records of kind "call" with this outcome; all of them when it is empty.
    static std::set<std::string> records(const GatewayBench &bench, const std::string &outcome) {
        const Outcome listed = bench.in({"audit", "list", "--kind", "call", "--limit", "10000", "--json"});
        const json::value document = listed.document();
        std::set<std::string> found;
        if (const json::array *all = arrayMember(document, "records")) {
            for (const json::value &record : *all) {
                if (outcome.empty() || stringMember(record, "outcome") == outcome)
                    found.insert("call-" + std::to_string(record.at("seq").to_number<std::int64_t>()));
            }
        }
        return found;
    }
    /// Each request carries the number of its attempt.
    static void everyRequestHasItsAttempt(GatewayBench &bench) {
        const std::set<std::string> attempts = records(bench, "attempt");
        const auto calls = bench.upstream().calls();
        QVERIFY(!calls.empty());
        for (const HttpCall &call : calls)
            QVERIFY2(attempts.contains(call.header("x-request-id")),
                     (call.target + " came as " + call.header("x-request-id") + " without an attempt").c_str());
    }
};

QTEST_GUILESS_MAIN(TestGatewayFaults)
#include "tst_gateway_faults.moc"
