#include "gateway/detail/mount_relay.h"

#include "base/hash.h"
#include "base/text.h"
#include "catalog/text_scan.h"
#include "gateway/agent_search.h"
#include "gateway/detail/rpc_message.h"
#include "governance/redaction.h"
#include "ingest/mcp_tools.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace actionscope::gateway::detail {
namespace {

constexpr std::size_t MaxSubscriptions = 1000; ///< of one session
constexpr std::string_view RecordKind = "mount";
constexpr std::array<std::string_view, 11> Served{
    "tools/list",     "tools/call",          "resources/list",        "resources/templates/list",
    "resources/read", "resources/subscribe", "resources/unsubscribe", "prompts/list",
    "prompts/get",    "completion/complete", "logging/setLevel"};
/// Notifications of the server about nothing that runs, besides those that are looked at.
constexpr std::array<std::string_view, 4> Announced{"notifications/message", "notifications/resources/list_changed",
                                                    "notifications/prompts/list_changed",
                                                    "notifications/elicitation/complete"};

tl::unexpected<json::object> refuse(int code, std::string_view message) {
    return tl::unexpected(json::object{{"code", code}, {"message", message}});
}

/// Calls `visit` with every member that is a file in base64: no text, and a run of digits in it is nobody's number.
template <class Visit> void eachFile(json::value &value, const Visit &visit) {
    if (json::array *list = value.if_array()) {
        for (json::value &entry : *list)
            eachFile(entry, visit);
        return;
    }
    json::object *object = value.if_object();
    if (!object)
        return;
    const std::string type(stringMember(value, "type"));
    for (auto &entry : *object) {
        if (entry.key() == "blob" || (entry.key() == "data" && (type == "image" || type == "audio")))
            visit(entry.value());
        else
            eachFile(entry.value(), visit);
    }
}

/// False when the vault is full: then nobody may see it.
bool pseudonymise(governance::PseudonymVault *vault, std::string_view service, json::value &value) {
    if (!vault)
        return true;
    std::vector<json::value> files;
    eachFile(value, [&](json::value &file) { files.push_back(std::exchange(file, nullptr)); });
    if (!vault->pseudonymise(value, service))
        return false;
    std::size_t next = 0;
    eachFile(value, [&](json::value &file) { file = std::move(files.at(next++)); });
    return true;
}

/// What is read of the server itself; calls of tools have gates of their own, and lists of tools show none but those
/// that may be called.
bool needsPassage(std::string_view method) {
    return method.starts_with("resources/") || method.starts_with("prompts/") || method.starts_with("completion/");
}

/// The server's own words for people, as the catalog keeps them.
std::string kept(std::string_view text) { return toValidUtf8(truncateUtf8(text, catalog::MaxDescription)); }

/// Whether the tool says what it said when it was imported.
bool isAsImported(const json::object &tool, const catalog::CapabilityView &action, const json::value &schema) {
    std::string_view title = stringMember(tool, "title");
    if (const json::object *annotations = objectMember(tool, "annotations"); title.empty() && annotations)
        title = stringMember(*annotations, "title");
    const json::value *input = tool.if_contains("inputSchema");
    return kept(stringMember(tool, "description")) == action.description() &&
           (title.empty() || toValidUtf8(title) == action.title()) && input && *input == schema;
}

} // namespace

MountRelay::MountRelay(Services &services, std::string name, governance::Principal principal,
                       std::chrono::milliseconds longest, Attached attached)
    : m_services(services)
    , m_name(std::move(name))
    , m_principal(std::move(principal))
    , m_longest(longest)
    , m_attached(std::move(attached)) {}

MountRelay::~MountRelay() = default;

Result<void> MountRelay::connect(const json::object &capabilities, std::stop_token stop) {
    if (const auto refused = refusalOf(m_principal)) {
        record("initialize", refused->word, {});
        return fail(ErrorCode::PermissionDenied, refused->message);
    }
    const auto entry = m_services.servers.entry(m_name);
    m_overPipes = entry && entry->url.empty();
    json::object declared;
    for (const std::string_view name : {"sampling", "elicitation", "roots"})
        if (const json::value *capability = capabilities.if_contains(name))
            declared[name] = *capability;
    net::McpHandlers handlers;
    handlers.request = [this](std::string_view method, const json::value &params) { return asked(method, params); };
    handlers.notification = [this](std::string_view method, const json::value &params) { heard(method, params); };
    handlers.closed = [this](std::string_view) {
        std::function<void()> lost;
        {
            const std::lock_guard lock(m_mutex);
            lost = m_to.lost;
        }
        if (lost)
            lost();
    };
    auto client = m_services.servers.connectOwn(m_name, std::move(handlers), std::move(declared), std::move(stop));
    record("initialize", client ? "ok" : "upstream_error", {});
    if (!client)
        return fail(std::move(client.error()));
    m_client = std::move(*client);
    return {};
}

void MountRelay::attach(Client client) {
    {
        const std::lock_guard lock(m_mutex);
        m_to = std::move(client);
    }
    m_attached(session(), shared_from_this());
    if (!m_client->alive() && m_to.lost)
        m_to.lost();
}

json::object MountRelay::greeting() const {
    json::object offered;
    for (const std::string_view name : {"tools", "resources", "prompts", "completions", "logging"})
        if (const json::value *capability = m_client->capabilities().if_contains(name))
            offered[name] = *capability;
    json::object greeting{{"capabilities", std::move(offered)}, {"serverInfo", m_client->serverInfo()}};
    // Prose for the model: not what would be withheld of a tool either.
    const std::string instructions = m_client->instructions();
    const auto findings = catalog::scanText(instructions, "instructions");
    if (!instructions.empty() && std::ranges::none_of(findings, [](const auto &finding) { return finding.withhold; }))
        greeting["instructions"] = instructions;
    return greeting;
}

bool MountRelay::serves(std::string_view method) const {
    return std::find(Served.begin(), Served.end(), method) != Served.end();
}

std::string MountRelay::session() const {
    const std::lock_guard lock(m_mutex);
    return m_to.session;
}

std::shared_ptr<governance::PseudonymVault> MountRelay::vault() const {
    const std::string id = session();
    if (id.empty() || !m_services.workspace.snapshot()->settings.privacy)
        return nullptr;
    return m_services.sessions.vault(m_principal, id);
}

void MountRelay::record(std::string_view method, std::string_view outcome, json::object detail) const {
    governance::AuditEvent event;
    event.kind = RecordKind;
    event.actor = "gateway:" + m_principal.name;
    event.principal = m_principal.id;
    event.organisation = m_principal.organisation;
    event.session = session();
    event.service = m_name;
    event.outcome = outcome;
    event.detail = std::move(detail);
    event.detail["facade"] = "mount:" + m_name;
    event.detail["method"] = method;
    // What was done is done; a log that takes no records is noticed by the next request.
    static_cast<void>(m_services.audit.post(std::move(event)));
}

std::optional<MountRelay::Refusal> MountRelay::refusalOf(const governance::Principal &who) const {
    using namespace governance;
    if (!holds(who.role, Permission::RunTools))
        return Refusal{refusal::PermissionDenied,
                       "the role " + std::string(roleName(who.role)) +
                           " may not use mounted servers; use a credential with the role agent or developer"};
    const auto snapshot = m_services.workspace.snapshot();
    const auto index = snapshot->catalog->findService(m_name);
    if (!index || !ingest::isMcpFormat(snapshot->catalog->services()[*index].info.format))
        return Refusal{refusal::NotVisible, "the tools of " + m_name + " are not imported yet"};
    if (!snapshot->services[*index].searchable())
        return Refusal{refusal::NotVisible, "`" + m_name + "` is switched off; a person can switch it on"};
    return std::nullopt;
}

MountRelay::Open::Open(MountRelay &relay, std::shared_ptr<const Conversation> conversation)
    : m_relay(relay)
    , m_conversation(std::move(conversation)) {
    const std::lock_guard lock(m_relay.m_mutex);
    m_relay.m_open.push_back(m_conversation);
}

MountRelay::Open::~Open() {
    const std::lock_guard lock(m_relay.m_mutex);
    std::erase(m_relay.m_open, m_conversation);
}

std::shared_ptr<const MountRelay::Conversation> MountRelay::newest() const {
    const std::lock_guard lock(m_mutex);
    return m_open.empty() ? nullptr : m_open.back();
}

std::shared_ptr<const MountRelay::Conversation> MountRelay::conversationWith(ClientLink *to) {
    auto conversation = std::make_shared<Conversation>();
    const std::shared_ptr<ClientLink> link = to ? to->weak_from_this().lock() : nullptr;
    conversation->tell = [link, vault = vault(), name = m_name](std::string_view method, const json::value &params) {
        json::value clean = params;
        if (link && pseudonymise(vault.get(), name, clean))
            link->notify(method, std::move(clean));
    };
    conversation->ask = [this, link, vault = vault()](std::string_view method, const json::value &params) -> Answer {
        json::value clean = params;
        if (!link || !pseudonymise(vault.get(), m_name, clean))
            return refuse(rpc::Internal, "the client cannot be asked");
        auto answer = link->request(method, std::move(clean));
        record(method, answer ? "ok" : "refused", {{"asked", true}});
        if (answer && vault)
            vault->rehydrate(*answer, m_name);
        return answer;
    };
    return conversation;
}

void MountRelay::heard(std::string_view method, const json::value &params) {
    Client to;
    {
        const std::lock_guard lock(m_mutex);
        to = m_to;
        if (method == "notifications/resources/updated") {
            // The server may name a part of what was subscribed.
            const std::string_view uri = stringMember(params, "uri");
            if (std::ranges::none_of(m_subscribed, [&](const std::string &known) { return uri.starts_with(known); }))
                return;
        } else if (method != "notifications/tools/list_changed" &&
                   std::find(Announced.begin(), Announced.end(), method) == Announced.end()) {
            return;
        }
    }
    if (!to.announce)
        return;
    if (method == "notifications/tools/list_changed")
        return to.toolsChanged();
    if (method == "notifications/message" && m_overPipes) {
        if (const auto conversation = newest())
            return conversation->tell(method, params);
    }
    json::value clean = params;
    if (pseudonymise(vault().get(), m_name, clean))
        static_cast<void>(to.announce(method, clean));
}

/// On no request's stream: over pipes nothing tells whose it is, and over HTTP it belongs to none.
MountRelay::Answer MountRelay::asked(std::string_view method, const json::value &params) {
    if (const auto conversation = newest())
        return conversation->ask(method, params);
    decltype(Client::ask) ask;
    {
        const std::lock_guard lock(m_mutex);
        ask = m_to.ask;
    }
    const auto vault = this->vault();
    json::value clean = params;
    if (!ask || !pseudonymise(vault.get(), m_name, clean))
        return refuse(rpc::Internal, "the client cannot be asked now");
    auto answer = ask(method, std::move(clean));
    record(method, answer ? "ok" : "refused", {{"asked", true}});
    if (answer && vault)
        vault->rehydrate(*answer, m_name);
    return answer;
}

void MountRelay::notification(std::string_view method, const json::value &params) {
    static_cast<void>(m_client->notify(method, params));
}

MountRelay::Answer MountRelay::request(const Caller &caller, std::string_view method, const json::object &params) {
    if (const auto refused = refusalOf(caller.principal)) {
        record(method, refused->word, {{"params", governance::shapeOf(params)}});
        return refuse(rpc::InvalidRequest, refused->message);
    }
    if (method == "tools/call")
        return callTool(caller, params);
    if (method == "tools/list")
        return listTools(caller, params);
    return relay(caller, method, params);
}

governance::PassageRequest MountRelay::passageOf(const Caller &caller, std::string_view method,
                                                 const json::object &params) const {
    governance::PassageRequest request{.principal = caller.principal,
                                       .session = session(),
                                       .facade = "mount:" + m_name,
                                       .service = m_name,
                                       .method = std::string(method),
                                       .params = params,
                                       .askHuman = {}};
    // Not the caller's business, and different each time.
    request.params.erase("_meta");
    if (caller.link && caller.link->can("elicitation"))
        request.askHuman = askThrough(*caller.link);
    return request;
}

MountRelay::Answer MountRelay::relay(const Caller &caller, std::string_view method, const json::object &params) {
    std::optional<governance::PassageRequest> asked;
    governance::Passage passage;
    if (needsPassage(method)) {
        asked = passageOf(caller, method, params);
        passage = m_services.gatekeeper.pass(*asked, RecordKind);
        if (!passage.open())
            return refuse(passage.code == governance::refusal::AuditUnavailable ? rpc::Internal : rpc::InvalidRequest,
                          passage.message);
    } else if (!m_services.audit.healthy() && !m_services.readsWithoutAudit) {
        return refuse(rpc::Internal, "the audit log cannot be written, and without a record nothing is sent");
    }
    // Every attempt gets its outcome, whatever happens from here on.
    const auto over = [&](std::string_view outcome, json::object detail = {}) {
        if (asked) {
            m_services.gatekeeper.passed(*asked, RecordKind, passage, outcome, std::move(detail));
        } else {
            detail["params"] = governance::shapeOf(params);
            record(method, outcome, std::move(detail));
        }
    };
    const auto vault = this->vault();
    json::value sent(params);
    if (vault) {
        if (const std::size_t foreign = vault->foreign(sent, m_name); foreign != 0) {
            over(governance::refusal::InvalidArguments);
            return refuse(rpc::InvalidParams, std::to_string(foreign) +
                                                  " of the values stand for personal data of another service and "
                                                  "cannot be used with " +
                                                  m_name);
        }
        vault->rehydrate(sent, m_name);
    }
    const std::string uri(stringMember(sent, "uri"));
    bool subscribing = false;
    if (method == "resources/subscribe") {
        // Before it is sent: the first update may come together with the answer.
        const std::lock_guard lock(m_mutex);
        if (m_subscribed.size() >= MaxSubscriptions) {
            over(governance::refusal::RateLimited);
            return refuse(rpc::InvalidRequest,
                          "this session has " + std::to_string(MaxSubscriptions) + " subscriptions: end some first");
        }
        subscribing = m_subscribed.insert(uri).second;
    }
    const auto conversation = conversationWith(caller.link);
    net::McpCallOptions options;
    options.timeout = m_longest;
    options.stop = caller.stop;
    options.notification = conversation->tell;
    options.request = conversation->ask;
    tl::expected<json::value, net::McpError> answer;
    {
        const Open open(*this, conversation);
        answer = m_client->request(method, sent, options);
    }
    if (answer ? method == "resources/unsubscribe" : subscribing) {
        const std::lock_guard lock(m_mutex);
        m_subscribed.erase(uri);
    }
    if (!answer && answer.error().fault != net::McpFault::Rpc) {
        over(answer.error().fault == net::McpFault::Cancelled  ? governance::refusal::Cancelled
             : answer.error().fault == net::McpFault::TimedOut ? governance::refusal::UpstreamTimeout
                                                               : governance::refusal::UpstreamError);
        return refuse(rpc::Internal, answer.error().message);
    }
    over(answer ? "ok" : "upstream_failed");
    json::value whole = answer ? std::move(*answer) : json::value(std::move(answer.error().rpc));
    if (answer && !passage.redact.empty())
        governance::redactPointers(whole, passage.redact);
    if (!pseudonymise(vault.get(), m_name, whole))
        return refuse(rpc::Internal, "the answer is withheld: too many pseudonyms in this session (limits.pseudonyms)");
    if (answer)
        return whole;
    return tl::unexpected(std::move(whole.as_object()));
}

std::uint64_t MountRelay::listedFor(const governance::Principal &who) const {
    const auto snapshot = m_services.workspace.snapshot();
    const auto index = snapshot->catalog->findService(m_name);
    std::string listed;
    if (index && !refusalOf(who)) {
        const catalog::Service &service = snapshot->catalog->services()[*index];
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const governance::Target target = m_services.actions.targetAt(snapshot, service.first + i);
            if (target.quarantined || !m_services.mayFind(who, target))
                continue;
            const bool withheld = m_services.workspace.agentText(*target.catalog, target.ordinal).withheld;
            listed += target.definitionHash + (withheld ? "-" : "+");
            listed += std::to_string(hash64(target.view().title()) ^ hash64(target.view().description()));
        }
    }
    return std::max<std::uint64_t>(1, hash64(listed));
}

bool MountRelay::listDiffers(const Caller &caller) {
    const std::uint64_t before = m_listed;
    if (before == 0)
        return false;
    const std::uint64_t now = listedFor(caller.principal);
    m_listed = now;
    return now != before;
}

MountRelay::Answer MountRelay::listTools(const Caller &caller, const json::object &params) {
    // Before the answer is made: a change in between is told once too often rather than never.
    m_listed = listedFor(caller.principal);
    auto answer = relay(caller, "tools/list", params);
    json::value *listed = answer && answer->is_object() ? answer->as_object().if_contains("tools") : nullptr;
    if (!listed || !listed->is_array())
        return answer;
    const auto snapshot = m_services.workspace.snapshot();
    const auto index = snapshot->catalog->findService(m_name);
    if (!index)
        return refuse(rpc::Internal, "the tools of " + m_name + " are gone from the catalog");
    const catalog::Service &service = snapshot->catalog->services()[*index];
    std::unordered_map<std::string, catalog::Ordinal> byTool;
    for (std::uint32_t i = 0; i < service.segment->size(); ++i)
        byTool.emplace(ingest::mcpToolName(service.segment->at(i).pointer()), service.first + i);
    json::array open;
    for (json::value &tool : listed->as_array()) {
        const auto known = byTool.find(std::string(stringMember(tool, "name")));
        if (known == byTool.end() || !tool.is_object())
            continue;
        const governance::Target target = m_services.actions.targetAt(snapshot, known->second);
        const auto schema = m_services.actions.schema(target);
        if (!schema || target.quarantined || !m_services.mayFind(caller.principal, target))
            continue;
        if (!m_services.workspace.agentText(*target.catalog, target.ordinal).withheld &&
            isAsImported(tool.as_object(), target.view(), *schema->value)) {
            open.push_back(std::move(tool));
            continue;
        }
        ToolDefinition imported = actionTool(m_services, target);
        imported.name = known->first;
        open.emplace_back(toJson(imported));
    }
    *listed = std::move(open);
    return answer;
}

MountRelay::Answer MountRelay::callTool(const Caller &caller, const json::object &params) {
    const std::string tool(stringMember(params, "name"));
    const json::value *given = params.if_contains("arguments");
    if (tool.empty())
        return refuse(rpc::InvalidParams, "tools/call needs `name`, a text");
    if (given && !given->is_object() && !given->is_null())
        return refuse(rpc::InvalidParams, "`arguments` is an object");
    const auto snapshot = m_services.workspace.snapshot();
    std::optional<governance::Target> target;
    if (const auto index = snapshot->catalog->findService(m_name)) {
        const catalog::Service &service = snapshot->catalog->services()[*index];
        for (std::uint32_t i = 0; i < service.segment->size() && !target; ++i)
            if (ingest::mcpToolName(service.segment->at(i).pointer()) == tool)
                target = m_services.actions.targetAt(snapshot, service.first + i);
    }
    if (!target || !m_services.mayFind(caller.principal, *target))
        return refuse(rpc::InvalidParams, "there is no tool `" + toValidUtf8(truncateUtf8(tool, 100)) +
                                              "` here: tools/list names those that there are");
    governance::CallRequest request;
    request.name = target->qualified();
    request.facade = "mount:" + m_name;
    request.needsActivation = false;
    request.timeout = m_longest;
    if (given && given->is_object())
        request.arguments = given->as_object();
    // The tool's own schema is shown as it is, so the word of the model comes beside the tool's arguments.
    if (const json::value *word = request.arguments.if_contains("user_confirmed")) {
        const auto schema = m_services.actions.schema(*target);
        const json::object *properties = schema ? objectMember(*schema->value, "properties") : nullptr;
        if (!properties || !properties->contains("user_confirmed")) {
            request.userConfirmed = word->is_bool() && word->get_bool();
            request.arguments.erase("user_confirmed");
        }
    }
    const auto conversation = conversationWith(caller.link);
    request.notification = conversation->tell;
    request.ask = conversation->ask;
    const Open open(*this, conversation);
    return json::value(toJson(toToolResult(callAction(m_services, caller, std::move(request)))));
}

} // namespace actionscope::gateway::detail
