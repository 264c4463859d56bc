#pragma once
/// Endpoints of the gateway that stand for one other MCP server each (/mcp/NAME): the seam between the protocol and
/// what passes a session's messages on.

#include "gateway/tool_surface.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace actionscope::gateway {

/// The other end of one client session. Any thread; `request` may block (it runs on a worker). Destroyed on a worker or
/// while the gateway stops, after the session has ended.
class Relay {
public:
    /// The session that it serves. Called by the relay from threads of its own, while the session lives and after.
    struct Client {
        std::string session; ///< registry id
        /// A message that belongs to no request; false when nobody listens.
        std::function<bool(std::string_view method, const json::value &params)> announce;
        std::function<void()> toolsChanged; ///< told as soon as someone listens
        /// A question that belongs to no request. Blocks. The error is a JSON-RPC error object.
        std::function<tl::expected<json::value, json::object>(std::string_view method, json::value params)> ask;
        std::function<void()> lost; ///< the other end is gone: the session is to end
    };
    virtual ~Relay() = default;
    /// Once, before the first request.
    virtual void attach(Client client) = 0;
    /// `capabilities`, `serverInfo` and, if there are any, `instructions` for the answer to initialize.
    [[nodiscard]] virtual json::object greeting() const = 0;
    /// Whether requests of this method are passed on.
    [[nodiscard]] virtual bool serves(std::string_view method) const = 0;
    /// The error is a JSON-RPC error object.
    [[nodiscard]] virtual tl::expected<json::value, json::object> request(const Caller &caller, std::string_view method,
                                                                          const json::object &params) = 0;
    /// Whether what the client would be listed now differs from what it was, for reasons of this workspace: what was
    /// switched off, closed to the caller, held back or imported since. Once for each change; false before the first
    /// list.
    [[nodiscard]] virtual bool listDiffers(const Caller &caller) = 0;
    /// Of the client, about nothing that runs.
    virtual void notification(std::string_view method, const json::value &params) = 0;
};

/// What can be mounted. Any thread.
class Mounts {
public:
    virtual ~Mounts() = default;
    [[nodiscard]] virtual bool has(std::string_view name) const = 0;
    /// Connects; blocks. `capabilities` are the client's. Errors: PermissionDenied, NotFound, NetworkError.
    [[nodiscard]] virtual Result<std::shared_ptr<Relay>> open(std::string_view name,
                                                              const governance::Principal &principal,
                                                              const json::object &capabilities,
                                                              std::stop_token stop) = 0;
};

} // namespace actionscope::gateway
