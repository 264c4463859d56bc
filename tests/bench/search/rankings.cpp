/// Every ranking that is built in, plain BM25 and SQLite's FTS5 on labelled folders, every query, unscoped and scoped,
/// with intervals, as the Markdown of BENCHMARKS.md and RESULTS.md:
///   bench_rankings [--table FILE] [--only NAME,NAME…] [--sample N] FOLDER…
/// `--table` searches with another embedding table than the shipped one.

#include "baselines.h"
#include "contestant.h"
#include "evaluation/experiment.h"
#include "retrieval/token_table.h"
#include "retrieval/vector_index.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

using namespace actionscope;
using namespace actionscope::evaluation;

namespace {

constexpr std::size_t Depth = 100, TimedQueries = 60;

struct Options {
    std::string table, only;
    std::size_t sample = 0;
    std::vector<std::string> folders;
};

struct Ranked {
    std::string name;
    Run run;               ///< sets with their results; the means are made here
    double p50Us = 0;      ///< CPU time of a search of ten in the largest catalog
    Summary means[2];      ///< unscoped, scoped
    std::size_t strata[2]; ///< sets in them
};

int gradeOf(const LabelledQuery &query, catalog::Ordinal action) {
    for (const auto &[ordinal, grade] : query.judgements) {
        if (ordinal == action)
            return std::max(0, grade);
    }
    return 0;
}

/// As runExperiment measures: the first 100, ties by expectation; scoped, the services that hold the golds.
QueryResult measureBaseline(bench::Baseline &baseline, const LabelledSet &set, const LabelledQuery &query) {
    QueryResult result;
    result.id = query.id;
    result.text = query.text;
    result.hasAnswer = query.hasAnswer();
    std::vector<int> golds;
    std::vector<char> services(set.catalog->services().size(), 0);
    for (const auto &[ordinal, grade] : query.judgements) {
        golds.push_back(grade);
        if (grade > 0)
            services[set.catalog->serviceIndexOf(ordinal)] = 1;
    }
    std::vector<RankedGrade> unscoped, scoped;
    for (const auto &[ordinal, score] : baseline.search(query.text)) {
        if (unscoped.size() < Depth)
            unscoped.push_back({gradeOf(query, ordinal), score});
        if (scoped.size() < Depth && services[set.catalog->serviceIndexOf(ordinal)] != 0)
            scoped.push_back({gradeOf(query, ordinal), score});
    }
    if (result.hasAnswer) {
        result.unscoped = measure(unscoped, golds);
        if (services.size() > 1)
            result.scoped = measure(scoped, golds);
    }
    return result;
}

using MakeBaseline = std::unique_ptr<bench::Baseline> (*)(const catalog::Catalog &);

Ranked runBaseline(const char *name, MakeBaseline make, const std::vector<LabelledSet> &sets, const Run &like) {
    Ranked ranked{name, {}, 0, {}, {}};
    for (std::size_t s = 0; s < sets.size(); ++s) {
        const auto baseline = make(*sets[s].catalog);
        if (!baseline) {
            std::fprintf(stderr, "%s cannot be built\n", name);
            std::exit(1);
        }
        std::map<std::string_view, const LabelledQuery *> queries;
        for (const LabelledQuery &query : sets[s].queries)
            queries[query.id] = &query;
        SetResult &set = ranked.run.sets.emplace_back();
        set.name = like.sets[s].name;
        std::vector<double> times;
        for (const QueryResult &one : like.sets[s].results) {
            const std::int64_t start = bench::cpuNs();
            set.results.push_back(measureBaseline(*baseline, sets[s], *queries.at(one.id)));
            times.push_back(static_cast<double>(bench::cpuNs() - start) / 1e3);
        }
    }
    return ranked;
}

double timeOf(const LabelledSet &set, const std::shared_ptr<const retrieval::Preset> &preset) {
    std::vector<double> times;
    const std::size_t step = std::max<std::size_t>(1, set.queries.size() / TimedQueries);
    for (int round = 0; round < 2; ++round) {
        times.clear(); // the first round warms up
        for (std::size_t i = 0; i < set.queries.size(); i += step) {
            retrieval::SearchRequest request;
            request.query = set.queries[i].text;
            request.preset = preset;
            request.floor = 0;
            const std::int64_t start = bench::cpuNs();
            if (!set.searcher->search(request))
                return 0;
            times.push_back(static_cast<double>(bench::cpuNs() - start) / 1e3);
        }
    }
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
}

/// A stratum each set that has queries in this mode.
std::vector<std::vector<Metrics>> strataOf(const Run &run, bool scoped) {
    std::vector<std::vector<Metrics>> strata;
    for (const SetResult &set : run.sets) {
        std::vector<Metrics> values;
        for (const QueryResult &query : set.results) {
            const Metrics &metrics = scoped ? query.scoped : query.unscoped;
            if (metrics.queries > 0)
                values.push_back(metrics);
        }
        if (!values.empty())
            strata.push_back(std::move(values));
    }
    return strata;
}

Summary summaryOf(const std::vector<std::vector<Metrics>> &strata) {
    Summary summary;
    std::vector<Metrics> means;
    for (const auto &stratum : strata) {
        Metrics sum;
        for (const Metrics &one : stratum)
            sum += one;
        means.push_back(meanOf(sum));
    }
    summary.mean = macroMean(means);
    for (const Metric metric : allMetrics()) {
        std::vector<std::vector<double>> values(strata.size());
        for (std::size_t s = 0; s < strata.size(); ++s) {
            for (const Metrics &one : strata[s])
                values[s].push_back(one.of(metric));
        }
        summary.intervals[static_cast<std::size_t>(metric)] = bootstrapMean(values, {});
    }
    return summary;
}

void printMeans(const std::vector<Ranked> &all, std::size_t catalog) {
    for (int scoped = 0; scoped < 2; ++scoped) {
        std::printf("\n| %s, mean of %zu sets |", scoped ? "scoped" : "unscoped", all.front().strata[scoped]);
        for (const Metric metric : allMetrics())
            std::printf(" %s |", std::string(metricKey(metric)).c_str());
        std::printf(" ndcg@5 [95 %%] |%s\n|---|---|---|---|---|---|---|---|---|%s\n",
                    scoped ? "" : (" µs a query, " + std::to_string(catalog) + " actions |").c_str(),
                    scoped ? "" : "---|");
        for (const Ranked &ranked : all) {
            const Summary &summary = ranked.means[scoped];
            std::printf("| %s |", ranked.name.c_str());
            for (const Metric metric : allMetrics())
                std::printf(" %.3f |", summary.mean.of(metric));
            const Interval &interval = summary.interval(Metric::Ndcg5);
            std::printf(" [%.3f, %.3f] |", interval.low, interval.high);
            if (!scoped && ranked.p50Us > 0)
                std::printf(" %.0f |", ranked.p50Us);
            else if (!scoped)
                std::printf(" |");
            std::printf("\n");
        }
    }
}

/// What the first ranking has over each other one, query by query.
void printDifferences(const std::vector<Ranked> &all) {
    std::printf(
        "\n| %s has over | recall@5 [95 %%] | ndcg@5 [95 %%] | scoped recall@5 [95 %%] | scoped ndcg@5 [95 %%] | "
        "means on which it is better | of these with an interval above 0 |\n|---|---|---|---|---|---|---|\n",
        all.front().name.c_str());
    for (std::size_t i = 1; i < all.size(); ++i) {
        const auto compared = compareRuns(all[i].run, all.front().run);
        if (!compared) {
            std::fprintf(stderr, "%s\n", compared.error().toString().c_str());
            continue;
        }
        std::printf("| %s |", all[i].name.c_str());
        std::size_t better = 0, evident = 0;
        for (const MetricComparison &metric : compared->metrics) {
            better += metric.significance.difference > 0 ? 1 : 0;
            evident += metric.significance.interval.low > 0 ? 1 : 0;
            if (metric.metric == Metric::Recall5 || metric.metric == Metric::Ndcg5)
                std::printf(" %+.3f [%.3f, %.3f] |", metric.significance.difference, metric.significance.interval.low,
                            metric.significance.interval.high);
        }
        std::printf(" %zu of %zu | %zu |\n", better, compared->metrics.size(), evident);
    }
}

std::string cell(double value, const Interval *interval) {
    char text[64];
    if (interval)
        std::snprintf(text, sizeof text, " %.3f [%.3f, %.3f] |", value, interval->low, interval->high);
    else
        std::snprintf(text, sizeof text, " %.3f", value);
    return text;
}

/// The first ranking with intervals, the others as recall@5 / ndcg@5.
void printSets(const std::vector<Ranked> &all) {
    const std::string &first = all.front().name;
    std::printf(
        "\n### By set\n\nThe other columns are recall@5 / ndcg@5.\n\n| set | %s recall@5 [95 %%] | %s ndcg@5 [95 %%] |",
        first.c_str(), first.c_str());
    for (std::size_t i = 1; i < all.size(); ++i)
        std::printf(" %s |", all[i].name.c_str());
    std::printf("\n|---|---|---|");
    for (std::size_t i = 1; i < all.size(); ++i)
        std::printf("---|");
    std::printf("\n");
    for (int scoped = 0; scoped < 2; ++scoped) {
        for (std::size_t s = 0; s < all.front().run.sets.size(); ++s) {
            std::string line;
            for (const Ranked &ranked : all) {
                Run one;
                one.sets.push_back(ranked.run.sets[s]);
                const auto strata = strataOf(one, scoped != 0);
                if (strata.empty())
                    break;
                const Summary summary = summaryOf(strata);
                if (&ranked == &all.front())
                    line += cell(summary.mean.recall5, &summary.interval(Metric::Recall5)) +
                            cell(summary.mean.ndcg5, &summary.interval(Metric::Ndcg5));
                else
                    line += cell(summary.mean.recall5, nullptr) + " /" + cell(summary.mean.ndcg5, nullptr) + " |";
            }
            if (!line.empty())
                std::printf("| %s%s |%s\n", all.front().run.sets[s].name.c_str(), scoped ? ", scoped" : "",
                            line.c_str());
        }
    }
}

bool wanted(const Options &options, std::string_view name) {
    return options.only.empty() || (',' + options.only + ',').find(',' + std::string(name) + ',') != std::string::npos;
}

SearcherFactory searcherWith(const std::shared_ptr<const retrieval::TokenTable> &table) {
    return [table](std::shared_ptr<const catalog::Catalog> catalog, Executor &executor,
                   const Job &job) -> Result<std::shared_ptr<const retrieval::Searcher>> {
        auto index = retrieval::Index::build(catalog, nullptr, executor, job);
        if (!index)
            return fail(index.error());
        auto vectors = retrieval::VectorIndex::build(std::move(catalog), table, nullptr, executor, job);
        if (!vectors)
            return fail(vectors.error());
        return std::make_shared<const retrieval::Searcher>(std::move(*index), std::move(*vectors));
    };
}

int run(const Options &options) {
    Executor executor;
    auto table = retrieval::TokenTable::shipped();
    if (!options.table.empty()) {
        auto loaded = retrieval::TokenTable::load(options.table);
        if (!loaded) {
            std::fprintf(stderr, "%s\n", loaded.error().toString().c_str());
            return 1;
        }
        table = *loaded;
    }
    std::vector<LabelledSet> sets;
    for (const std::string &folder : options.folders) {
        auto set = readLabelledFolder(folder, searcherWith(table), executor);
        if (!set) {
            std::fprintf(stderr, "skipped %s: %s\n", folder.c_str(), set.error().toString().c_str());
            continue;
        }
        sets.push_back(std::move(*set));
    }
    if (sets.empty())
        return 1;
    std::sort(sets.begin(), sets.end(), [](const LabelledSet &a, const LabelledSet &b) { return a.name < b.name; });
    const LabelledSet &largest = *std::max_element(
        sets.begin(), sets.end(), [](const auto &a, const auto &b) { return a.catalog->size() < b.catalog->size(); });
    std::vector<Ranked> all;
    for (const retrieval::Preset &preset : retrieval::builtInPresets()) {
        if (!all.empty() && !wanted(options, preset.name))
            continue;
        const auto shared = std::make_shared<const retrieval::Preset>(preset);
        auto done = runExperiment(sets, {.preset = shared, .queriesASet = options.sample}, executor);
        if (!done) {
            std::fprintf(stderr, "%s: %s\n", preset.name.c_str(), done.error().toString().c_str());
            return 1;
        }
        all.push_back({'`' + preset.name + '`', std::move(*done), timeOf(largest, shared), {}, {}});
        std::fprintf(stderr, "%s done\n", preset.name.c_str());
    }
    constexpr std::pair<const char *, MakeBaseline> Baselines[] = {
        {"plain BM25", [](const catalog::Catalog &c) { return bench::makePlainBm25(c, 1.2, 0.75); }},
        {"plain BM25, k1 2", [](const catalog::Catalog &c) { return bench::makePlainBm25(c, 2.0, 0.75); }},
        {"SQLite FTS5", [](const catalog::Catalog &c) { return bench::makeFts5Baseline(c); }},
    };
    for (const auto &[name, make] : Baselines) {
        if (wanted(options, name))
            all.push_back(runBaseline(name, make, sets, all.front().run));
    }
    for (Ranked &ranked : all) {
        for (int scoped = 0; scoped < 2; ++scoped) {
            const auto strata = strataOf(ranked.run, scoped != 0);
            ranked.means[scoped] = summaryOf(strata);
            ranked.strata[scoped] = strata.size();
        }
    }
    std::size_t queries = 0;
    for (const SetResult &set : all.front().run.sets)
        queries += set.results.size();
    std::printf("%zu queries of %zu sets.\n\n### Means\n", queries, sets.size());
    printMeans(all, largest.catalog->size());
    printDifferences(all);
    printSets(all);
    return 0;
}

} // namespace

int main(int argc, char **argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const bool more = i + 1 < argc;
        if (more && std::strcmp(argv[i], "--table") == 0)
            options.table = argv[++i];
        else if (more && std::strcmp(argv[i], "--only") == 0)
            options.only = argv[++i];
        else if (more && std::strcmp(argv[i], "--sample") == 0)
            options.sample = static_cast<std::size_t>(std::atol(argv[++i]));
        else
            options.folders.emplace_back(argv[i]);
    }
    if (options.folders.empty()) {
        std::fprintf(stderr, "usage: bench_rankings [--table FILE] [--only NAME,NAME…] [--sample N] FOLDER…\n");
        return 2;
    }
    return run(options);
}
