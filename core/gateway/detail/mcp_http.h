#pragma once
/// MCP over Streamable HTTP: the routes /mcp and /mcp/NAME (WIRE §2–§4).

#include "gateway/detail/http_types.h"
#include "gateway/detail/mcp_engine.h"
#include "gateway/detail/request_guard.h"

namespace actionscope::gateway::detail {

class McpEndpoint {
public:
    McpEndpoint(McpEngine &engine, session::SessionRegistry &sessions, Telemetry &telemetry, WireLimits limits);
    ~McpEndpoint();

    /// Method, media types (WIRE §2, 4 to 7); the body's length is the server's business.
    [[nodiscard]] std::optional<HttpReply> judge(const HttpRequest &request) const;
    void handle(HttpRequest &&request, const std::shared_ptr<HttpExchange> &exchange);
    /// "NAME" of "/mcp/NAME", else empty.
    [[nodiscard]] static std::string_view mountOf(std::string_view path);
    /// A refusal in the shape of this route.
    [[nodiscard]] static HttpReply refusal(int status, int code, std::string message, HeaderList headers = {});

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::gateway::detail
