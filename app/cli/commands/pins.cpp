#include "commands/commands.h"
#include "context.h"
#include "json_output.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace actionscope::cli {
namespace {

struct Waiting {
    std::string name;
    std::vector<std::string> changes, findings;
    std::string renamedFrom, since;
};

/// Everything that waits for a person: changed definitions, and texts that models do not get to see.
std::vector<Waiting> waiting(const workspace::Workspace &opened) {
    const auto now = opened.snapshot();
    std::vector<Waiting> list;
    for (const auto &[name, change] : now->pins->pending())
        list.push_back({name, change.changes, {}, change.renamedFrom, formatTimestamp(change.since)});
    for (catalog::Ordinal i = 0; i < now->catalog->size(); ++i) {
        const workspace::AgentText text = opened.agentText(*now->catalog, i);
        if (!text.withheld)
            continue;
        const std::string name = now->catalog->qualifiedName(i);
        auto entry = std::ranges::find(list, name, &Waiting::name);
        if (entry == list.end())
            entry = list.insert(list.end(), {name, {}, {}, {}, {}});
        for (const catalog::ScanFinding &finding : text.findings)
            entry->findings.push_back(finding.field + " " + finding.detail);
    }
    std::ranges::sort(list, {}, &Waiting::name);
    return list;
}

json::array texts(const std::vector<std::string> &list) {
    json::array array;
    for (const std::string &entry : list)
        array.emplace_back(entry);
    return array;
}

Exit list(const Context &context) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const std::vector<Waiting> entries = waiting(**opened);
    if (context.json) {
        json::array array;
        for (const Waiting &entry : entries) {
            json::object object{{"name", entry.name},
                                {"changes", texts(entry.changes)},
                                {"findings", texts(entry.findings)}};
            if (!entry.since.empty())
                object["since"] = entry.since;
            if (!entry.renamedFrom.empty())
                object["renamed_from"] = entry.renamedFrom;
            array.push_back(std::move(object));
        }
        return context.printJson({{"waiting", entries.size()}, {"actions", std::move(array)}});
    }
    if (entries.empty())
        context.print("Nothing waits to be accepted.\n");
    for (const Waiting &entry : entries) {
        context.print(shown(entry.name) +
                      (entry.renamedFrom.empty() ? "" : " (was " + shown(entry.renamedFrom) + ")") + '\n');
        for (const std::string &change : entry.changes)
            context.print("  changed: " + shown(change) + '\n');
        for (const std::string &finding : entry.findings)
            context.print("  withheld: " + shown(finding) + '\n');
    }
    if (!entries.empty())
        context.print("\nactionscope pins accept NAME takes one over.\n");
    return Exit::Done;
}

Exit accept(const Context &context, const std::vector<std::string> &names) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    for (const std::string &name : names) {
        if (auto accepted = (*opened)->accept(name); !accepted)
            return context.fail(accepted.error());
    }
    if (context.json)
        return context.printJson({{"accepted", texts(names)}});
    context.print("Accepted " + counted(names.size(), "action", "actions") + ".\n");
    return Exit::Done;
}

} // namespace

void addPins(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "pins", "What changed for the worse or was flagged, and waits for a person");
    addCommand(*group, context, "list", "List what waits, with what changed", "actionscope pins list\n")
        ->callback([&context] { context.run = [&context] { return list(context); }; });
    auto names = std::make_shared<std::vector<std::string>>();
    CLI::App *command = addCommand(*group, context, "accept", "Take over the changed definition or the flagged text",
                                   "actionscope pins accept files.write_file\n");
    command->add_option("NAME", *names, "The action, as service.action")->required();
    command->callback([&context, names] { context.run = [&context, names] { return accept(context, *names); }; });
}

} // namespace actionscope::cli
