#include "commands/commands.h"
#include "context.h"
#include "edit_output.h"
#include "json_output.h"
#include "workspace/curation.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

namespace actionscope::cli {
namespace {

using workspace::EditPlan;
using workspace::Workspace;
using Edits = std::vector<std::pair<std::string, catalog::Edit>>;

constexpr std::size_t ListedDisagreements = 60;

struct SetOptions {
    std::string name, tier, approval, reason;
    bool dryRun = false;
};

std::string gated(const risk::Classification &c) {
    return std::string(catalog::tierName(c.tier)) + (c.approval == catalog::Approval::Admin ? " + admin approval" : "");
}

void printProvenance(const Context &context, const std::string &name, const risk::Provenance &provenance) {
    const std::string tier(shownTier(provenance.result));
    context.print(styled(shown(name), Style::Bold, context.out) + ": " +
                  styled(tier, tierStyle(tier, risk::isCatastrophic(provenance.result)), context.out) +
                  (provenance.result.approval == catalog::Approval::Admin ? ", needs an admin's approval" : "") +
                  (provenance.result.overridden
                       ? " (the rules say " + std::string(catalog::tierName(provenance.result.ruleTier)) + ")"
                       : "") +
                  "\n\n");
    Table table({{"STEP"}, {"TIER"}, {"OUTCOME"}, {"WHY", {}, true}, {"SOURCE", {}, true}});
    for (const risk::Step &step : provenance.steps)
        table.add(
            {step.rule,
             {std::string(catalog::tierName(step.tier)) + (step.approval == catalog::Approval::Admin ? " + admin" : ""),
              tierStyle(catalog::tierName(step.tier))},
             {std::string(risk::outcomeName(step.outcome)),
              step.outcome == risk::Step::Outcome::Decides ? Style::Bold : Style::Dim},
             step.detail + (step.reason.empty() ? "" : " — " + step.reason),
             step.source});
    context.print(table.render(context.out));
}

Exit show(const Context &context, const std::string &name) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto provenance = (*opened)->explainRisk(name);
    if (!provenance)
        return context.fail(provenance.error());
    if (context.json)
        return context.printJson(riskJson(name, *provenance));
    printProvenance(context, name, *provenance);
    return Exit::Done;
}

/// Plans, shows, and unless it is a rehearsal writes the edits of one action.
Exit edit(const Context &context, Workspace &workspace, const std::string &name, const Edits &edits, bool dryRun) {
    const auto before = workspace.explainRisk(name);
    if (!before)
        return context.fail(before.error());
    const auto plan = workspace.planEdits(edits);
    if (!plan)
        return context.fail(plan.error());
    if (!plan->missingReason.empty())
        return context.fail({ErrorCode::InvalidArgument,
                             "lowering the risk of " + plan->missingReason.front() +
                                 " needs a reason, which the file and the audit log keep: add --reason TEXT",
                             {}});
    const auto snapshot = workspace.snapshot();
    if (!context.json && !plan->files.empty()) {
        printDiff(context, *plan);
        context.print("\n");
        for (const EditPlan::TierChange &change : plan->tierChanges)
            context.print(shown(snapshot->catalog->qualifiedName(change.action)) + ": " + gated(change.before) + " → " +
                          gated(change.after) + '\n');
        if (plan->tierChanges.empty())
            context.print("No tier or gate changes by this.\n");
    }
    if (!dryRun && !plan->files.empty()) {
        if (const auto applied = workspace.applyEdits(*plan, edits); !applied)
            return context.fail(applied.error());
    }
    const bool changed = !dryRun && !plan->files.empty();
    if (!context.json) {
        if (plan->files.empty())
            context.print("Nothing to change: the file says so already.\n");
        else if (dryRun)
            context.print("Nothing was written (--dry-run).\n");
        return Exit::Done;
    }
    const auto after = workspace.explainRisk(name);
    if (!after)
        return context.fail(after.error());
    json::object out = riskJson(name, *after);
    out["before"] = {{"tier", catalog::tierName(before->result.tier)},
                     {"approval", catalog::approvalName(before->result.approval)}};
    out["changed"] = changed;
    out["dry_run"] = dryRun;
    out["diff"] = workspace::diffToJson(*plan);
    json::array moved;
    for (const EditPlan::TierChange &change : plan->tierChanges)
        moved.push_back({{"name", snapshot->catalog->qualifiedName(change.action)},
                         {"before",
                          {{"tier", catalog::tierName(change.before.tier)},
                           {"approval", catalog::approvalName(change.before.approval)}}},
                         {"after",
                          {{"tier", catalog::tierName(change.after.tier)},
                           {"approval", catalog::approvalName(change.after.approval)}}}});
    out["tier_changes"] = std::move(moved);
    return context.printJson(out);
}

/// The override by name that the hand-written file holds for an action, if any.
std::optional<catalog::Override> existingOverride(const workspace::Snapshot &snapshot, catalog::Ordinal ordinal) {
    const catalog::Service &service = snapshot.catalog->serviceOf(ordinal);
    if (service.hand) {
        for (const catalog::Override &entry : service.hand->overrides) {
            if (entry.action == snapshot.catalog->at(ordinal).name())
                return entry;
        }
    }
    return std::nullopt;
}

Exit set(const Context &context, const SetOptions &options) {
    if (options.tier.empty() && options.approval.empty())
        return context.usage("say what to set: --tier read|write|destructive, --approval admin|none, or both; see "
                             "`actionscope risk set --help`");
    auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto snapshot = (*opened)->snapshot();
    const auto ordinal = (*opened)->findAction(*snapshot, options.name);
    if (!ordinal)
        return context.fail(ordinal.error());
    catalog::Override value = existingOverride(*snapshot, *ordinal).value_or(catalog::Override{});
    const catalog::Override before = value;
    value.action = snapshot->catalog->at(*ordinal).name();
    if (!options.tier.empty())
        value.risk = catalog::tierFromName(options.tier);
    if (!options.approval.empty())
        value.approval = catalog::approvalFromName(options.approval);
    if (!options.reason.empty())
        value.reason = options.reason;
    else if (value.risk != before.risk || value.approval != before.approval)
        value.reason.clear(); // The old reason was for another decision.
    return edit(context, **opened, options.name,
                {{snapshot->catalog->serviceOf(*ordinal).info.id, catalog::SetOverride{value}}}, options.dryRun);
}

Exit unset(const Context &context, const SetOptions &options) {
    auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto snapshot = (*opened)->snapshot();
    const auto ordinal = (*opened)->findAction(*snapshot, options.name);
    if (!ordinal)
        return context.fail(ordinal.error());
    if (!existingOverride(*snapshot, *ordinal))
        return context.fail(
            {ErrorCode::NotFound,
             options.name + " has no override by name; `actionscope risk show " + options.name + "` says what decides",
             {}});
    catalog::RemoveOverride removal;
    removal.action = snapshot->catalog->at(*ordinal).name();
    removal.reason = options.reason;
    return edit(context, **opened, options.name, {{snapshot->catalog->serviceOf(*ordinal).info.id, removal}},
                options.dryRun);
}

using Counts = std::array<std::uint64_t, 4>; ///< read, write, destructive, catastrophic

json::object countsJson(const Counts &counts) {
    return {{"read", counts[0]}, {"write", counts[1]}, {"destructive", counts[2]}, {"catastrophic", counts[3]}};
}

Exit report(const Context &context, const std::string &onlyService) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto snapshot = (*opened)->snapshot();
    const catalog::Catalog &catalog = *snapshot->catalog;
    if (!onlyService.empty() && !catalog.findService(onlyService))
        return context.fail({ErrorCode::NotFound, "no service is called \"" + onlyService + '"', {}});
    const auto wanted = [&](const catalog::Service &service) {
        return onlyService.empty() || service.info.id == onlyService;
    };
    Counts totals{};
    std::vector<std::pair<const catalog::Service *, Counts>> services;
    std::uint64_t overridden = 0, review = 0, all = 0;
    for (const catalog::Service &service : catalog.services()) {
        if (!wanted(service))
            continue;
        Counts counts{};
        for (catalog::Ordinal i = service.first; i < service.end(); ++i) {
            const risk::Classification &c = (*snapshot->risk)[i];
            counts[risk::isCatastrophic(c) ? 3 : static_cast<std::size_t>(c.tier)]++;
            overridden += c.overridden ? 1 : 0;
            review += c.review ? 1 : 0;
            ++all;
        }
        for (std::size_t i = 0; i < counts.size(); ++i)
            totals[i] += counts[i];
        services.emplace_back(&service, counts);
    }
    std::vector<risk::Disagreement> disagreements = snapshot->policy->disagreements(catalog);
    std::erase_if(disagreements, [&](const auto &d) { return !wanted(catalog.serviceOf(d.action)); });
    if (context.json) {
        json::array list, doubts;
        for (const auto &[service, counts] : services) {
            json::object entry = countsJson(counts);
            entry["id"] = service->info.id;
            list.push_back(std::move(entry));
        }
        for (const risk::Disagreement &d : disagreements)
            doubts.push_back({{"kind", risk::disagreementName(d.kind)},
                              {"name", catalog.qualifiedName(d.action)},
                              {"tier", catalog::tierName((*snapshot->risk)[d.action].tier)},
                              {"message", d.message},
                              {"file", d.where.file},
                              {"line", d.where.line},
                              {"column", d.where.column}});
        return context.printJson({{"actions", all},
                                  {"totals", countsJson(totals)},
                                  {"overridden", overridden},
                                  {"review", review},
                                  {"services", std::move(list)},
                                  {"disagreements", std::move(doubts)}});
    }
    Table table({{"SERVICE", {}, true},
                 {"READ", Table::Align::Right},
                 {"WRITE", Table::Align::Right},
                 {"DESTRUCTIVE", Table::Align::Right},
                 {"CATASTROPHIC", Table::Align::Right}});
    for (const auto &[service, counts] : services)
        table.add({service->info.id,
                   grouped(counts[0]),
                   grouped(counts[1]),
                   grouped(counts[2]),
                   {grouped(counts[3]), counts[3] > 0 ? Style::Alarm : Style::Plain}});
    if (services.size() != 1)
        table.add({{"all", Style::Bold},
                   grouped(totals[0]),
                   grouped(totals[1]),
                   grouped(totals[2]),
                   {grouped(totals[3]), totals[3] > 0 ? Style::Alarm : Style::Plain}});
    context.print(table.render(context.out));
    context.print('\n' + counted(overridden, "action has", "actions have") + " an override; " +
                  counted(review, "is", "are") + " worth a second look\n");
    if (disagreements.empty())
        return Exit::Done;
    context.print(
        '\n' + styled(counted(disagreements.size(), "disagreement", "disagreements"), Style::Bold, context.out) + '\n');
    for (std::size_t i = 0; i < std::min(disagreements.size(), ListedDisagreements); ++i) {
        const risk::Disagreement &d = disagreements[i];
        const std::string where = d.where.toString();
        context.print("  " + styled(std::string(risk::disagreementName(d.kind)), Style::Dim, context.out) + "  " +
                      styled(shown(catalog.qualifiedName(d.action)), Style::Bold, context.out) + ": " +
                      shown(d.message) + (where.empty() ? "" : " (" + shown(where) + ')') + '\n');
    }
    if (disagreements.size() > ListedDisagreements)
        context.print("  … and " + grouped(disagreements.size() - ListedDisagreements) +
                      " more (--service ID shows one service's, --json has all)\n");
    return Exit::Done;
}

} // namespace

void addRisk(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "risk", "Risk tiers: why an action has the one it has, and setting another");

    auto name = std::make_shared<std::string>();
    CLI::App *showing = addCommand(*group, context, "show",
                                   "The tier of an action and the whole chain of reasons, losing ones included",
                                   "actionscope risk show github.repos_delete");
    showing->add_option("NAME", *name, "service.action")->required();
    showing->callback([&context, name] { context.run = [&context, name] { return show(context, *name); }; });

    auto options = std::make_shared<SetOptions>();
    CLI::App *setting = addCommand(
        *group, context, "set", "Override the tier or the gate of an action, in the service's hand-written file",
        "actionscope risk set github.repos_delete --approval admin --reason \"No way back.\"\n"
        "actionscope risk set driftbox.availability_query --tier read --reason \"Only compares calendars.\"\n"
        "actionscope risk set github.repos_delete --tier write --reason \"…\" --dry-run");
    setting->add_option("NAME", options->name, "service.action")->required();
    setting->add_option("--tier", options->tier, "read, write or destructive")
        ->type_name("TIER")
        ->check(CLI::IsMember({"read", "write", "destructive"}).description(""));
    setting
        ->add_option("--approval", options->approval, "admin puts it behind an admin's approval, none takes that away")
        ->type_name("GATE")
        ->check(CLI::IsMember({"admin", "none"}).description(""));
    setting->add_option("--reason", options->reason, "Why; needed for lowering a tier or taking a gate away")
        ->type_name("TEXT");
    setting->add_flag("--dry-run", options->dryRun, "Show the change and what it does; write nothing");
    setting->callback([&context, options] { context.run = [&context, options] { return set(context, *options); }; });

    auto removal = std::make_shared<SetOptions>();
    CLI::App *unsetting = addCommand(*group, context, "unset", "Take the override of an action away again",
                                     "actionscope risk unset github.repos_delete --reason \"The rules know it now.\"");
    unsetting->add_option("NAME", removal->name, "service.action")->required();
    unsetting->add_option("--reason", removal->reason, "Why; needed when it lowers the tier or takes a gate away")
        ->type_name("TEXT");
    unsetting->add_flag("--dry-run", removal->dryRun, "Show the change and what it does; write nothing");
    unsetting->callback(
        [&context, removal] { context.run = [&context, removal] { return unset(context, *removal); }; });

    auto service = std::make_shared<std::string>();
    CLI::App *reporting =
        addCommand(*group, context, "report", "Counts per tier and service, and where two sources of evidence disagree",
                   "actionscope risk report\nactionscope risk report --service github --json");
    reporting->add_option("--service", *service, "Only this service's")->type_name("ID");
    reporting->callback(
        [&context, service] { context.run = [&context, service] { return report(context, *service); }; });
}

} // namespace actionscope::cli
