#pragma once
/// A real web server for imports, as far away as the loopback interface.

#include <QtTest>
#include <atomic>
#include <map>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace actionscope::test {

/// Answers a handful of paths, each connection with one response. While it is held, requests wait for their answers.
class WebServer {
public:
    explicit WebServer(std::map<std::string, std::string> responses)
        : m_responses(std::move(responses))
        , m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(m_socket, reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(m_socket, 16) != 0 ||
            ::getsockname(m_socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
            QTest::qFail("no socket on the loopback interface", __FILE__, __LINE__);
        m_port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    ~WebServer() {
        m_ending = true;
        m_thread.join();
        ::close(m_socket);
    }
    WebServer(const WebServer &) = delete;
    WebServer &operator=(const WebServer &) = delete;

    [[nodiscard]] QString url(const QString &path) const {
        return QString("http://127.0.0.1:%1%2").arg(m_port).arg(path);
    }
    void hold(bool held) { m_held = held; }
    /// Requests that have arrived so far.
    [[nodiscard]] int requests() const { return m_requests; }

    static std::string answer(const std::string &status, const std::string &type, const std::string &body,
                              const std::string &headers = {}) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: " + type +
               "\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n" + headers + "\r\n" +
               body;
    }

private:
    void serve() {
        while (!m_ending) {
            pollfd waiting{m_socket, POLLIN, 0};
            if (::poll(&waiting, 1, 50) <= 0)
                continue;
            const int connection = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
            if (connection < 0)
                continue;
            std::string request(8192, '\0');
            const ssize_t count = ::read(connection, request.data(), request.size());
            request.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
            ++m_requests;
            while (m_held && !m_ending)
                QTest::qSleep(5);
            const std::size_t start = request.find(' ') + 1;
            const auto found = m_responses.find(request.substr(start, request.find(' ', start) - start));
            const std::string response =
                found == m_responses.end() ? answer("404 Not Found", "text/plain", "nothing here") : found->second;
            std::size_t sent = 0;
            while (sent < response.size()) {
                const ssize_t written =
                    ::send(connection, response.data() + sent, response.size() - sent, MSG_NOSIGNAL);
                if (written <= 0)
                    break;
                sent += static_cast<std::size_t>(written);
            }
            ::close(connection);
        }
    }

    std::map<std::string, std::string> m_responses;
    int m_socket;
    int m_port = 0;
    std::atomic<bool> m_ending{false}, m_held{false};
    std::atomic<int> m_requests{0};
    std::thread m_thread;
};

} // namespace actionscope::test
