#pragma once
/// One labelled folder measured in one call: what the benchmark programs use. `eval` and the app use experiment.h.

#include "evaluation/experiment.h"

namespace actionscope::evaluation {

struct RunLine {
    std::string query;
    std::uint32_t rank;
    std::string action;
    double score;
};

struct BenchmarkResult {
    std::string name; ///< of the folder
    std::uint32_t actions = 0, queries = 0;
    Metrics unscoped;
    std::optional<Metrics> scoped; ///< absent when there is only one service
    double p50Us = 0, p95Us = 0;   ///< of one unscoped search
    std::vector<RunLine> run;      ///< unscoped, 100 deep
};

/// Errors: those of readLabelledFolder and runExperiment.
[[nodiscard]] Result<BenchmarkResult> runBenchmark(const std::filesystem::path &folder,
                                                   const retrieval::RankingOptions &options, Executor &executor,
                                                   const Job &job = {});

/// The first 100 results of every query with an answer, floor off: what `eval --run` writes.
[[nodiscard]] Result<std::vector<RunLine>> runLines(const LabelledSet &set,
                                                    const std::shared_ptr<const retrieval::Preset> &preset,
                                                    Executor &executor, const Job &job = {});

} // namespace actionscope::evaluation
