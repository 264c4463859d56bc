#include "upstream/http_dispatcher.h"

#include "catalog/catalog.h"
#include "support/http_server.h"
#include "upstream_support.h"

#include <QTest>
#include <future>

using namespace actionscope;
using namespace actionscope::upstream;
using namespace actionscope::upstream::test;
using namespace std::chrono_literals;
using actionscope::test::HttpCall, actionscope::test::HttpServer;
using governance::DispatchFault, governance::DispatchRequest;
using Peer = HttpServer::Peer;

namespace {

class ManualClock final : public Clock {
public:
    [[nodiscard]] Timestamp now() const override {
        const std::lock_guard lock(m_mutex);
        return m_now;
    }
    void advance(std::chrono::microseconds by) {
        const std::lock_guard lock(m_mutex);
        m_now += by;
    }

private:
    mutable std::mutex m_mutex;
    Timestamp m_now = *parseTimestamp("2026-11-22T00:00:00Z");
};

class Secrets final : public SecretStore {
public:
    Result<std::optional<std::string>> read(const SecretReference &reference) const override {
        const auto found = values.find(reference.name);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    }
    Result<void> write(const SecretReference &, std::string_view) override { return {}; }
    Result<void> erase(const SecretReference &) override { return {}; }
    std::map<std::string, std::string> values;
};

class Targets final : public HttpTargets {
public:
    std::string serverOf(const governance::Target &) const override { return server; }
    Result<std::vector<SecurityScheme>> schemesOf(const governance::Target &) const override { return schemes; }
    std::vector<Connection> connectionsOf(std::string_view service) const override {
        return service == "shop" ? connections : std::vector<Connection>();
    }
    std::string server;
    std::vector<SecurityScheme> schemes;
    std::vector<Connection> connections;
};

SecurityScheme scheme(const std::string &id, const std::string &type, const std::string &kind = {},
                      const std::string &in = {}, const std::string &name = {}) {
    SecurityScheme out;
    out.id = id;
    out.type = type;
    out.scheme = kind;
    out.in = in;
    out.name = name;
    return out;
}

Connection connection(const std::string &slug, const std::string &secret = "key") {
    Connection out;
    out.slug = slug;
    out.service = "shop";
    if (!secret.empty())
        out.secret = {SecretPlace::File, secret};
    return out;
}

DispatchRequest request(const Action &act, const std::string &arguments = "{}") {
    DispatchRequest out;
    catalog::Service service;
    service.info.id = "shop";
    service.segment = act.segment;
    auto built = catalog::Catalog::build({service});
    if (!built)
        qFatal("%s", built.error().toString().c_str());
    out.target.catalog = *built;
    out.target.service = "shop";
    out.target.action = "act";
    const bool isRead = act.view().method() == catalog::Method::Get || act.view().method() == catalog::Method::Head;
    out.target.risk.tier = isRead ? catalog::Tier::Read : catalog::Tier::Write;
    out.schema = std::make_shared<const json::value>(act.schema);
    out.arguments = parsed(arguments).as_object();
    out.callId = "call-1";
    out.timeout = 20s;
    return out;
}

std::string textOf(const governance::DispatchReply &reply) {
    std::string out;
    for (const json::value &block : reply.content)
        out += stringMember(block, "text");
    return out;
}

bool contains(const std::string &text, const std::string &what) { return text.find(what) != std::string::npos; }

void ok(const HttpCall &, Peer &peer) { peer.answer("200 OK", "{\"a\": 1}"); }

/// A dispatcher with its surroundings, open to the loopback interface.
struct Bench {
    explicit Bench(HttpDispatchLimits limits = {})
        : dispatcher(targets, secrets, *net::AddressRules::create({"127.0.0.1"}), clock, limits) {}
    ManualClock clock;
    Secrets secrets;
    Targets targets;
    HttpDispatcher dispatcher;
};

} // namespace

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

    void retriesReadsOnceAndWritesNever_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("tier");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<int>("arrived");
        QTest::newRow("read reset") << "get"
                                    << "read"
                                    << "reset" << 2;
        QTest::newRow("read closed") << "get"
                                     << "read"
                                     << "close" << 2;
        QTest::newRow("head reset") << "head"
                                    << "read"
                                    << "reset" << 2;
        QTest::newRow("read cut in its answer") << "get"
                                                << "read"
                                                << "half" << 1;
        QTest::newRow("read that fails") << "get"
                                         << "read"
                                         << "500" << 1;
        QTest::newRow("read by post") << "post"
                                      << "read"
                                      << "reset" << 1;
        QTest::newRow("write") << "post"
                               << "write"
                               << "reset" << 1;
        QTest::newRow("put") << "put"
                             << "write"
                             << "reset" << 1;
        QTest::newRow("delete") << "delete"
                                << "destructive"
                                << "close" << 1;
        QTest::newRow("write by get") << "get"
                                      << "write"
                                      << "reset" << 1;
    }
    void retriesReadsOnceAndWritesNever() {
        QFETCH(QString, method);
        QFETCH(QString, tier);
        QFETCH(QString, fault);
        QFETCH(int, arrived);
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            if (fault == "reset")
                return peer.reset();
            if (fault == "close")
                return peer.close();
            if (fault == "500")
                return peer.answer("500 Oops", "{}");
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            std::this_thread::sleep_for(20ms);
            peer.reset();
        });
        Bench bench;
        bench.targets.server = server.url();
        DispatchRequest call = request(action(method.toStdString(), "/a", "{}"));
        call.target.risk.tier = *catalog::tierFromName(tier.toStdString());
        const auto reply = bench.dispatcher.dispatch(call);
        QCOMPARE(reply.has_value(), fault == "500");
        if (!reply)
            QCOMPARE(reply.error().fault, DispatchFault::Failed);
        QCOMPARE(int(server.count()), arrived);
    }
    void theSecondTryMayWork() {
        std::atomic<int> tries = 0;
        const HttpServer server([&](const HttpCall &call, Peer &peer) {
            if (++tries == 1)
                return peer.reset();
            ok(call, peer);
        });
        Bench bench;
        bench.targets.server = server.url();
        QVERIFY(bench.dispatcher.dispatch(request(action("get", "/a", "{}"))));
        QCOMPARE(bench.dispatcher.health().front().failures, 0U);
    }
    void nothingWasSentWhereNobodyListens() {
        Bench bench;
        {
            const HttpServer server(ok);
            bench.targets.server = server.url();
        }
        const auto reply = bench.dispatcher.dispatch(request(action("post", "/a", "{}")));
        QVERIFY(!reply);
        QCOMPARE(reply.error().fault, DispatchFault::NotSent);
    }
    void timesOutAndCancels() {
        std::promise<void> arrived;
        std::atomic<bool> told = false;
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            if (!told.exchange(true))
                arrived.set_value();
            peer.hold();
        });
        Bench bench;
        bench.targets.server = server.url();
        DispatchRequest call = request(action("get", "/a", "{}"));
        std::stop_source stop;
        call.stop = stop.get_token();
        call.timeout = 1h;
        auto running = std::async(std::launch::async, [&] { return bench.dispatcher.dispatch(call); });
        arrived.get_future().wait();
        stop.request_stop();
        const auto cancelled = running.get();
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().fault, DispatchFault::Cancelled);
        QCOMPARE(bench.dispatcher.health().front().failures, 0U); // not the service's fault
        call.stop = {};
        call.timeout = 200ms;
        const auto late = bench.dispatcher.dispatch(call);
        QVERIFY(!late);
        QCOMPARE(late.error().fault, DispatchFault::TimedOut);
        QCOMPARE(server.count(), std::size_t(2)); // a hanging read is not asked twice
    }

    void theCircuitOpensAndProbes() {
        std::atomic<bool> broken = true;
        const HttpServer server([&](const HttpCall &call, Peer &peer) {
            if (broken)
                return peer.answer("503 Busy", "{}");
            ok(call, peer);
        });
        HttpDispatchLimits limits;
        limits.breakerFailures = 3;
        limits.breakerPause = 30s;
        Bench bench(limits);
        bench.targets.server = server.url();
        const DispatchRequest call = request(action("get", "/a", "{}"));
        for (int i = 0; i < 3; ++i)
            QCOMPARE(bench.dispatcher.dispatch(call)->status, 503);
        const auto paused = bench.dispatcher.dispatch(call);
        QVERIFY(!paused);
        QCOMPARE(paused.error().fault, DispatchFault::Busy);
        QVERIFY2(contains(paused.error().message, "status 503") && contains(paused.error().message, "30 s"),
                 paused.error().message.c_str());
        QCOMPARE(server.count(), std::size_t(3));
        QVERIFY(bench.dispatcher.health().front().open);
        bench.clock.advance(29s);
        QVERIFY(!bench.dispatcher.dispatch(call));
        bench.clock.advance(1s);
        QVERIFY(bench.dispatcher.dispatch(call)); // the probe fails: closed for another pause
        QVERIFY(!bench.dispatcher.dispatch(call));
        QCOMPARE(server.count(), std::size_t(4));
        broken = false;
        bench.clock.advance(30s);
        QVERIFY(!bench.dispatcher.dispatch(call)->isError);
        QVERIFY(!bench.dispatcher.dispatch(call)->isError);
        QVERIFY(!bench.dispatcher.health().front().open);
        QCOMPARE(bench.dispatcher.health().front().calls, std::uint64_t(6));
    }
    void aClockThatIsSetBackDoesNotKeepItOpen() {
        const HttpServer server([&](const HttpCall &, Peer &peer) { peer.answer("500 Oops", "{}"); });
        HttpDispatchLimits limits;
        limits.breakerFailures = 1;
        Bench bench(limits);
        bench.targets.server = server.url();
        const DispatchRequest call = request(action("get", "/a", "{}"));
        QVERIFY(bench.dispatcher.dispatch(call));
        QVERIFY(!bench.dispatcher.dispatch(call));
        bench.clock.advance(-24h);
        QVERIFY(bench.dispatcher.dispatch(call));
    }
    void mistakesOfTheCallerDoNotOpenTheCircuit() {
        const HttpServer server([&](const HttpCall &, Peer &peer) { peer.answer("404 Not Found", "{}"); });
        HttpDispatchLimits limits;
        limits.breakerFailures = 2;
        Bench bench(limits);
        bench.targets.server = server.url();
        for (int i = 0; i < 5; ++i)
            QVERIFY(bench.dispatcher.dispatch(request(action("get", "/a", "{}"))));
    }
    void capsConcurrentCalls() {
        std::atomic<int> running = 0, most = 0;
        std::promise<void> release;
        const auto go = release.get_future().share();
        const HttpServer server([&](const HttpCall &call, Peer &peer) {
            const int now = ++running;
            for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
            }
            go.wait();
            --running;
            ok(call, peer);
        });
        HttpDispatchLimits limits;
        limits.callsPerService = 2;
        limits.queueTime = 1h;
        Bench bench(limits);
        bench.targets.server = server.url();
        const DispatchRequest call = request(action("get", "/a", "{}"));
        std::vector<std::future<bool>> calls;
        for (int i = 0; i < 6; ++i)
            calls.push_back(
                std::async(std::launch::async, [&] { return bench.dispatcher.dispatch(call).has_value(); }));
        while (running < 2)
            std::this_thread::yield();
        // One that gives up waiting says so.
        DispatchRequest impatient = call;
        std::stop_source stop;
        impatient.stop = stop.get_token();
        auto waiting = std::async(std::launch::async, [&] { return bench.dispatcher.dispatch(impatient); });
        stop.request_stop();
        QCOMPARE(waiting.get().error().fault, DispatchFault::Cancelled);
        release.set_value();
        for (auto &one : calls)
            QVERIFY(one.get());
        QCOMPARE(most.load(), 2);
    }
    void aFullServiceIsBusy() {
        std::promise<void> arrived;
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            arrived.set_value();
            peer.hold();
        });
        HttpDispatchLimits limits;
        limits.callsPerService = 1;
        limits.queueTime = 10ms;
        Bench bench(limits);
        bench.targets.server = server.url();
        DispatchRequest call = request(action("get", "/a", "{}"));
        std::stop_source stop;
        call.stop = stop.get_token();
        auto first = std::async(std::launch::async, [&] { return bench.dispatcher.dispatch(call); });
        arrived.get_future().wait();
        DispatchRequest second = call;
        second.stop = {};
        const auto busy = bench.dispatcher.dispatch(second);
        QVERIFY(!busy);
        QCOMPARE(busy.error().fault, DispatchFault::Busy);
        QVERIFY(contains(busy.error().message, "upstream.calls_per_service"));
        stop.request_stop();
        QVERIFY(!first.get());
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
    void faults_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("words");
        QTest::newRow("hundred megabytes") << "100 MB"
                                           << "limits.response_bytes";
        QTest::newRow("lie about length") << "short"
                                          << "in the middle of the answer";
        QTest::newRow("compressed bomb") << "bomb"
                                         << "limits.response_bytes";
        QTest::newRow("endless") << "endless"
                                 << "limits.response_bytes";
    }
    void faults() {
        QFETCH(QString, what);
        QFETCH(QString, words);
        const QByteArray bomb = what == "bomb" ? qCompress(QByteArray(100 << 20, ' '), 9).mid(4) : QByteArray();
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
            if (what == "bomb")
                return peer.answer("200 OK", bomb.toStdString(), "application/json", "Content-Encoding: deflate\r\n");
            if (what == "short")
                peer.send(head + "Content-Length: 1000\r\n\r\n{\"half\":");
            else if (what == "100 MB")
                peer.send(head + "Content-Length: 104857600\r\n\r\n" + std::string(1 << 20, ' '));
            else
                for (peer.send(head + "\r\n"); peer.send(std::string(1 << 16, ' '));) {
                }
            peer.close();
        });
        Bench bench;
        bench.targets.server = server.url();
        const auto reply = bench.dispatcher.dispatch(request(action("get", "/a?secret=hunter2", "{}")));
        QVERIFY(!reply);
        QCOMPARE(reply.error().fault, DispatchFault::Failed);
        QVERIFY2(contains(reply.error().message, words.toStdString()), reply.error().message.c_str());
        QVERIFY(!contains(reply.error().message, "hunter2"));
        QCOMPARE(server.count(), std::size_t(1));
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
