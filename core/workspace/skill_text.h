#pragma once
/// A skill's text as a model may see it.

#include "base/result.h"
#include "workspace/workspace.h"

#include <string>

namespace actionscope::workspace {

/// Workspace::skillContent with invisible characters shown as tokens. A text with what could mislead a model (hidden
/// characters, instructions to it: catalog/text_scan.h) is withheld, and a sentence says why: whoever keeps the skill
/// mends its file. Errors: those of skillContent.
[[nodiscard]] Result<std::string> skillTextForAgent(const Workspace &workspace, const Snapshot &snapshot,
                                                    catalog::Ordinal skill);

} // namespace actionscope::workspace
