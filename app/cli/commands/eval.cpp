#include "base/file.h"
#include "base/text.h"
#include "commands/commands.h"
#include "context.h"
#include "evaluation/benchmark.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

namespace fs = std::filesystem;
using evaluation::BenchmarkResult;
using evaluation::Metrics;

struct Options {
    std::vector<std::string> folders;
    std::string run, preset = "default";
};

json::object metricsJson(const Metrics &m) {
    return {{"recall@1", m.recall1}, {"recall@5", m.recall5}, {"recall@10", m.recall10},
            {"ndcg@5", m.ndcg5},     {"ndcg@10", m.ndcg10},   {"mrr@10", m.mrr10}};
}

/// Where a catalog has one service only, reducing it to the golds' services changes nothing.
const Metrics &scopedOf(const BenchmarkResult &result) { return result.scoped ? *result.scoped : result.unscoped; }

json::object resultJson(const BenchmarkResult &result) {
    return {{"name", result.name},
            {"actions", result.actions},
            {"queries", result.queries},
            {"unscoped", metricsJson(result.unscoped)},
            {"scoped", metricsJson(scopedOf(result))},
            {"query_us", {{"p50", result.p50Us}, {"p95", result.p95Us}}}};
}

/// Each benchmark counts the same, however many queries it has.
template <class Pick> Metrics meanOf(const std::vector<BenchmarkResult> &results, Pick pick) {
    Metrics mean;
    for (double Metrics::*field : {&Metrics::recall1, &Metrics::recall5, &Metrics::recall10, &Metrics::ndcg5,
                                   &Metrics::ndcg10, &Metrics::mrr10}) {
        for (const BenchmarkResult &result : results)
            mean.*field += pick(result).*field;
        mean.*field /= static_cast<double>(results.size());
    }
    return mean;
}

std::string runLines(const BenchmarkResult &result) {
    std::string text;
    for (const evaluation::RunLine &line : result.run) {
        std::array<char, 64> score{};
        std::snprintf(score.data(), score.size(), "%.9g", line.score);
        text += line.query + '\t' + std::to_string(line.rank) + '\t' + line.action + '\t' + score.data() + '\n';
    }
    return text;
}

/// Folders that are benchmarks. A shell expands `benchmarks/*` to files too, and a parent folder stands for those in
/// it.
std::vector<fs::path> benchmarkFolders(const Context &context, const std::vector<std::string> &arguments,
                                       bool &missing) {
    std::vector<fs::path> folders;
    std::error_code error;
    const auto isCatalog = [&](const fs::path &folder) { return fs::exists(folder / "actions.jsonl", error); };
    for (const std::string &argument : arguments) {
        const fs::path path(argument);
        if (!fs::exists(path, error)) {
            missing = true;
            (void)context.fail({ErrorCode::NotFound, "there is no such folder", {argument}});
        } else if (!fs::is_directory(path, error)) {
            context.warn(argument + ": skipped, it is no folder");
        } else if (isCatalog(path)) {
            folders.push_back(path);
        } else {
            std::vector<fs::path> inside;
            for (const auto &entry : fs::directory_iterator(path, error)) {
                if (entry.is_directory(error) && isCatalog(entry.path()))
                    inside.push_back(entry.path());
            }
            std::sort(inside.begin(), inside.end());
            if (inside.empty())
                context.warn(argument + ": skipped, it has no actions.jsonl");
            folders.insert(folders.end(), inside.begin(), inside.end());
        }
    }
    return folders;
}

void printTable(const Context &context, const std::vector<BenchmarkResult> &results) {
    using Align = Table::Align;
    Table table({{"BENCHMARK"},
                 {"ACTIONS", Align::Right},
                 {"QUERIES", Align::Right},
                 {"MODE"},
                 {"R@1", Align::Right},
                 {"R@5", Align::Right},
                 {"R@10", Align::Right},
                 {"N@5", Align::Right},
                 {"N@10", Align::Right},
                 {"M@10", Align::Right},
                 {"P50 µs", Align::Right},
                 {"P95 µs", Align::Right}});
    const auto number = [](double value) {
        std::array<char, 64> text{};
        std::snprintf(text.data(), text.size(), "%.3f", value);
        return std::string(text.data());
    };
    const auto add = [&](const std::string &name, const std::string &actions, const std::string &queries,
                         const char *mode, const Metrics &m, const std::string &p50, const std::string &p95) {
        table.add({name, actions, queries, mode, number(m.recall1), number(m.recall5), number(m.recall10),
                   number(m.ndcg5), number(m.ndcg10), number(m.mrr10), p50, p95});
    };
    for (const BenchmarkResult &result : results) {
        add(result.name, grouped(result.actions), grouped(result.queries), "unscoped", result.unscoped,
            grouped(static_cast<std::uint64_t>(result.p50Us)), grouped(static_cast<std::uint64_t>(result.p95Us)));
        if (result.scoped)
            add("", "", "", "scoped", *result.scoped, "", "");
    }
    if (results.size() > 1) {
        add("mean", "", "", "unscoped", meanOf(results, [](const auto &r) { return r.unscoped; }), "", "");
        add("", "", "", "scoped", meanOf(results, scopedOf), "", "");
    }
    context.print(table.render(context.out));
}

Exit eval(const Context &context, const Options &options) {
    bool failed = false;
    const std::vector<fs::path> folders = benchmarkFolders(context, options.folders, failed);
    std::error_code ignored;
    const bool runIsFolder =
        !options.run.empty() && (options.run.ends_with('/') || fs::is_directory(options.run, ignored));
    if (!options.run.empty() && !runIsFolder && folders.size() > 1)
        return context.usage("--run with several benchmarks writes one file each: give a folder (it ends in /)");
    std::vector<BenchmarkResult> results;
    Executor executor;
    for (const fs::path &folder : folders) {
        ProgressBar progress(context.err, context.stop);
        auto result = evaluation::runBenchmark(folder, {}, executor, progress.job());
        progress.finish();
        if (!result) {
            if (result.error().code == ErrorCode::NotFound) {
                context.warn(folder.string() + ": skipped, it has no queries (" + result.error().message + ')');
                continue;
            }
            (void)context.fail(result.error());
            if (result.error().code == ErrorCode::Cancelled)
                return Exit::Failed;
            failed = true;
            continue;
        }
        if (!options.run.empty()) {
            if (runIsFolder)
                fs::create_directories(options.run, ignored);
            const fs::path file = runIsFolder ? fs::path(options.run) / (result->name + ".tsv") : fs::path(options.run);
            if (const auto written = writeFileAtomically(file, runLines(*result), {.sync = false}); !written)
                return context.fail(written.error());
        }
        result->run.clear();
        results.push_back(std::move(*result));
    }
    if (results.empty())
        return failed ? Exit::Failed
                      : context.fail({ErrorCode::NotFound,
                                      "nothing to measure: a benchmark folder holds actions.jsonl, queries.jsonl and "
                                      "qrels.tsv",
                                      {}});
    if (!context.json) {
        printTable(context, results);
    } else if (results.size() == 1) {
        context.printJson(resultJson(results.front()));
    } else {
        json::array list;
        for (const BenchmarkResult &result : results)
            list.push_back(resultJson(result));
        context.printJson({{"benchmarks", std::move(list)},
                           {"means",
                            {{"unscoped", metricsJson(meanOf(results, [](const auto &r) { return r.unscoped; }))},
                             {"scoped", metricsJson(meanOf(results, scopedOf))}}}});
    }
    return failed ? Exit::Failed : Exit::Done;
}

} // namespace

void addEval(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(app, context, "eval", "Measure retrieval on labelled folders: recall, nDCG and reciprocal rank",
                   "actionscope eval benchmarks/metatool\n"
                   "actionscope eval benchmarks/* --json\n"
                   "actionscope eval benchmarks/metatool --run metatool.tsv");
    command
        ->add_option("DIR", options->folders,
                     "Folders with actions.jsonl, queries.jsonl and qrels.tsv, or a folder of such folders")
        ->required();
    command
        ->add_option("--run", options->run,
                     "Write query_id, rank, action_id and score (100 deep) as TSV; a folder for several benchmarks")
        ->type_name("FILE");
    command->add_option("--preset", options->preset, "Ranking: default or keywords, which are the same so far")
        ->type_name("NAME")
        ->check([](const std::string &name) {
            return name == "default" || name == "keywords"
                       ? std::string()
                       : "there is no preset \"" + name + "\" yet; this version has default and keywords";
        });
    command->callback([&context, options] { context.run = [&context, options] { return eval(context, *options); }; });
}

} // namespace actionscope::cli
