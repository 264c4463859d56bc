#pragma once
/// What of the context a caller's profile pays for.

#include "workspace/workspace.h"

#include <algorithm>
#include <array>
#include <optional>

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

/// `asked` with no tier above what the profile of `who` has for it, where it has something.
[[nodiscard]] inline context::Budgets withinProfile(context::Budgets asked, const Snapshot &snapshot,
                                                    const governance::Principal *who) {
    const Profile *profile = who != nullptr ? snapshot.profiles->of(*who) : nullptr;
    if (profile == nullptr)
        return asked;
    const std::array<std::optional<std::size_t>, 3> most{profile->budgets.tier0, profile->budgets.tier1,
                                                         profile->budgets.tier2};
    for (std::size_t tier = 0; tier < most.size(); ++tier)
        asked.tokens[tier] = std::min(asked.tokens[tier], most[tier].value_or(asked.tokens[tier]));
    return asked;
}

} // namespace actionscope::workspace
