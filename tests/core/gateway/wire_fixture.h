#pragma once
/// The gateway's wire over a real socket, with tools that do nothing but show how it behaves.

#include "gateway/detail/wire_server.h"
#include "support/wire_client.h"

#include <QtTest>
#include <map>
#include <set>

namespace actionscope::test {

using gateway::Caller;
using gateway::ToolDefinition;
using gateway::ToolResult;

/// echo, slow (until cancelled or told to go on), grow (changes the list), chatty (progress, log), ask (elicits), fail,
/// and quick, which says of itself that it waits for nobody.
class EchoFacade final : public gateway::Facade {
public:
    [[nodiscard]] std::string_view name() const override { return "echo"; }
    void list(const Caller &caller, std::vector<ToolDefinition> &tools) const override {
        const auto add = [&](const std::string &tool) {
            tools.push_back({tool, {}, "The tool " + tool, {{"type", "object"}}, {}, {}});
        };
        for (const char *tool : {"ask", "chatty", "echo", "fail", "grow", "slow", "throw"})
            add(tool);
        for (std::size_t i = 0; i < extra; ++i)
            add("extra_" + std::to_string(1000 + i));
        const std::lock_guard lock(mutex);
        const auto grown = lists.find(caller.session);
        for (std::size_t i = 0; grown != lists.end() && i < grown->second; ++i)
            add("grown_" + std::to_string(i));
    }
    std::optional<ToolResult> call(const Caller &caller, std::string_view tool,
                                   const json::object &arguments) override {
        if (tool == "echo")
            return ToolResult::json({{"arguments", arguments}, {"principal", caller.principal.id}});
        if (tool == "fail")
            return ToolResult::refusal("not_active", "it is not active");
        if (tool == "throw")
            throw std::runtime_error("a secret of the inside");
        if (tool == "grow") {
            {
                const std::lock_guard lock(mutex);
                ++lists[caller.session];
            }
            // Twice, as when an eviction and an activation meet: the client is told once.
            changes->changed(caller.session);
            changes->changed(caller.session);
            return ToolResult::json({{"grown", true}});
        }
        if (tool == "chatty") {
            caller.link->log("debug", "too low");
            caller.link->log("warning", "look");
            caller.link->progress(1, 3, "one");
            caller.link->progress(1, 3, "not higher");
            caller.link->progress(2, 3, {});
            return ToolResult::json({{"done", true}});
        }
        if (tool == "ask") {
            const auto answer = caller.link->request("elicitation/create", {{"message", "Sure?"}});
            return answer ? ToolResult::json({{"answer", *answer}})
                          : ToolResult::json({{"problem", answer.error()}}, true);
        }
        if (tool == "quick") {
            QThread::msleep(quickTakes);
            return ToolResult::json({{"thread", std::hash<std::thread::id>()(std::this_thread::get_id())}});
        }
        if (tool == "slow" || tool == "slow_grow") {
            ++running;
            std::unique_lock lock(mutex);
            go.wait(lock, caller.stop, [this] { return released; });
            --running;
            if (tool == "slow_grow")
                changes->changed(caller.session);
            if (caller.stop.stop_requested())
                ++stopped;
            return ToolResult::json({{"slept", true}});
        }
        return std::nullopt;
    }
    [[nodiscard]] bool isQuick(std::string_view tool) const override { return tool == "quick"; }
    void release() {
        const std::lock_guard lock(mutex);
        released = true;
        go.notify_all();
    }

    gateway::ListChanges *changes = nullptr;
    std::atomic<std::size_t> extra = 0;
    std::atomic<unsigned long> quickTakes = 0; ///< milliseconds
    mutable std::mutex mutex;
    std::condition_variable_any go;
    bool released = false;
    std::atomic<int> running = 0, stopped = 0;
    std::map<std::string, std::size_t> lists;
};

class Wire {
public:
    static gateway::GatewayOptions defaults() {
        gateway::GatewayOptions options;
        options.listen = "127.0.0.1:0";
        options.callThreads = 16;
        return options;
    }
    explicit Wire(const gateway::GatewayOptions &options = defaults(), bool tokens = false,
                  std::chrono::milliseconds slowAfter = std::chrono::milliseconds(60'000),
                  gateway::detail::Authenticator foreign = {}, gateway::Mounts *mounts = nullptr,
                  std::function<std::optional<gateway::RestResponse>(const gateway::RestRequest &)> rest = {})
        : sessions(clock, options.sessions) {
        auto owned = std::make_unique<EchoFacade>();
        facade = owned.get();
        std::vector<std::unique_ptr<gateway::Facade>> facades;
        facades.push_back(std::move(owned));
        surface = std::make_unique<gateway::ToolSurface>(std::move(facades));
        gateway::detail::WireServer::Parts parts;
        parts.surface = surface.get();
        parts.mounts = mounts;
        parts.rest = std::move(rest);
        parts.sessions = &sessions;
        parts.clock = &clock;
        parts.local.id = "local:tester";
        parts.version = "1.2.3";
        parts.slowAfter = slowAfter;
        if (tokens)
            parts.authenticate = [](std::string_view bearer) -> Result<std::optional<governance::Principal>> {
                if (bearer != "alice" && bearer != "bob")
                    return std::optional<governance::Principal>();
                governance::Principal principal;
                principal.id = "token:" + std::string(bearer);
                principal.name = bearer;
                return std::optional(principal);
            };
        if (foreign) {
            parts.slowCredential = [](std::string_view bearer) { return bearer.find('.') != std::string_view::npos; };
            parts.authenticateSlowly = std::move(foreign);
        }
        auto made = gateway::detail::WireServer::create(std::move(parts), options);
        if (!made)
            throw std::runtime_error(made.error().toString());
        server = std::move(*made);
        facade->changes = &server->engine();
        sessions.onEviction([this](const session::Eviction &eviction) {
            if (eviction.qualified.empty())
                server->engine().sessionEnded(eviction.session);
        });
        if (const auto started = server->start(); !started)
            throw std::runtime_error(started.error().toString());
    }
    ~Wire() {
        facade->release();
        server->stop(std::chrono::milliseconds(2000));
    }

    [[nodiscard]] std::uint16_t port() const { return server->port(); }
    WireAnswer send(const WireRequest &request) const {
        WireConnection connection(port());
        connection.send(request.text());
        return connection.read();
    }
    static std::string initialize(std::string_view protocol = "2025-11-25", json::object capabilities = {}) {
        return json::serialize(json::object{{"jsonrpc", "2.0"},
                                            {"id", 0},
                                            {"method", "initialize"},
                                            {"params",
                                             {{"protocolVersion", protocol},
                                              {"capabilities", std::move(capabilities)},
                                              {"clientInfo", {{"name", "tester"}, {"version", "1"}}}}}});
    }
    /// A session that said `initialized`; its id.
    std::string open(std::string_view protocol = "2025-11-25", json::object capabilities = {},
                     const std::string &token = {}) const {
        const std::string id =
            send(authorized({.body = initialize(protocol, std::move(capabilities))}, token)).header("mcp-session-id");
        const WireAnswer answer =
            send(authorized(message(id, R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), token));
        if (id.empty() || answer.status != 202)
            throw std::runtime_error("no session: " + answer.body);
        return id;
    }
    static WireRequest authorized(WireRequest request, const std::string &token) {
        if (!token.empty())
            request.with("Authorization", "Bearer " + token);
        return request;
    }
    static WireRequest message(const std::string &session, std::string body) {
        return WireRequest{.body = std::move(body)}.with("Mcp-Session-Id", session);
    }
    static WireRequest call(const std::string &session, std::string_view tool, json::object arguments = {},
                            json::value id = 1, json::object meta = {}) {
        json::object params{{"name", tool}, {"arguments", std::move(arguments)}};
        if (!meta.empty())
            params["_meta"] = std::move(meta);
        return message(
            session,
            json::serialize(json::object{
                {"jsonrpc", "2.0"}, {"id", std::move(id)}, {"method", "tools/call"}, {"params", std::move(params)}}));
    }
    static WireRequest get(const std::string &session, const std::string &lastEvent = {}) {
        WireRequest request{.method = "GET"};
        request.with("Mcp-Session-Id", session);
        if (!lastEvent.empty())
            request.with("Last-Event-ID", lastEvent);
        return request;
    }

    SystemClock clock;
    session::SessionRegistry sessions;
    EchoFacade *facade = nullptr;
    std::unique_ptr<gateway::ToolSurface> surface;
    std::unique_ptr<gateway::detail::WireServer> server;
};

/// Waits until it holds; false after five seconds.
template <class Condition> bool eventually(Condition condition) {
    for (int i = 0; i < 500; ++i) {
        if (condition())
            return true;
        QTest::qWait(10);
    }
    return false;
}

} // namespace actionscope::test
