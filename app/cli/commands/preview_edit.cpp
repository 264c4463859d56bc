#include "commands/commands.h"
#include "context.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

struct Options {
    std::string action, description, preset;
    std::vector<std::string> sets;
};

constexpr std::size_t Listed = 20;

std::string fixed(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", number);
    return text.data();
}

std::string rank(std::size_t number) { return number == 0 ? "–" : '#' + std::to_string(number); }

Exit preview(const Context &context, const Options &options) {
    const auto opened = context.open();
    if (!opened)
        return context.fail(opened.error());
    std::shared_ptr<const retrieval::Preset> preset;
    if (!options.preset.empty()) {
        const auto named = (*opened)->snapshot()->presets.get(options.preset);
        if (!named)
            return context.usage(named.error().message);
        preset = *named;
    }
    const auto tried =
        (*opened)->previewDescription(options.action, options.description, options.sets, preset, Job{{}, context.stop});
    if (!tried)
        return context.fail(tried.error());
    if (context.json)
        return context.printJson(workspace::descriptionPreviewToJson(*tried));
    Table table({{"QUERY", {}, true},
                 {"ANSWERED BY IT"},
                 {"ITS RANK", Table::Align::Right},
                 {"THEN", Table::Align::Right},
                 {"BEST ANSWER", Table::Align::Right},
                 {"THEN", Table::Align::Right}});
    for (std::size_t i = 0; i < std::min(tried->queries.size(), Listed); ++i) {
        const auto &query = tried->queries[i];
        table.add({query.text, query.isGold ? "yes" : "", rank(query.before), rank(query.after),
                   rank(query.firstBefore), rank(query.firstAfter)});
    }
    context.print(table.render(context.out));
    if (tried->queries.size() > Listed)
        context.print("… and " + counted(tried->queries.size() - Listed, "query more", "queries more") + '\n');
    context.print(std::string(tried->queries.empty() ? "" : "\n") + counted(tried->tried, "query", "queries") + ": " +
                  counted(tried->effect.wins, "win", "wins") + ", " + counted(tried->effect.losses, "loss", "losses") +
                  "; recall@5 " + fixed(tried->before.recall5) + " → " + fixed(tried->after.recall5) + ", nDCG@5 " +
                  fixed(tried->before.ndcg5) + " → " + fixed(tried->after.ndcg5) + ". Nothing was saved.\n");
    return Exit::Done;
}

} // namespace

void addPreviewEdit(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(
        app, context, "preview-edit", "Try another description of an action on labelled queries, without saving it",
        "actionscope preview-edit jira.transition_issue --description \"Closes or reopens a ticket\"\n"
        "actionscope preview-edit jira.transition_issue --description \"…\" --set smoke --json");
    command->add_option("NAME", options->action, "service.action")->required();
    command->add_option("--description", options->description, "The whole new description")
        ->required()
        ->type_name("TEXT");
    command->add_option("--set", options->sets, "Query set; may be given several times (all)")->type_name("NAME");
    command->add_option("--preset", options->preset, "Ranking: a built-in one, or one of presets/ of the workspace")
        ->type_name("NAME");
    command->callback([&context, options] {
        if (options->sets.empty())
            options->sets = {"all"};
        context.run = [&context, options] { return preview(context, *options); };
    });
}

} // namespace actionscope::cli
