#include "quit_on_signal.h"

#include <QCoreApplication>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace actionscope::app {
namespace {

// A handler can reach nothing but this. A blocked signal instead of a handler would stay blocked in programs we start.
std::array<int, 2> pipeEnds{-1, -1};

void handle(int number) {
    const auto byte = static_cast<char>(number);
    // A full pipe has a byte to read already.
    [[maybe_unused]] const auto written = ::write(pipeEnds[1], &byte, 1);
}

} // namespace

QuitOnSignal::QuitOnSignal() {
    if (::pipe2(pipeEnds.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(pipeEnds[0], QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [] {
        char number = 0;
        // Not quit(): that asks the windows, and whoever ends a session does not wait for an answer.
        if (::read(pipeEnds[0], &number, 1) == 1)
            QCoreApplication::exit(128 + number);
    });
    for (const int number : {SIGINT, SIGTERM}) {
        struct sigaction action {};
        if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
            continue;
        action = {};
        action.sa_handler = &handle;
        action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
        ::sigaction(number, &action, nullptr);
    }
}

QuitOnSignal::~QuitOnSignal() {
    if (!m_notifier)
        return;
    for (const int number : {SIGINT, SIGTERM}) {
        struct sigaction action {};
        if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler == &handle)
            ::signal(number, SIG_DFL);
    }
    m_notifier.reset();
    for (int &end : pipeEnds) {
        ::close(end);
        end = -1;
    }
}

} // namespace actionscope::app
