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
    /// Factor from the weighted sum to the scale of scores: a function of how well the query was met at all, so that
    /// the order is that of the sum and one floor serves every query (searcher.h).
    double met = 0;        ///< share of what the query's words could attain, by its best document
    double similarity = 0; ///< cosine of its best document
    bool vectors = false;  ///< whether signals that need them are there
};

/// How many are kept: enough that no weight a preset may give brings in what is not among them (measured).
constexpr std::size_t CandidateCount = 1000;

/// Scores and order under `preset`; its k1 and b are those the set was made with. Equal scores in order of name. Pure;
/// under 2 ms for CandidateCount. The same scores that Searcher::search gives for the same preset.
[[nodiscard]] std::vector<Hit> rescore(const CandidateSet &set, const Preset &preset, std::size_t limit);

} // namespace actionscope::retrieval
