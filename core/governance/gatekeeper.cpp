#include "governance/gatekeeper.h"

#include "base/text.h"
#include "governance/detail/call_path.h"

namespace actionscope::governance {

std::string_view confirmedByName(ConfirmedBy by) {
    switch (by) {
    case ConfirmedBy::Nobody:
        return {};
    case ConfirmedBy::ModelClaimed:
        return "model_claimed";
    case ConfirmedBy::HumanInClient:
        return "human_in_client";
    case ConfirmedBy::HumanInApp:
        return "human_in_app";
    case ConfirmedBy::Policy:
        return "policy";
    }
    return {};
}

Gatekeeper::Gatekeeper(Parts parts, GatekeeperOptions options)
    : m_parts(std::move(parts))
    , m_options(std::move(options)) {}

ActivationDecision Gatekeeper::mayActivate(const CallRequest &request, const Target &target) {
    return detail::CallPath(m_parts, m_options, request).activation(target);
}

void Gatekeeper::recordRefusal(const CallRequest &request, std::string_view code, std::string_view gate,
                               bool activating) {
    detail::CallPath(m_parts, m_options, request).recordRefusal(code, gate, activating);
}

CallOutcome Gatekeeper::call(const CallRequest &request) { return detail::CallPath(m_parts, m_options, request).run(); }

} // namespace actionscope::governance
