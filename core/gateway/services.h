#pragma once
/// All that the façades and protocols share in one running gateway: the workspace's engine parts, wired once.

#include "gateway/gateway.h"
#include "gateway/teaching.h"
#include "gateway/tool_surface.h"
#include "governance/gatekeeper.h"
#include "session/agent_session.h"
#include "upstream/tool_search.h"

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace actionscope::gateway {

class Growth;

struct AgentText {
    std::string title, description;
    bool withheld = false;
};

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

    json::array provenance(const governance::Target &target) const override;

    /// What an agent may read of an action. Text that was found to mislead is withheld until a person accepts it. Kept
    /// for as long as the snapshot is the same: scanning is too slow to be done for each result of each search.
    [[nodiscard]] AgentText agentText(const catalog::Catalog &catalog, catalog::Ordinal ordinal) const;
    /// Of an ordinal of the current snapshot that search or a list gave.
    [[nodiscard]] governance::Target targetAt(const std::shared_ptr<const workspace::Snapshot> &snapshot,
                                              catalog::Ordinal ordinal) const;

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
    governance::ApprovalStore *approvals; ///< null when state.db cannot be used
    upstream::HttpDispatcher &http;
    upstream::McpServers &servers;
    ListChanges &changes;
    const Clock &clock;
    const std::atomic<bool> &paused; ///< no new activations
    bool readsWithoutAudit = false;  ///< audit.reads_without_log
    bool bindReads = true;           ///< gateway.bind: read-tier tools that the finder shows become active (ST2)
    bool privacy = true;             ///< personal data does not leave for those who need not see it
    std::vector<const upstream::ToolSearch *> searches{}; ///< remote providers of capabilities (providers.yaml)
    Growth *growth = nullptr; ///< what a search shows beside its results (growth.h); null: nothing
    TaughtFacades taught{};                               ///< which façades are on, for what agents are told of them
    /// May this principal find the action? The workspace's one visibility rule (toggles, environment, access.yaml).
    [[nodiscard]] bool mayFind(const governance::Principal &who, const governance::Target &target) const;
    /// What access.yaml lets the principal call, whatever the toggles say.
    [[nodiscard]] bool mayCall(const governance::Principal &who, std::string_view service, std::string_view action,
                               catalog::Tier tier) const;
    /// Told after each search response with its size in tokens (characters / 4), for the cost figures. May be empty.
    std::function<void(std::uint64_t tokens)> searchAnswered;
};

/// search, activate, call and the curated tools (GD1–GD5).
std::unique_ptr<Facade> makeGatewayFacade(Services &services);
std::unique_ptr<Facade> makeCuratedFacade(Services &services);
std::unique_ptr<Facade> makeActivatedFacade(Services &services);
/// intelligent_tool_finder and invoke_mcp_tool (TF1, TF2).
std::unique_ptr<Facade> makeFinderFacade(Services &services);
/// manage_connection (FC8).
std::unique_ptr<Facade> makeConnectionsFacade(Services &services);

} // namespace actionscope::gateway
