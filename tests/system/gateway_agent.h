#pragma once
/// An agent at the running gateway: MCP and REST over real sockets, with what came back taken apart.

#include "base/json.h"
#include "support/wire_client.h"

#include <string>

namespace actionscope::test {

/// What the gateway said to one call, whichever way it came.
struct Said {
    int status = 0;            ///< HTTP
    std::string code;          ///< of a refusal; empty when the call was answered
    json::value content;       ///< structured content, or the body over REST
    std::string raw;           ///< the body as it came
    bool isError = false;      ///< as the tool result says
    std::int64_t rpcError = 0; ///< JSON-RPC error code
};

class Agent {
public:
    Agent(const std::string &url, std::string token)
        : m_port(static_cast<std::uint16_t>(std::atoi(url.substr(url.rfind(':') + 1).c_str())))
        , m_token(std::move(token)) {}

    /// Opens a session.
    void initialize() {
        const WireAnswer answer =
            post("/mcp", R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                         R"("capabilities":{},"clientInfo":{"name":"test","version":"1"}}})");
        m_session = answer.header("mcp-session-id");
        post("/mcp", R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    }
    [[nodiscard]] const std::string &session() const { return m_session; }
    void useSession(std::string id) { m_session = std::move(id); }

    Said tool(std::string_view name, json::object arguments) {
        return request("tools/call", json::object{{"name", name}, {"arguments", std::move(arguments)}});
    }
    Said request(std::string_view method, json::object params) {
        const json::object message{
            {"jsonrpc", "2.0"}, {"id", ++m_id}, {"method", method}, {"params", std::move(params)}};
        const WireAnswer answer = post("/mcp", json::serialize(message));
        Said said;
        said.status = answer.status;
        said.raw = answer.body;
        json::value whole = answer.json();
        if (answer.header("content-type").starts_with("text/event-stream"))
            whole = lastMessage(answer.body);
        if (const json::object *error = objectMember(whole, "error")) {
            said.rpcError = error->at("code").to_number<std::int64_t>();
            return said;
        }
        if (const json::value *result = member(whole, "result")) {
            said.isError = boolMember(*result, "isError");
            if (const json::value *content = member(*result, "structuredContent"))
                said.content = *content;
            if (said.isError)
                said.code = stringMember(said.content, "code");
        }
        return said;
    }
    Said rest(const std::string &path, const json::object &body) {
        const WireAnswer answer = post(path, json::serialize(body));
        Said said;
        said.status = answer.status;
        said.raw = answer.body;
        said.content = answer.json();
        if (const json::value *error = member(said.content, "error"))
            said.code = stringMember(*error, "code");
        return said;
    }
    WireAnswer get(const std::string &target) {
        WireRequest request;
        request.method = "GET";
        request.target = target;
        request.with("Accept", "application/json");
        return send(std::move(request));
    }

private:
    WireAnswer post(const std::string &target, std::string body) {
        WireRequest request;
        request.target = target;
        request.body = std::move(body);
        if (target == "/mcp")
            request.with("Mcp-Session-Id", m_session);
        return send(std::move(request));
    }
    WireAnswer send(WireRequest request) {
        if (!m_token.empty())
            request.with("Authorization", "Bearer " + m_token);
        WireConnection connection(m_port, 60'000);
        connection.send(request.text());
        return connection.read();
    }
    static json::value lastMessage(std::string_view stream) {
        json::value last;
        while (!stream.empty()) {
            const std::size_t end = stream.find("\n\n");
            const WireEvent event = WireConnection::parseEvent(stream.substr(0, end));
            stream = end == std::string_view::npos ? std::string_view() : stream.substr(end + 2);
            if (auto parsed = parseJson(event.data);
                parsed && parsed->is_object() && parsed->as_object().contains("id"))
                last = std::move(*parsed);
        }
        return last;
    }

    std::uint16_t m_port;
    std::string m_token, m_session;
    std::int64_t m_id = 0;
};

} // namespace actionscope::test
