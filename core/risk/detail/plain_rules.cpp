#include "risk/detail/plain_rules.h"

#include "base/text.h"
#include "risk/detail/says_destroyed.h"

#include <algorithm>
#include <sstream>

namespace actionscope::risk::detail {
namespace {

std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words = identifierWords(text);
    if (words.size() > MaxWordsPerPart)
        words.resize(MaxWordsPerPart);
    return words;
}

std::string joined(const Words &words) {
    std::string text;
    for (const std::string &word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// Untrusted text in a sentence of ours.
std::string inTicks(std::string_view text) {
    std::string shown = revealInvisible(truncateUtf8(text, 80));
    std::replace(shown.begin(), shown.end(), '`', '\'');
    return "`" + shown + (text.size() > 80 ? "…`" : "`");
}

enum class Where { Begins, Has, Ends, Is };

const Words *match(const WordSet &set, const std::vector<std::string> &words, Where where) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0 && (where == Where::Begins || where == Where::Is))
            break;
        for (std::size_t length = std::min<std::size_t>(8, words.size() - i); length > 0; --length) {
            if ((where == Where::Ends || where == Where::Is) && i + length != words.size())
                continue;
            const auto from = words.begin() + static_cast<std::ptrdiff_t>(i);
            const auto found = set.entries.find(Words(from, from + static_cast<std::ptrdiff_t>(length)));
            if (found != set.entries.end())
                return &*found;
        }
    }
    return nullptr;
}

constexpr std::string_view verbOf(Where where) {
    return where == Where::Begins ? " begins with "
           : where == Where::Has  ? " has "
           : where == Where::Ends ? " ends with "
                                  : " is ";
}

bool matchPath(const WordSet &set, const PlainFacts &facts, Where where, bool lastOnly, std::string &evidence) {
    for (std::size_t i = lastOnly && !facts.path.empty() ? facts.path.size() - 1 : 0; i < facts.path.size(); ++i) {
        const PlainPart &part = facts.path[i];
        if (part.parameter)
            continue;
        if (const Words *words = match(set, part.words, where)) {
            evidence =
                "segment " + inTicks(part.text) + " of the path" + std::string(verbOf(where)) + inTicks(joined(*words));
            return true;
        }
    }
    return false;
}

bool matchName(const WordSet &set, const PlainFacts &facts, Where where, std::string &evidence) {
    if (const Words *words = match(set, facts.name.words, where)) {
        evidence = "the name" + std::string(verbOf(where)) + inTicks(joined(*words));
        return true;
    }
    return false;
}

/// Answers for saysDestroyed().
struct Reading {
    const std::vector<std::string> &words;
    const WordSet &nouns, &verbs, &prepositions;

    [[nodiscard]] bool isVerb(std::size_t i) const { return verbs.contains({words[i]}); }
    [[nodiscard]] bool isPreposition(std::size_t i) const { return prepositions.contains({words[i]}); }
    [[nodiscard]] bool isVersion(std::size_t i) const { return isDigits(words[i]) || words[i] == "v"; }
    [[nodiscard]] std::size_t nounAt(std::size_t last) const {
        for (std::size_t first = last + 1 - std::min<std::size_t>(last + 1, 8); first <= last; ++first) {
            const auto from = words.begin() + static_cast<std::ptrdiff_t>(first);
            if (nouns.contains(Words(from, words.begin() + static_cast<std::ptrdiff_t>(last + 1))))
                return last + 1 - first;
        }
        return 0;
    }
};

} // namespace

PlainFacts::PlainFacts(const catalog::CapabilityView &view)
    : action(view)
    , method(view.method()) {
    name.text = view.name();
    name.words = wordsOf(view.name());
    PathItems items(view.path());
    for (PathItem item; items.next(item);)
        path.push_back({std::string(item.text), wordsOf(item.text), item.parameter});
}

bool PlainRules::versionLike(const PlainPart &part) const {
    const WordSet &versions = m_rules.sets[m_rules.engine.versions];
    return std::all_of(part.words.begin(), part.words.end(),
                       [&](const std::string &word) { return isDigits(word) || versions.contains({word}); });
}

bool PlainRules::isIdentifier(const std::string &word) const {
    return m_rules.sets[m_rules.engine.identifiers].contains({word});
}

bool PlainRules::endsAt(const WordSet &nouns, const PlainFacts &facts, std::string &evidence) const {
    if (facts.path.empty() || !facts.path.back().parameter)
        return false;
    std::size_t head = facts.path.size();
    while (head > 0 && facts.path[head - 1].parameter)
        --head;
    const bool saysHead = head > 0 && !versionLike(facts.path[head - 1]);
    if (saysHead && match(nouns, facts.path[head - 1].words, Where::Ends) == nullptr)
        return false;
    const PlainPart &parameter = facts.path.back();
    if (saysHead && head + 1 == facts.path.size()) {
        evidence = "the path ends at one of " + inTicks(facts.path[head - 1].text);
        return true;
    }
    std::vector<std::string> core = parameter.words;
    while (!core.empty() && isIdentifier(core.back()))
        core.pop_back();
    if (match(nouns, core, Where::Ends) == nullptr)
        return false;
    evidence = "the path ends at " + inTicks("{" + parameter.text + "}");
    return true;
}

bool PlainRules::noSelector(const PlainFacts &facts) const {
    if (facts.action.hasBody())
        return false;
    for (std::size_t i = 0; i < facts.action.parameterCount(); ++i) {
        const catalog::ParameterView parameter = facts.action.parameter(i);
        if (parameter.place == catalog::Place::Body)
            return false;
        if (parameter.place != catalog::Place::Query)
            continue;
        const std::vector<std::string> words = wordsOf(parameter.name);
        if (parameter.required || (!words.empty() && isIdentifier(words.back())))
            return false;
    }
    return true;
}

bool PlainRules::holds(const Condition &condition, const PlainFacts &facts, std::string &evidence) const {
    using Kind = Condition::Kind;
    static const WordSet None;
    const WordSet &set = takesWords(condition.kind) ? m_rules.sets[condition.set] : None;
    switch (condition.kind) {
    case Kind::PathBegins:
        return matchPath(set, facts, Where::Begins, false, evidence);
    case Kind::PathHas:
        return matchPath(set, facts, Where::Has, false, evidence);
    case Kind::PathEnds:
        return matchPath(set, facts, Where::Ends, true, evidence);
    case Kind::PathIs:
        return matchPath(set, facts, Where::Is, true, evidence);
    case Kind::LastBegins:
        return matchPath(set, facts, Where::Begins, true, evidence);
    case Kind::Under: {
        std::size_t segments = 0;
        for (std::size_t i = facts.path.size(); i-- > 0;) {
            if (facts.path[i].parameter || ++segments < 2)
                continue;
            evidence = "the path is under " + inTicks(facts.path[i].text);
            return match(set, facts.path[i].words, Where::Ends) != nullptr;
        }
        return false;
    }
    case Kind::PathCalls: {
        const std::string_view word = callWord(facts.action.path());
        evidence = "the path names the operation under " + inTicks(word);
        return match(set, wordsOf(word), Where::Is) != nullptr;
    }
    case Kind::NameBegins:
        return matchName(set, facts, Where::Begins, evidence);
    case Kind::NameHas:
        return matchName(set, facts, Where::Has, evidence);
    case Kind::NameEnds:
        return matchName(set, facts, Where::Ends, evidence);
    case Kind::Has:
        return matchPath(set, facts, Where::Has, false, evidence) || matchName(set, facts, Where::Has, evidence);
    case Kind::EndsAt:
        return endsAt(set, facts, evidence);
    case Kind::Deletes: {
        const WordSet &verbs = m_rules.sets[m_rules.engine.destroying],
                      &prepositions = m_rules.sets[m_rules.engine.prepositions];
        if (saysDestroyed(facts.name.words.size(), Reading{facts.name.words, set, verbs, prepositions})) {
            evidence = "the name says what is destroyed";
            return true;
        }
        if (facts.path.empty() || facts.path.back().parameter)
            return false;
        const PlainPart &last = facts.path.back();
        evidence = "segment " + inTicks(last.text) + " of the path says what is destroyed";
        return saysDestroyed(last.words.size(), Reading{last.words, set, verbs, prepositions});
    }
    case Kind::Collection: {
        const bool plural = !facts.path.empty() && !facts.path.back().parameter && !facts.path.back().words.empty() &&
                            isPluralWord(facts.path.back().words.back());
        if (plural)
            evidence = "the path ends at all of " + inTicks(facts.path.back().text);
        return plural == condition.wanted;
    }
    case Kind::NameRepeats: {
        const bool repeats = !facts.path.empty() && !facts.path.back().parameter && !facts.path.back().words.empty() &&
                             std::find(facts.name.words.begin(), facts.name.words.end(),
                                       facts.path.back().words.back()) != facts.name.words.end();
        return repeats == condition.wanted;
    }
    case Kind::NoSelector:
        evidence = "no parameter selects one of them";
        return noSelector(facts) == condition.wanted;
    case Kind::CatchAll: {
        const bool all = !facts.path.empty() && facts.path.back().parameter &&
                         facts.path.back().text.find_first_of("+*") != std::string::npos;
        if (all)
            evidence = inTicks("{" + facts.path.back().text + "}") + " takes the rest of any path";
        return all == condition.wanted;
    }
    case Kind::Bare: {
        const bool bare = std::all_of(facts.path.begin(), facts.path.end(),
                                      [&](const PlainPart &part) { return part.parameter || versionLike(part); });
        return bare == condition.wanted;
    }
    case Kind::HasBody:
        return facts.action.hasBody() == condition.wanted;
    case Kind::Methods:
        return (condition.methods & maskOf(facts.method)) != 0;
    case Kind::TierIs:
        return facts.tier == condition.tier;
    }
    return false;
}

bool PlainRules::holdsAll(const ConditionSet &set, const PlainFacts &facts, std::string &evidence) const {
    for (const Condition &condition : set) {
        std::string one;
        if (!holds(condition, facts, one))
            return false;
        if (!one.empty())
            evidence += (evidence.empty() ? "" : ", ") + one;
    }
    return true;
}

std::string PlainRules::describe(const Condition &condition) const {
    std::string text = "`" + std::string(conditionName(condition.kind));
    if (condition.kind == Condition::Kind::TierIs)
        return text + ": " + std::string(catalog::tierName(condition.tier)) + "`";
    if (!takesWords(condition.kind))
        return text + (condition.kind == Condition::Kind::Methods ? "`" : condition.wanted ? ": true`" : ": false`");
    const WordSet &set = m_rules.sets[condition.set];
    std::size_t shown = 0;
    for (const Words &words : set.entries) {
        if (shown++ == 3)
            break;
        text += (shown == 1 ? ": " : ", ") + joined(words);
    }
    return text + (set.entries.size() > 3 ? ", …`" : "`");
}

Verdict PlainRules::judge(const Rule &rule, const PlainFacts &facts) const {
    Verdict verdict;
    if ((rule.methods & maskOf(facts.method)) == 0)
        return verdict;
    verdict.holds = rule.when.empty();
    std::string nearly;
    for (const ConditionSet &set : rule.when) {
        std::string evidence;
        if (holdsAll(set, facts, evidence)) {
            verdict.holds = true;
            verdict.evidence = evidence;
            break;
        }
        // One condition short of holding, with words that do speak for it, is what a maintainer asks about.
        std::string spoken;
        const Condition *failed = nullptr;
        std::size_t failures = 0;
        for (const Condition &condition : set) {
            std::string one;
            if (!holds(condition, facts, one)) {
                failed = &condition;
                ++failures;
            } else if (takesWords(condition.kind) || condition.kind == Condition::Kind::Collection) {
                spoken = one;
            }
        }
        if (failures == 1 && !spoken.empty() && nearly.empty())
            nearly = spoken + "; but " + describe(*failed) + " does not hold";
    }
    if (!verdict.holds) {
        verdict.missing = nearly;
        return verdict;
    }
    for (const ConditionSet &set : rule.unless) {
        std::string evidence;
        if (!holdsAll(set, facts, evidence))
            continue;
        verdict.holds = false;
        verdict.missing = (verdict.evidence.empty() ? rule.title : verdict.evidence) + "; but not where " + evidence;
        break;
    }
    return verdict;
}

const Rule *PlainRules::methodRule(const PlainFacts &facts) const {
    for (const Rule &rule : m_rules.methods) {
        if (judge(rule, facts).holds)
            return &rule;
    }
    return nullptr;
}

bool PlainRules::keywordsApply(const KeywordGroup &group, std::uint32_t set, const PlainFacts &facts) const {
    std::string evidence;
    const WordSet &words = m_rules.sets[set];
    return (group.methods & maskOf(facts.method)) != 0 &&
           (matchPath(words, facts, Where::Begins, false, evidence) || matchName(words, facts, Where::Has, evidence));
}

std::vector<KeywordHit> PlainRules::keywordHits(const PlainFacts &facts) const {
    std::vector<KeywordHit> hits;
    for (const KeywordGroup &group : m_rules.keywords) {
        for (const Keyword &keyword : group.words) {
            const WordSet one{{keyword.words}};
            std::string evidence;
            if (matchPath(one, facts, Where::Begins, false, evidence) || matchName(one, facts, Where::Has, evidence)) {
                // "… begins with `delete`" → "… begins with the keyword `delete`"
                const std::string word = "`" + keyword.text + "`";
                const std::size_t at = evidence.rfind(word);
                evidence.insert(at, "the keyword ");
                hits.push_back({&group, &keyword, std::move(evidence)});
            }
        }
    }
    return hits;
}

std::vector<KeywordHit> PlainRules::keywordNearMisses(const PlainFacts &facts, std::size_t limit) const {
    std::vector<KeywordHit> misses;
    std::vector<std::string> hit; // words that a keyword already accounts for: "bulk delete" explains "delete"
    for (const KeywordHit &one : keywordHits(facts))
        hit.insert(hit.end(), one.keyword->words.begin(), one.keyword->words.end());
    const auto look = [&](const KeywordGroup &group, const Keyword &keyword, const PlainPart &part,
                          const std::string &place) {
        const std::string &word = keyword.words.front();
        const std::string stem = word.size() > 4 && word.back() == 'e' ? word.substr(0, word.size() - 1) : word;
        for (const std::string &candidate : part.words) {
            if (candidate == word) {
                misses.push_back(
                    {&group, &keyword, place + " has the keyword `" + keyword.text + "`, but does not begin with it"});
                return true;
            }
            const bool longer = candidate.size() > word.size() && candidate.size() <= word.size() + 4;
            const bool inflected = longer && candidate.compare(0, stem.size(), stem) == 0;
            const bool prefixed = longer && candidate.compare(candidate.size() - word.size(), word.size(), word) == 0;
            const bool other = candidate.size() == word.size() && stem.size() < word.size() &&
                               candidate.compare(0, stem.size(), stem) == 0;
            if (inflected || prefixed || other) {
                misses.push_back(
                    {&group, &keyword,
                     place + " has " + inTicks(candidate) + ", which is not the keyword `" + keyword.text + "`"});
                return true;
            }
        }
        return false;
    };
    for (const KeywordGroup &group : m_rules.keywords) {
        for (const Keyword &keyword : group.words) {
            if (keyword.words.size() != 1 || keyword.text.size() < 4 || keyword.disabled ||
                std::find(hit.begin(), hit.end(), keyword.text) != hit.end())
                continue;
            bool found = look(group, keyword, facts.name, "the name");
            for (const PlainPart &part : facts.path) {
                if (!found && !part.parameter)
                    found = look(group, keyword, part, "segment " + inTicks(part.text) + " of the path");
            }
            if (misses.size() >= limit)
                return misses;
        }
    }
    return misses;
}

void PlainRules::advance(PlainFacts &facts) const {
    if (const Rule *rule = methodRule(facts)) {
        facts.tier = *rule->tier;
        if (rule->as)
            facts.method = *rule->as;
    }
    Tier tier = facts.tier;
    for (const KeywordGroup &group : m_rules.keywords) {
        if (keywordsApply(group, group.fullSet, facts))
            tier = std::max(tier, group.tier);
    }
    facts.tier = tier;
}

Result<catalog::Capability> parseExample(const Example &example) {
    catalog::Capability capability;
    std::istringstream words(example.text);
    std::string word;
    words >> word;
    if (word != "NONE") {
        const auto method = catalog::methodFromName(word);
        if (!method)
            return fail(ErrorCode::InvalidArgument,
                        "the example `" + example.text + "` must begin with an HTTP method or NONE", example.where);
        capability.method = *method;
        words >> capability.path;
        if (capability.path.empty() || capability.path.front() != '/')
            return fail(ErrorCode::InvalidArgument,
                        "the example `" + example.text + "` needs a path that begins with `/` after its method",
                        example.where);
    }
    while (words >> word) {
        if (word == "body") {
            capability.hasBody = true;
        } else if (word.rfind("query:", 0) == 0) {
            catalog::Parameter parameter;
            parameter.required = word.back() == '!';
            parameter.name = word.substr(6, word.size() - 6 - (parameter.required ? 1 : 0));
            capability.parameters.push_back(std::move(parameter));
        } else if (capability.name.empty()) {
            capability.name = word;
        } else {
            return fail(ErrorCode::InvalidArgument,
                        "the example `" + example.text + "` has a word too many: `" + word +
                            "`; it is METHOD PATH [NAME] [body] [query:NAME]",
                        example.where);
        }
    }
    return capability;
}

Result<void> PlainRules::checkExamples(std::size_t folder) const {
    const auto check = [&](const std::string &id, const std::vector<Example> &examples,
                           const auto &holdsFor) -> Result<void> {
        for (const Example &example : examples) {
            Result<catalog::Capability> capability = parseExample(example);
            if (!capability)
                return fail(capability.error());
            const auto segment = catalog::Segment::build({std::move(*capability)});
            if (!segment)
                return fail(segment.error());
            PlainFacts facts((*segment)->at(0));
            if (holdsFor(facts) != example.matches)
                return fail(ErrorCode::InvalidArgument,
                            "the rule `" + id + "` " +
                                (example.matches ? "does not match its example `" : "matches its counter-example `") +
                                example.text + "`; mend the rule or the example",
                            example.where);
        }
        return {};
    };
    for (const Rule &rule : m_rules.methods) {
        if (rule.folder != folder)
            continue;
        if (auto checked = check(rule.id, rule.examples, [&](PlainFacts &facts) { return methodRule(facts) == &rule; });
            !checked)
            return checked;
    }
    for (const KeywordGroup &group : m_rules.keywords) {
        const auto holdsFor = [&](PlainFacts &facts) {
            advance(facts);
            return keywordsApply(group, group.fullSet, facts);
        };
        if (group.folder != folder)
            continue;
        if (auto checked = check(group.id, group.examples, holdsFor); !checked)
            return checked;
    }
    for (const Rule &rule : m_rules.rules) {
        const auto holdsFor = [&](PlainFacts &facts) {
            advance(facts);
            return judge(rule, facts).holds;
        };
        if (rule.folder != folder)
            continue;
        if (auto checked = check(rule.id, rule.examples, holdsFor); !checked)
            return checked;
    }
    return {};
}

} // namespace actionscope::risk::detail
