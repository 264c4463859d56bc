#include "interrupt.h"

#include <array>
#include <csignal>
#include <cstdint>
#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

namespace actionscope::cli {
namespace {

sigset_t interrupts() {
    sigset_t set;
    sigemptyset(&set);
    // A program that was started with a signal ignored (nohup, a background job of a plain shell) goes on ignoring it.
    for (const int number : {SIGINT, SIGTERM}) {
        struct sigaction action {};
        if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, number);
    }
    return set;
}

void waitForOne(int first, int second) {
    std::array<pollfd, 2> waiting{{{first, POLLIN, 0}, {second, POLLIN, 0}}};
    while (::poll(waiting.data(), second < 0 ? 1 : 2, -1) < 0) {
    }
}

} // namespace

Interrupt::Interrupt()
    : m_ending(::eventfd(0, EFD_CLOEXEC)) {
    const sigset_t set = interrupts();
    ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
    // A thread that waits for signals may do anything; a signal handler may not even take a lock.
    m_waiter = std::thread([this, set] {
        const int arrived = ::signalfd(-1, &set, SFD_CLOEXEC);
        waitForOne(m_ending, arrived);
        signalfd_siginfo info{};
        pollfd signal{arrived, POLLIN, 0};
        if (::poll(&signal, 1, 0) > 0 && ::read(arrived, &info, sizeof info) > 0) {
            m_source.request_stop();
            // This thread stays to receive the second one, which then has its usual effect.
            ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
            waitForOne(m_ending, -1);
        }
        ::close(arrived);
    });
}

Interrupt::~Interrupt() {
    const std::uint64_t one = 1;
    // An eventfd takes the eight bytes or, when its counter is full, is readable already.
    if (::write(m_ending, &one, sizeof one) < 0) {
    }
    m_waiter.join();
    ::close(m_ending);
}

} // namespace actionscope::cli
