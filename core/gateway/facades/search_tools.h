#pragma once
/// `search_tools(query)` (ST1): expert, system and catalog tier, merged, with what could be installed beside them; the
/// five best with their whole schemas, bound into the session (ST2).

#include "gateway/services.h"
#include "workspace/workspace.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::gateway {

/// Finds tools of the gateway itself by the words of their names and titles, computed once: half of the query's words
/// among the tool's, or half of the tool's among the query's (the rule of the ranker `expert-tiers` for its system
/// tier).
class OwnTools {
public:
    explicit OwnTools(std::span<const ToolDefinition> tools);
    /// Names, best first.
    [[nodiscard]] std::vector<std::string> matching(std::string_view query) const;

private:
    struct Keywords {
        std::string name;
        std::vector<std::string> words; ///< terms, sorted
    };
    std::vector<Keywords> m_tools;
};

/// The action that a search found, as it is now: by its number while the search's catalog is the current one, by its
/// name when that is stale. Nothing when it is gone.
[[nodiscard]] std::optional<governance::Target> resolveFound(const Services &services,
                                                             const std::shared_ptr<const workspace::Snapshot> &now,
                                                             const catalog::Catalog &searched,
                                                             catalog::Ordinal ordinal);

/// `own`: what the gateway lists by itself. `listed`: what a caller's list holds now.
[[nodiscard]] std::unique_ptr<Facade>
makeSearchToolsFacade(Services &services, std::vector<ToolDefinition> own,
                      std::function<std::vector<ToolDefinition>(const Caller &)> listed);

} // namespace actionscope::gateway
