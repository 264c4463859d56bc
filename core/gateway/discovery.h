#pragma once
/// From use cases to wired tools in one call (FC1–FC7): what to use, how it is connected, in which order, and what to
/// mind.

#include "gateway/services.h"
#include "upstream/tool_search.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::gateway {

struct DiscoverRequest {
    std::vector<std::string> useCases; ///< 1 to 50
    std::string provider = "catalog";  ///< or the name of a remote one
    std::size_t alternatives = 3;      ///< 0 to 20 a use case
};

/// The connection of a service as it is now (FC4): of several the most recently authenticated.
struct ConnectionNow {
    upstream::ConnectionState state = upstream::ConnectionState::Ready;
    std::string slug; ///< empty when the service needs none
};

/// A match before connections are looked at: what the cache keeps for five minutes.
struct CapabilityMatch {
    std::string useCase;
    std::string integration, action; ///< empty action: nothing matched, `note` says why
    json::value inputSchema;
    std::string providerAction; ///< opaque, for debugging; the provider's own name stands nowhere else
    json::array alternatives;
    std::vector<std::string> planSteps, pitfalls;
    std::string note;
    /// What the provider said of the connection with the match, where that cannot be asked alone.
    std::optional<upstream::ConnectionState> connection;
};

/// Where matches come from. Any thread; blocks. Implementations: the local catalog, and a remote semantic search.
class CapabilityProvider {
public:
    virtual ~CapabilityProvider() = default;
    [[nodiscard]] virtual std::string name() const = 0;
    /// One match a use case, in order. Errors: NetworkError for a provider that failed, sent nothing, or sent what is
    /// not its format: the caller answers 424, never an empty success.
    [[nodiscard]] virtual Result<std::vector<CapabilityMatch>> match(const Caller &caller,
                                                                     const DiscoverRequest &request) = 0;
    /// The connection of each match as it is now, in order; asked at every discovery, whether or not matches came from
    /// the cache (FC5). Errors as match().
    [[nodiscard]] virtual Result<std::vector<ConnectionNow>>
    connections(const Caller &caller, const std::vector<CapabilityMatch> &matches) = 0;
    /// May matches be kept? Not when their connections come with them and cannot be asked alone.
    [[nodiscard]] virtual bool keeps() const { return true; }
};

std::unique_ptr<CapabilityProvider> makeCatalogProvider(Services &services);
/// A remote semantic tool search (upstream/tool_search.h), which outlives it. Its tools are described in our own names,
/// `<toolkit>.<action>`; what of them is in the workspace's catalog under the same name can be called, the rest is told
/// as what could be imported. Its texts are scanned like those of an import. It is sent the use cases (without personal
/// data where `privacy` is on) and the caller's organisation as its user; each search is recorded.
std::unique_ptr<CapabilityProvider> makeRemoteProvider(Services &services, const upstream::ToolSearch &search);

/// "when a new email arrives", "every Monday": a trigger, not an action (FC6).
bool describesTrigger(std::string_view useCase);
std::string triggerNote(); ///< what is said of one

ConnectionNow connectionNow(const Services &services, const governance::Target &target);

/// Matches (cached for five minutes a principal, provider and index), connections (fresh), guidance, readiness.
class Discovery {
public:
    Discovery(Services &services, std::vector<std::unique_ptr<CapabilityProvider>> providers);
    ~Discovery();
    /// The object of FC2. Errors: Unsupported for an unknown provider; NetworkError (424).
    [[nodiscard]] Result<json::object> discover(const Caller &caller, const DiscoverRequest &request);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::gateway
