#pragma once
/// What an import changes in one service, action by action.

#include "catalog/segment.h"
#include "risk/risk_policy.h"
#include "workspace/workspace.h"

namespace actionscope::workspace::detail {

/// Counts and lists what `after` changes in `before` (null when the service is new), both as imported, without the
/// prose of curated entries. `hand` may be null; its overrides hold for the tiers on both sides. The list has what
/// changed first, then what is removed, then what is new, each by name: what a cap cuts off is what is new.
void listChanges(const catalog::Segment *before, const catalog::Segment &after, const catalog::HandFile *hand,
                 const risk::RiskPolicy &policy, ImportReport::Item &item);

} // namespace actionscope::workspace::detail
