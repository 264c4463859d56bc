#include "gateway/detail/mcp_session.h"

#include <algorithm>
#include <array>

namespace actionscope::gateway::detail {
namespace {

constexpr std::string_view ListChanged = R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})",
                           ListChangedMethod = "notifications/tools/list_changed";

/// The capability that a request to the client needs; empty: none.
std::string_view capabilityOf(std::string_view method) {
    return method == "ping" ? std::string_view() : method.substr(0, method.find('/'));
}

} // namespace

std::optional<int> logLevel(std::string_view name) {
    static constexpr std::array<std::string_view, 8> Levels{"debug", "info",     "notice", "warning",
                                                            "error", "critical", "alert",  "emergency"};
    const auto *const found = std::find(Levels.begin(), Levels.end(), name);
    if (found == Levels.end())
        return std::nullopt;
    return static_cast<int>(found - Levels.begin());
}

McpSession::McpSession(std::string id, governance::Principal principal, Terms terms, std::shared_ptr<Relay> relay)
    : m_id(std::move(id))
    , m_principal(std::move(principal))
    , m_terms(std::move(terms))
    , m_relay(std::move(relay)) {}

std::shared_ptr<Relay> McpSession::relay() const {
    const std::lock_guard lock(m_mutex);
    return m_relay;
}

std::shared_ptr<Relay> McpSession::takeRelay() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_relay, nullptr);
}

McpSession::Admission McpSession::admit(const std::shared_ptr<RunningCall> &call, std::size_t limit) {
    const std::lock_guard lock(m_mutex);
    if (m_ended)
        return Admission::Ended;
    std::string key = idKey(call->id());
    if (m_running.contains(key))
        return Admission::DuplicateId;
    if (m_running.size() >= limit)
        return Admission::TooMany;
    m_running.emplace(std::move(key), call);
    return Admission::Taken;
}

void McpSession::forget(const RunningCall &call) {
    const std::lock_guard lock(m_mutex);
    const auto found = m_running.find(idKey(call.id()));
    if (found != m_running.end() && found->second.get() == &call)
        m_running.erase(found);
}

void McpSession::cancel(const json::value &requestId) {
    std::shared_ptr<RunningCall> call;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto found = m_running.find(idKey(requestId)); found != m_running.end())
            call = found->second;
    }
    if (call)
        call->cancel();
}

void McpSession::end() {
    std::map<std::string, std::shared_ptr<RunningCall>> running;
    std::map<std::string, std::shared_ptr<Question>> questions;
    {
        const std::lock_guard lock(m_mutex);
        m_ended = true;
        running.swap(m_running);
        questions.swap(m_questions);
    }
    for (const auto &[id, question] : questions) {
        const std::lock_guard lock(question->mutex);
        question->done = true;
        question->error = json::object{{"code", rpc::Internal}, {"message", "the session ended"}};
        question->wake.notify_all();
    }
    for (const auto &[key, call] : running)
        call->abort({rpc::UnknownSession, "the session was ended while this request ran", {}});
    closeStreams();
}

std::pair<std::string, std::shared_ptr<McpSession::Question>> McpSession::newQuestion() {
    const std::lock_guard lock(m_mutex);
    std::string id = "gateway-" + std::to_string(m_nextQuestion++);
    auto question = std::make_shared<Question>();
    if (m_ended) {
        question->done = true;
        question->error = json::object{{"code", rpc::Internal}, {"message", "the session ended"}};
    } else {
        m_questions.emplace(id, question);
    }
    return {std::move(id), std::move(question)};
}

tl::expected<json::value, json::object> McpSession::ask(std::string_view method, const json::value &params,
                                                        const std::function<bool(std::string)> &send,
                                                        const std::stop_token &stop, std::chrono::seconds longest) {
    const auto began = std::chrono::steady_clock::now();
    const auto over = [&](std::string_view summary, std::size_t bytes) {
        saw({.method = method,
             .params = params.if_object(),
             .summary = summary,
             .elapsed = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - began),
             .bytes = bytes});
    };
    const auto refuse = [&](int code, std::string_view message) {
        over(message, 0);
        return tl::unexpected(json::object{{"code", code}, {"message", message}});
    };
    const std::string_view capability = capabilityOf(method);
    if (!capability.empty() && !m_terms.capabilities.contains(capability))
        return refuse(rpc::UnknownMethod, "the client did not declare this capability");
    if (!initialized)
        return refuse(rpc::InvalidRequest, "the client has not said notifications/initialized yet");
    const auto [id, question] = newQuestion();
    const auto forget = [this, &id = id] {
        const std::lock_guard lock(m_mutex);
        m_questions.erase(id);
    };
    std::string text = requestMessage(json::string(id), method, params);
    const std::size_t bytes = text.size();
    if (!send(std::move(text))) {
        forget();
        return refuse(rpc::Internal, "the client does not listen for questions outside its requests");
    }
    std::unique_lock lock(question->mutex);
    const bool done = question->wake.wait_for(lock, stop, longest, [&q = question] { return q->done; });
    if (!done) {
        lock.unlock();
        forget();
        send(notificationMessage("notifications/cancelled",
                                 json::object{{"requestId", id}, {"reason", "the call that asked is over"}}));
        return refuse(rpc::Internal, "the client did not answer");
    }
    if (!question->error.is_null()) {
        over("refused by the client", bytes);
        return tl::unexpected(question->error.get_object());
    }
    over("answered", bytes);
    return std::move(question->result);
}

bool McpSession::tell(std::string_view method, const json::value &params) {
    std::string text = notificationMessage(method, params);
    const std::size_t bytes = text.size();
    if (!announce(std::move(text)))
        return false;
    saw({.method = method, .params = params.if_object(), .bytes = bytes});
    return true;
}

void McpSession::answered(RpcMessage response) {
    const json::string *id = response.id.if_string();
    if (!id)
        return;
    std::shared_ptr<Question> question;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_questions.find(std::string(*id));
        if (found == m_questions.end())
            return;
        question = std::move(found->second);
        m_questions.erase(found);
    }
    const std::lock_guard lock(question->mutex);
    question->done = true;
    question->result = std::move(response.result);
    question->error = std::move(response.error);
    question->wake.notify_all();
}

void McpSession::tellListChanged() {
    if (!takeListChanged())
        return;
    if (!announce(std::string(ListChanged))) {
        m_listChanged = true;
        return;
    }
    listChangeTold();
}

void McpSession::listChangeTold() {
    saw({.method = ListChangedMethod, .bytes = ListChanged.size()});
    if (onListChangeTold)
        onListChangeTold(listedBytes);
}

RunningCall::RunningCall(std::shared_ptr<McpSession> session, std::shared_ptr<ReplySink> sink,
                         const RpcMessage &message, std::chrono::seconds longest)
    : m_session(std::move(session))
    , m_sink(std::move(sink))
    , m_id(message.id)
    , m_longest(longest) {
    if (const json::value *meta = message.params.if_contains("_meta"); meta && meta->is_object()) {
        if (const json::value *token = meta->get_object().if_contains("progressToken");
            token && (token->is_string() || token->is_int64() || token->is_uint64()))
            m_progressToken = *token;
    }
}

bool RunningCall::send(std::string message) {
    const std::lock_guard lock(m_mutex);
    if (!m_over)
        m_sink->send(std::move(message));
    return !m_over;
}

void RunningCall::tell(std::string_view method, const json::value &params) {
    std::string text = notificationMessage(method, params);
    const std::size_t bytes = text.size();
    if (send(std::move(text)))
        m_session->saw({.method = method, .params = params.if_object(), .bytes = bytes});
}

void RunningCall::progress(double done, double total, std::string_view message) {
    if (m_progressToken.is_null())
        return;
    json::object params{{"progressToken", m_progressToken}, {"progress", done}};
    if (total > 0)
        params["total"] = total;
    if (!message.empty())
        params["message"] = message;
    // It must rise strictly; what does not is of no use to the client.
    const std::lock_guard lock(m_progressMutex);
    if (!(done > m_lastProgress))
        return;
    m_lastProgress = done;
    tell("notifications/progress", params);
}

void RunningCall::log(std::string_view level, const json::value &data) {
    const auto severity = logLevel(level);
    if (severity && *severity >= m_session->level)
        tell("notifications/message", json::object{{"level", level}, {"logger", "actionscope"}, {"data", data}});
}

bool RunningCall::can(std::string_view capability) const {
    return m_session->terms().capabilities.contains(capability);
}

void RunningCall::notify(std::string_view method, json::value params) { tell(method, params); }

tl::expected<json::value, json::object> RunningCall::request(std::string_view method, json::value params) {
    return m_session->ask(
        method, params,
        [this](std::string message) {
            static_cast<void>(send(std::move(message))); // a call that is over has stopped; that ends the wait
            return true;
        },
        m_stop.get_token(), m_longest);
}

void RunningCall::leave() { m_session->forget(*this); }

void RunningCall::finish(std::string response) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_over)
            return;
        m_over = true;
        // To whoever listens to the session; only without such a listener here. What the session owes goes out with it.
        if (m_listChanged.exchange(false)) {
            m_session->takeListChanged();
            if (!m_session->announce(std::string(ListChanged)))
                m_sink->send(std::string(ListChanged));
            m_session->listChangeTold();
        }
        // First out of the table: a client may use the id again as soon as it has the answer.
        leave();
        m_sink->finish(std::move(response));
    }
    // A question to the client that is still open has nobody any more who would use its answer.
    m_stop.request_stop();
}

void RunningCall::cancel() {
    m_cancelled = true;
    m_stop.request_stop();
    const std::lock_guard lock(m_mutex);
    if (m_over)
        return;
    m_over = true;
    if (m_listChanged.exchange(false))
        m_session->owesListChanged();
    leave();
    m_sink->drop();
}

void RunningCall::settle() {
    if (m_listChanged.exchange(false)) {
        m_session->owesListChanged();
        m_session->tellListChanged();
    }
}

void RunningCall::abort(const RpcError &error) {
    m_cancelled = true;
    m_stop.request_stop();
    finish(errorMessage(m_id, error));
}

void RunningCall::slow() {
    const std::lock_guard lock(m_mutex);
    if (!m_over)
        m_sink->slow();
}

} // namespace actionscope::gateway::detail
