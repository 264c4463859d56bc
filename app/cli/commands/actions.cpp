#include "base/text.h"
#include "catalog/capability_id.h"
#include "commands/commands.h"
#include "context.h"
#include "json_output.h"

#include <CLI/CLI.hpp>

namespace actionscope::cli {
namespace {

constexpr std::size_t LabelColumns = 13;

struct ListOptions {
    std::string service, tier, kind;
    bool curated = false;
};

Exit list(const Context &context, const ListOptions &options) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const auto snapshot = (*opened)->snapshot();
    const catalog::Catalog &catalog = *snapshot->catalog;
    catalog::Ordinal first = 0, end = catalog.size();
    if (!options.service.empty()) {
        const auto index = catalog.findService(options.service);
        if (!index)
            return context.fail(
                {ErrorCode::NotFound,
                 "no service is called \"" + options.service + "\"; `actionscope services list` shows all",
                 {}});
        first = catalog.services()[*index].first;
        end = catalog.services()[*index].end();
    }
    json::array all;
    Table table({{"TIER"}, {"METHOD"}, {"NAME", {}, true}, {"TITLE", {}, true}, {"ENDPOINT", {}, true}});
    std::uint64_t count = 0;
    for (catalog::Ordinal i = first; i < end; ++i) {
        const catalog::CapabilityView action = catalog.at(i);
        const risk::Classification &risk = (*snapshot->risk)[i];
        if (options.curated && !action.curated())
            continue;
        if (!options.kind.empty() && options.kind != catalog::kindName(action.kind()))
            continue;
        if (!options.tier.empty() && options.tier != shownTier(risk) && options.tier != catalog::tierName(risk.tier))
            continue;
        ++count;
        if (context.json) {
            all.push_back(actionJson(*snapshot, i));
            continue;
        }
        const std::string tier(shownTier(risk));
        table.add({{tier, tierStyle(tier, risk::isCatastrophic(risk))},
                   std::string(action.kind() == catalog::Kind::Action ? catalog::methodName(action.method())
                                                                      : catalog::kindName(action.kind())),
                   {catalog.qualifiedName(i) + (action.curated() ? " *" : ""), Style::Bold},
                   std::string(action.title()),
                   std::string(action.path())});
    }
    if (context.json)
        return context.printJson(all);
    context.print(table.render(context.out));
    context.print((table.empty() ? "" : "\n") + counted(count, "action", "actions") +
                  (count > 0 ? "; * curated\n" : "\n"));
    return Exit::Done;
}

void line(const Context &context, std::string_view label, std::string_view text, Style style = Style::Plain) {
    if (text.empty())
        return;
    std::string padded(label);
    padded.resize(LabelColumns, ' ');
    context.print(styled(padded, Style::Dim, context.out) +
                  styled(wrapped(shown(text), context.out.columns, LabelColumns), style, context.out) + '\n');
}

json::array texts(const std::vector<std::string_view> &list) {
    json::array out;
    for (const std::string_view text : list)
        out.emplace_back(text);
    return out;
}

std::string joined(const std::vector<std::string_view> &list) {
    std::string out;
    for (const std::string_view text : list)
        out += (out.empty() ? "" : ", ") + std::string(text);
    return out;
}

Exit show(const Context &context, const std::string &name) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const workspace::Workspace &workspace = **opened;
    const auto snapshot = workspace.snapshot();
    const auto ordinal = workspace.findAction(*snapshot, name);
    if (!ordinal)
        return context.fail(ordinal.error());
    const std::string qualified = snapshot->catalog->qualifiedName(*ordinal);
    const auto provenance = workspace.explainRisk(qualified);
    if (!provenance)
        return context.fail(provenance.error());
    const catalog::CapabilityView action = snapshot->catalog->at(*ordinal);
    const catalog::Service &service = snapshot->catalog->serviceOf(*ordinal);
    const std::size_t serviceIndex = snapshot->catalog->serviceIndexOf(*ordinal);
    const auto schema = workspace.inputSchema(*snapshot, *ordinal);
    const std::string server(action.server().empty() ? std::string_view(service.info.server) : action.server());
    const bool isAction = action.kind() == catalog::Kind::Action;
    const auto text = isAction ? Result<std::string>(std::string()) : workspace.skillContent(*snapshot, *ordinal);
    const std::string consequence = risk::consequence(action, provenance->result, service);
    if (context.json) {
        json::object out = actionJson(*snapshot, *ordinal);
        json::array parameters;
        for (std::size_t i = 0; i < action.parameterCount(); ++i)
            parameters.push_back(parameterJson(action.parameter(i)));
        const json::value inputSchema = schema ? *schema : json::value();
        out["description"] = action.description();
        out["tier"] = catalog::tierName(provenance->result.tier);
        out["consequence"] = consequence;
        out["tags"] = texts(action.tags());
        out["parameters"] = std::move(parameters);
        out["security"] = texts(action.security());
        out["server"] = server;
        out["category"] = action.category();
        out["requires"] = texts(action.requires_());
        out["secrets"] = texts(action.secrets());
        out["available"] = action.available();
        if (!isAction)
            out["text"] = text ? json::value(*text) : json::value();
        out["signature"] = {{"name", qualified}, {"description", action.description()}, {"inputSchema", inputSchema}};
        out["provenance"] = provenanceJson(*provenance);
        out["source"] = {
            {"from", service.info.source},   {"pointer", action.pointer()},
            {"format", service.info.format}, {"version", service.info.version},
            {"sha256", service.info.sha256}, {"hand_file", service.hand ? service.hand->path.string() : ""}};
        out["searchable"] = snapshot->services[serviceIndex].searchable();
        if (!schema)
            out["schema_error"] = schema.error().toString();
        return context.printJson(out);
    }
    const std::string tier(shownTier(provenance->result));
    line(context, "name", isAction ? qualified : catalog::capabilityId(*snapshot->catalog, *ordinal), Style::Bold);
    line(context, "kind", isAction ? std::string_view() : catalog::kindName(action.kind()));
    line(context, "title", action.title());
    line(context, "tier", tier, tierStyle(tier, risk::isCatastrophic(provenance->result)));
    line(context, "consequence", consequence);
    line(context, "endpoint",
         isAction ? std::string(catalog::methodName(action.method())) + ' ' + std::string(action.path())
                  : std::string());
    line(context, "server", server);
    line(context, "description", action.description());
    line(context, "category", action.category());
    line(context, "tags", joined(action.tags()));
    line(context, "requires", joined(action.requires_()));
    line(context, "secrets", joined(action.secrets()));
    line(context, "available", action.available() ? "" : "no");
    line(context, "security", joined(action.security()));
    line(context, "listed", action.curated() ? "always (curated)" : "found by search (long tail)");
    line(context, "deprecated", action.deprecated() ? "yes" : "");
    line(context, "source",
         isAction ? service.info.source + (action.pointer().empty() ? "" : " at " + std::string(action.pointer()))
                  : std::string(action.pointer()));
    Table parameters({{"PARAMETER"}, {"IN"}, {"TYPE"}, {"REQUIRED"}, {"DESCRIPTION", {}, true}});
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        const catalog::ParameterView p = action.parameter(i);
        parameters.add({std::string(p.name), std::string(catalog::placeName(p.place)), std::string(p.type),
                        p.required ? "yes" : "", std::string(p.description)});
    }
    if (!parameters.empty())
        context.print('\n' + parameters.render(context.out));
    context.print('\n' + styled("Why this tier", Style::Dim, context.out) + '\n');
    Table steps({{"STEP"}, {"TIER"}, {"OUTCOME"}, {"WHY", {}, true}, {"SOURCE", {}, true}});
    for (const risk::Step &step : provenance->steps)
        steps.add({step.rule, std::string(catalog::tierName(step.tier)), std::string(risk::outcomeName(step.outcome)),
                   step.detail, step.source});
    context.print(steps.render(context.out));
    context.print('\n' + styled("Input schema", Style::Dim, context.out) + '\n');
    context.print(schema ? revealInvisible(prettyJson(*schema), true) + '\n' : shown(schema.error().toString()) + '\n');
    if (!isAction && (text || text.error().code != ErrorCode::NotFound)) {
        context.print('\n' + styled("Text", Style::Dim, context.out) + '\n');
        context.print((text ? revealInvisible(*text, true) : shown(text.error().toString())) + '\n');
    }
    return Exit::Done;
}

} // namespace

void addActions(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "actions", "List actions, or show one whole");
    auto options = std::make_shared<ListOptions>();
    CLI::App *listing = addCommand(*group, context, "list", "All actions, or those of a service or a tier",
                                   "actionscope actions list --service github\n"
                                   "actionscope actions list --tier catastrophic");
    listing->add_option("--service", options->service, "Only this service's")->type_name("ID");
    listing->add_option("--tier", options->tier, "Only of this tier: read, write, destructive or catastrophic")
        ->type_name("TIER")
        ->check(CLI::IsMember({"read", "write", "destructive", "catastrophic"}).description(""));
    listing->add_option("--kind", options->kind, "Only of this kind: action, tool, skill, extension or channel")
        ->type_name("KIND")
        ->check(CLI::IsMember({"action", "tool", "skill", "extension", "channel"}).description(""));
    listing->add_flag("--curated", options->curated, "Only those with hand-written prose");
    listing->callback([&context, options] { context.run = [&context, options] { return list(context, *options); }; });

    auto name = std::make_shared<std::string>();
    CLI::App *showing =
        addCommand(*group, context, "show", "One action: signature and input schema, tier and why, source",
                   "actionscope actions show github.issues_create\n"
                   "actionscope actions show skill:release-notes");
    showing->add_option("NAME", *name, "service.action, or kind:name of a capability folder")->required();
    showing->callback([&context, name] { context.run = [&context, name] { return show(context, *name); }; });
}

} // namespace actionscope::cli
