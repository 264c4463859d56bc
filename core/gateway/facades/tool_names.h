#pragma once
/// The names of our own tools, as they are listed and as they are taught (teaching.h).

#include <string_view>

namespace actionscope::gateway::tool_names {

inline constexpr std::string_view Search = "gateway_search_actions", Activate = "gateway_activate",
                                  Call = "gateway_call_action", Find = "intelligent_tool_finder",
                                  Invoke = "invoke_mcp_tool", ManageConnection = "manage_connection",
                                  SearchTools = "search_tools", Discover = "discover_capabilities";

/// Those whose answers are search results: counted as such against a session's budget.
constexpr bool isSearch(std::string_view tool) {
    return tool == Search || tool == Find || tool == SearchTools || tool == Discover;
}

} // namespace actionscope::gateway::tool_names
