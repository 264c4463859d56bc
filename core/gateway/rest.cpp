#include "gateway/rest.h"

#include "base/text.h"
#include "gateway/agent_search.h"
#include "gateway/context_service.h"
#include "gateway/discovery.h"
#include "gateway/facades/arguments.h"
#include "gateway/session_profile.h"
#include "gateway/facades/tool_names.h"

#include <algorithm>
#include <charconv>

namespace actionscope::gateway {
namespace {

using governance::Permission;
namespace refusal = governance::refusal;

constexpr std::string_view ReservedPrefix = "tools.actionscope.";
constexpr std::size_t MaxUseCases = 50;

RestResponse problem(int status, std::string_view code, std::string message, json::object detail = {}) {
    json::object error{{"code", code}, {"message", std::move(message)}};
    for (auto &member : detail)
        error.emplace(member.key(), std::move(member.value()));
    return {status, json::object{{"error", std::move(error)}}, "application/json", {}};
}

/// The status that says of whose making a refusal is: the caller's (4xx), the upstream's or ours (5xx).
int statusOf(std::string_view code) {
    if (code == refusal::PermissionDenied || code == refusal::PolicyDenied)
        return 403;
    if (code == refusal::UnknownAction || code == refusal::NotVisible)
        return 404;
    if (code == refusal::InvalidArguments)
        return 422;
    if (code == refusal::RateLimited)
        return 429;
    if (code == refusal::AuditUnavailable)
        return 503;
    if (code == refusal::UpstreamError)
        return 502;
    if (code == refusal::UpstreamTimeout)
        return 504;
    return 409; // not active, not confirmed, waiting for or refused an approval, changed since
}

RestResponse errorResponse(const Error &error) {
    switch (error.code) {
    case ErrorCode::PermissionDenied:
        return problem(403, refusal::PermissionDenied, error.message);
    case ErrorCode::Unsupported:
    case ErrorCode::InvalidArgument:
        return problem(422, "unprocessable", error.message);
    case ErrorCode::NetworkError:
        return problem(424, "provider_failed", error.message);
    case ErrorCode::NotFound:
        return problem(404, "not_found", error.message);
    case ErrorCode::AlreadyExists:
    case ErrorCode::Conflict:
        return problem(409, "conflict", error.message);
    case ErrorCode::LimitExceeded:
        return problem(429, refusal::RateLimited, error.message);
    case ErrorCode::IoError:
        return problem(503, refusal::AuditUnavailable, error.message);
    default:
        return problem(500, "internal", error.message);
    }
}

RestResponse mayNotView() { return problem(403, refusal::PermissionDenied, "this token may not view tools"); }

/// %XX and + of a query string. Nothing when an escape is broken.
std::optional<std::string> decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+') {
            out += ' ';
        } else if (text[i] == '%') {
            unsigned value = 0;
            if (i + 2 >= text.size() ||
                std::from_chars(text.data() + i + 1, text.data() + i + 3, value, 16).ptr != text.data() + i + 3)
                return std::nullopt;
            out += static_cast<char>(value);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return firstInvalidUtf8(out) ? std::nullopt : std::optional(out);
}

/// Query parameters as an object of texts, so that one reader serves both forms of input.
std::optional<json::object> queryObject(std::string_view query) {
    json::object out;
    while (!query.empty()) {
        const std::string_view part = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(query.size(), part.size() + 1));
        if (part.empty())
            continue;
        const std::size_t equals = part.find('=');
        const auto key = decoded(part.substr(0, equals));
        const auto value = decoded(equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
        if (!key || !value)
            return std::nullopt;
        std::int64_t number = 0;
        const auto [end, failed] = std::from_chars(value->data(), value->data() + value->size(), number);
        if (failed == std::errc() && end == value->data() + value->size() && (*key == "max_results" || *key == "limit"))
            out[*key] = number;
        else
            out[*key] = *value;
    }
    return out;
}

Result<DiscoverRequest> discoverRequest(const json::object &body, bool oneTextIsEnough) {
    DiscoverRequest request;
    const json::value *useCases = body.if_contains("use_cases");
    const auto invalid = [](std::string message) { return fail(ErrorCode::InvalidArgument, std::move(message)); };
    if (!useCases)
        return invalid("use_cases is required: a list of what should be done, one text each");
    json::array list;
    if (useCases->is_string()) {
        if (!oneTextIsEnough)
            return invalid("use_cases must be a list of texts, not one text");
        list.push_back(*useCases);
    } else if (useCases->is_array()) {
        list = useCases->as_array();
    } else {
        return invalid("use_cases must be a list of texts");
    }
    if (list.empty() || list.size() > MaxUseCases)
        return invalid("use_cases must hold 1 to " + std::to_string(MaxUseCases) + " texts");
    for (const json::value &item : list) {
        if (!item.is_string() || item.as_string().empty() || item.as_string().size() > retrieval::MaxQueryBytes)
            return invalid("each of use_cases must be a text of 1 to " + std::to_string(retrieval::MaxQueryBytes) +
                           " bytes");
        request.useCases.emplace_back(item.as_string());
    }
    if (const json::value *provider = body.if_contains("provider"); provider && !provider->is_null()) {
        if (!provider->is_string())
            return invalid("provider must be a text");
        request.provider = provider->as_string();
    }
    if (const json::value *limit = body.if_contains("limit_alternatives"); limit && !limit->is_null()) {
        boost::system::error_code error;
        const auto number = limit->to_number<std::int64_t>(error);
        if (error || number < 0 || number > 20)
            return invalid("limit_alternatives must be a whole number from 0 to 20");
        request.alternatives = static_cast<std::size_t>(number);
    }
    return request;
}

} // namespace

struct RestRoutes::Impl {
    Impl(Services &given, ContextService &contexts)
        : services(given)
        , context(contexts)
        , discovery(given, providersOf(given)) {}

    static std::vector<std::unique_ptr<CapabilityProvider>> providersOf(Services &services) {
        std::vector<std::unique_ptr<CapabilityProvider>> providers;
        providers.push_back(makeCatalogProvider(services));
        for (const upstream::ToolSearch *search : services.searches)
            providers.push_back(makeRemoteProvider(services, *search));
        return providers;
    }

    [[nodiscard]] bool may(const Caller &caller, Permission permission) const {
        return governance::holds(caller.principal.role, permission);
    }

    RestResponse search(const RestRequest &request) {
        if (!may(request.caller, Permission::ViewTools))
            return mayNotView();
        const auto parameters = queryObject(request.query);
        if (!parameters)
            return problem(400, "bad_request", "the query string is not valid percent-encoded UTF-8");
        Arguments given(*parameters, {"query", "q", "service", "limit", "max_results", "long_tail", "preset", "own"});
        AgentQuery query;
        query.text = given.optionalText("query").value_or(given.optionalText("q").value_or(std::string()));
        query.service = given.optionalText("service");
        query.preset = given.optionalText("preset").value_or(std::string());
        query.limit =
            static_cast<std::size_t>(given.integer("max_results", given.integer("limit", 10, 1, 100), 1, 100));
        query.longTailOnly = false;
        query.ownOnly = given.optionalText("own").value_or(std::string()) == "true";
        query.facade = "rest:search";
        if (query.text.empty() || given.problem())
            return problem(422, "unprocessable", given.problem().value_or("query is required"));
        return searchWith(request.caller, query);
    }

    RestResponse searchWith(const Caller &caller, const AgentQuery &query) {
        const auto hits = searchForAgent(services, caller, query);
        return hits ? RestResponse{200, agentHitsJson(services, caller, *hits), "application/json", {}}
                    : errorResponse(hits.error());
    }

    RestResponse discover(const Caller &caller, const json::object &body, bool oneTextIsEnough) {
        if (!may(caller, Permission::ViewTools))
            return mayNotView();
        const auto wanted = discoverRequest(body, oneTextIsEnough);
        if (!wanted)
            return errorResponse(wanted.error());
        auto found = discovery.discover(caller, *wanted);
        return found ? RestResponse{200, std::move(*found), "application/json", {}} : errorResponse(found.error());
    }

    /// A tool result of a façade as a REST answer.
    static RestResponse answer(const std::string &reference, ToolResult result) {
        if (result.isError && result.structured.is_object() && result.structured.as_object().contains("code") &&
            result.structured.as_object().contains("message")) {
            json::object detail = result.structured.as_object();
            const std::string code(stringMember(result.structured, "code")),
                message(stringMember(result.structured, "message"));
            detail.erase("code");
            detail.erase("message");
            return problem(statusOf(code), code, message, std::move(detail));
        }
        json::value value =
            result.structured.is_null()
                ? json::value(json::object{{"content", std::move(result.content)}, {"isError", result.isError}})
                : std::move(result.structured);
        json::object call{{"call_ref", reference}, {"result", std::move(value)}};
        // What is said beside the result stands beside it: the result is the service's.
        for (const char *key : {"loop_detected", "token_budget"})
            if (const json::value *told = result.meta.if_contains(key))
                call[key] = *told;
        return {200, json::object{{"call", std::move(call)}}, "application/json", {}};
    }

    /// Reached by running a tool, so that this takes the permission to run tools besides its own (FC3).
    RestResponse builtIn(const Caller &caller, const std::string &reference, const governance::CallRequest &asked) {
        const json::object &arguments = asked.arguments;
        if (!may(caller, Permission::RunTools)) {
            governance::CallRequest refused = asked;
            refused.principal = caller.principal;
            refused.session = caller.session;
            services.gatekeeper.recordRefusal(refused, refusal::PermissionDenied, "permission", false);
            return problem(403, refusal::PermissionDenied, "this token may not run tools");
        }
        const std::string_view operation = std::string_view(reference).substr(ReservedPrefix.size());
        const auto wrap = [&](RestResponse response) {
            if (response.status == 200)
                response.body = json::object{{"call", {{"call_ref", reference}, {"result", std::move(response.body)}}}};
            return response;
        };
        if (operation == "find_capabilities")
            return wrap(discover(caller, arguments, true));
        if (operation == "search") {
            if (!may(caller, Permission::ViewTools))
                return mayNotView();
            Arguments given(arguments, {"query", "service", "limit"});
            AgentQuery query{given.text("query"), given.optionalText("service"),
                             static_cast<std::size_t>(given.integer("limit", 10, 1, 100)), false, "rest:call"};
            if (given.problem())
                return problem(422, refusal::InvalidArguments, *given.problem());
            return wrap(searchWith(caller, query));
        }
        if (operation == tool_names::Discover) {
            auto result = makeCapabilitiesFacade(context)->call(caller, operation, arguments);
            return answer(reference, std::move(*result));
        }
        if (operation == "activate") {
            Arguments given(arguments, {"name", "user_confirmed", "reason"});
            governance::CallRequest request;
            request.name = given.text("name");
            request.userConfirmed = given.isTrue("user_confirmed");
            request.statedReason = given.optionalText("reason").value_or(std::string());
            request.facade = "rest:tools";
            request.problem = given.problem().value_or(std::string());
            return answer(reference, activateAction(services, caller, std::move(request)));
        }
        return problem(404, refusal::UnknownAction,
                       "there is no built-in operation of this name: discover_capabilities, "
                       "find_capabilities, search and activate are");
    }

    /// tools.<provider>.<integration>.<action>.<connection>; what is wrong with it becomes the request's problem.
    static void readReference(std::string_view reference, governance::CallRequest &request) {
        std::vector<std::string> parts;
        for (std::size_t from = 0; from <= reference.size();) {
            const std::size_t dot = std::min(reference.find('.', from), reference.size());
            parts.emplace_back(reference.substr(from, dot - from));
            from = dot + 1;
        }
        if (parts.size() != 5 || std::any_of(parts.begin(), parts.end(), [](const auto &part) { return part.empty(); }))
            request.problem =
                "a reference is <service>.<action> or tools.<provider>.<integration>.<action>.<connection>";
        else if (parts[1] != "catalog")
            request.problem = "this provider's tools cannot be called from here: import the service's description";
        else {
            request.name = parts[2] + '.' + parts[3];
            request.connection = parts[4];
        }
    }

    /// Whether the caller may run tools at all is the gatekeeper's to say, which records that it was refused.
    RestResponse call(const Caller &caller, const json::object &body) {
        Arguments given(body, {"call_ref", "arguments", "activation", "user_confirmed", "reason", "wait_for_approval"});
        const std::string reference = given.text("call_ref");
        governance::CallRequest request;
        if (const json::value *arguments = body.if_contains("arguments"); arguments && !arguments->is_null())
            request.arguments = given.object("arguments");
        request.activation = given.optionalText("activation").value_or(std::string());
        request.userConfirmed = given.isTrue("user_confirmed");
        request.statedReason = given.optionalText("reason").value_or(std::string());
        request.facade = "rest:tools";
        const std::chrono::seconds wait(given.integer("wait_for_approval", 0, 0, 600));
        request.name = reference;
        request.problem = given.problem().value_or(std::string());
        if (request.problem.empty() && std::string_view(reference).starts_with(ReservedPrefix))
            return builtIn(caller, reference, request);
        if (request.problem.empty() && std::string_view(reference).starts_with("tools."))
            readReference(reference, request);
        if (const auto target = services.actions.find(request.name)) {
            request.name = target->qualified();
            request.needsActivation = !target->curated;
            if (!request.connection.empty()) {
                const auto known = services.actions.connectionsOf(target->service);
                if (std::none_of(known.begin(), known.end(),
                                 [&](const auto &c) { return c.slug == request.connection; }))
                    request.problem = "the service has no connection of this name: GET /tools/connections/ lists them";
            }
        }
        return answer(reference, toToolResult(callAction(services, caller, std::move(request), wait)));
    }

    /// What an agent is told of the tools that are on, or the skill of one that sets others up; as Markdown.
    RestResponse teaching(const Caller &caller, bool skill) {
        if (!may(caller, Permission::ViewTools))
            return mayNotView();
        const auto isOn = [&](std::string_view facade, bool byDefault) {
            return facadeIsOn(services, caller.principal, facade, byDefault);
        };
        const TaughtFacades &all = services.taught;
        const TaughtFacades taught{.finder = isOn("finder", all.finder),
                                   .connections = isOn("connections", all.connections),
                                   .searchTools = isOn("search_tools", all.searchTools)};
        auto text = skill ? skillText() : Result<std::string>(promptSection(taught));
        return text ? RestResponse{200, {}, "text/markdown; charset=utf-8", std::move(*text)}
                    : errorResponse(text.error());
    }

    RestResponse connections(const Caller &caller) {
        if (!may(caller, Permission::ViewTools))
            return mayNotView();
        json::array list;
        const auto snapshot = services.workspace.snapshot();
        for (const catalog::Service &service : snapshot->catalog->services())
            for (const upstream::Connection &connection : services.actions.connectionsOf(service.info.id))
                list.push_back(json::object{{"slug", connection.slug},
                                            {"integration", connection.service},
                                            {"state", upstream::connectionStateName(services.http.state(connection))}});
        return {200, json::object{{"connections", std::move(list)}}, "application/json", {}};
    }

    RestResponse connect(const Caller &caller, const json::object &body) {
        // It writes a file of the workspace: not for an agent's credential.
        if (caller.principal.role != governance::Role::Developer && !may(caller, Permission::Manage))
            return problem(403, refusal::PermissionDenied,
                           "connections are made with a developer's or an admin's token");
        const json::object *wanted = nullptr;
        if (const json::value *value = body.if_contains("connection"); value && value->is_object())
            wanted = &value->as_object();
        if (!wanted)
            return problem(422, "unprocessable",
                           "connection is required: {\"provider_key\",\"integration_key\",\"slug\"}");
        Arguments given(*wanted, {"provider_key", "integration_key", "slug"});
        const std::string provider = given.text("provider_key"), integration = given.text("integration_key"),
                          slug = given.text("slug");
        if (given.problem())
            return problem(422, "unprocessable", *given.problem());
        if (provider != "catalog")
            return problem(422, "unprocessable", "only the provider catalog has connections here");
        if (!services.workspace.snapshot()->catalog->findService(integration))
            return problem(404, "not_found", "there is no service of this id");
        upstream::Connection connection;
        connection.service = integration;
        connection.slug = slug;
        if (auto added = services.workspace.addConnection(connection); !added)
            return errorResponse(added.error());
        return {201,
                json::object{{"connection",
                              {{"slug", slug},
                               {"integration", integration},
                               {"state", upstream::connectionStateName(services.http.state(connection))},
                               {"next", "set its secret with: actionscope connections set " + slug}}}},
                "application/json",
                {}};
    }

    /// POST /turns, POST /turns/{id}/events, POST /turns/{id}/outcome, GET /turns/{id}, GET /turns/kpi.
    std::optional<RestResponse> turns(const RestRequest &request, const std::function<Result<json::object>()> &body) {
        const auto answered = [](Result<json::object> answer, int status = 200) {
            return answer ? RestResponse{status, std::move(*answer), "application/json", {}}
                          : errorResponse(answer.error());
        };
        const auto posted = [&](auto &&handler, int status = 200) {
            if (request.method != "POST")
                return problem(405, "method_not_allowed", "this route takes POST");
            const auto parsed = body();
            return parsed ? answered(handler(*parsed), status) : problem(400, "bad_request", parsed.error().message);
        };
        std::string_view rest = request.path;
        rest.remove_prefix(std::string_view("/turns").size());
        if (rest.empty() || rest == "/")
            return posted([&](const json::object &given) { return context.plan(request.caller, given); }, 201);
        rest.remove_prefix(1);
        const std::size_t slash = rest.find('/');
        const std::string_view id = rest.substr(0, slash);
        if (slash == std::string_view::npos) {
            if (request.method != "GET")
                return problem(405, "method_not_allowed", "this route takes GET");
            return answered(id == "kpi" ? context.kpis(request.caller) : context.turn(request.caller, id));
        }
        const std::string_view what = rest.substr(slash + 1);
        if (what == "events")
            return posted([&](const json::object &given) { return context.event(request.caller, id, given); });
        if (what == "outcome")
            return posted([&](const json::object &given) { return context.outcome(request.caller, id, given); });
        return std::nullopt;
    }

    Services &services;
    ContextService &context;
    Discovery discovery;
};

RestRoutes::RestRoutes(Services &services, ContextService &context)
    : m_impl(std::make_unique<Impl>(services, context)) {}

RestRoutes::~RestRoutes() = default;

std::optional<RestResponse> RestRoutes::handle(const RestRequest &request) {
    const auto body = [&]() -> Result<json::object> {
        auto parsed = parseJson(request.body, "body", {256});
        if (!parsed)
            return fail(ErrorCode::ParseError, parsed.error().message);
        if (!parsed->is_object())
            return fail(ErrorCode::ParseError, "the body must be a JSON object");
        return std::move(parsed->as_object());
    };
    const auto withBody = [&](auto &&handler) -> RestResponse {
        if (request.method != "POST")
            return problem(405, "method_not_allowed", "this route takes POST");
        const auto parsed = body();
        if (!parsed)
            return problem(400, "bad_request", parsed.error().message);
        return handler(*parsed);
    };
    if (request.path == "/search")
        return request.method == "GET" ? m_impl->search(request)
                                       : problem(405, "method_not_allowed", "this route takes GET");
    if (request.path == "/context")
        return withBody([&](const json::object &parsed) {
            auto answer = m_impl->context.context(request.caller, parsed);
            return answer ? RestResponse{200, std::move(*answer), "application/json", {}}
                          : errorResponse(answer.error());
        });
    if (request.path == "/turns" || request.path.starts_with("/turns/"))
        return m_impl->turns(request, body);
    if (request.path == "/tools/prompt" || request.path == "/tools/skill")
        return request.method == "GET" ? m_impl->teaching(request.caller, request.path == "/tools/skill")
                                       : problem(405, "method_not_allowed", "this route takes GET");
    if (request.path == "/tools/discover")
        return withBody([&](const json::object &parsed) { return m_impl->discover(request.caller, parsed, false); });
    if (request.path == "/tools/call")
        return withBody([&](const json::object &parsed) { return m_impl->call(request.caller, parsed); });
    if (request.path == "/tools/connections/" || request.path == "/tools/connections") {
        if (request.method == "GET")
            return m_impl->connections(request.caller);
        return withBody([&](const json::object &parsed) { return m_impl->connect(request.caller, parsed); });
    }
    return std::nullopt;
}

} // namespace actionscope::gateway
