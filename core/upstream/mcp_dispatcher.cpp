#include "base/text.h"
#include "upstream/mcp_servers.h"

namespace actionscope::upstream {
namespace {

using governance::DispatchError;
using governance::DispatchFault;
using governance::DispatchReply;

/// Of the server's own words in an error: enough to act on, not enough to drown in.
constexpr std::size_t ShownBytes = 2000;

std::string toolOf(const governance::DispatchRequest &request) {
    return ingest::mcpToolName(request.target.view().pointer());
}

DispatchFault faultOf(net::McpFault fault) {
    switch (fault) {
    case net::McpFault::NotSent:
        return DispatchFault::NotSent;
    case net::McpFault::TimedOut:
        return DispatchFault::TimedOut;
    case net::McpFault::Cancelled:
        return DispatchFault::Cancelled;
    default:
        return DispatchFault::Failed;
    }
}

/// An error object is the server's answer: the model may read it and do better.
DispatchReply replyOf(const net::McpError &error) {
    const std::string whole = toValidUtf8(stringMember(error.rpc, "message"));
    DispatchReply reply;
    reply.isError = true;
    std::string shown = "The MCP server refused the call";
    if (const json::value *code = error.rpc.if_contains("code"); code && code->is_int64())
        shown += " (" + std::to_string(code->as_int64()) + ")";
    reply.content = {
        json::object{{"type", "text"}, {"text", shown + ": " + std::string(truncateUtf8(whole, ShownBytes))}}};
    return reply;
}

} // namespace

Result<json::object> McpDispatcher::preview(const governance::DispatchRequest &request) const {
    const std::string tool = toolOf(request);
    if (tool.empty())
        return fail(ErrorCode::InvalidArgument, request.target.qualified() + " is no tool of an MCP server");
    const auto entry = m_servers.entry(request.target.service);
    if (!entry)
        return fail(ErrorCode::InvalidArgument,
                    "servers.yaml has no MCP server \"" + request.target.service + "\" to run " + tool + " on");
    return json::object{{"server", serverOrigin(*entry)}, {"tool", tool}, {"arguments", request.arguments}};
}

tl::expected<DispatchReply, DispatchError> McpDispatcher::dispatch(const governance::DispatchRequest &request) {
    const std::string tool = toolOf(request);
    if (tool.empty())
        return tl::unexpected(
            DispatchError{DispatchFault::NotSent, request.target.qualified() + " is no tool of an MCP server"});
    const auto deadline = std::chrono::steady_clock::now() + request.timeout;
    std::shared_ptr<net::McpClient> client = m_own ? m_own(request) : nullptr;
    if (!client) {
        auto shared = m_servers.client(request.target.service, request.stop);
        if (!shared)
            return tl::unexpected(DispatchError{shared.error().code == ErrorCode::Cancelled ? DispatchFault::Cancelled
                                                                                            : DispatchFault::NotSent,
                                                shared.error().message});
        client = std::move(*shared);
    }
    json::object params{{"name", tool}, {"arguments", request.arguments}};
    net::McpCallOptions options;
    options.timeout =
        std::max(std::chrono::milliseconds(1),
                 std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now()));
    options.stop = request.stop;
    options.request = request.ask;
    if (request.progress)
        params["_meta"] = {{"progressToken", request.callId}};
    if (request.progress || request.notification) {
        options.notification = [&request](std::string_view method, const json::value &notice) {
            if (method != "notifications/progress") {
                if (request.notification)
                    request.notification(method, notice);
                return;
            }
            if (!request.progress)
                return;
            const auto number = [&](std::string_view key) {
                const json::value *value = member(notice, key);
                return value && value->is_number() ? value->to_number<double>() : 0.0;
            };
            request.progress(number("progress"), number("total"), stringMember(notice, "message"));
        };
    }
    auto result = client->request("tools/call", std::move(params), options);
    if (!result) {
        if (result.error().fault == net::McpFault::Rpc)
            return replyOf(result.error());
        return tl::unexpected(DispatchError{faultOf(result.error().fault), result.error().message});
    }
    if (!result->is_object())
        return tl::unexpected(DispatchError{DispatchFault::Failed, "the MCP server's result is no object"});
    DispatchReply reply;
    reply.bytes = json::serialize(*result).size();
    json::object &object = result->as_object();
    if (json::value *content = object.if_contains("content"); content && content->is_array())
        reply.content = std::move(content->as_array());
    if (json::value *structured = object.if_contains("structuredContent"))
        reply.structured = std::move(*structured);
    if (json::value *meta = object.if_contains("_meta"); meta && meta->is_object())
        reply.meta = std::move(meta->as_object());
    reply.isError = boolMember(object, "isError");
    return reply;
}

} // namespace actionscope::upstream
