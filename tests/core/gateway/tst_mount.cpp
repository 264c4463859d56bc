/// A mounted server through the whole gateway: the scripted MCP server behind /mcp/scripted, over pipes and over HTTP.

#include "core/workspace/workspace_fixture.h"
#include "gateway/gateway.h"
#include "support/mcp_process.h"
#include "wire_fixture.h"

using namespace actionscope;
using namespace actionscope::test;
using gateway::Gateway;

namespace {

constexpr auto Path = "/mcp/scripted";

json::value read(std::string_view text) {
    auto parsed = parseJson(text);
    return parsed ? std::move(*parsed) : json::value(json::object());
}

/// A gateway with the scripted server in its servers.yaml, its tools imported.
class MountBench {
public:
    explicit MountBench(bool http, bool authenticate = false, const std::vector<std::string> &options = {}) {
        upstream::McpServerEntry entry;
        entry.name = "scripted";
        if (http) {
            process = std::make_unique<McpProcess>();
            entry.url = process->url();
        } else {
            entry.command = scriptedServer(options);
        }
        expectValue(workspace::Workspace::create(folder / "ws", false));
        folder.write("ws/servers.yaml", "servers:\n" + upstream::serverEntryText(entry));
        workspace = expectValue(workspace::Workspace::open(folder / "ws", {.threads = 2}));
        const auto secrets = upstream::openSecretStore(folder / "keys");
        expectValue(workspace->applyToolList(expectValue(upstream::listServer(entry, *secrets))));
        gateway::GatewayOptions how;
        how.listen = "127.0.0.1:0";
        how.authenticate = authenticate;
        how.callThreads = 8;
        gateway = expectValue(Gateway::start(*workspace, std::move(how)));
    }
    [[nodiscard]] std::uint16_t port() const {
        const std::string url = gateway->url();
        return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    }
    [[nodiscard]] WireAnswer send(WireRequest request, const std::string &token = {}) const {
        request.target = Path;
        WireConnection connection(port());
        connection.send(Wire::authorized(std::move(request), token).text());
        return connection.read();
    }
    [[nodiscard]] std::string open(json::object capabilities = {}) const {
        const WireAnswer answer = send({.body = Wire::initialize("2025-11-25", std::move(capabilities))});
        const std::string id = answer.header("mcp-session-id");
        if (id.empty())
            throw std::runtime_error("no session: " + answer.body);
        static_cast<void>(send(Wire::message(id, R"({"jsonrpc":"2.0","method":"notifications/initialized"})")));
        return id;
    }
    /// The response to a request, wherever it stands.
    [[nodiscard]] json::value ask(const WireRequest &request) const {
        const WireAnswer answer = send(request);
        const std::size_t data = answer.body.rfind("data: ");
        return read(data == std::string::npos ? answer.body
                                              : answer.body.substr(data + 6, answer.body.find('\n', data) - data - 6));
    }
    [[nodiscard]] json::value call(const std::string &session, std::string_view tool,
                                   json::object arguments = {}) const {
        arguments["user_confirmed"] = true;
        return ask(Wire::call(session, tool, std::move(arguments)));
    }
    [[nodiscard]] json::value list(const std::string &session, json::object params = {}) const {
        return ask(Wire::message(
            session, json::serialize(json::object{
                         {"jsonrpc", "2.0"}, {"id", 1}, {"method", "tools/list"}, {"params", std::move(params)}})));
    }
    [[nodiscard]] std::vector<governance::AuditRecord> records(const std::string &kind) const {
        QTest::qWait(50); // posted records are on disk a few milliseconds later
        governance::AuditFilter filter;
        filter.kinds = {kind};
        return expectValue(workspace->audit()->list(filter, 100)).records;
    }

    Folder folder;
    std::unique_ptr<McpProcess> process;
    std::unique_ptr<workspace::Workspace> workspace;
    std::unique_ptr<Gateway> gateway;
};

std::string textOf(const json::value &response) {
    const json::value *result = member(response, "result");
    const json::array *content = result ? arrayMember(*result, "content") : nullptr;
    return content && !content->empty() ? std::string(stringMember(content->front(), "text"))
                                        : json::serialize(response);
}

} // namespace

class TestMount : public QObject {
    Q_OBJECT

    static void transports() {
        QTest::addColumn<bool>("http");
        QTest::newRow("pipes") << false;
        QTest::newRow("http") << true;
    }

private Q_SLOTS:
    void listsUnderTheServersOwnNames() {
        const MountBench bench(false);
        const std::string session = bench.open();
        std::vector<std::string> names;
        json::value cursor;
        for (int page = 0; page < 10; ++page) {
            const json::value answer =
                bench.list(session, cursor.is_null() ? json::object() : json::object{{"cursor", cursor}});
            const json::value &result = answer.at("result");
            for (const json::value &tool : result.at("tools").as_array())
                names.emplace_back(stringMember(tool, "name"));
            if (!result.as_object().contains("nextCursor"))
                break;
            cursor = result.at("nextCursor");
        }
        QCOMPARE(names.size(), std::size_t(15));
        QVERIFY(std::ranges::find(names, "echo") != names.end());
        QCOMPARE(bench.list(session, {{"cursor", "12"}}).at("result").at("tools").as_array().size(), std::size_t(3));
    }

    void callsGoThroughTheGates() {
        const MountBench bench(false);
        const std::string session = bench.open();
        // Nobody confirmed, and nothing says that it only reads.
        const json::value refused = bench.ask(Wire::call(session, "echo", {{"x", 1}})).at("result");
        QVERIFY(boolMember(refused, "isError"));
        QCOMPARE(stringMember(refused.at("structuredContent"), "code"), std::string_view("confirmation_required"));
        QCOMPARE(textOf(bench.call(session, "echo", {{"x", 1}})), std::string("{\"x\": 1}"));
        const auto calls = bench.records("call");
        QCOMPARE(calls.size(), std::size_t(2));
        QCOMPARE(calls[0].event.outcome, std::string("ok"));
        QCOMPARE(calls[1].event.outcome, std::string("attempt"));
        QCOMPARE(stringMember(json::value(calls[1].event.detail), "facade"), std::string_view("mount:scripted"));
        QCOMPARE(calls[1].event.action, std::string("echo"));
        QCOMPARE(bench.records("denial").size(), std::size_t(1));
        QCOMPARE(bench.call(session, "no_such_tool").at("error").at("code").as_int64(), -32602);
    }

    void resultsComeAsTheyAre() {
        const MountBench bench(true);
        const json::value result = bench.call(bench.open(), "structured", {{"bad", true}}).at("result");
        const json::object text{{"type", "text"}, {"text", "{\"n\":1}"}};
        const json::object picture{{"type", "image"}, {"data", "AA=="}, {"mimeType", "image/png"}};
        const json::value expected{{"content", json::array{text, picture}},
                                   {"structuredContent", {{"n", 1}}},
                                   {"isError", true},
                                   {"_meta", {{"trace", "t1"}}}};
        QCOMPARE(result, expected);
    }

    void progressAndLogsComeOnTheCallsStream_data() { transports(); }
    void progressAndLogsComeOnTheCallsStream() {
        QFETCH(bool, http);
        const MountBench bench(http);
        const std::string session = bench.open();
        WireConnection connection(bench.port());
        WireRequest request =
            Wire::call(session, "progress", {{"user_confirmed", true}}, 7, {{"progressToken", "mine"}});
        request.target = Path;
        connection.send(request.text());
        QCOMPARE(connection.readHead().header("content-type"), std::string("text/event-stream"));
        int logs = 0, steps = 0;
        while (const auto message = connection.nextMessage()) {
            const std::string_view method = stringMember(*message, "method");
            if (method == "notifications/message") {
                ++logs;
            } else if (method == "notifications/progress") {
                ++steps;
                QCOMPARE(message->at("params").at("progressToken"), json::value("mine"));
            } else {
                QCOMPARE(message->at("id").as_int64(), 7);
                break;
            }
        }
        QCOMPARE(logs, 1);
        QCOMPARE(steps, 3);
    }

    void theServersQuestionReachesTheClientOfTheCall_data() { transports(); }
    void theServersQuestionReachesTheClientOfTheCall() {
        QFETCH(bool, http);
        const MountBench bench(http);
        // Two clients of one server: each is asked about its own call.
        const std::string sessions[] = {bench.open({{"sampling", json::object()}}),
                                        bench.open({{"sampling", json::object()}})};
        WireConnection first(bench.port()), second(bench.port());
        WireConnection *streams[] = {&first, &second};
        for (int i = 0; i < 2; ++i) {
            WireRequest request =
                Wire::call(sessions[i], "ask", {{"user_confirmed", true}, {"method", "sampling/createMessage"}}, 1);
            request.target = Path;
            streams[i]->send(request.text());
        }
        json::value ids[2];
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(streams[i]->readHead().status, 200);
            const auto question = streams[i]->nextMessage();
            QVERIFY(question);
            QCOMPARE(stringMember(*question, "method"), std::string_view("sampling/createMessage"));
            QCOMPARE(stringMember(question->at("params"), "message"), std::string_view("Sure?"));
            ids[i] = question->at("id");
        }
        for (const int i : {1, 0}) {
            QCOMPARE(
                bench
                    .send(Wire::message(sessions[i], json::serialize(json::object{
                                                         {"jsonrpc", "2.0"}, {"id", ids[i]}, {"result", {{"by", i}}}})))
                    .status,
                202);
            const auto answer = streams[i]->nextMessage();
            QVERIFY(answer);
            const std::string said = textOf(*answer);
            QVERIFY2(said.find("\"by\": " + std::to_string(i)) != std::string::npos, said.c_str());
        }
        QVERIFY(std::ranges::any_of(bench.records("mount"), [](const auto &record) {
            return stringMember(json::value(record.event.detail), "method") == "sampling/createMessage";
        }));
    }

    void aClientThatDeclaredNothingIsNotAsked() {
        const MountBench bench(true);
        const std::string said = textOf(bench.call(bench.open(), "ask", {{"method", "sampling/createMessage"}}));
        QVERIFY2(said.find("-32601") != std::string::npos && said.find("did not declare") != std::string::npos,
                 said.c_str());
    }

    void cancellingReachesTheServer_data() { transports(); }
    void cancellingReachesTheServer() {
        QFETCH(bool, http);
        const MountBench bench(http);
        const std::string session = bench.open();
        WireConnection connection(bench.port());
        WireRequest request = Wire::call(session, "wait", {{"user_confirmed", true}}, 5);
        request.target = Path;
        connection.send(request.text());
        QVERIFY(eventually([&] { return bench.records("call").size() == 1; }));
        static_cast<void>(bench.send(Wire::message(
            session, R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})")));
        QVERIFY(eventually([&] { return textOf(bench.call(session, "cancelled")) != "[]"; }));
    }

    void aChangedListIsToldOnTheSessionsStream_data() { transports(); }
    void aChangedListIsToldOnTheSessionsStream() {
        QFETCH(bool, http);
        const MountBench bench(http);
        const std::string session = bench.open();
        WireConnection stream(bench.port());
        WireRequest request = Wire::get(session);
        request.target = Path;
        stream.send(request.text());
        QCOMPARE(stream.readHead().status, 200);
        QCOMPARE(textOf(bench.call(session, "grow")), std::string("grown"));
        const auto told = stream.nextMessage();
        QVERIFY(told);
        QCOMPARE(stringMember(*told, "method"), std::string_view("notifications/tools/list_changed"));
    }

    void otherRequestsAreRecordedAndTheirErrorsPassOn() {
        const MountBench bench(true);
        const std::string session = bench.open();
        const json::value answer = bench.ask(Wire::message(
            session, R"({"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"secret-prompt"}})"));
        QCOMPARE(answer.at("error"), read(R"({"code":-32602,"message":"no such thing","data":5})"));
        const auto records = bench.records("mount");
        QVERIFY(!records.empty());
        QCOMPARE(records.front().event.service, std::string("scripted"));
        QCOMPARE(records.front().event.outcome, std::string("upstream_failed"));
        const std::string detail = json::serialize(records.front().event.detail);
        QVERIFY2(detail.find("prompts/get") != std::string::npos && detail.find("secret-prompt") == std::string::npos,
                 detail.c_str());
    }

    void whoMayNotRunToolsGetsNoSession() {
        const MountBench bench(true, true);
        const auto secretOf = [&](const std::string &name, governance::Role role) {
            governance::TokenSpec spec;
            spec.name = name;
            spec.role = role;
            return expectValue(bench.workspace->tokens()->create(spec, {})).secret;
        };
        QCOMPARE(bench.send({.body = Wire::initialize()}).status, 401);
        QVERIFY(!bench.send({.body = Wire::initialize()}, secretOf("agent", governance::Role::Agent))
                     .header("mcp-session-id")
                     .empty());
        const WireAnswer refused =
            bench.send({.body = Wire::initialize()}, secretOf("approver", governance::Role::Approver));
        QVERIFY(refused.header("mcp-session-id").empty());
        QVERIFY(refused.body.find("approver") != std::string::npos);
    }

    void accessRulesHoldForToolsAndForTheRest() {
        const MountBench bench(true);
        const std::string session = bench.open();
        bench.folder.write("ws/access.yaml", "grants:\n"
                                             "  - to: {everyone: true}\n"
                                             "    allow: [scripted.echo, \"scripted.resources*\"]\n");
        QVERIFY(bench.workspace->refresh());
        const json::value tools = bench.list(session).at("result").at("tools");
        QCOMPARE(tools.as_array().size(), std::size_t(1));
        QCOMPARE(stringMember(tools.at(0), "name"), std::string_view("echo"));
        QCOMPARE(bench.call(session, "structured").at("error").at("code").as_int64(), -32602);
        const json::value prompt = bench.ask(
            Wire::message(session, R"({"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"x"}})"));
        QVERIFY(stringMember(prompt.at("error"), "message").find("access.yaml") != std::string_view::npos);
        // This one the server itself refuses: it was asked.
        const json::value resource = bench.ask(
            Wire::message(session, R"({"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"a:b"}})"));
        QCOMPARE(stringMember(resource.at("error"), "message"), std::string_view("no such thing"));
    }

    void policiesAreAskedAboutResourcesAndPrompts() {
        const MountBench bench(true);
        const std::string session = bench.open();
        const auto readsMail = [&] {
            return bench.ask(Wire::message(
                session, R"({"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"mail:1"}})"));
        };
        QVERIFY(readsMail().as_object().contains("result"));
        const auto records = bench.records("mount");
        // The attempt was on disk before anything was sent, and its outcome names it; neither holds a value.
        QCOMPARE(records[0].event.outcome, std::string("ok"));
        QCOMPARE(records[1].event.outcome, std::string("attempt"));
        QCOMPARE(records[0].event.detail.at("attempt").to_number<std::uint64_t>(), records[1].seq);
        QCOMPARE(stringMember(json::value(records[1].event.detail), "method"), std::string_view("resources/read"));
        QVERIFY(json::serialize(toJson(records[1])).find("mail:1") == std::string::npos);

        bench.folder.write("ws/policies/mail.yaml", "layer: organisation\nrules:\n"
                                                    "  - name: no-mail\n"
                                                    "    match: {service: scripted, action: \"resources/read\", "
                                                    "arguments: {uri: {matches: \"mail:.*\"}}}\n"
                                                    "    effect: deny\n"
                                                    "    message: Mail is for people.\n");
        QVERIFY(bench.workspace->refresh());
        QCOMPARE(stringMember(readsMail().at("error"), "message"), std::string_view("Mail is for people."));
        QCOMPARE(bench.records("mount").size(), records.size());
        const auto denials = bench.records("denial");
        QCOMPARE(denials.size(), std::size_t(1));
        QCOMPARE(denials[0].event.outcome, std::string("policy_denied"));
        QCOMPARE(denials[0].event.action, std::string("resources/read"));
        // Another resource is none of that rule's business: the server itself is asked.
        QCOMPARE(stringMember(
                     bench
                         .ask(Wire::message(
                             session, R"({"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"a:b"}})"))
                         .at("error"),
                     "message"),
                 std::string_view("no such thing"));
    }

    void policiesThatWantMoreThanTheClientCanGiveRefuse_data() {
        QTest::addColumn<QString>("effect");
        QTest::addColumn<QString>("says");
        QTest::newRow("confirmation") << "confirm"
                                      << "elicitation";
        QTest::newRow("approval") << "approve"
                                  << "administrator";
    }
    void policiesThatWantMoreThanTheClientCanGiveRefuse() {
        QFETCH(QString, effect);
        QFETCH(QString, says);
        const MountBench bench(true);
        const std::string session = bench.open();
        bench.folder.write("ws/policies/mail.yaml", "layer: organisation\nrules:\n"
                                                    "  - name: careful\n"
                                                    "    match: {action: \"resources/*\"}\n"
                                                    "    effect: " +
                                                        effect.toStdString() + "\n");
        QVERIFY(bench.workspace->refresh());
        const json::value answer = bench.ask(
            Wire::message(session, R"({"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"mail:1"}})"));
        const std::string message(stringMember(answer.at("error"), "message"));
        QVERIFY2(message.find(says.toStdString()) != std::string::npos, message.c_str());
        QCOMPARE(bench.records("denial").size(), std::size_t(1));
    }

    void policiesTakeOutOfWhatIsRead() {
        const MountBench bench(true);
        const std::string session = bench.open();
        bench.folder.write("ws/policies/mail.yaml", "layer: organisation\nrules:\n"
                                                    "  - name: no-files\n"
                                                    "    match: {action: \"resources/read\"}\n"
                                                    "    effect: redact\n"
                                                    "    redact: [/contents/1/blob]\n");
        QVERIFY(bench.workspace->refresh());
        const json::value contents =
            bench
                .ask(Wire::message(session,
                                   R"({"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"mail:1"}})"))
                .at("result")
                .at("contents");
        QVERIFY(stringMember(contents.at(0), "text").starts_with("from "));
        QVERIFY(json::serialize(contents).find("YW5hLmxvcGV6") == std::string::npos);
    }

    void whatIsSwitchedOffHereIsToldToWhoWasListedIt() {
        const MountBench bench(true);
        const std::string session = bench.open();
        QVERIFY(!bench.list(session).at("result").at("tools").as_array().empty());
        WireConnection stream(bench.port());
        WireRequest request = Wire::get(session);
        request.target = Path;
        stream.send(request.text());
        QCOMPARE(stream.readHead().status, 200);
        bench.folder.write("ws/access.yaml", "grants:\n  - to: {everyone: true}\n    allow: [scripted.echo]\n");
        const auto told = stream.nextMessage(10'000);
        QVERIFY2(told, "nobody tells that the list is another one now");
        QCOMPARE(stringMember(*told, "method"), std::string_view("notifications/tools/list_changed"));
        QCOMPARE(bench.list(session).at("result").at("tools").as_array().size(), std::size_t(1));
    }

    void serversYamlIsTakenOverWhileItRuns() {
        const MountBench bench(false);
        const auto path = [](std::string name, WireRequest request) {
            request.target = "/mcp/" + std::move(name);
            return request;
        };
        const auto opens = [&](const std::string &name) {
            WireConnection connection(bench.port(), 20'000);
            connection.send(path(name, {.body = Wire::initialize()}).text());
            return connection.read();
        };
        const auto writeServers = [&](const std::vector<upstream::McpServerEntry> &entries) {
            std::string text = "servers:\n";
            for (const upstream::McpServerEntry &entry : entries)
                text += upstream::serverEntryText(entry) + (entry.enabled ? "" : "    enabled: false\n");
            bench.folder.write("ws/servers.yaml", text);
        };
        const auto stateOf = [&](const std::string &name) -> std::optional<upstream::ServerState> {
            for (const upstream::ServerHealth &server : bench.gateway->servers())
                if (server.name == name)
                    return server.state;
            return std::nullopt;
        };
        upstream::McpServerEntry first, second;
        first.name = "scripted";
        first.command = scriptedServer({});
        second.name = "another";
        second.command = scriptedServer({});
        const std::string session = bench.open();

        // Added: connected, its tools imported, mounted; the session of the other one goes on.
        writeServers({first, second});
        QVERIFY(eventually([&] { return stateOf("another") == upstream::ServerState::Ready; }));
        QVERIFY(eventually([&] { return !opens("another").header("mcp-session-id").empty(); }));
        QCOMPARE(bench.call(session, "echo", {{"x", 1}}).at("result").at("content").as_array().size(), std::size_t(1));
        const auto recorded = bench.records("setting");
        QVERIFY(!recorded.empty());
        QCOMPARE(recorded.front().event.detail.at("added"), json::value(json::array{"another"}));

        // Broken: what is in force stays, and it is said where.
        bench.folder.write("ws/servers.yaml", "servers:\n  - name: third\n    comand: [x]\n");
        QVERIFY(eventually([&] { return !bench.gateway->status().serversProblem.empty(); }));
        const std::string problem = bench.gateway->status().serversProblem;
        QVERIFY2(problem.find("servers.yaml:3:") != std::string::npos, problem.c_str());
        QVERIFY(stateOf("another") == upstream::ServerState::Ready && !stateOf("third"));

        // Disabled and removed: their sessions end, and there is no other way to them.
        second.enabled = false;
        writeServers({second});
        QVERIFY(eventually([&] { return !stateOf("scripted"); }));
        QVERIFY(eventually([&] { return bench.gateway->status().serversProblem.empty(); }));
        QCOMPARE(stateOf("another"), std::optional(upstream::ServerState::Disabled));
        QCOMPARE(bench.send(Wire::message(session, R"({"jsonrpc":"2.0","id":1,"method":"ping"})")).status, 404);
        QCOMPARE(opens("another").status, 404);
        QCOMPARE(opens("scripted").status, 404);
        QCOMPARE(bench.records("setting").front().event.detail.at("removed"), json::value(json::array{"scripted"}));

        // Changed back: at once, without a restart.
        writeServers({first});
        QVERIFY(eventually([&] { return stateOf("scripted") == upstream::ServerState::Ready; }));
        QVERIFY(!bench.open().empty());
    }

    void updatesComeOfWhatWasSubscribed_data() { transports(); }
    void updatesComeOfWhatWasSubscribed() {
        QFETCH(bool, http);
        const MountBench bench(http);
        const std::string session = bench.open();
        WireConnection stream(bench.port());
        WireRequest request = Wire::get(session);
        request.target = Path;
        stream.send(request.text());
        QCOMPARE(stream.readHead().status, 200);
        // The gateway opens its own stream beside the session: what is told before that is lost.
        std::optional<json::value> told;
        for (int attempt = 0; attempt < 20 && !told; ++attempt) {
            const json::value answer = bench.ask(Wire::message(
                session, R"({"jsonrpc":"2.0","id":3,"method":"resources/subscribe","params":{"uri":"mail:1"}})"));
            QCOMPARE(answer.at("result"), json::value(json::object()));
            told = stream.nextMessage(500);
        }
        // The server tells of another one first.
        QVERIFY(told);
        QCOMPARE(told->at("params"), (json::value{{"uri", "mail:1"}}));
    }

    void personalDataStaysHereAlsoInResources() {
        const MountBench bench(true);
        const json::value contents =
            bench
                .ask(Wire::message(bench.open(),
                                   R"({"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"mail:1"}})"))
                .at("result")
                .at("contents");
        const std::string text(stringMember(contents.at(0), "text"));
        QVERIFY2(text.starts_with("from ") && text.find("ana.lopez") == std::string::npos, text.c_str());
        QCOMPARE(stringMember(contents.at(1), "blob"), std::string_view("YW5hLmxvcGV6QGV4YW1wbGUuY29t"));
    }

    void textsThatMisleadAreWithheldHereToo() {
        const MountBench bench(false, false, {"--poisoned"});
        const json::value tools = bench.list(bench.open()).at("result").at("tools");
        QVERIFY(!tools.as_array().empty());
        QVERIFY(json::serialize(tools).find("previous instructions") == std::string::npos);
    }

    void aLostServerEndsTheSession() {
        const MountBench bench(false);
        const std::string session = bench.open();
        static_cast<void>(bench.call(session, "crash"));
        QVERIFY(eventually([&] {
            return bench.send(Wire::message(session, R"({"jsonrpc":"2.0","id":1,"method":"ping"})")).status == 404;
        }));
        QVERIFY(!bench.open().empty());
    }
};

QTEST_GUILESS_MAIN(TestMount)
#include "tst_mount.moc"
