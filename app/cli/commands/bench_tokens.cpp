#include "commands/bench_tokens.h"

#include "commands/commands.h"
#include "commands/evaluation.h"
#include "gateway/context_saving.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

struct Options {
    gateway::SavingOptions saving;
    std::string set;
};

Exit benchTokens(const Context &context, const Options &options) {
    const auto opened = context.open();
    if (!opened)
        return context.fail(opened.error());
    gateway::SavingOptions saving = options.saving;
    if (!options.set.empty()) {
        const auto set = (*opened)->querySet(options.set);
        if (!set)
            return context.fail(set.error());
        for (const evaluation::JudgedQuery &query : set->queries)
            saving.queries.push_back(query.text);
    }
    ProgressBar progress(context.err, context.stop);
    const auto rows = gateway::contextSaving(**opened, saving, progress.job());
    progress.finish();
    if (!rows)
        return context.fail(rows.error());
    if (context.json) {
        json::array list;
        for (const gateway::SavingRow &row : *rows)
            list.push_back(json::object{{"tools", row.tools},
                                        {"everything", row.everything},
                                        {"discovery", row.discovery},
                                        {"search", row.search},
                                        {"activation", row.activation},
                                        {"dynamic", row.dynamic()},
                                        {"saved", row.saved()}});
        return context.printJson({{"rows", std::move(list)}});
    }
    using Align = Table::Align;
    Table table({{"TOOLS", Align::Right},
                 {"ALL LISTED", Align::Right},
                 {"META-TOOLS", Align::Right},
                 {"ONE SEARCH", Align::Right},
                 {"ONE ACTIVATED", Align::Right},
                 {"DISCOVERY", Align::Right},
                 {"SAVED", Align::Right}});
    for (const gateway::SavingRow &row : *rows)
        table.add({grouped(row.tools), grouped(row.everything), grouped(row.discovery), grouped(row.search),
                   grouped(row.activation), grouped(row.dynamic()), decimals(row.saved() * 100, 1) + " %"});
    context.print(table.render(context.out));
    context.print("Tokens as characters / 4. Discovery: the meta-tools, one search response, one activated action.\n");
    return Exit::Done;
}

} // namespace

void addBenchTokens(CLI::App &group, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(group, context, "tokens", "What listing every action costs a model's context, against discovery",
                   "actionscope bench tokens\n"
                   "actionscope bench tokens --tools 10 100 1000 --set everyday --json");
    command->add_option("--tools", options->saving.tools, "How many actions a row has (10 25 50 100 200 500 1000)")
        ->type_name("N");
    command->add_option("--set", options->set, "A query set to search for, instead of the actions' titles")
        ->type_name("NAME");
    command->callback(
        [&context, options] { context.run = [&context, options] { return benchTokens(context, *options); }; });
}

} // namespace actionscope::cli
