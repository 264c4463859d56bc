#include "gateway/context_service.h"

#include "base/text.h"
#include "catalog/capability_id.h"
#include "context/context_json.h"
#include "gateway/facades/tool_names.h"
#include "workspace/profile_budgets.h"

#include <algorithm>
#include <thread>

namespace actionscope::gateway {
namespace {

constexpr std::size_t Discovered = 10; ///< results of discover_capabilities, and tools of a plan unless it says more
constexpr std::size_t MetricScopes = 50;
constexpr std::string_view PromptName = "capability_context";
constexpr std::string_view Kinds = "action, tool, skill, extension or channel";

Error wrong(std::string message) { return {ErrorCode::InvalidArgument, std::move(message), {}}; }

Result<std::optional<catalog::Kind>> kindOf(const json::object &body) {
    const json::value *value = body.if_contains("kind");
    if (!value || value->is_null())
        return std::nullopt;
    const auto kind = value->is_string() ? catalog::kindFromName(std::string_view(value->get_string())) : std::nullopt;
    if (!kind)
        return fail(wrong("kind is one of " + std::string(Kinds)));
    return kind;
}

/// A word that stands for a value; absent or null: nothing.
template <class Value>
Result<std::optional<Value>> wordOf(const json::object &body, std::string_view key, std::string_view expected,
                                    std::optional<Value> (*fromName)(std::string_view)) {
    const json::value *value = body.if_contains(key);
    if (!value || value->is_null())
        return std::nullopt;
    const auto known = value->is_string() ? fromName(std::string_view(value->get_string())) : std::nullopt;
    if (!known)
        return fail(wrong(std::string(key) + " is " + std::string(expected)));
    return known;
}

std::string labelOf(std::string_view text) {
    std::string label;
    for (const char letter : revealInvisible(text)) {
        if (letter == '"' || letter == '\\')
            label += '\\';
        label += letter;
    }
    return label;
}

json::value orNull(const std::string &text) { return text.empty() ? json::value() : json::value(text); }

} // namespace

/// What every question begins with. The caller is the one who asks, in the session that was named.
struct ContextService::Question {
    Caller caller;
    std::string message;
    std::optional<catalog::Kind> kind;
    context::Budgets budgets;
};

ContextService::ContextService(const Services &services,
                               std::function<std::vector<ToolDefinition>(const Caller &)> listed)
    : m_services(services)
    , m_listed(std::move(listed))
    , m_maker(services.workspace)
    , m_options(services.workspace.snapshot()->settings.context.turns)
    , m_turns(services.clock, m_options.turns, m_options.life)
    , m_board(services.workspace.kpis(), services.clock, services.workspace.snapshot()->settings.context.kpi) {}

ContextService::~ContextService() = default;

Result<ContextService::Question> ContextService::question(const Caller &caller, const json::object &body,
                                                          std::initializer_list<std::string_view> further) const {
    if (!governance::holds(caller.principal.role, governance::Permission::ViewTools))
        return fail(ErrorCode::PermissionDenied, "this token may not view tools");
    for (const auto &entry : body) {
        const std::string_view key = entry.key();
        if (key != "message" && key != "kind" && key != "budgets" && key != "session" &&
            std::find(further.begin(), further.end(), key) == further.end())
            return fail(wrong("there is no member " + revealInvisible(truncateUtf8(key, 64)) +
                              " here: message, kind, budgets and session are known" +
                              (further.size() > 0 ? ", failure_mode, selection and limit too" : "")));
    }
    // A request may ask for less or more than the settings have, but for no more than its profile pays for.
    const auto snapshot = m_services.workspace.snapshot();
    Question question{caller, {}, {}, workspace::contextBudgets(*snapshot, &caller.principal)};
    const json::value *message = body.if_contains("message");
    if (!message || !message->is_string() || message->get_string().empty())
        return fail(wrong("message is required and must be a text"));
    // Of a longer one search reads no more anyway.
    question.message = truncateUtf8(std::string_view(message->get_string()), retrieval::MaxQueryBytes);
    auto kind = kindOf(body);
    if (!kind)
        return fail(kind.error());
    question.kind = *kind;
    if (const json::value *budgets = body.if_contains("budgets"); budgets && !budgets->is_null()) {
        if (!budgets->is_object())
            return fail(wrong("budgets is an object: tier0, tier1, tier2, summaries, details, relevance"));
        auto read = context::readBudgets(budgets->get_object(), question.budgets);
        if (!read)
            return fail(read.error());
        question.budgets = workspace::withinProfile(*read, *snapshot, &caller.principal);
    }
    if (const json::value *session = body.if_contains("session"); session && !session->is_null()) {
        const std::string_view id = session->is_string() ? std::string_view(session->get_string()) : std::string_view();
        if (id.empty() || !m_services.sessions.touch(id, caller.principal))
            return fail(wrong("session is the id of an MCP session of yours that is open (Mcp-Session-Id)"));
        question.caller.session = id;
    }
    return question;
}

Result<AgentHits> ContextService::search(const Question &question, std::string_view facade, std::size_t least) const {
    AgentQuery query;
    query.text = question.message;
    if (question.kind)
        query.kinds = 1U << static_cast<unsigned>(*question.kind);
    query.longTailOnly = false;
    query.facade = facade;
    query.limit =
        std::clamp<std::size_t>(std::max({least, question.budgets.summaries, question.budgets.details}), 1, 100);
    const auto snapshot = m_services.workspace.snapshot();
    query.floor = workspace::ContextMaker::score(*snapshot, {}, question.budgets.relevance);
    return searchForAgent(m_services, question.caller, query);
}

Result<json::object> ContextService::context(const Caller &caller, const json::object &body) {
    const auto asked = question(caller, body, {});
    if (!asked)
        return fail(asked.error());
    const auto hits = search(*asked, "rest:context", 1);
    if (!hits)
        return fail(hits.error());
    auto made =
        m_maker.assemble(*hits->snapshot, hits->outcome, asked->budgets, tool_names::Discover, &caller.principal);
    if (!made)
        return fail(made.error());
    auto counter = m_maker.counter();
    json::object answer =
        context::toJson(made->context, made->found, *made->catalog, counter ? *counter : context::TokenCounter());
    answer["hint"] = orNull(hits->outcome.response.hits.empty() ? hits->hint : std::string());
    answer["search_id"] = hits->searchId;
    if (!asked->caller.session.empty())
        m_services.sessions.count(asked->caller.session, {.use = {.context = made->context.tokens()}});
    return answer;
}

Result<json::object> ContextService::discover(const Caller &caller, const std::string &query,
                                              std::optional<catalog::Kind> kind) {
    const Question asked{caller, query, kind,
                         workspace::contextBudgets(*m_services.workspace.snapshot(), &caller.principal)};
    const auto hits = search(asked, caller.link ? "mcp:capabilities" : "rest:capabilities", Discovered);
    if (!hits)
        return fail(hits.error());
    json::array results;
    const catalog::Catalog &catalog = *hits->outcome.catalog;
    for (const retrieval::Hit &hit : hits->outcome.response.hits)
        results.push_back(json::object{{"id", catalog::capabilityId(catalog, hit.ordinal)},
                                       {"kind", catalog::kindName(catalog.at(hit.ordinal).kind())},
                                       {"title", m_services.actions.agentText(catalog, hit.ordinal).title},
                                       {"relevance", context::shownRelevance(workspace::ContextMaker::relevance(
                                                         *hits->snapshot, hits->outcome.preset, hit.score))}});
    json::object answer{{"results", std::move(results)},
                        {"total_indexed", hits->outcome.response.indexed},
                        {"hint", orNull(hits->hint)},
                        {"search_id", hits->searchId}};
    if (!caller.link && !caller.session.empty())
        m_services.sessions.count(caller.session,
                                  {.use = {.searches = context::estimateTokens(json::serialize(answer))}});
    return answer;
}

json::object ContextService::toolEntry(const Question &question, const AgentHits &hits, std::size_t at,
                                       double relevance) const {
    const catalog::Catalog &catalog = *hits.outcome.catalog;
    const retrieval::Hit &hit = hits.outcome.response.hits[at];
    const catalog::CapabilityView capability = catalog.at(hit.ordinal);
    json::object entry{{"id", catalog::capabilityId(catalog, hit.ordinal)},
                       {"kind", catalog::kindName(capability.kind())},
                       {"relevance", context::shownRelevance(relevance)}};
    const auto target = m_services.actions.find(catalog.qualifiedName(hit.ordinal));
    if (!target)
        return entry;
    const ToolDefinition tool = actionTool(m_services, *target);
    const bool active = target->curated || (!question.caller.session.empty() &&
                                            m_services.sessions.isActive(question.caller.session, *target));
    entry["active"] = active;
    entry["activate_with"] = active ? json::value() : json::value(tool_names::Activate);
    for (auto &member : riskJson(target->risk))
        entry[member.key()] = std::move(member.value());
    entry["signature"] =
        json::object{{"name", tool.name}, {"description", tool.description}, {"inputSchema", tool.inputSchema}};
    return entry;
}

Result<json::object> ContextService::plan(const Caller &caller, const json::object &body) {
    const auto asked = question(caller, body, {"failure_mode", "selection", "limit"});
    if (!asked)
        return fail(asked.error());
    context::TurnOverrides overrides;
    const auto failure = wordOf(body, "failure_mode", "fail_open or fail_closed", &context::failureModeFromName);
    const auto selection = wordOf(body, "selection", "discovered or all", &context::selectionFromName);
    if (!failure || !selection)
        return fail(failure ? selection.error() : failure.error());
    overrides = {*failure, *selection, asked->kind};
    std::size_t limit = Discovered;
    if (const json::value *value = body.if_contains("limit"); value && !value->is_null()) {
        boost::system::error_code error;
        const auto number = value->to_number<std::int64_t>(error);
        if (error || number < 1 || number > 100)
            return fail(wrong("limit is a whole number from 1 to 100"));
        limit = static_cast<std::size_t>(number);
    }

    std::optional<AgentHits> hits;
    context::PlannerParts parts;
    parts.engineReady = [this] { return m_services.workspace.snapshot()->searcher != nullptr; };
    parts.startEngine = [this] { return m_services.workspace.ensureIndex(); };
    parts.wait = [](std::chrono::milliseconds pause) { std::this_thread::sleep_for(pause); };
    parts.discover = [&](std::optional<catalog::Kind>) -> Result<std::vector<context::PlannedTool>> {
        auto found = search(*asked, "rest:turns", limit);
        if (!found)
            return fail(found.error());
        hits = std::move(*found);
        std::vector<context::PlannedTool> tools;
        const catalog::Catalog &catalog = *hits->outcome.catalog;
        for (std::size_t i = 0; i < hits->outcome.response.hits.size() && tools.size() < limit; ++i) {
            const retrieval::Hit &hit = hits->outcome.response.hits[i];
            const catalog::CapabilityView capability = catalog.at(hit.ordinal);
            // A skill is read and a channel is written to: neither is called as a tool.
            if (capability.kind() != catalog::Kind::Action && capability.kind() != catalog::Kind::Tool)
                continue;
            const auto current = hits->snapshot->catalog->find(catalog.qualifiedName(hit.ordinal));
            const double relevance =
                workspace::ContextMaker::relevance(*hits->snapshot, hits->outcome.preset, hit.score);
            tools.push_back({catalog::capabilityId(catalog, hit.ordinal), relevance,
                             capability.available() && current && !hits->snapshot->quarantine(*current),
                             toolEntry(*asked, *hits, i, relevance)});
        }
        return tools;
    };
    parts.everything = [&] {
        std::vector<context::PlannedTool> tools;
        for (const ToolDefinition &tool : m_listed(asked->caller))
            if (tool.name != tool_names::Discover)
                tools.push_back({tool.name, 0, true,
                                 json::object{{"id", tool.name},
                                              {"active", true},
                                              {"signature",
                                               {{"name", tool.name},
                                                {"description", tool.description},
                                                {"inputSchema", tool.inputSchema}}}}});
        return tools;
    };
    const auto &who = caller.principal;
    const auto plan = context::planTurn(m_options, overrides, m_board.adaptation(who.organisation, who.profile), parts);
    if (!plan)
        return fail(plan.error());
    // Whose tools were not searched for still wants to know what there is.
    if (!hits && m_options.promptContext && !plan->failed && plan->attempts == 0)
        if (auto found = search(*asked, "rest:turns", 1))
            hits = std::move(*found);

    json::value shown;
    std::size_t contextTokens = 0;
    if (hits && m_options.promptContext && !plan->failed) {
        const std::string_view metaTool = m_options.metaTool ? tool_names::Discover : tool_names::Search;
        if (auto made = m_maker.assemble(*hits->snapshot, hits->outcome, asked->budgets, metaTool, &who)) {
            contextTokens = made->context.tokens();
            const auto counter = m_maker.counter();
            shown = context::toJson(made->context, made->found, *made->catalog,
                                    counter ? *counter : context::TokenCounter());
        } else {
            return fail(made.error());
        }
    }
    json::array tools;
    for (const context::PlannedTool &tool : plan->tools)
        tools.push_back(tool.entry);
    if (m_options.metaTool && !plan->failed) {
        const ToolDefinition meta = discoverTool();
        tools.push_back(json::object{
            {"id", meta.name},
            {"active", true},
            {"signature",
             {{"name", meta.name}, {"description", meta.description}, {"inputSchema", meta.inputSchema}}}});
    }
    std::size_t toolTokens = 0;
    for (const json::value &tool : tools)
        if (const json::object *signature = objectMember(tool, "signature"))
            toolTokens += context::estimateTokens(json::serialize(*signature));

    context::Turn turn;
    turn.principal = who.id;
    turn.organisation = who.organisation;
    turn.persona = who.profile;
    turn.failure = plan->failure;
    turn.selection = plan->selection;
    turn = m_turns.add(std::move(turn));
    if (plan->failed)
        if (auto ended = m_turns.advance(who.id, turn.id, context::TurnState::Errored))
            turn = std::move(*ended);
    const std::string searchId = hits ? hits->searchId : std::string();
    if (const auto recorded =
            record(asked->caller, turn, plan->failed ? "errored" : "planned",
                   {{"failure_mode", context::failureModeName(plan->failure)},
                    {"selection", context::selectionName(plan->selection)},
                    {"kind", plan->kind ? json::value(catalog::kindName(*plan->kind)) : json::value()},
                    {"attempts", plan->attempts},
                    {"fallback", orNull(plan->fallback)},
                    {"adapted", !plan->adapted.empty()},
                    {"tools", tools.size()},
                    {"left_out", plan->leftOut},
                    {"tool_tokens", toolTokens},
                    {"context_tokens", contextTokens}},
                   searchId);
        !recorded)
        return fail(recorded.error());
    ++m_planned;
    if (!asked->caller.session.empty())
        m_services.sessions.count(asked->caller.session, {.use = {.context = contextTokens}});
    json::object answer = stateJson(turn);
    answer["failed"] = plan->failed;
    answer["kind"] = plan->kind ? json::value(catalog::kindName(*plan->kind)) : json::value();
    answer["attempts"] = plan->attempts;
    answer["fallback"] = orNull(plan->fallback);
    answer["adapted"] = orNull(plan->adapted);
    answer["problem"] = orNull(plan->problem);
    answer["tools"] = std::move(tools);
    answer["tools_left_out"] = plan->leftOut;
    answer["context"] = std::move(shown);
    answer["tokens"] =
        json::object{{"context", contextTokens}, {"tools", toolTokens}, {"total", contextTokens + toolTokens}};
    answer["search_id"] = orNull(searchId);
    return answer;
}

json::object ContextService::stateJson(const context::Turn &turn) const {
    json::object state{{"turn", turn.id},
                       {"state", context::turnStateName(turn.state)},
                       {"failure_mode", context::failureModeName(turn.failure)},
                       {"selection", context::selectionName(turn.selection)},
                       {"planned", formatTimestamp(turn.planned)},
                       {"changed", formatTimestamp(turn.changed)},
                       {"outcome", nullptr}};
    if (turn.outcome)
        state["outcome"] =
            json::object{{"status", context::outcomeName(turn.outcome->status)},
                         {"score", turn.outcome->score},
                         {"told", turn.outcome->told},
                         {"reasons", json::array(turn.outcome->reasons.begin(), turn.outcome->reasons.end())}};
    return state;
}

Result<void> ContextService::record(const Caller &caller, const context::Turn &turn, std::string_view outcome,
                                    json::object detail, const std::string &searchId) const {
    governance::AuditEvent event;
    event.kind = "turn";
    event.actor = "gateway:" + caller.principal.name;
    event.principal = caller.principal.id;
    event.organisation = caller.principal.organisation;
    event.session = caller.session;
    event.outcome = outcome;
    event.searchId = searchId;
    detail["turn"] = turn.id;
    if (!turn.persona.empty())
        detail["persona"] = turn.persona;
    event.detail = std::move(detail);
    if (const auto posted = m_services.audit.post(std::move(event)); !posted && !m_services.readsWithoutAudit)
        return fail(ErrorCode::IoError,
                    "the turn cannot be recorded in the audit log, so it is not answered: " + posted.error().message);
    return {};
}

Result<json::object> ContextService::turn(const Caller &caller, std::string_view id) const {
    if (!governance::holds(caller.principal.role, governance::Permission::ViewTools))
        return fail(ErrorCode::PermissionDenied, "this token may not view tools");
    const auto turn = m_turns.find(caller.principal.id, id);
    if (!turn)
        return fail(turn.error());
    return stateJson(*turn);
}

Result<json::object> ContextService::event(const Caller &caller, std::string_view id, const json::object &body) {
    if (!governance::holds(caller.principal.role, governance::Permission::ViewTools))
        return fail(ErrorCode::PermissionDenied, "this token may not view tools");
    const auto state = context::turnStateFromName(stringMember(body, "state"));
    if (!state || body.size() != 1)
        return fail(wrong("the body is {\"state\": …}: executing, degraded, recovered, completed or errored"));
    const auto turn = m_turns.advance(caller.principal.id, id, *state);
    if (!turn)
        return fail(turn.error());
    if (const auto recorded = record(caller, *turn, context::turnStateName(*state), {}); !recorded)
        return fail(recorded.error());
    return stateJson(*turn);
}

Result<json::object> ContextService::outcome(const Caller &caller, std::string_view id, const json::object &body) {
    if (!governance::holds(caller.principal.role, governance::Permission::ViewTools))
        return fail(ErrorCode::PermissionDenied, "this token may not view tools");
    const auto turn =
        m_turns.finish(caller.principal.id, id, [&](const context::Turn &now) -> Result<context::Outcome> {
            context::OutcomeEvidence evidence;
            evidence.error = now.state == context::TurnState::Errored;
            evidence.degraded = now.degraded;
            evidence.recovered = now.recovered;
            return context::readOutcome(body, evidence);
        });
    if (!turn)
        return fail(turn.error());
    const context::Outcome &outcome = *turn->outcome;
    ++m_outcomes[static_cast<std::size_t>(outcome.status)];
    if (const auto recorded = record(caller, *turn, context::outcomeName(outcome.status),
                                     {{"score", outcome.score},
                                      {"told", outcome.told},
                                      {"state", context::turnStateName(turn->state)},
                                      {"selection", context::selectionName(turn->selection)}});
        !recorded)
        return fail(recorded.error());
    json::object answer = stateJson(*turn);
    // The outcome stands and is recorded; figures that cannot be kept are a matter of their own.
    const auto alert = m_board.add(turn->organisation, turn->persona, outcome);
    const auto figures = m_board.figures(turn->organisation, turn->persona);
    answer["kpi"] = figures ? json::value(telemetry::toJson(*figures)) : json::value();
    answer["kpi_problem"] = alert ? json::value() : json::value(alert.error().message);
    answer["alert"] = nullptr;
    if (alert && *alert) {
        answer["alert"] = telemetry::toJson(**alert);
        static_cast<void>(record(caller, *turn, "alert", telemetry::toJson(**alert)));
    }
    return answer;
}

Result<json::object> ContextService::kpis(const Caller &caller) const {
    const governance::Principal &who = caller.principal;
    if (!governance::holds(who.role, governance::Permission::ViewTools))
        return fail(ErrorCode::PermissionDenied, "this token may not view tools");
    const auto own = m_board.figures(who.organisation, who.profile);
    if (!own)
        return fail(own.error());
    const bool all = governance::holds(who.role, governance::Permission::Manage);
    json::array scopes, alerts;
    if (all) {
        const auto every = m_board.all();
        if (!every)
            return fail(every.error());
        for (const telemetry::KpiFigures &figures : *every)
            scopes.push_back(telemetry::toJson(figures));
    } else {
        scopes.push_back(telemetry::toJson(*own));
    }
    const auto told = m_board.alerts();
    if (!told)
        return fail(told.error());
    for (const telemetry::KpiAlert &alert : *told)
        if (all || alert.scope == own->scope)
            alerts.push_back(telemetry::toJson(alert));
    const telemetry::KpiOptions &options = m_board.options();
    return json::object{{"scope", own->scope},
                        {"figures", telemetry::toJson(*own)},
                        {"adapted", orNull(telemetry::adaptationOf(*own, options).reason)},
                        {"window", options.window},
                        {"alert_below", options.alertBelow},
                        {"adapt_below", options.adaptBelow},
                        {"scopes", std::move(scopes)},
                        {"alerts", std::move(alerts)}};
}

std::string ContextService::metrics() const {
    std::string out = "# HELP actionscope_turns_planned_total Turns that were planned.\n"
                      "# TYPE actionscope_turns_planned_total counter\n"
                      "actionscope_turns_planned_total " +
                      std::to_string(m_planned.load()) +
                      "\n# HELP actionscope_turns Turns that are followed.\n"
                      "# TYPE actionscope_turns gauge\n"
                      "actionscope_turns " +
                      std::to_string(m_turns.size()) +
                      "\n# HELP actionscope_turn_outcomes_total Outcomes of turns.\n"
                      "# TYPE actionscope_turn_outcomes_total counter\n";
    for (const auto status :
         {context::OutcomeStatus::Success, context::OutcomeStatus::Partial, context::OutcomeStatus::Failed})
        out += "actionscope_turn_outcomes_total{status=\"" + std::string(context::outcomeName(status)) + "\"} " +
               std::to_string(m_outcomes[static_cast<std::size_t>(status)].load()) + '\n';
    const auto scopes = m_board.all(MetricScopes);
    if (!scopes || scopes->empty())
        return out;
    const auto gauge = [&](std::string_view name, std::string_view help, auto value) {
        out += "# HELP actionscope_" + std::string(name) + ' ' + std::string(help) + "\n# TYPE actionscope_" +
               std::string(name) + " gauge\n";
        for (std::size_t i = 0; i < scopes->size(); ++i)
            out += "actionscope_" + std::string(name) + "{scope=\"" + labelOf((*scopes)[i].scope) + "\"} " +
                   std::to_string(value((*scopes)[i])) + '\n';
    };
    using Figures = telemetry::KpiFigures;
    gauge("kpi_samples", "Outcomes in the window.", [](const Figures &one) { return one.samples; });
    gauge("kpi_success_rate", "Successes among them.", [](const Figures &one) { return one.successRate; });
    gauge("kpi_average_score", "Their average score.", [](const Figures &one) { return one.averageScore; });
    gauge("kpi_weighted_success_rate", "Successes among them, partial ones as half.",
          [](const Figures &one) { return one.weightedSuccessRate; });
    return out;
}

json::array ContextService::prompts(const Caller &caller) const {
    if (!governance::holds(caller.principal.role, governance::Permission::ViewTools))
        return {};
    return {json::object{
        {"name", PromptName},
        {"title", "What can be done here"},
        {"description", "What there is at all, what fits a message best, and the first of these in full."},
        {"arguments",
         json::array{json::object{{"name", "message"}, {"description", "The task, in plain words"}, {"required", true}},
                     json::object{{"name", "kind"},
                                  {"description", "Only these: " + std::string(Kinds)},
                                  {"required", false}}}}}};
}

Result<json::object> ContextService::prompt(const Caller &caller, std::string_view name,
                                            const json::object &arguments) {
    if (name != PromptName)
        return fail(ErrorCode::NotFound, "there is no prompt `" + std::string(name.substr(0, 100)) +
                                             "`: prompts/list names those that there are");
    const auto asked = question(caller, arguments, {});
    if (!asked)
        return fail(asked.error());
    Question own = *asked;
    own.caller = caller;
    const auto hits = search(own, "mcp:prompt", 1);
    if (!hits)
        return fail(hits.error());
    const auto made =
        m_maker.assemble(*hits->snapshot, hits->outcome, own.budgets, tool_names::Search, &caller.principal);
    if (!made)
        return fail(made.error());
    return json::object{
        {"description", "What can be done here, for this message"},
        {"messages",
         json::array{json::object{{"role", "user"}, {"content", {{"type", "text"}, {"text", made->context.text()}}}}}}};
}

} // namespace actionscope::gateway
