/// The walk over linked vectors against the exact scan: recall, CPU time, what building it costs.
///   bench_nearest FOLDER-OF-DESCRIPTIONS [TIMES]
/// TIMES repeats every service under other names, which gives it other vectors: catalogs larger than there are.

#include "base/executor.h"
#include "corpus.h"
#include "retrieval/token_table.h"
#include "retrieval/vector_index.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>

using namespace actionscope;

namespace {

double cpuSeconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

struct Times {
    std::vector<double> us;
    template <class F> auto time(F &&f) {
        const double start = cpuSeconds(CLOCK_THREAD_CPUTIME_ID);
        auto result = f();
        us.push_back((cpuSeconds(CLOCK_THREAD_CPUTIME_ID) - start) * 1e6);
        return result;
    }
    [[nodiscard]] double at(std::size_t percent) {
        std::sort(us.begin(), us.end());
        return us.empty() ? 0 : us[us.size() * percent / 100];
    }
};

std::shared_ptr<const catalog::Catalog> repeated(const catalog::Catalog &catalog, int times) {
    std::vector<catalog::Service> services;
    for (int i = 0; i < times; ++i) {
        for (const catalog::Service &service : catalog.services()) {
            catalog::Service &copy = services.emplace_back(service);
            if (i > 0)
                copy.info.id += "-copy" + std::to_string(i);
        }
    }
    return *catalog::Catalog::build(std::move(services));
}

} // namespace

int main(int argc, char **argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: bench_nearest FOLDER [TIMES]\n");
        return 2;
    }
    const auto corpus = bench::readCorpus(argv[1]);
    if (!corpus) {
        std::fprintf(stderr, "%s\n", corpus.error().toString().c_str());
        return 1;
    }
    const auto queries = bench::makeQueries(**corpus);
    const int times = argc > 2 ? std::max(1, std::atoi(argv[2])) : 1;
    const auto catalog = times == 1 ? *corpus : repeated(**corpus, times);
    Executor executor;
    const auto exact = retrieval::VectorIndex::build(catalog, retrieval::TokenTable::shipped(), nullptr, executor);
    if (!exact) {
        std::fprintf(stderr, "%s\n", exact.error().toString().c_str());
        return 1;
    }
    const double start = cpuSeconds(CLOCK_PROCESS_CPUTIME_ID);
    const auto walked = *(*exact)->withGraph();
    const double linked = cpuSeconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    const std::filesystem::path file = std::filesystem::temp_directory_path() / "bench_nearest.hnsw";
    (void)walked->saveGraph(file);
    const double loading = cpuSeconds(CLOCK_PROCESS_CPUTIME_ID);
    const bool loaded = (*exact)->withSavedGraph(file).has_value();
    std::printf("%u actions, linked in %.1f CPU s; %.1f bytes an action on disk, loaded in %.0f ms%s\n",
                catalog->size(), linked,
                static_cast<double>(std::filesystem::file_size(file)) / std::max(1U, catalog->size()),
                (cpuSeconds(CLOCK_PROCESS_CPUTIME_ID) - loading) * 1e3, loaded ? "" : " (FAILED)");
    std::filesystem::remove(file);

    std::printf("| asked for | walk: recall@10 | recall@100 | µs p50 | p95 | scan: µs p50 | p95 |\n"
                "|---|---|---|---|---|---|---|\n");
    for (const std::size_t limit : {100U, 200U, 400U}) {
        Times walk, scan;
        double recall10 = 0, recall100 = 0;
        std::size_t asked = 0;
        for (const bench::Query &query : queries) {
            std::vector<float> vector(retrieval::TokenTable::shipped()->identity().dimension);
            (void)retrieval::TokenTable::shipped()->embedQuery(query.raw, vector);
            const auto quantised = retrieval::VectorIndex::quantise(vector);
            if (quantised.scale == 0)
                continue;
            const auto truth = scan.time([&] { return (*exact)->nearest(quantised, limit, {}); });
            const auto found = walk.time([&] { return walked->nearest(quantised, limit, {}); });
            const auto recall = [&](std::size_t of) {
                std::size_t hit = 0;
                for (std::size_t i = 0; i < std::min(of, found.size()); ++i)
                    hit += found[i].second >= truth[of - 1].second ? 1 : 0;
                return static_cast<double>(hit) / static_cast<double>(of);
            };
            recall10 += recall(10);
            recall100 += recall(100);
            ++asked;
        }
        const auto n = static_cast<double>(asked);
        std::printf("| %zu | %.3f | %.3f | %.0f | %.0f | %.0f | %.0f |\n", limit, recall10 / n, recall100 / n,
                    walk.at(50), walk.at(95), scan.at(50), scan.at(95));
    }
    return 0;
}
