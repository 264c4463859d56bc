#pragma once
/// JSON-RPC of one MCP client session, whatever carries it: ids, running calls, progress tokens, cancellation, requests
/// of the server. A transport hands in what arrives and is asked to carry what leaves.

#include "net/mcp_client.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

namespace actionscope::net::detail {

using Deadline = std::chrono::steady_clock::time_point;

/// A request of ours that has no answer yet. Shared by the caller and whoever reads the stream.
struct Call {
    std::int64_t id = 0;
    std::string method;
    std::mutex mutex;
    std::condition_variable_any changed;
    // Guarded by mutex:
    std::optional<tl::expected<json::value, McpError>> answer;
    std::function<void(std::string_view, const json::value &)> notification; ///< empty once the caller has gone
    decltype(McpHandlers::request) request;                                  ///< likewise
    json::value callersToken; ///< the progress token that the caller knows; null without one

    [[nodiscard]] bool answered() {
        const std::lock_guard lock(mutex);
        return answer.has_value();
    }
    void finish(tl::expected<json::value, McpError> value) {
        {
            const std::lock_guard lock(mutex);
            if (!answer)
                answer = std::move(value);
        }
        changed.notify_all();
    }
};

/// What carries the messages. Any thread.
class Transport {
public:
    virtual ~Transport() = default;
    /// Sends the request and returns when `call` is answered, or why it never will be.
    virtual tl::expected<void, McpError> perform(Call &call, const std::string &message, Deadline deadline,
                                                 std::stop_token stop) = 0;
    /// Sends a notification or an answer; waits only until it is on its way.
    virtual tl::expected<void, McpError> post(const std::string &message, Deadline deadline) = 0;
    /// After the handshake, before `notifications/initialized` goes out.
    virtual void negotiated(const std::string &protocolVersion) = 0;
    /// After the server has taken `notifications/initialized`.
    virtual void ready() = 0;
    virtual void close() = 0;
    [[nodiscard]] virtual bool alive() const = 0;
};

class Session final : public McpClient {
public:
    Session(McpHandlers handlers, Options options);
    ~Session() override;

    /// Takes the transport, initialises. Once, before anything else.
    tl::expected<void, McpError> start(std::unique_ptr<Transport> transport, std::stop_token stop);

    const json::object &serverInfo() const override { return m_serverInfo; }
    const json::object &capabilities() const override { return m_capabilities; }
    std::string protocolVersion() const override { return m_protocol; }
    std::string instructions() const override { return m_instructions; }
    tl::expected<json::value, McpError> request(std::string_view method, json::value params,
                                                const McpCallOptions &options) override;
    tl::expected<void, McpError> notify(std::string_view method, json::value params) override;
    tl::expected<std::vector<json::object>, McpError> listTools() override;
    bool alive() const override;

    // For transports, on the thread that reads:

    /// One JSON-RPC message, or an array of them. `own` is the call on whose stream it came, or null. False when it is
    /// no message.
    bool receive(std::string_view text, Call *own);
    void standardError(std::string_view line) const;
    /// The connection is gone: every running call fails with `error`.
    void lost(const McpError &error);
    /// Begins a session anew after the server forgot the old one. One thread at a time.
    tl::expected<void, McpError> restart(std::stop_token stop);
    [[nodiscard]] const Options &options() const { return m_options; }

private:
    tl::expected<json::value, McpError> initialize(std::stop_token stop);
    tl::expected<json::value, McpError> run(std::string_view method, json::value params, const McpCallOptions &options);
    void receiveOne(const json::object &message, Call *own);
    void answerServer(json::value id, std::string method, json::value params, Call *own);
    void background(std::function<void()> work);
    std::shared_ptr<Call> find(std::int64_t id);

    const McpHandlers m_handlers;
    const Options m_options;
    std::unique_ptr<Transport> m_transport;
    json::object m_serverInfo, m_capabilities;
    std::string m_protocol, m_instructions;
    std::atomic<std::int64_t> m_nextId{1};
    std::atomic<bool> m_closed{false};

    std::mutex m_mutex;
    // Guarded by m_mutex:
    std::map<std::int64_t, std::shared_ptr<Call>> m_calls;
    std::set<std::string> m_serverRequests; ///< ids, serialised, of requests that we have not answered

    std::mutex m_workMutex;
    // Guarded by m_workMutex:
    struct Worker {
        std::thread thread;
        std::shared_ptr<std::atomic<bool>> done;
    };
    std::vector<Worker> m_workers;
    bool m_stopping = false;
};

/// Both complain in words a person can act on; `session` outlives the transport.
tl::expected<std::unique_ptr<Transport>, McpError> openStdio(const McpEndpoint &endpoint, Session &session);
std::unique_ptr<Transport> openHttp(const McpEndpoint &endpoint, const HttpExchanger &http, Session &session);

} // namespace actionscope::net::detail
