#pragma once
/// What approvers decided again and again, as a draft of policy rules for a person to read, try and put in force.

#include "base/clock.h"
#include "base/progress.h"
#include "base/result.h"
#include "governance/approvals.h"
#include "governance/audit_log.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actionscope::governance {

/// How requests for one action ended.
struct ApprovalHistory {
    std::string service, action, tier;
    bool gated = false; ///< the action itself asks for an administrator: no policy can take that away
    std::uint64_t approved = 0, denied = 0, expired = 0;
    std::set<std::string> organisations; ///< of who asked; "" for those without one
    std::set<std::string> approvers;     ///< principal ids of who decided
    std::string lastReason;              ///< of the newest denial
};

/// Read from the audit log, where every decision stands, by name. `approvals` is asked whether an action is gated.
/// Walks the records of kind "approval" once. Errors: the log's; Cancelled.
[[nodiscard]] Result<std::vector<ApprovalHistory>> approvalHistory(const AuditLog &log, ApprovalStore &approvals,
                                                                   std::optional<Timestamp> since = {},
                                                                   const Job &job = {});

enum class Suggestion : std::uint8_t {
    None,    ///< too few decisions, or not all alike
    Deny,    ///< always denied
    Allow,   ///< always granted, and only a policy asked for it
    TimeBox, ///< always granted, and the action itself asks: an approver may grant several calls at once
};
std::string_view suggestionName(Suggestion suggestion);
/// How many decisions make a suggestion where nobody says otherwise: the app and the command line alike.
constexpr std::uint64_t UsualLeast = 5;
/// `least`: decisions that it takes, all of one kind. Requests that nobody decided count for neither.
Suggestion suggestionFor(const ApprovalHistory &history, std::uint64_t least);

/// The text of a file for `policies/`, with a comment above each rule that says what it rests on; empty when there is
/// nothing to suggest. Never written anywhere by itself: that many were granted does not say that the next one should
/// be.
std::string draftPolicy(const std::vector<ApprovalHistory> &histories, std::uint64_t least);

} // namespace actionscope::governance
