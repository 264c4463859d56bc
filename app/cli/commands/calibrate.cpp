#include "commands/commands.h"
#include "commands/evaluation.h"
#include "evaluation/calibration.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace actionscope::cli {
namespace {

using namespace evaluation;

struct Options {
    MeasuredSets what;
    std::string preset;
    double mostLost = CalibrationOptions{}.mostLost, floor = -1;
    std::size_t foreign = 100, sample = 0;
};

json::object pointJson(const FloorPoint &point) {
    return {{"floor", point.floor}, {"lost", point.lost}, {"false_finds", point.falseFinds}};
}

json::array counts(const std::vector<std::uint32_t> &bins) {
    json::array list;
    for (const std::uint32_t bin : bins)
        list.push_back(bin);
    return list;
}

/// One line a twentieth of the scale: how many right answers and how many best wrong ones score there.
void printDistributions(const Context &context, const Calibration &calibration) {
    constexpr std::size_t Rows = 20, Width = 28;
    std::vector<double> right(Rows, 0), wrong(Rows, 0);
    const std::size_t bins = calibration.right.size();
    double most = 1e-9;
    for (std::size_t i = 0; i < bins; ++i) {
        const std::size_t row = i * Rows / bins;
        right[row] += static_cast<double>(calibration.right[i]) / std::max(1U, calibration.answered);
        wrong[row] += static_cast<double>(calibration.wrong[i]) / std::max(1U, calibration.unanswered);
        most = std::max({most, right[row], wrong[row]});
    }
    context.print("score   right answers                 best result where nothing is right\n");
    for (std::size_t row = 0; row < Rows; ++row) {
        const auto bar = [&](double share) {
            std::string text(static_cast<std::size_t>(share / most * Width + (share > 0 ? 0.999 : 0)), '#');
            return text + std::string(Width + 2 - std::min(text.size(), Width + 2), ' ');
        };
        context.print(decimals(static_cast<double>(row) / Rows, 2) + "    " + bar(right[row]) + bar(wrong[row]) + '\n');
    }
}

Exit calibrateFloor(const Context &context, const Options &options) {
    Executor executor;
    ProgressBar progress(context.err, context.stop);
    MeasuredWorld world;
    if (const Exit opened = openSets(context, options.what, executor, progress.job(), world); opened != Exit::Done)
        return opened;
    const auto preset = presetNamed(context, world, options.preset);
    if (!preset)
        return context.fail(preset.error());
    ExperimentOptions experiment;
    experiment.preset = *preset;
    experiment.floor = options.floor;
    experiment.queriesASet = options.sample;
    experiment.scoped = false;
    const auto run = measure(context, world, experiment, executor, progress.job());
    if (!run)
        return context.fail(run.error());
    // Each set's own queries without an answer; where it has none, the queries of other families stand in for them.
    std::vector<double> right, wrong;
    std::size_t stoodIn = 0;
    for (std::size_t s = 0; s < run->sets.size(); ++s) {
        for (const QueryResult &query : run->sets[s].results) {
            if (!query.hasAnswer)
                wrong.push_back(query.best);
            else if (query.bestGold > 0)
                right.push_back(query.bestGold);
        }
        if (run->sets[s].noAnswer > 0 || world.sets.size() < 2)
            continue;
        const auto scores = foreignScores(world.sets, s, *preset, options.foreign, executor, progress.job());
        if (!scores)
            return context.fail(scores.error());
        wrong.insert(wrong.end(), scores->begin(), scores->end());
        stoodIn += scores->size();
    }
    progress.finish();
    const Calibration calibration =
        calibrate(right, wrong, run->sets.front().floor, {.mostLost = options.mostLost}, experiment.resampling);
    if (context.json) {
        json::array curve;
        for (const FloorPoint &point : calibration.curve)
            curve.push_back(pointJson(point));
        return context.printJson(
            {{"answered", calibration.answered},
             {"unanswered", calibration.unanswered},
             {"stood_in", stoodIn},
             {"current", pointJson(calibration.current)},
             {"suggested", pointJson(calibration.suggested)},
             {"lost_95", json::array{calibration.lostInterval.low, calibration.lostInterval.high}},
             {"false_finds_95", json::array{calibration.falseFindsInterval.low, calibration.falseFindsInterval.high}},
             {"enough", calibration.enough},
             {"right", counts(calibration.right)},
             {"wrong", counts(calibration.wrong)},
             {"curve", std::move(curve)}});
    }
    printDistributions(context, calibration);
    Table table({{"FLOOR"},
                 {"", Table::Align::Right},
                 {"RIGHT ANSWERS LOST", Table::Align::Right},
                 {"STILL FINDS SOMETHING WHERE NOTHING IS RIGHT", Table::Align::Right}});
    const auto add = [&](const char *name, const FloorPoint &point) {
        table.add({name, decimals(point.floor, 2), decimals(point.lost), decimals(point.falseFinds)});
    };
    add("in force", calibration.current);
    add("suggested", calibration.suggested);
    context.print('\n' + table.render(context.out));
    context.print(
        "Of " + counted(calibration.answered, "query", "queries") + " with an answer among the first ten and " +
        grouped(calibration.unanswered) + " without one" +
        (stoodIn > 0 ? " (" + grouped(stoodIn) + " of them queries of other sets)" : std::string()) + "; 95 %: lost " +
        decimals(calibration.lostInterval.low) + "–" + decimals(calibration.lostInterval.high) + ", false finds " +
        decimals(calibration.falseFindsInterval.low) + "–" + decimals(calibration.falseFindsInterval.high) + ".\n");
    if (!calibration.enough)
        context.print("Fewer than 30 queries on one side: take it for a guess.\n");
    return world.failed ? Exit::Failed : Exit::Done;
}

} // namespace

void addCalibrate(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, context, "calibrate",
                                   "Where the floor should lie: scores of right answers against those of queries that "
                                   "have none",
                                   "actionscope calibrate --set everyday\n"
                                   "actionscope calibrate benchmarks/* --most-lost 0.05 --json");
    addSetOptions(*command, options->what);
    command->add_option("--preset", options->preset, "Ranking: a built-in one, one of presets/, or a YAML file")
        ->type_name("NAME");
    command
        ->add_option("--most-lost", options->mostLost,
                     "The suggested floor loses at most this share of the right answers (0.02)")
        ->type_name("SHARE")
        ->check(CLI::Range(0.0, 1.0).description(""));
    command->add_option("--floor", options->floor, "The floor to compare with, instead of the one in force")
        ->type_name("SCORE")
        ->check(CLI::Range(0.0, 1.0).description(""));
    command
        ->add_option("--foreign", options->foreign,
                     "How many queries of each other set stand in for queries without an answer (100)")
        ->type_name("N");
    command->add_option("--sample", options->sample, "At most so many queries a set")->type_name("N");
    command->callback(
        [&context, options] { context.run = [&context, options] { return calibrateFloor(context, *options); }; });
}

} // namespace actionscope::cli
