#pragma once
/// Between the threads that answer a request and the one that writes to its connection. Only for the server's own file.

#include "gateway/detail/http_types.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <mutex>
#include <vector>

namespace actionscope::gateway::detail {

class Outbox final : public HttpExchange, public std::enable_shared_from_this<Outbox> {
public:
    using Strand = boost::asio::strand<boost::asio::io_context::executor_type>;

    Outbox(const Strand &strand, std::size_t limit)
        : m_strand(strand)
        , m_timer(std::make_unique<boost::asio::steady_timer>(strand))
        , m_limit(limit) {}

    /// What there is to write.
    struct Work {
        std::optional<HttpReply> reply;
        std::optional<HeaderList> begin;
        std::string bytes;
        bool ended = false, cut = false;
        [[nodiscard]] bool any() const { return reply || begin || !bytes.empty() || ended || cut; }
    };
    [[nodiscard]] Work take() {
        const std::lock_guard lock(m_mutex);
        m_woken = false;
        Work work;
        std::swap(work.reply, m_reply);
        std::swap(work.begin, m_begin);
        std::swap(work.bytes, m_bytes);
        work.ended = m_stage == Stage::Ended && !work.reply;
        work.cut = m_cut;
        return work;
    }
    /// Cancelled when there is something to take. For the strand only.
    boost::asio::steady_timer &timer() { return *m_timer; }

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
            // Sessions may keep this object longer than the server lives; timer and strand must not outlive that. A
            // connection that is shut from outside waits on the timer, and wakes when it is destroyed.
            m_timer.reset();
            m_strand.reset();
            m_bytes = {};
            std::swap(callbacks, m_callbacks);
        }
        for (const auto &callback : callbacks)
            callback();
    }

private:
    enum class Stage : std::uint8_t { Waiting, Streaming, Ended };

    void wake() {
        if (m_woken || m_closed)
            return;
        m_woken = true;
        boost::asio::post(*m_strand, [self = shared_from_this()] {
            if (self->m_timer)
                self->m_timer->cancel();
        });
    }

    mutable std::mutex m_mutex;
    std::optional<Strand> m_strand;
    std::unique_ptr<boost::asio::steady_timer> m_timer;
    const std::size_t m_limit;
    Stage m_stage = Stage::Waiting;
    bool m_woken = false, m_closed = false, m_cut = false;
    std::optional<HttpReply> m_reply;
    std::optional<HeaderList> m_begin;
    std::string m_bytes;
    std::vector<std::function<void()>> m_callbacks;
};

} // namespace actionscope::gateway::detail
