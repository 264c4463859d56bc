#pragma once
/// One HTTP request and its answer, for agents' calls and upstream MCP servers: with libcurl, never following
/// redirects, connected to an address that was checked.

#include "base/result.h"
#include "net/address_rules.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::net {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
    std::string method = "GET";
    std::string url; ///< http or https; no credentials in it
    Headers headers; ///< a value with CR, LF or NUL is refused
    std::string body;
    std::chrono::milliseconds connectTimeout{10'000};
    std::chrono::milliseconds timeout{60'000};   ///< whole exchange; 0: none (event streams)
    std::chrono::milliseconds idleTimeout{0};    ///< no byte for so long ends it; 0: none
    std::uint64_t maxResponseBytes = 8ULL << 20; ///< after decompression: limits.response_bytes
    std::uint64_t maxHeaderBytes = 64ULL << 10;
};

struct HttpResponse {
    int status = 0;
    Headers headers; ///< names in lower case, in order
    std::string body;
    [[nodiscard]] std::string_view header(std::string_view lowerCaseName) const; ///< first one; empty when absent
    [[nodiscard]] std::string contentType() const;                               ///< lower case, without parameters
};

/// How far a failed exchange came: what may be repeated and what may not.
enum class ExchangeStage : std::uint8_t { NotConnected, Sent, ResponseBegun };

struct ExchangeError {
    Error error; ///< NetworkError, LimitExceeded, PermissionDenied, InvalidArgument, Cancelled
    ExchangeStage stage = ExchangeStage::NotConnected;
    bool timedOut = false;
};

/// Receives a response as it arrives. Returning false ends the exchange without error.
struct ResponseSink {
    std::function<bool(const HttpResponse &head)> onHead;
    std::function<bool(std::string_view bytes)> onBody;
};

/// Any thread, any number at once; keeps connections per (origin, address). Blocks the caller.
class HttpExchanger {
public:
    explicit HttpExchanger(AddressRules rules);
    ~HttpExchanger();
    HttpExchanger(const HttpExchanger &) = delete;
    HttpExchanger &operator=(const HttpExchanger &) = delete;

    [[nodiscard]] tl::expected<HttpResponse, ExchangeError> exchange(const HttpRequest &request,
                                                                     std::stop_token stop = {}) const;
    /// As it arrives; `maxResponseBytes` still holds when not 0.
    [[nodiscard]] tl::expected<HttpResponse, ExchangeError> stream(const HttpRequest &request, const ResponseSink &sink,
                                                                   std::stop_token stop = {}) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::net
