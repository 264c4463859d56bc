/// `search_tools`: its tiers, what it binds, and what a profile changes of it (ST1, ST2, ST6, ST9).

#include "gateway/facades/search_tools.h"
#include "gateway_shop.h"

#include <algorithm>

using namespace actionscope;
using namespace actionscope::test;

namespace {

class Bench : public GatewayShop {
public:
    explicit Bench(const std::string &profile = {}, const std::string &settings = {}, const std::string &curated = {}) {
        if (!profile.empty())
            folder.write("ws/profiles/clerk.yaml", "name: clerk\n" + profile);
        if (!curated.empty())
            folder.write("ws/catalogs/shop.yaml", curated);
        folder.write("ws/actionscope.yaml", "gateway:\n  facades: [search_tools]\n" + settings);
        reopen();
        start(gateway::optionsOf(workspace->snapshot()->settings));
    }
    Agent agent(const std::string &profile = {}) {
        governance::TokenSpec spec;
        spec.profile = profile;
        Agent made = agentWith(std::move(spec));
        made.initialize();
        return made;
    }
};

Said search(Agent &agent, std::string_view query) { return agent.tool("search_tools", {{"query", query}}); }

std::vector<std::string> values(const Said &said, std::string_view key) {
    std::vector<std::string> out;
    if (const json::array *results = arrayMember(said.content, "results"))
        for (const json::value &result : *results)
            out.emplace_back(stringMember(result, key));
    return out;
}
const json::value *result(const Said &said, std::string_view name) {
    if (const json::array *results = arrayMember(said.content, "results"))
        for (const json::value &one : *results)
            if (stringMember(one, "name") == name)
                return &one;
    return nullptr;
}
bool isActive(const Said &said, std::string_view name) {
    const json::value *one = result(said, name);
    return one != nullptr && boolMember(*one, "active");
}

} // namespace

class SearchToolsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ST1_theFiveBestWithTheirSchemas() {
        Bench bench;
        Agent agent = bench.agent();
        const Said said = search(agent, "list unpaid invoices");
        QVERIFY2(!said.isError, said.raw.c_str());
        QCOMPARE(values(said, "name").front(), std::string("shop.invoices_list"));
        QCOMPARE(values(said, "call_as").front(), std::string("shop__invoices_list"));
        QVERIFY(values(said, "name").size() <= 5);
        for (const std::string &tier : values(said, "tier"))
            QCOMPARE(tier, std::string("catalog"));
        QVERIFY(result(said, "shop.invoices_list")->at("input_schema").at("type") == "object");
        QTRY_COMPARE(bench.records("search").size(), std::size_t(1)); // one search, whatever it asked inside
        QCOMPARE(bench.records("search").front().event.ranks.size(), values(said, "name").size());
    }

    void ST1_anExpertOfTheProfileComesFirst() {
        Bench bench("experts: [shop.orders_update]\n");
        Agent clerk = bench.agent("clerk"), other = bench.agent();
        const Said said = search(clerk, "order");
        QCOMPARE(values(said, "name").front(), std::string("shop.orders_update"));
        QCOMPARE(values(said, "tier").front(), std::string("expert"));
        auto names = values(said, "name");
        std::sort(names.begin(), names.end());
        QVERIFY(std::adjacent_find(names.begin(), names.end()) == names.end()); // the earlier tier has it, once
        const auto tiers = values(search(other, "order"), "tier");
        QVERIFY(std::ranges::find(tiers, "expert") == tiers.end());
    }

    void ST1_whatIsAlwaysThereIsLeftOutAndNamed() {
        const std::string curated =
            "service: shop\ncurated:\n  - action: invoices_list\n    description: All invoices\n";
        Bench bench("facades: [search_tools]\nalways_include: [shop.orders_get]\n", {}, curated);
        Agent other = bench.agent();
        Said said = search(other, "list invoices");
        QVERIFY(result(said, "shop.invoices_list") == nullptr); // listed in shop_read_actions
        QVERIFY(said.raw.find(R"("always_available":["shop.invoices_list")") != std::string::npos);
        // Where the curated tools are not listed it is found, in the tier of its own.
        Agent clerk = bench.agent("clerk");
        said = search(clerk, "list invoices");
        QVERIFY2(result(said, "shop.invoices_list"), said.raw.c_str());
        QCOMPARE(stringMember(*result(said, "shop.invoices_list"), "tier"), std::string_view("system"));
        said = search(clerk, "look at one order");
        QVERIFY(result(said, "shop.orders_get") == nullptr);
        QVERIFY(said.raw.find("always_available") != std::string::npos);
        // The tools of the gateway itself, where they are listed.
        QVERIFY(search(other, "activate an action").raw.find(R"("gateway_activate")") != std::string::npos);
        QVERIFY(search(clerk, "activate an action").raw.find(R"("gateway_activate")") == std::string::npos);
    }

    void ST1_itsOwnToolsAreMatchedBothWays() {
        gateway::ToolDefinition search, activate;
        search.name = "gateway_search_actions";
        search.title = "Search actions";
        activate.name = "manage_connection";
        activate.title = "Connections";
        const gateway::OwnTools own(std::array{search, activate});
        QCOMPARE(own.matching("connections"), std::vector<std::string>{"manage_connection"});
        // Half of the tool's words in a long query.
        QCOMPARE(own.matching("please manage every single connection that we have with our many suppliers"),
                 std::vector<std::string>{"manage_connection"});
        QVERIFY(own.matching("invoices of last year").empty());
        QVERIFY(own.matching("").empty());
    }

    void ST2_whatReadsIsBoundOnceAndRefreshed() {
        Bench bench;
        Agent agent = bench.agent();
        Said said = search(agent, "list orders");
        QVERIFY(isActive(said, "shop.orders_list"));
        for (const json::value &one : said.content.at("results").as_array())
            QCOMPARE(boolMember(one, "active"), stringMember(one, "risk") == "read");
        std::size_t bound = 0;
        QTRY_VERIFY((bound = bench.records("activation").size()) >= 1);
        const auto before = bench.gateway->sessions().front().activations;
        said = search(agent, "list orders");
        QVERIFY(isActive(said, "shop.orders_list"));
        QCOMPARE(bench.records("activation").size(), bound); // idempotent
        const auto after = bench.gateway->sessions().front().activations;
        QCOMPARE(after.size(), before.size());
        QCOMPARE(after.front().handle, before.front().handle);
        QVERIFY(after.front().lastUse >= before.front().lastUse);
        // ST9: what is bound is measured.
        QVERIFY(bench.gateway->sessions().front().tokens.bound > 0);
        QVERIFY(bench.gateway->sessions().front().tokens.searches > 0);
        // What writes needs its confirmation all the same.
        QCOMPARE(
            agent.tool("gateway_call_action", {{"name", "shop.orders_create"}, {"arguments", json::object()}}).code,
            std::string("not_active"));
    }

    void ST2_noneBindsNothing_data() {
        QTest::addColumn<std::string>("profile");
        QTest::addColumn<std::string>("settings");
        QTest::addColumn<std::string>("of");
        QTest::addColumn<bool>("binds");
        using Text = std::string;
        QTest::newRow("by the setting") << Text() << Text("  bind: none\n") << Text() << false;
        QTest::newRow("by the profile") << Text("bind: none\n") << Text() << Text("clerk") << false;
        QTest::newRow("the profile goes before")
            << Text("bind: read\n") << Text("  bind: none\n") << Text("clerk") << true;
    }
    void ST2_noneBindsNothing() {
        QFETCH(std::string, profile);
        QFETCH(std::string, settings);
        QFETCH(std::string, of);
        QFETCH(bool, binds);
        Bench bench(profile, settings);
        Agent agent = bench.agent(of);
        QCOMPARE(isActive(search(agent, "list orders"), "shop.orders_list"), binds);
        QCOMPARE(bench.gateway->sessions().front().activations.empty(), !binds);
    }

    void ST6_repeatingItIsNoted() {
        Bench bench;
        Agent agent = bench.agent();
        QVERIFY(search(agent, "list the orders").content.as_object().if_contains("note") == nullptr);
        const Said again = search(agent, "orders list");
        QVERIFY(!values(again, "name").empty()); // it answers all the same
        QVERIFY(stringMember(again.content, "note").find("s-") != std::string_view::npos);
        QTRY_COMPARE(bench.records("search").size(), std::size_t(2)); // records are gathered for some milliseconds
        QVERIFY(bench.records("search").front().event.detail.contains("repeats"));
        QCOMPARE(bench.gateway->sessions().front().redundantSearches, std::uint64_t(1));
    }

    void ST9_aProfileLimitsSearchesAndTools() {
        Bench bench("limits: {searches_per_hour: 2, tool_cache: 1}\n");
        Agent agent = bench.agent("clerk");
        QVERIFY(!search(agent, "list orders").isError);
        QVERIFY(!search(agent, "unpaid invoices").isError);
        QCOMPARE(search(agent, "anything else").code, std::string("rate_limited"));
        QCOMPARE(bench.gateway->sessions().front().activations.size(), std::size_t(1));
        const WireAnswer metrics = agent.get("/metrics");
        if (metrics.status == 200) {
            QVERIFY(metrics.body.find("actionscope_session_tokens{kind=\"bound\"}") != std::string::npos);
            QVERIFY(metrics.body.find("actionscope_session_activations 1") != std::string::npos);
        }
    }

    void ST1_withoutTheSettingThereIsNone() {
        const Folder folder;
        const auto workspace = openShop(folder);
        gateway::GatewayOptions options;
        options.listen = "127.0.0.1:0";
        options.authenticate = false;
        const auto gateway = expectValue(gateway::Gateway::start(*workspace, std::move(options)));
        Agent agent(gateway->url(), {});
        agent.initialize();
        QCOMPARE(search(agent, "orders").rpcError, std::int64_t(-32602));
        QVERIFY(agent.request("tools/list", {}).raw.find("search_tools") == std::string::npos);
    }
};

QTEST_GUILESS_MAIN(SearchToolsTest)
#include "tst_search_tools.moc"
