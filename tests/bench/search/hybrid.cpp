/// The default preset as a contestant: words and vectors together, with stems and stop words as in the program.

#include "base/executor.h"
#include "contestant.h"
#include "retrieval/candidates.h"
#include "retrieval/detail/int8_kernels.h"
#include "retrieval/index.h"
#include "retrieval/searcher.h"
#include "retrieval/token_table.h"
#include "retrieval/vector_index.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace actionscope::bench {
namespace {

class Hybrid final : public Contestant {
public:
    Hybrid(const std::shared_ptr<const catalog::Catalog> &catalog, const std::string &folder) {
        Executor executor(1);
        const auto now = [] { return cpuNs(CLOCK_PROCESS_CPUTIME_ID); };
        (void)retrieval::TokenTable::shipped(); // loading the table is no part of building
        const std::int64_t start = now();
        const auto index = retrieval::Index::build(catalog, nullptr, executor);
        const std::int64_t words = now();
        const auto vectors =
            retrieval::VectorIndex::build(catalog, retrieval::TokenTable::shipped(), nullptr, executor);
        prepared.buildCpuNs = now() - start;
        if (!index || !vectors) {
            std::fprintf(stderr, "the index or the vectors could not be built\n");
            std::exit(1);
        }
        const std::filesystem::path file = std::filesystem::path(folder) / "vectors";
        const bool saved = (*vectors)->save(file).has_value();
        const std::int64_t loading = now();
        const auto loaded = retrieval::VectorIndex::load(file, catalog, retrieval::TokenTable::shipped());
        std::printf("default preset: words built in %.2f CPU s, vectors in %.2f (together %.2f times the words); "
                    "%.1f bytes of vectors an action on disk, loaded in %.1f ms%s; kernel %s\n",
                    static_cast<double>(words - start) / 1e9,
                    static_cast<double>(prepared.buildCpuNs - (words - start)) / 1e9,
                    static_cast<double>(prepared.buildCpuNs) / static_cast<double>(words - start),
                    static_cast<double>((*vectors)->statistics().bytes) / std::max(1U, catalog->size()),
                    static_cast<double>(now() - loading) / 1e6, saved && loaded ? "" : " (FAILED)",
                    std::string(retrieval::detail::int8Kernel().name).c_str());
        prepared.indexBytes = (*index)->statistics().bytes + (*vectors)->statistics().bytes;
        m_searcher = std::make_unique<retrieval::Searcher>(*index, loaded ? *loaded : *vectors);
    }
    [[nodiscard]] std::string name() const override { return "actionscope, default preset"; }
    [[nodiscard]] std::vector<std::int64_t> round(const std::vector<std::vector<std::string>> &queries) override {
        std::vector<std::int64_t> times;
        for (const retrieval::SearchRequest &request : requestsFor(queries)) {
            const std::int64_t start = cpuNs();
            const auto response = m_searcher->search(request);
            times.push_back(cpuNs() - start);
            m_found += response ? response->hits.size() : 0;
        }
        return times;
    }
    [[nodiscard]] std::vector<std::vector<std::uint32_t>>
    answers(const std::vector<std::vector<std::string>> &queries) override {
        std::vector<std::vector<std::uint32_t>> all;
        std::vector<double> candidates, moved;
        for (const retrieval::SearchRequest &request : requestsFor(queries)) {
            auto &found = all.emplace_back();
            const auto response = m_searcher->search(request);
            for (const auto &hit : response->hits)
                found.push_back(hit.ordinal);
            std::int64_t start = cpuNs();
            const auto set = m_searcher->candidates(request);
            candidates.push_back(static_cast<double>(cpuNs() - start) / 1e6);
            retrieval::Preset preset = retrieval::defaultPreset();
            preset.weights[0] += 0.1;
            start = cpuNs();
            m_found += retrieval::rescore(*set, preset, 100).size();
            moved.push_back(static_cast<double>(cpuNs() - start) / 1e6);
        }
        for (auto *times : {&candidates, &moved})
            std::sort(times->begin(), times->end());
        std::printf(
            "%zu candidates with all signals: p50 %.2f ms; ranked anew after a weight moved: p50 %.3f, p95 %.3f "
            "ms\n",
            retrieval::CandidateCount, candidates[candidates.size() / 2], moved[moved.size() / 2],
            moved[moved.size() * 95 / 100]);
        return all;
    }

private:
    static std::vector<retrieval::SearchRequest> requestsFor(const std::vector<std::vector<std::string>> &queries) {
        std::vector<retrieval::SearchRequest> requests;
        for (const auto &tokens : queries) {
            retrieval::SearchRequest request;
            request.floor = 0;
            for (const std::string &token : tokens)
                request.query += (request.query.empty() ? "" : " ") + token;
            requests.push_back(std::move(request));
        }
        return requests;
    }
    std::unique_ptr<retrieval::Searcher> m_searcher;
    std::size_t m_found = 0;
};

} // namespace

std::unique_ptr<Contestant> makeHybrid(const std::shared_ptr<const catalog::Catalog> &catalog,
                                       const std::string &folder) {
    return std::make_unique<Hybrid>(catalog, folder);
}

} // namespace actionscope::bench
