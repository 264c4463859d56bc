#pragma once
/// Risk tiers (GD6), the approval gate of catastrophic classes (GD7), and why an action has the tier it has.
///
/// Steps, each of which may overrule the one before: method → path keywords and words of the name → catastrophic
/// classes → upstream hints (they only raise, or are listed as a disagreement) → overrides by match (the most severe
/// wins) → override by name. Rules live in `resources/risk/*.yaml`, extended by `risk/*.yaml` of the workspace; each
/// carries examples that are its tests.

#include "base/result.h"
#include "catalog/catalog.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::risk {

using catalog::Approval;
using catalog::Tier;

/// What a catastrophic rule recognised; chooses the words of the consequence.
enum class CatastrophicClass : std::uint8_t { None, PermanentDelete, ContainerDestroy, BulkDelete, Passthrough };
std::string_view catastrophicClassName(CatastrophicClass value); ///< "container-destroy"; empty for None

/// The outcome for one action.
struct Classification {
    Tier tier = Tier::Write;
    Approval approval = Approval::None;
    Tier ruleTier = Tier::Write;                                   ///< before overrides
    Approval ruleApproval = Approval::None;                        ///< before overrides
    CatastrophicClass catastrophicClass = CatastrophicClass::None; ///< of the first catastrophic rule that holds
    bool overridden = false; ///< an override states the tier or the gate, be it what the rules say
    /// Listed for review: a GET with a body, sources that disagree, a tier that rests on a keyword alone, a lowering
    /// without a reason. An override that states the tier settles all but the last.
    bool review = false;
    friend bool operator==(const Classification &, const Classification &) = default;
};

/// "catastrophic" on screen: destructive and admin approval.
inline bool isCatastrophic(const Classification &c) {
    return c.tier == Tier::Destructive && c.approval == Approval::Admin;
}

/// One link of the provenance chain. INTERFACES prints rule, detail, tier, source; the rest is for people.
struct Step {
    /// "method", "keyword:terminate", "class:permanent-delete" (a rule that raises), "list:search-by-post" (a rule that
    /// only lists), "hint", "match", "override"
    std::string rule;
    std::string detail; ///< "POST writes"; "segment `terminate` of the path begins with the keyword `terminate`"
    Tier tier = Tier::Read;
    Approval approval = Approval::None;
    std::string source; ///< file:line of the rule or override, or "built in"
    enum class Outcome : std::uint8_t { Decides, Overruled, NearMiss, Agrees } outcome = Outcome::Decides;
    std::string reason; ///< of an override
};
std::string_view outcomeName(Step::Outcome outcome);

struct Provenance {
    Classification result;
    /// In order of application. Exactly one step decides: the last that moved tier or gate to where they ended. Those
    /// before it that said something else are overruled, those that said the same agree; near misses say why a rule did
    /// not apply.
    std::vector<Step> steps;
};

/// Two sources of evidence that do not agree (BX5).
struct Disagreement {
    enum class Kind : std::uint8_t {
        MethodVersusName,
        SearchByPost,
        OverrideEqualsRule,
        HintVersusRule,
        GetWithBody,
        LoweredWithoutReason
    };
    Kind kind;
    catalog::Ordinal action;
    std::string message;
    Location where; ///< of the override, if one is concerned
};
std::string_view disagreementName(Disagreement::Kind kind);

/// A rule or keyword as the settings page lists it.
struct RuleInfo {
    enum class Kind : std::uint8_t { Method, Keyword, Class, List } kind = Kind::Class;
    std::string id; ///< as in Step::rule: "class:bulk-delete", "keyword:wipe"
    std::string title;
    Tier tier = Tier::Read;
    Approval approval = Approval::None;
    std::string source;         ///< file:line
    bool builtIn = true;        ///< from the first folder
    std::string disabledReason; ///< empty while it is in force
};

/// Immutable; any thread. Costs under a microsecond an action.
///
/// ## The rule files
/// The comments at the top of `resources/risk/*.yaml` are the reference; in short:
/// - `methods:` first rule that holds gives the tier of the method, and may say `as: POST` for what follows.
/// - `keywords:` words that make a POST, PUT or PATCH destructive: whole words, at the beginning of a path segment or
/// anywhere
///   in the name.
/// - `rules:` raise the tier, set the gate, or list a disagreement, on conditions over methods, words of the path,
/// words of the
///   name, and what the path ends at.
/// - `lists:` named word lists; `extend:` adds words to one; `disable:` switches off a rule or keyword of an earlier
/// folder, with a
///   `reason:`, and stays visible as a near miss.
/// - `examples:` and `counter_examples:` of a rule are its tests, run whenever the rules are read.
/// Rules only ever raise; lowering is for overrides, where it names one service's actions and carries a reason.
class RiskPolicy {
public:
    /// Reads every *.yaml of the folders in order of name, later folders extending earlier ones. The first folder is
    /// the built-in one and must exist; others may be absent. Errors: ParseError with line and column (unknown keys
    /// included); InvalidArgument naming the rule whose own example does not hold, whose id is taken, or that weakens
    /// an earlier one without a reason; LimitExceeded; NotFound.
    [[nodiscard]] static Result<std::shared_ptr<const RiskPolicy>>
    load(const std::vector<std::filesystem::path> &folders);

    /// `hand` may be null.
    [[nodiscard]] Classification classify(const catalog::CapabilityView &action, const catalog::HandFile *hand) const;
    /// The same with every step, losing ones and near misses included.
    [[nodiscard]] Provenance explain(const catalog::CapabilityView &action, const catalog::HandFile *hand) const;
    /// All actions of a snapshot, by ordinal.
    [[nodiscard]] std::vector<Classification> classifyAll(const catalog::Catalog &catalog) const;
    /// Every rule and keyword in order of application, switched-off ones included.
    [[nodiscard]] std::vector<RuleInfo> rules() const;
    /// Sorted by kind, then action. What an override settled by stating the tier is not listed any more. Overrides by
    /// match are listed once, at the first action concerned.
    [[nodiscard]] std::vector<Disagreement> disagreements(const catalog::Catalog &catalog) const;

    struct Rules;
    explicit RiskPolicy(std::shared_ptr<const Rules> rules)
        : m_rules(std::move(rules)) {}

private:
    std::shared_ptr<const Rules> m_rules;
};

/// Whether going from `before` to `after` lowers the tier or removes the gate: such an override needs a reason.
bool isLowering(const Classification &before, Tier tier, Approval approval);

/// What an action does to the world in one or two plain sentences: "Deletes a repository and everything in it. Cannot
/// be undone."
///
/// The override's template goes first: `{owner}` becomes ‹owner› where the action has such a parameter, `{service}` the
/// service's title, anything else in braces stays. Else the sentence is made from tier, class and the words of the
/// name: never from the source's prose, which upstreams write. Invisible characters are shown as tokens.
std::string consequence(const catalog::CapabilityView &action, const Classification &classification,
                        std::string_view serviceTitle, std::string_view consequenceTemplate = {});
/// The same with the service's title and, where an override of the action gives one, its template: what every place
/// that shows a consequence calls, so that an approver reads what the catalog says.
std::string consequence(const catalog::CapabilityView &action, const Classification &classification,
                        const catalog::Service &service);

} // namespace actionscope::risk
