#include "commands/commands.h"
#include "context.h"
#include "json_output.h"
#include "workspace/search_json.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <map>

namespace actionscope::cli {
namespace {

struct Options {
    std::vector<std::string> words;
    std::string service, preset, profile, kind;
    std::size_t limit = 10;
    double floor = -1;
    bool explain = false;
};

std::string fixed(double number, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, number);
    return text.data();
}

/// What became of each word that was typed.
std::string analysisLine(const retrieval::Explanation &explanation) {
    std::string line;
    for (const retrieval::QueryTerm &word : explanation.analysis) {
        line += line.empty() ? "" : "  ";
        line += shown(word.word);
        using Fate = retrieval::QueryTerm::Fate;
        switch (word.fate) {
        case Fate::Matched:
            line += " → " + shown(word.term) + " (in " + grouped(word.documentFrequency) + ")";
            break;
        case Fate::Unmatched:
            line += " → " + shown(word.term) + " (not in this one)";
            break;
        case Fate::StopWord:
            line += " (passed over)";
            break;
        case Fate::Repeated:
            line += " (counted once)";
            break;
        case Fate::Unknown:
            line += " (in no action)";
            break;
        case Fate::InPhrase:
            line += " (of a phrase)";
            break;
        }
    }
    return line;
}

void printExplanation(const Context &context, std::size_t rank, const std::string &name,
                      const retrieval::Explanation &explanation) {
    context.print('\n' + styled(std::to_string(rank) + ". " + shown(name), Style::Bold, context.out) + '\n');
    context.print("   " + analysisLine(explanation) + '\n');
    Table table({{"   PART"},
                 {"FIELD"},
                 {"TIMES", Table::Align::Right},
                 {"RARITY", Table::Align::Right},
                 {"WEIGHT", Table::Align::Right},
                 {"ADDS", Table::Align::Right}});
    for (const auto &term : explanation.terms)
        table.add({"   " + term.term, term.field, fixed(term.tf, 0), fixed(term.idf, 2), fixed(term.boost, 1),
                   fixed(term.contribution, 4)});
    for (const auto &prior : explanation.priors)
        table.add(
            {"   " + prior.name, "", fixed(prior.value, 2), "", fixed(prior.weight, 1), fixed(prior.contribution, 4)});
    for (const auto &edge : explanation.graph)
        table.add(
            {"   " + edge.edge + " from " + edge.from, "", "", "", fixed(edge.weight, 1), fixed(edge.contribution, 4)});
    if (explanation.semanticContribution != 0)
        table.add(
            {"   meaning", "", fixed(explanation.similarity, 2), "", "", fixed(explanation.semanticContribution, 4)});
    table.add({{"   score", Style::Bold}, "", "", "", "", {fixed(explanation.total, 4), Style::Bold}});
    context.print(table.render(context.out));
    std::map<std::pair<std::string, std::string>, double> phrases;
    for (const auto &term : explanation.terms) {
        if (!term.phrase.empty())
            phrases[{term.phrase, term.term}] += term.contribution;
    }
    for (const auto &[phrase, contribution] : phrases)
        context.print(styled("   " + shown(phrase.first) + " ≈ " + shown(phrase.second) +
                                 " by the thesaurus, among the keywords, " + fixed(contribution, 4),
                             Style::Dim, context.out) +
                      '\n');
    for (const auto &word : explanation.related)
        context.print(styled("   " + shown(word.word) + " ≈ " + shown(word.term) + " by the thesaurus, " +
                                 fixed(word.contribution, 4),
                             Style::Dim, context.out) +
                      '\n');
    const std::string length =
        "length " + fixed(explanation.length, 1) + " against " + fixed(explanation.averageLength, 1) + " on average";
    context.print(styled("   " +
                             (explanation.attainable > 0
                                  ? "The query could attain " + fixed(explanation.attainable, 3) + ", which is 1; " +
                                        length + "; k1 " + fixed(explanation.k1, 2) + ", b " + fixed(explanation.b, 2)
                                  : length) +
                             '.',
                         Style::Dim, context.out) +
                  '\n');
}

Exit search(const Context &context, const Options &options) {
    const auto opened = context.open();
    if (!opened)
        return context.fail(opened.error());
    retrieval::SearchRequest request;
    for (const std::string &word : options.words)
        request.query += (request.query.empty() ? "" : " ") + word;
    if (!options.service.empty())
        request.service = options.service;
    if (const auto kind = catalog::kindFromName(options.kind))
        request.kinds = 1U << static_cast<unsigned>(*kind);
    request.limit = options.limit;
    request.floor = options.floor;
    request.explain = options.explain;
    if (!options.preset.empty()) {
        const auto preset = (*opened)->snapshot()->presets.get(options.preset);
        if (!preset)
            return context.usage(preset.error().message);
        request.preset = *preset;
    }
    if (!options.profile.empty()) {
        const workspace::Profile *profile = (*opened)->snapshot()->profiles->find(options.profile);
        if (profile == nullptr)
            return context.usage("there is no profile \"" + options.profile + "\" in profiles/ of the workspace");
        request.experts = profile->experts;
    }
    const std::string query = request.query;
    const auto outcome = (*opened)->search(std::move(request));
    if (!outcome)
        return context.fail(outcome.error());
    if (context.json)
        return context.printJson(workspace::searchToJson(query, *outcome));
    const retrieval::SearchResponse &response = outcome->response;
    if (response.hits.empty()) {
        context.print("Nothing found. " + shown(response.hint) + '\n');
        return Exit::Done;
    }
    Table table({{"#", Table::Align::Right}, {"TIER"}, {"SCORE", Table::Align::Right}, {"NAME"}, {"TITLE", {}, true}});
    for (std::size_t i = 0; i < response.hits.size(); ++i) {
        const retrieval::Hit &hit = response.hits[i];
        const catalog::CapabilityView action = outcome->catalog->at(hit.ordinal);
        const std::string tier(shownTier(outcome->risk[i]));
        table.add({std::to_string(i + 1),
                   {tier, tierStyle(tier, risk::isCatastrophic(outcome->risk[i]))},
                   fixed(hit.score, 3),
                   {outcome->catalog->qualifiedName(hit.ordinal) + (action.curated() ? " *" : ""), Style::Bold},
                   std::string(action.title().empty() ? action.description() : action.title())});
    }
    context.print(table.render(context.out));
    if (!response.reduced.empty())
        context.warn("ranked by words alone: " + response.reduced);
    context.print(styled(counted(response.hits.size(), "result", "results") + " of " +
                             counted(response.indexed, "action", "actions") + "; floor " + fixed(response.floor, 2) +
                             "; " + fixed(static_cast<double>(response.elapsedUs) / 1000, 2) + " ms; * curated",
                         Style::Dim, context.out) +
                  '\n');
    for (std::size_t i = 0; i < response.hits.size(); ++i) {
        if (response.hits[i].explanation)
            printExplanation(context, i + 1, outcome->catalog->qualifiedName(response.hits[i].ordinal),
                             *response.hits[i].explanation);
    }
    return Exit::Done;
}

} // namespace

void addSearch(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(app, context, "search", "Find the actions for a task, best first, each with its reasons",
                   "actionscope search \"open a bug report about the login page\"\n"
                   "actionscope search delete a branch --service github --explain\n"
                   "actionscope search \"rotate keys\" --limit 3 --json");
    command->add_option("QUERY", options->words, "The task, in plain words")->required();
    command->add_option("--service", options->service, "Only this service's actions")->type_name("ID");
    command->add_option("--limit", options->limit, "How many results, 1 to 100 (10)")
        ->type_name("N")
        ->check(CLI::Range(1, 100).description(""));
    command->add_option("--floor", options->floor, "Least score, 0 (none) to 1, instead of the workspace's")
        ->type_name("SCORE")
        ->check(CLI::Range(0.0, 1.0).description(""));
    command->add_flag("--explain", options->explain, "Show the parts that add up to each score");
    command->add_option("--kind", options->kind, "Only action, tool, skill, extension or channel")
        ->type_name("KIND")
        ->check(CLI::IsMember({"action", "tool", "skill", "extension", "channel"}).description(""));
    command->add_option("--profile", options->profile, "Whose experts the ranking expert-tiers puts first")
        ->type_name("NAME");
    command->add_option("--preset", options->preset, "Ranking: a built-in one, or one of presets/ of the workspace")
        ->type_name("NAME");
    command->callback([&context, options] { context.run = [&context, options] { return search(context, *options); }; });
}

} // namespace actionscope::cli
