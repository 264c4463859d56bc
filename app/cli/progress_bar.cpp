#include "progress_bar.h"

#include <algorithm>
#include <cstdio>

namespace actionscope::cli {
namespace {

using namespace std::chrono_literals;
constexpr auto RedrawAfter = 80ms; ///< fast enough to look alive, slow enough to cost nothing
constexpr auto LogAfter = 5s;      ///< short work leaves no trace in a log
constexpr std::size_t BarColumns = 24;

std::string counted(const Progress &progress) {
    if (progress.total == 0)
        return progress.done == 0 ? std::string() : grouped(progress.done);
    const std::uint64_t percent = std::min<std::uint64_t>(100, progress.done * 100 / progress.total);
    return std::to_string(percent) + " %  " + grouped(progress.done) + " of " + grouped(progress.total);
}

} // namespace

ProgressBar::ProgressBar(Terminal terminal, std::stop_token stop)
    : m_terminal(terminal)
    , m_stop(std::move(stop))
    , m_last(std::chrono::steady_clock::now()) {}

ProgressBar::~ProgressBar() { finish(); }

Job ProgressBar::job() {
    return {[this](const Progress &progress) { report(progress); }, m_stop};
}

void ProgressBar::finish() {
    const std::lock_guard lock(m_mutex);
    m_finished = true;
    if (m_drawn)
        std::fputs("\r\033[K", stderr);
    m_drawn = false;
}

void ProgressBar::report(const Progress &progress) {
    const std::lock_guard lock(m_mutex);
    const auto now = std::chrono::steady_clock::now();
    const auto wait =
        m_terminal.interactive ? std::chrono::milliseconds(RedrawAfter) : std::chrono::milliseconds(LogAfter);
    if (m_finished || now - m_last < wait)
        return;
    m_last = now;
    if (!m_terminal.interactive) {
        std::fprintf(stderr, "%s: %s\n", std::string(progress.phase).c_str(), counted(progress).c_str());
        return;
    }
    std::string line = std::string(progress.phase) + "  ";
    if (progress.total > 0) {
        const std::size_t filled = std::min<std::uint64_t>(BarColumns, progress.done * BarColumns / progress.total);
        for (std::size_t i = 0; i < BarColumns; ++i)
            line += i < filled ? "█" : "░";
        line += "  ";
    }
    line += counted(progress);
    if (m_terminal.columns > 0)
        line = elided(line, m_terminal.columns - 1);
    std::fprintf(stderr, "\r\033[K%s", line.c_str());
    std::fflush(stderr);
    m_drawn = true;
}

} // namespace actionscope::cli
