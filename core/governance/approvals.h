#pragma once
/// Admin approvals (GD7, BX1): a durable queue of frozen requests. An approval binds to the digest of the canonical
/// arguments and the hash of the action's definition: any change voids it.

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "governance/audit_log.h"
#include "governance/principal.h"
#include "governance/token_store.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::governance {

/// What is approved, and nothing else.
struct FrozenRequest {
    std::string service, action;
    std::string definitionHash;  ///< SHA-256, hexadecimal, of the action's definition (gatekeeper.h `definitionHash`)
    std::string argumentsDigest; ///< HMAC-SHA256 under the workspace's digest key of the canonical arguments
    std::string principal;       ///< id of who called
    std::string principalName, user, organisation, session, facade;
    std::string tier;
    bool gated = false;       ///< the action itself asks for an administrator; else a policy does
    std::string consequence;  ///< of our own template, never the caller's text
    std::string statedReason; ///< the caller's own words: quoted, labelled unverified, at most 280 characters
    /// The exact request for the approver: method, url, headers, body, arguments with secrets and personal data as
    /// typed placeholders; and `target`, what approving by hand makes the approver type: the last path parameter's
    /// value when it is short and plain, else the action's last word.
    json::object shown;
    /// What the placeholders of personal data in `shown` stand for: {"⟨email·1⟩": "ana@example.org"}; never a secret.
    /// Only on its way into the store, which keeps it encrypted while the request waits; toJson() leaves it out.
    json::object personal;
    json::array provenance; ///< why this tier
    unsigned approversNeeded = 1;
    std::chrono::seconds longestTimeBox{0}; ///< 0: once only
};

enum class ApprovalState : std::uint8_t {
    Waiting,  ///< nobody, or not enough people, decided yet
    Approved, ///< and unspent, or its time box still runs
    Spent,
    Denied,
    Expired,   ///< nobody decided in time, or the grant ran out unspent: not a denial
    Void,      ///< the definition changed after it was asked for
    Withdrawn, ///< the caller took it back or its session ended
    Revoked,   ///< an approver took the unspent grant back
};
std::string_view approvalStateName(ApprovalState state);
std::optional<ApprovalState> approvalStateFromName(std::string_view name);

struct ApprovalVote {
    std::string approver, approverName; ///< principal id and name
    std::string user;                   ///< whose credential it was; empty when unknown
    bool approve = false;
    Timestamp at;
    std::string reason; ///< told to the caller, when denied
    std::string note;   ///< for other approvers only
};

struct Approval {
    std::string id; ///< "a-" and 10 characters
    FrozenRequest request;
    ApprovalState state = ApprovalState::Waiting;
    Timestamp created, expires; ///< `expires`: of the request while waiting, of the grant once approved
    std::vector<ApprovalVote> votes;
    std::chrono::seconds timeBox{0}; ///< granted; 0: one call
    unsigned usesLeft = 0;           ///< of the grant
    std::size_t hidden = 0;          ///< personal values that `ApprovalStore::reveal` would show; 0 once it was decided
    [[nodiscard]] unsigned approvals() const;
};

struct ApprovalDecision {
    bool approve = false;
    std::string reason; ///< required for a denial
    std::string note;
    std::chrono::seconds timeBox{0}; ///< at most the request's; 0: this exact call once
    unsigned uses = 1;               ///< with a time box: 1 to 20
};

struct ApprovalFilter {
    std::vector<ApprovalState> states; ///< empty: all
    std::string action;                ///< "service.action"
    std::size_t limit = 200;
};

/// "a-" and 10 characters that people can tell apart when they read them out.
std::string newApprovalId();
/// The whole of a request as JSON, and back. Errors: ParseError.
json::object toJson(const FrozenRequest &request);
[[nodiscard]] Result<FrozenRequest> frozenRequestFromJson(const json::value &value);
/// Errors: those of `ApprovalStore::decide` that `approval`, `decision` and `who` alone give.
[[nodiscard]] Result<void> checkDecision(const Approval &approval, const ApprovalDecision &decision,
                                         const Principal &who);
/// `shown` with the personal data of `ApprovalStore::reveal` in the place of its placeholders, in texts and names too.
json::object withPersonalData(const json::object &shown, const json::object &personal);
/// The audit event of a change (kind "approval", outcome the state, "view" when an approver opened the item, or
/// "reveal" when he had its personal data shown): digests and names, never arguments. `who` is null when the store
/// itself did it (expiry).
AuditEvent approvalEvent(const Approval &approval, std::string_view outcome, const Principal *who);
/// How long a grant of a single call may stay unspent; a time box is its own end.
inline constexpr std::chrono::seconds GrantLife{3600};
inline constexpr std::size_t MaxWaitingApprovals = 1000; ///< when limits.approvals_waiting says nothing
inline constexpr unsigned MaxApprovalUses = 20;

/// Implemented by storage: durable, shared by processes, every change in one transaction with its audit record (kind
/// "approval", outcome the new state). Any thread. Times come from the store's clock; expiry is applied whenever the
/// store is asked, so that a clock that jumps never leaves an expired request open: one that was seen to be over stays
/// so, and a clock that was set back to before the last change (by more than ClockTolerance) ends what is open, since
/// its time can no longer be told.
class ApprovalStore {
public:
    virtual ~ApprovalStore() = default;
    /// Asks; a waiting or approved request of the same principal, digest and definition is returned instead of a second
    /// one. Errors: LimitExceeded when 1,000 are waiting (limits.approvals_waiting).
    [[nodiscard]] virtual Result<Approval> request(const FrozenRequest &request, std::chrono::seconds lifetime) = 0;
    [[nodiscard]] virtual Result<std::optional<Approval>> get(std::string_view id) = 0;
    /// The newest request of this principal for this action with these arguments, whatever the definition then was.
    [[nodiscard]] virtual Result<std::optional<Approval>> newest(const FrozenRequest &request) = 0;
    /// The personal data behind the placeholders of a waiting request, for who is to decide it: {"⟨email·1⟩":
    /// "ana@example.org"}, empty when it holds none. Who asked, why, and how many values were shown is a record (kind
    /// "approval", outcome "reveal") made in the same transaction: without it nothing is shown. It is kept encrypted
    /// (AES-256-GCM under a key of the workspace) and erased when the request stops waiting, for whatever reason.
    /// Errors: InvalidArgument without a reason, or for one beyond 2,000 bytes; PermissionDenied (`who` lacks
    /// Permission::Decide or made the request); NotFound; Conflict when it is not waiting any more; Corrupt when it
    /// cannot be decrypted.
    [[nodiscard]] virtual Result<json::object> reveal(std::string_view id, const Principal &who,
                                                      std::string_view reason) = 0;
    /// Oldest expiry first among waiting ones, then newest first.
    [[nodiscard]] virtual Result<std::vector<Approval>> list(const ApprovalFilter &filter) = 0;
    /// One vote. Errors: PermissionDenied (`who` lacks Permission::Decide, made the request, is the same user as who
    /// made it where four eyes are asked for (two approvers or more), or voted already, be it with another credential
    /// of the same user); NotFound; Conflict when it is not waiting any more (with its state); InvalidArgument (a
    /// denial without reason, a time box longer than allowed).
    [[nodiscard]] virtual Result<Approval> decide(std::string_view id, const ApprovalDecision &decision,
                                                  const Principal &who) = 0;
    /// Takes one use of an approved grant that fits all of principal, digest and definition, atomically: of two racing
    /// calls one gets it. Nothing when there is none.
    [[nodiscard]] virtual Result<std::optional<Approval>> spend(const FrozenRequest &request) = 0;
    /// Takes an unspent grant back. Errors: NotFound; PermissionDenied without Permission::Decide; Conflict when there
    /// is nothing to take back.
    [[nodiscard]] virtual Result<Approval> revoke(std::string_view id, const Principal &who) = 0;
    /// For the caller itself. Errors: NotFound; PermissionDenied when another principal asked; Conflict as above.
    [[nodiscard]] virtual Result<Approval> withdraw(std::string_view id, std::string_view principal) = 0;
    /// Voids what is open for an action whose definition is not `definitionHash` any more; returns how many.
    [[nodiscard]] virtual Result<std::size_t> voidOthers(std::string_view service, std::string_view action,
                                                         std::string_view definitionHash) = 0;
};

} // namespace actionscope::governance
