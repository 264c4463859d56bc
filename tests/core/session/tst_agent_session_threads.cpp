#include "session_support.h"

#include <QTest>
#include <thread>

using namespace actionscope;
using namespace actionscope::session;
using namespace actionscope::test;
using namespace std::chrono_literals;

class TestAgentSessionThreads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Many agents at once, each with its own session, while others sweep, look and end activations: nobody ever finds
    /// an action of another one active, and nothing is lost.
    void agentsDoNotMeetEachOther() {
        HandClock clock;
        SessionLimits limits;
        limits.sessions = 64;
        limits.discoveredTools = 5;
        SessionRegistry sessions(clock, limits);
        std::atomic<unsigned> told{0}, wrong{0};
        sessions.onEviction([&](const Eviction &) {
            ++told;
            static_cast<void>(sessions.size());
        });
        std::atomic<bool> done{false};
        std::vector<std::thread> threads;
        for (int t = 0; t < 6; ++t) {
            threads.emplace_back([&, t] {
                const auto me = principal("p" + std::to_string(t));
                const auto other = principal("p" + std::to_string((t + 1) % 6));
                const std::string mine = "a" + std::to_string(t);
                for (int round = 0; round < 60; ++round) {
                    const auto id = sessions.open(me, "c", "p");
                    if (!id) {
                        ++wrong;
                        continue;
                    }
                    const auto hold = sessions.hold(*id, SessionRegistry::HoldKind::Call);
                    // Whoever is put aside here for long enough loses the place to those who came meanwhile; once held,
                    // it is kept.
                    if (!sessions.touch(*id, me))
                        continue;
                    for (int i = 0; i < 10; ++i) {
                        const auto active =
                            sessions.activate(me, *id, target("s", mine + std::to_string(i)), "w", ConfirmedBy::Nobody);
                        const std::string name = "s." + mine + std::to_string(i);
                        if (!active || !sessions.use(me, *id, name, {}).active ||
                            sessions.use(other, *id, name, active->activation.handle).active)
                            ++wrong;
                        sessions.count(*id, {1, 1, 0, 10});
                        sessions.shown(*id, "q", {name});
                        if (const auto vault = sessions.vault(me, *id);
                            !vault || !vault->pseudonymiseText(name + "@acme.test", "s"))
                            ++wrong;
                    }
                    if (sessions.activations(*id).size() != 5)
                        ++wrong;
                    if (round % 2 == 0)
                        sessions.close(*id);
                }
            });
        }
        threads.emplace_back([&] {
            while (!done) {
                clock.advance(1ms);
                sessions.sweep();
                sessions.endEverywhere("s.nobody", Eviction::Why::ActionGone);
                static_cast<void>(sessions.list());
            }
        });
        for (std::size_t i = 0; i + 1 < threads.size(); ++i)
            threads[i].join();
        done = true;
        threads.back().join();
        QCOMPARE(wrong.load(), 0U);
        QVERIFY(told.load() > 0);
        QVERIFY(sessions.size() <= 64);
    }
};

QTEST_GUILESS_MAIN(TestAgentSessionThreads)
#include "tst_agent_session_threads.moc"
