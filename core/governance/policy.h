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
///
/// Every condition but `arguments` takes one text or a list, of which one must fit; * stands for any run of characters.
/// `tier` also knows `catastrophic` (destructive behind the admin gate). `path` is a glob over whole segments
/// (catalog/hand_file.h `pathGlobMatches`). `principal` has `role`, `organisation`, `user`, `profile` and `name`;
/// `facade` is one of "mcp:gateway", "mcp:curated", …
///
/// `arguments` are named, or given as a JSON pointer ("/body/amount"). A condition is a value, a list of values (one
/// must fit), or a mapping of tests that must all hold: `equals`, `not`, `matches` and `not_matches` (RE2, the whole
/// text), `above`, `below`, `at_least`, `at_most`, `present`. Scalars of different types are compared by their text, so
/// that "true" does not slip past `true`; of a list of values one element that fits is enough; `not`, `not_matches` and
/// `present: false` hold when there is no such argument, the other tests do not.

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
    const json::object *arguments = nullptr; ///< as the agent gave them, pseudonyms not resolved; null: none
    /// They were not kept (calls read from the audit log): rules that ask for them are listed as unsure.
    bool argumentsUnknown = false;
    bool principalUnknown = false; ///< the same of who called: only the id is known
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
    /// Only where something is unknown: rules that would have fired or not, depending on it, and what follows
    /// an `allow` of that kind.
    std::vector<FiredRule> unsure;
};

/// Immutable; any thread. Loaded whole or not at all.
class PolicySet {
public:
    static std::shared_ptr<const PolicySet> none();
    /// Denies every call: what is in force while policies that were never read whole cannot be read.
    static std::shared_ptr<const PolicySet> denyAll(std::string message);
    /// Reads every *.yaml of `folder` (absent: none()). Errors: those of reading a file; ParseError with line and
    /// column; InvalidArgument (a pattern that RE2 does not take); LimitExceeded (256 files, 1 MiB each, 10,000 rules).
    [[nodiscard]] static Result<std::shared_ptr<const PolicySet>> load(const std::filesystem::path &folder);
    /// The same of these files, in the order of their names.
    [[nodiscard]] static Result<std::shared_ptr<const PolicySet>> loadFiles(std::vector<std::filesystem::path> files);
    virtual ~PolicySet() = default;
    [[nodiscard]] virtual PolicyDecision evaluate(const PolicyInput &input) const = 0;
    [[nodiscard]] virtual std::size_t ruleCount() const = 0;
};

/// The same as JSON: what the external hook is posted as {"input": …}.
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

/// A deny of either wins, the rest adds up: the more approvers, the shorter time box of those that ask for approval.
PolicyDecision combine(PolicyDecision first, const PolicyDecision &second);

} // namespace actionscope::governance
