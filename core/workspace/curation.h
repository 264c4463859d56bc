#pragma once
/// Curated prose of one action, written with a review before (DA11): what the hand-written catalog would say, what it
/// costs, what it does to labelled queries, what a reviewer has to look at, and the way back.

#include "base/progress.h"
#include "base/result.h"
#include "catalog/editor.h"
#include "workspace/what_if.h"
#include "workspace/workspace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace actionscope::workspace {

using CatalogEdits = std::vector<std::pair<std::string, catalog::Edit>>;

/// One thing that a reviewer looks at before prose reaches every model on every turn.
struct CurationCheck {
    enum class Verdict : std::uint8_t {
        Passed,
        Look,   ///< a person has to judge
        Refused ///< such prose is not saved
    };
    /// "tier_reviewed", "definition_accepted", "personal_data", "poisoning", "description", "parameters", "deprecated",
    /// "budget"
    std::string id;
    Verdict verdict = Verdict::Passed;
    std::string sentence; ///< what was found, and what to do
};
std::string_view verdictName(CurationCheck::Verdict verdict); ///< "passed", "look", "refused"

struct CurationOptions {
    bool remove = false;                     ///< what is curated of the action goes away
    bool preview = true;                     ///< measure the description on `sets`
    std::vector<std::string> sets = {"all"}; ///< names of query sets
};

/// Computed and checked, nothing is written.
struct CurationPlan {
    std::string name; ///< "service.action"
    bool removes = false;
    catalog::Curated entry;                 ///< as it would stand
    std::optional<catalog::Curated> before; ///< as it stands; nothing: the action is of the long tail
    CatalogEdits edits, undo;               ///< what is applied, and what takes it back (empty when nothing changes)
    EditPlan plan;                          ///< the files with their diff; none when the file says so already
    std::vector<CurationCheck> checks;
    /// What the action adds to every list of tools, characters / 4; 0 while it is of the long tail.
    std::uint64_t tokensBefore = 0, tokens = 0;
    std::optional<DescriptionPreview> effect;
    std::string effectMissing; ///< why there is no effect; empty when there is
    [[nodiscard]] bool refused() const;
};

/// `entry` is all that is to be curated of the action: what it leaves empty is what the import says. Errors: NotFound
/// with the nearest names; InvalidArgument for parameters that the action does not have; LimitExceeded for prose beyond
/// catalog::MaxDescription (a title 300 bytes); those of Workspace::planEdits; Cancelled.
[[nodiscard]] Result<CurationPlan> planCuration(const Workspace &workspace, const std::string &name,
                                                catalog::Curated entry, const CurationOptions &options = {},
                                                const Job &job = {});
/// Writes the plan and records it. Errors: InvalidArgument when a check refuses it, with what and where;
/// those of Workspace::applyEdits.
[[nodiscard]] Result<void> applyCuration(Workspace &workspace, const CurationPlan &plan);

/// What the hand-written catalog says of an action; nothing when it is of the long tail. Errors: NotFound.
[[nodiscard]] Result<std::optional<catalog::Curated>> curatedEntry(const Workspace &workspace, const std::string &name);
/// Tokens (characters / 4) that an action adds to its service's curated tool with this prose. Parameters and prose that
/// `entry` does not have are those of `action`.
[[nodiscard]] std::uint64_t curatedTokens(const catalog::CapabilityView &action, const catalog::Curated &entry);

/// `{name, removes, changed, before, entry, tokens_before, tokens, checks[{id, verdict, sentence}], diff[{file,
/// lines[]}], undo, effect, effect_missing}`; `undo` is the arguments of `actionscope` that take it back.
[[nodiscard]] json::object curationToJson(const CurationPlan &plan);
/// `[{"file","lines":[{"kind","old_line","new_line","text"}]}]`
[[nodiscard]] json::array diffToJson(const EditPlan &plan);
[[nodiscard]] json::value curatedToJson(const std::optional<catalog::Curated> &entry);
/// The arguments after `actionscope` that take an applied plan back; empty when it changes nothing.
[[nodiscard]] std::vector<std::string> undoArguments(const CurationPlan &plan);

} // namespace actionscope::workspace
