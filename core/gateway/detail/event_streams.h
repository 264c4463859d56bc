#pragma once
/// The event streams of one session over HTTP: ids, priming, replay (WIRE §4).

#include "gateway/detail/http_types.h"
#include "gateway/detail/mcp_session.h"
#include "gateway/detail/telemetry.h"

#include <deque>

namespace actionscope::gateway::detail {

class CallStream;

/// A session whose messages go over HTTP. Any thread.
class HttpSession final : public McpSession {
public:
    HttpSession(std::string id, governance::Principal principal, Terms terms, session::SessionRegistry &registry,
                Telemetry &telemetry, const WireLimits &limits, std::shared_ptr<Relay> relay = nullptr);

    /// For the answers of `expected` requests of one POST (more than one: a batch, answered by one array or as events).
    [[nodiscard]] std::shared_ptr<CallStream> newCall(std::shared_ptr<HttpExchange> exchange, std::size_t expected,
                                                      bool batch);
    /// The stream for what belongs to no request; one that was open ends.
    void openGeneral(const std::shared_ptr<HttpExchange> &exchange);
    /// Replays what followed the event and goes on with that stream. False: the id names nothing that is kept.
    [[nodiscard]] bool resume(std::string_view lastEventId, const std::shared_ptr<HttpExchange> &exchange);

    bool announce(std::string message) override;
    void closeStreams() override;
    [[nodiscard]] HeaderList headers() const { return {{"Mcp-Session-Id", id()}}; }

private:
    friend class CallStream;
    struct Event {
        std::string stream;
        std::uint64_t number = 0;
        std::string text; ///< as it stands on the wire
        std::chrono::steady_clock::time_point time;
    };
    /// Makes the bytes of an event and keeps them for replay. Under the lock.
    std::string keep(const std::string &stream, std::uint64_t &counter, std::string_view message);
    void prune();
    [[nodiscard]] std::string priming(const std::string &stream) const; ///< empty for older revisions
    void attachGeneral(const std::shared_ptr<HttpExchange> &exchange, std::string first);
    void generalClosed(const HttpExchange *exchange);
    /// The streams counter and the registry's hold follow the exchange.
    void holdWhileOpen(const std::shared_ptr<HttpExchange> &exchange);

    session::SessionRegistry &m_registry;
    Telemetry &m_telemetry;
    const WireLimits m_limits;
    std::mutex m_mutex;
    std::shared_ptr<HttpExchange> m_general;
    std::uint64_t m_generalCount = 0, m_nextStream = 1;
    std::map<std::string, std::weak_ptr<CallStream>, std::less<>> m_calls; ///< unfinished ones, by stream
    std::deque<Event> m_kept;
    std::size_t m_keptBytes = 0;
    bool m_closed = false;
};

/// The answer to one POST: one JSON document, or an event stream as soon as there is something to say before it.
class CallStream final : public ReplySink, public std::enable_shared_from_this<CallStream> {
public:
    CallStream(std::shared_ptr<HttpSession> session, std::string name, std::shared_ptr<HttpExchange> exchange,
               std::size_t expected, bool batch);
    void send(std::string message) override;
    void finish(std::string response) override;
    void drop() override;
    void slow() override;
    void refuse(HttpReply reply); ///< of the only message, before anything was said

private:
    friend class HttpSession;
    void begin(); ///< under the session's lock
    void event(std::string_view message);
    void oneLess();
    void over(); ///< everything is answered

    const std::shared_ptr<HttpSession> m_session;
    const std::string m_name;
    std::shared_ptr<HttpExchange> m_exchange;
    std::size_t m_expected;
    const bool m_batch;
    bool m_streaming = false, m_over = false;
    std::uint64_t m_count = 0;
    std::vector<std::string> m_responses; ///< of a batch, until it is complete or becomes a stream
};

} // namespace actionscope::gateway::detail
