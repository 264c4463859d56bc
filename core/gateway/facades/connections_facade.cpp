/// manage_connection (FC8): an agent sees how services are signed in to and prepares what is missing. A secret is never
/// an argument, nor may the agent say from where one is read: a name that it chose could be that of another secret,
/// which would then be sent to a service of its choice. Both places carry the service's name for that reason.
#include "base/text.h"
#include "gateway/agent_search.h"
#include "gateway/facades/arguments.h"
#include "gateway/facades/tool_names.h"
#include "workspace/layout.h"

#include <algorithm>

namespace actionscope::gateway {
namespace {

namespace refusal = governance::refusal;

json::object text(std::string_view description) { return {{"type", "string"}, {"description", description}}; }

/// ACTIONSCOPE_SECRET_<SERVICE>__<CONNECTION>, which belongs to this connection of this service alone.
std::string variableOf(const upstream::Connection &connection) {
    const auto word = [](std::string_view from) {
        std::string out;
        for (const char c : from) {
            const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            const char made = !letter ? '_' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
            if (made != '_' || (!out.empty() && out.back() != '_'))
                out += made;
        }
        return out;
    };
    return "ACTIONSCOPE_SECRET_" + word(connection.service) + "__" + word(connection.slug);
}

class ConnectionsFacade final : public Facade {
public:
    explicit ConnectionsFacade(Services &services)
        : m_services(services) {}

    std::string_view name() const override { return "connections"; }

    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        if (!governance::holds(caller.principal.role, governance::Permission::RunTools))
            return;
        ToolDefinition tool;
        tool.name = tool_names::ManageConnection;
        tool.title = "List and prepare connections";
        tool.description =
            "Says how services are signed in to, and prepares a connection that is missing. It takes no secrets: after "
            "`prepare`, ask the person to enter the secret as the answer says. Never ask for a secret yourself.";
        tool.inputSchema = json::object{
            {"type", "object"},
            {"properties",
             {{"operation", {{"type", "string"}, {"enum", json::array{"list", "prepare"}}}},
              {"service", text("Service id; required to prepare")},
              {"slug", text("Name of the new connection; <service>-main if left out")},
              {"scheme", text("Security scheme of the service's description, when it has several")},
              {"secret_in",
               {{"type", "string"},
                {"enum", json::array{"app", "environment"}},
                {"default", "app"},
                {"description", "Where the person will enter the secret"}}},
              {"user_confirmed", {{"type", "boolean"}, {"description", "true only after the person agreed"}}}}},
            {"required", json::array{"operation"}},
            {"additionalProperties", false}};
        tool.annotations = {{"readOnlyHint", false}, {"destructiveHint", false}, {"openWorldHint", false}};
        tools.push_back(std::move(tool));
    }

    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        if (tool != tool_names::ManageConnection)
            return std::nullopt;
        governance::CallRequest asked;
        asked.name = tool_names::ManageConnection;
        asked.facade = "mcp:connections";
        asked.arguments = arguments;
        const auto refused = [&](std::string_view code, std::string_view gate, std::string message,
                                 json::object detail = {}) {
            return refuseCall(m_services, caller, asked, code, gate, std::move(message), std::move(detail));
        };
        if (!governance::holds(caller.principal.role, governance::Permission::RunTools))
            return refused(refusal::PermissionDenied, "permission", "this token may not prepare connections");
        Arguments given(arguments, {"operation", "service", "slug", "scheme", "secret_in", "user_confirmed"});
        const std::string operation = given.text("operation");
        const auto service = given.optionalText("service"), scheme = given.optionalText("scheme"),
                   place = given.optionalText("secret_in");
        const std::string slug = given.optionalText("slug").value_or(service.value_or(std::string()) + "-main");
        const bool confirmed = given.isTrue("user_confirmed");
        if (given.problem())
            return refused(refusal::InvalidArguments, "arguments", *given.problem());
        if (operation == "list")
            return listed(caller, service);
        if (operation != "prepare" || !service || (place && *place != "app" && *place != "environment"))
            return refused(refusal::InvalidArguments, "arguments",
                           "operation is list or prepare, prepare takes a service, and secret_in is app or "
                           "environment");
        if (!maySee(caller.principal, *service))
            return refused(refusal::UnknownAction, "permission", "there is no such service: search for its actions");
        if (auto wrong = wrongScheme(*service, scheme))
            return refused(refusal::InvalidArguments, "arguments", std::move(*wrong));
        const std::string consequence = "Adds the connection " + revealInvisible(truncateUtf8(slug, 100)) + " for " +
                                        *service + " to connections.yaml, without a secret.";
        const governance::ConfirmedBy who = confirmedBy(caller, consequence, confirmed);
        if (who == governance::ConfirmedBy::Nobody)
            return refused(refusal::ConfirmationRequired, "confirmation",
                           consequence + " Ask the person, then repeat with user_confirmed: true",
                           {{"consequence", consequence}});
        upstream::Connection connection;
        connection.service = *service;
        connection.slug = slug;
        connection.scheme = scheme.value_or(std::string());
        if (place && *place == "environment")
            connection.secret = {upstream::SecretPlace::Environment, variableOf(connection)};
        else
            connection.secret = {upstream::SecretPlace::File, "prepared:" + *service + ':' + slug};
        if (const auto recorded = record(caller, connection, who); !recorded)
            return refused(refusal::AuditUnavailable, "audit", "the audit log cannot be written, so nothing is added");
        if (auto added = m_services.workspace.addConnection(connection); !added)
            return refused(refusal::InvalidArguments, "arguments", added.error().message);
        return ToolResult::json(json::object{{"connection", shown(connection)}});
    }

private:
    /// The person at the client, where it can be asked and `gateway.elicit` says so; else what the model claims.
    governance::ConfirmedBy confirmedBy(const Caller &caller, const std::string &consequence, bool claimed) const {
        using governance::ConfirmedBy;
        if (m_services.workspace.snapshot()->settings.gateway.elicit && caller.link && caller.link->can("elicitation"))
            return askThrough(*caller.link)(consequence) == true ? ConfirmedBy::HumanInClient : ConfirmedBy::Nobody;
        return claimed ? ConfirmedBy::ModelClaimed : ConfirmedBy::Nobody;
    }

    Result<governance::AuditRecord> record(const Caller &caller, const upstream::Connection &connection,
                                           governance::ConfirmedBy confirmed) {
        governance::AuditEvent event;
        event.kind = "connection";
        event.actor = "gateway:" + caller.principal.name;
        event.principal = caller.principal.id;
        event.organisation = caller.principal.organisation;
        event.session = caller.session;
        event.service = connection.service;
        event.outcome = "prepared";
        event.detail = {
            {"facade", "mcp:connections"},
            {"slug", connection.slug},
            {"confirmed_by", governance::confirmedByName(confirmed)},
            {"secret_in", connection.secret.place == upstream::SecretPlace::Environment ? "environment" : "app"}};
        return m_services.audit.append(std::move(event));
    }

    /// Whether the caller may find any action of it: what is hidden from it has no connections either.
    bool maySee(const governance::Principal &who, const std::string &service) const {
        const auto snapshot = m_services.workspace.snapshot();
        const catalog::Service *found = nullptr;
        for (const catalog::Service &one : snapshot->catalog->services())
            if (one.info.id == service)
                found = &one;
        if (found == nullptr)
            return false;
        for (std::uint32_t i = 0; i < found->segment->size(); ++i)
            if (m_services.mayCall(who, service, found->segment->at(i).name(),
                                   (*snapshot->risk)[found->first + i].tier))
                return true;
        return false;
    }

    std::optional<std::string> wrongScheme(const std::string &service, const std::optional<std::string> &scheme) const {
        const auto snapshot = m_services.workspace.snapshot();
        std::string known;
        for (const catalog::Service &one : snapshot->catalog->services()) {
            if (one.info.id != service || one.segment->size() == 0)
                continue;
            if (const auto schemes = m_services.workspace.securitySchemes(*snapshot, one.first))
                for (const auto &each : *schemes) {
                    if (scheme && each.id == *scheme)
                        return std::nullopt;
                    known += (known.empty() ? "" : ", ") + revealInvisible(truncateUtf8(each.id, 60));
                }
        }
        if (!scheme || *scheme == "bearer" || *scheme == "basic")
            return std::nullopt;
        return "the service has no such scheme: there is " + (known.empty() ? "bearer, basic" : known);
    }

    json::object shown(const upstream::Connection &connection) const {
        const bool isVariable = connection.secret.place == upstream::SecretPlace::Environment;
        const auto state = m_services.http.state(connection);
        json::object out{{"slug", connection.slug},
                         {"service", connection.service},
                         {"scheme", connection.scheme},
                         {"state", upstream::connectionStateName(state)}};
        if (state == upstream::ConnectionState::NeedsInput)
            out["next"] = isVariable ? "ask the person to set the environment variable " + connection.secret.name +
                                           " where the gateway is started, and to start it again"
                                     : "ask the person to enter the secret in the app under Services, or with: "
                                       "actionscope connections set " +
                                           connection.slug;
        return out;
    }

    ToolResult listed(const Caller &caller, const std::optional<std::string> &service) const {
        json::array list;
        for (const catalog::Service &one : m_services.workspace.snapshot()->catalog->services()) {
            const auto connections = m_services.actions.connectionsOf(one.info.id);
            if ((service && one.info.id != *service) || connections.empty() || !maySee(caller.principal, one.info.id))
                continue;
            for (const upstream::Connection &connection : connections)
                list.push_back(shown(connection));
        }
        return ToolResult::json(json::object{{"connections", std::move(list)}});
    }

    Services &m_services;
};

} // namespace

std::unique_ptr<Facade> makeConnectionsFacade(Services &services) {
    return std::make_unique<ConnectionsFacade>(services);
}

} // namespace actionscope::gateway
