#pragma once
/// A web server on the loopback interface for tests: real sockets, one connection at a time, answers given as raw
/// bytes.

#include <arpa/inet.h>
#include <atomic>
#include <functional>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace actionscope::test {

/// Serves until it is destroyed. The handler runs on the server's thread.
class LoopbackServer {
public:
    struct Answer {
        std::string bytes; ///< the whole answer, status line included
        bool hold = false; ///< keep the connection open after the bytes until the server goes away
    };
    /// Gets the request line's target ("/a?b") and the whole head of the request.
    using Handler = std::function<Answer(const std::string &target, const std::string &head)>;

    explicit LoopbackServer(Handler handler)
        : m_handler(std::move(handler)) {
        m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (m_socket < 0 || ::bind(m_socket, reinterpret_cast<sockaddr *>(&address), size) != 0 ||
            ::listen(m_socket, 8) != 0 || ::getsockname(m_socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
            throw std::runtime_error("the test cannot listen on the loopback interface");
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    ~LoopbackServer() {
        m_stop = true;
        m_thread.join();
        ::close(m_socket);
    }
    LoopbackServer(const LoopbackServer &) = delete;
    LoopbackServer &operator=(const LoopbackServer &) = delete;

    [[nodiscard]] int port() const { return m_port; }
    [[nodiscard]] std::string url(const std::string &target = "/") const {
        return "http://127.0.0.1:" + std::to_string(m_port) + target;
    }
    [[nodiscard]] int requests() const { return m_requests; }

    /// A complete answer with a right Content-Length.
    static Answer answer(const std::string &status, const std::string &body,
                         const std::string &type = "application/json", const std::string &headers = {}) {
        return {"HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\nConnection: close\r\n" + headers + "\r\n" + body};
    }

private:
    bool readable(int descriptor) const {
        pollfd waiting{descriptor, POLLIN, 0};
        while (!m_stop) {
            if (::poll(&waiting, 1, 20) > 0)
                return true;
        }
        return false;
    }

    void serve() {
        while (readable(m_socket)) {
            const int peer = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
            if (peer >= 0)
                talk(peer);
            ::close(peer);
        }
    }

    void talk(int peer) {
        std::string head;
        char buffer[4096];
        while (head.find("\r\n\r\n") == std::string::npos) {
            const ssize_t count = readable(peer) ? ::recv(peer, buffer, sizeof buffer, 0) : 0;
            if (count <= 0)
                return;
            head.append(buffer, static_cast<std::size_t>(count));
        }
        ++m_requests;
        const std::size_t start = head.find(' ') + 1;
        const Answer answer = m_handler(head.substr(start, head.find(' ', start) - start), head);
        std::size_t sent = 0;
        while (sent < answer.bytes.size()) {
            const ssize_t count = ::send(peer, answer.bytes.data() + sent, answer.bytes.size() - sent, MSG_NOSIGNAL);
            if (count <= 0)
                return;
            sent += static_cast<std::size_t>(count);
        }
        while (answer.hold && readable(peer) && ::recv(peer, buffer, sizeof buffer, 0) > 0) {
        }
    }

    Handler m_handler;
    std::atomic<bool> m_stop = false;
    std::atomic<int> m_requests = 0;
    int m_socket = -1;
    int m_port = 0;
    std::thread m_thread;
};

} // namespace actionscope::test
