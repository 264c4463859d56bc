#pragma once
/// Where the floor should lie: scores of right answers against the best scores of queries that have none, and what each
/// floor costs of the one and saves of the other (BX11).

#include "evaluation/experiment.h"

#include <cstdint>
#include <span>
#include <vector>

namespace actionscope::evaluation {

struct FloorPoint {
    double floor = 0;
    double lost = 0;       ///< share of queries whose right answer, found in the first ten, falls below the floor
    double falseFinds = 0; ///< share of queries without a right answer that still get results
};

struct CalibrationOptions {
    double mostLost = 0.02; ///< the suggested floor loses at most this share: the trade-off, 0 … 1
    std::size_t bins = 40;  ///< of the distributions, over 0 … 1
};

struct Calibration {
    std::uint32_t answered = 0, unanswered = 0; ///< queries behind the two distributions
    std::vector<std::uint32_t> right, wrong;    ///< histograms over 0 … 1: score of the best gold; of the best result
    std::vector<FloorPoint> curve;              ///< a point each hundredth, from 0 to 1
    FloorPoint current;                         ///< at the floor in force
    FloorPoint suggested;                       ///< the highest floor that loses no more than asked
    Interval lostInterval, falseFindsInterval;  ///< 95 % of `suggested`, by bootstrap over queries
    bool enough = false;                        ///< at least 30 queries on either side: else a guess
};

/// From the scores alone: `right` of the best gold of each query that has one, `wrong` of the first result of each
/// query without an answer (0: nothing matched).
[[nodiscard]] Calibration calibrate(std::span<const double> right, std::span<const double> wrong, double currentFloor,
                                    const CalibrationOptions &options = {}, const Resampling &how = {});
/// The same from a run: its queries with and without an answer.
[[nodiscard]] Calibration calibrate(const Run &run, double currentFloor, const CalibrationOptions &options = {},
                                    const Resampling &how = {});

/// Scores of queries that most likely have no answer in a set's catalog: `count` of each other family's, spread evenly.
/// Few sets have queries without an answer; the queries of others stand in for them. Errors: as runExperiment.
[[nodiscard]] Result<std::vector<double>> foreignScores(std::span<const LabelledSet> sets, std::size_t of,
                                                        const std::shared_ptr<const retrieval::Preset> &preset,
                                                        std::size_t count, Executor &executor, const Job &job = {});

} // namespace actionscope::evaluation
