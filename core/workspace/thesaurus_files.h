#pragma once
/// `thesaurus.yaml` written with a review before (file_plan.h): what "Why isn't X found?" proposes becomes a file.

#include "base/result.h"
#include "workspace/file_plan.h"

#include <string_view>

namespace actionscope::workspace {

class Workspace;

/// What two words that mean the same make of the file. Errors: those of retrieval::addSynonym and of reading.
[[nodiscard]] Result<FilePlan> planSynonym(const Workspace &workspace, std::string_view word, std::string_view other);

} // namespace actionscope::workspace
