#pragma once
/// `gates.txt` of a workspace, what `eval --gate` and the Benchmarks page judge runs by, written with a review before
/// (file_plan.h).

#include "base/result.h"
#include "workspace/file_plan.h"

#include <filesystem>
#include <string>

namespace actionscope::workspace {

class Workspace;

[[nodiscard]] std::filesystem::path gatesFile(const Workspace &workspace);
/// The name of the file beside gates.txt that holds what a kept run measured, for drops to be taken against.
[[nodiscard]] std::string baselineName(const std::string &run);

/// What `text` makes of the file; one of blanks takes it away. Where it names a baseline that is the name of a kept
/// run's and is not there yet, that file is written with it. Errors: those of evaluation::parseGates; NotFound for a
/// baseline that is neither there nor of a kept run.
[[nodiscard]] Result<FilePlan> planGates(const Workspace &workspace, std::string text);

} // namespace actionscope::workspace
