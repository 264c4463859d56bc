#include "session_support.h"

#include <QTest>
#include <map>
#include <random>
#include <set>

using namespace actionscope;
using namespace actionscope::session;
using namespace actionscope::test;
using namespace std::chrono_literals;

namespace {

/// What the tool cache promises, written as plainly as can be: a list in order of activation, looked through for each
/// question.
class PlainCache {
public:
    struct Entry {
        std::string name;
        std::int64_t activated = 0, used = 0;
        bool pinned = false;
    };

    PlainCache(std::size_t capacity, std::int64_t life, std::int64_t longest)
        : m_capacity(capacity)
        , m_life(life)
        , m_longest(longest) {}

    void activate(const std::string &name, std::int64_t now, bool pinned) {
        drop(now);
        for (Entry &entry : entries) {
            if (entry.name == name) {
                entry.used = now;
                entry.pinned = entry.pinned || pinned;
                return;
            }
        }
        while (!pinned && counted() >= m_capacity) {
            std::size_t oldest = entries.size();
            for (std::size_t i = 0; i < entries.size(); ++i) {
                if (!entries[i].pinned && (oldest == entries.size() || entries[i].used < entries[oldest].used))
                    oldest = i;
            }
            evicted.push_back(entries[oldest].name + " least_recently_used");
            entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(oldest));
        }
        entries.push_back({name, now, now, pinned});
    }
    bool use(const std::string &name, std::int64_t now) {
        for (Entry &entry : entries) {
            if (entry.name == name && !over(entry, now)) {
                entry.used = now;
                return true;
            }
        }
        return false;
    }
    void drop(std::int64_t now) {
        for (std::size_t i = 0; i < entries.size();) {
            if (!over(entries[i], now)) {
                ++i;
                continue;
            }
            evicted.push_back(entries[i].name + " time_to_live");
            entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    [[nodiscard]] std::vector<std::string> names(std::int64_t now) const {
        std::vector<std::string> out;
        for (const Entry &entry : entries) {
            if (!over(entry, now))
                out.push_back(entry.name);
        }
        return out;
    }

    std::vector<Entry> entries;
    std::vector<std::string> evicted;

private:
    [[nodiscard]] bool over(const Entry &entry, std::int64_t now) const {
        return !entry.pinned && (now - entry.used >= m_life || now - entry.activated >= m_longest);
    }
    [[nodiscard]] std::size_t counted() const {
        std::size_t out = 0;
        for (const Entry &entry : entries)
            out += entry.pinned ? 0 : 1;
        return out;
    }

    std::size_t m_capacity;
    std::int64_t m_life, m_longest;
};

} // namespace

class TestAgentSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whoAsksForAnothersSessionIsToldNothingAndTold() {
        const HandClock clock;
        SessionRegistry registry(clock, {});
        std::vector<std::string> told;
        registry.onForeign(
            [&](const governance::Principal &who, const std::string &id) { told.push_back(who.id + " " + id); });
        const std::string id = *registry.open(principal("ana"), "test 1", "2025-11-25");
        QVERIFY(registry.touch(id, principal("ana")));
        QVERIFY(!registry.touch("no-such-session", principal("bo")));
        QVERIFY(told.empty());
        QVERIFY(!registry.touch(id, principal("bo")));
        QCOMPARE(told, (std::vector<std::string>{"token:bo " + id}));
        registry.onForeign({});
        QVERIFY(!registry.touch(id, principal("bo")));
        QCOMPARE(told.size(), std::size_t(1));
    }
    void activatesOnceAndThenOnlyRefreshes() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana");
        const auto id = sessions.open(ana, "client 1.0", "2025-11-25");
        QVERIFY(id);
        const auto first = sessions.activate(ana, *id, target("github", "issues_create"), "github__issues_create",
                                             ConfirmedBy::ModelClaimed);
        QVERIFY(first && first->fresh);
        clock.advance(1min);
        const auto again = sessions.activate(ana, *id, target("github", "issues_create"), "github__issues_create",
                                             ConfirmedBy::Nobody);
        QVERIFY(again && !again->fresh);
        QCOMPARE(again->activation.handle, first->activation.handle);
        QCOMPARE(again->activation.confirmedBy, ConfirmedBy::ModelClaimed);
        QVERIFY(again->activation.lastUse > first->activation.lastUse);
        QVERIFY(again->activation.expires == first->activation.expires);
        QVERIFY(first->activation.handle.rfind("act_", 0) == 0);
        QCOMPARE(first->activation.handle.size(), std::size_t(26));
    }
    void aChangedDefinitionIsANewActivation() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana");
        const auto id = sessions.open(ana, {}, {}).value();
        const auto old = sessions.activate(ana, id, target("s", "a", "d1"), "s__a", ConfirmedBy::HumanInClient).value();
        const auto renewed = sessions.activate(ana, id, target("s", "a", "d2"), "s__a", ConfirmedBy::Nobody).value();
        QVERIFY(renewed.fresh);
        QVERIFY(sessions.isActive(id, target("s", "a", "d2")));
        QVERIFY(!sessions.isActive(id, target("s", "a", "d1")));
        QVERIFY(renewed.activation.handle != old.activation.handle);
        QCOMPARE(renewed.activation.confirmedBy, ConfirmedBy::Nobody);
        QCOMPARE(sessions.use(ana, id, "s.a", {}).definitionHash, std::string("d2"));
    }
    void anotherPrincipalIsNeitherInTheSessionNorHolderOfTheHandle() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana"), bob = principal("bob");
        const auto id = sessions.open(ana, {}, {}).value();
        const auto active =
            sessions.activate(ana, id, target("s", "a"), "s__a", ConfirmedBy::Nobody).value().activation;
        QVERIFY(sessions.use(ana, id, "s.a", {}).active);
        QVERIFY(sessions.use(ana, {}, "s.a", active.handle).active);
        QVERIFY(!sessions.use(bob, id, "s.a", {}).active);
        QVERIFY(!sessions.use(bob, {}, "s.a", active.handle).active);
        QVERIFY(!sessions.use(bob, id, "s.a", active.handle).active);
        QVERIFY(!sessions.touch(id, bob));
        QVERIFY(!sessions.activate(bob, id, target("s", "b"), "s__b", ConfirmedBy::Nobody));
        QVERIFY(!sessions.vault(bob, id));
        QVERIFY(sessions.vault(ana, id));
        // What one hears about a handle of someone else is what one hears about one that never was.
        QCOMPARE(sessions.use(bob, {}, "s.a", active.handle).why, sessions.use(bob, {}, "s.a", "act_unknown").why);
    }
    void aHandleIsForItsActionOnly() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana");
        const auto handle =
            sessions.activate(ana, {}, target("s", "a"), "s__a", ConfirmedBy::Nobody).value().activation.handle;
        QVERIFY(sessions.use(ana, {}, "s.a", handle).active);
        QVERIFY(!sessions.use(ana, {}, "s.b", handle).active);
        QVERIFY(!sessions.use(ana, {}, "s.a", {}).active);
        QVERIFY(!sessions.use(ana, {}, "s.a", "act_AAAAAAAAAAAAAAAAAAAAAA").active);
    }
    void handlesDieWithTheirSession() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana");
        const auto id = sessions.open(ana, {}, {}).value();
        const auto handle =
            sessions.activate(ana, id, target("s", "a"), "s__a", ConfirmedBy::Nobody).value().activation.handle;
        const auto vault = sessions.vault(ana, id);
        QVERIFY(vault->pseudonymiseText("write to ana@acme.test", "s"));
        QCOMPARE(vault->size(), std::size_t(1));
        QVERIFY(sessions.close(id));
        QVERIFY(!sessions.close(id));
        QVERIFY(!sessions.use(ana, {}, "s.a", handle).active);
        QVERIFY(!sessions.touch(id, ana));
        QCOMPARE(vault->size(), std::size_t(0));
        QVERIFY(!sessions.activate(ana, id, target("s", "a"), "s__a", ConfirmedBy::Nobody));
    }
    void handlesOutsideSessionsExpireWhateverTheirUse() {
        HandClock clock;
        SessionLimits limits;
        limits.activationLife = 2h;
        SessionRegistry sessions(clock, limits);
        const auto ana = principal("ana");
        const auto active =
            sessions.activate(ana, {}, target("s", "a"), "s__a", ConfirmedBy::Nobody, {}, true).value().activation;
        for (int i = 0; i < 3; ++i) {
            clock.advance(30min);
            QVERIFY(sessions.use(ana, {}, "s.a", active.handle).active);
        }
        clock.advance(30min);
        const auto state = sessions.use(ana, {}, "s.a", active.handle);
        QVERIFY(!state.active);
        QVERIFY(state.why.find(formatTimestamp(active.expires)) != std::string::npos);
    }
    void idleSessionsEndAndHeldOnesDoNot() {
        HandClock clock;
        SessionLimits limits;
        SessionRegistry sessions(clock, limits);
        const auto ana = principal("ana");
        const auto quiet = sessions.open(ana, {}, {}).value(), calling = sessions.open(ana, {}, {}).value();
        auto call = sessions.hold(calling, SessionRegistry::HoldKind::Call);
        clock.advance(2h);
        QVERIFY(!sessions.touch(quiet, ana));
        QVERIFY(sessions.touch(calling, ana));
        sessions.sweep();
        QCOMPARE(sessions.size(), std::size_t(1));
        clock.advance(100h);
        sessions.sweep();
        QCOMPARE(sessions.size(), std::size_t(1));
        call = {};
        sessions.sweep(); // it is older than a session may get
        QCOMPARE(sessions.size(), std::size_t(0));
    }
    void aSessionWhoseStreamHasGoneEndsSooner() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana");
        const auto id = sessions.open(ana, {}, {}).value();
        {
            const auto stream = sessions.hold(id, SessionRegistry::HoldKind::Stream);
            clock.advance(5h);
            QVERIFY(sessions.touch(id, ana));
        }
        clock.advance(9min);
        QVERIFY(sessions.touch(id, ana));
        clock.advance(9min);
        QVERIFY(sessions.touch(id, ana));
        clock.advance(11min);
        QVERIFY(!sessions.touch(id, ana));
    }
    void theOldestIdleSessionMakesRoomAndBusyOnesStay() {
        HandClock clock;
        SessionLimits limits;
        limits.sessions = 2;
        SessionRegistry sessions(clock, limits);
        const auto ana = principal("ana");
        const auto a = sessions.open(ana, {}, {}).value();
        clock.advance(1s);
        const auto b = sessions.open(ana, {}, {}).value();
        clock.advance(1s);
        QVERIFY(sessions.touch(a, ana));
        const auto c = sessions.open(ana, {}, {}).value();
        QVERIFY(!sessions.touch(b, ana));
        QVERIFY(sessions.touch(a, ana));
        const auto holdA = sessions.hold(a, SessionRegistry::HoldKind::Stream);
        const auto holdC = sessions.hold(c, SessionRegistry::HoldKind::Call);
        const auto refused = sessions.open(ana, {}, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Busy);
        QVERIFY(refused.error().message.find("gateway.sessions") != std::string::npos);
    }
    void aHoldMayOutliveSessionAndRegistry() {
        HandClock clock;
        SessionRegistry::Hold left;
        {
            SessionRegistry sessions(clock, {});
            const auto id = sessions.open(principal("ana"), {}, {}).value();
            left = sessions.hold(id, SessionRegistry::HoldKind::Call);
            auto other = sessions.hold(id, SessionRegistry::HoldKind::Stream);
            sessions.close(id);
            other = {};
        }
        left = {};
    }
    void evictionsAreToldAndTheListenerMayAsk() {
        HandClock clock;
        SessionLimits limits;
        limits.discoveredTools = 1;
        SessionRegistry sessions(clock, limits);
        const auto ana = principal("ana");
        const auto id = sessions.open(ana, {}, {}).value();
        std::vector<std::string> told;
        sessions.onEviction([&](const Eviction &e) {
            told.push_back(e.qualified + " " + std::string(evictionWhyName(e.why)));
            QVERIFY(e.qualified.empty() || !sessions.isActive(id, e.qualified));
        });
        QVERIFY(sessions.activate(ana, id, target("s", "a"), "s__a", ConfirmedBy::Nobody));
        QVERIFY(sessions.activate(ana, id, target("s", "b"), "s__b", ConfirmedBy::Nobody));
        clock.advance(61min);
        sessions.endEverywhere("s.b", Eviction::Why::ActionGone);
        sessions.sweep();
        QCOMPARE(told, (std::vector<std::string>{"s.a least_recently_used", "s.b action_gone", " session_ended"}));
    }
    void namesTheSearchThatShowedAnAction() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana");
        const auto id = sessions.open(ana, {}, {}).value();
        sessions.shown(id, "q1", {"s.a", "s.b"});
        sessions.shown(id, "q2", {"s.b"});
        QCOMPARE(sessions.searchThatShowed(id, "s.a"), std::string("q1"));
        QCOMPARE(sessions.searchThatShowed(id, "s.b"), std::string("q2"));
        QCOMPARE(sessions.activate(ana, id, target("s", "b"), "s__b", ConfirmedBy::Nobody)->activation.searchId,
                 std::string("q2"));
        for (int i = 0; i < 20; ++i)
            sessions.shown(id, "later", {"s.c"});
        QVERIFY(sessions.searchThatShowed(id, "s.a").empty());
    }
    void aClockThatJumpsBackNeitherFreezesNorRevives() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana");
        const auto id = sessions.open(ana, {}, {}).value();
        QVERIFY(sessions.activate(ana, id, target("s", "a"), "s__a", ConfirmedBy::Nobody));
        clock.advance(30min);
        QVERIFY(sessions.touch(id, ana));
        clock.advance(-30 * 24h);
        QVERIFY(sessions.touch(id, ana));
        QVERIFY(sessions.isActive(id, "s.a"));
        const auto info = sessions.list().at(0);
        QVERIFY(info.lastUse == clock.now());
        clock.advance(31min); // 61 minutes since its last use, whatever the clock says
        QVERIFY(!sessions.isActive(id, "s.a"));
        clock.advance(30min);
        QVERIFY(!sessions.touch(id, ana));
    }
    void keepsWhatAPlainModelKeeps() {
        const unsigned seed = 20261121;
        std::mt19937 random(seed);
        for (int run = 0; run < 60; ++run) {
            HandClock clock;
            SessionLimits limits;
            limits.discoveredTools = 1 + random() % 6;
            limits.toolLife = std::chrono::seconds(20 + random() % 60);
            limits.activationLife = std::chrono::seconds(60 + random() % 100);
            limits.idle = 1000h;
            limits.maxAge = 10000h;
            SessionRegistry sessions(clock, limits);
            const auto ana = principal("ana");
            const auto id = sessions.open(ana, {}, {}).value();
            std::vector<std::string> evicted;
            sessions.onEviction([&](const Eviction &e) {
                evicted.push_back(e.qualified.substr(2) + " " + std::string(evictionWhyName(e.why)));
            });
            PlainCache model(limits.discoveredTools, limits.toolLife.count() * 1'000'000,
                             limits.activationLife.count() * 1'000'000);
            for (int step = 0; step < 300; ++step) {
                const std::string name(1, static_cast<char>('a' + random() % 9));
                const std::int64_t now = clock.now().time_since_epoch().count();
                switch (random() % 6) {
                case 0:
                case 1: {
                    const bool pinned = random() % 15 == 0;
                    QVERIFY(
                        sessions.activate(ana, id, target("s", name), "s__" + name, ConfirmedBy::Nobody, {}, pinned));
                    model.activate(name, now, pinned);
                    break;
                }
                case 2:
                case 3:
                    QCOMPARE(sessions.use(ana, id, "s." + name, {}).active, model.use(name, now));
                    break;
                case 4:
                    clock.advance(std::chrono::seconds(random() % 12));
                    break;
                case 5:
                    sessions.sweep();
                    model.drop(now);
                    break;
                }
                std::vector<std::string> names;
                for (const Activation &activation : sessions.activations(id))
                    names.push_back(activation.qualified.substr(2));
                const auto expected = model.names(clock.now().time_since_epoch().count());
                QVERIFY2(names == expected, qPrintable(QString("seed %1 run %2 step %3").arg(seed).arg(run).arg(step)));
                QCOMPARE(evicted, model.evicted);
            }
        }
    }
    void countsWhatPeopleAskFor() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        const auto ana = principal("ana");
        const auto id = sessions.open(ana, "client 1", "2025-06-18").value();
        sessions.count(id, {1, 2, 3, 400});
        sessions.count(id, {1, 0, 0, 100});
        sessions.count("s-unknown", {1, 1, 1, 1});
        const auto info = sessions.list().at(0);
        QCOMPARE(info.client, std::string("client 1"));
        QCOMPARE(info.searches, std::uint64_t(2));
        QCOMPARE(info.calls, std::uint64_t(2));
        QCOMPARE(info.refused, std::uint64_t(3));
        QCOMPARE(info.tokensSent, std::uint64_t(500));
    }
    void sessionIdsAreUnguessableAndVisibleAscii() {
        HandClock clock;
        SessionRegistry sessions(clock, {});
        std::set<std::string> ids;
        for (int i = 0; i < 200; ++i)
            ids.insert(sessions.open(principal("ana"), {}, {}).value());
        QCOMPARE(ids.size(), std::size_t(200));
        for (const std::string &id : ids) {
            QCOMPARE(id.size(), std::size_t(24));
            for (const char c : id)
                QVERIFY(c > 0x20 && c < 0x7F);
        }
    }
    void wireNamesKeepTheRulesAndStayApart() {
        QCOMPARE(wireName("github", "issues_create"), std::string("github__issues_create"));
        const std::string longA = wireName("service", std::string(80, 'a') + "1"),
                          longB = wireName("service", std::string(80, 'a') + "2");
        QCOMPARE(longA.size(), std::size_t(64));
        QVERIFY(longA != longB);
        QVERIFY(wireName("s", "a.b") != wireName("s", "a/b"));
        for (const char c : wireName("s", "ü.b/ ") + longA)
            QVERIFY(std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-');
    }
};

QTEST_GUILESS_MAIN(TestAgentSession)
#include "tst_agent_session.moc"
