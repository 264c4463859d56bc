#pragma once
/// `presets/NAME.yaml` written with a review before (file_plan.h).

#include "base/result.h"
#include "retrieval/preset.h"
#include "workspace/file_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace actionscope::workspace {

class Workspace;

/// What `preset` makes of the file that holds its name, or of a new one. Comments that stand at the file's beginning
/// stay; `evidence`, a line each, goes below them as comments and takes the place of what an earlier save put there.
/// `base` is the built-in to write the difference to. Errors: InvalidArgument (a name or weight that cannot be),
/// IoError, LimitExceeded.
[[nodiscard]] Result<FilePlan> planPreset(const Workspace &workspace, const retrieval::Preset &preset,
                                          std::string_view base = "default",
                                          const std::vector<std::string> &evidence = {});
} // namespace actionscope::workspace
