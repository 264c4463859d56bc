#include "commands/commands.h"
#include "context.h"
#include "principals.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

Exit explain(const Context &context, const std::string &principal, const std::string &name) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto snapshot = (*opened)->snapshot();
    const auto who = principalOf(**opened, principal);
    if (!who)
        return context.fail(who.error());
    const auto ordinal = (*opened)->findAction(*snapshot, name);
    if (!ordinal)
        return context.fail(ordinal.error());
    const std::uint32_t service = snapshot->catalog->serviceIndexOf(*ordinal);
    const auto view = snapshot->catalog->at(*ordinal);
    const catalog::Tier tier = (*snapshot->risk)[*ordinal].tier;
    const auto explanation =
        snapshot->access->explain(*who, snapshot->catalog->services()[service].info.id, view.name(), tier);
    const bool searchable = snapshot->services[service].searchable();
    if (context.json) {
        json::array steps;
        for (const auto &step : explanation.steps)
            steps.push_back(json::object{{"file", step.where.file},
                                         {"line", step.where.line},
                                         {"column", step.where.column},
                                         {"detail", step.detail},
                                         {"decides", step.decides}});
        return context.printJson(json::object{{"principal",
                                               {{"name", who->name},
                                                {"role", governance::roleName(who->role)},
                                                {"user", who->user},
                                                {"organisation", who->organisation},
                                                {"profile", who->profile}}},
                                              {"name", name},
                                              {"tier", catalog::tierName(tier)},
                                              {"allowed", explanation.allowed},
                                              {"searchable", searchable},
                                              {"reason", explanation.reason},
                                              {"steps", std::move(steps)}});
    }
    context.print(styled(shown(explanation.reason), explanation.allowed ? Style::Good : Style::Danger, context.out) +
                  '\n');
    for (const auto &step : explanation.steps)
        context.print(std::string(step.decides ? "  → " : "    ") + shown(step.detail) +
                      (step.where.toString().empty() ? "" : "  (" + shown(step.where.toString()) + ')') + '\n');
    if (!searchable)
        context.print("The service is switched off for search: it cannot be found or newly activated by anybody.\n");
    return Exit::Done;
}

} // namespace

void addAccess(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "access", "Ask access.yaml who may find and call what");
    auto principal = std::make_shared<std::string>(), name = std::make_shared<std::string>();
    CLI::App *explaining = addCommand(*group, context, "explain", "Say whether somebody may have an action, and why",
                                      "actionscope access explain ci github.repos_delete\n"
                                      "actionscope access explain role=agent,org=acme github.repos_delete");
    explaining->add_option("PRINCIPAL", *principal, "A token's name or id, or attributes: role=agent,org=acme,user=ana")
        ->required();
    explaining->add_option("NAME", *name, "service.action")->required();
    explaining->callback([&context, principal, name] {
        context.run = [&context, principal, name] { return explain(context, *principal, *name); };
    });
}

} // namespace actionscope::cli
