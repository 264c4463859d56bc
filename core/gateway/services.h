#pragma once
/// All that the façades and protocols share in one running gateway: the workspace's engine parts, wired once.

#include "gateway/gateway.h"
#include "gateway/tool_surface.h"
#include "governance/gatekeeper.h"
#include "session/agent_session.h"

#include <memory>

namespace actionscope::gateway {

/// The workspace as the gatekeeper and the dispatchers see it: names to targets, schemas (cached), servers, schemes.
class WorkspaceActions final : public governance::ActionSource, public upstream::HttpTargets {
public:
    explicit WorkspaceActions(const workspace::Workspace &workspace);
    ~WorkspaceActions() override;
    std::optional<governance::Target> find(std::string_view name) const override;
    Result<Schema> schema(const governance::Target &target) const override;
    std::vector<std::string> nearest(std::string_view name) const override;
    std::string serverOf(const governance::Target &target) const override;
    Result<std::vector<upstream::SecurityScheme>> schemesOf(const governance::Target &target) const override;
    std::vector<upstream::Connection> connectionsOf(std::string_view service) const override;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Sends MCP services to the MCP dispatcher and everything else to HTTP.
class Dispatchers final : public governance::Dispatcher {
public:
    Dispatchers(upstream::HttpDispatcher &http, upstream::McpDispatcher &mcp)
        : m_http(http)
        , m_mcp(mcp) {}
    Result<json::object> preview(const governance::DispatchRequest &request) const override;
    tl::expected<governance::DispatchReply, governance::DispatchError>
    dispatch(const governance::DispatchRequest &request) override;

private:
    upstream::HttpDispatcher &m_http;
    upstream::McpDispatcher &m_mcp;
};

/// References to parts that the gateway owns; valid as long as it runs.
struct Services {
    workspace::Workspace &workspace;
    const WorkspaceActions &actions;
    governance::Gatekeeper &gatekeeper;
    session::SessionRegistry &sessions;
    governance::AuditQueue &audit;
    upstream::McpServers &servers;
    ListChanges &changes;
    const Clock &clock;
    const bool &paused; ///< no new activations
};

/// search, activate, call and the curated tools (GD1–GD5).
std::unique_ptr<Facade> makeGatewayFacade(Services &services);
std::unique_ptr<Facade> makeCuratedFacade(Services &services);
std::unique_ptr<Facade> makeActivatedFacade(Services &services);
/// intelligent_tool_finder and invoke_mcp_tool (TF1, TF2).
std::unique_ptr<Facade> makeFinderFacade(Services &services);

} // namespace actionscope::gateway
