#include "base/hash.h"
#include "base/text.h"
#include "governance/detail/call_path.h"
#include "governance/digest.h"

namespace actionscope::governance::detail {

namespace {

constexpr std::size_t LongestReason = 280, LongestTarget = 40;

bool isPlain(std::string_view value) {
    return !value.empty() && value.size() <= LongestTarget &&
           value.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") ==
               std::string_view::npos;
}

/// What an approver types to show that it was read: the value of the last path parameter, else the action's last word.
std::string approvalTarget(const Target &target, const json::object &redacted) {
    if (target.catalog) {
        const std::string_view path = target.view().path();
        const std::size_t end = path.rfind('}'), begin = path.rfind('{', end);
        if (end != std::string_view::npos && begin != std::string_view::npos && begin < end) {
            if (const auto *value = redacted.if_contains(path.substr(begin + 1, end - begin - 1))) {
                const std::string shown =
                    value->is_string() ? std::string(value->as_string()) : json::serialize(*value);
                if (isPlain(shown))
                    return shown;
            }
        }
    }
    const auto words = identifierWords(target.action);
    return words.empty() ? target.action : words.back();
}

} // namespace

CallPath::Gate CallPath::approval() {
    m_arguments = m_request.arguments;
    if (m_options.privacy) {
        if (!m_request.session.empty() && m_parts.activations != nullptr)
            m_vault = m_parts.activations->vault(m_request.principal, m_request.session);
        if (!m_vault)
            m_vault = std::make_shared<PseudonymVault>(randomBytes(32));
        json::value restored(m_arguments);
        m_restored = m_vault->rehydrate(restored, m_target.service);
        m_arguments = std::move(restored.as_object());
    }
    m_digest = argumentsDigest(m_parts.digestKey, m_arguments);

    const bool gated = m_target.risk.approval == risk::Approval::Admin;
    if (!gated && !m_policy.approve)
        return {};
    if (m_parts.approvals == nullptr)
        return Refusal{refusal::ApprovalRequired,
                       "approval",
                       m_target.qualified() + " needs an administrator's approval, and none can be asked for here",
                       {}};
    auto preview = m_parts.dispatcher->preview(dispatchRequest(m_request.arguments));
    if (!preview)
        return Refusal{refusal::InvalidArguments,
                       "approval",
                       "the request cannot be built: " + clean(preview.error().message),
                       {}};
    freeze(std::move(*preview));

    if (auto voided = m_parts.approvals->voidOthers(m_target.service, m_target.action, m_target.definitionHash);
        !voided)
        return Refusal{
            refusal::AuditUnavailable, "approval", "approvals cannot be read: " + voided.error().message, {}};
    const auto newest = m_parts.approvals->newest(*m_frozen);
    if (!newest)
        return Refusal{
            refusal::AuditUnavailable, "approval", "approvals cannot be read: " + newest.error().message, {}};
    if (*newest && (*newest)->state == ApprovalState::Approved &&
        (*newest)->request.definitionHash == m_frozen->definitionHash)
        return {}; // spent just before the attempt
    return askApproval(*newest);
}

void CallPath::freeze(json::object preview) {
    FrozenRequest frozen;
    frozen.service = m_target.service;
    frozen.action = m_target.action;
    frozen.definitionHash = m_target.definitionHash;
    frozen.argumentsDigest = m_digest;
    frozen.principal = m_request.principal.id;
    frozen.principalName = m_request.principal.name;
    frozen.user = m_request.principal.user;
    frozen.organisation = m_request.principal.organisation;
    frozen.session = m_request.session;
    frozen.facade = m_request.facade;
    frozen.tier = catalog::tierName(m_target.risk.tier);
    frozen.gated = m_target.risk.approval == risk::Approval::Admin;
    frozen.consequence = m_target.consequence;
    const json::value reason =
        redactForApprover(json::value(json::string(revealInvisible(toValidUtf8(m_request.statedReason)))));
    frozen.statedReason = truncateUtf8(std::string_view(reason.as_string()), LongestReason);
    preview["arguments"] = m_request.arguments;
    // Placeholders number what the agent said; behind each stands what would be sent.
    json::value shown = redactForApprover(preview, frozen.personal);
    frozen.shown = std::move(shown.as_object());
    if (m_vault) {
        for (auto &entry : frozen.personal)
            m_vault->rehydrate(entry.value(), m_target.service);
    }
    frozen.shown["target"] = json::string(approvalTarget(m_target, frozen.shown["arguments"].as_object()));
    frozen.provenance = m_parts.actions->provenance(m_target);
    frozen.approversNeeded = std::max(1U, m_policy.approvers);
    frozen.longestTimeBox = m_policy.timeBox;
    m_frozen = std::move(frozen);
}

/// Asks for an approval, or says what became of the one that was asked for before. Each end of a request is told once;
/// the new request that comes with it is waited for like any other. A denial stands for as long as a request would have
/// lived: who was told no does not get to ask until someone says yes.
CallPath::Gate CallPath::askApproval(const std::optional<Approval> &before) {
    if (before && (before->state == ApprovalState::Denied || before->state == ApprovalState::Revoked) &&
        before->request.definitionHash == m_frozen->definitionHash) {
        Timestamp decided = before->created;
        std::string reason;
        for (const ApprovalVote &vote : before->votes) {
            if (!vote.approve) {
                decided = vote.at;
                reason = vote.reason;
            }
        }
        if (m_parts.clock->now() - decided < m_options.approvalLifetime) {
            std::string message =
                before->state == ApprovalState::Revoked
                    ? "the approval of this call was taken back before it was used"
                    : "an approver denied this call" + (reason.empty() ? std::string() : ": " + reason);
            json::object detail{{"approval_id", json::string(before->id)}};
            if (!reason.empty())
                detail["reason"] = json::string(reason);
            return Refusal{refusal::ApprovalDenied, "approval", std::move(message), std::move(detail)};
        }
    }
    const auto asked = m_parts.approvals->request(*m_frozen, m_options.approvalLifetime);
    if (!asked)
        return Refusal{asked.error().code == ErrorCode::LimitExceeded ? refusal::ApprovalRequired
                                                                      : refusal::AuditUnavailable,
                       "approval",
                       "an approval is needed and could not be asked for: " + asked.error().message,
                       {}};
    json::object detail{{"approval_id", json::string(asked->id)},
                        {"expires_at", json::string(formatTimestamp(asked->expires))},
                        {"approvers_needed", asked->request.approversNeeded},
                        {"consequence", json::string(m_target.consequence)}};
    const std::string waits = "request " + asked->id + " waits for a person until " + formatTimestamp(asked->expires) +
                              "; repeat the same call once it is approved";
    if (before && before->id != asked->id) {
        if (before->state == ApprovalState::Expired)
            return Refusal{refusal::ApprovalExpired, "approval", "the earlier request expired; a new " + waits,
                           std::move(detail)};
        if (before->state == ApprovalState::Void)
            return Refusal{refusal::ApprovalVoid, "approval",
                           "the action changed after it was asked for, which voids the approval; a new " + waits,
                           std::move(detail)};
    }
    return Refusal{refusal::ApprovalRequired, "approval",
                   m_target.consequence + " It needs an administrator's approval: " + waits + ".", std::move(detail)};
}

} // namespace actionscope::governance::detail
