/// Secrets and personal data planted wherever an agent, an upstream or a person can put them; then every artefact of
/// the gateway is searched. They belong into the request to the upstream and nowhere else.

#include "gateway.h"
#include "gateway_agent.h"

using namespace actionscope;
using namespace actionscope::test;

namespace {

constexpr const char *Given[] = {"jo.canary@example.org", "+49 30 9018 2045", "DE89 3704 0044 0532 0130 00",
                                 "4111 1111 1111 1111"};
constexpr const char *Answered[] = {"ida.canary@example.net", "+44 20 7946 0958", "GB82 WEST 1234 5698 7654 32",
                                    "5500 0055 5555 5559"};

std::string compact(std::string text) {
    std::erase(text, ' ');
    return text;
}
/// As it stands, without blanks, and percent-encoded.
std::vector<std::string> spellings(const std::string &canary) {
    return {canary, compact(canary), QUrl::toPercentEncoding(QString::fromStdString(canary)).toStdString()};
}
bool holds(const std::string &bytes, const std::string &canary) {
    const auto all = spellings(canary);
    return std::any_of(all.begin(), all.end(),
                       [&](const std::string &one) { return bytes.find(one) != std::string::npos; });
}

std::string given() { return std::string(Given[0]) + ", " + Given[1] + ", " + Given[2] + ", " + Given[3]; }

/// Answers with what it got, the credential included, and with personal data of its own; `labels` fail.
void upstream(const HttpCall &call, HttpServer::Peer &peer) {
    json::object answer{{"echo", call.target + ' ' + call.body + ' ' + call.header("authorization")},
                        {"email", Answered[0]},
                        {"phone", Answered[1]},
                        {"note", std::string("Pay to ") + Answered[2] + " or by card " + Answered[3] + "."}};
    const bool failing = call.target.find("/labels") != std::string::npos;
    if (call.target.find("/branches") != std::string::npos)
        return peer.reset();
    peer.answer(failing ? "500 Internal Server Error" : "200 OK", json::serialize(answer));
}

} // namespace

class TestGatewayCanary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_agentToken = m_bench.token("helper", "agent");
        m_approverToken = m_bench.token("olga", "approver");
        m_bench.serve();
        m_agent = std::make_unique<Agent>(m_bench.url(), m_agentToken);
        m_agent->initialize();
    }

    void nothingLeaks() {
        const std::string all = given();
        const json::object place{{"owner", "acme"}, {"repo", "shop"}};
        const auto with = [&](json::object more) {
            json::object whole = place;
            for (auto &entry : more)
                whole[entry.key()] = entry.value();
            return whole;
        };
        tool("gateway_search_actions", {{"query", "tell " + all + " about milestones"}});
        for (const char *name : {"harbor.milestones_create", "harbor.labels_list", "harbor.branches_list",
                                 "harbor.repositories_delete", "harbor.milestones_list"})
            tool("gateway_activate", {{"name", name}, {"user_confirmed", true}, {"reason", "for " + all}});
        // Answered, refused by the schema, failed upstream, cut off upstream, unknown, waiting.
        const auto call = [&](const char *name, json::object arguments) {
            tool("gateway_call_action",
                 {{"name", name}, {"arguments", std::move(arguments)}, {"reason", "for " + all}});
        };
        call("harbor.milestones_create", with({{"title", all}}));
        call("harbor.milestones_create", with({{"title", json::array{all}}}));
        call("harbor.milestones_list", with({{"state", all}}));
        call("harbor.labels_list", with({{"owner", Given[0]}}));
        call("harbor.branches_list", with({{"owner", Given[0]}}));
        call(all.c_str(), place);
        call("harbor.repositories_delete", with({{"repo", Given[0]}}));
        tool("harbor_write_actions",
             {{"action", "issues_create"}, {"params", with({{"title", all}})}, {"user_confirmed", true}});
        tool("harbor_read_actions", {{"action", all}, {"params", place}});
        said(m_agent->rest("/tools/discover", {{"use_cases", json::array{all}}}));
        said(m_agent->rest("/tools/call",
                           {{"call_ref", "harbor.issues_list"}, {"arguments", with({{"owner", Given[0]}})}}));
        said(m_agent->rest("/tools/call", {{"call_ref", "harbor." + all}, {"arguments", place}}));
        m_said += m_agent->get("/search?query=" + spellings(Given[0])[2]).body;
        m_said += Agent(m_bench.url(), std::string(GatewayBench::Secret)).get("/search?query=x").body;
        m_said += m_agent->get("/metrics").body;

        // What was planted came where it belongs: a search that finds nothing anywhere proves nothing.
        std::string received;
        for (const HttpCall &request : m_bench.upstream().calls())
            received += request.target + request.body + request.header("authorization");
        for (const char *canary : Given)
            QVERIFY2(holds(received, canary), canary);
        QVERIFY(holds(received, GatewayBench::Secret));

        // The agent gets back nothing personal of the upstream, and no credential.
        for (const char *canary : Answered)
            absent("what the agent was told", m_said, canary);
        absent("what the agent was told", m_said, GatewayBench::Secret);

        m_bench.setVariable("ACTIONSCOPE_TOKEN", m_approverToken.c_str());
        const std::string approvals = m_bench.in({"approvals", "list", "--json"}).out;
        QVERIFY(approvals.find("repositories_delete") != std::string::npos);
        m_bench.removeVariable("ACTIONSCOPE_TOKEN");
        artefact("approvals list", approvals);
        searchFiles(); // while it runs, with what has not been moved into the database yet
        QCOMPARE(m_bench.stop(), 0);
        searchFiles();
        artefact("the gateway's log", m_bench.log());
        for (const char *format : {"jsonl", "csv"}) {
            const Outcome exported = m_bench.in({"audit", "export", "--format", format});
            EXPECT_STATUS(exported, 0);
            QVERIFY(exported.out.find("milestones_create") != std::string::npos);
            artefact(format, exported.out);
        }
        EXPECT_STATUS(m_bench.in({"audit", "verify"}), 0);
        QVERIFY2(m_found.isEmpty(), qPrintable("\n" + m_found.join('\n')));
    }

    void withoutPrivacyTheUpstreamsDataIsSeen() {
        // The control: the same answers, searched the same way, where nothing is replaced.
        m_bench.write("ws/actionscope.yaml", m_bench.read("ws/actionscope.yaml") + "\nprivacy: false\n");
        m_bench.serve();
        Agent agent(m_bench.url(), m_agentToken);
        agent.initialize();
        const Said said = agent.tool("harbor_read_actions",
                                     {{"action", "issues_list"}, {"params", {{"owner", "acme"}, {"repo", "shop"}}}});
        for (const char *canary : Answered)
            QVERIFY2(holds(said.raw, canary), said.raw.c_str());
        QVERIFY(!holds(said.raw, GatewayBench::Secret)); // credentials are taken out in any case
        QCOMPARE(m_bench.stop(), 0);
    }

private:
    void tool(std::string_view name, json::object arguments) { said(m_agent->tool(name, std::move(arguments))); }
    void said(const Said &answer) { m_said += answer.raw + '\n'; }
    void absent(const std::string &where, const std::string &bytes, const std::string &canary) {
        const auto all = spellings(canary);
        for (const std::string &one : all) {
            const std::size_t at = bytes.find(one);
            if (at == std::string::npos)
                continue;
            const std::size_t from = at < 120 ? 0 : at - 120;
            m_found << QString::fromUtf8((where + ": …" + bytes.substr(from, 240)).c_str()).simplified();
            return;
        }
    }
    void artefact(const std::string &where, const std::string &bytes) {
        for (const char *canary : Given)
            absent(where, bytes, canary);
        for (const char *canary : Answered)
            absent(where, bytes, canary);
        for (const std::string &secret : {std::string(GatewayBench::Secret), m_agentToken, m_approverToken})
            absent(where, bytes, secret);
    }
    void searchFiles() {
        int files = 0;
        for (const auto &entry : std::filesystem::recursive_directory_iterator(m_bench.path("ws"))) {
            if (!entry.is_regular_file())
                continue;
            ++files;
            const std::string name = entry.path().lexically_relative(m_bench.path()).string();
            artefact(name, m_bench.read(name));
        }
        QVERIFY(files > 5);
    }

    GatewayBench m_bench{&upstream};
    std::string m_agentToken, m_approverToken, m_said;
    std::unique_ptr<Agent> m_agent;
    QStringList m_found;
};

QTEST_GUILESS_MAIN(TestGatewayCanary)
#include "tst_gateway_canary.moc"
