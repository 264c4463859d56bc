#pragma once
/// Risk tiers (GD6), the approval gate of catastrophic classes (GD7), and why an action has the tier it has.
///
/// Steps, each of which may overrule the one before: method → path keywords and words of the name → catastrophic classes →
/// upstream hints (they only raise, or are listed as a disagreement) → overrides by match (the most severe wins) → override
/// by name. Rules live in `resources/risk/*.yaml`, extended by `risk/*.yaml` of the workspace; each carries examples that are
/// its tests.

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

/// The outcome for one action.
struct Classification {
    Tier tier = Tier::Write;
    Approval approval = Approval::None;
    Tier ruleTier = Tier::Write;              ///< before overrides
    Approval ruleApproval = Approval::None;   ///< before overrides
    bool overridden = false;
    bool review = false;                      ///< listed for review (a GET with a body, a disagreement, a keyword-only tier)
    friend bool operator==(const Classification &, const Classification &) = default;
};

/// "catastrophic" on screen: destructive and admin approval.
inline bool isCatastrophic(const Classification &c) {
    return c.tier == Tier::Destructive && c.approval == Approval::Admin;
}

/// One link of the provenance chain. INTERFACES prints rule, detail, tier, source; the rest is for people.
struct Step {
    std::string rule;      ///< "method", "keyword:terminate", "class:permanent-delete", "hint", "match", "override"
    std::string detail;    ///< "POST writes"; "segment `terminate` of the path begins with the keyword `terminate`"
    Tier tier = Tier::Read;
    Approval approval = Approval::None;
    std::string source;    ///< file:line of the rule or override, or "built in"
    enum class Outcome : std::uint8_t { Decides, Overruled, NearMiss, Agrees } outcome = Outcome::Decides;
    std::string reason;    ///< of an override
};
std::string_view outcomeName(Step::Outcome outcome);

struct Provenance {
    Classification result;
    std::vector<Step> steps; ///< in order of application; exactly the last one that decides gives the result
};

/// Two sources of evidence that do not agree (BX5).
struct Disagreement {
    enum class Kind : std::uint8_t { MethodVersusName, SearchByPost, OverrideEqualsRule, HintVersusRule, GetWithBody, LoweredWithoutReason };
    Kind kind;
    catalog::Ordinal action;
    std::string message;
    Location where; ///< of the override, if one is concerned
};
std::string_view disagreementName(Disagreement::Kind kind);

/// Immutable; any thread. Costs under a microsecond an action.
class RiskPolicy {
public:
    /// Reads every *.yaml of the folders in order, later ones extending earlier ones. Errors: ParseError with line and column;
    /// InvalidArgument naming the rule whose own example does not hold.
    [[nodiscard]] static Result<std::shared_ptr<const RiskPolicy>> load(const std::vector<std::filesystem::path> &folders);

    /// `hand` may be null.
    [[nodiscard]] Classification classify(const catalog::CapabilityView &action, const catalog::HandFile *hand) const;
    /// The same with every step, losing ones and near misses included.
    [[nodiscard]] Provenance explain(const catalog::CapabilityView &action, const catalog::HandFile *hand) const;
    /// All actions of a snapshot, by ordinal.
    [[nodiscard]] std::vector<Classification> classifyAll(const catalog::Catalog &catalog) const;
    /// Sorted by kind, then action.
    [[nodiscard]] std::vector<Disagreement> disagreements(const catalog::Catalog &catalog) const;

    struct Rules;
    explicit RiskPolicy(std::shared_ptr<const Rules> rules) : m_rules(std::move(rules)) {}

private:
    std::shared_ptr<const Rules> m_rules;
};

/// Whether going from `before` to `after` lowers the tier or removes the gate: such an override needs a reason.
bool isLowering(const Classification &before, Tier tier, Approval approval);

/// What an action does to the world in one plain sentence, from its tier, name and (if given) the override's template.
std::string consequence(const catalog::CapabilityView &action, const Classification &classification,
                        std::string_view serviceTitle, std::string_view consequenceTemplate = {});

} // namespace actionscope::risk
