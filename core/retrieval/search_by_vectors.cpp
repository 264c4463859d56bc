#include "retrieval/detail/fusion.h"
#include "retrieval/detail/vector_rankers.h"

#include <algorithm>

namespace actionscope::retrieval::detail {
namespace {

constexpr std::size_t CountedDeep = 100; ///< what is withheld is counted among so many best

/// One query, prepared and ranked.
class Ranked {
public:
    Ranked(const VectorRankerContext &context, const SearchRequest &request)
        : m_context(context)
        , m_text(cleanQuery(request.query))
        , m_query(prepare(context.data, options(context.preset), m_text)) {
        if (context.vectors == nullptr) {
            m_problem = "vectors of this catalog are not there yet";
        } else {
            std::vector<float> vector(context.vectors->model().identity().dimension);
            if (const auto embedded = context.vectors->model().embedQuery(m_text, vector))
                m_vector = VectorIndex::quantise(vector);
            else
                m_problem = embedded.error().message;
        }
        // The others look at all.
        const bool walks = context.preset.ranker == Ranker::Graph && m_vector.scale > 0 && context.vectors->hasGraph();
        if (walks) {
            m_walked = context.vectors;
        } else {
            m_cosines.resize(context.data.header.documents);
            if (m_vector.scale > 0)
                context.vectors->scan(m_vector, m_cosines);
        }
        for (const std::string &name : request.experts)
            if (const auto found = context.data.catalog->find(name))
                m_experts.push_back(*found);
    }

    [[nodiscard]] std::unique_ptr<Ranking> rank(const Gate &gate, std::size_t limit, double floor) const {
        const RankingInput input{m_context.data, m_query, gate, m_cosines, m_walked, &m_vector};
        switch (m_context.preset.ranker) {
        case Ranker::Additive:
            return rankAdditively(input, limit, floor);
        case Ranker::ExpertTiers:
            return rankByTiers(input, m_experts, limit, floor);
        default:
            return rankByGraph(input, m_context.graph.get(), limit, floor);
        }
    }
    [[nodiscard]] bool isEmpty() const { return m_query.analysis.empty(); }
    [[nodiscard]] const Query &query() const { return m_query; }
    [[nodiscard]] const std::string &problem() const { return m_problem; }
    [[nodiscard]] float cosine(catalog::Ordinal document) const {
        if (m_walked == nullptr)
            return m_cosines[document];
        float cosine = 0;
        m_walked->scan(m_vector, document, {&cosine, 1});
        return cosine;
    }

    [[nodiscard]] Explanation explain(const Ranking &ranking, catalog::Ordinal document, double floor) const {
        Explanation result;
        result.floor = floor;
        result.length = m_context.data.lengths[document] / 10.0;
        result.averageLength = m_context.data.averageLength() / 10;
        result.documents = m_context.data.header.documents;
        result.analysis = m_query.analysis;
        result.similarity = cosine(document);
        ranking.explain(document, result);
        // Which of the words the action has, whether or not this ranking asks for them.
        for (QueryTerm &word : result.analysis) {
            const auto has = [&](std::string_view term) {
                const auto id = m_context.data.find(term);
                return id && hasTerm(*id, document);
            };
            if (word.fate == QueryTerm::Fate::Matched && !has(word.term))
                word.fate = QueryTerm::Fate::Unmatched;
        }
        return result;
    }

private:
    static RankingOptions options(const Preset &preset) {
        RankingOptions result;
        result.k1 = preset.k1;
        result.b = preset.b;
        return result;
    }
    [[nodiscard]] bool hasTerm(std::uint32_t term, catalog::Ordinal document) const {
        const Index::Data &data = m_context.data;
        const std::uint32_t first = data.terms[term].firstPair, end = data.terms[term + 1].firstPair;
        for (std::uint32_t pair = first; pair < end; ++pair) {
            const BlockEntry &block = data.blocks[data.pairBlock[pair]];
            if (document < block.firstDocument || document >= block.firstDocument + BlockDocuments)
                continue;
            for (std::uint32_t i = data.pairStart[pair]; i < data.pairStart[pair + 1]; ++i)
                if (block.firstDocument + data.postings[i].document == document)
                    return true;
        }
        return false;
    }

    const VectorRankerContext &m_context;
    std::string m_text, m_problem;
    Query m_query;
    VectorIndex::Query m_vector;           ///< scale 0: nothing is known of the query, or there are no vectors
    std::vector<float> m_cosines;          ///< of all, unless `m_walked` is asked
    const VectorIndex *m_walked = nullptr; ///< asked for the nearest only
    std::vector<catalog::Ordinal> m_experts;
};

/// What is not shown and why, among the best of everything.
Withheld countAmongBest(const Ranked &ranked, const VectorRankerContext &context, const SearchRequest &request,
                        const Gate &gate, double floor) {
    Withheld withheld;
    std::vector<std::uint32_t> off(context.data.header.services);
    SearchRequest all = request;
    all.service.reset();
    all.longTailOnly = false;
    all.kinds = ~0U;
    const Visibility everything;
    const auto best = ranked.rank(Gate{context.data, all, everything, std::nullopt}, CountedDeep, 0);
    for (const Scored &one : best->best) {
        ++withheld.matched;
        countWithheld(gate, context.data.catalog->serviceIndexOf(one.document), one.document, one.score, floor, off,
                      withheld);
    }
    nameServices(context.data, off, withheld);
    return withheld;
}

} // namespace

SearchResponse searchByVectors(const VectorRankerContext &context, const SearchRequest &request, const Gate &gate) {
    const Ranked ranked(context, request);
    SearchResponse response;
    response.floor = floorOf(request, context.preset);
    response.indexed = context.data.header.documents;
    response.reduced = ranked.problem();
    response.withheld.unknownWords = ranked.query().unknown;
    if (!ranked.isEmpty()) {
        const auto ranking = ranked.rank(gate, request.limit, response.floor);
        for (const Scored &one : ranking->best) {
            Hit &hit = response.hits.emplace_back();
            hit.ordinal = one.document;
            hit.score = one.score;
            if (request.explain)
                hit.explanation = ranked.explain(*ranking, one.document, response.floor);
        }
        if (response.hits.size() < request.limit || request.countWithheld) {
            response.withheld = countAmongBest(ranked, context, request, gate, response.floor);
            response.withheld.unknownWords = ranked.query().unknown;
        }
    }
    if (response.hits.empty())
        response.hint = hintFor(context.data, request, ranked.query(), response);
    return response;
}

CandidateSet candidatesByVectors(const VectorRankerContext &context, const SearchRequest &request, const Gate &gate,
                                 std::size_t count) {
    const Ranked ranked(context, request);
    CandidateSet set;
    set.request = request;
    set.vectors = ranked.problem().empty();
    if (ranked.isEmpty())
        return set;
    const auto ranking = ranked.rank(gate, count, 0);
    for (const Scored &one : ranking->best) {
        Candidate &candidate = set.candidates.emplace_back();
        candidate.ordinal = one.document;
        candidate.signals[static_cast<std::size_t>(Signal::Keywords)] = one.score;
        candidate.signals[static_cast<std::size_t>(Signal::Meaning)] = ranked.cosine(one.document);
        set.similarity = std::max<double>(set.similarity, ranked.cosine(one.document));
    }
    return set;
}

Explanation explainByVectors(const VectorRankerContext &context, const SearchRequest &request, const Gate &gate,
                             catalog::Ordinal document) {
    const Ranked ranked(context, request);
    return ranked.explain(*ranked.rank(gate, CandidateCount, 0), document, floorOf(request, context.preset));
}

} // namespace actionscope::retrieval::detail
