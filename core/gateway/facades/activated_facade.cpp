/// What a session has activated, listed under wire names (exposure `list`) and callable by wire or dotted name (GD4).
#include "gateway/agent_search.h"
#include "gateway/facades/arguments.h"

namespace actionscope::gateway {
namespace {

class ActivatedFacade final : public Facade {
public:
    explicit ActivatedFacade(Services &services)
        : m_services(services) {}

    std::string_view name() const override { return "activated"; }

    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        if (caller.session.empty() || caller.principal.exposure == governance::Exposure::Stable)
            return;
        for (const session::Activation &activation : m_services.sessions.activations(caller.session))
            if (const auto target = m_services.actions.find(activation.qualified))
                tools.push_back(actionTool(m_services, *target));
    }

    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        const auto target = m_services.actions.find(tool);
        if (!target)
            return std::nullopt;
        governance::CallRequest request;
        request.name = target->qualified();
        request.arguments = arguments;
        request.facade = "mcp:activated";
        request.needsActivation = !target->curated;
        // What a caller may not find is as unknown to it as what does not exist, unless it is active already. That it
        // was asked for is recorded all the same; without an activation the gatekeeper lets nothing through.
        if (!m_services.mayFind(caller.principal, *target) &&
            !m_services.sessions.isActive(caller.session, target->qualified())) {
            request.needsActivation = true;
            static_cast<void>(callAction(m_services, caller, std::move(request)));
            return std::nullopt;
        }
        return toToolResult(callAction(m_services, caller, std::move(request)));
    }

private:
    Services &m_services;
};

} // namespace

std::unique_ptr<Facade> makeActivatedFacade(Services &services) { return std::make_unique<ActivatedFacade>(services); }

} // namespace actionscope::gateway
