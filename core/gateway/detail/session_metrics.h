#pragma once
/// What sessions cost and what was noticed in them, in the text format of Prometheus (ST5, ST6, ST9).

#include "session/agent_session.h"

#include <string>

namespace actionscope::gateway::detail {

/// Of the sessions that are open now; no names, no principals.
[[nodiscard]] std::string sessionMetrics(const session::SessionRegistry &sessions);

} // namespace actionscope::gateway::detail
