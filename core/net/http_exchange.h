#pragma once
/// One HTTP request and its answer, for agents' calls and upstream MCP servers: with libcurl, never following
/// redirects, connected to an address that was checked.
///
/// The name of the host is resolved once, every address of it is checked, and a socket is opened to one of these and to
/// nothing else, whatever DNS answers a moment later. Proxies of the environment are not used: an address check says
/// nothing about what a proxy connects to. No cookies are kept, no .netrc is read, TLS certificates are verified. A
/// request is put on the wire at most once: where libcurl would send it again over a new connection, the exchange fails
/// instead, and the caller knows from the stage whether it may repeat it.

#include "base/result.h"
#include "net/address_rules.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::net {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
    std::string method = "GET"; ///< any token but CONNECT
    std::string url;            ///< http or https, ASCII; no credentials in it. Dot segments go out as they stand.
    /// Refused: a name that is no token, a value with CR, LF or NUL, and what belongs to the connection (Host,
    /// Content-Length, Transfer-Encoding, Connection, …). User-Agent is ours unless it is given.
    Headers headers;
    std::string body;
    std::chrono::milliseconds connectTimeout{10'000};
    std::chrono::milliseconds timeout{60'000};   ///< whole exchange; 0: none (event streams)
    std::chrono::milliseconds idleTimeout{0};    ///< no byte received for so long ends it; 0: none
    std::uint64_t maxResponseBytes = 8ULL << 20; ///< after decompression: limits.response_bytes
    std::uint64_t maxHeaderBytes = 64ULL << 10;  ///< of all header lines, interim responses included
};

struct HttpResponse {
    int status = 0;
    Headers headers; ///< names in lower case, in order
    std::string body;
    [[nodiscard]] std::string_view header(std::string_view lowerCaseName) const; ///< first one; empty when absent
    [[nodiscard]] std::string contentType() const;                               ///< lower case, without parameters
};

/// How far a failed exchange came: NotConnected means that no byte of the request left; Sent, that some may have, and
/// nothing came back; ResponseBegun, that at least one byte did.
enum class ExchangeStage : std::uint8_t { NotConnected, Sent, ResponseBegun };

struct ExchangeError {
    /// Names the origin and never the path, the query or a header: those may hold secrets and personal data.
    Error error; ///< NetworkError, LimitExceeded, PermissionDenied, InvalidArgument, Cancelled
    ExchangeStage stage = ExchangeStage::NotConnected;
    bool timedOut = false;
};

/// Receives a response as it arrives. Returning false ends the exchange without error.
struct ResponseSink {
    std::function<bool(const HttpResponse &head)> onHead;
    std::function<bool(std::string_view bytes)> onBody;
};

/// The addresses of a host name, unchecked. Called on a thread of its own, which may outlive the exchange.
using Resolver = std::function<Result<std::vector<std::string>>(const std::string &host)>;

/// Any thread, any number at once; keeps idle connections per (origin, addresses). Blocks the caller; a stop request
/// ends it at once with Cancelled.
class HttpExchanger {
public:
    explicit HttpExchanger(AddressRules rules, Resolver resolver = systemAddresses);
    ~HttpExchanger();
    HttpExchanger(const HttpExchanger &) = delete;
    HttpExchanger &operator=(const HttpExchanger &) = delete;

    [[nodiscard]] tl::expected<HttpResponse, ExchangeError> exchange(const HttpRequest &request,
                                                                     std::stop_token stop = {}) const;
    /// As it arrives, the body left empty in what is returned; `maxResponseBytes` still holds when not 0. The sink is
    /// called on this thread.
    [[nodiscard]] tl::expected<HttpResponse, ExchangeError> stream(const HttpRequest &request, const ResponseSink &sink,
                                                                   std::stop_token stop = {}) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::net
