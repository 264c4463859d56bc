#include "gateway/facades/arguments.h"

#include "base/text.h"
#include "gateway/agent_search.h"
#include "gateway/session_profile.h"
#include "gateway/capability_dispatcher.h"

#include <algorithm>

namespace actionscope::gateway {
namespace {

constexpr std::size_t MaxText = 4096;

} // namespace

Arguments::Arguments(const json::object &arguments, std::initializer_list<std::string_view> known)
    : m_arguments(arguments) {
    for (const auto &entry : arguments) {
        const std::string_view key = entry.key();
        if (std::find(known.begin(), known.end(), key) != known.end())
            continue;
        std::string list;
        for (const std::string_view name : known)
            list += (list.empty() ? "" : ", ") + std::string(name);
        complain("unknown argument " + revealInvisible(truncateUtf8(key, 64)) + ": this tool takes " + list);
        break;
    }
}

void Arguments::complain(std::string what) {
    if (!m_problem)
        m_problem = std::move(what);
}

std::string Arguments::text(std::string_view key) {
    const json::value *value = m_arguments.if_contains(key);
    if (!value || !value->is_string() || value->as_string().empty()) {
        complain(std::string(key) + " is required and must be a text");
        return {};
    }
    if (value->as_string().size() > MaxText) {
        complain(std::string(key) + " is longer than 4,096 bytes");
        return {};
    }
    return std::string(value->as_string());
}

std::optional<std::string> Arguments::optionalText(std::string_view key) {
    const json::value *value = m_arguments.if_contains(key);
    if (!value || value->is_null() || (value->is_string() && value->as_string().empty()))
        return std::nullopt;
    return text(key);
}

std::int64_t Arguments::integer(std::string_view key, std::int64_t otherwise, std::int64_t from, std::int64_t to) {
    const json::value *value = m_arguments.if_contains(key);
    if (!value || value->is_null())
        return otherwise;
    boost::system::error_code error;
    const auto number = value->to_number<std::int64_t>(error);
    if (error || number < from || number > to) {
        complain(std::string(key) + " must be a whole number from " + std::to_string(from) + " to " +
                 std::to_string(to));
        return otherwise;
    }
    return number;
}

json::object Arguments::object(std::string_view key) {
    const json::value *value = m_arguments.if_contains(key);
    if (!value || !value->is_object()) {
        complain(std::string(key) + " is required and must be an object");
        return {};
    }
    return value->as_object();
}

bool Arguments::isTrue(std::string_view key) {
    const json::value *value = m_arguments.if_contains(key);
    if (!value || value->is_null())
        return false;
    if (!value->is_bool()) {
        complain(std::string(key) + " must be true or false, not a text or a number");
        return false;
    }
    return value->as_bool();
}

std::vector<std::string> Arguments::texts(std::string_view key) {
    const json::value *value = m_arguments.if_contains(key);
    std::vector<std::string> list;
    if (!value || value->is_null())
        return list;
    if (value->is_string()) {
        list.emplace_back(value->as_string());
        return list;
    }
    if (!value->is_array()) {
        complain(std::string(key) + " must be a list of texts");
        return list;
    }
    for (const json::value &item : value->as_array()) {
        if (!item.is_string() || list.size() == 100) {
            complain(std::string(key) + " must be a list of at most 100 texts");
            return list;
        }
        list.emplace_back(item.as_string());
    }
    return list;
}

ToolResult errorResult(const Error &error) {
    const std::string_view code = error.code == ErrorCode::PermissionDenied ? governance::refusal::PermissionDenied
                                  : error.code == ErrorCode::IoError        ? governance::refusal::AuditUnavailable
                                  : error.code == ErrorCode::LimitExceeded  ? governance::refusal::RateLimited
                                                                            : governance::refusal::InvalidArguments;
    return ToolResult::refusal(code, error.message);
}

namespace {

struct FacadeRefusal {
    std::string_view code, gate;
    bool activating = false;
};

ToolResult refuse(const Services &services, const Caller &caller, const governance::CallRequest &request,
                  const FacadeRefusal &refusal, std::string message, json::object detail) {
    services.gatekeeper.recordRefusal(request, refusal.code, refusal.gate, refusal.activating);
    if (!caller.session.empty())
        services.sessions.count(caller.session, {.refused = 1});
    return ToolResult::refusal(refusal.code, std::move(message), std::move(detail));
}

} // namespace

ToolResult refuseCall(const Services &services, const Caller &caller, governance::CallRequest request,
                      std::string_view code, std::string_view gate, std::string message, json::object detail) {
    request.principal = caller.principal;
    request.session = caller.session;
    return refuse(services, caller, request, {code, gate, false}, std::move(message), std::move(detail));
}

ToolResult activateAction(const Services &services, const Caller &caller, governance::CallRequest request) {
    request.principal = caller.principal;
    request.session = caller.session;
    request.stop = caller.stop;
    const auto refused = [&](std::string_view code, std::string_view gate, std::string message,
                             json::object detail = {}) {
        return refuse(services, caller, request, {code, gate, true}, std::move(message), std::move(detail));
    };
    if (!request.problem.empty())
        return refused(governance::refusal::InvalidArguments, "request", request.problem);
    const auto target = services.actions.find(request.name);
    if (!target) {
        json::array suggestions;
        for (const std::string &name : services.actions.nearest(request.name))
            // Names of what the caller may not see are not told by a suggestion either.
            if (const auto near = services.actions.find(name); near && services.mayFind(caller.principal, *near))
                suggestions.emplace_back(name);
        return refused(governance::refusal::UnknownAction, "permission",
                       "there is no such action: search for it, names are not to be guessed",
                       {{"suggestions", std::move(suggestions)}});
    }
    request.name = target->qualified();
    // Before anybody is asked to confirm what cannot be done. Who may not find it is told nothing by this.
    if (services.mayFind(caller.principal, *target))
        if (auto missing = missingUpstream(*target))
            return refused(governance::refusal::UpstreamError, "upstream", std::move(*missing));
    if (request.searchId.empty() && !caller.session.empty())
        request.searchId = services.sessions.searchThatShowed(caller.session, request.name);
    const bool known = !caller.session.empty() && services.sessions.isActive(caller.session, *target);
    governance::ConfirmedBy confirmedBy = governance::ConfirmedBy::Nobody;
    if (!known) {
        if (services.paused)
            return refused(governance::refusal::PolicyDenied, "paused",
                           "new activations are paused by an administrator; what is active stays callable");
        if (caller.link && caller.link->can("elicitation"))
            request.askHuman = askThrough(*caller.link);
        governance::ActivationDecision decision = services.gatekeeper.mayActivate(request, *target);
        if (!decision.code.empty()) {
            if (!caller.session.empty())
                services.sessions.count(caller.session, {.refused = 1});
            return ToolResult::refusal(decision.code, std::move(decision.message), std::move(decision.detail));
        }
        confirmedBy = decision.confirmedBy;
        governance::AuditEvent event;
        event.kind = "activation";
        event.actor = "gateway:" + caller.principal.name;
        event.principal = caller.principal.id;
        event.organisation = caller.principal.organisation;
        event.session = caller.session;
        event.service = target->service;
        event.action = target->action;
        event.tier = catalog::tierName(target->risk.tier);
        event.outcome = "activated";
        event.searchId = request.searchId;
        event.detail = {{"facade", request.facade},
                        {"confirmed_by", governance::confirmedByName(confirmedBy)},
                        {"definition", target->definitionHash}};
        if (const auto recorded = services.audit.append(std::move(event));
            !recorded && !(services.readsWithoutAudit && target->risk.tier == catalog::Tier::Read))
            return ToolResult::refusal(governance::refusal::AuditUnavailable,
                                       "the audit log cannot be written, so nothing is activated");
    }
    auto activated =
        services.sessions.activate(caller.principal, caller.session, *target,
                                   session::wireName(target->service, target->action), confirmedBy, request.searchId);
    if (!activated)
        return refused(governance::refusal::NotActive, "session", activated.error().message);
    const session::Activation &activation = activated->activation;
    if (activated->fresh && !caller.session.empty())
        measureBound(services, caller.session);
    if (activated->fresh && !caller.session.empty() && caller.principal.exposure == governance::Exposure::List)
        services.changes.changed(caller.session);
    ToolDefinition tool = actionTool(services, *target);
    json::object answer{{"activated", true},
                        {"activation", activation.handle},
                        {"expires_at", formatTimestamp(activation.expires)},
                        {"name", target->qualified()},
                        {"wire_name", activation.wireName},
                        {"risk", catalog::tierName(target->risk.tier)},
                        {"approval", catalog::approvalName(target->risk.approval)},
                        {"consequence", target->consequence},
                        {"signature",
                         {{"name", activation.wireName},
                          {"description", tool.description},
                          {"inputSchema", std::move(tool.inputSchema)}}}};
    if (target->risk.approval == catalog::Approval::Admin)
        answer["note"] = "calls of this action wait for an administrator's approval";
    return ToolResult::json(std::move(answer));
}

} // namespace actionscope::gateway
