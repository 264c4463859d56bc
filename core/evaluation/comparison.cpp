#include "evaluation/experiment.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace actionscope::evaluation {
namespace {

using Pair = std::pair<const QueryResult *, const QueryResult *>;

/// The queries that both runs have, a stratum each set, in the order of the second run.
struct Paired {
    std::vector<std::vector<Pair>> sets;
    std::vector<std::string> names;
    std::uint32_t unpaired = 0;
    std::size_t count = 0;
};

Paired pairUp(const Run &before, const Run &after) {
    Paired paired;
    std::map<std::string, const SetResult *> earlier;
    std::size_t ofBefore = 0;
    for (const SetResult &set : before.sets) {
        earlier.emplace(set.name, &set);
        ofBefore += set.results.size();
    }
    for (const SetResult &set : after.sets) {
        std::map<std::string_view, const QueryResult *> byId;
        if (const auto other = earlier.find(set.name); other != earlier.end()) {
            for (const QueryResult &query : other->second->results)
                byId.emplace(query.id, &query);
        }
        std::vector<Pair> pairs;
        for (const QueryResult &query : set.results) {
            const auto found = byId.find(query.id);
            // An id that was given to another text since, or other judgements, is another query.
            if (found == byId.end() || found->second->text != query.text ||
                found->second->hasAnswer != query.hasAnswer) {
                ++paired.unpaired;
                continue;
            }
            pairs.emplace_back(found->second, &query);
        }
        paired.count += pairs.size();
        paired.sets.push_back(std::move(pairs));
        paired.names.push_back(set.name);
    }
    paired.unpaired += static_cast<std::uint32_t>(ofBefore - paired.count);
    return paired;
}

MetricComparison compareMetric(const Paired &paired, Metric metric, bool scoped, const Resampling &how) {
    const auto mode = scoped ? &QueryResult::scoped : &QueryResult::unscoped;
    MetricComparison result{metric, scoped, 0, 0, {}};
    std::vector<std::vector<double>> differences;
    double sets = 0;
    for (const auto &pairs : paired.sets) {
        std::vector<double> values;
        double before = 0, after = 0;
        for (const auto &[a, b] : pairs) {
            if ((a->*mode).queries == 0 || (b->*mode).queries == 0)
                continue;
            before += (a->*mode).of(metric);
            after += (b->*mode).of(metric);
            values.push_back((b->*mode).of(metric) - (a->*mode).of(metric));
        }
        if (values.empty())
            continue;
        const auto count = static_cast<double>(values.size());
        result.before += before / count;
        result.after += after / count;
        ++sets;
        differences.push_back(std::move(values));
    }
    if (sets > 0) {
        result.before /= sets;
        result.after /= sets;
    }
    result.significance = pairedSignificance(differences, how);
    return result;
}

} // namespace

Result<Comparison> compareRuns(const Run &before, const Run &after, Metric metric, const Resampling &how) {
    const Paired paired = pairUp(before, after);
    if (paired.count == 0)
        return fail(ErrorCode::InvalidArgument, "the two runs have no query in common: they measured different sets");
    Comparison comparison;
    comparison.unpaired = paired.unpaired;
    bool scoped = false;
    for (std::size_t s = 0; s < paired.sets.size(); ++s) {
        for (const auto &[a, b] : paired.sets[s]) {
            if (!b->hasAnswer) {
                ++comparison.noAnswer;
                comparison.emptyBefore += a->empty ? 1 : 0;
                comparison.emptyAfter += b->empty ? 1 : 0;
                continue;
            }
            scoped = scoped || (a->scoped.queries > 0 && b->scoped.queries > 0);
            QueryComparison query{paired.names[s],        b->id,        b->text,     a->unscoped.of(metric),
                                  b->unscoped.of(metric), a->firstRank, b->firstRank};
            const double difference = query.difference();
            // Scores that differ by what adding in another order leaves are the same.
            if (std::abs(difference) < TieWidth)
                ++comparison.ties;
            else
                ++(difference > 0 ? comparison.wins : comparison.losses);
            comparison.queries.push_back(std::move(query));
        }
    }
    std::stable_sort(comparison.queries.begin(), comparison.queries.end(),
                     [](const auto &a, const auto &b) { return std::abs(a.difference()) > std::abs(b.difference()); });
    for (const bool mode : {false, true}) {
        if (mode && !scoped)
            break;
        for (const Metric one : allMetrics())
            comparison.metrics.push_back(compareMetric(paired, one, mode, how));
    }
    return comparison;
}

std::vector<Slice> sliceRun(const Run &run,
                            const std::function<std::string(const SetResult &, const QueryResult &)> &label) {
    std::map<std::string, Metrics> sums;
    for (const SetResult &set : run.sets) {
        for (const QueryResult &query : set.results) {
            if (query.unscoped.queries == 0)
                continue;
            if (std::string name = label(set, query); !name.empty())
                sums[std::move(name)] += query.unscoped;
        }
    }
    std::vector<Slice> slices;
    for (const auto &[name, sum] : sums)
        slices.push_back({name, meanOf(sum)});
    std::stable_sort(slices.begin(), slices.end(),
                     [](const Slice &a, const Slice &b) { return a.mean.queries > b.mean.queries; });
    return slices;
}

std::string serviceLabel(const SetResult &, const QueryResult &query) {
    std::string service;
    for (const RankedAction &gold : query.golds) {
        const std::string own = gold.name.substr(0, gold.name.find('.'));
        if (!service.empty() && own != service)
            return "several";
        service = own;
    }
    return service;
}

std::string lengthLabel(const SetResult &, const QueryResult &query) {
    std::size_t words = 0;
    bool inside = false;
    for (const char c : query.text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        words += !blank && !inside ? 1 : 0;
        inside = !blank;
    }
    return words <= 3 ? "1-3 words" : words <= 7 ? "4-7 words" : words <= 15 ? "8-15 words" : "16 words and more";
}

std::vector<HardQuery> hardestQueries(const Run &run, std::size_t count) {
    std::vector<HardQuery> hard;
    for (const SetResult &set : run.sets) {
        for (const QueryResult &query : set.results) {
            if (query.unscoped.queries > 0)
                hard.push_back({&set, &query});
        }
    }
    const auto worse = [](const HardQuery &a, const HardQuery &b) {
        if (a.query->unscoped.ndcg10 != b.query->unscoped.ndcg10)
            return a.query->unscoped.ndcg10 < b.query->unscoped.ndcg10;
        const auto rank = [](const QueryResult &query) { return query.firstRank == 0 ? 1e9 : query.firstRank; };
        return rank(*a.query) > rank(*b.query);
    };
    std::stable_sort(hard.begin(), hard.end(), worse);
    hard.resize(std::min(hard.size(), count));
    return hard;
}

} // namespace actionscope::evaluation
