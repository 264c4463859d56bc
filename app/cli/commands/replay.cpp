#include "workspace/replay.h"
#include "commands/commands.h"
#include "context.h"
#include "workspace/rerun.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

using workspace::ReplayStep;
using workspace::SessionReplay;
using workspace::StepKind;

std::string shortTime(Timestamp time) { return formatTimestamp(time).substr(0, 19) + 'Z'; }

std::string fixed(double number, int digits) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, number);
    return text.data();
}

/// The open workspace and its log, or why there is none.
Result<std::unique_ptr<workspace::Workspace>> openWithLog(const Context &context,
                                                          const workspace::OpenOptions &options) {
    auto opened = context.open(options);
    if (!opened)
        return fail(opened.error());
    if ((*opened)->audit() == nullptr)
        return fail(withoutDatabase("recorded sessions"));
    return opened;
}

struct SessionsOptions {
    std::string since, until, principal;
    std::size_t limit = 50;
};

Exit sessions(const Context &context, const SessionsOptions &options) {
    const auto opened = openWithLog(context, withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    workspace::SessionsQuery query;
    if (!options.since.empty())
        query.since = parseTimestamp(options.since);
    if (!options.until.empty())
        query.until = parseTimestamp(options.until);
    query.principal = options.principal;
    query.limit = options.limit;
    ProgressBar progress(context.err, context.stop);
    const auto list = workspace::sessionsOf(*(*opened)->audit(), query, progress.job());
    progress.finish();
    if (!list)
        return context.fail(list.error());
    if (context.json) {
        json::array array;
        for (const workspace::SessionSummary &session : list->sessions)
            array.push_back(workspace::sessionJson(session));
        return context.printJson(json::object{{"sessions", std::move(array)}, {"more", list->more}});
    }
    Table table({{"SESSION"},
                 {"CLIENT", {}, true},
                 {"PRINCIPAL", {}, true},
                 {"FROM"},
                 {"TO"},
                 {"SEARCHES", Table::Align::Right},
                 {"CALLS", Table::Align::Right},
                 {"REFUSED", Table::Align::Right}});
    for (const workspace::SessionSummary &session : list->sessions)
        table.add({session.id, session.client.empty() ? "not recorded" : session.client, session.principal,
                   shortTime(session.from), shortTime(session.to) + (session.ended ? "" : " …"),
                   grouped(session.searches), grouped(session.calls), grouped(session.denials)});
    context.print(table.empty() ? std::string("No session is in the log.\n") : table.render(context.out));
    if (list->more)
        context.print("There are more, further back: --limit, --until.\n");
    return Exit::Done;
}

Style styleOf(StepKind kind) {
    switch (kind) {
    case StepKind::Denial:
    case StepKind::Deactivation:
        return Style::Careful;
    case StepKind::Call:
        return Style::Good;
    default:
        return Style::Bold;
    }
}

/// "keywords 0.412, meaning 0.201".
std::string partsText(const workspace::RecordedHit &hit) {
    std::string text;
    for (const auto &[signal, part] : hit.parts)
        text += (text.empty() ? "" : ", ") + signal + ' ' + fixed(part, 3);
    return text;
}

void printStep(const Context &context, const ReplayStep &step) {
    context.print(styled(formatTimestamp(step.time).substr(11, 12), Style::Dim, context.out) + "  " +
                  std::to_string(step.seq) + "  " + styled(shown(step.title), styleOf(step.kind), context.out) +
                  (step.trusted ? "" : styled("  not to be trusted", Style::Danger, context.out)) + '\n');
    std::string detail = shown(step.detail);
    if (step.tokens)
        detail += (detail.empty() ? "" : " · ") + counted(*step.tokens, "token", "tokens") + ", " +
                  grouped(step.context) + " so far";
    if (!detail.empty())
        context.print("      " + styled(detail, Style::Dim, context.out) + '\n');
    if (step.search)
        for (const workspace::RecordedHit &hit : step.search->hits)
            context.print("      " + std::to_string(hit.rank) + ". " + shown(hit.name) + "  " + fixed(hit.score, 3) +
                          (hit.parts.empty() ? "" : styled("  " + partsText(hit), Style::Dim, context.out)) + '\n');
    if (!step.lacks.empty())
        context.print(
            "      " +
            styled("an earlier version recorded this; not known: " + step.lacks, Style::Careful, context.out) + '\n');
}

struct ReplayOptions {
    std::string session, preset, profile, budget;
    std::vector<std::string> policies;
    bool unchecked = false;
};

using workspace::Rerun;
using workspace::StepDifference;
using workspace::StepEffect;

/// "1 → 3", "1 → gone", "new → 2".
std::string moveText(const workspace::RankMove &move, bool indexChanged) {
    const auto rank = [](std::uint32_t number, const char *none) {
        return number == 0 ? std::string(none) : std::to_string(number);
    };
    std::string text = rank(move.before, "new") + " → ";
    if (indexChanged && move.before != 0)
        text += rank(move.today, "gone") + " today → ";
    return text + rank(move.after, "gone");
}

void printDifference(const Context &context, const StepDifference &difference) {
    const bool bad = difference.effect != StepEffect::Same && difference.effect != StepEffect::Reranked &&
                     difference.effect != StepEffect::Passes;
    const std::string effect(workspace::stepEffectName(difference.effect));
    context.print("  " + std::to_string(difference.seq) + "  " +
                  styled(effect, bad ? Style::Careful : Style::Bold, context.out) + "  " + shown(difference.title));
    if (!difference.detail.empty())
        context.print(
            styled((difference.title.empty() ? "" : "  ") + shown(difference.detail), Style::Dim, context.out));
    context.print("\n");
    for (const workspace::RankMove &move : difference.ranks)
        if (move.before != move.after)
            context.print("      " + moveText(move, difference.indexChanged) + "  " + shown(move.name) +
                          (move.used ? styled("  used", Style::Good, context.out) : "") + '\n');
}

void printRerun(const Context &context, const Rerun &rerun) {
    context.print('\n' + styled("What would have differed", Style::Bold, context.out) + '\n');
    bool any = false;
    for (const StepDifference &difference : rerun.steps) {
        if (difference.effect == StepEffect::Same && difference.detail.empty())
            continue;
        any = true;
        printDifference(context, difference);
    }
    if (!any)
        context.print("  Nothing.\n");
    const workspace::RerunSummary &s = rerun.summary;
    context.print("Searches: " + grouped(s.reranked) + " of " + grouped(s.searches) + " with other results" +
                  (s.notComparable != 0 ? ", " + grouped(s.notComparable) + " that cannot be compared" : "") + ". " +
                  "Results that were used: " + grouped(s.used) +
                  ", of them not found any more: " + grouped(s.usedLost) + "; mean reciprocal rank " +
                  fixed(s.reciprocalBefore, 3) + " → " + fixed(s.reciprocalAfter, 3) + ".\n");
    context.print("Activations that would not have been: " + grouped(s.activationsLost) + " of " +
                  grouped(s.activations) + ". Calls that would not have been: " + grouped(s.callsLost) + " of " +
                  grouped(s.calls) + "; refused by policy " + grouped(s.denied) + ", waiting " + grouped(s.waits) +
                  ", to be confirmed " + grouped(s.confirmed) + ", passing now " + grouped(s.passes) +
                  ", cannot be told " + grouped(s.cannotTell) + ".\n");
    if (s.budget)
        context.print("Context: " + grouped(s.context) + " tokens of a budget of " + grouped(*s.budget) +
                      (s.overBudgetAt ? ", over it from record " + std::to_string(*s.overBudgetAt) + " on" : "") +
                      ".\n");
    for (const std::string &assumption : rerun.assumptions)
        context.print(styled(assumption, Style::Dim, context.out) + '\n');
}

/// What the options ask for, or what is wrong with them.
Result<workspace::RerunSettings> settingsOf(const workspace::Workspace &workspace, const ReplayOptions &options) {
    workspace::RerunSettings settings;
    if (!options.preset.empty()) {
        auto preset = workspace.snapshot()->presets.get(options.preset);
        if (!preset)
            return fail(preset.error());
        settings.preset = std::move(*preset);
    }
    if (!options.profile.empty())
        settings.profile = options.profile == "none" ? std::string() : options.profile;
    if (!options.policies.empty()) {
        auto policies = workspace::loadPolicies({options.policies.begin(), options.policies.end()});
        if (!policies)
            return fail(policies.error());
        settings.policies = std::move(*policies);
    }
    if (!options.budget.empty())
        settings.budget = std::stoull(options.budget);
    return settings;
}

void printReplay(const Context &context, const SessionReplay &replay) {
    const workspace::SessionSummary &session = replay.session;
    context.print(styled(shown(session.id), Style::Bold, context.out) + "  " +
                  (session.client.empty() ? std::string("client not recorded") : shown(session.client)) + ", " +
                  shown(session.principal) + ", " + shortTime(session.from) + " to " + shortTime(session.to) +
                  (session.ended ? "" : ", its end is not in the log") + '\n');
    for (const ReplayStep &step : replay.steps)
        printStep(context, step);
    context.print(counted(session.searches, "search", "searches") + ", " +
                  counted(session.activations, "activation", "activations") + ", " +
                  counted(session.calls, "call", "calls") + ", " + counted(session.denials, "refusal", "refusals") +
                  "; " + (replay.contextIsWhole ? "" : "at least ") + counted(replay.context, "token", "tokens") +
                  " of context, estimated\n");
    if (replay.chain.checked && replay.chain.intact)
        context.print(styled("The records are as they were written.", Style::Good, context.out) + '\n');
    for (const std::string &note : replay.notes)
        context.warn(note);
}

Exit replay(const Context &context, const ReplayOptions &options) {
    // Whatever is tried, searches are made again.
    const bool again =
        !options.preset.empty() || !options.profile.empty() || !options.policies.empty() || !options.budget.empty();
    const auto opened = openWithLog(context, again ? workspace::OpenOptions() : withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto settings = settingsOf(**opened, options);
    if (!settings)
        return context.fail(settings.error());
    ProgressBar progress(context.err, context.stop);
    const auto replay = workspace::replaySession(*(*opened)->audit(), options.session,
                                                 {.checkChain = !options.unchecked}, progress.job());
    std::optional<Rerun> rerun;
    if (replay && settings->any()) {
        auto rerunning = workspace::rerunSession(**opened, *replay, *settings, progress.job());
        progress.finish();
        if (!rerunning)
            return context.fail(rerunning.error());
        rerun = std::move(*rerunning);
    }
    progress.finish();
    if (!replay)
        return context.fail(replay.error());
    if (context.json) {
        json::object document = workspace::replayJson(*replay);
        document["again"] = rerun ? json::value(workspace::rerunJson(*rerun)) : json::value();
        context.printJson(document);
    } else {
        printReplay(context, *replay);
        if (rerun)
            printRerun(context, *rerun);
    }
    return replay->chain.intact ? Exit::Done : Exit::Failed;
}

} // namespace

void addReplay(CLI::App &app, Context &context) {
    const auto isTime = [](const std::string &text) {
        return parseTimestamp(text) ? std::string()
                                    : '"' + text + "\" is no time; write 2026-11-21 or 2026-11-21T09:30:00Z";
    };
    auto listed = std::make_shared<SessionsOptions>();
    CLI::App *listing = addCommand(app, context, "sessions", "Agents' sessions as the audit log has them",
                                   "actionscope sessions\nactionscope sessions --since 2026-11-21 --json");
    listing->add_option("--since", listed->since, "Only what happened from this time on")
        ->type_name("TIME")
        ->check(isTime);
    listing->add_option("--until", listed->until, "Only what happened before this time")
        ->type_name("TIME")
        ->check(isTime);
    listing->add_option("--principal", listed->principal, "Only of this principal, as the log writes it: token:…")
        ->type_name("ID");
    listing->add_option("--limit", listed->limit, "How many, at most (50)")
        ->type_name("N")
        ->check(CLI::Range(1, 10'000).description(""));
    listing->callback([&context, listed] { context.run = [&context, listed] { return sessions(context, *listed); }; });

    auto options = std::make_shared<ReplayOptions>();
    CLI::App *replaying =
        addCommand(app, context, "replay", "Step through a session: what was searched, found, activated and called",
                   "actionscope replay s-Xq3…\n"
                   "actionscope replay s-Xq3… --preset keywords\n"
                   "actionscope replay s-Xq3… --policy draft.yaml --budget 20000 --json");
    replaying->add_option("SESSION", options->session, "Its id, as `actionscope sessions` lists it")->required();
    replaying->add_option("--preset", options->preset, "Run it again with this ranking, and say what would differ")
        ->type_name("NAME");
    replaying->add_option("--profile", options->profile, "Run it again as a principal of this profile; none: of none")
        ->type_name("NAME");
    replaying
        ->add_option("--policy", options->policies, "Judge its calls by these policy files, or by a folder of them")
        ->type_name("FILE");
    replaying->add_option("--budget", options->budget, "Say where its context would have gone over so many tokens")
        ->type_name("N")
        ->check([](const std::string &text) {
            return !text.empty() && text.size() < 16 && text != "0" &&
                           text.find_first_not_of("0123456789") == std::string::npos
                       ? std::string()
                       : "a budget is a whole number of tokens, 1 or more";
        });
    replaying->add_flag("--unchecked", options->unchecked, "Do not check hashes and signatures of the records");
    replaying->callback(
        [&context, options] { context.run = [&context, options] { return replay(context, *options); }; });
}

} // namespace actionscope::cli
