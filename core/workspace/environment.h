#pragma once
/// What deployments that are managed as code set: `DYNAMIC_DISCOVERY_DISABLED_SERVICES` (GD11), the denylist, and
/// `ACTIONSCOPE_CAPABILITY_DIRS` (CD8).

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actionscope::workspace {

/// Reads the denylist afresh at each call: from `envFile` when one is given (KEY=VALUE lines, `#` comments, optional
/// quotes and `export`), else from the process's environment. Ids are compared after trimming; empty ones are ignored.
std::set<std::string> deniedServices(const std::optional<std::filesystem::path> &envFile);

/// The entries of ACTIONSCOPE_CAPABILITY_DIRS, empty ones left out: of `envFile` when it has the variable, else of the
/// environment.
std::vector<std::string> capabilityDirsSetting(const std::optional<std::filesystem::path> &envFile);

} // namespace actionscope::workspace
