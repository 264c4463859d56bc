/// gateway_search_actions, gateway_activate and gateway_call_action (GD3, GD4): always listed.
#include "gateway/agent_search.h"
#include "gateway/facades/arguments.h"
#include "gateway/facades/tool_names.h"

namespace actionscope::gateway {
namespace {

using tool_names::Activate, tool_names::Call, tool_names::Search;
constexpr std::int64_t LongestWait = 600; ///< seconds

json::object text(std::string_view description) { return {{"type", "string"}, {"description", description}}; }

// Every session pays for these three in its context, whatever it does: a sentence stands here only when a model calls
// wrongly without it, and a hint only where it differs from what MCP assumes. Unknown arguments are refused by name.

ToolDefinition searchTool() {
    ToolDefinition tool;
    tool.name = Search;
    tool.title = "Search actions";
    tool.description =
        "Finds actions that are not in your tool list, best first. No result means that nothing fits: do "
        "not guess a name. Next: gateway_activate.";
    tool.inputSchema = json::object{{"type", "object"},
                                    {"properties",
                                     {{"query", text("The task in a few words")},
                                      {"service", text("Only this service id")},
                                      {"limit", {{"type", "integer"}, {"maximum", 100}, {"default", 10}}}}},
                                    {"required", json::array{"query"}}};
    tool.annotations = {{"readOnlyHint", true}, {"openWorldHint", false}};
    return tool;
}

ToolDefinition activateTool() {
    ToolDefinition tool;
    tool.name = Activate;
    tool.title = "Activate an action";
    tool.description = "Makes a found action callable and returns its signature. Writing and deleting need "
                       "user_confirmed: true, only after the person agreed to the consequence that the refusal states.";
    tool.inputSchema = json::object{{"type", "object"},
                                    {"properties",
                                     {{"name", text("<service>.<action>")},
                                      {"user_confirmed", json::object{{"type", "boolean"}}},
                                      {"reason", text("Why; shown to approvers")}}},
                                    {"required", json::array{"name"}}};
    tool.annotations = {{"destructiveHint", false}, {"idempotentHint", true}, {"openWorldHint", false}};
    return tool;
}

ToolDefinition callTool() {
    ToolDefinition tool;
    tool.name = Call;
    tool.title = "Call an activated action";
    tool.description = "For clients whose tool list does not change. After approval_required repeat the call later "
                       "unchanged, or set wait_for_approval.";
    tool.inputSchema = json::object{
        {"type", "object"},
        {"properties",
         {{"name", text("<service>.<action>")},
          {"arguments", {{"type", "object"}, {"description", "As its inputSchema says"}}},
          {"activation", text("Handle from gateway_activate")},
          {"user_confirmed", {{"type", "boolean"}, {"description", "The person agreed to this call"}}},
          {"reason", text("Why; shown to approvers")},
          {"wait_for_approval", {{"type", "integer"}, {"maximum", LongestWait}, {"description", "Seconds"}}}}},
        {"required", json::array{"name", "arguments"}}};
    tool.annotations = {{"readOnlyHint", false}, {"destructiveHint", true}};
    return tool;
}

class GatewayFacade final : public Facade {
public:
    explicit GatewayFacade(Services &services)
        : m_services(services) {}

    std::string_view name() const override { return "gateway"; }

    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        if (!governance::holds(caller.principal.role, governance::Permission::ViewTools))
            return;
        tools.push_back(searchTool());
        if (!governance::holds(caller.principal.role, governance::Permission::RunTools))
            return;
        tools.push_back(activateTool());
        tools.push_back(callTool());
    }

    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        if (tool == Search)
            return search(caller, arguments);
        if (tool == Activate)
            return activate(caller, arguments);
        if (tool == Call)
            return callByName(caller, arguments);
        return std::nullopt;
    }

    /// A search reads one snapshot, and its record is not waited for.
    bool isQuick(std::string_view tool) const override {
        return tool == Search && !(m_services.growth != nullptr && m_services.growth->waits());
    }

private:
    ToolResult search(const Caller &caller, const json::object &arguments) const {
        Arguments given(arguments, {"query", "service", "limit"});
        AgentQuery query;
        query.text = given.text("query");
        query.service = given.optionalText("service");
        query.limit = static_cast<std::size_t>(given.integer("limit", 10, 1, 100));
        query.facade = "mcp:gateway";
        if (given.problem())
            return ToolResult::refusal(governance::refusal::InvalidArguments, *given.problem());
        const auto hits = searchForAgent(m_services, caller, query);
        if (!hits)
            return errorResult(hits.error());
        return ToolResult::json(agentHitsJson(m_services, caller, *hits));
    }

    ToolResult activate(const Caller &caller, const json::object &arguments) const {
        Arguments given(arguments, {"name", "user_confirmed", "reason"});
        governance::CallRequest request;
        request.name = given.text("name");
        request.userConfirmed = given.isTrue("user_confirmed");
        request.statedReason = given.optionalText("reason").value_or(std::string());
        request.facade = "mcp:gateway";
        request.problem = given.problem().value_or(std::string());
        return activateAction(m_services, caller, std::move(request));
    }

    ToolResult callByName(const Caller &caller, const json::object &arguments) const {
        Arguments given(arguments,
                        {"name", "arguments", "activation", "user_confirmed", "reason", "wait_for_approval"});
        governance::CallRequest request;
        request.name = given.text("name");
        request.arguments = given.object("arguments");
        request.activation = given.optionalText("activation").value_or(std::string());
        request.userConfirmed = given.isTrue("user_confirmed");
        request.statedReason = given.optionalText("reason").value_or(std::string());
        request.facade = "mcp:gateway";
        const std::chrono::seconds wait(given.integer("wait_for_approval", 0, 0, LongestWait));
        request.problem = given.problem().value_or(std::string());
        // A curated action is listed for good and needs no activation, whichever way it is called.
        if (const auto target = m_services.actions.find(request.name))
            request.needsActivation = !target->curated;
        return toToolResult(callAction(m_services, caller, std::move(request), wait));
    }

    Services &m_services;
};

} // namespace

std::vector<ToolDefinition> metaTools() { return {searchTool(), activateTool(), callTool()}; }

std::unique_ptr<Facade> makeGatewayFacade(Services &services) { return std::make_unique<GatewayFacade>(services); }

} // namespace actionscope::gateway
