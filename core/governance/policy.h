#pragma once
/// Policy hooks (GD9): rules in `policies/*.yaml` and an external hook, which see every call before it is dispatched.
///
///     layer: organisation          # organisation (first) or service
///     service: github              # only in layer service
///     rules:
///       - name: no-force-merge
///         match:                   # all that are given must hold
///           service: github        # or a list; * matches inside a word
///           action: "pulls_*"
///           tier: [write, destructive]
///           method: POST
///           path: "/repos/**"
///           tag: admin
///           principal: {role: agent, organisation: acme, user: "*@acme.test", profile: support}
///           arguments: {owner: "acme", force: true, amount: {above: 1000}, to: {matches: ".*@acme\\.test"}}
///         effect: deny             # allow | deny | confirm | approve | redact
///         message: Merging by force is for people.
///         approvers: 2             # with approve
///         time_box: 15m            # with approve: the approver may grant a time box of at most so long
///         redact: [/body/email]    # with redact: JSON pointers into the result
///
/// First by layer, then by file name and order. Every matching rule counts: a deny anywhere wins; else confirmations,
/// approvals and redactions add up. `allow` ends the evaluation of its own layer (rules below it are skipped).

#include "base/json.h"
#include "base/result.h"
#include "catalog/hand_file.h"
#include "governance/principal.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace actionscope::governance {

/// What a policy sees of a call. Views live for the evaluation.
struct PolicyInput {
    const Principal *principal = nullptr;
    std::string service, action, facade, session;
    catalog::Tier tier = catalog::Tier::Read;
    bool adminApproval = false;
    std::string method, path;
    std::vector<std::string> tags;
    const json::object *arguments = nullptr; ///< as the agent gave them, pseudonyms not resolved
};

struct FiredRule {
    std::string layer, name, effect;
    Location where; ///< empty for the external hook
};

struct PolicyDecision {
    bool denied = false;
    std::string message;             ///< for the agent, when denied
    bool confirm = false;            ///< a confirmation is needed whatever the tier says
    bool approve = false;            ///< an admin approval is needed whatever the gate says
    unsigned approvers = 1;          ///< distinct people, at least
    std::chrono::seconds timeBox{0}; ///< longest time box an approver may grant; 0: this call only
    std::vector<std::string> redact; ///< JSON pointers into the result
    std::vector<FiredRule> fired;
};

/// Immutable; any thread. Loaded whole or not at all.
class PolicySet {
public:
    static std::shared_ptr<const PolicySet> none();
    /// Reads every *.yaml of `folder` (absent: none()). Errors: ParseError with line and column, LimitExceeded,
    /// InvalidArgument (a pattern that RE2 does not take).
    [[nodiscard]] static Result<std::shared_ptr<const PolicySet>> load(const std::filesystem::path &folder);
    virtual ~PolicySet() = default;
    [[nodiscard]] virtual PolicyDecision evaluate(const PolicyInput &input) const = 0;
    [[nodiscard]] virtual std::size_t ruleCount() const = 0;
};

/// The same as JSON: what the external hook is posted ({"input": …}) and what `policy test` reads from a file.
json::object policyInputJson(const PolicyInput &input);

/// Asks a policy engine over HTTP in the manner of Open Policy Agent's data API: POST {"input": …}, answer {"result":
/// …} where result is a boolean (allow?) or {"allow", "deny", "message", "confirm", "approve", "approvers", "redact"}.
/// Implemented by upstream (it reaches the network). Any thread; blocks. Fail closed: an error means deny.
class PolicyHook {
public:
    virtual ~PolicyHook() = default;
    /// Errors: NetworkError (no answer in time, not JSON, no `result`): the gatekeeper denies.
    [[nodiscard]] virtual Result<PolicyDecision> ask(const PolicyInput &input) const = 0;
};

/// A deny of either wins, the rest adds up.
PolicyDecision combine(PolicyDecision first, const PolicyDecision &second);

} // namespace actionscope::governance
