#include "upstream/detail/service_gate.h"

namespace actionscope::upstream::detail {

using governance::DispatchError, governance::DispatchFault;

bool ServiceGate::isOpen(const State &state) const {
    if (state.failures < m_limits.breakerFailures)
        return false;
    const auto passed = m_clock.now() - state.openedAt;
    // A clock that was set back must not keep a circuit open for as long as it was set back.
    return passed >= std::chrono::seconds(0) && passed < m_limits.breakerPause;
}

tl::expected<ServiceGate::Ticket, DispatchError> ServiceGate::enter(const std::string &service,
                                                                    const std::stop_token &stop) {
    std::unique_lock lock(m_mutex);
    State &state = m_states[service];
    const auto refused = [&]() -> std::optional<DispatchError> {
        if (!isOpen(state) && !(state.failures >= m_limits.breakerFailures && state.probing))
            return {};
        return DispatchError{DispatchFault::Busy,
                             "calls to " + service + " are paused: the last " + std::to_string(state.failures) +
                                 " failed (" + state.lastError + "); it is tried again " +
                                 std::to_string(m_limits.breakerPause.count()) + " s after the last failure"};
    };
    if (auto error = refused())
        return tl::unexpected(std::move(*error));
    m_free.wait_for(lock, stop, m_limits.queueTime, [&] { return state.running < m_limits.callsPerService; });
    if (stop.stop_requested())
        return tl::unexpected(DispatchError{DispatchFault::Cancelled, "cancelled"});
    if (state.running >= m_limits.callsPerService)
        return tl::unexpected(DispatchError{
            DispatchFault::Busy,
            std::to_string(state.running) + " calls to " + service + " are running and none ended within " +
                std::to_string(m_limits.queueTime.count()) + " ms (upstream.calls_per_service in actionscope.yaml)"});
    // It may have opened, or another call may have begun to probe, while this one waited.
    if (auto error = refused())
        return tl::unexpected(std::move(*error));
    const bool probe = state.failures >= m_limits.breakerFailures;
    state.probing = state.probing || probe;
    ++state.running;
    ++state.calls;
    return Ticket(*this, service, probe);
}

void ServiceGate::leave(const std::string &service, bool probe, std::optional<bool> worked, const std::string &error) {
    const std::lock_guard lock(m_mutex);
    State &state = m_states[service];
    --state.running;
    if (probe)
        state.probing = false;
    if (worked && *worked) {
        state.failures = 0;
        state.lastError.clear();
    } else if (worked) {
        ++state.failures;
        state.lastError = error;
        state.openedAt = m_clock.now();
    }
    m_free.notify_all();
}

std::vector<HttpDispatcher::Health> ServiceGate::health() const {
    const std::lock_guard lock(m_mutex);
    std::vector<HttpDispatcher::Health> out;
    for (const auto &[service, state] : m_states)
        out.push_back({service, isOpen(state), state.failures, state.lastError, state.calls});
    return out;
}

} // namespace actionscope::upstream::detail
