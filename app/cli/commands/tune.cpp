#include "evaluation/tune.h"

#include "base/file.h"
#include "catalog/editor.h"
#include "commands/commands.h"
#include "commands/evaluation.h"
#include "workspace/layout.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace actionscope::cli {
namespace {

namespace fs = std::filesystem;
using namespace evaluation;

struct Options {
    MeasuredSets what;
    std::string preset = "default", metric = "ndcg@5", name = "tuned", output;
    std::vector<std::string> signals;
    std::size_t queries = TuneOptions{}.queriesASet;
    std::uint32_t rounds = TuneOptions{}.rounds;
    std::uint64_t seed = 1;
    bool dryRun = false, force = false;
};

std::string signedDecimals(double value) { return (value >= 0 ? "+" : "") + decimals(value); }

/// The evidence, where a reviewer of the file sees it.
std::string evidenceComment(const TuneResult &result, const TuneOptions &options, std::size_t queries) {
    std::string text =
        "# Tuned by `actionscope tune` for " + std::string(metricKey(options.metric)) + " on " +
        std::to_string(queries) + " queries of " + std::to_string(result.sets.size()) + " sets (seed " +
        std::to_string(options.resampling.seed) + ").\n# Held out: " + signedDecimals(result.gain.difference) + " [" +
        decimals(result.gain.interval.low) + ", " + decimals(result.gain.interval.high) + "], p " +
        decimals(result.gain.p) + "; on the sets themselves " + signedDecimals(result.fittedGain) + ".\n";
    for (const TunedSet &set : result.sets) {
        std::string name;
        for (const char c : set.name)
            name += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
        text += "#   " + name + ": " + decimals(set.before) + " -> " + decimals(set.after) + '\n';
    }
    if (!result.caution.empty())
        text += "# Caution: " + result.caution + ".\n";
    return text;
}

json::object resultJson(const TuneResult &result, const TuneOptions &options) {
    json::array weights, sets, others;
    for (const TunedWeight &weight : result.weights)
        weights.push_back(json::object{{"signal", retrieval::signals()[static_cast<std::size_t>(weight.signal)].key},
                                       {"before", weight.before},
                                       {"after", weight.after}});
    for (const TunedSet &set : result.sets)
        sets.push_back(json::object{{"name", set.name},
                                    {"family", set.family},
                                    {"before", set.before},
                                    {"after", set.after},
                                    {"fitted", set.fitted}});
    for (const MetricComparison &row : result.others)
        others.push_back(
            json::object{{"metric", metricKey(row.metric)},
                         {"before", row.before},
                         {"after", row.after},
                         {"difference", row.significance.difference},
                         {"interval_95", json::array{row.significance.interval.low, row.significance.interval.high}}});
    return {{"metric", metricKey(options.metric)},
            {"worth_it", result.worthIt},
            {"gain", result.gain.difference},
            {"gain_95", json::array{result.gain.interval.low, result.gain.interval.high}},
            {"p", result.gain.p},
            {"fitted_gain", result.fittedGain},
            {"caution", result.caution.empty() ? json::value() : json::value(result.caution)},
            {"weights", std::move(weights)},
            {"sets", std::move(sets)},
            {"others", std::move(others)},
            {"scored", result.scored}};
}

void printResult(const Context &context, const TuneResult &result, const TuneOptions &options) {
    using Align = Table::Align;
    Table weights({{"SIGNAL"}, {"BEFORE", Align::Right}, {"AFTER", Align::Right}});
    for (const TunedWeight &weight : result.weights) {
        const std::string key(retrieval::signals()[static_cast<std::size_t>(weight.signal)].key);
        weights.add({key,
                     decimals(weight.before, 2),
                     {decimals(weight.after, 2), weight.before == weight.after ? Style::Dim : Style::Bold}});
    }
    context.print(weights.render(context.out) + '\n');
    Table sets(
        {{"SET"}, {"BEFORE", Align::Right}, {"HELD OUT", Align::Right}, {"Δ", Align::Right}, {"FITTED", Align::Right}});
    for (const TunedSet &set : result.sets) {
        const double difference = set.after - set.before;
        sets.add({set.name,
                  decimals(set.before),
                  decimals(set.after),
                  {signedDecimals(difference), difference < -0.0005 ? Style::Careful : Style::Plain},
                  decimals(set.fitted)});
    }
    context.print(sets.render(context.out) + '\n');
    context.print(std::string(metricKey(options.metric)) + " held out: " + signedDecimals(result.gain.difference) +
                  " [" + decimals(result.gain.interval.low) + ", " + decimals(result.gain.interval.high) + "], p " +
                  decimals(result.gain.p) + "; on what it was chosen on " + signedDecimals(result.fittedGain) + '\n');
    for (const MetricComparison &row : result.others)
        context.print("  " + std::string(metricKey(row.metric)) + ' ' + signedDecimals(row.significance.difference) +
                      " [" + decimals(row.significance.interval.low) + ", " + decimals(row.significance.interval.high) +
                      "]\n");
    if (!result.caution.empty())
        context.print("Caution: " + result.caution + ".\n");
}

Exit tuneWeights(const Context &context, const Options &options) {
    TuneOptions how;
    const auto metric = metricFromKey(options.metric);
    if (!metric)
        return context.usage("--metric is recall@1, recall@5, recall@10, ndcg@5, ndcg@10, mrr@10 or all_golds@10");
    how.metric = *metric;
    how.queriesASet = options.queries;
    how.rounds = options.rounds;
    how.resampling.seed = options.seed;
    for (const std::string &key : options.signals) {
        const auto found = std::find_if(retrieval::signals().begin(), retrieval::signals().end(),
                                        [&](const retrieval::SignalInfo &info) { return info.key == key; });
        if (found == retrieval::signals().end()) {
            std::string known;
            for (const retrieval::SignalInfo &info : retrieval::signals())
                known += (known.empty() ? "" : ", ") + std::string(info.key);
            return context.usage("there is no signal \"" + key + "\"; there are " + known);
        }
        how.signals.push_back(found->signal);
    }
    Executor executor;
    ProgressBar progress(context.err, context.stop);
    MeasuredWorld world;
    if (const Exit opened = openSets(context, options.what, executor, progress.job(), world); opened != Exit::Done)
        return opened;
    const auto start = presetNamed(context, world, options.preset);
    if (!start)
        return context.fail(start.error());
    how.start = *start;
    auto result = tune(world.sets, shippedTuneEngine(how.candidates), how, executor, progress.job());
    progress.finish();
    if (!result)
        return context.fail(result.error());
    result->preset.name = options.name;
    if (const auto sound = retrieval::checkPreset(result->preset); !sound)
        return context.fail(sound.error());
    const fs::path file = options.output.empty()
                              ? workspace::Layout{context.workspaceFolder()}.presets() / (options.name + ".yaml")
                              : fs::path(options.output);
    const std::string before = readFile(file, 1 << 20, "1 MiB of a preset").value_or(std::string());
    std::size_t queries = 0;
    for (const LabelledSet &set : world.sets)
        queries += std::min(set.queries.size(), how.queriesASet);
    const std::string text = evidenceComment(*result, how, queries) + retrieval::writePreset(result->preset);
    const bool write = (result->worthIt || options.force) && !options.dryRun;
    if (write) {
        std::error_code ignored;
        fs::create_directories(file.parent_path(), ignored);
        WriteOptions expected;
        expected.expected = fileStamp(file);
        if (const auto written = writeFileAtomically(file, text, expected); !written)
            return context.fail(written.error());
    }
    if (context.json) {
        json::object document = resultJson(*result, how);
        document["preset"] = text;
        document["file"] = write ? json::value(file.string()) : json::value();
        return context.printJson(document);
    }
    printResult(context, *result, how);
    if (!result->worthIt && !options.force) {
        context.print("\nNo gain that held out: nothing is written.\n");
        return Exit::Done;
    }
    context.print('\n' + file.string() + (write ? "\n" : " would become\n"));
    for (const catalog::DiffLine &line : catalog::diffLines(before, text)) {
        using Kind = catalog::DiffLine::Kind;
        if (line.kind == Kind::Hunk)
            continue;
        context.print(styled((line.kind == Kind::Added     ? "+ "
                              : line.kind == Kind::Removed ? "- "
                                                           : "  ") +
                                 shown(line.text),
                             line.kind == Kind::Added     ? Style::Good
                             : line.kind == Kind::Removed ? Style::Danger
                                                          : Style::Dim,
                             context.out) +
                      '\n');
    }
    return Exit::Done;
}

} // namespace

void addTune(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(
        app, context, "tune",
        "Search the weights of a ranking on labelled queries, by cross-validation over sets; writes a preset "
        "when the gain holds out",
        "actionscope tune benchmarks/* --dry-run\n"
        "actionscope tune --set support --set everyday --name support\n"
        "actionscope tune benchmarks/* --signal meaning nearest --metric recall@5 --output mine.yaml");
    addSetOptions(*command, options->what);
    command->add_option("--preset", options->preset, "Where to begin (default)")->type_name("NAME");
    command->add_option("--metric", options->metric, "What to raise (ndcg@5)")->type_name("METRIC");
    command->add_option("--signal", options->signals, "Only these weights")->type_name("SIGNAL");
    command->add_option("--queries", options->queries, "At most so many queries a set, spread evenly (150)")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000).description(""));
    command->add_option("--rounds", options->rounds, "Over all weights (4)")
        ->type_name("N")
        ->check(CLI::Range(1, 20).description(""));
    command->add_option("--seed", options->seed, "Of the order and the intervals (1)")->type_name("N");
    command->add_option("--name", options->name, "What to call the preset (tuned)")->type_name("NAME");
    command->add_option("--output", options->output, "Where to write it (presets/NAME.yaml of the workspace)")
        ->type_name("FILE");
    command->add_flag("--dry-run", options->dryRun, "Show what would be written");
    command->add_flag("--force", options->force, "Write it although the gain does not hold out");
    command->callback(
        [&context, options] { context.run = [&context, options] { return tuneWeights(context, *options); }; });
}

} // namespace actionscope::cli
