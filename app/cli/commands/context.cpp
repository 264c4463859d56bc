#include "context.h"
#include "commands/commands.h"
#include "context/context_json.h"
#include "workspace/context.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

struct Options {
    std::vector<std::string> words;
    std::string profile, kind;
    std::optional<std::size_t> tier0, tier1, tier2, summaries, details;
    std::optional<double> relevance;
};

Exit showContext(const Context &context, const Options &options) {
    const auto opened = context.open();
    if (!opened)
        return context.fail(opened.error());
    const auto snapshot = (*opened)->snapshot();
    workspace::ContextRequest request;
    for (const std::string &word : options.words)
        request.message += (request.message.empty() ? "" : " ") + word;
    request.showWhatFell = true;
    if (!options.kind.empty()) {
        request.kind = catalog::kindFromName(options.kind);
        if (!request.kind)
            return context.usage("--kind is one of action, tool, skill, extension and channel");
    }
    // As an agent of that profile sees it: the access rules hold for it, and not for the person at this program.
    governance::Principal agent = (*opened)->person();
    agent.role = governance::Role::Agent;
    agent.profile = options.profile;
    if (!options.profile.empty() && snapshot->profiles->find(options.profile) == nullptr)
        return context.usage("there is no profile \"" + options.profile + "\" in profiles/ of the workspace");
    context::Budgets budgets = snapshot->settings.context.budgets;
    for (const auto &[given, field] :
         {std::pair{options.tier0, &budgets.tokens[0]}, std::pair{options.tier1, &budgets.tokens[1]},
          std::pair{options.tier2, &budgets.tokens[2]}, std::pair{options.summaries, &budgets.summaries},
          std::pair{options.details, &budgets.details}})
        if (given)
            *field = *given;
    if (options.relevance)
        budgets.relevance = *options.relevance;
    if (const auto checked = context::checkBudgets(budgets); !checked)
        return context.usage(checked.error().message);

    const workspace::ContextMaker maker(**opened);
    const auto counter = maker.counter();
    if (!counter)
        return context.fail(counter.error());
    const auto answer = maker.make(request, budgets, options.profile.empty() ? nullptr : &agent);
    if (!answer)
        return context.fail(answer.error());
    if (context.json) {
        json::object printed = context::toJson(answer->context, answer->found, *answer->catalog, *counter);
        printed["message"] = request.message;
        printed["hint"] = answer->found.empty() ? json::value(answer->hint) : json::value();
        return context.printJson(printed);
    }
    constexpr std::string_view Names[] = {"What there is", "What fits best", "The first of these whole"};
    for (std::size_t i = 0; i < answer->context.tiers.size(); ++i) {
        const context::Tier &tier = answer->context.tiers[i];
        context.print(styled("Tier " + std::to_string(i) + ", " + std::string(Names[i]) + ": " + grouped(tier.tokens) +
                                 " of " + grouped(tier.budget) + " tokens",
                             Style::Bold, context.out) +
                      '\n' + tier.text + '\n');
    }
    if (!answer->context.leftOut.empty()) {
        Table table({{"TIER", Table::Align::Right},
                     {"LEFT OUT"},
                     {"WHY"},
                     {"TOKENS", Table::Align::Right},
                     {"MEANING", {}, true}});
        for (const context::LeftOut &one : answer->context.leftOut)
            table.add({std::to_string(one.tier), one.id, std::string(context::fallenName(one.why)),
                       one.tokens > 0 ? grouped(one.tokens) : std::string(), one.detail});
        context.print(table.render(context.out));
    }
    context.print(styled(grouped(answer->context.tokens()) + " tokens in all (" + counter->name() + "); " +
                             counted(answer->context.indexed, "capability", "capabilities") + " can be found",
                         Style::Dim, context.out) +
                  '\n');
    return Exit::Done;
}

} // namespace

void addContext(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command = addCommand(app, context, "context",
                                   "What a model is shown for a message: three tiers of text within their budgets",
                                   "actionscope context \"cancel the build that is stuck\"\n"
                                   "actionscope context refund the last invoice --profile support --json\n"
                                   "actionscope context \"book a room\" --tier2 600 --details 1");
    command->add_option("MESSAGE", options->words, "The message, in plain words")->required();
    command->add_option("--profile", options->profile, "As an agent of this profile sees it")->type_name("NAME");
    command->add_option("--kind", options->kind, "Only action, tool, skill, extension or channel")->type_name("KIND");
    command->add_option("--tier0", options->tier0, "Tokens of what there is (200)")->type_name("TOKENS");
    command->add_option("--tier1", options->tier1, "Tokens of the best matches (800)")->type_name("TOKENS");
    command->add_option("--tier2", options->tier2, "Tokens of the first of these whole (2,000)")->type_name("TOKENS");
    command->add_option("--summaries", options->summaries, "Best matches (5)")->type_name("N");
    command->add_option("--details", options->details, "How many of them whole (2)")->type_name("N");
    command->add_option("--relevance", options->relevance, "Least relevance, 0 to 1 (0.3)")->type_name("R");
    command->callback(
        [&context, options] { context.run = [&context, options] { return showContext(context, *options); }; });
}

} // namespace actionscope::cli
