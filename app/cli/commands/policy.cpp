#include "commands/commands.h"
#include "context.h"

#include "governance/policy_suggestion.h"
#include "workspace/policy_trial.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace actionscope::cli {
namespace {

using workspace::PolicyVerdict;

constexpr std::size_t Groups = 10; ///< actions and sessions that are named on a terminal; --json has all

struct TrialOptions {
    std::vector<std::string> files;
    std::string since, until, session;
};

std::string ruleNames(const workspace::TriedCall &call) {
    std::string names;
    for (const auto *rules : {&call.fired, &call.unsure})
        for (const governance::FiredRule &rule : *rules)
            names += (names.empty() ? "" : ", ") + rule.name;
    return names;
}

std::string word(PolicyVerdict verdict) {
    return verdict == PolicyVerdict::CannotTell ? std::string("cannot tell")
                                                : std::string(workspace::policyVerdictName(verdict));
}

/// "  shop.admin_wipe  14 of 20 (records 12, 19, 40, …)".
void printGroups(const Context &context, std::string_view title, const std::vector<workspace::TrialGroup> &groups) {
    if (groups.empty())
        return;
    context.print(styled(std::string(title), Style::Bold, context.out) + '\n');
    for (std::size_t i = 0; i < std::min(Groups, groups.size()); ++i) {
        const workspace::TrialGroup &group = groups[i];
        std::string examples;
        for (const std::uint64_t seq : group.examples)
            examples += (examples.empty() ? "" : ", ") + std::to_string(seq);
        context.print("  " + shown(group.name) + "  " + grouped(group.changed) + " of " +
                      counted(group.calls, "call", "calls") + ", such as " +
                      (group.examples.size() == 1 ? "record " : "records ") + examples + '\n');
    }
    if (groups.size() > Groups)
        context.print("  and " + grouped(groups.size() - Groups) + " more\n");
}

Exit test(const Context &context, const TrialOptions &options) {
    const auto policies = workspace::loadPolicies({options.files.begin(), options.files.end()});
    if (!policies)
        return context.fail(policies.error());
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    if ((*opened)->audit() == nullptr)
        return context.fail(withoutDatabase("recorded calls"));
    workspace::PolicyTrialOptions range;
    if (!options.since.empty())
        range.since = parseTimestamp(options.since);
    if (!options.until.empty())
        range.until = parseTimestamp(options.until);
    range.session = options.session;
    ProgressBar progress(context.err, context.stop);
    const auto trial = workspace::tryPolicies(**opened, *policies, range, progress.job());
    progress.finish();
    if (!trial)
        return context.fail(trial.error());
    if (context.json)
        return context.printJson(workspace::policyTrialJson(*trial));

    Table table({{"SEQ", Table::Align::Right},
                 {"TIME"},
                 {"ACTION", {}, true},
                 {"IT WAS"},
                 {"NOW IT IS"},
                 {"IT WOULD BE"},
                 {"RULES", {}, true}});
    for (const workspace::TriedCall &call : trial->tried)
        table.add({std::to_string(call.seq),
                   formatTimestamp(call.time).substr(0, 16),
                   call.name,
                   call.recorded,
                   word(call.inForce),
                   {word(call.draft), call.draft == PolicyVerdict::Denied   ? Style::Danger
                                      : call.draft == PolicyVerdict::Passes ? Style::Good
                                                                            : Style::Careful},
                   ruleNames(call)});
    if (!table.empty())
        context.print(table.render(context.out) + '\n');
    const auto &counts = trial->verdicts;
    context.print(counted(trial->rules, "rule", "rules") + " over " +
                  counted(trial->calls, "recorded call", "recorded calls") + ": " + grouped(counts[0]) + " denied, " +
                  grouped(counts[1]) + " would wait for approval, " + grouped(counts[2]) + " would be confirmed, " +
                  grouped(counts[3]) + " cannot be told, " + grouped(counts[4]) + " as before\n");
    context.print(styled("Against the policies in force:", Style::Bold, context.out) + '\n');
    for (const std::string &sentence : workspace::sentencesOf(*trial))
        context.print("  " + sentence + ".\n");
    printGroups(context, "By action", trial->actions);
    printGroups(context, "By session", trial->sessions);
    if (trial->unknownArguments)
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
    auto options = std::make_shared<TrialOptions>();
    CLI::App *testing =
        addCommand(*group, context, "test", "Read policies and say what they would have made of the recorded calls",
                   "actionscope policy test policies\n"
                   "actionscope policy test draft.yaml --since 2026-11-01 --until 2026-11-08");
    testing->add_option("FILE", options->files, "Policy files, or one folder of them")->required();
    testing
        ->add_option("--since", options->since, "Only calls from this time on: RFC 3339, or a day such as 2026-11-21")
        ->type_name("TIME")
        ->check(isTime);
    testing->add_option("--until", options->until, "Only calls before this time")->type_name("TIME")->check(isTime);
    testing->add_option("--session", options->session, "Only calls of this session")->type_name("ID");
    testing->callback([&context, options] { context.run = [&context, options] { return test(context, *options); }; });

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
