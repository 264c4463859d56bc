#pragma once
/// Prompts that MCP clients can offer to their person or put before a turn (CD7).

#include "base/json.h"
#include "base/result.h"
#include "gateway/tool_surface.h"

#include <string_view>

namespace actionscope::gateway {

/// Any thread; `get` may block.
class PromptSource {
public:
    virtual ~PromptSource() = default;
    /// As prompts/list prints them; empty for who may not view tools.
    [[nodiscard]] virtual json::array prompts(const Caller &caller) const = 0;
    /// The result of prompts/get. Errors: NotFound for a name that there is not; InvalidArgument; those of searching.
    [[nodiscard]] virtual Result<json::object> prompt(const Caller &caller, std::string_view name,
                                                      const json::object &arguments) = 0;
};

} // namespace actionscope::gateway
