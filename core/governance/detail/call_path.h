#pragma once
/// One call on its way through the gates: what each has found out, and the gates in their order.

#include "governance/gatekeeper.h"

#include <optional>

namespace actionscope::governance::detail {

/// Lives for one call, on one thread.
class CallPath {
public:
    CallPath(const Gatekeeper::Parts &parts, const GatekeeperOptions &options, const CallRequest &request)
        : m_parts(parts)
        , m_options(options)
        , m_request(request) {}

    [[nodiscard]] CallOutcome run();
    [[nodiscard]] ActivationDecision activation(const Target &target);
    void recordRefusal(std::string_view code, std::string_view gate, bool activating);
    /// The gates of what is no call of an action; see Gatekeeper::pass.
    [[nodiscard]] Passage passage(const std::string &service, const std::string &method, std::string_view recordKind);
    [[nodiscard]] AuditEvent passageEvent(const std::string &service, const std::string &method,
                                          std::string_view recordKind, std::string_view outcome);

private:
    /// What a gate says: nothing lets the call pass.
    struct Refusal {
        std::string_view code, gate;
        std::string message;
        json::object detail;
    };
    using Gate = std::optional<Refusal>;

    // The gates, in the order of run().
    Gate permission();
    Gate active();
    Gate argumentsValid();
    Gate policy();
    Gate confirmation();
    Gate approval();
    Gate personalData();

    Gate permits();
    Gate accessTo(const Target &target, std::string_view code) const;
    Gate confirm(std::string_view howToRepeat);
    Gate validate(const json::value &arguments) const;
    /// Null: at an activation, when they are not known yet.
    Gate decidePolicy(const json::object *arguments);
    Gate askApproval(const std::optional<Approval> &before);
    static Refusal auditUnavailable();
    void freeze(json::object preview);

    CallOutcome refuse(Refusal refusal);
    /// Sends, records what came of it and makes the reply fit for the caller.
    CallOutcome send();
    void finish(CallOutcome &outcome, DispatchReply reply);
    [[nodiscard]] DispatchRequest dispatchRequest(const json::object &arguments) const;
    void passAs(const std::string &service, const std::string &method);
    [[nodiscard]] PolicyInput policyInput(const json::object *arguments) const;
    [[nodiscard]] AuditEvent event(std::string_view kind, std::string_view outcome) const;
    void recordDenial(const Refusal &refusal, bool activating);
    [[nodiscard]] std::string clean(std::string_view text);

    const Gatekeeper::Parts &m_parts;
    const GatekeeperOptions &m_options;
    const CallRequest &m_request;

    Target m_target;
    bool m_found = false;
    ActiveState m_state;
    ActionSource::Schema m_schema;
    PolicyDecision m_policy;
    bool m_confirmFromArguments = false; ///< a policy asks because of what is in this call
    ConfirmedBy m_confirmedBy = ConfirmedBy::Nobody;
    std::shared_ptr<PseudonymVault> m_vault; ///< null when privacy is off
    json::object m_arguments;                ///< originals put back
    std::size_t m_restored = 0;
    std::string m_digest; ///< of m_arguments
    std::optional<FrozenRequest> m_frozen;
    std::string m_grant; ///< id of the approval that was spent
};

} // namespace actionscope::governance::detail
