#include "risk/risk_policy.h"

#include "risk/detail/compiled_rules.h"
#include "risk/detail/explanation.h"
#include "risk/detail/overrides.h"
#include "risk/detail/plain_rules.h"
#include "risk/detail/rules_reader.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace actionscope::risk {
namespace {

constexpr std::array<std::string_view, 4> OutcomeNames{"decides", "overruled", "near miss", "agrees"};
constexpr std::array<std::string_view, 6> DisagreementNames{"method-versus-name",   "search-by-post",
                                                            "override-equals-rule", "hint-versus-rule",
                                                            "get-with-body",        "lowered-without-reason"};
constexpr std::array<std::string_view, 5> ClassNames{"", "permanent-delete", "container-destroy", "bulk-delete",
                                                     "passthrough"};

std::string described(Tier tier, Approval approval) {
    return std::string(catalog::tierName(tier)) + (approval == Approval::Admin ? " with admin approval" : "");
}

std::string capitalised(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

/// The sides of a disagreement in one line, with the one that won.
std::string messageOf(Disagreement::Kind kind, const detail::Application &application, const Provenance &chain) {
    const Classification &result = application.result;
    const std::string won = described(result.tier, result.approval);
    const auto detailOf = [&](std::string_view prefix) {
        for (const Step &step : chain.steps) {
            if (step.outcome != Step::Outcome::NearMiss && step.rule.starts_with(prefix))
                return step.detail;
        }
        return std::string();
    };
    switch (kind) {
    case Disagreement::Kind::MethodVersusName:
    case Disagreement::Kind::SearchByPost: {
        const std::string listed = detailOf("list:");
        return capitalised((listed.empty() ? detailOf("method") : listed.substr(0, listed.rfind("; the tier stays")))) +
               "; counts as " + won;
    }
    case Disagreement::Kind::GetWithBody:
        return capitalised(detailOf("method")) + "; now " + won;
    case Disagreement::Kind::HintVersusRule:
        return application.hintRaised ? "The source calls this destructive, the rules say less (" + detailOf("method") +
                                            "); the hint won: " + won
                                      : "The source calls this read-only, the rules say " +
                                            described(result.ruleTier, result.ruleApproval) + "; the rules won";
    case Disagreement::Kind::OverrideEqualsRule:
        return "The override says what holds without it (" + won + "); it can be removed";
    case Disagreement::Kind::LoweredWithoutReason:
        return "The override lowers " + described(result.ruleTier, result.ruleApproval) + " to " + won +
               " and gives no reason; add `reason:`";
    }
    return {};
}

} // namespace

std::string_view outcomeName(Step::Outcome outcome) { return OutcomeNames[static_cast<std::size_t>(outcome)]; }
std::string_view disagreementName(Disagreement::Kind kind) { return DisagreementNames[static_cast<std::size_t>(kind)]; }
std::string_view catastrophicClassName(CatastrophicClass value) { return ClassNames[static_cast<std::size_t>(value)]; }

Result<std::shared_ptr<const RiskPolicy>> RiskPolicy::load(const std::vector<std::filesystem::path> &folders) {
    if (folders.empty())
        return fail(ErrorCode::InvalidArgument, "no folder of risk rules was given");
    const auto files = detail::openRuleFiles(folders);
    if (!files)
        return fail(files.error());
    // The rules of a folder are tested as they stand with the folders before it: what a workspace adds to a list or
    // switches off must not make the tests of the built-in rules fail.
    std::shared_ptr<Rules> rules;
    for (std::size_t i = 0; i < folders.size(); ++i) {
        if (i > 0 && (*files)[i].empty())
            continue;
        Result<Rules> read = detail::readRules(*files, i + 1);
        if (!read)
            return fail(read.error());
        rules = std::make_shared<Rules>(std::move(*read));
        if (auto checked = detail::PlainRules(*rules).checkExamples(i); !checked)
            return fail(checked.error());
    }
    auto compiled = detail::CompiledRules::compile(*rules);
    if (!compiled)
        return fail(compiled.error());
    rules->compiled = std::move(*compiled);
    return std::make_shared<const RiskPolicy>(std::move(rules));
}

Classification RiskPolicy::classify(const catalog::CapabilityView &action, const catalog::HandFile *hand) const {
    return detail::applyOverrides(m_rules->compiled->decide(action), action.hint(),
                                  detail::applicableOverrides(action, hand))
        .result;
}

Provenance RiskPolicy::explain(const catalog::CapabilityView &action, const catalog::HandFile *hand) const {
    return detail::explainAction(*m_rules, action, hand);
}

std::vector<Classification> RiskPolicy::classifyAll(const catalog::Catalog &catalog) const {
    std::vector<Classification> result;
    result.reserve(catalog.size());
    for (const catalog::Service &service : catalog.services()) {
        const detail::OverrideIndex overrides(service.hand.get());
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const catalog::CapabilityView action = service.segment->at(i);
            result.push_back(
                detail::applyOverrides(m_rules->compiled->decide(action), action.hint(), overrides.find(action))
                    .result);
        }
    }
    return result;
}

std::vector<Disagreement> RiskPolicy::disagreements(const catalog::Catalog &catalog) const {
    std::vector<Disagreement> found;
    for (const catalog::Service &service : catalog.services()) {
        const detail::OverrideIndex overrides(service.hand.get());
        std::map<const catalog::Override *, std::pair<std::size_t, std::size_t>>
            byMatch; // its place in `found`, how many
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const catalog::CapabilityView action = service.segment->at(i);
            const detail::Applicable applicable = overrides.find(action);
            const detail::Application application =
                detail::applyOverrides(m_rules->compiled->decide(action), action.hint(), applicable);
            if (application.lists == 0)
                continue;
            const Provenance chain = explain(action, service.hand.get());
            for (std::size_t kind = 0; kind < DisagreementNames.size(); ++kind) {
                const auto value = static_cast<Disagreement::Kind>(kind);
                if ((application.lists & detail::bitOf(value)) == 0)
                    continue;
                Location where;
                if (value == Disagreement::Kind::OverrideEqualsRule)
                    where = application.redundant->where;
                if (value == Disagreement::Kind::LoweredWithoutReason) {
                    where = application.lowered->where;
                    if (application.lowered->action.empty()) {
                        const auto [known, fresh] = byMatch.try_emplace(application.lowered, found.size(), 0);
                        ++known->second.second;
                        if (!fresh)
                            continue;
                    }
                }
                found.push_back({value, service.first + i, messageOf(value, application, chain), std::move(where)});
            }
        }
        for (const auto &[entry, place] : byMatch) {
            if (place.second > 1)
                found[place.first].message += " (so for " + std::to_string(place.second) + " actions)";
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Disagreement &a, const Disagreement &b) {
        return std::tie(a.kind, a.action) < std::tie(b.kind, b.action);
    });
    return found;
}

std::vector<RuleInfo> RiskPolicy::rules() const {
    std::vector<RuleInfo> infos;
    for (const detail::Rule &rule : m_rules->methods)
        infos.push_back({RuleInfo::Kind::Method,
                         "method:" + rule.id,
                         rule.title,
                         *rule.tier,
                         rule.approval,
                         detail::sourceOf(rule.where),
                         rule.folder == 0,
                         {}});
    for (const detail::KeywordGroup &group : m_rules->keywords) {
        for (const detail::Keyword &keyword : group.words)
            infos.push_back({RuleInfo::Kind::Keyword, "keyword:" + keyword.text, "a word of " + group.id, group.tier,
                             Approval::None, detail::sourceOf(keyword.where), group.folder == 0,
                             keyword.disabledReason});
    }
    for (const detail::Rule &rule : m_rules->rules)
        infos.push_back({rule.tier ? RuleInfo::Kind::Class : RuleInfo::Kind::List,
                         (rule.tier ? "class:" : "list:") + rule.id, rule.title, rule.tier.value_or(Tier::Read),
                         rule.approval, detail::sourceOf(rule.where), rule.folder == 0, rule.disabledReason});
    return infos;
}

bool isLowering(const Classification &before, Tier tier, Approval approval) {
    return tier < before.tier || approval < before.approval;
}

} // namespace actionscope::risk
