#include "upstream/http_dispatcher.h"

#include "base/hash.h"
#include "base/text.h"
#include "net/configured_url.h"
#include "net/http_client.h"
#include "upstream/detail/authentication.h"
#include "upstream/detail/connection_choice.h"
#include "upstream/detail/encoding.h"
#include "upstream/detail/http_reply.h"
#include "upstream/detail/oauth_tokens.h"
#include "upstream/detail/service_gate.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace actionscope::upstream {
namespace {

using governance::DispatchError, governance::DispatchFault, governance::DispatchReply, governance::DispatchRequest;

/// What is known before a secret is read.
struct Plan {
    net::HttpRequest request;
    std::string server;
    std::vector<detail::Credential> credentials;
    bool isRead = false;
};

DispatchError notSent(const Error &error) { return {DispatchFault::NotSent, error.message}; }

DispatchError exchangeError(const net::ExchangeError &error) {
    DispatchFault fault = DispatchFault::Failed;
    if (error.error.code == ErrorCode::Cancelled)
        fault = DispatchFault::Cancelled;
    else if (error.stage == net::ExchangeStage::NotConnected)
        fault = DispatchFault::NotSent;
    else if (error.timedOut)
        fault = DispatchFault::TimedOut;
    return {fault, error.error.message};
}

} // namespace

struct HttpDispatcher::Impl {
    const HttpTargets &targets;
    SecretStore &secrets;
    const Clock &clock;
    HttpDispatchLimits limits;
    net::HttpExchanger http;
    detail::OAuthTokens tokens{http, clock};
    detail::ServiceGate gate{clock, limits};
    mutable std::mutex mutex;
    struct Outcome {
        std::optional<Timestamp> worked;
        bool refused = false;
    };
    std::map<std::string, Outcome, std::less<>> outcomes; // by slug, guarded by mutex

    Impl(const HttpTargets &someTargets, SecretStore &someSecrets, net::AddressRules rules, const Clock &someClock,
         HttpDispatchLimits someLimits)
        : targets(someTargets)
        , secrets(someSecrets)
        , clock(someClock)
        , limits(someLimits)
        , http(std::move(rules)) {}

    /// Those that can be used before others, of equals the one that worked last, then as they stand in the file.
    std::vector<Connection> inOrder(std::vector<Connection> all) const {
        if (all.size() < 2)
            return all;
        struct Rank {
            bool usable = false;
            std::optional<Timestamp> worked;
        };
        std::map<std::string, Rank> ranks;
        for (const Connection &connection : all) {
            const ConnectionState now = state(connection);
            const std::lock_guard lock(mutex);
            const auto found = outcomes.find(connection.slug);
            const auto here = found == outcomes.end() ? std::nullopt : found->second.worked;
            ranks[connection.slug] = {now == ConnectionState::Ready, std::max(here, connection.authenticated)};
        }
        std::stable_sort(all.begin(), all.end(), [&](const Connection &a, const Connection &b) {
            const Rank &first = ranks[a.slug], &second = ranks[b.slug];
            return std::tie(first.usable, first.worked) > std::tie(second.usable, second.worked);
        });
        return all;
    }

    Result<detail::ConnectionChoice> choice(const governance::Target &target, std::string_view requested) const {
        const std::vector<Connection> all = inOrder(targets.connectionsOf(target.service));
        std::vector<SecurityScheme> schemes;
        if (std::any_of(all.begin(), all.end(), [](const auto &c) { return c.secret.place != SecretPlace::None; })) {
            auto described = targets.schemesOf(target);
            if (!described)
                return fail(described.error());
            schemes = std::move(*described);
        }
        return detail::chooseConnections(all, requested, schemes, target.view().security(), target.service);
    }

    ConnectionState state(const Connection &connection) const {
        if (connection.secret.place != SecretPlace::None) {
            const auto secret = secrets.read(connection.secret);
            if (!secret || !*secret)
                return ConnectionState::NeedsInput;
        }
        const std::lock_guard lock(mutex);
        const auto found = outcomes.find(connection.slug);
        return found != outcomes.end() && found->second.refused ? ConnectionState::NeedsAuth : ConnectionState::Ready;
    }

    Result<Plan> plan(const DispatchRequest &request) const {
        Plan plan;
        auto choice = this->choice(request.target, request.connection);
        if (!choice)
            return fail(choice.error());
        plan.credentials = std::move(choice->credentials);
        const bool isOwn = !choice->server.empty();
        plan.server = isOwn ? choice->server : targets.serverOf(request.target);
        const catalog::CapabilityView action = request.target.view();
        static const json::value NoSchema(json::object_kind);
        auto built = buildRequest(action, plan.server, request.schema ? *request.schema : NoSchema, request.arguments);
        if (!built)
            return fail(built.error());
        plan.request = std::move(*built);
        plan.isRead = request.target.risk.tier == catalog::Tier::Read &&
                      (action.method() == catalog::Method::Get || action.method() == catalog::Method::Head ||
                       action.method() == catalog::Method::Options);
        const bool named = std::any_of(plan.request.headers.begin(), plan.request.headers.end(),
                                       [](const auto &header) { return toLowerAscii(header.first) == "x-request-id"; });
        if (!named && !request.callId.empty())
            plan.request.headers.emplace_back("X-Request-Id", request.callId);
        plan.request.maxResponseBytes = limits.resultBytes;
        const std::string origin = net::originOf(plan.server);
        if (!plan.credentials.empty() && origin.starts_with("http:") && !isOwn && !net::isLoopbackOrigin(origin))
            return fail(ErrorCode::PermissionDenied,
                        "the secret of the connection '" + plan.credentials.front().connection.slug +
                            "' is not sent to " + origin +
                            " without encryption; name an https server with `server:` in connections.yaml (or this "
                            "one, if you mean it)");
        return plan;
    }

    /// The secret itself, or the access token that it is good for.
    Result<std::string> credential(const Plan &plan, const detail::Credential &given, const std::stop_token &stop,
                                   detail::Secrets &seen) {
        const Connection &connection = given.connection;
        auto secret = secrets.read(connection.secret);
        if (!secret)
            return fail(secret.error());
        if (!*secret)
            return fail(ErrorCode::NotFound, "the connection '" + connection.slug + "' has no secret yet: '" +
                                                 connection.secret.name + "' is not set");
        seen.add(**secret);
        if (!connection.user.empty())
            seen.add(connection.user + ':' + **secret);
        if (!detail::isClientCredentials(connection, given.scheme))
            return std::move(**secret);
        const std::string &url = connection.tokenUrl.empty() ? given.scheme.tokenUrl : connection.tokenUrl;
        const std::string origin = net::originOf(url);
        if (connection.tokenUrl.empty() && origin != net::originOf(plan.server))
            return fail(ErrorCode::PermissionDenied,
                        "the description names a token URL of another origin (" +
                            (origin.empty() ? "none that can be read" : origin) +
                            "); name it with `token_url:` in connections.yaml if the client secret may go there");
        if (origin.starts_with("http:") && connection.tokenUrl.empty() && !net::isLoopbackOrigin(origin))
            return fail(ErrorCode::PermissionDenied,
                        "the client secret is not sent to " + origin + " without encryption");
        auto token = tokens.token({connection.slug, connection.user, **secret, url, connection.scope}, stop);
        if (token)
            seen.add(*token);
        return token;
    }

    void remember(const Plan &plan, int status) {
        // Of several that were refused together nobody can tell which one it was.
        for (const detail::Credential &credential : plan.credentials) {
            const std::string &slug = credential.connection.slug;
            if (status == 401)
                tokens.forget(slug);
            const std::lock_guard lock(mutex);
            Outcome &outcome = outcomes[slug];
            if (status == 401) {
                outcome.refused = true;
            } else if (status < 400) {
                outcome.refused = false;
                outcome.worked = clock.now();
            }
        }
    }

    tl::expected<DispatchReply, DispatchError> run(const DispatchRequest &request);
};

tl::expected<DispatchReply, DispatchError> HttpDispatcher::Impl::run(const DispatchRequest &request) {
    const auto begin = std::chrono::steady_clock::now();
    Result<Plan> plan = this->plan(request);
    if (!plan)
        return tl::unexpected(notSent(plan.error()));
    auto ticket = gate.enter(request.target.service, request.stop);
    if (!ticket)
        return tl::unexpected(ticket.error());

    detail::Secrets seen;
    for (const detail::Credential &given : plan->credentials) {
        const auto secret = credential(*plan, given, request.stop, seen);
        if (!secret) {
            if (secret.error().code == ErrorCode::Cancelled)
                return tl::unexpected(DispatchError{DispatchFault::Cancelled, "cancelled"});
            return tl::unexpected(notSent(secret.error()));
        }
        if (auto done = detail::authenticate(plan->request, given.scheme, given.connection, *secret); !done)
            return tl::unexpected(notSent(done.error()));
    }
    // Whatever came between building and here: a secret leaves for this origin only.
    if (auto below = checkBelow(plan->request.url, plan->server); !below)
        return tl::unexpected(notSent(below.error()));

    // Waiting for a place and for a token took their share of the time.
    const auto send = [&]() -> tl::expected<net::HttpResponse, net::ExchangeError> {
        const auto spent =
            std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
        plan->request.timeout = std::max(request.timeout - spent, std::chrono::milliseconds(1));
        plan->request.connectTimeout = std::min(plan->request.connectTimeout, plan->request.timeout);
        return http.exchange(plan->request, request.stop);
    };
    auto response = send();
    const bool repeatable = plan->isRead && !response && !response.error().timedOut &&
                            response.error().error.code == ErrorCode::NetworkError &&
                            response.error().stage != net::ExchangeStage::ResponseBegun;
    if (repeatable)
        response = send();
    if (!response) {
        DispatchError error = exchangeError(response.error());
        error.message = seen.redact(std::move(error.message));
        if (response.error().error.code == ErrorCode::NetworkError)
            ticket->failed(error.message);
        return tl::unexpected(std::move(error));
    }
    if (response->status >= 500)
        ticket->failed("status " + std::to_string(response->status));
    else
        ticket->worked();
    remember(*plan, response->status);
    const std::uint64_t bytes = response->body.size();
    response->body = seen.redact(std::move(response->body));
    for (auto &header : response->headers)
        header.second = seen.redact(std::move(header.second));
    DispatchReply reply = detail::replyOf(*response, limits.shownBytes);
    reply.bytes = bytes;
    return reply;
}

HttpDispatcher::HttpDispatcher(const HttpTargets &targets, SecretStore &secrets, net::AddressRules rules,
                               const Clock &clock, HttpDispatchLimits limits)
    : m_impl(std::make_unique<Impl>(targets, secrets, std::move(rules), clock, limits)) {}

HttpDispatcher::~HttpDispatcher() = default;

Result<json::object> HttpDispatcher::preview(const DispatchRequest &request) const {
    Result<Plan> plan = m_impl->plan(request);
    if (!plan)
        return fail(plan.error());
    for (std::size_t i = 0; i < plan->credentials.size(); ++i) {
        const detail::Credential &given = plan->credentials[i];
        const std::string placeholder = "⟨secret·" + std::to_string(i + 1) + "⟩";
        if (auto done = detail::authenticate(plan->request, given.scheme, given.connection, placeholder, true); !done)
            return fail(done.error());
    }
    json::object headers;
    bool isJson = false;
    for (const auto &[name, value] : plan->request.headers) {
        headers[name] = json::string_view(value);
        if (name == "Content-Type")
            isJson = value.find("json") != std::string::npos;
    }
    json::object out{{"method", plan->request.method}, {"url", plan->request.url}, {"headers", std::move(headers)}};
    const std::string &body = plan->request.body;
    Result<json::value> parsed = isJson ? parseJson(body) : fail(ErrorCode::ParseError, {});
    if (parsed)
        out["body"] = std::move(*parsed);
    else if (firstInvalidUtf8(body) || body.find('\0') != std::string::npos)
        out["body"] = std::to_string(body.size()) + " bytes, SHA-256 " + toHex(sha256(body));
    else
        out["body"] = json::string_view(body);
    return out;
}

tl::expected<DispatchReply, DispatchError> HttpDispatcher::dispatch(const DispatchRequest &request) {
    return m_impl->run(request);
}

ConnectionState HttpDispatcher::state(const Connection &connection) const { return m_impl->state(connection); }

Result<std::vector<Connection>> HttpDispatcher::connectionsFor(const governance::Target &target,
                                                               std::string_view requested) const {
    auto choice = m_impl->choice(target, requested);
    if (!choice)
        return fail(choice.error());
    std::vector<Connection> out;
    for (detail::Credential &credential : choice->credentials)
        out.push_back(std::move(credential.connection));
    return out;
}

std::optional<Timestamp> HttpDispatcher::authenticated(std::string_view slug) const {
    const std::lock_guard lock(m_impl->mutex);
    const auto found = m_impl->outcomes.find(slug);
    return found == m_impl->outcomes.end() ? std::nullopt : found->second.worked;
}

std::vector<HttpDispatcher::Health> HttpDispatcher::health() const { return m_impl->gate.health(); }

} // namespace actionscope::upstream
