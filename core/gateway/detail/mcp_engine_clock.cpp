/// What the engine does in time: running calls are watched, news told, what is over ended, and all of it stopped.
#include "gateway/detail/mcp_engine.h"

namespace actionscope::gateway::detail {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// How often running calls are looked at, and how long that goes on after the last one.
constexpr std::chrono::milliseconds Look{100}, Watch{2000};
/// What a call over REST gets to answer that it was stopped.
constexpr std::chrono::milliseconds StopTime{1000};

} // namespace

void McpEngine::tick() {
    std::unique_lock lock(m_mutex);
    auto nextSweep = SteadyClock::now() + std::chrono::seconds(5);
    auto watchUntil = SteadyClock::now();
    while (!m_over) {
        // Only while something runs, or did just now, or is to be told is it worth waking often: being woken for each
        // call would cost more than most calls do.
        const bool busy = !m_running.empty() || !m_changed.empty() || m_catalogChanged;
        if (busy)
            watchUntil = SteadyClock::now() + Watch;
        m_watching = SteadyClock::now() < watchUntil;
        m_wake.wait_for(lock, m_watching ? Look : std::chrono::milliseconds(5000), [&] {
            return m_over || !m_ended.empty() ||
                   (!m_watching && (!m_running.empty() || !m_changed.empty() || m_catalogChanged.has_value()));
        });
        if (m_over)
            break;
        const auto now = SteadyClock::now();
        std::vector<std::shared_ptr<RunningCall>> slow, endless;
        for (const auto &call : m_running) {
            if (now - call->started > m_parts.wire.longestCall)
                endless.push_back(call);
            else if (now - call->started > m_parts.slowAfter && !call->toldSlow.exchange(true))
                slow.push_back(call);
        }
        std::vector<std::shared_ptr<McpSession>> told, gone;
        for (auto at = m_changed.begin(); at != m_changed.end();) {
            if (at->second > now) {
                ++at;
                continue;
            }
            if (const auto found = m_sessions.find(at->first); found != m_sessions.end())
                told.push_back(found->second);
            at = m_changed.erase(at);
        }
        for (const std::string &id : m_ended) {
            if (const auto found = m_sessions.find(id); found != m_sessions.end()) {
                gone.push_back(std::move(found->second));
                m_sessions.erase(found);
            }
        }
        m_ended.clear();
        const bool compare = m_catalogChanged && *m_catalogChanged <= now;
        if (compare)
            m_catalogChanged.reset();
        lock.unlock();
        for (const auto &call : slow)
            call->slow();
        for (const auto &call : endless)
            call->abort({rpc::Internal,
                         "this call took longer than " + std::to_string(m_parts.wire.longestCall.count()) +
                             " s (gateway.longest_call) and was stopped",
                         {}});
        for (const auto &session : told) {
            session->owesListChanged();
            session->tellListChanged();
        }
        for (const auto &session : gone)
            over(session);
        if (compare)
            m_pool.post([this](const std::stop_token &) { compareLists(); });
        if (now >= nextSweep) {
            m_parts.sessions->sweep();
            nextSweep = now + std::chrono::seconds(5);
        }
        lock.lock();
    }
}

void McpEngine::post(std::function<void()> job) {
    m_pool.post([job = std::move(job)](const std::stop_token &) { job(); });
}

void McpEngine::postCall(std::function<void(std::stop_token)> job) {
    {
        const std::lock_guard lock(m_mutex);
        ++m_posted;
    }
    m_pool.post([this, job = std::move(job), stop = m_stopPosted.get_token()](const std::stop_token &) {
        job(stop);
        const std::lock_guard lock(m_mutex);
        --m_posted;
        m_idle.notify_all();
    });
}

std::size_t McpEngine::runningCalls() const {
    const std::lock_guard lock(m_mutex);
    return m_running.size() + m_posted;
}

void McpEngine::stop(std::chrono::milliseconds grace) {
    const std::lock_guard once(m_stopMutex);
    if (!m_ticker.joinable())
        return;
    m_stopping = true;
    std::vector<std::shared_ptr<RunningCall>> left;
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait_for(lock, grace, [this] { return m_running.empty() && m_posted == 0; });
        left.assign(m_running.begin(), m_running.end());
    }
    m_stopPosted.request_stop();
    for (const auto &call : left)
        call->abort({rpc::Internal, "the gateway is stopping; this call was ended", {}});
    {
        const std::lock_guard lock(m_mutex);
        m_over = true;
        m_wake.notify_all();
    }
    m_ticker.join();
    for (const auto &session : all())
        end(session->id());
    {
        // What was asked to stop says so; without this it would be dropped where it waits for a worker.
        std::unique_lock lock(m_mutex);
        m_idle.wait_for(lock, StopTime, [this] { return m_posted == 0; });
    }
    m_pool.shutdown();
}

} // namespace actionscope::gateway::detail
