#include "session/agent_session.h"

#include "base/hash.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

namespace actionscope::session {

namespace {

using std::chrono::microseconds;

/// What of a session's searches is remembered for naming the search behind an activation.
constexpr std::size_t SearchesRemembered = 8, NamesRemembered = 50;

/// 22 characters of 128 random bits, in the alphabet of URLs.
std::string randomName(std::string_view prefix) {
    static constexpr char Alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const std::string bytes = randomBytes(16);
    std::string out(prefix);
    unsigned buffer = 0;
    int bits = 0;
    for (const char byte : bytes) {
        buffer = (buffer << 8) | static_cast<unsigned char>(byte);
        for (bits += 8; bits >= 6; bits -= 6)
            out += Alphabet[(buffer >> (bits - 6)) & 63];
        buffer &= (1U << bits) - 1;
    }
    if (bits > 0)
        out += Alphabet[(buffer << (6 - bits)) & 63];
    return out;
}

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

/// Activations of one session, or of one principal outside sessions, in order of activation. Times are steady ones.
using Bag = std::vector<Activation>;

Activation *findIn(Bag &bag, std::string_view qualified) {
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
    std::uint64_t searchCount = 0, callCount = 0, refused = 0, tokens = 0;

    [[nodiscard]] bool held() const { return calls != 0 || streams != 0; }
};

/// Handles of one principal that belong to no session.
struct Loose {
    Bag activations;
    Timestamp lastUse;
};

} // namespace

std::string_view evictionWhyName(Eviction::Why why) {
    switch (why) {
    case Eviction::Why::TimeToLive:
        return "time_to_live";
    case Eviction::Why::LeastRecentlyUsed:
        return "least_recently_used";
    case Eviction::Why::Revoked:
        return "revoked";
    case Eviction::Why::SessionEnded:
        return "session_ended";
    case Eviction::Why::ActionGone:
        return "action_gone";
    }
    return {};
}

struct SessionRegistry::Impl {
    using Listener = std::function<void(const Eviction &)>;
    using Foreign = std::function<void(const Principal &, const std::string &)>;
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
    [[nodiscard]] bool isOver(const Activation &activation, Timestamp at) const {
        // What is always included lives as long as its session; a handle without one always ends.
        if (activation.pinned && !activation.session.empty())
            return false;
        return at >= activation.expires || (!activation.pinned && at - activation.lastUse >= limits.toolLife);
    }

    void remove(Bag &bag, Bag::iterator it, Eviction::Why why, Evictions &told) {
        told.push_back({it->session, it->qualified, why});
        handles.erase(it->handle);
        bag.erase(it);
    }
    void dropExpired(Bag &bag, Timestamp at, Evictions &told) {
        for (auto it = bag.begin(); it != bag.end();) {
            if (!isOver(*it, at)) {
                ++it;
                continue;
            }
            const auto index = it - bag.begin();
            remove(bag, it, Eviction::Why::TimeToLive, told);
            it = bag.begin() + index;
        }
    }
    /// Makes room for one more that counts.
    void dropOldestUsed(Bag &bag, Evictions &told) {
        const std::size_t capacity = std::max<std::size_t>(limits.discoveredTools, 1);
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
                dropExpired(it->second.activations, at, told);
            it = next;
        }
        for (auto it = loose.begin(); it != loose.end();) {
            dropExpired(it->second.activations, at, told);
            it = it->second.activations.empty() ? loose.erase(it) : std::next(it);
        }
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
        const Activation *known = findIn(session->activations, qualified);
        return known != nullptr && !isOver(*known, at) ? known : nullptr;
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
    SteadyTime time;
    Sessions sessions;
    std::uint64_t opened = 0;                     ///< so far
    std::unordered_map<std::string, Loose> loose; ///< by principal id
    std::unordered_map<std::string, Where> handles;
    std::shared_ptr<const Listener> listener;
    std::shared_ptr<const Foreign> foreign;
};

SessionRegistry::SessionRegistry(const Clock &clock, SessionLimits limits)
    : m_impl(std::make_shared<Impl>(clock, limits)) {}
SessionRegistry::~SessionRegistry() = default;

Result<std::string> SessionRegistry::open(const Principal &who, std::string client, std::string protocol) {
    Impl::Evictions told;
    std::string id;
    {
        const std::lock_guard lock(m_impl->mutex);
        const Timestamp now = m_impl->now();
        auto &sessions = m_impl->sessions;
        if (sessions.size() >= m_impl->limits.sessions)
            m_impl->sweep(now, told);
        if (sessions.size() >= m_impl->limits.sessions) {
            auto oldest = sessions.end();
            for (auto it = sessions.begin(); it != sessions.end(); ++it) {
                if (!it->second.held() &&
                    (oldest == sessions.end() || std::tie(it->second.lastUse, it->second.number) <
                                                     std::tie(oldest->second.lastUse, oldest->second.number)))
                    oldest = it;
            }
            if (oldest != sessions.end())
                m_impl->end(oldest, told);
        }
        if (sessions.size() < m_impl->limits.sessions) {
            id = randomName("s-");
            Session session;
            session.id = id;
            session.client = std::move(client);
            session.protocol = std::move(protocol);
            session.principal = who;
            session.started = session.lastUse = now;
            session.number = ++m_impl->opened;
            sessions.emplace(id, std::move(session));
        }
    }
    m_impl->tell(told);
    if (id.empty())
        return fail(ErrorCode::Busy, "all " + std::to_string(m_impl->limits.sessions) +
                                         " sessions are in use (gateway.sessions): close one, or try again later");
    return id;
}

bool SessionRegistry::touch(std::string_view id, const Principal &who) {
    {
        const std::lock_guard lock(m_impl->mutex);
        const Timestamp now = m_impl->now();
        if (Session *session = m_impl->findOf(who, id, now)) {
            session->lastUse = now;
            return true;
        }
    }
    m_impl->tellForeign(who, id);
    return false;
}

bool SessionRegistry::close(std::string_view id) {
    Impl::Evictions told;
    {
        const std::lock_guard lock(m_impl->mutex);
        const auto it = m_impl->sessions.find(std::string(id));
        if (it == m_impl->sessions.end())
            return false;
        m_impl->end(it, told);
    }
    m_impl->tell(told);
    return true;
}

SessionRegistry::Hold SessionRegistry::hold(std::string_view id, HoldKind kind) {
    const std::lock_guard lock(m_impl->mutex);
    Session *session = m_impl->find(id);
    if (session == nullptr)
        return {};
    (kind == HoldKind::Call ? session->calls : session->streams) += 1;
    return Hold([weak = std::weak_ptr(m_impl), name = std::string(id), kind] {
        const auto impl = weak.lock();
        if (!impl)
            return;
        const std::lock_guard relock(impl->mutex);
        Session *held = impl->find(name);
        if (held == nullptr)
            return;
        const Timestamp now = impl->now();
        held->lastUse = now;
        if (kind == HoldKind::Call) {
            --held->calls;
        } else if (--held->streams == 0) {
            held->hadStream = true;
            held->streamGone = now;
        }
    });
}

void SessionRegistry::sweep() {
    Impl::Evictions told;
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->sweep(m_impl->now(), told);
    }
    m_impl->tell(told);
}

void SessionRegistry::onForeign(std::function<void(const Principal &, const std::string &)> listener) {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->foreign = std::make_shared<const Impl::Foreign>(std::move(listener));
}

void SessionRegistry::onEviction(std::function<void(const Eviction &)> listener) {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->listener = std::make_shared<const Impl::Listener>(std::move(listener));
}

Result<SessionRegistry::Activated> SessionRegistry::activate(const Principal &who, std::string_view session,
                                                             const governance::Target &target, std::string wireName,
                                                             ConfirmedBy confirmedBy, std::string searchId,
                                                             bool pinned) {
    Impl::Evictions told;
    Activated out;
    {
        const std::lock_guard lock(m_impl->mutex);
        const Timestamp now = m_impl->now();
        Session *owner = nullptr;
        if (!session.empty()) {
            owner = m_impl->findOf(who, session, now);
            if (owner == nullptr)
                return fail(ErrorCode::NotFound, "the session has ended or is not this caller's: open a new one");
            owner->lastUse = now;
            if (searchId.empty())
                searchId = m_impl->searchThatShowed(*owner, target.qualified());
        }
        Bag &bag = owner != nullptr ? owner->activations : m_impl->looseOf(who.id, now, told);
        m_impl->dropExpired(bag, now, told);
        const std::string qualified = target.qualified();
        Activation *known = findIn(bag, qualified);
        // Another definition is another thing: what was confirmed was the old one.
        if (known != nullptr && known->definitionHash != target.definitionHash) {
            m_impl->remove(bag, bag.begin() + (known - bag.data()), Eviction::Why::Revoked, told);
            known = nullptr;
        }
        out.fresh = known == nullptr;
        if (known == nullptr) {
            if (!pinned)
                m_impl->dropOldestUsed(bag, told);
            Activation activation;
            activation.handle = randomName("act_");
            activation.qualified = qualified;
            activation.wireName = std::move(wireName);
            activation.principal = who.id;
            activation.session = std::string(session);
            activation.definitionHash = target.definitionHash;
            activation.activated = now;
            activation.expires = now + m_impl->limits.activationLife;
            activation.pinned = pinned;
            m_impl->handles[activation.handle] = {activation.session, who.id};
            known = &bag.emplace_back(std::move(activation));
        }
        known->lastUse = now;
        known->pinned = known->pinned || pinned;
        // A confirmation is kept; a later, stronger one (a person instead of the model's word) replaces it.
        if (confirmedBy > known->confirmedBy)
            known->confirmedBy = confirmedBy;
        if (!searchId.empty())
            known->searchId = std::move(searchId);
        out.activation = m_impl->shown(*known);
    }
    m_impl->tell(told);
    return out;
}

bool SessionRegistry::deactivate(std::string_view session, std::string_view qualified, Eviction::Why why) {
    Impl::Evictions told;
    {
        const std::lock_guard lock(m_impl->mutex);
        Session *owner = m_impl->find(session);
        Activation *known = owner != nullptr ? findIn(owner->activations, qualified) : nullptr;
        if (known == nullptr)
            return false;
        m_impl->remove(owner->activations, owner->activations.begin() + (known - owner->activations.data()), why, told);
    }
    m_impl->tell(told);
    return true;
}

bool SessionRegistry::isActive(std::string_view session, std::string_view qualified) const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->activeIn(session, qualified) != nullptr;
}

bool SessionRegistry::isActive(std::string_view session, const governance::Target &target) const {
    const std::lock_guard lock(m_impl->mutex);
    const Activation *known = m_impl->activeIn(session, target.qualified());
    return known != nullptr && known->definitionHash == target.definitionHash;
}

std::vector<Activation> SessionRegistry::activations(std::string_view session) const {
    const std::lock_guard lock(m_impl->mutex);
    const Timestamp now = m_impl->now();
    std::vector<Activation> out;
    const Session *owner = m_impl->find(session);
    if (owner == nullptr || m_impl->isOver(*owner, now))
        return out;
    for (const Activation &activation : owner->activations) {
        if (!m_impl->isOver(activation, now))
            out.push_back(m_impl->shown(activation));
    }
    return out;
}

void SessionRegistry::endEverywhere(std::string_view qualified, Eviction::Why why) {
    Impl::Evictions told;
    {
        const std::lock_guard lock(m_impl->mutex);
        const auto dropFrom = [&](Bag &bag) {
            if (const Activation *known = findIn(bag, qualified))
                m_impl->remove(bag, bag.begin() + (known - bag.data()), why, told);
        };
        for (auto &[id, session] : m_impl->sessions)
            dropFrom(session.activations);
        for (auto &[principal, handles] : m_impl->loose)
            dropFrom(handles.activations);
    }
    m_impl->tell(told);
}

governance::ActiveState SessionRegistry::use(const Principal &who, std::string_view session, std::string_view qualified,
                                             std::string_view handle) {
    const std::lock_guard lock(m_impl->mutex);
    const Timestamp now = m_impl->now();
    governance::ActiveState state;
    const auto take = [&](Bag &bag, std::string_view byHandle) {
        Activation *known = findIn(bag, qualified);
        if (known == nullptr || (!byHandle.empty() && known->handle != byHandle))
            return false;
        if (m_impl->isOver(*known, now)) {
            state.why = now >= known->expires
                            ? "the activation expired at " + formatTimestamp(m_impl->time.shown(known->expires))
                            : "the activation ended because it was not used for " +
                                  std::to_string(m_impl->limits.toolLife.count()) + " s";
            return false;
        }
        known->lastUse = now;
        ++known->uses;
        state.active = true;
        state.definitionHash = known->definitionHash;
        state.confirmedBy = known->confirmedBy;
        state.why.clear();
        return true;
    };
    if (Session *owner = session.empty() ? nullptr : m_impl->findOf(who, session, now)) {
        owner->lastUse = now;
        if (take(owner->activations, {}))
            return state;
    }
    if (!handle.empty()) {
        const auto where = m_impl->handles.find(std::string(handle));
        // An unknown handle and one of another principal sound alike, so that nobody learns which handles exist.
        if (where != m_impl->handles.end() && where->second.principal == who.id) {
            if (where->second.session.empty()) {
                const auto mine = m_impl->loose.find(who.id);
                if (mine != m_impl->loose.end() && take(mine->second.activations, handle)) {
                    mine->second.lastUse = now;
                    return state;
                }
            } else if (Session *owner = m_impl->findOf(who, where->second.session, now)) {
                if (take(owner->activations, handle)) {
                    owner->lastUse = now;
                    return state;
                }
            }
        }
        if (state.why.empty())
            state.why = "the activation handle is not one of this caller's for this action, or it has ended";
    }
    if (state.why.empty())
        state.why = session.empty() ? "no activation handle was given" : "it was not activated in this session";
    return state;
}

std::shared_ptr<governance::PseudonymVault> SessionRegistry::vault(const Principal &who, std::string_view session) {
    const std::lock_guard lock(m_impl->mutex);
    Session *owner = m_impl->findOf(who, session, m_impl->now());
    if (owner == nullptr)
        return nullptr;
    if (!owner->vault)
        owner->vault = std::make_shared<governance::PseudonymVault>(randomBytes(32));
    return owner->vault;
}

void SessionRegistry::count(std::string_view session, const Counted &what) {
    const std::lock_guard lock(m_impl->mutex);
    if (Session *owner = m_impl->find(session)) {
        owner->searchCount += what.searches;
        owner->callCount += what.calls;
        owner->refused += what.refused;
        owner->tokens += what.tokens;
    }
}

void SessionRegistry::shown(std::string_view session, std::string searchId, const std::vector<std::string> &qualified) {
    const std::lock_guard lock(m_impl->mutex);
    Session *owner = m_impl->find(session);
    if (owner == nullptr)
        return;
    std::vector<std::string> names(qualified.begin(), qualified.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                              qualified.size(), NamesRemembered)));
    owner->searches.emplace_back(std::move(searchId), std::move(names));
    if (owner->searches.size() > SearchesRemembered)
        owner->searches.pop_front();
}

std::string SessionRegistry::searchThatShowed(std::string_view session, std::string_view qualified) const {
    const std::lock_guard lock(m_impl->mutex);
    const Session *owner = m_impl->find(session);
    return owner != nullptr ? m_impl->searchThatShowed(*owner, qualified) : std::string();
}

std::vector<SessionInfo> SessionRegistry::list() const {
    std::vector<SessionInfo> out;
    {
        const std::lock_guard lock(m_impl->mutex);
        const Timestamp now = m_impl->now();
        out.reserve(m_impl->sessions.size());
        for (const auto &[id, session] : m_impl->sessions) {
            if (m_impl->isOver(session, now))
                continue;
            SessionInfo info;
            info.id = id;
            info.client = session.client;
            info.protocol = session.protocol;
            info.principal = session.principal;
            info.started = m_impl->time.shown(session.started);
            info.lastUse = m_impl->time.shown(session.lastUse);
            for (const Activation &activation : session.activations) {
                if (!m_impl->isOver(activation, now))
                    info.activations.push_back(m_impl->shown(activation));
            }
            info.searches = session.searchCount;
            info.calls = session.callCount;
            info.refused = session.refused;
            info.tokensSent = session.tokens;
            info.pseudonyms = session.vault ? session.vault->size() : 0;
            out.push_back(std::move(info));
        }
    }
    std::sort(out.begin(), out.end(), [](const SessionInfo &a, const SessionInfo &b) {
        return a.lastUse != b.lastUse ? a.lastUse > b.lastUse : a.id < b.id;
    });
    return out;
}

std::size_t SessionRegistry::size() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->sessions.size();
}

} // namespace actionscope::session
