#pragma once
/// The tools of an MCP server as actions of a service.

#include "base/json.h"
#include "ingest/openapi.h"

#include <string>
#include <string_view>
#include <vector>

namespace actionscope::ingest {

/// What one server answered: everything that its actions are made from.
struct McpListing {
    std::string service;             ///< id; becomes ServiceInfo::id
    std::string origin;              ///< "mcp+https://mcp.example.com/mcp", "mcp+stdio:npx -y …": no credentials
    std::string protocol;            ///< "2025-11-25"
    json::object serverInfo;         ///< of the initialize answer
    std::string instructions;        ///< of the server; prose
    std::vector<std::string> tags;   ///< of its entry in servers.yaml; every action gets them
    std::vector<json::object> tools; ///< all pages of tools/list
};

/// Each tool becomes an action without HTTP method, its hint from the annotations, or an entry of `skipped` (no name,
/// no input schema that is an object, a schema beyond limits.schema_bytes, tools that only run as tasks). Names are
/// made of the tools' own as INTERFACES says; the copy is `{"x-actionscope-mcp": …, "tools": {NAME: tool}}`, so that an
/// action's pointer, `/tools/NAME`, keeps the tool's own name. Equal listings give equal bytes, whatever the order of
/// the tools. Errors: InvalidArgument (no service id), LimitExceeded (limits.operations).
[[nodiscard]] Result<ImportedService> readMcpTools(const McpListing &listing, const ImportLimits &limits);

/// Whether a service came from an MCP server.
bool isMcpFormat(std::string_view format);
/// The tool's own name out of an action's pointer; empty when it is no pointer to a tool.
std::string mcpToolName(std::string_view pointer);

} // namespace actionscope::ingest
