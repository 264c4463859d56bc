#include "net/mcp_client.h"
#include "support/mcp_process.h"

#include <QtTest/QTest>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <mutex>
#include <thread>

using namespace actionscope;
using namespace actionscope::net;
using namespace std::chrono_literals;

namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// What a client reported, gathered from its threads.
struct Heard {
    std::mutex mutex;
    std::vector<std::string> notifications, lines, closed;
    McpHandlers handlers() {
        McpHandlers handlers;
        handlers.notification = [this](std::string_view method, const json::value &) {
            const std::lock_guard lock(mutex);
            notifications.emplace_back(method);
        };
        handlers.stderrLine = [this](std::string_view line) {
            const std::lock_guard lock(mutex);
            lines.emplace_back(line);
        };
        handlers.closed = [this](std::string_view why) {
            const std::lock_guard lock(mutex);
            closed.emplace_back(why);
        };
        return handlers;
    }
    std::size_t count(const std::vector<std::string> &list, std::string_view text) {
        const std::lock_guard lock(mutex);
        return static_cast<std::size_t>(
            std::ranges::count_if(list, [&](const auto &entry) { return entry.find(text) != std::string::npos; }));
    }
};

const HttpExchanger &noHttp() {
    static const HttpExchanger http{AddressRules()};
    return http;
}

auto open(McpHandlers handlers = {}, std::vector<std::string> options = {}, McpClient::Options how = {}) {
    McpEndpoint endpoint;
    endpoint.command = test::scriptedServer(std::move(options));
    return McpClient::connect(endpoint, noHttp(), std::move(handlers), std::move(how));
}

json::value callOf(std::string_view name, json::object arguments = {}) {
    return json::object{{"name", name}, {"arguments", std::move(arguments)}};
}

std::string textOf(const tl::expected<json::value, McpError> &result) {
    if (!result)
        return "error: " + result.error().message;
    return std::string(stringMember(result->at("content").at(0), "text"));
}

} // namespace

class McpStdioTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theHandshakeTellsWhoIsThere() {
        const auto client = open();
        QVERIFY2(client, client ? "" : client.error().message.c_str());
        QCOMPARE((*client)->protocolVersion(), std::string("2025-11-25"));
        QCOMPARE((*client)->instructions(), std::string("Be kind."));
        QCOMPARE(stringMember((*client)->serverInfo(), "name"), std::string_view("scripted"));
        QVERIFY((*client)->alive());
    }
    void allPagesOfToolsAreListed() {
        const auto client = open();
        QVERIFY(client);
        const auto tools = (*client)->listTools();
        QVERIFY(tools);
        QCOMPARE(tools->size(), 15U);
        QCOMPARE(stringMember(tools->back(), "name"), std::string_view("structured"));
    }
    void manyCallsAtOnceGetTheirOwnAnswers() {
        const auto client = open();
        QVERIFY(client);
        std::vector<std::future<bool>> calls;
        for (int thread = 0; thread < 8; ++thread)
            calls.push_back(std::async(std::launch::async, [&, thread] {
                for (int i = 0; i < 25; ++i) {
                    const std::string text = std::to_string(thread) + "-" + std::to_string(i);
                    if (textOf((*client)->request("tools/call", callOf("echo", {{"text", text}}))) !=
                        "{\"text\": \"" + text + "\"}")
                        return false;
                }
                return true;
            }));
        for (auto &call : calls)
            QVERIFY(call.get());
    }
    void progressComesWithTheCallersToken() {
        Heard heard;
        const auto client = open(heard.handlers());
        QVERIFY(client);
        std::vector<std::string> seen;
        McpCallOptions options;
        options.notification = [&](std::string_view method, const json::value &params) {
            seen.push_back(std::string(method) + json::serialize(params.at("progressToken")) +
                           std::string(stringMember(params, "message")));
        };
        json::value call = callOf("progress");
        call.as_object()["_meta"] = {{"progressToken", "mine"}};
        QCOMPARE(textOf((*client)->request("tools/call", call, options)), std::string("done"));
        QCOMPARE(seen.size(), 3U);
        QCOMPARE(seen[2], std::string("notifications/progress\"mine\"step 3"));
        QTRY_COMPARE(heard.count(heard.notifications, "notifications/message"), 1U);
    }
    void aCallThatTakesTooLongIsGivenUpAndTheServerTold() {
        const auto client = open();
        QVERIFY(client);
        McpCallOptions options;
        options.timeout = 200ms;
        const auto late = (*client)->request("tools/call", callOf("wait"), options);
        QVERIFY(!late);
        QCOMPARE(late.error().fault, McpFault::TimedOut);
        QTRY_COMPARE(textOf((*client)->request("tools/call", callOf("cancelled"))), std::string("[2]"));
    }
    void aStoppedCallReturnsAtOnceAndTheServerIsTold() {
        const auto client = open();
        QVERIFY(client);
        std::stop_source stop;
        McpCallOptions options;
        options.stop = stop.get_token();
        auto call =
            std::async(std::launch::async, [&] { return (*client)->request("tools/call", callOf("wait"), options); });
        std::this_thread::sleep_for(100ms);
        stop.request_stop();
        const auto stopped = call.get();
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().fault, McpFault::Cancelled);
        QTRY_COMPARE(textOf((*client)->request("tools/call", callOf("cancelled"))), std::string("[2]"));
    }
    void theServerMayAskBack() {
        McpHandlers handlers;
        handlers.request = [](std::string_view method,
                              const json::value &params) -> tl::expected<json::value, json::object> {
            if (method == "elicitation/create" && stringMember(params, "message") == "Sure?")
                return json::value{{"action", "accept"}};
            return tl::unexpected(json::object{{"code", -32601}, {"message", "no"}});
        };
        const auto client = open(std::move(handlers));
        QVERIFY(client);
        QCOMPARE(textOf((*client)->request("tools/call", callOf("ask"))), std::string(R"({"action": "accept"})"));
        QCOMPARE(textOf((*client)->request("tools/call", callOf("ask", {{"method", "ping"}}))), std::string("{}"));
        QVERIFY(has(textOf((*client)->request("tools/call", callOf("ask", {{"method", "roots/list"}}))), "-32601"));
    }
    void whoOffersNothingSaysSo() {
        const auto client = open();
        QVERIFY(client);
        QVERIFY(has(textOf((*client)->request("tools/call", callOf("ask"))), "-32601"));
    }
    void errorsOfTheServerComeWhole() {
        const auto client = open();
        QVERIFY(client);
        const auto failed = (*client)->request("tools/call", callOf("fail"));
        QVERIFY(!failed);
        QCOMPARE(failed.error().fault, McpFault::Rpc);
        QCOMPARE(failed.error().rpc.at("code").as_int64(), -32602);
        QCOMPARE(failed.error().rpc.at("data").as_int64(), 5);
    }
    void theServerGetsOnlyWhatItIsGiven() {
        ::setenv("ACTIONSCOPE_TEST_SECRET", "s3cret", 1);
        McpEndpoint endpoint;
        endpoint.command = test::scriptedServer();
        endpoint.environment = {{"PLAN", "b"}};
        endpoint.workingDirectory = "/";
        const auto client = McpClient::connect(endpoint, noHttp(), {}, {});
        QVERIFY(client);
        const auto seen = parseJson(textOf((*client)->request("tools/call", callOf("environment"))));
        QVERIFY(seen);
        QCOMPARE(stringMember(*seen, "cwd"), std::string_view("/"));
        QCOMPARE(stringMember(*seen, "plan"), std::string_view("b"));
        const std::string names = json::serialize(seen->at("names"));
        QVERIFY(has(names, "\"PATH\""));
        QVERIFY(!has(names, "ACTIONSCOPE_TEST_SECRET"));
        QVERIFY(!has(names, "QT_"));
    }
    void aServerThatDiesIsReportedWithWhy() {
        Heard heard;
        const auto client = open(heard.handlers());
        QVERIFY(client);
        const auto result = (*client)->request("tools/call", callOf("crash"));
        QVERIFY(!result);
        QCOMPARE(result.error().fault, McpFault::Transport);
        QVERIFY2(has(result.error().message, "exited with status 7"), result.error().message.c_str());
        QVERIFY(has(result.error().message, "out of luck"));
        QTRY_COMPARE(heard.count(heard.closed, "status 7"), 1U);
        QVERIFY(!(*client)->alive());
        const auto after = (*client)->request("tools/call", callOf("echo"));
        QVERIFY(!after);
        QCOMPARE(after.error().fault, McpFault::NotSent);
    }
    void standardErrorAndStrayOutputAreTheServersLog() {
        Heard heard;
        const auto client = open(heard.handlers());
        QVERIFY(client);
        QCOMPARE(textOf((*client)->request("tools/call", callOf("noise"))), std::string("said"));
        QTRY_COMPARE(heard.count(heard.lines, "one line"), 1U);
        QTRY_COMPARE(heard.count(heard.lines, "another \u27E6U+202E\u27E7 line"), 1U);
        QTRY_COMPARE(heard.count(heard.lines, "this is no message"), 1U);
    }
    void aMessageBeyondTheCapEndsTheServer() {
        McpClient::Options options;
        options.maxMessageBytes = 100'000;
        const auto client = open({}, {}, options);
        QVERIFY(client);
        QCOMPARE(textOf((*client)->request("tools/call", callOf("flood", {{"bytes", 90'000}}))).size(), 90'000U);
        const auto flooded = (*client)->request("tools/call", callOf("flood", {{"bytes", 200'000}}));
        QVERIFY(!flooded);
        QVERIFY2(has(flooded.error().message, "100000 bytes"), flooded.error().message.c_str());
    }
    void whatCannotStartSaysWhy() {
        const auto message = [](std::vector<std::string> command, std::string cwd = {}) {
            McpEndpoint endpoint;
            endpoint.command = std::move(command);
            endpoint.workingDirectory = std::move(cwd);
            const auto client = McpClient::connect(endpoint, noHttp(), {}, {});
            return client ? std::string("it started") : client.error().message;
        };
        QVERIFY(has(message({"no-such-program-here"}), "no program \"no-such-program-here\" in PATH"));
        QVERIFY(has(message({"/etc/passwd"}), "Permission denied"));
        QVERIFY(has(message({"cat"}, "/no/such/folder"), "/no/such/folder does not exist"));
        const std::string broken = message(test::scriptedServer({"--broken"}));
        QVERIFY2(has(broken, "status 3") && has(broken, "cannot open the database"), broken.c_str());
        const std::string ancient = message(test::scriptedServer({"--ancient"}));
        QVERIFY2(has(ancient, "1999-01-01"), ancient.c_str());
    }
    void aSilentServerDoesNotHoldUsUp() {
        McpClient::Options options;
        options.startTimeout = 300ms;
        const auto client = open({}, {"--silent"}, options);
        QVERIFY(!client);
        QCOMPARE(client.error().fault, McpFault::TimedOut);
    }
    void noProcessIsLeftBehind() {
        pid_t grandchild = 0;
        {
            const auto client = open({}, {"--stubborn"});
            QVERIFY(client);
            grandchild = std::stoi(textOf((*client)->request("tools/call", callOf("child"))));
            QCOMPARE(::kill(grandchild, 0), 0);
        }
        // An orphan that was killed stays a zombie until whoever inherited it looks.
        const auto gone = [&] {
            std::ifstream file("/proc/" + std::to_string(grandchild) + "/stat");
            const std::string stat((std::istreambuf_iterator<char>(file)), {});
            return stat.empty() || stat.find(") Z") != std::string::npos;
        };
        QTRY_VERIFY(gone());
    }
};

QTEST_GUILESS_MAIN(McpStdioTest)
#include "tst_mcp_stdio.moc"
