#pragma once
/// What a ranked list is worth against judgements, and how sure the mean of many is.
///
/// recall@k is the share of the golds (judged above 0) in the first k; nDCG@k has gain = grade and discount log2(rank +
/// 1); mrr@10 is the reciprocal rank of the first gold, 0 past 10; all_golds@10 is 1 when every gold is in the first
/// ten. Results of equal score have no order of their own: each metric is its mean over all orders of the tied results,
/// by formula (expectation of the hypergeometric distribution), not by drawing.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::evaluation {

enum class Metric : std::uint8_t { Recall1, Recall5, Recall10, Ndcg5, Ndcg10, Mrr10, AllGolds10 };
constexpr std::size_t MetricCount = 7;
[[nodiscard]] std::span<const Metric, MetricCount> allMetrics();
[[nodiscard]] std::string_view metricKey(Metric metric); ///< "recall@5", as JSON, gates and tables have it
[[nodiscard]] std::optional<Metric> metricFromKey(std::string_view key);

struct Metrics {
    double recall1 = 0, recall5 = 0, recall10 = 0, ndcg5 = 0, ndcg10 = 0, mrr10 = 0, allGolds10 = 0;
    std::uint32_t queries = 0;
    [[nodiscard]] double of(Metric metric) const;
    double &at(Metric metric);
    friend bool operator==(const Metrics &, const Metrics &) = default;
};
Metrics &operator+=(Metrics &sum, const Metrics &one); ///< adds values and numbers of queries
[[nodiscard]] Metrics meanOf(const Metrics &sum);      ///< divided by `queries`, which stays; zero queries: all zero
/// The mean of means, each counting the same; `queries` is their sum.
[[nodiscard]] Metrics macroMean(std::span<const Metrics> means);

/// One result as it counts: its grade (0 when it is not judged) and its score.
struct RankedGrade {
    int grade = 0;
    double score = 0;
};
/// Scores nearer than this are equal: what is left of adding the same numbers in another order.
constexpr double TieWidth = 1e-9;

/// `ranked` is best first; `golds` are the grades above 0 of all judged actions, also of those that were not found. No
/// gold: all zero and `queries` 0. A tied group that the end of `ranked` cuts counts as far as it is there.
[[nodiscard]] Metrics measure(std::span<const RankedGrade> ranked, std::vector<int> golds);
/// The expected rank (from 1) of the first gold; 0 when there is none in `ranked`.
[[nodiscard]] double firstGoldRank(std::span<const RankedGrade> ranked);
/// Of names in an order without ties; `golds` maps action to grade.
[[nodiscard]] Metrics measure(const std::vector<std::string> &ranked, const std::map<std::string, int> &golds);

struct Interval {
    double low = 0, high = 0;
    friend bool operator==(const Interval &, const Interval &) = default;
};

/// Of drawing with replacement: percentile interval of 95 % of a weighted mean over strata (query sets), drawn within
/// each stratum, so that a macro mean keeps its sets. Same seed, same bytes. Cost: resamples × values.
struct Resampling {
    std::uint64_t seed = 1;
    std::uint32_t resamples = 1000; ///< 100 … 100,000
};
/// The mean of the strata's means; empty strata are passed over. Nothing to draw from: {0, 0}.
[[nodiscard]] Interval bootstrapMean(std::span<const std::vector<double>> strata, const Resampling &how);

/// Paired differences, a stratum each set.
struct Significance {
    double difference = 0; ///< mean of the strata's means
    Interval interval;     ///< 95 %, paired bootstrap
    double p = 1;          ///< two-sided, paired randomisation (signs flipped at random); never 0
    std::uint32_t queries = 0;
    /// About how many queries would show this difference at 5 % with a chance of 80 %, were it true: n·(2.8·se/|d|)². 0
    /// when there is no difference to show.
    std::uint64_t queriesNeeded = 0;
    [[nodiscard]] bool evidence() const { return interval.low > 0 || interval.high < 0; }
};
[[nodiscard]] Significance pairedSignificance(std::span<const std::vector<double>> differences, const Resampling &how);

} // namespace actionscope::evaluation
