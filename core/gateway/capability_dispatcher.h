#pragma once
/// Calls of capabilities that are no actions: a skill gives its text, the others have nothing to be sent to.

#include "governance/gatekeeper.h"
#include "workspace/workspace.h"

#include <optional>
#include <string>

namespace actionscope::gateway {

/// Why a call of it could not be sent anywhere, and what is missing (an upstream, secrets, required tools, its
/// availability). Nothing for actions, and for skills, whose text is at hand.
[[nodiscard]] std::optional<std::string> missingUpstream(const governance::Target &target);

/// Answers for capabilities of folders and hands everything else on. A skill's text is read when it is called and comes
/// as it lies in its folder. A tool, extension or channel is only described here: its call is refused, nothing is sent.
class CapabilityDispatcher final : public governance::Dispatcher {
public:
    CapabilityDispatcher(const workspace::Workspace &workspace, governance::Dispatcher &others)
        : m_workspace(workspace)
        , m_others(others) {}
    Result<json::object> preview(const governance::DispatchRequest &request) const override;
    tl::expected<governance::DispatchReply, governance::DispatchError>
    dispatch(const governance::DispatchRequest &request) override;

private:
    const workspace::Workspace &m_workspace;
    governance::Dispatcher &m_others;
};

} // namespace actionscope::gateway
