#pragma once
/// Reads rule files into `RiskPolicy::Rules`; the schema is in the comments of resources/risk/*.yaml.

#include "catalog/rule_file.h"
#include "risk/detail/rules.h"

#include <filesystem>
#include <vector>

namespace actionscope::risk::detail {
using catalog::RuleFile;

/// The rule files of each folder in order of name. The first folder must exist. Errors: NotFound, PermissionDenied,
/// those of RuleFile::open, and LimitExceeded past 256 files.
[[nodiscard]] Result<std::vector<std::vector<RuleFile>>>
openRuleFiles(const std::vector<std::filesystem::path> &folders);

/// Rules of the first `count` folders, without their compiled form; examples are parsed but not yet run. Errors as
/// RiskPolicy::load.
[[nodiscard]] Result<RiskPolicy::Rules> readRules(const std::vector<std::vector<RuleFile>> &folders, std::size_t count);

} // namespace actionscope::risk::detail
