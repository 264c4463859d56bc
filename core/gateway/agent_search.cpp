#include "gateway/agent_search.h"

#include "base/hash.h"
#include "base/text.h"
#include "context/token_count.h"
#include "gateway/session_notes.h"
#include "governance/privacy.h"
#include "workspace/search_record.h"
#include "workspace/workspace.h"

#include <algorithm>
#include <atomic>
#include <boost/json/monotonic_resource.hpp>
#include <cmath>
#include <thread>

namespace actionscope::gateway {
namespace {

constexpr std::size_t AnswerBytes = 8192;              ///< what the values of usual results take
constexpr std::size_t CuratedNamed = 3;                ///< listed actions that a hint names
constexpr std::chrono::milliseconds ApprovalPoll{500}; ///< between two looks at a request that waits
constexpr std::chrono::seconds LongestWait{600};

/// "s-" and twelve hexadecimal digits, counted from where chance let this process begin: no two searches of a log share
/// one, and nobody has to guess it.
std::string nextSearchId() {
    static std::atomic<std::uint64_t> next = [] {
        std::uint64_t start = 0;
        for (const char byte : randomBytes(6))
            start = start << 8 | static_cast<unsigned char>(byte);
        return start;
    }();
    constexpr std::size_t Digits = 12;
    std::string id = "s-000000000000";
    std::uint64_t number = next++;
    for (std::size_t i = 0; i < Digits; ++i, number >>= 4)
        id[id.size() - 1 - i] = "0123456789abcdef"[number & 15];
    return id;
}

std::string_view approvalWord(const risk::Classification &risk) { return catalog::approvalName(risk.approval); }

/// As it is shown and recorded: what follows the sixth decimal tells nobody anything.
double shownScore(double score) { return std::round(score * 1e6) / 1e6; }

/// Why there is less than was asked for, in words that say what to do.
std::string hintFor(const AgentHits &hits, std::size_t limit) {
    const retrieval::SearchResponse &response = hits.outcome.response;
    const retrieval::Withheld &withheld = response.withheld;
    std::string hint;
    if (response.hits.empty())
        hint = response.hint;
    if (!hits.curated.empty()) {
        hint += hint.empty() ? "" : " ";
        hint += "Already listed and a good match, call it directly:";
        for (const std::string &name : hits.curated)
            hint += ' ' + name;
        hint += '.';
    }
    if (response.hits.size() < limit && (response.hits.empty() || withheld.serviceOff > 0 || withheld.notAllowed > 0)) {
        std::string counts;
        const auto count = [&](std::uint32_t number, std::string_view what) {
            if (number > 0)
                counts += (counts.empty() ? "" : ", ") + std::to_string(number) + ' ' + std::string(what);
        };
        count(withheld.belowFloor, "below the relevance floor");
        count(withheld.serviceOff, "in services that are switched off for search");
        count(withheld.notAllowed, "not allowed for you");
        if (!counts.empty())
            hint += (hint.empty() ? "Not shown: " : " Not shown: ") + counts + '.';
    }
    return hint;
}

/// Titles, descriptions and examples at every level; property names stay what they are.
void dropProse(json::value &schema) {
    if (json::array *list = schema.if_array()) {
        for (json::value &item : *list)
            dropProse(item);
    } else if (json::object *object = schema.if_object()) {
        for (const char *key : {"title", "description", "examples", "example", "$comment", "default"})
            if (json::value *text = object->if_contains(key); text && !text->is_object())
                object->erase(key);
        for (auto &entry : *object)
            dropProse(entry.value());
    }
}

/// What a request without words asks for: all that the caller may find and that `query.only` wants, in order of name,
/// and with stages the first services and the first actions of each.
workspace::SearchOutcome listForAgent(const Services &services, const Caller &caller, const AgentQuery &query,
                                      const std::shared_ptr<const workspace::Snapshot> &snapshot) {
    const retrieval::SearchStages whole{snapshot->catalog->services().size(), query.limit};
    const retrieval::SearchStages stages = query.stages.value_or(whole);
    const std::size_t most = query.stages ? stages.services * stages.perService : query.limit;
    workspace::SearchOutcome outcome;
    outcome.catalog = snapshot->catalog;
    outcome.preset = snapshot->preset->name;
    outcome.response.indexed = static_cast<std::uint32_t>(snapshot->catalog->size());
    std::size_t found = 0;
    for (const catalog::Service &service : snapshot->catalog->services()) {
        std::size_t here = 0;
        for (catalog::Ordinal i = service.first; i < service.end() && here < stages.perService; ++i) {
            if (outcome.response.hits.size() == most || !query.only(*snapshot->catalog, i))
                continue;
            const governance::Target target = services.actions.targetAt(snapshot, i);
            if (!services.mayFind(caller.principal, target))
                continue;
            outcome.response.hits.push_back({i, 1, std::nullopt});
            outcome.risk.push_back(target.risk);
            ++here;
        }
        if (here > 0 && ++found == stages.services)
            break;
    }
    if (outcome.response.hits.empty())
        outcome.response.hint = "nothing that you may find is what was asked for";
    return outcome;
}

/// What agentHitsJson will make of the hits, in tokens (characters / 4): estimated, because the record is made before
/// the answer.
std::uint64_t answerTokens(const AgentHits &hits) {
    constexpr std::size_t AroundResult = 152, AroundAnswer = 80; // names of members, quotes, figures
    std::size_t bytes = AroundAnswer + hits.hint.size();
    const catalog::Catalog &catalog = *hits.outcome.catalog;
    for (const retrieval::Hit &hit : hits.outcome.response.hits) {
        const catalog::CapabilityView action = catalog.at(hit.ordinal);
        const std::size_t service = catalog.serviceOf(hit.ordinal).info.id.size();
        bytes += AroundResult + 2 * service + 1 + action.name().size() + action.title().size() +
                 std::min(action.description().size(), ShownDescription) + action.path().size();
    }
    return context::estimateTokens(bytes);
}

/// What is known of the results; AgentSearch::record adds what was asked.
workspace::RecordedSearch recordOf(const AgentHits &hits) {
    const retrieval::SearchResponse &response = hits.outcome.response;
    workspace::RecordedSearch record;
    record.preset = hits.outcome.preset;
    if (const auto preset = hits.snapshot->presets.find(record.preset))
        record.presetMark = workspace::presetMark(*preset);
    record.floor = response.floor;
    record.reduced = !response.reduced.empty();
    record.tokens = answerTokens(hits);
    for (std::size_t i = 0; i < response.hits.size(); ++i) {
        const retrieval::Hit &hit = response.hits[i];
        record.hits.push_back(
            {hits.outcome.catalog->qualifiedName(hit.ordinal), static_cast<std::uint32_t>(i + 1), shownScore(hit.score),
             i < workspace::ExplainedHits ? workspace::partsOf(hit) : std::vector<std::pair<std::string, double>>()});
    }
    return record;
}

} // namespace

std::string loggableQuery(std::string_view text) {
    const std::string clean = toValidUtf8(truncateUtf8(text, 1000));
    std::string out;
    std::size_t from = 0;
    for (const governance::PersonalSpan &span : governance::findPersonalData(clean)) {
        out.append(clean, from, span.begin - from);
        out += "⟨" + std::string(governance::personalKindName(span.kind)) + "⟩";
        from = span.end;
    }
    return out.append(clean, from, std::string::npos);
}

json::object riskJson(const risk::Classification &risk) {
    return {{"risk", catalog::tierName(risk.tier)}, {"approval", approvalWord(risk)}};
}

BesideCatalog::BesideCatalog(const Services &services, const Caller &caller, const AgentQuery &query, bool wanted)
    : m_services(services)
    , m_caller(caller)
    , m_growth(wanted ? services.growth : nullptr)
    , m_service(query.service)
    , m_limit(query.limit) {
    if (m_growth == nullptr)
        return;
    // What leaves this program leaves it without personal data.
    m_query = m_growth->asksPeers() && services.privacy ? loggableQuery(query.text) : query.text;
    m_growth->ask(caller, m_query, m_service, m_limit);
}

Beside BesideCatalog::collect(std::size_t found, const workspace::Snapshot &snapshot) const {
    if (m_growth == nullptr)
        return {};
    return m_growth->collect(m_caller, m_query, m_service, m_limit, found, snapshot,
                             [&](std::string_view service, std::string_view action, catalog::Tier tier) {
                                 return m_services.mayCall(m_caller.principal, service, action, tier);
                             });
}

AgentSearch::AgentSearch(const Services &services, const Caller &caller, AgentQuery query)
    : m_services(services)
    , m_caller(caller)
    , m_query(std::move(query))
    , m_id(nextSearchId())
    , m_snapshot(services.workspace.snapshot()) {}

Result<void> AgentSearch::admit() const {
    const governance::Principal &who = m_caller.principal;
    if (!governance::holds(who.role, governance::Permission::ViewTools))
        return fail(ErrorCode::PermissionDenied, "this token may not search: it needs a role that views tools");
    if (auto refused = workspace::profileRefusal(who, *m_snapshot->access, *m_snapshot->profiles))
        return fail(ErrorCode::PermissionDenied, std::move(*refused));
    return m_services.sessions.admitSearch(m_caller.session);
}

Result<void> AgentSearch::record(const std::vector<Shown> &shown, double floor, json::object detail) {
    workspace::RecordedSearch search;
    search.floor = floor;
    for (const Shown &one : shown)
        search.hits.push_back(
            {one.name, static_cast<std::uint32_t>(search.hits.size() + 1), shownScore(one.score), {}});
    return record(std::move(search), std::move(detail));
}

Result<void> AgentSearch::record(workspace::RecordedSearch search, json::object detail) {
    governance::AuditEvent event;
    event.kind = "search";
    event.actor = "gateway:" + m_caller.principal.name;
    event.principal = m_caller.principal.id;
    event.organisation = m_caller.principal.organisation;
    event.session = m_caller.session;
    event.outcome = search.hits.empty() ? "empty" : "found";
    event.searchId = m_id;
    if (m_snapshot->index)
        search.indexVersion = m_snapshot->index->version();
    search.query = loggableQuery(m_query.text);
    search.facade = m_query.facade;
    search.service = m_query.service.value_or(std::string());
    search.profile = m_caller.principal.profile;
    search.limit = m_query.limit;
    search.all = !m_query.longTailOnly;
    event.detail = std::move(detail);
    if (m_query.stages) {
        search.limit = m_query.stages->services * m_query.stages->perService;
        event.detail["services"] = m_query.stages->services;
        event.detail["per_service"] = m_query.stages->perService;
    }
    for (const auto &each : m_query.asked)
        event.detail[each.key()] = each.value();
    workspace::writeSearch(search, event);
    std::vector<std::string> names;
    for (const workspace::RecordedHit &hit : search.hits)
        names.push_back(hit.name);
    if (m_query.notesRepeats && !m_query.text.empty())
        m_note = noteRepeatedSearch(m_services, m_caller, m_query.text,
                                    m_query.facade + ' ' + m_query.service.value_or(""), m_id, event.detail)
                     .value_or(std::string());
    if (auto posted = m_services.audit.post(std::move(event)); !posted && !m_services.readsWithoutAudit)
        return fail(ErrorCode::IoError,
                    "the search cannot be recorded in the audit log, so it is not answered: " + posted.error().message);
    if (!m_caller.session.empty()) {
        m_services.sessions.shown(m_caller.session, m_id, names);
        m_services.sessions.count(m_caller.session, {.searches = 1});
    } else {
        m_services.sessions.shownOutside(m_caller.principal, names);
    }
    return {};
}

Result<AgentHits> searchForAgent(const Services &services, const Caller &caller, const AgentQuery &query) {
    AgentSearch search(services, caller, query);
    if (auto admitted = search.admit(); !admitted)
        return fail(std::move(admitted.error()));
    AgentHits hits;
    hits.searchId = search.id();
    hits.snapshot = search.snapshot();
    const auto recordHits = [&]() -> Result<void> {
        auto recorded = search.record(recordOf(hits));
        hits.note = search.note();
        return recorded;
    };
    if (query.text.empty() && query.only) {
        hits.outcome = listForAgent(services, caller, query, hits.snapshot);
        hits.hint = hits.outcome.response.hint;
        if (auto recorded = recordHits(); !recorded)
            return fail(recorded.error());
        return hits;
    }
    retrieval::SearchRequest request;
    request.query = query.text;
    request.only = query.only;
    request.stages = query.stages;
    request.service = query.service;
    request.limit = query.limit;
    request.longTailOnly = query.longTailOnly;
    request.floor = query.floor;
    request.kinds = query.kinds;
    if (!query.preset.empty()) {
        auto preset = hits.snapshot->presets.get(query.preset);
        if (!preset)
            return fail(ErrorCode::InvalidArgument, preset.error().message);
        request.preset = std::move(*preset);
    }
    Growth *growth = query.ownOnly || query.text.empty() ? nullptr : services.growth;
    const BesideCatalog beside(services, caller, query, growth != nullptr);
    // By setting: what the caller used before warms the ranking, which takes more results to choose from.
    const bool warms = growth != nullptr && growth->affinity() > 0;
    if (warms)
        request.limit = Growth::deeper(query.limit);
    auto found = services.workspace.search(request, &caller.principal);
    if (!found)
        return fail(found.error());
    hits.outcome = std::move(*found);
    if (warms)
        growth->warm(caller, hits.outcome, query.limit);
    if (query.longTailOnly && hits.outcome.response.withheld.outOfScope > 0) {
        request.longTailOnly = false;
        request.stages.reset();
        request.limit = CuratedNamed;
        if (auto all = services.workspace.search(request, &caller.principal))
            for (const retrieval::Hit &hit : all->response.hits)
                if (all->catalog->at(hit.ordinal).curated())
                    hits.curated.push_back(all->catalog->qualifiedName(hit.ordinal));
    }
    hits.hint = hintFor(hits, query.limit);
    hits.beside = beside.collect(hits.outcome.response.hits.size(), *hits.snapshot);

    if (auto recorded = recordHits(); !recorded)
        return fail(recorded.error());
    return hits;
}

json::object agentHitsJson(const Services &services, const Caller &caller, const AgentHits &hits) {
    const catalog::Catalog &catalog = *hits.outcome.catalog;
    // Made, printed and freed as a whole: in one piece of memory.
    const auto storage = json::make_shared_resource<json::monotonic_resource>(AnswerBytes);
    json::array results(storage);
    results.reserve(hits.outcome.response.hits.size());
    for (std::size_t i = 0; i < hits.outcome.response.hits.size(); ++i) {
        const retrieval::Hit &hit = hits.outcome.response.hits[i];
        const catalog::CapabilityView action = catalog.at(hit.ordinal);
        const std::string name = catalog.qualifiedName(hit.ordinal);
        const auto text = services.actions.agentText(catalog, hit.ordinal);
        const risk::Classification &risk = hits.outcome.risk[i];
        results.emplace_back(
            json::object({{"name", name},
                          {"service", catalog.serviceOf(hit.ordinal).info.id},
                          {"title", text.title},
                          {"description", truncateUtf8(text.description, ShownDescription)},
                          {"method", catalog::methodName(action.method())},
                          {"endpoint", action.path()},
                          {"risk", catalog::tierName(risk.tier)},
                          {"approval", approvalWord(risk)},
                          {"active", action.curated() ||
                                         (!caller.session.empty() && services.sessions.isActive(caller.session, name))},
                          {"score", shownScore(hit.score)}},
                         storage));
        // Most are actions: they need no word for it.
        if (action.kind() != catalog::Kind::Action)
            results.back().as_object()["kind"] = catalog::kindName(action.kind());
    }
    json::object answer(storage);
    answer.reserve(5);
    answer["results"] = std::move(results);
    answer["total_indexed"] = hits.outcome.response.indexed;
    answer["hint"] = hits.hint.empty() ? json::value() : json::value(hits.hint);
    answer["search_id"] = hits.searchId;
    if (!hits.note.empty())
        answer["note"] = hits.note;
    addBeside(answer, hits.beside);
    // An answer over MCP is counted where it is written, with all that stands around it.
    const bool counts = !caller.session.empty() && caller.link == nullptr;
    if (!counts && !services.searchAnswered)
        return answer;
    const std::uint64_t tokens = context::estimateTokens(json::serialize(answer));
    if (counts)
        services.sessions.count(caller.session, {.use = {.searches = tokens}});
    if (services.searchAnswered)
        services.searchAnswered(tokens);
    return answer;
}

json::value agentSchema(const json::value &schema, bool withheld) {
    const auto strip = [](json::object &object) {
        for (auto at = object.begin(); at != object.end();)
            at = std::string_view(at->key()).starts_with("x-") ? object.erase(at) : std::next(at);
    };
    json::value clean = schema.is_object() ? schema : json::value(json::object());
    json::object &root = clean.as_object();
    strip(root);
    if (json::value *properties = root.if_contains("properties"); properties && properties->is_object())
        for (auto &property : properties->as_object())
            if (property.value().is_object())
                strip(property.value().as_object());
    if (!root.contains("type"))
        root["type"] = "object";
    if (!root.contains("properties") && !root.contains("additionalProperties"))
        root["additionalProperties"] = false;
    if (withheld)
        dropProse(clean);
    return clean;
}

ToolDefinition actionTool(const Services &services, const governance::Target &target) {
    const auto text = services.actions.agentText(*target.catalog, target.ordinal);
    ToolDefinition tool;
    tool.name = session::wireName(target.service, target.action);
    tool.title = text.title;
    tool.description = text.description.empty() ? text.title : text.description;
    if (tool.description.empty())
        tool.description =
            std::string(catalog::methodName(target.view().method())) + ' ' + std::string(target.view().path());
    if (const auto schema = services.actions.schema(target))
        tool.inputSchema = agentSchema(*schema->value, text.withheld);
    else
        tool.inputSchema = json::object{{"type", "object"}};
    const bool read = target.risk.tier == catalog::Tier::Read;
    tool.annotations["readOnlyHint"] = read;
    if (!read)
        tool.annotations["destructiveHint"] = target.risk.tier == catalog::Tier::Destructive;
    tool.annotations["openWorldHint"] = true;
    return tool;
}

std::function<std::optional<bool>(std::string_view)> askThrough(ClientLink &link) {
    return [&link](std::string_view consequence) -> std::optional<bool> {
        const auto answer = link.request(
            "elicitation/create",
            json::object{{"message", std::string(consequence)},
                         {"requestedSchema",
                          {{"type", "object"},
                           {"properties", {{"confirm", {{"type", "boolean"}, {"title", "Go on"}, {"default", false}}}}},
                           {"required", json::array{"confirm"}}}}});
        if (!answer)
            return std::nullopt;
        if (stringMember(*answer, "action") != "accept")
            return false;
        const json::value *content = member(*answer, "content");
        return content && boolMember(*content, "confirm");
    };
}

ToolResult toToolResult(governance::CallOutcome outcome) {
    if (!outcome.code.empty())
        return ToolResult::refusal(outcome.code, std::move(outcome.message), std::move(outcome.detail));
    ToolResult result;
    if (outcome.reply) {
        result.content = std::move(outcome.reply->content);
        result.structured = std::move(outcome.reply->structured);
        result.isError = outcome.reply->isError;
        result.meta = std::move(outcome.reply->meta);
    }
    return result;
}

governance::CallOutcome callAction(const Services &services, const Caller &caller, governance::CallRequest request,
                                   std::chrono::seconds wait) {
    request.principal = caller.principal;
    request.session = caller.session;
    request.stop = caller.stop;
    if (request.searchId.empty() && !caller.session.empty())
        request.searchId = services.sessions.searchThatShowed(caller.session, request.name);
    if (ClientLink *link = caller.link) {
        request.progress = [link](double done, double total, std::string_view message) {
            link->progress(done, total, message);
        };
        if (link->can("elicitation"))
            request.askHuman = askThrough(*link);
    }
    const auto count = [&](const governance::CallOutcome &outcome) {
        if (caller.session.empty())
            return;
        std::uint64_t bytes = outcome.message.size();
        if (outcome.reply)
            bytes += json::serialize(outcome.reply->content).size();
        // An answer over MCP is counted where it is written, with all that stands around it.
        services.sessions.count(caller.session,
                                {.calls = outcome.dispatched() ? 1U : 0U,
                                 .refused = outcome.dispatched() ? 0U : 1U,
                                 .tokens = caller.link == nullptr ? context::estimateTokens(bytes) : 0});
    };
    const auto hold = caller.session.empty()
                          ? session::SessionRegistry::Hold()
                          : services.sessions.hold(caller.session, session::SessionRegistry::HoldKind::Call);
    governance::CallOutcome outcome = services.gatekeeper.call(request);
    const auto until = std::chrono::steady_clock::now() + std::min(wait, LongestWait);
    double looks = 0;
    while (outcome.code == governance::refusal::ApprovalRequired && services.approvals != nullptr &&
           std::chrono::steady_clock::now() < until && !caller.stop.stop_requested()) {
        const std::string id(stringMember(json::value(outcome.detail), "approval_id"));
        std::this_thread::sleep_for(ApprovalPoll);
        if (caller.link)
            caller.link->progress(++looks, 0, "waiting for an administrator to decide " + id);
        const auto approval = services.approvals->get(id);
        if (approval && *approval && (*approval)->state == governance::ApprovalState::Waiting)
            continue;
        outcome = services.gatekeeper.call(request);
    }
    noteLoop(services, caller, request, outcome);
    count(outcome);
    return outcome;
}

} // namespace actionscope::gateway
