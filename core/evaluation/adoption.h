#pragma once
/// How actions are taken up, read from the audit log (GD14): who activated what, in how many sessions and
/// organisations, how the calls went, and at which rank a search had shown it. Shapes only: the log holds no values.

#include "base/progress.h"
#include "governance/audit_log.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::evaluation {

/// Records of other times are passed over.
struct AdoptionWindow {
    std::optional<Timestamp> since = {}; ///< at or after
    std::optional<Timestamp> until = {}; ///< before
};

/// What the log says of one action.
struct ActionAdoption {
    std::string name; ///< "service.action"
    std::uint64_t activations = 0;
    std::uint64_t sessions = 0;      ///< that activated it; without a session, a principal counts as one each day
    std::uint64_t organisations = 0; ///< whose principals activated it; those without one are one together
    std::uint64_t calls = 0;         ///< that have an outcome
    std::uint64_t succeeded = 0;     ///< of these
    std::uint64_t shown = 0;         ///< searches that had it among their results
    std::uint64_t found = 0;         ///< activations whose search is known
    std::uint64_t foundFirst = 0;    ///< of these, at rank 1
    std::uint64_t rankSum = 0;       ///< over `found`
    Timestamp lastUse{};             ///< activation or call
    [[nodiscard]] double successShare() const { return calls == 0 ? 0 : double(succeeded) / double(calls); }
    [[nodiscard]] double meanRank() const { return found == 0 ? 0 : double(rankSum) / double(found); } ///< 0: not known
};

struct Adoption {
    std::vector<ActionAdoption> actions; ///< that were activated or called, by name
    std::uint64_t records = 0;           ///< read
    std::uint64_t sessions = 0;          ///< that activated anything
    std::optional<Timestamp> first;      ///< of the log's first record in the window; nothing when there is none
};

/// Searches whose ranks are remembered while the log is read: an activation follows its search closely.
constexpr std::size_t RememberedSearches = 200'000;

/// One pass over the window. Memory grows with the number of different sessions and actions, not with the log. Errors:
/// those of the log; Cancelled.
[[nodiscard]] Result<Adoption> adoptionFromAudit(const governance::AuditLog &log, const AdoptionWindow &window,
                                                 const Job &job = {});

} // namespace actionscope::evaluation
