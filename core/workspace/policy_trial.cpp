#include "workspace/policy_trial.h"

#include "workspace/workspace.h"

#include <algorithm>
#include <map>

namespace actionscope::workspace {
namespace {

using governance::AuditEvent;
using governance::AuditRecord;
using governance::FiredRule;
using governance::PolicyDecision;

constexpr std::size_t PageSize = 1000;
constexpr std::array<std::string_view, PolicyVerdicts> Names{"denied", "approve", "confirm", "cannot_tell", "allowed"};

PolicyVerdict verdictOf(const PolicyDecision &decision) {
    if (decision.denied)
        return PolicyVerdict::Denied;
    if (!decision.unsure.empty())
        return PolicyVerdict::CannotTell;
    if (decision.approve)
        return PolicyVerdict::Waits;
    return decision.confirm ? PolicyVerdict::Confirmed : PolicyVerdict::Passes;
}

/// With what the action asks for by itself.
PolicyVerdict effectOf(PolicyVerdict verdict, bool gated, catalog::Tier tier) {
    if (gated && verdict != PolicyVerdict::Denied)
        return verdict == PolicyVerdict::CannotTell ? verdict : PolicyVerdict::Waits;
    if (verdict == PolicyVerdict::Passes && tier != catalog::Tier::Read)
        return PolicyVerdict::Confirmed;
    return verdict;
}

json::array rulesJson(const std::vector<FiredRule> &rules) {
    json::array array;
    for (const FiredRule &rule : rules)
        array.push_back(json::object{{"layer", rule.layer},
                                     {"name", rule.name},
                                     {"effect", rule.effect},
                                     {"file", rule.where.file},
                                     {"line", rule.where.line}});
    return array;
}

std::size_t at(PolicyVerdict verdict) { return static_cast<std::size_t>(verdict); }

using Groups = std::map<std::string, TrialGroup, std::less<>>;

void countIn(Groups &groups, const std::string &name, const TriedCall &call, std::size_t examples) {
    TrialGroup &group = groups[name];
    group.name = name;
    ++group.calls;
    if (!call.changed)
        return;
    ++group.changed;
    ++group.to[at(call.draft)];
    if (group.examples.size() < examples)
        group.examples.push_back(call.seq);
}

std::vector<TrialGroup> changedOnes(Groups groups) {
    std::vector<TrialGroup> list;
    for (auto &[name, group] : groups)
        if (group.changed != 0)
            list.push_back(std::move(group));
    std::stable_sort(list.begin(), list.end(),
                     [](const TrialGroup &a, const TrialGroup &b) { return a.changed > b.changed; });
    return list;
}

json::object countsJson(const std::array<std::uint64_t, PolicyVerdicts> &counts) {
    json::object object;
    for (std::size_t i = 0; i < PolicyVerdicts; ++i)
        object[Names[i]] = counts[i];
    return object;
}

json::array groupsJson(const std::vector<TrialGroup> &groups) {
    json::array array;
    for (const TrialGroup &group : groups) {
        json::array examples;
        for (const std::uint64_t seq : group.examples)
            examples.emplace_back(seq);
        array.push_back(json::object{{"name", group.name},
                                     {"calls", group.calls},
                                     {"changed", group.changed},
                                     {"to", countsJson(group.to)},
                                     {"examples", std::move(examples)}});
    }
    return array;
}

} // namespace

std::string_view policyVerdictName(PolicyVerdict verdict) { return Names[at(verdict)]; }

bool isRecordedCall(const AuditRecord &record) {
    const AuditEvent &event = record.event;
    if (event.service.empty() || event.action.empty())
        return false;
    return (event.kind == "call" && event.outcome == "attempt") ||
           (event.kind == "denial" && stringMember(event.detail, "of") == "call");
}

PolicyJudge::PolicyJudge(const Workspace &workspace, std::shared_ptr<const governance::PolicySet> policies)
    : m_snapshot(workspace.snapshot())
    , m_policies(std::move(policies))
    , m_principals(workspace) {}

PolicyJudge::Judgement PolicyJudge::judge(const AuditEvent &event) const {
    const RecordedPrincipals::Found who = m_principals.find(event.principal, event.organisation);
    governance::PolicyInput input;
    input.principal = &who.principal;
    input.principalUnknown = !who.known;
    input.service = event.service;
    input.action = event.action;
    input.session = event.session;
    input.facade = stringMember(event.detail, "facade");
    input.tier = catalog::tierFromName(event.tier).value_or(catalog::Tier::Destructive);
    input.argumentsUnknown = true; // the log keeps shapes and digests
    if (const auto ordinal = m_snapshot->catalog->find(event.service + '.' + event.action)) {
        const auto view = m_snapshot->catalog->at(*ordinal);
        input.method = catalog::methodName(view.method());
        input.path = view.path();
        for (const std::string_view tag : view.tags())
            input.tags.emplace_back(tag);
        input.adminApproval = (*m_snapshot->risk)[*ordinal].approval == risk::Approval::Admin;
    }
    Judgement judgement;
    judgement.knownPrincipal = who.known;
    judgement.decision = m_policies->evaluate(input);
    judgement.verdict = verdictOf(judgement.decision);
    judgement.effect = effectOf(judgement.verdict, input.adminApproval, input.tier);
    return judgement;
}

bool differ(const PolicyJudge::Judgement &before, const PolicyJudge::Judgement &after) {
    if (before.effect != after.effect)
        return true;
    if (after.effect == PolicyVerdict::Denied)
        return false; // whatever else it says, nothing comes of the call
    const auto approvers = [](const PolicyJudge::Judgement &judgement) {
        return judgement.decision.approve ? std::max(1U, judgement.decision.approvers) : 0U;
    };
    return (after.effect == PolicyVerdict::Waits && approvers(before) != approvers(after) &&
            std::max(approvers(before), approvers(after)) > 1) ||
           before.decision.redact != after.decision.redact;
}

Result<PolicyTrial> tryPolicies(const Workspace &workspace, std::shared_ptr<const governance::PolicySet> draft,
                                const PolicyTrialOptions &options, const Job &job) {
    const governance::AuditLog *log = workspace.audit();
    if (log == nullptr)
        return fail(ErrorCode::NotFound, "the recorded calls lie in state.db, which cannot be used");
    PolicyTrial trial;
    trial.rules = draft->ruleCount();
    const PolicyJudge inForce(workspace, workspace.policies()), tried(workspace, std::move(draft));
    governance::AuditFilter filter;
    filter.kinds = {"call", "denial"};
    filter.since = options.since;
    filter.until = options.until;
    filter.session = options.session;
    const auto total = log->count(filter);
    if (!total)
        return fail(total.error());
    Groups actions, sessions;
    std::uint64_t after = 0, done = 0;
    for (bool more = true; more;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled,
                        "trying the policies was cancelled after " + std::to_string(trial.calls) + " recorded calls");
        const auto page = log->listAfter(filter, PageSize, after);
        if (!page)
            return fail(page.error());
        for (const AuditRecord &record : page->records) {
            after = record.seq;
            if (!isRecordedCall(record))
                continue;
            const PolicyJudge::Judgement now = inForce.judge(record.event);
            PolicyJudge::Judgement then = tried.judge(record.event);
            TriedCall call;
            call.seq = record.seq;
            call.time = record.time;
            call.name = record.event.service + '.' + record.event.action;
            call.principal = record.event.principal;
            call.session = record.event.session;
            call.tier = record.event.tier;
            call.recorded = record.event.kind == "call" ? "sent" : record.event.outcome;
            call.inForce = now.effect;
            call.draft = then.effect;
            call.verdict = then.verdict;
            call.changed = differ(now, then);
            call.message = std::move(then.decision.message);
            call.approvers = then.decision.approvers;
            call.fired = std::move(then.decision.fired);
            call.unsure = std::move(then.decision.unsure);

            ++trial.calls;
            ++trial.verdicts[at(call.verdict)];
            trial.unknownArguments = trial.unknownArguments || call.verdict == PolicyVerdict::CannotTell;
            trial.first = trial.first ? std::min(*trial.first, call.time) : call.time;
            trial.last = trial.last ? std::max(*trial.last, call.time) : call.time;
            if (call.changed) {
                ++trial.changed;
                ++trial.to[at(call.draft)];
            }
            countIn(actions, call.name, call, options.examples);
            if (!call.session.empty())
                countIn(sessions, call.session, call, options.examples);
            if (!call.changed && call.verdict == PolicyVerdict::Passes)
                continue;
            if (trial.tried.size() < options.listed)
                trial.tried.push_back(std::move(call));
            else
                ++trial.cut;
        }
        done += page->records.size();
        job.at("trying the policies", done, *total);
        more = page->more && !page->records.empty();
    }
    trial.actions = changedOnes(std::move(actions));
    trial.sessions = changedOnes(std::move(sessions));
    return trial;
}

std::vector<std::string> sentencesOf(const PolicyTrial &trial) {
    static constexpr std::array<std::string_view, PolicyVerdicts> What{
        "would have been refused", "would have waited for approval", "would have been asked for a confirmation",
        "cannot be told: rules ask for what the log does not keep", "would have passed"};
    std::vector<std::string> sentences;
    for (std::size_t i = 0; i < PolicyVerdicts; ++i)
        if (trial.to[i] != 0)
            sentences.push_back(std::to_string(trial.to[i]) + (trial.to[i] == 1 ? " call " : " calls ") +
                                std::string(What[i]));
    if (sentences.empty())
        sentences.push_back(trial.calls == 0 ? "No call is recorded in this range"
                                             : "Nothing would change: of " + std::to_string(trial.calls) +
                                                   " recorded calls each fares as under the policies in force");
    return sentences;
}

json::object policyTrialJson(const PolicyTrial &trial) {
    json::object document{{"rules", trial.rules}, {"calls", trial.calls}};
    for (std::size_t i = 0; i < PolicyVerdicts; ++i)
        document[Names[i]] = trial.verdicts[i];
    document["changed"] = trial.changed;
    document["changed_to"] = countsJson(trial.to);
    json::array sentences;
    for (const std::string &sentence : sentencesOf(trial))
        sentences.emplace_back(json::string(sentence));
    document["summary"] = std::move(sentences);
    document["first"] = trial.first ? json::value(formatTimestamp(*trial.first)) : json::value();
    document["last"] = trial.last ? json::value(formatTimestamp(*trial.last)) : json::value();
    document["actions"] = groupsJson(trial.actions);
    document["sessions"] = groupsJson(trial.sessions);
    json::array results;
    for (const TriedCall &call : trial.tried)
        results.push_back(json::object{{"seq", call.seq},
                                       {"time", formatTimestamp(call.time)},
                                       {"name", call.name},
                                       {"principal", call.principal},
                                       {"session", call.session},
                                       {"tier", call.tier},
                                       {"recorded", call.recorded},
                                       {"verdict", policyVerdictName(call.verdict)},
                                       {"in_force", policyVerdictName(call.inForce)},
                                       {"would_be", policyVerdictName(call.draft)},
                                       {"changed", call.changed},
                                       {"message", call.message},
                                       {"approvers", call.approvers},
                                       {"rules", rulesJson(call.fired)},
                                       {"unsure", rulesJson(call.unsure)}});
    document["results"] = std::move(results);
    document["results_cut"] = trial.cut;
    return document;
}

Result<std::shared_ptr<const governance::PolicySet>> loadPolicies(const std::vector<std::filesystem::path> &names) {
    std::error_code ignored;
    if (names.size() == 1 && std::filesystem::is_directory(names[0], ignored))
        return governance::PolicySet::load(names[0]);
    return governance::PolicySet::loadFiles(names);
}

} // namespace actionscope::workspace
