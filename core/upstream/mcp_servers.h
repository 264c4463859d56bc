#pragma once
/// The registry of upstream MCP servers (TF3): `servers.yaml` of the workspace, their health, their tools as actions,
/// and calls to them. Commands come from this file only, never from imported data.
///
///     servers:
///       - name: everything            # the service id of its tools
///         command: [npx, -y, "@modelcontextprotocol/server-everything"]
///         env: {API_KEY: {env: EVERYTHING_KEY}}      # references as in connections.yaml, or plain text
///         cwd: .
///         enabled: true
///       - name: weather
///         url: https://mcp.example.com/mcp
///         headers: {Authorization: {keychain: actionscope/weather}}
///         tags: [weather, forecast]
///         path: /weather              # TF1's service_path; "/<name>" when absent
///         privacy: true

#include "base/result.h"
#include "governance/gatekeeper.h"
#include "ingest/mcp_tools.h"
#include "net/mcp_client.h"
#include "upstream/credentials.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::upstream {

struct McpServerEntry {
    std::string name, url, path, cwd;
    std::vector<std::string> command;
    std::map<std::string, SecretReference> secretEnvironment, secretHeaders;
    std::map<std::string, std::string> environment, headers;
    std::vector<std::string> tags;
    bool enabled = true, privacy = true;
    Location where;
};
/// A missing file: none. Errors: ParseError with line and column, also for unknown keys.
[[nodiscard]] Result<std::vector<McpServerEntry>> readServers(const std::filesystem::path &file);
[[nodiscard]] Result<std::vector<McpServerEntry>> parseServers(std::string_view text, const std::string &file);
/// The entry as YAML, indented as an item of `servers:`.
std::string serverEntryText(const McpServerEntry &entry);
/// The file's text with one more entry; everything else byte for byte as it was. `before` is empty for a new file.
/// Errors: AlreadyExists; Unsupported with the entry to add by hand when the file has another shape; ParseError.
[[nodiscard]] Result<std::string> appendServer(std::string_view before, const std::string &file,
                                               const McpServerEntry &entry);
/// The file's text with that entry's `enabled` set; everything else byte for byte as it was. Errors: NotFound;
/// Unsupported when the file has a shape that this cannot be written into; ParseError.
[[nodiscard]] Result<std::string> switchServer(std::string_view before, const std::string &file, std::string_view name,
                                               bool on);
/// Whether two entries are the same server, reached and used in the same way.
bool sameServer(const McpServerEntry &a, const McpServerEntry &b);
/// Where an entry's tools come from, without credentials: "mcp+https://…", "mcp+stdio:npx -y …".
std::string serverOrigin(const McpServerEntry &entry);

enum class ServerState : std::uint8_t { Disabled, Starting, Ready, Failed, BackingOff };
std::string_view serverStateName(ServerState state);

struct ServerHealth {
    std::string name;
    ServerState state = ServerState::Disabled;
    std::string problem;          ///< "exited with status 127: command not found"
    std::vector<std::string> log; ///< last 50 lines of standard error
    std::string serverInfo, protocol;
    std::size_t tools = 0;
    unsigned restarts = 0;
    std::optional<Timestamp> since, nextTry;
};

/// Keeps the servers connected: starts those that are needed, restarts with back-off (1 s doubling to 60 s), pings idle
/// ones, re-lists on list_changed. Any thread.
///
/// A server that the workspace's own servers.yaml names may be contacted wherever it is, be it on this machine: its
/// host and port count as listed in `network.allow`, for it alone.
class McpServers {
public:
    struct Hooks {
        /// The tools of a server as listed now (all pages): called after each successful list, on a worker thread. The
        /// workspace turns them into actions and re-indexes.
        std::function<void(const McpServerEntry &, const ingest::McpListing &listing)> listed;
        std::function<void(const ServerHealth &)> changed;
    };
    McpServers(std::vector<McpServerEntry> entries, const SecretStore &secrets, const net::HttpExchanger &http,
               Hooks hooks);
    ~McpServers();

    void configure(std::vector<McpServerEntry> entries); ///< starts, stops and restarts what differs
    void start();                                        ///< connects every enabled server in the background
    [[nodiscard]] std::vector<ServerHealth> health() const;
    Result<void> retry(std::string_view name);
    /// The shared session (declares no client capabilities), connecting when it must. Errors: NetworkError, NotFound.
    [[nodiscard]] Result<std::shared_ptr<net::McpClient>> client(std::string_view name, std::stop_token stop = {});
    /// The entry of that name as configured; nothing when there is none.
    [[nodiscard]] std::optional<McpServerEntry> entry(std::string_view name) const;
    [[nodiscard]] std::vector<McpServerEntry> entries() const; ///< all, by name
    /// A session of its own for one client session (transparent mount); the caller keeps it.
    /// Credentials come from the entry and the secret store.
    [[nodiscard]] Result<std::unique_ptr<net::McpClient>>
    connectOwn(std::string_view name, net::McpHandlers handlers, json::object capabilities, std::stop_token stop = {});

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

/// Connects once, lists all tools and ends the session: for an import before the server is configured. Errors:
/// NetworkError saying what the server or the system said; NotFound for a secret that is not there.
[[nodiscard]] Result<ingest::McpListing> listServer(const McpServerEntry &entry, const SecretStore &secrets,
                                                    std::stop_token stop = {});

/// tools/call on the server that the target's service names.
class McpDispatcher final : public governance::Dispatcher {
public:
    /// The upstream session that belongs to the client session of a call (a mount's); null: the shared one is used.
    using OwnClient = std::function<std::shared_ptr<net::McpClient>(const governance::DispatchRequest &request)>;
    explicit McpDispatcher(McpServers &servers, OwnClient own = {})
        : m_servers(servers)
        , m_own(std::move(own)) {}
    Result<json::object> preview(const governance::DispatchRequest &request) const override;
    tl::expected<governance::DispatchReply, governance::DispatchError>
    dispatch(const governance::DispatchRequest &request) override;

private:
    McpServers &m_servers;
    const OwnClient m_own;
};

} // namespace actionscope::upstream
