#include "base/executor.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace actionscope {

struct Executor::Impl {
    std::mutex mutex;
    std::condition_variable wake;
    std::deque<std::function<void(std::stop_token)>> queue; // guarded by mutex
    bool closed = false;                                    // guarded by mutex
    std::stop_source stop;
    std::vector<std::thread> threads;

    void run() {
        for (;;) {
            std::function<void(std::stop_token)> job;
            {
                std::unique_lock lock(mutex);
                wake.wait(lock, [this] { return closed || !queue.empty(); });
                if (closed)
                    return;
                job = std::move(queue.front());
                queue.pop_front();
            }
            job(stop.get_token());
        }
    }
};

Executor::Executor(std::size_t threads) : m_impl(std::make_unique<Impl>()) {
    if (threads == 0)
        threads = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t i = 0; i < threads; ++i)
        m_impl->threads.emplace_back([impl = m_impl.get()] { impl->run(); });
}

Executor::~Executor() { shutdown(); }

void Executor::post(std::function<void(std::stop_token)> job) {
    {
        const std::lock_guard lock(m_impl->mutex);
        if (m_impl->closed)
            return;
        m_impl->queue.push_back(std::move(job));
    }
    m_impl->wake.notify_one();
}

void Executor::forEach(std::size_t count, const std::function<void(std::size_t)> &work) {
    // Helpers that start late find nothing left to do; `shared` outlives them because they hold it.
    struct Shared {
        std::function<void(std::size_t)> work;
        std::size_t count;
        std::atomic<std::size_t> next{0};
        std::mutex mutex;
        std::condition_variable finished;
        std::size_t done = 0; // guarded by mutex
        void drain() {
            for (std::size_t i = next++; i < count; i = next++) {
                work(i);
                const std::lock_guard lock(mutex);
                if (++done == count)
                    finished.notify_all();
            }
        }
    };
    if (count == 0)
        return;
    auto shared = std::make_shared<Shared>();
    shared->work = work;
    shared->count = count;
    const std::size_t helpers = std::min(count - 1, m_impl->threads.size());
    for (std::size_t i = 0; i < helpers; ++i)
        post([shared](std::stop_token) { shared->drain(); });
    shared->drain();
    std::unique_lock lock(shared->mutex);
    shared->finished.wait(lock, [&] { return shared->done == count; });
}

void Executor::shutdown() {
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->closed = true;
        m_impl->queue.clear();
    }
    m_impl->stop.request_stop();
    m_impl->wake.notify_all();
    for (std::thread &thread : m_impl->threads) {
        if (thread.joinable())
            thread.join();
    }
}

std::size_t Executor::threads() const { return m_impl->threads.size(); }

} // namespace actionscope
