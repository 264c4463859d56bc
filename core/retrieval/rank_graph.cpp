#include "retrieval/detail/vector_rankers.h"

#include <algorithm>

namespace actionscope::retrieval::detail {

void addBelowOne(double sum, Explanation &explanation) {
    explanation.total = belowOne(sum);
    if (explanation.total != sum)
        explanation.priors.push_back({"kept-below-one", sum, 1, explanation.total - sum});
}

namespace {

class GraphRanking final : public Ranking {
public:
    GraphRanking(const RankingInput &input, const RelationGraph &graph, std::size_t limit, double floor)
        : m_catalog(input.data.catalog) {
        std::vector<RelationGraph::Scored> results;
        for (const Scored &one : input.nearest(GraphResults))
            results.push_back({one.document, one.score});
        m_before = results;
        m_boosts =
            graph.rerank(results, GraphFactor, [&](catalog::Ordinal document) { return input.visible(document); });
        for (const RelationGraph::Scored &one : results)
            if (best.size() < limit && belowOne(one.score) >= floor)
                best.push_back({belowOne(one.score), one.ordinal});
    }

    void explain(catalog::Ordinal document, Explanation &explanation) const override {
        double sum = 0;
        for (const RelationGraph::Scored &one : m_before) {
            if (one.ordinal == document) {
                explanation.similarity = one.score;
                explanation.semanticContribution = one.score;
                sum = one.score;
            }
        }
        for (const RelationGraph::Boost &boost : m_boosts) {
            if (boost.of != document)
                continue;
            explanation.graph.push_back({std::string(info(boost.relation).name), m_catalog->qualifiedName(boost.from),
                                         boost.weight, boost.contribution});
            sum += boost.contribution;
        }
        addBelowOne(sum, explanation);
    }

private:
    std::shared_ptr<const catalog::Catalog> m_catalog;
    std::vector<RelationGraph::Scored> m_before;
    std::vector<RelationGraph::Boost> m_boosts;
};

} // namespace

std::unique_ptr<Ranking> rankByGraph(const RankingInput &input, const RelationGraph &graph, std::size_t limit,
                                     double floor) {
    return std::make_unique<GraphRanking>(input, graph, limit, floor);
}

} // namespace actionscope::retrieval::detail
