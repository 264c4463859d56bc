#include "commands/commands.h"
#include "commands/curation.h"
#include "context.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

struct Options {
    std::string name;
    GivenProse given;
    ReviewOptions review;
    bool remove = false, replace = false;
    [[nodiscard]] bool says() const {
        return given.title || given.description || !given.parameters.empty() || !given.tags.empty() ||
               !given.file.empty();
    }
};

Exit show(const Context &context, const workspace::Workspace &workspace, const std::string &name) {
    const auto entry = workspace::curatedEntry(workspace, name);
    if (!entry)
        return context.fail(entry.error());
    if (context.json)
        return context.printJson({{"name", name}, {"entry", workspace::curatedToJson(*entry)}});
    if (!*entry) {
        context.print(shown(name) +
                      " has no curated prose. --description, --title, --parameter, --tag or --file give it "
                      "some.\n");
        return Exit::Done;
    }
    context.print(catalog::snippet(catalog::SetCurated{**entry}));
    return Exit::Done;
}

Exit curate(const Context &context, const Options &options) {
    if (options.remove && (options.says() || options.replace))
        return context.usage("--remove takes all of the entry away: give no prose beside it");
    auto opened = context.open(options.says() ? workspace::OpenOptions{} : withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    workspace::Workspace &workspace = **opened;
    if (!options.remove && !options.says() && !options.replace)
        return show(context, workspace, options.name);
    const auto existing = workspace::curatedEntry(workspace, options.name);
    if (!existing)
        return context.fail(existing.error());
    catalog::Curated entry;
    if (*existing && !options.replace)
        entry = **existing;
    if (auto laid = layOver(entry, options.given); !laid)
        return laid.error().code == ErrorCode::InvalidArgument ? context.usage(laid.error().message)
                                                               : context.fail(laid.error());
    workspace::CurationOptions how = curationOptions(options.review);
    how.remove = options.remove;
    const auto plan = workspace::planCuration(workspace, options.name, entry, how, Job{{}, context.stop});
    if (!plan)
        return context.fail(plan.error());
    if (!context.json)
        printCuration(context, *plan);
    if (!options.review.dryRun) {
        if (auto applied = workspace::applyCuration(workspace, *plan); !applied)
            return context.fail(applied.error());
    }
    if (!context.json) {
        printCurationEnd(context, *plan, options.review.dryRun);
        return Exit::Done;
    }
    json::object out = workspace::curationToJson(*plan);
    out["changed"] = !options.review.dryRun && !plan->plan.files.empty();
    out["dry_run"] = options.review.dryRun;
    return context.printJson(out);
}

} // namespace

void addCurate(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(
        app, context, "curate", "Show or edit the curated prose of an action, in its hand-written catalog",
        "actionscope curate jira.transition_issue\n"
        "actionscope curate jira.transition_issue --description \"Move a ticket to another state.\" --dry-run\n"
        "actionscope curate jira.transition_issue --parameter \"issue=Key of the ticket, such as OPS-12.\"\n"
        "actionscope curate jira.transition_issue --remove");
    command->add_option("NAME", options->name, "service.action")->required();
    addProseOptions(*command, options->given);
    command->add_flag("--replace", options->replace, "The entry says what is given here and nothing else");
    command->add_flag("--remove", options->remove, "Remove the entry: the action is of the long tail again");
    addReviewOptions(*command, options->review);
    command->callback([&context, options] { context.run = [&context, options] { return curate(context, *options); }; });
}

} // namespace actionscope::cli
