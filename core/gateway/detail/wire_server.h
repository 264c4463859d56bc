#pragma once
/// The parts of the wire put together: server, guard, routes, MCP. What tools there are is the surface's business.

#include "gateway/detail/http_server.h"
#include "gateway/detail/router.h"

namespace actionscope::gateway::detail {

class WireServer {
public:
    struct Parts {
        ToolSurface *surface = nullptr;
        Mounts *mounts = nullptr; ///< other servers at /mcp/NAME; may be null
        session::SessionRegistry *sessions = nullptr;
        SessionLog *log = nullptr; ///< what is recorded of sessions; may be null
        const Clock *clock = nullptr;
        Authenticator authenticate; ///< empty: nobody needs a token (loopback only)
        /// Credentials whose check may wait for the network (an identity provider's): done on a worker. Both or
        /// neither.
        std::function<bool(std::string_view bearer)> slowCredential;
        Authenticator authenticateSlowly;
        governance::Principal local;
        std::function<std::optional<RestResponse>(const RestRequest &)> rest;
        std::function<std::string()> metrics;          ///< further ones of GET /metrics; may be empty
        PromptSource *prompts = nullptr;               ///< may be null
        std::vector<std::string> authorizationServers; ///< issuers for the protected-resource document
        std::string version;
        std::chrono::milliseconds slowAfter{1500};
    };
    /// Not accepting yet: façades may need `changes()` first. Errors: InvalidArgument.
    [[nodiscard]] static Result<std::unique_ptr<WireServer>> create(Parts parts, const GatewayOptions &options);
    ~WireServer();
    /// Binds and accepts. Errors: those of HttpServer::start.
    [[nodiscard]] Result<void> start();
    void stop(std::chrono::milliseconds grace);

    [[nodiscard]] McpEngine &engine() { return *m_engine; }
    [[nodiscard]] Telemetry &telemetry() { return m_telemetry; }
    [[nodiscard]] const Telemetry &telemetry() const { return m_telemetry; }
    [[nodiscard]] std::string url() const;
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] GatewayStatus status() const;

private:
    WireServer(Parts parts, const GatewayOptions &options);
    Parts m_parts;
    HttpServerOptions m_http;
    WireLimits m_limits;
    std::vector<std::string> m_hosts, m_origins;
    std::string m_publicUrl;
    std::size_t m_callThreads;
    bool m_loopback = true;
    Telemetry m_telemetry;
    Timestamp m_started;
    std::unique_ptr<McpEngine> m_engine;
    std::unique_ptr<McpEndpoint> m_endpoint;
    std::unique_ptr<RequestGuard> m_guard;
    std::unique_ptr<Router> m_router;
    std::unique_ptr<HttpServer> m_server; ///< uses all of the above until it has stopped
    std::atomic<bool> m_running = false;
    std::uint16_t m_port = 0;
};

} // namespace actionscope::gateway::detail
