/// Many sessions over long times, with a clock that is set by hand: what the registry promises holds at every moment.

#include "session_support.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace actionscope;
using namespace actionscope::session;
using namespace actionscope::test;
using namespace std::chrono_literals;

class SessionSimulationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// ST4: 10,000 sessions of 200 principals over a week. They come by day and night, search, activate and call, hold
    /// streams that go away, end well or are left behind.
    void ST4_aWeekStaysWithinTheBounds() {
        HandClock clock;
        SessionLimits limits;
        limits.sessions = 300;
        SessionRegistry sessions(clock, limits);
        std::size_t ended = 0;
        std::map<std::string, std::size_t> listed; // active tools by session, as a client would know them
        sessions.onEviction([&](const Eviction &eviction) {
            if (eviction.qualified.empty()) {
                ++ended;
                QCOMPARE(listed[eviction.session], std::size_t(0)); // each activation was told before
                listed.erase(eviction.session);
            } else if (!eviction.session.empty()) {
                --listed[eviction.session];
            }
        });
        std::mt19937 random(7);
        const auto chance = [&](unsigned oneIn) { return random() % oneIn == 0; };
        struct Client {
            std::string id;
            Principal who;
            Timestamp began, used;
            SessionRegistry::Hold stream;
        };
        std::vector<Client> clients;
        const Timestamp end = clock.now() + std::chrono::hours(24 * 7);
        std::size_t opened = 0, refused = 0, most = 0, loops = 0;
        // Arrivals are spread evenly: 10,000 over a week.
        const std::chrono::milliseconds between = std::chrono::milliseconds(std::chrono::hours(24 * 7)) / 10000;
        while (clock.now() < end) {
            clock.advance(between);
            Client client;
            client.who = principal("p" + std::to_string(random() % 200));
            if (auto id = sessions.open(client.who, "simulated 1", "2025-11-25")) {
                ++opened;
                client.id = *id;
                client.began = client.used = clock.now();
                if (chance(3))
                    client.stream = sessions.hold(client.id, SessionRegistry::HoldKind::Stream);
                listed[client.id] = 0;
                clients.push_back(std::move(client));
            } else {
                ++refused;
            }
            for (int step = 0; step < 8 && !clients.empty(); ++step) {
                Client &one = clients[random() % clients.size()];
                if (!sessions.touch(one.id, one.who))
                    continue;
                one.used = clock.now();
                const std::string tool = "s" + std::to_string(random() % 40) + ".a";
                sessions.shown(one.id, "q" + std::to_string(step), {tool});
                static_cast<void>(
                    sessions.searched(one.who, one.id, "query " + std::to_string(random() % 9), "g", "q"));
                const auto activated = sessions.activate(one.who, one.id, target(tool.substr(0, tool.find('.')), "a"),
                                                         tool, ConfirmedBy::Nobody);
                QVERIFY(activated);
                listed[one.id] += activated->fresh ? 1 : 0;
                for (int call = 0; call < 3; ++call)
                    loops += sessions.called(one.who, one.id, tool, {{"id", static_cast<std::int64_t>(random() % 3)}},
                                             chance(10))
                                 ? 1
                                 : 0;
                if (chance(8))
                    QVERIFY(sessions.activations(one.id).size() <= limits.discoveredTools);
            }
            if (!clients.empty()) {
                const std::size_t at = random() % clients.size();
                if (chance(4))
                    clients[at].stream = {};
                if (chance(5))
                    sessions.close(clients[at].id);
                if (chance(2) || clients.size() > 250) { // forgotten by its client
                    std::swap(clients[at], clients.back());
                    clients.pop_back();
                }
            }
            if (chance(50))
                sessions.sweep();
            most = std::max(most, sessions.size());
            QVERIFY(sessions.size() <= limits.sessions);
        }
        QVERIFY2(opened >= 10000, std::to_string(opened).c_str());
        QCOMPARE(most, limits.sessions); // it was a crowd
        QVERIFY(loops > 0);
        // What is left lives within its times, whoever holds a stream aside.
        sessions.sweep();
        for (const SessionInfo &info : sessions.list()) {
            QVERIFY(info.activations.size() <= limits.discoveredTools);
            const bool held = std::ranges::any_of(clients, [&](const Client &c) { return c.id == info.id; });
            QVERIFY(held || clock.now() - info.started < limits.maxAge);
        }
        // And goes when nobody is there any more.
        clients.clear();
        clock.advance(limits.maxAge);
        sessions.sweep();
        QCOMPARE(sessions.size(), std::size_t(0));
        QCOMPARE(ended, opened);
        QVERIFY(listed.empty());
        qInfo("%zu opened, %zu refused, %zu at most at once, %zu loops", opened, refused, most, loops);
    }

    /// ST3: whatever is done, the cache never exceeds its capacity and never evicts what is always included.
    void ST3_theCacheHoldsItsCapacityAndKeepsWhatIsAlwaysIncluded() {
        for (unsigned seed = 1; seed <= 60; ++seed) {
            HandClock clock;
            std::mt19937 random(seed);
            SessionLimits limits;
            limits.discoveredTools = 1 + random() % 8;
            limits.toolLife = std::chrono::seconds(60 + random() % 600);
            SessionRegistry sessions(clock, limits);
            std::set<std::string> pinned;
            std::string evictedPinned;
            sessions.onEviction([&](const Eviction &eviction) {
                if (pinned.contains(eviction.qualified) && eviction.why != Eviction::Why::SessionEnded)
                    evictedPinned = eviction.qualified + ' ' + std::string(evictionWhyName(eviction.why));
            });
            const auto who = principal("a");
            const std::string id = *sessions.open(who, "c", "p");
            std::size_t capacity = limits.discoveredTools;
            for (int step = 0; step < 400; ++step) {
                clock.advance(std::chrono::seconds(random() % 90));
                QVERIFY(sessions.touch(id, who));
                const std::string name = "a" + std::to_string(random() % 20);
                const std::string qualified = "s." + name;
                switch (random() % 8) {
                case 0:
                    QVERIFY(sessions.activate(who, id, target("s", name), name, ConfirmedBy::Nobody, {}, true));
                    pinned.insert(qualified);
                    break;
                case 1:
                    static_cast<void>(sessions.called(who, id, qualified, {}, false));
                    break;
                case 2:
                    static_cast<void>(sessions.use(who, id, qualified, {}));
                    break;
                case 3:
                    sessions.sweep();
                    break;
                case 4:
                    // A profile that changes while the session runs.
                    capacity = 1 + random() % 8;
                    sessions.bound(id, {.discoveredTools = capacity});
                    break;
                case 5:
                    if (random() % 4 == 0 && pinned.erase(qualified) != 0)
                        sessions.unpin(id, qualified);
                    break;
                default:
                    QVERIFY(sessions.activate(who, id, target("s", name), name, ConfirmedBy::Nobody));
                }
                std::size_t counted = 0;
                std::set<std::string> active;
                for (const Activation &activation : sessions.activations(id)) {
                    counted += activation.pinned ? 0 : 1;
                    active.insert(activation.qualified);
                }
                QVERIFY2(counted <= capacity, qPrintable(QString("seed %1, step %2").arg(seed).arg(step)));
                for (const std::string &always : pinned)
                    QVERIFY2(active.contains(always), qPrintable(QString("seed %1, step %2").arg(seed).arg(step)));
                QVERIFY2(evictedPinned.empty(), evictedPinned.c_str());
            }
        }
    }

    /// ST3: a profile's own capacity and life count for its sessions and no others.
    void ST3_boundsOfOneSession() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto who = principal("a");
        const std::string small = *sessions.open(who, "c", "p"), usual = *sessions.open(who, "c", "p");
        sessions.bound(small, {.discoveredTools = 2, .toolLife = 5min});
        for (const char *name : {"a", "b", "c"})
            for (const std::string &id : {small, usual})
                QVERIFY(sessions.activate(who, id, target("s", name), name, ConfirmedBy::Nobody));
        QCOMPARE(sessions.activations(small).size(), std::size_t(2));
        QCOMPARE(sessions.activations(usual).size(), std::size_t(3));
        clock.advance(5min);
        QCOMPARE(sessions.activations(small).size(), std::size_t(0));
        QCOMPARE(sessions.activations(usual).size(), std::size_t(3));
        sessions.bound(usual, {.discoveredTools = 1}); // at once
        QCOMPARE(sessions.activations(usual).size(), std::size_t(1));
        QCOMPARE(sessions.activations(usual).front().qualified, std::string("s.c"));
    }

    /// ST2, ST4: whoever opens a session is told of before anybody can use it.
    void ST4_openingIsTold() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        std::string told;
        sessions.onOpen([&](const std::string &session, const Principal &who) {
            told = session;
            QVERIFY(sessions.activate(who, session, target("s", "a"), "s__a", ConfirmedBy::Nobody, {}, true));
        });
        const std::string id = *sessions.open(principal("a"), "c", "p");
        QCOMPARE(told, id);
        QVERIFY(sessions.isActive(id, "s.a"));
    }
};

QTEST_GUILESS_MAIN(SessionSimulationTest)
#include "tst_session_simulation.moc"
