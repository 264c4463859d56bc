#include "gateway/detail/http_types.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

namespace actionscope::gateway::detail {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view phrase(int status) {
    switch (status) {
    case 200:
        return "OK";
    case 202:
        return "Accepted";
    case 204:
        return "No Content";
    case 400:
        return "Bad Request";
    case 401:
        return "Unauthorized";
    case 403:
        return "Forbidden";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 406:
        return "Not Acceptable";
    case 409:
        return "Conflict";
    case 413:
        return "Content Too Large";
    case 415:
        return "Unsupported Media Type";
    case 422:
        return "Unprocessable Content";
    case 424:
        return "Failed Dependency";
    case 429:
        return "Too Many Requests";
    case 431:
        return "Request Header Fields Too Large";
    case 500:
        return "Internal Server Error";
    case 503:
        return "Service Unavailable";
    case 504:
        return "Gateway Timeout";
    default:
        return "Status";
    }
}

/// The Date header (RFC 9110, 6.6.1), made once a second.
const std::string &dateLine() {
    thread_local std::time_t made = 0;
    thread_local std::string line;
    const std::time_t now = std::time(nullptr);
    if (now != made) {
        std::tm parts{};
        ::gmtime_r(&now, &parts);
        std::array<char, 64> text{};
        const std::size_t size = std::strftime(text.data(), text.size(), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
        line.assign(text.data(), size);
        made = now;
    }
    return line;
}

std::string headOf(int status, const HeaderList &headers) {
    std::string head;
    head.reserve(384);
    head += "HTTP/1.1 ";
    head += std::to_string(status);
    head += ' ';
    head += phrase(status);
    head += "\r\n";
    head += dateLine();
    for (const auto &[name, value] : headers) {
        head += name;
        head += ": ";
        head += value;
        head += "\r\n";
    }
    return head;
}

} // namespace

bool sameName(std::string_view a, std::string_view b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return lower(x) == lower(y); });
}

void HeaderFields::add(std::string_view name, std::string_view value) {
    // Room for a usual head at once.
    if (m_fields.empty()) {
        m_fields.reserve(12);
        m_text.reserve(512);
    }
    m_fields.push_back({static_cast<std::uint32_t>(m_text.size()), static_cast<std::uint32_t>(name.size()),
                        static_cast<std::uint32_t>(value.size())});
    m_text += name;
    m_text += value;
}

std::string_view HeaderFields::nameOf(const Field &field) const {
    return std::string_view(m_text).substr(field.begin, field.name);
}

std::string_view HeaderFields::first(std::string_view name) const {
    for (const Field &field : m_fields) {
        if (sameName(nameOf(field), name))
            return std::string_view(m_text).substr(field.begin + field.name, field.value);
    }
    return {};
}

std::size_t HeaderFields::count(std::string_view name) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(m_fields, [&](const Field &field) { return sameName(nameOf(field), name); }));
}

std::string answerHead(const HttpReply &reply, bool keepAlive) {
    std::string bytes = headOf(reply.status, reply.headers);
    if (!reply.body.empty()) {
        bytes += "Content-Type: ";
        bytes += reply.contentType;
        bytes += "\r\n";
    }
    if (reply.status != 204) {
        bytes += "Content-Length: ";
        bytes += std::to_string(reply.body.size());
        bytes += "\r\n";
    }
    if (!keepAlive)
        bytes += "Connection: close\r\n";
    bytes += "\r\n";
    return bytes;
}

std::string streamHead(const HeaderList &headers, bool keepAlive, bool chunked) {
    std::string bytes = headOf(200, headers);
    bytes += "Content-Type: text/event-stream\r\nCache-Control: no-cache, no-transform\r\nX-Accel-Buffering: no\r\n";
    if (chunked)
        bytes += "Transfer-Encoding: chunked\r\n";
    if (!keepAlive)
        bytes += "Connection: close\r\n";
    bytes += "\r\n";
    return bytes;
}

std::string chunkOf(std::string_view bytes) {
    std::array<char, 20> size{};
    const auto [end, error] = std::to_chars(size.data(), size.data() + size.size(), bytes.size(), 16);
    std::string chunk(size.data(), end);
    chunk += "\r\n";
    chunk += bytes;
    chunk += "\r\n";
    return chunk;
}

} // namespace actionscope::gateway::detail
