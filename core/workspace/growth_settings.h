#pragma once
/// `growth:` of actionscope.yaml: when an action of the long tail is proposed for curation (GD14), and when the
/// marketplace is asked (ST8). In a header of its own, since only what grows a catalog needs it.

#include "base/result.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace YAML {
class Node;
}

namespace actionscope::workspace {

struct GrowthSettings {
    std::chrono::seconds promotionWindow{30 * 24 * 3600}; ///< promotion_window: how far back adoption is counted
    std::size_t promotionSessions = 3;                    ///< promotion_sessions: a candidate was activated in as many
    std::size_t promotionOrganisations = 1;               ///< promotion_organisations: and by as many
    /// affinity: weight of what a user used before in the ranking of their searches, 0 to 0.2; 0: none. Measured: helps
    /// those who keep to a few services, at 0.02, and does harm to others (tests/bench/RESULTS.md).
    double affinity = 0;
    std::size_t marketplaceThreshold = 3; ///< marketplace_threshold: with fewer results it is searched; 0: never
};

/// One key of the section: `settings.cpp` checks with these, so that a file is right or wrong in one way only.
struct GrowthKey {
    std::string_view name;
    std::string expects;
    std::function<bool(GrowthSettings &, const YAML::Node &)> read;
};
[[nodiscard]] const std::vector<GrowthKey> &growthKeys();

/// Of a workspace's actionscope.yaml; a missing file or section gives the defaults. Read anew each time: the file is
/// small. Errors: those of readSettings.
[[nodiscard]] Result<GrowthSettings> readGrowthSettings(const std::filesystem::path &file);

} // namespace actionscope::workspace
