#pragma once
/// A client of a gateway in this process that sends one request at a time.

#include "core/workspace/workspace_fixture.h"
#include "gateway/gateway.h"
#include "wire_fixture.h"

namespace actionscope::test {

inline std::uint16_t portOf(const gateway::Gateway &gateway) {
    const std::string url = gateway.url();
    return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

inline WireAnswer send(const gateway::Gateway &gateway, const WireRequest &request) {
    WireConnection connection(portOf(gateway));
    connection.send(request.text());
    return connection.read();
}

inline std::string open(const gateway::Gateway &gateway, const std::string &token = {}) {
    return send(gateway, Wire::authorized({.body = Wire::initialize()}, token)).header("mcp-session-id");
}

/// The structured content of a tool's result; null where there is none.
inline json::value structured(const WireAnswer &answer) {
    const std::size_t data = answer.body.rfind("data: ");
    auto whole = data == std::string::npos
                     ? parseJson(answer.body)
                     : parseJson(answer.body.substr(data + 6, answer.body.find('\n', data) - data - 6));
    if (!whole || !member(*whole, "result"))
        return {};
    const json::value *content = member(*member(*whole, "result"), "structuredContent");
    return content ? *content : json::value();
}

/// On a free port of loopback.
inline gateway::GatewayOptions options(bool authenticate = false) {
    gateway::GatewayOptions made;
    made.listen = "127.0.0.1:0";
    made.authenticate = authenticate;
    made.callThreads = 8;
    return made;
}

} // namespace actionscope::test
