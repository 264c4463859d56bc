#include "retrieval/detail/compounds.h"

#include "base/hash.h"
#include "retrieval/analyzer.h"
#include "retrieval/token_table.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace actionscope::retrieval::detail {
namespace {

/// Sorted. Two and three letters are in the table for many things that are no words; these are.
constexpr std::array<std::string_view, 65> ShortWords{
    "ad",  "add", "age", "all", "and", "any", "api", "app", "ask", "bid",  "bot", "box", "bug",
    "bus", "buy", "by",  "car", "cat", "csv", "day", "del", "dns", "doc",  "dog", "faq", "fee",
    "for", "get", "has", "id",  "in",  "ip",  "job", "key", "law", "log",  "map", "new", "now",
    "of",  "old", "on",  "one", "out", "pay", "pdf", "put", "set", "sms",  "tag", "tax", "the",
    "to",  "top", "tv",  "two", "uri", "url", "use", "vat", "web", "with", "xml", "you", "zip"};
/// Sorted. What ends so is one word.
constexpr std::array<std::string_view, 16> Endings{"able", "ably", "hood",  "ible", "isms", "less",  "like", "ment",
                                                   "ness", "ship", "ships", "some", "ward", "wards", "ways", "wise"};
constexpr std::size_t MostLetters = 20;    ///< of a part
constexpr std::size_t LeastLetters = 4;    ///< of a part that is not among the short words
constexpr std::size_t KnownWords = 50'000; ///< remembered by a thread; then it begins anew

template <std::size_t N> bool isOneOf(const std::array<std::string_view, N> &words, std::string_view word) {
    return std::binary_search(words.begin(), words.end(), word);
}

/// Which beginnings words of the vocabulary have: most places of a name are no beginning of any, and stemming is dear.
class Beginnings {
public:
    Beginnings() {
        TokenTable::shipped()->forEachTerm([this](std::string_view term) {
            if (term.size() < 3 || !std::all_of(term.begin(), term.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
                return;
            if (term.size() == 3) {
                m_three.set(number(term, 3));
                return;
            }
            m_four.set(number(term, 4));
            // Stems end in i where words end in y: "citi".
            if (term.size() == 4 && term[3] == 'i')
                m_four.set(number(std::string(term.substr(0, 3)) + 'y', 4));
        });
    }
    [[nodiscard]] bool has(std::string_view word) const { return m_four[number(word, 4)] || m_three[number(word, 3)]; }

private:
    static std::size_t number(std::string_view text, std::size_t letters) {
        std::size_t number = 0;
        for (std::size_t i = 0; i < letters; ++i)
            number = number * 26 + static_cast<std::size_t>(text[i] - 'a');
        return number;
    }
    std::bitset<26 * 26 * 26 * 26> m_four;
    std::bitset<26 * 26 * 26> m_three; // words of three letters, before an ending
};

/// How good a word is as a part; nothing when it is none.
std::optional<std::size_t> worthOf(std::string_view text) {
    static const auto Known = std::make_unique<const Beginnings>();
    const std::size_t worth = text.size() * text.size();
    if (text.size() < LeastLetters)
        return isOneOf(ShortWords, text) ? std::optional(worth + 1) : std::nullopt;
    if (isStopWord(text))
        return worth;
    if (!Known->has(text))
        return std::nullopt;
    const std::string_view term = threadAnalyzer().term(text);
    return TokenTable::shipped()->knows(term) ? std::optional(worth + (term == text ? 1 : 0)) : std::nullopt;
}

std::string split(std::string_view word) {
    if (worthOf(word))
        return {};
    // As few parts as there can be; of equally many, those of the most unequal lengths ("get listings", not "getlis
    // tings"); of equal ones, those that are no inflected forms ("send email", not "sende mail").
    struct Rest {
        std::size_t parts = SIZE_MAX, worth = 0, size = 0;
    };
    std::array<Rest, MostLetters * MostParts> rests; // longer ones cannot be split
    if (word.size() >= rests.size())
        return {};
    rests[word.size()].parts = 0;
    for (std::size_t from = word.size(); from-- > 0;) {
        Rest &best = rests[from];
        for (std::size_t size = 2; size <= std::min(MostLetters, word.size() - from); ++size) {
            const Rest &rest = rests[from + size];
            if (rest.parts >= MostParts || rest.parts + 1 > best.parts)
                continue;
            const auto worth = worthOf(word.substr(from, size));
            if (worth && (rest.parts + 1 < best.parts || rest.worth + *worth > best.worth))
                best = {rest.parts + 1, rest.worth + *worth, size};
        }
    }
    if (rests[0].parts > MostParts)
        return {};
    // Most of it must be long words: short ones are in everything by chance.
    std::string parts;
    std::string_view last;
    std::size_t letters = 0;
    for (std::size_t at = 0; at < word.size(); at += rests[at].size) {
        last = word.substr(at, rests[at].size);
        letters += last.size() >= LeastLetters ? last.size() : 0;
        parts.append(parts.empty() ? "" : " ").append(last);
    }
    return letters * 2 < word.size() || isOneOf(Endings, last) ? std::string() : parts;
}

struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return hash64(text); }
};

} // namespace

std::string_view compoundParts(std::string_view word) {
    thread_local std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> known;
    if (word.size() < LeastCompound || word.size() >= MaxWordBytes ||
        !std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }))
        return {};
    if (const auto found = known.find(word); found != known.end())
        return found->second;
    if (known.size() >= KnownWords)
        known.clear();
    return known.emplace(std::string(word), split(word)).first->second;
}

} // namespace actionscope::retrieval::detail
