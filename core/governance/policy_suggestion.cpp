#include "governance/policy_suggestion.h"

#include "base/json.h"
#include "base/text.h"

#include <map>

namespace actionscope::governance {
namespace {

constexpr std::size_t PageSize = 1000, MaxReason = 300;

/// JSON texts are YAML's double-quoted ones.
std::string yamlText(std::string_view text) {
    return json::serialize(json::value(json::string(revealInvisible(text))));
}

/// For a comment: one line, whatever a service calls its actions.
std::string oneLine(std::string_view text) { return revealInvisible(text); }

void appendRule(std::string &out, const ApprovalHistory &history, Suggestion suggestion) {
    const std::string name = history.service + '.' + history.action;
    const std::uint64_t count = suggestion == Suggestion::Deny ? history.denied : history.approved;
    out += "\n# " + oneLine(name) + ": " + std::to_string(count) + " of " + std::to_string(count) +
           (suggestion == Suggestion::Deny ? " decisions were denials" : " decisions were approvals") + ", by " +
           std::to_string(history.approvers.size()) + (history.approvers.size() == 1 ? " person" : " people") +
           (history.expired > 0 ? "; " + std::to_string(history.expired) + " requests expired undecided" : "") + ".\n";
    if (suggestion == Suggestion::Allow)
        out += "# It ends the evaluation of its layer: put it above the rule that asks for the approval.\n";
    if (suggestion == Suggestion::TimeBox)
        out += "# The action itself asks for an administrator, which no policy takes away: approvers may grant more at "
               "once.\n";
    out += "- name: " + yamlText("suggested-" + std::string(suggestionName(suggestion)) + '-' + name) + "\n  match:\n" +
           "    service: " + yamlText(history.service) + "\n    action: " + yamlText(history.action) + '\n';
    if (history.organisations.size() == 1 && !history.organisations.begin()->empty())
        out += "    principal: {organisation: " + yamlText(*history.organisations.begin()) + "}\n";
    switch (suggestion) {
    case Suggestion::Deny:
        out += "  effect: deny\n  message: " +
               yamlText(history.lastReason.empty() ? "approvers never grant this"
                                                   : truncateUtf8(history.lastReason, MaxReason)) +
               '\n';
        break;
    case Suggestion::Allow:
        out += "  effect: allow\n";
        break;
    case Suggestion::TimeBox:
        out += "  effect: approve\n  time_box: 15m\n";
        break;
    case Suggestion::None:
        break;
    }
}

} // namespace

std::string_view suggestionName(Suggestion suggestion) {
    switch (suggestion) {
    case Suggestion::None:
        return "none";
    case Suggestion::Deny:
        return "deny";
    case Suggestion::Allow:
        return "allow";
    case Suggestion::TimeBox:
        return "time_box";
    }
    return "none";
}

Suggestion suggestionFor(const ApprovalHistory &history, std::uint64_t least) {
    if (history.approved > 0 && history.denied > 0)
        return Suggestion::None;
    if (history.denied >= least && history.denied > 0)
        return Suggestion::Deny;
    if (history.approved >= least && history.approved > 0)
        return history.gated ? Suggestion::TimeBox : Suggestion::Allow;
    return Suggestion::None;
}

Result<std::vector<ApprovalHistory>> approvalHistory(const AuditLog &log, ApprovalStore &approvals,
                                                     std::optional<Timestamp> since, const Job &job) {
    std::map<std::string, ApprovalHistory> byAction;
    AuditFilter filter;
    filter.kinds = {std::string(audit_kind::Approval)};
    filter.since = since;
    for (std::uint64_t after = 0;;) {
        if (job.stop.stop_requested())
            return fail(ErrorCode::Cancelled, "cancelled");
        const auto page = log.listAfter(filter, PageSize, after);
        if (!page)
            return fail(page.error());
        for (const AuditRecord &record : page->records) {
            after = record.seq;
            const AuditEvent &event = record.event;
            const bool approved = event.outcome == "approved", denied = event.outcome == "denied";
            if (!approved && !denied && event.outcome != "expired")
                continue;
            ApprovalHistory &history = byAction[event.service + '.' + event.action];
            if (history.service.empty()) {
                history.service = event.service;
                history.action = event.action;
                const auto request = approvals.get(stringMember(event.detail, "id"));
                // What is not there any more is taken for gated, which suggests the lesser change.
                history.gated = !request || !*request || (*request)->request.gated;
            }
            history.tier = event.tier;
            history.organisations.insert(event.organisation);
            if (approved || denied)
                history.approvers.insert(event.principal);
            // A grant that was never used ends as expired too: it was decided.
            const json::value *box = event.detail.if_contains("approvals");
            const bool undecided = box == nullptr || !box->is_number() || box->to_number<std::uint64_t>() == 0;
            history.approved += approved ? 1 : 0;
            history.denied += denied ? 1 : 0;
            history.expired += !approved && !denied && undecided ? 1 : 0;
            if (denied)
                history.lastReason = stringMember(event.detail, "reason");
        }
        if (!page->more || page->records.empty())
            break;
    }
    std::vector<ApprovalHistory> out;
    for (auto &[name, history] : byAction)
        out.push_back(std::move(history));
    return out;
}

std::string draftPolicy(const std::vector<ApprovalHistory> &histories, std::uint64_t least) {
    std::string rules;
    for (const ApprovalHistory &history : histories)
        if (const Suggestion suggestion = suggestionFor(history, least); suggestion != Suggestion::None)
            appendRule(rules, history, suggestion);
    if (rules.empty())
        return {};
    return "# A draft from what approvers decided. Nothing of it is in force: read it, change it, try it with\n"
           "# `actionscope policy test FILE`, and put into policies/ what you mean.\n"
           "layer: organisation\nrules:" +
           rules;
}

} // namespace actionscope::governance
