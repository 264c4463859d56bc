#pragma once
/// A remote semantic tool search over HTTP (FC7): what the discovery of capabilities may ask besides the local catalog.
///
/// `providers.yaml` of a workspace names them (it holds no secret):
///
///     providers:
///       - name: toolbox              # what `provider` of POST /tools/discover says; not "catalog"
///         url: https://tools.example/api/v3/tools/execute/SEARCH_TOOLS
///         connections_url: https://tools.example/api/v3/connected_accounts   # optional, see `connected`
///         secret: {env: TOOLBOX_KEY}             # or {keychain: …} or {file: …}; optional
///         header: x-api-key                      # where it goes; Authorization gets "Bearer "; x-api-key if absent
///         timeout: 30s                           # 1s to 120s; 30s if absent
///         user: main                             # user of callers without an organisation; "default" if absent
///
/// The service is sent {"user_id", "arguments": {"queries": [{"use_case"}]}} and answers {"successful": true, "data":
/// {"results": [{"primary_tool_slugs", "related_tool_slugs", "recommended_plan_steps", "known_pitfalls"}],
/// "tool_schemas": {SLUG: {"toolkit", "input_schema"}}, "toolkit_connection_statuses": [{"toolkit",
/// "has_active_connection"}]}}, the envelope that public tool routers use.

#include "base/json.h"
#include "base/result.h"
#include "upstream/credentials.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace actionscope::upstream {

struct ToolSearchEntry {
    std::string name, url, connectionsUrl;
    SecretReference secret;
    std::string header = "x-api-key";
    std::chrono::milliseconds timeout{30'000};
    std::string user = "default";
};

/// `providers.yaml`. A missing file: none. Errors: ParseError with line and column.
[[nodiscard]] Result<std::vector<ToolSearchEntry>> readToolSearches(const std::filesystem::path &file);

struct FoundTool {
    std::string slug, toolkit; ///< the toolkit in lower case
    json::value inputSchema;   ///< an object
};

/// What was found for one use case.
struct FoundTools {
    std::vector<FoundTool> tools; ///< best first: the service's primary ones, then the related ones it describes
    bool hasPrimary = false;
    std::vector<std::string> steps, pitfalls; ///< as the service wrote them, with its own names
};

struct ToolSearchAnswer {
    std::vector<FoundTools> results;       ///< one a use case, in the order of the question
    std::map<std::string, bool> connected; ///< by toolkit, as far as the answer says
};

/// One service. Any thread; blocks. Addresses as in configured settings: the host that the URL names and public ones;
/// redirects are not followed; a secret goes over https only, or to the loopback interface.
class ToolSearch {
public:
    /// `secrets` outlives it and is read at each request. Errors: InvalidArgument (the URLs).
    [[nodiscard]] static Result<std::unique_ptr<ToolSearch>> open(const ToolSearchEntry &entry,
                                                                  const SecretStore &secrets);
    ~ToolSearch();
    [[nodiscard]] const ToolSearchEntry &entry() const;
    /// Errors: NetworkError for whatever is no whole answer: no connection, no answer in time, a status other than 200,
    /// no JSON, another envelope, a failure that the service reports, fewer results than use cases, a first choice that
    /// it does not describe. What the service says of its failures is not repeated: it is nobody's text that a model
    /// should read.
    [[nodiscard]] Result<ToolSearchAnswer> search(const std::vector<std::string> &useCases, const std::string &user,
                                                  std::stop_token stop = {}) const;
    /// Whether `connected` can be asked: connections_url is set.
    [[nodiscard]] bool knowsConnections() const;
    /// Which of these toolkits the user has an active connection to now: GET connections_url with `user_ids` and
    /// `toolkit_slugs`, answered by {"items": [{"toolkit": {"slug"}, "status": "ACTIVE"}]}. Errors: NetworkError.
    [[nodiscard]] Result<std::set<std::string>> connected(const std::vector<std::string> &toolkits,
                                                          const std::string &user, std::stop_token stop = {}) const;

private:
    struct Impl;
    explicit ToolSearch(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::upstream
