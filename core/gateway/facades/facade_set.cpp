#include "gateway/facades/facade_set.h"

#include "gateway/facades/search_tools.h"
#include "gateway/facades/tool_names.h"
#include "gateway/session_profile.h"
#include "workspace/workspace.h"

namespace actionscope::gateway {

Result<std::vector<std::unique_ptr<Facade>>>
facadesFor(const std::vector<std::string> &wanted, Services &services, ContextService &context,
           std::function<std::vector<ToolDefinition>(const Caller &)> listed) {
    std::vector<std::unique_ptr<Facade>> facades;
    TaughtFacades &on = services.taught;
    on.connections = services.workspace.snapshot()->settings.gateway.manageConnections;
    bool capabilities = services.workspace.snapshot()->settings.context.listMetaTool;
    for (const std::string &name : wanted) {
        if (name == "finder")
            on.finder = true;
        else if (name == "search_tools")
            on.searchTools = true;
        else if (name == "connections")
            on.connections = true;
        else if (name == tool_names::Discover)
            capabilities = true;
        else if (name != "gateway" && name != "curated" && name != "activated")
            return fail(ErrorCode::InvalidArgument,
                        "there is no facade `" + name +
                            "`: `discover_capabilities`, `search_tools`, `finder` and `connections` can be added to "
                            "gateway, curated and activated");
    }
    // All are made: a profile may have those that are off for everybody else.
    Caller developer;
    developer.principal.role = governance::Role::Developer;
    std::vector<ToolDefinition> own;
    const auto add = [&](std::unique_ptr<Facade> facade, bool byDefault, bool isOwn = false) {
        if (isOwn)
            facade->list(developer, own);
        facades.push_back(gated(services, std::move(facade), byDefault));
    };
    add(makeGatewayFacade(services), true, true);
    add(makeCapabilitiesFacade(context), capabilities, true);
    add(makeFinderFacade(services), on.finder, true);
    add(makeConnectionsFacade(services), on.connections, true);
    add(makeSearchToolsFacade(services, std::move(own), std::move(listed)), on.searchTools);
    add(makeCuratedFacade(services), true);
    add(makeActivatedFacade(services), true);
    return facades;
}

} // namespace actionscope::gateway
