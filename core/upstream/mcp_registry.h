#pragma once
/// A registry of MCP servers that speaks the public registry API: GET /v0/servers, page by page (ST8).
///
/// `{"servers": [{"name", "title", "description", "version", "websiteUrl", "repository": {"url"}, "remotes": [{"type",
/// "url"}], "packages": [{"registryType", "identifier", "version"}]}], "metadata": {"nextCursor"}}`, where a server may
/// stand in a member `server` with `_meta` beside it, and the cursor may be called `next_cursor`. What of that is not
/// as it should be makes the whole answer one that is not taken; what is not known is passed over.

#include "base/progress.h"
#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace actionscope::upstream {

struct RegistryServer {
    std::string name; ///< "io.github.someone/weather"
    std::string title, description, version, website;
    std::string remote;  ///< URL of its Streamable HTTP endpoint; empty: there is none
    std::string package; ///< "npm @someone/weather", for people; empty: there is none
};

struct RegistryLimits {
    std::chrono::milliseconds timeout{20'000}; ///< of a page
    std::uint64_t pageBytes = 8ULL << 20;
    std::uint32_t pages = 2000, servers = 100'000, pageSize = 100;
};

/// The latest version of every server, in the registry's order; those that it calls deleted are left out. `url` is the
/// registry's base ("https://registry.example"). Redirects are not followed. Errors: InvalidArgument (the URL);
/// NetworkError for whatever is no whole list: no answer, a status, no JSON, another shape, a cursor that comes again;
/// LimitExceeded; Cancelled.
[[nodiscard]] Result<std::vector<RegistryServer>> listRegistry(const std::string &url,
                                                               const RegistryLimits &limits = {}, const Job &job = {});

} // namespace actionscope::upstream
