/// What a session did: counters, the last searches and calls, and what is noticed in them.
#include "session/detail/registry.h"

namespace actionscope::session {
namespace {

/// What of a session's searches is remembered for naming the search behind an activation.
constexpr std::size_t SearchesRemembered = 8, NamesRemembered = 50;

} // namespace

void SessionRegistry::count(std::string_view session, const Counted &what) {
    const std::lock_guard lock(m_impl->mutex);
    if (Impl::Session *owner = m_impl->find(session)) {
        owner->searchCount += what.searches;
        owner->callCount += what.calls;
        owner->refused += what.refused;
        TokenUse use = what.use;
        use.results += what.tokens;
        owner->ledger.add(use);
    }
}

void SessionRegistry::shown(std::string_view session, std::string searchId, const std::vector<std::string> &qualified) {
    const std::lock_guard lock(m_impl->mutex);
    Impl::Session *owner = m_impl->find(session);
    if (owner == nullptr)
        return;
    std::vector<std::string> names(qualified.begin(), qualified.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                                              qualified.size(), NamesRemembered)));
    owner->searches.emplace_back(std::move(searchId), std::move(names));
    if (owner->searches.size() > SearchesRemembered)
        owner->searches.pop_front();
    for (const std::string &name : qualified)
        owner->history.guard.found(name);
}

std::string SessionRegistry::searchThatShowed(std::string_view session, std::string_view qualified) const {
    const std::lock_guard lock(m_impl->mutex);
    const Impl::Session *owner = m_impl->find(session);
    return owner != nullptr ? m_impl->searchThatShowed(*owner, qualified) : std::string();
}

void SessionRegistry::shownOutside(const Principal &who, const std::vector<std::string> &qualified) {
    const std::lock_guard lock(m_impl->mutex);
    const auto known = m_impl->outside.find(who.id);
    if (known == m_impl->outside.end())
        return;
    for (const std::string &name : qualified)
        known->second.guard.found(name);
}

void SessionRegistry::guide(std::shared_ptr<const Guidance> guidance) {
    const std::lock_guard lock(m_impl->mutex);
    m_impl->guidance = guidance ? std::move(guidance) : std::make_shared<const Guidance>();
}

std::optional<LoopSignal> SessionRegistry::called(const Principal &who, std::string_view session,
                                                  std::string_view qualified, const json::object &arguments,
                                                  bool failedForNow) {
    if (!m_impl->limits.guard.on)
        return std::nullopt;
    const CallPrint print = printOf(arguments);
    Impl::Evictions told;
    std::optional<LoopSignal> signal;
    {
        const std::lock_guard lock(m_impl->mutex);
        const Timestamp now = m_impl->now();
        Impl::History *history = m_impl->historyOf(who, session, now);
        if (history == nullptr)
            return std::nullopt;
        signal = history->guard.called(m_impl->limits.guard, *m_impl->guidance, qualified, print, failedForNow, now);
        if (!signal)
            return std::nullopt;
        ++history->loops;
        Impl::Bag *bag = nullptr;
        if (!session.empty())
            bag = &m_impl->find(session)->activations;
        else if (const auto mine = m_impl->loose.find(who.id); mine != m_impl->loose.end())
            bag = &mine->second.activations;
        const Activation *known = bag != nullptr ? detail::findIn(*bag, qualified) : nullptr;
        if (known != nullptr && !known->pinned) {
            m_impl->remove(*bag, bag->begin() + (known - bag->data()), Eviction::Why::Loop, told);
            signal->activationEnded = true;
        }
    }
    m_impl->tell(told);
    return signal;
}

Result<void> SessionRegistry::admitSearch(std::string_view session) {
    const std::lock_guard lock(m_impl->mutex);
    Impl::Session *owner = m_impl->find(session);
    if (owner == nullptr || !owner->bounds.searchesPerHour)
        return {};
    const Timestamp now = m_impl->now();
    auto &times = owner->searchTimes;
    while (!times.empty() && now - times.front() >= std::chrono::hours(1))
        times.pop_front();
    if (times.size() >= *owner->bounds.searchesPerHour)
        return fail(ErrorCode::LimitExceeded,
                    "this session has made the " + std::to_string(*owner->bounds.searchesPerHour) +
                        " searches an hour that its profile allows (limits.searches_per_hour):"
                        " work with what was found");
    times.push_back(now);
    return {};
}

std::optional<RedundantSearch> SessionRegistry::searched(const Principal &who, std::string_view session,
                                                         std::string_view query, std::string_view scope,
                                                         const std::string &searchId) {
    if (!m_impl->limits.redundancy.on)
        return std::nullopt;
    const std::lock_guard lock(m_impl->mutex);
    const Timestamp now = m_impl->now();
    Impl::History *history = m_impl->historyOf(who, session, now);
    if (history == nullptr)
        return std::nullopt;
    auto found = history->searches.searched(m_impl->limits.redundancy, query, scope, searchId, now);
    history->redundant += found ? 1 : 0;
    return found;
}

void SessionRegistry::setBoundTokens(std::string_view session, std::uint64_t tokens) {
    const std::lock_guard lock(m_impl->mutex);
    if (Impl::Session *owner = m_impl->find(session))
        owner->ledger.setBound(tokens);
}

std::optional<BudgetNotice> SessionRegistry::takeBudgetNotice(std::string_view session) {
    const std::lock_guard lock(m_impl->mutex);
    Impl::Session *owner = m_impl->find(session);
    if (owner == nullptr)
        return std::nullopt;
    return owner->ledger.takeNotice(owner->bounds.tokenBudget.value_or(m_impl->limits.tokenBudget));
}

} // namespace actionscope::session
