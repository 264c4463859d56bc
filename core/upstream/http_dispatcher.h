#pragma once
/// Runs HTTP actions: credentials, address rules, timeouts, size caps, one retry for idempotent reads, a cap of
/// concurrent calls per service and a circuit breaker.
///
/// A secret goes to the origin of the server only (of a connection's `server`, else of the description), never over
/// plain http unless that is the loopback interface or the connection itself names an http server. The client secret of
/// OAuth 2 goes to the token URL that the connection names, or to the description's when that is of the server's
/// origin. Secrets that an upstream echoes are replaced by ⟨secret·n⟩ in everything that comes back.

#include "governance/gatekeeper.h"
#include "net/http_exchange.h"
#include "upstream/credentials.h"
#include "upstream/http_action.h"

#include <memory>

namespace actionscope::upstream {

struct HttpDispatchLimits {
    std::size_t callsPerService = 8;            ///< upstream.calls_per_service
    std::chrono::milliseconds queueTime{5'000}; ///< waiting for one of them, then Busy
    unsigned breakerFailures = 5;               ///< in a row: the circuit opens
    std::chrono::seconds breakerPause{30};      ///< then one call probes
    std::uint64_t resultBytes = 8ULL << 20;     ///< limits.response_bytes
    std::uint64_t shownBytes = 100'000;         ///< limits.result_bytes: text beyond it is cut, with a note saying so
};

/// What the dispatcher asks of the workspace. Any thread.
class HttpTargets {
public:
    virtual ~HttpTargets() = default;
    /// Base URL of the action: its own server, else the service's.
    [[nodiscard]] virtual std::string serverOf(const governance::Target &target) const = 0;
    /// All of the description (ingest::SourceDocument::securitySchemes).
    [[nodiscard]] virtual Result<std::vector<SecurityScheme>> schemesOf(const governance::Target &target) const = 0;
    [[nodiscard]] virtual std::vector<Connection> connectionsOf(std::string_view service) const = 0;
};

/// Any thread. What failed for the circuit breaker: exchanges that broke or timed out, and answers with status 5xx. A
/// read (GET, HEAD, OPTIONS of tier read) is sent once more when the first try did not connect or was cut before a byte
/// of the answer; anything else is sent once.
class HttpDispatcher final : public governance::Dispatcher {
public:
    HttpDispatcher(const HttpTargets &targets, SecretStore &secrets, net::AddressRules rules, const Clock &clock,
                   HttpDispatchLimits limits = {});
    ~HttpDispatcher() override;
    Result<json::object> preview(const governance::DispatchRequest &request) const override;
    tl::expected<governance::DispatchReply, governance::DispatchError>
    dispatch(const governance::DispatchRequest &request) override;

    /// Fresh on every call: is the secret there (else NeedsInput), and did it work last time (else NeedsAuth)?
    [[nodiscard]] ConnectionState state(const Connection &connection) const;
    /// The connections whose secrets a call of this action would travel with now (all schemes that one alternative of
    /// its security asks for, FC4: of several for one scheme a usable one before others, then the one that worked
    /// last); none when it needs none. `requested` as in a DispatchRequest. Errors: InvalidArgument when the call could
    /// not be signed in, with what is missing.
    [[nodiscard]] Result<std::vector<Connection>> connectionsFor(const governance::Target &target,
                                                                 std::string_view requested = {}) const;
    /// When the connection last worked, in this process.
    [[nodiscard]] std::optional<Timestamp> authenticated(std::string_view slug) const;
    struct Health {
        std::string service;
        bool open = false; ///< circuit
        unsigned failures = 0;
        std::string lastError;
        std::uint64_t calls = 0;
    };
    [[nodiscard]] std::vector<Health> health() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::upstream
