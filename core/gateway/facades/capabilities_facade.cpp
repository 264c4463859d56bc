/// discover_capabilities (CD7): everything of every kind, found by what is to be done.
#include "gateway/context_service.h"
#include "gateway/facades/arguments.h"
#include "gateway/facades/tool_names.h"

namespace actionscope::gateway {
namespace {

class CapabilitiesFacade final : public Facade {
public:
    explicit CapabilitiesFacade(ContextService &context)
        : m_context(context) {}

    std::string_view name() const override { return tool_names::Discover; }

    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        if (governance::holds(caller.principal.role, governance::Permission::ViewTools))
            tools.push_back(discoverTool());
    }

    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        if (tool != tool_names::Discover)
            return std::nullopt;
        Arguments given(arguments, {"query", "kind"});
        const std::string query = given.text("query");
        const auto word = given.optionalText("kind");
        if (given.problem())
            return ToolResult::refusal(governance::refusal::InvalidArguments, *given.problem());
        const auto kind = word ? catalog::kindFromName(*word) : std::nullopt;
        if (word && !kind)
            return ToolResult::refusal(governance::refusal::InvalidArguments,
                                       "kind is one of action, tool, skill, extension or channel");
        auto found = m_context.discover(caller, query, kind);
        return found ? ToolResult::json(std::move(*found)) : errorResult(found.error());
    }

    bool isQuick(std::string_view tool) const override { return tool == tool_names::Discover; }

private:
    ContextService &m_context;
};

} // namespace

ToolDefinition discoverTool() {
    ToolDefinition tool;
    tool.name = tool_names::Discover;
    tool.description = "Finds capabilities by what is to be done. Returns ids with relevance.";
    tool.inputSchema =
        json::object{{"type", "object"},
                     {"properties",
                      {{"query", {{"type", "string"}}},
                       {"kind", {{"enum", json::array{"action", "tool", "skill", "extension", "channel"}}}}}},
                     {"required", json::array{"query"}}};
    tool.annotations = {{"readOnlyHint", true}};
    return tool;
}

std::unique_ptr<Facade> makeCapabilitiesFacade(ContextService &context) {
    return std::make_unique<CapabilitiesFacade>(context);
}

} // namespace actionscope::gateway
