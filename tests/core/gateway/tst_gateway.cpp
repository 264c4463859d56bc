/// The whole gateway over a workspace: what a client finds, what a person watching sees, how it ends.

#include "gateway_client.h"

#include <fcntl.h>

using namespace actionscope;
using namespace actionscope::test;
using gateway::Gateway;

class TestGateway : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsAndActivates() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const auto gateway = expectValue(Gateway::start(*workspace, options()));
        const std::string session = open(*gateway);
        const json::value found =
            structured(send(*gateway, Wire::call(session, "gateway_search_actions", {{"query", "list orders"}})));
        QVERIFY(arrayMember(found, "results") && !arrayMember(found, "results")->empty());
        const std::string name(stringMember(arrayMember(found, "results")->front(), "name"));
        QVERIFY(name.starts_with("shop."));
        const json::value activated = structured(
            send(*gateway, Wire::call(session, "gateway_activate", {{"name", name}, {"user_confirmed", true}})));
        QVERIFY2(boolMember(activated, "activated"), json::serialize(activated).c_str());

        // What a person watching sees: the session, its activation, the frames without any value.
        const auto sessions = gateway->sessions();
        QCOMPARE(sessions.size(), std::size_t(1));
        QCOMPARE(sessions.front().client, std::string("tester 1"));
        QCOMPARE(sessions.front().activations.size(), std::size_t(1));
        const auto frames = gateway->frames(0, 100);
        // initialize, the search, and the activation after what it told the client.
        QCOMPARE(frames.size(), std::size_t(4));
        QCOMPARE(frames[1].what, std::string("tools/call gateway_search_actions"));
        QVERIFY(frames[1].summary.ends_with(" found"));
        QVERIFY(json::serialize(frames[1].shape).find("list orders") == std::string::npos);
        QVERIFY(json::serialize(frames[1].shape).find("query") != std::string::npos);
        QVERIFY(gateway->frames(frames.back().number, 100).empty());
        QCOMPARE(gateway->frames(0, 1).front().number, frames.back().number);
        const auto status = gateway->status();
        QVERIFY(status.running);
        QCOMPARE(status.searches, std::uint64_t(1));
        const auto cost = gateway->tokenCost();
        QVERIFY(cost.listed > 0 && cost.everything > 0 && cost.searchMax > 0);
        QCOMPARE(cost.listChanges, std::uint64_t(1));
        QVERIFY(cost.listedTools >= 3);

        gateway->endSession(session);
        QCOMPARE(send(*gateway, Wire::call(session, "gateway_search_actions", {{"query", "x"}})).status, 404);
        QVERIFY(gateway->sessions().empty());
    }

    void theFinderAnswersWithOneSearchInStages() {
        const Folder folder;
        std::string servers = "servers:\n";
        {
            const auto workspace = openShop(folder); // a service that is no server: never found here
            const auto import = [&](const std::string &name, const std::vector<Operation> &tools,
                                    const std::string &more = {}) {
                folder.write(name + ".json", openApi(name, tools));
                expectValue(workspace->import({(folder / (name + ".json")).string()}, {}, {}));
                servers += "  - {name: " + name + ", url: \"http://127.0.0.1:9/mcp\"" + more + "}\n";
            };
            import("weather",
                   {{"get",
                     "/now",
                     "weather_now",
                     "Weather now in a city",
                     {},
                     { "city",
                       "now" }},
                    {"get",
                     "/days",
                     "weather_forecast",
                     "Forecast of the weather of a city",
                     {},
                     { "city" }},
                    { "post",
                      "/alerts",
                      "alert_create",
                      "Create a storm alert",
                      {},
                      { "storm" } }},
                   ", tags: [outdoors]");
            import("travel", {{"get",
                               "/cities",
                               "city_list",
                               "List cities",
                               {},
                               { "city" }},
                              { "get",
                                "/climate",
                                "city_climate",
                                "Weather over the year in a city",
                                {},
                                { "city" } }});
            import("mail", {{ "post", "/mails", "mail_send", "Send a mail about the weather", {}, { "city" } }});
            import("idle",
                   {{ "get",
                      "/weather",
                      "weather_get",
                      "Weather now in a city",
                      {},
                      { "city" } }},
                   ", enabled: false");
        }
        folder.write("ws/servers.yaml", servers);
        const auto workspace = openShop(folder);
        auto finding = options();
        finding.facades = {"finder"};
        const auto gateway = expectValue(Gateway::start(*workspace, std::move(finding)));
        const std::string session = open(*gateway);
        const auto records = [&] {
            QTest::qWait(50); // posted records are on disk a few milliseconds later
            governance::AuditFilter filter;
            filter.kinds = {"search"};
            return expectValue(workspace->audit()->list(filter, 100)).records;
        };
        const auto find = [&](const json::object &arguments) {
            json::array found;
            const json::value answer =
                structured(send(*gateway, Wire::call(session, "intelligent_tool_finder", arguments)));
            if (const json::array *results = arrayMember(answer, "results"))
                for (const json::value &each : *results)
                    found.push_back(json::string(std::string(stringMember(each, "service_path")) + ' ' +
                                                 std::string(stringMember(each, "tool_name"))));
            return found;
        };

        // By default the best tool of each of the three best servers; the disabled one and the shop are no servers.
        const json::array found = find({{"natural_language_query", "weather now in a city"}});
        QCOMPARE(found.size(), std::size_t(3));
        QCOMPARE(found.at(0), json::value("/weather weather_now"));
        QCOMPARE(found.at(1), json::value("/travel city_climate"));
        QCOMPARE(found.at(2), json::value("/mail mail_send"));
        // One search, one record, with all that was shown in its order.
        auto recorded = records();
        QCOMPARE(recorded.size(), std::size_t(1));
        QCOMPARE(recorded.front().event.ranks.size(), std::size_t(3));
        QCOMPARE(recorded.front().event.ranks.at(1).name, std::string("travel.city_climate"));
        QCOMPARE(recorded.front().event.detail.at("services"), json::value(3));
        QCOMPARE(recorded.front().event.detail.at("per_service"), json::value(1));
        QCOMPARE(gateway->sessions().front().searches, std::uint64_t(1));

        // Several tools of one server; scores are of one search, so they compare.
        QCOMPARE(find({{"natural_language_query", "weather now in a city"}, {"top_k_services", 1}, {"top_n_tools", 2}}),
                 (json::array{"/weather weather_now", "/weather weather_forecast"}));
        // All tags must be there, the server's among them.
        QCOMPARE(
            find({{"natural_language_query", "weather"}, {"tags", {"city", "Outdoors"}}, {"top_n_tools", 5}}).size(),
            std::size_t(2));
        QVERIFY(find({{"natural_language_query", "weather"}, {"tags", {"city", "storm"}}}).empty());
        // Tags alone list, and that is recorded too; neither is refused.
        const json::array listed = find({{"tags", {"city"}}, {"top_k_services", 2}});
        QCOMPARE(listed, (json::array{"/mail mail_send", "/travel city_climate"}));
        recorded = records();
        QCOMPARE(recorded.size(), std::size_t(5));
        QCOMPARE(recorded.front().event.detail.at("tags"), json::value(json::array{"city"}));
        QCOMPARE(recorded.front().event.ranks.size(), std::size_t(2));
        QVERIFY(find({{"natural_language_query", " "}}).empty());
        QCOMPARE(records().size(), std::size_t(5));

        // A search finds nothing that a toggle hides.
        expectValue(workspace->setSearchable("weather", false));
        QCOMPARE(find({{"natural_language_query", "weather now in a city"}}).size(), std::size_t(2));
        QCOMPARE(find({{"tags", {"city"}}, {"top_k_services", 9}}).size(), std::size_t(2));
    }

    void asksForATokenThatIsNotRevoked() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const auto gateway = expectValue(Gateway::start(*workspace, options(true)));
        QCOMPARE(send(*gateway, {.body = Wire::initialize()}).status, 401);
        governance::TokenSpec spec;
        spec.name = "laptop";
        const auto issued = expectValue(workspace->tokens()->create(spec, {}));
        const std::string session = open(*gateway, issued.secret);
        QVERIFY(!session.empty());
        QCOMPARE(gateway->sessions().front().principal.name, std::string("laptop"));
        expectValue(workspace->tokens()->revoke("laptop", {}));
        QCOMPARE(send(*gateway, Wire::authorized(Wire::call(session, "gateway_search_actions"), issued.secret)).status,
                 401);
    }

    void pausesActivations() {
        const Folder folder;
        const auto workspace = openShop(folder);
        const auto gateway = expectValue(Gateway::start(*workspace, options()));
        std::atomic<int> told = 0;
        auto subscription = gateway->onChange([&] { ++told; });
        gateway->pauseActivations(true);
        QVERIFY(eventually([&] { return told > 0; }));
        QVERIFY(gateway->status().paused);
        const std::string session = open(*gateway);
        const json::value found =
            structured(send(*gateway, Wire::call(session, "gateway_search_actions", {{"query", "list orders"}})));
        const std::string name(stringMember(arrayMember(found, "results")->front(), "name"));
        const json::value refused = structured(
            send(*gateway, Wire::call(session, "gateway_activate", {{"name", name}, {"user_confirmed", true}})));
        QVERIFY(!boolMember(refused, "activated"));
        subscription = {};
        const int before = told;
        gateway->pauseActivations(false);
        QTest::qWait(250);
        QCOMPARE(told.load(), before);
    }

    void doesNotStartWhereItMayNot() {
        const Folder folder;
        const auto workspace = openShop(folder);
        auto beyond = options();
        beyond.listen = "0.0.0.0:0";
        QVERIFY(!Gateway::start(*workspace, std::move(beyond)));
        auto unknown = options();
        unknown.facades = {"no_such"};
        const auto refused = Gateway::start(*workspace, std::move(unknown));
        QVERIFY(!refused && refused.error().message.find("no_such") != std::string::npos);
        const auto gateway = expectValue(Gateway::start(*workspace, options()));
        auto taken = options();
        taken.listen = "127.0.0.1:" + std::to_string(portOf(*gateway));
        QVERIFY(!Gateway::start(*workspace, std::move(taken)));
    }

    void stopsOnceAndForAll() {
        const Folder folder;
        const auto workspace = openShop(folder);
        auto gateway = expectValue(Gateway::start(*workspace, options()));
        const std::string session = open(*gateway);
        WireConnection stream(portOf(*gateway));
        stream.send(Wire::get(session).text());
        QCOMPARE(stream.readHead().status, 200);
        gateway->stop();
        gateway->stop();
        QVERIFY(stream.closedByPeer());
        QVERIFY(!gateway->status().running);
        gateway.reset();
        // And again, on the same workspace.
        QVERIFY(Gateway::start(*workspace, options()));
    }

    void servesStandardInput() {
        const Folder folder;
        const auto workspace = openShop(folder);
        int in[2], out[2];
        QVERIFY(::pipe2(in, O_CLOEXEC) == 0 && ::pipe2(out, O_CLOEXEC) == 0);
        const std::string lines =
            Wire::initialize() + "\n" +
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gateway_search_actions","arguments":{"query":"list orders"}}})" +
            "\n";
        QVERIFY(::write(in[1], lines.data(), lines.size()) == ssize_t(lines.size()));
        ::close(in[1]);
        const auto served = Gateway::serveStdio(*workspace, options(), in[0], out[1], {});
        QVERIFY(served);
        ::close(out[1]);
        std::string said;
        char bytes[4096];
        for (ssize_t count = 0; (count = ::read(out[0], bytes, sizeof bytes)) > 0;)
            said.append(bytes, std::size_t(count));
        ::close(out[0]);
        ::close(in[0]);
        QCOMPARE(std::count(said.begin(), said.end(), '\n'), std::ptrdiff_t(2));
        QVERIFY(said.find("shop.") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestGateway)
#include "tst_gateway.moc"
