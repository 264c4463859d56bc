#pragma once
/// The core's worker threads: Qt-free, so that everything on them runs under ThreadSanitizer.

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>

namespace actionscope {

/// A fixed pool of threads with a queue. Any thread may post; jobs must not throw.
class Executor {
public:
    /// `threads` 0 means one per processor.
    explicit Executor(std::size_t threads = 0);
    ~Executor(); ///< shutdown()
    Executor(const Executor &) = delete;
    Executor &operator=(const Executor &) = delete;

    /// Runs `job` on a worker. After shutdown() nothing is run.
    void post(std::function<void(std::stop_token)> job);
    /// Calls `work(index)` for 0 … count-1 on the workers and the calling thread; returns when all are done.
    void forEach(std::size_t count, const std::function<void(std::size_t)> &work);
    /// Asks running jobs to stop, drops waiting ones and joins. Idempotent.
    void shutdown();
    [[nodiscard]] std::size_t threads() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope
