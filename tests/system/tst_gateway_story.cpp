#include "gateway.h"

using namespace actionscope;
using namespace actionscope::test;

namespace {

/// The client's steps as they come.
class Story {
public:
    Story(const GatewayBench &bench, const std::string &token) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("ACTIONSCOPE_COUNTERPARTS", counterparts());
        m_client.setProcessEnvironment(environment);
        m_client.start(counterparts() + "/node", {ACTIONSCOPE_SOURCE_DIR "/tests/system/clients/story.mjs",
                                                  QString::fromStdString(bench.url()), QString::fromStdString(token)});
        m_client.waitForStarted();
    }
    ~Story() {
        m_client.kill();
        m_client.waitForFinished();
    }
    /// The next step; fails the test when it is another one.
    json::value next(const char *step) {
        QElapsedTimer clock;
        clock.start();
        while (!m_client.canReadLine() && clock.elapsed() < 60'000) {
            if (m_client.state() != QProcess::Running && !m_client.canReadLine())
                break;
            m_client.waitForReadyRead(100);
        }
        auto parsed = parseJson(m_client.readLine().toStdString());
        if (!parsed || stringMember(*parsed, "step") != step) {
            const std::string message = std::string("expected the step ") + step + ", got " +
                                        (parsed ? json::serialize(*parsed) : std::string("nothing")) + '\n' +
                                        m_client.readAllStandardError().toStdString();
            QTest::qFail(message.c_str(), __FILE__, __LINE__);
            return json::object();
        }
        return *parsed;
    }
    void go() { m_client.write("go\n"); }
    int end() {
        m_client.waitForFinished(20'000);
        return m_client.exitCode();
    }

private:
    QProcess m_client;
};

json::value contentOf(const json::value &step) {
    const json::value *content = member(step, "content");
    return content ? *content : json::value();
}
std::string codeOf(const json::value &step) {
    const json::value content = contentOf(step);
    return std::string(stringMember(content, "code"));
}
bool lists(const json::value &step, std::string_view tool) {
    const json::array *tools = arrayMember(step, "tools");
    return tools && std::any_of(tools->begin(), tools->end(),
                                [&](const json::value &name) { return name.is_string() && name.as_string() == tool; });
}

} // namespace

/// An agent with the official SDK, an administrator, and the log afterwards.
class TestGatewayStory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void searchActivateCallWaitApproveDoneProved() {
        if (!haveCounterparts())
            QSKIP("the counterparts are not there; tests/system/counterparts.sh fetches them");
        GatewayBench bench;
        const std::string agent = bench.token("ci-helper", "agent"), approver = bench.token("ana", "approver");
        bench.serve();
        Story story(bench, agent);
        story.next("connected");
        const json::value listed = story.next("listed");
        QVERIFY(lists(listed, "gateway_search_actions") && lists(listed, "harbor_read_actions"));
        QVERIFY(!lists(listed, "harbor__milestones_list"));

        const json::value searchStep = story.next("search");
        const json::value search = contentOf(searchStep);
        const json::array *results = arrayMember(search, "results");
        QVERIFY(results && !results->empty());
        QCOMPARE(stringMember(results->front(), "name"), std::string_view("harbor.milestones_list"));
        const json::value nothing = contentOf(story.next("nothing"));
        QVERIFY(arrayMember(nothing, "results")->empty());
        QVERIFY(!stringMember(nothing, "hint").empty());

        QCOMPARE(codeOf(story.next("not_active")), std::string("not_active"));
        const json::value read = story.next("activate_read");
        QCOMPARE(stringMember(contentOf(read), "wire_name"), std::string_view("harbor__milestones_list"));
        QCOMPARE(read.at("changes").as_int64(), 1); // told once
        QVERIFY(lists(story.next("listed_after"), "harbor__milestones_list"));
        const json::value called = story.next("call_read");
        QVERIFY(!called.at("error").as_bool());
        QCOMPARE(stringMember(contentOf(called), "path"), std::string_view("/repos/acme/shop/milestones"));

        QVERIFY(!story.next("curated_read").at("error").as_bool());
        QCOMPARE(codeOf(story.next("curated_write_unconfirmed")), std::string("confirmation_required"));
        QVERIFY(!story.next("curated_write").at("error").as_bool());
        QCOMPARE(codeOf(story.next("curated_not_listed")), std::string("unknown_action"));

        const json::value unconfirmed = story.next("activate_write_unconfirmed");
        QCOMPARE(codeOf(unconfirmed), std::string("confirmation_required"));
        QVERIFY(!stringMember(contentOf(unconfirmed), "consequence").empty());
        QVERIFY(story.next("activate_write_text").at("error").as_bool()); // "true" is a text, no confirmation
        QCOMPARE(story.next("activate_write").at("changes").as_int64(), 2);
        QCOMPARE(codeOf(story.next("call_write_invalid")), std::string("invalid_arguments"));
        QVERIFY(!story.next("call_write").at("error").as_bool());

        story.next("activate_catastrophic");
        const json::value waits = story.next("waits");
        QCOMPARE(codeOf(waits), std::string("approval_required"));
        const json::value waiting = contentOf(waits);
        const QString id = QString::fromStdString(std::string(stringMember(waiting, "approval_id")));
        const std::size_t before = bench.upstream().calls().size();

        // The agent's own token decides nothing; the approver's does.
        bench.setVariable("ACTIONSCOPE_TOKEN", agent.c_str());
        Bench::expect(bench.in({"approvals", "approve", id}), 1);
        bench.setVariable("ACTIONSCOPE_TOKEN", approver.c_str());
        Bench::expect(bench.in({"approvals", "approve", id}));
        story.go();
        QCOMPARE(codeOf(story.next("changed_request")), std::string("approval_required")); // another repository
        const json::value done = story.next("done");
        QVERIFY2(!done.at("error").as_bool(), json::serialize(done).c_str());
        QCOMPARE(codeOf(story.next("once_only")), std::string("approval_required"));
        QCOMPARE(story.end(), 0);
        QCOMPARE(bench.upstream().calls().size(), before + 1);
        QCOMPARE(bench.upstream().calls().back().method, std::string("DELETE"));
        QCOMPARE(bench.upstream().calls().back().header("authorization"),
                 std::string("Bearer ") + GatewayBench::Secret);
        QCOMPARE(bench.stop(), 0);

        Bench::expect(bench.in({"audit", "verify"}));
        const Outcome log = bench.in({"audit", "list", "--json", "--limit", "500"});
        for (const char *kind : {"search", "activation", "denial", "approval", "call"})
            QVERIFY2(log.out.find('"' + std::string(kind) + '"') != std::string::npos, kind);
        for (const std::string &secret : {std::string(GatewayBench::Secret), agent, approver}) {
            QVERIFY(log.out.find(secret) == std::string::npos);
            QVERIFY(bench.log().find(secret) == std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(TestGatewayStory)
#include "tst_gateway_story.moc"
