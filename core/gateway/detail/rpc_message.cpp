#include "gateway/detail/rpc_message.h"

#include <algorithm>
#include <boost/json/monotonic_resource.hpp>

namespace actionscope::gateway::detail {
namespace {

tl::unexpected<RpcError> invalid(std::string message) {
    return tl::unexpected(RpcError{rpc::InvalidRequest, std::move(message), {}});
}

bool isId(const json::value &id) { return id.is_string() || id.is_int64() || id.is_uint64(); }

} // namespace

tl::expected<json::value, RpcError> readJson(std::string_view text, std::size_t depth) {
    // A message lives for one request and is freed at once. Values take two to three times their text.
    const std::size_t first = std::clamp<std::size_t>(text.size() * 3, 512, 64ULL << 10);
    auto parsed = parseJson(text, {}, {.maxDepth = static_cast<std::uint32_t>(depth)},
                            json::make_shared_resource<json::monotonic_resource>(first));
    if (parsed)
        return std::move(*parsed);
    return tl::unexpected(RpcError{rpc::ParseError, "the body is not JSON in UTF-8: " + parsed.error().toString(), {}});
}

tl::expected<RpcMessage, RpcError> readMessage(json::value value) {
    json::object *object = value.if_object();
    if (!object)
        return invalid("a message is a JSON object");
    if (const json::value *version = object->if_contains("jsonrpc");
        !version || !version->is_string() || version->get_string() != "2.0")
        return invalid("`jsonrpc` is \"2.0\" in every message");
    json::value *id = object->if_contains("id"), *method = object->if_contains("method"),
                *result = object->if_contains("result"), *error = object->if_contains("error");
    RpcMessage message(value.storage());
    if (method) {
        if (!method->is_string())
            return invalid("`method` is a string");
        if (result || error)
            return invalid("a message has a method or a result, not both");
        if (id && !isId(*id))
            return invalid("`id` is a string or an integer");
        message.kind = id ? RpcMessage::Kind::Request : RpcMessage::Kind::Notification;
        message.method = method->get_string();
        if (json::value *params = object->if_contains("params")) {
            if (json::object *named = params->if_object())
                message.params = std::move(*named);
            else if (params->is_array())
                message.badParams = true;
            else
                return invalid("`params` is an object");
        }
    } else {
        if (!id || (result != nullptr) == (error != nullptr))
            return invalid("a message has a method, or an id and either a result or an error");
        // The answer to a message that could not be read has no id to name.
        if (!isId(*id) && !(id->is_null() && error))
            return invalid("`id` is a string or an integer");
        if (error && !error->is_object())
            return invalid("`error` is an object");
        message.kind = RpcMessage::Kind::Response;
        if (result)
            message.result = std::move(*result);
        if (error)
            message.error = std::move(*error);
    }
    if (id)
        message.id = std::move(*id);
    return message;
}

std::string idKey(const json::value &id) {
    if (const json::string *text = id.if_string())
        return "s" + std::string(*text);
    if (const std::int64_t *number = id.if_int64())
        return std::to_string(*number);
    if (const std::uint64_t *number = id.if_uint64())
        return std::to_string(*number);
    return {};
}

std::string resultMessage(const json::value &id, std::string_view serializedResult) {
    std::string text;
    text.reserve(serializedResult.size() + 64);
    text += R"({"jsonrpc":"2.0","id":)";
    text += json::serialize(id);
    text += R"(,"result":)";
    text += serializedResult;
    text += '}';
    return text;
}

std::string errorMessage(const json::value &id, const RpcError &error) {
    json::object body{{"code", error.code}, {"message", error.message}};
    if (!error.data.is_null())
        body["data"] = error.data;
    return json::serialize(json::object{{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(body)}});
}

std::string notificationMessage(std::string_view method, const json::value &params) {
    json::object message{{"jsonrpc", "2.0"}, {"method", method}};
    if (!params.is_null())
        message["params"] = params;
    return json::serialize(message);
}

std::string requestMessage(const json::value &id, std::string_view method, const json::value &params) {
    json::object message{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
    if (!params.is_null())
        message["params"] = params;
    return json::serialize(message);
}

} // namespace actionscope::gateway::detail
