#pragma once
/// A scriptable web server on the loopback interface for tests: real sockets, many connections at once, kept alive; it
/// records what it received and can behave as badly as a script says.

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace actionscope::test {

/// What arrived. Header names in lower case.
struct HttpCall {
    std::string method, target, body;
    std::vector<std::pair<std::string, std::string>> headers;
    int connection = 0; ///< counts from 1: equal for calls over one kept connection
    [[nodiscard]] std::string header(const std::string &lowerCaseName) const {
        for (const auto &[name, value] : headers) {
            if (name == lowerCaseName)
                return value;
        }
        return {};
    }
    [[nodiscard]] bool has(const std::string &lowerCaseName) const {
        return std::any_of(headers.begin(), headers.end(), [&](auto &pair) { return pair.first == lowerCaseName; });
    }
};

/// Serves until it is destroyed. The handler runs on the thread of its connection.
class HttpServer {
public:
    /// What a handler answers with.
    class Peer {
    public:
        /// A complete answer with a right Content-Length; the connection stays open.
        void answer(const std::string &status, const std::string &body = {},
                    const std::string &type = "application/json", const std::string &headers = {}) {
            const bool bare = status.starts_with("204") || status.starts_with("304");
            send("HTTP/1.1 " + status + "\r\n" + (bare ? "" : "Content-Type: " + type + "\r\n") +
                 (bare ? "" : "Content-Length: " + std::to_string(body.size()) + "\r\n") + headers + "\r\n" +
                 (m_isHead || bare ? std::string() : body));
        }
        /// Any bytes. False when the other side is gone.
        bool send(const std::string &bytes) {
            std::size_t sent = 0;
            while (sent < bytes.size()) {
                pollfd waiting{m_socket, POLLOUT, 0};
                if (m_stop || m_closed)
                    return false;
                if (::poll(&waiting, 1, 20) <= 0)
                    continue;
                const ssize_t count =
                    ::send(m_socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
                if (count <= 0)
                    return false;
                sent += static_cast<std::size_t>(count);
            }
            return true;
        }
        bool chunk(const std::string &bytes) {
            char size[20];
            std::snprintf(size, sizeof size, "%zx\r\n", bytes.size());
            return send(size + bytes + "\r\n");
        }
        /// Sends nothing more and waits until the other side leaves or the server goes away.
        void hold() {
            char byte = 0;
            while (!m_stop && !m_closed) {
                pollfd waiting{m_socket, POLLIN, 0};
                if (::poll(&waiting, 1, 20) > 0 && ::recv(m_socket, &byte, 1, 0) <= 0)
                    m_closed = true;
            }
        }
        void close() { m_closed = true; }
        /// Ends the connection with RST.
        void reset() {
            const linger now{1, 0};
            ::setsockopt(m_socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
            m_closed = true;
        }

    private:
        friend class HttpServer;
        Peer(int socket, const std::atomic<bool> &stop)
            : m_socket(socket)
            , m_stop(stop) {}
        int m_socket;
        const std::atomic<bool> &m_stop;
        bool m_closed = false, m_isHead = false;
    };
    using Handler = std::function<void(const HttpCall &call, Peer &peer)>;

    /// `family` AF_INET or AF_INET6.
    explicit HttpServer(Handler handler, int family = AF_INET)
        : m_handler(std::move(handler))
        , m_family(family) {
        m_socket = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in6 six{};
        six.sin6_family = AF_INET6;
        six.sin6_addr = in6addr_loopback;
        sockaddr_in four{};
        four.sin_family = AF_INET;
        four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        auto *address = family == AF_INET6 ? reinterpret_cast<sockaddr *>(&six) : reinterpret_cast<sockaddr *>(&four);
        socklen_t size = family == AF_INET6 ? sizeof six : sizeof four;
        if (m_socket < 0 || ::bind(m_socket, address, size) != 0 || ::listen(m_socket, 128) != 0 ||
            ::getsockname(m_socket, address, &size) != 0)
            throw std::runtime_error("the test cannot listen on the loopback interface");
        m_port = ntohs(family == AF_INET6 ? six.sin6_port : four.sin_port);
        m_acceptor = std::thread([this] { accept(); });
    }
    ~HttpServer() {
        m_stop = true;
        m_acceptor.join();
        for (std::thread &thread : m_threads)
            thread.join();
        ::close(m_socket);
    }
    HttpServer(const HttpServer &) = delete;
    HttpServer &operator=(const HttpServer &) = delete;

    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] std::string host() const { return m_family == AF_INET6 ? "[::1]" : "127.0.0.1"; }
    [[nodiscard]] std::string authority() const { return host() + ":" + std::to_string(m_port); }
    [[nodiscard]] std::string url(const std::string &target = "/") const { return "http://" + authority() + target; }
    [[nodiscard]] std::vector<HttpCall> calls() const {
        const std::lock_guard lock(m_mutex);
        return m_calls;
    }
    [[nodiscard]] HttpCall last() const {
        const std::lock_guard lock(m_mutex);
        return m_calls.empty() ? HttpCall() : m_calls.back();
    }
    [[nodiscard]] std::size_t count() const { return calls().size(); }
    [[nodiscard]] int connections() const { return m_connections; }

private:
    void accept() {
        pollfd waiting{m_socket, POLLIN, 0};
        while (!m_stop) {
            if (::poll(&waiting, 1, 20) <= 0)
                continue;
            const int peer = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
            if (peer >= 0)
                m_threads.emplace_back([this, peer, number = ++m_connections] {
                    talk(peer, number);
                    ::close(peer);
                });
        }
    }

    bool receive(int peer, std::string &buffer) const {
        char bytes[16384];
        pollfd waiting{peer, POLLIN, 0};
        while (!m_stop) {
            if (::poll(&waiting, 1, 20) <= 0)
                continue;
            const ssize_t count = ::recv(peer, bytes, sizeof bytes, 0);
            if (count <= 0)
                return false;
            buffer.append(bytes, static_cast<std::size_t>(count));
            return true;
        }
        return false;
    }

    void talk(int socket, int number) {
        std::string buffer;
        Peer peer(socket, m_stop);
        while (!peer.m_closed) {
            std::size_t end = 0;
            while ((end = buffer.find("\r\n\r\n")) == std::string::npos) {
                if (!receive(socket, buffer))
                    return;
            }
            HttpCall call = parse(buffer.substr(0, end + 2));
            call.connection = number;
            buffer.erase(0, end + 4);
            const std::size_t length = std::strtoull(call.header("content-length").c_str(), nullptr, 10);
            while (buffer.size() < length) {
                if (!receive(socket, buffer))
                    return;
            }
            call.body = buffer.substr(0, length);
            buffer.erase(0, length);
            {
                const std::lock_guard lock(m_mutex);
                m_calls.push_back(call);
            }
            peer.m_isHead = call.method == "HEAD";
            m_handler(call, peer);
        }
    }

    static HttpCall parse(const std::string &head) {
        HttpCall call;
        std::size_t at = head.find("\r\n");
        const std::string line = head.substr(0, at);
        const std::size_t first = line.find(' '), second = line.rfind(' ');
        call.method = line.substr(0, first);
        call.target = line.substr(first + 1, second - first - 1);
        for (at += 2; at < head.size();) {
            const std::size_t end = head.find("\r\n", at);
            const std::string field = head.substr(at, end - at);
            const std::size_t colon = field.find(':');
            std::string name = field.substr(0, colon);
            std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
            std::size_t value = colon + 1;
            while (value < field.size() && field[value] == ' ')
                ++value;
            call.headers.emplace_back(name, value <= field.size() ? field.substr(value) : std::string());
            at = end + 2;
        }
        return call;
    }

    Handler m_handler;
    int m_family;
    std::atomic<bool> m_stop = false;
    std::atomic<int> m_connections = 0;
    int m_socket = -1, m_port = 0;
    std::thread m_acceptor;
    std::vector<std::thread> m_threads; // only the acceptor adds to it
    mutable std::mutex m_mutex;
    std::vector<HttpCall> m_calls; // guarded by m_mutex
};

} // namespace actionscope::test
