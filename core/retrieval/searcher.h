#pragma once
/// Ranks capabilities for a typed query: the one searcher of the app, the command line and every façade.

#include "base/result.h"
#include "retrieval/explanation.h"
#include "retrieval/index.h"
#include "retrieval/preset.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval {

/// What the asker may find. Applied inside retrieval, so that `limit` results come back when they exist.
struct Visibility {
    /// By index of service in the catalog; empty means all. 0: hidden.
    std::vector<std::uint8_t> services;
    /// By ordinal; empty means all. 0: hidden. For grants to single actions.
    std::vector<std::uint8_t> actions;
};

/// Constants of the ranking; the defaults were measured on labelled sets (tests/bench/RESULTS.md).
struct RankingOptions {
    double k1 = 2.0;
    double b = 0.75;
    double serviceEvidence = 0.3; ///< weight of BM25 over services added to their actions
    double exactName = 1.0;       ///< an action whose name is the query gets full score and comes first
    double sameWords = 0.5; ///< share of what is missing to full score, for one whose name or title has the query's
                            ///< words and no others
};

/// Services first, then actions within them (TF1): the `services` whose best actions score highest, and of each its
/// best `perService`. Both 1 … 50.
struct SearchStages {
    static constexpr std::size_t Most = 50;
    std::size_t services = 3, perService = 1;
};

struct SearchRequest {
    std::string query;
    /// How to rank; null: the searcher's default. Its floor counts when the request has none.
    std::shared_ptr<const Preset> preset = {};
    std::optional<std::string> service = {}; ///< scope to one service
    std::size_t limit = 10;                  ///< 1 … 100
    double floor = -1;                       ///< on the scale of scores; negative: that of the preset; 0: none
    bool explain = false;
    bool longTailOnly = false;             ///< the gateway's surface
    std::uint32_t kinds = ~0U;             ///< bit per catalog::Kind; all by default
    std::vector<std::string> experts = {}; ///< for the ranker ExpertTiers: "service.action" of the asker's profile
    bool countWithheld = false;            ///< count what was held back also when `limit` hits came back
    /// Asked of every action once, when given: only those are wanted that it says yes to. Ordinals are of that catalog.
    std::function<bool(const catalog::Catalog &, catalog::Ordinal)> only = {};
    /// In place of `limit`: hits are then grouped, the best service first and within it its best action.
    std::optional<SearchStages> stages = {};
};

struct Hit {
    catalog::Ordinal ordinal = 0;
    double score = 0; ///< 0 … 1, comparable across queries
    std::optional<Explanation> explanation;
    /// What each signal brings to the score, with the ranker Fusion: what is missing to the score is the lift of an
    /// exact name or of the same words. All zero with other rankers. Costs nothing, so it is always there.
    SignalValues parts{};
};

/// Why fewer than `limit` results came back. All zero when `limit` did and the request did not ask to count: the search
/// then never looked at what could not be among the best.
struct Withheld {
    std::uint32_t matched = 0;    ///< shared a term with the query, before any gate
    std::uint32_t belowFloor = 0; ///< visible, under the floor
    std::uint32_t serviceOff = 0; ///< in a hidden service (counted only when it scores at or above the floor)
    std::uint32_t outOfScope = 0; ///< at or above the floor, but of another service, kind or surface than asked for
    std::uint32_t notAllowed = 0; ///< at or above the floor, but not granted to the asker; counted before all others
    std::vector<std::string> servicesOff; ///< ids of up to three hidden services that hold the most of `serviceOff`
    double bestBelowFloor = 0;
    std::vector<std::string> unknownWords; ///< of the query, in no action
};

struct SearchResponse {
    std::vector<Hit> hits;     ///< best first; equal scores in order of name; with stages in groups of a service
    double floor = 0;          ///< the one applied
    std::uint32_t indexed = 0; ///< capabilities in the index
    Withheld withheld;
    std::string hint;           ///< empty when there are hits
    std::int64_t elapsedUs = 0; ///< wall time of the search
    std::string reduced;        ///< why vectors took no part although the preset weighs them; empty when they did
};

/// Default floor on the scale of scores. See tests/bench/RESULTS.md for how it was chosen.
constexpr double DefaultFloor = 0.05;
constexpr std::size_t MaxQueryBytes = 4096; ///< longer queries are cut at a character boundary

namespace detail {
struct Gate;
}
struct CandidateSet;
class RelationGraphSource;
class Thesaurus;
class VectorIndex;

/// Immutable; any thread, any number of searches at once.
class Searcher {
public:
    /// Ranks requests without a preset by keywords with these constants.
    explicit Searcher(std::shared_ptr<const Index> index, RankingOptions options = {});
    /// Ranks requests without a preset by the default one. `vectors` may be null, or of another catalog than the index:
    /// then they take no part. Without `thesaurus` it is the shipped one; without `graph`, or when it is of another
    /// catalog, relations are those that the catalog tells.
    Searcher(std::shared_ptr<const Index> index, std::shared_ptr<const VectorIndex> vectors,
             std::shared_ptr<const Thesaurus> thesaurus = nullptr,
             std::shared_ptr<const RelationGraphSource> graph = nullptr);
    /// What if: the same searcher over another catalog, or with another thesaurus.
    [[nodiscard]] Searcher with(std::shared_ptr<const Index> index, std::shared_ptr<const VectorIndex> vectors) const;
    [[nodiscard]] Searcher with(std::shared_ptr<const Thesaurus> thesaurus) const;

    /// Exactly the results of scoring every document (the oracle test's claim). Errors: InvalidArgument for an unknown
    /// service (with the nearest ids), a limit of 0 or above 100, stages beyond theirs. An empty query gives no hits
    /// and a hint. With stages: exactly the best of each of the best services, however far down they are.
    [[nodiscard]] Result<SearchResponse> search(const SearchRequest &request, const Visibility &visibility = {}) const;

    /// The query's best candidates with every signal, for tuning (candidates.h). Errors: those of search().
    [[nodiscard]] Result<CandidateSet> candidates(const SearchRequest &request, const Visibility &visibility = {},
                                                  std::size_t count = 1000) const;

    /// Why one document has the score that it has, whatever its rank: of zero parts when it is no candidate. Errors:
    /// those of search().
    [[nodiscard]] Result<Explanation> explain(const SearchRequest &request, const Visibility &visibility,
                                              catalog::Ordinal document) const;

    /// The plain reference: scores every document by the formula in double precision. Slow; for tests and the bench.
    [[nodiscard]] std::vector<Hit> searchExhaustively(const SearchRequest &request,
                                                      const Visibility &visibility = {}) const;

    [[nodiscard]] const Index &index() const { return *m_index; }

    [[nodiscard]] const VectorIndex *vectors() const { return m_vectors.get(); }
    [[nodiscard]] const Thesaurus &thesaurus() const { return *m_thesaurus; }

private:
    [[nodiscard]] SearchResponse ranked(const SearchRequest &request, const detail::Gate &gate) const;
    [[nodiscard]] Result<SearchResponse> rankedInStages(const SearchRequest &request, const Visibility &visibility,
                                                        const detail::Gate &gate) const;

    std::shared_ptr<const Index> m_index;
    std::shared_ptr<const VectorIndex> m_vectors;
    std::shared_ptr<const Thesaurus> m_thesaurus;
    std::shared_ptr<const RelationGraphSource> m_graph;
    std::shared_ptr<const Preset> m_default; ///< null: keywords by m_options
    RankingOptions m_options;
};

} // namespace actionscope::retrieval
