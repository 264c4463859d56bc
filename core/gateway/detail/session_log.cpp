#include "gateway/detail/session_log.h"

#include "base/text.h"

namespace actionscope::gateway::detail {
namespace {

constexpr std::size_t ShownClient = 200; ///< bytes of what a client calls itself

governance::AuditEvent eventOf(std::string_view kind, std::string_view outcome, const std::string &session) {
    governance::AuditEvent event;
    event.kind = kind;
    event.actor = "gateway";
    event.session = session;
    event.outcome = outcome;
    return event;
}

governance::AuditEvent eventOf(std::string_view kind, std::string_view outcome, const std::string &session,
                               const governance::Principal &who) {
    governance::AuditEvent event = eventOf(kind, outcome, session);
    event.actor = "gateway:" + who.name;
    event.principal = who.id;
    event.organisation = who.organisation;
    return event;
}

/// What a client says of itself may be anything.
json::string clean(std::string_view text) {
    return json::string(revealInvisible(toValidUtf8(truncateUtf8(text, ShownClient))));
}

} // namespace

void SessionLog::post(governance::AuditEvent event) { static_cast<void>(m_audit.post(std::move(event))); }

void SessionLog::started(const std::string &session, const governance::Principal &who, std::string_view client,
                         std::string_view protocol, std::string_view mount) {
    governance::AuditEvent event = eventOf("session", "started", session, who);
    event.detail = {{"client", clean(client)},
                    {"protocol", json::string(protocol)},
                    {"role", json::string(governance::roleName(who.role))}};
    if (!mount.empty())
        event.detail["mount"] = json::string(mount);
    if (!who.profile.empty())
        event.detail["profile"] = json::string(who.profile);
    post(std::move(event));
}

void SessionLog::ended(const std::string &session) { post(eventOf("session", "ended", session)); }

void SessionLog::listed(const std::string &session, const governance::Principal &who, std::size_t tools,
                        std::uint64_t tokens) {
    governance::AuditEvent event = eventOf("list", "listed", session, who);
    event.detail = {{"tools", tools}, {"tokens", tokens}};
    post(std::move(event));
}

void SessionLog::listChanged(const std::string &session, const governance::Principal &who, std::uint64_t tokens) {
    governance::AuditEvent event = eventOf("list", "changed", session, who);
    event.detail = {{"tokens", tokens}};
    post(std::move(event));
}

void SessionLog::deactivated(const session::Eviction &eviction) {
    governance::AuditEvent event = eventOf("deactivate", session::evictionWhyName(eviction.why), eviction.session);
    event.service = eviction.qualified.substr(0, eviction.qualified.find('.'));
    event.action = eviction.qualified;
    post(std::move(event));
}

} // namespace actionscope::gateway::detail
