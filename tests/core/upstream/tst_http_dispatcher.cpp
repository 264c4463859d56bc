#include "dispatcher_bench.h"

#include <QTest>
#include <future>

using namespace actionscope;
using namespace actionscope::upstream;
using namespace actionscope::upstream::test;

/// What is sent, with which credentials, and what is made of the answer.
class TestHttpDispatcher : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void callsAnAction() {
        const HttpServer server([](const HttpCall &, Peer &peer) {
            peer.answer("200 OK", "{\"id\": 7, \"n\": 1.50}", "application/json; charset=utf-8",
                        "X-RateLimit-Remaining: 3\r\n");
        });
        Bench bench;
        bench.targets.server = server.url("/v1");
        const Action act =
            action("post", "/things/{id}",
                   "{'parameters':[{'name':'id','in':'path','required':true,'schema':{}}],'requestBody':"
                   "{'content':{'application/json':{'schema':{'type':'object','properties':{'a':{}}}}}}}");
        const auto reply = bench.dispatcher.dispatch(request(act, "{'id':'x y','a':2}"));
        QVERIFY2(reply, reply ? "" : reply.error().message.c_str());
        QCOMPARE(server.last().method, std::string("POST"));
        QCOMPARE(server.last().target, std::string("/v1/things/x%20y"));
        QCOMPARE(server.last().body, quoted("{'a':2}"));
        QCOMPARE(server.last().header("x-request-id"), std::string("call-1"));
        QVERIFY(!server.last().has("authorization"));
        QCOMPARE(reply->status, 200);
        QVERIFY(!reply->isError);
        QCOMPARE(textOf(*reply), std::string("{\"id\": 7, \"n\": 1.50}"));
        QCOMPARE(canonicalJson(reply->structured), quoted("{'id':7,'n':1.5}"));
        QCOMPARE(reply->bytes, std::uint64_t(20));
        QCOMPARE(canonicalJson(reply->meta.at("actionscope/http")),
                 quoted("{'status':200,'x-ratelimit-remaining':'3'}"));
    }

    void credentials_data() {
        QTest::addColumn<QString>("kind");
        for (const char *kind :
             {"bearer", "basic", "basic pair", "header", "query", "cookie", "oauth2 token", "none described"})
            QTest::newRow(kind) << kind;
    }
    void credentials() {
        QFETCH(QString, kind);
        const HttpServer server([](const HttpCall &call, Peer &peer) {
            std::string echo = call.target;
            for (const auto &[name, value] : call.headers)
                echo += "\n" + name + ": " + value;
            peer.answer("200 OK", echo, "text/plain", "X-Request-Id: " + call.header("authorization") + "\r\n");
        });
        Bench bench;
        const std::string secret = "s3cr&t/\"token";
        bench.secrets.values["key"] = secret + "\n"; // as a shell writes it
        bench.targets.server = server.url();
        Connection mine = connection("mine");
        if (kind == "bearer")
            bench.targets.schemes = {scheme("s", "http", "bearer")};
        if (kind == "basic" || kind == "basic pair")
            bench.targets.schemes = {scheme("s", "http", "basic")};
        if (kind == "basic")
            mine.user = "me";
        if (kind == "header" || kind == "query" || kind == "cookie")
            bench.targets.schemes = {scheme("s", "apiKey", "", kind.toStdString(), "X-Key")};
        if (kind == "oauth2 token")
            bench.targets.schemes = {scheme("s", "oauth2")};
        bench.targets.connections = {mine};
        const Action act = action("get", "/a",
                                  "{'parameters':[{'name':'q','in':'query','schema':{}},"
                                  "{'name':'sid','in':'cookie','schema':{}}]}");
        const DispatchRequest call = request(act, "{'q':1,'sid':'abc'}");
        const auto reply = bench.dispatcher.dispatch(call);
        QVERIFY2(reply, reply ? "" : reply.error().message.c_str());
        const HttpCall seen = server.last();
        const std::string authorization = seen.header("authorization");
        if (kind == "bearer" || kind == "oauth2 token" || kind == "none described")
            QCOMPARE(authorization, "Bearer " + secret);
        if (kind == "basic")
            QCOMPARE(authorization, "Basic " + QByteArray::fromStdString("me:" + secret).toBase64().toStdString());
        if (kind == "basic pair")
            QCOMPARE(authorization, "Basic " + QByteArray::fromStdString(secret).toBase64().toStdString());
        if (kind == "header")
            QCOMPARE(seen.header("x-key"), secret);
        if (kind == "query")
            QCOMPARE(seen.target, std::string("/a?q=1&X-Key=s3cr%26t%2F%22token"));
        if (kind == "cookie")
            QCOMPARE(seen.header("cookie"), std::string("sid=abc; X-Key=s3cr%26t%2F%22token"));
        // The service echoed everything; none of it comes back.
        const std::string all =
            json::serialize(reply->content) + json::serialize(reply->meta) + json::serialize(reply->structured);
        const auto preview = bench.dispatcher.preview(call);
        QVERIFY(preview);
        for (const std::string &text : {all, json::serialize(*preview)}) {
            QVERIFY2(contains(text, "⟨secret·"), text.c_str());
            for (const std::string &form :
                 {std::string("s3cr"), authorization.substr(std::min<std::size_t>(authorization.size(), 6))})
                QVERIFY2(form.empty() || !contains(text, form), text.c_str());
        }
        QCOMPARE(bench.dispatcher.state(mine), ConnectionState::Ready);
        QCOMPARE(bench.dispatcher.authenticated("mine"), std::optional(bench.clock.now()));
    }
    void argumentsCannotTakeThePlaceOfASecret_data() {
        QTest::addColumn<QString>("in");
        for (const char *in : {"header", "query", "cookie"})
            QTest::newRow(in) << in;
    }
    void argumentsCannotTakeThePlaceOfASecret() {
        QFETCH(QString, in);
        const HttpServer server(ok);
        Bench bench;
        bench.secrets.values["key"] = "secret";
        bench.targets.server = server.url();
        bench.targets.schemes = {scheme("s", "apiKey", "", in.toStdString(), "X-Key")};
        bench.targets.connections = {connection("mine")};
        const Action act =
            action("get", "/a", "{'parameters':[{'name':'X-Key','in':'" + in.toStdString() + "','schema':{}}]}");
        QVERIFY(bench.dispatcher.dispatch(request(act, "{}")));
        const auto refused = bench.dispatcher.dispatch(request(act, "{'X-Key':'mine'}"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().fault, DispatchFault::NotSent);
        QVERIFY(contains(refused.error().message, "X-Key"));
        QCOMPARE(server.count(), std::size_t(1));
    }
    void choosesTheScheme() {
        const HttpServer server(ok);
        Bench bench;
        bench.secrets.values["key"] = "secret";
        bench.targets.server = server.url();
        bench.targets.schemes = {scheme("token", "http", "bearer"), scheme("key", "apiKey", "", "header", "X-Key")};
        bench.targets.connections = {connection("mine")};
        const Action act = action("get", "/a", "{}");
        const auto unclear = bench.dispatcher.dispatch(request(act));
        QVERIFY(!unclear);
        QVERIFY2(contains(unclear.error().message, "token, key"), unclear.error().message.c_str());
        catalog::Capability asks = act.view().toCapability();
        asks.security = {"key + other: read", "none"};
        QVERIFY(bench.dispatcher.dispatch(request({segmentOf(asks), act.schema})));
        QCOMPARE(server.last().header("x-key"), std::string("secret"));
        bench.targets.connections[0].scheme = "token";
        QVERIFY(bench.dispatcher.dispatch(request(act)));
        QCOMPARE(server.last().header("authorization"), std::string("Bearer secret"));
        bench.targets.connections[0].scheme = "nonsense";
        QVERIFY(!bench.dispatcher.dispatch(request(act)));
    }
    void choosesTheConnection() {
        const HttpServer server([](const HttpCall &call, Peer &peer) {
            peer.answer(call.header("authorization") == "Bearer old secret" ? "401 Unauthorized" : "200 OK", "{}");
        });
        Bench bench;
        bench.secrets.values = {{"key", "old secret"}, {"other", "new secret"}};
        bench.targets.server = server.url();
        bench.targets.connections = {connection("first"), connection("second", "other"), connection("empty", "unset")};
        const Action act = action("get", "/a", "{}");
        DispatchRequest call = request(act);
        const auto refused = bench.dispatcher.dispatch(call);
        QVERIFY(refused && refused->isError);
        QCOMPARE(bench.dispatcher.state(bench.targets.connections[0]), ConnectionState::NeedsAuth);
        QCOMPARE(bench.dispatcher.state(bench.targets.connections[1]), ConnectionState::Ready);
        QCOMPARE(bench.dispatcher.state(bench.targets.connections[2]), ConnectionState::NeedsInput);
        call.connection = "second";
        QVERIFY(!bench.dispatcher.dispatch(call)->isError);
        call.connection.clear(); // the one that worked last
        QVERIFY(!bench.dispatcher.dispatch(call)->isError);
        call.connection = "empty";
        const auto missing = bench.dispatcher.dispatch(call);
        QVERIFY(!missing && contains(missing.error().message, "'unset' is not set"));
        call.connection = "none";
        const auto unknown = bench.dispatcher.dispatch(call);
        QVERIFY(!unknown && contains(unknown.error().message, "'none'"));
    }
    void takesTheConnectionWhoseSchemeFits() {
        const HttpServer server(ok);
        Bench bench;
        bench.secrets.values = {{"key", "key secret"}, {"token", "token secret"}, {"newer", "newer secret"}};
        bench.targets.server = server.url();
        bench.targets.schemes = {scheme("token", "http", "bearer"), scheme("key", "apiKey", "", "header", "X-Key")};
        bench.targets.connections = {connection("k"), connection("t", "token"), connection("n", "newer"),
                                     connection("unset", "unset")};
        bench.targets.connections[0].scheme = "key";
        bench.targets.connections[1].scheme = bench.targets.connections[2].scheme =
            bench.targets.connections[3].scheme = "token";
        for (std::size_t i = 0; i < 4; ++i)
            bench.targets.connections[i].authenticated = bench.clock.now() + std::chrono::seconds(i == 1 ? 0 : i);
        const Action act = action("get", "/a", "{}");
        const auto asking = [&](std::vector<std::string> security) {
            catalog::Capability asks = act.view().toCapability();
            asks.security = std::move(security);
            return request({segmentOf(asks), act.schema});
        };
        // The newest of those that fit and have their secret, though another one is newer.
        QVERIFY(bench.dispatcher.dispatch(asking({"token: read"})));
        QCOMPARE(server.last().header("authorization"), std::string("Bearer newer secret"));
        QVERIFY(!server.last().has("x-key"));
        QVERIFY(bench.dispatcher.dispatch(asking({"key"})));
        QCOMPARE(server.last().header("x-key"), std::string("key secret"));
        QVERIFY(!server.last().has("authorization"));
        // Of two alternatives the one with the newest connection: that of the last call.
        bench.clock.advance(1h);
        QVERIFY(bench.dispatcher.dispatch(asking({"key"})));
        QVERIFY(bench.dispatcher.dispatch(asking({"token", "key"})));
        QCOMPARE(server.last().header("x-key"), std::string("key secret"));
        DispatchRequest named = asking({"token", "key"});
        named.connection = "t";
        QVERIFY(bench.dispatcher.dispatch(named));
        QCOMPARE(server.last().header("authorization"), std::string("Bearer token secret"));
        const auto chosen = bench.dispatcher.connectionsFor(asking({"token"}).target);
        QVERIFY(chosen && chosen->size() == 1);
        QCOMPARE(chosen->front().slug, std::string("t"));
    }
    void schemesThatAreAskedForTogetherAllGo() {
        const HttpServer server([](const HttpCall &call, Peer &peer) {
            peer.answer("200 OK", "{\"echo\": \"" + call.header("x-app") + " " + call.header("authorization") + "\"}");
        });
        Bench bench;
        bench.secrets.values = {{"key", "application key"}, {"token", "user token"}};
        bench.targets.server = server.url();
        bench.targets.schemes = {scheme("user", "http", "bearer"), scheme("app", "apiKey", "", "header", "X-App"),
                                 scheme("partner", "apiKey", "", "query", "partner")};
        bench.targets.connections = {connection("a"), connection("u", "token")};
        bench.targets.connections[0].scheme = "app";
        bench.targets.connections[1].scheme = "user";
        const Action act = action("get", "/a", "{}");
        const auto asking = [&](std::vector<std::string> security) {
            catalog::Capability asks = act.view().toCapability();
            asks.security = std::move(security);
            return request({segmentOf(asks), act.schema});
        };
        for (const char *named : {"", "a", "u"}) {
            DispatchRequest call = asking({"app + user: read, write"});
            call.connection = named;
            const auto reply = bench.dispatcher.dispatch(call);
            QVERIFY2(reply, reply ? "" : reply.error().message.c_str());
            QCOMPARE(server.last().header("x-app"), std::string("application key"));
            QCOMPARE(server.last().header("authorization"), std::string("Bearer user token"));
            // Neither is shown to who sees the answer or decides the call.
            QVERIFY(!contains(textOf(*reply), "application key") && !contains(textOf(*reply), "user token"));
            const std::string preview = json::serialize(*bench.dispatcher.preview(call));
            QVERIFY2(contains(preview, "⟨secret·1⟩") && contains(preview, "⟨secret·2⟩"), preview.c_str());
        }
        // Half of what is asked for is sent to nobody, unless it may be left out altogether.
        const std::size_t before = server.count();
        const auto half = bench.dispatcher.dispatch(asking({"app + partner"}));
        QVERIFY(!half);
        QCOMPARE(half.error().fault, DispatchFault::NotSent);
        QVERIFY2(contains(half.error().message, "'partner'"), half.error().message.c_str());
        QVERIFY(!bench.dispatcher.preview(asking({"app + partner"})));
        QVERIFY(!bench.dispatcher.connectionsFor(asking({"app + partner"}).target));
        QCOMPARE(server.count(), before);
        QVERIFY(bench.dispatcher.dispatch(asking({"app + partner", "user"})));
        QVERIFY(!server.last().has("x-app"));
        QVERIFY(bench.dispatcher.dispatch(asking({"app + partner", "none"})));
        // What would sit in one place cannot go together, and secrets do not go to two servers.
        bench.targets.schemes.push_back(scheme("basic", "http", "basic"));
        bench.targets.connections.push_back(connection("b"));
        bench.targets.connections.back().scheme = "basic";
        const auto clash = bench.dispatcher.dispatch(asking({"user + basic"}));
        QVERIFY(!clash && contains(clash.error().message, "same place"));
        bench.targets.connections[0].server = "http://127.0.0.1:1";
        bench.targets.connections[1].server = server.url();
        const auto two = bench.dispatcher.dispatch(asking({"app + user"}));
        QVERIFY(!two && contains(two.error().message, "different servers"));
    }
    void aConnectionMayNameTheServer() {
        const HttpServer described(ok), own(ok);
        Bench bench;
        bench.secrets.values["key"] = "secret";
        bench.targets.server = described.url();
        bench.targets.connections = {connection("mine")};
        bench.targets.connections[0].server = own.url("/base");
        QVERIFY(bench.dispatcher.dispatch(request(action("get", "/a", "{}"))));
        QCOMPARE(own.last().target, std::string("/base/a"));
        QCOMPARE(described.count(), std::size_t(0));
    }
    void secretsDoNotLeaveWithoutEncryption() {
        Bench bench;
        bench.secrets.values["key"] = "secret";
        bench.targets.server = "http://api.example";
        bench.targets.connections = {connection("mine")};
        const Action act = action("get", "/a", "{}");
        const auto refused = bench.dispatcher.dispatch(request(act));
        QVERIFY(!refused && refused.error().fault == DispatchFault::NotSent);
        QVERIFY2(contains(refused.error().message, "without encryption"), refused.error().message.c_str());
        bench.targets.server = "http://127.0.0.1.evil.example"; // "127." at the start alone does not make it loopback
        const auto other = bench.dispatcher.dispatch(request(act));
        QVERIFY2(contains(other.error().message, "without encryption"), other.error().message.c_str());
    }
    void neitherIsAnAddressThatIsNotListed() {
        const HttpServer server(ok);
        ManualClock clock;
        Secrets secrets;
        Targets targets;
        targets.server = server.url();
        HttpDispatcher closed(targets, secrets, {}, clock);
        const auto refused = closed.dispatch(request(action("get", "/a", "{}")));
        QVERIFY(!refused);
        QCOMPARE(refused.error().fault, DispatchFault::NotSent);
        QVERIFY(contains(refused.error().message, "network.allow"));
        QCOMPARE(server.connections(), 0);
    }

    void fetchesTokens() {
        std::atomic<int> given = 0;
        const HttpServer identity([&](const HttpCall &, Peer &peer) {
            peer.answer("200 OK", "{\"access_token\": \"token-" + std::to_string(++given) +
                                      "\", \"token_type\": \"Bearer\", \"expires_in\": 3600}");
        });
        std::atomic<bool> refuse = false;
        const HttpServer server([&](const HttpCall &call, Peer &peer) {
            peer.answer(refuse ? "401 Unauthorized" : "200 OK", "\"" + call.header("authorization") + "\"");
        });
        Bench bench;
        bench.secrets.values["key"] = "client&secret";
        bench.targets.server = server.url();
        bench.targets.schemes = {scheme("o", "oauth2")};
        bench.targets.schemes[0].tokenUrl = identity.url("/from-description");
        Connection mine = connection("mine");
        mine.user = "my id";
        mine.scope = "read write";
        bench.targets.connections = {mine};
        const Action act = action("get", "/a", "{}");
        // The description names another origin: a person has to say that the secret may go there.
        const auto refused = bench.dispatcher.dispatch(request(act));
        QVERIFY(!refused && contains(refused.error().message, "token_url"));
        QCOMPARE(identity.count(), std::size_t(0));
        bench.targets.connections[0].tokenUrl = identity.url("/token");
        const auto reply = bench.dispatcher.dispatch(request(act));
        QVERIFY2(reply, reply ? "" : reply.error().message.c_str());
        QCOMPARE(identity.last().target, std::string("/token"));
        QCOMPARE(identity.last().body, std::string("grant_type=client_credentials&scope=read%20write"));
        QCOMPARE(identity.last().header("authorization"),
                 "Basic " + QByteArray("my%20id:client%26secret").toBase64().toStdString());
        QCOMPARE(server.last().header("authorization"), std::string("Bearer token-1"));
        QVERIFY(!contains(textOf(*reply), "token-1"));
        QVERIFY(bench.dispatcher.dispatch(request(act)));
        QCOMPARE(identity.count(), std::size_t(1)); // kept
        bench.clock.advance(3571s);
        QVERIFY(bench.dispatcher.dispatch(request(act)));
        QCOMPARE(server.last().header("authorization"), std::string("Bearer token-2"));
        refuse = true; // taken back early
        QVERIFY(bench.dispatcher.dispatch(request(act)));
        refuse = false;
        QVERIFY(bench.dispatcher.dispatch(request(act)));
        QCOMPARE(server.last().header("authorization"), std::string("Bearer token-3"));
    }
    void aRefusedClientIsSaidWithoutItsSecret() {
        const HttpServer identity([](const HttpCall &call, Peer &peer) {
            peer.answer("401 Unauthorized", "{\"error\": \"invalid_client\", \"error_description\": \"" +
                                                call.header("authorization") + "\"}");
        });
        Bench bench;
        bench.secrets.values["key"] = "client-secret";
        bench.targets.server = "https://api.example";
        Connection mine = connection("mine");
        mine.user = "id";
        mine.tokenUrl = identity.url();
        bench.targets.connections = {mine};
        const auto refused = bench.dispatcher.dispatch(request(action("get", "/a", "{}")));
        QVERIFY(!refused);
        QCOMPARE(refused.error().fault, DispatchFault::NotSent);
        QVERIFY2(contains(refused.error().message, "invalid_client"), refused.error().message.c_str());
        QVERIFY(!contains(refused.error().message, "Basic"));
    }

    void answers_data() {
        QTest::addColumn<QByteArray>("status");
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("structured");
        QTest::addColumn<bool>("isError");
        const auto row = [](const char *name, const char *status, const char *type, const QByteArray &body,
                            const QByteArray &text, const char *structured, bool isError) {
            QTest::newRow(name) << QByteArray(status) << QByteArray(type) << body << text << QByteArray(structured)
                                << isError;
        };
        row("list", "200 OK", "application/json", "[1, 2]", "[1, 2]", "{\"result\":[1,2]}", false);
        row("vendor JSON", "200 OK", "application/hal+json", "{\"a\":1}", "{\"a\":1}", "{\"a\":1}", false);
        row("JSON said to be text", "200 OK", "text/plain", " {\"a\":1}", " {\"a\":1}", "{\"a\":1}", false);
        row("broken JSON", "200 OK", "application/json", "{\"a\":", "{\"a\":", "null", false);
        row("nothing", "204 No Content", "", "", "Done: HTTP status 204, no content.", "null", false);
        row("not found", "404 Not Found", "application/json", "{\"error\":\"no such thing\"}",
            "The service answered with HTTP status 404.\n\n{\"error\":\"no such thing\"}",
            "{\"error\":\"no such thing\"}", true);
        row("server error without body", "500 Oops", "", "", "The service answered with HTTP status 500.", "null",
            true);
        row("redirect", "302 Found", "text/plain", "",
            "The service answered with a redirect (HTTP status 302), which is not followed. It leads to "
            "http://evil.test/",
            "null", true);
        row("csv", "200 OK", "text/csv", "a,b\r\n1,2\r\n", "a,b\n1,2\n", "null", false);
        row("latin 1", "200 OK", "text/plain; charset=ISO-8859-1", "gr\xFCn", "grün", "null", false);
        row("no UTF-8", "200 OK", "text/plain",
            "a\xFF"
            "b",
            "a\xEF\xBF\xBD"
            "b",
            "null", false);
        row("controls", "200 OK", "text/plain",
            QByteArray("a\x1b[31mred\x1b[0m\a\b\0z\x1b]0;title\x07\x7f", 27) + "\xC2\x9B"
                                                                               "1\xE2\x80\xAE"
                                                                               "x\xF3\xA0\x81\xA1.",
            "aredz1x.", "null", false);
        row("controls in JSON", "200 OK", "application/json", "{\"a\\u001b[2J\":\"x\\u202ey\\nz\\u0000\"}",
            "{\"a\":\"xy\\nz\"}", "{\"a\":\"xy\\nz\"}", false);
        row("binary", "200 OK", "application/pdf", QByteArray("%PDF\0\1", 6),
            "The answer is 6 bytes of application/pdf, which is not shown.", "null", false);
        row("unnamed bytes", "200 OK", "", QByteArray("\0\1", 2),
            "The answer is 2 bytes of an unnamed type, which is not shown.", "null", false);
        row("page", "502 Bad Gateway", "text/html",
            "<html><head><title>502 "
            "Bad&nbsp;Gateway</title><style>p{color:red}</style><script>alert('<p>')</script></head>"
            "<body><!-- hidden --><h1>502</h1><p>Try&#32;later &amp; again &#x263A; &bogus;</p></body></html>",
            "The service answered with HTTP status 502. The answer is a web page, not data; this is its text:\n\n"
            "502 Bad Gateway\n502\nTry later & again ☺ &bogus;",
            "null", true);
    }
    void answers() {
        QFETCH(QByteArray, status);
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, structured);
        QFETCH(bool, isError);
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            const std::string head = "HTTP/1.1 " + status.toStdString() + "\r\n" +
                                     (type.isEmpty() ? "" : "Content-Type: " + type.toStdString() + "\r\n") +
                                     (status.startsWith("302") ? "Location: http://evil.test/\r\n" : "");
            peer.send(head + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body.toStdString());
        });
        Bench bench;
        bench.targets.server = server.url();
        const auto reply = bench.dispatcher.dispatch(request(action("get", "/a", "{}")));
        QVERIFY2(reply, reply ? "" : reply.error().message.c_str());
        QCOMPARE(QByteArray::fromStdString(textOf(*reply)), text);
        QCOMPARE(QByteArray::fromStdString(canonicalJson(reply->structured)), structured);
        QCOMPARE(reply->isError, isError);
        QCOMPARE(reply->bytes, std::uint64_t(body.size()));
    }
    void smallPicturesAreShown() {
        const std::string picture("\x89PNG\0", 5);
        std::string body = picture;
        const HttpServer server([&](const HttpCall &, Peer &peer) { peer.answer("200 OK", body, "image/png"); });
        Bench bench;
        bench.targets.server = server.url();
        const DispatchRequest call = request(action("get", "/a", "{}"));
        const auto reply = bench.dispatcher.dispatch(call);
        QCOMPARE(canonicalJson(reply->content), quoted("[{'data':'iVBORwA=','mimeType':'image/png','type':'image'}]"));
        body.resize((1U << 20) + 1);
        const auto large = bench.dispatcher.dispatch(call);
        QCOMPARE(textOf(*large), std::string("The answer is 1048577 bytes of image/png, which is not shown."));
    }
    void longTextIsCutWithANote() {
        HttpDispatchLimits limits;
        limits.shownBytes = 100;
        std::string body;
        std::string type = "text/plain";
        const HttpServer server([&](const HttpCall &, Peer &peer) { peer.answer("200 OK", body, type); });
        Bench bench(limits);
        bench.targets.server = server.url();
        const DispatchRequest call = request(action("get", "/a", "{}"));
        body = std::string(100, 'x');
        QCOMPARE(textOf(*bench.dispatcher.dispatch(call)), body);
        body = std::string(99, 'x') + "ü" + std::string(50, 'y');
        const std::string text = textOf(*bench.dispatcher.dispatch(call));
        QVERIFY2(
            text.starts_with(std::string(99, 'x') + "\n\n[Cut here: these are 99 of 151 bytes (limits.result_bytes)."),
            text.c_str());
        type = "application/json";
        body = "{\"list\": \"" + std::string(200, 'x') + "\"}";
        const auto reply = bench.dispatcher.dispatch(call);
        QVERIFY(contains(textOf(*reply), "Cut here"));
        QVERIFY(reply->structured.is_null());
    }
    void previewsExactlyWhatIsSent() {
        const HttpServer server(ok);
        Bench bench;
        bench.secrets.values["key"] = "hunter2";
        bench.targets.server = server.url("/v1");
        bench.targets.schemes = {scheme("s", "apiKey", "", "query", "key")};
        bench.targets.connections = {connection("mine")};
        const Action act =
            action("put", "/a/{id}",
                   "{'parameters':[{'name':'id','in':'path','required':true,'schema':{}}],'requestBody':"
                   "{'content':{'application/json':{'schema':{'type':'object','properties':{'n':{}}}}}}}");
        const DispatchRequest call = request(act, "{'id':'x/y','n':[1]}");
        const auto preview = bench.dispatcher.preview(call);
        QVERIFY2(preview, preview ? "" : preview.error().message.c_str());
        QCOMPARE(server.connections(), 0);
        QCOMPARE(canonicalJson(*preview),
                 quoted("{'body':{'n':[1]},'headers':{'Accept':'application/json, text/*;q=0.8, */*;q=0.5',"
                        "'Content-Type':'application/json','X-Request-Id':'call-1'},'method':'PUT','url':'") +
                     server.url("/v1/a/x%2Fy?key=⟨secret·1⟩") + "\"}");
        QVERIFY(bench.dispatcher.dispatch(call));
        QCOMPARE(server.last().target, std::string("/v1/a/x%2Fy?key=hunter2"));
        QCOMPARE(server.last().body, quoted("{'n':[1]}"));
        const auto wrong = bench.dispatcher.preview(request(act, "{'n':1}"));
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_GUILESS_MAIN(TestHttpDispatcher)
#include "tst_http_dispatcher.moc"
