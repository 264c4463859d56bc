#include "gateway/facades/search_tools.h"

#include "gateway/agent_search.h"
#include "gateway/facades/arguments.h"
#include "gateway/facades/tool_names.h"
#include "gateway/session_profile.h"
#include "retrieval/analyzer.h"

#include <algorithm>
#include <functional>

namespace actionscope::gateway {
namespace {

constexpr std::size_t Shown = 5;     ///< results of a search, with their schemas
constexpr std::size_t AskedFor = 20; ///< of each tier: what is always available falls out
constexpr std::string_view TierPreset = "expert-tiers";

std::vector<std::string> termsOf(std::string_view text) {
    std::vector<std::string> terms;
    for (const auto &token : retrieval::threadAnalyzer().analyze(text))
        if (!token.term.empty())
            terms.push_back(token.term);
    std::sort(terms.begin(), terms.end());
    terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    return terms;
}

/// One result on its way to the answer.
struct Candidate {
    std::string_view tier; ///< "expert", "system", "catalog"
    double score = 0;
    governance::Target target;
};

/// Which tier of the ranker gave a hit; nothing for its own catalog tier, in whose place ours stands.
std::string_view tierOf(const retrieval::Hit &hit) {
    if (hit.explanation)
        for (const retrieval::PriorContribution &prior : hit.explanation->priors) {
            if (std::string_view(prior.name) == "expert-tier")
                return "expert";
            if (std::string_view(prior.name) == "system-tier")
                return "system";
        }
    return {};
}

class SearchToolsFacade final : public Facade {
public:
    SearchToolsFacade(Services &services, std::vector<ToolDefinition> own,
                      std::function<std::vector<ToolDefinition>(const Caller &)> listed)
        : m_services(services)
        , m_own(own)
        , m_listed(std::move(listed)) {}

    std::string_view name() const override { return "search_tools"; }

    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        if (!governance::holds(caller.principal.role, governance::Permission::ViewTools))
            return;
        ToolDefinition tool;
        tool.name = tool_names::SearchTools;
        tool.title = "Search tools";
        tool.description =
            "Finds tools for a task, best first, with their full parameter schemas. Those that only read "
            "are ready to be called by the name that is given; others are activated first. Search "
            "again when a tool's activation has ended.";
        tool.inputSchema = json::object{
            {"type", "object"},
            {"properties",
             {{"query", {{"type", "string"}, {"description", "The task in a few words, e.g. \"close an issue\""}}}}},
            {"required", json::array{"query"}},
            {"additionalProperties", false}};
        tool.annotations = {{"readOnlyHint", true}, {"openWorldHint", false}};
        tools.push_back(std::move(tool));
    }

    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        if (tool != tool_names::SearchTools)
            return std::nullopt;
        Arguments given(arguments, {"query"});
        const std::string query = given.text("query");
        if (given.problem())
            return ToolResult::refusal(governance::refusal::InvalidArguments, *given.problem());
        return search(caller, query);
    }

private:
    ToolResult search(const Caller &caller, const std::string &query) {
        AgentQuery asked;
        asked.text = query;
        asked.limit = Shown;
        asked.longTailOnly = false;
        asked.facade = "mcp:search_tools";
        AgentSearch search(m_services, caller, asked);
        if (const auto admitted = search.admit(); !admitted)
            return errorResult(admitted.error());
        const BesideCatalog beside(m_services, caller, asked);
        Found found;
        if (const auto looked = look(caller, search, query, found); !looked)
            return errorResult(looked.error());
        found.beside = beside.collect(found.results.size() + found.always.size(), *search.snapshot());
        std::vector<AgentSearch::Shown> shown;
        for (const Candidate &one : found.results)
            shown.push_back({one.target.qualified(), one.score});
        json::object detail{{"tiers", json::array()}};
        for (const Candidate &one : found.results)
            detail["tiers"].as_array().emplace_back(one.tier);
        if (const auto recorded = search.record(shown, found.floor, std::move(detail)); !recorded)
            return errorResult(recorded.error());
        return answer(caller, search, std::move(found));
    }

    struct Found {
        std::vector<Candidate> results;
        std::vector<std::string> always; ///< always available and a match
        Beside beside;                   ///< the marketplace, when there is little; other Actionscopes
        std::string hint;
        double floor = 0;
        std::uint32_t indexed = 0;
    };

    Result<void> look(const Caller &caller, const AgentSearch &search, const std::string &query, Found &found) const {
        const auto &snapshot = search.snapshot();
        std::vector<std::string> listed;
        for (const ToolDefinition &tool : m_listed(caller))
            listed.push_back(tool.name);
        const auto isListed = [&](const std::string &name) { return std::ranges::find(listed, name) != listed.end(); };
        std::ranges::copy_if(m_own.matching(query), std::back_inserter(found.always),
                             [&](const std::string &own) { return own != tool_names::SearchTools && isListed(own); });
        const bool curatedListed = facadeIsOn(m_services, caller.principal, "curated", true);
        std::vector<std::string> pinned;
        if (!caller.session.empty())
            for (const session::Activation &activation : m_services.sessions.activations(caller.session))
                if (activation.pinned)
                    pinned.push_back(activation.qualified);

        std::vector<std::string> seen;
        const auto add = [&](std::string_view tier, const workspace::SearchOutcome &outcome,
                             const retrieval::Hit &hit) {
            auto target = resolveFound(m_services, snapshot, *outcome.catalog, hit.ordinal);
            if (!target)
                return;
            const std::string name = target->qualified();
            if (std::ranges::find(seen, name) != seen.end())
                return; // the earlier tier has it
            seen.push_back(name);
            if ((target->curated && curatedListed) || std::ranges::find(pinned, name) != pinned.end())
                found.always.push_back(name);
            else if (found.results.size() < Shown)
                found.results.push_back({tier, hit.score, std::move(*target)});
        };

        retrieval::SearchRequest request;
        request.query = query;
        request.limit = AskedFor;
        request.kinds = 1U << static_cast<unsigned>(catalog::Kind::Action); // what can be called
        request.explain = true;
        request.preset = snapshot->presets.find(TierPreset);
        if (request.preset) {
            const auto tiers = m_services.workspace.search(request, &caller.principal);
            if (!tiers)
                return fail(tiers.error());
            for (const std::string_view tier : {"expert", "system"})
                for (const retrieval::Hit &hit : tiers->response.hits)
                    if (tierOf(hit) == tier)
                        add(tier, *tiers, hit);
        }
        request.preset = nullptr;
        request.explain = false;
        const auto catalog = m_services.workspace.search(request, &caller.principal);
        if (!catalog)
            return fail(catalog.error());
        for (const retrieval::Hit &hit : catalog->response.hits)
            add("catalog", *catalog, hit);
        found.floor = catalog->response.floor;
        found.indexed = catalog->response.indexed;
        found.hint = catalog->response.hint;
        return {};
    }

    ToolResult answer(const Caller &caller, const AgentSearch &search, Found found) {
        json::array results;
        for (Candidate &one : found.results)
            results.push_back(describe(caller, search, one));
        json::object answer;
        answer["results"] = std::move(results);
        if (!found.always.empty()) {
            json::array names;
            for (const std::string &name : found.always)
                names.emplace_back(name);
            answer["always_available"] = std::move(names);
        }
        addBeside(answer, found.beside);
        answer["total_indexed"] = found.indexed;
        answer["hint"] = !found.results.empty() ? json::value()
                         : !found.always.empty()
                             ? json::value("You have what fits: call what stands under always_available.")
                             : json::value(found.hint);
        answer["search_id"] = search.id();
        if (!search.note().empty())
            answer["note"] = search.note();
        return ToolResult::json(std::move(answer));
    }

    json::object describe(const Caller &caller, const AgentSearch &search, const Candidate &one) {
        const governance::Target &target = one.target;
        const std::string name = target.qualified();
        bool active = !caller.session.empty() && m_services.sessions.isActive(caller.session, target);
        // What is active is refreshed (ST2); what reads becomes active where the setting says so; everything else needs
        // gateway_activate and a confirmation.
        if (!caller.session.empty() && governance::holds(caller.principal.role, governance::Permission::RunTools) &&
            (active || (target.risk.tier == catalog::Tier::Read && bindsReads(m_services, caller.principal)))) {
            governance::CallRequest request;
            request.name = name;
            request.facade = "mcp:search_tools";
            request.searchId = search.id();
            active = !activateAction(m_services, caller, std::move(request)).isError;
        }
        ToolDefinition definition = actionTool(m_services, target);
        return {{"name", name},
                {"call_as", definition.name},
                {"tier", one.tier},
                {"title", std::move(definition.title)},
                {"description", std::move(definition.description)},
                {"risk", catalog::tierName(target.risk.tier)},
                {"approval", catalog::approvalName(target.risk.approval)},
                {"active", active},
                {"score", one.score},
                {"input_schema", std::move(definition.inputSchema)}};
    }

    Services &m_services;
    const OwnTools m_own;
    const std::function<std::vector<ToolDefinition>(const Caller &)> m_listed;
};

} // namespace

OwnTools::OwnTools(std::span<const ToolDefinition> tools) {
    for (const ToolDefinition &tool : tools)
        m_tools.push_back({tool.name, termsOf(tool.name + ' ' + tool.title)});
}

std::vector<std::string> OwnTools::matching(std::string_view query) const {
    const std::vector<std::string> asked = termsOf(query);
    std::vector<std::pair<double, std::string>> found;
    for (const Keywords &tool : m_tools) {
        const auto shared = static_cast<double>(std::ranges::count_if(
            asked, [&](const std::string &word) { return std::ranges::binary_search(tool.words, word); }));
        if (asked.empty() || tool.words.empty())
            continue;
        const double ofQuery = shared / static_cast<double>(asked.size()),
                     ofTool = shared / static_cast<double>(tool.words.size());
        if (ofQuery >= 0.5 || ofTool >= 0.5)
            found.emplace_back(-(ofQuery + ofTool), tool.name);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::string> names;
    for (auto &[score, name] : found)
        names.push_back(std::move(name));
    return names;
}

std::optional<governance::Target> resolveFound(const Services &services,
                                               const std::shared_ptr<const workspace::Snapshot> &now,
                                               const catalog::Catalog &searched, catalog::Ordinal ordinal) {
    if (&searched == now->catalog.get())
        return services.actions.targetAt(now, ordinal);
    return services.actions.find(searched.qualifiedName(ordinal));
}

std::unique_ptr<Facade> makeSearchToolsFacade(Services &services, std::vector<ToolDefinition> own,
                                              std::function<std::vector<ToolDefinition>(const Caller &)> listed) {
    return std::make_unique<SearchToolsFacade>(services, std::move(own), std::move(listed));
}

} // namespace actionscope::gateway
