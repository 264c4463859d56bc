#include "gateway/session_profile.h"

#include "gateway/agent_search.h"
#include "gateway/session_notes.h"

#include <algorithm>

namespace actionscope::gateway {
namespace {

class GatedFacade final : public Facade {
public:
    GatedFacade(const Services &services, std::unique_ptr<Facade> facade, bool byDefault)
        : m_services(services)
        , m_facade(std::move(facade))
        , m_byDefault(byDefault) {}

    std::string_view name() const override { return m_facade->name(); }

    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        if (isOn(caller))
            m_facade->list(caller, tools);
    }

    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        if (!isOn(caller))
            return std::nullopt;
        auto result = m_facade->call(caller, tool, arguments);
        if (result)
            noteBudget(m_services, caller, *result);
        return result;
    }

    bool isQuick(std::string_view tool) const override { return m_facade->isQuick(tool); }

private:
    [[nodiscard]] bool isOn(const Caller &caller) const {
        return facadeIsOn(m_services, caller.principal, m_facade->name(), m_byDefault);
    }
    const Services &m_services;
    const std::unique_ptr<Facade> m_facade;
    const bool m_byDefault;
};

/// Asks for the snapshot only where there is a profile to look up: most callers have none.
template <class Use> auto withProfile(const Services &services, const governance::Principal &who, Use &&use) {
    std::shared_ptr<const workspace::Snapshot> snapshot;
    if (!who.profile.empty())
        snapshot = services.workspace.snapshot();
    return use(snapshot ? snapshot->profiles->of(who) : nullptr);
}

void recordInclusion(const Services &services, const std::string &session, const governance::Principal &who,
                     const governance::Target &target) {
    governance::AuditEvent event;
    event.kind = "activation";
    event.actor = "gateway:" + who.name;
    event.principal = who.id;
    event.organisation = who.organisation;
    event.session = session;
    event.service = target.service;
    event.action = target.action;
    event.tier = catalog::tierName(target.risk.tier);
    event.outcome = "activated";
    event.detail = {{"facade", "always_include"}, {"profile", who.profile}, {"definition", target.definitionHash}};
    // A log that takes no records is noticed by the next call, which is not made then.
    static_cast<void>(services.audit.post(std::move(event)));
}

} // namespace

bool facadeIsOn(const Services &services, const governance::Principal &who, std::string_view facade, bool byDefault) {
    return withProfile(services, who, [&](const workspace::Profile *profile) {
        if (profile == nullptr || !profile->facades)
            return byDefault;
        const bool listed = std::ranges::find(*profile->facades, facade) != profile->facades->end();
        return listed && (byDefault || facade != "connections");
    });
}

bool bindsReads(const Services &services, const governance::Principal &who) {
    return withProfile(services, who, [&](const workspace::Profile *profile) {
        return profile != nullptr && profile->bind ? *profile->bind == workspace::Bind::Read : services.bindReads;
    });
}

std::unique_ptr<Facade> gated(const Services &services, std::unique_ptr<Facade> facade, bool byDefault) {
    return std::make_unique<GatedFacade>(services, std::move(facade), byDefault);
}

void applyProfile(const Services &services, const std::string &session, const governance::Principal &who) {
    const auto snapshot = services.workspace.snapshot();
    const workspace::Profile *profile = snapshot->profiles->of(who);
    std::vector<std::string> wanted = snapshot->settings.gateway.alwaysInclude;
    session::SessionBounds bounds;
    if (profile != nullptr) {
        bounds = {.discoveredTools = profile->limits.toolCache,
                  .toolLife = profile->limits.toolLife,
                  .tokenBudget = profile->budgets.session,
                  .searchesPerHour = profile->limits.searchesPerHour};
        wanted.insert(wanted.end(), profile->alwaysInclude.begin(), profile->alwaysInclude.end());
    }
    services.sessions.bound(session, bounds);
    const std::vector<session::Activation> before = services.sessions.activations(session);
    bool changed = false;
    for (const session::Activation &activation : before)
        if (activation.pinned && std::ranges::find(wanted, activation.qualified) == wanted.end())
            services.sessions.unpin(session, activation.qualified);
    if (governance::holds(who.role, governance::Permission::RunTools) && !services.paused) {
        for (const std::string &name : wanted) {
            const auto target = services.actions.find(name);
            if (!target || target->quarantined || !services.mayFind(who, *target))
                continue;
            const auto isSame = [&](const session::Activation &a) {
                return a.pinned && a.qualified == target->qualified() && a.definitionHash == target->definitionHash;
            };
            if (std::ranges::any_of(before, isSame))
                continue;
            const auto activated =
                services.sessions.activate(who, session, *target, session::wireName(target->service, target->action),
                                           governance::ConfirmedBy::Nobody, {}, true);
            if (!activated)
                return; // the session has ended
            if (activated->fresh)
                recordInclusion(services, session, who, *target);
            changed = true;
        }
    }
    if (!changed)
        return;
    measureBound(services, session);
    services.changes.changed(session);
}

void measureBound(const Services &services, const std::string &session) {
    std::uint64_t tokens = 0;
    for (const session::Activation &activation : services.sessions.activations(session))
        if (const auto target = services.actions.find(activation.qualified))
            tokens += tokenEstimate(actionTool(services, *target));
    services.sessions.setBoundTokens(session, tokens);
}

} // namespace actionscope::gateway
