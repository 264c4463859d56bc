/// The lexical contest: one corpus, one set of queries, the same tokens for every engine, all engines resident, CPU
/// time.
///   bench_search FOLDER_WITH_DESCRIPTIONS [--rounds N] [--stride N] [--raw] [--only NAME] [--scratch FOLDER]
/// Ours searches with its field weights, service evidence and exact names on; the others have one field.

#include "base/executor.h"
#include "contestant.h"
#include "corpus.h"
#include "retrieval/detail/index_data.h"
#include "retrieval/searcher.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <set>

using namespace actionscope;
using namespace actionscope::bench;

namespace {

class Ours final : public Contestant {
public:
    explicit Ours(std::shared_ptr<const catalog::Catalog> catalog) {
        Executor executor(1);
        const std::int64_t start = cpuNs(CLOCK_PROCESS_CPUTIME_ID);
        auto index = retrieval::detail::buildIndex(std::move(catalog), nullptr, executor, {},
                                                   {.stem = false, .stopWords = false});
        prepared.buildCpuNs = cpuNs(CLOCK_PROCESS_CPUTIME_ID) - start;
        if (!index) {
            std::fprintf(stderr, "%s\n", index.error().toString().c_str());
            std::exit(1);
        }
        m_index = std::move(*index);
        prepared.indexBytes = m_index->statistics().bytes;
        m_searcher = std::make_unique<retrieval::Searcher>(m_index);
    }
    [[nodiscard]] std::string name() const override { return "actionscope"; }
    [[nodiscard]] std::vector<std::int64_t> round(const std::vector<std::vector<std::string>> &queries) override {
        std::vector<retrieval::SearchRequest> requests = requestsFor(queries);
        std::vector<std::int64_t> times;
        for (const auto &request : requests) {
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
        for (const auto &request : requestsFor(queries)) {
            auto &found = all.emplace_back();
            const auto response = m_searcher->search(request);
            for (const auto &hit : response->hits)
                found.push_back(hit.ordinal);
        }
        return all;
    }
    [[nodiscard]] const retrieval::Index &index() const { return *m_index; }
    /// Of how many queries the answer is that of scoring every document, to the last bit.
    [[nodiscard]] std::size_t exact(const std::vector<std::vector<std::string>> &queries) const {
        std::size_t same = 0;
        for (const auto &request : requestsFor(queries)) {
            const auto fast = m_searcher->search(request);
            const auto plain = m_searcher->searchExhaustively(request);
            same += fast && std::equal(fast->hits.begin(), fast->hits.end(), plain.begin(), plain.end(),
                                       [](const auto &a, const auto &b) {
                                           return a.ordinal == b.ordinal && a.score == b.score;
                                       })
                        ? 1
                        : 0;
        }
        return same;
    }
    /// Saving, loading, and indexing again after one service changed, in CPU milliseconds.
    void printUpkeep(const std::shared_ptr<const catalog::Catalog> &catalog, const std::string &folder) const {
        const auto now = [] { return cpuNs(CLOCK_PROCESS_CPUTIME_ID); };
        const auto since = [&](std::int64_t start) { return static_cast<double>(now() - start) / 1e6; };
        const std::filesystem::path file = std::filesystem::path(folder) / "index";
        auto start = now();
        const bool saved = m_index->save(file).has_value();
        const double save = since(start);
        start = now();
        const auto loaded = retrieval::Index::load(file, catalog);
        const double load = since(start);
        std::vector<catalog::Service> services = catalog->services();
        catalog::Service &last = services.back();
        auto changed = last.segment->at(0).toCapability();
        changed.title += " changed";
        last.segment = *catalog::Segment::build({changed});
        const auto next = *catalog::Catalog::build(std::move(services));
        Executor executor;
        start = now();
        const auto merged =
            retrieval::detail::buildIndex(next, m_index.get(), executor, {}, {.stem = false, .stopWords = false});
        std::printf("saved in %.1f ms%s, loaded in %.1f ms%s, indexed again after one service changed in %.1f ms%s\n",
                    save, saved ? "" : " (FAILED)", load, loaded ? "" : " (FAILED)", since(start),
                    merged ? "" : " (FAILED)");
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
    std::shared_ptr<const retrieval::Index> m_index;
    std::unique_ptr<retrieval::Searcher> m_searcher;
    std::size_t m_found = 0;
};

double percentile(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

} // namespace

int main(int argc, char **argv) {
    std::string folder, only, scratch = "/tmp/actionscope-bench";
    int rounds = 5, stride = 1;
    bool raw = false;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        const auto value = [&] { return i + 1 < argc ? std::string(argv[++i]) : std::string(); };
        if (word == "--rounds")
            rounds = std::atoi(value().c_str());
        else if (word == "--stride")
            stride = std::max(1, std::atoi(value().c_str()));
        else if (word == "--raw")
            raw = true;
        else if (word == "--only")
            only = value();
        else if (word == "--scratch")
            scratch = value();
        else
            folder = word;
    }
    if (folder.empty()) {
        std::fprintf(stderr,
                     "usage: bench_search FOLDER [--rounds N] [--stride N] [--raw] [--only NAME] [--scratch FOLDER]\n");
        return 2;
    }
    const auto catalog = readCorpus(folder);
    if (!catalog) {
        std::fprintf(stderr, "%s\n", catalog.error().toString().c_str());
        return 1;
    }
    const std::vector<Query> queries = makeQueries(**catalog);
    std::vector<std::vector<std::string>> tokens;
    std::vector<std::int64_t> sources;
    for (std::size_t i = 0; i < queries.size(); i += static_cast<std::size_t>(stride)) {
        std::vector<std::string> words = queries[i].tokens;
        if (raw) {
            words.clear();
            for (std::size_t at = 0; at < queries[i].raw.size();) {
                const std::size_t end = std::min(queries[i].raw.find(' ', at), queries[i].raw.size());
                words.push_back(queries[i].raw.substr(at, end - at));
                at = end + 1;
            }
        }
        tokens.push_back(std::move(words));
        sources.push_back(queries[i].source);
    }

    std::vector<std::unique_ptr<Contestant>> contestants;
    const auto wanted = [&](const char *name) { return only.empty() || only.find(name) != std::string::npos; };
    auto ours = std::make_unique<Ours>(*catalog);
    const retrieval::IndexStatistics statistics = ours->index().statistics();
    const auto &header = ours->index().data().header;
    std::filesystem::create_directories(scratch);
    const std::size_t exact = ours->exact(tokens);
    ours->printUpkeep(*catalog, scratch);
    contestants.push_back(std::move(ours));
    {
        const std::vector<std::string> streams = tokenStreams(**catalog);
        if (wanted("default"))
            contestants.push_back(makeHybrid(*catalog, scratch));
        if (wanted("fts5"))
            contestants.push_back(makeFts5(streams));
        if (wanted("xapian"))
            contestants.push_back(makeXapian(streams, scratch + "/xapian"));
        if (wanted("lucene")) {
            if (auto lucene = makeLucene(streams, scratch + "/lucene", LUCENE_SOURCE))
                contestants.push_back(std::move(lucene));
            else
                std::fprintf(stderr, "Lucene is left out: no Java or no liblucene8-java\n");
        }
    }
    std::printf(
        "%u actions of %u services, %llu postings, %u terms, %u pairs in %u blocks; %zu queries, %s mode, %d rounds\n",
        statistics.documents, header.services, static_cast<unsigned long long>(statistics.postings), statistics.terms,
        header.pairs, header.blocks, tokens.size(), raw ? "raw" : "nostop", rounds);
    std::printf("answers equal to scoring every document, bit for bit: %zu of %zu\n\n", exact, tokens.size());

    // The first answer of each warms caches up and is compared.
    std::vector<std::vector<std::vector<std::uint32_t>>> answers;
    for (const auto &contestant : contestants)
        answers.push_back(contestant->answers(tokens));
    std::vector<std::vector<std::vector<double>>> times(contestants.size(),
                                                        std::vector<std::vector<double>>(tokens.size()));
    std::mt19937 random(7);
    std::vector<std::size_t> order(contestants.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    for (int round = 0; round < rounds; ++round) {
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t c : order) {
            const int passes = contestants[c]->name().starts_with("fts5") ? 1 : 3;
            for (int pass = 0; pass < passes; ++pass) {
                const auto taken = contestants[c]->round(tokens);
                for (std::size_t q = 0; q < taken.size() && q < tokens.size(); ++q)
                    times[c][q].push_back(static_cast<double>(taken[q]) / 1e6);
            }
        }
    }
    std::vector<std::vector<double>> medians(contestants.size());
    for (std::size_t c = 0; c < contestants.size(); ++c) {
        for (const auto &query : times[c])
            medians[c].push_back(percentile(query, 0.5));
    }
    std::printf("| engine | build CPU s | index MB | p50 ms | p95 ms | p99 ms | ours is faster, median of pairs | p99 "
                "to ours | R@10 |\n"
                "|---|---|---|---|---|---|---|---|---|\n");
    for (std::size_t c = 0; c < contestants.size(); ++c) {
        std::vector<double> ratios;
        for (std::size_t q = 0; q < tokens.size(); ++q)
            ratios.push_back(medians[0][q] > 0 ? medians[c][q] / medians[0][q] : 0);
        double found = 0, derived = 0;
        for (std::size_t q = 0; q < tokens.size(); ++q) {
            if (sources[q] < 0 || q >= answers[c].size())
                continue;
            derived += 1;
            found += std::count(answers[c][q].begin(), answers[c][q].end(), static_cast<std::uint32_t>(sources[q])) != 0
                         ? 1
                         : 0;
        }
        std::printf("| %s | %.2f | %.1f | %.4f | %.4f | %.4f | %.1f | %.1f | %.2f |\n", contestants[c]->name().c_str(),
                    static_cast<double>(contestants[c]->prepared.buildCpuNs) / 1e9,
                    static_cast<double>(contestants[c]->prepared.indexBytes) / 1e6, percentile(medians[c], 0.5),
                    percentile(medians[c], 0.95), percentile(medians[c], 0.99), percentile(ratios, 0.5),
                    percentile(medians[c], 0.99) / percentile(medians[0], 0.99), derived == 0 ? 0 : found / derived);
    }
    return 0;
}
