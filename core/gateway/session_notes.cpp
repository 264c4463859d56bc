#include "gateway/session_notes.h"

#include "gateway/facades/tool_names.h"

namespace actionscope::gateway {
namespace {

json::object textBlock(std::string text) { return {{"type", "text"}, {"text", std::move(text)}}; }

/// Whether the same call may well succeed a moment later.
bool failedForNow(const governance::CallOutcome &outcome) {
    using namespace governance;
    if (outcome.code == refusal::UpstreamTimeout || outcome.code == refusal::UpstreamError ||
        outcome.code == refusal::RateLimited)
        return true;
    const int status = outcome.reply ? outcome.reply->status : 0;
    return status == 408 || status == 425 || status == 429 || status >= 500;
}

void record(const Services &services, const Caller &caller, const governance::CallRequest &request,
            const session::LoopSignal &signal, std::string_view qualified) {
    governance::AuditEvent event;
    event.kind = "loop";
    event.actor = "gateway:" + caller.principal.name;
    event.principal = caller.principal.id;
    event.organisation = caller.principal.organisation;
    event.session = caller.session;
    event.service = qualified.substr(0, qualified.find('.'));
    event.action = qualified;
    event.outcome = signal.activationEnded ? "activation_ended" : "guided";
    event.searchId = request.searchId;
    event.detail = {
        {"facade", request.facade}, {"detector", session::detectorName(signal.detector)}, {"calls", signal.count}};
    // Nothing outside changed; a log that takes no records is noticed by the next call.
    static_cast<void>(services.audit.post(std::move(event)));
}

} // namespace

void noteLoop(const Services &services, const Caller &caller, const governance::CallRequest &request,
              governance::CallOutcome &outcome) {
    if (!outcome.dispatched())
        return;
    const auto target = services.actions.find(request.name);
    const std::string qualified = target ? target->qualified() : request.name;
    const auto signal =
        services.sessions.called(caller.principal, caller.session, qualified, request.arguments, failedForNow(outcome));
    if (!signal)
        return;
    record(services, caller, request, *signal, qualified);
    std::string guidance = signal->guidance;
    if (signal->activationEnded)
        guidance += " Its activation has ended: if you still need it, find it again with " +
                    std::string(tool_names::Search) + '.';
    const json::object told{{"tool", qualified},
                            {"detector", session::detectorName(signal->detector)},
                            {"calls", signal->count},
                            {"activation_ended", signal->activationEnded},
                            {"guidance", guidance}};
    if (!outcome.reply) {
        outcome.message += ' ' + guidance;
        outcome.detail["loop_detected"] = told;
        return;
    }
    governance::DispatchReply &reply = *outcome.reply;
    reply.meta["loop_detected"] = told;
    if (request.facade.starts_with("mount:"))
        return;
    reply.content.push_back(textBlock(std::move(guidance)));
    // Some clients show their model the structured content alone. Over REST the envelope has it (rest.cpp).
    if (request.facade.starts_with("mcp:"))
        if (json::object *structured = reply.structured.if_object())
            structured->emplace("loop_detected", told);
}

std::optional<std::string> noteRepeatedSearch(const Services &services, const Caller &caller, std::string_view query,
                                              std::string_view scope, const std::string &searchId,
                                              json::object &detail) {
    const auto repeated = services.sessions.searched(caller.principal, caller.session, query, scope, searchId);
    if (!repeated)
        return std::nullopt;
    detail["repeats"] = {{"search_id", repeated->earlier}, {"overlap", repeated->overlap}};
    return session::noteFor(*repeated);
}

void noteBudget(const Services &services, const Caller &caller, ToolResult &result) {
    if (caller.session.empty())
        return;
    auto notice = services.sessions.takeBudgetNotice(caller.session);
    if (!notice)
        return;
    result.meta["token_budget"] = json::object{
        {"level", session::noticeLevelName(notice->level)}, {"spent", notice->spent}, {"budget", notice->budget}};
    result.content.push_back(textBlock(std::move(notice->text)));
}

} // namespace actionscope::gateway
