#pragma once
/// What listing every action as a tool costs in a model's context, against what discovery costs: the tables of ST10.

#include "base/progress.h"
#include "workspace/workspace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace actionscope::gateway {

/// Tokens are characters / 4 of the JSON that a client is sent (ST9).
struct SavingRow {
    std::uint32_t tools = 0;      ///< actions that there are; fewer than asked for when the catalog is smaller
    std::uint64_t everything = 0; ///< each as a tool with its whole input schema
    std::uint64_t discovery = 0;  ///< the three meta-tools
    std::uint64_t search = 0;     ///< one response over these actions, median of the queries
    std::uint64_t activation = 0; ///< one action as a tool, the mean of all
    [[nodiscard]] std::uint64_t dynamic() const { return discovery + search + activation; }
    [[nodiscard]] double saved() const; ///< share, below 0 when discovery costs more
};

struct SavingOptions {
    std::vector<std::uint32_t> tools{10, 25, 50, 100, 200, 500, 1000}; ///< each at most 1,000,000
    std::vector<std::string> queries; ///< what is searched for; empty: titles of the actions themselves
    std::size_t results = 10;         ///< of a search response
};

/// Actions are taken evenly over the catalog; their schemas come from the workspace's copies of sources (about a
/// millisecond each). Errors: NotFound for an empty catalog or while there is no index; InvalidArgument; Cancelled.
[[nodiscard]] Result<std::vector<SavingRow>> contextSaving(const workspace::Workspace &workspace,
                                                           const SavingOptions &options, const Job &job = {});

} // namespace actionscope::gateway
