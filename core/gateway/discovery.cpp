#include "gateway/discovery.h"

#include "base/text.h"
#include "gateway/agent_search.h"

#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace actionscope::gateway {
namespace {

constexpr std::chrono::minutes MatchLife{5}; ///< FC5
constexpr std::size_t CachedMatches = 1000;

std::string lowered(std::string_view text) { return toLowerAscii(text); }

/// How pages are asked for, in the parameters that descriptions use.
bool isPaged(const catalog::CapabilityView &action) {
    static const std::set<std::string, std::less<>> names{"page",      "page_token", "pagetoken",      "cursor",
                                                          "offset",    "after",      "starting_after", "next_token",
                                                          "nexttoken", "per_page",   "page_size",      "pagesize"};
    for (std::size_t i = 0; i < action.parameterCount(); ++i)
        if (names.contains(lowered(action.parameter(i).name)))
            return true;
    return false;
}

std::vector<std::string> pitfallsOf(const governance::Target &target) {
    std::vector<std::string> pitfalls;
    const catalog::CapabilityView action = target.view();
    const std::string name = target.qualified();
    if (risk::isCatastrophic(target.risk))
        pitfalls.push_back(name + " waits for an administrator's approval at each call: " + target.consequence);
    else if (target.risk.tier == catalog::Tier::Destructive)
        pitfalls.push_back(name + " is destructive and needs a confirmation: " + target.consequence);
    else if (target.risk.tier == catalog::Tier::Write)
        pitfalls.push_back(name + " changes data and needs a confirmation to be activated");
    if (action.deprecated())
        pitfalls.push_back(name + " is deprecated by its service");
    if (isPaged(action))
        pitfalls.push_back(name + " answers in pages: ask again until there is no next one");
    for (const std::string_view scheme : action.security())
        if (scheme.find(':') != std::string_view::npos)
            pitfalls.push_back(name + " needs the scopes " + revealInvisible(scheme));
    return pitfalls;
}

/// What has to be known or done first, then the call.
std::vector<std::string> planOf(const governance::Target &target) {
    std::vector<std::string> steps;
    const catalog::CapabilityView action = target.view();
    for (const std::string_view dependency : action.requires_())
        steps.push_back("First use " + revealInvisible(dependency));
    std::string required;
    for (std::size_t i = 0; i < action.parameterCount(); ++i)
        if (action.parameter(i).required)
            required += (required.empty() ? "" : ", ") + revealInvisible(action.parameter(i).name);
    if (!required.empty())
        steps.push_back("Find out " + required);
    steps.push_back("Activate and call " + target.qualified());
    return steps;
}

class CatalogProvider final : public CapabilityProvider {
public:
    explicit CatalogProvider(Services &services)
        : m_services(services) {}
    std::string name() const override { return "catalog"; }

    Result<std::vector<CapabilityMatch>> match(const Caller &caller, const DiscoverRequest &request) override {
        std::vector<CapabilityMatch> matches;
        for (const std::string &useCase : request.useCases) {
            CapabilityMatch match;
            match.useCase = useCase;
            if (describesTrigger(useCase)) {
                match.note = triggerNote();
                matches.push_back(std::move(match));
                continue;
            }
            AgentQuery query;
            query.text = useCase;
            query.limit = 1 + request.alternatives;
            query.longTailOnly = false;
            query.kinds = 1U << static_cast<unsigned>(catalog::Kind::Action); // wired tools: what a call can be sent to
            query.facade = "rest:discover";
            query.notesRepeats = false; // of one request
            query.ownOnly = true;
            const auto hits = searchForAgent(m_services, caller, query);
            if (!hits)
                return fail(hits.error());
            const auto &found = hits->outcome.response.hits;
            if (found.empty()) {
                match.note = hits->hint.empty() ? std::string("no action fits") : hits->hint;
                matches.push_back(std::move(match));
                continue;
            }
            for (std::size_t i = 0; i < found.size(); ++i) {
                const std::string qualified = hits->outcome.catalog->qualifiedName(found[i].ordinal);
                const auto target = m_services.actions.find(qualified);
                if (!target)
                    continue;
                if (i > 0) {
                    match.alternatives.push_back(json::object{
                        {"integration", target->service}, {"action", target->action}, {"score", found[i].score}});
                    continue;
                }
                match.integration = target->service;
                match.action = target->action;
                match.providerAction = qualified;
                match.inputSchema = actionTool(m_services, *target).inputSchema;
                match.planSteps = planOf(*target);
                match.pitfalls = pitfallsOf(*target);
            }
            matches.push_back(std::move(match));
        }
        return matches;
    }

    Result<std::vector<ConnectionNow>> connections(const Caller &,
                                                   const std::vector<CapabilityMatch> &matches) override {
        std::vector<ConnectionNow> out;
        for (const CapabilityMatch &match : matches) {
            const auto target = m_services.actions.find(match.integration + '.' + match.action);
            out.push_back(target ? connectionNow(m_services, *target) : ConnectionNow());
        }
        return out;
    }

private:
    Services &m_services;
};

} // namespace

std::unique_ptr<CapabilityProvider> makeCatalogProvider(Services &services) {
    return std::make_unique<CatalogProvider>(services);
}

std::string triggerNote() {
    return "this describes a trigger, not an action: watch for the event with the service's own webhooks or by asking "
           "it from time to time, and name what should then be done";
}

bool describesTrigger(std::string_view useCase) {
    // "When X happens", "every hour", "on new issue", "whenever": at the start, where the sentence says what starts it.
    static const RE2 pattern(
        R"((?i)^\s*(when(ever)?\s+(a|an|the|any|some|new|my|our|someone|somebody|anyone|there)\b|every\s+(\d+\s+)?(minute|hour|day|week|month|morning|evening|night|time|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|each\s+time\b|once\s+(a|an)\s+new\b|(on|upon|after)\s+(a\s+|each\s+|every\s+)?new\b|trigger(ed)?\b|as\s+soon\s+as\b))");
    return RE2::PartialMatch(re2::StringPiece(useCase.data(), useCase.size()), pattern);
}

ConnectionNow connectionNow(const Services &services, const governance::Target &target) {
    const auto schemes = services.actions.schemesOf(target);
    const auto connections = services.actions.connectionsOf(target.service);
    ConnectionNow best;
    if (connections.empty()) {
        const bool needsSecret = !target.view().security().empty() && (!schemes || !schemes->empty());
        best.state = needsSecret ? upstream::ConnectionState::NeedsAuth : upstream::ConnectionState::Ready;
        if (services.actions.serverOf(target).find("://") == std::string::npos &&
            target.view().method() != catalog::Method::None)
            best.state = upstream::ConnectionState::NeedsInput;
        return best;
    }
    // What a call would travel with: of several connections the one that was authenticated last (FC4).
    const auto chosen = services.http.connectionsFor(target);
    if (!chosen) {
        best.state = upstream::ConnectionState::NeedsAuth;
        return best;
    }
    best.slug = chosen->empty() ? connections.front().slug : chosen->front().slug;
    for (const upstream::Connection &connection : *chosen)
        if (const auto state = services.http.state(connection); state != upstream::ConnectionState::Ready)
            best = {state, connection.slug};
    return best;
}

struct Discovery::Impl {
    struct Kept {
        std::vector<CapabilityMatch> matches;
        std::chrono::steady_clock::time_point until;
    };
    Services &services;
    std::vector<std::unique_ptr<CapabilityProvider>> providers;
    std::mutex mutex;
    std::map<std::string, Kept> kept;

    Result<std::vector<CapabilityMatch>> matchesOf(const Caller &caller, const DiscoverRequest &request,
                                                   CapabilityProvider &provider) {
        // Who asks is part of the key: what one may see must never come out of another's question.
        const auto snapshot = services.workspace.snapshot();
        json::array parts{caller.principal.id, caller.principal.organisation, request.provider, request.alternatives,
                          snapshot->generation};
        for (const std::string &useCase : request.useCases)
            parts.emplace_back(useCase);
        const std::string key = json::serialize(parts);
        const auto now = std::chrono::steady_clock::now();
        if (provider.keeps()) {
            const std::lock_guard lock(mutex);
            if (const auto found = kept.find(key); found != kept.end() && found->second.until > now)
                return found->second.matches;
        }
        auto matches = provider.match(caller, request);
        if (!matches || !provider.keeps())
            return matches;
        const std::lock_guard lock(mutex);
        std::erase_if(kept, [&](const auto &entry) { return entry.second.until <= now; });
        if (kept.size() < CachedMatches)
            kept[key] = {*matches, now + MatchLife};
        return matches;
    }
};

Discovery::Discovery(Services &services, std::vector<std::unique_ptr<CapabilityProvider>> providers)
    : m_impl(new Impl{services, std::move(providers), {}, {}}) {}

Discovery::~Discovery() = default;

Result<json::object> Discovery::discover(const Caller &caller, const DiscoverRequest &request) {
    const auto provider = std::find_if(m_impl->providers.begin(), m_impl->providers.end(),
                                       [&](const auto &p) { return p->name() == request.provider; });
    if (provider == m_impl->providers.end()) {
        std::string known;
        for (const auto &p : m_impl->providers)
            known += (known.empty() ? "" : ", ") + p->name();
        return fail(ErrorCode::Unsupported,
                    "unknown provider " + revealInvisible(truncateUtf8(request.provider, 64)) + ": there is " + known);
    }
    auto matches = m_impl->matchesOf(caller, request, **provider);
    if (!matches)
        return fail(matches.error());
    // Connection state is never taken from the cache.
    const auto states = (*provider)->connections(caller, *matches);
    if (!states)
        return fail(states.error());
    json::array capabilities, connections, planSteps, pitfalls, notes;
    std::set<std::string> seen, told;
    bool ready = true;
    for (std::size_t i = 0; i < matches->size(); ++i) {
        CapabilityMatch &match = (*matches)[i];
        json::object capability{{"use_case", match.useCase}, {"integration", nullptr},
                                {"tool", nullptr},           {"alternatives", std::move(match.alternatives)},
                                {"connection", nullptr},     {"note", nullptr}};
        if (!match.note.empty())
            capability["note"] = match.note;
        if (match.action.empty()) {
            ready = false;
            notes.emplace_back("“" + match.useCase + "”: " + match.note);
            capabilities.push_back(std::move(capability));
            continue;
        }
        const ConnectionNow &connection = (*states)[i];
        const auto target = m_impl->services.actions.find(match.integration + '.' + match.action);
        const bool callable = target && m_impl->services.mayFind(caller.principal, *target);
        const bool isReady = connection.state == upstream::ConnectionState::Ready;
        ready = ready && isReady && callable;
        if (!callable)
            notes.emplace_back(match.integration + '.' + match.action +
                               " is not in this workspace and cannot be called from here: a person can import the "
                               "service's description");
        const json::object state{{"state", upstream::connectionStateName(connection.state)},
                                 {"slug", connection.slug.empty() ? json::value() : json::value(connection.slug)}};
        json::object tool{{"type", "action"},
                          {"provider", request.provider},
                          {"integration", match.integration},
                          {"action", match.action},
                          {"call_ref", callable ? json::value(target->qualified()) : json::value()},
                          {"input_schema", std::move(match.inputSchema)},
                          {"provider_action", match.providerAction}};
        if (isReady && !connection.slug.empty())
            tool["connection"] = connection.slug;
        capability["integration"] = match.integration;
        capability["tool"] = std::move(tool);
        capability["connection"] = state;
        capabilities.push_back(std::move(capability));
        if (seen.insert(match.integration).second) {
            json::object entry = state;
            entry["integration"] = match.integration;
            // What is not in the catalog has no connection that could be made here.
            if (!isReady && m_impl->services.workspace.snapshot()->catalog->findService(match.integration))
                entry["connect"] = {
                    {"endpoint", "POST /tools/connections/"},
                    {"body",
                     {{"connection",
                       {{"provider_key", "catalog"},
                        {"integration_key", match.integration},
                        {"slug", connection.slug.empty() ? match.integration + "-main" : connection.slug}}}}}};
            connections.push_back(std::move(entry));
        }
        for (const std::string &step : match.planSteps)
            if (told.insert(step).second)
                planSteps.emplace_back(step);
        for (const std::string &pitfall : match.pitfalls)
            if (told.insert(pitfall).second)
                pitfalls.emplace_back(pitfall);
    }
    return json::object{{"capabilities", std::move(capabilities)},
                        {"connections", std::move(connections)},
                        {"guidance", {{"plan_steps", std::move(planSteps)}, {"pitfalls", std::move(pitfalls)}}},
                        {"ready", ready},
                        {"notes", std::move(notes)}};
}

} // namespace actionscope::gateway
