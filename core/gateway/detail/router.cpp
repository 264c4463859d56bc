#include "gateway/detail/router.h"

namespace actionscope::gateway::detail {
namespace {

constexpr std::string_view McpPath = "/mcp";
constexpr std::string_view MetadataPath = "/.well-known/oauth-protected-resource";

bool isMcp(const HttpRequest &request) { return request.path == McpPath || request.path.starts_with("/mcp/"); }
bool isMetadata(std::string_view path) {
    return path == MetadataPath || path == "/.well-known/oauth-protected-resource/mcp";
}
bool isRest(std::string_view path) {
    return path == "/search" || path == "/context" || path == "/turns" || path.starts_with("/turns/") ||
           path.starts_with("/tools/");
}

/// A web page of an allowed origin may read the answer.
HeaderList corsHeaders(const std::string &origin) {
    return {{"Access-Control-Allow-Origin", origin},
            {"Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate"},
            {"Vary", "Origin"}};
}

class CorsExchange final : public HttpExchange {
public:
    CorsExchange(std::shared_ptr<HttpExchange> inner, const std::string &origin)
        : m_inner(std::move(inner))
        , m_headers(corsHeaders(origin)) {}
    void reply(HttpReply reply) override {
        reply.headers.insert(reply.headers.end(), m_headers.begin(), m_headers.end());
        m_inner->reply(std::move(reply));
    }
    void beginStream(HeaderList headers) override {
        headers.insert(headers.end(), m_headers.begin(), m_headers.end());
        m_inner->beginStream(std::move(headers));
    }
    void write(std::string bytes) override { m_inner->write(std::move(bytes)); }
    void end() override { m_inner->end(); }
    [[nodiscard]] bool open() const override { return m_inner->open(); }
    void onClosed(std::function<void()> callback) override { m_inner->onClosed(std::move(callback)); }

private:
    const std::shared_ptr<HttpExchange> m_inner;
    const HeaderList m_headers;
};

HttpReply plainRefusal(int status, std::string_view code, std::string message, HeaderList headers = {}) {
    return {status, json::serialize(json::object{{"error", {{"code", code}, {"message", std::move(message)}}}}),
            "application/json", std::move(headers), false};
}

HttpReply refusalOf(const HttpRequest &request, RequestGuard::Refusal refusal) {
    return isMcp(request)
               ? McpEndpoint::refusal(refusal.status, rpc::InvalidRequest, std::move(refusal.message),
                                      std::move(refusal.headers))
               : plainRefusal(refusal.status, refusal.code, std::move(refusal.message), std::move(refusal.headers));
}

std::string_view codeOf(int status) {
    switch (status) {
    case 413:
        return "too_large";
    case 431:
        return "head_too_large";
    case 500:
        return "internal";
    default:
        return "bad_request";
    }
}

} // namespace

HttpReply Router::refusal(const HttpRequest &request, int status, std::string message) {
    // A request whose head could not be read has no path; whoever sent it speaks no HTTP, and any shape will do.
    if (request.path.empty() || isMcp(request))
        return McpEndpoint::refusal(status, status == 500 ? rpc::Internal : rpc::InvalidRequest, std::move(message));
    return plainRefusal(status, codeOf(status), std::move(message));
}

std::optional<HttpReply> Router::judge(HttpRequest &request) {
    const bool open =
        request.path == "/healthz" || isMetadata(request.path) || (request.path == "/metrics" && m_parts.openMetrics);
    const bool preflight = request.method == "OPTIONS" && m_parts.guard->answersBrowsers() &&
                           request.countOf("Origin") == 1 && request.countOf("Access-Control-Request-Method") == 1;
    std::optional<HttpReply> refused;
    if (auto refusal = m_parts.guard->judge(request, open || preflight)) {
        refused = refusalOf(request, std::move(*refusal));
    } else if (preflight) {
        refused = HttpReply{204,
                            {},
                            {},
                            {{"Access-Control-Allow-Methods", "POST, GET, DELETE"},
                             {"Access-Control-Allow-Headers", "Authorization, Content-Type, Accept, Mcp-Session-Id, "
                                                              "MCP-Protocol-Version, Last-Event-ID"},
                             {"Access-Control-Max-Age", "600"}},
                            false};
    } else {
        refused = judgeRoute(request);
    }
    if (refused && request.origin) {
        const HeaderList cors = corsHeaders(*request.origin);
        refused->headers.insert(refused->headers.end(), cors.begin(), cors.end());
    }
    return refused;
}

bool Router::servesMcp(std::string_view path) const {
    return path == McpPath || m_parts.engine->mounted(McpEndpoint::mountOf(path));
}

std::optional<HttpReply> Router::judgeRoute(const HttpRequest &request) {
    if (servesMcp(request.path))
        return m_parts.mcp->judge(request);
    const bool reading = request.method == "GET" || request.method == "HEAD";
    if (request.path == "/healthz" || request.path == "/metrics" ||
        (isMetadata(request.path) && !m_parts.metadata.empty())) {
        if (!reading)
            return plainRefusal(405, "method_not_allowed", "this address takes GET", {{"Allow", "GET, HEAD"}});
        if (request.path == "/metrics" && !m_parts.openMetrics && request.principal.role != governance::Role::Admin)
            return plainRefusal(403, "permission_denied", "metrics are for administrators beyond loopback");
        return std::nullopt;
    }
    if (isRest(request.path) && m_parts.rest)
        return std::nullopt;
    return isMcp(request) ? McpEndpoint::refusal(404, rpc::InvalidRequest, "nothing is mounted at " + request.path)
                          : plainRefusal(404, "not_found", "there is nothing at this address; MCP is at /mcp");
}

void Router::handle(HttpRequest &&request, std::shared_ptr<HttpExchange> exchange) {
    if (request.origin)
        exchange = std::make_shared<CorsExchange>(std::move(exchange), *request.origin);
    if (request.unchecked.empty())
        return route(std::move(request), exchange);
    // Network threads do not wait for an identity provider.
    auto waiting = std::make_shared<HttpRequest>(std::move(request));
    m_parts.engine->post([this, waiting, exchange] {
        auto refusal = m_parts.guard->judgeSlowly(*waiting);
        if (!refusal && waiting->path == "/metrics" &&
            !governance::holds(waiting->principal.role, governance::Permission::Manage))
            refusal = RequestGuard::Refusal{403, "permission_denied", "metrics are for administrators", {}};
        if (refusal)
            exchange->reply(refusalOf(*waiting, std::move(*refusal)));
        else
            route(std::move(*waiting), exchange);
    });
}

void Router::route(HttpRequest &&request, const std::shared_ptr<HttpExchange> &exchange) {
    if (servesMcp(request.path))
        return m_parts.mcp->handle(std::move(request), exchange);
    if (request.path == "/healthz")
        return exchange->reply({200, R"({"status":"ok"})", "application/json", {}, false});
    if (request.path == "/metrics")
        return exchange->reply({200,
                                m_parts.telemetry->metrics(m_parts.status()) +
                                    (m_parts.sessionMetrics ? m_parts.sessionMetrics() : std::string()) +
                                    (m_parts.metrics ? m_parts.metrics() : std::string()),
                                "text/plain; version=0.0.4; charset=utf-8",
                                {},
                                false});
    if (isMetadata(request.path))
        return exchange->reply({200, json::serialize(m_parts.metadata), "application/json", {}, false});
    if (m_parts.engine->stopping())
        return exchange->reply(plainRefusal(503, "stopping", "the gateway is stopping", {{"Retry-After", "5"}}));
    auto rest = std::make_shared<RestRequest>();
    rest->method = std::move(request.method);
    rest->path = std::move(request.path);
    rest->query = std::move(request.query);
    rest->contentType = mediaType(request.header("Content-Type"));
    rest->body = std::move(request.body);
    rest->caller.principal = std::move(request.principal);
    m_parts.engine->postCall([this, rest, exchange](std::stop_token stop) {
        rest->caller.stop = std::move(stop);
        const auto started = std::chrono::steady_clock::now();
        std::optional<RestResponse> response;
        try {
            response = m_parts.rest(*rest);
        } catch (const std::exception &) {
            exchange->reply(plainRefusal(500, "internal", "this request failed inside the gateway"));
            return;
        }
        if (!response) {
            exchange->reply(plainRefusal(404, "not_found", "there is nothing at this address"));
            return;
        }
        HttpReply reply{response->status, {}, response->contentType, {}, false};
        reply.body = response->contentType == "application/json" && response->text.empty()
                         ? json::serialize(response->body)
                         : std::move(response->text);
        const auto elapsed =
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started);
        m_parts.telemetry->answered("rest", rest->path, response->status < 400 ? "ok" : "error", elapsed,
                                    reply.body.size());
        Frame frame;
        frame.session = rest->caller.session;
        frame.principal = rest->caller.principal.name;
        // Paths that the routes know: another one could say anything.
        frame.what = response->status == 404 || response->status == 405 ? rest->method + " an unknown address"
                                                                        : rest->method + ' ' + rest->path;
        frame.summary = std::to_string(response->status);
        frame.elapsedUs = elapsed.count();
        frame.bytes = reply.body.size();
        m_parts.telemetry->frame(std::move(frame));
        exchange->reply(std::move(reply));
    });
}

} // namespace actionscope::gateway::detail
