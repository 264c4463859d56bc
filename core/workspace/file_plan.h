#pragma once
/// A change of one file of the workspace that is reviewed before it is made (BX15): planned, shown as a diff, written,
/// recorded, and taken back. What is in the file is the matter of who plans it (preset_files.h, thesaurus_files.h).

#include "base/file.h"
#include "base/json.h"
#include "base/result.h"
#include "catalog/editor.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::workspace {

class Workspace;

/// A file as it is and as it would be. Computed and checked, nothing is written.
struct FilePlan {
    std::string name; ///< of what is in it, for people: a preset's
    std::filesystem::path path;
    std::optional<FileStamp> stamp; ///< of the file the plan was made from; none when it is new
    std::string before, after;      ///< `after` empty: the file goes away
    std::vector<catalog::DiffLine> diff;
    std::string saved, removed;  ///< outcomes of the record: "preset saved", "preset removed"
    json::object facts;          ///< of the record, beside the file and the hash of what is written: {"preset": …}
    std::vector<FilePlan> first; ///< other files that this one needs: written before it, and left when it is taken back
};

/// The file as it is, for a plan to go on from. Errors: IoError; LimitExceeded past `most` bytes, named by `cap`.
[[nodiscard]] Result<FilePlan> beginPlan(const std::filesystem::path &path, std::uint64_t most, std::string_view cap);

/// Writes the plan, records it and takes it over into the snapshot. Errors: Conflict when the file changed since;
/// PermissionDenied when the workspace is read only; IoError. What cannot be recorded is not written.
[[nodiscard]] Result<void> applyFile(Workspace &workspace, const FilePlan &plan);
/// The plan that takes `plan` back after it was applied.
[[nodiscard]] FilePlan reversed(const FilePlan &plan);

} // namespace actionscope::workspace
