#include "commands/commands.h"
#include "context.h"
#include "workspace/thesaurus_files.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

struct Options {
    std::string word, other;
    bool dryRun = false;
};

Exit add(const Context &context, const Options &options) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto plan = workspace::planSynonym(**opened, options.word, options.other);
    if (!plan)
        return context.fail(plan.error());
    if (!options.dryRun)
        if (const auto applied = workspace::applyFile(**opened, *plan); !applied)
            return context.fail(applied.error());
    const std::string file = plan->path.lexically_relative((*opened)->folder()).string();
    if (context.json)
        return context.printJson(json::object{{"file", file},
                                              {"words", json::array{options.word, options.other}},
                                              {"new_file", !plan->stamp},
                                              {"written", !options.dryRun}});
    for (const catalog::DiffLine &line : plan->diff) {
        using Kind = catalog::DiffLine::Kind;
        if (line.kind == Kind::Hunk)
            continue;
        const char *sign = line.kind == Kind::Added ? "+ " : line.kind == Kind::Removed ? "- " : "  ";
        context.print(styled(sign + shown(line.text),
                             line.kind == Kind::Added     ? Style::Good
                             : line.kind == Kind::Removed ? Style::Danger
                                                          : Style::Dim,
                             context.out) +
                      '\n');
    }
    context.print((options.dryRun ? "nothing was written: " : "saved ") + file + '\n');
    return Exit::Done;
}

} // namespace

void addSynonyms(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "synonyms", "Words that mean the same to the search");
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(*group, context, "add", "Let two words stand for each other: a line of thesaurus.yaml",
                   "actionscope synonyms add close transition\n"
                   "actionscope synonyms add close transition --dry-run");
    command->add_option("WORD", options->word, "One word, as people type it")->required();
    command->add_option("OTHER", options->other, "One word, as actions have it")->required();
    command->add_flag("--dry-run", options->dryRun, "Show what would change and write nothing");
    command->callback([&context, options] { context.run = [&context, options] { return add(context, *options); }; });
}

} // namespace actionscope::cli
