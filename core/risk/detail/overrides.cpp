#include "risk/detail/overrides.h"

#include <algorithm>

namespace actionscope::risk::detail {
namespace {

bool matchHolds(const catalog::Match &match, const catalog::CapabilityView &action) {
    if (match.method && *match.method != action.method())
        return false;
    return match.matches(action.method(), action.path(), match.tag ? action.tags() : std::vector<std::string_view>());
}

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

/// What a group of overrides states together: the most severe of each.
struct Statement {
    std::optional<Tier> tier;
    std::optional<Approval> approval;
};
Statement statementOf(const std::vector<const catalog::Override *> &group) {
    Statement statement;
    for (const catalog::Override *entry : group) {
        if (entry->risk)
            statement.tier = std::max(statement.tier.value_or(*entry->risk), *entry->risk);
        if (entry->approval)
            statement.approval = std::max(statement.approval.value_or(*entry->approval), *entry->approval);
    }
    return statement;
}

/// Applies a group; returns the entry that lowers without a reason, unless another that states the same has one.
const catalog::Override *apply(const std::vector<const catalog::Override *> &group, Classification &result,
                               bool &tierStated) {
    const Statement statement = statementOf(group);
    const bool lowersTier = statement.tier && *statement.tier < result.tier;
    const bool lowersGate = statement.approval && *statement.approval < result.approval;
    const auto unreasoned = [&](const auto &prevails) -> const catalog::Override * {
        const catalog::Override *first = nullptr;
        for (const catalog::Override *entry : group) {
            if (!prevails(*entry))
                continue;
            if (!isBlank(entry->reason))
                return nullptr;
            if (first == nullptr)
                first = entry;
        }
        return first;
    };
    const catalog::Override *lowered = nullptr;
    if (lowersTier)
        lowered = unreasoned([&](const catalog::Override &entry) { return entry.risk == statement.tier; });
    if (lowersGate && lowered == nullptr)
        lowered = unreasoned([&](const catalog::Override &entry) { return entry.approval == statement.approval; });
    if (statement.tier)
        result.tier = *statement.tier;
    if (statement.approval)
        result.approval = *statement.approval;
    tierStated = tierStated || statement.tier.has_value();
    result.overridden = result.overridden || statement.tier || statement.approval;
    return lowered;
}

} // namespace

Applicable applicableOverrides(const catalog::CapabilityView &action, const catalog::HandFile *hand) {
    Applicable found;
    if (hand == nullptr)
        return found;
    for (const catalog::Override &entry : hand->overrides) {
        if (!entry.action.empty()) {
            if (entry.action == action.name())
                found.byName.push_back(&entry);
        } else if (entry.match && matchHolds(*entry.match, action)) {
            found.byMatch.push_back(&entry);
        }
    }
    return found;
}

OverrideIndex::OverrideIndex(const catalog::HandFile *hand) {
    if (hand == nullptr)
        return;
    for (const catalog::Override &entry : hand->overrides) {
        if (!entry.action.empty()) {
            m_byName[entry.action].push_back(&entry);
        } else if (entry.match) {
            std::string prefix;
            if (entry.match->path && entry.match->path->rfind('/', 0) == 0 &&
                entry.match->path->find("//") == std::string::npos) {
                const std::size_t star = entry.match->path->find('*');
                const std::size_t slash = entry.match->path->rfind('/', star);
                prefix = star == std::string::npos ? *entry.match->path : entry.match->path->substr(0, slash);
                while (!prefix.empty() && prefix.back() == '/')
                    prefix.pop_back();
            }
            m_byMatch.push_back({&entry, std::move(prefix)});
        }
    }
}

Applicable OverrideIndex::find(const catalog::CapabilityView &action) const {
    Applicable found;
    if (!m_byName.empty()) {
        const auto named = m_byName.find(action.name());
        if (named != m_byName.end())
            found.byName = named->second;
    }
    if (m_byMatch.empty())
        return found;
    const std::string_view path = action.path();
    // Globs see `//` as one slash and need no slash in front; such paths go the long way.
    const bool plain = !path.empty() && path.front() == '/' && path.find("//") == std::string_view::npos;
    for (const ByMatch &candidate : m_byMatch) {
        if (plain && path.substr(0, candidate.prefix.size()) != candidate.prefix)
            continue;
        if (matchHolds(*candidate.entry->match, action))
            found.byMatch.push_back(candidate.entry);
    }
    return found;
}

Application applyOverrides(const RuleOutcome &rules, catalog::Hint hint, const Applicable &overrides) {
    Application application;
    application.lists = rules.lists;
    Classification &result = application.result;
    result.tier = rules.tier;
    if (hint == catalog::Hint::Destructive && rules.tier < Tier::Destructive) {
        result.tier = Tier::Destructive;
        application.hintRaised = true;
    }
    if (application.hintRaised || (hint == catalog::Hint::ReadOnly && rules.tier > Tier::Read))
        application.lists |= bitOf(Disagreement::Kind::HintVersusRule);
    result.ruleTier = result.tier;
    result.ruleApproval = result.approval = rules.approval;
    result.catastrophicClass = rules.catastrophic;

    bool tierStated = false;
    if (!overrides.empty()) {
        application.lowered = apply(overrides.byMatch, result, tierStated);
        const Tier tierBefore = result.tier;
        const Approval approvalBefore = result.approval;
        const bool loweredByMatch = application.lowered != nullptr;
        const catalog::Override *lowered = apply(overrides.byName, result, tierStated);
        const Statement named = statementOf(overrides.byName);
        if (lowered != nullptr || (loweredByMatch && named.tier && named.approval))
            application.lowered = lowered;
        const bool states = named.tier || named.approval;
        const bool speaks = std::any_of(overrides.byName.begin(), overrides.byName.end(),
                                        [](const catalog::Override *entry) { return !isBlank(entry->consequence); });
        if (states && !speaks && named.tier.value_or(tierBefore) == tierBefore &&
            named.approval.value_or(approvalBefore) == approvalBefore)
            application.redundant = overrides.byName.front();
    }
    // A person who stated the tier has looked at whatever made it doubtful.
    if (tierStated)
        application.lists = 0;
    result.review = (!tierStated && (rules.review || application.lists != 0)) || application.lowered != nullptr;
    if (application.lowered != nullptr)
        application.lists |= bitOf(Disagreement::Kind::LoweredWithoutReason);
    if (application.redundant != nullptr)
        application.lists |= bitOf(Disagreement::Kind::OverrideEqualsRule);
    return application;
}

} // namespace actionscope::risk::detail
