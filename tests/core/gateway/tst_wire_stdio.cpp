/// MCP over standard input and output, with pipes in their place.

#include "gateway/detail/mcp_stdio.h"
#include "wire_fixture.h"

#include <fcntl.h>

using namespace actionscope;
using namespace actionscope::test;

namespace {

/// A conversation over two pipes.
class Pipes {
public:
    explicit Pipes(Wire &wire)
        : m_wire(wire) {
        if (::pipe2(m_in, O_CLOEXEC) != 0 || ::pipe2(m_out, O_CLOEXEC) != 0)
            throw std::runtime_error("no pipes");
        m_thread = std::thread([this] {
            governance::Principal principal;
            principal.id = "local:tester";
            result = gateway::detail::serveStdio(m_wire.server->engine(), m_wire.sessions, m_wire.server->telemetry(),
                                                 Wire::defaults().wire, principal, m_in[0], m_out[1], stop.get_token());
            ended = true;
        });
    }
    ~Pipes() {
        end();
        m_thread.join();
        for (const int descriptor : {m_in[0], m_out[0], m_out[1]})
            ::close(descriptor);
    }
    void say(std::string_view text) const {
        QVERIFY(::write(m_in[1], text.data(), text.size()) == ssize_t(text.size()));
    }
    void line(const std::string &text) const { say(text + "\n"); }
    /// The next line; null when none comes in time.
    json::value hear(int timeoutMs = 5000) {
        std::size_t end = 0;
        while ((end = m_heard.find('\n')) == std::string::npos) {
            pollfd waiting{m_out[0], POLLIN, 0};
            char bytes[4096];
            if (::poll(&waiting, 1, timeoutMs) <= 0)
                return nullptr;
            const ssize_t count = ::read(m_out[0], bytes, sizeof bytes);
            if (count <= 0)
                return nullptr;
            m_heard.append(bytes, std::size_t(count));
        }
        auto parsed = parseJson(m_heard.substr(0, end));
        m_heard.erase(0, end + 1);
        return parsed ? *parsed : json::value("not JSON");
    }
    void end() {
        if (m_in[1] >= 0)
            ::close(m_in[1]);
        m_in[1] = -1;
    }
    std::stop_source stop;
    std::atomic<bool> ended = false;
    Result<void> result;

private:
    Wire &m_wire;
    int m_in[2] = {-1, -1}, m_out[2] = {-1, -1};
    std::string m_heard;
    std::thread m_thread;
};

int errorOf(const json::value &message) {
    const json::object *error = objectMember(message, "error");
    return error ? int(error->at("code").as_int64()) : 0;
}

} // namespace

class TestWireStdio : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void speaksLineByLine() {
        Wire wire;
        Pipes pipes(wire);
        pipes.line(R"({"jsonrpc":"2.0","id":0,"method":"server/discover"})");
        QCOMPARE(errorOf(pipes.hear()), -32601);
        pipes.line(R"({"jsonrpc":"2.0","id":0,"method":"tools/list"})");
        QCOMPARE(errorOf(pipes.hear()), -32600);
        pipes.line(R"({"jsonrpc":"2.0","id":"p","method":"ping"})");
        QVERIFY(member(pipes.hear(), "result"));
        pipes.line(Wire::initialize("2025-06-18"));
        QCOMPARE(stringMember(*member(pipes.hear(), "result"), "protocolVersion"), std::string_view("2025-06-18"));
        pipes.line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        pipes.line(
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a\nb"}}})");
        QCOMPARE(json::serialize(*member(pipes.hear(), "id")), std::string("1"));
        QCOMPARE(wire.sessions.size(), std::size_t(1));
        // The news comes before the response, once.
        pipes.line(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"grow"}})");
        QCOMPARE(stringMember(pipes.hear(), "method"), std::string_view("notifications/tools/list_changed"));
        QVERIFY(member(pipes.hear(), "result"));
        QVERIFY(pipes.hear(400).is_null());
        pipes.line(Wire::initialize());
        QCOMPARE(errorOf(pipes.hear()), -32600);
    }

    void goesOnAfterBadLines() {
        Wire wire;
        Pipes pipes(wire);
        for (const char *line : {"nonsense", "{\"jsonrpc\":", "\xff\xfe"}) {
            pipes.line(line);
            QCOMPARE(errorOf(pipes.hear()), -32700);
        }
        for (const char *line : {"1", "[]", "{}", R"({"jsonrpc":"2.0","id":null,"method":"ping"})"}) {
            pipes.line(line);
            QCOMPARE(errorOf(pipes.hear()), -32600);
        }
        pipes.say("\r\n\n  \n");
        std::thread([&] { pipes.line(std::string(5U << 20, 'x')); }).join();
        QCOMPARE(errorOf(pipes.hear()), -32600);
        // In pieces, and several at once.
        pipes.say(R"({"jsonrpc":"2.0",)");
        QTest::qWait(50);
        pipes.say("\"id\":1,\"method\":\"ping\"}\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}\n");
        QCOMPARE(json::serialize(*member(pipes.hear(), "id")), std::string("1"));
        QCOMPARE(json::serialize(*member(pipes.hear(), "id")), std::string("2"));
    }

    void servesBatchesOfTheOldRevision() {
        Wire wire;
        Pipes pipes(wire);
        pipes.line(Wire::initialize("2025-03-26"));
        QVERIFY(member(pipes.hear(), "result"));
        pipes.line(
            R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo"}}])");
        const json::value answers = pipes.hear();
        QVERIFY(answers.is_array());
        QCOMPARE(answers.get_array().size(), std::size_t(2));
    }

    void asksAndCancels() {
        Wire wire;
        Pipes pipes(wire);
        pipes.line(Wire::initialize("2025-11-25", {{"elicitation", json::object()}}));
        QVERIFY(member(pipes.hear(), "result"));
        pipes.line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        pipes.line(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask"}})");
        const json::value question = pipes.hear();
        QCOMPARE(stringMember(question, "method"), std::string_view("elicitation/create"));
        pipes.line(R"({"jsonrpc":"2.0","id":)" + json::serialize(*member(question, "id")) +
                   R"(,"error":{"code":-1,"message":"no"}})");
        QVERIFY(json::serialize(pipes.hear()).find("problem") != std::string::npos);
        pipes.line(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"slow"}})");
        QVERIFY(eventually([&] { return wire.facade->running == 1; }));
        pipes.line(R"({"jsonrpc":"2.0","id":3,"method":"ping"})"); // at once, whatever runs
        QCOMPARE(json::serialize(*member(pipes.hear(), "id")), std::string("3"));
        pipes.line(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}})");
        QVERIFY(eventually([&] { return wire.facade->stopped == 1; }));
        QVERIFY(pipes.hear(200).is_null());
    }

    void endsWithItsInput() {
        Wire wire;
        {
            Pipes pipes(wire);
            pipes.say(R"({"jsonrpc":"2.0","id":1,"method":"ping"})"); // the last line lacks its end
            pipes.end();
            QVERIFY(member(pipes.hear(), "result"));
            QVERIFY(eventually([&] { return pipes.ended.load(); }));
            QVERIFY(pipes.result);
        }
        Pipes stopped(wire);
        stopped.stop.request_stop();
        QVERIFY(eventually([&] { return stopped.ended.load(); }));
    }
};

QTEST_GUILESS_MAIN(TestWireStdio)
#include "tst_wire_stdio.moc"
