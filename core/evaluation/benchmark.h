#pragma once
/// `eval`: retrieval measured on a labelled folder (`actions.jsonl`, `queries.jsonl`, `qrels.tsv`), with the shared definitions:
/// recall@k is the share of the golds in the first k; nDCG@k has gain = relevance and log2 discount; mrr@10 is the reciprocal
/// rank of the first gold, 0 past 10; means over all queries that have a gold. "scoped": the catalog reduced to the services that
/// hold the golds. The floor is off.

#include "base/executor.h"
#include "base/progress.h"
#include "base/result.h"
#include "retrieval/searcher.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::evaluation {

struct Metrics {
    double recall1 = 0, recall5 = 0, recall10 = 0, ndcg5 = 0, ndcg10 = 0, mrr10 = 0;
    std::uint32_t queries = 0;
};

struct RunLine {
    std::string query;
    std::uint32_t rank;
    std::string action;
    double score;
};

struct BenchmarkResult {
    std::string name; ///< of the folder
    std::uint32_t actions = 0, queries = 0;
    Metrics unscoped;
    std::optional<Metrics> scoped;   ///< absent when there is only one service
    double p50Us = 0, p95Us = 0;     ///< of one unscoped search
    std::vector<RunLine> run;        ///< unscoped, 100 deep
};

/// Reads a benchmark folder as a catalog. Errors: NotFound, ParseError with file and line.
[[nodiscard]] Result<std::shared_ptr<const catalog::Catalog>> readBenchmarkCatalog(const std::filesystem::path &folder);
/// Errors: NotFound when the folder lacks queries.jsonl or qrels.tsv (the caller skips it with a word), ParseError.
[[nodiscard]] Result<BenchmarkResult> runBenchmark(const std::filesystem::path &folder, const retrieval::RankingOptions &options,
                                                   Executor &executor, const Job &job = {});

/// Metrics of one ranked list; `golds` maps action to relevance.
Metrics measure(const std::vector<std::string> &ranked, const std::map<std::string, int> &golds);

} // namespace actionscope::evaluation
