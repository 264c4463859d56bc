#include "commands/commands.h"
#include "context.h"
#include "principals.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

struct Options {
    std::vector<std::string> words;
    std::string action, preset, service, set, asker;
    std::size_t limit = 10;
    double floor = -1;
    bool longTail = false;
};

std::string fixed(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", number);
    return text.data();
}

std::string_view labelOf(retrieval::FindGate gate) {
    return retrieval::findGates()[static_cast<std::size_t>(gate)].label;
}

void printGates(const Context &context, const retrieval::WhyNot &why) {
    Table table({{" "}, {"GATE"}, {"WHAT IS KNOWN", {}, true}});
    for (const retrieval::GateFinding &gate : why.gates) {
        using retrieval::Verdict;
        const auto mark = gate.verdict == Verdict::Passed   ? Table::Cell("✓", Style::Good)
                          : gate.verdict == Verdict::Weak   ? Table::Cell("△", Style::Careful)
                          : gate.verdict == Verdict::Failed ? Table::Cell("✗", Style::Danger)
                                                            : Table::Cell("–", Style::Dim);
        table.add(
            {mark, std::string(labelOf(gate.gate)),
             gate.verdict == Verdict::NotReached && gate.facts.empty() ? std::string("not reached") : gate.facts});
    }
    context.print(table.render(context.out));
}

void printRemedies(const Context &context, const retrieval::WhyNot &why) {
    Table table({{"WHAT WOULD CHANGE IT", {}, true},
                 {"RANK", Table::Align::Right},
                 {"SCORE", Table::Align::Right},
                 {"WINS", Table::Align::Right},
                 {"LOSSES", Table::Align::Right},
                 {"ENOUGH"}});
    for (const retrieval::Remedy &remedy : why.remedies) {
        const auto number = [&](std::uint32_t retrieval::Effect::*which) {
            return remedy.effect ? std::to_string((*remedy.effect).*which) : std::string("–");
        };
        table.add({remedy.change, remedy.rank == 0 ? std::string("–") : '#' + std::to_string(remedy.rank),
                   fixed(remedy.score), number(&retrieval::Effect::wins), number(&retrieval::Effect::losses),
                   remedy.suffices ? Table::Cell("yes", Style::Good) : Table::Cell("no")});
    }
    if (!table.empty())
        context.print('\n' + table.render(context.out));
}

void printCause(const Context &context, const workspace::WhyNotAnswer &answer) {
    const retrieval::WhyNot &found = answer.why;
    const std::string name = shown(answer.question.action), query = shown(answer.question.query);
    if (!found.failed) {
        context.print(styled(name, Style::Bold, context.out) + " is found for \"" + query + "\": #" +
                      std::to_string(found.rank) + ", score " + fixed(found.score) + ".\n\n");
        return printGates(context, found);
    }
    context.print("Why " + styled(name, Style::Bold, context.out) + " is not found for \"" + query + "\" (preset " +
                  shown(answer.preset) + "):\n\n");
    printGates(context, found);
    context.print("\nFirst failed gate: " + std::string(labelOf(*found.failed)) +
                  (found.because ? ", because of: " + std::string(labelOf(*found.because)) : std::string()) + ".\n");
}

Exit why(const Context &context, const Options &options) {
    const auto opened = context.open();
    if (!opened)
        return context.fail(opened.error());
    workspace::WhyNotQuestion question;
    for (const std::string &word : options.words)
        question.query += (question.query.empty() ? "" : " ") + word;
    question.action = options.action;
    question.limit = options.limit;
    question.floor = options.floor;
    question.longTailOnly = options.longTail;
    question.set = options.set;
    if (!options.service.empty())
        question.service = options.service;
    if (!options.preset.empty()) {
        const auto preset = (*opened)->snapshot()->presets.get(options.preset);
        if (!preset)
            return context.usage(preset.error().message);
        question.preset = *preset;
    }
    if (!options.asker.empty()) {
        const auto asker = principalOf(**opened, options.asker);
        if (!asker)
            return context.fail(asker.error());
        question.asker = *asker;
    }
    // What would change it takes many times as long to try as the cause takes to find: that is printed at once.
    bool said = false;
    if (!context.json)
        question.judged = [&](const workspace::WhyNotAnswer &cause) {
            printCause(context, cause);
            std::fflush(stdout);
            said = true;
        };
    const auto answer = (*opened)->whyNot(std::move(question), Job{{}, context.stop});
    if (!answer)
        return context.fail(answer.error());
    if (context.json)
        return context.printJson(workspace::whyNotToJson(*answer));
    if (!said)
        printCause(context, *answer);
    if (answer->why.failed)
        printRemedies(context, answer->why);
    return Exit::Done;
}

} // namespace

void addWhy(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(app, context, "why", "Say why an action is not found for a query, and what would bring it in",
                   "actionscope why close a ticket --action jira.transition_issue\n"
                   "actionscope why \"close a ticket\" --action jira.transition_issue --set smoke --as "
                   "role=agent,profile=support");
    command->add_option("QUERY", options->words, "The task, in plain words")->required();
    command->add_option("--action", options->action, "service.action")->required()->type_name("NAME");
    command->add_option("--preset", options->preset, "Ranking: a built-in one, or one of presets/ of the workspace")
        ->type_name("NAME");
    command->add_option("--service", options->service, "As if only this service's actions were searched")
        ->type_name("ID");
    command->add_option("--limit", options->limit, "How many results count as found, 1 to 100 (10)")
        ->type_name("N")
        ->check(CLI::Range(1, 100).description(""));
    command->add_option("--floor", options->floor, "Least score, 0 (none) to 1, instead of the workspace's")
        ->type_name("SCORE")
        ->check(CLI::Range(0.0, 1.0).description(""));
    command->add_flag("--long-tail", options->longTail, "As agents search: without curated actions");
    command->add_option("--set", options->set, "Query set on which what would help is tried")->type_name("NAME");
    command->add_option("--as", options->asker, "Whose search: a token's name or id, or role=agent,org=acme,…")
        ->type_name("PRINCIPAL");
    command->callback([&context, options] { context.run = [&context, options] { return why(context, *options); }; });
}

} // namespace actionscope::cli
