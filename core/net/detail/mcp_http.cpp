/// MCP over Streamable HTTP: one POST a message, answers as JSON or as an event stream that can be resumed, and one
/// stream of the server's own.

#include "base/text.h"
#include "net/detail/mcp_session.h"

#include <algorithm>
#include <future>

namespace actionscope::net::detail {
namespace {

using namespace std::chrono_literals;

/// Waiting before a lost stream is resumed when the server names no time (WIRE §10): this, times 1.5 each time in vain.
constexpr std::chrono::milliseconds FirstWait{1000}, LongestWait{30'000};
/// Attempts in vain in a row to resume the stream of a call before the call is given up.
constexpr int ResumeAttempts = 5;
constexpr std::size_t ErrorBodyBytes = 4096; ///< of a refusal, for the message
constexpr auto CloseTime = 3s;
/// How long a connection waits for the server's own stream to open, so that what the server says between the handshake
/// and the stream is not lost. Servers that send no head before their first message cost this once.
constexpr auto StreamPatience = 500ms;

std::chrono::milliseconds remaining(Deadline deadline) {
    return std::max(1ms, std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()));
}

/// Sleeps; false when it was stopped or the deadline came first.
bool pause(std::chrono::milliseconds time, Deadline deadline, const std::stop_token &stop) {
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    const auto until = std::min(std::chrono::steady_clock::now() + time, deadline);
    (void)never.wait_until(lock, stop, until, [] { return false; });
    return !stop.stop_requested() && std::chrono::steady_clock::now() < deadline;
}

std::chrono::milliseconds backOff(int attempt) {
    auto wait = FirstWait;
    for (int i = 0; i < attempt && wait < LongestWait; ++i)
        wait = wait * 3 / 2;
    return std::min(wait, LongestWait);
}

/// A session id goes back in a header: visible ASCII only, as the specification says.
bool isSessionId(std::string_view id) {
    return !id.empty() && id.size() <= 1024 && std::ranges::all_of(id, [](char c) { return c > 0x20 && c < 0x7F; });
}

class HttpTransport final : public Transport {
public:
    HttpTransport(const McpEndpoint &endpoint, const HttpExchanger &http, Session &session)
        : m_endpoint(endpoint)
        , m_http(http)
        , m_session(session) {}
    ~HttpTransport() override { close(); }

    tl::expected<void, McpError> perform(Call &call, const std::string &message, Deadline deadline,
                                         std::stop_token stop) override;
    tl::expected<void, McpError> post(const std::string &message, Deadline deadline) override;
    void negotiated(const std::string &protocolVersion) override {
        const std::lock_guard lock(m_mutex);
        m_protocol = protocolVersion;
    }
    void ready() override;
    void close() override;
    bool alive() const override { return !m_closed; }

private:
    /// What came of one exchange.
    struct Outcome {
        int status = 0; ///< 0: no head arrived
        bool events = false;
        std::string session; ///< that the request carried
        std::string body;    ///< JSON, or the beginning of a refusal
        std::string lastId;
        std::optional<std::chrono::milliseconds> retry;
        bool progressed = false; ///< an event arrived
        std::string location;
        std::string tooLarge;
        std::optional<ExchangeError> error;
    };
    HttpRequest request(std::string method, Deadline deadline, bool initialize, std::string &session) const;
    Outcome exchange(HttpRequest request, Call *call, const std::stop_token &stop, Outcome before,
                     const std::function<void()> &answered = {});
    tl::expected<void, McpError> refusal(const Outcome &outcome, Call *call);
    tl::expected<void, McpError> resume(Call &call, Outcome outcome, Deadline deadline, const std::stop_token &stop);
    void listen(const std::stop_token &stop, const std::function<void()> &opened);

    const McpEndpoint m_endpoint;
    const HttpExchanger &m_http;
    Session &m_session;
    std::atomic<bool> m_closed{false};

    mutable std::mutex m_mutex;
    // Guarded by m_mutex:
    std::string m_sessionId, m_protocol;

    std::mutex m_restarting; ///< one thread begins the session anew, the others wait for it
    std::mutex m_streamMutex;
    // Guarded by m_streamMutex:
    std::jthread m_stream;
    std::shared_ptr<std::atomic<bool>> m_streamDone;
};

HttpRequest HttpTransport::request(std::string method, Deadline deadline, bool initialize, std::string &session) const {
    HttpRequest request;
    request.method = std::move(method);
    request.url = m_endpoint.url;
    request.headers = m_endpoint.headers;
    request.timeout = remaining(deadline);
    request.maxResponseBytes = 0; // messages have their own cap, and a stream of them has none
    const std::lock_guard lock(m_mutex);
    if (!initialize) {
        if (!m_protocol.empty())
            request.headers.emplace_back("MCP-Protocol-Version", m_protocol);
        if (!m_sessionId.empty())
            request.headers.emplace_back("Mcp-Session-Id", m_sessionId);
        session = m_sessionId;
    }
    return request;
}

HttpTransport::Outcome HttpTransport::exchange(HttpRequest request, Call *call, const std::stop_token &stop,
                                               Outcome before, const std::function<void()> &answered) {
    Outcome outcome;
    outcome.session = std::move(before.session);
    outcome.lastId = std::move(before.lastId);
    outcome.retry = before.retry;
    const std::uint64_t cap = m_session.options().maxMessageBytes;
    SseParser parser(cap);
    ResponseSink sink;
    sink.onHead = [&](const HttpResponse &head) {
        outcome.status = head.status;
        outcome.events = head.status == 200 && head.contentType() == "text/event-stream";
        outcome.location = head.header("location");
        if (answered)
            answered();
        if (call && call->method == "initialize" && isSessionId(head.header("mcp-session-id"))) {
            const std::lock_guard lock(m_mutex);
            m_sessionId = head.header("mcp-session-id");
        }
        return true;
    };
    sink.onBody = [&](std::string_view bytes) {
        if (!outcome.events) {
            const std::size_t most = outcome.status == 200 ? cap : ErrorBodyBytes;
            if (outcome.body.size() + bytes.size() > most) {
                if (outcome.status == 200)
                    outcome.tooLarge = "the server sent a message of more than " + std::to_string(cap) + " bytes";
                return false;
            }
            outcome.body.append(bytes);
            return true;
        }
        const bool fits = parser.feed(bytes, [&](const SseParser::Event &event) {
            outcome.progressed = true;
            if (event.hasId)
                outcome.lastId = event.id;
            if (event.retry)
                outcome.retry = event.retry;
            if (!event.data.empty() && (event.event.empty() || event.event == "message"))
                (void)m_session.receive(event.data, call);
        });
        if (!fits)
            outcome.tooLarge = "the server sent an event of more than " + std::to_string(cap) + " bytes";
        // What a server still has to say after the answer is of no concern to this call.
        return fits && !(call && call->answered());
    };
    if (auto done = m_http.stream(request, sink, stop); !done)
        outcome.error = std::move(done.error());
    return outcome;
}

/// Why a response with this status is no answer.
tl::expected<void, McpError> HttpTransport::refusal(const Outcome &outcome, Call *call) {
    if (outcome.status == 0 && !outcome.error)
        return tl::unexpected(McpError{McpFault::Transport, "the MCP server closed the connection unasked", {}});
    if (outcome.error) {
        const ExchangeError &error = *outcome.error;
        const McpFault fault = error.timedOut                               ? McpFault::TimedOut
                               : error.error.code == ErrorCode::Cancelled   ? McpFault::Cancelled
                               : error.stage == ExchangeStage::NotConnected ? McpFault::NotSent
                                                                            : McpFault::Transport;
        return tl::unexpected(McpError{fault, error.error.message, {}});
    }
    const std::string status = "the MCP server answered HTTP " + std::to_string(outcome.status);
    if (outcome.status == 401 || outcome.status == 403)
        return tl::unexpected(
            McpError{McpFault::Transport,
                     status + ": it wants other credentials; they are `headers:` of its entry in servers.yaml",
                     {}});
    if (outcome.status >= 300 && outcome.status < 400)
        return tl::unexpected(
            McpError{McpFault::Transport,
                     status + ", a redirect" +
                         (outcome.location.empty()
                              ? ""
                              : " to " + revealInvisible(truncateUtf8(toValidUtf8(outcome.location), 200))) +
                         ", which is not followed; put the final address into servers.yaml",
                     {}});
    // A refusal may carry a JSON-RPC error, which says more; an error without our id is about the transport.
    if (call && m_session.receive(outcome.body, call) && call->answered())
        return {};
    std::string detail;
    if (const auto body = parseJson(outcome.body, {}, {.maxDepth = 64})) {
        if (const json::object *error = objectMember(*body, "error"))
            detail = stringMember(*error, "message");
    }
    return tl::unexpected(
        McpError{McpFault::Transport,
                 status + (detail.empty() ? "" : ": " + revealInvisible(truncateUtf8(toValidUtf8(detail), 500))),
                 {}});
}

tl::expected<void, McpError> HttpTransport::perform(Call &call, const std::string &message, Deadline deadline,
                                                    std::stop_token stop) {
    const bool initialize = call.method == "initialize";
    for (int attempt = 0;; ++attempt) {
        Outcome outcome;
        HttpRequest sent = request("POST", deadline, initialize, outcome.session);
        sent.headers.emplace_back("Content-Type", "application/json");
        sent.headers.emplace_back("Accept", "application/json, text/event-stream");
        sent.body = message;
        outcome = exchange(std::move(sent), &call, stop, std::move(outcome));
        if (call.answered())
            return {};
        if (!outcome.tooLarge.empty())
            return tl::unexpected(McpError{McpFault::Protocol, outcome.tooLarge, {}});
        if (outcome.status == 404 && !outcome.session.empty() && attempt == 0) {
            // The server does not know the session any more, so it has not done anything in it either.
            const std::lock_guard one(m_restarting);
            std::unique_lock lock(m_mutex);
            if (m_sessionId == outcome.session) {
                m_sessionId.clear();
                m_protocol.clear();
                lock.unlock();
                if (auto restarted = m_session.restart(stop); !restarted)
                    return restarted;
            }
            continue;
        }
        if (outcome.events)
            return resume(call, std::move(outcome), deadline, stop);
        if (outcome.error || outcome.status != 200)
            return refusal(outcome, &call);
        if (!m_session.receive(outcome.body, &call) || !call.answered())
            return tl::unexpected(McpError{
                McpFault::Protocol, "the MCP server's answer to " + call.method + " is no JSON-RPC answer to it", {}});
        return {};
    }
}

/// The event stream of a call ended before its answer: the answer arrives on a stream that continues it.
tl::expected<void, McpError> HttpTransport::resume(Call &call, Outcome outcome, Deadline deadline,
                                                   const std::stop_token &stop) {
    int inVain = 0;
    for (;;) {
        if (outcome.error && (outcome.error->timedOut || outcome.error->error.code == ErrorCode::Cancelled))
            return refusal(outcome, &call);
        if (outcome.lastId.empty())
            return tl::unexpected(McpError{
                McpFault::Transport, "the MCP server's stream ended before the answer and cannot be resumed", {}});
        if (inVain == ResumeAttempts)
            return tl::unexpected(McpError{McpFault::Transport,
                                           "the MCP server's stream ended before the answer; " +
                                               std::to_string(ResumeAttempts) +
                                               " attempts to resume it brought nothing",
                                           {}});
        if (!pause(outcome.retry.value_or(backOff(inVain)), deadline, stop))
            return tl::unexpected(
                stop.stop_requested()
                    ? McpError{McpFault::Cancelled, "the call was cancelled", {}}
                    : McpError{McpFault::TimedOut, "the MCP server did not answer " + call.method + " in time", {}});
        HttpRequest again = request("GET", deadline, false, outcome.session);
        again.headers.emplace_back("Accept", "text/event-stream");
        again.headers.emplace_back("Last-Event-ID", outcome.lastId);
        outcome = exchange(std::move(again), &call, stop, std::move(outcome));
        if (call.answered())
            return {};
        if (!outcome.tooLarge.empty())
            return tl::unexpected(McpError{McpFault::Protocol, outcome.tooLarge, {}});
        // A server that is being restarted, or is too busy, may have the answer yet.
        if (!outcome.error && outcome.status != 200 && outcome.status < 500 && outcome.status != 429)
            return refusal(outcome, nullptr);
        inVain = outcome.progressed ? 0 : inVain + 1;
    }
}

tl::expected<void, McpError> HttpTransport::post(const std::string &message, Deadline deadline) {
    Outcome outcome;
    HttpRequest sent = request("POST", deadline, false, outcome.session);
    sent.headers.emplace_back("Content-Type", "application/json");
    sent.headers.emplace_back("Accept", "application/json, text/event-stream");
    sent.body = message;
    outcome = exchange(std::move(sent), nullptr, {}, std::move(outcome));
    if (!outcome.error && outcome.status >= 200 && outcome.status < 300)
        return {};
    return refusal(outcome, nullptr);
}

void HttpTransport::ready() {
    if (!m_session.options().openStream)
        return;
    const std::lock_guard lock(m_streamMutex);
    if (m_closed || (m_streamDone && !*m_streamDone))
        return;
    m_streamDone = std::make_shared<std::atomic<bool>>(false);
    auto opened = std::make_shared<std::promise<void>>();
    auto isOpen = opened->get_future();
    m_stream = std::jthread([this, done = m_streamDone, opened](const std::stop_token &stop) {
        bool told = false;
        const auto tell = [&] {
            if (!std::exchange(told, true))
                opened->set_value();
        };
        listen(stop, tell);
        tell();
        *done = true;
    });
    (void)isOpen.wait_for(StreamPatience);
}

/// The server's own stream: list changes, log messages, requests that belong to no call. A server need not offer one.
void HttpTransport::listen(const std::stop_token &stop, const std::function<void()> &opened) {
    Outcome outcome;
    for (int inVain = 0; !stop.stop_requested();) {
        const std::string earlier = outcome.session;
        HttpRequest get = request("GET", {}, false, outcome.session);
        get.timeout = 0ms;
        get.headers.emplace_back("Accept", "text/event-stream");
        if (outcome.session != earlier)
            outcome.lastId.clear(); // ids are of one session
        if (!outcome.lastId.empty())
            get.headers.emplace_back("Last-Event-ID", outcome.lastId);
        outcome = exchange(std::move(get), nullptr, stop, std::move(outcome), opened);
        opened();
        if (!outcome.error && outcome.status >= 400 && outcome.status < 500 && outcome.status != 429) {
            std::string now;
            {
                const std::lock_guard lock(m_mutex);
                now = m_sessionId;
            }
            if (now == outcome.session)
                return; // none offered, or the session has ended: the next call begins another and this stream anew
            continue;
        }
        inVain = outcome.progressed ? 0 : inVain + 1;
        if (!pause(outcome.retry.value_or(backOff(inVain)), Deadline::max(), stop))
            return;
    }
}

void HttpTransport::close() {
    if (m_closed.exchange(true))
        return;
    std::jthread stream;
    {
        const std::lock_guard lock(m_streamMutex);
        stream.swap(m_stream);
    }
    if (stream.joinable()) {
        stream.request_stop();
        stream.join();
    }
    std::string session;
    const HttpRequest end = request("DELETE", std::chrono::steady_clock::now() + CloseTime, false, session);
    if (!session.empty())
        (void)exchange(end, nullptr, {}, {}); // 405 is a server that ends its sessions itself
}

} // namespace

std::unique_ptr<Transport> openHttp(const McpEndpoint &endpoint, const HttpExchanger &http, Session &session) {
    return std::make_unique<HttpTransport>(endpoint, http, session);
}

} // namespace actionscope::net::detail
