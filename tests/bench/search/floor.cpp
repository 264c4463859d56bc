/// What a floor costs and what it saves, over labelled folders: each folder's queries with a gold against its own
/// catalog (what is lost), and the queries of every other folder against it (what is rightly refused: most of them have
/// no answer there).
///   bench_floor FOLDER…

#include "base/file.h"
#include "base/json.h"
#include "evaluation/benchmark.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <set>

using namespace actionscope;

namespace {

constexpr std::array<double, 12> Floors{0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.10, 0.12, 0.15, 0.20, 0.30};
constexpr std::size_t QueriesASet = 100;

std::vector<std::string> readQueries(const std::filesystem::path &folder) {
    std::vector<std::string> queries;
    const auto text = readFile(folder / "queries.jsonl", 1ULL << 30);
    if (!text)
        return queries;
    for (std::size_t at = 0; at < text->size();) {
        const std::size_t end = std::min(text->find('\n', at), text->size());
        if (const auto value = parseJson(std::string_view(*text).substr(at, end - at)))
            queries.emplace_back(stringMember(*value, "text"));
        at = end + 1;
    }
    // An even sample: sets are ordered by source.
    std::vector<std::string> sample;
    const std::size_t step = std::max<std::size_t>(1, queries.size() / QueriesASet);
    for (std::size_t i = 0; i < queries.size() && sample.size() < QueriesASet; i += step)
        sample.push_back(queries[i]);
    return sample;
}

} // namespace

int main(int argc, char **argv) {
    Executor executor;
    std::vector<std::filesystem::path> folders;
    for (int i = 1; i < argc; ++i) {
        if (std::filesystem::exists(std::filesystem::path(argv[i]) / "qrels.tsv"))
            folders.emplace_back(argv[i]);
    }
    if (folders.empty()) {
        std::fprintf(stderr, "usage: bench_floor FOLDER…\n");
        return 2;
    }
    // Sums over sets of shares within a set, so that every set counts alike.
    std::array<double, Floors.size()> golds{}, answered{}, refused{}, short_{};
    std::vector<double> firstOfForeign;
    for (const auto &folder : folders) {
        const auto result = evaluation::runBenchmark(folder, {}, executor);
        const auto catalog = evaluation::readBenchmarkCatalog(folder);
        if (!result || !catalog)
            continue;
        std::set<std::pair<std::string, std::string>> relevant;
        std::ifstream judgements(folder / "qrels.tsv");
        for (std::string query, action, grade; judgements >> query && judgements.ignore() &&
                                               std::getline(judgements, action, '\t') &&
                                               std::getline(judgements, grade);)
            if (std::atoi(grade.c_str()) > 0)
                relevant.emplace(query, action);
        double found = 0;
        std::array<double, Floors.size()> kept{};
        std::array<std::set<std::string>, Floors.size()> keptQueries;
        std::set<std::string> foundQueries;
        for (const evaluation::RunLine &line : result->run) {
            if (line.rank > 10 || !relevant.contains({line.query, line.action}))
                continue;
            found += 1;
            foundQueries.insert(line.query);
            for (std::size_t f = 0; f < Floors.size(); ++f) {
                if (line.score < Floors[f])
                    continue;
                kept[f] += 1;
                keptQueries[f].insert(line.query);
            }
        }
        const auto index = retrieval::Index::build(*catalog, nullptr, executor);
        const retrieval::Searcher searcher(*index);
        std::size_t foreign = 0;
        std::array<double, Floors.size()> empty{}, results{};
        for (const auto &other : folders) {
            if (other == folder)
                continue;
            for (const std::string &query : readQueries(other)) {
                retrieval::SearchRequest request;
                request.query = query;
                request.floor = 0;
                const auto response = searcher.search(request);
                ++foreign;
                for (std::size_t f = 0; f < Floors.size(); ++f) {
                    const auto above = std::count_if(response->hits.begin(), response->hits.end(),
                                                     [&](const auto &hit) { return hit.score >= Floors[f]; });
                    empty[f] += above == 0 ? 1 : 0;
                    results[f] += static_cast<double>(above);
                }
            }
        }
        std::printf("%-26s", result->name.c_str());
        for (std::size_t f = 0; f < Floors.size(); ++f) {
            std::printf(" %.2f/%.2f",
                        static_cast<double>(keptQueries[f].size()) / static_cast<double>(foundQueries.size()),
                        empty[f] / static_cast<double>(foreign));
            golds[f] += kept[f] / found;
            answered[f] += static_cast<double>(keptQueries[f].size()) / static_cast<double>(foundQueries.size());
            refused[f] += empty[f] / static_cast<double>(foreign);
            short_[f] += results[f] / static_cast<double>(foreign);
        }
        std::printf("\n");
    }
    const auto sets = static_cast<double>(folders.size());
    std::printf("\n| floor | queries that keep a gold | golds kept | foreign queries with no result | results of a "
                "foreign query |\n"
                "|---|---|---|---|---|\n");
    for (std::size_t f = 0; f < Floors.size(); ++f)
        std::printf("| %.2f | %.3f | %.3f | %.3f | %.1f |\n", Floors[f], answered[f] / sets, golds[f] / sets,
                    refused[f] / sets, short_[f] / sets);
    return 0;
}
