#include "commands/commands.h"
#include "commands/curation.h"
#include "context.h"
#include "workspace/layout.h"
#include "workspace/promotion.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>

namespace actionscope::cli {
namespace {

struct WindowOptions {
    std::string since;
    std::optional<std::size_t> sessions, organisations;
    std::size_t limit = workspace::ListedCandidates;
};

struct NameOptions {
    std::string name;
    GivenProse given;
    ReviewOptions review;
};

std::string fixed(double number, int digits = 2) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, number);
    return text.data();
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? "–" : fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 0) + " %";
}

/// The workspace's thresholds, and what was given in their place. Errors: InvalidArgument for a time that is none.
Result<workspace::PromotionOptions> promotionOptions(const workspace::Workspace &workspace,
                                                     const WindowOptions &given) {
    workspace::PromotionOptions options;
    auto settings = workspace::readGrowthSettings(workspace::Layout{workspace.folder()}.settings());
    if (!settings)
        return fail(settings.error());
    options.thresholds = *settings;
    options.limit = given.limit;
    if (given.sessions)
        options.thresholds.promotionSessions = *given.sessions;
    if (given.organisations)
        options.thresholds.promotionOrganisations = *given.organisations;
    if (!given.since.empty()) {
        if (const auto window = parseDuration(given.since))
            options.thresholds.promotionWindow = *window;
        else if (const auto time = parseTimestamp(given.since))
            options.since = *time;
        else
            return fail(ErrorCode::InvalidArgument,
                        "--since is a date (2026-11-01), a time (RFC 3339), or how long ago (30d)");
    }
    return options;
}

Exit suggest(const Context &context, const WindowOptions &given) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto options = promotionOptions(**opened, given);
    if (!options)
        return options.error().code == ErrorCode::InvalidArgument ? context.usage(options.error().message)
                                                                  : context.fail(options.error());
    const auto list = workspace::suggestPromotions(**opened, *options, Job{{}, context.stop});
    if (!list)
        return context.fail(list.error());
    if (context.json)
        return context.printJson(workspace::promotionsToJson(*list, *options));
    const std::string since = formatTimestamp(list->since).substr(0, 10);
    if (!list->logBegins)
        context.print("The audit log is empty: candidates come from what agents activate.\n");
    else if (*list->logBegins > list->since)
        context.print("The log begins on " + formatTimestamp(*list->logBegins).substr(0, 10) + ", after " + since +
                      ": what was before is not counted.\n");
    Table table({{"#", Table::Align::Right},
                 {"ACTION", {}, true},
                 {"TIER"},
                 {"EVIDENCE", Table::Align::Right},
                 {"SESSIONS", Table::Align::Right},
                 {"ORGS", Table::Align::Right},
                 {"ACTIVATIONS", Table::Align::Right},
                 {"OK", Table::Align::Right},
                 {"RANK 1", Table::Align::Right},
                 {"TOKENS", Table::Align::Right},
                 {"LAST USE"}});
    for (std::size_t i = 0; i < list->candidates.size(); ++i) {
        const workspace::PromotionCandidate &one = list->candidates[i];
        const std::string tier(catalog::tierName(one.risk.tier));
        table.add({std::to_string(i + 1),
                   one.use.name,
                   {tier, tierStyle(tier, risk::isCatastrophic(one.risk))},
                   fixed(one.evidence),
                   grouped(one.use.sessions),
                   grouped(one.use.organisations),
                   grouped(one.use.activations),
                   percent(one.use.succeeded, one.use.calls),
                   percent(one.use.foundFirst, one.use.found),
                   "+" + grouped(one.tokens),
                   formatTimestamp(one.use.lastUse).substr(0, 10)});
    }
    context.print(table.render(context.out));
    context.print(std::string(list->candidates.empty() ? "" : "\n") +
                  counted(list->candidates.size() + list->more, "candidate", "candidates") + " since " + since +
                  " (at least " + counted(options->thresholds.promotionSessions, "session", "sessions") + " and " +
                  counted(options->thresholds.promotionOrganisations, "organisation", "organisations") + "); " +
                  grouped(list->below) +
                  " below that. Listed always now: " + counted(list->curatedActions, "action", "actions") + ", " +
                  grouped(list->curatedTokens) + " tokens.\n");
    if (!list->candidates.empty())
        context.print("actionscope promote draft NAME shows what one would say.\n");
    return Exit::Done;
}

/// The draft with what was given laid over it, planned.
Result<std::pair<workspace::PromotionDraft, workspace::CurationPlan>>
planned(const Context &context, const workspace::Workspace &workspace, const NameOptions &options) {
    auto draft = workspace::draftPromotion(workspace, options.name);
    if (!draft)
        return fail(draft.error());
    catalog::Curated entry = draft->entry;
    if (auto laid = layOver(entry, options.given); !laid)
        return fail(laid.error());
    auto plan = workspace::planCuration(workspace, options.name, std::move(entry), curationOptions(options.review),
                                        Job{{}, context.stop});
    if (!plan)
        return fail(plan.error());
    return std::pair(std::move(*draft), std::move(*plan));
}

json::object promotionJson(const workspace::PromotionDraft &draft, const workspace::CurationPlan &plan,
                           const std::optional<evaluation::ActionAdoption> &use) {
    json::object out = workspace::curationToJson(plan);
    out["draft"] = workspace::draftToJson(draft);
    out["use"] = use ? json::value(workspace::adoptionToJson(*use)) : json::value();
    return out;
}

Exit handle(const Context &context, const NameOptions &options, bool accepts) {
    auto opened = context.open();
    if (!opened)
        return context.fail(opened.error());
    auto made = planned(context, **opened, options);
    if (!made)
        return context.fail(made.error());
    const auto &[draft, plan] = *made;
    const auto window = promotionOptions(**opened, {});
    if (!window)
        return context.fail(window.error());
    const auto use = workspace::adoptionOf(**opened, options.name, *window, Job{{}, context.stop});
    if (!use)
        return context.fail(use.error());
    const bool weak = !*use || (*use)->sessions < window->thresholds.promotionSessions;
    if (!context.json) {
        printCuration(context, plan);
        for (const std::string &note : draft.prose.notes)
            context.print("Note: " + shown(note) + ".\n");
        if (weak)
            context.print("Note: the log has little of it: " +
                          (*use ? counted((*use)->sessions, "session", "sessions") : std::string("no use")) +
                          " in this window.\n");
    }
    const bool writes = accepts && !options.review.dryRun;
    if (writes) {
        if (auto accepted = workspace::acceptPromotion(**opened, plan, *use); !accepted)
            return context.fail(accepted.error());
    }
    if (context.json) {
        json::object out = promotionJson(draft, plan, *use);
        out["changed"] = writes && !plan.plan.files.empty();
        out["dry_run"] = !writes;
        return context.printJson(out);
    }
    if (accepts)
        printCurationEnd(context, plan, options.review.dryRun);
    else
        context.print("Nothing was written; actionscope promote accept " + shown(options.name) + " saves it.\n");
    return Exit::Done;
}

} // namespace

void addPromote(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "promote", "Which actions of the long tail earned a place among the curated ones");
    auto window = std::make_shared<WindowOptions>();
    CLI::App *suggests = addCommand(*group, context, "suggest", "List candidates with the evidence of the audit log",
                                    "actionscope promote suggest\n"
                                    "actionscope promote suggest --since 90d --sessions 10 --json");
    suggests->add_option("--since", window->since, "A date, a time, or how long ago (growth.promotion_window)")
        ->type_name("T");
    suggests->add_option("--sessions", window->sessions, "Activated in at least as many (growth.promotion_sessions)")
        ->check(CLI::Range(1, 1'000'000));
    suggests
        ->add_option("--organisations", window->organisations, "By at least as many (growth.promotion_organisations)")
        ->check(CLI::Range(1, 1'000'000));
    suggests->add_option("--limit", window->limit, "Candidates at most")->check(CLI::Range(1, 10'000));
    suggests->callback([&context, window] { context.run = [&context, window] { return suggest(context, *window); }; });

    const auto named = [&](const std::string &name, const std::string &description, const std::string &examples,
                           bool accepts) {
        auto options = std::make_shared<NameOptions>();
        CLI::App *command = addCommand(*group, context, name, description, examples);
        command->add_option("NAME", options->name, "service.action")->required();
        addProseOptions(*command, options->given);
        addReviewOptions(*command, options->review);
        command->callback([&context, options, accepts] {
            context.run = [&context, options, accepts] { return handle(context, *options, accepts); };
        });
    };
    named("draft", "Draft its prose from the catalog's own text, and show what it costs and does",
          "actionscope promote draft github.issues_lock\n"
          "actionscope promote draft github.issues_lock --description \"Lock the talk about an issue.\" --set smoke",
          false);
    named("accept", "Save the draft, or the prose given here, as a curated entry",
          "actionscope promote accept github.issues_lock --dry-run\n"
          "actionscope promote accept github.issues_lock --file prose.yaml",
          true);
}

} // namespace actionscope::cli
