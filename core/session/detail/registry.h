#pragma once
/// What a SessionRegistry holds, and the rules by which it lives. Only core/session includes this.

#include "session/agent_session.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace actionscope::session {
namespace detail {

using std::chrono::microseconds;

/// 22 characters of 128 random bits, in the alphabet of URLs.
std::string randomName(std::string_view prefix);

/// Time that goes on when the clock is set back, and that can be shown as the clock would.
class SteadyTime {
public:
    /// `raw` as a time that never runs backwards: a jump back counts as no time at all, a jump forward as time.
    Timestamp advance(Timestamp raw) {
        if (!m_last)
            m_steady = raw;
        else if (raw > *m_last)
            m_steady += raw - *m_last;
        m_last = raw;
        return m_steady;
    }
    /// A steady time as a person's clock shows it now.
    [[nodiscard]] Timestamp shown(Timestamp steady) const { return m_last ? steady - (m_steady - *m_last) : steady; }

private:
    std::optional<Timestamp> m_last;
    Timestamp m_steady;
};

/// What an agent did last, for noticing loops and searches that repeat each other.
struct History {
    IterationGuard guard;
    RecentSearches searches;
    std::uint64_t loops = 0, redundant = 0;
    Timestamp lastUse;
};

/// Activations of one session, or of one principal outside sessions, in order of activation. Times are steady ones.
using Bag = std::vector<Activation>;

inline Activation *findIn(Bag &bag, std::string_view qualified) {
    const auto it = std::find_if(bag.begin(), bag.end(), [&](const Activation &a) { return a.qualified == qualified; });
    return it == bag.end() ? nullptr : &*it;
}

struct Session {
    std::string id, client, protocol;
    Principal principal;
    Timestamp started, lastUse, streamGone;
    std::uint64_t number = 0;        ///< counts up: of two used in one moment the later one is kept
    unsigned calls = 0, streams = 0; ///< held
    bool hadStream = false;
    Bag activations;
    std::shared_ptr<governance::PseudonymVault> vault; ///< made when first needed
    std::deque<std::pair<std::string, std::vector<std::string>>> searches;
    std::uint64_t searchCount = 0, callCount = 0, refused = 0;
    SessionBounds bounds;
    History history;
    TokenLedger ledger;
    std::deque<Timestamp> searchTimes; ///< of the last hour; kept only where the bounds limit them

    [[nodiscard]] bool held() const { return calls != 0 || streams != 0; }
};

/// Handles of one principal that belong to no session.
struct Loose {
    Bag activations;
    Timestamp lastUse;
};

} // namespace detail

struct SessionRegistry::Impl {
    using Session = detail::Session;
    using History = detail::History;
    using Loose = detail::Loose;
    using Bag = detail::Bag;
    using Listener = std::function<void(const Eviction &)>;
    using Foreign = std::function<void(const Principal &, const std::string &)>;
    using Opened = std::function<void(const std::string &, const Principal &)>;
    using Evictions = std::vector<Eviction>;
    using Sessions = std::unordered_map<std::string, Session>;

    Impl(const Clock &theClock, SessionLimits theLimits)
        : clock(theClock)
        , limits(theLimits) {}

    Timestamp now() { return time.advance(clock.now()); }

    Session *find(std::string_view id) {
        const auto it = sessions.find(std::string(id));
        return it == sessions.end() ? nullptr : &it->second;
    }
    [[nodiscard]] const Session *find(std::string_view id) const { return const_cast<Impl *>(this)->find(id); }

    /// Tells of a session that was asked for and is somebody else's. Outside the mutex.
    void tellForeign(const Principal &who, std::string_view id) {
        std::shared_ptr<const Foreign> to;
        {
            const std::lock_guard lock(mutex);
            const Session *session = find(id);
            if (session == nullptr || session->principal.id == who.id)
                return;
            to = foreign;
        }
        if (to && *to)
            (*to)(who, std::string(id));
    }

    /// The session if it is alive and this principal's.
    Session *findOf(const Principal &who, std::string_view id, Timestamp at) {
        Session *session = find(id);
        return session != nullptr && session->principal.id == who.id && !isOver(*session, at) ? session : nullptr;
    }

    [[nodiscard]] bool isOver(const Session &session, Timestamp at) const {
        if (session.held())
            return false;
        const bool streamGone =
            session.hadStream && at - std::max(session.streamGone, session.lastUse) >= limits.idleWithoutStream;
        return at - session.lastUse >= limits.idle || at - session.started >= limits.maxAge || streamGone;
    }
    [[nodiscard]] std::size_t capacityOf(const Session &session) const {
        return session.bounds.discoveredTools.value_or(limits.discoveredTools);
    }
    /// Of the tools of a session; null: outside sessions.
    [[nodiscard]] std::chrono::seconds toolLifeOf(const Session *session) const {
        return session != nullptr ? session->bounds.toolLife.value_or(limits.toolLife) : limits.toolLife;
    }
    [[nodiscard]] bool isOver(const Activation &activation, const Session *session, Timestamp at) const {
        // What is always included lives as long as its session; a handle without one always ends.
        if (activation.pinned && !activation.session.empty())
            return false;
        return at >= activation.expires || (!activation.pinned && at - activation.lastUse >= toolLifeOf(session));
    }

    void remove(Bag &bag, Bag::iterator it, Eviction::Why why, Evictions &told) {
        told.push_back({it->session, it->qualified, why});
        handles.erase(it->handle);
        bag.erase(it);
    }
    void dropExpired(Bag &bag, const Session *session, Timestamp at, Evictions &told) {
        for (auto it = bag.begin(); it != bag.end();) {
            if (!isOver(*it, session, at)) {
                ++it;
                continue;
            }
            const auto index = it - bag.begin();
            remove(bag, it, Eviction::Why::TimeToLive, told);
            it = bag.begin() + index;
        }
    }
    /// Makes room for one more that counts.
    void dropOldestUsed(Bag &bag, std::size_t capacity, Evictions &told) {
        capacity = std::max<std::size_t>(capacity, 1);
        for (;;) {
            std::size_t counted = 0;
            auto oldest = bag.end();
            for (auto it = bag.begin(); it != bag.end(); ++it) {
                if (it->pinned)
                    continue;
                ++counted;
                if (oldest == bag.end() || it->lastUse < oldest->lastUse)
                    oldest = it;
            }
            if (counted < capacity || oldest == bag.end())
                return;
            remove(bag, oldest, Eviction::Why::LeastRecentlyUsed, told);
        }
    }
    void end(Sessions::iterator it, Evictions &told) {
        Session &session = it->second;
        while (!session.activations.empty())
            remove(session.activations, session.activations.begin(), Eviction::Why::SessionEnded, told);
        told.push_back({session.id, {}, Eviction::Why::SessionEnded});
        // A running call may still hold the vault; what it keeps alive must not hold originals any more.
        if (session.vault)
            session.vault->wipe();
        sessions.erase(it);
    }
    void sweep(Timestamp at, Evictions &told) {
        for (auto it = sessions.begin(); it != sessions.end();) {
            const auto next = std::next(it);
            if (isOver(it->second, at))
                end(it, told);
            else
                dropExpired(it->second.activations, &it->second, at, told);
            it = next;
        }
        for (auto it = loose.begin(); it != loose.end();) {
            dropExpired(it->second.activations, nullptr, at, told);
            it = it->second.activations.empty() ? loose.erase(it) : std::next(it);
        }
        std::erase_if(outside, [&](const auto &one) { return at - one.second.lastUse >= limits.idle; });
    }
    /// What the principal did last in the session, or outside sessions; null when the session has ended. Of too many
    /// principals, the one longest unused is forgotten.
    History *historyOf(const Principal &who, std::string_view id, Timestamp at) {
        if (!id.empty()) {
            Session *session = findOf(who, id, at);
            return session != nullptr ? &session->history : nullptr;
        }
        if (!outside.contains(who.id) && outside.size() >= std::max<std::size_t>(limits.sessions, 1))
            outside.erase(std::min_element(outside.begin(), outside.end(), [](const auto &a, const auto &b) {
                return a.second.lastUse < b.second.lastUse;
            }));
        History &history = outside[who.id];
        history.lastUse = at;
        return &history;
    }
    /// The handles of `principal` outside sessions; of too many principals, the one longest unused loses its own.
    Bag &looseOf(const std::string &principal, Timestamp at, Evictions &told) {
        const auto known = loose.find(principal);
        if (known == loose.end() && loose.size() >= std::max<std::size_t>(limits.sessions, 1)) {
            const auto oldest = std::min_element(loose.begin(), loose.end(), [](const auto &a, const auto &b) {
                return a.second.lastUse < b.second.lastUse;
            });
            Bag &bag = oldest->second.activations;
            while (!bag.empty())
                remove(bag, bag.begin(), Eviction::Why::LeastRecentlyUsed, told);
            loose.erase(oldest);
        }
        Loose &out = loose[principal];
        out.lastUse = at;
        return out.activations;
    }

    [[nodiscard]] Activation shown(Activation activation) const {
        activation.activated = time.shown(activation.activated);
        activation.lastUse = time.shown(activation.lastUse);
        activation.expires = time.shown(activation.expires);
        return activation;
    }
    [[nodiscard]] std::string searchThatShowed(const Session &session, std::string_view qualified) const {
        for (auto search = session.searches.rbegin(); search != session.searches.rend(); ++search) {
            if (std::find(search->second.begin(), search->second.end(), qualified) != search->second.end())
                return search->first;
        }
        return {};
    }

    const Activation *activeIn(std::string_view id, std::string_view qualified) {
        const Timestamp at = now();
        Session *session = find(id);
        if (session == nullptr || isOver(*session, at))
            return nullptr;
        const Activation *known = detail::findIn(session->activations, qualified);
        return known != nullptr && !isOver(*known, session, at) ? known : nullptr;
    }

    /// Tells without the lock, so that a listener may ask the registry.
    void tell(const Evictions &told) {
        if (told.empty())
            return;
        std::shared_ptr<const Listener> current;
        {
            const std::lock_guard lock(mutex);
            current = listener;
        }
        if (current && *current) {
            for (const Eviction &eviction : told)
                (*current)(eviction);
        }
    }

    /// Where an activation of a handle lies.
    struct Where {
        std::string session, principal;
    };

    const Clock &clock;
    const SessionLimits limits;

    mutable std::mutex mutex; ///< guards everything below
    detail::SteadyTime time;
    Sessions sessions;
    std::uint64_t opened = 0;                         ///< so far
    std::unordered_map<std::string, Loose> loose;     ///< by principal id
    std::unordered_map<std::string, History> outside; ///< by principal id: what was done without a session
    std::unordered_map<std::string, Where> handles;
    std::shared_ptr<const Listener> listener;
    std::shared_ptr<const Foreign> foreign;
    std::shared_ptr<const Opened> openedTo;
    std::shared_ptr<const Guidance> guidance = std::make_shared<const Guidance>();
};

} // namespace actionscope::session
