#include "gateway/gateway.h"

#include "base/file.h"
#include "gateway/capability_dispatcher.h"
#include "gateway/context_service.h"
#include "gateway/detail/mcp_stdio.h"
#include "gateway/detail/session_log.h"
#include "gateway/detail/token_cost.h"
#include "gateway/detail/wire_server.h"
#include "gateway/facades/facade_set.h"
#include "gateway/growth.h"
#include "gateway/mount.h"
#include "gateway/rest.h"
#include "gateway/services.h"
#include "gateway/session_profile.h"
#include "upstream/jwt.h"
#include "upstream/policy_hook.h"
#include "workspace/capability_watch.h"
#include "workspace/layout.h"

#include <algorithm>
#include <set>
#include <thread>

namespace actionscope::gateway {
namespace {

constexpr std::chrono::milliseconds NotifyPause{100}, RefreshPause{1000};

/// The façades need someone to tell before the server that does it is made.
class Changes final : public ListChanges {
public:
    void changed(std::string_view session) override {
        if (ListChanges *listener = to)
            listener->changed(session);
    }
    void catalogChanged() override {
        if (ListChanges *listener = to)
            listener->catalogChanged();
    }
    std::atomic<ListChanges *> to = nullptr;
};

} // namespace

GatewayOptions optionsOf(const workspace::Settings &settings) {
    GatewayOptions options;
    options.listen = settings.gateway.listen;
    options.allowedHosts = settings.gateway.allowedHosts;
    options.allowedOrigins = settings.gateway.allowedOrigins;
    options.wire = settings.gateway.wire;
    options.sessions = settings.gateway.sessions;
    options.facades = settings.gateway.facades;
    options.threads = settings.gateway.threads;
    options.callThreads = settings.gateway.callThreads;
    return options;
}

struct Gateway::Impl {
    Impl(workspace::Workspace &opened, GatewayOptions given)
        : workspace(opened)
        , options(std::move(given))
        , actions(opened)
        , costs(opened)
        , sessions(clock, options.sessions) {}
    ~Impl() {
        stop(std::chrono::milliseconds(0));
        capabilityWatch.reset();
        workspaceChange = {};
        // Their threads tell of new lists: none of what they tell may be gone.
        if (servers)
            servers->configure({});
        // Listeners first: what is destroyed below must not be told of anything any more.
        sessions.onEviction({});
        sessions.onOpen({});
        sessions.onForeign({});
    }
    Impl(const Impl &) = delete;
    Impl &operator=(const Impl &) = delete;

    Result<void> compose();
    Result<void> authentication(detail::WireServer::Parts &parts);
    void watch();
    /// Subscribers are to be told, soon.
    void somethingHappened();
    /// servers.yaml when it changed: whole, or not at all.
    void refreshServers();
    /// Why they are not taken; empty when they are.
    std::string takeServers(std::vector<upstream::McpServerEntry> entries);
    void stop(std::chrono::milliseconds grace);
    void evicted(const session::Eviction &eviction);
    /// Who asked for a session that is somebody else's: the answer tells nothing, the log does.
    void refusedForeignSession(const governance::Principal &who, const std::string &id);
    /// Activations whose action is gone, or may not be used any more until a person looked at it, end.
    void endWhatIsGone();

    workspace::Workspace &workspace;
    GatewayOptions options;
    SystemClock clock;
    std::atomic<bool> paused = false;
    WorkspaceActions actions;
    detail::TokenCosts costs;
    std::unique_ptr<upstream::SecretStore> secrets;
    std::unique_ptr<net::HttpExchanger> exchanger;
    std::unique_ptr<upstream::McpServers> servers;
    std::unique_ptr<upstream::HttpDispatcher> http;
    std::vector<std::unique_ptr<upstream::ToolSearch>> searches;
    std::unique_ptr<Growth> growth;
    std::unique_ptr<McpMounts> mounts;
    std::unique_ptr<upstream::McpDispatcher> mcp;
    std::unique_ptr<Dispatchers> dispatchers;
    std::unique_ptr<CapabilityDispatcher> capabilities;
    std::unique_ptr<governance::PolicyHook> hook;
    std::unique_ptr<upstream::JwtVerifier> jwt;
    std::unique_ptr<governance::AuditQueue> audit;
    std::unique_ptr<detail::SessionLog> sessionLog;
    session::SessionRegistry sessions;
    std::unique_ptr<governance::Gatekeeper> gatekeeper;
    Changes changes;
    std::unique_ptr<Services> services;
    std::unique_ptr<ContextService> context;
    std::unique_ptr<ToolSurface> surface;
    std::unique_ptr<RestRoutes> rest;
    std::unique_ptr<detail::WireServer> wire;
    workspace::Subscription workspaceChange;
    std::unique_ptr<workspace::CapabilityWatch> capabilityWatch;

    std::mutex mutex;
    std::condition_variable wake;
    bool over = false, resting = false; ///< resting: subscribers were told just now
    std::atomic<bool> activity = false;
    std::optional<FileStamp> serversSeen,
        serversTaken;           ///< on the watcher's thread: of the last look, and of what is in force
    std::string serversProblem; ///< why servers.yaml is not in force as it is now
    std::map<std::string, std::string> listProblems; ///< why the tools of a server were not taken over; by its name
    std::mutex subscriberMutex;                      ///< held while they are called: cancelling waits for that
    std::map<std::uint64_t, std::function<void()>> subscribers;
    std::uint64_t nextSubscriber = 1;
    std::mutex stopMutex;
    std::thread watcher;
};

Result<void> Gateway::Impl::authentication(detail::WireServer::Parts &parts) {
    const governance::Principal person = workspace.person();
    parts.local.id = "local:" + person.user;
    parts.local.name = parts.local.user = person.user;
    parts.local.source = governance::Principal::Source::Local;
    parts.local.role = governance::Role::Agent;
    if (!options.authenticate)
        return {};
    const governance::TokenStore *tokens = workspace.tokens();
    parts.authenticate = [tokens](std::string_view bearer) { return tokens->authenticate(bearer); };
    if (options.jwt.jwks.empty())
        return {};
    auto verifier = upstream::JwtVerifier::create({.issuer = options.jwt.issuer,
                                                   .audience = options.jwt.audience,
                                                   .jwks = options.jwt.jwks,
                                                   .roleClaim = options.jwt.roleClaim,
                                                   .organisationClaim = options.jwt.organisationClaim,
                                                   .userClaim = options.jwt.userClaim},
                                                  clock);
    if (!verifier)
        return fail(std::move(verifier.error()));
    jwt = std::move(*verifier);
    parts.authorizationServers.push_back(options.jwt.issuer);
    parts.slowCredential = upstream::looksLikeJwt;
    parts.authenticateSlowly = [this](std::string_view bearer) -> Result<std::optional<governance::Principal>> {
        auto principal = jwt->verify(bearer);
        if (principal)
            return std::optional(std::move(*principal));
        if (principal.error().code == ErrorCode::PermissionDenied)
            return std::optional<governance::Principal>();
        return fail(std::move(principal.error()));
    };
    return {};
}

Result<void> Gateway::Impl::compose() {
    const auto snapshot = workspace.snapshot();
    const workspace::Settings &settings = snapshot->settings;
    const workspace::Layout layout{workspace.folder()};
    if (!workspace.audit() || !workspace.tokens() || workspace.readOnly())
        return fail(ErrorCode::IoError,
                    "the gateway does not start without an audit log that it can write: state.db of " +
                        workspace.folder().string() + " cannot be used");
    auto digestKey = workspace.digestKey();
    if (!digestKey)
        return fail(std::move(digestKey.error()));
    auto rules = net::AddressRules::create(settings.networkAllow);
    if (!rules)
        return fail(std::move(rules.error()));
    serversSeen = serversTaken = fileStamp(layout.servers());
    auto entries = upstream::readServers(layout.servers());
    if (!entries)
        return fail(std::move(entries.error()));
    if (!settings.policyHook.url.empty()) {
        auto opened = upstream::openPolicyHook(
            {.url = settings.policyHook.url, .timeout = settings.policyHook.timeout, .bearer = {}});
        if (!opened)
            return fail(std::move(opened.error()));
        hook = std::move(*opened);
    }
    secrets = options.secrets ? std::move(options.secrets) : upstream::openSecretStore(layout.keys());
    const auto providers = upstream::readToolSearches(layout.providers());
    if (!providers)
        return fail(providers.error());
    for (const upstream::ToolSearchEntry &entry : *providers) {
        auto search = upstream::ToolSearch::open(entry, *secrets);
        if (!search)
            return fail(std::move(search.error()));
        searches.push_back(std::move(*search));
    }
    auto grown = Growth::open(workspace, *secrets);
    if (!grown)
        return fail(std::move(grown.error()));
    growth = std::move(*grown);
    exchanger = std::make_unique<net::HttpExchanger>(*rules);
    upstream::McpServers::Hooks hooks;
    hooks.changed = [this](const upstream::ServerHealth &) { somethingHappened(); };
    hooks.listed = [this](const upstream::McpServerEntry &entry, const ingest::McpListing &listing) {
        const auto applied = workspace.applyToolList(listing);
        {
            const std::lock_guard lock(mutex);
            listProblems[entry.name] = applied ? std::string() : applied.error().toString();
        }
        changes.catalogChanged();
    };
    servers = std::make_unique<upstream::McpServers>(std::move(*entries), *secrets, *exchanger, std::move(hooks));
    http = std::make_unique<upstream::HttpDispatcher>(actions, *secrets, *rules, clock);
    mcp = std::make_unique<upstream::McpDispatcher>(*servers, [this](const governance::DispatchRequest &request) {
        return mounts->clientOf(request.session, request.target.service);
    });
    dispatchers = std::make_unique<Dispatchers>(*http, *mcp);
    capabilities = std::make_unique<CapabilityDispatcher>(workspace, *dispatchers);
    audit = std::make_unique<governance::AuditQueue>(*workspace.audit());
    sessionLog = std::make_unique<detail::SessionLog>(*audit);
    gatekeeper = std::make_unique<governance::Gatekeeper>(
        governance::Gatekeeper::Parts{.actions = &actions,
                                      .activations = &sessions,
                                      .dispatcher = capabilities.get(),
                                      .approvals = workspace.approvals(),
                                      .audit = audit.get(),
                                      .access = [this] { return workspace.access(); },
                                      .policies = [this] { return workspace.policies(); },
                                      .hook = hook.get(),
                                      .clock = &clock,
                                      .digestKey = std::move(*digestKey)},
        governance::GatekeeperOptions{.readsWithoutAudit = settings.readsWithoutLog,
                                      .elicit = settings.gateway.elicit,
                                      .privacy = settings.privacy,
                                      .approvalLifetime = settings.gateway.approvalLife,
                                      .argumentBytes = settings.argumentBytes});
    services.reset(new Services{.workspace = workspace,
                                .actions = actions,
                                .gatekeeper = *gatekeeper,
                                .sessions = sessions,
                                .audit = *audit,
                                .approvals = workspace.approvals(),
                                .http = *http,
                                .servers = *servers,
                                .changes = changes,
                                .clock = clock,
                                .paused = paused,
                                .readsWithoutAudit = settings.readsWithoutLog,
                                .bindReads = settings.gateway.bindReads,
                                .privacy = settings.privacy,
                                .searchAnswered = {}});
    services->growth = growth.get();
    for (const auto &search : searches)
        services->searches.push_back(search.get());
    context =
        std::make_unique<ContextService>(*services, [this](const Caller &caller) { return surface->list(caller); });
    auto facades = facadesFor(options.facades, *services, *context,
                              [this](const Caller &caller) { return surface->list(caller); });
    if (!facades)
        return fail(std::move(facades.error()));
    surface = std::make_unique<ToolSurface>(std::move(*facades));
    rest = std::make_unique<RestRoutes>(*services, *context);
    mounts = std::make_unique<McpMounts>(*services, options.wire.longestCall);

    detail::WireServer::Parts parts;
    parts.surface = surface.get();
    parts.mounts = mounts.get();
    parts.sessions = &sessions;
    parts.log = sessionLog.get();
    parts.clock = &clock;
    parts.prompts = context.get();
    parts.metrics = [this] { return context->metrics(); };
    parts.rest = [this](const RestRequest &request) { return rest->handle(request); };
    parts.version = ACTIONSCOPE_VERSION;
    if (const auto ready = authentication(parts); !ready)
        return fail(ready.error());
    auto made = detail::WireServer::create(std::move(parts), options);
    if (!made)
        return fail(std::move(made.error()));
    wire = std::move(*made);
    changes.to = &wire->engine();
    sessions.onEviction([this](const session::Eviction &eviction) { evicted(eviction); });
    sessions.guide(snapshot->guidance);
    sessions.onOpen([this](const std::string &session, const governance::Principal &who) {
        applyProfile(*services, session, who);
    });
    sessions.onForeign(
        [this](const governance::Principal &who, const std::string &id) { refusedForeignSession(who, id); });
    wire->telemetry().onActivity([this] { somethingHappened(); });
    workspaceChange = workspace.onChange([this](const std::shared_ptr<const workspace::Snapshot> &now) {
        sessions.guide(now->guidance);
        changes.catalogChanged();
        wire->engine().post([this] {
            endWhatIsGone();
            for (const session::SessionInfo &info : sessions.list())
                applyProfile(*services, info.id, info.principal);
        });
        somethingHappened();
    });
    servers->start();
    capabilityWatch = std::make_unique<workspace::CapabilityWatch>(workspace);
    watcher = std::thread([this] { watch(); });
    return {};
}

void Gateway::Impl::evicted(const session::Eviction &eviction) {
    if (eviction.qualified.empty()) {
        sessionLog->ended(eviction.session);
        wire->engine().sessionEnded(eviction.session);
        return;
    }
    if (eviction.why == session::Eviction::Why::SessionEnded)
        return;
    sessionLog->deactivated(eviction);
    if (eviction.session.empty())
        return;
    measureBound(*services, eviction.session);
    changes.changed(eviction.session);
}

void Gateway::Impl::refusedForeignSession(const governance::Principal &who, const std::string &id) {
    governance::AuditEvent event;
    event.kind = "denial";
    event.actor = "gateway:" + who.name;
    event.principal = who.id;
    event.organisation = who.organisation;
    event.session = id;
    event.outcome = governance::refusal::PermissionDenied;
    event.detail = {{"gate", "session"}, {"of", "session"}};
    static_cast<void>(audit->post(std::move(event)));
}

void Gateway::Impl::endWhatIsGone() {
    std::vector<std::string> seen;
    for (const session::SessionInfo &info : sessions.list()) {
        for (const session::Activation &activation : info.activations)
            seen.push_back(activation.qualified);
    }
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    for (const std::string &qualified : seen) {
        const auto target = actions.find(qualified);
        if (!target)
            sessions.endEverywhere(qualified, session::Eviction::Why::ActionGone);
        else if (target->quarantined)
            sessions.endEverywhere(qualified, session::Eviction::Why::Revoked);
    }
}

void Gateway::Impl::somethingHappened() {
    // Every message of every session comes through here: only the first since the last look costs more than this.
    if (activity || activity.exchange(true))
        return;
    const std::lock_guard lock(mutex);
    if (!resting)
        wake.notify_all();
}

void Gateway::Impl::refreshServers() {
    const std::filesystem::path file = workspace::Layout{workspace.folder()}.servers();
    const std::optional<FileStamp> now = fileStamp(file);
    // Two looks that agree: whoever writes it may be in the middle.
    const bool still = std::exchange(serversSeen, now) == now;
    if (!still || now == serversTaken)
        return;
    serversTaken = now;
    auto entries = upstream::readServers(file);
    std::string problem = entries ? takeServers(std::move(*entries)) : entries.error().toString();
    bool changed = false;
    {
        const std::lock_guard lock(mutex);
        changed = std::exchange(serversProblem, problem) != problem;
    }
    if (changed && options.serversProblem)
        options.serversProblem(problem);
    somethingHappened();
}

std::string Gateway::Impl::takeServers(std::vector<upstream::McpServerEntry> entries) {
    const auto named = [](const std::vector<upstream::McpServerEntry> &list, const std::string &name) {
        return std::ranges::find(list, name, &upstream::McpServerEntry::name);
    };
    const std::vector<upstream::McpServerEntry> before = servers->entries();
    json::array added, removed, changed;
    for (const upstream::McpServerEntry &entry : entries) {
        const auto known = named(before, entry.name);
        if (known == before.end())
            added.emplace_back(json::string(entry.name));
        else if (!upstream::sameServer(*known, entry))
            changed.emplace_back(json::string(entry.name));
    }
    std::set<std::string, std::less<>> gone; // of these the sessions end: they speak to what is configured no more
    for (const upstream::McpServerEntry &entry : before) {
        const auto kept = named(entries, entry.name);
        if (kept == entries.end())
            removed.emplace_back(json::string(entry.name));
        if (kept == entries.end() || !upstream::sameServer(entry, *kept))
            gone.insert(entry.name);
    }
    if (added.empty() && removed.empty() && changed.empty())
        return {};
    // A command that nobody can find in the log is not started.
    governance::AuditEvent event;
    event.kind = governance::audit_kind::Setting;
    event.actor = "gateway";
    event.outcome = "ok";
    event.detail = {{"file", "servers.yaml"},
                    {"added", std::move(added)},
                    {"removed", std::move(removed)},
                    {"changed", std::move(changed)}};
    if (const auto recorded = audit->append(std::move(event)); !recorded) {
        serversTaken.reset(); // looked at again
        return "servers.yaml changed and is not taken over while the audit log cannot be written: " +
               recorded.error().message;
    }
    servers->configure(std::move(entries));
    wire->engine().endMounts([&](const std::string &mount) { return gone.contains(mount); });
    {
        const std::lock_guard lock(mutex);
        for (const std::string &name : gone)
            listProblems.erase(name);
    }
    changes.catalogChanged();
    return {};
}

void Gateway::Impl::watch() {
    using SteadyClock = std::chrono::steady_clock;
    auto nextRefresh = SteadyClock::now() + RefreshPause;
    std::unique_lock lock(mutex);
    while (!over) {
        wake.wait_until(lock, nextRefresh, [this] { return over || activity; });
        if (over)
            return;
        const bool notify = activity.exchange(false);
        lock.unlock();
        if (notify) {
            const std::lock_guard calling(subscriberMutex);
            for (const auto &[id, callback] : subscribers)
                callback();
        }
        if (SteadyClock::now() >= nextRefresh) {
            // Toggles, rules and catalogs that another process or an editor changed. What is wrong with a file is a
            // problem of the snapshot; the last good state stays in force.
            static_cast<void>(workspace.refresh());
            refreshServers();
            nextRefresh = SteadyClock::now() + RefreshPause;
        }
        lock.lock();
        if (notify) {
            resting = true;
            wake.wait_for(lock, NotifyPause, [this] { return over; });
            resting = false;
        }
    }
}

void Gateway::Impl::stop(std::chrono::milliseconds grace) {
    const std::lock_guard once(stopMutex);
    if (wire)
        wire->stop(grace);
    {
        const std::lock_guard lock(mutex);
        over = true;
        wake.notify_all();
    }
    if (watcher.joinable())
        watcher.join();
    if (audit)
        static_cast<void>(audit->flush());
}

Gateway::Gateway(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl)) {}

Gateway::~Gateway() { stop(std::chrono::milliseconds(0)); }

Result<std::unique_ptr<Gateway>> Gateway::start(workspace::Workspace &workspace, GatewayOptions options) {
    auto impl = std::make_unique<Impl>(workspace, std::move(options));
    if (const auto composed = impl->compose(); !composed)
        return fail(composed.error());
    if (const auto started = impl->wire->start(); !started)
        return fail(started.error());
    return std::unique_ptr<Gateway>(new Gateway(std::move(impl)));
}

Result<void> Gateway::serveStdio(workspace::Workspace &workspace, GatewayOptions options, int input, int output,
                                 std::stop_token stop) {
    // The wire is composed and never bound; who starts this process is who uses it.
    options.listen = "127.0.0.1:0";
    options.authenticate = false;
    Impl impl(workspace, std::move(options));
    if (const auto composed = impl.compose(); !composed)
        return fail(composed.error());
    governance::Principal principal;
    principal.user = principal.name = workspace.person().user;
    principal.id = "local:" + principal.user;
    auto served = detail::serveStdio(impl.wire->engine(), impl.sessions, impl.wire->telemetry(), impl.options.wire,
                                     principal, input, output, stop);
    // A client that closed our input waits two seconds before it sends a signal.
    impl.stop(std::chrono::milliseconds(1200));
    return served;
}

std::string Gateway::url() const { return m_impl->wire->url(); }

GatewayStatus Gateway::status() const {
    GatewayStatus status = m_impl->wire->status();
    status.paused = m_impl->paused;
    const std::lock_guard lock(m_impl->mutex);
    status.serversProblem = m_impl->serversProblem;
    return status;
}

std::vector<session::SessionInfo> Gateway::sessions() const { return m_impl->sessions.list(); }

std::vector<Frame> Gateway::frames(std::uint64_t after, std::size_t limit) const {
    return m_impl->wire->telemetry().frames(after, limit);
}

TokenCost Gateway::tokenCost() const {
    Caller fresh;
    // As an agent sees it: the person at this program may manage, and runs nothing through the gateway.
    fresh.principal = m_impl->workspace.person();
    fresh.principal.role = governance::Role::Agent;
    TokenCost cost = m_impl->costs.of(m_impl->surface->list(fresh));
    const detail::Telemetry &telemetry = m_impl->wire->telemetry();
    std::tie(cost.searchMedian, cost.searchMax) = telemetry.searchTokens();
    cost.listChanges = telemetry.listChanges();
    cost.listChangeTokens = telemetry.listChangeTokens();
    return cost;
}

std::vector<upstream::ServerHealth> Gateway::servers() const {
    std::vector<upstream::ServerHealth> servers = m_impl->servers->health();
    const std::lock_guard lock(m_impl->mutex);
    for (upstream::ServerHealth &server : servers)
        if (const auto problem = m_impl->listProblems.find(server.name);
            server.problem.empty() && problem != m_impl->listProblems.end())
            server.problem = problem->second;
    return servers;
}

Result<void> Gateway::retryServer(const std::string &name) { return m_impl->servers->retry(name); }

void Gateway::pauseActivations(bool paused) {
    m_impl->paused = paused;
    m_impl->somethingHappened();
}

void Gateway::endSession(const std::string &id) { m_impl->wire->engine().end(id); }

workspace::Subscription Gateway::onChange(std::function<void()> callback) {
    const std::lock_guard lock(m_impl->subscriberMutex);
    const std::uint64_t id = m_impl->nextSubscriber++;
    m_impl->subscribers.emplace(id, std::move(callback));
    return workspace::Subscription([impl = m_impl.get(), id] {
        const std::lock_guard cancelling(impl->subscriberMutex);
        impl->subscribers.erase(id);
    });
}

void Gateway::stop(std::chrono::milliseconds grace) { m_impl->stop(grace); }

} // namespace actionscope::gateway
