#pragma once
/// Notices a search that asks again what was just asked (ST6): it is answered all the same, with a note.

#include "base/clock.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::session {

/// The overlap is the share of words that two queries have in common (of all that either has), without the words that
/// nearly every query has. At 0.7 "list open issues of a repository" and "list a repository's open issues" are one,
/// "list open issues" and "list closed issues" are two.
struct RedundancyLimits {
    bool on = true;                   ///< gateway.search_notes
    double overlap = 0.7;             ///< gateway.search_overlap
    std::chrono::seconds window{300}; ///< gateway.search_window
};

struct RedundantSearch {
    std::string earlier; ///< id of the search that asked the same
    double overlap = 0;
    std::chrono::seconds ago{0};
};
/// The note for the agent: what it asked before, and what to do instead.
[[nodiscard]] std::string noteFor(const RedundantSearch &search);

/// The words of a query as they are compared: lower case, without plural and filler words; hashes, sorted.
[[nodiscard]] std::vector<std::uint64_t> queryWords(std::string_view query);
/// Share of the words of either that both have; 0 when one has none. Both sorted.
[[nodiscard]] double wordOverlap(const std::vector<std::uint64_t> &a, const std::vector<std::uint64_t> &b);

/// The last searches of one session. Not thread-safe: the registry guards it.
class RecentSearches {
public:
    static constexpr std::size_t Remembered = 16;
    /// `scope`: searches of different services or tools do not repeat each other. Remembers this one.
    [[nodiscard]] std::optional<RedundantSearch> searched(const RedundancyLimits &limits, std::string_view query,
                                                          std::string_view scope, std::string searchId, Timestamp now);

private:
    struct Search {
        std::vector<std::uint64_t> words;
        std::uint64_t scope = 0;
        std::string id;
        Timestamp when;
    };
    std::deque<Search> m_searches; ///< oldest first
};

} // namespace actionscope::session
