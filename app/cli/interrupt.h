#pragma once
/// Ctrl-C and SIGTERM as a stop token.

#include <stop_token>
#include <thread>

namespace actionscope::cli {

/// Turns the first SIGINT or SIGTERM into a stop request, so that work ends at a good place; the second one ends the
/// process as usual. Make it before any other thread: they inherit the blocked signals.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt &) = delete;
    Interrupt &operator=(const Interrupt &) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    int m_ending = -1; ///< eventfd that tells the waiter to go
    std::thread m_waiter;
};

} // namespace actionscope::cli
