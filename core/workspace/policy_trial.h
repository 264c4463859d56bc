#pragma once
/// Policies tried on what happened: which recorded calls would have waited, been confirmed, been refused, or passed
/// (BX8).
///
/// The log keeps shapes of arguments and no values, and of callers their ids: a rule that asks for what is not kept
/// makes a call one that nobody can tell of, never one that passes. The external hook is not asked. A draft is compared
/// with the policies in force now, not with what happened then: the same policies change nothing, whatever was in force
/// at the time.

#include "base/clock.h"
#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"
#include "governance/audit_log.h"
#include "governance/policy.h"
#include "workspace/recorded_principals.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::workspace {

struct Snapshot;

/// What policies make of a call, the most severe first.
enum class PolicyVerdict : std::uint8_t { Denied, Waits, Confirmed, CannotTell, Passes };
constexpr std::size_t PolicyVerdicts = 5;
/// "denied", "approve", "confirm", "cannot_tell", "allowed".
std::string_view policyVerdictName(PolicyVerdict verdict);

/// A call or an activation in the log: sent ones by their attempt, refused ones by their denial.
[[nodiscard]] bool isRecordedCall(const governance::AuditRecord &record);

/// Judges recorded calls and activations by policies. Any thread.
class PolicyJudge {
public:
    PolicyJudge(const Workspace &workspace, std::shared_ptr<const governance::PolicySet> policies);

    struct Judgement {
        PolicyVerdict verdict = PolicyVerdict::Passes; ///< by the policies alone
        /// With what the action asks for by itself: a gated one waits and a writing one is confirmed, whatever policies
        /// say.
        PolicyVerdict effect = PolicyVerdict::Passes;
        governance::PolicyDecision decision;
        bool knownPrincipal = true;
    };
    [[nodiscard]] Judgement judge(const governance::AuditEvent &event) const;

private:
    std::shared_ptr<const Snapshot> m_snapshot;
    std::shared_ptr<const governance::PolicySet> m_policies;
    RecordedPrincipals m_principals;
};

/// Whether two judgements of one call would be noticed by anybody: another effect, more or fewer approvers, other
/// redactions.
[[nodiscard]] bool differ(const PolicyJudge::Judgement &before, const PolicyJudge::Judgement &after);

struct PolicyTrialOptions {
    std::optional<Timestamp> since = {}, until = {}; ///< at or after; before
    std::string session = {};                        ///< empty: all
    std::size_t listed = 10'000;                     ///< calls in `calls`; the counts know of all
    std::size_t examples = 3;                        ///< of each group
};

struct TriedCall {
    std::uint64_t seq = 0;
    Timestamp time;
    std::string name, principal, session, tier;
    std::string recorded; ///< "sent", or the word of the refusal
    PolicyVerdict inForce = PolicyVerdict::Passes, draft = PolicyVerdict::Passes; ///< effects
    PolicyVerdict verdict = PolicyVerdict::Passes;                                ///< of the draft's rules alone
    bool changed = false;
    std::string message;
    unsigned approvers = 0;
    std::vector<governance::FiredRule> fired, unsure;
};

/// Changed calls of one action or of one session.
struct TrialGroup {
    std::string name;
    std::uint64_t calls = 0, changed = 0;
    std::array<std::uint64_t, PolicyVerdicts> to{}; ///< changed ones by what would become of them
    std::vector<std::uint64_t> examples;            ///< seq of the first changed ones
};

struct PolicyTrial {
    std::size_t rules = 0; ///< of the draft
    std::uint64_t calls = 0, changed = 0;
    std::array<std::uint64_t, PolicyVerdicts> verdicts{}; ///< of the draft's rules alone
    std::array<std::uint64_t, PolicyVerdicts> to{};       ///< changed ones by what would become of them
    std::vector<TriedCall> tried; ///< in order of time: changed ones, and those that the draft's rules do not just pass
    std::uint64_t cut = 0;        ///< how many more there are
    std::vector<TrialGroup> actions, sessions; ///< most changed first; those without a change are left out
    std::optional<Timestamp> first, last;      ///< of the calls that were read
    bool unknownArguments = false;             ///< some could not be told
};

/// Walks the calls and denials of the range once. Errors: the log's; NotFound when state.db cannot be used; Cancelled.
[[nodiscard]] Result<PolicyTrial> tryPolicies(const Workspace &workspace,
                                              std::shared_ptr<const governance::PolicySet> draft,
                                              const PolicyTrialOptions &options = {}, const Job &job = {});

/// "14 calls would have waited for approval", one sentence for each effect, the most severe first; one that says that
/// nothing changes when nothing does.
[[nodiscard]] std::vector<std::string> sentencesOf(const PolicyTrial &trial);
[[nodiscard]] json::object policyTrialJson(const PolicyTrial &trial);

/// Files, or one folder of them, as policies. Errors: those of PolicySet::load.
[[nodiscard]] Result<std::shared_ptr<const governance::PolicySet>>
loadPolicies(const std::vector<std::filesystem::path> &names);

} // namespace actionscope::workspace
