#include "gateway/detail/event_streams.h"

#include <charconv>

namespace actionscope::gateway::detail {
namespace {

constexpr std::string_view GeneralStream = "g";

struct EventId {
    std::string stream;
    std::uint64_t number = 0;
};

std::optional<EventId> eventId(std::string_view text) {
    const std::size_t dash = text.rfind('-');
    if (dash == std::string_view::npos || dash == 0 || text.size() > 64)
        return std::nullopt;
    EventId id{std::string(text.substr(0, dash)), 0};
    const auto [end, error] = std::from_chars(text.data() + dash + 1, text.data() + text.size(), id.number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return id;
}

} // namespace

HttpSession::HttpSession(std::string id, governance::Principal principal, Terms terms,
                         session::SessionRegistry &registry, Telemetry &telemetry, const WireLimits &limits,
                         std::shared_ptr<Relay> relay)
    : McpSession(std::move(id), std::move(principal), std::move(terms), std::move(relay))
    , m_registry(registry)
    , m_telemetry(telemetry)
    , m_limits(limits) {}

void HttpSession::prune() {
    const auto oldest = std::chrono::steady_clock::now() - m_limits.replayLife;
    while (!m_kept.empty() && (m_kept.size() > m_limits.replayEvents || m_keptBytes > m_limits.replayBytes ||
                               m_kept.front().time < oldest)) {
        m_keptBytes -= m_kept.front().text.size();
        m_kept.pop_front();
    }
    if (m_kept.empty())
        m_kept.shrink_to_fit();
}

std::string HttpSession::keep(const std::string &stream, std::uint64_t &counter, std::string_view message) {
    std::string text = "id: " + stream + '-' + std::to_string(++counter) + "\nevent: message\ndata: ";
    text.reserve(text.size() + message.size() + 2);
    text += message;
    text += "\n\n";
    m_kept.push_back({stream, counter, text, std::chrono::steady_clock::now()});
    m_keptBytes += text.size();
    prune();
    return text;
}

std::string HttpSession::priming(const std::string &stream) const {
    // Older SDKs fail on an event without data (WIRE §4).
    return terms().protocol == "2025-11-25" ? "id: " + stream + "-0\ndata:\n\n" : std::string();
}

std::shared_ptr<CallStream> HttpSession::newCall(std::shared_ptr<HttpExchange> exchange, std::size_t expected,
                                                 bool batch) {
    const std::lock_guard lock(m_mutex);
    std::string name = "r" + std::to_string(m_nextStream++);
    auto self = std::static_pointer_cast<HttpSession>(shared_from_this());
    auto call = std::make_shared<CallStream>(std::move(self), name, std::move(exchange), expected, batch);
    m_calls.emplace(std::move(name), call);
    return call;
}

void HttpSession::holdWhileOpen(const std::shared_ptr<HttpExchange> &exchange) {
    auto hold = std::make_shared<session::SessionRegistry::Hold>(
        m_registry.hold(id(), session::SessionRegistry::HoldKind::Stream));
    m_telemetry.streamOpened();
    exchange->onClosed(
        [self = std::static_pointer_cast<HttpSession>(shared_from_this()), hold, raw = exchange.get()]() mutable {
            self->m_telemetry.streamClosed();
            self->generalClosed(raw);
            hold.reset();
        });
}

void HttpSession::attachGeneral(const std::shared_ptr<HttpExchange> &exchange, std::string first) {
    if (m_general)
        m_general->end();
    m_general = exchange;
    exchange->beginStream(headers());
    if (!first.empty())
        exchange->write(std::move(first));
}

void HttpSession::openGeneral(const std::shared_ptr<HttpExchange> &exchange) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_closed) {
            exchange->beginStream(headers());
            exchange->end();
            return;
        }
        std::string first = priming(std::string(GeneralStream));
        // Numbers go on where the last stream of this kind stopped, so that its ids stay unique.
        if (!first.empty() && m_generalCount > 0)
            first = "id: g-" + std::to_string(m_generalCount) + "\ndata:\n\n";
        attachGeneral(exchange, std::move(first));
    }
    holdWhileOpen(exchange);
    tellListChanged();
}

void HttpSession::generalClosed(const HttpExchange *exchange) {
    const std::lock_guard lock(m_mutex);
    if (m_general.get() == exchange)
        m_general.reset();
}

bool HttpSession::announce(std::string message) {
    const std::lock_guard lock(m_mutex);
    if (!m_general || !m_general->open())
        return false;
    m_general->write(keep(std::string(GeneralStream), m_generalCount, message));
    return true;
}

bool HttpSession::resume(std::string_view lastEventId, const std::shared_ptr<HttpExchange> &exchange) {
    const auto last = eventId(lastEventId);
    if (!last)
        return false;
    {
        const std::lock_guard lock(m_mutex);
        prune();
        std::string replay;
        bool known = false;
        for (const Event &event : m_kept) {
            if (event.stream != last->stream)
                continue;
            known = true;
            if (event.number > last->number)
                replay += event.text;
        }
        if (m_closed)
            return false;
        if (last->stream == GeneralStream) {
            attachGeneral(exchange, std::move(replay));
        } else {
            const auto found = m_calls.find(last->stream);
            const auto call = found == m_calls.end() ? nullptr : found->second.lock();
            if (!call && !known)
                return false;
            exchange->beginStream(headers());
            if (!replay.empty())
                exchange->write(std::move(replay));
            if (!call) {
                exchange->end();
            } else {
                call->m_exchange->end();
                call->m_exchange = exchange;
                call->m_streaming = true;
            }
        }
    }
    holdWhileOpen(exchange);
    if (last->stream == GeneralStream)
        tellListChanged();
    return true;
}

void HttpSession::closeStreams() {
    std::shared_ptr<HttpExchange> general;
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    if (m_general)
        m_general->end();
    m_general.reset();
    m_kept.clear();
    m_keptBytes = 0;
}

CallStream::CallStream(std::shared_ptr<HttpSession> session, std::string name, std::shared_ptr<HttpExchange> exchange,
                       std::size_t expected, bool batch)
    : m_session(std::move(session))
    , m_name(std::move(name))
    , m_exchange(std::move(exchange))
    , m_expected(expected)
    , m_batch(batch) {}

void CallStream::begin() {
    if (m_streaming)
        return;
    m_streaming = true;
    m_exchange->beginStream(m_session->headers());
    if (std::string first = m_session->priming(m_name); !first.empty())
        m_exchange->write(std::move(first));
    for (const std::string &response : m_responses)
        event(response);
    m_responses.clear();
}

void CallStream::event(std::string_view message) { m_exchange->write(m_session->keep(m_name, m_count, message)); }

void CallStream::over() {
    m_over = true;
    m_session->m_calls.erase(m_name);
}

void CallStream::oneLess() {
    if (--m_expected > 0)
        return;
    over();
    if (m_streaming) {
        m_exchange->end();
    } else if (m_batch && !m_responses.empty()) {
        std::string body = "[";
        for (const std::string &response : m_responses) {
            if (body.size() > 1)
                body += ',';
            body += response;
        }
        body += ']';
        m_exchange->reply({200, std::move(body), "application/json", m_session->headers(), false});
    } else {
        // Everything was cancelled: an event stream that says nothing is the only answer without a response.
        m_exchange->beginStream(m_session->headers());
        m_exchange->end();
    }
}

void CallStream::send(std::string message) {
    const std::lock_guard lock(m_session->m_mutex);
    if (m_over)
        return;
    begin();
    event(message);
}

void CallStream::finish(std::string response) {
    const std::lock_guard lock(m_session->m_mutex);
    if (m_over)
        return;
    if (m_streaming) {
        event(response);
        oneLess();
    } else if (m_batch) {
        m_responses.push_back(std::move(response));
        oneLess();
    } else {
        over();
        m_exchange->reply({200, std::move(response), "application/json", m_session->headers(), false});
    }
}

void CallStream::drop() {
    const std::lock_guard lock(m_session->m_mutex);
    if (!m_over)
        oneLess();
}

void CallStream::refuse(HttpReply reply) {
    const std::lock_guard lock(m_session->m_mutex);
    if (m_over)
        return;
    over();
    m_exchange->reply(std::move(reply));
}

void CallStream::slow() {
    const std::lock_guard lock(m_session->m_mutex);
    if (!m_over)
        begin();
}

} // namespace actionscope::gateway::detail
