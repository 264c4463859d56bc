/// ST8: a registry of MCP servers, read page by page over a real socket, and what is no list.
#include "support/http_server.h"
#include "upstream/mcp_registry.h"

#include <QtTest>

using namespace actionscope;
using namespace actionscope::upstream;
using test::HttpCall;
using test::HttpServer;

namespace {

Result<std::vector<RegistryServer>> asked(const HttpServer::Handler &handler, const RegistryLimits &limits = {}) {
    HttpServer server(handler);
    return listRegistry(server.url(), limits);
}

Result<std::vector<RegistryServer>> answered(const std::string &body, const std::string &status = "200 OK") {
    return asked([&](const HttpCall &, HttpServer::Peer &peer) { peer.answer(status, body); });
}

} // namespace

class TestMcpRegistry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAllPages() {
        std::vector<std::string> targets;
        HttpServer server([&](const HttpCall &call, HttpServer::Peer &peer) {
            targets.push_back(call.target);
            if (call.target.find("cursor=") == std::string::npos)
                peer.answer("200 OK",
                            "{\"servers\":["
                            "{\"server\":{\"name\":\"io.github.ana/weather\",\"description\":\"Weather of a "
                            "place\",\"version\":\"1.0.0\","
                            "\"remotes\":[{\"type\":\"sse\",\"url\":\"https://w.example/sse\"},"
                            "{\"type\":\"streamable-http\",\"url\":\"https://w.example/mcp\"}]},"
                            "\"_meta\":{\"io.modelcontextprotocol.registry/official\":{\"isLatest\":false}}},"
                            "{\"name\":\"io.github.bo/files\",\"description\":\"Files\",\"version\":\"2\",\"packages\":"
                            "[{\"registryType\":\"npm\",\"identifier\":\"@bo/files\",\"version\":\"2\"}]}],"
                            "\"metadata\":{\"nextCursor\":\"a&b=\",\"count\":2}}");
            else
                peer.answer("200 OK",
                            "{\"servers\":["
                            "{\"server\":{\"name\":\"io.github.ana/weather\",\"description\":\"Weather and "
                            "wind\",\"version\":\"1.1.0\","
                            "\"remotes\":[{\"type\":\"streamable-http\",\"url\":\"https://w.example/mcp2\"}]},"
                            "\"_meta\":{\"io.modelcontextprotocol.registry/official\":{\"isLatest\":true}}},"
                            "{\"name\":\"io.github.gone/"
                            "away\",\"description\":\"x\",\"status\":\"deleted\",\"version\":\"1\"}],"
                            "\"metadata\":{\"count\":2}}");
        });
        const auto servers = listRegistry(server.url("/"));
        QVERIFY2(servers, servers ? "" : servers.error().toString().c_str());
        QCOMPARE(targets.size(), std::size_t(2));
        QCOMPARE(targets[0], std::string("/v0/servers?limit=100"));
        QCOMPARE(targets[1], std::string("/v0/servers?limit=100&cursor=a%26b%3D"));
        QCOMPARE(servers->size(), std::size_t(2));
        QCOMPARE((*servers)[0].version, std::string("1.1.0"));
        QCOMPARE((*servers)[0].remote, std::string("https://w.example/mcp2"));
        QCOMPARE((*servers)[1].remote, std::string());
        QCOMPARE((*servers)[1].package, std::string("npm @bo/files"));
    }
    void refusesWhatIsNoList_data() {
        QTest::addColumn<QString>("body");
        QTest::newRow("no json") << "<html>";
        QTest::newRow("no list") << R"({"items":[]})";
        QTest::newRow("a server is no object") << R"({"servers":[1]})";
        QTest::newRow("no name") << R"({"servers":[{"description":"x"}]})";
        QTest::newRow("a name that is a path") << R"({"servers":[{"name":"../../etc passwd"}]})";
        QTest::newRow("a description that is a number") << R"({"servers":[{"name":"a/b","description":4}]})";
        QTest::newRow("empty") << "";
    }
    void refusesWhatIsNoList() {
        QFETCH(QString, body);
        const auto servers = answered(body.toStdString());
        QVERIFY(!servers);
        QCOMPARE(servers.error().code, ErrorCode::NetworkError);
    }
    void refusesOtherStatusesAndCircles() {
        QCOMPARE(answered("{}", "500 Oops").error().code, ErrorCode::NetworkError);
        QCOMPARE(answered("{}", "302 Found").error().code, ErrorCode::NetworkError);
        const auto circle = answered(R"({"servers":[],"metadata":{"nextCursor":"again"}})");
        QVERIFY(!circle);
        QVERIFY(circle.error().message.find("circle") != std::string::npos);
    }
    void keepsItsLimits() {
        RegistryLimits limits;
        limits.pageBytes = 10'000;
        QCOMPARE(asked(
                     [](const HttpCall &, HttpServer::Peer &peer) {
                         peer.answer("200 OK", "{\"servers\":[]," + std::string(100'000, ' ') + "\"x\":1}");
                     },
                     limits)
                     .error()
                     .code,
                 ErrorCode::LimitExceeded);
        limits = {};
        limits.pages = 3;
        int page = 0;
        QCOMPARE(asked(
                     [&](const HttpCall &, HttpServer::Peer &peer) {
                         peer.answer("200 OK", "{\"servers\":[],\"metadata\":{\"nextCursor\":\"p" +
                                                   std::to_string(++page) + "\"}}");
                     },
                     limits)
                     .error()
                     .code,
                 ErrorCode::LimitExceeded);
        limits = {};
        limits.servers = 1;
        QCOMPARE(asked(
                     [](const HttpCall &, HttpServer::Peer &peer) {
                         peer.answer("200 OK", R"({"servers":[{"name":"a/a"},{"name":"b/b"}]})");
                     },
                     limits)
                     .error()
                     .code,
                 ErrorCode::LimitExceeded);
        limits = {};
        limits.timeout = std::chrono::milliseconds(100);
        QCOMPARE(asked([](const HttpCall &, HttpServer::Peer &peer) { peer.hold(); }, limits).error().code,
                 ErrorCode::NetworkError);
        QCOMPARE(listRegistry("ftp://x").error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestMcpRegistry)
#include "tst_mcp_registry.moc"
