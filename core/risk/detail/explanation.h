#pragma once
/// Why an action has the tier it has: the provenance chain.

#include "risk/detail/overrides.h"
#include "risk/detail/plain_rules.h"

namespace actionscope::risk::detail {

/// What the rules say, found the plain way: equals CompiledRules::decide().
[[nodiscard]] RuleOutcome decidePlainly(const RiskPolicy::Rules &rules, const catalog::CapabilityView &action);

[[nodiscard]] Provenance explainAction(const RiskPolicy::Rules &rules, const catalog::CapabilityView &action,
                                       const catalog::HandFile *hand);

} // namespace actionscope::risk::detail
