#include "session/iteration_guard.h"

#include "base/hash.h"
#include "base/text.h"
#include "session/redundant_search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace actionscope::session {
namespace {

/// Two proses say the same when they share so many of the words of either.
constexpr double SameProse = 0.6;
constexpr std::size_t MostProses = 8;
/// How many windows a call is remembered.
constexpr int RememberedWindows = 5;

/// Members and parameters that change with every call and do not change what is asked.
bool isIrrelevant(std::string_view name) {
    static constexpr std::array<std::string_view, 16> Names{
        "_",       "cachebust", "cachebuster", "cb",    "correlationid", "fbclid",    "gclid",   "idempotencykey",
        "msclkid", "nocache",   "nonce",       "reqid", "requestid",     "timestamp", "traceid", "xrequestid"};
    std::string plain;
    for (const char c : toLowerAscii(name))
        if (c != '-' && c != '_')
            plain += c;
    if (plain.empty())
        return name == "_";
    return std::ranges::binary_search(Names, plain) || plain.starts_with("utm");
}

bool isIrrelevantInAddress(std::string_view name) {
    const std::string lower = toLowerAscii(name);
    return isIrrelevant(name) || lower == "ts" || lower == "t" || lower == "rand" || lower == "random";
}

std::string withoutEdges(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const bool space = c == ' ' || (c >= '\t' && c <= '\r');
        if (!space)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }
    while (!out.empty() && (out.back() == ' ' || (out.back() == '/' && out.size() > 1)))
        out.pop_back();
    return out;
}

/// scheme://HOST/path/?b=2&utm_x=1&a=1#part → scheme://host/path?a=1&b=2
std::string plainAddress(std::string text) {
    text.resize(std::min(text.find('#'), text.size()));
    std::string query;
    if (const std::size_t mark = text.find('?'); mark != std::string::npos) {
        query = text.substr(mark + 1);
        text.resize(mark);
    }
    if (const std::size_t scheme = text.find("://"); scheme != std::string::npos) {
        const std::size_t path = std::min(text.find('/', scheme + 3), text.size());
        text = toLowerAscii(std::string_view(text).substr(0, path)) + text.substr(path);
    }
    while (text.size() > 1 && text.back() == '/')
        text.pop_back();
    std::vector<std::string> parameters;
    for (std::size_t from = 0; from < query.size();) {
        const std::size_t end = std::min(query.find('&', from), query.size());
        std::string parameter = query.substr(from, end - from);
        if (!parameter.empty() && !isIrrelevantInAddress(parameter.substr(0, parameter.find('='))))
            parameters.push_back(std::move(parameter));
        from = end + 1;
    }
    std::sort(parameters.begin(), parameters.end());
    char before = '?';
    for (const std::string &parameter : parameters) {
        text += before + parameter;
        before = '&';
    }
    return text;
}

bool looksLikeAddress(std::string_view text) {
    return text.find(' ') == std::string_view::npos &&
           (text.find("://") != std::string_view::npos || text.starts_with('/') ||
            (text.find('?') != std::string_view::npos && text.find('=') != std::string_view::npos));
}

/// Writes a value in its plain form; what is empty writes nothing.
class Printer {
public:
    std::string all, fixed; ///< with and without prose
    std::vector<std::vector<std::uint64_t>> proses;

    void print(const json::value &value) {
        switch (value.kind()) {
        case json::kind::null:
            return;
        case json::kind::bool_:
            return both(value.get_bool() ? "true" : "false");
        case json::kind::int64:
            return both(std::to_string(value.get_int64()));
        case json::kind::uint64:
            return both(std::to_string(value.get_uint64()));
        case json::kind::double_:
            return number(value.get_double());
        case json::kind::string:
            return text(std::string_view(value.get_string()));
        case json::kind::array:
            for (const json::value &item : value.get_array()) {
                both("\x1e");
                print(item);
            }
            return;
        case json::kind::object:
            return object(value.get_object());
        }
    }

    void object(const json::object &members) {
        std::vector<const json::key_value_pair *> sorted;
        for (const auto &member : members)
            if (!isIrrelevant(member.key()))
                sorted.push_back(&member);
        std::ranges::sort(sorted, [](const auto *a, const auto *b) { return a->key() < b->key(); });
        for (const json::key_value_pair *member : sorted) {
            const std::size_t wasAll = all.size(), wasFixed = fixed.size();
            both("\x1c");
            both(std::string_view(member->key()));
            both("\x1d");
            const std::size_t mark = all.size();
            print(member->value());
            if (all.size() == mark) { // of an empty value nothing stays, its name neither
                all.resize(wasAll);
                fixed.resize(wasFixed);
                continue;
            }
            both("\x1f");
        }
    }

private:
    void both(std::string_view part) {
        all += part;
        fixed += part;
    }
    void number(double value) {
        if (std::abs(value) < 1e15 && value == std::floor(value))
            both(std::to_string(static_cast<std::int64_t>(value)));
        else
            both(json::serialize(json::value(value)));
    }
    void text(std::string_view given) {
        std::string plain = withoutEdges(given);
        if (looksLikeAddress(plain))
            plain = plainAddress(std::move(plain));
        if (plain.empty())
            return;
        all += plain;
        if (plain.find(' ') == std::string::npos || proses.size() == MostProses) {
            fixed += plain;
            return;
        }
        fixed += '\x1b';
        proses.push_back(queryWords(plain));
    }
};

bool sameProse(const CallPrint &a, const CallPrint &b) {
    return std::ranges::equal(
        a.prose, b.prose, [](const auto &left, const auto &right) { return wordOverlap(left, right) >= SameProse; });
}

std::string generalText(std::string_view tool, LoopSignal::Detector detector, std::size_t count) {
    const std::string times = '`' + std::string(tool) + "` was called " + std::to_string(count) + " times ";
    switch (detector) {
    case LoopSignal::Detector::Window:
        return times + "with the same arguments in a short time. Use the results that you have.";
    case LoopSignal::Detector::LastCalls:
        return times + "with the same arguments, and nothing new was tried in between. Use the results that you have, "
                       "or go at it another way.";
    case LoopSignal::Detector::Churn:
        return times + "with nearly the same words. Saying it differently finds the same: use the results that you "
                       "have, or tell the person what is missing.";
    }
    return {};
}

} // namespace

std::string_view detectorName(LoopSignal::Detector detector) {
    switch (detector) {
    case LoopSignal::Detector::Window:
        return "time_window";
    case LoopSignal::Detector::LastCalls:
        return "last_calls";
    case LoopSignal::Detector::Churn:
        return "argument_churn";
    }
    return {};
}

CallPrint printOf(const json::object &arguments) {
    Printer printer;
    printer.object(arguments);
    CallPrint print;
    print.arguments = hash64(printer.all);
    print.fixed = hash64(printer.fixed);
    print.prose = std::move(printer.proses);
    return print;
}

std::optional<LoopSignal> IterationGuard::called(const GuardLimits &limits, const Guidance &guidance,
                                                 std::string_view tool, const CallPrint &print, bool failedForNow,
                                                 Timestamp now) {
    if (guidance.isExempt(tool))
        return std::nullopt;
    while (!m_calls.empty() &&
           (m_calls.size() >= MaxGuardedCalls || now - m_calls.front().when > limits.window * RememberedWindows))
        m_calls.pop_front();
    Call call{.tool = hash64(tool), .print = print, .when = now};
    const auto inWindow = [&](const Call &other) { return now - other.when <= limits.window; };

    std::size_t retries = 0, within = 1, churned = 1;
    bool known = false;
    for (const Call &other : m_calls) {
        if (other.tool != call.tool)
            continue;
        const bool same = other.same(call);
        retries += same && other.retry ? 1 : 0;
        if (other.retry)
            continue;
        known = known || same;
        within += same && inWindow(other) ? 1 : 0;
        churned +=
            inWindow(other) && !print.prose.empty() && other.print.fixed == print.fixed && sameProse(other.print, print)
                ? 1
                : 0;
    }
    call.retry = failedForNow && retries < limits.retries;
    call.fresh = !known && !call.retry;
    // Repeats among the last calls, from the last one on that was new.
    std::size_t stale = 1;
    const std::size_t last = std::min(m_calls.size(), std::max<std::size_t>(limits.lastCalls, 1) - 1);
    for (auto other = m_calls.rbegin(); other != m_calls.rbegin() + static_cast<std::ptrdiff_t>(last); ++other) {
        stale += !other->retry && other->same(call) ? 1 : 0;
        if (other->fresh)
            break;
    }
    const bool counts = !call.retry, fresh = call.fresh;
    m_calls.push_back(std::move(call));
    if (!counts)
        return std::nullopt;

    const ToolGuidance *special = guidance.find(tool);
    const std::size_t repeats = special != nullptr && special->repeats ? *special->repeats : limits.repeats;
    const std::size_t lastRepeats =
        special != nullptr && special->lastRepeats ? *special->lastRepeats : limits.lastRepeats;
    LoopSignal signal;
    if (!fresh && stale >= lastRepeats) {
        signal.detector = LoopSignal::Detector::LastCalls;
        signal.count = stale;
    } else if (!fresh && within >= repeats) {
        signal.detector = LoopSignal::Detector::Window;
        signal.count = within;
    } else if (churned >= limits.churn && churned > 1) {
        signal.detector = LoopSignal::Detector::Churn;
        signal.count = churned;
    } else {
        return std::nullopt;
    }
    signal.guidance = special != nullptr && !special->text.empty() ? special->text
                      : !guidance.text.empty()                     ? guidance.text
                                                                   : generalText(tool, signal.detector, signal.count);
    return signal;
}

void IterationGuard::found(std::string_view tool) {
    std::erase_if(m_calls, [hash = hash64(tool)](const Call &call) { return call.tool == hash; });
}

} // namespace actionscope::session
