#include "gateway/detail/mcp_engine.h"

#include "base/hash.h"
#include "context/token_count.h"
#include "gateway/facades/tool_names.h"
#include "governance/privacy.h"

#include <algorithm>
#include <array>

namespace actionscope::gateway::detail {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// One page while it is short: usual clients read the first page only (WIRE §5).
constexpr std::size_t PageTools = 200;
/// What a call may take on a network thread, in microseconds on average, and how much of it may be read. While it takes
/// longer (a large workspace whose index comes from disk, a machine that is busy), calls go to the workers, and come
/// back when they have become quick there.
constexpr std::int64_t QuickUs = 1500;
constexpr std::size_t QuickArguments = 8, QuickText = 1000;
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

/// Methods that the live view names; another could be anything, a secret pasted in the wrong place too.
constexpr std::array<std::string_view, 30> Methods{"completion/complete",
                                                   "elicitation/create",
                                                   "initialize",
                                                   "logging/setLevel",
                                                   "notifications/cancelled",
                                                   "notifications/elicitation/complete",
                                                   "notifications/initialized",
                                                   "notifications/message",
                                                   "notifications/progress",
                                                   "notifications/prompts/list_changed",
                                                   "notifications/resources/list_changed",
                                                   "notifications/resources/updated",
                                                   "notifications/roots/list_changed",
                                                   "notifications/tools/list_changed",
                                                   "ping",
                                                   "prompts/get",
                                                   "prompts/list",
                                                   "resources/list",
                                                   "resources/read",
                                                   "resources/subscribe",
                                                   "resources/templates/list",
                                                   "resources/unsubscribe",
                                                   "roots/list",
                                                   "sampling/createMessage",
                                                   "server/discover",
                                                   "tools/call",
                                                   "tools/list",
                                                   "tasks/list",
                                                   "tasks/get",
                                                   "tasks/result"};
/// Parameters whose shape is shown: of more, or of a longer message, it would be long in itself.
constexpr std::size_t ShownParameters = 50, ShownBytes = 64ULL << 10;

json::value shapeIfSmall(const json::object *params, std::size_t bytes) {
    if (!params || bytes > ShownBytes || params->empty() || params->size() > ShownParameters)
        return nullptr;
    return governance::shapeOf(*params);
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
    , m_quickUs(2 * QuickUs) // to be shown first
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
    if (m_parts.prompts)
        opening.result["capabilities"].get_object()["prompts"] = json::object();
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

void McpEngine::saw(const governance::Principal &principal, std::string_view session, const McpSession::Seen &seen) {
    Frame frame;
    frame.session = session;
    frame.principal = principal.name;
    frame.fromClient = seen.fromClient;
    frame.what =
        std::ranges::find(Methods, seen.method) != Methods.end() ? std::string(seen.method) : "an unknown method";
    frame.summary = seen.summary;
    frame.shape = shapeIfSmall(seen.params, seen.bytes);
    frame.elapsedUs = seen.elapsed.count();
    frame.bytes = seen.bytes;
    m_parts.telemetry->frame(std::move(frame));
}

void McpEngine::endMounts(const std::function<bool(const std::string &mount)> &gone) {
    for (const auto &session : all())
        if (!session->terms().mount.empty() && gone(session->terms().mount))
            end(session->id());
}

void McpEngine::add(std::shared_ptr<McpSession> session) {
    session->onSeen = [this, principal = session->principal(), id = session->id()](const McpSession::Seen &seen) {
        saw(principal, id, seen);
    };
    session->onListChangeTold = [this, principal = session->principal(), id = session->id()](std::uint64_t bytes) {
        const std::uint64_t tokens = context::estimateTokens(bytes);
        m_parts.telemetry->listChangeSent(tokens);
        if (m_parts.log)
            m_parts.log->listChanged(id, principal, tokens);
    };
    if (m_parts.log)
        m_parts.log->started(session->id(), session->principal(), session->terms().client, session->terms().protocol,
                             session->terms().mount);
    if (const auto relay = session->relay()) {
        const std::weak_ptr<McpSession> weak = session;
        Relay::Client client;
        client.session = session->id();
        client.announce = [weak](std::string_view method, const json::value &params) {
            const auto alive = weak.lock();
            return alive && alive->tell(method, params);
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
    const auto seen = [&](std::string_view outcome, std::size_t bytes) {
        m_parts.telemetry->answered(message.method, {}, outcome, {}, bytes);
        session->saw({.fromClient = true,
                      .method = message.method,
                      .params = &message.params,
                      .summary = outcome,
                      .bytes = bytes});
    };
    const auto quick = [&](std::string response) {
        seen("ok", response.size());
        sink->finish(std::move(response));
        return std::nullopt;
    };
    const auto refuse = [&](int code, std::string why) {
        seen("error", 0);
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
    const bool isPrompt = m_parts.prompts && (message.method == "prompts/list" || message.method == "prompts/get");
    if (relay ? !relay->serves(message.method)
              : message.method != "tools/list" && message.method != "tools/call" && !isPrompt)
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
    if (answersHere(*session, message)) {
        run(call, principal, message);
        return std::nullopt;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_running.insert(call);
        if (!m_watching)
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

bool McpEngine::answersHere(const McpSession &session, const RpcMessage &message) const {
    if (message.method != "tools/call" || !session.terms().mount.empty() || m_quickUs > QuickUs ||
        !m_parts.surface->isQuick(textOf(message.params, "name")))
        return false;
    // Long texts take long in ways that the average of short ones does not tell.
    const json::value *arguments = message.params.if_contains("arguments");
    if (!arguments || !arguments->is_object() || arguments->get_object().size() > QuickArguments)
        return arguments == nullptr;
    return std::ranges::all_of(arguments->get_object(), [](const auto &argument) {
        const json::value &value = argument.value();
        return !value.is_structured() && (!value.is_string() || value.get_string().size() <= QuickText);
    });
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
        else if (message.method.starts_with("prompts/"))
            answerPrompts(*call, caller, message);
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
            call.session()->saw({.fromClient = true, .method = message.method, .summary = "error"});
            call.finish(
                errorMessage(message.id, {rpc::InvalidParams, "this cursor is unknown: list from the start", {}}));
            return;
        }
        from = *offset;
    }
    const std::size_t to = std::min(tools.size(), from + PageTools);
    std::string text = serializedTools(tools, 0, tools.size());
    const bool relisted = from == 0 && call.session()->listedHash.exchange(listHash(text)) != 0;
    call.session()->listedBytes = text.size();
    if (to - from < tools.size())
        text = serializedTools(tools, from, to);
    std::string result = "{\"tools\":" + text;
    if (to < tools.size())
        result += ",\"nextCursor\":\"" + cursorOf(to) + '"';
    result += '}';
    const std::uint64_t listed = context::estimateTokens(result);
    m_parts.sessions->count(call.session()->id(), {.use = {.lists = listed, .listChanges = relisted ? listed : 0}});
    if (m_parts.log)
        m_parts.log->listed(call.session()->id(), caller.principal, to - from, listed);
    const auto elapsed = std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - call.started);
    m_parts.telemetry->answered(message.method, {}, "ok", elapsed, result.size());
    const std::string summary = std::to_string(to - from) + " tools";
    call.session()->saw(
        {.fromClient = true, .method = message.method, .summary = summary, .elapsed = elapsed, .bytes = result.size()});
    call.finish(resultMessage(message.id, result));
}

void McpEngine::callTool(RunningCall &call, const Caller &caller, const RpcMessage &message) {
    static const json::object NoArguments;
    const std::string_view name = textOf(message.params, "name");
    const json::value *arguments = message.params.if_contains("arguments");
    const auto badParams = [&](std::string why) {
        m_parts.telemetry->answered(message.method, {}, "error", {}, 0);
        call.session()->saw({.fromClient = true, .method = message.method, .summary = "error"});
        call.finish(errorMessage(message.id, {rpc::InvalidParams, std::move(why), {}}));
    };
    if (name.empty())
        return badParams("tools/call needs `name`, a text");
    if (arguments && !arguments->is_object() && !arguments->is_null())
        return badParams("`arguments` is an object");
    const auto began = SteadyClock::now();
    const auto result = m_parts.surface->call(
        caller, name, arguments && arguments->is_object() ? arguments->get_object() : NoArguments);
    if (m_parts.surface->isQuick(name)) {
        const auto took = std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - began).count();
        // Exact under one thread; that two may lose a sample to each other does not matter.
        m_quickUs = (m_quickUs * 7 + took) / 8;
    }
    if (!result)
        return badParams("there is no tool `" + std::string(name.substr(0, 100)) +
                         "` in this session: tools/list names those that there are, gateway_search_actions finds more");
    std::string outcome;
    std::string summary = summaryOf(*result, outcome);
    const std::string text = result->text();
    const auto elapsed = std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - call.started);
    const std::uint64_t tokens = context::estimateTokens(text);
    m_parts.sessions->count(call.session()->id(), tool_names::isSearch(name)
                                                      ? session::SessionRegistry::Counted{.use = {.searches = tokens}}
                                                      : session::SessionRegistry::Counted{.tokens = tokens});
    m_parts.telemetry->answered(message.method, name, outcome, elapsed, text.size());
    Frame frame;
    frame.session = call.session()->id();
    frame.principal = caller.principal.name;
    frame.what = "tools/call " + std::string(name);
    // The shape tells which arguments there were, never what they were.
    frame.shape = shapeIfSmall(arguments ? arguments->if_object() : nullptr, 0);
    frame.summary = std::move(summary);
    frame.elapsedUs = elapsed.count();
    frame.bytes = text.size();
    m_parts.telemetry->frame(std::move(frame));
    call.finish(resultMessage(message.id, text));
}

void McpEngine::answerPrompts(RunningCall &call, const Caller &caller, const RpcMessage &message) {
    Result<json::object> result = json::object();
    if (message.method == "prompts/list") {
        (*result)["prompts"] = m_parts.prompts->prompts(caller);
    } else {
        static const json::object NoArguments;
        const json::value *arguments = message.params.if_contains("arguments");
        if (arguments && !arguments->is_object() && !arguments->is_null())
            result = fail(ErrorCode::InvalidArgument, "`arguments` is an object");
        else
            result =
                m_parts.prompts->prompt(caller, textOf(message.params, "name"),
                                        arguments && arguments->is_object() ? arguments->get_object() : NoArguments);
    }
    const auto elapsed = std::chrono::duration_cast<std::chrono::microseconds>(SteadyClock::now() - call.started);
    const std::string text = result ? json::serialize(*result) : std::string();
    const std::string_view outcome = result ? "ok" : "error";
    m_parts.sessions->count(call.session()->id(), {.use = {.context = context::estimateTokens(text)}});
    m_parts.telemetry->answered(message.method, {}, outcome, elapsed, text.size());
    call.session()->saw({.fromClient = true,
                         .method = message.method,
                         .summary = std::string(outcome),
                         .elapsed = elapsed,
                         .bytes = text.size()});
    if (result)
        return call.finish(resultMessage(message.id, text));
    const bool ours = result.error().code != ErrorCode::InvalidArgument && result.error().code != ErrorCode::NotFound;
    call.finish(errorMessage(message.id, {ours ? rpc::Internal : rpc::InvalidParams, result.error().message, {}}));
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
    m_parts.sessions->count(call.session()->id(), {.tokens = context::estimateTokens(text)});
    m_parts.telemetry->answered(message.method, {}, outcome, elapsed, text.size());
    Frame frame;
    frame.session = call.session()->id();
    frame.principal = caller.principal.name;
    frame.what = message.method;
    if (const std::string_view name = textOf(message.params, "name"); result && !name.empty())
        frame.what += ' ' + std::string(name);
    frame.what += " (mount " + call.session()->terms().mount + ')';
    frame.shape = shapeIfSmall(&message.params, 0);
    frame.summary = outcome;
    frame.elapsedUs = elapsed.count();
    frame.bytes = text.size();
    m_parts.telemetry->frame(std::move(frame));
    call.finish(std::move(text));
}

void McpEngine::notification(McpSession &session, const RpcMessage &message) {
    session.saw({.fromClient = true, .method = message.method, .params = &message.params});
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
        if (m_stopping)
            return;
        const Caller caller{session->principal(), session->id(), nullptr, {}};
        if (!session->terms().mount.empty()) {
            const auto relay = session->relay();
            if (relay && relay->listDiffers(caller)) {
                session->owesListChanged();
                session->tellListChanged();
            }
            continue;
        }
        const std::uint64_t known = session->listedHash;
        if (known == 0)
            continue;
        const auto tools = m_parts.surface->list(caller);
        if (const std::uint64_t now = listHash(serializedTools(tools, 0, tools.size())); now != known) {
            session->listedHash = now;
            session->owesListChanged();
            session->tellListChanged();
        }
    }
}

} // namespace actionscope::gateway::detail
