#include "gateway/detail/wire_server.h"

#include "gateway/detail/session_metrics.h"

namespace actionscope::gateway::detail {
namespace {

/// "https://host:port/path" → "host:port".
std::string authority(std::string_view url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos)
        return {};
    url.remove_prefix(scheme + 3);
    return std::string(url.substr(0, url.find('/')));
}

std::string bracketed(const std::string &host) { return host.find(':') == std::string::npos ? host : '[' + host + ']'; }

bool isWildcard(const std::string &host) { return host == "0.0.0.0" || host == "::" || host == "*"; }

} // namespace

WireServer::WireServer(Parts parts, const GatewayOptions &options)
    : m_parts(std::move(parts))
    , m_limits(options.wire)
    , m_hosts(options.allowedHosts)
    , m_origins(options.allowedOrigins)
    , m_publicUrl(options.publicUrl)
    , m_callThreads(options.callThreads)
    , m_telemetry(*m_parts.clock)
    , m_started(m_parts.clock->now()) {
    m_http.certificate = options.tlsCertificate;
    m_http.key = options.tlsKey;
    m_http.threads = options.threads;
    m_http.connections = m_limits.connections;
    m_http.headerBytes = m_limits.headerBytes;
    m_http.bodyBytes = m_limits.bodyBytes;
    m_http.queuedBytes = m_limits.queuedBytes;
    m_http.receive = m_limits.receive;
    m_http.send = m_limits.send;
    m_http.idle = m_limits.idle;
    m_http.keepAlive = m_limits.keepAlive;
    m_engine = std::make_unique<McpEngine>(McpEngine::Parts{.surface = m_parts.surface,
                                                            .mounts = m_parts.mounts,
                                                            .prompts = m_parts.prompts,
                                                            .sessions = m_parts.sessions,
                                                            .telemetry = &m_telemetry,
                                                            .log = m_parts.log,
                                                            .version = m_parts.version,
                                                            .callThreads = m_callThreads,
                                                            .wire = m_limits,
                                                            .slowAfter = m_parts.slowAfter});
    m_endpoint = std::make_unique<McpEndpoint>(*m_engine, *m_parts.sessions, m_telemetry, m_limits);
}

Result<std::unique_ptr<WireServer>> WireServer::create(Parts parts, const GatewayOptions &options) {
    auto address = parseListen(options.listen);
    if (!address)
        return fail(std::move(address.error()));
    const bool loopback = isLoopback(address->host);
    if (!loopback && !parts.authenticate)
        return fail(ErrorCode::InvalidArgument,
                    "without tokens (--no-auth) the gateway listens on loopback only, not on " + options.listen +
                        ": leave --no-auth out, or listen on 127.0.0.1");
    if (!loopback && (options.tlsCertificate.empty() || options.tlsKey.empty()))
        return fail(ErrorCode::InvalidArgument, "to listen on " + options.listen +
                                                    " a TLS certificate and its key are needed: tokens must not "
                                                    "cross a network in clear");
    if (options.tlsCertificate.empty() != options.tlsKey.empty())
        return fail(ErrorCode::InvalidArgument, "a TLS certificate and its private key belong together: give both");
    std::unique_ptr<WireServer> wire(new WireServer(std::move(parts), options));
    wire->m_http.host = std::move(address->host);
    wire->m_http.port = address->port;
    wire->m_loopback = loopback;
    return wire;
}

WireServer::~WireServer() { stop(std::chrono::milliseconds(0)); }

Result<void> WireServer::start() {
    GuardOptions guard;
    guard.hosts = m_hosts;
    if (!isWildcard(m_http.host))
        guard.hosts.push_back(bracketed(m_http.host));
    if (const std::string host = authority(m_publicUrl); !host.empty())
        guard.hosts.push_back(host);
    guard.origins = m_origins;
    guard.authenticate = m_parts.authenticate;
    guard.slowCredential = m_parts.slowCredential;
    guard.authenticateSlowly = m_parts.authenticateSlowly;
    guard.local = m_parts.local;
    guard.requestsPerMinute = m_limits.requestsPerMinute;
    json::object metadata;
    if (!m_publicUrl.empty()) {
        std::string base = m_publicUrl;
        while (base.ends_with('/'))
            base.pop_back();
        guard.metadataUrl = base + "/.well-known/oauth-protected-resource/mcp";
        metadata = {
            {"resource", base + "/mcp"}, {"bearer_methods_supported", {"header"}}, {"resource_name", "Actionscope"}};
        json::array servers;
        for (const std::string &server : m_parts.authorizationServers)
            servers.emplace_back(json::string(server));
        metadata["authorization_servers"] = std::move(servers);
    }
    m_guard = std::make_unique<RequestGuard>(std::move(guard));
    m_router =
        std::make_unique<Router>(Router::Parts{.guard = m_guard.get(),
                                               .mcp = m_endpoint.get(),
                                               .engine = m_engine.get(),
                                               .telemetry = &m_telemetry,
                                               .status = [this] { return status(); },
                                               .sessionMetrics = [this] { return sessionMetrics(*m_parts.sessions); },
                                               .rest = m_parts.rest,
                                               .metrics = m_parts.metrics,
                                               .metadata = std::move(metadata),
                                               .openMetrics = m_loopback});
    auto server = HttpServer::start(m_http, *m_router);
    if (!server)
        return fail(std::move(server.error()));
    m_server = std::move(*server);
    m_port = m_server->port();
    m_running = true;
    return {};
}

void WireServer::stop(std::chrono::milliseconds grace) {
    m_running = false;
    if (m_server)
        m_server->stopAccepting();
    m_engine->stop(grace);
    // Answers were given; a moment for them to be written.
    if (m_server)
        m_server->stop(std::chrono::milliseconds(1000));
}

std::string WireServer::url() const {
    const std::string host = isWildcard(m_http.host) ? "localhost" : bracketed(m_http.host);
    return (m_http.certificate.empty() ? "http://" : "https://") + host + ':' + std::to_string(m_port);
}

GatewayStatus WireServer::status() const {
    GatewayStatus status;
    status.running = m_running;
    status.url = url();
    status.started = m_started;
    status.sessions = m_parts.sessions->size();
    status.streams = m_telemetry.streams();
    status.runningCalls = m_engine->runningCalls();
    status.requests = m_telemetry.requests();
    status.searches = m_telemetry.searches();
    status.calls = m_telemetry.calls();
    status.refused = m_telemetry.refused();
    return status;
}

} // namespace actionscope::gateway::detail
