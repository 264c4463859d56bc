#include "gateway/detail/mcp_engine.h"

#include "base/hash.h"
#include "governance/privacy.h"

#include <algorithm>
#include <array>

namespace actionscope::gateway::detail {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// One page while it is short: usual clients read the first page only (WIRE §5).
constexpr std::size_t PageTools = 200;
constexpr std::string_view Instructions =
    "Actionscope: search for an action with gateway_search_actions, activate one by name with gateway_activate, then "
    "call it under its own tool name, or with gateway_call_action when your tool list does not change. Actions that "
    "change or destroy something ask for user_confirmed=true: ask the person first.";

/// The call that this thread runs for a façade: what it changes is told in its own answer.
thread_local RunningCall *t_current = nullptr;

std::string cursorOf(std::size_t offset) { return toHex(std::string("tools:") + std::to_string(offset)); }

std::optional<std::size_t> offsetOf(std::string_view cursor, std::size_t size) {
    for (std::size_t offset = PageTools; offset < size; offset += PageTools) {
        if (cursorOf(offset) == cursor)
            return offset;
    }
    return std::nullopt;
}

std::string serializedTools(const std::vector<ToolDefinition> &tools, std::size_t from, std::size_t to) {
    std::string text = "[";
    for (std::size_t i = from; i < to; ++i) {
        if (i > from)
            text += ',';
        text += json::serialize(toJson(tools[i]));
    }
    text += ']';
    return text;
}

std::uint64_t listHash(std::string_view serialized) {
    const std::uint64_t hash = hash64(serialized);
    return hash == 0 ? 1 : hash; // 0 stands for a client that has not listed
}

std::string_view textOf(const json::object &object, std::string_view key) {
    const json::value *value = object.if_contains(key);
    return value && value->is_string() ? std::string_view(value->get_string()) : std::string_view();
}

/// "3 found", "ok", or the code of a refusal: what a person sees of an answer.
std::string summaryOf(const ToolResult &result, std::string &outcome) {
    outcome = result.isError ? "error" : "ok";
    if (const json::object *structured = result.structured.if_object()) {
        if (result.isError && !textOf(*structured, "code").empty())
            outcome = textOf(*structured, "code");
        if (const json::value *results = structured->if_contains("results"); results && results->is_array())
            return std::to_string(results->get_array().size()) + " found";
        if (const auto approval = textOf(*structured, "approval_id"); !approval.empty())
            return "waits for approval " + std::string(approval);
    }
    return outcome;
}

} // namespace

bool isServedProtocol(std::string_view version) {
    return std::find(std::begin(Protocols), std::end(Protocols), version) != std::end(Protocols);
}

McpEngine::McpEngine(Parts parts)
    : m_parts(std::move(parts))
    , m_pool(std::max<std::size_t>(2, m_parts.callThreads))
    , m_ticker([this] { tick(); }) {}

McpEngine::~McpEngine() { stop(std::chrono::milliseconds(0)); }

tl::expected<McpEngine::Opening, RpcError> McpEngine::initialize(const RpcMessage &message,
                                                                 const governance::Principal &principal,
                                                                 std::string_view mount,
                                                                 const std::stop_token &stop) const {
    const std::string_view wanted = textOf(message.params, "protocolVersion");
    if (wanted.empty())
        return tl::unexpected(
            RpcError{rpc::InvalidParams, "initialize needs `protocolVersion`, a text such as \"2025-11-25\"", {}});
    Opening opening;
    opening.terms.protocol = std::string(isServedProtocol(wanted) ? wanted : Protocols[0]);
    if (const json::value *capabilities = message.params.if_contains("capabilities");
        capabilities && capabilities->is_object())
        opening.terms.capabilities = capabilities->get_object();
    if (const json::value *client = message.params.if_contains("clientInfo"); client && client->is_object()) {
        opening.terms.client = textOf(client->get_object(), "name");
        if (const auto version = textOf(client->get_object(), "version"); !version.empty())
            opening.terms.client += ' ' + std::string(version);
        if (opening.terms.client.size() > 200)
            opening.terms.client.resize(200);
    }
    opening.result = {{"protocolVersion", opening.terms.protocol},
                      {"capabilities", {{"logging", json::object()}, {"tools", {{"listChanged", true}}}}},
                      {"serverInfo", {{"name", "actionscope"}, {"title", "Actionscope"}, {"version", m_parts.version}}},
                      {"instructions", Instructions}};
    if (opening.terms.protocol == "2025-03-26")
        opening.result["serverInfo"].get_object().erase("title");
    if (mount.empty())
        return opening;
    auto relay = m_parts.mounts->open(mount, principal, opening.terms.capabilities, stop);
    if (!relay)
        return tl::unexpected(
            RpcError{relay.error().code == ErrorCode::NetworkError ? rpc::Internal : rpc::InvalidRequest,
                     relay.error().message,
                     {}});
    opening.relay = std::move(*relay);
    opening.terms.mount = mount;
    opening.result = opening.relay->greeting();
    opening.result["protocolVersion"] = opening.terms.protocol;
    return opening;
}

void McpEngine::add(std::shared_ptr<McpSession> session) {
    session->onListChangeTold = [telemetry = m_parts.telemetry](std::uint64_t bytes) {
        telemetry->listChangeSent(bytes / 4);
    };
    if (const auto relay = session->relay()) {
        const std::weak_ptr<McpSession> weak = session;
        Relay::Client client;
        client.session = session->id();
        client.announce = [weak](std::string_view method, const json::value &params) {
            const auto alive = weak.lock();
            return alive && alive->announce(notificationMessage(method, params));
        };
        client.toolsChanged = [weak] {
            if (const auto alive = weak.lock()) {
                alive->owesListChanged();
                if (alive->initialized)
                    alive->tellListChanged();
            }
        };
        client.ask = [weak, longest = m_parts.wire.call](
                         std::string_view method, json::value params) -> tl::expected<json::value, json::object> {
            const auto alive = weak.lock();
            if (!alive)
                return tl::unexpected(json::object{{"code", rpc::Internal}, {"message", "the session ended"}});
            return alive->ask(
                method, params, [&](std::string text) { return alive->announce(std::move(text)); }, {}, longest);
        };
        client.lost = [this, id = session->id()] { post([this, id] { end(id); }); };
        relay->attach(std::move(client));
    }
    const std::lock_guard lock(m_mutex);
    m_sessions[session->id()] = std::move(session);
}

/// Its relay may have to wait for another server or for a process to end.
void McpEngine::over(const std::shared_ptr<McpSession> &session) {
    session->end();
    if (auto relay = session->takeRelay())
        post([relay = std::move(relay)]() mutable { relay.reset(); });
}

std::shared_ptr<McpSession> McpEngine::find(std::string_view id) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_sessions.find(std::string(id));
    return found == m_sessions.end() ? nullptr : found->second;
}

bool McpEngine::end(std::string_view id) {
    std::shared_ptr<McpSession> session;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_sessions.find(std::string(id)); found != m_sessions.end()) {
            session = std::move(found->second);
            m_sessions.erase(found);
        }
    }
    // The registry first: nothing may be called in a session whose streams are closing.
    const bool was = m_parts.sessions->close(id);
    if (session)
        over(session);
    return was || session;
}

void McpEngine::sessionEnded(std::string id) {
    const std::lock_guard lock(m_mutex);
    m_ended.push_back(std::move(id));
    m_wake.notify_all();
}

std::vector<std::shared_ptr<McpSession>> McpEngine::all() const {
    const std::lock_guard lock(m_mutex);
    std::vector<std::shared_ptr<McpSession>> sessions;
    sessions.reserve(m_sessions.size());
    for (const auto &[id, session] : m_sessions)
        sessions.push_back(session);
    return sessions;
}

std::optional<McpEngine::Refused> McpEngine::request(const std::shared_ptr<McpSession> &session,
                                                     const governance::Principal &principal, RpcMessage message,
                                                     const std::shared_ptr<ReplySink> &sink) {
    const auto quick = [&](std::string response) {
        m_parts.telemetry->answered(message.method, {}, "ok", {}, response.size());
        sink->finish(std::move(response));
        return std::nullopt;
    };
    const auto refuse = [&](int code, std::string why) {
        m_parts.telemetry->answered(message.method, {}, "error", {}, 0);
        sink->finish(errorMessage(message.id, {code, std::move(why), {}}));
        return std::nullopt;
    };
    if (message.method == "ping")
        return quick(resultMessage(message.id, "{}"));
    if (message.badParams)
        return refuse(rpc::InvalidParams, "`params` is an object");
    const auto relay = session->relay();
    if (message.method == "logging/setLevel" && !relay) {
        const auto level = logLevel(textOf(message.params, "level"));
        if (!level)
            return refuse(rpc::InvalidParams, "`level` is one of debug, info, notice, warning, error, critical, alert, "
                                              "emergency");
        session->level = *level;
        return quick(resultMessage(message.id, "{}"));
    }
    if (message.method == "initialize")
        return Refused{.error = {rpc::InvalidRequest, "this session is initialized already", {}}};
    if (relay ? !relay->serves(message.method) : message.method != "tools/list" && message.method != "tools/call")
        return refuse(rpc::UnknownMethod, "there is no method `" + message.method.substr(0, 100) + "` here");
    if (m_stopping)
        return refuse(rpc::Internal, "the gateway is stopping");

    const auto call = std::make_shared<RunningCall>(session, sink, message, m_parts.wire.longestCall);
    switch (session->admit(call, m_parts.wire.inFlight)) {
    case McpSession::Admission::Taken:
        break;
    case McpSession::Admission::DuplicateId:
        return Refused{.error = {rpc::InvalidRequest, "a request with this id is still running in this session", {}}};
    case McpSession::Admission::TooMany:
        return Refused{.tooMany = true,
                       .error = {rpc::InvalidRequest,
                                 "more than " + std::to_string(m_parts.wire.inFlight) +
                                     " requests of this session are running (gateway.in_flight)",
                                 {}}};
    case McpSession::Admission::Ended:
        return Refused{.ended = true, .error = {rpc::UnknownSession, "this session has ended", {}}};
    }
    {
        const std::lock_guard lock(m_mutex);
        m_running.insert(call);
        if (m_running.size() == 1)
            m_wake.notify_all();
    }
    m_pool.post([this, call, principal, message = std::move(message)](const std::stop_token &) {
        run(call, principal, message);
        const std::lock_guard lock(m_mutex);
        m_running.erase(call);
        if (m_running.empty())
            m_idle.notify_all();
    });
    return std::nullopt;
}

void McpEngine::run(const std::shared_ptr<RunningCall> &call, const governance::Principal &principal,
                    const RpcMessage &message) {
    if (call->cancelled())
        return;
    const auto hold = m_parts.sessions->hold(call->session()->id(), session::SessionRegistry::HoldKind::Call);
    const Caller caller{principal, call->session()->id(), call.get(), call->stopToken()};
    t_current = call.get();
    try {
        if (!call->session()->terms().mount.empty())
            passOn(*call, caller, message);
        else if (message.method == "tools/list")
            listTools(*call, caller, message);
        else
            callTool(*call, caller, message);
    } catch (const std::exception &) {
        // What went wrong may hold anything; the client learns only that it did.
        call->finish(errorMessage(message.id, {rpc::Internal, "this request failed inside the gateway", {}}));
    }
    t_current = nullptr;
    call->settle();
}

void McpEngine::listTools(RunningCall &call, const Caller &caller, const RpcMessage &message) {
    const auto tools = m_parts.surface->list(caller);
    std::size_t from = 0;
    if (const json::value *cursor = message.params.if_contains("cursor"); cursor && !cursor->is_null()) {
        const auto offset =
            cursor->is_string() ? offsetOf(std::string_view(cursor->get_string()), tools.size()) : std::nullopt;
        if (!offset) {
            call.finish(
                errorMessage(message.id, {rpc::InvalidParams, "this cursor is unknown: list from the start", {}}));
            return;
        }
        from = *offset;
    }
    const std::size_t to = std::min(tools.size(), from + PageTools);
    std::string text = serializedTools(tools, 0, tools.size());
    call.session()->listedHash = listHash(text);
    call.session()->listedBytes = text.size();
    if (to - from < tools.size())
        text = serializedTools(tools, from, to);
    std::string result = "{\"tools\":" + text;
    if (to < tools.size())
        result += ",\"nextCursor\":\"" + cursorOf(to) + '"';
    result += '}';
    m_parts.sessions->count(call.session()->id(), {.tokens = result.size() / 4});
    m_parts.telemetry->answered(
        message.method, {}, "ok",
        std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - call.started), result.size());
    call.finish(resultMessage(message.id, result));
}

void McpEngine::callTool(RunningCall &call, const Caller &caller, const RpcMessage &message) {
    static const json::object NoArguments;
    const std::string_view name = textOf(message.params, "name");
    const json::value *arguments = message.params.if_contains("arguments");
    const auto badParams = [&](std::string why) {
        m_parts.telemetry->answered(message.method, {}, "error", {}, 0);
        call.finish(errorMessage(message.id, {rpc::InvalidParams, std::move(why), {}}));
    };
    if (name.empty())
        return badParams("tools/call needs `name`, a text");
    if (arguments && !arguments->is_object() && !arguments->is_null())
        return badParams("`arguments` is an object");
    const auto result = m_parts.surface->call(
        caller, name, arguments && arguments->is_object() ? arguments->get_object() : NoArguments);
    if (!result)
        return badParams("there is no tool `" + std::string(name.substr(0, 100)) +
                         "` in this session: tools/list names those that there are, gateway_search_actions finds more");
    std::string outcome;
    std::string summary = summaryOf(*result, outcome);
    const std::string text = json::serialize(toJson(*result));
    const auto elapsed = std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - call.started);
    m_parts.sessions->count(call.session()->id(), {.tokens = text.size() / 4});
    m_parts.telemetry->answered(message.method, name, outcome, elapsed, text.size());
    Frame frame;
    frame.session = call.session()->id();
    frame.principal = caller.principal.name;
    frame.what = "tools/call " + std::string(name);
    // The shape tells which arguments there were, never what they were.
    if (arguments && arguments->is_object() && arguments->get_object().size() <= 50)
        frame.shape = governance::shapeOf(*arguments);
    frame.summary = std::move(summary);
    frame.elapsedUs = elapsed.count();
    frame.bytes = text.size();
    m_parts.telemetry->frame(std::move(frame));
    call.finish(resultMessage(message.id, text));
}

void McpEngine::passOn(RunningCall &call, const Caller &caller, const RpcMessage &message) {
    const auto relay = call.session()->relay();
    if (!relay)
        return call.finish(errorMessage(message.id, {rpc::UnknownSession, "this session has ended", {}}));
    const auto result = relay->request(caller, message.method, message.params);
    std::string text;
    std::string outcome = "ok";
    if (result) {
        text = resultMessage(message.id, json::serialize(*result));
        if (boolMember(*result, "isError")) {
            outcome = "error";
            if (const json::value *structured = member(*result, "structuredContent"))
                if (const auto code = stringMember(*structured, "code"); !code.empty())
                    outcome = code;
        }
    } else {
        outcome = "error";
        RpcError error{rpc::Internal, std::string(textOf(result.error(), "message")), {}};
        if (const json::value *code = result.error().if_contains("code"); code && code->is_int64())
            error.code = static_cast<int>(code->get_int64());
        if (const json::value *data = result.error().if_contains("data"))
            error.data = *data;
        text = errorMessage(message.id, error);
    }
    const auto elapsed = std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - call.started);
    m_parts.sessions->count(call.session()->id(), {.tokens = text.size() / 4});
    m_parts.telemetry->answered(message.method, {}, outcome, elapsed, text.size());
    Frame frame;
    frame.session = call.session()->id();
    frame.principal = caller.principal.name;
    frame.what = message.method;
    if (const std::string_view name = textOf(message.params, "name"); result && !name.empty())
        frame.what += ' ' + std::string(name);
    frame.what += " (mount " + call.session()->terms().mount + ')';
    frame.summary = outcome;
    frame.elapsedUs = elapsed.count();
    frame.bytes = text.size();
    m_parts.telemetry->frame(std::move(frame));
    call.finish(std::move(text));
}

void McpEngine::notification(McpSession &session, const RpcMessage &message) {
    if (message.method == "notifications/initialized") {
        session.initialized = true;
        session.tellListChanged();
    } else if (message.method == "notifications/cancelled") {
        if (const json::value *id = message.params.if_contains("requestId"))
            session.cancel(*id);
    } else if (message.method == "notifications/roots/list_changed") {
        if (auto relay = session.relay())
            post([relay = std::move(relay), method = message.method] { relay->notification(method, nullptr); });
    }
}

void McpEngine::changed(std::string_view session) {
    if (t_current && t_current->session()->id() == session) {
        t_current->owesListChanged();
        return;
    }
    const std::lock_guard lock(m_mutex);
    if (m_sessions.contains(std::string(session))) {
        m_changed.try_emplace(std::string(session), SteadyClock::now() + m_parts.coalesce);
        m_wake.notify_all();
    }
}

void McpEngine::catalogChanged() {
    const std::lock_guard lock(m_mutex);
    m_catalogChanged = SteadyClock::now() + m_parts.coalesce;
    m_wake.notify_all();
}

void McpEngine::compareLists() {
    for (const auto &session : all()) {
        const std::uint64_t known = session->listedHash;
        if (known == 0 || m_stopping)
            continue;
        const Caller caller{session->principal(), session->id(), nullptr, {}};
        const auto tools = m_parts.surface->list(caller);
        if (const std::uint64_t now = listHash(serializedTools(tools, 0, tools.size())); now != known) {
            session->listedHash = now;
            session->owesListChanged();
            session->tellListChanged();
        }
    }
}

void McpEngine::tick() {
    std::unique_lock lock(m_mutex);
    auto nextSweep = SteadyClock::now() + std::chrono::seconds(5);
    while (!m_over) {
        // Only while something runs or is to be told is it worth waking often.
        const bool busy = !m_running.empty() || !m_changed.empty() || m_catalogChanged;
        m_wake.wait_for(lock, busy ? std::chrono::milliseconds(100) : std::chrono::milliseconds(5000), [&] {
            return m_over || !m_ended.empty() ||
                   (!busy && (!m_running.empty() || !m_changed.empty() || m_catalogChanged.has_value()));
        });
        if (m_over)
            break;
        const auto now = SteadyClock::now();
        std::vector<std::shared_ptr<RunningCall>> slow, endless;
        for (const auto &call : m_running) {
            if (now - call->started > m_parts.wire.longestCall)
                endless.push_back(call);
            else if (now - call->started > m_parts.slowAfter && !call->toldSlow.exchange(true))
                slow.push_back(call);
        }
        std::vector<std::shared_ptr<McpSession>> told, gone;
        for (auto at = m_changed.begin(); at != m_changed.end();) {
            if (at->second > now) {
                ++at;
                continue;
            }
            if (const auto found = m_sessions.find(at->first); found != m_sessions.end())
                told.push_back(found->second);
            at = m_changed.erase(at);
        }
        for (const std::string &id : m_ended) {
            if (const auto found = m_sessions.find(id); found != m_sessions.end()) {
                gone.push_back(std::move(found->second));
                m_sessions.erase(found);
            }
        }
        m_ended.clear();
        const bool compare = m_catalogChanged && *m_catalogChanged <= now;
        if (compare)
            m_catalogChanged.reset();
        lock.unlock();
        for (const auto &call : slow)
            call->slow();
        for (const auto &call : endless)
            call->abort({rpc::Internal,
                         "this call took longer than " + std::to_string(m_parts.wire.longestCall.count()) +
                             " s (gateway.longest_call) and was stopped",
                         {}});
        for (const auto &session : told) {
            session->owesListChanged();
            session->tellListChanged();
        }
        for (const auto &session : gone)
            over(session);
        if (compare)
            m_pool.post([this](const std::stop_token &) { compareLists(); });
        if (now >= nextSweep) {
            m_parts.sessions->sweep();
            nextSweep = now + std::chrono::seconds(5);
        }
        lock.lock();
    }
}

void McpEngine::post(std::function<void()> job) {
    m_pool.post([job = std::move(job)](const std::stop_token &) { job(); });
}

std::size_t McpEngine::runningCalls() const {
    const std::lock_guard lock(m_mutex);
    return m_running.size();
}

void McpEngine::stop(std::chrono::milliseconds grace) {
    const std::lock_guard once(m_stopMutex);
    if (!m_ticker.joinable())
        return;
    m_stopping = true;
    std::vector<std::shared_ptr<RunningCall>> left;
    {
        std::unique_lock lock(m_mutex);
        m_idle.wait_for(lock, grace, [this] { return m_running.empty(); });
        left.assign(m_running.begin(), m_running.end());
    }
    for (const auto &call : left)
        call->abort({rpc::Internal, "the gateway is stopping; this call was ended", {}});
    {
        const std::lock_guard lock(m_mutex);
        m_over = true;
        m_wake.notify_all();
    }
    m_ticker.join();
    for (const auto &session : all())
        end(session->id());
    m_pool.shutdown();
}

} // namespace actionscope::gateway::detail
