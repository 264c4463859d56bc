/// The MCP client against programs that we did not write: reference servers, and the conformance suite for clients.
/// tests/system/counterparts.sh fetches them; without them there is nothing to test against.

#include "net/mcp_client.h"

#include <QtCore/QProcess>
#include <QtCore/QTemporaryDir>
#include <QtCore/QThread>
#include <QtTest/QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace actionscope;
using namespace actionscope::net;
using namespace std::chrono_literals;

namespace {

std::string counterparts() {
    if (const char *folder = std::getenv("ACTIONSCOPE_COUNTERPARTS"))
        return folder;
    const char *cache = std::getenv("XDG_CACHE_HOME");
    const char *home = std::getenv("HOME");
    return (cache && *cache ? std::string(cache) : std::string(home ? home : "") + "/.cache") +
           "/actionscope-counterparts";
}
std::string node() { return counterparts() + "/node"; }
std::string server(const std::string &name) {
    return counterparts() + "/node_modules/@modelcontextprotocol/server-" + name + "/dist/index.js";
}
const HttpExchanger &http() {
    static const HttpExchanger exchanger(*AddressRules::create({"127.0.0.1", "localhost"}));
    return exchanger;
}

auto start(const std::vector<std::string> &words, McpHandlers handlers = {}, McpClient::Options options = {}) {
    McpEndpoint endpoint;
    endpoint.command = {node()};
    endpoint.command.insert(endpoint.command.end(), words.begin(), words.end());
    return McpClient::connect(endpoint, http(), std::move(handlers), std::move(options));
}
auto call(McpClient &client, std::string_view tool, json::object arguments, const McpCallOptions &options = {}) {
    return client.request("tools/call", json::object{{"name", tool}, {"arguments", std::move(arguments)}}, options);
}
std::string textOf(const tl::expected<json::value, McpError> &result) {
    if (!result)
        return "error: " + result.error().message;
    return std::string(stringMember(result->at("content").at(0), "text"));
}
bool lists(const tl::expected<std::vector<json::object>, McpError> &tools, std::string_view name) {
    return tools && std::ranges::any_of(*tools, [&](const auto &tool) { return stringMember(tool, "name") == name; });
}

int freePort() {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    (void)::bind(socket, reinterpret_cast<sockaddr *>(&address), size);
    (void)::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &size);
    ::close(socket);
    return ntohs(address.sin_port);
}

} // namespace

class McpCounterparts : public QObject {
    Q_OBJECT

    /// What server-everything promises, over whichever transport.
    static void everything(McpClient &client) {
        QCOMPARE(client.protocolVersion(), std::string("2025-11-25"));
        const auto tools = client.listTools();
        QVERIFY2(lists(tools, "echo"), tools ? "no tool echo" : tools.error().message.c_str());
        QCOMPARE(textOf(call(client, "echo", {{"message", "héllo"}})), std::string("Echo: héllo"));
        const auto wrong = call(client, "echo", {{"message", 5}});
        QVERIFY(!wrong || boolMember(*wrong, "isError"));

        int progress = 0;
        McpCallOptions options;
        options.notification = [&](std::string_view method, const json::value &params) {
            progress += method == "notifications/progress" && params.at("progressToken") == "p";
        };
        const auto finished = client.request("tools/call",
                                             json::object{{"name", "trigger-long-running-operation"},
                                                          {"arguments", {{"duration", 1}, {"steps", 4}}},
                                                          {"_meta", {{"progressToken", "p"}}}},
                                             options);
        QVERIFY2(finished, finished ? "" : finished.error().message.c_str());
        QVERIFY2(progress >= 3, "the progress of the call was not heard");
        options.timeout = 300ms;
        const auto late = call(client, "trigger-long-running-operation", {{"duration", 20}, {"steps", 4}}, options);
        QVERIFY(!late);
        QCOMPARE(late.error().fault, McpFault::TimedOut);
        QVERIFY(client.request("ping", json::object{}));
    }

private Q_SLOTS:
    void initTestCase() {
        if (!std::filesystem::exists(counterparts() + "/installed.json"))
            QSKIP("the counterparts are not there; tests/system/counterparts.sh fetches them");
    }
    void everythingOverStandardInputAndOutput() {
        const auto client = start({server("everything"), "stdio"});
        QVERIFY2(client, client ? "" : client.error().message.c_str());
        everything(**client);
    }
    void everythingOverHttp() {
        const int port = freePort();
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PORT"), QString::number(port));
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QString::fromStdString(node()),
                      {QString::fromStdString(server("everything")), QStringLiteral("streamableHttp")});
        McpEndpoint endpoint;
        endpoint.url = "http://127.0.0.1:" + std::to_string(port) + "/mcp";
        tl::expected<std::unique_ptr<McpClient>, McpError> client = tl::unexpected(McpError{});
        for (int attempt = 0; attempt < 100 && !client; ++attempt) {
            QThread::msleep(100);
            client = McpClient::connect(endpoint, http(), {}, {});
        }
        QVERIFY2(client, client ? "" : client.error().message.c_str());
        everything(**client);
        client->reset();
        process.terminate();
        QVERIFY(process.waitForFinished(5000) || (process.kill(), process.waitForFinished(1000)));
    }
    void everythingAsksBack() {
        McpHandlers handlers;
        handlers.request = [](std::string_view method, const json::value &) -> tl::expected<json::value, json::object> {
            if (method == "sampling/createMessage")
                return json::value{{"role", "assistant"},
                                   {"model", "tape"},
                                   {"content", {{"type", "text"}, {"text", "a sample of ours"}}}};
            return tl::unexpected(json::object{{"code", -32601}, {"message", "not offered"}});
        };
        McpClient::Options options;
        options.capabilities = {{"sampling", json::object{}}};
        const auto client = start({server("everything"), "stdio"}, std::move(handlers), options);
        QVERIFY2(client, client ? "" : client.error().message.c_str());
        // It lists the tool once it knows what we can do.
        QTRY_VERIFY(lists((*client)->listTools(), "trigger-sampling-request"));
        const std::string answer =
            textOf(call(**client, "trigger-sampling-request", {{"prompt", "go"}, {"maxTokens", 5}}));
        QVERIFY2(answer.find("a sample of ours") != std::string::npos, answer.c_str());
    }
    void filesystemReadsOnlyItsFolder() {
        const QTemporaryDir folder;
        const std::string path = std::filesystem::canonical(folder.path().toStdString()).string();
        std::ofstream(path + "/note.txt") << "milk and bread";
        const auto client = start({server("filesystem"), path});
        QVERIFY2(client, client ? "" : client.error().message.c_str());
        QCOMPARE(textOf(call(**client, "read_text_file", {{"path", path + "/note.txt"}})),
                 std::string("milk and bread"));
        const auto outside = call(**client, "read_text_file", {{"path", "/etc/hostname"}});
        QVERIFY(outside);
        QVERIFY(boolMember(*outside, "isError"));
    }
    void memoryKeepsWhatItIsTold() {
        const QTemporaryDir folder;
        McpEndpoint endpoint;
        endpoint.command = {node(), server("memory")};
        endpoint.environment = {{"MEMORY_FILE_PATH", folder.filePath(QStringLiteral("memory.jsonl")).toStdString()}};
        for (int run = 0; run < 2; ++run) {
            const auto client = McpClient::connect(endpoint, http(), {}, {});
            QVERIFY2(client, client ? "" : client.error().message.c_str());
            if (run == 0)
                QVERIFY(call(**client, "create_entities",
                             {{"entities", json::array{json::object{{"name", "Ada"},
                                                                    {"entityType", "person"},
                                                                    {"observations", json::array{"writes"}}}}}}));
            const auto graph = call(**client, "read_graph", {});
            QVERIFY(graph);
            QVERIFY(textOf(graph).find("Ada") != std::string::npos);
        }
    }
    void conformanceOfTheClient_data() {
        QTest::addColumn<QString>("suite");
        QTest::addColumn<QString>("scenario");
        for (const char *suite : {"conformance", "conformance-next"}) {
            for (const char *scenario :
                 {"initialize", "tools_call", "sse-retry", "elicitation-sep1034-client-defaults"})
                QTest::addRow("%s %s", suite, scenario) << suite << scenario;
        }
    }
    void conformanceOfTheClient() {
        QFETCH(QString, suite);
        QFETCH(QString, scenario);
        const QTemporaryDir folder; // results are written into the working directory
        QProcess process;
        process.setWorkingDirectory(folder.path());
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QString::fromStdString(node()),
                      {QString::fromStdString(counterparts()) + "/node_modules/" + suite + "/dist/index.js",
                       QStringLiteral("client"), QStringLiteral("--command"), QStringLiteral(ACTIONSCOPE_PROBE),
                       QStringLiteral("--scenario"), scenario});
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray said = process.readAll();
        QVERIFY2(process.exitCode() == 0 && said.contains("OVERALL: PASSED"), said.constData());
    }
};

QTEST_GUILESS_MAIN(McpCounterparts)
#include "tst_mcp_counterparts.moc"
