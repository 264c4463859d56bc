#pragma once
/// What tools cost in a model's context (GD15, BX13).

#include "gateway/gateway.h"
#include "gateway/tool_surface.h"

#include <mutex>

namespace actionscope::gateway::detail {

/// Any thread; the figures of a catalog are kept until it changes.
class TokenCosts {
public:
    explicit TokenCosts(const workspace::Workspace &workspace)
        : m_workspace(workspace) {}
    /// The parts that depend on the catalog and on a fresh session's list; the rest is the telemetry's.
    [[nodiscard]] TokenCost of(const std::vector<ToolDefinition> &listed);

private:
    struct Everything {
        const catalog::Catalog *catalog = nullptr;
        std::shared_ptr<const catalog::Catalog> held;
        std::vector<std::uint64_t> services;
        std::uint64_t total = 0;
    };
    void measure(const workspace::Snapshot &snapshot);
    const workspace::Workspace &m_workspace;
    std::mutex m_mutex;
    Everything m_everything;
};

} // namespace actionscope::gateway::detail
