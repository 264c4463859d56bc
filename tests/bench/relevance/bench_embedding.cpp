/// What embedding one query costs with the shipped table, by the length of the query:
///   bench_embedding FOLDER…
/// CPU time of the thread. "warm" is the median of eleven passes; "cold" the first time that a thread meets the query's
/// words, so that each has to be stemmed.

#include "base/file.h"
#include "base/json.h"
#include "retrieval/token_table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

using namespace actionscope;

namespace {

constexpr std::size_t ColdQueries = 200; ///< of each length, an even sample: each has a thread of its own
constexpr int Passes = 11;

double cpuUs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

std::vector<std::string> readQueries(const std::filesystem::path &folder) {
    std::vector<std::string> queries;
    const std::string text = readFile(folder / "queries.jsonl", 1ULL << 30).value_or(std::string());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (const auto value = parseJson(std::string_view(text).substr(at, end - at)))
            queries.emplace_back(stringMember(*value, "text"));
        at = end + 1;
    }
    return queries;
}

double timeOf(const retrieval::TokenTable &table, const std::string &query, std::vector<float> &out) {
    const double start = cpuUs();
    (void)table.embedQuery(query, out);
    return cpuUs() - start;
}

double warm(const retrieval::TokenTable &table, const std::string &query, std::vector<float> &out) {
    std::array<double, Passes> times{};
    for (double &time : times)
        time = timeOf(table, query, out);
    std::nth_element(times.begin(), times.begin() + Passes / 2, times.end());
    return times[Passes / 2];
}

double cold(const retrieval::TokenTable &table, const std::string &query) {
    double time = 0;
    std::thread([&] {
        std::vector<float> out(table.identity().dimension);
        (void)table.embedQuery("zebra", out); // the thread's analyser is there
        time = timeOf(table, query, out);
    }).join();
    return time;
}

std::string spread(std::vector<double> times) {
    if (times.empty())
        return " | | |";
    std::sort(times.begin(), times.end());
    char text[64];
    std::snprintf(text, sizeof text, " %.1f | %.1f | %.1f |", times[times.size() / 2], times[times.size() * 95 / 100],
                  times.back());
    return text;
}

} // namespace

int main(int argc, char **argv) {
    constexpr std::array<std::size_t, 6> Most{7, 15, 30, 60, 120, 100'000};
    std::array<std::vector<std::string>, Most.size()> byLength;
    for (int i = 1; i < argc; ++i) {
        for (std::string &query : readQueries(argv[i])) {
            const auto words = static_cast<std::size_t>(std::count(query.begin(), query.end(), ' ')) + 1;
            const auto *place = std::lower_bound(Most.begin(), Most.end(), words);
            byLength[static_cast<std::size_t>(place - Most.begin())].push_back(std::move(query));
        }
    }
    const auto table = retrieval::TokenTable::shipped();
    std::vector<float> out(table->identity().dimension);
    std::printf("| words | queries | warm µs p50 | p95 | most | cold µs p50 | p95 | most "
                "|\n|---|---|---|---|---|---|---|---|\n");
    for (std::size_t b = 0; b < Most.size(); ++b) {
        const auto &queries = byLength[b];
        std::vector<double> warmTimes, coldTimes;
        for (const std::string &query : queries)
            warmTimes.push_back(warm(*table, query, out));
        const std::size_t step = std::max<std::size_t>(1, queries.size() / ColdQueries);
        for (std::size_t i = 0; i < queries.size(); i += step)
            coldTimes.push_back(cold(*table, queries[i]));
        if (!queries.empty())
            std::printf("| %s | %zu |%s%s\n",
                        b + 1 == Most.size() ? "more" : ("up to " + std::to_string(Most[b])).c_str(), queries.size(),
                        spread(warmTimes).c_str(), spread(coldTimes).c_str());
    }
    return 0;
}
