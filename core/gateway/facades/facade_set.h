#pragma once
/// The façades of one gateway, in the order in which their tools are listed.

#include "gateway/context_service.h"
#include "gateway/services.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actionscope::gateway {

/// All of them, each for those callers whose profile has it, and by default those of the settings and of `wanted`:
/// names besides "gateway", "curated" and "activated", which are always on. Says in `services.taught` which are.
/// `listed`: what a caller's list holds now. Errors: InvalidArgument for a name that is none.
[[nodiscard]] Result<std::vector<std::unique_ptr<Facade>>>
facadesFor(const std::vector<std::string> &wanted, Services &services, ContextService &context,
           std::function<std::vector<ToolDefinition>(const Caller &)> listed);

} // namespace actionscope::gateway
