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

namespace {

CallRequest callOf(const PassageRequest &request) {
    CallRequest call;
    call.principal = request.principal;
    call.session = request.session;
    call.facade = request.facade;
    call.name = request.service + "." + request.method;
    call.arguments = request.params;
    call.needsActivation = false;
    call.askHuman = request.askHuman;
    return call;
}

} // namespace

Passage Gatekeeper::pass(const PassageRequest &request, std::string_view recordKind) {
    const CallRequest call = callOf(request);
    return detail::CallPath(m_parts, m_options, call).passage(request.service, request.method, recordKind);
}

void Gatekeeper::passed(const PassageRequest &request, std::string_view recordKind, const Passage &passage,
                        std::string_view outcome, json::object detail) {
    if (m_parts.audit == nullptr)
        return;
    const CallRequest call = callOf(request);
    AuditEvent record =
        detail::CallPath(m_parts, m_options, call).passageEvent(request.service, request.method, recordKind, outcome);
    record.detail["attempt"] = passage.attemptSeq;
    for (auto &entry : detail)
        record.detail[entry.key()] = std::move(entry.value());
    // What was done is done; a log that takes no records is noticed by the next request.
    static_cast<void>(m_parts.audit->post(std::move(record)));
}

} // namespace actionscope::governance
