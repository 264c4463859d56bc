#pragma once
/// The shop of the workspace tests with a gateway over it on a free port of loopback, and agents with tokens of their
/// own. Test programs derive from it what they need besides.

#include "core/workspace/workspace_fixture.h"
#include "gateway/gateway.h"
#include "system/gateway_agent.h"

#include <memory>
#include <string>
#include <vector>

namespace actionscope::test {

class GatewayShop {
public:
    GatewayShop()
        : workspace(openShop(folder)) {}

    /// Opens the workspace anew, after its files were written.
    void reopen() {
        workspace.reset();
        workspace = openShop(folder);
    }
    void start(gateway::GatewayOptions options) {
        options.listen = "127.0.0.1:0";
        options.callThreads = 4;
        gateway = expectValue(gateway::Gateway::start(*workspace, std::move(options)));
    }
    void start(std::vector<std::string> facades = {}) {
        gateway::GatewayOptions options;
        options.facades = std::move(facades);
        start(std::move(options));
    }
    /// An agent with a new token; it has not introduced itself yet.
    Agent agentWith(governance::TokenSpec spec) {
        spec.name = "t" + std::to_string(secrets.size() + 1);
        secrets.push_back(expectValue(workspace->tokens()->create(spec, {})).secret);
        return {gateway->url(), secrets.back()};
    }
    /// Of a kind, newest first.
    std::vector<governance::AuditRecord> records(const std::string &kind) const {
        governance::AuditFilter filter;
        filter.kinds = {kind};
        return workspace->audit()->list(filter, 50)->records;
    }

    Folder folder;
    std::unique_ptr<workspace::Workspace> workspace;
    std::unique_ptr<gateway::Gateway> gateway;
    std::vector<std::string> secrets; ///< of the agents, in their order
};

} // namespace actionscope::test
