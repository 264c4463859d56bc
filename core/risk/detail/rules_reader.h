#pragma once
/// Reads rule files into `RiskPolicy::Rules`; the schema is in the comments of resources/risk/*.yaml.

#include "risk/detail/rules.h"

#include <filesystem>
#include <vector>

namespace actionscope::risk::detail {

/// Rules without their compiled form; examples are parsed but not yet run. Errors as RiskPolicy::load.
[[nodiscard]] Result<RiskPolicy::Rules> readRules(const std::vector<std::filesystem::path> &folders);

} // namespace actionscope::risk::detail
