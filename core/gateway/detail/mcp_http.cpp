#include "gateway/detail/mcp_http.h"

#include "gateway/detail/event_streams.h"

#include <algorithm>

namespace actionscope::gateway::detail {
namespace {

constexpr std::string_view Json = "application/json", EventStream = "text/event-stream";
constexpr std::string_view SessionHeader = "Mcp-Session-Id", VersionHeader = "MCP-Protocol-Version";

std::string servedProtocols() {
    std::string list;
    for (const std::string_view version : Protocols)
        list += (list.empty() ? "" : ", ") + std::string(version);
    return list;
}

} // namespace

struct McpEndpoint::Impl {
    McpEngine &engine;
    session::SessionRegistry &sessions;
    Telemetry &telemetry;
    WireLimits limits;
    RateLimiter rates;

    /// The session that the header names (rows 11 and 12), or why it is refused.
    struct Found {
        std::shared_ptr<HttpSession> session;
        std::optional<HttpReply> refused;
    };
    [[nodiscard]] Found find(const HttpRequest &request) const {
        const std::string_view id = request.header(SessionHeader);
        const auto unknown = [] {
            return Found{nullptr,
                         refusal(404, rpc::UnknownSession,
                                 "this session is unknown or has ended: send initialize without a session id")};
        };
        if (request.countOf(SessionHeader) > 1)
            return {nullptr, refusal(400, rpc::InvalidRequest, "more than one Mcp-Session-Id header")};
        if (id.empty())
            return unknown();
        const auto session = engine.find(id);
        // A session belongs to the address at which it was opened.
        if (!session || session->terms().mount != McpEndpoint::mountOf(request.path) ||
            !sessions.touch(id, request.principal))
            return unknown();
        return {std::dynamic_pointer_cast<HttpSession>(session), std::nullopt};
    }

    static std::optional<HttpReply> badVersion(const HttpRequest &request) {
        const std::string_view version = request.header(VersionHeader);
        if (request.countOf(VersionHeader) == 0 || isServedProtocol(version))
            return std::nullopt;
        return refusal(400, rpc::InvalidRequest,
                       "this MCP-Protocol-Version is not served here: " + servedProtocols() + " are");
    }

    [[nodiscard]] HttpReply open(const HttpRequest &request, const RpcMessage &message,
                                 const std::stop_token &stop = {}) const {
        if (engine.stopping())
            return refusal(503, rpc::InvalidRequest, "the gateway is stopping", {{"Retry-After", "5"}});
        auto opening = engine.initialize(message, request.principal, McpEndpoint::mountOf(request.path), stop);
        McpSession::Seen seen{.fromClient = true, .method = "initialize", .params = &message.params};
        if (!opening) {
            seen.summary = "error";
            engine.saw(request.principal, {}, seen);
            return {200, errorMessage(message.id, opening.error()), std::string(Json), {}, false};
        }
        const std::string client = opening->terms.client;
        auto id = sessions.open(request.principal, client, opening->terms.protocol);
        if (!id)
            return refusal(503, rpc::InvalidRequest, id.error().message, {{"Retry-After", "30"}});
        auto session = std::make_shared<HttpSession>(*id, request.principal, std::move(opening->terms), sessions,
                                                     telemetry, limits, std::move(opening->relay));
        engine.add(session);
        std::string body = resultMessage(message.id, json::serialize(opening->result));
        telemetry.answered("initialize", {}, "ok", {}, body.size());
        seen.summary = client;
        seen.bytes = body.size();
        engine.saw(request.principal, *id, seen);
        return {200, std::move(body), std::string(Json), session->headers(), false};
    }

    HttpReply refusedMessage(const McpEngine::Refused &refused) const {
        if (refused.ended)
            return refusal(404, refused.error.code, refused.error.message);
        if (refused.tooMany)
            return refusal(429, refused.error.code, refused.error.message, {{"Retry-After", "1"}});
        return refusal(400, refused.error.code, refused.error.message);
    }

    void post(HttpRequest &&request, const std::shared_ptr<HttpExchange> &exchange);
    void get(const HttpRequest &request, const std::shared_ptr<HttpExchange> &exchange) const;
    HttpReply remove(const HttpRequest &request) const;
};

McpEndpoint::McpEndpoint(McpEngine &engine, session::SessionRegistry &sessions, Telemetry &telemetry, WireLimits limits)
    : m_impl(new Impl{engine, sessions, telemetry, limits, RateLimiter(limits.requestsPerMinute)}) {}

McpEndpoint::~McpEndpoint() = default;

std::string_view McpEndpoint::mountOf(std::string_view path) {
    constexpr std::string_view Prefix = "/mcp/";
    return path.starts_with(Prefix) ? path.substr(Prefix.size()) : std::string_view();
}

HttpReply McpEndpoint::refusal(int status, int code, std::string message, HeaderList headers) {
    return {status, errorMessage(nullptr, {code, std::move(message), {}}), std::string(Json), std::move(headers),
            false};
}

std::optional<HttpReply> McpEndpoint::judge(const HttpRequest &request) const {
    if (request.method == "POST") {
        if (mediaType(request.header("Content-Type")) != Json)
            return refusal(415, rpc::InvalidRequest, "a message is sent as Content-Type: application/json");
        const std::string_view accept = request.header("Accept");
        if (!accepts(accept, Json) || !accepts(accept, EventStream))
            return refusal(406, rpc::InvalidRequest, "send Accept: application/json, text/event-stream");
        return std::nullopt;
    }
    if (request.method == "GET") {
        if (!accepts(request.header("Accept"), EventStream))
            return refusal(406, rpc::InvalidRequest, "GET opens an event stream: send Accept: text/event-stream");
        return std::nullopt;
    }
    if (request.method == "DELETE")
        return std::nullopt;
    return refusal(405, rpc::InvalidRequest, "this address takes POST, GET and DELETE",
                   {{"Allow", "POST, GET, DELETE"}});
}

void McpEndpoint::handle(HttpRequest &&request, const std::shared_ptr<HttpExchange> &exchange) {
    if (request.method == "POST")
        m_impl->post(std::move(request), exchange);
    else if (request.method == "GET")
        m_impl->get(request, exchange);
    else
        exchange->reply(m_impl->remove(request));
}

void McpEndpoint::Impl::post(HttpRequest &&request, const std::shared_ptr<HttpExchange> &exchange) {
    auto value = readJson(request.body, limits.jsonDepth);
    request.body = {};
    if (!value)
        return exchange->reply(refusal(400, value.error().code, value.error().message));
    std::vector<RpcMessage> messages;
    const bool batch = value->is_array();
    if (batch) {
        json::array &entries = value->get_array();
        if (entries.empty() || entries.size() > limits.batch)
            return exchange->reply(
                refusal(400, rpc::InvalidRequest, "a batch has 1 to " + std::to_string(limits.batch) + " messages"));
        for (json::value &entry : entries) {
            auto message = readMessage(std::move(entry));
            if (!message)
                return exchange->reply(refusal(400, message.error().code, message.error().message));
            messages.push_back(std::move(*message));
        }
    } else {
        auto message = readMessage(std::move(*value));
        if (!message)
            return exchange->reply(refusal(400, message.error().code, message.error().message));
        messages.push_back(std::move(*message));
    }
    const bool named = request.countOf(SessionHeader) > 0;
    if (batch) {
        const auto session = engine.find(request.header(SessionHeader));
        if (!session || session->terms().protocol != "2025-03-26")
            return exchange->reply(refusal(400, rpc::InvalidRequest,
                                           "batches are for sessions of revision 2025-03-26 only: send one message"));
    }
    Found found;
    if (named) {
        found = find(request);
        if (found.refused)
            return exchange->reply(std::move(*found.refused));
    }
    const bool initializes = std::any_of(messages.begin(), messages.end(), [](const RpcMessage &message) {
        return message.kind == RpcMessage::Kind::Request && message.method == "initialize";
    });
    if (!named && !initializes) {
        // Clients of the revision without sessions probe like this and then fall back to initialize (WIRE §13).
        const bool probe = messages.front().method == "server/discover";
        return exchange->reply(refusal(400, probe ? rpc::UnknownMethod : rpc::InvalidRequest,
                                       probe ? "there is no method server/discover here: start with initialize"
                                             : "an Mcp-Session-Id header is needed; initialize gives one"));
    }
    if (initializes) {
        if (named || batch)
            return exchange->reply(
                refusal(400, rpc::InvalidRequest, "initialize is sent alone and without an Mcp-Session-Id header"));
        if (McpEndpoint::mountOf(request.path).empty())
            return exchange->reply(open(request, messages.front()));
        // The other server is connected first, and network threads do not wait for it.
        return engine.postLong([this, request = std::move(request), message = std::move(messages.front()), exchange](
                                   const std::stop_token &stop) { exchange->reply(open(request, message, stop)); });
    }
    if (auto refused = badVersion(request))
        return exchange->reply(std::move(*refused));
    const std::shared_ptr<HttpSession> &session = found.session;
    if (const unsigned seconds = rates.wait(session->id()); seconds > 0)
        return exchange->reply(refusal(429, rpc::InvalidRequest,
                                       "more than " + std::to_string(limits.requestsPerMinute) +
                                           " requests a minute of one session (gateway.requests_per_minute)",
                                       {{"Retry-After", std::to_string(seconds)}}));

    const auto requests =
        static_cast<std::size_t>(std::count_if(messages.begin(), messages.end(), [](const auto &message) {
            return message.kind == RpcMessage::Kind::Request;
        }));
    std::shared_ptr<CallStream> stream;
    if (requests > 0)
        stream = session->newCall(exchange, requests, batch);
    for (RpcMessage &message : messages) {
        switch (message.kind) {
        case RpcMessage::Kind::Notification:
            engine.notification(*session, message);
            break;
        case RpcMessage::Kind::Response:
            session->answered(std::move(message));
            break;
        case RpcMessage::Kind::Request: {
            const json::value id = message.id;
            const auto refused = engine.request(session, request.principal, std::move(message), stream);
            if (!refused)
                break;
            if (batch)
                stream->finish(errorMessage(id, refused->error));
            else
                stream->refuse(refusedMessage(*refused));
            break;
        }
        }
    }
    if (requests == 0)
        exchange->reply({202, {}, {}, {}, false});
}

void McpEndpoint::Impl::get(const HttpRequest &request, const std::shared_ptr<HttpExchange> &exchange) const {
    if (request.countOf(SessionHeader) == 0)
        return exchange->reply(
            refusal(400, rpc::InvalidRequest, "an Mcp-Session-Id header is needed; initialize gives one"));
    const Found found = find(request);
    if (found.refused)
        return exchange->reply(*found.refused);
    if (auto refused = badVersion(request))
        return exchange->reply(std::move(*refused));
    if (engine.stopping())
        return exchange->reply(refusal(503, rpc::InvalidRequest, "the gateway is stopping", {{"Retry-After", "5"}}));
    if (telemetry.streams() >= limits.streams)
        return exchange->reply(refusal(503, rpc::InvalidRequest,
                                       std::to_string(limits.streams) + " event streams are open (gateway.streams)",
                                       {{"Retry-After", "30"}}));
    if (request.countOf("Last-Event-ID") == 0)
        return found.session->openGeneral(exchange);
    if (!found.session->resume(request.header("Last-Event-ID"), exchange))
        exchange->reply(refusal(400, rpc::InvalidRequest,
                                "nothing is kept of the stream of this Last-Event-ID: it is over, or too long ago"));
}

HttpReply McpEndpoint::Impl::remove(const HttpRequest &request) const {
    if (request.countOf(SessionHeader) == 0)
        return refusal(400, rpc::InvalidRequest, "an Mcp-Session-Id header is needed: which session is to end?");
    const Found found = find(request);
    if (found.refused)
        return *found.refused;
    if (auto refused = badVersion(request))
        return *refused;
    engine.end(found.session->id());
    return {204, {}, {}, {}, false};
}

} // namespace actionscope::gateway::detail
