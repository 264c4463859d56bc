#pragma once
/// What people wrote about one action, found and applied on top of the rules.

#include "risk/detail/compiled_rules.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace actionscope::risk::detail {

/// The overrides that concern one action, each list in order of the file.
struct Applicable {
    std::vector<const catalog::Override *> byMatch, byName;
    [[nodiscard]] bool empty() const { return byMatch.empty() && byName.empty(); }
};
/// Looks at every override of the file.
Applicable applicableOverrides(const catalog::CapabilityView &action, const catalog::HandFile *hand);

/// The overrides of one file by name, for going over all actions of a service. The file must outlive it.
class OverrideIndex {
public:
    explicit OverrideIndex(const catalog::HandFile *hand);
    [[nodiscard]] Applicable find(const catalog::CapabilityView &action) const;

private:
    struct ByMatch {
        const catalog::Override *entry;
        std::string prefix; ///< whatever it matches begins with this; empty when not known
    };
    std::unordered_map<std::string_view, std::vector<const catalog::Override *>> m_byName;
    std::vector<ByMatch> m_byMatch;
};

/// What applying them came to, with the entries that prevailed: null where none states that.
struct Application {
    Classification result;
    bool hintRaised = false;
    std::uint8_t lists = 0;                       ///< bit per Disagreement::Kind, with those of hints and overrides
    const catalog::Override *lowered = nullptr;   ///< lowers without a reason
    const catalog::Override *redundant = nullptr; ///< by name, and states what holds anyway
};
Application applyOverrides(const RuleOutcome &rules, catalog::Hint hint, const Applicable &overrides);

} // namespace actionscope::risk::detail
