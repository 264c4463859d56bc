#include "governance/detail/call_path.h"

#include "base/text.h"
#include "governance/digest.h"
#include "governance/redaction.h"

namespace actionscope::governance::detail {

namespace {

json::string text(std::string_view value) { return json::string(value); }

json::array firedRules(const std::vector<FiredRule> &fired) {
    json::array out;
    for (const FiredRule &rule : fired)
        out.push_back(
            json::object{{"layer", text(rule.layer)}, {"name", text(rule.name)}, {"effect", text(rule.effect)}});
    return out;
}

/// A name that came from outside, as a record or message may hold it.
std::string shownName(std::string_view name) { return revealInvisible(toValidUtf8(truncateUtf8(name, 200))); }

} // namespace

CallOutcome CallPath::run() {
    using Step = Gate (CallPath::*)();
    // The order is the contract: what a later gate knows or spends must not depend on a call that an earlier one
    // refuses.
    for (const Step step : {&CallPath::permission, &CallPath::active, &CallPath::argumentsValid, &CallPath::policy,
                            &CallPath::confirmation, &CallPath::approval, &CallPath::personalData}) {
        if (m_request.stop.stop_requested())
            return refuse({refusal::Cancelled, "cancelled", "the call was cancelled before anything was sent", {}});
        if (Gate refused = (this->*step)())
            return refuse(std::move(*refused));
    }
    return send();
}

ActivationDecision CallPath::activation(const Target &target) {
    m_target = target;
    m_found = true;
    const auto decide = [&]() -> Gate {
        if (Gate refused = permits())
            return refused;
        if (Gate refused = accessTo(target, refusal::NotVisible))
            return refused;
        if (!target.visible)
            return Refusal{refusal::NotVisible,
                           "visibility",
                           "`" + target.service +
                               "` is switched off for search and new activations; a person can switch it on",
                           {}};
        if (target.quarantined)
            return Refusal{refusal::DefinitionChanged,
                           "quarantine",
                           target.qualified() + " is held back until a person accepts it: " + target.quarantineReason,
                           {}};
        if (Gate refused = decidePolicy(nullptr))
            return refused;
        m_confirmFromArguments = false;
        return confirm("activate it again with user_confirmed: true");
    };
    ActivationDecision out;
    if (Gate refused = decide()) {
        recordDenial(*refused, true);
        out.code = refused->code;
        out.message = std::move(refused->message);
        out.detail = std::move(refused->detail);
        return out;
    }
    out.confirmedBy = m_confirmedBy;
    return out;
}

CallPath::Gate CallPath::permits() {
    if (holds(m_request.principal.role, Permission::RunTools))
        return {};
    return Refusal{refusal::PermissionDenied,
                   "permission",
                   "the role " + std::string(roleName(m_request.principal.role)) +
                       " may not run actions; use a credential with the role agent or developer",
                   {}};
}

CallPath::Gate CallPath::accessTo(const Target &target, std::string_view code) const {
    const auto access = m_parts.access ? m_parts.access() : nullptr;
    if (access && access->allows(m_request.principal, target.service, target.action, target.risk.tier))
        return {};
    return Refusal{code,
                   "access",
                   access ? target.qualified() + " is not open to this caller (access.yaml)"
                          : "who may call what cannot be read; nothing is allowed until it can",
                   {}};
}

CallPath::Gate CallPath::permission() {
    if (Gate refused = permits())
        return refused;
    auto target = m_parts.actions->find(m_request.name);
    const auto unreadable = [this]() -> Gate {
        return Refusal{refusal::InvalidArguments, "request", m_request.problem, {}};
    };
    if (!target && !m_request.problem.empty())
        return unreadable();
    if (!target) {
        json::array suggestions;
        for (const std::string &name : m_parts.actions->nearest(m_request.name)) {
            const auto near = m_parts.actions->find(name);
            if (near && near->visible && !accessTo(*near, refusal::NotVisible))
                suggestions.push_back(text(name));
        }
        std::string message = "there is no action `" + shownName(m_request.name) + "`; search for one first";
        return Refusal{
            refusal::UnknownAction, "permission", std::move(message), {{"suggestions", std::move(suggestions)}}};
    }
    m_target = std::move(*target);
    m_found = true;
    Gate refused = accessTo(m_target, refusal::PermissionDenied);
    return refused || m_request.problem.empty() ? std::move(refused) : unreadable();
}

CallPath::Gate CallPath::active() {
    if (m_request.needsActivation) {
        m_state = m_parts.activations->use(m_request.principal, m_request.session, m_target.qualified(),
                                           m_request.activation);
        if (!m_state.active)
            return Refusal{refusal::NotActive,
                           "active",
                           m_target.qualified() + " is not active: " + m_state.why + "; call gateway_activate first",
                           {}};
        if (m_state.definitionHash != m_target.definitionHash)
            return Refusal{refusal::DefinitionChanged,
                           "active",
                           m_target.qualified() + " has changed since it was activated; activate it again",
                           {}};
    }
    if (m_target.quarantined)
        return Refusal{refusal::DefinitionChanged,
                       "quarantine",
                       m_target.qualified() + " is held back until a person accepts it: " + m_target.quarantineReason,
                       {}};
    return {};
}

CallPath::Gate CallPath::validate(const json::value &arguments) const {
    if (!m_schema.validator)
        return Refusal{refusal::InvalidArguments,
                       "arguments",
                       "the input schema of " + m_target.qualified() + " is not at hand; nothing was sent",
                       {}};
    const auto violations = m_schema.validator->validate(arguments);
    if (!violations)
        return Refusal{refusal::InvalidArguments,
                       "arguments",
                       "the arguments could not be checked: " + violations.error().message,
                       {}};
    if (violations->empty())
        return {};
    json::array list;
    for (const schema::Violation &violation : *violations)
        list.push_back(json::object{{"instance", text(violation.instance)},
                                    {"keyword", text(violation.keyword)},
                                    {"message", text(violation.message)}});
    return Refusal{refusal::InvalidArguments,
                   "arguments",
                   "the arguments do not fit the schema: " + schema::describe(*violations),
                   {{"violations", std::move(list)}}};
}

CallPath::Gate CallPath::argumentsValid() {
    const std::size_t bytes = json::serialize(m_request.arguments).size();
    if (bytes > m_options.argumentBytes)
        return Refusal{refusal::InvalidArguments,
                       "arguments",
                       "the arguments take " + std::to_string(bytes) + " bytes; " +
                           std::to_string(m_options.argumentBytes) + " are allowed (limits.argument_bytes)",
                       {}};
    auto schema = m_parts.actions->schema(m_target);
    if (!schema)
        return Refusal{refusal::InvalidArguments,
                       "arguments",
                       "the input schema of " + m_target.qualified() + " cannot be read: " + schema.error().message,
                       {}};
    m_schema = std::move(*schema);
    return validate(m_request.arguments);
}

PolicyInput CallPath::policyInput(const json::object *arguments) const {
    static const json::object None;
    PolicyInput input;
    input.principal = &m_request.principal;
    input.service = m_target.service;
    input.action = m_target.action;
    input.facade = m_request.facade;
    input.session = m_request.session;
    input.tier = m_target.risk.tier;
    input.adminApproval = m_target.risk.approval == risk::Approval::Admin;
    input.arguments = arguments != nullptr ? arguments : &None;
    input.argumentsUnknown = arguments == nullptr;
    if (m_target.catalog) {
        const auto view = m_target.view();
        input.method = catalog::methodName(view.method());
        input.path = view.path();
        for (const std::string_view tag : view.tags())
            input.tags.emplace_back(tag);
    }
    return input;
}

CallPath::Gate CallPath::decidePolicy(const json::object *arguments) {
    const auto policies = m_parts.policies ? m_parts.policies() : nullptr;
    if (!policies)
        return Refusal{
            refusal::PolicyDenied, "policy", "the policies cannot be read; nothing is allowed until they can", {}};
    PolicyInput input = policyInput(arguments);
    m_policy = policies->evaluate(input);
    // At an activation nobody knows what the calls will say: the service is asked about each of them.
    bool confirmFromHook = false;
    if (!m_policy.denied && m_parts.hook != nullptr && arguments != nullptr) {
        const auto answer = m_parts.hook->ask(input);
        if (!answer)
            return Refusal{refusal::PolicyDenied,
                           "policy_hook",
                           "the policy service gave no answer, and without one nothing is allowed",
                           {}};
        confirmFromHook = answer->confirm;
        m_policy = combine(std::move(m_policy), *answer);
    }
    if (m_policy.denied)
        return Refusal{refusal::PolicyDenied,
                       "policy",
                       m_policy.message.empty() ? "a policy of this workspace denies it" : m_policy.message,
                       {}};
    // A rule that asks whatever the arguments are was answered at the activation; one that looks at them was not.
    m_confirmFromArguments = confirmFromHook || (m_policy.confirm && !policies->evaluate(policyInput(nullptr)).confirm);
    return {};
}

CallPath::Gate CallPath::policy() { return decidePolicy(&m_request.arguments); }

CallPath::Gate CallPath::confirmation() {
    if (m_request.needsActivation && !m_request.confirmEachCall && !m_confirmFromArguments) {
        m_confirmedBy = m_state.confirmedBy;
        if (m_confirmedBy != ConfirmedBy::Nobody)
            return {};
    }
    return confirm("repeat the call with user_confirmed: true");
}

CallPath::Gate CallPath::confirm(std::string_view howToRepeat) {
    const bool needed = m_target.risk.tier != catalog::Tier::Read || m_policy.confirm ||
                        m_target.risk.approval == risk::Approval::Admin;
    if (!needed)
        return {};
    json::object detail{{"consequence", text(m_target.consequence)},
                        {"risk", text(catalog::tierName(m_target.risk.tier))}};
    if (m_options.elicit && m_request.askHuman) {
        const auto answer = m_request.askHuman(m_target.consequence);
        if (answer == true) {
            m_confirmedBy = ConfirmedBy::HumanInClient;
            return {};
        }
        return Refusal{refusal::ConfirmationRequired, "confirmation",
                       answer ? "the person at the client declined: " + m_target.consequence
                              : "the person at the client gave no answer: " + m_target.consequence,
                       std::move(detail)};
    }
    if (m_request.userConfirmed) {
        m_confirmedBy = ConfirmedBy::ModelClaimed;
        return {};
    }
    return Refusal{refusal::ConfirmationRequired, "confirmation",
                   m_target.consequence + " Ask the person; when they agree, " + std::string(howToRepeat) + ".",
                   std::move(detail)};
}

CallPath::Refusal CallPath::auditUnavailable() {
    return {refusal::AuditUnavailable,
            "audit",
            "the audit log cannot be written, and without a record nothing is sent; try again later",
            {}};
}

CallPath::Gate CallPath::personalData() {
    // The originals were put back for the digest of the approval; what is left is whether they may go there.
    if (m_vault) {
        if (const std::size_t foreign = m_vault->foreign(m_request.arguments, m_target.service); foreign != 0)
            return Refusal{refusal::InvalidArguments,
                           "personal_data",
                           std::to_string(foreign) +
                               " of the values stand for personal data of another service and cannot be used with " +
                               m_target.service,
                           {}};
    }
    // A pseudonym keeps to the schema of where it was seen; the original has to keep to that of where it goes.
    if (m_restored != 0) {
        if (Gate refused = validate(m_arguments))
            return refused;
    }
    if (!m_frozen)
        return {};
    // A grant that is spent on a call which cannot be recorded would be lost.
    if (m_parts.audit == nullptr || !m_parts.audit->healthy())
        return auditUnavailable();
    auto spent = m_parts.approvals->spend(*m_frozen);
    if (!spent)
        return Refusal{
            refusal::AuditUnavailable, "approval", "the approval could not be used: " + spent.error().message, {}};
    if (!*spent)
        return askApproval(std::nullopt);
    m_grant = (*spent)->id;
    return {};
}

DispatchRequest CallPath::dispatchRequest(const json::object &arguments) const {
    DispatchRequest request;
    request.target = m_target;
    request.schema = m_schema.value;
    request.arguments = arguments;
    request.session = m_request.session;
    request.connection = m_request.connection;
    request.timeout = m_request.timeout;
    request.stop = m_request.stop;
    request.notification = m_request.notification;
    request.ask = m_request.ask;
    return request;
}

AuditEvent CallPath::event(std::string_view kind, std::string_view outcome) const {
    AuditEvent event;
    event.kind = kind;
    event.actor = m_options.actor + ":" + m_request.principal.name;
    event.principal = m_request.principal.id;
    event.organisation = m_request.principal.organisation;
    event.session = m_request.session;
    event.outcome = outcome;
    event.searchId = m_request.searchId;
    if (m_found) {
        event.service = m_target.service;
        event.action = m_target.action;
        event.tier = catalog::tierName(m_target.risk.tier);
    }
    event.detail["facade"] = text(m_request.facade);
    return event;
}

void CallPath::recordDenial(const Refusal &refusal, bool activating) {
    if (m_parts.audit == nullptr)
        return;
    AuditEvent record = event("denial", refusal.code);
    record.detail["gate"] = text(refusal.gate);
    record.detail["of"] = activating ? "activation" : "call";
    if (!m_found) {
        // A name that names nothing may be anything, a secret pasted by mistake too.
        record.detail["name"] = shapeOf(json::value(text(m_request.name)));
    }
    if (!activating) {
        record.detail["arguments"] = shapeOf(m_request.arguments);
        record.detail["digest"] = text(argumentsDigest(m_parts.digestKey, m_request.arguments));
    }
    if (!m_policy.fired.empty())
        record.detail["policy"] = firedRules(m_policy.fired);
    if (const auto *id = refusal.detail.if_contains("approval_id"))
        record.detail["approval"] = *id;
    // It was refused whether or not that can be written down.
    static_cast<void>(m_parts.audit->append(std::move(record)));
}

void CallPath::recordRefusal(std::string_view code, std::string_view gate, bool activating) {
    if (auto target = m_parts.actions->find(m_request.name)) {
        m_target = std::move(*target);
        m_found = true;
    }
    recordDenial({code, gate, {}, {}}, activating);
}

CallOutcome CallPath::refuse(Refusal refusal) {
    recordDenial(refusal, false);
    CallOutcome outcome;
    outcome.code = refusal.code;
    outcome.message = std::move(refusal.message);
    outcome.detail = std::move(refusal.detail);
    return outcome;
}

std::string CallPath::clean(std::string_view message) {
    if (!m_vault)
        return std::string(message);
    auto cleaned = m_vault->pseudonymiseText(message, m_target.service);
    return cleaned ? std::move(*cleaned) : std::string("⟨withheld: too many pseudonyms in this session⟩");
}

CallOutcome CallPath::send() {
    CallOutcome outcome;
    AuditEvent attempt = event("call", "attempt");
    attempt.detail["arguments"] = shapeOf(m_request.arguments);
    attempt.detail["digest"] = text(m_digest);
    attempt.detail["definition"] = text(m_target.definitionHash);
    attempt.detail["confirmed_by"] = text(confirmedByName(m_confirmedBy));
    if (!m_grant.empty())
        attempt.detail["approval"] = text(m_grant);
    if (!m_request.connection.empty())
        attempt.detail["connection"] = text(m_request.connection);
    if (!m_policy.fired.empty())
        attempt.detail["policy"] = firedRules(m_policy.fired);
    auto recorded = m_parts.audit != nullptr ? m_parts.audit->append(std::move(attempt))
                                             : Result<AuditRecord>(fail(ErrorCode::IoError, "there is no audit log"));
    if (recorded) {
        outcome.attemptSeq = recorded->seq;
    } else if (m_target.risk.tier != catalog::Tier::Read || m_frozen || !m_options.readsWithoutAudit) {
        return refuse(auditUnavailable());
    }

    DispatchRequest request = dispatchRequest(m_arguments);
    if (outcome.attemptSeq != 0)
        request.callId = "call-" + std::to_string(outcome.attemptSeq);
    if (m_request.progress) {
        request.progress = [this](double progress, double total, std::string_view message) {
            m_request.progress(progress, total, clean(message));
        };
    }
    const Timestamp began = m_parts.clock->now();
    outcome.sent = true;
    auto answer = [&]() -> tl::expected<DispatchReply, DispatchError> {
        try {
            return m_parts.dispatcher->dispatch(request);
        } catch (const std::exception &) {
            // What a library says of its own failure may quote what was sent.
            return tl::unexpected(DispatchError{DispatchFault::Failed, "the upstream call failed inside the gateway"});
        }
    }();

    json::object detail{{"attempt", outcome.attemptSeq},
                        {"elapsed_us", std::max<std::int64_t>(0, (m_parts.clock->now() - began).count())}};
    std::string word = "ok";
    if (answer) {
        detail["status"] = answer->status;
        detail["bytes"] = answer->bytes;
        if (answer->isError)
            word = "upstream_failed";
    } else {
        switch (answer.error().fault) {
        case DispatchFault::TimedOut:
            outcome.code = refusal::UpstreamTimeout;
            break;
        case DispatchFault::Cancelled:
            outcome.code = refusal::Cancelled;
            break;
        case DispatchFault::Busy:
        case DispatchFault::NotSent:
        case DispatchFault::Failed:
            outcome.code = refusal::UpstreamError;
            break;
        }
        word = outcome.code;
        detail["sent"] = answer.error().fault != DispatchFault::NotSent && answer.error().fault != DispatchFault::Busy;
    }
    if (m_parts.audit != nullptr) {
        AuditEvent record = event("call", word);
        for (auto &entry : detail)
            record.detail[entry.key()] = entry.value();
        if (!m_parts.audit->append(std::move(record)))
            outcome.detail["audit"] = "outcome_not_recorded";
    }
    if (answer)
        finish(outcome, std::move(*answer));
    else
        outcome.message = clean(answer.error().message);
    return outcome;
}

void CallPath::finish(CallOutcome &outcome, DispatchReply reply) {
    redactReply(reply, m_policy.redact);
    if (m_vault) {
        // Pictures and sound are no text: a run of digits in their encoding is nobody's telephone number.
        const auto isText = [](const json::value &block) {
            const std::string_view type = stringMember(block, "type");
            return type != "image" && type != "audio";
        };
        json::object whole;
        json::array texts;
        for (json::value &block : reply.content)
            texts.push_back(isText(block) ? std::move(block) : json::value());
        whole["content"] = std::move(texts);
        whole["structured"] = std::move(reply.structured);
        whole["meta"] = std::move(reply.meta);
        json::value value(std::move(whole));
        const auto counts = m_vault->pseudonymise(value, m_target.service);
        if (!counts) {
            outcome.code = refusal::UpstreamError;
            outcome.message = "the action ran, but its result is withheld: " + counts.error().message;
            return;
        }
        outcome.replaced = *counts;
        auto &done = value.as_object();
        auto &cleaned = done["content"].as_array();
        for (std::size_t i = 0; i < reply.content.size(); ++i) {
            if (!cleaned[i].is_null())
                reply.content[i] = std::move(cleaned[i]);
        }
        reply.structured = std::move(done["structured"]);
        reply.meta = std::move(done["meta"].as_object());
    }
    outcome.reply = std::move(reply);
}

} // namespace actionscope::governance::detail
