#pragma once
/// The rankings of other systems, as they are described (FEATURES CD6, TF4, ST1): to be compared with, and for who is
/// used to them. All of them need vectors.

#include "retrieval/candidates.h"
#include "retrieval/detail/block_search.h"
#include "retrieval/detail/query.h"
#include "retrieval/graph.h"
#include "retrieval/vector_index.h"

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace actionscope::retrieval::detail {

/// What they rank by. Everything outlives the ranking.
struct RankingInput {
    const Index::Data &data;
    const Query &query;
    const Gate &gate;
    std::span<const float> cosines; ///< to the query, by ordinal; 0 where the document has no vector. Empty where
                                    ///< `vectors` are asked for the nearest instead
    const VectorIndex *vectors = nullptr;
    const VectorIndex::Query *vector = nullptr; ///< the query

    [[nodiscard]] bool visible(catalog::Ordinal document) const {
        const std::uint32_t service = data.catalog->serviceIndexOf(document);
        return gate.inScope(service) && gate.serviceOn(service) && gate.allows(document);
    }
    /// The nearest visible documents of a cosine above 0, best first.
    [[nodiscard]] std::vector<Scored> nearest(std::size_t limit) const {
        BestList best(limit, 0);
        if (vectors == nullptr) {
            forEachVisible([&](catalog::Ordinal document) {
                if (!cosines.empty() && cosines[document] > 0)
                    best.offer({cosines[document], document});
            });
            return best.take();
        }
        for (const auto &[document, cosine] :
             vectors->nearest(*vector, limit, [this](catalog::Ordinal document) { return visible(document); })) {
            if (cosine > 0)
                best.offer({cosine, document});
        }
        return best.take();
    }
    /// Calls `f` with every visible document, in order.
    template <class F> void forEachVisible(F &&f) const {
        for (std::uint32_t service = 0; service < data.catalog->services().size(); ++service) {
            if (!gate.inScope(service) || !gate.serviceOn(service))
                continue;
            const catalog::Service &one = data.catalog->services()[service];
            for (catalog::Ordinal document = one.first; document < one.end(); ++document)
                if (gate.allows(document))
                    f(document);
        }
    }
};

/// Which word of the query a term is.
class QueryWords {
public:
    explicit QueryWords(const RankingInput &input)
        : m_data(input.data) {
        for (std::size_t i = 0; i < input.query.terms.size(); ++i)
            m_position.emplace(input.query.terms[i].id, i);
    }
    [[nodiscard]] std::optional<std::size_t> find(std::string_view term) const {
        const auto id = m_data.find(term);
        const auto at = id ? m_position.find(*id) : m_position.end();
        return at == m_position.end() ? std::nullopt : std::optional(at->second);
    }

private:
    const Index::Data &m_data;
    std::unordered_map<std::uint32_t, std::size_t> m_position;
};

/// A ranking: the best documents, best first, and why each is where it is.
class Ranking {
public:
    virtual ~Ranking() = default;
    std::vector<Scored> best;
    /// Adds the parts of `document`'s score to `explanation` and sets its total. `document` is of `best`.
    virtual void explain(catalog::Ordinal document, Explanation &explanation) const = 0;
};

/// Sums of these rankings have no upper end, scores do: up to 0.9 nothing changes, from there on they approach 1
/// without reaching it. Strictly rising, so that the order is that of the sums.
inline double belowOne(double sum) {
    constexpr double Knee = 0.9;
    return sum <= Knee ? sum : 1 - (1 - Knee) * (1 - Knee) / (sum - Knee + (1 - Knee));
}
/// The same for an explanation whose parts are sums: what was taken away is a part of its own.
void addBelowOne(double sum, Explanation &explanation);

/// CD6: the 100 best by cosine, lifted by what they are related to; what is required or used together comes in.
std::unique_ptr<Ranking> rankByGraph(const RankingInput &input, const RelationGraph &graph, std::size_t limit,
                                     double floor);
constexpr std::size_t GraphResults = 100;

/// TF4: (1 + cosine) / 2, and 0.05 · what each word of the query is worth in path 5, name 3, description 2, tags 1.5.
std::unique_ptr<Ranking> rankAdditively(const RankingInput &input, std::size_t limit, double floor);

/// ST1: experts of the asker's profile by weighted keywords, before curated actions by their keyword sets, before all
/// others by cosine. Each tier has a third of the scale. `experts` are ordinals.
std::unique_ptr<Ranking> rankByTiers(const RankingInput &input, std::span<const catalog::Ordinal> experts,
                                     std::size_t limit, double floor);
constexpr double TierCosine = 0.3;    ///< least cosine of the last tier
constexpr double TierKeywords = 0.25; ///< least keyword match of the first

[[nodiscard]] inline bool isByVectors(Ranker ranker) {
    return ranker == Ranker::Graph || ranker == Ranker::Additive || ranker == Ranker::ExpertTiers;
}

/// A search by one of them, whichever the preset names; see Searcher. Without vectors there are no cosines, and the
/// response says so.
struct VectorRankerContext {
    const Index::Data &data;
    const VectorIndex *vectors; ///< of the same catalog, or null
    const RelationGraphSource &graph;
    const Preset &preset;
};
SearchResponse searchByVectors(const VectorRankerContext &context, const SearchRequest &request, const Gate &gate);
/// A candidate's score stands for the signal Keywords and its cosine for Meaning: rescore() gives the scores again.
CandidateSet candidatesByVectors(const VectorRankerContext &context, const SearchRequest &request, const Gate &gate,
                                 std::size_t count);
Explanation explainByVectors(const VectorRankerContext &context, const SearchRequest &request, const Gate &gate,
                             catalog::Ordinal document);

} // namespace actionscope::retrieval::detail
