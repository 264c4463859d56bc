#include "commands/commands.h"
#include "context.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

struct Options {
    std::string folder;
    bool sample = false;
};

Exit init(const Context &context, const Options &options) {
    const std::filesystem::path folder =
        options.folder.empty() ? context.workspaceFolder() : std::filesystem::path(options.folder);
    if (const auto made = workspace::Workspace::create(folder, options.sample); !made)
        return context.fail(made.error());
    const auto opened = workspace::Workspace::open(folder, withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto snapshot = (*opened)->snapshot();
    const std::size_t services = snapshot->catalog->services().size();
    std::error_code ignored;
    const std::string path = std::filesystem::absolute(folder, ignored).lexically_normal().string();
    if (context.json)
        return context.printJson({{"workspace", path},
                                  {"sample", options.sample},
                                  {"services", services},
                                  {"actions", snapshot->catalog->size()}});
    context.print("Made the workspace " + shown(path) + '\n');
    if (options.sample) {
        context.print(counted(services, "service", "services") + " with " +
                      counted(snapshot->catalog->size(), "action", "actions") + ", ready to search. Try:\n  " +
                      "actionscope -w '" + shown(folder.string()) + "' search \"stop the build that is running\"\n");
    } else {
        context.print("Next: actionscope -w '" + shown(folder.string()) + "' import FILE-OR-FOLDER\n");
    }
    return Exit::Done;
}

} // namespace

void addInit(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(app, context, "init", "Make a workspace: a folder for catalogs, settings and the audit log",
                   "actionscope init catalogs-of-ours\n"
                   "actionscope init --sample demo     three fictional services, ready to search");
    command->add_option("DIR", options->folder, "The folder to make it in (else the workspace's folder)");
    command->add_flag("--sample", options->sample, "With three fictional services, curated entries and judged queries");
    command->callback([&context, options] { context.run = [&context, options] { return init(context, *options); }; });
}

} // namespace actionscope::cli
