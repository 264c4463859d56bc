#pragma once
/// One client's session of MCP as the protocol sees it, whatever carries the messages: capabilities, requests that are
/// running, questions asked to the client. What the agent has activated is the session registry's.

#include "base/json.h"
#include "gateway/detail/rpc_message.h"
#include "gateway/relay.h"
#include "session/agent_session.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace actionscope::gateway::detail {

/// Where the messages about one request go. Any thread; after `finish` or `drop` nothing is sent.
class ReplySink {
public:
    virtual ~ReplySink() = default;
    virtual void send(std::string message) = 0;    ///< something to say before the response
    virtual void finish(std::string response) = 0; ///< the response
    virtual void drop() = 0;                       ///< none will come: the client cancelled
    virtual void slow() {}                         ///< it takes its time: a good moment for a stream
};

/// Severities of RFC 5424 as MCP names them, least first; nothing for another word.
std::optional<int> logLevel(std::string_view name);

class RunningCall;

class McpSession : public std::enable_shared_from_this<McpSession> {
public:
    /// What initialize settled.
    struct Terms {
        std::string protocol, client; ///< "name version"
        json::object capabilities;    ///< the client's
        std::string mount;            ///< the server that it is passed on to; empty: this gateway's own tools
    };
    McpSession(std::string id, governance::Principal principal, Terms terms, std::shared_ptr<Relay> relay = nullptr);
    virtual ~McpSession() = default;
    McpSession(const McpSession &) = delete;
    McpSession &operator=(const McpSession &) = delete;

    [[nodiscard]] const std::string &id() const { return m_id; }
    [[nodiscard]] const governance::Principal &principal() const { return m_principal; }
    [[nodiscard]] const Terms &terms() const { return m_terms; }
    /// Null once the session is over, and where nothing is mounted.
    [[nodiscard]] std::shared_ptr<Relay> relay() const;
    [[nodiscard]] std::shared_ptr<Relay> takeRelay();

    /// A message that belongs to no request. False when nobody listens now.
    virtual bool announce(std::string message) = 0;
    /// Streams and connections, when the session is over.
    virtual void closeStreams() {}

    /// Registers a running request. False: its id is in use, or too many run.
    enum class Admission : std::uint8_t { Taken, DuplicateId, TooMany, Ended };
    Admission admit(const std::shared_ptr<RunningCall> &call, std::size_t limit);
    void forget(const RunningCall &call);
    void cancel(const json::value &requestId);
    /// Ends everything that runs with an error; no further request is admitted.
    void end();

    /// The answer to a question of ours.
    void answered(RpcMessage response);
    struct Question {
        std::mutex mutex;
        std::condition_variable_any wake;
        bool done = false;
        json::value result, error;
    };
    /// Puts a request to the client with `send`, which says whether it went out, and waits for the answer.
    [[nodiscard]] tl::expected<json::value, json::object> ask(std::string_view method, const json::value &params,
                                                              const std::function<bool(std::string)> &send,
                                                              const std::stop_token &stop,
                                                              std::chrono::seconds longest);

    /// Says that the list changed, now if someone listens, else as soon as someone does.
    void tellListChanged();
    /// Whether there is something left to tell; clears it.
    bool takeListChanged() { return m_listChanged.exchange(false); }
    void owesListChanged() { m_listChanged = true; }
    [[nodiscard]] bool listChangeDue() const { return m_listChanged; }

    std::atomic<bool> initialized = false;
    std::atomic<int> level = 1;                                ///< info and above, until the client says otherwise
    std::atomic<std::uint64_t> listedHash = 0;                 ///< of the list as the client last saw it; 0: never
    std::atomic<std::uint64_t> listedBytes = 0;                ///< what it will read again when told of a change
    std::function<void(std::uint64_t bytes)> onListChangeTold; ///< set before the session is used

    /// A message for the live view. `params` may be null.
    struct Seen {
        bool fromClient = false;
        std::string_view method{};
        const json::object *params = nullptr;
        std::string_view summary{};
        std::chrono::microseconds elapsed{0};
        std::size_t bytes = 0;
    };
    std::function<void(const Seen &)> onSeen; ///< set before the session is used; must be quick
    void saw(const Seen &seen) const {
        if (onSeen)
            onSeen(seen);
    }
    /// Tells the client of a message that belongs to no request. False when nobody listens.
    bool tell(std::string_view method, const json::value &params);

private:
    friend class RunningCall;
    std::pair<std::string, std::shared_ptr<Question>> newQuestion();
    void listChangeTold();

    const std::string m_id;
    const governance::Principal m_principal; ///< as at initialize
    const Terms m_terms;
    mutable std::mutex m_mutex;
    std::shared_ptr<Relay> m_relay;
    bool m_ended = false;
    std::map<std::string, std::shared_ptr<RunningCall>> m_running; ///< by idKey
    std::map<std::string, std::shared_ptr<Question>> m_questions;
    std::uint64_t m_nextQuestion = 1;
    std::atomic<bool> m_listChanged = false;
};

/// A request that a worker is busy with, and the façades' way to its client.
class RunningCall final : public ClientLink {
public:
    RunningCall(std::shared_ptr<McpSession> session, std::shared_ptr<ReplySink> sink, const RpcMessage &message,
                std::chrono::seconds longest);

    void progress(double done, double total, std::string_view message) override;
    void log(std::string_view level, const json::value &data) override;
    [[nodiscard]] bool can(std::string_view capability) const override;
    [[nodiscard]] tl::expected<json::value, json::object> request(std::string_view method, json::value params) override;
    void notify(std::string_view method, json::value params) override;

    /// The response; with the news about the list before it. Later ones are dropped.
    void finish(std::string response);
    void cancel(); ///< by the client: no response
    /// Stops the work and answers with an error now.
    void abort(const RpcError &error);
    void slow();

    [[nodiscard]] const json::value &id() const { return m_id; }
    [[nodiscard]] std::stop_token stopToken() const { return m_stop.get_token(); }
    [[nodiscard]] const std::shared_ptr<McpSession> &session() const { return m_session; }
    [[nodiscard]] bool cancelled() const { return m_cancelled; }
    /// Its own doing changed the session's list: told before its response.
    void owesListChanged() { m_listChanged = true; }
    /// When the work is over: news that came after the response, or after the client cancelled, go to the session.
    void settle();

    const std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::atomic<bool> toldSlow = false;

private:
    bool send(std::string message); ///< false: the call is over
    void tell(std::string_view method, const json::value &params);
    void leave();

    const std::shared_ptr<McpSession> m_session;
    const std::shared_ptr<ReplySink> m_sink;
    const json::value m_id;
    json::value m_progressToken;
    const std::chrono::seconds m_longest;
    std::stop_source m_stop;
    std::mutex m_mutex;
    bool m_over = false;
    std::atomic<bool> m_cancelled = false, m_listChanged = false;
    std::mutex m_progressMutex; ///< taken before m_mutex
    double m_lastProgress = -1;
};

} // namespace actionscope::gateway::detail
