#include "gateway/detail/http_server.h"

#include "gateway/detail/http_outbox.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>

#include <atomic>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

namespace actionscope::gateway::detail {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;
using Tcp = asio::ip::tcp;
using Strand = asio::strand<asio::io_context::executor_type>;
using Socket = asio::basic_stream_socket<Tcp, Strand>;
using PlainStream = beast::basic_stream<Tcp, Strand>;
using TlsStream = beast::ssl_stream<PlainStream>;
using Parser = http::request_parser<http::string_body>;
constexpr auto AsTuple = asio::as_tuple(asio::use_awaitable);

/// Bodies up to this size are read and dropped after a refusal, so that the connection can go on.
constexpr std::uint64_t DrainedBody = 64ULL << 10;

class Connection;

} // namespace

struct HttpServer::Impl {
    Impl(HttpServerOptions given, HttpHandler &requestHandler)
        : options(std::move(given))
        , handler(requestHandler) {}
    ~Impl() {
        io.stop();
        for (std::thread &thread : threads)
            thread.join();
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

    const HttpServerOptions options;
    HttpHandler &handler;
    std::optional<asio::ssl::context> tls;
    std::mutex mutex;
    std::condition_variable none;
    std::set<Connection *> connections;
    std::atomic<bool> draining = false;
    std::uint16_t port = 0;
    std::vector<std::thread> threads;
    // The last one, so that suspended connections are destroyed while what their destructors touch is still there.
    asio::io_context io;
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

protected:
    HttpServer::Impl &m_server;
    std::shared_ptr<Outbox> m_outbox;
};

HttpRequest headOf(const Parser &parser) {
    const auto &message = parser.get();
    HttpRequest request;
    request.method = std::string(message.method_string());
    const std::string_view target(message.target().data(), message.target().size());
    const std::size_t mark = target.find('?');
    request.path = std::string(target.substr(0, mark));
    if (mark != std::string_view::npos)
        request.query = std::string(target.substr(mark + 1));
    for (const auto &field : message)
        request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
    if (const auto length = parser.content_length())
        request.contentLength = *length;
    request.hasBody = parser.chunked() || request.contentLength.value_or(0) > 0;
    return request;
}

template <class Stream> class TypedConnection final : public Connection {
public:
    template <class... Arguments>
    TypedConnection(HttpServer::Impl &server, Socket socket, const Strand &strand, Arguments &...arguments)
        : Connection(server)
        , m_strand(strand)
        , m_stream(std::move(socket), arguments...) {}

    void shut(bool idleOnly) override {
        asio::post(m_strand, [self = shared_from_this(), this, idleOnly] {
            if (!idleOnly || m_idle) {
                error_code ignored;
                lowest().socket().shutdown(Tcp::socket::shutdown_both, ignored);
                lowest().close();
                if (m_outbox)
                    m_outbox->close();
            }
        });
    }

    asio::awaitable<void> run() {
        const auto self = shared_from_this();
        if constexpr (std::is_same_v<Stream, TlsStream>) {
            lowest().expires_after(std::chrono::seconds(10));
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
    PlainStream &lowest() { return beast::get_lowest_layer(m_stream); }

    /// One request and its answer; false: the connection is not to be used any longer.
    asio::awaitable<bool> exchange() {
        HttpRequest request;
        bool keepAlive = true, http10 = false;
        if (m_buffer.size() == 0) {
            m_buffer.shrink_to_fit();
            lowest().expires_after(m_server.options.idle);
            m_idle = true;
            const auto [error, count] = co_await m_stream.async_read_some(m_buffer.prepare(2048), AsTuple);
            m_idle = false;
            if (error)
                co_return false;
            m_buffer.commit(count);
        }
        lowest().expires_after(m_server.options.receive);
        {
            // On the heap and gone before the answer: an event stream may stay for hours, its parser need not.
            const auto parser = std::make_unique<Parser>();
            parser->header_limit(static_cast<std::uint32_t>(m_server.options.headerBytes));
            parser->body_limit(boost::none); // the length that is announced is judged below, in its turn
            const auto [headError, headBytes] = co_await http::async_read_header(m_stream, m_buffer, *parser, AsTuple);
            if (headError)
                co_return co_await refuseHead(headError);
            parser->body_limit(m_server.options.bodyBytes);
            request = headOf(*parser);
            http10 = parser->get().version() < 11;
            keepAlive = parser->keep_alive();
            auto refused = m_server.handler.judge(request);
            if (!refused && request.contentLength.value_or(0) > m_server.options.bodyBytes)
                refused = tooLong(request);
            const bool expects = sameName(request.header("Expect"), "100-continue");
            if (refused && request.hasBody && (parser->chunked() || expects || *request.contentLength > DrainedBody))
                refused->close = true;
            if (request.hasBody && !(refused && refused->close)) {
                if (expects) {
                    static constexpr std::string_view Continue = "HTTP/1.1 100 Continue\r\n\r\n";
                    const auto [error, count] = co_await asio::async_write(m_stream, asio::buffer(Continue), AsTuple);
                    if (error)
                        co_return false;
                }
                const auto [error, count] = co_await http::async_read(m_stream, m_buffer, *parser, AsTuple);
                if (error == http::error::body_limit)
                    refused = tooLong(request);
                else if (error)
                    co_return co_await refuseHead(error);
                request.body = std::move(parser->get().body());
            }
            if (refused) {
                keepAlive = keepAlive && !refused->close && !m_server.draining;
                m_server.handler.answered(refused->status);
                std::string bytes = wholeAnswer(*refused, request.method == "HEAD", keepAlive);
                const bool sent = co_await send(std::move(bytes));
                co_return sent &&keepAlive;
            }
        }
        const bool head = request.method == "HEAD", watched = request.method == "GET";
        m_outbox = std::make_shared<Outbox>(m_strand, m_server.options.queuedBytes);
        try {
            m_server.handler.handle(std::move(request), m_outbox);
        } catch (const std::exception &) {
            m_outbox->reply(m_server.handler.refusal({}, 500, "this request could not be answered: our own mistake"));
        }
        request = {};
        const bool again = co_await answer(head, watched, keepAlive, http10);
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

    asio::awaitable<bool> refuseHead(error_code error) {
        // What the other side ended or let time out gets no answer; what it said wrongly does.
        if (error.category() != make_error_code(http::error::bad_method).category() ||
            error == http::error::end_of_stream || error == http::error::partial_message)
            co_return false;
        HttpReply reply = error == http::error::header_limit || error == http::error::buffer_overflow
                              ? m_server.handler.refusal({}, 431,
                                                         "the head of the request is longer than " +
                                                             std::to_string(m_server.options.headerBytes) + " bytes")
                              : m_server.handler.refusal({}, 400, "not HTTP/1.1: " + error.message());
        reply.close = true;
        m_server.handler.answered(reply.status);
        std::string bytes = wholeAnswer(reply, false, false);
        co_await send(std::move(bytes));
        co_return false;
    }

    asio::awaitable<bool> send(std::string bytes) {
        lowest().expires_after(m_server.options.send);
        const auto [error, count] = co_await asio::async_write(m_stream, asio::buffer(bytes), AsTuple);
        lowest().expires_never();
        co_return !error;
    }

    /// Writes what the handler gives, as it comes.
    asio::awaitable<bool> answer(bool head, bool watched, bool keepAlive, bool http10) {
        const auto outbox = m_outbox;
        bool streaming = false;
        lowest().expires_never();
        while (true) {
            Outbox::Work work = outbox->take();
            std::string bytes;
            if (work.cut)
                co_return false;
            if (work.reply) {
                keepAlive = keepAlive && !work.reply->close && !m_server.draining;
                m_server.handler.answered(work.reply->status);
                bytes = wholeAnswer(*work.reply, head, keepAlive);
                const bool sent = co_await send(std::move(bytes));
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
            if (!work.bytes.empty())
                bytes += http10 ? work.bytes : chunkOf(work.bytes);
            if (work.ended && !http10)
                bytes += "0\r\n\r\n";
            if (!bytes.empty()) {
                const bool sent = co_await send(std::move(bytes));
                if (!sent)
                    co_return false;
            }
            if (work.ended) {
                if (watched)
                    lowest().socket().cancel();
                co_return keepAlive && !m_server.draining;
            }
            if (work.any())
                continue;
            auto &timer = outbox->timer();
            timer.expires_after(streaming ? m_server.options.keepAlive : std::chrono::hours(24));
            const auto [error] = co_await timer.async_wait(AsTuple);
            if (!error && streaming) {
                // Named: GCC 12 destroys the temporaries of a conditional twice when it is awaited.
                bytes = ": keepalive\n\n";
                if (!http10)
                    bytes = chunkOf(bytes);
                const bool sent = co_await send(std::move(bytes));
                if (!sent)
                    co_return false;
            }
        }
    }

    /// Notices a client that leaves its event stream, which otherwise only the next write would show.
    void watch(const std::shared_ptr<Outbox> &outbox) {
        lowest().socket().async_wait(
            Tcp::socket::wait_read,
            asio::bind_executor(m_strand, [self = shared_from_this(), this, outbox](error_code error) {
                if (error)
                    return;
                char byte = 0;
                error_code failed;
                lowest().socket().non_blocking(true, failed);
                const std::size_t count =
                    lowest().socket().receive(asio::buffer(&byte, 1), Tcp::socket::message_peek, failed);
                if (failed == asio::error::would_block)
                    watch(outbox); // woken for nothing
                else if (count == 0)
                    outbox->cut();
            }));
    }

    /// Lets the last answer reach a client that is still sending: closing at once could reset it away.
    asio::awaitable<void> leave() {
        if constexpr (std::is_same_v<Stream, TlsStream>) {
            lowest().expires_after(std::chrono::seconds(2));
            const auto [error] = co_await m_stream.async_shutdown(AsTuple);
        } else {
            error_code ignored;
            lowest().socket().shutdown(Tcp::socket::shutdown_send, ignored);
            lowest().expires_after(std::chrono::seconds(2));
            m_buffer.clear();
            for (std::size_t dropped = 0; dropped < (16U << 20) && !m_server.draining;) {
                const auto [error, count] = co_await m_stream.async_read_some(m_buffer.prepare(32768), AsTuple);
                if (error)
                    break;
                dropped += count;
            }
        }
        lowest().close();
    }

    Strand m_strand;
    Stream m_stream;
    beast::flat_buffer m_buffer{1ULL << 17};
    bool m_idle = false;
};

} // namespace

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
    auto strand = asio::make_strand(io);
    acceptor->async_accept(strand, [this, acceptor, strand](error_code error, Socket socket) {
        if (draining || error == asio::error::operation_aborted)
            return;
        if (error) {
            // Out of descriptors, most likely: trying again at once would only burn the processor.
            auto timer = std::make_shared<asio::steady_timer>(io, std::chrono::milliseconds(100));
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
            if (tls) {
                auto connection = std::make_shared<TypedConnection<TlsStream>>(*this, std::move(socket), strand, *tls);
                asio::co_spawn(
                    strand, [connection] { return connection->run(); }, asio::detached);
            } else {
                auto connection = std::make_shared<TypedConnection<PlainStream>>(*this, std::move(socket), strand);
                asio::co_spawn(
                    strand, [connection] { return connection->run(); }, asio::detached);
            }
        }
        accept(acceptor);
    });
}

bool isLoopback(const std::string &host) {
    if (sameName(host, "localhost"))
        return true;
    error_code error;
    const auto address = asio::ip::make_address(host, error);
    return !error && address.is_loopback();
}

Result<Address> parseListen(const std::string &listen) {
    const auto wrong = [&] {
        return fail(ErrorCode::InvalidArgument,
                    "`" + listen + "` is no address to listen on: write HOST:PORT, such as 127.0.0.1:7433 or [::1]:0");
    };
    const std::size_t colon = listen.rfind(':');
    if (colon == std::string::npos)
        return wrong();
    Address address{listen.substr(0, colon), 0};
    if (address.host.starts_with('[')) {
        if (!address.host.ends_with(']'))
            return wrong();
        address.host = address.host.substr(1, address.host.size() - 2);
    } else if (address.host.find(':') != std::string::npos) {
        return wrong();
    }
    const char *begin = listen.data() + colon + 1, *end = listen.data() + listen.size();
    const auto [stopped, error] = std::from_chars(begin, end, address.port);
    if (error != std::errc() || stopped != end || address.host.empty())
        return wrong();
    return address;
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
    Tcp::resolver resolver(impl->io);
    const auto found = resolver.resolve(options.host, std::to_string(options.port), Tcp::resolver::passive, error);
    if (error)
        return fail(ErrorCode::InvalidArgument, "cannot listen on " + options.host + ": " + error.message());
    std::uint16_t port = options.port;
    for (const auto &entry : found) {
        Tcp::endpoint endpoint = entry.endpoint();
        endpoint.port(port);
        auto acceptor = std::make_shared<Tcp::acceptor>(impl->io);
        acceptor->open(endpoint.protocol(), error);
        if (!error)
            acceptor->set_option(asio::socket_base::reuse_address(true), error);
        if (!error && endpoint.address().is_v6())
            acceptor->set_option(asio::ip::v6_only(true), error);
        if (!error)
            acceptor->bind(endpoint, error);
        if (!error)
            acceptor->listen(asio::socket_base::max_listen_connections, error);
        if (error) {
            // A name such as localhost may stand for an address that this machine does not have.
            if (found.size() > 1 && (error == boost::system::errc::address_family_not_supported ||
                                     error == boost::system::errc::address_not_available))
                continue;
            std::string message =
                "cannot listen on " + options.host + ":" + std::to_string(port) + ": " + error.message();
            if (error == asio::error::address_in_use)
                message += "; another program has this port (see it with `ss -ltnp`): end it, or choose another "
                           "with --listen HOST:PORT";
            return fail(ErrorCode::IoError, std::move(message));
        }
        port = acceptor->local_endpoint(error).port();
        impl->acceptors.push_back(std::move(acceptor));
    }
    if (impl->acceptors.empty())
        return fail(ErrorCode::IoError, "cannot listen on " + options.host + ": " + error.message());
    impl->port = port;
    for (const auto &acceptor : impl->acceptors)
        impl->accept(acceptor);
    for (std::size_t i = 0; i < std::max<std::size_t>(1, options.threads); ++i)
        impl->threads.emplace_back([raw = impl.get()] {
            // What one connection throws (no memory, most likely) must not end the others.
            while (true) {
                try {
                    raw->io.run();
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
        asio::post(m_impl->io, [acceptor] {
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
    m_impl->io.stop();
    for (std::thread &thread : m_impl->threads)
        thread.join();
    m_impl->threads.clear();
}

} // namespace actionscope::gateway::detail
