#pragma once
/// What one change does to labelled queries, in wins and losses: quick enough to be asked for every remedy of "why is
/// it not found" (retrieval/why_not.h). What a set gains in metrics is an experiment's matter.

#include "evaluation/query_set.h"
#include "retrieval/why_not.h"

#include <optional>
#include <vector>

namespace actionscope::evaluation {

constexpr std::size_t EffectQueries = 200; ///< of a larger set, an even sample

/// How the queries of a set fare with one searcher and request, and whether they fare better with another. A query with
/// an answer fares better when the first of its golds comes higher among the results; one without, when nothing comes
/// back any more. Judgements of actions that the catalog does not have are passed over.
class ChangeEffect {
public:
    /// `request` is taken as it is but for its query; the searchers that are compared must be of the same catalog.
    ChangeEffect(const QuerySet &set, const retrieval::Searcher &before, retrieval::SearchRequest request,
                 retrieval::Visibility visibility);
    [[nodiscard]] retrieval::Effect of(const retrieval::Searcher &after, retrieval::SearchRequest request) const;
    [[nodiscard]] std::size_t queries() const { return m_queries.size(); }

private:
    struct Query {
        std::string text;
        std::vector<catalog::Ordinal> golds; ///< ascending; none: nothing answers it
        std::size_t before = 0;
    };
    /// Smaller is better.
    [[nodiscard]] std::size_t fare(const retrieval::Searcher &searcher, retrieval::SearchRequest &request,
                                   const Query &query) const;

    retrieval::Visibility m_visibility;
    std::vector<Query> m_queries;
};

} // namespace actionscope::evaluation
