#pragma once
/// `DYNAMIC_DISCOVERY_DISABLED_SERVICES` (GD11): the denylist of deployments managed as code.

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace actionscope::workspace {

/// Reads the denylist afresh at each call: from `envFile` when one is given (KEY=VALUE lines, `#` comments, optional
/// quotes and `export`), else from the process's environment. Ids are compared after trimming; empty ones are ignored.
std::set<std::string> deniedServices(const std::optional<std::filesystem::path> &envFile);

} // namespace actionscope::workspace
