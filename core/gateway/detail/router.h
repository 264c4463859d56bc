#pragma once
/// All routes of the gateway over HTTP, behind the guard.

#include "gateway/detail/mcp_http.h"
#include "gateway/rest.h"

namespace actionscope::gateway::detail {

class Router final : public HttpHandler {
public:
    struct Parts {
        RequestGuard *guard = nullptr;
        McpEndpoint *mcp = nullptr;
        McpEngine *engine = nullptr;
        Telemetry *telemetry = nullptr;
        std::function<GatewayStatus()> status;
        std::function<std::string()> sessionMetrics; ///< further lines of /metrics; may be empty
        std::function<std::optional<RestResponse>(const RestRequest &)> rest; ///< on a worker; may be empty
        std::function<std::string()> metrics;                                 ///< further ones; quick; may be empty
        json::object metadata;   ///< protected-resource document (RFC 9728); empty: there is none
        bool openMetrics = true; ///< without a credential; else for those who may manage
    };
    explicit Router(Parts parts)
        : m_parts(std::move(parts)) {}

    std::optional<HttpReply> judge(HttpRequest &request) override;
    HttpReply refusal(const HttpRequest &request, int status, std::string message) override;
    void handle(HttpRequest &&request, std::shared_ptr<HttpExchange> exchange) override;
    void answered(int status) override { m_parts.telemetry->httpAnswer(status); }

private:
    [[nodiscard]] bool servesMcp(std::string_view path) const;
    [[nodiscard]] std::optional<HttpReply> judgeRoute(const HttpRequest &request);
    void route(HttpRequest &&request, const std::shared_ptr<HttpExchange> &exchange);
    const Parts m_parts;
};

} // namespace actionscope::gateway::detail
