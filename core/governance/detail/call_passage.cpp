/// Requests to a service that are no calls of an action: the gates that they have.
#include "governance/detail/call_path.h"
#include "governance/digest.h"

namespace actionscope::governance::detail {

void CallPath::passAs(const std::string &service, const std::string &method) {
    m_target.service = service;
    m_target.action = method;
    m_target.risk.tier = catalog::Tier::Read;
    m_target.risk.approval = risk::Approval::None;
    m_target.consequence = service + " is asked for " + method + "; a policy of this workspace wants that confirmed.";
    m_found = true;
}

Passage CallPath::passage(const std::string &service, const std::string &method, std::string_view recordKind) {
    passAs(service, method);
    const auto decide = [&]() -> Gate {
        if (Gate refused = permits())
            return refused;
        if (Gate refused = accessTo(m_target, refusal::PermissionDenied))
            return refused;
        if (Gate refused = policy())
            return refused;
        if (m_policy.approve)
            return Refusal{refusal::PolicyDenied,
                           "policy",
                           "a policy of this workspace wants an administrator's approval for " + m_target.qualified() +
                               ", which is given to calls of tools only",
                           {}};
        return confirm("ask for it in a client that can ask its person (elicitation)");
    };
    Passage out;
    const auto refuse = [&](const Refusal &refusal) {
        recordDenial(refusal, false);
        out.code = refusal.code;
        out.message = refusal.message;
        return out;
    };
    if (const Gate refused = decide())
        return refuse(*refused);
    AuditEvent attempt = passageEvent(service, method, recordKind, "attempt");
    attempt.detail["params"] = shapeOf(m_request.arguments);
    attempt.detail["digest"] = json::string(argumentsDigest(m_parts.digestKey, m_request.arguments));
    if (m_confirmedBy != ConfirmedBy::Nobody)
        attempt.detail["confirmed_by"] = json::string(confirmedByName(m_confirmedBy));
    auto recorded = m_parts.audit != nullptr ? m_parts.audit->append(std::move(attempt))
                                             : Result<AuditRecord>(fail(ErrorCode::IoError, "there is no audit log"));
    if (recorded)
        out.attemptSeq = recorded->seq;
    else if (!m_options.readsWithoutAudit)
        return refuse(auditUnavailable());
    out.redact = m_policy.redact;
    return out;
}

AuditEvent CallPath::passageEvent(const std::string &service, const std::string &method, std::string_view recordKind,
                                  std::string_view outcome) {
    passAs(service, method);
    AuditEvent record = event(recordKind, outcome);
    // Where readers of the log look for what was asked: the action of a record is one of the catalog's.
    record.action.clear();
    record.tier.clear();
    record.detail["method"] = json::string(method);
    return record;
}

} // namespace actionscope::governance::detail
