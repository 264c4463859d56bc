#pragma once
/// Finds the best documents without looking at most of them.
///
/// One pass over the pairs of the query's terms gives, for every block, a bound on what its documents can score, and
/// for every service its evidence. The blocks with the highest bounds are scored first; of the others only those whose
/// bound reaches the worst of the best so far. Scores are computed in double precision in one fixed order, so the
/// result is that of scoring everything, bit for bit. (The idea is block-max pruning, Ding & Suel 2011, with blocks
/// that follow the services.)

#include "retrieval/detail/query.h"

#include <array>
#include <functional>
#include <vector>

namespace actionscope::retrieval::detail {

struct Scored {
    double score;
    catalog::Ordinal document;
    /// Best first; equal scores in order of name, which is the order of ordinals.
    friend bool operator<(const Scored &a, const Scored &b) {
        return a.score != b.score ? a.score > b.score : a.document < b.document;
    }
};

/// The best `limit` documents so far.
class BestList {
public:
    explicit BestList(std::size_t limit, double floor)
        : m_limit(limit)
        , m_floor(floor) {}
    void offer(Scored candidate) {
        if (candidate.score < m_floor)
            return;
        if (m_heap.size() == m_limit) {
            if (!(candidate < m_heap.front()))
                return;
            std::pop_heap(m_heap.begin(), m_heap.end());
            m_heap.pop_back();
        }
        m_heap.push_back(candidate);
        std::push_heap(m_heap.begin(), m_heap.end());
    }
    /// A document that scores less is not wanted.
    [[nodiscard]] double threshold() const { return m_heap.size() < m_limit ? m_floor : m_heap.front().score; }
    [[nodiscard]] bool full() const { return m_heap.size() == m_limit; }
    [[nodiscard]] std::vector<Scored> take() {
        std::sort(m_heap.begin(), m_heap.end());
        return std::move(m_heap);
    }

private:
    std::size_t m_limit;
    double m_floor;
    std::vector<Scored> m_heap; // the worst in front
};

/// One search. Uses this thread's scratch space: one at a time on a thread.
class BlockSearch {
public:
    BlockSearch(const Index::Data &data, const Query &query);

    /// Offers every document that can be among the best, `skip` excepted.
    void collect(const Gate &gate, const std::vector<Lifted> &skip, BestList &best);
    /// Score of one document, 0 when it has no term of the query.
    [[nodiscard]] double score(catalog::Ordinal document);
    /// Calls `visit` with every document that has a term of the query, in order.
    void visitMatches(const std::function<void(std::uint32_t service, catalog::Ordinal document, double score)> &visit);

private:
    struct Scratch {
        std::vector<float> bounds;        // by block: what its documents can have of the terms
        std::vector<float> ceilings;      // by block: what they can score, as far as they are visible
        std::vector<double> evidence;     // by service
        std::vector<std::uint32_t> pairs; // by block and term, see pairOf
        std::array<double, BlockDocuments> scores;
        std::array<double, BlockDocuments> norms;
    };
    static constexpr std::size_t MaxRememberedTerms = 32;

    static Scratch &scratch();
    void boundBlocks();
    void boundVisible(const Gate &gate);
    /// The pair of a term in a block, or none.
    [[nodiscard]] std::optional<std::uint32_t> pairOf(std::size_t term, std::uint32_t block) const;
    /// Raw scores of a block's documents, without evidence, into m_scratch.scores. Returns how many documents it has.
    std::uint32_t scoreBlock(std::uint32_t block);

    const Index::Data &m_data;
    const Query &m_query;
    Scratch &m_scratch;
};

} // namespace actionscope::retrieval::detail
