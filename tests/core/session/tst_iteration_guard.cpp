#include "session_support.h"

#include "base/json.h"

#include <QTest>
#include <algorithm>

using namespace actionscope;
using namespace actionscope::session;
using namespace actionscope::test;
using namespace std::chrono_literals;

namespace {

/// Written with single quotes.
json::object object(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return parseJson(text, "test")->as_object();
}

/// An agent with a script: "A" or "A:{arguments}", one call a step, two seconds apart.
class Agent {
public:
    GuardLimits limits;
    Guidance guidance;
    std::chrono::milliseconds pause = 2s;

    std::optional<LoopSignal> call(const std::string &tool, std::string_view arguments = "{}", bool failed = false) {
        m_now += pause;
        return m_guard.called(limits, guidance, tool, printOf(object(std::string(arguments))), failed, m_now);
    }
    /// The number of the first call of the script that is one of a loop; 0 when none is.
    int firstCaught(const std::vector<std::string> &script) {
        int number = 0;
        for (const std::string &step : script) {
            ++number;
            const std::size_t colon = step.find(':');
            if (call("s." + step.substr(0, colon), colon == std::string::npos ? "{}" : step.substr(colon + 1)))
                return number;
        }
        return 0;
    }
    void found(const std::string &tool) { m_guard.found(tool); }
    void wait(std::chrono::seconds time) { m_now += time; }
    [[nodiscard]] std::size_t remembered() const { return m_guard.remembered(); }

private:
    IterationGuard m_guard;
    Timestamp m_now{1790000000s};
};

std::vector<std::string> times(int count, const std::vector<std::string> &cycle) {
    std::vector<std::string> out;
    for (int i = 0; i < count; ++i)
        out.insert(out.end(), cycle.begin(), cycle.end());
    return out;
}

} // namespace

/// ST5: loops are caught, work is not.
class IterationGuardTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ST5_loopsAreCaught_data() {
        QTest::addColumn<std::vector<std::string>>("script");
        QTest::addColumn<int>("caughtAt");
        QTest::newRow("A-A-A") << times(9, {"a"}) << 3;
        QTest::newRow("A-B-A-B") << times(9, {"a", "b"}) << 6;
        QTest::newRow("A-B-C") << times(9, {"a", "b", "c"}) << 9;
        QTest::newRow("A-B-C-D") << times(9, {"a", "b", "c", "d"}) << 12;
        QTest::newRow("A-B-A-B after real work")
            << std::vector<std::string>{"x", "y", "z", "a", "b", "a", "b", "a", "b"} << 9;
        QTest::newRow("the order of arguments")
            << std::vector<std::string>{"a:{'x':1,'y':'q'}", "a:{'y':'q','x':1}", "a:{'x':1,'y':'q'}"} << 3;
        QTest::newRow("trailing slashes")
            << std::vector<std::string>{"a:{'path':'docs'}", "a:{'path':'docs/'}", "a:{'path':'docs//'}"} << 3;
        QTest::newRow("irrelevant query parameters")
            << std::vector<std::string>{"a:{'url':'https://A.test/x?b=2&a=1'}",
                                        "a:{'url':'https://a.test/x/?a=1&b=2&utm_source=n#top'}",
                                        "a:{'url':'HTTPS://a.test/x?a=1&b=2&ts=1234'}"}
            << 3;
        QTest::newRow("request ids and empty members")
            << std::vector<std::string>{"a:{'id':5,'request_id':'1'}", "a:{'id':'5','request_id':'2','note':''}",
                                        "a:{'id':5.0,'tags':[],'x':null}"}
            << 3;
        QTest::newRow("the same in other words")
            << std::vector<std::string>{"a:{'q':'open invoices of acme'}", "a:{'q':'acme open invoices'}",
                                        "a:{'q':'invoices acme open now'}", "a:{'q':'the open invoices for acme'}",
                                        "a:{'q':'acme invoices, open'}"}
            << 5;
        // Something else between two repeats, each time: only the count within the window sees it.
        std::vector<std::string> between;
        for (int i = 0; i < 9; ++i) {
            between.push_back("a");
            between.push_back("b:{\"id\":" + std::to_string(i) + '}');
        }
        QTest::newRow("often in a short time") << between << 15;
    }
    void ST5_loopsAreCaught() {
        QFETCH(std::vector<std::string>, script);
        QFETCH(int, caughtAt);
        QCOMPARE(Agent().firstCaught(script), caughtAt);
    }

    void ST5_workIsNoLoop_data() {
        QTest::addColumn<std::vector<std::string>>("script");
        std::vector<std::string> pages, ids, paths, changes, proses;
        for (int i = 0; i < 40; ++i) {
            const std::string number = std::to_string(i);
            pages.push_back("a:{'q':'open invoices of acme','page':" + number + "}");
            ids.push_back("a:{'id':'" + number + "'}");
            paths.push_back("a:{'path':'src/app/models/file" + number + "'}");
            // A list that is read anew after each change.
            if (i < 7)
                changes.insert(changes.end(), {"list", "update:{'id':" + number + "}"});
            proses.push_back("a:{'text':'subject number " + number + " of the week'}");
        }
        QTest::newRow("pages of a list") << pages;
        QTest::newRow("one thing after the other") << ids;
        QTest::newRow("files of a folder") << paths;
        QTest::newRow("looking again after each change") << changes;
        QTest::newRow("two looks") << times(2, {"a", "b", "c"});
        QTest::newRow("texts about different things")
            << std::vector<std::string>{"a:{'q':'open invoices'}",      "a:{'q':'paid invoices'}",
                                        "a:{'q':'overdue invoices'}",   "a:{'q':'customers without invoices'}",
                                        "a:{'q':'refunds this month'}", "a:{'q':'tax report 2026'}"};
        QTest::newRow("texts with case and meaning of their own")
            << std::vector<std::string>{"a:{'id':'aB'}", "a:{'id':'Ab'}", "a:{'id':'ab'}"};
    }
    void ST5_workIsNoLoop() {
        QFETCH(std::vector<std::string>, script);
        QCOMPARE(Agent().firstCaught(script), 0);
    }

    void ST5_retriesOfWhatFailedForNowAreNoLoop() {
        Agent agent;
        for (int i = 0; i < 3; ++i)
            QVERIFY(!agent.call("s.a", "{}", true));
        QVERIFY(!agent.call("s.a")); // at last
        QVERIFY(!agent.call("s.a"));
        QVERIFY(agent.call("s.a"));
    }

    void ST5_endlessRetriesAreALoop() {
        Agent agent;
        int calls = 1;
        while (!agent.call("s.a", "{}", true))
            QVERIFY(++calls < 20);
        QCOMPARE(calls, 6); // three that do not count, three that do
    }

    void ST5_whatIsLongAgoDoesNotCount() {
        Agent agent;
        agent.pause = 11min; // more than five windows
        QCOMPARE(agent.firstCaught(times(50, {"a"})), 0);
        QCOMPARE(agent.remembered(), std::size_t(1));
    }

    void ST5_memoryKnowledgeAndPlanningToolsAreExempt() {
        for (const std::string tool :
             {"memory.read", "notes.search_knowledge_base", "agent.planning_step", "x.makePlan_plan", "x.rememberThis",
              "todo.list", "x.create_plan", "mind.think"}) {
            Agent agent;
            for (int i = 0; i < 50; ++i)
                QVERIFY2(!agent.call(tool), tool.c_str());
        }
        Agent strict;
        strict.guidance.exemptsDefaults = false;
        strict.call("memory.read");
        strict.call("memory.read");
        QVERIFY(strict.call("memory.read"));
        Agent own;
        own.guidance.exempt = {"jobs.get_*"};
        for (int i = 0; i < 50; ++i)
            QVERIFY(!own.call("jobs.get_status"));
        QCOMPARE(own.firstCaught(times(9, {"jobs"})), 3);
    }

    void ST5_guidanceIsTheToolsOwnWhereThereIsOne() {
        Agent agent;
        agent.guidance.text = "Stop.";
        agent.guidance.tools = {{"s.bill_*", "Wait an hour.", 4, 4}, {"s.*_list", {}, {}, 2}};
        for (int i = 0; i < 3; ++i)
            QVERIFY(!agent.call("s.bill_all"));
        const auto own = agent.call("s.bill_all");
        QVERIFY(own);
        QCOMPARE(own->guidance, std::string("Wait an hour."));
        QCOMPARE(own->count, std::size_t(4));
        agent.call("s.my_list");
        const auto general = agent.call("s.my_list");
        QVERIFY(general);
        QCOMPARE(general->guidance, std::string("Stop."));
        Agent plain;
        plain.call("s.a"), plain.call("s.a");
        const auto ours = plain.call("s.a");
        QVERIFY(ours->guidance.find("`s.a` was called 3 times") != std::string::npos);
        QCOMPARE(detectorName(ours->detector), std::string_view("last_calls"));
    }

    void ST5_findingTheToolAgainIsAFreshStart() {
        Agent agent;
        QCOMPARE(agent.firstCaught(times(9, {"a"})), 3);
        QVERIFY(agent.call("s.a")); // it goes on
        agent.found("s.a");
        QVERIFY(!agent.call("s.a"));
        QVERIFY(!agent.call("s.a"));
        QVERIFY(agent.call("s.a"));
    }

    void ST5_whatIsRememberedIsBounded() {
        Agent agent;
        agent.pause = 1ms;
        for (int i = 0; i < 1000; ++i)
            agent.call("s.a", "{'id':" + std::to_string(i) + "}");
        QVERIFY(agent.remembered() <= MaxGuardedCalls);
        // Hashes only, whatever the arguments were.
        std::string text = "w";
        for (int i = 0; i < 50'000; ++i)
            text += " word" + std::to_string(i);
        json::object large;
        for (int i = 0; i < 100; ++i)
            large["m" + std::to_string(i)] = text;
        const CallPrint print = printOf(large);
        QCOMPARE(print.prose.size(), std::size_t(8));
        for (const auto &words : print.prose)
            QVERIFY(words.size() <= 65);
    }

    void ST5_theRegistryEndsTheActivationAndTellsWhy() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        std::vector<std::string> told;
        sessions.onEviction([&](const Eviction &eviction) {
            told.push_back(eviction.qualified + ' ' + std::string(evictionWhyName(eviction.why)));
        });
        const auto who = principal("a");
        const std::string id = *sessions.open(who, "c", "p");
        QVERIFY(sessions.activate(who, id, target("s", "a"), "s__a", ConfirmedBy::Nobody));
        QVERIFY(!sessions.called(who, id, "s.a", {}, false));
        QVERIFY(!sessions.called(who, id, "s.a", {}, false));
        QVERIFY(sessions.isActive(id, "s.a"));
        const auto signal = sessions.called(who, id, "s.a", {}, false);
        QVERIFY(signal && signal->activationEnded);
        QVERIFY(!sessions.isActive(id, "s.a"));
        QCOMPARE(told, std::vector<std::string>{"s.a loop"});
        QCOMPARE(sessions.list().front().loops, std::uint64_t(1));
        // Activated by its name again, without having been found: it goes on as it was.
        QVERIFY(sessions.activate(who, id, target("s", "a"), "s__a", ConfirmedBy::Nobody));
        QVERIFY(sessions.called(who, id, "s.a", {}, false));
        // Found by a search.
        QVERIFY(sessions.activate(who, id, target("s", "a"), "s__a", ConfirmedBy::Nobody));
        sessions.shown(id, "q1", {"s.a"});
        QVERIFY(!sessions.called(who, id, "s.a", {}, false));
        QVERIFY(sessions.isActive(id, "s.a"));
    }

    void ST5_whatIsAlwaysIncludedIsGuidedAndStays() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto who = principal("a");
        const std::string id = *sessions.open(who, "c", "p");
        QVERIFY(sessions.activate(who, id, target("s", "a"), "s__a", ConfirmedBy::Nobody, {}, true));
        std::optional<LoopSignal> signal;
        for (int i = 0; i < 3; ++i)
            signal = sessions.called(who, id, "s.a", {}, false);
        QVERIFY(signal && !signal->activationEnded);
        QVERIFY(sessions.isActive(id, "s.a"));
    }

    void ST5_withoutASessionThePrincipalIsGuarded() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto who = principal("a"), other = principal("b");
        const auto handle = sessions.activate(who, {}, target("s", "a"), "s__a", ConfirmedBy::Nobody);
        QVERIFY(handle);
        QVERIFY(!sessions.called(who, {}, "s.a", {}, false));
        QVERIFY(!sessions.called(other, {}, "s.a", {}, false));
        QVERIFY(!sessions.called(who, {}, "s.a", {}, false));
        const auto signal = sessions.called(who, {}, "s.a", {}, false);
        QVERIFY(signal && signal->activationEnded);
        QVERIFY(!sessions.use(who, {}, "s.a", handle->activation.handle).active);
        sessions.shownOutside(who, {"s.a"});
        QVERIFY(!sessions.called(who, {}, "s.a", {}, false));
    }

    void ST5_switchedOffItSaysNothing() {
        HandClock clock;
        SessionLimits limits;
        limits.guard.on = false;
        SessionRegistry sessions(clock, limits);
        const auto who = principal("a");
        const std::string id = *sessions.open(who, "c", "p");
        for (int i = 0; i < 30; ++i)
            QVERIFY(!sessions.called(who, id, "s.a", {}, false));
    }
};

QTEST_GUILESS_MAIN(IterationGuardTest)
#include "tst_iteration_guard.moc"
