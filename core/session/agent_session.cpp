#include "session/agent_session.h"

#include "base/hash.h"
#include "session/detail/registry.h"

namespace actionscope::session {

std::string detail::randomName(std::string_view prefix) {
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
    case Eviction::Why::Loop:
        return "loop";
    }
    return {};
}

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
            id = detail::randomName("s-");
            Impl::Session session;
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
    std::shared_ptr<const Impl::Opened> listener;
    {
        const std::lock_guard lock(m_impl->mutex);
        listener = m_impl->openedTo;
    }
    if (listener && *listener)
        (*listener)(id, who);
    return id;
}

bool SessionRegistry::touch(std::string_view id, const Principal &who) {
    {
        const std::lock_guard lock(m_impl->mutex);
        const Timestamp now = m_impl->now();
        if (Impl::Session *session = m_impl->findOf(who, id, now)) {
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
    Impl::Session *session = m_impl->find(id);
    if (session == nullptr)
        return {};
    (kind == HoldKind::Call ? session->calls : session->streams) += 1;
    return Hold([weak = std::weak_ptr(m_impl), name = std::string(id), kind] {
        const auto impl = weak.lock();
        if (!impl)
            return;
        const std::lock_guard relock(impl->mutex);
        Impl::Session *held = impl->find(name);
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

void SessionRegistry::onOpen(std::function<void(const std::string &, const Principal &)> listener) {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->openedTo = std::make_shared<const Impl::Opened>(std::move(listener));
}

void SessionRegistry::onEviction(std::function<void(const Eviction &)> listener) {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->listener = std::make_shared<const Impl::Listener>(std::move(listener));
}

std::shared_ptr<governance::PseudonymVault> SessionRegistry::vault(const Principal &who, std::string_view session) {
    const std::lock_guard lock(m_impl->mutex);
    Impl::Session *owner = m_impl->findOf(who, session, m_impl->now());
    if (owner == nullptr)
        return nullptr;
    if (!owner->vault)
        owner->vault = std::make_shared<governance::PseudonymVault>(randomBytes(32));
    return owner->vault;
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
                if (!m_impl->isOver(activation, &session, now))
                    info.activations.push_back(m_impl->shown(activation));
            }
            info.searches = session.searchCount;
            info.calls = session.callCount;
            info.refused = session.refused;
            info.tokens = session.ledger.use();
            info.tokensSent = info.tokens.sent();
            info.tokenBudget = session.bounds.tokenBudget.value_or(m_impl->limits.tokenBudget);
            info.loops = session.history.loops;
            info.redundantSearches = session.history.redundant;
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
