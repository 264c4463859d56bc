#pragma once
/// A client of the gateway that writes what it likes: raw bytes over a real socket, answers and event streams taken
/// apart.

#include "base/json.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <netinet/in.h>
#include <optional>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace actionscope::test {

struct WireAnswer {
    int status = 0;                                           ///< 0: the connection ended, or nothing came in time
    std::vector<std::pair<std::string, std::string>> headers; ///< names in lower case
    std::string body;

    [[nodiscard]] std::string header(std::string_view name) const {
        for (const auto &[key, value] : headers) {
            if (key == name)
                return value;
        }
        return {};
    }
    [[nodiscard]] json::value json() const {
        auto parsed = parseJson(body);
        return parsed ? *parsed : json::value();
    }
    [[nodiscard]] int errorCode() const {
        const json::value whole = json();
        const json::object *error = objectMember(whole, "error");
        return error && error->contains("code") && error->at("code").is_int64()
                   ? static_cast<int>(error->at("code").get_int64())
                   : 0;
    }
};

struct WireEvent {
    std::string id, data;
    bool comment = false;
};

/// One connection.
class WireConnection {
public:
    explicit WireConnection(std::uint16_t port, int timeoutMs = 5000)
        : m_timeoutMs(timeoutMs) {
        m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (m_socket < 0 || ::connect(m_socket, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0)
            throw std::runtime_error("the test cannot connect");
    }
    ~WireConnection() { close(); }
    WireConnection(const WireConnection &) = delete;
    WireConnection &operator=(const WireConnection &) = delete;

    void close() {
        if (m_socket >= 0)
            ::close(m_socket);
        m_socket = -1;
    }
    /// False when the other side has closed.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t count = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count <= 0)
                return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    /// The head of an answer; its body is still to be read.
    WireAnswer readHead() {
        WireAnswer answer;
        std::size_t end = 0;
        while ((end = m_buffer.find("\r\n\r\n")) == std::string::npos) {
            if (!more(m_timeoutMs))
                return answer;
        }
        std::string head = m_buffer.substr(0, end + 2);
        m_buffer.erase(0, end + 4);
        if (head.size() > 12)
            answer.status = std::atoi(head.c_str() + 9);
        for (std::size_t at = head.find("\r\n") + 2; at < head.size();) {
            const std::size_t next = head.find("\r\n", at);
            const std::string line = head.substr(at, next - at);
            at = next + 2;
            const std::size_t colon = line.find(':');
            if (colon == std::string::npos)
                continue;
            std::string name = line.substr(0, colon);
            std::transform(name.begin(), name.end(), name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            answer.headers.emplace_back(std::move(name), line.substr(line.find_first_not_of(' ', colon + 1)));
        }
        return answer;
    }
    /// A whole answer; an event stream is read to its end.
    WireAnswer read() {
        WireAnswer answer = readHead();
        while (answer.status == 100)
            answer = readHead();
        if (answer.status == 0)
            return answer;
        if (answer.header("transfer-encoding") == "chunked") {
            while (const auto chunk = readChunk(m_timeoutMs)) {
                if (chunk->empty())
                    break;
                answer.body += *chunk;
            }
        } else if (const std::string length = answer.header("content-length"); !length.empty()) {
            const auto size = static_cast<std::size_t>(std::atoll(length.c_str()));
            while (m_buffer.size() < size && more(m_timeoutMs)) {
            }
            answer.body = m_buffer.substr(0, size);
            m_buffer.erase(0, size);
        }
        return answer;
    }
    /// The next event of a stream whose head was read; nothing at its end or when none comes in time.
    std::optional<WireEvent> nextEvent(int timeoutMs = 5000) {
        std::size_t end = 0;
        while ((end = m_events.find("\n\n")) == std::string::npos) {
            const auto chunk = readChunk(timeoutMs);
            if (!chunk || chunk->empty())
                return std::nullopt;
            m_events += *chunk;
        }
        const std::string text = m_events.substr(0, end + 1);
        m_events.erase(0, end + 2);
        return parseEvent(text);
    }
    /// The next event that carries a message.
    std::optional<json::value> nextMessage(int timeoutMs = 5000, std::string *id = nullptr) {
        while (auto event = nextEvent(timeoutMs)) {
            if (event->comment || event->data.empty())
                continue;
            if (id)
                *id = event->id;
            auto parsed = parseJson(event->data);
            return parsed ? std::optional(*parsed) : std::nullopt;
        }
        return std::nullopt;
    }
    /// Whether the other side closed, within the time.
    bool closedByPeer(int timeoutMs = 3000) {
        while (true) {
            pollfd waiting{m_socket, POLLIN, 0};
            if (::poll(&waiting, 1, timeoutMs) <= 0)
                return false;
            char bytes[4096];
            const ssize_t count = ::recv(m_socket, bytes, sizeof bytes, 0);
            if (count <= 0)
                return true;
        }
    }
    static WireEvent parseEvent(std::string_view text) {
        WireEvent event;
        bool data = false;
        while (!text.empty()) {
            const std::size_t end = text.find('\n');
            const std::string_view line = text.substr(0, end);
            text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
            if (line.starts_with("id: ")) {
                event.id = line.substr(4);
            } else if (line.starts_with("data:")) {
                data = true;
                event.data += line.size() > 6 ? line.substr(6) : std::string_view();
            } else if (line.starts_with(":")) {
                event.comment = !data;
            }
        }
        return event;
    }

private:
    bool more(int timeoutMs) {
        pollfd waiting{m_socket, POLLIN, 0};
        if (m_socket < 0 || ::poll(&waiting, 1, timeoutMs) <= 0)
            return false;
        char bytes[16384];
        const ssize_t count = ::recv(m_socket, bytes, sizeof bytes, 0);
        if (count <= 0)
            return false;
        m_buffer.append(bytes, static_cast<std::size_t>(count));
        return true;
    }
    std::optional<std::string> readChunk(int timeoutMs) {
        std::size_t line = 0;
        while ((line = m_buffer.find("\r\n")) == std::string::npos) {
            if (!more(timeoutMs))
                return std::nullopt;
        }
        const auto size = static_cast<std::size_t>(std::strtoull(m_buffer.c_str(), nullptr, 16));
        while (m_buffer.size() < line + 2 + size + 2) {
            if (!more(timeoutMs))
                return std::nullopt;
        }
        std::string chunk = m_buffer.substr(line + 2, size);
        m_buffer.erase(0, line + 2 + size + 2);
        return chunk;
    }

    int m_socket = -1;
    const int m_timeoutMs;
    std::string m_buffer, m_events;
};

/// What an orderly client of MCP sends; each part can be replaced.
struct WireRequest {
    std::string method = "POST", target = "/mcp", body = {};
    std::vector<std::pair<std::string, std::string>> headers = {};
    bool bare = false; ///< none of the usual headers

    WireRequest &with(std::string name, std::string value) {
        headers.emplace_back(std::move(name), std::move(value));
        return *this;
    }
    [[nodiscard]] std::string text() const {
        std::string out = method + ' ' + target + " HTTP/1.1\r\n";
        const auto usual = [&](std::string_view name, const std::string &value) {
            const bool given = std::any_of(headers.begin(), headers.end(), [&](const auto &header) {
                return header.first.size() == name.size() &&
                       std::equal(name.begin(), name.end(), header.first.begin(), [](char a, char b) {
                           return std::tolower(static_cast<unsigned char>(a)) ==
                                  std::tolower(static_cast<unsigned char>(b));
                       });
            });
            if (!given && !bare)
                out += std::string(name) + ": " + value + "\r\n";
        };
        usual("Host", "127.0.0.1");
        if (method == "POST") {
            usual("Content-Type", "application/json");
            usual("Accept", "application/json, text/event-stream");
        } else if (method == "GET") {
            usual("Accept", "text/event-stream");
        }
        for (const auto &[name, value] : headers) {
            if (!value.empty() || bare)
                out += name + ": " + value + "\r\n";
        }
        const bool chunked = std::any_of(headers.begin(), headers.end(),
                                         [](const auto &header) { return header.first == "Transfer-Encoding"; });
        if ((!body.empty() || method == "POST") && !chunked)
            usual("Content-Length", std::to_string(body.size()));
        return out + "\r\n" + body;
    }
};

} // namespace actionscope::test
