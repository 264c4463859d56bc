#include "evaluation/benchmark.h"

#include <mutex>

namespace actionscope::evaluation {

Result<std::vector<RunLine>> runLines(const LabelledSet &set, const std::shared_ptr<const retrieval::Preset> &preset,
                                      Executor &executor, const Job &job) {
    std::vector<std::vector<RunLine>> lines(set.queries.size());
    std::mutex failing;
    std::optional<Error> error;
    executor.forEach(set.queries.size(), [&](std::size_t i) {
        const LabelledQuery &query = set.queries[i];
        if (job.cancelled() || !query.hasAnswer())
            return;
        retrieval::SearchRequest request;
        request.query = query.text;
        request.preset = preset;
        request.limit = 100;
        request.floor = 0;
        const auto response = set.searcher->search(request, set.visibility);
        if (!response) {
            const std::lock_guard lock(failing);
            error = response.error();
            return;
        }
        std::uint32_t rank = 0;
        for (const retrieval::Hit &hit : response->hits)
            lines[i].push_back({query.id, ++rank, set.idOf(hit.ordinal), hit.score});
    });
    if (error)
        return fail(std::move(*error));
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "the evaluation was cancelled");
    std::vector<RunLine> all;
    for (auto &some : lines)
        all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
    return all;
}

Result<BenchmarkResult> runBenchmark(const std::filesystem::path &folder, const retrieval::RankingOptions &options,
                                     Executor &executor, const Job &job) {
    const SearcherFactory factory = [&](std::shared_ptr<const catalog::Catalog> catalog, Executor &on,
                                        const Job &under) -> Result<std::shared_ptr<const retrieval::Searcher>> {
        auto index = retrieval::Index::build(std::move(catalog), nullptr, on, under);
        if (!index)
            return fail(index.error());
        return std::make_shared<const retrieval::Searcher>(std::move(*index), options);
    };
    const auto set = readLabelledFolder(folder, factory, executor, job);
    if (!set)
        return fail(set.error());
    const auto run = runExperiment({&*set, 1}, {.resampling = {.resamples = 100}}, executor, job);
    if (!run)
        return fail(run.error());
    auto lines = runLines(*set, nullptr, executor, job);
    if (!lines)
        return fail(lines.error());
    const SetResult &measured = run->sets.front();
    BenchmarkResult result;
    result.name = measured.name;
    result.actions = measured.actions;
    result.queries = measured.queries;
    result.unscoped = measured.unscoped.mean;
    if (measured.scoped)
        result.scoped = measured.scoped->mean;
    result.p50Us = measured.latency.p50;
    result.p95Us = measured.latency.p95;
    result.run = std::move(*lines);
    return result;
}

} // namespace actionscope::evaluation
