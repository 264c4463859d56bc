#pragma once
/// The one path of every call, whatever façade it came through:
///
/// permission → active? → arguments valid → policy (organisation, then service, then the external hook) → confirmation
/// → admin approval → personal data put back → attempt recorded and flushed → dispatch → outcome recorded → personal
/// data replaced → reply.
///
/// **What a confirmation covers.** With an activation, the one given at the activation covers every call of it, unless
/// `confirmEachCall` is set or a policy asks because of the arguments of this call; without one, each call is
/// confirmed. Where the client can ask its person and `elicit` is set, the person is asked and the model's word does
/// not count.
///
/// **What an approval binds to.** The digest is taken of the arguments as they go upstream (personal data put back), so
/// that a pseudonym which means something else in another session fits no approval. What approvers see is built from
/// the arguments as the agent gave them, so that no original is stored.
///
/// **Records.** Kind "call" with outcome "attempt" before the dispatch, then kind "call" with what came of it ("ok",
/// "upstream_failed", or a refusal word) whose detail names the attempt's seq; kind "denial" for every refusal, with
/// the word as outcome and the gate in the detail. Arguments stand in them as shapes and a keyed digest only. The
/// caller of mayActivate() records the successful "activation".
///
/// What it needs from the rest of the program it asks of small interfaces declared here: `ActionSource`, `Activations`,
/// `Dispatcher`. Nothing else in the program may call a Dispatcher.

#include "base/clock.h"
#include "base/json.h"
#include "base/result.h"
#include "governance/access_rules.h"
#include "governance/approvals.h"
#include "governance/audit_queue.h"
#include "governance/policy.h"
#include "governance/principal.h"
#include "governance/privacy.h"
#include "risk/risk_policy.h"
#include "schema/validator.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::governance {

/// Stable words of a refusal or failure, as INTERFACES lists them; programs branch on them.
namespace refusal {
inline constexpr std::string_view NotActive = "not_active", UnknownAction = "unknown_action",
                                  NotVisible = "not_visible", PermissionDenied = "permission_denied",
                                  InvalidArguments = "invalid_arguments",
                                  ConfirmationRequired = "confirmation_required", PolicyDenied = "policy_denied",
                                  ApprovalRequired = "approval_required", ApprovalDenied = "approval_denied",
                                  ApprovalExpired = "approval_expired", ApprovalVoid = "approval_void",
                                  DefinitionChanged = "definition_changed", RateLimited = "rate_limited",
                                  AuditUnavailable = "audit_unavailable", UpstreamError = "upstream_error",
                                  UpstreamTimeout = "upstream_timeout", Cancelled = "cancelled";
}

/// Who confirmed, as a fact of its own (BX2). The model setting `user_confirmed` is only a claim.
enum class ConfirmedBy : std::uint8_t { Nobody, ModelClaimed, HumanInClient, HumanInApp, Policy };
std::string_view confirmedByName(ConfirmedBy by); ///< "model_claimed", …; empty for Nobody

/// An action at one moment, with all that the gates need. Holds what it refers to.
struct Target {
    std::shared_ptr<const catalog::Catalog> catalog;
    catalog::Ordinal ordinal = 0;
    std::string service, action; ///< ids; "service.action" is qualified()
    risk::Classification risk;
    std::string definitionHash; ///< of this moment, see definitionHash()
    std::string consequence;
    bool curated = false;
    bool visible = true;      ///< of a service that search may find (toggle, environment)
    bool quarantined = false; ///< its definition changed for the worse, or its texts were flagged: needs acceptance
    std::string quarantineReason;
    [[nodiscard]] std::string qualified() const { return service + "." + action; }
    [[nodiscard]] catalog::CapabilityView view() const { return catalog->at(ordinal); }
};

/// SHA-256, hexadecimal, over the canonical JSON of what defines a call: service, name, method, path, server,
/// parameters (names, places, types, required), security, tier and gate, and the input schema. Prose is left out on
/// purpose: a typo mended in a description must not void an approval; poisoned prose is the scanner's business.
std::string definitionHash(const catalog::CapabilityView &action, std::string_view service, std::string_view server,
                           const risk::Classification &risk, const json::value &inputSchema);

/// Implemented over the workspace. Any thread.
class ActionSource {
public:
    virtual ~ActionSource() = default;
    /// By "service.action" or wire name. Nothing when there is no such action. Cheap once warm.
    [[nodiscard]] virtual std::optional<Target> find(std::string_view name) const = 0;
    /// Its input schema, resolved, and compiled. Errors: those of reading the source.
    struct Schema {
        std::shared_ptr<const json::value> value;
        std::shared_ptr<const schema::Validator> validator;
    };
    [[nodiscard]] virtual Result<Schema> schema(const Target &target) const = 0;
    [[nodiscard]] virtual std::vector<std::string> nearest(std::string_view name) const = 0;
    /// Why the action has its tier, for approvers: {rule, detail, tier, source} in order.
    [[nodiscard]] virtual json::array provenance(const Target &) const { return {}; }
};

/// An activation as the gatekeeper sees it.
struct ActiveState {
    bool active = false;
    std::string definitionHash; ///< when it was activated
    ConfirmedBy confirmedBy = ConfirmedBy::Nobody;
    std::string why; ///< not active: "it was never activated in this session", "the activation expired at …"
};

/// Implemented by session. Any thread.
class Activations {
public:
    virtual ~Activations() = default;
    /// Is `qualified` active for this principal, in this session or by this handle? A handle of another principal, an
    /// expired or unknown one is not. Refreshes its last use when it is.
    [[nodiscard]] virtual ActiveState use(const Principal &who, std::string_view session, std::string_view qualified,
                                          std::string_view handle) = 0;
    /// The vault of the session; null when the call carries none or the session is not this principal's (the gatekeeper
    /// then uses one for the call alone).
    [[nodiscard]] virtual std::shared_ptr<PseudonymVault> vault(const Principal &who, std::string_view session) = 0;
};

/// What is sent upstream.
struct DispatchRequest {
    Target target;
    std::shared_ptr<const json::value> schema;
    json::object arguments; ///< originals, not pseudonyms
    std::string callId;     ///< of the attempt record; sent upstream as a request id where that is harmless
    std::string session;    ///< upstreams that keep sessions keep one per client session
    std::string connection; ///< slug of the connection to use; empty: the most recently authenticated one
    std::chrono::milliseconds timeout{60'000};
    std::stop_token stop;
    std::function<void(double progress, double total, std::string_view message)> progress;
    /// As in the CallRequest.
    std::function<void(std::string_view method, const json::value &params)> notification;
    std::function<tl::expected<json::value, json::object>(std::string_view method, const json::value &params)> ask;
};

/// What came back, in the shape of an MCP tool result.
struct DispatchReply {
    json::array content;    ///< MCP content blocks; text for HTTP bodies
    json::value structured; ///< null when there is none
    bool isError = false;   ///< the upstream said that it failed (HTTP 4xx and 5xx, MCP isError)
    int status = 0;         ///< HTTP status; 0 for MCP
    std::uint64_t bytes = 0;
    json::object meta; ///< _meta of an MCP result
};

enum class DispatchFault : std::uint8_t { NotSent, Failed, TimedOut, Cancelled, Busy };
struct DispatchError {
    DispatchFault fault = DispatchFault::Failed;
    std::string message; ///< no secrets, no personal data
};

/// Implemented by upstream. Any thread; blocks. Only the gatekeeper calls it.
class Dispatcher {
public:
    virtual ~Dispatcher() = default;
    /// The exact request that would be sent, for approvers: {"method", "url", "headers", "body"} with credentials as
    /// ⟨secret·n⟩; for MCP {"server", "tool", "arguments"}. Sends nothing. Errors: InvalidArgument when it cannot be
    /// built.
    [[nodiscard]] virtual Result<json::object> preview(const DispatchRequest &request) const = 0;
    [[nodiscard]] virtual tl::expected<DispatchReply, DispatchError> dispatch(const DispatchRequest &request) = 0;
};

struct CallRequest {
    Principal principal;
    std::string session; ///< id; empty without one
    std::string facade;  ///< "mcp:gateway", "mcp:curated", "mcp:finder", "rest:tools", "mount:NAME"
    std::string name;    ///< "service.action" or wire name
    json::object arguments;
    std::string activation; ///< handle; may be empty
    std::string connection;
    bool needsActivation = true;  ///< false: curated actions and mounted upstreams, which are always listed
    bool confirmEachCall = false; ///< a confirmed activation does not confirm the call (invoke_mcp_tool)
    bool userConfirmed = false;   ///< as JSON true in the call
    std::string statedReason;     ///< the caller's
    /// Why the façade could make no call of what it was asked ("the service has no connection of this name"): refused
    /// as invalid_arguments once permission is given, and recorded like every refusal.
    std::string problem;
    std::string searchId; ///< of the search that found it, when known
    std::chrono::milliseconds timeout{60'000};
    std::stop_token stop;
    std::function<void(double progress, double total, std::string_view message)> progress;
    /// What an upstream that speaks MCP tells (besides progress) and asks while it works; handed on as they are, so
    /// what they carry is cleaned of personal data by whoever sets them. `ask` may run when the call is over.
    std::function<void(std::string_view method, const json::value &params)> notification;
    std::function<tl::expected<json::value, json::object>(std::string_view method, const json::value &params)> ask;
    /// Asks the person at the client (elicitation); absent when the client cannot. Nothing: no answer.
    std::function<std::optional<bool>(std::string_view consequence)> askHuman;
};

struct CallOutcome {
    std::string code;    ///< empty: dispatched, and `reply` is what came back; else a refusal or failure
    std::string message; ///< for the model: what, why, what to do next
    json::object detail; ///< e.g. consequence, approval_id, expires_at, violations, suggestions
    std::optional<DispatchReply> reply;
    std::uint64_t attemptSeq =
        0; ///< audit record of the attempt; 0 when none was made, or the log could not be written
    PseudonymVault::Counts replaced;
    bool sent = false; ///< the dispatcher was asked, whatever came of it
    [[nodiscard]] bool dispatched() const { return sent; }
};

struct ActivationDecision {
    std::string code; ///< empty: may be activated
    std::string message;
    json::object detail;
    ConfirmedBy confirmedBy = ConfirmedBy::Nobody;
};

/// A request to a service that is no call of an action: reading a resource or a prompt of a mounted server. To rules
/// it is an action of that service named like the method ("weather.resources/read"), of tier read, whose arguments are
/// the request's parameters.
struct PassageRequest {
    Principal principal;
    std::string session, facade, service;
    std::string method;
    json::object params; ///< as the client gave them, pseudonyms not resolved
    /// Asks the person at the client; absent when the client cannot. There is no other way to confirm.
    std::function<std::optional<bool>(std::string_view consequence)> askHuman;
};

struct Passage {
    std::string code; ///< empty: it may be sent, and its outcome is to be given to `passed`
    std::string message;
    std::uint64_t attemptSeq = 0;    ///< audit record of the attempt; 0: the log could not be written and need not be
    std::vector<std::string> redact; ///< JSON pointers into the result
    [[nodiscard]] bool open() const { return code.empty(); }
};

struct GatekeeperOptions {
    bool readsWithoutAudit = false; ///< audit.reads_without_log: reads go on when the log cannot be written
    bool elicit = true;             ///< gateway.elicit: ask the human in the client where it can
    bool privacy = true;
    std::chrono::seconds approvalLifetime{24 * 3600};
    std::size_t argumentBytes = 1 << 20; ///< limits.argument_bytes
    std::string actor = "gateway";       ///< of audit records; the principal's name is added
};

/// Any thread; `call` blocks for as long as the upstream does.
class Gatekeeper {
public:
    struct Parts {
        const ActionSource *actions = nullptr;
        Activations *activations = nullptr;
        Dispatcher *dispatcher = nullptr;
        ApprovalStore *approvals = nullptr;
        AuditQueue *audit = nullptr; ///< null: it cannot be written (fail closed)
        std::function<std::shared_ptr<const AccessRules>()> access;
        std::function<std::shared_ptr<const PolicySet>()> policies;
        const PolicyHook *hook = nullptr; ///< optional
        const Clock *clock = nullptr;
        std::string digestKey; ///< of the workspace, 32 bytes
    };
    Gatekeeper(Parts parts, GatekeeperOptions options);

    /// May this principal activate the target, and who confirmed it? Records refusals; the caller records success with
    /// the handle (session knows it).
    [[nodiscard]] ActivationDecision mayActivate(const CallRequest &request, const Target &target);
    [[nodiscard]] CallOutcome call(const CallRequest &request);
    /// Records what a façade itself had to refuse before there was anything to judge (no such action, a session that
    /// is not the caller's, activations that are paused), as a denial at `gate`.
    void recordRefusal(const CallRequest &request, std::string_view code, std::string_view gate, bool activating);
    /// permission → policy → confirmation, where a policy asks for one → attempt recorded and flushed. What a policy
    /// wants approved by an administrator is refused: nothing waits for a decision here. The attempt is a record of
    /// kind `recordKind`.
    [[nodiscard]] Passage pass(const PassageRequest &request, std::string_view recordKind);
    /// What came of it, as a record that names the attempt. `detail` holds no values.
    void passed(const PassageRequest &request, std::string_view recordKind, const Passage &passage,
                std::string_view outcome, json::object detail = {});

private:
    Parts m_parts;
    GatekeeperOptions m_options;
};

} // namespace actionscope::governance
