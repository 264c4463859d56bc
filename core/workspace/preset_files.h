#pragma once
/// `presets/NAME.yaml` written with a review before: what would change, then the change itself (BX15).

#include "base/file.h"
#include "base/result.h"
#include "catalog/editor.h"
#include "retrieval/preset.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::workspace {

class Workspace;

/// One preset's file as it is and as it would be. Computed and checked, nothing is written.
struct PresetPlan {
    std::string name;
    std::filesystem::path path;
    std::optional<FileStamp> stamp; ///< of the file the plan was made from; none when it is new
    std::string before, after;      ///< `after` empty: the file goes away
    std::vector<catalog::DiffLine> diff;
};

/// What `preset` makes of the file that holds its name, or of a new one. Comments that stand at the file's beginning
/// stay; `evidence`, a line each, goes below them as comments and takes the place of what an earlier save put there.
/// `base` is the built-in to write the difference to. Errors: InvalidArgument (a name or weight that cannot be),
/// IoError, LimitExceeded.
[[nodiscard]] Result<PresetPlan> planPreset(const Workspace &workspace, const retrieval::Preset &preset,
                                            std::string_view base = "default",
                                            const std::vector<std::string> &evidence = {});
/// Writes the plan, records it and takes it over into the snapshot. Errors: Conflict when the file changed since;
/// PermissionDenied when the workspace is read only; IoError. What cannot be recorded is not written.
[[nodiscard]] Result<void> applyPreset(Workspace &workspace, const PresetPlan &plan);
/// The plan that takes `plan` back after it was applied.
[[nodiscard]] PresetPlan reversed(const PresetPlan &plan);

} // namespace actionscope::workspace
