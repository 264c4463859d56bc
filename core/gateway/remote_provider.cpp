#include "base/text.h"
#include "catalog/text_scan.h"
#include "gateway/agent_search.h"
#include "gateway/discovery.h"

#include <re2/re2.h>

#include <algorithm>
#include <set>

namespace actionscope::gateway {
namespace {

using upstream::ConnectionState, upstream::FoundTool, upstream::FoundTools;

std::string upper(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c == '-' ? '_' : c;
    });
    return out;
}

/// The provider's names as ours: SLACK_SEND_MESSAGE of the toolkit slack is slack.send_message.
class OwnNames {
public:
    explicit OwnNames(std::string_view provider)
        : m_provider(upper(provider)) {}

    void learn(const FoundTool &tool) {
        m_prefixes.insert(upper(tool.toolkit));
        m_known[tool.slug] = tool.toolkit + '.' + action(tool);
    }
    static std::string action(const FoundTool &tool) {
        const std::string prefix = upper(tool.toolkit) + '_';
        const std::string slug = upper(tool.slug);
        return toLowerAscii(slug.starts_with(prefix) && slug.size() > prefix.size() ? slug.substr(prefix.size())
                                                                                    : slug);
    }
    /// Prose with our names in the place of the provider's; tools that it does not describe have none.
    [[nodiscard]] std::string translated(std::string_view text) const {
        static const RE2 Slug(R"(\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b)");
        std::string out;
        std::size_t at = 0;
        re2::StringPiece match;
        const re2::StringPiece whole(text.data(), text.size());
        while (Slug.Match(whole, at, text.size(), RE2::UNANCHORED, &match, 1)) {
            const auto begin = static_cast<std::size_t>(match.data() - text.data());
            out.append(text.substr(at, begin - at)).append(named(std::string(match.data(), match.size())));
            at = begin + match.size();
        }
        return out.append(text.substr(at));
    }

private:
    [[nodiscard]] std::string named(const std::string &slug) const {
        if (const auto known = m_known.find(slug); known != m_known.end())
            return known->second;
        for (const std::string &prefix : m_prefixes)
            if (slug.starts_with(prefix + '_'))
                return toLowerAscii(prefix) + '.' + toLowerAscii(slug.substr(prefix.size() + 1));
        return slug.starts_with(m_provider + '_') ? "a tool of the provider" : slug;
    }

    std::string m_provider;
    std::set<std::string> m_prefixes;
    std::map<std::string, std::string> m_known;
};

bool misleads(std::string_view text) {
    const auto findings = catalog::scanText(text, "provider");
    return std::any_of(findings.begin(), findings.end(), [](const auto &finding) { return finding.withhold; });
}

bool anyMisleads(const json::value &value) {
    if (const auto *text = value.if_string())
        return misleads(*text);
    if (const auto *list = value.if_array())
        return std::any_of(list->begin(), list->end(), anyMisleads);
    if (const auto *object = value.if_object())
        return std::any_of(object->begin(), object->end(),
                           [](const auto &entry) { return misleads(entry.key()) || anyMisleads(entry.value()); });
    return false;
}

/// The prose of a schema in our own names; what is matched or sent stays as it is.
void translateProse(json::value &schema, const OwnNames &names) {
    if (auto *list = schema.if_array()) {
        for (json::value &item : *list)
            translateProse(item, names);
    } else if (auto *object = schema.if_object()) {
        for (auto &entry : *object) {
            const bool prose = entry.key() == "description" || entry.key() == "title";
            if (auto *text = entry.value().if_string(); text && prose)
                *text = names.translated(*text);
            else
                translateProse(entry.value(), names);
        }
    }
}

class RemoteProvider final : public CapabilityProvider {
public:
    RemoteProvider(Services &services, const upstream::ToolSearch &search)
        : m_services(services)
        , m_search(search) {}

    std::string name() const override { return m_search.entry().name; }
    bool keeps() const override { return m_search.knowsConnections(); }

    Result<std::vector<CapabilityMatch>> match(const Caller &caller, const DiscoverRequest &request) override {
        std::vector<CapabilityMatch> matches(request.useCases.size());
        std::vector<std::string> asked;
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < matches.size(); ++i) {
            matches[i].useCase = request.useCases[i];
            if (describesTrigger(request.useCases[i])) {
                matches[i].note = triggerNote();
                continue;
            }
            asked.push_back(m_services.privacy ? loggableQuery(request.useCases[i]) : request.useCases[i]);
            places.push_back(i);
        }
        if (asked.empty())
            return matches;
        const auto answer = m_search.search(asked, userOf(caller), caller.stop);
        if (auto recorded = record(caller, asked, answer); !recorded)
            return fail(recorded.error());
        if (!answer)
            return fail(answer.error());
        OwnNames names(name());
        for (const FoundTools &found : answer->results)
            for (const FoundTool &tool : found.tools)
                names.learn(tool);
        for (std::size_t i = 0; i < places.size(); ++i)
            fill(matches[places[i]], answer->results[i], *answer, names, caller, request.alternatives);
        return matches;
    }

    Result<std::vector<ConnectionNow>> connections(const Caller &caller,
                                                   const std::vector<CapabilityMatch> &matches) override {
        std::vector<ConnectionNow> out(matches.size());
        std::vector<std::string> toolkits;
        std::vector<bool> here(matches.size());
        for (std::size_t i = 0; i < matches.size(); ++i) {
            const CapabilityMatch &match = matches[i];
            if (match.action.empty())
                continue;
            // A tool that this workspace has is called through its own connection.
            if (const auto target = m_services.actions.find(match.integration + '.' + match.action)) {
                out[i] = connectionNow(m_services, *target);
                here[i] = true;
            } else if (std::find(toolkits.begin(), toolkits.end(), match.integration) == toolkits.end()) {
                toolkits.push_back(match.integration);
            }
        }
        if (toolkits.empty())
            return out;
        std::set<std::string> active;
        if (m_search.knowsConnections()) {
            auto asked = m_search.connected(toolkits, userOf(caller), caller.stop);
            if (!asked)
                return fail(asked.error());
            active = std::move(*asked);
        }
        for (std::size_t i = 0; i < matches.size(); ++i) {
            if (matches[i].action.empty() || here[i])
                continue;
            out[i].state =
                m_search.knowsConnections()
                    ? (active.contains(matches[i].integration) ? ConnectionState::Ready : ConnectionState::NeedsAuth)
                    : matches[i].connection.value_or(ConnectionState::NeedsAuth);
        }
        return out;
    }

private:
    /// The caller's project, which comes from the credential and never from the body (FC1).
    [[nodiscard]] std::string userOf(const Caller &caller) const {
        return caller.principal.organisation.empty() ? m_search.entry().user : caller.principal.organisation;
    }

    void fill(CapabilityMatch &match, const FoundTools &found, const upstream::ToolSearchAnswer &answer,
              const OwnNames &names, const Caller &caller, std::size_t alternatives) const {
        if (!found.hasPrimary) {
            match.note = "the provider " + name() + " knows no tool for this";
            return;
        }
        bool withheld = false;
        for (const FoundTool &tool : found.tools) {
            const std::string action = OwnNames::action(tool);
            // The tier is not known, so that the rules for the worst one count.
            if (!m_services.mayCall(caller.principal, tool.toolkit, action, catalog::Tier::Destructive))
                continue;
            if (!match.action.empty()) {
                if (match.alternatives.size() < alternatives)
                    match.alternatives.push_back(json::object{{"integration", tool.toolkit}, {"action", action}});
                continue;
            }
            match.integration = tool.toolkit;
            match.action = action;
            match.providerAction = tool.slug;
            const bool hide = anyMisleads(tool.inputSchema);
            withheld = withheld || hide;
            match.inputSchema = agentSchema(tool.inputSchema, hide);
            translateProse(match.inputSchema, names);
            const auto state = answer.connected.find(tool.toolkit);
            match.connection =
                state != answer.connected.end() && state->second ? ConnectionState::Ready : ConnectionState::NeedsAuth;
        }
        if (match.action.empty()) {
            match.note = "the tools that the provider " + name() + " knows for this are not open to this caller";
            return;
        }
        const auto add = [&](const std::vector<std::string> &from, std::vector<std::string> &to) {
            for (const std::string &text : from) {
                if (misleads(text))
                    withheld = true;
                else
                    to.push_back(revealInvisible(names.translated(text)));
            }
        };
        add(found.steps, match.planSteps);
        add(found.pitfalls, match.pitfalls);
        if (withheld)
            match.note = "texts of the provider that could mislead are withheld";
    }

    /// What was asked of another service is in the log like every search, whatever came of it.
    Result<void> record(const Caller &caller, const std::vector<std::string> &asked,
                        const Result<upstream::ToolSearchAnswer> &answer) const {
        governance::AuditEvent event;
        event.kind = "search";
        event.actor = "gateway:" + caller.principal.name;
        event.principal = caller.principal.id;
        event.organisation = caller.principal.organisation;
        event.session = caller.session;
        event.outcome = !answer ? "provider_failed" : "empty";
        json::array queries;
        for (const std::string &text : asked)
            queries.emplace_back(loggableQuery(text));
        std::uint32_t rank = 0;
        if (answer) {
            for (const FoundTools &found : answer->results)
                if (found.hasPrimary) {
                    event.outcome = "found";
                    event.ranks.push_back(
                        {found.tools.front().toolkit + '.' + OwnNames::action(found.tools.front()), ++rank, 0});
                }
        }
        event.detail = {{"provider", name()}, {"queries", std::move(queries)}, {"facade", "rest:discover"}};
        if (!answer)
            event.detail["why"] = answer.error().message;
        if (auto posted = m_services.audit.post(std::move(event)); !posted && !m_services.readsWithoutAudit)
            return fail(ErrorCode::IoError, "the search cannot be recorded in the audit log, so it is not answered: " +
                                                posted.error().message);
        return {};
    }

    Services &m_services;
    const upstream::ToolSearch &m_search;
};

} // namespace

std::unique_ptr<CapabilityProvider> makeRemoteProvider(Services &services, const upstream::ToolSearch &search) {
    return std::make_unique<RemoteProvider>(services, search);
}

} // namespace actionscope::gateway
