#include "commands/commands.h"
#include "context.h"

#include "governance/policy_suggestion.h"

#include <CLI/CLI.hpp>
#include <array>
#include <map>

namespace actionscope::cli {
namespace {

using governance::AuditRecord;
using governance::FiredRule;
using governance::PolicyDecision;
using governance::Principal;

constexpr std::size_t PageSize = 1000, MaxListed = 10'000;

/// What a policy would have made of a recorded call.
enum class Verdict : std::uint8_t { Denied, Approval, Confirmation, CannotTell, Passes };
constexpr std::array<std::string_view, 5> VerdictNames{"denied", "approve", "confirm", "cannot_tell", "allowed"};

Verdict verdictOf(const PolicyDecision &decision) {
    if (decision.denied)
        return Verdict::Denied;
    if (!decision.unsure.empty())
        return Verdict::CannotTell;
    if (decision.approve)
        return Verdict::Approval;
    return decision.confirm ? Verdict::Confirmation : Verdict::Passes;
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

std::string ruleNames(const PolicyDecision &decision) {
    std::string names;
    for (const auto *rules : {&decision.fired, &decision.unsure})
        for (const FiredRule &rule : *rules)
            names += (names.empty() ? "" : ", ") + rule.name;
    return names;
}

/// Calls as the log has them: sent ones by their attempt, refused ones by their denial.
bool isCall(const AuditRecord &record) {
    const governance::AuditEvent &event = record.event;
    if (event.service.empty() || event.action.empty())
        return false;
    return (event.kind == "call" && event.outcome == "attempt") ||
           (event.kind == "denial" && stringMember(event.detail, "of") == "call");
}

class Trial {
public:
    Trial(const workspace::Workspace &workspace, std::shared_ptr<const governance::PolicySet> policies)
        : m_snapshot(workspace.snapshot())
        , m_policies(std::move(policies)) {
        // Ended tokens, too: what they did is in the log.
        if (const auto *tokens = workspace.tokens())
            if (const auto all = tokens->list())
                for (const governance::TokenInfo &token : *all)
                    m_principals["token:" + token.id] = governance::principalOf(token);
    }

    PolicyDecision judge(const AuditRecord &record) const {
        const governance::AuditEvent &event = record.event;
        governance::PolicyInput input;
        Principal stranger;
        stranger.id = event.principal;
        stranger.organisation = event.organisation;
        const auto known = m_principals.find(event.principal);
        input.principalUnknown = known == m_principals.end();
        input.principal = input.principalUnknown ? &stranger : &known->second;
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
        return m_policies->evaluate(input);
    }

private:
    std::shared_ptr<const workspace::Snapshot> m_snapshot;
    std::shared_ptr<const governance::PolicySet> m_policies;
    std::map<std::string, Principal> m_principals;
};

Result<std::shared_ptr<const governance::PolicySet>> load(const std::vector<std::string> &names) {
    std::error_code ignored;
    if (names.size() == 1 && std::filesystem::is_directory(names[0], ignored))
        return governance::PolicySet::load(names[0]);
    return governance::PolicySet::loadFiles({names.begin(), names.end()});
}

Exit test(const Context &context, const std::vector<std::string> &names, const std::string &since) {
    const auto policies = load(names);
    if (!policies)
        return context.fail(policies.error());
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const governance::AuditLog *log = (*opened)->audit();
    if (log == nullptr)
        return context.fail(withoutDatabase("recorded calls"));
    const Trial trial(**opened, *policies);
    governance::AuditFilter filter;
    filter.kinds = {"call", "denial"};
    if (!since.empty())
        filter.since = parseTimestamp(since);

    std::array<std::uint64_t, VerdictNames.size()> counts{};
    std::uint64_t calls = 0, cut = 0;
    json::array results;
    Table table({{"SEQ", Table::Align::Right},
                 {"TIME"},
                 {"ACTION", {}, true},
                 {"IT WAS"},
                 {"IT WOULD BE"},
                 {"RULES", {}, true}});
    for (std::uint64_t after = 0;;) {
        if (context.stop.stop_requested())
            return context.fail({ErrorCode::Cancelled, "cancelled", {}});
        const auto page = log->listAfter(filter, PageSize, after);
        if (!page)
            return context.fail(page.error());
        for (const AuditRecord &record : page->records) {
            after = record.seq;
            if (!isCall(record))
                continue;
            ++calls;
            const PolicyDecision decision = trial.judge(record);
            const Verdict verdict = verdictOf(decision);
            ++counts[static_cast<std::size_t>(verdict)];
            if (verdict == Verdict::Passes)
                continue;
            if (results.size() >= MaxListed) {
                ++cut;
                continue;
            }
            const std::string was = record.event.kind == "call" ? "sent" : record.event.outcome;
            const std::string name = record.event.service + '.' + record.event.action;
            const std::string word(VerdictNames[static_cast<std::size_t>(verdict)]);
            results.push_back(json::object{{"seq", record.seq},
                                           {"time", formatTimestamp(record.time)},
                                           {"name", name},
                                           {"principal", record.event.principal},
                                           {"tier", record.event.tier},
                                           {"recorded", was},
                                           {"verdict", word},
                                           {"message", decision.message},
                                           {"approvers", decision.approvers},
                                           {"rules", rulesJson(decision.fired)},
                                           {"unsure", rulesJson(decision.unsure)}});
            table.add({std::to_string(record.seq),
                       formatTimestamp(record.time).substr(0, 16),
                       name,
                       was,
                       {verdict == Verdict::CannotTell ? "cannot tell" : word,
                        verdict == Verdict::Denied ? Style::Danger : Style::Careful},
                       ruleNames(decision)});
        }
        if (!page->more || page->records.empty())
            break;
    }
    if (context.json) {
        json::object document{{"rules", (*policies)->ruleCount()}, {"calls", calls}};
        for (std::size_t i = 0; i < counts.size(); ++i)
            document[VerdictNames[i]] = counts[i];
        document["results"] = std::move(results);
        document["results_cut"] = cut;
        return context.printJson(document);
    }
    if (!table.empty())
        context.print(table.render(context.out) + '\n');
    context.print(counted((*policies)->ruleCount(), "rule", "rules") + " over " +
                  counted(calls, "recorded call", "recorded calls") + ": " + grouped(counts[0]) + " denied, " +
                  grouped(counts[1]) + " would wait for approval, " + grouped(counts[2]) + " would be confirmed, " +
                  grouped(counts[3]) + " cannot be told, " + grouped(counts[4]) + " as before\n");
    if (counts[3] != 0)
        context.print(
            "The log keeps no arguments, and attributes only of principals that are tokens: rules that ask for "
            "them cannot be judged.\n");
    return Exit::Done;
}

Exit suggest(const Context &context, const std::string &since, std::uint64_t least) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    const governance::AuditLog *log = (*opened)->audit();
    governance::ApprovalStore *approvals = (*opened)->approvals();
    if (log == nullptr || approvals == nullptr)
        return context.fail(withoutDatabase("decisions"));
    const auto histories = governance::approvalHistory(
        *log, *approvals, since.empty() ? std::nullopt : parseTimestamp(since), {.stop = context.stop});
    if (!histories)
        return context.fail(histories.error());
    const std::string draft = governance::draftPolicy(*histories, least);
    if (context.json) {
        json::array actions;
        for (const governance::ApprovalHistory &history : *histories)
            actions.push_back(
                json::object{{"name", history.service + '.' + history.action},
                             {"tier", history.tier},
                             {"gated", history.gated},
                             {"approved", history.approved},
                             {"denied", history.denied},
                             {"expired", history.expired},
                             {"approvers", history.approvers.size()},
                             {"suggestion", governance::suggestionName(governance::suggestionFor(history, least))}});
        return context.printJson(json::object{{"actions", std::move(actions)}, {"draft", draft}});
    }
    if (draft.empty())
        context.warn("nothing to suggest: no action was decided " + std::to_string(least) +
                     " times and always alike (--least)");
    context.print(draft);
    return Exit::Done;
}

} // namespace

void addPolicy(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "policy", "Try policies before they are in force");
    const auto isTime = [](const std::string &text) {
        return parseTimestamp(text) ? std::string()
                                    : '"' + text + "\" is no time; write 2026-11-21 or 2026-11-21T09:30:00Z";
    };
    auto files = std::make_shared<std::vector<std::string>>();
    auto since = std::make_shared<std::string>();
    CLI::App *testing =
        addCommand(*group, context, "test", "Read policies and say what they would have made of the recorded calls",
                   "actionscope policy test policies\n"
                   "actionscope policy test draft.yaml --since 2026-11-01");
    testing->add_option("FILE", *files, "Policy files, or one folder of them")->required();
    testing->add_option("--since", *since, "Only calls from this time on: RFC 3339, or a day such as 2026-11-21")
        ->type_name("TIME")
        ->check(isTime);
    testing->callback(
        [&context, files, since] { context.run = [&context, files, since] { return test(context, *files, *since); }; });

    auto from = std::make_shared<std::string>();
    auto least = std::make_shared<std::uint64_t>(governance::UsualLeast);
    CLI::App *suggesting =
        addCommand(*group, context, "suggest", "Print rules that approvers' decisions suggest; puts nothing in force",
                   "actionscope policy suggest > draft.yaml\n"
                   "actionscope policy suggest --since 2026-11-01 --least 10");
    suggesting->add_option("--since", *from, "Only decisions from this time on")->type_name("TIME")->check(isTime);
    suggesting->add_option("--least", *least, "How many decisions, all alike, it takes")
        ->type_name("N")
        ->check(CLI::PositiveNumber);
    suggesting->callback(
        [&context, from, least] { context.run = [&context, from, least] { return suggest(context, *from, *least); }; });
}

} // namespace actionscope::cli
