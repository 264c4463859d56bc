#pragma once
/// Counters, latencies and the ring of frames: what a person watching sees, and what /metrics prints.

#include "gateway/gateway.h"

#include <array>
#include <atomic>
#include <deque>
#include <map>
#include <mutex>

namespace actionscope::gateway::detail {

/// Latencies in buckets, as Prometheus counts them.
class Histogram {
public:
    static constexpr std::array<double, 14> Bounds{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                   0.1,    0.25,  0.5,    1,     2.5,  10,    60};
    void add(std::chrono::microseconds elapsed);
    void print(std::string &out, std::string_view name, std::string_view labels) const;

private:
    std::array<std::atomic<std::uint64_t>, Bounds.size() + 1> m_counts{};
    std::atomic<std::uint64_t> m_sumUs = 0;
};

/// Any thread.
class Telemetry {
public:
    static constexpr std::size_t KeptFrames = 2000, KeptSearches = 1000;

    explicit Telemetry(const Clock &clock)
        : m_clock(clock) {}

    void httpAnswer(int status);
    /// A message of MCP or a REST call that was answered. `outcome`: "ok", "error", or the code of a refusal.
    void answered(std::string_view method, std::string_view tool, std::string_view outcome,
                  std::chrono::microseconds elapsed, std::size_t bytes);
    void listChangeSent(std::uint64_t tokens);
    void streamOpened() { ++m_streams; }
    void streamClosed() { --m_streams; }

    /// Numbers and times it. Cheap; the oldest frame goes.
    void frame(Frame frame);
    [[nodiscard]] std::vector<Frame> frames(std::uint64_t after, std::size_t limit) const;
    /// Called after frames and counters changed, on the thread that did it; must be quick.
    void onActivity(std::function<void()> callback);

    [[nodiscard]] std::size_t streams() const { return m_streams; }
    [[nodiscard]] std::uint64_t requests() const { return m_requests; }
    [[nodiscard]] std::uint64_t searches() const { return m_searches; }
    [[nodiscard]] std::uint64_t calls() const { return m_calls; }
    [[nodiscard]] std::uint64_t refused() const { return m_refused; }
    [[nodiscard]] std::uint64_t listChanges() const { return m_listChanges; }
    [[nodiscard]] std::uint64_t listChangeTokens() const { return m_listChangeTokens; }
    /// Tokens of the last search responses: median and maximum.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> searchTokens() const;
    /// Prometheus text exposition format 0.0.4.
    [[nodiscard]] std::string metrics(const GatewayStatus &status) const;

private:
    const Clock &m_clock;
    std::atomic<std::size_t> m_streams = 0;
    std::atomic<std::uint64_t> m_requests = 0, m_searches = 0, m_calls = 0, m_refused = 0, m_listChanges = 0,
                               m_listChangeTokens = 0;
    Histogram m_searchTime, m_callTime, m_otherTime;
    mutable std::mutex m_mutex;
    std::map<int, std::uint64_t> m_statuses;
    std::map<std::string, std::uint64_t, std::less<>> m_outcomes; ///< of calls
    std::deque<std::uint32_t> m_searchTokens;
    mutable std::mutex m_frameMutex;
    std::deque<Frame> m_frames;
    std::uint64_t m_nextFrame = 1;
    std::function<void()> m_activity;
};

} // namespace actionscope::gateway::detail
