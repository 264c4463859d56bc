#pragma once
/// MCP over standard input and output: one message a line, one session (WIRE §9).

#include "gateway/detail/mcp_engine.h"

namespace actionscope::gateway::detail {

/// Serves until the end of input, until nobody reads the output, or until stopped; what runs then goes on. Nothing else
/// may write to `output`. Errors: IoError when the input cannot be read.
[[nodiscard]] Result<void> serveStdio(McpEngine &engine, session::SessionRegistry &sessions, Telemetry &telemetry,
                                      const WireLimits &limits, const governance::Principal &principal, int input,
                                      int output, const std::stop_token &stop);

} // namespace actionscope::gateway::detail
