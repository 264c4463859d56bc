#pragma once
/// How much a service is asked at once, and whether at all: a cap of concurrent calls and a circuit breaker.

#include "base/clock.h"
#include "governance/gatekeeper.h"
#include "upstream/http_dispatcher.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace actionscope::upstream::detail {

/// Any thread. Outlives its tickets.
class ServiceGate {
public:
    ServiceGate(const Clock &clock, const HttpDispatchLimits &limits)
        : m_clock(clock)
        , m_limits(limits) {}

    /// Leave to call. Says with one of the two how the call went; without (cancelled, our own fault) it counts as
    /// neither.
    class Ticket {
    public:
        Ticket(ServiceGate &gate, std::string service, bool probe)
            : m_gate(&gate)
            , m_service(std::move(service))
            , m_probe(probe) {}
        Ticket(Ticket &&other) noexcept
            : m_gate(std::exchange(other.m_gate, nullptr))
            , m_service(std::move(other.m_service))
            , m_probe(other.m_probe)
            , m_worked(other.m_worked)
            , m_error(std::move(other.m_error)) {}
        Ticket &operator=(Ticket &&) = delete;
        ~Ticket() {
            if (m_gate)
                m_gate->leave(m_service, m_probe, m_worked, m_error);
        }
        void worked() { m_worked = true; }
        void failed(std::string error) {
            m_worked = false;
            m_error = std::move(error);
        }

    private:
        ServiceGate *m_gate;
        std::string m_service;
        bool m_probe;
        std::optional<bool> m_worked;
        std::string m_error;
    };

    /// Waits for a free place for at most `queueTime`. Errors: Busy (the circuit is open, or no place became free),
    /// Cancelled.
    tl::expected<Ticket, governance::DispatchError> enter(const std::string &service, const std::stop_token &stop);
    [[nodiscard]] std::vector<HttpDispatcher::Health> health() const;

private:
    struct State {
        std::size_t running = 0;
        unsigned failures = 0; ///< in a row
        Timestamp openedAt{};
        bool probing = false;
        std::string lastError;
        std::uint64_t calls = 0;
    };
    [[nodiscard]] bool isOpen(const State &state) const;
    void leave(const std::string &service, bool probe, std::optional<bool> worked, const std::string &error);

    const Clock &m_clock;
    const HttpDispatchLimits m_limits;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_free;
    std::map<std::string, State> m_states; // guarded by m_mutex
};

} // namespace actionscope::upstream::detail
