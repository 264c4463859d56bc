#pragma once
/// Where capability folders lie, in order of priority (CD8): what an earlier directory has hides what a later one has
/// under the same id.

#include "workspace/layout.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

namespace actionscope::workspace {

struct CapabilityDirectory {
    enum class Origin : std::uint8_t {
        User, ///< `actionscope/capabilities` in XDG_CONFIG_HOME, or in ~/.config: of the person, for every workspace
        Workspace,   ///< `capabilities/` of the workspace
        Environment, ///< one of ACTIONSCOPE_CAPABILITY_DIRS, which are separated by colons
    };
    std::filesystem::path folder;
    Origin origin = Origin::Workspace;
};

constexpr std::size_t MaxCapabilityDirectories = 64;
constexpr std::size_t MaxCapabilityFolders = 10'000; ///< in one directory

/// Read from the environment at each call, the last from `envFile` when it has the variable. A directory that is named
/// twice counts where it comes first. None of them need exist.
[[nodiscard]] std::vector<CapabilityDirectory>
capabilityDirectories(const Layout &layout, const std::optional<std::filesystem::path> &envFile = {});

} // namespace actionscope::workspace
