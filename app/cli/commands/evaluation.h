#pragma once
/// What the commands that measure share (eval, tune, calibrate): which sets, which preset, and numbers as text.

#include "context.h"
#include "evaluation/experiment.h"

#include <memory>
#include <string>
#include <vector>

namespace actionscope::cli {

/// What was asked for on the command line.
struct MeasuredSets {
    std::vector<std::string> folders; ///< benchmark folders, or folders of such
    std::vector<std::string> names;   ///< query sets of the workspace; "all" for every one
};
void addSetOptions(CLI::App &command, MeasuredSets &what);

/// The sets and what they hang on.
struct MeasuredWorld {
    std::unique_ptr<workspace::Workspace> workspace; ///< opened only for its own sets
    std::vector<evaluation::LabelledSet> sets;
    bool failed = false; ///< something could not be read, and was complained about; the rest is here
};

/// Reads folders and query sets. What is no benchmark is skipped with a word. Complains itself when nothing is left.
Exit openSets(const Context &context, const MeasuredSets &what, Executor &executor, const Job &job,
              MeasuredWorld &world);
/// By name among the built-ins and those of the workspace, or a YAML file. Empty: null, the searcher's own.
[[nodiscard]] Result<std::shared_ptr<const retrieval::Preset>>
presetNamed(const Context &context, const MeasuredWorld &world, const std::string &name);
/// runExperiment with its time and preset filled in.
[[nodiscard]] Result<evaluation::Run> measure(const Context &context, const MeasuredWorld &world,
                                              const evaluation::ExperimentOptions &options, Executor &executor,
                                              const Job &job);

/// "0.753".
std::string decimals(double value, int digits = 3);

} // namespace actionscope::cli
