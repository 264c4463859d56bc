#pragma once
/// The embedded gateway: MCP (Streamable HTTP and stdio) and REST over one governed path. Both programs embed it.

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "governance/principal.h"
#include "session/agent_session.h"
#include "upstream/http_dispatcher.h"
#include "upstream/mcp_servers.h"
#include "workspace/wire_limits.h"
#include "workspace/workspace.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::gateway {

struct JwtOptions {
    std::string issuer, audience;
    std::string jwks; ///< file path or https URL; empty: no JWTs are taken
    std::string roleClaim = "actionscope_role", organisationClaim = "org", userClaim = "email";
};

using workspace::WireLimits;

struct GatewayOptions {
    std::string listen = "127.0.0.1:7433"; ///< HOST:PORT; port 0 picks a free one
    bool authenticate = true;              ///< false is refused on any address but loopback
    std::vector<std::string> facades;      ///< besides the default ones: "search_tools", "finder", "connections"
    std::vector<std::string> allowedHosts, allowedOrigins; ///< besides loopback
    std::filesystem::path tlsCertificate, tlsKey;          ///< needed beyond loopback
    std::string publicUrl;                                 ///< for the protected-resource document
    JwtOptions jwt;
    WireLimits wire;
    session::SessionLimits sessions;
    std::size_t threads = 2; ///< of the network; calls run on workers of their own
    std::size_t callThreads = 64;
    std::unique_ptr<upstream::SecretStore> secrets; ///< null: environment and encrypted file
    /// Told when GatewayStatus::serversProblem changes, with what it is now. On a thread of the gateway; must not block.
    std::function<void(const std::string &problem)> serversProblem = {};
};

/// What the workspace's settings (`gateway:` of actionscope.yaml) say; the rest is as above. Every program begins with
/// this and changes what its person asked for.
[[nodiscard]] GatewayOptions optionsOf(const workspace::Settings &settings);

/// One thing that happened on the wire, for the live view: no secrets, no personal data, shapes only.
struct Frame {
    std::uint64_t number = 0;
    Timestamp time;
    std::string session, principal;
    bool fromClient = true; ///< else the gateway asked or told it
    std::string what;       ///< "tools/call gateway_search_actions", "notifications/progress", "POST /tools/call"
    std::string summary;    ///< "3 found", "waits for approval a-77ab"; empty for a notification
    json::value shape;      ///< of its params, where they are few
    std::int64_t elapsedUs = 0;
    std::uint64_t bytes = 0;
};

struct GatewayStatus {
    bool running = false;
    bool paused = false; ///< no new activations
    std::string url;     ///< http://127.0.0.1:7433
    Timestamp started;
    std::size_t sessions = 0, streams = 0, runningCalls = 0;
    std::uint64_t requests = 0, searches = 0, calls = 0, refused = 0;
    std::string serversProblem; ///< why servers.yaml as it is now was not taken over; empty: it is in force
};

/// What a static list of everything would cost a turn, and what is sent (GD15, BX13). Tokens are characters / 4.
struct TokenCost {
    std::uint64_t everything = 0; ///< every action as a tool
    std::uint64_t listed = 0;     ///< a fresh session's list
    std::size_t listedTools = 0;
    std::uint64_t searchMedian = 0, searchMax = 0;       ///< of the last 1,000 search responses
    std::uint64_t listChanges = 0, listChangeTokens = 0; ///< re-billed since the start
    struct Service {
        std::string service;
        std::uint64_t always = 0, everything = 0;
    };
    std::vector<Service> services;
};

/// Any thread. The destructor stops it.
class Gateway {
public:
    /// Binds and accepts. `workspace` outlives it. Errors: InvalidArgument (address, --no-auth beyond loopback, no TLS
    /// beyond loopback), IoError (the port is in use, with who to ask), ParseError (access, policies, servers).
    [[nodiscard]] static Result<std::unique_ptr<Gateway>> start(workspace::Workspace &workspace,
                                                                GatewayOptions options);
    /// One session over standard input and output; returns at the end of input or when stopped. Nothing else may write
    /// to `output`.
    [[nodiscard]] static Result<void> serveStdio(workspace::Workspace &workspace, GatewayOptions options, int input,
                                                 int output, std::stop_token stop);
    ~Gateway();

    [[nodiscard]] std::string url() const;
    [[nodiscard]] GatewayStatus status() const;
    [[nodiscard]] std::vector<session::SessionInfo> sessions() const;
    /// Newest last; those after `after`.
    [[nodiscard]] std::vector<Frame> frames(std::uint64_t after, std::size_t limit) const;
    [[nodiscard]] TokenCost tokenCost() const;
    [[nodiscard]] std::vector<upstream::ServerHealth> servers() const;
    /// Starts an upstream server again now instead of at its next turn. Errors: NotFound.
    Result<void> retryServer(const std::string &name);
    void pauseActivations(bool paused);
    void endSession(const std::string &id);
    /// Told after something changed, at most ten times a second, on a thread of the gateway's.
    [[nodiscard]] workspace::Subscription onChange(std::function<void()> callback);
    /// Stops accepting, lets running calls finish for `grace`, then answers what is left with an error. Idempotent.
    void stop(std::chrono::milliseconds grace = std::chrono::seconds(5));

private:
    struct Impl;
    explicit Gateway(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::gateway
