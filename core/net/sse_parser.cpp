#include "net/mcp_client.h"

#include <charconv>

namespace actionscope::net {
namespace {

/// The most that a server may make us wait before we reconnect; beyond it the value is taken as this.
constexpr std::chrono::milliseconds MaxRetry{600'000};

} // namespace

bool SseParser::feed(std::string_view bytes, const std::function<void(const Event &)> &sink) {
    const auto endOfLine = [&] {
        std::string_view line = m_line;
        if (m_start) {
            m_start = false;
            if (line.starts_with("\xEF\xBB\xBF"))
                line.remove_prefix(3);
        }
        if (line.empty()) {
            if (m_any) {
                if (!m_event.data.empty())
                    m_event.data.pop_back(); // the line feed after the last data line is no part of the data
                sink(m_event);
            }
            m_event = {};
            m_any = false;
        } else if (line.front() != ':') {
            const std::size_t colon = line.find(':');
            const std::string_view field = line.substr(0, colon);
            std::string_view value = colon == std::string_view::npos ? std::string_view{} : line.substr(colon + 1);
            if (value.starts_with(' '))
                value.remove_prefix(1);
            if (field == "data") {
                m_event.data.append(value).push_back('\n');
                m_any = true;
            } else if (field == "event") {
                m_event.event = value;
                m_any = true;
            } else if (field == "id" && value.find('\0') == std::string_view::npos) {
                m_event.id = value;
                m_event.hasId = true;
                m_any = true;
            } else if (field == "retry") {
                std::int64_t milliseconds = 0;
                const auto [end, failed] = std::from_chars(value.data(), value.data() + value.size(), milliseconds);
                if (failed == std::errc() && end == value.data() + value.size() && milliseconds >= 0) {
                    m_event.retry = std::min(std::chrono::milliseconds(milliseconds), MaxRetry);
                    m_any = true;
                }
            }
        }
        m_line.clear();
    };
    while (!bytes.empty()) {
        if (m_skipLf) {
            m_skipLf = false;
            if (bytes.front() == '\n') {
                bytes.remove_prefix(1);
                continue;
            }
        }
        const std::size_t end = bytes.find_first_of("\r\n");
        const std::string_view piece = bytes.substr(0, end);
        if (m_line.size() + m_event.data.size() + piece.size() > m_max)
            return false;
        m_line.append(piece);
        if (end == std::string_view::npos)
            return true;
        m_skipLf = bytes[end] == '\r';
        bytes.remove_prefix(end + 1);
        endOfLine();
    }
    return true;
}

} // namespace actionscope::net
