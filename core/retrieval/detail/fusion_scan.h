#pragma once
/// Scores every document that may be seen by all signals at once.
///
/// One pass over the postings of the query's words gives each document its sums in single precision;
/// one pass over the vectors its cosines. What signals are measured against (the best BM25, mean, deviation and best of
/// cosines) is taken over the documents that may be seen. A second pass adds the signals up with their weights; the few
/// documents that come out best are computed again in double precision by the same formulas, so that single precision
/// never shows in a score.

#include "retrieval/candidates.h"
#include "retrieval/detail/fusion_query.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace actionscope::retrieval::detail {

/// Of the cosines of one part of the query.
struct CosineSpread {
    double mean = 0, best = 0;
    double deviation = 0; ///< 0 where all are the same: then nothing can be told from them
};
/// What signals are relative to.
struct FusionNorms {
    double bestKeywords = 0;         ///< raw BM25 of the best document
    double related = 0;              ///< what the thesaurus' words are held against: `bestKeywords`, or when no word of
                                     ///< the query is in a document, what the query could attain
    std::vector<double> bestSegment; ///< the same of every part
    double bestService = 0;          ///< of the best service
    double manyServices = 0;         ///< how much choosing between services matters: see serviceChoice()
    std::vector<CosineSpread> cosines;
};

/// Below this a deviation is rounding.
constexpr double LeastDeviation = 1e-3;
/// Cosines of different models spread differently, so that distances are in standard deviations. One that is this far
/// below the best counts nothing as "nearest"; between, its fourth power falls off.
constexpr double NearestReach = 4;
/// A cosine of at least this much is near in meaning.
constexpr double NearCosine = 0.45;
/// A document that is nearer than others by this many standard deviations has full "meaning".
constexpr double FullDeviations = 8;

/// The right service is worth knowing the more there are to choose from: the signal is full from a thousand on.
inline double serviceChoice(std::size_t services) {
    return std::min(1.0, std::log(static_cast<double>(std::max<std::size_t>(1, services))) / std::log(1000.0));
}

class FusionScan {
public:
    FusionScan(const Index::Data &data, const VectorIndex *vectors, const FusionQuery &query, const Gate &gate);

    /// The best `count` under `weights`, roughly: by single precision. Best first. With `onlyMatches` only those that
    /// answers() holds for.
    struct Rough {
        float score;
        catalog::Ordinal document;
    };
    [[nodiscard]] std::vector<Rough> best(const SignalValues &weights, std::size_t count, bool onlyMatches = false);
    /// The rough score that best() gave to any document; negative when it may not be seen.
    [[nodiscard]] float rough(catalog::Ordinal document) const;
    /// Whether it has a word of the query.
    [[nodiscard]] bool matches(catalog::Ordinal document) const;
    /// Whether it has a word of the query or one that the thesaurus gives, or is near in meaning. A document without
    /// any of these is no result where a floor is asked for, however well others meet the query.
    [[nodiscard]] bool answers(catalog::Ordinal document) const;

    /// In double precision. Only for documents that may be seen.
    [[nodiscard]] SignalValues signals(catalog::Ordinal document);
    /// What the words of the query bring to `document`, for the explanation.
    struct WordShare {
        double own = 0;     ///< raw
        double related = 0; ///< raw, beyond `own`
        std::uint32_t relatedId = 0;
        std::uint32_t spellingId = 0; ///< of a phrase: what `own` comes from
        bool core = false;
    };
    [[nodiscard]] std::vector<WordShare> shares(catalog::Ordinal document);

    [[nodiscard]] const FusionNorms &norms() const { return m_norms; }
    /// How well the query is met: by words, the best share of what they could attain; by meaning, the best cosine.
    [[nodiscard]] double met() const { return m_met; }
    [[nodiscard]] double similarity() const { return m_similarity; }
    /// Cosine of `document` to the part of the query that it is nearest to.
    [[nodiscard]] double cosine(catalog::Ordinal document) const;

private:
    struct Scratch;
    /// Services next to each other that may be seen.
    struct Run {
        std::uint32_t firstBlock, lastBlock;
        catalog::Ordinal first, last;
    };
    static Scratch &scratch();
    void scanPostings();
    /// Calls `visit(number, first document, how many)` for pieces of the runs, in order.
    template <class Visit> void forEachChunk(Visit &&visit) const;
    /// Calls `visit(document that postings count from, begin, end)` for the slot's postings in blocks that may be seen.
    template <class Visit> void forEachPair(std::size_t slot, Visit &&visit);
    void addWord(const FusionQuery::Word &word, std::size_t slot);
    void addPhrase(const FusionQuery::Word &word, std::size_t slot);
    void hideAndFindBest();
    void scanVectors();
    void weighServices();
    void findNorms();
    [[nodiscard]] const Posting *posting(std::size_t slot, std::uint32_t block, catalog::Ordinal document) const;
    struct Sums {
        double keywords = 0, thesaurus = 0, coverage = 0;
        std::array<double, MaxSegments> segments{};
    };
    [[nodiscard]] Sums sums(catalog::Ordinal document, std::vector<WordShare> *shares);
    [[nodiscard]] std::uint32_t blockOf(catalog::Ordinal document) const;

    const Index::Data &m_data;
    const VectorIndex *m_vectors;
    const FusionQuery &m_query;
    const Gate &m_gate;
    Scratch &m_scratch;
    std::vector<std::uint32_t> m_ids; ///< of all words and related ones: a slot each
    std::vector<Run> m_runs;          ///< in order
    bool m_restricted = false;        ///< some documents of these may not be seen
    bool m_methods = false;           ///< a verb asks for a method
    FusionNorms m_norms;
    double m_met = 0, m_similarity = 0;
};

} // namespace actionscope::retrieval::detail
