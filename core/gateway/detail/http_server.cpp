#include "gateway/detail/http_server.h"

#include "gateway/detail/http_listen.h"
#include "gateway/detail/http_outbox.h"
#include "gateway/detail/request_reader.h"

#include <array>
#include <atomic>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <unordered_set>

namespace actionscope::gateway::detail {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using SteadyClock = std::chrono::steady_clock;
using Tcp = asio::ip::tcp;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<Tcp, Executor>;
using TlsStream = asio::ssl::stream<Socket>;
using Timer = Outbox::Timer;
template <class T> using Task = asio::awaitable<T, Executor>;
constexpr auto AsTuple = asio::as_tuple(asio::use_awaitable_t<Executor>());

/// Bodies up to this size are read and dropped after a refusal, so that the connection can go on.
constexpr std::uint64_t DrainedBody = 64ULL << 10;
/// Read at once: the first bytes of a request, and what follows when they were not all of it.
constexpr std::size_t FirstRead = 2048, FurtherRead = 32ULL << 10;
/// What a connection keeps between two requests; a larger buffer goes.
constexpr std::size_t KeptBuffer = 4096;

class Connection;

/// A network thread with the connections that are its own: nothing of theirs is touched by another thread, so that a
/// request costs neither a lock nor a thread woken.
struct Lane {
    std::thread thread;
    std::unordered_set<Connection *> seated; ///< connections whose deadlines are watched; on the thread only
    bool watching = false;
    // After what the destructors of suspended connections touch.
    asio::io_context io{1};
    asio::executor_work_guard<Executor> work{io.get_executor()};
    Timer watch{io.get_executor()};
};

} // namespace

struct HttpServer::Impl {
    Impl(HttpServerOptions given, HttpHandler &requestHandler)
        : options(std::move(given))
        , handler(requestHandler)
        , tick(std::clamp<std::chrono::milliseconds>(
              std::min({options.receive, options.idle, options.send, options.keepAlive}) / 8,
              std::chrono::milliseconds(5), std::chrono::milliseconds(1000))) {
        for (std::size_t i = 0; i < std::max<std::size_t>(1, options.threads); ++i)
            lanes.push_back(std::make_unique<Lane>());
    }
    ~Impl() { join(); }
    void join() {
        for (const auto &lane : lanes)
            lane->io.stop();
        for (const auto &lane : lanes)
            if (lane->thread.joinable())
                lane->thread.join();
    }
    void add(Connection *connection) {
        const std::lock_guard lock(mutex);
        connections.insert(connection);
    }
    void remove(Connection *connection) {
        const std::lock_guard lock(mutex);
        connections.erase(connection);
        if (connections.empty())
            none.notify_all();
    }
    void accept(const std::shared_ptr<Tcp::acceptor> &acceptor);
    void closeAll(bool idleOnly);
    /// On the lane's thread: looks at the deadlines of its connections, for as long as there are any.
    void watch(Lane &lane);

    const HttpServerOptions options;
    HttpHandler &handler;
    const std::chrono::milliseconds tick; ///< how exactly deadlines are kept
    std::optional<asio::ssl::context> tls;
    std::mutex mutex;
    std::condition_variable none;
    std::set<Connection *> connections;
    std::atomic<bool> draining = false;
    std::uint16_t port = 0;
    std::size_t nextLane = 0; ///< on the thread of the first lane, which accepts
    // The last ones, so that suspended connections are destroyed while what their destructors touch is still there.
    std::vector<std::unique_ptr<Lane>> lanes;
    std::vector<std::shared_ptr<Tcp::acceptor>> acceptors;
};

namespace {

class Connection : public std::enable_shared_from_this<Connection> {
public:
    explicit Connection(HttpServer::Impl &server)
        : m_server(server) {
        m_server.add(this);
    }
    virtual ~Connection() {
        if (m_outbox)
            m_outbox->close();
        m_server.remove(this);
    }
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;
    /// On any thread: closes the socket, at once or when nothing is going on.
    virtual void shut(bool idleOnly) = 0;
    /// On the lane's thread.
    void look(SteadyClock::time_point now) {
        if (now >= m_deadline) {
            m_deadline = SteadyClock::time_point::max();
            drop();
        } else if (now >= m_nextBeat && m_outbox) {
            m_outbox->beat();
        }
    }

protected:
    virtual void drop() = 0; ///< what waits on the socket ends with an error
    void allow(std::chrono::milliseconds time) { m_deadline = SteadyClock::now() + time; }
    void allowAnyTime() { m_deadline = SteadyClock::time_point::max(); }

    HttpServer::Impl &m_server;
    std::shared_ptr<Outbox> m_outbox;
    SteadyClock::time_point m_deadline = SteadyClock::time_point::max();
    SteadyClock::time_point m_nextBeat = SteadyClock::time_point::max(); ///< of an event stream
};

/// A connection among those that its lane watches.
class Seat {
public:
    Seat(HttpServer::Impl &server, Lane &lane, Connection &connection)
        : m_lane(lane)
        , m_connection(connection) {
        m_lane.seated.insert(&m_connection);
        server.watch(m_lane);
    }
    ~Seat() { m_lane.seated.erase(&m_connection); }
    Seat(const Seat &) = delete;
    Seat &operator=(const Seat &) = delete;

private:
    Lane &m_lane;
    Connection &m_connection;
};

template <class Stream> class TypedConnection final : public Connection {
public:
    template <class... Arguments>
    TypedConnection(HttpServer::Impl &server, Lane &lane, Socket socket, Arguments &...arguments)
        : Connection(server)
        , m_lane(lane)
        , m_stream(std::move(socket), arguments...)
        , m_buffer(server.options.headerBytes + FurtherRead + FirstRead) {}

    void shut(bool idleOnly) override {
        asio::post(m_lane.io, [self = shared_from_this(), this, idleOnly] {
            if (!idleOnly || m_idle) {
                error_code ignored;
                socket().shutdown(Tcp::socket::shutdown_both, ignored);
                drop();
                if (m_outbox)
                    m_outbox->close();
            }
        });
    }

    Task<void> run() {
        const auto self = shared_from_this();
        const Seat seat(m_server, m_lane, *this);
        if constexpr (std::is_same_v<Stream, TlsStream>) {
            allow(std::chrono::seconds(10));
            const auto [error] = co_await m_stream.async_handshake(asio::ssl::stream_base::server, AsTuple);
            if (error)
                co_return;
        }
        while (!m_server.draining) {
            const bool again = co_await exchange();
            if (!again)
                break;
        }
        co_await leave();
    }

private:
    Socket &socket() {
        if constexpr (std::is_same_v<Stream, TlsStream>)
            return m_stream.next_layer();
        else
            return m_stream;
    }
    void drop() override {
        error_code ignored;
        socket().close(ignored);
    }

    Task<error_code> readMore(std::size_t most) {
        // The head's limit is the parser's; the buffer holds a head of that size and then some.
        const auto [error, count] = co_await m_stream.async_read_some(
            m_buffer.prepare(std::min(most, m_buffer.max_size() - m_buffer.size())), AsTuple);
        m_buffer.commit(count);
        co_return error;
    }

    /// Reads on until the head is there, or the whole request.
    Task<error_code> readInto(RequestReader &reader, bool whole) {
        reader.eager(whole);
        error_code error;
        while (whole ? !reader.is_done() : !reader.is_header_done()) {
            if (m_buffer.size() > 0) {
                m_buffer.consume(reader.put(m_buffer.data(), error));
                if (error && error != http::error::need_more)
                    co_return error;
                if (!error)
                    continue;
            }
            error = co_await readMore(FurtherRead);
            if (error)
                co_return error;
        }
        co_return error_code();
    }

    /// One request and its answer; false: the connection is not to be used any longer.
    Task<bool> exchange() {
        const HttpServerOptions &options = m_server.options;
        HttpRequest request;
        bool keepAlive = true, http10 = false;
        if (m_buffer.size() == 0) {
            if (m_buffer.capacity() > KeptBuffer)
                m_buffer.shrink_to_fit();
            allow(options.idle);
            m_idle = true;
            const error_code error = co_await readMore(FirstRead);
            m_idle = false;
            if (error)
                co_return false;
        }
        allow(options.receive);
        {
            RequestReader reader(request);
            reader.header_limit(static_cast<std::uint32_t>(options.headerBytes));
            reader.body_limit(boost::none); // the length that is announced is judged below, in its turn
            if (const error_code error = co_await readInto(reader, false))
                co_return co_await refuseHead(error);
            reader.body_limit(options.bodyBytes);
            request.contentLength = reader.contentLength();
            request.hasBody = reader.chunked() || request.contentLength.value_or(0) > 0;
            http10 = reader.version() < 11;
            keepAlive = reader.keep_alive();
            auto refused = m_server.handler.judge(request);
            if (!refused && request.contentLength.value_or(0) > options.bodyBytes)
                refused = tooLong(request);
            const bool expects = sameName(request.header("Expect"), "100-continue");
            if (refused && request.hasBody && (reader.chunked() || expects || *request.contentLength > DrainedBody))
                refused->close = true;
            if (request.hasBody && !(refused && refused->close)) {
                if (expects) {
                    static constexpr std::string_view Continue = "HTTP/1.1 100 Continue\r\n\r\n";
                    const auto [error, count] = co_await asio::async_write(m_stream, asio::buffer(Continue), AsTuple);
                    if (error)
                        co_return false;
                }
                const error_code error = co_await readInto(reader, true);
                if (error == http::error::body_limit)
                    refused = tooLong(request);
                else if (error)
                    co_return co_await refuseHead(error);
            }
            if (refused) {
                keepAlive = keepAlive && !refused->close && !m_server.draining;
                const bool sent = co_await sendReply(*refused, request.method == "HEAD", keepAlive);
                co_return sent &&keepAlive;
            }
        }
        const bool head = request.method == "HEAD", watched = request.method == "GET";
        m_outbox = std::make_shared<Outbox>(m_lane.io.get_executor(), options.queuedBytes);
        try {
            m_server.handler.handle(std::move(request), m_outbox);
        } catch (const std::exception &) {
            m_outbox->reply(m_server.handler.refusal({}, 500, "this request could not be answered: our own mistake"));
        }
        request = {}; // an event stream may stay for hours
        const bool again = co_await answer(head, watched, keepAlive, http10);
        m_nextBeat = SteadyClock::time_point::max();
        m_outbox->close();
        m_outbox.reset();
        co_return again;
    }

    HttpReply tooLong(const HttpRequest &request) {
        HttpReply reply = m_server.handler.refusal(
            request, 413,
            "the body is longer than " + std::to_string(m_server.options.bodyBytes) + " bytes (gateway.body_bytes)");
        reply.close = true;
        return reply;
    }

    Task<bool> refuseHead(error_code error) {
        // What the other side ended or let time out gets no answer; what it said wrongly does.
        if (error.category() != make_error_code(http::error::bad_method).category() ||
            error == http::error::end_of_stream || error == http::error::partial_message)
            co_return false;
        HttpReply reply = error == http::error::header_limit || error == http::error::buffer_overflow
                              ? m_server.handler.refusal({}, 431,
                                                         "the head of the request is longer than " +
                                                             std::to_string(m_server.options.headerBytes) +
                                                             " bytes (gateway.header_bytes)")
                              : m_server.handler.refusal({}, 400, "not HTTP/1.1: " + error.message());
        reply.close = true;
        co_await sendReply(reply, false, false);
        co_return false;
    }

    Task<bool> sendReply(const HttpReply &reply, bool head, bool keepAlive) {
        m_server.handler.answered(reply.status);
        std::string bytes = answerHead(reply, keepAlive);
        allow(m_server.options.send);
        bool sent = false;
        if (head || reply.body.empty() || std::is_same_v<Stream, TlsStream>) {
            if (!head)
                bytes += reply.body; // one record of TLS rather than two
            const auto [error, count] = co_await asio::async_write(m_stream, asio::buffer(bytes), AsTuple);
            sent = !error;
        } else {
            const std::array<asio::const_buffer, 2> both{asio::buffer(bytes), asio::buffer(reply.body)};
            const auto [error, count] = co_await asio::async_write(m_stream, both, AsTuple);
            sent = !error;
        }
        allowAnyTime();
        co_return sent;
    }

    Task<bool> send(std::string bytes) {
        allow(m_server.options.send);
        const auto [error, count] = co_await asio::async_write(m_stream, asio::buffer(bytes), AsTuple);
        allowAnyTime();
        co_return !error;
    }

    /// Writes what the handler gives, as it comes.
    Task<bool> answer(bool head, bool watched, bool keepAlive, bool http10) {
        const auto outbox = m_outbox;
        bool streaming = false;
        allowAnyTime();
        while (true) {
            Outbox::Work work = outbox->take();
            std::string bytes;
            if (work.cut)
                co_return false;
            if (work.reply) {
                keepAlive = keepAlive && !work.reply->close && !m_server.draining;
                const bool sent = co_await sendReply(*work.reply, head, keepAlive);
                co_return sent &&keepAlive;
            }
            if (work.begin) {
                streaming = true;
                keepAlive = keepAlive && !http10;
                m_server.handler.answered(200);
                bytes = streamHead(*work.begin, keepAlive, !http10);
                if (watched)
                    watch(outbox);
            }
            if (work.beat && work.bytes.empty() && streaming && !work.ended)
                work.bytes = ": keepalive\n\n";
            if (!work.bytes.empty())
                bytes += http10 ? work.bytes : chunkOf(work.bytes);
            if (work.ended && !http10)
                bytes += "0\r\n\r\n";
            if (streaming)
                m_nextBeat = SteadyClock::now() + m_server.options.keepAlive;
            if (!bytes.empty()) {
                const bool sent = co_await send(std::move(bytes));
                if (!sent)
                    co_return false;
            }
            if (work.ended) {
                if (watched)
                    socket().cancel();
                co_return keepAlive && !m_server.draining;
            }
            // Whatever came while this was written woke nobody: it is looked for again before waiting.
            if (work.any() || work.beat)
                continue;
            auto &timer = outbox->timer();
            timer.expires_at(SteadyClock::time_point::max());
            co_await timer.async_wait(AsTuple);
        }
    }

    /// Notices a client that leaves its event stream, which otherwise only the next write would show.
    void watch(const std::shared_ptr<Outbox> &outbox) {
        socket().async_wait(Tcp::socket::wait_read, [self = shared_from_this(), this, outbox](error_code error) {
            if (error)
                return;
            char byte = 0;
            error_code failed;
            socket().non_blocking(true, failed);
            const std::size_t count = socket().receive(asio::buffer(&byte, 1), Tcp::socket::message_peek, failed);
            if (failed == asio::error::would_block)
                watch(outbox); // woken for nothing
            else if (count == 0)
                outbox->cut();
        });
    }

    /// Lets the last answer reach a client that is still sending: closing at once could reset it away.
    Task<void> leave() {
        if constexpr (std::is_same_v<Stream, TlsStream>) {
            allow(std::chrono::seconds(2));
            const auto [error] = co_await m_stream.async_shutdown(AsTuple);
        } else {
            error_code ignored;
            socket().shutdown(Tcp::socket::shutdown_send, ignored);
            allow(std::chrono::seconds(2));
            for (std::size_t dropped = 0; dropped < (16U << 20) && !m_server.draining;) {
                m_buffer.clear();
                const error_code error = co_await readMore(FurtherRead);
                if (error)
                    break;
                dropped += m_buffer.size();
            }
        }
        drop();
    }

    Lane &m_lane;
    Stream m_stream;
    beast::flat_buffer m_buffer;
    bool m_idle = false;
};

} // namespace

void HttpServer::Impl::watch(Lane &lane) {
    if (lane.watching)
        return;
    lane.watching = true;
    lane.watch.expires_after(tick);
    lane.watch.async_wait([this, &lane](error_code error) {
        lane.watching = false;
        if (error || lane.seated.empty())
            return;
        const auto now = SteadyClock::now();
        for (Connection *connection : lane.seated)
            connection->look(now); // ends what waits; its coroutine, and with it the seat, runs later
        watch(lane);
    });
}

void HttpServer::Impl::closeAll(bool idleOnly) {
    std::vector<std::shared_ptr<Connection>> open;
    {
        const std::lock_guard lock(mutex);
        for (Connection *connection : connections) {
            if (auto held = connection->weak_from_this().lock())
                open.push_back(std::move(held));
        }
    }
    for (const auto &connection : open)
        connection->shut(idleOnly);
}

void HttpServer::Impl::accept(const std::shared_ptr<Tcp::acceptor> &acceptor) {
    Lane &lane = *lanes[nextLane++ % lanes.size()];
    acceptor->async_accept(lane.io.get_executor(), [this, acceptor, &lane](error_code error, Socket socket) {
        if (draining || error == asio::error::operation_aborted)
            return;
        if (error) {
            // Out of descriptors, most likely: trying again at once would only burn the processor.
            auto timer = std::make_shared<Timer>(lanes.front()->io.get_executor(), std::chrono::milliseconds(100));
            timer->async_wait([this, acceptor, timer](error_code) {
                if (!draining)
                    accept(acceptor);
            });
            return;
        }
        std::size_t open = 0;
        {
            const std::lock_guard lock(mutex);
            open = connections.size();
        }
        if (open < options.connections) {
            error_code ignored;
            socket.set_option(Tcp::no_delay(true), ignored);
            const Executor executor = lane.io.get_executor();
            if (tls) {
                auto connection = std::make_shared<TypedConnection<TlsStream>>(*this, lane, std::move(socket), *tls);
                asio::co_spawn(
                    executor, [connection] { return connection->run(); }, asio::detached);
            } else {
                auto connection = std::make_shared<TypedConnection<Socket>>(*this, lane, std::move(socket));
                asio::co_spawn(
                    executor, [connection] { return connection->run(); }, asio::detached);
            }
        }
        accept(acceptor);
    });
}

Result<std::unique_ptr<HttpServer>> HttpServer::start(const HttpServerOptions &options, HttpHandler &handler) {
    auto impl = std::make_unique<Impl>(options, handler);
    error_code error;
    if (!options.certificate.empty()) {
        impl->tls.emplace(asio::ssl::context::tls_server);
        impl->tls->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                                   asio::ssl::context::no_tlsv1_1,
                               error);
        impl->tls->use_certificate_chain_file(options.certificate.string(), error);
        if (error)
            return fail(ErrorCode::InvalidArgument, "cannot use the certificate " + options.certificate.string() +
                                                        " (PEM, chain first to last): " + error.message());
        impl->tls->use_private_key_file(options.key.string(), asio::ssl::context::pem, error);
        if (error)
            return fail(ErrorCode::InvalidArgument, "cannot use the private key " + options.key.string() +
                                                        " (PEM, of that certificate): " + error.message());
    }
    auto bound = bindAll(options, impl->lanes.front()->io);
    if (!bound)
        return fail(std::move(bound.error()));
    impl->port = bound->port;
    impl->acceptors = std::move(bound->acceptors);
    for (const auto &acceptor : impl->acceptors)
        impl->accept(acceptor);
    for (const auto &lane : impl->lanes)
        lane->thread = std::thread([io = &lane->io] {
            // What one connection throws (no memory, most likely) must not end the others.
            while (true) {
                try {
                    io->run();
                    return;
                } catch (const std::exception &) {
                }
            }
        });
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl)) {}

HttpServer::~HttpServer() { stop(std::chrono::milliseconds(0)); }

std::uint16_t HttpServer::port() const { return m_impl->port; }

std::size_t HttpServer::connections() const {
    const std::lock_guard lock(m_impl->mutex);
    return m_impl->connections.size();
}

void HttpServer::stopAccepting() {
    if (m_impl->draining.exchange(true))
        return;
    for (const auto &acceptor : m_impl->acceptors) {
        asio::post(m_impl->lanes.front()->io, [acceptor] {
            error_code ignored;
            acceptor->close(ignored);
        });
    }
    m_impl->closeAll(true);
}

void HttpServer::stop(std::chrono::milliseconds grace) {
    stopAccepting();
    const auto allGone = [this] { return m_impl->connections.empty(); };
    std::unique_lock lock(m_impl->mutex);
    if (!m_impl->none.wait_for(lock, grace, allGone)) {
        lock.unlock();
        m_impl->closeAll(false);
        lock.lock();
        m_impl->none.wait_for(lock, std::chrono::seconds(1), allGone);
    }
    lock.unlock();
    m_impl->join();
}

} // namespace actionscope::gateway::detail
