#include "commands/curation.h"

#include "base/file.h"
#include "catalog/hand_file.h"
#include "edit_output.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

constexpr std::uint64_t MaxProseFile = 1ULL << 20;

std::string fixed(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3f", number);
    return text.data();
}

/// Quoted for a shell, where that is needed.
std::string quoted(const std::string &word) {
    if (!word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                                "-_./=:,") == std::string::npos)
        return word;
    std::string out = "'";
    for (const char c : word)
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + '\'';
}

/// An entry out of a file of its own: read as the one entry of a hand-written catalog, so that the same rules hold.
Result<catalog::Curated> readEntry(const std::string &file, const std::string &text) {
    std::string whole = "curated:\n  - action: x\n";
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        whole += "    " + text.substr(begin, end - begin) + '\n';
        begin = end + 1;
    }
    auto hand = catalog::parseHandFile(whole, "entry.yaml");
    if (!hand) {
        Error error = hand.error();
        error.where.file = file;
        error.where.line = error.where.line > 2 ? error.where.line - 2 : 1;
        error.where.column = error.where.column > 4 ? error.where.column - 4 : 1;
        return fail(std::move(error));
    }
    for (const catalog::Finding &finding : hand->findings)
        return fail(ErrorCode::ParseError, finding.message + " (an entry has title, description, parameters and tags)",
                    {file, finding.where.line > 2 ? finding.where.line - 2 : 1, 1});
    return hand->curated.front();
}

} // namespace

void addProseOptions(CLI::App &command, GivenProse &given) {
    command.add_option("--description", given.description, "The whole description; \"\" leaves it to the import")
        ->type_name("TEXT");
    command.add_option("--title", given.title, "The title; \"\" leaves it to the import")->type_name("TEXT");
    command.add_option("--parameter", given.parameters, "Prose of a parameter; without text: that of the import")
        ->type_name("NAME=TEXT");
    command.add_option("--tag", given.tags, "Tags added to those of the import, in place of those that are curated")
        ->type_name("TAG");
    command
        .add_option("--file", given.file,
                    "A .yaml file with title, description, parameters, tags; or any other, "
                    "whose text is the description")
        ->type_name("FILE");
}

Result<void> layOver(catalog::Curated &entry, const GivenProse &given) {
    if (!given.file.empty()) {
        auto text = readFile(given.file, MaxProseFile, "a file of prose");
        if (!text)
            return fail(text.error());
        if (given.file.ends_with(".yaml") || given.file.ends_with(".yml")) {
            auto read = readEntry(given.file, *text);
            if (!read)
                return fail(read.error());
            if (!read->title.empty())
                entry.title = read->title;
            if (!read->description.empty())
                entry.description = read->description;
            for (const auto &[name, prose] : read->parameters)
                entry.parameters[name] = prose;
            if (!read->tags.empty())
                entry.tags = read->tags;
        } else {
            while (!text->empty() && (text->back() == '\n' || text->back() == '\r'))
                text->pop_back();
            entry.description = std::move(*text);
        }
    }
    if (given.title)
        entry.title = *given.title;
    if (given.description)
        entry.description = *given.description;
    for (const std::string &parameter : given.parameters) {
        const std::size_t equals = parameter.find('=');
        if (equals == std::string::npos || equals == 0)
            return fail(ErrorCode::InvalidArgument, "--parameter is NAME=TEXT, for example --parameter \"owner=Account "
                                                    "that owns the repository.\"");
        if (equals + 1 == parameter.size())
            entry.parameters.erase(parameter.substr(0, equals));
        else
            entry.parameters[parameter.substr(0, equals)] = parameter.substr(equals + 1);
    }
    if (!given.tags.empty())
        entry.tags = given.tags;
    return {};
}

void addReviewOptions(CLI::App &command, ReviewOptions &options) {
    command.add_option("--set", options.sets, "Query set to try the description on; several times for several (all)")
        ->type_name("NAME");
    command.add_flag("--no-preview", options.noPreview, "Do not measure what the description does to queries");
    command.add_flag("--dry-run", options.dryRun, "Show what would be saved and write nothing");
}

workspace::CurationOptions curationOptions(const ReviewOptions &options) {
    workspace::CurationOptions out;
    out.preview = !options.noPreview;
    if (!options.sets.empty())
        out.sets = options.sets;
    return out;
}

void printCuration(const Context &context, const workspace::CurationPlan &plan) {
    using Verdict = workspace::CurationCheck::Verdict;
    printDiff(context, plan.plan);
    if (!plan.plan.files.empty())
        context.print("\n");
    for (const workspace::CurationCheck &check : plan.checks) {
        const bool passed = check.verdict == Verdict::Passed, refused = check.verdict == Verdict::Refused;
        context.print(styled(passed    ? "✓ "
                             : refused ? "✗ "
                                       : "! ",
                             passed    ? Style::Good
                             : refused ? Style::Danger
                                       : Style::Careful,
                             context.out) +
                      shown(check.sentence) + '\n');
    }
    context.print("Listed always: " + grouped(plan.tokensBefore) + " → " + grouped(plan.tokens) +
                  " tokens on every turn.\n");
    if (plan.effect)
        context.print("Effect on " + counted(plan.effect->tried, "query", "queries") + ": " +
                      counted(plan.effect->effect.wins, "win", "wins") + ", " +
                      counted(plan.effect->effect.losses, "loss", "losses") + "; recall@5 " +
                      fixed(plan.effect->before.recall5) + " → " + fixed(plan.effect->after.recall5) + ".\n");
    else
        context.print("No effect was measured: " + plan.effectMissing + ".\n");
}

void printCurationEnd(const Context &context, const workspace::CurationPlan &plan, bool dryRun) {
    if (plan.plan.files.empty()) {
        context.print("Nothing to change: the file says so already.\n");
    } else if (dryRun) {
        context.print("Nothing was written (--dry-run).\n");
    } else {
        std::string undo = "actionscope";
        for (const std::string &word : workspace::undoArguments(plan))
            undo += ' ' + quoted(word);
        context.print("Saved. It is taken back with: " + shown(undo) + '\n');
    }
}

} // namespace actionscope::cli
