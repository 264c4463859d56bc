#include "workspace/skill_text.h"

#include "base/text.h"
#include "catalog/text_scan.h"

#include <algorithm>

namespace actionscope::workspace {

Result<std::string> skillTextForAgent(const Workspace &workspace, const Snapshot &snapshot, catalog::Ordinal skill) {
    auto text = workspace.skillContent(snapshot, skill);
    if (!text)
        return text;
    const auto findings = catalog::scanText(*text, "text");
    const auto bad = std::ranges::find_if(findings, [](const auto &finding) { return finding.withhold; });
    if (bad != findings.end())
        return "The text of this skill is withheld, since it could mislead: " + bad->detail +
               " Whoever keeps the skill has to mend its file.";
    return revealInvisible(*text, true);
}

} // namespace actionscope::workspace
