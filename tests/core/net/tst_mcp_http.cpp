#include "net/mcp_client.h"
#include "support/mcp_process.h"

#include <QtTest/QTest>
#include <future>
#include <mutex>
#include <thread>

using namespace actionscope;
using namespace actionscope::net;
using namespace std::chrono_literals;

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

json::value callOf(std::string_view name, json::object arguments = {}) {
    return json::object{{"name", name}, {"arguments", std::move(arguments)}};
}

std::string textOf(const tl::expected<json::value, McpError> &result) {
    if (!result)
        return "error: " + result.error().message;
    return std::string(stringMember(result->at("content").at(0), "text"));
}

struct Session {
    explicit Session(const QStringList &options = {}, McpHandlers handlers = {}, McpClient::Options how = {})
        : server(options)
        , http(*AddressRules::create({"127.0.0.1"})) {
        McpEndpoint endpoint;
        endpoint.url = server.url();
        endpoint.headers = {{"X-Extra", "mine"}};
        auto connected = McpClient::connect(endpoint, http, std::move(handlers), std::move(how));
        if (connected)
            client = std::move(*connected);
        else
            problem = connected.error().message;
    }
    json::array journal() {
        HttpRequest request;
        request.url = server.url("/journal");
        const auto answer = http.exchange(request);
        const auto read = parseJson(answer ? answer->body : "[]");
        return read ? read->as_array() : json::array{};
    }
    std::size_t seen(std::string_view member, const json::value &value) {
        std::size_t count = 0;
        for (const json::value &entry : journal())
            count += entry.as_object().contains(member) && entry.at(member) == value;
        return count;
    }
    test::McpProcess server;
    HttpExchanger http;
    std::unique_ptr<McpClient> client;
    std::string problem;
};

} // namespace

class McpHttpTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyRequestCarriesWhatTheSpecificationAsks() {
        Session session;
        QVERIFY2(session.client, session.problem.c_str());
        const auto tools = session.client->listTools();
        QVERIFY(tools);
        QCOMPARE(tools->size(), 15U);
        for (const json::value &entry : session.journal()) {
            if (entry.at("http") != "POST")
                continue;
            QCOMPARE(stringMember(entry, "accept"), std::string_view("application/json, text/event-stream"));
            QCOMPARE(stringMember(entry, "extra"), std::string_view("mine"));
            const bool first = stringMember(entry, "method") == "initialize";
            QCOMPARE(boolMember(entry, "session"), !first);
            QCOMPARE(stringMember(entry, "version"), std::string_view(first ? "" : "2025-11-25"));
        }
    }
    void answersComeAsEventsAndAsJson() {
        for (const QStringList &options : {QStringList{}, QStringList{QStringLiteral("--json")}}) {
            Session session(options);
            QVERIFY2(session.client, session.problem.c_str());
            QCOMPARE(textOf(session.client->request("tools/call", callOf("echo", {{"a", 1}}))),
                     std::string("{\"a\": 1}"));
            const auto failed = session.client->request("tools/call", callOf("fail"));
            QVERIFY(!failed);
            QCOMPARE(failed.error().fault, McpFault::Rpc);
        }
    }
    void theStreamOfACallBelongsToTheCall() {
        std::atomic<int> elsewhere{0};
        McpHandlers handlers;
        handlers.notification = [&](std::string_view, const json::value &) { ++elsewhere; };
        Session session({}, std::move(handlers));
        QVERIFY2(session.client, session.problem.c_str());
        std::vector<std::string> seen;
        McpCallOptions options;
        options.notification = [&](std::string_view method, const json::value &params) {
            seen.push_back(std::string(method) + std::string(stringMember(params, "message")));
        };
        json::value call = callOf("progress");
        call.as_object()["_meta"] = {{"progressToken", 77}};
        QCOMPARE(textOf(session.client->request("tools/call", call, options)), std::string("done"));
        QCOMPARE(seen.size(), 4U);
        QCOMPARE(seen[0], std::string("notifications/message"));
        QCOMPARE(seen[3], std::string("notifications/progressstep 3"));
        QCOMPARE(elsewhere.load(), 0);
    }
    void theServersOwnStreamIsHeard() {
        std::atomic<int> changes{0};
        McpHandlers handlers;
        handlers.notification = [&](std::string_view method, const json::value &) {
            changes += method == "notifications/tools/list_changed";
        };
        Session session({}, std::move(handlers));
        QVERIFY2(session.client, session.problem.c_str());
        QTRY_COMPARE(session.seen("http", "GET"), 1U);
        QCOMPARE(textOf(session.client->request("tools/call", callOf("grow"))), std::string("grown"));
        QTRY_COMPARE(changes.load(), 1);
        QCOMPARE(session.client->listTools()->size(), 16U);
    }
    void aServerWithoutAStreamIsFine() {
        Session session({QStringLiteral("--no-stream")});
        QVERIFY2(session.client, session.problem.c_str());
        QTRY_COMPARE(session.seen("http", "GET"), 1U);
        QCOMPARE(textOf(session.client->request("tools/call", callOf("echo"))), std::string("{}"));
    }
    void aDroppedStreamIsResumedAfterTheTimeTheServerNames() {
        McpClient::Options options;
        options.openStream = false;
        Session session({}, {}, options);
        QVERIFY2(session.client, session.problem.c_str());
        QCOMPARE(textOf(session.client->request("tools/call", callOf("drop"))), std::string("resumed"));
        double asked = 0, resumed = 0;
        for (const json::value &entry : session.journal()) {
            if (stringMember(entry, "method") == "tools/call")
                asked = entry.at("at").as_double();
            if (!stringMember(entry, "last").empty())
                resumed = entry.at("at").as_double();
        }
        QVERIFY2(resumed - asked >= 0.25, "it came back before the 300 ms that the server named");
    }
    void aForgottenSessionIsBegunAnewAndTheCallRepeatedOnce() {
        std::atomic<int> changes{0};
        McpHandlers handlers;
        handlers.notification = [&](std::string_view method, const json::value &) {
            changes += method == "notifications/tools/list_changed";
        };
        Session session({}, std::move(handlers));
        QVERIFY2(session.client, session.problem.c_str());
        QCOMPARE(textOf(session.client->request("tools/call", callOf("forget"))), std::string("in a new session"));
        QCOMPARE(session.seen("method", "initialize"), 2U);
        QCOMPARE(session.seen("method", "tools/call"), 2U);
        QCOMPARE(changes.load(), 1);
        QCOMPARE(textOf(session.client->request("tools/call", callOf("echo"))), std::string("{}"));
    }
    void theServerMayAskBack() {
        McpHandlers handlers;
        handlers.request = [](std::string_view, const json::value &) -> tl::expected<json::value, json::object> {
            return json::value{{"action", "decline"}};
        };
        Session session({}, std::move(handlers));
        QVERIFY2(session.client, session.problem.c_str());
        QCOMPARE(textOf(session.client->request("tools/call", callOf("ask"))), std::string(R"({"action": "decline"})"));
    }
    void lateAndStoppedCallsAreToldToTheServer() {
        Session session;
        QVERIFY2(session.client, session.problem.c_str());
        McpCallOptions options;
        options.timeout = 300ms;
        const auto late = session.client->request("tools/call", callOf("wait"), options);
        QVERIFY(!late);
        QCOMPARE(late.error().fault, McpFault::TimedOut);
        std::stop_source stop;
        options.timeout = 30s;
        options.stop = stop.get_token();
        auto call = std::async(std::launch::async,
                               [&] { return session.client->request("tools/call", callOf("wait"), options); });
        std::this_thread::sleep_for(200ms);
        stop.request_stop();
        const auto stopped = call.get();
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().fault, McpFault::Cancelled);
        QTRY_COMPARE(session.seen("method", "notifications/cancelled"), 2U);
    }
    void manyCallsAtOnceGetTheirOwnAnswers() {
        Session session;
        QVERIFY2(session.client, session.problem.c_str());
        std::vector<std::future<bool>> calls;
        for (int thread = 0; thread < 8; ++thread)
            calls.push_back(std::async(std::launch::async, [&, thread] {
                for (int i = 0; i < 10; ++i) {
                    const std::string text = std::to_string(thread) + "-" + std::to_string(i);
                    if (textOf(session.client->request("tools/call", callOf("echo", {{"text", text}}))) !=
                        "{\"text\": \"" + text + "\"}")
                        return false;
                }
                return true;
            }));
        for (auto &call : calls)
            QVERIFY(call.get());
    }
    void theSessionIsEnded() {
        Session session;
        QVERIFY2(session.client, session.problem.c_str());
        session.client.reset();
        QCOMPARE(session.seen("http", "DELETE"), 1U);
    }
    void refusalsSayWhatToMend() {
        Session locked({QStringLiteral("--locked")});
        QVERIFY2(has(locked.problem, "401") && has(locked.problem, "servers.yaml"), locked.problem.c_str());
        Session moved({QStringLiteral("--moved")});
        QVERIFY2(has(moved.problem, "127.0.0.1:9") && has(moved.problem, "not followed"), moved.problem.c_str());
        Session ancient({QStringLiteral("--ancient")});
        QVERIFY2(has(ancient.problem, "1999-01-01"), ancient.problem.c_str());
        McpEndpoint nobody;
        nobody.url = "http://127.0.0.1:1/mcp";
        const HttpExchanger http(*AddressRules::create({"127.0.0.1"}));
        const auto none = McpClient::connect(nobody, http, {}, {});
        QVERIFY(!none);
        QCOMPARE(none.error().fault, McpFault::NotSent);
        const HttpExchanger strict{AddressRules()};
        const auto refused = McpClient::connect(nobody, strict, {}, {});
        QVERIFY(!refused);
        QVERIFY2(has(refused.error().message, "network.allow"), refused.error().message.c_str());
    }
    void aMessageBeyondTheCapIsRefused() {
        McpClient::Options options;
        options.maxMessageBytes = 100'000;
        for (const QStringList &how : {QStringList{}, QStringList{QStringLiteral("--json")}}) {
            Session session(how, {}, options);
            QVERIFY2(session.client, session.problem.c_str());
            const auto flooded = session.client->request("tools/call", callOf("flood", {{"bytes", 200'000}}));
            QVERIFY(!flooded);
            QVERIFY2(has(flooded.error().message, "100000 bytes"), flooded.error().message.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(McpHttpTest)
#include "tst_mcp_http.moc"
