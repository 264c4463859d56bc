#pragma once
/// One query's best candidates with the value of every signal: what sliders, tuning and "why is it not found" work on.
/// Changing weights is a weighted sum over these, without a search.

#include "retrieval/preset.h"
#include "retrieval/searcher.h"

#include <vector>

namespace actionscope::retrieval {

struct Candidate {
    catalog::Ordinal ordinal = 0;
    SignalValues signals{};
    double lift = 0; ///< exact name or same words: share of what is missing to full score
};

struct CandidateSet {
    SearchRequest request;
    std::vector<Candidate> candidates; ///< best first by the preset that they were made with
    /// From these follows how a weighted mean of signals becomes a score (see FusionScale).
    double met = 0;               ///< share of what the query's words could attain, by the document that has most of it
    double similarity = 0;        ///< cosine of the document that is nearest to a part of the query
    double serviceAttainable = 0; ///< for the ranker Keywords: what service evidence of weight 1 could add, in units of
                                  ///< what the words could attain
    bool vectors = false;         ///< whether signals that need them are there
};

/// How many are kept: enough that no weight a preset may give brings in what is not among them (measured).
constexpr std::size_t CandidateCount = 1000;

/// How weighted sums of signals become scores. Signals are relative to the query's best document, so that something
/// always comes out near 1; what a score says beside the order is how well the query is met at all: by words (`met`),
/// and where words fail by a meaning that is nearer than by chance. The root keeps good results of one query together.
/// Of what was tried this separates queries with an answer from those without one best (tests/bench/RESULTS.md).
class FusionScale {
public:
    FusionScale(const SignalValues &weights, double met, double similarity, bool vectors);
    [[nodiscard]] double sum(const SignalValues &signals) const;
    /// 0 … 1, rising with `sum`.
    [[nodiscard]] double score(double sum) const;

private:
    SignalValues m_weights;
    double m_most = 0, m_factor = 0;
};

/// Scores and order under `preset`, which is of the ranker that the set was made with, as are its k1 and b. Equal
/// scores in order of name. Pure; under 2 ms for CandidateCount. The same scores that Searcher::search gives for the
/// same preset.
[[nodiscard]] std::vector<Hit> rescore(const CandidateSet &set, const Preset &preset, std::size_t limit);

} // namespace actionscope::retrieval
