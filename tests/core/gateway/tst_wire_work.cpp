/// Where work is done and what a person watching sees of it: quick calls on the network's own thread, calls over REST
/// waited for, limits, and the trace of what was said.

#include "wire_fixture.h"

using namespace actionscope;
using namespace actionscope::test;
using gateway::RestRequest;
using gateway::RestResponse;

namespace {

constexpr const char *Ping = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";

json::value structured(const WireAnswer &answer) {
    const json::value whole = answer.json();
    const json::value *result = member(whole, "result");
    const json::value *content = result ? member(*result, "structuredContent") : nullptr;
    return content ? *content : json::value();
}

/// One network thread and two workers.
gateway::GatewayOptions narrow() {
    gateway::GatewayOptions options = Wire::defaults();
    options.threads = 1;
    options.callThreads = 2;
    return options;
}

/// Calls of `slow` that keep the workers busy until they are released.
class Busy {
public:
    Busy(Wire &wire, const std::string &session, int calls) {
        for (int i = 0; i < calls; ++i) {
            m_connections.push_back(std::make_unique<WireConnection>(wire.port()));
            m_connections.back()->send(Wire::call(session, "slow", {}, 100 + i).text());
        }
        if (!eventually([&] { return wire.facade->running == calls; }))
            throw std::runtime_error("the workers are not busy");
    }

private:
    std::vector<std::unique_ptr<WireConnection>> m_connections;
};

/// A route of REST that waits until it is let go or asked to stop.
struct SlowRoute {
    std::function<std::optional<RestResponse>(const RestRequest &)> handler() {
        return [this](const RestRequest &request) -> std::optional<RestResponse> {
            ++running;
            std::unique_lock lock(mutex);
            const bool released = changed.wait(lock, request.caller.stop, [this] { return go; });
            return RestResponse{released ? 200 : 503, json::object{{"released", released}}, "application/json", {}};
        };
    }
    void letGo() {
        const std::lock_guard lock(mutex);
        go = true;
        changed.notify_all();
    }
    std::atomic<int> running = 0;
    std::mutex mutex;
    std::condition_variable_any changed;
    bool go = false;
};

WireRequest restCall() { return {.target = "/tools/call", .body = "{}"}; }

} // namespace

class TestWireWork : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quickCallsNeedNoWorker() {
        Wire wire(narrow());
        const std::string session = wire.open();
        // It has to be seen to be quick first.
        for (int i = 0; i < 20; ++i)
            QCOMPARE(wire.send(Wire::call(session, "quick", {}, i)).status, 200);
        const Busy busy(wire, session, 2);
        const json::value first = structured(wire.send(Wire::call(session, "quick", {}, 50)));
        QVERIFY2(first.is_object(), "a quick call waits for a worker");
        QCOMPARE(structured(wire.send(Wire::call(session, "quick", {{"query", "short"}}, 51))), first);
        wire.facade->release();
    }

    void whatTurnsOutSlowLeavesTheNetworkThread() {
        Wire wire(narrow());
        const std::string session = wire.open();
        for (int i = 0; i < 20; ++i)
            QCOMPARE(wire.send(Wire::call(session, "quick", {}, i)).status, 200);
        wire.facade->quickTakes = 50;
        QCOMPARE(wire.send(Wire::call(session, "quick", {}, 30)).status, 200);
        // From now on on a worker: the network's only thread answers others while it takes its time.
        wire.facade->quickTakes = 3000;
        WireConnection slow(wire.port());
        slow.send(Wire::call(session, "quick", {}, 31).text());
        QCOMPARE(wire.send(Wire::message(session, Ping)).status, 200);
        QVERIFY2(wire.server->engine().runningCalls() == 1, "it holds the network thread");
        QCOMPARE(slow.read().status, 200);
        // And comes back when it is quick again.
        wire.facade->quickTakes = 0;
        for (int i = 0; i < 100; ++i)
            QCOMPARE(wire.send(Wire::call(session, "quick", {}, 40 + i)).status, 200);
        const Busy busy(wire, session, 2);
        QVERIFY(structured(wire.send(Wire::call(session, "quick", {}, 32))).is_object());
        wire.facade->release();
    }

    void longArgumentsGoToAWorker() {
        Wire wire(narrow());
        const std::string session = wire.open();
        for (int i = 0; i < 20; ++i)
            QCOMPARE(wire.send(Wire::call(session, "quick", {}, i)).status, 200);
        const json::value here = structured(wire.send(Wire::call(session, "quick", {}, 30)));
        for (const json::object &arguments :
             {json::object{{"query", std::string(5000, 'x')}}, json::object{{"query", json::array{1, 2}}}})
            QVERIFY(structured(wire.send(Wire::call(session, "quick", arguments, 31))) != here);
    }

    void stoppingWaitsForCallsOverRest() {
        SlowRoute route;
        Wire wire(Wire::defaults(), false, std::chrono::milliseconds(60'000), {}, nullptr, route.handler());
        WireConnection connection(wire.port());
        connection.send(restCall().text());
        QVERIFY(eventually([&] { return route.running == 1; }));
        QCOMPARE(wire.server->engine().runningCalls(), std::size_t(1));
        std::thread stopping([&] { wire.server->stop(std::chrono::milliseconds(20'000)); });
        QVERIFY(eventually([&] { return wire.server->engine().stopping(); }));
        QTest::qWait(100);
        route.letGo();
        const WireAnswer answer = connection.read();
        stopping.join();
        QCOMPARE(answer.status, 200);
        QVERIFY(boolMember(answer.json(), "released"));
    }

    void callsOverRestThatTakeTooLongAreStoppedAndAnswered() {
        SlowRoute route;
        Wire wire(Wire::defaults(), false, std::chrono::milliseconds(60'000), {}, nullptr, route.handler());
        WireConnection connection(wire.port());
        connection.send(restCall().text());
        QVERIFY(eventually([&] { return route.running == 1; }));
        wire.server->stop(std::chrono::milliseconds(100));
        QCOMPARE(connection.read().status, 503);
    }

    void refusesMoreStreamsThanItHolds() {
        gateway::GatewayOptions options = Wire::defaults();
        options.wire.streams = 1;
        Wire wire(options);
        const std::string first = wire.open(), second = wire.open();
        {
            WireConnection stream(wire.port());
            stream.send(Wire::get(first).text());
            QCOMPARE(stream.readHead().status, 200);
            const WireAnswer refused = wire.send(Wire::get(second));
            QCOMPARE(refused.status, 503);
            QVERIFY(!refused.header("retry-after").empty());
            QVERIFY(refused.body.find("gateway.streams") != std::string::npos);
        }
        QVERIFY(eventually([&] { return wire.server->telemetry().streams() == 0; }));
        WireConnection stream(wire.port());
        stream.send(Wire::get(second).text());
        QCOMPARE(stream.readHead().status, 200);
    }

    void closesConnectionsThatSayNothing() {
        gateway::GatewayOptions options = Wire::defaults();
        options.wire.idle = std::chrono::seconds(1);
        Wire wire(options);
        WireConnection connection(wire.port());
        connection.send(WireRequest{.method = "GET", .target = "/healthz"}.text());
        QCOMPARE(connection.read().status, 200);
        QVERIFY(connection.closedByPeer());
    }

    void theTraceHasEveryMessageAndNoValues() {
        Wire wire;
        const std::string session = wire.open("2025-11-25", {{"elicitation", json::object()}});
        wire.send(Wire::message(session, Ping));
        wire.send(Wire::message(session, R"({"jsonrpc":"2.0","id":8,"method":"tools/list"})"));
        wire.send(Wire::message(session,
                                R"({"jsonrpc":"2.0","id":9,"method":"logging/setLevel","params":{"level":"info"}})"));
        wire.send(Wire::message(session, R"({"jsonrpc":"2.0","id":10,"method":"canary/method","params":{"a":1}})"));
        wire.send(Wire::call(session, "echo", {{"text", "canary-argument"}}, 11));
        wire.send(Wire::call(session, "no_canary_tool", {}, 12));
        wire.send(Wire::call(session, "chatty", {}, 13, {{"progressToken", "canary-token"}}));
        wire.send(Wire::call(session, "grow", {}, 14));
        {
            WireConnection connection(wire.port());
            connection.send(Wire::call(session, "ask", {}, 15).text());
            QCOMPARE(connection.readHead().status, 200);
            const auto question = connection.nextMessage();
            QVERIFY(question);
            wire.send(Wire::message(session, json::serialize(json::object{{"jsonrpc", "2.0"},
                                                                          {"id", question->at("id")},
                                                                          {"result", {{"action", "decline"}}}})));
            QVERIFY(connection.nextMessage());
        }
        std::multiset<std::string> client, server;
        for (const gateway::Frame &frame : wire.server->telemetry().frames(0, 1000)) {
            (frame.fromClient ? client : server).insert(frame.what);
            QVERIFY(!frame.principal.empty() || frame.session == session);
            const std::string all = frame.what + frame.summary + json::serialize(frame.shape);
            QVERIFY2(all.find("canary") == std::string::npos, all.c_str());
        }
        const std::multiset<std::string> asked{
            "initialize",        "notifications/initialized", "ping",       "tools/list",        "logging/setLevel",
            "an unknown method", "tools/call echo",           "tools/call", "tools/call chatty", "tools/call grow",
            "tools/call ask"};
        const std::multiset<std::string> told{"notifications/message", "notifications/progress",
                                              "notifications/progress", "notifications/tools/list_changed",
                                              "elicitation/create"};
        QVERIFY(client == asked);
        QVERIFY(server == told);
    }

    void theTraceIsCapped() {
        Wire wire;
        const std::string session = wire.open();
        WireConnection connection(wire.port());
        constexpr std::size_t Kept = gateway::detail::Telemetry::KeptFrames;
        for (std::size_t i = 0; i < Kept + 100; ++i) {
            connection.send(Wire::message(session, Ping).text());
            QCOMPARE(connection.read().status, 200);
        }
        QCOMPARE(wire.server->telemetry().frames(0, 10'000).size(), Kept);
    }
};

QTEST_GUILESS_MAIN(TestWireWork)
#include "tst_wire_work.moc"
