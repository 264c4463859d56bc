#pragma once
/// MCP without a transport: what is answered to a message, on which thread, and what every session is told.

#include "base/executor.h"
#include "gateway/detail/mcp_session.h"
#include "gateway/detail/session_log.h"
#include "gateway/detail/telemetry.h"
#include "gateway/gateway.h"
#include "gateway/prompts.h"

#include <condition_variable>
#include <functional>
#include <thread>
#include <unordered_map>
#include <unordered_set>

namespace actionscope::gateway::detail {

/// Newest first; the first is what is offered to a client that names none of them.
inline constexpr std::string_view Protocols[] = {"2025-11-25", "2025-06-18", "2025-03-26"};
bool isServedProtocol(std::string_view version);

class McpEngine final : public ListChanges {
public:
    struct Parts {
        ToolSurface *surface = nullptr;
        Mounts *mounts = nullptr;        ///< may be null
        PromptSource *prompts = nullptr; ///< may be null
        session::SessionRegistry *sessions = nullptr;
        Telemetry *telemetry = nullptr;
        SessionLog *log = nullptr; ///< may be null
        std::string version;       ///< of the program
        std::size_t callThreads = 64;
        WireLimits wire;
        std::chrono::milliseconds slowAfter{1500}, coalesce{200};
    };
    explicit McpEngine(Parts parts);
    ~McpEngine() override;

    struct Opening {
        McpSession::Terms terms;
        json::object result;
        std::shared_ptr<Relay> relay; ///< of a mount
    };
    /// The answer to initialize, without a session yet. With the name of a mount it connects to that server and blocks.
    /// Errors: InvalidParams; of a mount InvalidRequest and Internal.
    [[nodiscard]] tl::expected<Opening, RpcError> initialize(const RpcMessage &message,
                                                             const governance::Principal &principal,
                                                             std::string_view mount = {},
                                                             const std::stop_token &stop = {}) const;
    void add(std::shared_ptr<McpSession> session);
    /// Ends the sessions of every mount that `gone` names.
    void endMounts(const std::function<bool(const std::string &mount)> &gone);
    [[nodiscard]] std::shared_ptr<McpSession> find(std::string_view id) const;
    /// Ends it here and in the registry. False when there was none.
    bool end(std::string_view id);

    /// Answers through `sink`, now or from a worker. Errors are refusals of the message itself (a duplicate id, too
    /// many in flight): then nothing goes through `sink`.
    struct Refused {
        bool tooMany = false, ended = false;
        RpcError error;
    };
    [[nodiscard]] std::optional<Refused> request(const std::shared_ptr<McpSession> &session,
                                                 const governance::Principal &principal, RpcMessage message,
                                                 const std::shared_ptr<ReplySink> &sink);
    void notification(McpSession &session, const RpcMessage &message);

    void changed(std::string_view session) override;
    void catalogChanged() override;
    /// A session that the registry ended by itself. Any thread, any lock held.
    void sessionEnded(std::string id);

    /// Runs on a worker, beside the calls.
    void post(std::function<void()> job);
    /// Likewise, for what is a call itself: stop() waits for it, and then asks it to stop.
    void postCall(std::function<void(std::stop_token)> job);
    /// A message that belongs to no session, for the live view: initialize, and what is said over REST.
    void saw(const governance::Principal &principal, std::string_view session, const McpSession::Seen &seen);
    /// Likewise; asked to stop when the engine stops.
    void postLong(std::function<void(std::stop_token)> job) { m_pool.post(std::move(job)); }
    [[nodiscard]] bool mounted(std::string_view name) const { return m_parts.mounts && m_parts.mounts->has(name); }
    /// Refuses new requests, waits for the running ones, ends those that are left, and all sessions. Idempotent.
    void stop(std::chrono::milliseconds grace);
    [[nodiscard]] std::size_t runningCalls() const;
    [[nodiscard]] bool stopping() const { return m_stopping; }

private:
    void listTools(RunningCall &call, const Caller &caller, const RpcMessage &message);
    void answerPrompts(RunningCall &call, const Caller &caller, const RpcMessage &message);
    void callTool(RunningCall &call, const Caller &caller, const RpcMessage &message);
    void passOn(RunningCall &call, const Caller &caller, const RpcMessage &message);
    void over(const std::shared_ptr<McpSession> &session);
    void run(const std::shared_ptr<RunningCall> &call, const governance::Principal &principal,
             const RpcMessage &message);
    /// Whether the thread that read this call may answer it: its tool says that it waits for nobody, and the last ones
    /// took little time.
    [[nodiscard]] bool answersHere(const McpSession &session, const RpcMessage &message) const;
    void tick();
    void compareLists();
    [[nodiscard]] std::vector<std::shared_ptr<McpSession>> all() const;

    const Parts m_parts;
    Executor m_pool;
    mutable std::mutex m_mutex;
    std::condition_variable m_wake, m_idle;
    std::unordered_map<std::string, std::shared_ptr<McpSession>> m_sessions;
    std::unordered_set<std::shared_ptr<RunningCall>> m_running;
    std::size_t m_posted = 0; ///< of postCall, not over yet
    std::stop_source m_stopPosted;
    std::unordered_map<std::string, std::chrono::steady_clock::time_point> m_changed; ///< when they are to be told
    std::vector<std::string> m_ended;
    std::optional<std::chrono::steady_clock::time_point> m_catalogChanged;
    bool m_watching = false;             ///< the ticker looks often: whoever begins a call need not wake it
    std::atomic<std::int64_t> m_quickUs; ///< moving average of the quick tools' time
    std::atomic<bool> m_stopping = false;
    bool m_over = false;
    std::mutex m_stopMutex;
    std::thread m_ticker;
};

} // namespace actionscope::gateway::detail
