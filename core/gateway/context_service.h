#pragma once
/// What agents and their runtimes ask before, during and after a turn: contexts, capabilities, plans, outcomes
/// (CD1, CD7, CD9–CD11). The same for REST, MCP tools and the MCP prompt.

#include "context/turn.h"
#include "gateway/agent_search.h"
#include "gateway/prompts.h"
#include "telemetry/kpi.h"
#include "workspace/context.h"

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace actionscope::gateway {

/// Any thread; functions may block. Everything is recorded in the audit log before it is answered: searches as every
/// search, turns as records of kind `turn` whose outcome is the state, the result or `alert`; of messages and answers
/// nothing but what the record of the search has.
class ContextService final : public PromptSource {
public:
    /// `services` outlives it. `listed` gives the tools that a caller could call now.
    ContextService(const Services &services, std::function<std::vector<ToolDefinition>(const Caller &)> listed);
    ~ContextService() override;

    /// `POST /context`: `{"message","kind"?,"budgets"?,"session"?}` gives context::toJson and `search_id`, `hint`.
    [[nodiscard]] Result<json::object> context(const Caller &caller, const json::object &body);
    /// `discover_capabilities`: `{"results":[{"id","kind","title","relevance"}],"total_indexed","hint","search_id"}`.
    [[nodiscard]] Result<json::object> discover(const Caller &caller, const std::string &query,
                                                std::optional<catalog::Kind> kind);
    /// `POST /turns`: `{"message","kind"?,"failure_mode"?,"selection"?,"limit"?,"budgets"?,"session"?}` gives the plan.
    [[nodiscard]] Result<json::object> plan(const Caller &caller, const json::object &body);
    /// `POST /turns/{id}/events`: `{"state"}`. Errors: NotFound, Conflict.
    [[nodiscard]] Result<json::object> event(const Caller &caller, std::string_view id, const json::object &body);
    /// `POST /turns/{id}/outcome`: as context::readOutcome takes it. Errors: NotFound, Conflict, InvalidArgument.
    [[nodiscard]] Result<json::object> outcome(const Caller &caller, std::string_view id, const json::object &body);
    /// `GET /turns/{id}`.
    [[nodiscard]] Result<json::object> turn(const Caller &caller, std::string_view id) const;
    /// `GET /turns/kpi`: the caller's own scope; every scope for who may manage.
    [[nodiscard]] Result<json::object> kpis(const Caller &caller) const;
    /// In Prometheus text, for GET /metrics.
    [[nodiscard]] std::string metrics() const;
    [[nodiscard]] const telemetry::KpiBoard &board() const { return m_board; }

    json::array prompts(const Caller &caller) const override;
    Result<json::object> prompt(const Caller &caller, std::string_view name, const json::object &arguments) override;

private:
    struct Question;
    [[nodiscard]] Result<Question> question(const Caller &caller, const json::object &body,
                                            std::initializer_list<std::string_view> further) const;
    [[nodiscard]] Result<AgentHits> search(const Question &question, std::string_view facade, std::size_t least) const;
    [[nodiscard]] json::object toolEntry(const Question &question, const AgentHits &hits, std::size_t at,
                                         double relevance) const;
    [[nodiscard]] Result<void> record(const Caller &caller, const context::Turn &turn, std::string_view outcome,
                                      json::object detail, const std::string &searchId = {}) const;
    [[nodiscard]] json::object stateJson(const context::Turn &turn) const;

    const Services &m_services;
    const std::function<std::vector<ToolDefinition>(const Caller &)> m_listed;
    const workspace::ContextMaker m_maker;
    const context::TurnOptions m_options;
    context::TurnRegistry m_turns;
    telemetry::KpiBoard m_board;
    std::atomic<std::uint64_t> m_planned = 0;
    std::array<std::atomic<std::uint64_t>, 3> m_outcomes{};
};

/// discover_capabilities as it is listed: about 80 tokens.
[[nodiscard]] ToolDefinition discoverTool();

/// The façade `discover_capabilities`. Both outlive it.
[[nodiscard]] std::unique_ptr<Facade> makeCapabilitiesFacade(ContextService &context);

} // namespace actionscope::gateway
