/// From use cases to tools over REST, asked of a remote tool search that answers over a real socket with a stored
/// response: what of it an agent sees, and what is no answer.

#include "core/workspace/workspace_fixture.h"
#include "gateway/gateway.h"
#include "support/http_server.h"
#include "system/gateway_agent.h"

#include <mutex>

using namespace actionscope;
using namespace actionscope::test;
using gateway::Gateway;
using Peer = HttpServer::Peer;

namespace {

std::string answerText() {
    return readFile(std::string(ACTIONSCOPE_TEST_DATA) + "/tool_search/answer.json", 1 << 20).value();
}
json::value answerJson() { return *parseJson(answerText()); }

const json::array UseCases{"post a message to a slack channel", "open a github issue"};

/// A workspace whose providers.yaml names a service that answers as it is told, and a gateway over it.
class Bench {
public:
    explicit Bench(bool connections = false, const std::string &more = {})
        : m_server([this](const HttpCall &call, Peer &peer) { serve(call, peer); }) {
        workspace = openShop(folder);
        qputenv("TST_TOOLBOX_KEY", "hunter2-key");
        folder.write("ws/providers.yaml",
                     "providers:\n  - name: toolbox\n    url: " + m_server.url("/api/v3/tools/execute/SEARCH") +
                         "\n    secret: {env: TST_TOOLBOX_KEY}\n    timeout: 1s\n" + more +
                         (connections ? "    connections_url: " + m_server.url("/api/v3/connected_accounts") + "\n"
                                      : std::string()));
        gateway::GatewayOptions options;
        options.listen = "127.0.0.1:0";
        options.callThreads = 4;
        gateway = expectValue(Gateway::start(*workspace, std::move(options)));
    }
    Agent agent(const std::string &organisation = {}, governance::Role role = governance::Role::Agent) {
        governance::TokenSpec spec;
        spec.name = "t" + std::to_string(++m_tokens);
        spec.organisation = organisation;
        spec.role = role;
        return Agent(gateway->url(), expectValue(workspace->tokens()->create(spec, {})).secret);
    }
    Said discover(const json::array &useCases = UseCases) { return discoverAs(agent(), useCases); }
    static Said discoverAs(Agent agent, const json::array &useCases = UseCases) {
        return agent.rest("/tools/discover", json::object{{"use_cases", useCases}, {"provider", "toolbox"}});
    }
    std::vector<HttpCall> calls() const {
        const std::lock_guard lock(m_mutex);
        return m_calls;
    }
    void answers(std::string status, std::string body) {
        const std::lock_guard lock(m_mutex);
        m_status = std::move(status);
        m_body = std::move(body);
    }
    void connectedNow(std::string items) {
        const std::lock_guard lock(m_mutex);
        m_items = std::move(items);
    }

    Folder folder;
    std::unique_ptr<workspace::Workspace> workspace;
    std::atomic<bool> hang{false};

private:
    void serve(const HttpCall &call, Peer &peer) {
        std::string status, body;
        {
            const std::lock_guard lock(m_mutex);
            m_calls.push_back(call);
            status = m_status;
            body = call.method == "GET" ? "{\"items\":[" + m_items + "]}" : m_body;
        }
        if (hang)
            peer.hold();
        else
            peer.answer(status, body);
    }

    mutable std::mutex m_mutex;
    std::vector<HttpCall> m_calls;
    std::string m_status = "200 OK", m_body = answerText(), m_items;
    int m_tokens = 0;
    HttpServer m_server;

public:
    std::unique_ptr<Gateway> gateway; ///< ends before what it stands on
};

std::string text(const json::value &value, std::string_view key) { return std::string(stringMember(value, key)); }

} // namespace

class TestDiscovery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void toolsOfARemoteSearchAreToldInOurNames() {
        Bench bench;
        const Said said = bench.discoverAs(bench.agent("acme"));
        QVERIFY2(said.status == 200, said.raw.c_str());
        const json::array &capabilities = said.content.at("capabilities").as_array();
        QCOMPARE(capabilities.size(), std::size_t(2));
        const json::value &slack = capabilities[0], &github = capabilities[1];
        QCOMPARE(text(slack, "use_case"), std::string("post a message to a slack channel"));
        QCOMPARE(text(slack.at("tool"), "integration") + '.' + text(slack.at("tool"), "action"),
                 std::string("slack.send_message"));
        QCOMPARE(text(slack.at("tool"), "provider"), std::string("toolbox"));
        QCOMPARE(text(slack.at("tool"), "provider_action"), std::string("SLACK_SEND_MESSAGE"));
        QCOMPARE(slack.at("alternatives"),
                 json::value(json::array{json::object{{"integration", "slack"}, {"action", "find_channels"}},
                                         json::object{{"integration", "slackbot"}, {"action", "send_message"}}}));
        QCOMPARE(text(slack.at("connection"), "state"), std::string("needs_auth"));
        QCOMPARE(text(github.at("connection"), "state"), std::string("ready"));
        const json::value &schema = slack.at("tool").at("input_schema");
        QCOMPARE(text(schema.at("properties").at("channel"), "description"),
                 std::string("Id of the channel, see slack.find_channels"));
        QCOMPARE(schema.at("properties").at("format").at("enum"), json::value(json::array{"PLAIN_TEXT", "MARK_DOWN"}));
        // Neither can be called from here, and nothing pretends that it could.
        QCOMPARE(said.content.at("ready").as_bool(), false);
        QVERIFY(slack.at("tool").at("call_ref").is_null());
        QVERIFY(said.content.at("connections").at(0).as_object().if_contains("connect") == nullptr);

        // The provider's own names stand in the debug field alone, and what could mislead a model nowhere.
        json::value rest = said.content;
        for (json::value &capability : rest.as_object()["capabilities"].as_array())
            capability.as_object()["tool"].as_object().erase("provider_action");
        const std::string shown = json::serialize(rest);
        for (const char *slug : {"SLACK", "GITHUB", "TOOLBOX", "ca_77", "Ignore all previous", "p_1"})
            QVERIFY2(shown.find(slug) == std::string::npos, (std::string(slug) + " in " + shown).c_str());
        QVERIFY(shown.find("ISO_8601") != std::string::npos);
        QVERIFY(shown.find("withheld") != std::string::npos);
        QVERIFY(shown.find("with slack.find_channels") != std::string::npos);
    }
    void theCallersProjectIsTheProvidersUser() {
        Bench bench(false, "    user: everybody\n    header: Authorization\n");
        QCOMPARE(bench.discoverAs(bench.agent("acme")).status, 200);
        QCOMPARE(bench.discoverAs(bench.agent()).status, 200);
        // Whatever a body says of it.
        Agent other = bench.agent("globex");
        other.rest(
            "/tools/discover",
            json::object{{"use_cases", UseCases}, {"provider", "toolbox"}, {"user_id", "acme"}, {"project", "acme"}});
        const auto calls = bench.calls();
        QCOMPARE(calls.size(), std::size_t(3));
        const auto userOf = [&](std::size_t i) { return text(*parseJson(calls[i].body), "user_id"); };
        QCOMPARE(userOf(0), std::string("acme"));
        QCOMPARE(userOf(1), std::string("everybody"));
        QCOMPARE(userOf(2), std::string("globex"));
        QCOMPARE(calls[0].header("authorization"), std::string("Bearer hunter2-key"));
        QCOMPARE(calls[0].target, std::string("/api/v3/tools/execute/SEARCH"));
    }
    void personalDataStaysHere() {
        Bench bench;
        bench.discover(json::array{"write to ana.gomez@acme.test", "when a new mail arrives"});
        const auto calls = bench.calls();
        QCOMPARE(calls.size(), std::size_t(1));
        const json::value sent = *parseJson(calls[0].body);
        QCOMPARE(sent.at("arguments").at("queries").as_array().size(), std::size_t(1));
        QVERIFY2(calls[0].body.find("ana.gomez") == std::string::npos, calls[0].body.c_str());
    }
    void aSearchOfAnotherServiceIsRecorded() {
        Bench bench;
        QCOMPARE(bench.discover().status, 200);
        bench.answers("500 Oops", "{}");
        QCOMPARE(bench.discover().status, 424);
        bench.gateway->stop();
        governance::AuditFilter filter;
        filter.kinds = {"search"};
        const auto page = bench.workspace->audit()->list(filter, 10);
        QCOMPARE(page->records.size(), std::size_t(2));
        QCOMPARE(page->records[0].event.outcome, std::string("provider_failed"));
        QCOMPARE(page->records[1].event.outcome, std::string("found"));
        QCOMPARE(page->records[1].event.ranks.at(0).name, std::string("slack.send_message"));
        QCOMPARE(text(page->records[1].event.detail, "provider"), std::string("toolbox"));
    }

    void whatIsNoAnswerIsAFailure_data() {
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("body");
        const auto row = [](const char *name, const std::string &body, const char *status = "200 OK") {
            QTest::newRow(name) << QString::fromLatin1(status) << QString::fromStdString(body);
        };
        const auto changed = [](const std::function<void(json::object & answer, json::object & data)> &change) {
            json::value answer = answerJson();
            change(answer.as_object(), answer.as_object()["data"].as_object());
            return json::serialize(answer);
        };
        row("the tool failed", changed([](auto &a, auto &) { a["successful"] = false; }));
        row("it failed inside", changed([](auto &, auto &d) { d["success"] = false; }));
        row("an error inside", changed([](auto &, auto &d) { d["error"] = "quota SLACK_SECRET"; }));
        row("no data", changed([](auto &a, auto &) { a.erase("data"); }));
        row("null data", changed([](auto &a, auto &) { a["data"] = nullptr; }));
        row("data is a list", changed([](auto &a, auto &) { a["data"] = json::array(); }));
        row("no word of success", changed([](auto &a, auto &) { a.erase("successful"); }));
        row("success is a text", changed([](auto &a, auto &) { a["successful"] = "true"; }));
        row("no results", changed([](auto &, auto &d) { d.erase("results"); }));
        row("too few results", changed([](auto &, auto &d) { d["results"].as_array().pop_back(); }));
        row("results are an object", changed([](auto &, auto &d) { d["results"] = json::object(); }));
        row("a result is a text", changed([](auto &, auto &d) { d["results"].as_array()[0] = "SLACK_SEND_MESSAGE"; }));
        row("no choice",
            changed([](auto &, auto &d) { d["results"].as_array()[0].as_object().erase("primary_tool_slugs"); }));
        row("a choice that is no name", changed([](auto &, auto &d) {
                d["results"].as_array()[0].as_object()["primary_tool_slugs"] = json::array{7};
            }));
        row("a choice that is not described",
            changed([](auto &, auto &d) { d["tool_schemas"].as_object().erase("SLACK_SEND_MESSAGE"); }));
        row("no descriptions", changed([](auto &, auto &d) { d.erase("tool_schemas"); }));
        row("no input schema", changed([](auto &, auto &d) {
                d["tool_schemas"].as_object()["SLACK_SEND_MESSAGE"].as_object().erase("input_schema");
            }));
        row("a state that is no state", changed([](auto &, auto &d) {
                d["toolkit_connection_statuses"].as_array()[0].as_object()["has_active_connection"] = "no";
            }));
        row("a list", "[]");
        row("HTML", "<html>SLACK_GATEWAY down</html>");
        row("nothing", "");
        row("half of it", answerText().substr(0, 900));
        row("refused", "{}", "401 Unauthorized");
        row("broken", answerText(), "502 Bad Gateway");
        row("moved", answerText(), "302 Found");
    }
    void whatIsNoAnswerIsAFailure() {
        QFETCH(QString, status);
        QFETCH(QString, body);
        static Bench bench;
        bench.answers(status.toStdString(), body.toStdString());
        const Said said = bench.discover();
        QVERIFY2(said.status == 424, (std::to_string(said.status) + said.raw).c_str());
        QCOMPARE(said.code, std::string("provider_failed"));
        QVERIFY2(said.raw.find("SLACK") == std::string::npos && said.raw.find("hunter2") == std::string::npos,
                 said.raw.c_str());
        // The control: the same gateway takes a whole answer.
        bench.answers("200 OK", answerText());
        QCOMPARE(bench.discover().status, 200);
    }
    void silenceIsAFailure() {
        Bench bench;
        bench.hang = true;
        const Said said = bench.discover();
        QCOMPARE(said.status, 424);
    }
    void aMissingSecretIsAFailure() {
        Bench bench;
        qunsetenv("TST_TOOLBOX_KEY");
        const Said said = bench.discover();
        QCOMPARE(said.status, 424);
        QVERIFY(bench.calls().empty());
    }
    void aProviderThatNobodyConfiguredIsNoProvider() {
        Bench bench;
        Agent agent = bench.agent();
        const Said said = agent.rest("/tools/discover", json::object{{"use_cases", UseCases}, {"provider", "other"}});
        QCOMPARE(said.status, 422);
        QVERIFY(said.raw.find("catalog, toolbox") != std::string::npos);
    }
    void nothingFittingIsSaidAndIsNoFailure() {
        Bench bench;
        json::value answer = answerJson();
        answer.as_object()["data"].as_object()["results"].as_array()[0].as_object()["primary_tool_slugs"] =
            json::array();
        bench.answers("200 OK", json::serialize(answer));
        const Said said = bench.discover();
        QCOMPARE(said.status, 200);
        QVERIFY(said.content.at("capabilities").at(0).at("tool").is_null());
        QVERIFY(text(said.content.at("capabilities").at(0), "note").find("no tool") != std::string::npos);
        QCOMPARE(said.content.at("ready").as_bool(), false);
    }
    void resultsAreTakenByTheirWordsWhenTheyComeInAnotherOrder() {
        Bench bench;
        json::value answer = answerJson();
        json::array &results = answer.as_object()["data"].as_object()["results"].as_array();
        std::swap(results[0], results[1]);
        bench.answers("200 OK", json::serialize(answer));
        const Said said = bench.discover();
        QCOMPARE(text(said.content.at("capabilities").at(0).at("tool"), "integration"), std::string("slack"));
    }
    void whatAccessForbidsIsNotTold() {
        Bench bench;
        bench.folder.write("ws/access.yaml", "grants:\n- {to: {role: agent}, allow: ['github.*', 'shop.*']}\n");
        QVERIFY(bench.workspace->refresh());
        const Said said = bench.discover();
        QCOMPARE(said.status, 200);
        QVERIFY(said.content.at("capabilities").at(0).at("tool").is_null());
        QCOMPARE(text(said.content.at("capabilities").at(1).at("tool"), "integration"), std::string("github"));
        QVERIFY(said.raw.find("send_message") == std::string::npos);
    }
    void matchesAreKeptAndConnectionsAreNot() {
        Bench bench(true);
        Agent acme = bench.agent("acme");
        const auto states = [&] {
            const Said said = Bench::discoverAs(acme);
            const json::array &all = said.content.at("capabilities").as_array();
            return text(all[0].at("connection"), "state") + ' ' + text(all[1].at("connection"), "state");
        };
        QCOMPARE(states(), std::string("needs_auth needs_auth"));
        bench.connectedNow(R"({"id":"ca_1","toolkit":{"slug":"slack"},"status":"ACTIVE"},)"
                           R"({"id":"ca_2","toolkit":{"slug":"github"},"status":"EXPIRED"})");
        QCOMPARE(states(), std::string("ready needs_auth"));
        const auto calls = bench.calls();
        QCOMPARE(calls.size(), std::size_t(3)); // one search, two looks at the connections
        QCOMPARE(calls[2].target, std::string("/api/v3/connected_accounts?user_ids=acme&toolkit_slugs=slack%2Cgithub"));
        // What one project was told is no answer to another.
        QCOMPARE(Bench::discoverAs(bench.agent("globex")).status, 200);
        QCOMPARE(bench.calls().size(), std::size_t(5));
        bench.answers("503 Busy", "{}");
        QCOMPARE(Bench::discoverAs(acme).status, 424);
    }
    void withoutStatesOfTheirOwnMatchesAreAskedAnew() {
        Bench bench;
        Agent acme = bench.agent("acme");
        Bench::discoverAs(acme);
        Bench::discoverAs(acme);
        QCOMPARE(bench.calls().size(), std::size_t(2));
    }
    void aToolThatTheWorkspaceHasCanBeCalled() {
        Bench bench;
        const std::string answer =
            R"({"successful":true,"data":{"results":[{"primary_tool_slugs":["SHOP_ORDERS_LIST"]}],)"
            R"("tool_schemas":{"SHOP_ORDERS_LIST":{"toolkit":"shop","input_schema":{"type":"object"}}}}})";
        bench.answers("200 OK", answer);
        const Said said = bench.discover(json::array{"list orders"});
        const json::value &tool = said.content.at("capabilities").at(0).at("tool");
        QVERIFY2(said.status == 200 && tool.is_object(), said.raw.c_str());
        QCOMPARE(text(tool, "call_ref"), std::string("shop.orders_list"));
    }
    void aBrokenFileIsNamedWithItsPlace_data() {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("says");
        QTest::newRow("unknown key") << "providers:\n  - {name: x, url: 'https://x.test', key: 7}\n"
                                     << ":2:";
        QTest::newRow("a secret in the file") << "providers:\n  - {name: x, url: 'https://x.test', secret: abc}\n"
                                              << "names where the secret is";
        QTest::newRow("our own name") << "providers:\n  - {name: catalog, url: 'https://x.test'}\n"
                                      << "catalog and";
        QTest::newRow("no url") << "providers:\n  - {name: x}\n"
                                << "has no url";
        QTest::newRow("twice")
            << "providers:\n  - {name: x, url: 'https://x.test'}\n  - {name: x, url: 'https://x.test'}\n"
            << "already";
        QTest::newRow("a long time") << "providers:\n  - {name: x, url: 'https://x.test', timeout: 1h}\n"
                                     << "1s to 120s";
        QTest::newRow("a secret in the clear") << "providers:\n  - {name: x, url: 'http://x.test', secret: {env: X}}\n"
                                               << "https";
    }
    void aBrokenFileIsNamedWithItsPlace() {
        QFETCH(QString, yaml);
        QFETCH(QString, says);
        const Folder folder;
        const auto workspace = openShop(folder);
        folder.write("ws/providers.yaml", yaml.toStdString());
        gateway::GatewayOptions options;
        options.listen = "127.0.0.1:0";
        const auto started = Gateway::start(*workspace, std::move(options));
        QVERIFY(!started);
        QVERIFY2(started.error().toString().find(says.toStdString()) != std::string::npos,
                 started.error().toString().c_str());
    }
};

QTEST_GUILESS_MAIN(TestDiscovery)
#include "tst_discovery.moc"
