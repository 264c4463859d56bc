#pragma once
/// Promotion (GD14): actions of the long tail that prove useful are proposed as curated ones, with the evidence and a
/// draft of their prose; a person edits and accepts. Nothing is promoted by itself.
///
/// **Evidence** ranks candidates: `log2(1 + sessions) × log2(1 + organisations) × success × recency`, where success is
/// `(succeeded + 1) / (calls + 2)` (of an action never called that is one half) and recency halves for every window
/// that passed since the last use. It grows with how many asked and not with how often one of them did: a loop of one
/// session counts once. Ties are broken by activations, then by name.

#include "catalog/prose_draft.h"
#include "evaluation/adoption.h"
#include "workspace/curation.h"
#include "workspace/growth_settings.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::workspace {

constexpr std::size_t ListedCandidates = 200;

struct PromotionOptions {
    GrowthSettings thresholds;            ///< promotionWindow, promotionSessions, promotionOrganisations
    std::optional<Timestamp> since = {};  ///< instead of the window
    std::optional<Timestamp> now = {};    ///< instead of the system clock's
    std::size_t limit = ListedCandidates; ///< of candidates, best first
};

struct PromotionCandidate {
    evaluation::ActionAdoption use;
    double evidence = 0;
    std::uint64_t tokens = 0; ///< what it would add to every list of tools, with the drafted prose
    std::string title;
    risk::Classification risk;
};

struct PromotionList {
    std::vector<PromotionCandidate> candidates; ///< best first
    std::uint64_t more = 0;                     ///< candidates beyond the limit
    std::uint64_t below = 0;                    ///< long-tail actions with too few sessions or organisations
    std::uint64_t gone = 0;                     ///< used, and not in the catalog any more
    Timestamp since{}, until{};
    std::optional<Timestamp> logBegins; ///< the log's first record; later than `since`: the window is not covered
    std::uint64_t curatedActions = 0, curatedTokens = 0; ///< listed always, as it is now
};

/// The evidence of one action by the formula above; `now` and `window` say what is recent.
[[nodiscard]] double promotionEvidence(const evaluation::ActionAdoption &use, Timestamp now,
                                       std::chrono::seconds window);

/// One pass over the window of the log. Errors: PermissionDenied when state.db cannot be used; those of the log;
/// Cancelled.
[[nodiscard]] Result<PromotionList> suggestPromotions(const Workspace &workspace, const PromotionOptions &options,
                                                      const Job &job = {});
/// What the log says of one action in that window; nothing when it was not used.
[[nodiscard]] Result<std::optional<evaluation::ActionAdoption>>
adoptionOf(const Workspace &workspace, const std::string &name, const PromotionOptions &options, const Job &job = {});

struct PromotionDraft {
    catalog::ProseDraft prose;
    catalog::Curated entry; ///< the draft as an entry: required parameters, and others whose prose is better now
};
/// Errors: NotFound with the nearest names; AlreadyExists for an action that is curated already.
[[nodiscard]] Result<PromotionDraft> draftPromotion(const Workspace &workspace, const std::string &name);
/// Applies the plan and records the promotion with its evidence. Errors: those of applyCuration; IoError when the entry
/// is saved and its evidence could not be recorded.
[[nodiscard]] Result<void> acceptPromotion(Workspace &workspace, const CurationPlan &plan,
                                           const std::optional<evaluation::ActionAdoption> &use);

/// As app/cli/command-line.md says.
[[nodiscard]] json::object adoptionToJson(const evaluation::ActionAdoption &use);
[[nodiscard]] json::object promotionsToJson(const PromotionList &list, const PromotionOptions &options);
[[nodiscard]] json::object draftToJson(const PromotionDraft &draft);

} // namespace actionscope::workspace
