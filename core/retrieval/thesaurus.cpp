#include "retrieval/thesaurus.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "catalog/rule_file.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

// The bytes of resources/retrieval/thesaurus.yaml as a part of the library; the path comes from CMakeLists.txt.
__asm__(".pushsection .rodata\n"
        ".global actionscopeThesaurusBegin\n"
        ".global actionscopeThesaurusEnd\n"
        ".hidden actionscopeThesaurusBegin\n"
        ".hidden actionscopeThesaurusEnd\n"
        "actionscopeThesaurusBegin:\n"
        ".incbin \"" ACTIONSCOPE_THESAURUS_FILE "\"\n"
        "actionscopeThesaurusEnd:\n"
        ".popsection\n");

extern "C" __attribute__((visibility("hidden"))) const char actionscopeThesaurusBegin[];
extern "C" __attribute__((visibility("hidden"))) const char actionscopeThesaurusEnd[];

namespace actionscope::retrieval {

namespace {

/// What a word of a query is compared by with the words of phrases: stop words are a part of these.
std::string keyOf(const Analyzer::Token &token) { return token.term.empty() ? toLowerAscii(token.word) : token.term; }

std::string joined(const std::vector<std::string> &words) {
    std::string text;
    for (const std::string &word : words)
        text.append(text.empty() ? "" : " ").append(word);
    return text;
}

/// Adverbs that may stand behind the object of their verb, and those among them that are prepositions more often.
constexpr std::array<std::string_view, 9> Adverbs{"away", "back", "down", "in", "off", "on", "out", "over", "up"};
constexpr std::array<std::string_view, 3> Prepositions{"in", "on", "over"};
constexpr std::array<std::string_view, 10> Pronouns{"her",  "him",  "it",   "me", "myself",
                                                    "that", "them", "this", "us", "you"};

/// "the logs in the database", "users who were logged in": what somebody wants done does not end in s or ed.
bool isInflected(std::string_view typed, std::string_view key) {
    const std::string word = toLowerAscii(typed);
    return (word.ends_with("s") && !key.ends_with('s')) || (word.ends_with("ed") && !key.ends_with("ed"));
}

template <std::size_t N> bool isOneOf(const std::array<std::string_view, N> &words, std::string_view word) {
    return std::binary_search(words.begin(), words.end(), word);
}

} // namespace

std::size_t Thesaurus::Hash::operator()(std::string_view text) const { return hash64(text); }

Result<void> Thesaurus::add(const std::string &yaml, const std::string &name) {
    const auto file = catalog::RuleFile::parse(yaml, name);
    if (!file)
        return fail(file.error());
    try {
        file->expectMap(file->root(), "a thesaurus", {"groups", "phrases"});
        Analyzer &analyzer = threadAnalyzer();
        const YAML::Node groups = file->root()["groups"];
        for (const YAML::Node &group :
             groups.IsDefined() ? file->items(groups, "`groups`", MaxGroups) : std::vector<YAML::Node>()) {
            file->expectSequence(group, "a group");
            std::vector<std::string> terms;
            for (const YAML::Node &node : group) {
                const std::string word = file->text(node, "a word");
                const auto tokens = analyzer.analyze(word);
                if (tokens.size() != 1)
                    file->complain(node,
                                   "\"" + word + "\" is not one word; what several words mean goes under `phrases`");
                // Words that queries are searched without can bring nothing.
                if (!tokens.front().term.empty())
                    terms.push_back(tokens.front().term);
            }
            if (group.size() < 2)
                file->complain(group, "a group has at least two words");
            addGroup(terms);
        }
        const YAML::Node phrases = file->root()["phrases"];
        if (phrases.IsDefined() && !phrases.IsMap())
            file->complain(phrases, "`phrases` is a mapping from phrases to what they mean: `get rid of: [delete]`");
        if (phrases.IsDefined() && phrases.size() > MaxPhrases)
            file->complain(phrases,
                           "`phrases` has " + std::to_string(phrases.size()) + " entries; at most " +
                               std::to_string(MaxPhrases) + " are read",
                           ErrorCode::LimitExceeded);
        for (const auto &entry : phrases) {
            Phrase phrase;
            const std::string text = file->text(entry.first, "a phrase");
            for (const Analyzer::Token &token : analyzer.analyze(text))
                phrase.words.push_back(keyOf(token));
            if (phrase.words.size() < 2)
                file->complain(entry.first,
                               "\"" + text + "\" is no phrase of several words; single words go under `groups`");
            if (phrase.words.size() > MaxPhraseWords)
                file->complain(entry.first,
                               "this phrase has " + std::to_string(phrase.words.size()) + " words; at most " +
                                   std::to_string(MaxPhraseWords) + " are compared",
                               ErrorCode::LimitExceeded);
            const auto meanings = file->items(entry.second, "what a phrase means", MaxMeanings);
            for (const YAML::Node &node : meanings) {
                const std::string word = file->text(node, "a word");
                const auto tokens = analyzer.analyze(word);
                if (tokens.size() != 1 || tokens.front().term.empty())
                    file->complain(node, "\"" + word + "\" is not one word that can be searched for");
                if (std::find(phrase.meanings.begin(), phrase.meanings.end(), tokens.front().term) ==
                    phrase.meanings.end())
                    phrase.meanings.push_back(tokens.front().term);
            }
            if (phrase.meanings.empty())
                file->complain(entry.second, "\"" + text + "\" means nothing; name at least one word");
            addPhrase(std::move(phrase));
        }
    } catch (const catalog::RuleError &error) {
        return fail(error.error);
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, "not a thesaurus: " + error.msg, {name});
    }
    return {};
}

void Thesaurus::addGroup(const std::vector<std::string> &terms) {
    for (const std::string &term : terms) {
        std::vector<std::string> &others = m_related[term];
        for (const std::string &other : terms) {
            const auto at = std::lower_bound(others.begin(), others.end(), other);
            if (other != term && (at == others.end() || *at != other))
                others.insert(at, other);
        }
    }
    ++m_groups;
}

void Thesaurus::addPhrase(Phrase phrase) {
    std::size_t &longest = m_longest[phrase.words.front()];
    longest = std::max(longest, phrase.words.size());
    std::string key = joined(phrase.words);
    m_phrases.insert_or_assign(std::move(key), std::move(phrase));
}

std::vector<Thesaurus::Match> Thesaurus::phrasesOf(std::string_view query,
                                                   std::span<const Analyzer::Token> tokens) const {
    std::vector<Match> matches;
    if (m_phrases.empty())
        return matches;
    std::vector<std::string> keys;
    keys.reserve(tokens.size());
    for (const Analyzer::Token &token : tokens)
        keys.push_back(keyOf(token));
    std::vector<bool> taken(tokens.size());
    // No phrase goes on behind a mark that ends what is said.
    const auto goesOn = [&](std::size_t at) {
        if (at >= tokens.size() || taken[at])
            return false;
        const std::uint32_t from = tokens[at - 1].end, to = tokens[at].begin;
        return to <= from || query.substr(from, to - from).find_first_of(".,;:!?\n") == std::string_view::npos;
    };
    const auto find = [&](const std::string &key) {
        const auto found = m_phrases.find(key);
        return found == m_phrases.end() ? nullptr : &found->second;
    };
    std::string key;
    for (std::size_t at = 0; at < tokens.size() && matches.size() < MaxMatches; ++at) {
        const auto longest = m_longest.find(keys[at]);
        if (longest == m_longest.end() || taken[at] || isInflected(tokens[at].word, keys[at]))
            continue;
        Match match{nullptr, {}};
        key = keys[at];
        for (std::size_t n = 1; n < longest->second && goesOn(at + n); ++n) {
            key.append(1, ' ').append(keys[at + n]);
            if (const Phrase *phrase = find(key))
                match = {phrase, std::vector<std::uint32_t>(n + 1)};
        }
        std::iota(match.tokens.begin(), match.tokens.end(), static_cast<std::uint32_t>(at));
        for (std::size_t n = 1; match.phrase == nullptr && n <= MaxBetween + 1 && goesOn(at + n); ++n) {
            if (n == 1 || !isOneOf(Adverbs, keys[at + n]) ||
                (isOneOf(Prepositions, keys[at + n]) && (n > 2 || !isOneOf(Pronouns, keys[at + 1]))))
                continue;
            match.phrase = find(keys[at] + ' ' + keys[at + n]);
            match.tokens = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + n)};
        }
        if (match.phrase == nullptr)
            continue;
        for (const std::uint32_t token : match.tokens)
            taken[token] = true;
        matches.push_back(std::move(match));
    }
    return matches;
}

std::shared_ptr<const Thesaurus> Thesaurus::withGroup(std::span<const std::string> words) const {
    auto thesaurus = std::make_shared<Thesaurus>(*this);
    std::vector<std::string> terms;
    for (const std::string &word : words)
        for (Analyzer::Token &token : threadAnalyzer().analyze(word))
            if (!token.term.empty())
                terms.push_back(std::move(token.term));
    thesaurus->addGroup(terms);
    return thesaurus;
}

std::shared_ptr<const Thesaurus> Thesaurus::shipped() {
    static const std::shared_ptr<const Thesaurus> Shared = [] {
        auto thesaurus = std::make_shared<Thesaurus>();
        const std::string text(actionscopeThesaurusBegin, actionscopeThesaurusEnd);
        if (const auto added = thesaurus->add(text, "the shipped thesaurus"); !added)
            throw std::logic_error(added.error().toString()); // built with another file: the tests see it
        return thesaurus;
    }();
    return Shared;
}

Result<std::shared_ptr<const Thesaurus>> Thesaurus::withFile(const std::filesystem::path &file) {
    const auto text = readFile(file, 1U << 20, "the cap of a thesaurus");
    if (!text && text.error().code == ErrorCode::NotFound)
        return shipped();
    if (!text)
        return fail(text.error());
    return withText(*text, file.string());
}

Result<std::shared_ptr<const Thesaurus>> Thesaurus::withText(const std::string &text, const std::string &name) {
    auto thesaurus = std::make_shared<Thesaurus>(*shipped());
    if (auto added = thesaurus->add(text, name); !added)
        return fail(added.error());
    return thesaurus;
}

std::span<const std::string> Thesaurus::related(std::string_view term) const {
    const auto found = m_related.find(term);
    return found == m_related.end() ? std::span<const std::string>() : std::span<const std::string>(found->second);
}

} // namespace actionscope::retrieval
