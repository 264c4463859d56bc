/// What agents are told of the tools is about tools that are there; and manage_connection, which takes no secrets.

#include "gateway/teaching.h"
#include "gateway_shop.h"

#include <regex>
#include <set>

using namespace actionscope;
using namespace actionscope::test;

namespace {

class Bench : public GatewayShop {
public:
    explicit Bench(std::vector<std::string> facades = {}, const std::string &settings = {}) {
        if (!settings.empty()) {
            folder.write("ws/actionscope.yaml", settings);
            reopen();
        }
        start(std::move(facades));
    }
    Agent agent(governance::Role role = governance::Role::Agent) {
        governance::TokenSpec spec;
        spec.role = role;
        Agent made = agentWith(std::move(spec));
        made.initialize();
        return made;
    }
    std::set<std::string> tools(Agent agent) {
        const Said said = agent.request("tools/list", {});
        std::set<std::string> names;
        auto whole = parseJson(said.raw.substr(said.raw.find('{'), said.raw.rfind('}') + 1 - said.raw.find('{')));
        if (whole)
            for (const json::value &tool : whole->at("result").at("tools").as_array())
                names.emplace(stringMember(tool, "name"));
        return names;
    }
};

/// The names in backquotes that are written like those of our tools.
std::set<std::string> taught(const std::string &text) {
    std::set<std::string> names;
    const std::regex quoted("`([a-z]+(?:_[a-z]+)+)`");
    for (std::sregex_iterator at(text.begin(), text.end(), quoted), end; at != end; ++at)
        names.insert((*at)[1]);
    return names;
}

/// Words of refusals and arguments, which are no tools.
const std::set<std::string> NoTools{"confirmation_required",
                                    "approval_required",
                                    "invalid_arguments",
                                    "not_active",
                                    "definition_changed",
                                    "policy_denied",
                                    "permission_denied",
                                    "approval_denied",
                                    "wait_for_approval",
                                    "loop_detected",
                                    "call_as"};

} // namespace

class TestTeaching : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyToolThatIsTaughtExists_data() {
        QTest::addColumn<QStringList>("facades");
        QTest::newRow("the usual ones") << QStringList();
        QTest::newRow("finder") << QStringList{"finder"};
        QTest::newRow("connections") << QStringList{"connections"};
        QTest::newRow("all") << QStringList{"connections", "finder", "search_tools"};
    }
    void everyToolThatIsTaughtExists() {
        QFETCH(QStringList, facades);
        std::vector<std::string> names;
        for (const QString &name : facades)
            names.push_back(name.toStdString());
        Bench bench(names);
        const auto listed = bench.tools(bench.agent());
        Agent agent = bench.agent();
        const WireAnswer answer = agent.get("/tools/prompt");
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.header("content-type").starts_with("text/markdown"));
        auto names_ = taught(answer.body);
        for (const std::string &word : NoTools)
            names_.erase(word);
        for (const std::string &name : names_)
            QVERIFY2(listed.contains(name), (name + " is taught and is no tool").c_str());
        // And what is listed without being found first is taught.
        for (const std::string &name : listed)
            QVERIFY2(names_.contains(name) || name.ends_with("_read_actions") || name.ends_with("_write_actions"),
                     (name + " is a tool and not taught").c_str());
        gateway::TaughtFacades same{facades.contains("finder"), facades.contains("connections"),
                                    facades.contains("search_tools")};
        QCOMPARE(answer.body, gateway::promptSection(same));
    }
    void theSkillWalksThroughItsStepsAndNamesWhatIsThere() {
        Bench bench({"connections"});
        Agent agent = bench.agent(governance::Role::Developer);
        const WireAnswer answer = agent.get("/tools/skill");
        QCOMPARE(answer.status, 200);
        QVERIFY(answer.body.starts_with("---\nname: "));
        std::size_t at = 0;
        for (const char *step : {"## 1. Discover", "## 2. Read", "## 3. Connect", "## 4. Create", "## 5. Test"}) {
            const std::size_t found = answer.body.find(step, at);
            QVERIFY2(found != std::string::npos, step);
            at = found;
        }
        // The routes it names answer.
        QVERIFY(answer.body.find("POST GATEWAY/tools/discover") != std::string::npos);
        QCOMPARE(agent.rest("/tools/discover", {{"use_cases", json::array{"list orders"}}}).status, 200);
        QVERIFY(answer.body.find("GET GATEWAY/tools/prompt") != std::string::npos);
        QVERIFY(bench.tools(agent).contains("manage_connection"));
        QCOMPARE(agent.rest("/tools/prompt", {}).status, 405);
    }

    void connectionsAreManagedOnlyWhereThatIsSwitchedOn() {
        Bench off;
        QVERIFY(!off.tools(off.agent()).contains("manage_connection"));
        QCOMPARE(off.agent().tool("manage_connection", {{"operation", "list"}}).rpcError, std::int64_t(-32602));
        Bench on({}, "gateway: {manage_connections: true}\n");
        QVERIFY(on.tools(on.agent()).contains("manage_connection"));
        QVERIFY(!on.tools(on.agent(governance::Role::Approver)).contains("manage_connection"));
        const Said refused = on.agent(governance::Role::Approver).tool("manage_connection", {{"operation", "list"}});
        QCOMPARE(refused.code, std::string("permission_denied"));
    }
    void aConnectionIsPreparedWithoutItsSecret() {
        Bench bench({"connections"});
        Agent agent = bench.agent();
        QVERIFY(agent.tool("manage_connection", {{"operation", "list"}}).content.at("connections").as_array().empty());
        const json::object wanted{{"operation", "prepare"}, {"service", "shop"}};
        const Said asked = agent.tool("manage_connection", wanted);
        QCOMPARE(asked.code, std::string("confirmation_required"));
        QVERIFY(bench.folder.read("ws/connections.yaml") == "(not readable)");
        json::object confirmed = wanted;
        confirmed["user_confirmed"] = true;
        const Said made = agent.tool("manage_connection", confirmed);
        QVERIFY2(made.code.empty(), made.raw.c_str());
        QCOMPARE(std::string(stringMember(made.content.at("connection"), "state")), std::string("needs_input"));
        QVERIFY(made.raw.find("actionscope connections set shop-main") != std::string::npos);
        const auto connections = upstream::readConnections(bench.folder / "ws/connections.yaml");
        QCOMPARE(connections->size(), std::size_t(1));
        // In the encrypted file, under a name that no other connection's secret has.
        QCOMPARE(connections->front().secret.name, std::string("prepared:shop:shop-main"));
        confirmed["slug"] = "second";
        confirmed["secret_in"] = "environment";
        const Said variable = agent.tool("manage_connection", confirmed);
        QVERIFY2(variable.raw.find("ACTIONSCOPE_SECRET_SHOP__SECOND") != std::string::npos, variable.raw.c_str());
        QCOMPARE(agent.tool("manage_connection", {{"operation", "list"}}).content.at("connections").as_array().size(),
                 std::size_t(2));
        const auto records = bench.records("connection");
        QCOMPARE(records.size(), std::size_t(2));
        QCOMPARE(records.front().event.service, std::string("shop"));
        QCOMPARE(std::string(stringMember(records.front().event.detail, "confirmed_by")), std::string("model_claimed"));
    }
    void whatItMayNotPrepareIsRefusedAndRecorded_data() {
        QTest::addColumn<QByteArray>("arguments");
        QTest::addColumn<QString>("code");
        const auto row = [](const char *name, const char *arguments, const char *code) {
            QTest::newRow(name) << QByteArray(arguments) << code;
        };
        row("a secret", R"({"operation":"prepare","service":"shop","secret":"hunter2-canary","user_confirmed":true})",
            "invalid_arguments");
        row("a variable of its choice",
            R"({"operation":"prepare","service":"shop","secret_in":"AWS_SECRET_ACCESS_KEY","user_confirmed":true})",
            "invalid_arguments");
        row("a server",
            R"({"operation":"prepare","service":"shop","server":"https://evil.test","user_confirmed":true})",
            "invalid_arguments");
        row("no such service", R"({"operation":"prepare","service":"nowhere","user_confirmed":true})",
            "unknown_action");
        row("no such scheme", R"({"operation":"prepare","service":"shop","scheme":"nope","user_confirmed":true})",
            "invalid_arguments");
        row("a slug with a way out", R"({"operation":"prepare","service":"shop","slug":"../x","user_confirmed":true})",
            "invalid_arguments");
        row("another operation", R"({"operation":"erase","service":"shop"})", "invalid_arguments");
        row("a text for a confirmation", R"({"operation":"prepare","service":"shop","user_confirmed":"true"})",
            "invalid_arguments");
    }
    void whatItMayNotPrepareIsRefusedAndRecorded() {
        QFETCH(QByteArray, arguments);
        QFETCH(QString, code);
        static Bench bench({"connections"});
        const std::size_t before = bench.records("denial").size();
        const Said said = bench.agent().tool("manage_connection", parseJson(arguments.toStdString())->as_object());
        QVERIFY2(said.code == code.toStdString(), said.raw.c_str());
        QCOMPARE(bench.records("denial").size(), before + 1);
        QVERIFY(bench.folder.read("ws/connections.yaml") == "(not readable)");
        for (const auto &record : bench.records("denial"))
            QVERIFY(json::serialize(governance::toJson(record)).find("hunter2") == std::string::npos);
    }
    void aServiceThatTheCallerMayNotFindHasNoConnections() {
        Bench bench({"connections"});
        bench.folder.write("ws/access.yaml", "grants:\n- {to: {role: agent}, allow: ['elsewhere.*']}\n");
        QVERIFY(bench.workspace->refresh());
        Agent agent = bench.agent();
        const Said said =
            agent.tool("manage_connection", {{"operation", "prepare"}, {"service", "shop"}, {"user_confirmed", true}});
        QCOMPARE(said.code, std::string("unknown_action"));
    }
};

QTEST_GUILESS_MAIN(TestTeaching)
#include "tst_teaching.moc"
