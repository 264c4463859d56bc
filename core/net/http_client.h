#pragma once
/// Fetches one http(s) document for import, with libcurl: what a person asks for by name, proxies of the environment
/// and private addresses included. Calls of agents go through http_exchange.h.

#include "base/progress.h"
#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace actionscope::net {

struct FetchLimits {
    std::uint64_t bytes = 64ULL << 20;         ///< limits.download_bytes, after decompression
    std::chrono::milliseconds timeout{30'000}; ///< limits.download_timeout_ms, for the whole transfer
    int redirects = 5;                         ///< followed only within the origin (scheme, host, port)
};

struct Fetched {
    std::string body;
    std::string finalUrl;    ///< after redirects
    std::string contentType; ///< lower case, without parameters; may be empty
};

/// GET `url`. Only http and https; no credentials are sent and none in the URL are accepted; a redirect to another
/// origin is an error that names it. Errors: InvalidArgument, NetworkError (also any status but 200, with the status),
/// LimitExceeded naming the cap, Cancelled.
[[nodiscard]] Result<Fetched> fetch(const std::string &url, const FetchLimits &limits, const Job &job);

/// scheme://host[:port], lower case, default port left out; empty for what is no http(s) URL.
std::string originOf(std::string_view url);

} // namespace actionscope::net
