#pragma once
/// What of the context a caller's profile pays for.

#include "workspace/workspace.h"

namespace actionscope::workspace {

/// The budgets of the context text for `who`: those of the settings, and in their place those that its profile has.
/// Null: the person at this program.
[[nodiscard]] inline context::Budgets contextBudgets(const Snapshot &snapshot, const governance::Principal *who) {
    context::Budgets budgets = snapshot.settings.context.budgets;
    const Profile *profile = who != nullptr ? snapshot.profiles->of(*who) : nullptr;
    if (profile == nullptr)
        return budgets;
    budgets.tokens = {profile->budgets.tier0.value_or(budgets.tokens[0]),
                      profile->budgets.tier1.value_or(budgets.tokens[1]),
                      profile->budgets.tier2.value_or(budgets.tokens[2])};
    return budgets;
}

} // namespace actionscope::workspace
