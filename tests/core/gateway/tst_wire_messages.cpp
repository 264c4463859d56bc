/// Every row of what a request is refused for (WIRE §2), over a real socket, and what a good one is answered with.

#include "wire_fixture.h"

using namespace actionscope;
using namespace actionscope::test;

Q_DECLARE_METATYPE(actionscope::test::WireRequest)

namespace {

constexpr const char *Ping = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";

std::string nested(std::size_t depth) {
    return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"x":)" +
           std::string(depth, '[') + std::string(depth, ']') + "}}}";
}

} // namespace

class TestWireMessages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_wire = std::make_unique<Wire>();
        m_session = m_wire->open();
    }
    void cleanupTestCase() { m_wire.reset(); }

    void refuses_data() {
        QTest::addColumn<WireRequest>("request");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("code");
        // Tables are made before initTestCase's session is known to them: SESSION stands for it.
        const auto post = [](std::string body = Ping) {
            return WireRequest{.body = std::move(body)}.with("Mcp-Session-Id", "SESSION");
        };
        const auto row = [](const char *name, const WireRequest &request, int status, int code = -32600) {
            QTest::newRow(name) << request << status << code;
        };
        // 1: Host
        row("host of another name", post().with("Host", "evil.example"), 403);
        row("host that looks like loopback", post().with("Host", "localhost.evil.example"), 403);
        row("host with letters for a port", post().with("Host", "localhost:80x"), 403);
        row("host of another address", post().with("Host", "192.168.0.1:7433"), 403);
        row("two hosts", post().with("Host", "localhost").with("HOST", "evil.example"), 403);
        row("host before everything else",
            WireRequest{.method = "PATCH", .body = "x"}.with("Host", "evil.example").with("Content-Type", "text/plain"),
            403);
        // 2: Origin
        for (const char *origin :
             {"null", "http://evil.example", "http://localhost.evil.example", "http://127.0.0.1.evil.example",
              "ftp://localhost", "file://", "http://localhost@evil.example", "http://localhost:80.evil.example",
              "chrome-extension://abc", "http://127.0.0.2"})
            row(origin, post().with("Origin", origin), 403);
        // 4: method
        for (const char *method : {"PUT", "PATCH", "OPTIONS", "TRACE", "FROB"})
            row(method, WireRequest{.method = method}, 405);
        row("method before media type", WireRequest{.method = "PUT", .body = "x"}.with("Content-Type", "text/plain"),
            405);
        // 5: length, announced and found out
        row("announced too long", post("{}").with("Content-Length", "99999999"), 413);
        row("length before media type",
            post("{}").with("Content-Length", "99999999").with("Content-Type", "text/plain"), 415);
        // 6: media type
        row("text", post().with("Content-Type", "text/plain"), 415);
        row("form", post().with("Content-Type", "application/x-www-form-urlencoded"), 415);
        row("json-like", post().with("Content-Type", "application/json-rpc"), 415);
        row("none", post().with("Content-Type", ""), 415);
        // 7: what the client takes
        row("json only", post().with("Accept", "application/json"), 406);
        row("stream only", post().with("Accept", "text/event-stream"), 406);
        row("html", post().with("Accept", "text/html"), 406);
        row("no accept", post().with("Accept", ""), 406);
        row("stream with q=0", post().with("Accept", "application/json, text/event-stream;q=0"), 406);
        row("get json",
            WireRequest{.method = "GET"}.with("Accept", "application/json").with("Mcp-Session-Id", "SESSION"), 406);
        // 8: JSON in UTF-8
        row("empty", post(""), 400, -32700);
        row("half", post(R"({"jsonrpc":"2.0","id":1,"method":)"), 400, -32700);
        row("two documents", post(std::string(Ping) + Ping), 400, -32700);
        row("not UTF-8", post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\xff\xfeng\"}"), 400, -32700);
        row("half a surrogate", post("{\"jsonrpc\":\"2.0\",\"id\":\"\xed\xa0\x80\",\"method\":\"ping\"}"), 400, -32700);
        row("NaN", post(R"({"jsonrpc":"2.0","id":NaN,"method":"ping"})"), 400, -32700);
        row("comment", post("{\"jsonrpc\":\"2.0\",/**/\"id\":1,\"method\":\"ping\"}"), 400, -32700);
        row("trailing comma", post(R"({"jsonrpc":"2.0","id":1,"method":"ping",})"), 400, -32700);
        row("too deep", post(nested(300)), 400, -32700);
        row("very deep", post(std::string(200'000, '[')), 400, -32700);
        row("NUL inside", post(std::string("{\"jsonrpc\":\"2.0\",\"id\":1,\0\"method\":\"ping\"}", 42)), 400, -32700);
        // 9: JSON-RPC
        for (const char *body : {"1",
                                 "\"ping\"",
                                 "null",
                                 "true",
                                 "[]",
                                 "[1]",
                                 "{}",
                                 R"({"id":1,"method":"ping"})",
                                 R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
                                 R"({"jsonrpc":2.0,"id":1,"method":"ping"})",
                                 R"({"jsonrpc":"2.0","id":null,"method":"ping"})",
                                 R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})",
                                 R"({"jsonrpc":"2.0","id":1.0,"method":"ping"})",
                                 R"({"jsonrpc":"2.0","id":1e400,"method":"ping"})",
                                 R"({"jsonrpc":"2.0","id":{},"method":"ping"})",
                                 R"({"jsonrpc":"2.0","id":[1],"method":"ping"})",
                                 R"({"jsonrpc":"2.0","id":true,"method":"ping"})",
                                 R"({"jsonrpc":"2.0","id":1,"method":1})",
                                 R"({"jsonrpc":"2.0","id":1,"method":null})",
                                 R"({"jsonrpc":"2.0","id":1,"method":["ping"]})",
                                 R"({"jsonrpc":"2.0","id":1})",
                                 R"({"jsonrpc":"2.0","id":1,"method":"ping","params":7})",
                                 R"({"jsonrpc":"2.0","id":1,"method":"ping","params":"x"})",
                                 R"({"jsonrpc":"2.0","id":1,"method":"ping","result":{}})",
                                 R"({"jsonrpc":"2.0","id":1,"result":{},"error":{}})",
                                 R"({"jsonrpc":"2.0","id":1,"error":"x"})",
                                 R"({"jsonrpc":"2.0","id":null,"result":{}})",
                                 R"({"jsonrpc":"2.0","result":{}})"})
            row(body, post(body), 400);
        // 10: batches
        row("a batch in a session without them", post(std::string("[") + Ping + "]"), 400);
        row("a batch without session", WireRequest{.body = std::string("[") + Ping + "]"}, 400);
        row("a batch before the session is looked at",
            WireRequest{.body = std::string("[") + Ping + "]"}.with("Mcp-Session-Id", "unknown"), 400);
        // 11: sessions
        row("an unknown session", WireRequest{.body = Ping}.with("Mcp-Session-Id", "nobody"), 404, -32001);
        row("a session of odd bytes", WireRequest{.body = Ping}.with("Mcp-Session-Id", "\x01\x7f\xff"), 400, -32600);
        row("get an unknown session", WireRequest{.method = "GET"}.with("Mcp-Session-Id", "nobody"), 404, -32001);
        row("delete an unknown session", WireRequest{.method = "DELETE"}.with("Mcp-Session-Id", "nobody"), 404, -32001);
        row("unknown, before the version",
            WireRequest{.body = Ping}.with("Mcp-Session-Id", "nobody").with("MCP-Protocol-Version", "1999-01-01"), 404,
            -32001);
        row("initialize in an unknown session",
            WireRequest{.body = Wire::initialize()}.with("Mcp-Session-Id", "nobody"), 404, -32001);
        // 12: none
        row("no session", WireRequest{.body = Ping}, 400);
        row("get without session", WireRequest{.method = "GET"}, 400);
        row("delete without session", WireRequest{.method = "DELETE"}, 400);
        row("initialize that wants no answer",
            WireRequest{.body = R"({"jsonrpc":"2.0","method":"initialize","params":{"protocolVersion":"2025-11-25"}})"},
            400);
        // 13: initialize again
        row("initialize in a session", post(Wire::initialize()), 400);
        // 14: revisions
        row("a revision that is not served", post().with("MCP-Protocol-Version", "2024-11-05"), 400);
        row("the revision without sessions", post().with("mcp-protocol-version", "2026-07-28"), 400);
        row("no revision at all", post().with("MCP-Protocol-Version", "latest"), 400);
        row("get in a revision that is not served",
            WireRequest{.method = "GET"}.with("Mcp-Session-Id", "SESSION").with("MCP-Protocol-Version", "1999-01-01"),
            400);
        // The probe of modern clients
        row("server/discover",
            WireRequest{.body = R"({"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{}}})"}
                .with("MCP-Protocol-Version", "2026-07-28")
                .with("Mcp-Method", "server/discover"),
            400, -32601);
    }
    void refuses() {
        QFETCH(WireRequest, request);
        QFETCH(int, status);
        QFETCH(int, code);
        for (auto &[name, value] : request.headers) {
            if (value == "SESSION")
                value = m_session;
        }
        const WireAnswer answer = m_wire->send(request);
        QCOMPARE(answer.status, status);
        QCOMPARE(answer.header("content-type"), std::string("application/json"));
        const json::value body = answer.json();
        QCOMPARE(stringMember(body, "jsonrpc"), std::string_view("2.0"));
        QVERIFY(member(body, "id") && member(body, "id")->is_null());
        QVERIFY(answer.body.find("message") != std::string::npos);
        QCOMPARE(answer.errorCode(), code);
        if (status == 405)
            QVERIFY(answer.header("allow").find("POST") != std::string::npos);
        // It did no harm: the session goes on.
        QCOMPARE(m_wire->send(Wire::message(m_session, Ping)).status, 200);
    }

    void refusesBytesThatAreNoHttp_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        QTest::newRow("noise") << QByteArray("\x16\x03\x01\x02\x00 noise\r\n\r\n") << 400;
        QTest::newRow("no version") << QByteArray("GET /mcp\r\n\r\n") << 400;
        QTest::newRow("two lengths")
            << QByteArray("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx")
            << 400;
        QTest::newRow("length and chunks") << QByteArray("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                                                         "1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
                                           << 400;
        QTest::newRow("negative length") << QByteArray(
                                                "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n")
                                         << 400;
        QTest::newRow("folded header") << QByteArray("GET /mcp HTTP/1.1\r\nHost: localhost\r\nX : y\r\n\r\n") << 400;
        QTest::newRow("long head") << QByteArray("GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: ") +
                                          QByteArray(40'000, 'x') + "\r\n\r\n"
                                   << 431;
    }
    void refusesBytesThatAreNoHttp() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, status);
        WireConnection connection(m_wire->port());
        connection.send(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
        QCOMPARE(connection.read().status, status);
        QVERIFY(connection.closedByPeer());
    }

    void endsTheConnectionOfABodyThatIsTooLong() {
        WireConnection announced(m_wire->port());
        announced.send(Wire::message(m_session, "{}").with("Content-Length", "5000000").text());
        const WireAnswer answer = announced.read();
        QCOMPARE(answer.status, 413);
        QCOMPARE(answer.header("connection"), std::string("close"));
        QVERIFY(answer.body.find("gateway.body_bytes") != std::string::npos);
        QVERIFY(announced.closedByPeer());

        WireConnection chunked(m_wire->port());
        chunked.send(Wire::message(m_session, "").with("Transfer-Encoding", "chunked").text());
        const std::string chunk = "10000\r\n" + std::string(65536, ' ') + "\r\n";
        for (int i = 0; i < 80 && chunked.send(chunk); ++i) {
        }
        QCOMPARE(chunked.read().status, 413);
    }

    void takesOrderlyVariants_data() {
        QTest::addColumn<WireRequest>("request");
        const auto post = [](std::string body = Ping) {
            return WireRequest{.body = std::move(body)}.with("Mcp-Session-Id", "SESSION");
        };
        QTest::newRow("charset") << post().with("Content-Type", "Application/JSON; charset=utf-8");
        QTest::newRow("anything is taken") << post().with("Accept", "*/*");
        QTest::newRow("with qualities") << post().with("Accept", "text/event-stream;q=0.5, application/json;q=0.9");
        QTest::newRow("by family") << post().with("Accept", "application/*,text/*");
        QTest::newRow("host with port") << post().with("Host", "localhost:7433");
        QTest::newRow("host in IPv6") << post().with("Host", "[::1]:1");
        QTest::newRow("page of this machine") << post().with("Origin", "http://localhost:6274");
        QTest::newRow("secure page of this machine") << post().with("Origin", "https://127.0.0.1");
        QTest::newRow("other spelling of the header") << WireRequest{.body = Ping}.with("MCP-SESSION-ID", "SESSION");
        QTest::newRow("another served revision") << post().with("MCP-Protocol-Version", "2025-03-26");
        QTest::newRow("spaces around") << post(std::string("\r\n ") + Ping + "\n");
    }
    void takesOrderlyVariants() {
        QFETCH(WireRequest, request);
        for (auto &[name, value] : request.headers) {
            if (value == "SESSION")
                value = m_session;
        }
        const WireAnswer answer = m_wire->send(request);
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, std::string(R"({"jsonrpc":"2.0","id":7,"result":{}})"));
    }

    void takesBodiesAsTheyCome() {
        // Byte by byte.
        WireConnection slow(m_wire->port());
        for (const char byte : Wire::message(m_session, Ping).text())
            QVERIFY(slow.send(std::string_view(&byte, 1)));
        QCOMPARE(slow.read().status, 200);
        // In chunks, on the same connection, one after the other and sent ahead.
        const std::string head = Wire::message(m_session, "").with("Transfer-Encoding", "chunked").text();
        const std::string body(Ping);
        const std::string chunks = "5;note=x\r\n" + body.substr(0, 5) + "\r\n" +
                                   QByteArray::number(qsizetype(body.size() - 5), 16).toStdString() + "\r\n" +
                                   body.substr(5) + "\r\n0\r\n\r\n";
        slow.send(head + chunks + head + chunks);
        QCOMPARE(slow.read().status, 200);
        QCOMPARE(slow.read().status, 200);
        // After the server said so.
        slow.send(Wire::message(m_session, "")
                      .with("Expect", "100-continue")
                      .with("Content-Length", std::to_string(body.size()))
                      .text());
        QCOMPARE(slow.readHead().status, 100);
        slow.send(body);
        QCOMPARE(slow.read().status, 200);
    }

    void returnsIdsAsTheyCame_data() {
        QTest::addColumn<QByteArray>("id");
        for (const char *id : {"0", "-1", "\"\"", "\"1\"", "9223372036854775807", "-9223372036854775808",
                               "18446744073709551615", "\"\\u00e4\\\"\""})
            QTest::newRow(id) << QByteArray(id);
    }
    void returnsIdsAsTheyCame() {
        QFETCH(QByteArray, id);
        const std::string text = id.toStdString();
        const WireAnswer answer =
            m_wire->send(Wire::message(m_session, R"({"jsonrpc":"2.0","method":"ping","id":)" + text + "}"));
        const json::value sent = parseJson(text).value();
        QVERIFY(member(answer.json(), "id") != nullptr);
        QCOMPARE(json::serialize(*member(answer.json(), "id")), json::serialize(sent));
    }

    void answersErrorsOfRequestsWith200_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        const auto row = [](const char *method, const char *params, int code) {
            QTest::newRow((std::string(method) + params).c_str())
                << QByteArray(R"({"jsonrpc":"2.0","id":5,"method":")") + method + "\"" + params + "}" << code;
        };
        row("no/such", "", -32601);
        row("resources/list", "", -32601);
        row("prompts/list", "", -32601);
        row("server/discover", "", -32601);
        row("tools/call", "", -32602);
        row("tools/call", R"(,"params":{})", -32602);
        row("tools/call", R"(,"params":{"name":7})", -32602);
        row("tools/call", R"(,"params":{"name":"nothing"})", -32602);
        row("tools/call", R"(,"params":{"name":"echo","arguments":[]})", -32602);
        row("tools/call", R"(,"params":["echo"])", -32602);
        row("tools/list", R"(,"params":{"cursor":"nonsense"})", -32602);
        row("tools/list", R"(,"params":{"cursor":7})", -32602);
        row("logging/setLevel", R"(,"params":{"level":"loud"})", -32602);
        row("logging/setLevel", "", -32602);
        row("tools/call", R"(,"params":{"name":"throw"})", -32603);
    }
    void answersErrorsOfRequestsWith200() {
        QFETCH(QByteArray, body);
        QFETCH(int, code);
        const WireAnswer answer = m_wire->send(Wire::message(m_session, body.toStdString()));
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.errorCode(), code);
        QCOMPARE(json::serialize(*member(answer.json(), "id")), std::string("5"));
        QVERIFY(answer.body.find("secret") == std::string::npos);
    }

    void accepts202_data() {
        QTest::addColumn<QByteArray>("body");
        for (const char *body : {R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
                                 R"({"jsonrpc":"2.0","method":"notifications/unheard_of","params":{"x":1}})",
                                 R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":999}})",
                                 R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}})",
                                 R"({"jsonrpc":"2.0","method":"notifications/cancelled"})",
                                 R"({"jsonrpc":"2.0","id":"never-asked","result":{}})",
                                 R"({"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"x"}})",
                                 R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}})"})
            QTest::newRow(body) << QByteArray(body);
    }
    void accepts202() {
        QFETCH(QByteArray, body);
        const WireAnswer answer = m_wire->send(Wire::message(m_session, body.toStdString()));
        QCOMPARE(answer.status, 202);
        QCOMPARE(answer.body, std::string());
        QCOMPARE(answer.header("content-length"), std::string("0"));
    }

    void wantsATokenOnEveryRoute() {
        const Wire wire(Wire::defaults(), true);
        const auto ask = [&](const WireRequest &request) { return wire.send(request); };
        const WireAnswer none = ask({.body = Wire::initialize()});
        QCOMPARE(none.status, 401);
        QVERIFY(none.header("www-authenticate").starts_with("Bearer "));
        QCOMPARE(ask({.target = "/mcp?access_token=alice&token=alice", .body = Wire::initialize()}).status, 401);
        for (const char *header : {"Bearer wrong", "Bearer", "Basic alice", "alice", "Bearer alice bob", "Bearer  "})
            QCOMPARE(ask(WireRequest{.body = Wire::initialize()}.with("Authorization", header)).status, 401);
        QCOMPARE(ask(WireRequest{.body = Wire::initialize()}.with("Authorization", "bearer alice")).status, 200);
        // The credential is judged before the method, the Host before the credential.
        QCOMPARE(ask({.method = "PUT"}).status, 401);
        QCOMPARE(ask(WireRequest{.method = "PUT"}.with("Host", "evil.example")).status, 403);
        QCOMPARE(ask({.method = "GET", .target = "/nothing"}).status, 401);
        QCOMPARE(ask({.method = "GET", .target = "/healthz"}).status, 200);
        QCOMPARE(ask(WireRequest{.method = "GET", .target = "/healthz"}.with("Host", "evil.example")).status, 403);
        QCOMPARE(ask(WireRequest{.method = "GET", .target = "/metrics"}.with("Origin", "http://evil.example")).status,
                 403);
    }

    void slowsDownWhoAsksTooMuch() {
        auto options = Wire::defaults();
        options.wire.requestsPerMinute = 5;
        const Wire wire(options);
        for (int i = 0; i < 5; ++i)
            QCOMPARE(wire.send({.method = "GET", .target = "/nothing"}).status, 404);
        const WireAnswer answer = wire.send({.body = Wire::initialize()});
        QCOMPARE(answer.status, 429);
        QVERIFY(std::atoi(answer.header("retry-after").c_str()) >= 1);
    }

    void servesBatchesOfTheOldRevision() {
        const std::string session = m_wire->open("2025-03-26");
        const WireAnswer both = m_wire->send(Wire::message(
            session,
            R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}},{"jsonrpc":"2.0","id":3,"method":"no/such"}])"));
        QCOMPARE(both.status, 200);
        const json::value answers = both.json();
        QVERIFY(answers.is_array());
        QCOMPARE(answers.get_array().size(), std::size_t(3));
        QCOMPARE(m_wire->send(Wire::message(session, R"([{"jsonrpc":"2.0","method":"notifications/x"}])")).status, 202);
        std::string many = "[";
        for (int i = 0; i < 101; ++i)
            many +=
                (i ? "," : "") + std::string(R"({"jsonrpc":"2.0","id":)") + std::to_string(i) + R"(,"method":"ping"})";
        QCOMPARE(m_wire->send(Wire::message(session, many + "]")).status, 400);
        QCOMPARE(m_wire->send(Wire::message(session, "[" + Wire::initialize() + "]")).status, 400);
        // What has something to say before its response makes a stream of the batch.
        WireConnection connection(m_wire->port());
        connection.send(
            Wire::message(
                session,
                R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"chatty"}},{"jsonrpc":"2.0","id":2,"method":"ping"}])")
                .text());
        QCOMPARE(connection.readHead().header("content-type"), std::string("text/event-stream"));
        int responses = 0;
        while (const auto message = connection.nextMessage())
            responses += member(*message, "result") ? 1 : 0;
        QCOMPARE(responses, 2);
    }

private:
    std::unique_ptr<Wire> m_wire;
    std::string m_session;
};

QTEST_GUILESS_MAIN(TestWireMessages)
#include "tst_wire_messages.moc"
