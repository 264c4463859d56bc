#pragma once
/// Searches the weights of a preset on labelled sets, honestly: what it reports is measured on families that it did not
/// see.

#include "evaluation/experiment.h"
#include "retrieval/candidates.h"
#include "retrieval/preset.h"

#include <functional>
#include <string>
#include <vector>

namespace actionscope::evaluation {

/// Where candidates come from and how they are scored again: Searcher::candidates and retrieval::rescore.
struct TuneEngine {
    std::function<Result<retrieval::CandidateSet>(const LabelledSet &, const retrieval::SearchRequest &)> candidates;
    std::function<std::vector<retrieval::Hit>(const retrieval::CandidateSet &, const retrieval::Preset &, std::size_t)>
        rescore;
};
[[nodiscard]] TuneEngine shippedTuneEngine(std::size_t candidates = 300);

struct TuneOptions {
    std::shared_ptr<const retrieval::Preset> start; ///< never null; its ranker must be Fusion
    std::vector<retrieval::Signal> signals;         ///< empty: all
    Metric metric = Metric::Ndcg5;
    std::size_t queriesASet = 150; ///< an even sample: candidates are kept in memory, 100 bytes each
    std::size_t candidates = 300;  ///< a query
    std::uint32_t rounds = 4;      ///< over all weights
    Resampling resampling = {};    ///< its seed also orders the weights
};

struct TunedWeight {
    retrieval::Signal signal;
    double before = 0, after = 0;
};
struct TunedSet {
    std::string name, family;
    double before = 0, after = 0; ///< of the metric; `after` with weights that were chosen without this family
    double fitted = 0;            ///< with the weights that were chosen on all sets
};
struct TuneResult {
    retrieval::Preset preset; ///< chosen on all sets; its name and description are the start's
    std::vector<TunedWeight> weights;
    std::vector<TunedSet> sets;
    Significance gain;                    ///< held out: the honest figure
    double fittedGain = 0;                ///< on what it was chosen on: more than it will bring
    std::vector<MetricComparison> others; ///< held out: what it costs in the other metrics
    bool worthIt = false;     ///< the gain is above 0 and its interval does not reach below; see also `caution`
    std::string caution;      ///< why the figures may flatter: one family only, few queries; empty: nothing to say
    std::uint64_t scored = 0; ///< presets × queries
};

/// Coordinate ascent over each signal's weight from the start's, steps that shrink, no weight above what the signal
/// allows; leave-one-family-out. A weight moves only for more than .0005 of the metric, so that noise does not.
/// Progress is "searching" (candidates), then "tuning". Errors: Cancelled; InvalidArgument (no sets, no queries with an
/// answer, a preset that is no fusion); those of candidates().
[[nodiscard]] Result<TuneResult> tune(std::span<const LabelledSet> sets, const TuneEngine &engine,
                                      const TuneOptions &options, Executor &executor, const Job &job = {});

} // namespace actionscope::evaluation
