#include "evaluation/experiment.h"

#include "retrieval/vector_index.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>

namespace actionscope::evaluation {
namespace {

using retrieval::SearchRequest;
using retrieval::SearchResponse;
using retrieval::Visibility;

constexpr std::size_t Depth = 100; // results that are looked at, the most that a search gives

/// The catalog reduced to the services that hold the golds.
Visibility scopeOf(const LabelledSet &set, const LabelledQuery &query) {
    Visibility scope = set.visibility;
    std::vector<std::uint8_t> services(set.catalog->services().size(), 0);
    for (const auto &[action, grade] : query.judgements) {
        const std::uint32_t service = set.catalog->serviceIndexOf(action);
        if (grade > 0 && (scope.services.empty() || scope.services[service] != 0))
            services[service] = 1;
    }
    scope.services = std::move(services);
    return scope;
}

class Measuring {
public:
    Measuring(const LabelledSet &set, const LabelledQuery &query, const ExperimentOptions &options)
        : m_set(set)
        , m_query(query) {
        m_request.query = query.text;
        m_request.preset = options.preset;
        m_request.floor = 0;
    }

    Result<QueryResult> measure(bool scoped) {
        QueryResult result;
        result.id = m_query.id;
        result.text = m_query.text;
        result.hasAnswer = m_query.hasAnswer();
        const auto start = std::chrono::steady_clock::now();
        m_request.limit = KeptResults;
        const auto timed = m_set.searcher->search(m_request, m_set.visibility);
        result.us = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
        m_request.limit = Depth;
        const auto all = timed ? m_set.searcher->search(m_request, m_set.visibility) : timed;
        if (!all)
            return fail(all.error());
        keepResults(*all, result);
        if (!result.hasAnswer)
            return result;
        const auto graded = gradesOf(*all);
        result.unscoped = evaluation::measure(graded, golds());
        result.firstRank = firstGoldRank(graded);
        if (scoped) {
            const auto inside = m_set.searcher->search(m_request, scopeOf(m_set, m_query));
            if (!inside)
                return fail(inside.error());
            const auto scopedGrades = gradesOf(*inside);
            result.scoped = evaluation::measure(scopedGrades, golds());
            result.scopedRank = firstGoldRank(scopedGrades);
        }
        return result;
    }

private:
    [[nodiscard]] int gradeOf(catalog::Ordinal action, int otherwise) const {
        const auto found =
            std::lower_bound(m_query.judgements.begin(), m_query.judgements.end(), action,
                             [](const auto &entry, catalog::Ordinal value) { return entry.first < value; });
        return found != m_query.judgements.end() && found->first == action ? found->second : otherwise;
    }
    [[nodiscard]] std::vector<int> golds() const {
        std::vector<int> grades;
        for (const auto &[action, grade] : m_query.judgements)
            grades.push_back(grade);
        return grades;
    }
    [[nodiscard]] std::vector<RankedGrade> gradesOf(const SearchResponse &response) const {
        std::vector<RankedGrade> list;
        for (const retrieval::Hit &hit : response.hits)
            list.push_back({gradeOf(hit.ordinal, 0), hit.score});
        return list;
    }
    void keepResults(const SearchResponse &response, QueryResult &result) const {
        const auto &hits = response.hits;
        result.best = hits.empty() ? 0 : hits.front().score;
        for (std::size_t i = 0; i < std::min(hits.size(), KeptResults); ++i) {
            const int grade = gradeOf(hits[i].ordinal, -1);
            result.top.push_back({m_set.idOf(hits[i].ordinal), hits[i].score, grade});
            if (grade > 0 && result.bestGold == 0)
                result.bestGold = hits[i].score;
        }
        for (const auto &[action, grade] : m_query.judgements) {
            if (grade <= 0)
                continue;
            const auto found = std::find_if(hits.begin(), hits.end(),
                                            [&](const retrieval::Hit &hit) { return hit.ordinal == action; });
            result.golds.push_back({m_set.idOf(action), found == hits.end() ? 0 : found->score, grade});
        }
    }

    const LabelledSet &m_set;
    const LabelledQuery &m_query;
    SearchRequest m_request;
};

/// An even sample of 0 … count-1: sets are ordered by where their queries came from.
std::vector<std::size_t> evenSample(std::size_t count, std::size_t most) {
    std::vector<std::size_t> places;
    const std::size_t taken = most == 0 ? count : std::min(count, most);
    for (std::size_t i = 0; i < taken; ++i)
        places.push_back(i * count / taken);
    return places;
}

Summary summarise(const std::vector<const std::vector<Metrics> *> &strata, const Resampling &how) {
    Summary summary;
    std::vector<Metrics> means;
    for (const auto *stratum : strata) {
        Metrics sum;
        for (const Metrics &one : *stratum)
            sum += one;
        means.push_back(meanOf(sum));
    }
    summary.mean = macroMean(means);
    for (const Metric metric : allMetrics()) {
        std::vector<std::vector<double>> values(strata.size());
        for (std::size_t s = 0; s < strata.size(); ++s) {
            for (const Metrics &one : *strata[s])
                values[s].push_back(one.of(metric));
        }
        summary.intervals[static_cast<std::size_t>(metric)] = bootstrapMean(values, how);
    }
    return summary;
}

/// The metrics of the queries that have them.
std::vector<Metrics> valuesOf(const SetResult &set, Metrics QueryResult::*mode) {
    std::vector<Metrics> values;
    for (const QueryResult &query : set.results) {
        if ((query.*mode).queries > 0)
            values.push_back(query.*mode);
    }
    return values;
}

/// The floor that a search without one of its own gets.
Result<double> floorOf(const LabelledSet &set, const ExperimentOptions &options) {
    if (options.floor >= 0)
        return options.floor;
    SearchRequest request;
    request.query = set.queries.empty() ? "anything" : set.queries.front().text;
    request.preset = options.preset;
    request.limit = 1;
    const auto response = set.searcher->search(request, set.visibility);
    if (!response)
        return fail(response.error());
    return response->floor;
}

void finish(SetResult &set, const ExperimentOptions &options) {
    std::vector<double> times;
    std::uint32_t empty = 0;
    for (QueryResult &query : set.results) {
        query.empty = query.top.empty() || query.best < set.floor;
        times.push_back(query.us);
        set.queries += query.hasAnswer ? 1 : 0;
        set.noAnswer += query.hasAnswer ? 0 : 1;
        empty += !query.hasAnswer && query.empty ? 1 : 0;
    }
    set.emptyShare = set.noAnswer == 0 ? 0 : static_cast<double>(empty) / set.noAnswer;
    set.latency = LatencyHistogram::of(std::move(times));
    const auto unscoped = valuesOf(set, &QueryResult::unscoped), scoped = valuesOf(set, &QueryResult::scoped);
    set.unscoped = summarise({&unscoped}, options.resampling);
    if (!scoped.empty())
        set.scoped = summarise({&scoped}, options.resampling);
}

Summary overSets(const Run &run, Metrics QueryResult::*mode, const Resampling &how) {
    std::vector<std::vector<Metrics>> values;
    for (const SetResult &set : run.sets) {
        if (auto some = valuesOf(set, mode); !some.empty())
            values.push_back(std::move(some));
    }
    std::vector<const std::vector<Metrics> *> strata;
    for (const auto &some : values)
        strata.push_back(&some);
    return summarise(strata, how);
}

} // namespace

double LatencyHistogram::lowerUs(std::size_t bin) { return bin == 0 ? 0 : static_cast<double>(8ULL << bin); }

LatencyHistogram LatencyHistogram::of(std::vector<double> us) {
    LatencyHistogram histogram;
    if (us.empty())
        return histogram;
    std::sort(us.begin(), us.end());
    const auto at = [&](double share) {
        return us[static_cast<std::size_t>(share * static_cast<double>(us.size() - 1) + 0.5)];
    };
    histogram.p50 = at(0.5);
    histogram.p95 = at(0.95);
    histogram.p99 = at(0.99);
    std::size_t bin = 0;
    for (const double value : us) {
        while (bin + 1 < Bins && value >= lowerUs(bin + 1))
            ++bin;
        ++histogram.counts[bin];
    }
    return histogram;
}

Result<Run> runExperiment(std::span<const LabelledSet> sets, const ExperimentOptions &options, Executor &executor,
                          const Job &job) {
    if (sets.empty())
        return fail(ErrorCode::InvalidArgument, "there is no query set to measure");
    Run run;
    run.seed = options.resampling.seed;
    run.preset = options.preset ? options.preset->name : "default";
    run.environment = environmentOfThisMachine(executor.threads());
    if (const retrieval::VectorIndex *vectors = sets.front().searcher->vectors()) {
        const retrieval::ModelIdentity &model = vectors->model().identity();
        run.model = model.name + ' ' + model.version.substr(0, 12) + ' ' + std::to_string(model.dimension);
    }
    struct Task {
        const LabelledSet *set;
        const LabelledQuery *query;
        QueryResult *result;
    };
    std::vector<Task> tasks;
    std::set<std::string> names;
    run.sets.resize(sets.size());
    for (std::size_t s = 0; s < sets.size(); ++s) {
        const LabelledSet &set = sets[s];
        if (!names.insert(set.name).second)
            return fail(ErrorCode::InvalidArgument,
                        "two query sets are named \"" + set.name + "\"; a comparison could not tell them apart");
        SetResult &result = run.sets[s];
        result.name = set.name;
        result.family = set.family;
        result.actions = set.catalog->size();
        result.services = static_cast<std::uint32_t>(set.catalog->services().size());
        result.excluded = set.excluded;
        result.warnings = set.warnings;
        result.indexVersion = set.searcher->index().version();
        const auto floor = floorOf(set, options);
        if (!floor)
            return fail(floor.error());
        result.floor = *floor;
        const auto places = evenSample(set.queries.size(), options.queriesASet);
        result.results.resize(places.size());
        for (std::size_t i = 0; i < places.size(); ++i)
            tasks.push_back({&set, &set.queries[places[i]], &result.results[i]});
    }
    std::atomic<std::size_t> done{0};
    std::atomic<bool> failed{false};
    std::mutex reporting;
    std::optional<Error> error;
    executor.forEach(tasks.size(), [&](std::size_t i) {
        if (failed.load(std::memory_order_relaxed) || job.cancelled())
            return;
        const Task &task = tasks[i];
        const bool scoped = options.scoped && task.set->catalog->services().size() > 1;
        if (auto measured = Measuring(*task.set, *task.query, options).measure(scoped)) {
            *task.result = std::move(*measured);
        } else {
            const std::lock_guard lock(reporting);
            failed = true;
            error = measured.error();
        }
        if (const std::size_t now = done.fetch_add(1) + 1; now % 64 == 0 || now == tasks.size()) {
            const std::lock_guard lock(reporting);
            job.at("searching", now, tasks.size());
        }
    });
    if (error)
        return fail(std::move(*error));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the evaluation was cancelled");
    executor.forEach(run.sets.size() + 2, [&](std::size_t i) {
        if (i < run.sets.size())
            finish(run.sets[i], options);
        else if (i == run.sets.size())
            run.unscoped = overSets(run, &QueryResult::unscoped, options.resampling);
        else
            run.scoped = overSets(run, &QueryResult::scoped, options.resampling);
    });
    return run;
}

} // namespace actionscope::evaluation
