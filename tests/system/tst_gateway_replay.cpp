/// BX10 and BX8 against the running program: an agent's session through the gateway, replayed from the log afterwards,
/// run again under another configuration; heads of the chain kept elsewhere while it runs.

#include "gateway.h"
#include "gateway_agent.h"

using namespace actionscope;
using namespace actionscope::test;

namespace {

std::vector<std::string> kinds(const json::value &document) {
    std::vector<std::string> list;
    for (const json::value &step : document.at("steps").as_array())
        list.emplace_back(stringMember(step, "kind"));
    return list;
}

const json::value *stepOf(const json::value &document, std::string_view kind) {
    for (const json::value &step : document.at("steps").as_array())
        if (stringMember(step, "kind") == kind)
            return &step;
    return nullptr;
}

} // namespace

class TestGatewayReplay : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSessionIsReplayedAndRunAgain() {
        GatewayBench bench;
        bench.write("ws/actionscope.yaml",
                    bench.read("ws/actionscope.yaml") + "\naudit:\n  heads: {file: ../heads.jsonl, every: 1s}\n");
        const std::string token = bench.token("worker", "agent");
        bench.serve();
        Agent agent(bench.url(), token);
        agent.initialize();
        QVERIFY(!agent.request("tools/list", {}).raw.empty());
        const Said found = agent.tool("gateway_search_actions", {{"query", "which milestones are there"}});
        const json::array *results = arrayMember(found.content, "results");
        QVERIFY(results && !results->empty());
        QVERIFY(!agent.tool("gateway_activate", {{"name", "harbor.milestones_list"}}).isError);
        const Said called =
            agent.tool("gateway_call_action", {{"name", "harbor.milestones_list"},
                                               {"arguments", {{"owner", "acme"}, {"repo", "shop-canary-7"}}}});
        QVERIFY2(!called.isError, called.raw.c_str());
        const Said refused =
            agent.tool("gateway_call_action", {{"name", "harbor.milestones_delete"}, {"arguments", {}}});
        QVERIFY(refused.isError);
        // What the phrase means brings the right one to the top: keywords alone do not.
        agent.tool("gateway_search_actions", {{"query", "get rid of a repository"}});
        QCOMPARE(bench.stop(), 0);

        const Outcome listed = bench.in({"sessions", "--json"});
        EXPECT_STATUS(listed, 0);
        const json::value list = listed.document();
        const json::array &sessions = list.at("sessions").as_array();
        QCOMPARE(sessions.size(), std::size_t(1));
        QCOMPARE(stringMember(sessions[0], "client"), std::string_view("test 1"));
        QCOMPARE(sessions[0].at("searches").to_number<int>(), 2);
        QCOMPARE(sessions[0].at("calls").to_number<int>(), 1);
        const QString id = QString::fromStdString(std::string(stringMember(sessions[0], "id")));
        QCOMPARE(id.toStdString(), agent.session());

        const Outcome shown = bench.in({"replay", id, "--json"});
        EXPECT_STATUS(shown, 0);
        const json::value replay = shown.document();
        const auto steps = kinds(replay);
        QCOMPARE(steps.front(), std::string("started"));
        QCOMPARE(steps.back(), std::string("ended"));
        for (const char *kind : {"list", "search", "activation", "call", "denial"})
            QVERIFY2(stepOf(replay, kind) != nullptr, kind);
        QVERIFY(replay.at("chain").at("intact").as_bool() && replay.at("context_tokens").to_number<int>() > 0);
        const json::value &search = *stepOf(replay, "search");
        QCOMPARE(search.at("search").at("hits").as_array().size(), results->size());
        const json::value &first = search.at("search").at("hits").as_array().front();
        QCOMPARE(stringMember(first, "name"), stringMember(results->front(), "name"));
        QCOMPARE(first.at("score").to_number<double>(), results->front().at("score").to_number<double>());
        QVERIFY(!first.at("parts").as_object().empty());
        QCOMPARE(stringMember(search, "lacks"), std::string_view());
        // What the record says of the answer's size is what was sent, within a tenth or so.
        const double sent = double(json::serialize(found.content).size()) / 4;
        const double said = search.at("tokens").to_number<double>();
        QVERIFY2(said > sent * 0.85 && said < sent * 1.15, (std::to_string(said) + " " + std::to_string(sent)).c_str());
        const json::value &call = *stepOf(replay, "call");
        QCOMPARE(call.at("call").at("status").to_number<int>(), 200);
        QVERIFY(shown.out.find("shop-canary-7") == std::string::npos); // shapes, never values

        // Run again: as it was, nothing differs; by keywords and under a policy, it does.
        const Outcome same = bench.in({"replay", id, "--preset", "default", "--json"});
        QCOMPARE(same.document().at("again").at("summary").at("reranked").to_number<int>(), 0);
        const Outcome other = bench.in({"replay", id, "--preset", "keywords", "--json"});
        EXPECT_STATUS(other, 0);
        const json::value again = other.document().at("again");
        QVERIFY2(again.at("summary").at("reranked").to_number<int>() >= 1, json::serialize(again).c_str());
        QVERIFY(!again.at("assumptions").as_array().empty());
        bench.write("draft.yaml", "layer: organisation\nrules:\n"
                                  "- {name: slow, match: {action: milestones_list}, effect: approve}\n");
        const Outcome policy = bench.in({"replay", id, "--policy", "draft.yaml", "--budget", "10", "--json"});
        EXPECT_STATUS(policy, 0);
        const json::value summary = policy.document().at("again").at("summary");
        QVERIFY(summary.at("waits").to_number<int>() >= 1);
        QVERIFY(!summary.at("over_budget_at").is_null());
        const Outcome tried = bench.in({"policy", "test", "draft.yaml"});
        QVERIFY2(tried.out.find("1 call would have waited for approval") != std::string::npos, tried.all().c_str());
        QVERIFY(tried.out.find(id.toStdString()) != std::string::npos);

        const Outcome plain = bench.in({"replay", id, "--preset", "keywords"});
        EXPECT_STATUS(plain, 0);
        QVERIFY2(plain.out.find("What would have differed") != std::string::npos, plain.all().c_str());
        EXPECT_STATUS(bench.in({"replay", "s-unknown"}), 1);
        EXPECT_STATUS(bench.in({"replay", id, "--preset", "nonsense"}), 1);
        EXPECT_STATUS(bench.in({"replay", id, "--budget", "0"}), 2);

        // While it ran, and when it ended, the head was kept where the log is not.
        const Outcome heads = bench.in({"audit", "verify", "--heads", "heads.jsonl", "--json"});
        EXPECT_STATUS(heads, 0);
        QVERIFY(heads.document().at("heads").at("checked").to_number<int>() >= 1);
        EXPECT_STATUS(bench.in({"audit", "heads"}), 0);
        bench.write("forged.jsonl", "{\"head\":\"2:" + std::string(64, 'a') + "\"}\n");
        const Outcome forged = bench.in({"audit", "verify", "--heads", "forged.jsonl"});
        EXPECT_STATUS(forged, 1);
        QVERIFY2(forged.says("another record stands in its place"), forged.all().c_str());
        EXPECT_STATUS(bench.in({"audit", "verify", "--heads", "missing.jsonl"}), 1);
    }
};

QTEST_GUILESS_MAIN(TestGatewayReplay)
#include "tst_gateway_replay.moc"
