#include "upstream/policy_hook.h"

#include "support/http_server.h"
#include "upstream_support.h"

#include <QTest>

using namespace actionscope;
using namespace actionscope::upstream;
using namespace actionscope::upstream::test;
using namespace std::chrono_literals;
using actionscope::test::HttpCall, actionscope::test::HttpServer;
using governance::PolicyDecision, governance::PolicyInput;
using Peer = HttpServer::Peer;

namespace {

std::unique_ptr<governance::PolicyHook> hook(const std::string &url, const std::string &bearer = {},
                                             std::chrono::milliseconds timeout = 20s) {
    auto opened = openPolicyHook({url, timeout, bearer});
    if (!opened)
        qFatal("%s", opened.error().toString().c_str());
    return std::move(*opened);
}

/// What a service decides that gives `result` as its result.
Result<PolicyDecision> decided(const std::string &result) {
    const HttpServer server(
        [&](const HttpCall &, Peer &peer) { peer.answer("200 OK", quoted("{'result':" + result + "}")); });
    return hook(server.url())->ask({});
}

} // namespace

class TestPolicyHook : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void postsTheCall() {
        const HttpServer server([](const HttpCall &, Peer &peer) { peer.answer("200 OK", "{\"result\": true}"); });
        governance::Principal who;
        who.id = "token:7";
        who.user = "ada@acme.test";
        const json::object arguments{{"amount", 5}};
        PolicyInput input;
        input.principal = &who;
        input.service = "shop";
        input.action = "orders_create";
        input.tier = catalog::Tier::Write;
        input.arguments = &arguments;
        const auto decision = hook(server.url("/v1/data/actionscope/decision"), "hunter2")->ask(input);
        QVERIFY2(decision, decision ? "" : decision.error().message.c_str());
        QVERIFY(!decision->denied);
        const HttpCall call = server.last();
        QCOMPARE(call.method, std::string("POST"));
        QCOMPARE(call.target, std::string("/v1/data/actionscope/decision"));
        QCOMPARE(call.header("content-type"), std::string("application/json"));
        QCOMPARE(call.header("authorization"), std::string("Bearer hunter2"));
        QCOMPARE(canonicalJson(*parseJson(call.body)),
                 canonicalJson(json::object{{"input", governance::policyInputJson(input)}}));
    }
    void readsDecisions() {
        QVERIFY(!decided("true")->denied);
        const auto no = decided("false");
        QVERIFY(no->denied);
        QCOMPARE(no->fired.size(), std::size_t(1));
        QCOMPARE(no->fired[0].layer + "/" + no->fired[0].effect, std::string("external/deny"));
        const auto told = decided("{'allow':false,'message':'Not on Sundays.','rule':'x'}");
        QVERIFY(told->denied);
        QCOMPARE(told->message, std::string("Not on Sundays."));
        QVERIFY(!decided("{'allow':true,'deny':[]}")->denied);
        QCOMPARE(decided("{'deny':['one','two']}")->message, std::string("one; two"));
        QVERIFY(decided("{'deny':['one']}")->denied);
        QVERIFY(decided("{'allow':true,'deny':true}")->denied);
        QVERIFY(decided("{'deny':'why'}")->denied);
        const auto more =
            decided("{'confirm':true,'approve':true,'approvers':2,'time_box':'15m','redact':['/a/b','/c']}");
        QVERIFY(!more->denied && more->confirm && more->approve);
        QCOMPARE(more->approvers, 2U);
        QCOMPARE(more->timeBox.count(), 900);
        QCOMPARE(more->redact, (std::vector<std::string>{"/a/b", "/c"}));
        QCOMPARE(more->fired.size(), std::size_t(3));
        QCOMPARE(decided("{'approve':true,'time_box':60}")->timeBox.count(), 60);
        const auto sly = decided("{'deny':'a\\u202eb'}");
        QVERIFY(sly->message.find("\u202e") == std::string::npos);
    }
    /// Whatever is no clear decision is an error, which the gatekeeper takes for a no.
    void whatIsNoDecisionIsAnError_data() {
        QTest::addColumn<QString>("result");
        for (const char *result : {"null",
                                   "1",
                                   "'true'",
                                   "[]",
                                   "[true]",
                                   "{}",
                                   "{'message':'x'}",
                                   "{'alow':true}",
                                   "{'allow':'true'}",
                                   "{'allow':1}",
                                   "{'allow':null}",
                                   "{'allow':true,'deny':1}",
                                   "{'deny':[1]}",
                                   "{'allow':true,'confirm':'yes'}",
                                   "{'allow':true,'approve':1}",
                                   "{'approve':true,'approvers':0}",
                                   "{'approve':true,'approvers':11}",
                                   "{'approve':true,'approvers':'2'}",
                                   "{'approve':true,'time_box':'soon'}",
                                   "{'approve':true,'time_box':-1}",
                                   "{'approve':true,'time_box':'9999d'}",
                                   "{'approve':true,'time_box':1.5}",
                                   "{'allow':true,'redact':'/a'}",
                                   "{'allow':true,'redact':['a']}",
                                   "{'allow':true,'message':1}"})
            QTest::newRow(result) << result;
    }
    void whatIsNoDecisionIsAnError() {
        QFETCH(QString, result);
        const auto decision = decided(result.toStdString());
        QVERIFY(!decision);
        QCOMPARE(decision.error().code, ErrorCode::NetworkError);
    }
    void neitherIsAnAnswerThatFails_data() {
        QTest::addColumn<QString>("what");
        for (const char *what :
             {"undefined", "no json", "empty", "500", "404", "redirect", "hang", "large", "reset", "down"})
            QTest::newRow(what) << what;
    }
    void neitherIsAnAnswerThatFails() {
        QFETCH(QString, what);
        const HttpServer yes([](const HttpCall &, Peer &peer) { peer.answer("200 OK", "{\"result\": true}"); });
        auto server = std::make_unique<HttpServer>([&](const HttpCall &, Peer &peer) {
            const std::string good = "{\"result\": true}";
            if (what == "undefined") // what OPA says when no rule matched
                return peer.answer("200 OK", "{}");
            if (what == "no json")
                return peer.answer("200 OK", "result: true");
            if (what == "empty")
                return peer.answer("200 OK");
            if (what == "500")
                return peer.answer("500 Oops", good);
            if (what == "404")
                return peer.answer("404 Not Found", good);
            if (what == "redirect")
                return peer.answer("307 Temporary Redirect", good, "application/json",
                                   "Location: " + yes.url() + "\r\n");
            if (what == "large")
                return peer.answer("200 OK", "{\"result\": true, \"x\": \"" + std::string(300'000, 'x') + "\"}");
            if (what == "reset")
                return peer.reset();
            peer.hold();
        });
        const auto asking = hook(server->url(), {}, what == "hang" ? 200ms : 20s);
        if (what == "down")
            server.reset();
        const auto decision = asking->ask({});
        QVERIFY(!decision);
        QCOMPARE(decision.error().code, ErrorCode::NetworkError);
        QCOMPARE(yes.count(), std::size_t(0));
    }
    void aClosedConnectionIsNoReasonToDeny() {
        std::atomic<int> calls = 0;
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            if (++calls == 2) // the kept connection, closed under the second question
                return peer.close();
            peer.answer("200 OK", "{\"result\": true}");
        });
        const auto asking = hook(server.url());
        QVERIFY(asking->ask({}));
        QVERIFY(asking->ask({}));
        QCOMPARE(calls.load(), 3);
    }
    void saysWhatIsWrongWithTheUrl() {
        for (const char *url : {"", "localhost:8181", "ftp://a.test/", "/v1/data"})
            QVERIFY2(!openPolicyHook({url, 1s, {}}), url);
        QVERIFY(openPolicyHook({"http://opa.intern:8181/v1/data", 1s, {}}));
        // A secret is not sent where anyone can read it.
        QVERIFY(!openPolicyHook({"http://opa.intern:8181/v1/data", 1s, "hunter2"}));
        QVERIFY(openPolicyHook({"https://opa.intern/v1/data", 1s, "hunter2"}));
        QVERIFY(!openPolicyHook({"https://opa.intern/v1/data", 0ms, {}}));
    }
};

QTEST_GUILESS_MAIN(TestPolicyHook)
#include "tst_policy_hook.moc"
