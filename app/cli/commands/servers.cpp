#include "commands/commands.h"
#include "context.h"
#include "upstream/mcp_servers.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace actionscope::cli {
namespace {

using upstream::McpServerEntry;

Result<std::vector<McpServerEntry>> serversOf(const workspace::Workspace &workspace) {
    return upstream::readServers(workspace.serversFile());
}

std::uint64_t actionsOf(const workspace::Snapshot &snapshot, const std::string &service) {
    for (const catalog::Service &one : snapshot.catalog->services())
        if (one.info.id == service)
            return one.segment->size();
    return 0;
}

json::object serverJson(const workspace::Snapshot &snapshot, const McpServerEntry &entry) {
    json::array tags;
    for (const std::string &tag : entry.tags)
        tags.emplace_back(tag);
    return {{"name", entry.name},
            {"origin", upstream::serverOrigin(entry)},
            {"path", entry.path},
            {"enabled", entry.enabled},
            {"privacy", entry.privacy},
            {"tags", std::move(tags)},
            {"actions", actionsOf(snapshot, entry.name)}};
}

Exit list(const Context &context) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto entries = serversOf(**opened);
    if (!entries)
        return context.fail(entries.error());
    const auto snapshot = (*opened)->snapshot();
    json::array all;
    Table table({{"SERVER"}, {"STATE"}, {"ACTIONS", Table::Align::Right}, {"ORIGIN", {}, true}});
    for (const McpServerEntry &entry : *entries) {
        all.push_back(serverJson(*snapshot, entry));
        table.add({entry.name,
                   {entry.enabled ? "enabled" : "disabled", entry.enabled ? Style::Good : Style::Dim},
                   grouped(actionsOf(*snapshot, entry.name)),
                   shown(upstream::serverOrigin(entry))});
    }
    if (context.json)
        return context.printJson(all);
    context.print(table.empty() ? "No servers yet. Add one: actionscope import mcp+https://… or mcp+stdio:COMMAND\n"
                                : table.render(context.out));
    return Exit::Done;
}

Exit enable(const Context &context, const std::string &name, bool on) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    if (const auto done = (*opened)->setServerEnabled(name, on); !done)
        return context.fail(done.error());
    if (context.json)
        return context.printJson(json::object{{"name", name}, {"enabled", on}});
    context.print(shown(name) + " is " + (on ? "enabled" : "disabled") +
                  "; a gateway that runs follows when it is started again\n");
    return Exit::Done;
}

/// Connects once and lists the tools, as an import would: nothing is changed.
Exit check(const Context &context, const std::string &name, bool yes) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto entries = serversOf(**opened);
    if (!entries)
        return context.fail(entries.error());
    const auto entry = std::ranges::find(*entries, name, &McpServerEntry::name);
    if (entry == entries->end())
        return context.fail(
            {ErrorCode::NotFound, "no server is called \"" + name + "\"; `actionscope servers list` shows them", {}});
    if (!entry->command.empty() && !yes)
        return context.usage("this would start " + upstream::serverOrigin(*entry) +
                             " with your rights; repeat with --yes to do so");
    const auto secrets = upstream::openSecretStore((*opened)->folder() / ".actionscope" / "keys");
    const auto listing = upstream::listServer(*entry, *secrets, context.stop);
    if (!listing)
        return context.fail(listing.error());
    if (context.json)
        return context.printJson(json::object{{"name", name}, {"answers", true}, {"tools", listing->tools.size()}});
    context.print(shown(name) + " answers and has " + counted(listing->tools.size(), "tool", "tools") + '\n');
    return Exit::Done;
}

} // namespace

void addServers(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "servers", "Upstream MCP servers of servers.yaml (`import` adds them)");
    CLI::App *listing =
        addCommand(*group, context, "list", "Servers, whether they are on, and how many actions they give",
                   "actionscope servers list");
    listing->callback([&context] { context.run = [&context] { return list(context); }; });

    for (const bool on : {true, false}) {
        auto name = std::make_shared<std::string>();
        CLI::App *command =
            addCommand(*group, context, on ? "enable" : "disable",
                       on ? "Let the gateway connect to a server" : "Keep the gateway from a server",
                       on ? "actionscope servers enable weather" : "actionscope servers disable weather");
        command->add_option("NAME", *name, "A server, as `servers list` shows it")->required();
        command->callback(
            [&context, name, on] { context.run = [&context, name, on] { return enable(context, *name, on); }; });
    }

    auto name = std::make_shared<std::string>();
    auto yes = std::make_shared<bool>(false);
    CLI::App *checking = addCommand(*group, context, "check", "Connect to a server once and count its tools",
                                    "actionscope servers check weather");
    checking->add_option("NAME", *name, "A server, as `servers list` shows it")->required();
    checking->add_flag("--yes", *yes, "Start its program, when it is one");
    checking->callback(
        [&context, name, yes] { context.run = [&context, name, yes] { return check(context, *name, *yes); }; });
}

} // namespace actionscope::cli
