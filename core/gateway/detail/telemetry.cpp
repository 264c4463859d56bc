#include "gateway/detail/telemetry.h"
#include "context/token_count.h"

#include <algorithm>
#include <charconv>

namespace actionscope::gateway::detail {
namespace {

std::string number(double value) {
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    return {text.data(), end};
}

void counter(std::string &out, std::string_view name, std::string_view help, std::string_view type,
             std::uint64_t value) {
    out += "# HELP actionscope_";
    out += name;
    out += ' ';
    out += help;
    out += "\n# TYPE actionscope_";
    out += name;
    out += ' ';
    out += type;
    out += "\nactionscope_";
    out += name;
    out += ' ' + std::to_string(value) + '\n';
}

/// Outcomes are words of ours; anything else an upstream could invent is one label, so that there cannot be many.
std::string_view boundedOutcome(std::string_view outcome) {
    const bool plain =
        !outcome.empty() && outcome.size() <= 40 &&
        std::all_of(outcome.begin(), outcome.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    return plain ? outcome : std::string_view("other");
}

} // namespace

void Histogram::add(std::chrono::microseconds elapsed) {
    const double seconds = static_cast<double>(elapsed.count()) / 1e6;
    const auto *const bound = std::lower_bound(Bounds.begin(), Bounds.end(), seconds);
    ++m_counts[static_cast<std::size_t>(bound - Bounds.begin())];
    m_sumUs += static_cast<std::uint64_t>(std::max<std::int64_t>(0, elapsed.count()));
}

void Histogram::print(std::string &out, std::string_view name, std::string_view labels) const {
    std::uint64_t total = 0;
    const auto line = [&](std::string_view suffix, const std::string &more, const std::string &value) {
        out += name;
        out += suffix;
        out += '{';
        out += labels;
        out += more;
        out += "} " + value + '\n';
    };
    for (std::size_t i = 0; i <= Bounds.size(); ++i) {
        total += m_counts[i];
        line("_bucket", ",le=\"" + (i < Bounds.size() ? number(Bounds[i]) : std::string("+Inf")) + '"',
             std::to_string(total));
    }
    line("_sum", {}, number(static_cast<double>(m_sumUs) / 1e6));
    line("_count", {}, std::to_string(total));
}

void Telemetry::httpAnswer(int status) {
    const std::lock_guard lock(m_mutex);
    ++m_statuses[status];
}

void Telemetry::answered(std::string_view method, std::string_view tool, std::string_view outcome,
                         std::chrono::microseconds elapsed, std::size_t bytes) {
    static constexpr std::size_t KeptOutcomes = 100;
    ++m_requests;
    const bool call = method == "tools/call";
    if (call && tool == "gateway_search_actions") {
        ++m_searches;
        m_searchTime.add(elapsed);
        const std::lock_guard lock(m_mutex);
        m_searchTokens.push_back(static_cast<std::uint32_t>(context::estimateTokens(bytes)));
        if (m_searchTokens.size() > KeptSearches)
            m_searchTokens.pop_front();
    } else if (call) {
        if (tool != "gateway_activate")
            ++m_calls;
        m_callTime.add(elapsed);
        if (outcome != "ok" && outcome != "error")
            ++m_refused;
        const std::lock_guard lock(m_mutex);
        const std::string_view word = boundedOutcome(outcome);
        if (const auto found = m_outcomes.find(word); found != m_outcomes.end())
            ++found->second;
        else if (m_outcomes.size() < KeptOutcomes)
            m_outcomes.emplace(word, 1);
    } else {
        m_otherTime.add(elapsed);
    }
}

void Telemetry::listChangeSent(std::uint64_t tokens) {
    ++m_listChanges;
    m_listChangeTokens += tokens;
}

void Telemetry::frame(Frame frame) {
    std::function<void()> activity;
    {
        const std::lock_guard lock(m_frameMutex);
        frame.number = m_nextFrame++;
        frame.time = m_clock.now();
        m_frames.push_back(std::move(frame));
        if (m_frames.size() > KeptFrames)
            m_frames.pop_front();
        activity = m_activity;
    }
    if (activity)
        activity();
}

std::vector<Frame> Telemetry::frames(std::uint64_t after, std::size_t limit) const {
    const std::lock_guard lock(m_frameMutex);
    const auto first = std::partition_point(m_frames.begin(), m_frames.end(),
                                            [after](const Frame &frame) { return frame.number <= after; });
    const auto count = static_cast<std::size_t>(m_frames.end() - first);
    // Of too many the newest: a view that was away shows how things are now.
    return {count > limit ? m_frames.end() - static_cast<std::ptrdiff_t>(limit) : first, m_frames.end()};
}

void Telemetry::onActivity(std::function<void()> callback) {
    const std::lock_guard lock(m_frameMutex);
    m_activity = std::move(callback);
}

std::pair<std::uint64_t, std::uint64_t> Telemetry::searchTokens() const {
    std::vector<std::uint32_t> tokens;
    {
        const std::lock_guard lock(m_mutex);
        tokens.assign(m_searchTokens.begin(), m_searchTokens.end());
    }
    if (tokens.empty())
        return {0, 0};
    const auto middle = tokens.begin() + static_cast<std::ptrdiff_t>(tokens.size() / 2);
    std::nth_element(tokens.begin(), middle, tokens.end());
    const std::uint64_t median = *middle;
    return {median, *std::max_element(tokens.begin(), tokens.end())};
}

std::string Telemetry::metrics(const GatewayStatus &status) const {
    std::string out;
    counter(out, "requests_total", "Messages of MCP and REST calls that were answered.", "counter", m_requests);
    counter(out, "searches_total", "Searches.", "counter", m_searches);
    counter(out, "calls_total", "Calls of actions.", "counter", m_calls);
    counter(out, "refused_total", "Activations and calls that a gate refused.", "counter", m_refused);
    counter(out, "list_changes_total", "Times that a session was told of a changed list.", "counter", m_listChanges);
    counter(out, "sessions", "Sessions that are open.", "gauge", status.sessions);
    counter(out, "streams", "Event streams that are open.", "gauge", status.streams);
    counter(out, "running_calls", "Requests that run now.", "gauge", status.runningCalls);
    {
        const std::lock_guard lock(m_mutex);
        out += "# HELP actionscope_call_outcomes_total Activations and calls by outcome.\n"
               "# TYPE actionscope_call_outcomes_total counter\n";
        for (const auto &[outcome, count] : m_outcomes)
            out += "actionscope_call_outcomes_total{outcome=\"" + outcome + "\"} " + std::to_string(count) + '\n';
        out += "# HELP actionscope_http_responses_total Answers by HTTP status.\n"
               "# TYPE actionscope_http_responses_total counter\n";
        for (const auto &[code, count] : m_statuses)
            out += "actionscope_http_responses_total{status=\"" + std::to_string(code) + "\"} " +
                   std::to_string(count) + '\n';
    }
    out += "# HELP actionscope_request_seconds Time from a request to its response.\n"
           "# TYPE actionscope_request_seconds histogram\n";
    m_searchTime.print(out, "actionscope_request_seconds", "kind=\"search\"");
    m_callTime.print(out, "actionscope_request_seconds", "kind=\"call\"");
    m_otherTime.print(out, "actionscope_request_seconds", "kind=\"other\"");
    return out;
}

} // namespace actionscope::gateway::detail
