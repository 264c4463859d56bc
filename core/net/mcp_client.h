#pragma once
/// A client of one upstream MCP server, over Streamable HTTP or stdio, in revision 2025-11-25 (older ones accepted in
/// the answer). Everything WIRE §10 asks of a client: sessions, SSE with resumption, cancellation, progress, server
/// requests.

#include "base/json.h"
#include "base/result.h"
#include "net/http_exchange.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::net {

struct McpEndpoint {
    std::string url;                                ///< http(s): Streamable HTTP; empty: stdio
    Headers headers;                                ///< credentials, added to every request
    std::vector<std::string> command;               ///< stdio: program and arguments, no shell
    std::map<std::string, std::string> environment; ///< stdio: added to HOME, LOGNAME, PATH, SHELL, TERM, USER
    std::string workingDirectory;
};

/// What the server may ask of us while it works (a relay answers by asking its own client).
struct McpHandlers {
    /// sampling/createMessage, elicitation/create, roots/list; the answer is a result or a JSON-RPC error object.
    std::function<tl::expected<json::value, json::object>(std::string_view method, const json::value &params)> request;
    /// Every notification that belongs to no running call: tools/list_changed, resources/updated, message, …
    std::function<void(std::string_view method, const json::value &params)> notification;
    std::function<void(std::string_view line)> stderrLine; ///< stdio
    std::function<void(std::string_view why)> closed;      ///< the process ended, the session was lost
};

struct McpCallOptions {
    std::chrono::milliseconds timeout{60'000};
    std::stop_token stop;
    /// Notifications on this call's own stream: progress (with the token mapped back) and log messages.
    std::function<void(std::string_view method, const json::value &params)> notification;
    /// What the server asks on this call's own stream; empty: `McpHandlers::request` answers. Runs on a thread of its
    /// own and may still run when the call has returned: it refers to nothing that ends with the call.
    std::function<tl::expected<json::value, json::object>(std::string_view method, const json::value &params)> request;
};

enum class McpFault : std::uint8_t { Transport, NotSent, TimedOut, Cancelled, Protocol, Rpc };
struct McpError {
    McpFault fault = McpFault::Transport;
    std::string message;
    json::object rpc; ///< the server's error object, for Rpc
};

/// Any thread; requests run side by side. The destructor ends the session (DELETE; closes stdin, then SIGTERM,
/// SIGKILL).
class McpClient {
public:
    struct Options {
        std::string clientName = "actionscope", clientVersion;
        json::object capabilities; ///< declared to the server; only what `handlers.request` can answer
        std::chrono::milliseconds startTimeout{30'000};
        std::uint64_t maxMessageBytes = 16ULL << 20;
        bool openStream = true; ///< GET stream after initialized
    };
    /// Connects and initialises. Errors: McpError with Transport (could not start, exited with status, 401 …),
    /// Protocol.
    [[nodiscard]] static tl::expected<std::unique_ptr<McpClient>, McpError>
    connect(const McpEndpoint &endpoint, const HttpExchanger &http, McpHandlers handlers, Options options,
            std::stop_token stop = {});
    virtual ~McpClient() = default;

    [[nodiscard]] virtual const json::object &serverInfo() const = 0;   ///< serverInfo of the answer
    [[nodiscard]] virtual const json::object &capabilities() const = 0; ///< the server's
    [[nodiscard]] virtual std::string protocolVersion() const = 0;
    [[nodiscard]] virtual std::string instructions() const = 0;
    [[nodiscard]] virtual tl::expected<json::value, McpError> request(std::string_view method, json::value params,
                                                                      const McpCallOptions &options = {}) = 0;
    [[nodiscard]] virtual tl::expected<void, McpError> notify(std::string_view method, json::value params) = 0;
    /// All pages of tools/list; capped at 10,000 tools and 100 pages.
    [[nodiscard]] virtual tl::expected<std::vector<json::object>, McpError> listTools() = 0;
    [[nodiscard]] virtual bool alive() const = 0;
};

/// Splits a byte stream into server-sent events (WHATWG): CRLF, CR or LF, comments, multi-line data, ids, retry. Feed
/// it any pieces. Not thread-safe.
class SseParser {
public:
    struct Event {
        std::string event, data, id;
        bool hasId = false;
        std::optional<std::chrono::milliseconds> retry;
    };
    explicit SseParser(std::size_t maxEventBytes = 16U << 20)
        : m_max(maxEventBytes) {}
    /// Calls `sink` for each whole event, also those with empty data. False when an event is larger than the cap.
    [[nodiscard]] bool feed(std::string_view bytes, const std::function<void(const Event &)> &sink);

private:
    std::size_t m_max;
    std::string m_line;
    Event m_event;
    bool m_any = false, m_skipLf = false, m_start = true;
};

} // namespace actionscope::net
