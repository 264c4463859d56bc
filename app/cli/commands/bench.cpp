#include "base/file.h"
#include "commands/bench_tokens.h"
#include "commands/commands.h"
#include "context.h"
#include "evaluation/query_set.h"
#include "workspace/layout.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace actionscope::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t MaxQueryFileBytes = 64ULL << 20;

struct Options {
    std::string queries, service;
    std::uint32_t repeat = 1;
};

double milliseconds(Clock::duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

/// A query set of a workspace (.yaml), JSON lines with `text`, or one query a line.
Result<std::vector<std::string>> readQueries(const std::string &file) {
    std::vector<std::string> queries;
    const std::string ending = std::filesystem::path(file).extension().string();
    if (ending == ".yaml" || ending == ".yml") {
        const auto set = evaluation::readQuerySet(file);
        if (!set)
            return fail(set.error());
        for (const evaluation::JudgedQuery &query : set->queries)
            queries.push_back(query.text);
    } else {
        const auto text = readFile(file, MaxQueryFileBytes, "the size of the file");
        if (!text)
            return fail(text.error());
        std::uint32_t number = 0;
        for (std::size_t at = 0; at < text->size();) {
            const std::size_t end = std::min(text->find('\n', at), text->size());
            std::string line = text->substr(at, end - at);
            at = end + 1;
            ++number;
            if (line.ends_with('\r'))
                line.pop_back();
            if (line.empty())
                continue;
            if (ending == ".jsonl") {
                const auto value = parseJson(line);
                if (!value || stringMember(*value, "text").empty())
                    return fail(ErrorCode::ParseError, "each line is a JSON object with a `text`", {file, number, 1});
                line = stringMember(*value, "text");
            }
            queries.push_back(std::move(line));
        }
    }
    if (queries.empty())
        return fail(ErrorCode::InvalidArgument, "there is no query in this file", {file});
    return queries;
}

/// The value that a share of `sorted` does not exceed (nearest rank).
double percentile(const std::vector<double> &sorted, double share) {
    const auto rank = static_cast<std::size_t>(share * static_cast<double>(sorted.size()) + 0.999999);
    return sorted[std::min(std::max<std::size_t>(rank, 1), sorted.size()) - 1];
}

Exit bench(const Context &context, const Options &options) {
    const auto queries = readQueries(options.queries);
    if (!queries)
        return context.fail(queries.error());
    const auto opening = Clock::now();
    const auto opened = context.open();
    const double openMs = milliseconds(Clock::now() - opening);
    if (!opened)
        return context.fail(opened.error());
    workspace::Workspace &workspace = **opened;
    const auto snapshot = workspace.snapshot();
    const Job job{{}, context.stop};

    const auto building = Clock::now();
    const auto built = retrieval::Index::build(snapshot->catalog, nullptr, workspace.executor(), job);
    const double buildMs = milliseconds(Clock::now() - building);
    if (!built)
        return context.fail(built.error());
    const retrieval::IndexStatistics statistics = (*built)->statistics();
    const auto loading = Clock::now();
    const auto loaded = retrieval::Index::load(workspace::Layout{workspace.folder()}.indexCache(), snapshot->catalog);
    const double loadMs = milliseconds(Clock::now() - loading);
    if (!loaded)
        context.warn("load_ms is of a failed load: " + loaded.error().toString());

    std::vector<double> times;
    times.reserve(queries->size() * options.repeat);
    std::uint64_t hits = 0;
    for (std::uint32_t round = 0; round < options.repeat; ++round) {
        for (const std::string &query : *queries) {
            if (job.cancelled())
                return context.fail({ErrorCode::Cancelled, "stopped", {}});
            retrieval::SearchRequest request;
            request.query = query;
            if (!options.service.empty())
                request.service = options.service;
            const auto started = Clock::now();
            const auto outcome = workspace.search(std::move(request));
            times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - started).count());
            if (!outcome)
                return context.fail(outcome.error());
            hits += outcome->response.hits.size();
        }
    }
    std::sort(times.begin(), times.end());
    const double p50 = percentile(times, 0.50), p95 = percentile(times, 0.95), p99 = percentile(times, 0.99);
    if (context.json)
        return context.printJson(
            {{"queries", queries->size()},
             {"p50_us", p50},
             {"p95_us", p95},
             {"p99_us", p99},
             {"index_build_ms", buildMs},
             {"index_bytes", statistics.bytes},
             {"load_ms", loadMs},
             {"open_ms", openMs},
             {"searches", times.size()},
             {"actions", statistics.documents},
             {"terms", statistics.terms},
             {"results_per_search", static_cast<double>(hits) / static_cast<double>(times.size())}});
    std::array<char, 512> text{};
    std::snprintf(text.data(), text.size(),
                  "%s over %s, one thread\n"
                  "median   %10.1f µs\n"
                  "p95      %10.1f µs\n"
                  "p99      %10.1f µs\n"
                  "opening the workspace %.1f ms, building the index %.1f ms, loading it %.1f ms; %s bytes\n",
                  counted(times.size(), "search", "searches").c_str(),
                  counted(statistics.documents, "action", "actions").c_str(), p50, p95, p99, openMs, buildMs, loadMs,
                  grouped(statistics.bytes).c_str());
    context.print(text.data());
    return Exit::Done;
}

} // namespace

void addBench(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "bench", "Measure how fast this machine answers");
    auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(*group, context, "search", "Latency of searches inside the process, on one thread",
                                   "actionscope bench search --queries queries/everyday.yaml --repeat 100\n"
                                   "actionscope bench search --queries benchmarks/metatool/queries.jsonl --json");
    command
        ->add_option("--queries", options->queries,
                     "A query set (.yaml), JSON lines with `text` (.jsonl), or one query a line")
        ->type_name("FILE")
        ->required();
    command->add_option("--repeat", options->repeat, "How often to run all of them (1)")
        ->type_name("N")
        ->check(CLI::Range(1, 1'000'000).description(""));
    command->add_option("--service", options->service, "Search in this service only")->type_name("ID");
    command->callback([&context, options] { context.run = [&context, options] { return bench(context, *options); }; });
    addBenchTokens(*group, context);
}

} // namespace actionscope::cli
