#include "base/text.h"
#include "commands/commands.h"
#include "commands/import_mcp.h"
#include "commands/import_report.h"
#include "context.h"
#include "json_output.h"
#include "workspace/manifest_import.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace actionscope::cli {
namespace {

using workspace::ImportReport;

constexpr std::size_t ListedServices = 40, ListedSkipped = 20, ListedWarnings = 10, ListedChanges = 20;

struct Options {
    std::vector<std::string> sources;
    std::string service;
    std::vector<std::string> renames; // SOURCE=ID
    std::string as = "auto";
    bool preview = false, yes = false;
};

/// Whether anything under `argument` (a file, a folder, a URL) became a service. Reports name sources as they were
/// given.
bool gaveService(const ImportReport &report, const std::string &argument) {
    const std::string folder = argument.ends_with('/') ? argument : argument + '/';
    return std::any_of(report.items.begin(), report.items.end(), [&](const ImportReport::Item &item) {
        return item.source == argument || item.source.starts_with(folder);
    });
}

void printServices(const Context &context, const ImportReport &report) {
    Table table({{"SERVICE", {}, true},
                 {"ACTIONS", Table::Align::Right},
                 {"NEW", Table::Align::Right},
                 {"CHANGED", Table::Align::Right},
                 {"REMOVED", Table::Align::Right},
                 {"READ", Table::Align::Right},
                 {"WRITE", Table::Align::Right},
                 {"DESTRUCTIVE", Table::Align::Right},
                 {"CATASTROPHIC", Table::Align::Right},
                 {"FORMAT"}});
    // The largest services are what a person looks for in a long list.
    std::vector<const ImportReport::Item *> items;
    for (const ImportReport::Item &item : report.items)
        items.push_back(&item);
    if (items.size() > ListedServices) {
        std::stable_sort(items.begin(), items.end(),
                         [](const auto *a, const auto *b) { return a->actions > b->actions; });
        items.resize(ListedServices);
    }
    for (const ImportReport::Item *item : items)
        table.add({item->service,
                   grouped(item->actions),
                   grouped(item->added),
                   grouped(item->changed),
                   grouped(item->removed),
                   grouped(item->tiers[0]),
                   grouped(item->tiers[1]),
                   grouped(item->tiers[2]),
                   {grouped(item->tiers[3]), item->tiers[3] > 0 ? Style::Alarm : Style::Plain},
                   item->format});
    context.print(table.render(context.out));
    if (report.items.size() > items.size())
        context.print("… and " + grouped(report.items.size() - items.size()) + " smaller ones (--json has all)\n");
}

/// The rows of what changed or went away; of services that were there before, what is new as well.
void printChanges(const Context &context, const ImportReport &report) {
    using Change = ImportReport::Change;
    std::vector<const Change *> rows;
    std::uint64_t all = 0;
    for (const ImportReport::Item &item : report.items) {
        if (item.added == item.actions && item.removed == 0)
            continue;
        all += std::uint64_t(item.added) + item.changed + item.removed;
        for (const Change &change : item.changes)
            rows.push_back(&change);
    }
    if (rows.empty())
        return;
    // Among many services too, what breaks callers comes first.
    const auto rank = [](const Change *change) { return change->kind == Change::Added ? 1 : 0; };
    std::stable_sort(rows.begin(), rows.end(), [&](const auto *a, const auto *b) { return rank(a) < rank(b); });
    rows.resize(std::min(rows.size(), ListedChanges));
    context.print("\n");
    Table table({{"", {}, true}, {"ACTION", {}, true}, {"WHAT"}});
    for (const Change *change : rows)
        table.add({std::string(changeWord(change->kind)), shown(change->name), shown(change->what)});
    context.print(table.render(context.out));
    if (all > rows.size())
        context.print("… and " + grouped(all - rows.size()) + " more (--json has up to " +
                      grouped(ImportReport::ListedChanges) + " a service)\n");
}

void printReport(const Context &context, const ImportReport &report, bool preview) {
    if (report.items.empty()) {
        context.print(preview ? "Nothing could be imported.\n" : "Nothing was imported.\n");
    } else {
        context.print(std::string(preview ? "Would import " : "Imported ") +
                      counted(report.services, "service", "services") + " with " +
                      counted(report.actions, "action", "actions") + " from " +
                      counted(report.sources, "source", "sources") + " in " + std::to_string(report.elapsedMs / 1000) +
                      '.' + std::to_string(report.elapsedMs % 1000 / 100) + " s\n\n");
        printServices(context, report);
        printChanges(context, report);
    }
    if (!report.skipped.empty()) {
        context.print('\n' + counted(report.skipped.size(), "thing was", "things were") + " skipped:\n");
        for (std::size_t i = 0; i < std::min(report.skipped.size(), ListedSkipped); ++i) {
            const ingest::Skipped &entry = report.skipped[i];
            context.print("  " + shown(entry.source) + (entry.pointer.empty() ? "" : " " + shown(entry.pointer)) +
                          ": " + shown(entry.reason) + '\n');
        }
        if (report.skipped.size() > ListedSkipped)
            context.print("  … and " + grouped(report.skipped.size() - ListedSkipped) + " more (--json has all)\n");
    }
    for (std::size_t i = 0; i < std::min(report.warnings.size(), ListedWarnings); ++i)
        context.warn(report.warnings[i]);
    if (report.warnings.size() > ListedWarnings)
        context.warn("… and " + grouped(report.warnings.size() - ListedWarnings) + " more (--json has all)");
    if (!report.blocked.empty())
        context.warn(counted(report.blocked.size(), "action", "actions") +
                     " changed for the worse and cannot be called until you accept that (actionscope pins list): " +
                     report.blocked.front() + (report.blocked.size() > 1 ? ", …" : ""));
    for (const catalog::Finding &finding : report.findings)
        context.warn((finding.where.toString().empty() ? "" : finding.where.toString() + ": ") + finding.message +
                     " (found by lint: " + finding.rule + ')');
}

/// One MCP server: connects, lists its tools and makes them actions.
Exit importServer(const Context &context, const Options &options) {
    if (options.sources.size() != 1)
        return context.usage("MCP servers are imported one by one");
    auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto entry = mcpEntry(options.sources.front(), options.service, (*opened)->serversFile());
    if (!entry)
        return context.fail(entry.error());
    if (!entry->command.empty() && !options.yes) {
        // Import reads elsewhere; here it runs a program with this person's rights.
        std::string words;
        for (const std::string &word : entry->command)
            words += ' ' + json::serialize(json::string(word));
        return context.usage("this would start the program" + revealInvisible(words) +
                             " with your rights, now and whenever its tools are called; repeat with --yes to do so");
    }
    const auto secrets = upstream::openSecretStore((*opened)->folder() / ".actionscope" / "keys");
    const auto listing = upstream::listServer(*entry, *secrets, context.stop);
    if (!listing)
        return context.fail(listing.error());
    ProgressBar progress(context.err, context.stop);
    if (options.preview) {
        progress.finish();
        const auto read = ingest::readMcpTools(*listing, (*opened)->snapshot()->settings.limits);
        if (!read)
            return context.fail(read.error());
        if (context.json) {
            json::array actions;
            for (const catalog::Capability &action : read->actions)
                actions.emplace_back(listing->service + "." + action.name);
            return context.printJson(
                {{"services", 1}, {"actions", read->actions.size()}, {"names", std::move(actions)}});
        }
        context.print("Would import " + counted(read->actions.size(), "tool", "tools") + " as " + listing->service +
                      ":\n");
        for (const catalog::Capability &action : read->actions)
            context.print("  " + shown(action.name) + "  " + shown(action.title) + '\n');
        return Exit::Done;
    }
    const auto report = (*opened)->importMcp(*entry, *listing, progress.job());
    progress.finish();
    if (!report)
        return context.fail(report.error());
    if (context.json)
        return context.printJson(importJson(*report));
    if (report->items.empty()) {
        context.print("Nothing changed.\n");
        return Exit::Done;
    }
    printReport(context, *report, false);
    return Exit::Done;
}

/// Capability folders: copied, never run.
Exit importFolders(const Context &context, const Options &options) {
    if (!options.service.empty() || !options.renames.empty())
        return context.usage("capabilities have the ids that their manifests give: --service and --rename are for "
                             "descriptions");
    auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    ProgressBar progress(context.err, context.stop);
    const auto report = workspace::importManifests(**opened, options.sources, options.preview, progress.job());
    progress.finish();
    if (!report)
        return context.fail(report.error());
    if (context.json)
        context.printJson(importJson(*report));
    else
        printReport(context, *report, options.preview);
    for (const std::string &source : options.sources)
        if (const auto reason = std::find_if(report->skipped.begin(), report->skipped.end(),
                                             [&](const auto &entry) { return entry.source == source; });
            reason != report->skipped.end())
            return context.fail({ErrorCode::Unsupported,
                                 (reason->pointer.empty() ? "" : "at " + reason->pointer + ": ") + reason->reason,
                                 {source}});
    return Exit::Done;
}

Exit import(const Context &context, const Options &options) {
    if (options.as == "manifest" ||
        (options.as == "auto" && std::all_of(options.sources.begin(), options.sources.end(),
                                             [](const auto &source) { return workspace::holdsCapabilities(source); })))
        return importFolders(context, options);
    if (std::any_of(options.sources.begin(), options.sources.end(),
                    [&](const std::string &source) { return isMcpSource(source, options.as); }))
        return importServer(context, options);
    auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    ProgressBar progress(context.err, context.stop);
    workspace::ImportOptions how;
    how.as = options.as;
    if (!options.service.empty())
        how.serviceId = options.service;
    for (const std::string &rename : options.renames) {
        // A URL may hold `=` itself, an id cannot.
        const std::size_t at = rename.rfind('=');
        how.serviceIdBySource[rename.substr(0, at)] = rename.substr(at + 1);
    }
    const auto report = options.preview ? (*opened)->previewImport(options.sources, how, progress.job())
                                        : (*opened)->import(options.sources, how, progress.job());
    progress.finish();
    if (!report)
        return context.fail(report.error());
    if (context.json)
        context.printJson(importJson(*report));
    else
        printReport(context, *report, options.preview);
    if (!options.preview && context.stop.stop_requested() && !(*opened)->snapshot()->indexIsCurrent())
        context.warn("stopped after the catalogs were written; the index is built at the next search");
    for (const std::string &source : options.sources) {
        if (gaveService(*report, source))
            continue;
        const auto reason = std::find_if(report->skipped.begin(), report->skipped.end(),
                                         [&](const auto &entry) { return entry.source == source; });
        std::string message = "nothing was imported from this source";
        if (reason != report->skipped.end())
            message = (reason->pointer.empty() ? "" : "at " + reason->pointer + ": ") + reason->reason;
        return context.fail({ErrorCode::Unsupported, message, {source}});
    }
    return Exit::Done;
}

} // namespace

void printImportReport(const Context &context, const ImportReport &report, bool preview) {
    printReport(context, report, preview);
}

void addImport(CLI::App &app, Context &context) {
    auto options = std::make_shared<Options>();
    CLI::App *command =
        addCommand(app, context, "import", "Read OpenAPI and Swagger descriptions into the workspace's catalogs",
                   "actionscope import api.github.com.json\n"
                   "actionscope import descriptions/ https://example.com/openapi.yaml\n"
                   "actionscope import payments.json --service payments\n"
                   "actionscope import descriptions/ --preview --json\n"
                   "actionscope import mcp+https://mcp.example.com/mcp --service weather\n"
                   "actionscope import 'mcp+stdio:npx -y @modelcontextprotocol/server-memory' --yes\n"
                   "actionscope import skills/release-notes --as manifest");
    command
        ->add_option("SOURCE", options->sources,
                     "A file, a folder (walked), an http(s) URL, an MCP server (mcp+https://… or mcp+stdio:COMMAND), "
                     "or a folder with CAPABILITY.yaml or SKILL.md")
        ->required();
    command->add_option("--service", options->service, "The service's id, for a single description")
        ->type_name("ID")
        ->check([](const std::string &id) {
            return !id.empty() && serviceId(id) == id
                       ? std::string()
                       : '"' + id + "\" is no service id: lower-case letters, digits and single `-` between them";
        });
    command
        ->add_option("--rename", options->renames,
                     "The id of one source of several, the source as the report names it; may be repeated")
        ->type_name("SOURCE=ID")
        ->allow_extra_args(false)
        ->check([](const std::string &rename) {
            const std::size_t at = rename.rfind('=');
            const std::string id = at == std::string::npos ? std::string() : rename.substr(at + 1);
            return !id.empty() && serviceId(id) == id
                       ? std::string()
                       : '"' + rename +
                             "\" is not of the form SOURCE=ID with a service id: lower-case letters, digits "
                             "and single `-` between them";
        });
    command
        ->add_option("--as", options->as, "What the sources are: auto, openapi, mcp or manifest (capability folders)")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"auto", "openapi", "mcp", "manifest"}).description(""));
    command->add_flag("--yes", options->yes, "Start the program that mcp+stdio: names");
    command->add_flag("--preview", options->preview, "Say what would be imported; write nothing");
    command->callback([&context, options] { context.run = [&context, options] { return import(context, *options); }; });
}

} // namespace actionscope::cli
