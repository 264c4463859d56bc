/// The MCP client as the public conformance suite drives one: started with the URL of a server as last argument and the
/// scenario in MCP_CONFORMANCE_SCENARIO, it does what that scenario wants to see and exits with 0 when it could.

#include "net/mcp_client.h"

#include <cstdlib>
#include <iostream>

using namespace actionscope;
using namespace actionscope::net;

namespace {

/// A form answered with its own defaults, as a person would who presses Return.
json::object defaultsOf(const json::value &params) {
    json::object content;
    if (const json::object *schema = objectMember(params, "requestedSchema")) {
        if (const json::object *properties = objectMember(*schema, "properties")) {
            for (const auto &[name, property] : *properties) {
                if (const json::value *value = member(property, "default"))
                    content[name] = *value;
            }
        }
    }
    return content;
}

int complain(const McpError &error) {
    std::cerr << error.message << "\n";
    return 1;
}

} // namespace

int main(int count, char **arguments) {
    const char *scenario = std::getenv("MCP_CONFORMANCE_SCENARIO");
    if (count < 2 || !scenario) {
        std::cerr << "usage: MCP_CONFORMANCE_SCENARIO=NAME mcp_client_probe URL\n";
        return 2;
    }
    const std::string wanted = scenario;
    auto rules = AddressRules::create({"127.0.0.1", "localhost", "::1"});
    const HttpExchanger http(*rules);
    McpEndpoint endpoint;
    endpoint.url = arguments[count - 1];
    McpHandlers handlers;
    McpClient::Options options;
    options.clientVersion = "1";
    if (wanted.starts_with("elicitation")) {
        options.capabilities = {{"elicitation", {{"form", {{"applyDefaults", true}}}}}};
        handlers.request = [](std::string_view method,
                              const json::value &params) -> tl::expected<json::value, json::object> {
            if (method != "elicitation/create")
                return tl::unexpected(json::object{{"code", -32601}, {"message", "not offered"}});
            return json::value{{"action", "accept"}, {"content", defaultsOf(params)}};
        };
    }
    auto client = McpClient::connect(endpoint, http, handlers, options);
    if (!client)
        return complain(client.error());
    const auto tools = (*client)->listTools();
    if (!tools)
        return complain(tools.error());
    if (wanted == "initialize")
        return 0;
    for (const json::object &tool : *tools) {
        const json::object given = wanted == "tools_call" ? json::object{{"a", 5}, {"b", 3}} : json::object{};
        const auto result =
            (*client)->request("tools/call", json::object{{"name", stringMember(tool, "name")}, {"arguments", given}});
        if (!result)
            return complain(result.error());
        std::cout << *result << "\n";
    }
    return 0;
}
