#include "base/file.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/evaluation.h"
#include "context.h"
#include "evaluation/benchmark.h"
#include "evaluation/report.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

namespace fs = std::filesystem;
using namespace evaluation;

struct Options {
    MeasuredSets what;
    std::string run, preset, report, baseline, saveBaseline, label;
    std::vector<std::string> gates, compare;
    std::uint64_t seed = 1;
    double floor = -1;
    std::size_t sample = 0;
    bool keep = false;
};

std::string linesOf(const std::vector<RunLine> &lines) {
    std::string text;
    for (const RunLine &line : lines) {
        std::array<char, 64> score{};
        std::snprintf(score.data(), score.size(), "%.9g", line.score);
        text += line.query + '\t' + std::to_string(line.rank) + '\t' + line.action + '\t' + score.data() + '\n';
    }
    return text;
}

void printTable(const Context &context, const Run &run) {
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
                 {"ALL@10", Align::Right},
                 {"R@5 95 %", Align::Right},
                 {"P50 µs", Align::Right},
                 {"P95 µs", Align::Right}});
    const auto add = [&](const std::string &name, const std::string &actions, const std::string &queries,
                         const char *mode, const Summary &summary, const std::string &p50, const std::string &p95) {
        const Metrics &m = summary.mean;
        const Interval &interval = summary.interval(Metric::Recall5);
        table.add({name, actions, queries, mode, decimals(m.recall1), decimals(m.recall5), decimals(m.recall10),
                   decimals(m.ndcg5), decimals(m.ndcg10), decimals(m.mrr10), decimals(m.allGolds10),
                   decimals(interval.low) + "–" + decimals(interval.high), p50, p95});
    };
    for (const SetResult &set : run.sets) {
        add(set.name, grouped(set.actions), grouped(set.queries), "unscoped", set.unscoped,
            grouped(static_cast<std::uint64_t>(set.latency.p50)), grouped(static_cast<std::uint64_t>(set.latency.p95)));
        if (set.scoped)
            add("", "", "", "scoped", *set.scoped, "", "");
    }
    const auto withServices =
        std::count_if(run.sets.begin(), run.sets.end(), [](const SetResult &set) { return set.scoped.has_value(); });
    if (run.sets.size() > 1) {
        add("mean of " + std::to_string(run.sets.size()), "", "", "unscoped", run.unscoped, "", "");
        if (withServices > 0)
            add("mean of " + std::to_string(withServices) + " with services", "", "", "scoped", run.scoped, "", "");
    }
    context.print(table.render(context.out));
    for (const SetResult &set : run.sets) {
        if (set.noAnswer > 0)
            context.print(shown(set.name) + ": " + counted(set.noAnswer, "query", "queries") +
                          " without an answer, of which " + decimals(set.emptyShare * 100, 0) +
                          " % come back empty at floor " + decimals(set.floor, 2) + '\n');
    }
}

void printComparison(const Context &context, const Comparison &comparison, const std::string &before,
                     const std::string &after) {
    using Align = Table::Align;
    Table table({{"METRIC"},
                 {"MODE"},
                 {before, Align::Right},
                 {after, Align::Right},
                 {"Δ", Align::Right},
                 {"95 %", Align::Right},
                 {"P", Align::Right},
                 {"NEEDS", Align::Right}});
    for (const MetricComparison &row : comparison.metrics) {
        const Significance &s = row.significance;
        const Style style = !s.evidence() ? Style::Plain : s.difference > 0 ? Style::Good : Style::Careful;
        table.add({std::string(metricKey(row.metric)),
                   row.scoped ? "scoped" : "unscoped",
                   decimals(row.before),
                   decimals(row.after),
                   {(s.difference >= 0 ? "+" : "") + decimals(s.difference), style},
                   '[' + decimals(s.interval.low) + ", " + decimals(s.interval.high) + ']',
                   decimals(s.p),
                   s.evidence() || s.queriesNeeded == 0 ? "" : "≈ " + grouped(s.queriesNeeded) + " queries"});
    }
    context.print('\n' + table.render(context.out));
    context.print(grouped(comparison.wins) + " wins, " + grouped(comparison.ties) + " ties, " +
                  grouped(comparison.losses) + " losses of single queries by nDCG@10\n");
    if (comparison.noAnswer > 0)
        context.print("without an answer: " + grouped(comparison.noAnswer) + ", rightly empty " +
                      grouped(comparison.emptyBefore) + " → " + grouped(comparison.emptyAfter) + '\n');
}

void printGates(const Context &context, const std::vector<GateResult> &gates) {
    context.print("\n");
    for (const GateResult &gate : gates)
        context.print(styled(gate.holds ? "holds          " : "does not hold  ",
                             gate.holds ? Style::Good : Style::Danger, context.out) +
                      shown(gate.gate.text) + "  (" + (gate.problem.empty() ? decimals(gate.value) : gate.problem) +
                      ")\n");
}

/// A gate file, or the gate itself when there is no such file.
Result<std::vector<Gate>> gatesOf(const std::vector<std::string> &arguments, std::string &baseline) {
    std::vector<Gate> gates;
    for (const std::string &argument : arguments) {
        std::error_code ignored;
        auto single = parseGate(argument);
        if (single && !fs::exists(argument, ignored)) {
            gates.push_back(std::move(*single));
            continue;
        }
        if (!fs::exists(argument, ignored) && argument.find_first_of(" <>") != std::string::npos)
            return fail(single.error());
        auto file = readGates(argument);
        if (!file)
            return fail(file.error());
        if (baseline.empty() && !file->baseline.empty())
            baseline = file->baseline.string();
        gates.insert(gates.end(), file->gates.begin(), file->gates.end());
    }
    return gates;
}

/// What --compare named; "all" is every built-in ranking but the one that is measured anyway.
std::vector<std::string> namesOf(const std::vector<std::string> &given, const std::string &measured) {
    std::vector<std::string> names;
    for (const std::string &name : given) {
        if (name != "all") {
            names.push_back(name);
            continue;
        }
        for (const retrieval::Preset &preset : retrieval::builtInPresets()) {
            if (preset.name != measured)
                names.push_back(preset.name);
        }
    }
    return names;
}

Exit writeRuns(const Context &context, const Options &options, const std::vector<LabelledSet> &sets,
               const std::shared_ptr<const retrieval::Preset> &preset, Executor &executor, const Job &job) {
    std::error_code ignored;
    const bool folder = options.run.ends_with('/') || fs::is_directory(options.run, ignored);
    for (const LabelledSet &set : sets) {
        const auto lines = runLines(set, preset, executor, job);
        if (!lines)
            return context.fail(lines.error());
        if (folder)
            fs::create_directories(options.run, ignored);
        const fs::path file = folder ? fs::path(options.run) / (set.name + ".tsv") : fs::path(options.run);
        if (const auto written = writeFileAtomically(file, linesOf(*lines), {.sync = false}); !written)
            return context.fail(written.error());
    }
    return Exit::Done;
}

Exit eval(const Context &context, Options &options) {
    std::string baselineFile = options.baseline;
    const auto gates = gatesOf(options.gates, baselineFile);
    if (!gates)
        return context.fail(gates.error());
    std::optional<Baseline> baseline;
    if (!baselineFile.empty()) {
        auto read = readBaseline(baselineFile);
        if (!read)
            return context.fail(read.error());
        baseline = std::move(*read);
    }
    Executor executor;
    ProgressBar progress(context.err, context.stop);
    MeasuredWorld world;
    if (const auto opened = openSets(context, options.what, executor, progress.job(), world); opened != Exit::Done)
        return opened;
    std::error_code ignored;
    if (!options.run.empty() && world.sets.size() > 1 && !options.run.ends_with('/') &&
        !fs::is_directory(options.run, ignored))
        return context.usage("--run with several benchmarks writes one file each: give a folder (it ends in /)");
    const auto preset = presetNamed(context, world, options.preset);
    if (!preset)
        return context.fail(preset.error());
    std::vector<std::shared_ptr<const retrieval::Preset>> others;
    for (const std::string &name : namesOf(options.compare, (*preset ? **preset : retrieval::defaultPreset()).name)) {
        auto other = presetNamed(context, world, name);
        if (!other)
            return context.fail(other.error());
        others.push_back(std::move(*other));
    }
    ExperimentOptions experiment;
    experiment.preset = *preset;
    experiment.floor = options.floor;
    experiment.queriesASet = options.sample;
    experiment.resampling.seed = options.seed;
    auto run = measure(context, world, experiment, executor, progress.job());
    if (!run)
        return context.fail(run.error());
    run->label = options.label;
    if (options.keep) {
        ExperimentStore *store = world.workspace ? world.workspace->experiments() : nullptr;
        if (store == nullptr)
            return context.usage("--keep needs a workspace whose state.db can be written, and its query sets (--set)");
        auto id = store->add(*run);
        if (!id)
            return context.fail(id.error());
        run->id = std::move(*id);
    }
    std::vector<Run> against;
    std::vector<Comparison> comparisons;
    for (const auto &other : others) {
        // What is compared with comes first: the difference is what --preset gains over it.
        ExperimentOptions second = experiment;
        second.preset = other;
        auto measured = measure(context, world, second, executor, progress.job());
        if (!measured)
            return context.fail(measured.error());
        auto compared = compareRuns(*measured, *run, Metric::Ndcg10, experiment.resampling);
        if (!compared)
            return context.fail(compared.error());
        against.push_back(std::move(*measured));
        comparisons.push_back(std::move(*compared));
    }
    if (!options.run.empty()) {
        if (const Exit written = writeRuns(context, options, world.sets, *preset, executor, progress.job());
            written != Exit::Done)
            return written;
    }
    progress.finish();
    const std::vector<GateResult> judged = judgeGates(*gates, *run, baseline ? &*baseline : nullptr);
    const bool holds = std::all_of(judged.begin(), judged.end(), [](const GateResult &gate) { return gate.holds; });
    if (!options.report.empty()) {
        ReportParts parts{&*run, {}, &judged};
        for (std::size_t i = 0; i < against.size(); ++i)
            parts.against.push_back({&against[i], &comparisons[i]});
        const std::string text = markdownReport(parts);
        if (const auto written = writeFileAtomically(options.report, text); !written)
            return context.fail(written.error());
    }
    json::object document = evaluationToJson(*run);
    if (!run->id.empty())
        document["id"] = run->id;
    if (!options.saveBaseline.empty()) {
        if (const auto written = writeFileAtomically(options.saveBaseline, prettyJson(document) + '\n'); !written)
            return context.fail(written.error());
    }
    for (const SetResult &set : run->sets) {
        for (const std::string &warning : set.warnings)
            context.warn(warning);
    }
    if (context.json) {
        json::array compared;
        for (std::size_t i = 0; i < against.size(); ++i) {
            json::object one = comparisonToJson(comparisons[i]);
            one["compared_with"] = against[i].preset;
            if (against.size() == 1)
                document["comparison"] = std::move(one);
            else
                compared.push_back(std::move(one));
        }
        if (against.size() > 1)
            document["comparisons"] = std::move(compared);
        if (!judged.empty()) {
            json::array list;
            for (const GateResult &gate : judged)
                list.push_back(gateToJson(gate));
            document["gates"] = std::move(list);
        }
        context.printJson(document);
    } else {
        printTable(context, *run);
        if (!run->id.empty())
            context.print("kept as " + run->id + '\n');
        for (std::size_t i = 0; i < against.size(); ++i)
            printComparison(context, comparisons[i], against[i].preset, run->preset);
        if (!judged.empty())
            printGates(context, judged);
    }
    return holds && !world.failed ? Exit::Done : Exit::Failed;
}

} // namespace

void addEval(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(app, context, "eval",
                   "Measure retrieval on labelled queries: recall, nDCG and reciprocal rank; exit status 1 "
                   "when a gate does not hold",
                   "actionscope eval benchmarks/* --json\n"
                   "actionscope eval --set everyday --compare keywords\n"
                   "actionscope eval benchmarks/* --report report.md --save-baseline baseline.json\n"
                   "actionscope eval --set everyday --gate \"recall@5 >= 0.75\"\n"
                   "actionscope eval benchmarks/* --gate gates.yaml --baseline baseline.json");
    addSetOptions(*command, options->what);
    command->add_option("--preset", options->preset, "Ranking: a built-in one, one of presets/, or a YAML file")
        ->type_name("NAME");
    command
        ->add_option("--compare", options->compare,
                     "Measure this one too (all: every built-in one), and say what --preset has over it")
        ->type_name("PRESET");
    command
        ->add_option("--run", options->run,
                     "Write query_id, rank, action_id and score (100 deep) as TSV; a folder for several benchmarks")
        ->type_name("FILE");
    command->add_option("--report", options->report, "Write a Markdown report")->type_name("FILE");
    command
        ->add_option("--gate", options->gates,
                     "What must hold: \"[SET:] [scoped] METRIC [drop] >= NUMBER\", or a file of such lines; status 1 "
                     "when it does not")
        ->type_name("GATE");
    command->add_option("--baseline", options->baseline, "What drops are taken against: JSON of an earlier eval")
        ->type_name("FILE");
    command->add_option("--save-baseline", options->saveBaseline, "Write that JSON")->type_name("FILE");
    command->add_option("--floor", options->floor, "For queries without an answer, instead of the preset's floor")
        ->type_name("SCORE")
        ->check(CLI::Range(0.0, 1.0).description(""));
    command->add_option("--sample", options->sample, "At most so many queries a set, spread evenly")->type_name("N");
    command->add_option("--seed", options->seed, "Of the intervals (1)")->type_name("N");
    command->add_flag("--keep", options->keep, "Keep the run in the workspace's history (runs list)");
    command->add_option("--label", options->label, "What to call it")->type_name("TEXT");
    command->callback([&context, options] { context.run = [&context, options] { return eval(context, *options); }; });
}

} // namespace actionscope::cli
