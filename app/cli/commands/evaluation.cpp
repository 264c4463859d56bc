#include "commands/evaluation.h"

#include "base/file.h"
#include "workspace/layout.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

namespace fs = std::filesystem;

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

} // namespace

void addSetOptions(CLI::App &command, MeasuredSets &what) {
    command.add_option("DIR", what.folders,
                       "Folders with actions.jsonl, queries.jsonl and qrels.tsv, or a folder of such folders");
    command.add_option("--set", what.names, "A query set of the workspace (queries/*.yaml), or all")->type_name("NAME");
}

Exit openSets(const Context &context, const MeasuredSets &what, Executor &executor, const Job &job,
              MeasuredWorld &world) {
    if (what.folders.empty() && what.names.empty())
        return context.usage("name benchmark folders, or query sets of the workspace with --set");
    for (const fs::path &folder : benchmarkFolders(context, what.folders, world.failed)) {
        auto set = evaluation::readLabelledFolder(folder, evaluation::shippedSearcher(), executor, job);
        if (set) {
            world.sets.push_back(std::move(*set));
        } else if (set.error().code == ErrorCode::NotFound) {
            context.warn(folder.string() + ": skipped, it has no queries (" + set.error().message + ')');
        } else {
            (void)context.fail(set.error());
            if (set.error().code == ErrorCode::Cancelled)
                return Exit::Failed;
            world.failed = true;
        }
    }
    if (!what.names.empty()) {
        auto opened = context.open();
        if (!opened)
            return context.fail(opened.error());
        world.workspace = std::move(*opened);
        auto sets = world.workspace->labelledSets(what.names);
        if (!sets)
            return context.fail(sets.error());
        for (auto &set : *sets)
            world.sets.push_back(std::move(set));
    }
    if (!world.sets.empty())
        return Exit::Done;
    return world.failed ? Exit::Failed
                        : context.fail({ErrorCode::NotFound,
                                        "nothing to measure: a benchmark folder holds actions.jsonl, queries.jsonl and "
                                        "qrels.tsv",
                                        {}});
}

Result<std::shared_ptr<const retrieval::Preset>> presetNamed(const Context &context, const MeasuredWorld &world,
                                                             const std::string &name) {
    if (name.empty())
        return std::shared_ptr<const retrieval::Preset>();
    if (name.ends_with(".yaml") || name.ends_with(".yml")) {
        const auto text = readFile(name, 1 << 20, "1 MiB of a preset");
        if (!text)
            return fail(text.error());
        auto preset = retrieval::parsePreset(*text, name);
        if (!preset)
            return fail(preset.error());
        return std::make_shared<const retrieval::Preset>(std::move(*preset));
    }
    if (world.workspace)
        return world.workspace->snapshot()->presets.get(name);
    std::vector<Error> problems;
    const workspace::Layout layout{context.workspaceFolder()};
    const auto presets = retrieval::PresetList::read(layout.presets(), problems);
    auto found = presets.get(name);
    for (const Error &problem : problems)
        context.warn(problem.toString());
    return found;
}

Result<evaluation::Run> measure(const Context &, const MeasuredWorld &world,
                                const evaluation::ExperimentOptions &options, Executor &executor, const Job &job) {
    auto run = evaluation::runExperiment(world.sets, options, executor, job);
    if (run) {
        run->time = SystemClock().now();
        run->environment = "Actionscope " ACTIONSCOPE_VERSION ", " + run->environment;
        if (options.preset)
            run->presetYaml = retrieval::writePreset(*options.preset);
    }
    return run;
}

std::string decimals(double value, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

} // namespace actionscope::cli
