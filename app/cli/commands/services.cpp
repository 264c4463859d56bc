#include "commands/commands.h"
#include "context.h"
#include "json_output.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

std::string stateWord(const workspace::ServiceState &state) {
    if (state.lockedByEnvironment)
        return "off (environment)";
    return state.toggle ? "on" : "off";
}

Exit list(const Context &context) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto snapshot = (*opened)->snapshot();
    const auto &services = snapshot->catalog->services();
    if (context.json) {
        json::array all;
        for (std::size_t i = 0; i < services.size(); ++i)
            all.push_back(serviceJson(*snapshot, i));
        return context.printJson(all);
    }
    if (services.empty()) {
        context.print("No services yet. Import some: actionscope import FILE-OR-FOLDER\n");
        return Exit::Done;
    }
    Table table({{"SERVICE"},
                 {"TITLE", {}, true},
                 {"CURATED", Table::Align::Right},
                 {"ACTIONS", Table::Align::Right},
                 {"SEARCH"},
                 {"SOURCE", {}, true}});
    for (std::size_t i = 0; i < services.size(); ++i) {
        const workspace::ServiceState &state = snapshot->services[i];
        table.add({services[i].info.id,
                   services[i].info.title,
                   grouped(services[i].curatedCount),
                   grouped(services[i].segment->size()),
                   {stateWord(state), state.searchable() ? Style::Good : Style::Careful},
                   services[i].info.source});
    }
    context.print(table.render(context.out));
    context.print('\n' + counted(services.size(), "service", "services") + ", " +
                  counted(snapshot->catalog->size(), "action", "actions") + '\n');
    return Exit::Done;
}

Exit toggle(const Context &context, const std::vector<std::string> &ids, bool on) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    json::array changed;
    for (const std::string &id : ids) {
        if (const auto set = (*opened)->setSearchable(id, on); !set)
            return context.fail(set.error());
        const auto snapshot = (*opened)->snapshot();
        const auto index = snapshot->catalog->findService(id);
        if (!index)
            continue;
        changed.push_back(serviceJson(*snapshot, *index));
        if (!context.json)
            context.print(shown(id) + (on ? ": found by searches again\n"
                                          : ": no longer found by searches; what is active stays callable\n"));
    }
    return context.json ? context.printJson(changed) : Exit::Done;
}

} // namespace

void addServices(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "services", "List the services, and say which of them searches may find");
    CLI::App *listing = addCommand(*group, context, "list", "All services with their counts and toggles",
                                   "actionscope services list\nactionscope services list --json");
    listing->callback([&context] { context.run = [&context] { return list(context); }; });
    for (const bool on : {true, false}) {
        auto ids = std::make_shared<std::vector<std::string>>();
        CLI::App *command = addCommand(
            *group, context, on ? "enable" : "disable",
            on ? "Let searches find a service again" : "Hide a service from searches; its files stay as they are",
            on ? "actionscope services enable github" : "actionscope services disable github stripe");
        command->add_option("ID", *ids, "Ids of services, as `services list` shows them")->required();
        command->callback(
            [&context, ids, on] { context.run = [&context, ids, on] { return toggle(context, *ids, on); }; });
    }
}

} // namespace actionscope::cli
