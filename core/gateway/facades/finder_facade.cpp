/// intelligent_tool_finder and invoke_mcp_tool (TF1, TF2): tools of the registered MCP servers, found in two stages.
#include "base/text.h"
#include "gateway/agent_search.h"
#include "gateway/facades/arguments.h"
#include "gateway/facades/tool_names.h"
#include "gateway/session_profile.h"
#include "ingest/mcp_tools.h"

#include <algorithm>

namespace actionscope::gateway {
namespace {

using tool_names::Find, tool_names::Invoke;

constexpr std::size_t MostTools = 1000; ///< of one answer: what a record of the log can name

json::object text(std::string_view description) { return {{"type", "string"}, {"description", description}}; }

/// "# Heading", "`name`: prose": the prose split as TF1 hands it out.
json::object parsedDescription(const AgentText &prose, const catalog::CapabilityView &tool) {
    json::object parameters;
    for (std::size_t i = 0; i < tool.parameterCount(); ++i) {
        const catalog::ParameterView parameter = tool.parameter(i);
        parameters[parameter.name] = prose.withheld ? std::string() : revealInvisible(parameter.description);
    }
    return {{"main", prose.description.empty() ? prose.title : prose.description},
            {"parameters", std::move(parameters)}};
}

class FinderFacade final : public Facade {
public:
    explicit FinderFacade(Services &services)
        : m_services(services) {}

    std::string_view name() const override { return "finder"; }

    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        if (!governance::holds(caller.principal.role, governance::Permission::ViewTools))
            return;
        ToolDefinition find;
        find.name = Find;
        find.description =
            "Finds tools of the registered MCP servers by meaning and by tags: first the best servers, then "
            "the best tools in them. Give a query, tags (all must match), or both.";
        find.inputSchema = json::object{
            {"type", "object"},
            {"properties",
             {{"natural_language_query", text("What should be done")},
              {"tags", {{"type", "array"}, {"items", {{"type", "string"}}}, {"description", "All of them must match"}}},
              {"top_k_services", {{"type", "integer"}, {"minimum", 1}, {"maximum", 50}, {"default", 3}}},
              {"top_n_tools", {{"type", "integer"}, {"minimum", 1}, {"maximum", 50}, {"default", 1}}}}},
            {"additionalProperties", false}};
        find.annotations = {{"readOnlyHint", true}, {"openWorldHint", false}};
        tools.push_back(std::move(find));
        if (!governance::holds(caller.principal.role, governance::Permission::RunTools))
            return;
        ToolDefinition invoke;
        invoke.name = Invoke;
        invoke.description =
            "Runs a tool that intelligent_tool_finder found, on its server. Writing and destructive tools "
            "must be activated with gateway_activate first and confirmed for each call.";
        invoke.inputSchema =
            json::object{{"type", "object"},
                         {"properties",
                          {{"server_name", text("service_path of the finder's result, e.g. /weather")},
                           {"tool_name", text("tool_name of the finder's result")},
                           {"arguments", {{"type", "object"}}},
                           {"user_confirmed",
                            {{"type", "boolean"}, {"description", "true only after the person agreed to this call"}}},
                           {"mcp_registry_url", text("Leave out: only this gateway's own registry is asked")}}},
                         {"required", json::array{"server_name", "tool_name", "arguments"}},
                         {"additionalProperties", false}};
        invoke.annotations = {{"readOnlyHint", false}, {"destructiveHint", true}, {"openWorldHint", true}};
        tools.push_back(std::move(invoke));
    }

    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        if (tool == Find)
            return find(caller, arguments);
        if (tool == Invoke)
            return invoke(caller, arguments);
        return std::nullopt;
    }

private:
    std::vector<upstream::McpServerEntry> enabledServers() const {
        std::vector<upstream::McpServerEntry> enabled;
        for (const upstream::ServerHealth &health : m_services.servers.health())
            if (auto entry = m_services.servers.entry(health.name); entry && entry->enabled)
                enabled.push_back(std::move(*entry));
        return enabled;
    }

    static const upstream::McpServerEntry *serverOf(const std::vector<upstream::McpServerEntry> &servers,
                                                    std::string_view service) {
        const auto found = std::find_if(servers.begin(), servers.end(),
                                        [&](const upstream::McpServerEntry &each) { return each.name == service; });
        return found == servers.end() ? nullptr : &*found;
    }

    static std::string pathOf(const upstream::McpServerEntry &entry) {
        return entry.path.empty() ? '/' + entry.name : entry.path;
    }

    /// Tags of the server and of the tool count alike; every wanted one must be among them.
    static bool hasTags(const upstream::McpServerEntry &server, const catalog::CapabilityView &tool,
                        const std::vector<std::string> &wanted) {
        return std::all_of(wanted.begin(), wanted.end(), [&](const std::string &tag) {
            const std::string lower = toLowerAscii(tag);
            const auto same = [&](std::string_view other) { return toLowerAscii(other) == lower; };
            const auto own = tool.tags();
            return std::any_of(server.tags.begin(), server.tags.end(), same) ||
                   std::any_of(own.begin(), own.end(), same);
        });
    }

    ToolResult find(const Caller &caller, const json::object &arguments) {
        Arguments given(arguments, {"natural_language_query", "tags", "top_k_services", "top_n_tools"});
        std::string query = given.optionalText("natural_language_query").value_or(std::string());
        if (query.find_first_not_of(" \t\r\n") == std::string::npos)
            query.clear();
        const std::vector<std::string> tags = given.texts("tags");
        const auto servicesWanted = static_cast<std::size_t>(given.integer("top_k_services", 3, 1, 50));
        const auto toolsWanted = static_cast<std::size_t>(given.integer("top_n_tools", 1, 1, 50));
        if (given.problem())
            return ToolResult::refusal(governance::refusal::InvalidArguments, *given.problem());
        if (query.empty() && tags.empty())
            return ToolResult::refusal(governance::refusal::InvalidArguments,
                                       "give natural_language_query, tags, or both");
        if (servicesWanted * toolsWanted > MostTools)
            return ToolResult::refusal(governance::refusal::InvalidArguments,
                                       "top_k_services times top_n_tools is " +
                                           std::to_string(servicesWanted * toolsWanted) + "; at most 1000 tools");
        // One search over the tools of all enabled servers: scores of one query on one scale, and one record.
        const std::vector<upstream::McpServerEntry> servers = enabledServers();
        AgentQuery wanted;
        wanted.text = query;
        wanted.longTailOnly = false;
        wanted.facade = "mcp:finder";
        wanted.ownOnly = true;
        wanted.stages = retrieval::SearchStages{servicesWanted, toolsWanted};
        wanted.only = [&](const catalog::Catalog &catalog, catalog::Ordinal tool) {
            const upstream::McpServerEntry *server = serverOf(servers, catalog.serviceOf(tool).info.id);
            return server != nullptr && hasTags(*server, catalog.at(tool), tags);
        };
        if (!tags.empty())
            wanted.asked["tags"] = json::array(tags.begin(), tags.end());
        const auto hits = searchForAgent(m_services, caller, wanted);
        if (!hits)
            return errorResult(hits.error());
        const auto &snapshot = hits->snapshot;
        json::array results;
        for (const retrieval::Hit &hit : hits->outcome.response.hits) {
            // The index may be of an earlier catalog than what is described here.
            const auto tool = snapshot->catalog->find(hits->outcome.catalog->qualifiedName(hit.ordinal));
            if (!tool)
                continue;
            if (const auto *server = serverOf(servers, snapshot->catalog->serviceOf(*tool).info.id))
                results.push_back(
                    describe(caller, snapshot, *server, {*tool, hit.score, std::nullopt}, hits->searchId));
        }
        std::string hint;
        if (results.empty())
            hint = tags.empty() ? "No enabled server has a tool that fits above the relevance floor."
                                : "No tool of an enabled server has all of these tags and fits.";
        if (!hits->hint.empty())
            hint += (hint.empty() ? "" : " ") + hits->hint;
        json::object answer{{"results", std::move(results)},
                            {"hint", hint.empty() ? json::value() : json::value(hint)}};
        if (!hits->note.empty())
            answer["note"] = hits->note;
        return ToolResult::json(std::move(answer));
    }

    json::object describe(const Caller &caller, const std::shared_ptr<const workspace::Snapshot> &snapshot,
                          const upstream::McpServerEntry &server, const retrieval::Hit &tool,
                          const std::string &searchId) {
        const catalog::CapabilityView view = snapshot->catalog->at(tool.ordinal);
        const governance::Target target = m_services.actions.targetAt(snapshot, tool.ordinal);
        const AgentText prose = m_services.actions.agentText(*snapshot->catalog, tool.ordinal);
        ToolDefinition definition = actionTool(m_services, target);
        // ST2: what a search may bind. Only what reads, and only what the gatekeeper lets through without a
        // confirmation.
        bool active = !caller.session.empty() && m_services.sessions.isActive(caller.session, target.qualified());
        if (!active && bindsReads(m_services, caller.principal) && !caller.session.empty() &&
            target.risk.tier == catalog::Tier::Read) {
            governance::CallRequest request;
            request.name = target.qualified();
            request.facade = "mcp:finder";
            request.searchId = searchId;
            active = !activateAction(m_services, caller, std::move(request)).isError;
        }
        const std::string own = ingest::mcpToolName(view.pointer());
        return {{"tool_name", own.empty() ? std::string(view.name()) : own},
                {"tool_parsed_description", parsedDescription(prose, view)},
                {"tool_schema", std::move(definition.inputSchema)},
                {"service_path", pathOf(server)},
                {"service_name", server.name},
                {"overall_similarity_score", tool.score},
                {"risk", catalog::tierName(target.risk.tier)},
                {"active", active}};
    }

    /// Servers name their tools freely, actions have plain names: either is understood.
    std::string actionOf(std::string_view service, const std::string &tool) const {
        const auto snapshot = m_services.workspace.snapshot();
        const auto index = snapshot->catalog->findService(service);
        if (!index)
            return tool;
        const catalog::Segment &segment = *snapshot->catalog->services()[*index].segment;
        for (std::uint32_t i = 0; i < segment.size(); ++i)
            if (ingest::mcpToolName(segment.at(i).pointer()) == tool)
                return std::string(segment.at(i).name());
        return tool;
    }

    ToolResult invoke(const Caller &caller, const json::object &arguments) {
        Arguments given(arguments,
                        {"server_name", "tool_name", "arguments", "user_confirmed", "mcp_registry_url", "reason"});
        const std::string server = given.text("server_name"), tool = given.text("tool_name");
        const auto registry = given.optionalText("mcp_registry_url");
        governance::CallRequest request;
        request.arguments = given.object("arguments");
        request.userConfirmed = given.isTrue("user_confirmed");
        request.statedReason = given.optionalText("reason").value_or(std::string());
        request.facade = "mcp:finder";
        request.confirmEachCall = true;
        request.problem = given.problem().value_or(std::string());
        request.name = tool;
        if (registry && request.problem.empty())
            return refuseCall(m_services, caller, std::move(request), governance::refusal::PermissionDenied, "registry",
                              "only this gateway's own registry of servers is used: leave mcp_registry_url out");
        for (const upstream::McpServerEntry &entry : enabledServers()) {
            if (server != pathOf(entry) && server != entry.name)
                continue;
            request.name = entry.name + '.' + actionOf(entry.name, tool);
            return toToolResult(callAction(m_services, caller, std::move(request)));
        }
        if (!request.problem.empty())
            return toToolResult(callAction(m_services, caller, std::move(request)));
        return refuseCall(m_services, caller, std::move(request), governance::refusal::UnknownAction, "permission",
                          "no enabled server has this path: use a service_path that intelligent_tool_finder returned");
    }

    Services &m_services;
};

} // namespace

std::unique_ptr<Facade> makeFinderFacade(Services &services) { return std::make_unique<FinderFacade>(services); }

} // namespace actionscope::gateway
