#include "session/redundant_search.h"

#include "base/hash.h"

#include <algorithm>
#include <array>

namespace actionscope::session {
namespace {

constexpr std::size_t MostWords = 64;

bool isFiller(std::string_view word) {
    static constexpr std::array<std::string_view, 28> Fillers{
        "a",  "an", "and", "any", "can", "do", "find", "for",  "from", "get", "how",  "i",    "in",   "is",
        "it", "me", "my",  "of",  "on",  "or", "s",    "that", "the",  "to",  "tool", "want", "with", "you"};
    return std::ranges::binary_search(Fillers, word);
}

} // namespace

std::vector<std::uint64_t> queryWords(std::string_view query) {
    std::vector<std::uint64_t> words, fillers;
    std::string word;
    const auto take = [&] {
        if (word.empty())
            return;
        const bool filler = isFiller(word);
        if (word.size() > 3 && word.ends_with('s') && !word.ends_with("ss"))
            word.pop_back();
        (filler ? fillers : words).push_back(hash64(word));
        word.clear();
    };
    for (const char c : query) {
        if (words.size() >= MostWords || fillers.size() >= MostWords)
            break;
        if (c >= 'A' && c <= 'Z')
            word += static_cast<char>(c - 'A' + 'a');
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (static_cast<unsigned char>(c) & 0x80U) != 0)
            word += c;
        else
            take();
    }
    take();
    // A query of fillers alone is compared by them.
    std::vector<std::uint64_t> &out = words.empty() ? fillers : words;
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

double wordOverlap(const std::vector<std::uint64_t> &a, const std::vector<std::uint64_t> &b) {
    std::size_t shared = 0;
    for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
        if (*left < *right)
            ++left;
        else if (*right < *left)
            ++right;
        else
            ++shared, ++left, ++right;
    }
    const std::size_t either = a.size() + b.size() - shared;
    return either == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(either);
}

std::string noteFor(const RedundantSearch &search) {
    return "You searched for nearly the same " + std::to_string(search.ago.count()) + " s ago (search_id " +
           search.earlier +
           "). Searching again finds the same: activate one of the results, or ask for something else in other words.";
}

std::optional<RedundantSearch> RecentSearches::searched(const RedundancyLimits &limits, std::string_view query,
                                                        std::string_view scope, std::string searchId, Timestamp now) {
    Search search{queryWords(query), hash64(scope), std::move(searchId), now};
    while (!m_searches.empty() && now - m_searches.front().when > limits.window)
        m_searches.pop_front();
    std::optional<RedundantSearch> found;
    for (const Search &earlier : m_searches) {
        if (earlier.scope != search.scope)
            continue;
        const double overlap = wordOverlap(earlier.words, search.words);
        // The latest of those that overlap most: its results are the ones at hand.
        if (overlap >= limits.overlap && overlap > 0 && (!found || overlap >= found->overlap))
            found = RedundantSearch{earlier.id, overlap,
                                    std::chrono::duration_cast<std::chrono::seconds>(now - earlier.when)};
    }
    if (m_searches.size() >= Remembered)
        m_searches.pop_front();
    m_searches.push_back(std::move(search));
    return found;
}

} // namespace actionscope::session
