#pragma once
/// HTTP/1.1 over TCP or TLS: connections, limits and event streams. What is answered is the handler's business.

#include "base/result.h"
#include "gateway/detail/http_types.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

namespace actionscope::gateway::detail {

struct HttpServerOptions {
    std::string host = "127.0.0.1";         ///< a name or an address; all that a name stands for are bound
    std::uint16_t port = 0;                 ///< 0: a free one
    std::filesystem::path certificate, key; ///< PEM; both or neither
    std::size_t threads = 2, connections = 4096;
    std::size_t headerBytes = 32ULL << 10, bodyBytes = 4ULL << 20;
    std::size_t queuedBytes = 8ULL << 20; ///< waiting for a slow reader of an event stream: beyond it, it is cut off
    std::chrono::milliseconds receive{30'000}; ///< for head and body, from the first byte on
    std::chrono::milliseconds idle{120'000};   ///< between two requests
    std::chrono::milliseconds send{30'000};    ///< for one write
    std::chrono::milliseconds keepAlive{15'000};
};

/// Splits "HOST:PORT", "[::1]:80", ":80". Errors: InvalidArgument.
struct Address {
    std::string host;
    std::uint16_t port = 0;
};
[[nodiscard]] Result<Address> parseListen(const std::string &listen);
/// "localhost" or an address of the machine itself.
[[nodiscard]] bool isLoopback(const std::string &host);

class HttpServer {
public:
    /// Binds and accepts on threads of its own. `handler` outlives it. Errors: IoError (in use, no permission),
    /// InvalidArgument (a host that is none; a certificate that cannot be used).
    [[nodiscard]] static Result<std::unique_ptr<HttpServer>> start(const HttpServerOptions &options,
                                                                   HttpHandler &handler);
    ~HttpServer();
    [[nodiscard]] std::uint16_t port() const;
    [[nodiscard]] std::size_t connections() const;
    /// No new connections, and no further request on those that are open. Idempotent.
    void stopAccepting();
    /// Waits up to `grace` for answers that are being written, then ends everything and joins. Idempotent.
    void stop(std::chrono::milliseconds grace);

    struct Impl;

private:
    explicit HttpServer(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::gateway::detail
