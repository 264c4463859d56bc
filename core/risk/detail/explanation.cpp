#include "risk/detail/explanation.h"

#include <algorithm>

namespace actionscope::risk::detail {
namespace {

constexpr std::size_t MaxNearMisses = 6; // of keywords; more would bury the chain

/// Builds the chain step by step, and knows which step moved tier or gate last.
class Chain {
public:
    explicit Chain(const catalog::CapabilityView &action)
        : m_facts(action) {}

    /// A step that counts: `tier` and, when `approval` is given, the gate hold from here on.
    void decide(std::string rule, std::string detail, Tier tier, std::optional<Approval> approval, std::string source,
                std::string reason = {}) {
        m_outcome.tier = tier;
        m_outcome.approval = approval.value_or(m_outcome.approval);
        m_decider = m_provenance.steps.size();
        add(std::move(rule), std::move(detail), tier, approval, Step::Outcome::Decides, std::move(source),
            std::move(reason));
    }
    /// A step that counts for as much as it raises.
    void raise(std::string rule, std::string detail, Tier tier, std::optional<Approval> approval, std::string source) {
        if (tier > m_outcome.tier || approval.value_or(Approval::None) > m_outcome.approval) {
            // A rule that raises one of the two never lowers the other.
            if (approval)
                approval = std::max(*approval, m_outcome.approval);
            decide(std::move(rule), std::move(detail), std::max(tier, m_outcome.tier), approval, std::move(source));
        } else {
            add(std::move(rule), std::move(detail), tier, approval, Step::Outcome::Agrees, std::move(source), {});
        }
    }
    /// A step that had its say and is not followed, or one that only agrees: which of them shows when the result is
    /// known.
    void mention(std::string rule, std::string detail, Tier tier, std::optional<Approval> approval, std::string source,
                 std::string reason = {}) {
        add(std::move(rule), std::move(detail), tier, approval, Step::Outcome::Agrees, std::move(source),
            std::move(reason));
    }
    void nearMiss(std::string rule, std::string detail, Tier tier, Approval approval, std::string source,
                  std::string reason = {}) {
        add(std::move(rule), std::move(detail), tier, approval, Step::Outcome::NearMiss, std::move(source),
            std::move(reason));
    }

    Provenance finish(const Classification &result) {
        m_provenance.result = result;
        for (std::size_t i = 0; i < m_provenance.steps.size(); ++i) {
            Step &step = m_provenance.steps[i];
            if (step.outcome == Step::Outcome::NearMiss || i == m_decider)
                continue;
            const bool same = step.tier == result.tier && (!m_statesApproval[i] || step.approval == result.approval);
            step.outcome = same ? Step::Outcome::Agrees : Step::Outcome::Overruled;
        }
        return std::move(m_provenance);
    }

    PlainFacts m_facts;
    RuleOutcome m_outcome;

private:
    void add(std::string rule, std::string detail, Tier tier, std::optional<Approval> approval, Step::Outcome outcome,
             std::string source, std::string reason) {
        m_provenance.steps.push_back({std::move(rule), std::move(detail), tier, approval.value_or(m_outcome.approval),
                                      std::move(source), outcome, std::move(reason)});
        m_statesApproval.push_back(approval.has_value());
    }

    Provenance m_provenance;
    std::vector<bool> m_statesApproval;
    std::size_t m_decider = 0;
};

std::string methodList(MethodMask mask) {
    std::vector<std::string_view> names;
    for (const auto method :
         {catalog::Method::Get, catalog::Method::Head, catalog::Method::Options, catalog::Method::Trace,
          catalog::Method::Post, catalog::Method::Put, catalog::Method::Patch, catalog::Method::Delete}) {
        if ((mask & maskOf(method)) != 0)
            names.push_back(catalog::methodName(method));
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += std::string(i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + std::string(names[i]);
    return text;
}

std::string shownMethod(catalog::Method method) {
    return method == catalog::Method::None ? std::string("no method") : std::string(catalog::methodName(method));
}

/// What a manifest says instead of a method.
void explainSideEffects(const catalog::CapabilityView &action, Chain &chain) {
    const bool judged = isJudged(action);
    chain.decide("side-effects",
                 judged ? "its manifest does not say that it has no side effects, so it counts as a write"
                        : "its manifest says that it has no side effects, so it only reads",
                 judged ? Tier::Write : Tier::Read, std::nullopt, std::string(action.pointer()));
    chain.m_facts.method = methodOf(action);
}

void explainMethod(const PlainRules &plain, Chain &chain) {
    const Rule *rule = plain.methodRule(chain.m_facts);
    if (rule == nullptr) {
        chain.decide("method", shownMethod(chain.m_facts.method) + " counts as write: no rule knows it", Tier::Write,
                     std::nullopt, "built in");
        return;
    }
    // The titles of method rules are whole sentences: "GET reads".
    chain.decide("method", rule->title, *rule->tier, std::nullopt, sourceOf(rule->where));
    chain.m_outcome.review = rule->review;
    if (rule->lists)
        chain.m_outcome.lists |= bitOf(*rule->lists);
    if (rule->as)
        chain.m_facts.method = *rule->as;
}

void explainKeywords(const PlainRules &plain, Chain &chain) {
    const catalog::Method method = chain.m_facts.method;
    const Tier before = chain.m_outcome.tier;
    Tier after = before;
    for (const KeywordHit &hit : plain.keywordHits(chain.m_facts)) {
        const std::string rule = "keyword:" + hit.keyword->text, source = sourceOf(hit.keyword->where);
        if (hit.keyword->disabled) {
            chain.nearMiss(rule, hit.evidence + ", which is switched off", hit.group->tier, Approval::None,
                           sourceOf(hit.keyword->disabledWhere), hit.keyword->disabledReason);
        } else if ((hit.group->methods & maskOf(method)) != 0) {
            chain.raise(rule, hit.evidence, hit.group->tier, std::nullopt, source);
            after = std::max(after, hit.group->tier);
        } else if (before >= hit.group->tier) {
            chain.mention(rule, hit.evidence, hit.group->tier, std::nullopt, source);
        } else {
            chain.nearMiss(rule,
                           hit.evidence + ", but keywords count for " + methodList(hit.group->methods) +
                               ", and this is a " + shownMethod(method),
                           hit.group->tier, Approval::None, source);
        }
    }
    chain.m_outcome.keywordOnly = after > before;
    // On what is destructive anyway, or only read, "nearly a keyword" is no news.
    if (after < Tier::Destructive && (ReadingMethods & maskOf(method)) == 0) {
        for (const KeywordHit &miss : plain.keywordNearMisses(chain.m_facts, MaxNearMisses))
            chain.nearMiss("keyword:" + miss.keyword->text, miss.evidence, miss.group->tier, Approval::None,
                           sourceOf(miss.keyword->where));
    }
    chain.m_facts.tier = chain.m_outcome.tier;
}

void explainRules(const RiskPolicy::Rules &rules, const PlainRules &plain, Chain &chain) {
    for (const Rule &rule : rules.rules) {
        const Verdict verdict = plain.judge(rule, chain.m_facts);
        const std::string name = (rule.tier ? "class:" : "list:") + rule.id, source = sourceOf(rule.where);
        const std::string detail = rule.title + (verdict.evidence.empty() ? "" : ": " + verdict.evidence);
        const Tier tier = rule.tier.value_or(chain.m_outcome.tier);
        const Approval approval = rule.tier ? rule.approval : chain.m_outcome.approval;
        if (rule.disabled) {
            if (verdict.holds)
                chain.nearMiss(name, detail + "; the rule is switched off", tier, approval,
                               sourceOf(rule.disabledWhere), rule.disabledReason);
            continue;
        }
        if (!verdict.holds) {
            if (!verdict.missing.empty() && rule.tier)
                chain.nearMiss(name, rule.title + ": " + verdict.missing, tier, approval, source);
            continue;
        }
        if (rule.lists)
            chain.m_outcome.lists |= bitOf(*rule.lists);
        if (!rule.tier) {
            chain.mention(name, detail + "; the tier stays, the action is listed for review", tier, std::nullopt,
                          source);
            continue;
        }
        chain.raise(name, detail, tier, rule.approval == Approval::None ? std::nullopt : std::optional(rule.approval),
                    source);
        chain.m_outcome.review = chain.m_outcome.review || rule.review;
        if (chain.m_outcome.catastrophic == CatastrophicClass::None)
            chain.m_outcome.catastrophic = rule.catastrophic;
    }
    chain.m_outcome.review = chain.m_outcome.review || chain.m_outcome.keywordOnly || chain.m_outcome.lists != 0;
}

std::string describeMatch(const catalog::Match &match) {
    std::string text;
    const auto add = [&](std::string_view what, std::string_view value) {
        text += (text.empty() ? "" : ", ") + std::string(what) + " `" + std::string(value) + "`";
    };
    if (match.method)
        add("method", catalog::methodName(*match.method));
    if (match.path)
        add("path", *match.path);
    if (match.tag)
        add("tag", *match.tag);
    return text.empty() ? "every action" : text;
}

std::string statedBy(const catalog::Override &entry) {
    std::string text;
    if (entry.risk)
        text += "tier " + std::string(catalog::tierName(*entry.risk));
    if (entry.approval)
        text += (text.empty() ? "approval " : ", approval ") + std::string(catalog::approvalName(*entry.approval));
    return text.empty() ? "a consequence" : text;
}

/// One step for each override of a group; the one whose statement prevails decides.
void explainOverrides(const std::vector<const catalog::Override *> &group, bool byName, Chain &chain) {
    std::optional<Tier> tier;
    std::optional<Approval> approval;
    for (const catalog::Override *entry : group) {
        if (entry->risk)
            tier = std::max(tier.value_or(*entry->risk), *entry->risk);
        if (entry->approval)
            approval = std::max(approval.value_or(*entry->approval), *entry->approval);
    }
    if (!tier && !approval)
        return;
    const catalog::Override *prevails = nullptr;
    for (const catalog::Override *entry : group) {
        const bool speaks = (tier && entry->risk == tier) || (!tier && entry->approval == approval);
        if (prevails == nullptr && speaks)
            prevails = entry;
    }
    const Tier newTier = tier.value_or(chain.m_outcome.tier);
    for (const catalog::Override *entry : group) {
        if (!entry->risk && !entry->approval)
            continue;
        std::string detail =
            (byName ? "override by name: "
                    : "override by match of " + (entry->match ? describeMatch(*entry->match) : std::string()) + ": ") +
            statedBy(*entry);
        const std::string rule = byName ? "override" : "match", source = sourceOf(entry->where);
        if (entry != prevails) {
            // Its gate may still be the one that counts, when the tier comes from another entry.
            chain.mention(rule, detail, entry->risk.value_or(newTier), entry->approval, source, entry->reason);
        } else {
            chain.decide(rule, detail, newTier, approval, source, entry->reason);
        }
    }
}

/// Overrides by match that fail in one of several conditions.
void explainNearMatches(const catalog::CapabilityView &action, const catalog::HandFile *hand,
                        const Applicable &applicable, Chain &chain) {
    if (hand == nullptr)
        return;
    std::size_t shown = 0;
    for (const catalog::Override &entry : hand->overrides) {
        if (!entry.match || !entry.action.empty() || shown == MaxNearMisses ||
            std::find(applicable.byMatch.begin(), applicable.byMatch.end(), &entry) != applicable.byMatch.end())
            continue;
        const catalog::Match &match = *entry.match;
        const auto alone = [&](catalog::Match one) {
            return one.matches(action.method(), action.path(),
                               one.tag ? action.tags() : std::vector<std::string_view>());
        };
        std::string failed;
        std::size_t holds = 0, fails = 0;
        const auto look = [&](bool given, catalog::Match one) {
            if (!given)
                return;
            if (alone(one)) {
                ++holds;
            } else {
                ++fails;
                failed = describeMatch(one);
            }
        };
        look(match.path.has_value(), {match.path, std::nullopt, std::nullopt});
        look(match.method.has_value(), {std::nullopt, match.method, std::nullopt});
        look(match.tag.has_value(), {std::nullopt, std::nullopt, match.tag});
        // That the method alone fits is no news.
        if (fails != 1 || holds == 0 || (holds == 1 && match.method && !failed.starts_with("method")))
            continue;
        ++shown;
        chain.nearMiss("match", "override by match of " + describeMatch(match) + ": " + failed + " does not hold",
                       entry.risk.value_or(chain.m_outcome.tier), entry.approval.value_or(Approval::None),
                       sourceOf(entry.where), entry.reason);
    }
}

void explainRuleSteps(const RiskPolicy::Rules &rules, const PlainRules &plain, const catalog::CapabilityView &action,
                      Chain &chain) {
    if (action.kind() == catalog::Kind::Action)
        explainMethod(plain, chain);
    else
        explainSideEffects(action, chain);
    if (!isJudged(action))
        return;
    explainKeywords(plain, chain);
    explainRules(rules, plain, chain);
}

} // namespace

RuleOutcome decidePlainly(const RiskPolicy::Rules &rules, const catalog::CapabilityView &action) {
    Chain chain(action);
    const PlainRules plain(rules);
    explainRuleSteps(rules, plain, action, chain);
    return chain.m_outcome;
}

Provenance explainAction(const RiskPolicy::Rules &rules, const catalog::CapabilityView &action,
                         const catalog::HandFile *hand) {
    Chain chain(action);
    const PlainRules plain(rules);
    explainRuleSteps(rules, plain, action, chain);

    const Applicable applicable = applicableOverrides(action, hand);
    const Application application = applyOverrides(chain.m_outcome, action.hint(), applicable);
    if (action.hint() == catalog::Hint::Destructive)
        chain.raise("hint", "the source itself calls this destructive", Tier::Destructive, std::nullopt,
                    "the imported description");
    else if (action.hint() == catalog::Hint::ReadOnly && isJudged(action))
        chain.mention("hint", "the source itself calls this read-only; hints only raise, so alone it lowers nothing",
                      Tier::Read, std::nullopt, "the imported description");
    explainOverrides(applicable.byMatch, false, chain);
    explainNearMatches(action, hand, applicable, chain);
    explainOverrides(applicable.byName, true, chain);
    return chain.finish(application.result);
}

} // namespace actionscope::risk::detail
