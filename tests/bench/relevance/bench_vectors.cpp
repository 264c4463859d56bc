/// How well an embedding table finds on its own, without keywords, on labelled folders; and what it costs.
///   bench_vectors [--table FILE] [--words TERM,TERM…] DIR…
/// Recall and nDCG of the cosine between query and document over the whole catalog; the mean counts the sets alike.

#include "base/file.h"
#include "base/json.h"
#include "evaluation/benchmark.h"
#include "retrieval/token_table.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace actionscope;

namespace {

double secondsSince(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

template <class Take> void forEachLine(const std::filesystem::path &file, Take &&take) {
    const std::string text = readFile(file, 1ULL << 30).value_or(std::string());
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        if (end > 0)
            take(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

struct Totals {
    double recall = 0, ndcg = 0, seconds = 0;
    std::size_t queries = 0;
};

Totals runSet(const std::filesystem::path &folder, const retrieval::EmbeddingModel &model) {
    const auto catalog = evaluation::readBenchmarkCatalog(folder);
    if (!catalog) {
        std::fprintf(stderr, "%s\n", catalog.error().toString().c_str());
        return {};
    }
    const std::size_t count = (*catalog)->size(), dimension = model.identity().dimension;
    std::vector<std::string> ids(count);
    forEachLine(folder / "actions.jsonl", [&](std::string_view line) {
        const json::value action = parseJson(line).value();
        const std::string id(stringMember(action, "id"));
        const std::string plain =
            std::string(stringMember(action, "service")) + '.' + std::string(stringMember(action, "name"));
        auto ordinal = (*catalog)->find(plain);
        if (!ordinal || !ids[*ordinal].empty())
            ordinal = (*catalog)->find(id);
        if (ordinal)
            ids[*ordinal] = id;
    });
    std::map<std::string, std::map<std::string, int>> golds;
    forEachLine(folder / "qrels.tsv", [&](std::string_view line) {
        const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
        const int grade = std::atoi(std::string(line.substr(second + 1)).c_str());
        if (grade > 0)
            golds[std::string(line.substr(0, first))][std::string(line.substr(first + 1, second - first - 1))] = grade;
    });
    std::vector<retrieval::EmbeddedText> texts;
    for (catalog::Ordinal i = 0; i < count; ++i)
        texts.push_back(retrieval::embeddedText((*catalog)->at(i), (*catalog)->serviceOf(i).info));
    std::vector<float> documents(count * dimension), query(dimension), scores(count);
    if (!model.embedDocuments(texts, documents, {}))
        return {};
    Totals totals;
    forEachLine(folder / "queries.jsonl", [&](std::string_view line) {
        const json::value object = parseJson(line).value();
        const auto own = golds.find(std::string(stringMember(object, "id")));
        if (own == golds.end())
            return;
        const auto begin = std::chrono::steady_clock::now();
        if (!model.embedQuery(stringMember(object, "text"), query))
            return;
        totals.seconds += secondsSince(begin);
        for (std::size_t i = 0; i < count; ++i) {
            const float *document = documents.data() + i * dimension;
            float sum = 0;
            for (std::size_t d = 0; d < dimension; ++d)
                sum += document[d] * query[d];
            scores[i] = sum;
        }
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), 0);
        const std::size_t kept = std::min<std::size_t>(10, count);
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                          [&](auto a, auto b) { return scores[a] != scores[b] ? scores[a] > scores[b] : a < b; });
        std::vector<std::string> ranked;
        for (std::size_t i = 0; i < kept; ++i)
            ranked.push_back(ids[order[i]]);
        const evaluation::Metrics metrics = evaluation::measure(ranked, own->second);
        totals.recall += metrics.recall5;
        totals.ndcg += metrics.ndcg5;
        ++totals.queries;
    });
    return totals;
}

void printNeighbours(const retrieval::TokenTable &table, const std::string &word) {
    std::printf("%s:", word.c_str());
    for (const retrieval::Neighbour &neighbour : table.neighbours(word, 8))
        std::printf(" %s %.2f", neighbour.term.c_str(), neighbour.similarity);
    std::printf("\n");
}

} // namespace

int main(int argc, char **argv) {
    std::string file;
    std::vector<std::string> folders, words;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--table" && i + 1 < argc)
            file = argv[++i];
        else if (word == "--word" && i + 1 < argc)
            words.emplace_back(argv[++i]);
        else
            folders.push_back(word);
    }
    const auto begin = std::chrono::steady_clock::now();
    std::shared_ptr<const retrieval::TokenTable> table;
    if (file.empty())
        table = retrieval::TokenTable::shipped();
    else if (const auto loaded = retrieval::TokenTable::load(file))
        table = *loaded;
    else {
        std::fprintf(stderr, "%s\n", loaded.error().toString().c_str());
        return 1;
    }
    std::printf("%zu words of %u numbers, loaded in %.1f ms\n", table->size(), table->identity().dimension,
                secondsSince(begin) * 1e3);
    for (const std::string &word : words)
        printNeighbours(*table, word);
    double recall = 0, ndcg = 0;
    std::printf("| set | queries | recall@5 | nDCG@5 | embed a query, µs |\n|---|---|---|---|---|\n");
    for (const std::string &folder : folders) {
        const Totals totals = runSet(folder, *table);
        const double n = static_cast<double>(std::max<std::size_t>(totals.queries, 1));
        std::printf("| %s | %zu | %.3f | %.3f | %.1f |\n", std::filesystem::path(folder).filename().string().c_str(),
                    totals.queries, totals.recall / n, totals.ndcg / n, totals.seconds / n * 1e6);
        recall += totals.recall / n;
        ndcg += totals.ndcg / n;
    }
    const double sets = static_cast<double>(std::max<std::size_t>(folders.size(), 1));
    std::printf("| mean | | %.4f | %.4f | |\n", recall / sets, ndcg / sets);
    return 0;
}
