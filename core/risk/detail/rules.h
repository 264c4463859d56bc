#pragma once
/// Rules as data, as they were read: what explanation works on, and what the fast classifier is compiled from.

#include "risk/risk_policy.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::risk::detail {

using Words = std::vector<std::string>; ///< one word, or several in a row

/// Words longer than this cannot be written in a rule, so that the classifier can skip longer ones.
constexpr std::size_t MaxWordBytes = 32;
/// Of a path segment or a name, only so many words are looked at; both ways of classifying keep to it.
constexpr std::size_t MaxWordsPerPart = 64;

/// The words a condition asks for. Equal lists are one set.
struct WordSet {
    std::set<Words> entries;
    [[nodiscard]] bool contains(const Words &words) const { return entries.count(words) != 0; }
    friend bool operator<(const WordSet &a, const WordSet &b) { return a.entries < b.entries; }
};

/// Bit per catalog::Method.
using MethodMask = std::uint16_t;
constexpr MethodMask maskOf(catalog::Method method) {
    return static_cast<MethodMask>(1U << static_cast<unsigned>(method));
}
constexpr MethodMask ReadingMethods = maskOf(catalog::Method::Get) | maskOf(catalog::Method::Head) |
                                      maskOf(catalog::Method::Options) | maskOf(catalog::Method::Trace);
constexpr MethodMask AllMethods = 0x1FF;

struct Condition {
    enum class Kind : std::uint8_t {
        PathBegins,
        PathHas,
        PathEnds,
        PathIs,
        LastBegins,
        Under,
        PathCalls,
        NameBegins,
        NameHas,
        NameEnds,
        Has,
        EndsAt,
        Deletes,
        Collection,
        NameRepeats,
        NoSelector,
        CatchAll,
        Bare,
        HasBody,
        Methods,
        TierIs,
    };
    Kind kind = Kind::Has;
    std::uint32_t set = 0; ///< index into Rules::sets, of kinds that take words
    bool wanted = true;    ///< of kinds that are true or false
    MethodMask methods = 0;
    Tier tier = Tier::Read;
};
std::string_view conditionName(Condition::Kind kind); ///< "path_begins"
/// Whether the condition takes words.
bool takesWords(Condition::Kind kind);

/// All must hold.
using ConditionSet = std::vector<Condition>;

struct Example {
    std::string text;
    bool matches = true;
    Location where;
};

struct Rule {
    std::string id, title;
    CatastrophicClass catastrophic = CatastrophicClass::None;
    std::optional<Tier> tier; ///< none: the rule only lists
    Approval approval = Approval::None;
    std::optional<Disagreement::Kind> lists;
    std::optional<catalog::Method> as; ///< method rules only
    bool review = false;
    MethodMask methods = AllMethods & static_cast<MethodMask>(~ReadingMethods);
    std::vector<ConditionSet> when, unless; ///< one of the sets must hold; `when` empty: always
    std::vector<Example> examples;
    Location where;
    std::size_t folder = 0;     ///< the one it came from, in order
    std::string disabledReason; ///< with `disabled`
    Location disabledWhere;
    bool disabled = false;
};

struct Keyword {
    Words words;
    std::string text; ///< "empty trash"
    Location where;
    bool disabled = false;
    std::string disabledReason;
    Location disabledWhere;
};

struct KeywordGroup {
    std::string id;
    Tier tier = Tier::Destructive;
    MethodMask methods = 0;
    std::vector<Keyword> words;
    std::vector<Example> examples;
    Location where;
    std::size_t folder = 0;
    std::uint32_t set = 0;     ///< of the words that are not switched off
    std::uint32_t fullSet = 0; ///< of all words: what the examples are about
};

/// Lists that the engine itself asks for.
struct EngineSets {
    std::uint32_t destroying = 0, identifiers = 0, versions = 0, prepositions = 0;
};

/// "file:line".
std::string sourceOf(const Location &where);

/// The parts of a path between the borders that keywords.yaml names, parameters in braces apart. A trailing format
/// (`.json`, `.{format}`) is left out.
struct PathItem {
    std::string_view text; ///< without the braces of a parameter
    bool parameter = false;
};
class PathItems {
public:
    explicit PathItems(std::string_view path);
    /// False at the end.
    bool next(PathItem &item);

private:
    std::string_view m_rest;
};

/// The word under which a path names its operation in its query or fragment: `Action` of "/#Action=DeleteVolume",
/// `action` of
/// "/list?action=deleteAll"; the first one of several. Empty when there is none.
std::string_view callWord(std::string_view path);

/// Whether a word looks like a plural: ends in `s`, but not in `ss`, `us` or `is`.
bool isPluralWord(std::string_view lowerCaseWord);
/// "repository" → "repositories", "index" → "indexes"; regular plurals only.
std::string pluralOf(std::string lowerCaseWord);
inline bool isDigits(std::string_view word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace actionscope::risk::detail

namespace actionscope::risk {

namespace detail {
class CompiledRules;
}

/// Everything a policy knows.
struct RiskPolicy::Rules {
    std::vector<detail::WordSet> sets;
    std::vector<detail::Rule> methods; ///< the first that holds decides
    std::vector<detail::KeywordGroup> keywords;
    std::vector<detail::Rule> rules; ///< each may raise
    detail::EngineSets engine;
    std::shared_ptr<const detail::CompiledRules> compiled;
};

} // namespace actionscope::risk
