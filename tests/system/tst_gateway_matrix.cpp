/// Every way to call × every reason to refuse: nothing reaches the upstream, the refusal stands in the audit log, and
/// the same call goes through once the reason is gone.

#include "gateway.h"
#include "gateway_agent.h"

using namespace actionscope;
using namespace actionscope::test;

namespace {

enum class Way : std::uint8_t { CallAction, ActivatedTool, CuratedTool, FinderTool, RestCall, RestReference };
struct WayName {
    Way way;
    const char *name;
};
constexpr WayName Ways[] = {{Way::CallAction, "gateway_call_action"}, {Way::ActivatedTool, "activated tool"},
                            {Way::CuratedTool, "curated tool"},       {Way::FinderTool, "invoke_mcp_tool"},
                            {Way::RestCall, "POST /tools/call"},      {Way::RestReference, "five-part reference"}};
bool isRest(Way way) { return way == Way::RestCall || way == Way::RestReference; }

/// Calls that reached an upstream; what the gateway says to an MCP server of its own accord does not count.
std::size_t reached(GatewayBench &bench) {
    const auto calls = bench.upstream().calls();
    return static_cast<std::size_t>(
        std::count_if(calls.begin(), calls.end(), [](const HttpCall &call) { return call.target != "/mcp"; }));
}

} // namespace

class TestGatewayMatrix : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        // The rules look at an argument, so that the same call without it is the control.
        m_bench.write("ws/policies/matrix.yaml",
                      "layer: organisation\n"
                      "rules:\n"
                      "  - {name: no, match: {arguments: {repo: denied}}, effect: deny}\n"
                      "  - {name: ask, match: {arguments: {repo: asked}}, effect: confirm}\n"
                      "  - {name: wait, match: {arguments: {repo: gated}}, effect: approve}\n");
        m_bench.write("ws/access.yaml", "default: deny\n"
                                        "grants:\n"
                                        "  - to: {everyone: true}\n"
                                        "    allow: [harbor]\n"
                                        "  - to: {user: mallory}\n"
                                        "    deny: [harbor]\n");
        // The finder's tools name a server; behind its name stands the service.
        m_bench.write("ws/servers.yaml",
                      "servers:\n  - {name: harbor, path: /fixture, url: \"" + m_bench.upstreamUrl() + "/mcp\"}\n");
        for (const char *who : {"ana", "bo", "mallory"})
            m_tokens[who] = m_bench.token(who, "agent", {"--user", who});
        m_tokens["olga"] = m_bench.token("olga", "approver");
        m_bench.serve({"--facade", "finder"});
    }
    void cleanupTestCase() { QCOMPARE(m_bench.stop(), 0); }

    void refused_data() {
        QTest::addColumn<int>("way");
        QTest::addColumn<QString>("who");
        QTest::addColumn<bool>("activated");
        QTest::addColumn<QString>("repo");
        QTest::addColumn<QString>("code");
        for (const auto &[way, name] : Ways) {
            const auto row = [&](const char *reason, const char *who, bool activated, const char *repo,
                                 const char *code) {
                QTest::addRow("%s, %s", name, reason) << int(way) << who << activated << repo << code;
            };
            if (way != Way::CuratedTool)
                row("inactive", "ana", false, "shop", "not_active");
            row("no permission", "olga", false, "shop", "permission_denied");
            // A tool that a caller may not see is to it as one that does not exist.
            row("not in access.yaml", "mallory", false, "shop",
                way == Way::ActivatedTool ? "no such tool" : "permission_denied");
            row("denied by a policy", "ana", true, "denied", "policy_denied");
            row("unconfirmed", "ana", true, "asked", "confirmation_required");
            row("unapproved", "ana", true, "gated", "approval_required");
        }
    }
    void refused() {
        QFETCH(int, way);
        QFETCH(QString, who);
        QFETCH(bool, activated);
        QFETCH(QString, repo);
        QFETCH(QString, code);
        Agent agent(m_bench.url(), m_tokens[who.toStdString()]);
        agent.initialize();
        const std::string handle = activated ? activate(agent, Way(way)) : std::string();
        const std::size_t before = reached(m_bench);
        const std::int64_t records = newestDenial().first;
        const Said said = call(agent, Way(way), repo.toStdString(), handle);
        QVERIFY2(refusalOf(said) == code.toStdString(), said.raw.c_str());
        QCOMPARE(reached(m_bench), before);
        const auto [record, outcome] = newestDenial();
        QVERIFY2(record > records, "the refusal is not in the audit log");
        if (code != "no such tool")
            QCOMPARE(QString::fromStdString(outcome), code);

        // With the reason removed, the same call goes through.
        Agent other(m_bench.url(), m_tokens["ana"]);
        other.initialize();
        const Said done = call(other, Way(way), "shop", activate(other, Way(way)));
        QVERIFY2(refusalOf(done).empty() && done.status == 200, done.raw.c_str());
        QCOMPARE(reached(m_bench), before + 1);
    }

    void whatIsAnothersIsOfNoUse() {
        Agent ana(m_bench.url(), m_tokens["ana"]), bo(m_bench.url(), m_tokens["bo"]);
        ana.initialize();
        bo.initialize();
        for (const Way way : {Way::CallAction, Way::RestCall, Way::RestReference}) {
            const std::string handle = activate(ana, way);
            const std::size_t before = reached(m_bench);
            const std::int64_t records = newestDenial().first;
            const Said said = call(bo, way, "shop", handle);
            QVERIFY2(refusalOf(said) == "not_active", said.raw.c_str());
            QCOMPARE(reached(m_bench), before);
            QVERIFY(newestDenial().first > records);
            QVERIFY(refusalOf(call(ana, way, "shop", handle)).empty());
        }
        // Nor is another's session, whatever is called in it.
        bo.useSession(ana.session());
        for (const Way way : {Way::CallAction, Way::ActivatedTool, Way::CuratedTool, Way::FinderTool}) {
            (void)activate(ana, way);
            const std::size_t before = reached(m_bench);
            const std::int64_t records = newestDenial().first;
            const Said said = call(bo, way, "shop", {});
            QCOMPARE(said.status, 404);
            QCOMPARE(said.rpcError, std::int64_t(-32001));
            QCOMPARE(reached(m_bench), before);
            QTRY_VERIFY_WITH_TIMEOUT(newestDenial().first > records, 20'000);
            QCOMPARE(newestDenial().second, std::string("permission_denied"));
            QVERIFY(refusalOf(call(ana, way, "shop", {})).empty());
        }
    }

    void whatIsNoCallIsRefusedAndRecorded_data() {
        QTest::addColumn<QString>("reference");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, const char *reference, const char *code, int status) {
            QTest::newRow(name) << reference << code << status;
        };
        row("too few parts", "tools.catalog.harbor.milestones_list", "invalid_arguments", 422);
        row("an empty part", "tools.catalog..milestones_list.harbor-main", "invalid_arguments", 422);
        row("another provider", "tools.elsewhere.harbor.milestones_list.main", "invalid_arguments", 422);
        row("another connection", "tools.catalog.harbor.milestones_list.nobody", "invalid_arguments", 422);
        row("no such action", "tools.catalog.harbor.no_such.harbor-main", "unknown_action", 404);
        row("no such name", "harbor.no_such", "unknown_action", 404);
    }
    void whatIsNoCallIsRefusedAndRecorded() {
        QFETCH(QString, reference);
        QFETCH(QString, code);
        QFETCH(int, status);
        Agent ana(m_bench.url(), m_tokens["ana"]);
        const json::object body{{"call_ref", reference.toStdString()},
                                {"arguments", {{"owner", "acme"}, {"repo", "shop"}}}};
        const std::size_t before = reached(m_bench);
        std::int64_t records = newestDenial().first;
        const Said said = ana.rest("/tools/call", body);
        QVERIFY2(said.status == status && refusalOf(said) == code.toStdString(), said.raw.c_str());
        QCOMPARE(reached(m_bench), before);
        QVERIFY(newestDenial().first > records);
        QCOMPARE(QString::fromStdString(newestDenial().second), code);
        // Who may run nothing learns nothing of what is there.
        Agent olga(m_bench.url(), m_tokens["olga"]);
        records = newestDenial().first;
        QCOMPARE(refusalOf(olga.rest("/tools/call", body)), std::string("permission_denied"));
        QVERIFY(newestDenial().first > records);
    }
    void toolsThatAreAskedForWronglyAreRecordedToo() {
        Agent ana(m_bench.url(), m_tokens["ana"]);
        ana.initialize();
        const auto refused = [&](std::string_view tool, json::object arguments, const std::string &code) {
            const std::int64_t records = newestDenial().first;
            const Said said = ana.tool(tool, std::move(arguments));
            QVERIFY2(said.code == code, said.raw.c_str());
            QVERIFY2(newestDenial().first > records, said.raw.c_str());
            QCOMPARE(newestDenial().second, code);
        };
        refused("gateway_call_action", {{"name", "harbor.milestones_list"}}, "invalid_arguments");
        refused("gateway_call_action",
                {{"name", "harbor.milestones_list"}, {"arguments", json::object()}, {"force", true}},
                "invalid_arguments");
        refused("gateway_activate", {{"name", "harbor.no_such"}}, "unknown_action");
        refused("gateway_activate", {{"name", "harbor.milestones_list"}, {"user_confirmed", "yes"}},
                "invalid_arguments");
        refused("harbor_read_actions", {{"action", "milestones_list"}}, "unknown_action");
        refused("harbor_read_actions", {{"action", "issues_list"}, {"parms", json::object()}}, "invalid_arguments");
        refused("invoke_mcp_tool", {{"server_name", "/nowhere"}, {"tool_name", "x"}, {"arguments", json::object()}},
                "unknown_action");
        refused("invoke_mcp_tool",
                {{"server_name", "/fixture"},
                 {"tool_name", "milestones_list"},
                 {"arguments", json::object()},
                 {"mcp_registry_url", "https://other.test"}},
                "permission_denied");
        // The reserved operations take the permission to run tools besides their own.
        Agent olga(m_bench.url(), m_tokens["olga"]);
        const std::int64_t records = newestDenial().first;
        const Said found = olga.rest("/tools/call", {{"call_ref", "tools.actionscope.find_capabilities"},
                                                     {"arguments", {{"use_cases", "list milestones"}}}});
        QCOMPARE(found.status, 403);
        QVERIFY(newestDenial().first > records);
    }

    void aHiddenServiceIsNotFoundAndNotActivatedAndWhatIsActiveStays() {
        Agent agent(m_bench.url(), m_tokens["ana"]);
        agent.initialize();
        const std::string handle = activate(agent, Way::RestCall);
        (void)activate(agent, Way::CallAction);
        QVERIFY(finds(agent));
        EXPECT_STATUS(m_bench.in({"services", "disable", "harbor"}), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!finds(agent), 20'000);
        QVERIFY(agent.get("/search?query=list+milestones+of+a+repository").body.find("harbor.") == std::string::npos);
        const Said discovered = agent.rest("/tools/discover", {{"use_cases", json::array{"list milestones"}}});
        QVERIFY2(discovered.raw.find("harbor.") == std::string::npos, discovered.raw.c_str());
        std::int64_t records = newestDenial().first;
        const Said tool = agent.tool("gateway_activate", {{"name", "harbor.labels_list"}});
        QVERIFY2(tool.code == "not_visible", tool.raw.c_str());
        QVERIFY(newestDenial().first > records);
        records = newestDenial().first;
        const Said rest = agent.rest("/tools/call", {{"call_ref", "tools.actionscope.activate"},
                                                     {"arguments", {{"name", "harbor.labels_list"}}}});
        QVERIFY2(rest.code == "not_visible", rest.raw.c_str());
        QVERIFY(newestDenial().first > records);
        // What is active stays callable, and curated actions are not the toggle's business.
        for (const Way way : {Way::CallAction, Way::ActivatedTool, Way::CuratedTool, Way::RestCall}) {
            const Said said = call(agent, way, "shop", way == Way::RestCall ? handle : std::string());
            QVERIFY2(refusalOf(said).empty(), said.raw.c_str());
        }
        EXPECT_STATUS(m_bench.in({"services", "enable", "harbor"}), 0);
        QTRY_VERIFY_WITH_TIMEOUT(finds(agent), 20'000);
        QVERIFY(agent.tool("gateway_activate", {{"name", "harbor.labels_list"}}).code.empty());
    }

    void anExpiredActivationIsNone() {
        QCOMPARE(m_bench.stop(), 0);
        m_bench.write("ws/actionscope.yaml", m_bench.read("ws/actionscope.yaml") + "\ngateway: {tool_life: 4s}\n");
        m_bench.serve({"--facade", "finder"});
        struct Old {
            WayName way;
            std::unique_ptr<Agent> agent;
            std::string handle;
        };
        std::vector<Old> all;
        for (const WayName &way : Ways) {
            if (way.way == Way::CuratedTool)
                continue;
            Old &old = all.emplace_back(Old{way, std::make_unique<Agent>(m_bench.url(), m_tokens["ana"]), {}});
            old.agent->initialize();
            old.handle = activate(*old.agent, way.way);
            const Said fresh = call(*old.agent, way.way, "shop", old.handle);
            QVERIFY2(refusalOf(fresh).empty(), (std::string(way.name) + ": " + fresh.raw).c_str());
        }
        QTest::qWait(5000); // the life of an activation is what is tested
        for (const Old &old : all) {
            const std::size_t before = reached(m_bench);
            const std::int64_t records = newestDenial().first;
            const Said said = call(*old.agent, old.way.way, "shop", old.handle);
            QVERIFY2(refusalOf(said) == "not_active", (std::string(old.way.name) + ": " + said.raw).c_str());
            QCOMPARE(reached(m_bench), before);
            QVERIFY(newestDenial().first > records);
        }
    }

private:
    static std::string refusalOf(const Said &said) { return said.rpcError == -32602 ? "no such tool" : said.code; }

    /// The handle of the activation; empty where none is needed.
    static std::string activate(Agent &agent, Way way) {
        if (way == Way::CuratedTool)
            return {};
        const json::object what{{"name", "harbor.milestones_list"}};
        const Said said =
            isRest(way) ? agent.rest("/tools/call", {{"call_ref", "tools.actionscope.activate"}, {"arguments", what}})
                        : agent.tool("gateway_activate", what);
        const json::value *answer = &said.content;
        if (isRest(way)) {
            const json::value *made = member(said.content, "call");
            answer = made ? member(*made, "result") : nullptr;
        }
        const std::string handle(answer ? stringMember(*answer, "activation") : std::string_view());
        if (handle.empty())
            QTest::qFail(("not activated: " + said.raw).c_str(), __FILE__, __LINE__);
        return handle;
    }
    static Said call(Agent &agent, Way way, const std::string &repo, const std::string &handle) {
        const json::object arguments{{"owner", "acme"}, {"repo", repo}};
        json::object body{{"arguments", arguments}};
        if (!handle.empty())
            body["activation"] = handle;
        switch (way) {
        case Way::CallAction:
            body["name"] = "harbor.milestones_list";
            return agent.tool("gateway_call_action", body);
        case Way::ActivatedTool:
            return agent.tool("harbor__milestones_list", arguments);
        case Way::CuratedTool:
            return agent.tool("harbor_read_actions", {{"action", "issues_list"}, {"params", arguments}});
        case Way::FinderTool:
            return agent.tool(
                "invoke_mcp_tool",
                {{"server_name", "/fixture"}, {"tool_name", "milestones_list"}, {"arguments", arguments}});
        case Way::RestCall:
            body["call_ref"] = "harbor.milestones_list";
            return agent.rest("/tools/call", body);
        case Way::RestReference:
            break;
        }
        body["call_ref"] = "tools.catalog.harbor.milestones_list.harbor-main";
        return agent.rest("/tools/call", body);
    }
    static bool finds(Agent &agent) {
        const Said said = agent.tool("gateway_search_actions", {{"query", "list milestones of a repository"}});
        return said.raw.find("harbor.milestones_list") != std::string::npos;
    }
    std::pair<std::int64_t, std::string> newestDenial() const {
        const Outcome listed = m_bench.in({"audit", "list", "--kind", "denial", "--limit", "1", "--json"});
        const json::value document = listed.document();
        const json::array *records = arrayMember(document, "records");
        if (!records || records->empty())
            return {0, {}};
        return {records->front().at("seq").to_number<std::int64_t>(),
                std::string(stringMember(records->front(), "outcome"))};
    }

    GatewayBench m_bench{[](const HttpCall &call, HttpServer::Peer &peer) {
        if (call.target == "/mcp")
            return peer.answer("405 Method Not Allowed");
        GatewayBench::answerPlainly(call, peer);
    }};
    std::map<std::string, std::string> m_tokens;
};

QTEST_GUILESS_MAIN(TestGatewayMatrix)
#include "tst_gateway_matrix.moc"
