#pragma once
/// `guidance.yaml`: what an agent is told when it calls a tool again and again (ST5), and which tools may be.
///
///     text: You have called this several times and got the same answer.   # in place of the general text
///     exempt: ["jobs.get_status", "notes.*"]                              # never counted
///     exempt_defaults: true               # memory, knowledge and planning tools, by their names
///     tools:
///       - match: "billing.list_*"
///         text: The list does not change within an hour. Use what you have.
///         repeats: 20                     # within gateway.loop_window, in place of gateway.loop_repeats
///         last_repeats: 6                 # in place of gateway.loop_last_repeats

#include "base/result.h"
#include "session/guidance.h"

#include <filesystem>

namespace actionscope::workspace {

constexpr std::size_t MaxGuidedTools = 1000, MaxExemptTools = 1000, MaxGuidanceText = 2000;

/// A missing file gives the defaults. Errors: those of reading a file; ParseError with line and column, also for
/// unknown keys; LimitExceeded.
[[nodiscard]] Result<session::Guidance> readGuidance(const std::filesystem::path &file);

} // namespace actionscope::workspace
