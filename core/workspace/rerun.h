#pragma once
/// A recorded session run again under another preset, profile, policy or budget: what would have differed (BX10).
///
/// What can be tried again is what the log holds: the words of the searches, whose they were, and which actions were
/// used. Searches are made on the index of today, for the principal as the rules know it today; where either is not
/// what it was then, the difference says so, and `today` tells what the recorded configuration finds now, so that what
/// the catalog changed is not taken for what the preset changed. Nothing is called, nothing is recorded, nothing in
/// force changes.

#include "governance/policy.h"
#include "governance/principal.h"
#include "retrieval/preset.h"
#include "workspace/policy_trial.h"
#include "workspace/replay.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::workspace {

class Workspace;

/// What to try; what is empty stays as it was.
struct RerunSettings {
    std::shared_ptr<const retrieval::Preset> preset = {};
    std::optional<std::string> profile = {};                    ///< its name; empty text: none
    std::shared_ptr<const governance::PolicySet> policies = {}; ///< in place of those in force
    std::optional<std::uint64_t> budget = {};                   ///< tokens of context
    [[nodiscard]] bool any() const { return preset || profile || policies || budget; }
};

/// What would have become of a step. The most severe that applies.
enum class StepEffect : std::uint8_t {
    Same,
    Reranked,   ///< a search: other results, or in another order
    NotAllowed, ///< the principal may not have this action under the profile
    NotFound,   ///< its search would not have shown it
    Unreached,  ///< a call whose activation would not have been
    Denied,     ///< by a policy
    Waits,      ///< for an administrator
    Confirmed,  ///< a confirmation would have been asked for
    Passes,     ///< it was refused by a policy, or waited, and would not any more
    OverBudget, ///< the context is above the budget from here on
    CannotTell, ///< the log does not keep what it takes
};
/// "same", "reranked", "not_allowed", …
std::string_view stepEffectName(StepEffect effect);

/// One action in one search. Ranks count from 1; 0: not shown.
struct RankMove {
    std::string name;
    std::uint32_t before = 0, today = 0, after = 0;
    double scoreBefore = 0, scoreAfter = 0;
    bool used = false; ///< activated or called later on, as found by this search
};

struct StepDifference {
    std::uint64_t seq = 0;
    StepKind kind = StepKind::Other;
    StepEffect effect = StepEffect::Same;
    std::string title;  ///< one line: "invoices_list from rank 1 to 3"; empty when nothing differs
    std::string detail; ///< why, or what cannot be known
    // Of a search:
    std::vector<RankMove> ranks; ///< in order of the old ranks, then what is new
    bool indexChanged = false;   ///< it was made over another index, or with another preset of this name
    // Of a call or an activation:
    std::uint32_t rankBefore = 0, rankAfter = 0; ///< in the search that found it
    std::optional<PolicyVerdict> policyBefore, policyAfter;
    std::vector<governance::FiredRule> rules;
};

struct RerunSummary {
    std::uint64_t searches = 0, reranked = 0, notComparable = 0, indexChanged = 0;
    std::uint64_t used = 0, usedLost = 0;             ///< results that were used; of them not shown any more
    double reciprocalBefore = 0, reciprocalAfter = 0; ///< mean of 1/rank over what was used; of its search's rank
    std::uint64_t activations = 0, activationsLost = 0;
    std::uint64_t calls = 0, callsLost = 0, denied = 0, waits = 0, confirmed = 0, passes = 0, cannotTell = 0;
    std::uint64_t context = 0;
    std::optional<std::uint64_t> budget, overBudgetAt; ///< seq of the step that goes over it
};

struct Rerun {
    std::vector<StepDifference> steps; ///< one for each step of the replay, in order
    RerunSummary summary;
    std::vector<std::string> assumptions; ///< what was taken to be so, one sentence each
};

/// Runs the session's searches again and judges its calls. Errors: InvalidArgument for a profile that there is not;
/// NotFound while there is no index yet; Cancelled, saying how far it came. Any thread; a search for each that is
/// recorded, two where the index changed.
[[nodiscard]] Result<Rerun> rerunSession(const Workspace &workspace, const SessionReplay &replay,
                                         const RerunSettings &settings, const Job &job = {});

json::object differenceJson(const StepDifference &difference);
/// `{"steps":[those that differ],"summary":{…},"assumptions":[…]}`
json::object rerunJson(const Rerun &rerun);

} // namespace actionscope::workspace
