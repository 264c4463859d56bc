/// intelligent_tool_finder and invoke_mcp_tool (TF1, TF2): tools of the registered MCP servers, found in two stages.
#include "base/text.h"
#include "context/token_count.h"
#include "gateway/agent_search.h"
#include "gateway/facades/arguments.h"
#include "gateway/facades/tool_names.h"
#include "ingest/mcp_tools.h"

#include <algorithm>

namespace actionscope::gateway {
namespace {

using tool_names::Find, tool_names::Invoke;

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
    struct Server {
        upstream::McpServerEntry entry;
        double score = 0;
        struct Tool {
            catalog::Ordinal ordinal = 0;
            double score = 0;
        };
        std::vector<Tool> tools;
    };

    std::vector<upstream::McpServerEntry> enabledServers() const {
        std::vector<upstream::McpServerEntry> enabled;
        for (const upstream::ServerHealth &health : m_services.servers.health())
            if (auto entry = m_services.servers.entry(health.name); entry && entry->enabled)
                enabled.push_back(std::move(*entry));
        return enabled;
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
        const auto query = given.optionalText("natural_language_query");
        const std::vector<std::string> tags = given.texts("tags");
        const auto servicesWanted = static_cast<std::size_t>(given.integer("top_k_services", 3, 1, 50));
        const auto toolsWanted = static_cast<std::size_t>(given.integer("top_n_tools", 1, 1, 50));
        if (given.problem())
            return ToolResult::refusal(governance::refusal::InvalidArguments, *given.problem());
        if (!query && tags.empty())
            return ToolResult::refusal(governance::refusal::InvalidArguments,
                                       "give natural_language_query, tags, or both");
        const auto snapshot = m_services.workspace.snapshot();
        std::vector<Server> servers;
        std::string searchId, hint;
        for (upstream::McpServerEntry &entry : enabledServers()) {
            const auto index = snapshot->catalog->findService(entry.name);
            if (!index)
                continue;
            Server server{std::move(entry), 0, {}};
            if (query) {
                AgentQuery wanted{*query, server.entry.name, 100, false, "mcp:finder"};
                const auto hits = searchForAgent(m_services, caller, wanted);
                if (!hits)
                    return errorResult(hits.error());
                searchId = hits->searchId;
                for (const retrieval::Hit &hit : hits->outcome.response.hits)
                    if (const auto ordinal = snapshot->catalog->find(hits->outcome.catalog->qualifiedName(hit.ordinal)))
                        server.tools.push_back({*ordinal, hit.score});
            } else {
                const catalog::Service &service = snapshot->catalog->services()[*index];
                for (catalog::Ordinal ordinal = service.first; ordinal < service.end(); ++ordinal)
                    if (m_services.mayFind(caller.principal, m_services.actions.targetAt(snapshot, ordinal)))
                        server.tools.push_back({ordinal, 1});
            }
            std::erase_if(server.tools, [&](const Server::Tool &tool) {
                return !hasTags(server.entry, snapshot->catalog->at(tool.ordinal), tags);
            });
            if (server.tools.empty())
                continue;
            // A server is as good as the best tools it would answer with.
            const std::size_t best = std::min(toolsWanted, server.tools.size());
            for (std::size_t i = 0; i < best; ++i)
                server.score += server.tools[i].score / static_cast<double>(best);
            server.tools.resize(best);
            servers.push_back(std::move(server));
        }
        std::stable_sort(servers.begin(), servers.end(),
                         [](const Server &a, const Server &b) { return a.score > b.score; });
        if (servers.size() > servicesWanted)
            servers.resize(servicesWanted);
        json::array results;
        for (const Server &server : servers)
            for (const Server::Tool &tool : server.tools)
                results.push_back(describe(caller, snapshot, server, tool, searchId));
        if (results.empty())
            hint = tags.empty() ? "No enabled server has a tool that fits above the relevance floor."
                                : "No tool of an enabled server has all of these tags and fits.";
        json::object answer{{"results", std::move(results)},
                            {"hint", hint.empty() ? json::value() : json::value(hint)}};
        const std::uint64_t tokens = context::estimateTokens(json::serialize(answer));
        if (!caller.session.empty())
            m_services.sessions.count(caller.session, {.tokens = tokens});
        return ToolResult::json(std::move(answer));
    }

    json::object describe(const Caller &caller, const std::shared_ptr<const workspace::Snapshot> &snapshot,
                          const Server &server, const Server::Tool &tool, const std::string &searchId) {
        const catalog::CapabilityView view = snapshot->catalog->at(tool.ordinal);
        const governance::Target target = m_services.actions.targetAt(snapshot, tool.ordinal);
        const AgentText prose = m_services.actions.agentText(*snapshot->catalog, tool.ordinal);
        ToolDefinition definition = actionTool(m_services, target);
        // ST2: what a search may bind. Only what reads, and only what the gatekeeper lets through without a
        // confirmation.
        bool active = !caller.session.empty() && m_services.sessions.isActive(caller.session, target.qualified());
        if (!active && m_services.bindReads && !caller.session.empty() && target.risk.tier == catalog::Tier::Read) {
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
                {"service_path", pathOf(server.entry)},
                {"service_name", server.entry.name},
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
