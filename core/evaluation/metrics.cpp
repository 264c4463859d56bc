#include "evaluation/metrics.h"

#include <algorithm>
#include <cmath>

namespace actionscope::evaluation {
namespace {

constexpr std::array<Metric, MetricCount> All{Metric::Recall1, Metric::Recall5, Metric::Recall10,  Metric::Ndcg5,
                                              Metric::Ndcg10,  Metric::Mrr10,   Metric::AllGolds10};
constexpr std::array<std::string_view, MetricCount> Keys{"recall@1", "recall@5", "recall@10",   "ndcg@5",
                                                         "ndcg@10",  "mrr@10",   "all_golds@10"};
constexpr std::array<double Metrics::*, MetricCount> Members{&Metrics::recall1,   &Metrics::recall5, &Metrics::recall10,
                                                             &Metrics::ndcg5,     &Metrics::ndcg10,  &Metrics::mrr10,
                                                             &Metrics::allGolds10};

double discount(std::size_t rank) { return 1 / std::log2(static_cast<double>(rank) + 1); } // from 1

/// Results of one score: `size` of them after `before` others, `golds` among them with grades that sum to `gain`.
struct Group {
    std::size_t before = 0, size = 0, golds = 0;
    double gain = 0;
};

std::vector<Group> groupsOf(std::span<const RankedGrade> ranked) {
    std::vector<Group> groups;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        if (groups.empty() || ranked[groups.back().before].score - ranked[i].score > TieWidth)
            groups.push_back({i, 0, 0, 0});
        Group &group = groups.back();
        ++group.size;
        if (ranked[i].grade > 0) {
            ++group.golds;
            group.gain += ranked[i].grade;
        }
    }
    return groups;
}

/// The chance that all `golds` of a group of `size` stand in its first `places`: C(places, golds) / C(size, golds).
double allInside(std::size_t places, std::size_t size, std::size_t golds) {
    if (golds > places)
        return 0;
    double chance = 1;
    for (std::size_t i = 0; i < golds; ++i)
        chance *= static_cast<double>(places - i) / static_cast<double>(size - i);
    return chance;
}

/// The expected reciprocal rank of a group's first gold, counting ranks up to `last` only.
double expectedReciprocal(const Group &group, std::size_t last) {
    double expected = 0, noneYet = 1; // the chance that the places before hold no gold
    for (std::size_t i = 0; i + group.golds <= group.size && group.before + i < last; ++i) {
        const double here = static_cast<double>(group.golds) / static_cast<double>(group.size - i);
        expected += noneYet * here / static_cast<double>(group.before + i + 1);
        noneYet *= 1 - here;
    }
    return expected;
}

} // namespace

std::span<const Metric, MetricCount> allMetrics() { return All; }
std::string_view metricKey(Metric metric) { return Keys[static_cast<std::size_t>(metric)]; }
std::optional<Metric> metricFromKey(std::string_view key) {
    const auto found = std::find(Keys.begin(), Keys.end(), key);
    return found == Keys.end() ? std::nullopt : std::optional(All[static_cast<std::size_t>(found - Keys.begin())]);
}

double Metrics::of(Metric metric) const { return this->*Members[static_cast<std::size_t>(metric)]; }
double &Metrics::at(Metric metric) { return this->*Members[static_cast<std::size_t>(metric)]; }

Metrics &operator+=(Metrics &sum, const Metrics &one) {
    for (const auto member : Members)
        sum.*member += one.*member;
    sum.queries += one.queries;
    return sum;
}

Metrics meanOf(const Metrics &sum) {
    Metrics mean;
    mean.queries = sum.queries;
    if (sum.queries > 0) {
        for (const auto member : Members)
            mean.*member = sum.*member / sum.queries;
    }
    return mean;
}

Metrics macroMean(std::span<const Metrics> means) {
    Metrics mean;
    for (const Metrics &one : means)
        mean += one;
    if (!means.empty()) {
        for (const auto member : Members)
            mean.*member /= static_cast<double>(means.size());
    }
    return mean;
}

Metrics measure(std::span<const RankedGrade> ranked, std::vector<int> golds) {
    Metrics metrics;
    std::erase_if(golds, [](int grade) { return grade <= 0; });
    if (golds.empty())
        return metrics;
    metrics.queries = 1;
    std::sort(golds.begin(), golds.end(), std::greater<>());
    std::array<double, 11> best{}, gain{}, found{}; // of the first k
    for (std::size_t k = 1; k <= 10; ++k)
        best[k] = best[k - 1] + (k <= golds.size() ? golds[k - 1] * discount(k) : 0);
    double all = 1;
    std::size_t inside = 0; // golds in groups that begin among the first ten
    for (const Group &group : groupsOf(ranked)) {
        if (group.before >= 10)
            break;
        if (group.golds == 0)
            continue;
        if (inside == 0)
            metrics.mrr10 = expectedReciprocal(group, 10);
        inside += group.golds;
        const auto size = static_cast<double>(group.size);
        // Every order is as likely, so each place of the group holds a gold, and gain, in proportion.
        for (std::size_t place = group.before; place < std::min<std::size_t>(group.before + group.size, 10); ++place) {
            found[place + 1] += static_cast<double>(group.golds) / size;
            gain[place + 1] += group.gain / size * discount(place + 1);
        }
        all *= allInside(std::min(group.size, 10 - group.before), group.size, group.golds);
    }
    for (std::size_t k = 1; k <= 10; ++k) {
        found[k] += found[k - 1];
        gain[k] += gain[k - 1];
    }
    const auto count = static_cast<double>(golds.size());
    metrics.recall1 = found[1] / count;
    metrics.recall5 = found[5] / count;
    metrics.recall10 = found[10] / count;
    metrics.ndcg5 = gain[5] / best[5];
    metrics.ndcg10 = gain[10] / best[10];
    metrics.allGolds10 = inside == golds.size() ? all : 0;
    return metrics;
}

double firstGoldRank(std::span<const RankedGrade> ranked) {
    for (const Group &group : groupsOf(ranked)) {
        // The first of r drawn from m without order stands at (m + 1) / (r + 1) on average.
        if (group.golds > 0)
            return static_cast<double>(group.before) +
                   static_cast<double>(group.size + 1) / static_cast<double>(group.golds + 1);
    }
    return 0;
}

Metrics measure(const std::vector<std::string> &ranked, const std::map<std::string, int> &golds) {
    std::vector<RankedGrade> list;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        const auto gold = golds.find(ranked[i]);
        list.push_back({gold == golds.end() ? 0 : gold->second, -static_cast<double>(i)});
    }
    std::vector<int> grades;
    for (const auto &[name, grade] : golds)
        grades.push_back(grade);
    return measure(list, std::move(grades));
}

} // namespace actionscope::evaluation
