#include "evaluation/benchmark.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace actionscope::evaluation {

Metrics measure(const std::vector<std::string> &ranked, const std::map<std::string, int> &golds) {
    Metrics metrics;
    std::vector<int> ideal;
    for (const auto &[action, relevance] : golds) {
        if (relevance > 0)
            ideal.push_back(relevance);
    }
    if (ideal.empty())
        return metrics;
    std::sort(ideal.begin(), ideal.end(), std::greater<>());
    metrics.queries = 1;
    const auto discount = [](std::size_t rank) { return 1 / std::log2(static_cast<double>(rank) + 2); };
    double found = 0, gain = 0, best = 0;
    for (std::size_t rank = 0; rank < 10; ++rank) {
        const auto gold = rank < ranked.size() ? golds.find(ranked[rank]) : golds.end();
        if (gold != golds.end() && gold->second > 0) {
            found += 1;
            gain += gold->second * discount(rank);
            if (metrics.mrr10 == 0)
                metrics.mrr10 = 1 / static_cast<double>(rank + 1);
        }
        best += rank < ideal.size() ? ideal[rank] * discount(rank) : 0;
        const double recall = found / static_cast<double>(ideal.size());
        if (rank == 0)
            metrics.recall1 = recall;
        if (rank == 4) {
            metrics.recall5 = recall;
            metrics.ndcg5 = gain / best;
        }
        if (rank == 9) {
            metrics.recall10 = recall;
            metrics.ndcg10 = gain / best;
        }
    }
    return metrics;
}

} // namespace actionscope::evaluation
