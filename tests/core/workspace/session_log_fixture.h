#pragma once
/// Records of sessions as the gateway leaves them, without a gateway.

#include "workspace/search_record.h"
#include "workspace_fixture.h"

namespace actionscope::test {

/// Writes what one agent does into the log of a workspace.
class RecordedSession {
public:
    RecordedSession(workspace::Workspace &workspace, std::string id, std::string principal = "local:ana")
        : m_workspace(workspace)
        , m_id(std::move(id))
        , m_principal(std::move(principal)) {}

    governance::AuditEvent event(std::string_view kind, std::string_view outcome, std::string_view action = {}) const {
        governance::AuditEvent event;
        event.kind = kind;
        event.actor = "gateway:ana";
        event.principal = m_principal;
        event.session = m_id;
        event.outcome = outcome;
        if (!action.empty()) {
            event.service = "shop";
            event.action = action;
            event.tier = tierOf(action);
        }
        return event;
    }
    std::uint64_t append(governance::AuditEvent event) const {
        return expectValue(m_workspace.audit()->append(std::move(event))).seq;
    }
    void start() const {
        governance::AuditEvent started = event("session", "started");
        started.detail = {{"client", "tester 1"}, {"protocol", "2025-11-25"}, {"role", "agent"}};
        append(std::move(started));
    }
    void end() const { append(event("session", "ended")); }

    /// Searches as an agent's façade does and records it; its id.
    std::string search(const std::string &query, const std::string &preset = {}) {
        const auto snapshot = m_workspace.snapshot();
        retrieval::SearchRequest request;
        request.query = query;
        request.longTailOnly = true;
        if (!preset.empty())
            request.preset = expectValue(snapshot->presets.get(preset));
        const auto outcome = expectValue(m_workspace.search(request));
        workspace::RecordedSearch record;
        record.query = query;
        record.facade = "mcp:gateway";
        record.preset = outcome.preset;
        record.presetMark = workspace::presetMark(*snapshot->presets.find(outcome.preset));
        record.indexVersion = snapshot->index->version();
        record.floor = outcome.response.floor;
        record.tokens = 100;
        for (std::size_t i = 0; i < outcome.response.hits.size(); ++i) {
            const retrieval::Hit &hit = outcome.response.hits[i];
            record.hits.push_back({outcome.catalog->qualifiedName(hit.ordinal), std::uint32_t(i + 1), hit.score,
                                   workspace::partsOf(hit)});
        }
        governance::AuditEvent searched = event("search", record.hits.empty() ? "empty" : "found");
        searched.searchId = "s-" + std::to_string(++m_searches);
        workspace::writeSearch(record, searched);
        const std::string id = searched.searchId;
        append(std::move(searched));
        return id;
    }
    std::uint64_t activate(std::string_view action, const std::string &searchId = {}) const {
        governance::AuditEvent activated = event("activation", "activated", action);
        activated.searchId = searchId;
        activated.detail = {{"facade", "mcp:gateway"}, {"confirmed_by", "model_claimed"}};
        return append(std::move(activated));
    }
    std::uint64_t call(std::string_view action, const std::string &searchId = {}, std::uint64_t bytes = 400) const {
        governance::AuditEvent attempt = event("call", "attempt", action);
        attempt.searchId = searchId;
        attempt.detail = {{"facade", "mcp:gateway"}, {"arguments", {{"id", "text(12)"}}}, {"digest", "d"}};
        const std::uint64_t seq = append(std::move(attempt));
        governance::AuditEvent outcome = event("call", "ok", action);
        outcome.searchId = searchId;
        outcome.detail = {
            {"facade", "mcp:gateway"}, {"attempt", seq}, {"elapsed_us", 12'000}, {"status", 200}, {"bytes", bytes}};
        append(std::move(outcome));
        return seq;
    }
    std::uint64_t denied(std::string_view action, std::string_view code, std::string_view of = "call") const {
        governance::AuditEvent denial = event("denial", code, action);
        denial.detail = {{"facade", "mcp:gateway"}, {"gate", "policy"}, {"of", of}};
        return append(std::move(denial));
    }

private:
    [[nodiscard]] std::string tierOf(std::string_view action) const {
        const auto snapshot = m_workspace.snapshot();
        const auto ordinal = snapshot->catalog->find("shop." + std::string(action));
        return ordinal ? std::string(catalog::tierName((*snapshot->risk)[*ordinal].tier)) : std::string("read");
    }

    workspace::Workspace &m_workspace;
    std::string m_id, m_principal;
    int m_searches = 0;
};

} // namespace actionscope::test
