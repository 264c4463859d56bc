#include "commands/commands.h"
#include "context.h"
#include "workspace/catalog_reader.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace actionscope::cli {
namespace {

struct Options {
    std::string before, after;
    bool check = false;
};

Exit diff(const Context &context, const Options &options) {
    ProgressBar progress(context.err, context.stop);
    Executor executor;
    const auto catalogs =
        workspace::readCatalogPair(options.before, options.after, ingest::ImportLimits{}, executor, progress.job());
    progress.finish();
    if (!catalogs)
        return context.fail(catalogs.error());
    for (const std::string &warning : catalogs->warnings)
        context.warn(warning);
    const std::vector<catalog::Change> changes = catalog::diff(*catalogs->before, *catalogs->after);
    const auto breaking = static_cast<std::size_t>(
        std::count_if(changes.begin(), changes.end(), [](const catalog::Change &change) { return change.breaking; }));
    const Exit exit = options.check && breaking > 0 ? Exit::Failed : Exit::Done;
    if (context.json) {
        json::array list;
        for (const catalog::Change &change : changes)
            list.push_back({{"kind", catalog::changeKindName(change.kind)},
                            {"breaking", change.breaking},
                            {"action", change.action},
                            {"detail", change.detail}});
        context.printJson({{"breaking", breaking}, {"total", changes.size()}, {"changes", std::move(list)}});
        return exit;
    }
    if (changes.empty()) {
        context.print("No differences.\n");
        return exit;
    }
    Table table({{""}, {"CHANGE"}, {"ACTION"}, {"DETAIL", {}, true}});
    for (const catalog::Change &change : changes)
        table.add({{change.breaking ? "breaking" : "", Style::Danger},
                   std::string(catalog::changeKindName(change.kind)),
                   {change.action, Style::Bold},
                   change.detail});
    context.print(table.render(context.out));
    context.print('\n' + counted(changes.size(), "change", "changes") + ", " + grouped(breaking) +
                  " of them breaking\n");
    return exit;
}

} // namespace

void addDiff(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, context, "diff", "What changed between two catalogs, breaking changes first",
                                   "actionscope diff old-workspace new-workspace\n"
                                   "actionscope diff v1/openapi.json v2/openapi.json --check\n"
                                   "actionscope diff catalogs/github.longtail.yaml /tmp/github.longtail.yaml");
    command
        ->add_option("OLD", options->before,
                     "A workspace, a folder of catalogs, a generated catalog, or a description (file or folder)")
        ->required();
    command->add_option("NEW", options->after, "The same, later")->required();
    command->add_flag("--check", options->check, "Exit status 1 when there are breaking changes");
    command->callback([&context, options] { context.run = [&context, options] { return diff(context, *options); }; });
}

} // namespace actionscope::cli
