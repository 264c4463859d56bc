#include "net/detail/mcp_session.h"

#include "base/text.h"

#include <algorithm>

namespace actionscope::net::detail {
namespace {

constexpr std::size_t MaxTools = 10'000, MaxPages = 100;
constexpr std::size_t MaxServerRequests = 32; ///< of one server at once: each holds a thread and may hold a person
constexpr std::size_t MaxBatch = 100;
/// A notice or an answer is small; a server that does not take it in so long has a problem of its own.
constexpr std::chrono::seconds PostTime{10};

Deadline inFuture(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

json::object errorObject(int code, std::string_view message) { return {{"code", code}, {"message", message}}; }

bool isServedRevision(std::string_view version) {
    return version == "2025-11-25" || version == "2025-06-18" || version == "2025-03-26" || version == "2024-11-05";
}

} // namespace

Session::Session(McpHandlers handlers, Options options)
    : m_handlers(std::move(handlers))
    , m_options(std::move(options)) {}

Session::~Session() {
    {
        const std::lock_guard lock(m_workMutex);
        m_stopping = true;
    }
    lost({McpFault::Cancelled, "the client was closed", {}});
    if (m_transport)
        m_transport->close();
    std::vector<Worker> workers;
    {
        const std::lock_guard lock(m_workMutex);
        workers.swap(m_workers);
    }
    for (Worker &worker : workers)
        worker.thread.join();
}

/// The handshake up to the point where anything may be asked. Returns the server's answer.
tl::expected<json::value, McpError> Session::initialize(std::stop_token stop) {
    McpCallOptions options;
    options.timeout = m_options.startTimeout;
    options.stop = std::move(stop);
    auto result =
        run("initialize",
            json::object{{"protocolVersion", "2025-11-25"},
                         {"capabilities", m_options.capabilities},
                         {"clientInfo", {{"name", m_options.clientName}, {"version", m_options.clientVersion}}}},
            options);
    if (!result)
        return result;
    const std::string_view version = stringMember(*result, "protocolVersion");
    if (!isServedRevision(version))
        return tl::unexpected(McpError{McpFault::Protocol,
                                       "the server speaks MCP revision \"" +
                                           std::string(truncateUtf8(toValidUtf8(version), 40)) +
                                           "\"; this client speaks 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05",
                                       {}});
    m_transport->negotiated(std::string(version));
    if (auto told = notify("notifications/initialized", nullptr); !told)
        return tl::unexpected(std::move(told.error()));
    m_transport->ready();
    return result;
}

tl::expected<void, McpError> Session::start(std::unique_ptr<Transport> transport, std::stop_token stop) {
    m_transport = std::move(transport);
    auto result = initialize(std::move(stop));
    if (!result)
        return tl::unexpected(std::move(result.error()));
    m_protocol = stringMember(*result, "protocolVersion");
    m_serverInfo = objectMember(*result, "serverInfo") ? *objectMember(*result, "serverInfo") : json::object{};
    m_capabilities = objectMember(*result, "capabilities") ? *objectMember(*result, "capabilities") : json::object{};
    m_instructions = stringMember(*result, "instructions");
    return {};
}

tl::expected<void, McpError> Session::restart(std::stop_token stop) {
    if (auto result = initialize(std::move(stop)); !result)
        return tl::unexpected(std::move(result.error()));
    // What the server would have told: in the new session its tools may be other ones.
    if (m_handlers.notification)
        m_handlers.notification("notifications/tools/list_changed", nullptr);
    return {};
}

tl::expected<json::value, McpError> Session::request(std::string_view method, json::value params,
                                                     const McpCallOptions &options) {
    return run(method, std::move(params), options);
}

tl::expected<json::value, McpError> Session::run(std::string_view method, json::value params,
                                                 const McpCallOptions &options) {
    if (m_closed)
        return tl::unexpected(McpError{McpFault::NotSent, "the connection to the MCP server is closed", {}});
    auto call = std::make_shared<Call>();
    call->id = m_nextId++;
    call->method = method;
    call->notification = options.notification;
    call->request = options.request;
    // Tokens of several callers may be equal, ids of ours are not.
    if (params.is_object()) {
        if (json::value *meta = params.as_object().if_contains("_meta"); meta && meta->is_object()) {
            if (json::value *token = meta->as_object().if_contains("progressToken")) {
                call->callersToken = *token;
                *token = call->id;
            }
        }
    }
    json::object message{{"jsonrpc", "2.0"}, {"id", call->id}, {"method", method}};
    if (!params.is_null())
        message["params"] = std::move(params);
    {
        const std::lock_guard lock(m_mutex);
        m_calls[call->id] = call;
    }
    if (m_closed)
        call->finish(tl::unexpected(McpError{McpFault::NotSent, "the connection to the MCP server is closed", {}}));
    auto performed = m_transport->perform(*call, json::serialize(message), inFuture(options.timeout), options.stop);
    {
        const std::lock_guard lock(m_mutex);
        m_calls.erase(call->id);
    }
    std::optional<tl::expected<json::value, McpError>> answer;
    {
        // Nothing calls back after this: what the callback refers to may end with our return.
        const std::lock_guard lock(call->mutex);
        call->notification = nullptr;
        call->request = nullptr;
        answer = std::move(call->answer);
    }
    if (answer)
        return std::move(*answer);
    McpError error = performed ? McpError{McpFault::Protocol, "the server closed the stream without an answer", {}}
                               : std::move(performed.error());
    // The specification forbids cancelling `initialize`.
    if ((error.fault == McpFault::TimedOut || error.fault == McpFault::Cancelled) && method != "initialize" &&
        !m_closed) {
        const std::string notice =
            json::serialize(json::object{{"jsonrpc", "2.0"},
                                         {"method", "notifications/cancelled"},
                                         {"params", {{"requestId", call->id}, {"reason", error.message}}}});
        background([this, notice] { (void)m_transport->post(notice, inFuture(PostTime)); });
    }
    return tl::unexpected(std::move(error));
}

tl::expected<void, McpError> Session::notify(std::string_view method, json::value params) {
    json::object message{{"jsonrpc", "2.0"}, {"method", method}};
    if (!params.is_null())
        message["params"] = std::move(params);
    return m_transport->post(json::serialize(message), inFuture(PostTime));
}

tl::expected<std::vector<json::object>, McpError> Session::listTools() {
    std::vector<json::object> tools;
    json::value cursor;
    for (std::size_t page = 0;; ++page) {
        if (page == MaxPages)
            return tl::unexpected(
                McpError{McpFault::Protocol, "tools/list has more than " + std::to_string(MaxPages) + " pages", {}});
        json::value params = cursor.is_null() ? json::value(json::object{}) : json::value{{"cursor", cursor}};
        auto answer = run("tools/list", std::move(params), {});
        if (!answer)
            return tl::unexpected(std::move(answer.error()));
        const json::array *listed = arrayMember(*answer, "tools");
        if (!listed)
            return tl::unexpected(McpError{McpFault::Protocol, "the answer to tools/list has no array \"tools\"", {}});
        for (const json::value &tool : *listed) {
            if (!tool.is_object())
                return tl::unexpected(
                    McpError{McpFault::Protocol, "the answer to tools/list has an entry that is no object", {}});
            if (tools.size() == MaxTools)
                return tl::unexpected(McpError{
                    McpFault::Protocol, "the server lists more than " + std::to_string(MaxTools) + " tools", {}});
            tools.push_back(tool.as_object());
        }
        const json::value *next = member(*answer, "nextCursor");
        if (!next || !next->is_string() || *next == cursor)
            return tools;
        cursor = *next;
    }
}

bool Session::alive() const { return !m_closed && m_transport && m_transport->alive(); }

bool Session::receive(std::string_view text, Call *own) {
    const auto message = parseJson(text, {}, {.maxDepth = 256});
    if (!message)
        return false;
    if (message->is_object()) {
        receiveOne(message->as_object(), own);
        return true;
    }
    if (!message->is_array() || message->as_array().empty() || message->as_array().size() > MaxBatch)
        return false;
    for (const json::value &entry : message->as_array()) {
        if (entry.is_object())
            receiveOne(entry.as_object(), own);
    }
    return true;
}

void Session::receiveOne(const json::object &message, Call *own) {
    const json::value *method = message.if_contains("method");
    const json::value *id = message.if_contains("id");
    static const json::value nothing;
    const json::value *params = message.if_contains("params");
    if (!params)
        params = &nothing;
    if (method && method->is_string() && id) {
        if (id->is_string() || id->is_int64() || id->is_uint64())
            answerServer(*id, std::string(method->as_string()), *params, own);
        return;
    }
    if (method && method->is_string()) {
        const std::string_view name = method->as_string();
        if (name == "notifications/cancelled") {
            if (const json::value *cancelled = member(*params, "requestId")) {
                const std::lock_guard lock(m_mutex);
                m_serverRequests.erase(json::serialize(*cancelled));
            }
        }
        if (name == "notifications/progress") {
            const json::value *token = member(*params, "progressToken");
            const auto call = token && token->is_int64() ? find(token->as_int64()) : nullptr;
            if (!call)
                return; // of a call that has ended, or of nobody's
            const std::lock_guard lock(call->mutex);
            if (!call->notification || call->callersToken.is_null() || call->answer)
                return;
            json::value mapped = *params;
            mapped.as_object()["progressToken"] = call->callersToken;
            call->notification(name, mapped);
            return;
        }
        if (own && name == "notifications/message") {
            const std::lock_guard lock(own->mutex);
            if (own->notification) {
                own->notification(name, *params);
                return;
            }
        }
        if (m_handlers.notification)
            m_handlers.notification(name, *params);
        return;
    }
    if (!id || !id->is_int64())
        return;
    const auto call = find(id->as_int64());
    if (!call)
        return; // the answer to what was given up
    if (const json::value *result = message.if_contains("result"))
        call->finish(*result);
    else if (const json::value *error = message.if_contains("error"); error && error->is_object())
        call->finish(
            tl::unexpected(McpError{McpFault::Rpc,
                                    "the server answered " + call->method + " with an error: " +
                                        std::string(truncateUtf8(toValidUtf8(stringMember(*error, "message")), 2000)),
                                    error->as_object()}));
    else
        call->finish(tl::unexpected(
            McpError{McpFault::Protocol, "the answer to " + call->method + " has neither result nor error", {}}));
}

std::shared_ptr<Call> Session::find(std::int64_t id) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_calls.find(id);
    return found == m_calls.end() ? nullptr : found->second;
}

void Session::answerServer(json::value id, std::string method, json::value params, Call *own) {
    const auto send = [this](json::object message) {
        background([this, text = json::serialize(message)] { (void)m_transport->post(text, inFuture(PostTime)); });
    };
    if (method == "ping")
        return send({{"jsonrpc", "2.0"}, {"id", id}, {"result", json::object{}}});
    auto handler = m_handlers.request;
    if (own) {
        const std::lock_guard lock(own->mutex);
        if (own->request)
            handler = own->request;
    }
    if (!handler)
        return send(
            {{"jsonrpc", "2.0"}, {"id", id}, {"error", errorObject(-32601, "this client does not offer " + method)}});
    const std::string key = json::serialize(id);
    bool tooMany = false;
    {
        const std::lock_guard lock(m_mutex);
        tooMany = m_serverRequests.size() >= MaxServerRequests;
        if (!tooMany && !m_serverRequests.insert(key).second)
            return; // the same request again, as after a resumed stream
    }
    if (tooMany)
        return send({{"jsonrpc", "2.0"},
                     {"id", id},
                     {"error", errorObject(-32603, "too many requests at once: " + std::to_string(MaxServerRequests) +
                                                       " are being answered")}});
    background([this, id = std::move(id), key, method = std::move(method), params = std::move(params),
                handler = std::move(handler)] {
        const auto answer = handler(method, params);
        {
            const std::lock_guard lock(m_mutex);
            if (m_serverRequests.erase(key) == 0)
                return; // cancelled by the server, which wants no answer any more
        }
        json::object message{{"jsonrpc", "2.0"}, {"id", id}};
        if (answer)
            message["result"] = *answer;
        else
            message["error"] = answer.error();
        (void)m_transport->post(json::serialize(message), inFuture(PostTime));
    });
}

void Session::background(std::function<void()> work) {
    std::vector<std::thread> finished;
    {
        const std::lock_guard lock(m_workMutex);
        if (m_stopping)
            return;
        std::erase_if(m_workers, [&](Worker &worker) {
            if (!*worker.done)
                return false;
            finished.push_back(std::move(worker.thread));
            return true;
        });
        auto done = std::make_shared<std::atomic<bool>>(false);
        m_workers.push_back({std::thread([work = std::move(work), done] {
                                 work();
                                 *done = true;
                             }),
                             done});
    }
    for (std::thread &thread : finished)
        thread.join();
}

void Session::standardError(std::string_view line) const {
    if (m_handlers.stderrLine)
        m_handlers.stderrLine(line);
}

void Session::lost(const McpError &error) {
    const bool first = !m_closed.exchange(true);
    std::vector<std::shared_ptr<Call>> calls;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &[id, call] : m_calls)
            calls.push_back(call);
    }
    for (const auto &call : calls)
        call->finish(tl::unexpected(error));
    if (first && m_handlers.closed && error.fault != McpFault::Cancelled)
        m_handlers.closed(error.message);
}

} // namespace actionscope::net::detail

namespace actionscope::net {

tl::expected<std::unique_ptr<McpClient>, McpError> McpClient::connect(const McpEndpoint &endpoint,
                                                                      const HttpExchanger &http, McpHandlers handlers,
                                                                      Options options, std::stop_token stop) {
    if (endpoint.url.empty() == endpoint.command.empty())
        return tl::unexpected(
            McpError{McpFault::NotSent, "an MCP server has either a URL or a command to start it", {}});
    auto session = std::make_unique<detail::Session>(std::move(handlers), std::move(options));
    std::unique_ptr<detail::Transport> transport;
    if (endpoint.url.empty()) {
        auto opened = detail::openStdio(endpoint, *session);
        if (!opened)
            return tl::unexpected(std::move(opened.error()));
        transport = std::move(*opened);
    } else {
        transport = detail::openHttp(endpoint, http, *session);
    }
    if (auto started = session->start(std::move(transport), std::move(stop)); !started)
        return tl::unexpected(std::move(started.error()));
    return session;
}

} // namespace actionscope::net
