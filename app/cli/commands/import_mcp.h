#pragma once
/// What `import` makes of an MCP server's address.

#include "upstream/mcp_servers.h"

#include <filesystem>
#include <string>

namespace actionscope::cli {

/// mcp+http://…, mcp+https://…, mcp+stdio:COMMAND, or anything with --as mcp.
bool isMcpSource(const std::string &source, const std::string &as);
/// The entry of servers.yaml that it stands for. Errors: InvalidArgument.
Result<upstream::McpServerEntry> mcpEntry(const std::string &source, const std::string &service,
                                          const std::filesystem::path &serversFile);

} // namespace actionscope::cli
