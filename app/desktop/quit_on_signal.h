#pragma once
/// Makes SIGTERM and SIGINT end the app the way closing its window does, so that what is scratch is cleared away.

#include <QSocketNotifier>

#include <memory>

namespace actionscope::app {

/// One at a time, made after the application object. A second signal has its usual effect, should the first one's end
/// take too long. What was started with a signal ignored (nohup) goes on ignoring it. The exit status is 128 and the
/// signal's number, as shells have it.
class QuitOnSignal {
public:
    QuitOnSignal();
    ~QuitOnSignal();
    QuitOnSignal(const QuitOnSignal &) = delete;
    QuitOnSignal &operator=(const QuitOnSignal &) = delete;

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace actionscope::app
