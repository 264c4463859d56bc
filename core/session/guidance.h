#pragma once
/// What an agent is told when it goes round in circles, and which tools may be called again and again: the content of
/// `guidance.yaml` (workspace/guidance_file.h) as the iteration guard uses it.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::session {

/// Of the tools that `match` names; of several that fit, the first in the file counts.
struct ToolGuidance {
    std::string match; ///< "service.action", where * stands for any run of characters
    std::string text;  ///< added to the result; empty: the general text
    /// In place of GuardLimits::repeats and GuardLimits::lastRepeats.
    std::optional<std::size_t> repeats, lastRepeats;
};

struct Guidance {
    bool exemptsDefaults = true;     ///< whether defaultExempt() counts too
    std::vector<std::string> exempt; ///< patterns of tools that are never counted
    std::string text;                ///< in place of the general text; empty: ours
    std::vector<ToolGuidance> tools;

    [[nodiscard]] bool isExempt(std::string_view tool) const;
    [[nodiscard]] const ToolGuidance *find(std::string_view tool) const; ///< null when none fits
};

/// Memory, knowledge and planning tools by their names: an agent that thinks asks them the same thing again and again.
[[nodiscard]] std::span<const std::string_view> defaultExempt();

/// Whether `name` ("service.action") fits a pattern in which * stands for any run of characters; ASCII case aside.
[[nodiscard]] bool fitsName(std::string_view pattern, std::string_view name);

} // namespace actionscope::session
