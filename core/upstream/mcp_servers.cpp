#include "upstream/mcp_servers.h"

#include "base/text.h"
#include "net/http_client.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace actionscope::upstream {
namespace {

using namespace std::chrono_literals;
using net::McpFault;

constexpr std::size_t LogLines = 50;
constexpr auto FirstBackOff = 1s, LongestBackOff = 60s;
/// A connection that held for so long was a good one: the next failure starts from the first pause again.
constexpr auto GoodConnection = 60s;
constexpr auto PingEvery = 30s, PingTime = 10s;
/// Servers that change many tools say so many times; they are asked once.
constexpr auto ListDelay = 200ms;

std::string hostAndPort(const std::string &url) {
    std::string origin = net::originOf(url);
    const bool secure = origin.starts_with("https");
    origin.erase(0, origin.find("//") + 2);
    const bool hasPort = origin.rfind(':') != std::string::npos &&
                         (origin.find(']') == std::string::npos || origin.rfind(':') > origin.find(']'));
    return hasPort ? origin : origin + (secure ? ":443" : ":80");
}

Result<std::string> secretOf(const SecretStore &store, const SecretReference &reference, const std::string &wanted) {
    auto secret = store.read(reference);
    if (!secret)
        return fail(secret.error());
    if (!*secret)
        return fail(ErrorCode::NotFound,
                    "the secret \"" + reference.name + "\" for " + wanted + " is not there; set it first");
    return **secret;
}

Result<net::McpEndpoint> endpointOf(const McpServerEntry &entry, const SecretStore &secrets) {
    net::McpEndpoint endpoint;
    endpoint.url = entry.url;
    endpoint.command = entry.command;
    endpoint.environment = entry.environment;
    for (const auto &[name, value] : entry.headers)
        endpoint.headers.emplace_back(name, value);
    for (const auto &[name, reference] : entry.secretEnvironment) {
        auto secret = secretOf(secrets, reference, "the variable " + name + " of " + entry.name);
        if (!secret)
            return fail(secret.error());
        endpoint.environment[name] = std::move(*secret);
    }
    for (const auto &[name, reference] : entry.secretHeaders) {
        auto secret = secretOf(secrets, reference, "the header " + name + " of " + entry.name);
        if (!secret)
            return fail(secret.error());
        endpoint.headers.emplace_back(name, std::move(*secret));
    }
    if (!entry.cwd.empty())
        endpoint.workingDirectory = (std::filesystem::path(entry.where.file).parent_path() / entry.cwd).string();
    return endpoint;
}

Error errorOf(const McpServerEntry &entry, const net::McpError &error) {
    const ErrorCode code = error.fault == McpFault::Cancelled ? ErrorCode::Cancelled : ErrorCode::NetworkError;
    return {code, "MCP server " + entry.name + ": " + error.message, {}};
}

net::McpClient::Options clientOptions() {
    net::McpClient::Options options;
    options.clientVersion = ACTIONSCOPE_VERSION;
    return options;
}

ingest::McpListing listingOf(const McpServerEntry &entry, const net::McpClient &client,
                             std::vector<json::object> tools) {
    return {.service = entry.name,
            .origin = serverOrigin(entry),
            .protocol = client.protocolVersion(),
            .serverInfo = client.serverInfo(),
            .instructions = client.instructions(),
            .tags = entry.tags,
            .tools = std::move(tools)};
}

} // namespace

bool sameServer(const McpServerEntry &a, const McpServerEntry &b) {
    return serverEntryText(a) == serverEntryText(b) && a.enabled == b.enabled && a.privacy == b.privacy &&
           a.where.file == b.where.file;
}

std::string_view serverStateName(ServerState state) {
    constexpr std::string_view Names[] = {"disabled", "starting", "ready", "failed", "backing_off"};
    return Names[static_cast<std::size_t>(state)];
}

std::string serverOrigin(const McpServerEntry &entry) {
    if (!entry.url.empty())
        return "mcp+" + entry.url.substr(0, entry.url.find_first_of("?#"));
    std::string text = "mcp+stdio:";
    for (const std::string &word : entry.command)
        text += (&word == &entry.command.front() ? "" : " ") + word;
    return text;
}

/// One server: its thread connects, lists, pings, and waits before it tries again.
class Server {
public:
    Server(McpServerEntry entry, const SecretStore &secrets, const net::HttpExchanger &http,
           const McpServers::Hooks &hooks)
        : m_entry(std::move(entry))
        , m_secrets(secrets)
        , m_http(http)
        , m_hooks(hooks) {
        m_health.name = m_entry.name;
        m_health.state = ServerState::Disabled;
    }
    ~Server() {
        if (m_thread.joinable()) {
            m_thread.request_stop();
            m_changed.notify_all();
            m_thread.join();
        }
    }
    [[nodiscard]] const McpServerEntry &entry() const { return m_entry; }

    void start() {
        const std::lock_guard lock(m_mutex);
        if (!m_entry.enabled || m_thread.joinable())
            return;
        m_health.state = ServerState::Starting;
        m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
    }
    void retry() {
        start();
        const std::lock_guard lock(m_mutex);
        m_hurry = true;
        m_changed.notify_all();
    }
    ServerHealth health() const {
        const std::lock_guard lock(m_mutex);
        ServerHealth health = m_health;
        health.log.assign(m_log.begin(), m_log.end());
        return health;
    }
    Result<std::shared_ptr<net::McpClient>> client(const std::stop_token &stop) {
        if (!m_entry.enabled)
            return fail(ErrorCode::NotFound, "the MCP server " + m_entry.name + " is disabled in servers.yaml");
        start();
        std::unique_lock lock(m_mutex);
        // A lost process is noticed by a call sooner than by its own thread.
        if (m_client && !m_client->alive())
            m_lost = true;
        if (!m_client || m_lost) {
            // Callers may shorten a pause, not abolish it.
            if (m_health.state == ServerState::BackingOff && m_health.since &&
                SystemClock().now() - *m_health.since < FirstBackOff && m_health.restarts + 1 < m_attempts)
                return fail(ErrorCode::NetworkError, "MCP server " + m_entry.name + ": " + m_health.problem);
            m_hurry = m_health.state != ServerState::Starting;
            const unsigned before = m_attempts;
            m_changed.notify_all();
            m_changed.wait(lock, stop, [&] {
                return (m_client && !m_lost) || (m_attempts > before && m_health.state != ServerState::Starting);
            });
        }
        if (m_client && !m_lost)
            return m_client;
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "the call was cancelled");
        return fail(ErrorCode::NetworkError, "MCP server " + m_entry.name + ": " + m_health.problem);
    }

private:
    void report() {
        if (m_hooks.changed)
            m_hooks.changed(health());
    }
    void set(ServerState state, std::string problem) {
        {
            const std::lock_guard lock(m_mutex);
            m_health.state = state;
            m_health.problem = std::move(problem);
            m_health.since = SystemClock().now();
            if (state != ServerState::BackingOff)
                m_health.nextTry.reset();
        }
        m_changed.notify_all();
        report();
    }
    void log(std::string_view line) {
        const std::lock_guard lock(m_mutex);
        m_log.emplace_back(line);
        if (m_log.size() > LogLines)
            m_log.pop_front();
    }
    /// For the connection that is about to be made. What a connection tells after its successor was begun is about
    /// nothing any more.
    net::McpHandlers handlers() {
        net::McpHandlers handlers;
        unsigned connection = 0;
        {
            const std::lock_guard lock(m_mutex);
            connection = ++m_connection;
        }
        handlers.notification = [this](std::string_view method, const json::value &) {
            if (method != "notifications/tools/list_changed")
                return;
            const std::lock_guard lock(m_mutex);
            m_listChanged = true;
            m_changed.notify_all();
        };
        handlers.stderrLine = [this](std::string_view line) { log(line); };
        handlers.closed = [this, connection](std::string_view why) {
            const std::lock_guard lock(m_mutex);
            if (connection != m_connection)
                return;
            m_lost = true;
            m_whyLost = why;
            m_changed.notify_all();
        };
        return handlers;
    }
    void run(const std::stop_token &stop);
    Result<void> list(net::McpClient &client);
    std::string serve(const std::shared_ptr<net::McpClient> &client, const std::stop_token &stop);

    const McpServerEntry m_entry;
    const SecretStore &m_secrets;
    const net::HttpExchanger &m_http;
    const McpServers::Hooks &m_hooks;

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    // Guarded by m_mutex:
    ServerHealth m_health;
    std::deque<std::string> m_log;
    std::shared_ptr<net::McpClient> m_client;
    bool m_listChanged = false, m_lost = false, m_hurry = false;
    std::string m_whyLost;
    unsigned m_attempts = 0;   ///< that have ended, well or not
    unsigned m_connection = 0; ///< counts those that were begun

    std::jthread m_thread; // last: it ends before what it uses
};

Result<void> Server::list(net::McpClient &client) {
    auto tools = client.listTools();
    if (!tools)
        return fail(errorOf(m_entry, tools.error()));
    {
        const std::lock_guard lock(m_mutex);
        m_health.tools = tools->size();
    }
    if (m_hooks.listed)
        m_hooks.listed(m_entry, listingOf(m_entry, client, std::move(*tools)));
    return {};
}

/// Stays with a connected server until it is lost; returns why.
std::string Server::serve(const std::shared_ptr<net::McpClient> &client, const std::stop_token &stop) {
    for (;;) {
        bool listChanged = false;
        {
            std::unique_lock lock(m_mutex);
            (void)m_changed.wait_for(lock, stop, PingEvery, [&] { return m_lost || m_listChanged; });
            if (stop.stop_requested())
                return {};
            if (m_lost)
                return m_whyLost.empty() ? "the connection was lost" : m_whyLost;
            listChanged = m_listChanged;
            if (listChanged)
                (void)m_changed.wait_for(lock, stop, ListDelay, [&] { return m_lost; });
            m_listChanged = false;
        }
        if (listChanged) {
            if (auto listed = list(*client); !listed)
                return listed.error().message;
            report();
            continue;
        }
        net::McpCallOptions options;
        options.timeout = PingTime;
        options.stop = stop;
        const auto pong = client->request("ping", json::object{}, options);
        // An error object is an answer too, of a server that knows no ping.
        if (!pong && pong.error().fault != McpFault::Rpc && !stop.stop_requested())
            return "it does not answer a ping: " + pong.error().message;
    }
}

void Server::run(const std::stop_token &stop) {
    std::chrono::milliseconds pause = FirstBackOff;
    while (!stop.stop_requested()) {
        set(ServerState::Starting, {});
        {
            const std::lock_guard lock(m_mutex);
            m_lost = m_listChanged = m_hurry = false;
            m_whyLost.clear();
        }
        std::string problem;
        const auto started = std::chrono::steady_clock::now();
        if (auto endpoint = endpointOf(m_entry, m_secrets); !endpoint) {
            problem = endpoint.error().message;
        } else if (auto connected = net::McpClient::connect(*endpoint, m_http, handlers(), clientOptions(), stop);
                   !connected) {
            problem = connected.error().message;
        } else {
            std::shared_ptr<net::McpClient> client = std::move(*connected);
            if (auto listed = list(*client); !listed) {
                problem = listed.error().message;
            } else {
                {
                    const std::lock_guard lock(m_mutex);
                    m_client = client;
                    ++m_attempts;
                    m_health.protocol = client->protocolVersion();
                    m_health.serverInfo = toValidUtf8(stringMember(client->serverInfo(), "name"));
                    if (const auto version = stringMember(client->serverInfo(), "version"); !version.empty())
                        m_health.serverInfo += " " + toValidUtf8(version);
                }
                set(ServerState::Ready, {});
                problem = serve(client, stop);
                const std::lock_guard lock(m_mutex);
                m_client.reset();
                ++m_health.restarts;
                --m_attempts; // counted again below
            }
        }
        if (stop.stop_requested())
            break;
        if (std::chrono::steady_clock::now() - started > GoodConnection)
            pause = FirstBackOff;
        {
            const std::lock_guard lock(m_mutex);
            m_health.nextTry = SystemClock().now() + std::chrono::duration_cast<Timestamp::duration>(pause);
        }
        set(ServerState::BackingOff, revealInvisible(toValidUtf8(problem)));
        {
            std::unique_lock lock(m_mutex);
            m_attempts += 1;
            m_changed.notify_all();
            (void)m_changed.wait_for(lock, stop, pause, [&] { return m_hurry; });
        }
        pause = std::min<std::chrono::milliseconds>(pause * 2, LongestBackOff);
    }
}

struct McpServers::Impl {
    const SecretStore &secrets;
    const net::HttpExchanger &http;
    Hooks hooks;
    mutable std::mutex mutex;
    // Guarded by mutex:
    bool started = false;
    /// By host and port; kept for good, because clients handed out refer to them.
    std::map<std::string, std::unique_ptr<net::HttpExchanger>> exchangers;
    std::map<std::string, std::shared_ptr<Server>, std::less<>> servers;

    /// What may contact this entry. The caller holds `mutex`.
    const net::HttpExchanger &exchangerOf(const McpServerEntry &entry) {
        if (entry.url.empty())
            return http;
        const std::string target = hostAndPort(entry.url);
        auto &exchanger = exchangers[target];
        if (!exchanger) {
            auto rules = net::AddressRules::create({target});
            exchanger = std::make_unique<net::HttpExchanger>(rules ? std::move(*rules) : net::AddressRules());
        }
        return *exchanger;
    }
    std::shared_ptr<Server> find(std::string_view name) const {
        const std::lock_guard lock(mutex);
        const auto found = servers.find(name);
        return found == servers.end() ? nullptr : found->second;
    }
};

McpServers::McpServers(std::vector<McpServerEntry> entries, const SecretStore &secrets, const net::HttpExchanger &http,
                       Hooks hooks)
    : m_impl(new Impl{secrets, http, std::move(hooks), {}, false, {}, {}}) {
    configure(std::move(entries));
}

McpServers::~McpServers() = default;

void McpServers::configure(std::vector<McpServerEntry> entries) {
    std::vector<std::shared_ptr<Server>> ended; // their threads end outside the lock
    std::vector<std::shared_ptr<Server>> begun;
    {
        const std::lock_guard lock(m_impl->mutex);
        auto before = std::exchange(m_impl->servers, {});
        for (McpServerEntry &entry : entries) {
            const auto known = before.find(entry.name);
            if (known != before.end() && sameServer(known->second->entry(), entry)) {
                m_impl->servers[entry.name] = known->second;
                before.erase(known);
                continue;
            }
            const net::HttpExchanger &http = m_impl->exchangerOf(entry);
            const std::string name = entry.name;
            m_impl->servers[name] = std::make_shared<Server>(std::move(entry), m_impl->secrets, http, m_impl->hooks);
            begun.push_back(m_impl->servers[name]);
        }
        for (auto &[name, server] : before)
            ended.push_back(std::move(server));
        if (!m_impl->started)
            begun.clear();
    }
    ended.clear();
    for (const auto &server : begun)
        server->start();
}

void McpServers::start() {
    std::vector<std::shared_ptr<Server>> servers;
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->started = true;
        for (const auto &[name, server] : m_impl->servers)
            servers.push_back(server);
    }
    for (const auto &server : servers)
        server->start();
}

std::vector<ServerHealth> McpServers::health() const {
    std::vector<ServerHealth> health;
    const std::lock_guard lock(m_impl->mutex);
    for (const auto &[name, server] : m_impl->servers)
        health.push_back(server->health());
    return health;
}

Result<void> McpServers::retry(std::string_view name) {
    const auto server = m_impl->find(name);
    if (!server)
        return fail(ErrorCode::NotFound, "there is no MCP server \"" + std::string(name) + "\" in servers.yaml");
    server->retry();
    return {};
}

std::optional<McpServerEntry> McpServers::entry(std::string_view name) const {
    const auto server = m_impl->find(name);
    return server ? std::optional(server->entry()) : std::nullopt;
}

std::vector<McpServerEntry> McpServers::entries() const {
    std::vector<McpServerEntry> entries;
    const std::lock_guard lock(m_impl->mutex);
    for (const auto &[name, server] : m_impl->servers)
        entries.push_back(server->entry());
    return entries;
}

Result<std::shared_ptr<net::McpClient>> McpServers::client(std::string_view name, std::stop_token stop) {
    const auto server = m_impl->find(name);
    if (!server)
        return fail(ErrorCode::NotFound, "there is no MCP server \"" + std::string(name) + "\" in servers.yaml");
    return server->client(stop);
}

Result<std::unique_ptr<net::McpClient>> McpServers::connectOwn(std::string_view name, net::McpHandlers handlers,
                                                               json::object capabilities, std::stop_token stop) {
    const auto server = m_impl->find(name);
    if (!server || !server->entry().enabled)
        return fail(ErrorCode::NotFound,
                    "there is no enabled MCP server \"" + std::string(name) + "\" in servers.yaml");
    auto endpoint = endpointOf(server->entry(), m_impl->secrets);
    if (!endpoint)
        return fail(endpoint.error());
    const net::HttpExchanger *http = nullptr;
    {
        const std::lock_guard lock(m_impl->mutex);
        http = &m_impl->exchangerOf(server->entry());
    }
    net::McpClient::Options options = clientOptions();
    options.capabilities = std::move(capabilities);
    auto client = net::McpClient::connect(*endpoint, *http, std::move(handlers), std::move(options), std::move(stop));
    if (!client)
        return fail(errorOf(server->entry(), client.error()));
    return std::move(*client);
}

Result<ingest::McpListing> listServer(const McpServerEntry &entry, const SecretStore &secrets, std::stop_token stop) {
    const auto endpoint = endpointOf(entry, secrets);
    if (!endpoint)
        return fail(endpoint.error());
    auto rules = entry.url.empty() ? net::AddressRules() : net::AddressRules::create({hostAndPort(entry.url)});
    if (!rules)
        return fail(rules.error());
    const net::HttpExchanger http(std::move(*rules));
    net::McpClient::Options options = clientOptions();
    options.openStream = false;
    auto client = net::McpClient::connect(*endpoint, http, {}, options, std::move(stop));
    if (!client)
        return fail(errorOf(entry, client.error()));
    auto tools = (*client)->listTools();
    if (!tools)
        return fail(errorOf(entry, tools.error()));
    return listingOf(entry, **client, std::move(*tools));
}

} // namespace actionscope::upstream
