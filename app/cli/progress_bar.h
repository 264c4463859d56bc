#pragma once
/// Progress on standard error: a bar where a person looks on, a line now and then where a log does.

#include "base/progress.h"
#include "terminal.h"

#include <chrono>
#include <mutex>
#include <stop_token>
#include <string>

namespace actionscope::cli {

/// Reports may come from any thread. The bar is wiped by `finish` or the destructor.
class ProgressBar {
public:
    ProgressBar(Terminal terminal, std::stop_token stop);
    ~ProgressBar();
    ProgressBar(const ProgressBar &) = delete;
    ProgressBar &operator=(const ProgressBar &) = delete;

    /// What to hand to the work; valid as long as this object lives.
    [[nodiscard]] Job job();
    void finish();

private:
    void report(const Progress &progress);

    Terminal m_terminal;
    std::stop_token m_stop;
    std::mutex m_mutex;
    // Guarded by m_mutex:
    std::chrono::steady_clock::time_point m_last;
    std::string m_phase;
    bool m_drawn = false, m_finished = false;
};

} // namespace actionscope::cli
