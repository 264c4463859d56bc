#pragma once
/// JSON-RPC 2.0 messages of MCP, read strictly and written once.

#include "base/json.h"
#include "base/result.h"

#include <string>
#include <string_view>

namespace actionscope::gateway::detail {

/// Codes of WIRE §6; there are no others.
namespace rpc {
inline constexpr int ParseError = -32700, InvalidRequest = -32600, UnknownMethod = -32601, InvalidParams = -32602,
                     Internal = -32603, UnknownSession = -32001;
}

struct RpcError {
    int code = rpc::Internal;
    std::string message;
    json::value data; ///< null: none
};

struct RpcMessage {
    /// `storage`: where its values lie, as those that are moved into it do.
    explicit RpcMessage(const json::storage_ptr &storage = {})
        : id(storage)
        , params(storage)
        , result(storage)
        , error(storage) {}
    enum class Kind : std::uint8_t { Request, Notification, Response } kind = Kind::Request;
    json::value id; ///< a string or an integer, as it came; null for notifications
    std::string method;
    json::object params;
    bool badParams = false; ///< an array: allowed by JSON-RPC, of no use in MCP
    json::value result;     ///< of a response
    json::value error;      ///< of a response that is an error: its object
};

/// One message. Errors: InvalidRequest, with what is wrong.
[[nodiscard]] tl::expected<RpcMessage, RpcError> readMessage(json::value value);
/// UTF-8 and JSON within the depth; all its values in one piece of memory. Errors: ParseError.
[[nodiscard]] tl::expected<json::value, RpcError> readJson(std::string_view text, std::size_t depth);

/// Ids of the same text differ when one is a string and the other a number.
std::string idKey(const json::value &id);

std::string resultMessage(const json::value &id, std::string_view serializedResult);
std::string errorMessage(const json::value &id, const RpcError &error);
std::string notificationMessage(std::string_view method, const json::value &params); ///< null: without params
std::string requestMessage(const json::value &id, std::string_view method, const json::value &params);

} // namespace actionscope::gateway::detail
