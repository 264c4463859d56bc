/// A session with the running gateway that finds, binds, calls, goes round in circles, loses its tool and finds it
/// again; and what a profile makes of it.
#include "gateway.h"
#include "gateway_agent.h"

#include <algorithm>

using namespace actionscope;
using namespace actionscope::test;

namespace {

const json::object Repository{{"owner", "acme"}, {"repo", "shop"}};
const char *const Milestones = "list the milestones of a repository";

bool lists(Agent &agent, std::string_view tool) {
    const Said said = agent.request("tools/list", {});
    return said.raw.find("\"name\":\"" + std::string(tool) + '"') != std::string::npos;
}
const json::array &results(const Said &said) {
    static const json::array None;
    const json::array *found = arrayMember(said.content, "results");
    return found ? *found : None;
}
std::string first(const Said &said, std::string_view key) {
    return results(said).empty() ? std::string() : std::string(stringMember(results(said).front(), key));
}
bool has(const Said &said, std::string_view name) {
    return std::ranges::any_of(results(said), [&](const json::value &r) { return stringMember(r, "name") == name; });
}
/// Waits for what a file's change brings: the gateway looks once a second.
template <class Condition> bool eventually(Condition condition) {
    for (int i = 0; i < 300; ++i) {
        if (condition())
            return true;
        QTest::qWait(100);
    }
    return false;
}
std::vector<json::value> records(const GatewayBench &bench, const QString &kind) {
    const Outcome listed = bench.in({"audit", "list", "--kind", kind, "--json"});
    Bench::expect(listed);
    const json::value document = listed.document();
    const json::array *list = document.is_array() ? &document.as_array() : arrayMember(document, "records");
    return list ? std::vector<json::value>(list->begin(), list->end()) : std::vector<json::value>();
}

} // namespace

class TestGatewaySession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// ST1, ST2, ST5 with the official SDK.
    void ST5_anAgentLosesItsToolToALoopAndFindsItAgain() {
        if (!haveCounterparts())
            QSKIP("the counterparts are not there; tests/system/counterparts.sh fetches them");
        GatewayBench bench;
        const std::string token = bench.token("agent", "agent");
        bench.serve({"--facade", "search_tools"});
        QProcess client;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("ACTIONSCOPE_COUNTERPARTS", counterparts());
        client.setProcessEnvironment(environment);
        client.start(counterparts() + "/node", {ACTIONSCOPE_SOURCE_DIR "/tests/system/clients/session.mjs",
                                                QString::fromStdString(bench.url()), QString::fromStdString(token)});
        QVERIFY(client.waitForFinished(60'000));
        std::map<std::string, std::string> steps;
        for (const QByteArray &line : client.readAllStandardOutput().split('\n'))
            if (const auto step = parseJson(line.toStdString()))
                steps[std::string(stringMember(*step, "step"))] = line.toStdString();
        const QByteArray problems = client.readAllStandardError();
        QVERIFY2(steps.contains("called_after"), problems.constData());
        const auto says = [&](const char *step, const char *what) {
            return steps[step].find(what) != std::string::npos;
        };
        QVERIFY(says("listed", "search_tools") && !says("listed", "harbor__milestones_list"));
        QVERIFY(says("found", R"("active":true)") && says("found", "input_schema"));
        QVERIFY(says("bound", "harbor__milestones_list"));
        QVERIFY(says("called", R"("error":false)") && !says("called", "loop_detected"));
        QVERIFY(!says("called_again", "loop_detected"));
        // The call of the loop ran; beside its result stands what to do.
        QVERIFY(says("looped", R"("error":false)") && says("looped", R"("path":"/repos/acme/shop/milestones")"));
        QVERIFY(says("looped", "loop_detected") && says("looped", "gateway_search_actions"));
        QVERIFY(!says("evicted", "harbor__milestones_list"));
        QVERIFY(says("refused", "not_active"));
        QVERIFY(says("found_again", R"("active":true)"));
        QVERIFY(says("found_again", R"("note":"You searched for nearly the same)"));
        QVERIFY(says("recovered", "harbor__milestones_list"));
        QVERIFY(says("called_after", R"("error":false)") && !says("called_after", "loop_detected"));
        QCOMPARE(bench.upstream().calls().size(), std::size_t(4));
        QCOMPARE(bench.stop(), 0);
        QCOMPARE(records(bench, "loop").size(), std::size_t(1));
        const auto ended = records(bench, "deactivate");
        QVERIFY(!ended.empty());
        QCOMPARE(stringMember(ended.front(), "outcome"), std::string_view("loop"));
        Bench::expect(bench.in({"audit", "verify"}));
    }

    /// ST5 over every way to call: the signal is where each one's client looks.
    void ST5_everyWayToCallIsGuarded() {
        GatewayBench bench;
        bench.write("ws/guidance.yaml",
                    "tools:\n  - match: \"harbor.labels_*\"\n    text: Labels change once a year.\n");
        const std::string token = bench.token("agent", "agent");
        bench.serve();
        Agent agent(bench.url(), token);
        agent.initialize();
        Said said;
        // Curated: always listed, so it is guided and stays.
        for (int i = 0; i < 4; ++i)
            said = agent.tool("harbor_read_actions", {{"action", "issues_list"}, {"params", Repository}});
        QVERIFY(!said.isError);
        QVERIFY2(member(said.content, "loop_detected"), said.raw.c_str());
        QVERIFY(!boolMember(*member(said.content, "loop_detected"), "activation_ended"));
        // By name, with the guidance of guidance.yaml.
        agent.tool("gateway_activate", {{"name", "harbor.labels_list"}});
        for (int i = 0; i < 3; ++i)
            said = agent.tool("gateway_call_action", {{"name", "harbor.labels_list"}, {"arguments", Repository}});
        QVERIFY(said.raw.find("Labels change once a year.") != std::string::npos);
        said = agent.tool("gateway_call_action", {{"name", "harbor.labels_list"}, {"arguments", Repository}});
        QCOMPARE(said.code, std::string("not_active"));
        // Over REST, without a session: the service's result as it is, the signal beside it.
        said = agent.rest("/tools/call", {{"call_ref", "tools.actionscope.activate"},
                                          {"arguments", {{"name", "harbor.milestones_list"}}}});
        const json::value *call = member(said.content, "call");
        QVERIFY2(call, said.raw.c_str());
        const std::string handle(stringMember(*member(*call, "result"), "activation"));
        const json::object again{
            {"call_ref", "harbor.milestones_list"}, {"arguments", Repository}, {"activation", handle}};
        for (int i = 0; i < 3; ++i)
            said = agent.rest("/tools/call", again);
        QCOMPARE(said.status, 200);
        QVERIFY2(member(*member(said.content, "call"), "loop_detected"), said.raw.c_str());
        QVERIFY(!member(*member(*member(said.content, "call"), "result"), "loop_detected"));
        QCOMPARE(agent.rest("/tools/call", again).code, std::string("not_active"));
        bench.stop();
        QCOMPARE(records(bench, "loop").size(), std::size_t(4));
    }

    /// ST1: experts first, what is always there left out; ST2 bind: none; ST3 always included; ST7 the allowlist.
    void ST1_aProfileDecidesWhatItsAgentsFindAndHave() {
        GatewayBench bench;
        bench.write("ws/profiles/support.yaml", "name: support\n"
                                                "experts: [harbor.milestones_create]\n"
                                                "allow: [\"harbor.milestones_*\", \"harbor.labels_list\"]\n"
                                                "always_include: [harbor.labels_list, driftbox.files_list]\n"
                                                "facades: [gateway, search_tools, activated]\n"
                                                "bind: none\n"
                                                "budgets: {session: 900}\n");
        const std::string support = bench.token("s", "agent", {"--profile", "support"});
        const std::string unknown = bench.token("u", "agent", {"--profile", "suport"});
        const std::string plain = bench.token("p", "agent");
        bench.serve();
        Agent agent(bench.url(), support);
        agent.initialize();
        // Active from the start; of a service that the profile does not allow, nothing.
        QVERIFY(lists(agent, "harbor__labels_list"));
        QVERIFY(!lists(agent, "driftbox__files_list"));
        QVERIFY(!lists(agent, "harbor_read_actions")); // the curated façade is not this profile's
        Said said = agent.tool("search_tools", {{"query", "create a milestone"}});
        QVERIFY2(first(said, "name") == "harbor.milestones_create", json::serialize(said.content).c_str());
        QCOMPARE(first(said, "tier"), std::string("expert"));
        QVERIFY(results(said).size() <= 5);
        QVERIFY(member(results(said).front(), "input_schema"));
        for (const json::value &result : results(said)) {
            QVERIFY(!boolMember(result, "active"));
            QVERIFY(stringMember(result, "name").starts_with("harbor.milestones_"));
        }
        said = agent.tool("search_tools", {{"query", "list labels"}});
        QVERIFY(!has(said, "harbor.labels_list"));
        QVERIFY(said.raw.find("always_available") != std::string::npos);
        // ST9: the budget is nearly gone, and the client is told.
        QVERIFY2(said.raw.find("token_budget") != std::string::npos, said.raw.c_str());
        // Not by its name either.
        QCOMPARE(agent.tool("gateway_activate", {{"name", "harbor.issues_list"}}).code, std::string("not_visible"));
        // What is always included stays through a loop.
        for (int i = 0; i < 4; ++i)
            said = agent.tool("harbor__labels_list", Repository);
        QVERIFY(said.raw.find("loop_detected") != std::string::npos && lists(agent, "harbor__labels_list"));

        // A name that is none gives nothing, and says why.
        Agent nobody(bench.url(), unknown);
        nobody.initialize();
        said = nobody.tool("gateway_search_actions", {{"query", Milestones}});
        QCOMPARE(said.code, std::string("permission_denied"));
        QVERIFY(said.raw.find("suport") != std::string::npos);
        QVERIFY(nobody.tool("harbor_read_actions", {{"action", "issues_list"}, {"params", Repository}}).isError);
        QCOMPARE(nobody.tool("search_tools", {{"query", "x"}}).rpcError,
                 std::int64_t(-32602)); // no façade of everybody's
        // Without a profile nothing is narrowed.
        Agent free(bench.url(), plain);
        free.initialize();
        QVERIFY(has(free.tool("gateway_search_actions", {{"query", "upload a file"}}), "driftbox.files_upload") ||
                !results(free.tool("gateway_search_actions", {{"query", "upload a file"}})).empty());

        // The profile is followed while the gateway runs, and a broken file leaves it as it was.
        bench.write("ws/profiles/support.yaml",
                    "name: support\nallow: [harbor]\nalways_include: [harbor.milestones_list]\n");
        QVERIFY(eventually([&] { return lists(agent, "harbor__milestones_list"); }));
        QVERIFY(lists(agent, "harbor_read_actions"));
        bench.write("ws/profiles/support.yaml", "name: support\nallow: {harbor: yes}\n");
        QTest::qWait(2500);
        QVERIFY(lists(agent, "harbor__milestones_list"));
        QVERIFY(!has(agent.tool("gateway_search_actions", {{"query", "upload a file"}}), "driftbox.files_upload"));
        bench.write("ws/profiles/support.yaml", "name: support\nallow: []\n");
        QVERIFY(eventually([&] {
            return agent.tool("gateway_search_actions", {{"query", Milestones}}).code == "permission_denied";
        }));
        QVERIFY(agent.tool("gateway_search_actions", {{"query", Milestones}}).raw.find("allows nothing") !=
                std::string::npos);
        bench.stop();
    }

    /// A profile that names what there is not is a finding with its place.
    void ST1_lintNamesWhatAProfileHasWrong() {
        GatewayBench bench;
        bench.write("ws/profiles/a.yaml", "name: a\nexperts: [harbor.milestones_lst]\nsearch_preset: fastest\n");
        bench.write("ws/profiles/b.yaml", "name: b\nallow: []\n");
        const Outcome found = bench.in({"lint"});
        QVERIFY2(found.all().find("a.yaml:2:11") != std::string::npos, found.all().c_str());
        QVERIFY(found.all().find("harbor.milestones_list") != std::string::npos); // the nearest
        QVERIFY(found.all().find("a.yaml:3:16") != std::string::npos);
        QVERIFY(found.all().find("`allow` is empty") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestGatewaySession)
#include "tst_gateway_session.moc"
