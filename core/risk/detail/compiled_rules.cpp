#include "risk/detail/compiled_rules.h"

#include "risk/detail/says_destroyed.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace actionscope::risk::detail {
namespace {

/// Classes of bytes as identifierWords() of base/text.h has them; the loop below is the same split without allocation.
enum Class : std::uint8_t { Separator, Lower, Upper, Digit, Other };

constexpr std::array<Class, 256> makeClasses() {
    std::array<Class, 256> classes{};
    for (std::size_t c = 0; c < 256; ++c) {
        classes[c] = c >= 'a' && c <= 'z'   ? Lower
                     : c >= 'A' && c <= 'Z' ? Upper
                     : c >= '0' && c <= '9' ? Digit
                     : c >= 0x80            ? Other
                                            : Separator;
    }
    return classes;
}
constexpr std::array<Class, 256> Classes = makeClasses();

constexpr std::uint32_t HashStart = 2166136261U, HashStep = 16777619U; // FNV-1a

std::uint32_t hashOf(std::string_view word) {
    std::uint32_t hash = HashStart;
    for (const char c : word)
        hash = (hash ^ static_cast<unsigned char>(c)) * HashStep;
    return hash;
}

/// Equal but for ASCII case.
bool sameWord(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

} // namespace

struct CompiledRules::Part {
    std::array<Token, MaxWordsPerPart> tokens;
    std::size_t size = 0;
    bool plural = false; ///< the last word looks like one
};

struct CompiledRules::Facts {
    explicit Facts(const catalog::CapabilityView &view)
        : action(view) {}

    catalog::CapabilityView action;
    catalog::Method method = catalog::Method::None; ///< as the method rules see it
    Tier tier = Tier::Write;                        ///< so far
    SetMask pathBegins, pathHas, pathEnds, pathIs, lastBegins, nameBegins, nameHas, nameEnds;
    Part name, literal; ///< `literal`: the last segment that is no parameter
    // What the path ends at.
    bool anyItem = false, endsAtParameter = false, bare = true, collection = false;
    bool hasHead = false, headIsVersion = false;
    SetMask headEnds, under;
    std::size_t parametersSinceHead = 0;
    std::string_view parameter;
    bool endRead = false; ///< `parameterCore` is filled in
    SetMask parameterCore;
};

Result<std::shared_ptr<const CompiledRules>> CompiledRules::compile(const RiskPolicy::Rules &rules) {
    if (rules.sets.size() > MaxSets)
        return fail(ErrorCode::LimitExceeded, "the risk rules use " + std::to_string(rules.sets.size()) +
                                                  " different word lists, the most is " + std::to_string(MaxSets) +
                                                  "; share lists with $name");
    std::shared_ptr<CompiledRules> compiled(new CompiledRules(rules));
    std::vector<Entry> &entries = compiled->m_entries;
    std::map<std::string, std::uint32_t> known;
    const auto entryOf = [&](const std::string &word) {
        const auto [at, fresh] = known.emplace(word, static_cast<std::uint32_t>(entries.size()));
        if (fresh)
            entries.push_back({word, {}, {}});
        return at->second;
    };
    for (std::uint32_t set = 0; set < rules.sets.size(); ++set) {
        for (const Words &words : rules.sets[set].entries) {
            std::vector<std::uint32_t> ids;
            for (const std::string &word : words)
                ids.push_back(entryOf(word));
            Entry &first = entries[ids.front()];
            if (ids.size() == 1) {
                first.sets.add(set);
                continue;
            }
            const auto same = std::find_if(first.phrases.begin(), first.phrases.end(),
                                           [&](const Phrase &phrase) { return phrase.words == ids; });
            Phrase &phrase = same != first.phrases.end() ? *same : first.phrases.emplace_back(Phrase{{}, ids});
            phrase.sets.add(set);
        }
    }
    const std::uint32_t v = entryOf("v");
    compiled->buildTable();
    compiled->m_v = &entries[v];
    return compiled;
}

void CompiledRules::buildTable() {
    std::size_t size = 1024;
    while (size < 4 * m_entries.size())
        size *= 2;
    m_slots.assign(size, 0);
    for (std::uint32_t i = 0; i < m_entries.size(); ++i) {
        std::size_t slot = hashOf(m_entries[i].word) & (size - 1);
        while (m_slots[slot] != 0)
            slot = (slot + 1) & (size - 1);
        m_slots[slot] = i + 1;
    }
}

const CompiledRules::Entry *CompiledRules::find(std::string_view word, std::uint32_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t slot = hash & mask; m_slots[slot] != 0; slot = (slot + 1) & mask) {
        const Entry &entry = m_entries[m_slots[slot] - 1];
        if (entry.word.size() == word.size() && std::memcmp(entry.word.data(), word.data(), word.size()) == 0)
            return &entry;
    }
    return nullptr;
}

void CompiledRules::tokenise(std::string_view text, Part &part) const {
    part.size = 0;
    part.plural = false;
    std::array<char, MaxWordBytes> word;
    std::size_t length = 0;
    std::uint32_t hash = HashStart;
    bool digits = false;
    const char *start = nullptr;
    Class before = Separator;
    char lastChar = 0, charBefore = 0;
    const auto flush = [&] {
        if (length == 0)
            return;
        if (part.size < MaxWordsPerPart) {
            const Entry *entry = length <= MaxWordBytes ? find({word.data(), length}, hash) : nullptr;
            part.tokens[part.size++] = {entry, start, static_cast<std::uint32_t>(length), digits};
            part.plural = length >= 4 && lastChar == 's' && charBefore != 's' && charBefore != 'u' && charBefore != 'i';
        }
        length = 0;
        hash = HashStart;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const Class current = Classes[static_cast<unsigned char>(text[i])];
        if (current == Separator) {
            flush();
            before = Separator;
            continue;
        }
        if (length > 0) {
            const bool camel = current == Upper && (before == Lower || before == Digit);
            const bool acronymEnd = current == Upper && before == Upper && i + 1 < text.size() &&
                                    Classes[static_cast<unsigned char>(text[i + 1])] == Lower;
            if (camel || acronymEnd || (current == Digit) != (before == Digit))
                flush();
        }
        if (length == 0) {
            digits = current == Digit;
            start = text.data() + i;
        }
        const char c = current == Upper ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
        if (length < MaxWordBytes)
            word[length] = c;
        ++length;
        hash = (hash ^ static_cast<unsigned char>(c)) * HashStep;
        charBefore = lastChar;
        lastChar = c;
        before = current;
    }
    flush();
}

void CompiledRules::scan(const Part &part, SetMask &begins, SetMask &has, SetMask &ends, SetMask &whole) const {
    for (std::size_t i = 0; i < part.size; ++i) {
        const Entry *entry = part.tokens[i].entry;
        if (entry == nullptr)
            continue;
        const auto add = [&](const SetMask &sets, std::size_t length) {
            has.add(sets);
            if (i == 0)
                begins.add(sets);
            if (i + length == part.size)
                ends.add(sets);
            if (length == part.size)
                whole.add(sets);
        };
        add(entry->sets, 1);
        for (const Phrase &phrase : entry->phrases) {
            const std::size_t length = phrase.words.size();
            if (i + length > part.size)
                continue;
            bool same = true;
            for (std::size_t k = 1; k < length && same; ++k)
                same = part.tokens[i + k].entry == &m_entries[phrase.words[k]];
            if (same)
                add(phrase.sets, length);
        }
    }
}

bool CompiledRules::versionLike(const Part &part) const {
    const std::uint32_t versions = m_rules->engine.versions;
    return std::all_of(part.tokens.begin(), part.tokens.begin() + static_cast<std::ptrdiff_t>(part.size),
                       [versions](const Token &token) {
                           return token.digits || (token.entry != nullptr && token.entry->sets.test(versions));
                       });
}

void CompiledRules::readPath(std::string_view path, Facts &facts) const {
    PathItems items(path);
    SetMask begins, ends, whole;
    bool plural = false;
    for (PathItem item; items.next(item);) {
        facts.anyItem = true;
        facts.endsAtParameter = item.parameter;
        if (item.parameter) {
            ++facts.parametersSinceHead;
            facts.parameter = item.text;
            continue;
        }
        tokenise(item.text, facts.literal);
        begins = ends = whole = {};
        scan(facts.literal, begins, facts.pathHas, ends, whole);
        facts.pathBegins.add(begins);
        plural = facts.literal.plural;
        facts.headIsVersion = versionLike(facts.literal);
        facts.bare = facts.bare && facts.headIsVersion;
        facts.hasHead = true;
        facts.under = facts.headEnds;
        facts.headEnds = ends;
        facts.parametersSinceHead = 0;
    }
    if (facts.anyItem && !facts.endsAtParameter) {
        facts.lastBegins = begins;
        facts.pathEnds = ends;
        facts.pathIs = whole;
        facts.collection = plural;
    }
}

/// What the last parameter is a parameter of: the words of its name without `id`, `name` and the like.
void CompiledRules::readEnd(Facts &facts) const {
    facts.endRead = true;
    Part part;
    tokenise(facts.parameter, part);
    while (part.size > 0 && part.tokens[part.size - 1].entry != nullptr &&
           part.tokens[part.size - 1].entry->sets.test(m_rules->engine.identifiers))
        --part.size;
    SetMask begins, has, whole;
    scan(part, begins, has, facts.parameterCore, whole);
}

/// Answers for saysDestroyed().
struct CompiledRules::Reading {
    const CompiledRules &rules;
    const Part &part;
    std::uint32_t nouns;

    [[nodiscard]] bool in(std::size_t i, std::uint32_t set) const {
        return part.tokens[i].entry != nullptr && part.tokens[i].entry->sets.test(set);
    }
    [[nodiscard]] bool isVerb(std::size_t i) const { return in(i, rules.m_rules->engine.destroying); }
    [[nodiscard]] bool isPreposition(std::size_t i) const { return in(i, rules.m_rules->engine.prepositions); }
    [[nodiscard]] bool isVersion(std::size_t i) const {
        return part.tokens[i].digits || part.tokens[i].entry == rules.m_v;
    }
    [[nodiscard]] std::size_t nounAt(std::size_t last) const {
        std::size_t longest = in(last, nouns) ? 1 : 0;
        for (std::size_t i = last; i-- > 0;) {
            const Entry *entry = part.tokens[i].entry;
            const std::size_t length = last + 1 - i;
            if (entry == nullptr || length > 8)
                break;
            for (const Phrase &phrase : entry->phrases) {
                bool same = phrase.words.size() == length && phrase.sets.test(nouns);
                for (std::size_t k = 1; k < length && same; ++k)
                    same = part.tokens[i + k].entry == &rules.m_entries[phrase.words[k]];
                if (same)
                    longest = length;
            }
        }
        return longest;
    }
};

bool CompiledRules::holds(const Condition &condition, Facts &facts) const {
    using Kind = Condition::Kind;
    switch (condition.kind) {
    case Kind::PathBegins:
        return facts.pathBegins.test(condition.set);
    case Kind::PathHas:
        return facts.pathHas.test(condition.set);
    case Kind::PathEnds:
        return facts.pathEnds.test(condition.set);
    case Kind::PathIs:
        return facts.pathIs.test(condition.set);
    case Kind::LastBegins:
        return facts.lastBegins.test(condition.set);
    case Kind::Under:
        return facts.under.test(condition.set);
    case Kind::PathCalls: {
        const std::string_view word = callWord(facts.action.path());
        if (word.empty())
            return false;
        Part part;
        tokenise(word, part);
        SetMask begins, has, ends, whole;
        scan(part, begins, has, ends, whole);
        return whole.test(condition.set);
    }
    case Kind::NameBegins:
        return facts.nameBegins.test(condition.set);
    case Kind::NameHas:
        return facts.nameHas.test(condition.set);
    case Kind::NameEnds:
        return facts.nameEnds.test(condition.set);
    case Kind::Has:
        return facts.pathHas.test(condition.set) || facts.nameHas.test(condition.set);
    case Kind::EndsAt: {
        if (!facts.endsAtParameter)
            return false;
        const bool saysHead = facts.hasHead && !facts.headIsVersion;
        if (saysHead && !facts.headEnds.test(condition.set))
            return false;
        if (saysHead && facts.parametersSinceHead == 1)
            return true;
        if (!facts.endRead)
            readEnd(facts);
        return facts.parameterCore.test(condition.set);
    }
    case Kind::Deletes:
        if (facts.nameHas.test(condition.set) &&
            saysDestroyed(facts.name.size, Reading{*this, facts.name, condition.set}))
            return true;
        return facts.pathHas.test(condition.set) && !facts.endsAtParameter &&
               saysDestroyed(facts.literal.size, Reading{*this, facts.literal, condition.set});
    case Kind::Collection:
        return facts.collection == condition.wanted;
    case Kind::NameRepeats: {
        bool repeats = false;
        if (facts.anyItem && !facts.endsAtParameter && facts.literal.size > 0) {
            const std::string_view last = facts.literal.tokens[facts.literal.size - 1].word();
            for (std::size_t i = 0; i < facts.name.size && !repeats; ++i)
                repeats = sameWord(facts.name.tokens[i].word(), last);
        }
        return repeats == condition.wanted;
    }
    case Kind::NoSelector: {
        bool selects = facts.action.hasBody();
        for (std::size_t i = 0; i < facts.action.parameterCount() && !selects; ++i) {
            const catalog::ParameterView parameter = facts.action.parameter(i);
            if (parameter.place == catalog::Place::Body)
                selects = true;
            if (parameter.place != catalog::Place::Query)
                continue;
            selects = parameter.required;
            if (selects)
                break;
            Part part;
            tokenise(parameter.name, part);
            selects = part.size > 0 && part.tokens[part.size - 1].entry != nullptr &&
                      part.tokens[part.size - 1].entry->sets.test(m_rules->engine.identifiers);
        }
        return !selects == condition.wanted;
    }
    case Kind::CatchAll:
        return (facts.endsAtParameter && facts.parameter.find_first_of("+*") != std::string_view::npos) ==
               condition.wanted;
    case Kind::Bare:
        return facts.bare == condition.wanted;
    case Kind::HasBody:
        return facts.action.hasBody() == condition.wanted;
    case Kind::Methods:
        return (condition.methods & maskOf(facts.method)) != 0;
    case Kind::TierIs:
        return facts.tier == condition.tier;
    }
    return false;
}

bool CompiledRules::anyHolds(const std::vector<ConditionSet> &sets, Facts &facts) const {
    return std::any_of(sets.begin(), sets.end(), [&](const ConditionSet &set) {
        return std::all_of(set.begin(), set.end(), [&](const Condition &condition) { return holds(condition, facts); });
    });
}

bool CompiledRules::applies(const Rule &rule, Facts &facts) const {
    return (rule.methods & maskOf(facts.method)) != 0 && (rule.when.empty() || anyHolds(rule.when, facts)) &&
           !anyHolds(rule.unless, facts);
}

bool isJudged(const catalog::CapabilityView &action) {
    return action.kind() == catalog::Kind::Action || action.hint() != catalog::Hint::ReadOnly;
}

catalog::Method methodOf(const catalog::CapabilityView &action) {
    return action.kind() == catalog::Kind::Action ? action.method() : catalog::Method::Post;
}

RuleOutcome CompiledRules::decide(const catalog::CapabilityView &action) const {
    RuleOutcome outcome;
    if (!isJudged(action)) {
        outcome.tier = Tier::Read;
        return outcome;
    }
    Facts facts(action);
    facts.method = methodOf(action);
    readPath(action.path(), facts);
    tokenise(action.name(), facts.name);
    SetMask whole;
    scan(facts.name, facts.nameBegins, facts.nameHas, facts.nameEnds, whole);

    for (const Rule &rule : m_rules->methods) {
        if (action.kind() != catalog::Kind::Action || !applies(rule, facts))
            continue;
        outcome.tier = *rule.tier;
        outcome.review = rule.review;
        if (rule.lists)
            outcome.lists |= bitOf(*rule.lists);
        if (rule.as)
            facts.method = *rule.as;
        break;
    }
    for (const KeywordGroup &group : m_rules->keywords) {
        if (group.tier > outcome.tier && (group.methods & maskOf(facts.method)) != 0 &&
            (facts.pathBegins.test(group.set) || facts.nameHas.test(group.set))) {
            outcome.tier = group.tier;
            outcome.keywordOnly = true;
        }
    }
    facts.tier = outcome.tier;
    for (const Rule &rule : m_rules->rules) {
        if (rule.disabled || !applies(rule, facts))
            continue;
        if (rule.lists)
            outcome.lists |= bitOf(*rule.lists);
        if (!rule.tier)
            continue;
        outcome.tier = std::max(outcome.tier, *rule.tier);
        outcome.approval = std::max(outcome.approval, rule.approval);
        outcome.review = outcome.review || rule.review;
        if (outcome.catastrophic == CatastrophicClass::None)
            outcome.catastrophic = rule.catastrophic;
    }
    outcome.review = outcome.review || outcome.keywordOnly || outcome.lists != 0;
    return outcome;
}

} // namespace actionscope::risk::detail
