/// Mounts on the wire: a session at /mcp/NAME talks through its relay, and through no other. The relay is scripted.

#include "wire_fixture.h"

using namespace actionscope;
using namespace actionscope::test;
using gateway::Relay;

namespace {

/// What the test and the relays of its sessions share.
struct Script {
    std::mutex mutex;
    std::vector<Relay::Client> clients; ///< of the sessions, in order
    std::vector<json::object> capabilities;
    std::vector<std::string> asked; ///< methods of requests
    std::atomic<int> alive = 0, notified = 0, stopped = 0;
    std::atomic<bool> differs = false; ///< what is listed, since the last look

    Relay::Client client(std::size_t index) {
        const std::lock_guard lock(mutex);
        return clients.at(index);
    }
};

class ScriptedRelay final : public Relay {
public:
    explicit ScriptedRelay(Script &script)
        : m_script(script) {
        ++m_script.alive;
    }
    ~ScriptedRelay() override { --m_script.alive; }
    void attach(Client client) override {
        const std::lock_guard lock(m_script.mutex);
        m_script.clients.push_back(std::move(client));
    }
    json::object greeting() const override {
        return {{"capabilities", {{"prompts", json::object()}, {"tools", {{"listChanged", true}}}}},
                {"serverInfo", {{"name", "scripted"}, {"version", "7"}}},
                {"instructions", "Be kind."}};
    }
    bool serves(std::string_view method) const override {
        return method == "tools/list" || method == "tools/call" || method == "prompts/get" ||
               method == "logging/setLevel";
    }
    tl::expected<json::value, json::object> request(const gateway::Caller &caller, std::string_view method,
                                                    const json::object &params) override {
        {
            const std::lock_guard lock(m_script.mutex);
            m_script.asked.emplace_back(method);
        }
        if (method == "tools/list")
            return json::value{{"tools", {{{"name", "Any.name at all"}, {"icons", json::array()}}}}};
        if (method == "prompts/get")
            return tl::unexpected(
                json::object{{"code", -32002}, {"message", "no such prompt"}, {"data", {{"name", params.at("name")}}}});
        if (method == "logging/setLevel")
            return json::value(json::object{{"level", params.at("level")}});
        const std::string_view tool = stringMember(params, "name");
        if (tool == "ask") {
            caller.link->notify("notifications/message", {{"level", "info"}, {"data", "asking"}});
            const auto answer = caller.link->request("sampling/createMessage", {{"maxTokens", 5}});
            return answer ? *answer : json::value(answer.error());
        }
        if (tool == "wait") {
            std::mutex mutex;
            std::unique_lock lock(mutex);
            std::condition_variable_any changed;
            (void)changed.wait(lock, caller.stop, [] { return false; });
            ++m_script.stopped;
        }
        return json::value{{"content", json::array{{{"type", "odd"}, {"x", 1}}}}, {"_meta", {{"trace", "t"}}}};
    }
    bool listDiffers(const gateway::Caller &) override { return m_script.differs.exchange(false); }
    void notification(std::string_view, const json::value &) override { ++m_script.notified; }

private:
    Script &m_script;
};

class ScriptedMounts final : public gateway::Mounts {
public:
    bool has(std::string_view name) const override { return name == "one" || name == "two" || name == "broken"; }
    Result<std::shared_ptr<Relay>> open(std::string_view name, const governance::Principal &, const json::object &given,
                                        std::stop_token) override {
        if (name == "broken")
            return fail(ErrorCode::NetworkError, "exited with status 127");
        {
            const std::lock_guard lock(script.mutex);
            script.capabilities.push_back(given);
        }
        return std::make_shared<ScriptedRelay>(script);
    }
    Script script;
};

json::value read(const std::string &text) {
    auto parsed = parseJson(text);
    return parsed ? std::move(*parsed) : json::value(json::object());
}
WireRequest at(std::string path, WireRequest request) {
    request.target = std::move(path);
    return request;
}
std::string rpc(std::string_view method, json::object params = {}, json::value id = 1) {
    return json::serialize(
        json::object{{"jsonrpc", "2.0"}, {"id", std::move(id)}, {"method", method}, {"params", std::move(params)}});
}

/// The messages of an event stream.
class WireStream {
public:
    explicit WireStream(WireConnection &connection)
        : m_connection(connection) {
        if (m_connection.readHead().status != 200)
            throw std::runtime_error("no stream");
    }
    json::value next() {
        auto message = m_connection.nextMessage();
        return message ? std::move(*message) : json::value(json::object());
    }

private:
    WireConnection &m_connection;
};

class Mounted {
public:
    Mounted()
        : wire(Wire::defaults(), false, std::chrono::milliseconds(60'000), {}, &mounts) {}
    /// A session on a mount; its id.
    std::string open(const std::string &path, json::object capabilities = {}) {
        const WireAnswer answer =
            wire.send(at(path, {.body = Wire::initialize("2025-11-25", std::move(capabilities))}));
        const std::string id = answer.header("mcp-session-id");
        if (id.empty())
            throw std::runtime_error("no session: " + answer.body);
        wire.send(at(path, Wire::message(id, R"({"jsonrpc":"2.0","method":"notifications/initialized"})")));
        return id;
    }
    json::value ask(const std::string &path, const std::string &session, std::string body) {
        return read(wire.send(at(path, Wire::message(session, std::move(body)))).body);
    }
    ScriptedMounts mounts;
    Wire wire;
};

} // namespace

class WireMount : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theServerGreetsForItself() {
        Mounted mounted;
        const WireAnswer answer =
            mounted.wire.send(at("/mcp/one", {.body = Wire::initialize("2025-06-18", {{"sampling", json::object()}})}));
        QCOMPARE(answer.status, 200);
        const json::value result = read(answer.body).at("result");
        QCOMPARE(stringMember(result.at("serverInfo"), "name"), std::string_view("scripted"));
        QCOMPARE(stringMember(result, "instructions"), std::string_view("Be kind."));
        QCOMPARE(stringMember(result, "protocolVersion"), std::string_view("2025-06-18"));
        QVERIFY(result.at("capabilities").as_object().contains("prompts"));
        QVERIFY(mounted.mounts.script.capabilities.at(0).contains("sampling"));
    }
    void whatIsMountedNowhereIsNotFound() {
        Mounted mounted;
        QCOMPARE(mounted.wire.send(at("/mcp/three", {.body = Wire::initialize()})).status, 404);
        QCOMPARE(mounted.wire.send(at("/mcp/", {.body = Wire::initialize()})).status, 404);
    }
    void aServerThatCannotBeReachedSaysWhy() {
        Mounted mounted;
        const WireAnswer answer = mounted.wire.send(at("/mcp/broken", {.body = Wire::initialize()}));
        QVERIFY(answer.header("mcp-session-id").empty());
        const json::value error = read(answer.body).at("error");
        QCOMPARE(error.at("code").as_int64(), -32603);
        QVERIFY(stringMember(error, "message").find("127") != std::string_view::npos);
    }
    void resultsAndErrorsComeAsTheyAre() {
        Mounted mounted;
        const std::string id = mounted.open("/mcp/one");
        const json::value tools = mounted.ask("/mcp/one", id, rpc("tools/list"));
        QCOMPARE(tools.at("result").at("tools").at(0),
                 (json::value{{"name", "Any.name at all"}, {"icons", json::array()}}));
        const json::value called = mounted.ask("/mcp/one", id, rpc("tools/call", {{"name", "x"}}, "text id"));
        QCOMPARE(called.at("id"), json::value("text id"));
        QCOMPARE(called.at("result"),
                 (json::value{{"content", json::array{{{"type", "odd"}, {"x", 1}}}}, {"_meta", {{"trace", "t"}}}}));
        const json::value error = mounted.ask("/mcp/one", id, rpc("prompts/get", {{"name", "p"}})).at("error");
        QCOMPARE(error, (json::value{{"code", -32002}, {"message", "no such prompt"}, {"data", {{"name", "p"}}}}));
        QCOMPARE(mounted.ask("/mcp/one", id, rpc("logging/setLevel", {{"level", "debug"}})).at("result"),
                 (json::value{{"level", "debug"}}));
    }
    void methodsThatNobodyServesAreRefusedHere() {
        Mounted mounted;
        const std::string id = mounted.open("/mcp/one");
        QCOMPARE(mounted.ask("/mcp/one", id, rpc("tasks/list")).at("error").at("code").as_int64(), -32601);
        QCOMPARE(mounted.ask("/mcp/one", id, rpc("ping")).at("result"), json::value(json::object()));
        QVERIFY(mounted.mounts.script.asked.empty());
    }
    void aSessionBelongsToItsAddress() {
        Mounted mounted;
        const std::string one = mounted.open("/mcp/one");
        const std::string plain = mounted.wire.open();
        for (const auto &[path, session] :
             {std::pair<std::string, std::string>{"/mcp/two", one}, {"/mcp", one}, {"/mcp/one", plain}}) {
            const WireAnswer answer = mounted.wire.send(at(path, Wire::message(session, rpc("tools/list"))));
            QCOMPARE(answer.status, 404);
        }
        QVERIFY(mounted.mounts.script.asked.empty());
        QCOMPARE(mounted.wire.send(at("/mcp/one", Wire::message(one, rpc("tools/list")))).status, 200);
    }
    void theServerAsksTheClientOnTheCallsOwnStream() {
        Mounted mounted;
        const std::string id = mounted.open("/mcp/one", {{"sampling", json::object()}});
        WireConnection connection(mounted.wire.port());
        connection.send(at("/mcp/one", Wire::message(id, rpc("tools/call", {{"name", "ask"}}, 9))).text());
        WireStream stream(connection);
        QCOMPARE(stringMember(stream.next(), "method"), std::string_view("notifications/message"));
        const json::value question = stream.next();
        QCOMPARE(stringMember(question, "method"), std::string_view("sampling/createMessage"));
        QCOMPARE(question.at("params"), (json::value{{"maxTokens", 5}}));
        mounted.wire.send(
            at("/mcp/one",
               Wire::message(id, json::serialize(json::object{
                                     {"jsonrpc", "2.0"}, {"id", question.at("id")}, {"result", {{"model", "m"}}}}))));
        const json::value answer = stream.next();
        QCOMPARE(answer.at("id").as_int64(), 9);
        QCOMPARE(answer.at("result"), (json::value{{"model", "m"}}));
    }
    void aClientThatCannotIsNotAsked() {
        Mounted mounted;
        const std::string id = mounted.open("/mcp/one");
        WireConnection connection(mounted.wire.port());
        connection.send(at("/mcp/one", Wire::message(id, rpc("tools/call", {{"name", "ask"}}))).text());
        WireStream stream(connection);
        stream.next();
        QCOMPARE(stream.next().at("result").at("code").as_int64(), -32601);
    }
    void whatBelongsToNoCallGoesToTheSessionsStream() {
        Mounted mounted;
        const std::string id = mounted.open("/mcp/one", {{"roots", json::object()}});
        const Relay::Client client = mounted.mounts.script.client(0);
        QVERIFY(!client.announce("notifications/prompts/list_changed", nullptr));
        client.toolsChanged(); // kept until someone listens
        WireConnection connection(mounted.wire.port());
        connection.send(at("/mcp/one", Wire::get(id)).text());
        WireStream stream(connection);
        QCOMPARE(stringMember(stream.next(), "method"), std::string_view("notifications/tools/list_changed"));
        QVERIFY(client.announce("notifications/resources/updated", {{"uri", "a:b"}}));
        QCOMPARE(stream.next().at("params"), (json::value{{"uri", "a:b"}}));

        tl::expected<json::value, json::object> roots = tl::unexpected(json::object());
        std::thread asking([&] { roots = client.ask("roots/list", nullptr); });
        const json::value question = stream.next();
        mounted.wire.send(
            at("/mcp/one", Wire::message(id, json::serialize(json::object{{"jsonrpc", "2.0"},
                                                                          {"id", question.at("id")},
                                                                          {"result", {{"roots", json::array()}}}}))));
        asking.join();
        QVERIFY(roots);
        QCOMPARE(*roots, (json::value{{"roots", json::array()}}));
        mounted.wire.send(
            at("/mcp/one", Wire::message(id, R"({"jsonrpc":"2.0","method":"notifications/roots/list_changed"})")));
        QVERIFY(eventually([&] { return mounted.mounts.script.notified == 1; }));
    }
    void whatChangesHereIsToldWhereItMatters() {
        Mounted mounted;
        const std::string id = mounted.open("/mcp/one");
        WireConnection connection(mounted.wire.port());
        connection.send(at("/mcp/one", Wire::get(id)).text());
        WireStream stream(connection);
        // Nothing that this client was listed is another now, so that it hears what follows first.
        mounted.wire.server->engine().catalogChanged();
        QTest::qWait(500);
        QVERIFY(mounted.mounts.script.client(0).announce("notifications/prompts/list_changed", nullptr));
        QCOMPARE(stringMember(stream.next(), "method"), std::string_view("notifications/prompts/list_changed"));
        mounted.mounts.script.differs = true;
        mounted.wire.server->engine().catalogChanged();
        QCOMPARE(stringMember(stream.next(), "method"), std::string_view("notifications/tools/list_changed"));
    }
    void endsTheSessionsOfAMountThatIsGone() {
        Mounted mounted;
        const std::string one = mounted.open("/mcp/one"), two = mounted.open("/mcp/two"), plain = mounted.wire.open();
        mounted.wire.server->engine().endMounts([](const std::string &mount) { return mount == "one"; });
        QCOMPARE(mounted.wire.send(at("/mcp/one", Wire::message(one, rpc("tools/list")))).status, 404);
        QCOMPARE(mounted.wire.send(at("/mcp/two", Wire::message(two, rpc("tools/list")))).status, 200);
        QCOMPARE(mounted.wire.send(Wire::message(plain, rpc("tools/list"))).status, 200);
    }
    void cancellingStopsTheRelay() {
        Mounted mounted;
        const std::string id = mounted.open("/mcp/one");
        WireConnection connection(mounted.wire.port());
        connection.send(at("/mcp/one", Wire::message(id, rpc("tools/call", {{"name", "wait"}}, 4))).text());
        QVERIFY(eventually([&] { return mounted.wire.server->engine().runningCalls() == 1; }));
        mounted.wire.send(
            at("/mcp/one",
               Wire::message(id, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}})")));
        QVERIFY(eventually([&] { return mounted.mounts.script.stopped == 1; }));
    }
    void theRelayEndsWithItsSessionAndTheSessionWithIt() {
        Mounted mounted;
        const std::string first = mounted.open("/mcp/one"), second = mounted.open("/mcp/one");
        QCOMPARE(mounted.mounts.script.alive.load(), 2);
        QCOMPARE(
            mounted.wire.send(at("/mcp/one", WireRequest{.method = "DELETE"}.with("Mcp-Session-Id", first))).status,
            204);
        QVERIFY(eventually([&] { return mounted.mounts.script.alive == 1; }));
        mounted.mounts.script.client(1).lost();
        QVERIFY(eventually([&] { return mounted.mounts.script.alive == 0; }));
        QCOMPARE(mounted.wire.send(at("/mcp/one", Wire::message(second, rpc("tools/list")))).status, 404);
    }
};

QTEST_GUILESS_MAIN(WireMount)
#include "tst_wire_mount.moc"
