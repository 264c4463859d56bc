#pragma once
/// One search on behalf of an agent, for every façade: the workspace's searcher under the caller's visibility, recorded
/// with what was shown, so that adoption, replay and judgements can be read from the log later.

#include "gateway/growth.h"
#include "gateway/services.h"
#include "workspace/search_record.h"

#include <optional>
#include <string>
#include <vector>

namespace actionscope::gateway {

/// Bytes of an action's description in a search result: enough to choose by. Activating it gives the whole.
constexpr std::size_t ShownDescription = 200;

struct AgentQuery {
    std::string text; ///< may be empty when `only` is given: then everything it says yes to answers, in order of name
    std::optional<std::string> service;
    std::size_t limit = 10;    ///< 1 … 100
    bool longTailOnly = true;  ///< curated actions are listed anyway; a hint names those that would have answered
    std::string facade;        ///< "mcp:gateway", "rest:search", …
    bool ownOnly = false;      ///< neither the marketplace nor other Actionscopes: one of them asks
    std::uint32_t kinds = ~0U; ///< bit per catalog::Kind; all by default
    std::string preset = {};   ///< empty: the workspace's; InvalidArgument when there is none of that name
    std::function<bool(const catalog::Catalog &, catalog::Ordinal)> only = {}; ///< as SearchRequest
    std::optional<retrieval::SearchStages> stages = {}; ///< as SearchRequest, in place of `limit`
    json::object asked = {};                            ///< what else was asked for, for the record: {"tags": [...]}
    double floor = -1;                                  ///< negative: as the settings have it
    bool notesRepeats = true;                           ///< false where one request of the agent makes several searches
};

struct AgentHits {
    std::string searchId; ///< "s-" and 12 characters
    std::shared_ptr<const workspace::Snapshot> snapshot;
    workspace::SearchOutcome outcome; ///< ordinals are of `outcome.catalog`
    std::string hint;                 ///< empty when there are results and nothing to add
    std::vector<std::string> curated; ///< qualified names of listed actions that answer the query as well
    std::string note;                 ///< that this was asked a moment ago (ST6); empty mostly
    Beside beside;                    ///< what could be installed, and what others have
};

/// What is asked beside the catalog for one search (growth.h): other Actionscopes when this is made, without waiting,
/// the marketplace when the catalog has answered.
class BesideCatalog {
public:
    /// `services` and `caller` outlive it. `wanted` false: nothing is asked.
    BesideCatalog(const Services &services, const Caller &caller, const AgentQuery &query, bool wanted = true);
    /// `found`: how many results the catalog gave.
    [[nodiscard]] Beside collect(std::size_t found, const workspace::Snapshot &snapshot) const;

private:
    const Services &m_services;
    const Caller &m_caller;
    Growth *m_growth; ///< null: nothing is asked
    std::string m_query;
    std::optional<std::string> m_service;
    std::size_t m_limit;
};

/// What every search of an agent goes through, however it is made: it is admitted, and it is recorded with what it
/// shows. For façades that ask the workspace themselves; all others call searchForAgent().
class AgentSearch {
public:
    AgentSearch(const Services &services, const Caller &caller, AgentQuery query);
    /// Errors: PermissionDenied when the principal may not view tools, or its profile lets it have nothing;
    /// LimitExceeded when its profile allows no further search for now.
    [[nodiscard]] Result<void> admit() const;
    struct Shown {
        std::string name; ///< "service.action"
        double score = 0;
    };
    /// `shown` in order of rank; `detail` is added to the record's. Errors: IoError when the search cannot be recorded
    /// and reads must not go on without.
    [[nodiscard]] Result<void> record(const std::vector<Shown> &shown, double floor, json::object detail = {});
    /// With what replay wants to know of the results; what was asked is added here.
    [[nodiscard]] Result<void> record(workspace::RecordedSearch search, json::object detail = {});

    [[nodiscard]] const std::string &id() const { return m_id; } ///< "s-" and 12 characters
    [[nodiscard]] const std::shared_ptr<const workspace::Snapshot> &snapshot() const { return m_snapshot; }
    /// After record(): that this was asked a moment ago (ST6); empty mostly.
    [[nodiscard]] const std::string &note() const { return m_note; }

private:
    const Services &m_services;
    const Caller &m_caller;
    const AgentQuery m_query;
    const std::string m_id;
    const std::shared_ptr<const workspace::Snapshot> m_snapshot;
    std::string m_note;
};

/// Errors: those of Workspace::search; PermissionDenied when the principal may not view tools; IoError when the search
/// cannot be recorded and reads must not go on without.
[[nodiscard]] Result<AgentHits> searchForAgent(const Services &services, const Caller &caller, const AgentQuery &query);

/// `{"results":[{"name","service","title","description","method","endpoint","risk","approval","active","score"}],
/// "total_indexed","hint","search_id","note"?}` as INTERFACES says, with "kind" for what is no action, counted against
/// the session's context. `active` is true for curated actions and for those activated in the caller's session.
[[nodiscard]] json::object agentHitsJson(const Services &services, const Caller &caller, const AgentHits &hits);

/// What a search may leave in the log: personal data found in `text` stands as ⟨email⟩ and the like.
std::string loggableQuery(std::string_view text);

/// "catastrophic" is no tier on the wire: "read", "write" or "destructive", with "admin" or "none" beside it.
json::object riskJson(const risk::Classification &risk);

/// The input schema as an agent may see it: without our own `x-` members, always an object; without any prose when that
/// is withheld.
json::value agentSchema(const json::value &schema, bool withheld = false);

/// Title, prose and annotations of an action as a tool, for signatures and lists.
ToolDefinition actionTool(const Services &services, const governance::Target &target);

/// Puts the consequence to the person at the client (elicitation); nothing when there was no answer.
std::function<std::optional<bool>(std::string_view)> askThrough(ClientLink &link);

/// The result of a call as a tool result: what came back, or the refusal with its code.
ToolResult toToolResult(governance::CallOutcome outcome);

/// A call through the gatekeeper with the caller's link attached (progress, asking the person), waiting up to `wait`
/// for an approval when it needs one.
governance::CallOutcome callAction(const Services &services, const Caller &caller, governance::CallRequest request,
                                   std::chrono::seconds wait = std::chrono::seconds(0));

} // namespace actionscope::gateway
