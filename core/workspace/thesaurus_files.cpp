#include "workspace/thesaurus_files.h"

#include "retrieval/thesaurus_edit.h"
#include "workspace/layout.h"
#include "workspace/workspace.h"

namespace actionscope::workspace {

Result<FilePlan> planSynonym(const Workspace &workspace, std::string_view word, std::string_view other) {
    constexpr std::uint64_t Most = 1ULL << 20;
    auto plan = beginPlan(Layout{workspace.folder()}.thesaurus(), Most, "the cap of a thesaurus");
    if (!plan)
        return plan;
    auto text = retrieval::addSynonym(plan->before, word, other, plan->path);
    if (!text)
        return fail(text.error());
    plan->name = std::string(word) + " = " + std::string(other);
    plan->after = std::move(*text);
    plan->diff = catalog::diffLines(plan->before, plan->after);
    plan->saved = "synonym saved";
    plan->removed = "thesaurus removed";
    plan->facts = {{"synonym", json::array{json::string(word), json::string(other)}}};
    return plan;
}

} // namespace actionscope::workspace
