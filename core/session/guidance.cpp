#include "session/guidance.h"

#include "base/text.h"
#include "catalog/hand_file.h"

#include <algorithm>
#include <array>

namespace actionscope::session {

bool fitsName(std::string_view pattern, std::string_view name) {
    return catalog::wildcardMatches(toLowerAscii(pattern), toLowerAscii(name));
}

std::span<const std::string_view> defaultExempt() {
    static constexpr std::array<std::string_view, 14> Patterns{
        "*memory*", "*memories*", "*remember*", "*recall*", "*knowledge*",  "*planning*", "*planner*",
        "*_plan",   "*.plan",     "*.think*",   "*_think*", "*scratchpad*", "*todo*",     "*.plan_*"};
    return Patterns;
}

bool Guidance::isExempt(std::string_view tool) const {
    const auto fits = [tool](std::string_view pattern) { return fitsName(pattern, tool); };
    return std::ranges::any_of(exempt, fits) || (exemptsDefaults && std::ranges::any_of(defaultExempt(), fits));
}

const ToolGuidance *Guidance::find(std::string_view tool) const {
    const auto found = std::ranges::find_if(tools, [tool](const ToolGuidance &g) { return fitsName(g.match, tool); });
    return found == tools.end() ? nullptr : &*found;
}

} // namespace actionscope::session
