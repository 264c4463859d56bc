#pragma once
/// What is wrong in profiles/*.yaml, seen against the catalog: names that do not exist, and profiles that allow
/// nothing.

#include "catalog/lint.h"
#include "workspace/workspace.h"

#include <vector>

namespace actionscope::workspace {

/// Rules: `profile-unknown-action`, `profile-unknown-preset`, `profile-allows-nothing`, and `profile-not-allowed` for
/// what a profile lists and its own `allow` does not have. Each with the place in the file.
[[nodiscard]] std::vector<catalog::Finding> lintProfiles(const Snapshot &snapshot);

} // namespace actionscope::workspace
