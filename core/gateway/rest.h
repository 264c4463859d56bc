#pragma once
/// The REST routes beside MCP, independent of the HTTP library: one function from request to answer.

#include "gateway/services.h"

#include <optional>
#include <string>
#include <string_view>

namespace actionscope::gateway {

class ContextService;

struct RestRequest {
    std::string method, path; ///< path without query, not decoded
    std::string query;        ///< raw
    std::string body;
    std::string contentType;
    Caller caller; ///< authenticated
};
struct RestResponse {
    int status = 200;
    json::value body; ///< {"error":{"code","message"}} for errors
    std::string contentType = "application/json";
    std::string text; ///< when contentType is not JSON
};

/// POST /tools/discover, POST /tools/call, GET|POST /tools/connections/, GET /tools/prompt and /tools/skill
/// (teaching.h), GET /search, POST /context, and /turns (context_service.h). Nothing: no such route (404 is
/// the server's), a wrong method is 405 here. Blocks; runs on a worker.
class RestRoutes {
public:
    RestRoutes(Services &services, ContextService &context);
    ~RestRoutes();
    [[nodiscard]] std::optional<RestResponse> handle(const RestRequest &request);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::gateway
