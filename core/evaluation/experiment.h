#pragma once
/// An experiment: labelled sets × one preset → a run: metrics with intervals, what every query got, how long it took,
/// and all that is needed to repeat it. Runs are compared query by query.

#include "base/clock.h"
#include "base/json.h"
#include "evaluation/labelled_set.h"
#include "evaluation/metrics.h"
#include "retrieval/preset.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace actionscope::evaluation {

struct ExperimentOptions {
    std::shared_ptr<const retrieval::Preset> preset = {}; ///< null: the searchers' own
    bool scoped = true;          ///< also with the catalog reduced to the services that hold the golds
    double floor = -1;           ///< for queries without an answer; negative: the preset's or the searcher's own
    std::size_t queriesASet = 0; ///< an even sample of so many; 0: all. A preview before a full run
    Resampling resampling = {};
};

/// One result of one query.
struct RankedAction {
    std::string name;
    double score = 0;
    int grade = -1; ///< -1: not judged
    friend bool operator==(const RankedAction &, const RankedAction &) = default;
};
constexpr std::size_t KeptResults = 10; ///< a query, in a run

struct QueryResult {
    std::string id, text;
    bool hasAnswer = true;
    Metrics unscoped, scoped;             ///< `queries` 0: not measured
    double firstRank = 0, scopedRank = 0; ///< of the first gold, 0 when it is not in the first 100
    double best = 0;                      ///< score of the first result, floor off
    double bestGold = 0;                  ///< score of the first gold among the first ten, 0 when there is none
    bool empty = false;                   ///< nothing came back with the floor on
    std::vector<RankedAction> top;        ///< the first KeptResults, unscoped, floor off
    std::vector<RankedAction> golds;      ///< every gold; its score when it is among the first 100, else 0
    double us = 0;                        ///< wall time of one search of ten results
    friend bool operator==(const QueryResult &, const QueryResult &) = default;
};

/// How long searches took, in bins that double: [0, 16), [16, 32), … µs; the last has no end.
struct LatencyHistogram {
    static constexpr std::size_t Bins = 18;
    std::array<std::uint32_t, Bins> counts{};
    double p50 = 0, p95 = 0, p99 = 0; ///< µs
    [[nodiscard]] static double lowerUs(std::size_t bin);
    static LatencyHistogram of(std::vector<double> us);
    friend bool operator==(const LatencyHistogram &, const LatencyHistogram &) = default;
};

/// A mean with the interval of 95 % of each metric.
struct Summary {
    Metrics mean;
    std::array<Interval, MetricCount> intervals{};
    [[nodiscard]] const Interval &interval(Metric metric) const { return intervals[static_cast<std::size_t>(metric)]; }
    friend bool operator==(const Summary &, const Summary &) = default;
};

struct SetResult {
    std::string name, family;
    std::uint32_t actions = 0, services = 0;
    std::uint32_t queries = 0;  ///< with an answer
    std::uint32_t noAnswer = 0; ///< without one
    std::uint32_t excluded = 0; ///< not measured, see `warnings`
    Summary unscoped;
    std::optional<Summary> scoped; ///< absent when the catalog has one service
    double emptyShare = 0;         ///< of the queries without an answer: came back empty with the floor on
    double floor = 0;              ///< the one applied
    LatencyHistogram latency;
    std::string indexVersion;
    std::vector<std::string> warnings;
    std::vector<QueryResult> results; ///< in the set's order
    friend bool operator==(const SetResult &, const SetResult &) = default;
};

/// One experiment, done. A value: any thread.
struct Run {
    std::string id; ///< "r-" and 10 characters once it is stored
    Timestamp time;
    std::string label;       ///< what a person called it
    std::string preset;      ///< its name
    std::string presetYaml;  ///< as writePreset has it: what was measured, also when the preset changes later
    std::string model;       ///< of the vectors: "name version dimension"; empty: keywords only
    std::string environment; ///< program version, processor, instruction set, threads
    std::uint64_t seed = 1;
    std::vector<SetResult> sets;
    /// Over sets, each counting the same; `scoped` over those that have services. Zero queries: no set.
    Summary unscoped, scoped;
    friend bool operator==(const Run &, const Run &) = default;
};

/// Measures on `executor`, a query a task; the same queries, preset and seed give the same run but for times. Progress
/// is "searching", in queries. Errors: Cancelled; InvalidArgument without sets, with two sets of one name, or those of
/// Searcher::search.
[[nodiscard]] Result<Run> runExperiment(std::span<const LabelledSet> sets, const ExperimentOptions &options,
                                        Executor &executor, const Job &job = {});

/// Of `Metric::Ndcg10`, unless asked otherwise: how a query fared in two runs.
struct QueryComparison {
    std::string set, id, text;
    double before = 0, after = 0;
    double firstBefore = 0, firstAfter = 0; ///< ranks of the first gold, 0: not in the first 100
    [[nodiscard]] double difference() const { return after - before; }
};
struct MetricComparison {
    Metric metric;
    bool scoped = false;
    double before = 0, after = 0;
    Significance significance;
};
struct Comparison {
    std::vector<MetricComparison> metrics; ///< unscoped, then scoped where both runs have it
    std::vector<QueryComparison> queries;  ///< the greatest difference first
    std::uint32_t wins = 0, ties = 0, losses = 0;
    std::uint32_t unpaired = 0;                    ///< queries that only one of the runs has; they do not count
    std::uint32_t noAnswer = 0;                    ///< queries without an answer in both
    std::uint32_t emptyBefore = 0, emptyAfter = 0; ///< of these, rightly empty
};
/// Pairs queries by set and id (and equal text). Errors: InvalidArgument when the runs have no query in common.
[[nodiscard]] Result<Comparison> compareRuns(const Run &before, const Run &after, Metric metric = Metric::Ndcg10,
                                             const Resampling &how = {});

/// Queries of a run that have something in common: of one service, of one length.
struct Slice {
    std::string label;
    Metrics mean;
};
/// By what `label` says of a query, most queries first; an empty label leaves the query out.
[[nodiscard]] std::vector<Slice>
sliceRun(const Run &run, const std::function<std::string(const SetResult &, const QueryResult &)> &label);
[[nodiscard]] std::string serviceLabel(const SetResult &set, const QueryResult &query); ///< of its golds, "several"
[[nodiscard]] std::string lengthLabel(const SetResult &set, const QueryResult &query); ///< "1-3 words", "4-7 words", …
/// The queries with an answer that fared worst by nDCG@10, then by the rank of the first gold.
struct HardQuery {
    const SetResult *set = nullptr; ///< of the run
    const QueryResult *query = nullptr;
};
[[nodiscard]] std::vector<HardQuery> hardestQueries(const Run &run, std::size_t count = 10);

/// The whole of a run as JSON, and back. Errors: ParseError.
[[nodiscard]] json::object runToJson(const Run &run);
[[nodiscard]] Result<Run> runFromJson(const json::value &value);

/// "12th Gen …, avx2, 2 threads": what a latency is to be read with.
[[nodiscard]] std::string environmentOfThisMachine(std::size_t threads);

} // namespace actionscope::evaluation
