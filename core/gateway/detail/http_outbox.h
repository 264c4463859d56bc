#pragma once
/// Between the threads that answer a request and the one that writes to its connection. Only for the server's own file.

#include "gateway/detail/http_types.h"

#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <mutex>
#include <vector>

namespace actionscope::gateway::detail {

class Outbox final : public HttpExchange, public std::enable_shared_from_this<Outbox> {
public:
    using Executor = boost::asio::io_context::executor_type;
    using Timer = boost::asio::basic_waitable_timer<std::chrono::steady_clock,
                                                    boost::asio::wait_traits<std::chrono::steady_clock>, Executor>;

    /// `executor`: of the one thread that takes.
    Outbox(const Executor &executor, std::size_t limit)
        : m_executor(executor)
        , m_limit(limit) {}

    /// What there is to write.
    struct Work {
        std::optional<HttpReply> reply;
        std::optional<HeaderList> begin;
        std::string bytes;
        bool ended = false, cut = false;
        bool beat = false; ///< nothing was written for a while
        [[nodiscard]] bool any() const { return reply || begin || !bytes.empty() || ended || cut; }
    };
    /// With nothing to take, whoever brings something wakes the thread through the timer; else nobody needs to.
    [[nodiscard]] Work take() {
        const std::lock_guard lock(m_mutex);
        Work work;
        std::swap(work.reply, m_reply);
        std::swap(work.begin, m_begin);
        std::swap(work.bytes, m_bytes);
        work.ended = m_stage == Stage::Ended && !work.reply;
        work.cut = m_cut;
        work.beat = std::exchange(m_beat, false);
        m_waiting = !work.any();
        return work;
    }
    /// Cancelled when there is something to take. For that thread only.
    Timer &timer() {
        if (!m_timer)
            m_timer = std::make_unique<Timer>(*m_executor);
        return *m_timer;
    }
    /// On that thread: the stream is to show that it lives.
    void beat() {
        const std::lock_guard lock(m_mutex);
        m_beat = true;
        wake();
    }

    void reply(HttpReply reply) override {
        const std::lock_guard lock(m_mutex);
        if (m_closed || m_stage != Stage::Waiting)
            return;
        m_stage = Stage::Ended;
        m_reply = std::move(reply);
        wake();
    }
    void beginStream(HeaderList headers) override {
        const std::lock_guard lock(m_mutex);
        if (m_closed || m_stage != Stage::Waiting)
            return;
        m_stage = Stage::Streaming;
        m_begin = std::move(headers);
        wake();
    }
    void write(std::string bytes) override {
        const std::lock_guard lock(m_mutex);
        if (m_closed || m_stage != Stage::Streaming)
            return;
        if (m_bytes.size() + bytes.size() > m_limit && !m_bytes.empty())
            m_cut = true;
        else if (m_bytes.empty())
            m_bytes = std::move(bytes);
        else
            m_bytes += bytes;
        wake();
    }
    void end() override {
        const std::lock_guard lock(m_mutex);
        if (m_closed || m_stage != Stage::Streaming)
            return;
        m_stage = Stage::Ended;
        wake();
    }
    [[nodiscard]] bool open() const override {
        const std::lock_guard lock(m_mutex);
        return !m_closed && !m_cut;
    }
    void onClosed(std::function<void()> callback) override {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_closed) {
                m_callbacks.push_back(std::move(callback));
                return;
            }
        }
        callback();
    }

    /// The other side has gone: whoever waits on the strand is to give up.
    void cut() {
        const std::lock_guard lock(m_mutex);
        m_cut = true;
        wake();
    }
    /// By the connection, when it is done with this exchange.
    void close() {
        std::vector<std::function<void()>> callbacks;
        {
            const std::lock_guard lock(m_mutex);
            if (m_closed)
                return;
            m_closed = m_cut = true;
            // Sessions may keep this object longer than the server lives; the timer must not outlive that. A
            // connection that is shut from outside waits on the timer, and wakes when it is destroyed.
            m_timer.reset();
            m_executor.reset();
            m_bytes = {};
            std::swap(callbacks, m_callbacks);
        }
        for (const auto &callback : callbacks)
            callback();
    }

private:
    enum class Stage : std::uint8_t { Waiting, Streaming, Ended };

    void wake() {
        if (!m_waiting || m_closed)
            return;
        m_waiting = false;
        boost::asio::post(*m_executor, [self = shared_from_this()] {
            if (self->m_timer)
                self->m_timer->cancel();
        });
    }

    mutable std::mutex m_mutex;
    std::optional<Executor> m_executor;
    std::unique_ptr<Timer> m_timer; ///< made when there is something to wait for
    const std::size_t m_limit;
    Stage m_stage = Stage::Waiting;
    bool m_waiting = false, m_closed = false, m_cut = false, m_beat = false;
    std::optional<HttpReply> m_reply;
    std::optional<HeaderList> m_begin;
    std::string m_bytes;
    std::vector<std::function<void()>> m_callbacks;
};

} // namespace actionscope::gateway::detail
