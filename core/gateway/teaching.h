#pragma once
/// How agents are told what they have here: a section for a system prompt (TF7), and the skill of an agent that sets
/// things up (FC8).

#include "base/result.h"

#include <string>

namespace actionscope::gateway {

/// The façades that are on besides the usual ones.
struct TaughtFacades {
    bool finder = false, connections = false, searchTools = false;
};

/// A section in Markdown, some 350 tokens: which tools there are, in which order they are used, what a refusal asks
/// for, and what only a person may decide. Names no tool that is not on.
[[nodiscard]] std::string promptSection(const TaughtFacades &facades);

/// SKILL.md of our resources: walks an agent that sets up others through discover, read, connect, create and test.
/// Errors: those of reading the file.
[[nodiscard]] Result<std::string> skillText();

} // namespace actionscope::gateway
