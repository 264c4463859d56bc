#pragma once
/// Judgements out of what agents did: a search was answered, one of its results was activated, and then called well.
///
/// The log holds a search's words (up to 1,000 characters, personal data as ⟨email⟩ and the like), what it showed, and
/// the id that ties activations and calls to it. It does not say that what was not used was wrong: such results stay
/// unjudged, and a search that nobody followed gives nothing.

#include "base/progress.h"
#include "evaluation/query_set.h"
#include "governance/audit_log.h"

#include <cstdint>
#include <optional>
#include <string>

namespace actionscope::evaluation {

struct AuditJudgementOptions {
    std::optional<Timestamp> since = {};
    bool activationsToo = true; ///< activated and never called well: grade 1; called well: grade 3
    std::string name = "from-audit";
};
struct AuditJudgements {
    QuerySet set; ///< queries of equal words (case and blanks aside) are one, with the best grade of each action
    std::uint32_t searches = 0; ///< read
    std::uint32_t empty = 0;    ///< showed nothing
    std::uint32_t wordless = 0; ///< the record has no words: of another version, or nothing was typed
    std::uint32_t followed = 0; ///< led to an activation or a good call of something that they showed
    std::uint32_t replaced = 0; ///< followed, and personal data in their words is replaced: they measure less
};
/// Errors: those of the log; Cancelled.
[[nodiscard]] Result<AuditJudgements> judgementsFromAudit(const governance::AuditLog &log,
                                                          const AuditJudgementOptions &options, const Job &job = {});

} // namespace actionscope::evaluation
