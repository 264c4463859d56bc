#pragma once
/// Notices an agent that goes round in circles (ST5). It stands behind the call, never before it: the call has run, its
/// result carries the guidance and a `loop_detected` signal, then the tool's activation ends. Finding the tool again by
/// a search makes a fresh start.
///
/// **Three detectors**, over calls that were sent:
/// - `Window`: the same call `repeats` times within `window`.
/// - `LastCalls`: the same call `lastRepeats` times among the last `lastCalls` calls, where a repeat counts only when
///   nothing new was called since the one before. So A-A-A, A-B-A-B-A-B and A-B-C-A-B-C-A-B-C are caught, and reading a
///   list anew after each of many changes is not.
/// - `Churn`: one tool `churn` times within `window` with texts that say the same in other words: all arguments equal
///   but for prose, and each prose sharing most of its words with the latest. Other numbers, ids and pages are other
///   calls.
///
/// **The same call** is the same tool with the same arguments after normalising: order of members, null and empty ones,
/// white space, `5`, `5.0` and `"5"`, trailing slashes; in addresses also case of the host, fragment, order of the
/// query, and parameters that do not change what is asked (`utm_*`, `ts`, `nonce`, cache busters, request ids).
///
/// Calls longer ago than five windows count no more.
///
/// **Legitimate retries**: of calls that failed for the moment (timeout, 408, 425, 429, 5xx) the first `retries` of the
/// same call are not counted.

#include "base/clock.h"
#include "base/json.h"
#include "session/guidance.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::session {

/// Where the defaults come from: tests/core/session/tst_iteration_guard.cpp plays scripted agents against them; below
/// three repeats a look again at what was just changed would count, above twelve calls cycles of four tools are caught
/// later than a person would step in.
struct GuardLimits {
    bool on = true;                   ///< gateway.loop_guard
    std::size_t repeats = 8;          ///< gateway.loop_repeats, within `window`
    std::chrono::seconds window{120}; ///< gateway.loop_window
    std::size_t lastRepeats = 3;      ///< gateway.loop_last_repeats
    std::size_t lastCalls = 12;       ///< gateway.loop_last_calls
    std::size_t churn = 5;            ///< gateway.loop_churn
    std::size_t retries = 3;          ///< gateway.loop_retries
};
constexpr std::size_t MaxGuardedCalls = 64; ///< remembered of a session; the cap of what may be set above

/// What is remembered of a call's arguments: hashes, never values.
struct CallPrint {
    std::uint64_t arguments = 0;                   ///< of the normalised arguments
    std::uint64_t fixed = 0;                       ///< the same without prose; prose is text of several words
    std::vector<std::vector<std::uint64_t>> prose; ///< the words of each prose, sorted; 8 proses of 64 words at most
};
[[nodiscard]] CallPrint printOf(const json::object &arguments);

struct LoopSignal {
    enum class Detector : std::uint8_t { Window, LastCalls, Churn } detector = Detector::Window;
    std::size_t count = 0; ///< calls that made it one
    std::string guidance;
    bool activationEnded = false; ///< false for tools that are always there: curated, always included, mounted
};
std::string_view detectorName(LoopSignal::Detector detector); ///< "time_window", "last_calls", "argument_churn"

/// Of one session. Not thread-safe: the registry guards it.
class IterationGuard {
public:
    /// After a call was sent and its answer is known. `failedForNow`: it may well succeed when tried again.
    [[nodiscard]] std::optional<LoopSignal> called(const GuardLimits &limits, const Guidance &guidance,
                                                   std::string_view tool, const CallPrint &print, bool failedForNow,
                                                   Timestamp now);
    /// A search showed the tool: what was called before does not count any more.
    void found(std::string_view tool);
    [[nodiscard]] std::size_t remembered() const { return m_calls.size(); }

private:
    struct Call {
        std::uint64_t tool = 0; ///< hash of the name
        CallPrint print;
        Timestamp when;
        bool retry = false; ///< not counted
        bool fresh = false; ///< was not among the remembered calls when it was made
        [[nodiscard]] bool same(const Call &other) const {
            return tool == other.tool && print.arguments == other.print.arguments;
        }
    };
    std::deque<Call> m_calls; ///< oldest first
};

} // namespace actionscope::session
