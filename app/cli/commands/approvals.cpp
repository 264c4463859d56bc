#include "commands/commands.h"
#include "context.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

namespace actionscope::cli {
namespace {

using governance::Approval;
using governance::ApprovalState;
using governance::Principal;

struct Options {
    std::string id, token, reason, note, timeBox;
    unsigned uses = 1;
    bool reveal = false;
    std::vector<std::string> ids; ///< of a denial
    bool all = false;
    std::vector<std::string> states;
    std::string action;
};

json::object approvalJson(const Approval &approval) {
    const governance::FrozenRequest &request = approval.request;
    json::array votes;
    for (const governance::ApprovalVote &vote : approval.votes)
        votes.push_back(json::object{{"approver", vote.approverName},
                                     {"approve", vote.approve},
                                     {"at", formatTimestamp(vote.at)},
                                     {"reason", vote.reason},
                                     {"note", vote.note}});
    return {{"id", approval.id},
            {"state", governance::approvalStateName(approval.state)},
            {"name", request.service + '.' + request.action},
            {"tier", request.tier},
            {"consequence", request.consequence},
            {"stated_reason", request.statedReason},
            {"requested_by", request.principalName},
            {"principal", request.principal},
            {"user", request.user},
            {"organisation", request.organisation},
            {"facade", request.facade},
            {"created", formatTimestamp(approval.created)},
            {"expires", formatTimestamp(approval.expires)},
            {"approvals", approval.approvals()},
            {"approvers_needed", request.approversNeeded},
            {"longest_time_box_s", request.longestTimeBox.count()},
            {"time_box_s", approval.timeBox.count()},
            {"uses_left", approval.usesLeft},
            {"hidden", approval.hidden},
            {"arguments_digest", request.argumentsDigest},
            {"definition_hash", request.definitionHash},
            {"request", request.shown},
            {"provenance", request.provenance},
            {"votes", std::move(votes)}};
}

Style stateStyle(ApprovalState state) {
    switch (state) {
    case ApprovalState::Waiting:
        return Style::Careful;
    case ApprovalState::Approved:
    case ApprovalState::Spent:
        return Style::Good;
    case ApprovalState::Denied:
    case ApprovalState::Revoked:
        return Style::Danger;
    default:
        return Style::Dim;
    }
}

/// The person whose token is given. There is no other way to decide from the command line: who may write the files is
/// not who may approve.
Result<Principal> approver(const workspace::Workspace &workspace, const Options &options) {
    std::string token = options.token;
    if (const char *given = std::getenv("ACTIONSCOPE_TOKEN"); token.empty() && given != nullptr)
        token = given;
    if (token.empty())
        return fail(ErrorCode::PermissionDenied,
                    "a decision is somebody's: give an approver's token in ACTIONSCOPE_TOKEN or with --token "
                    "(`actionscope tokens create --role approver` makes one)");
    auto who = workspace.tokens()->authenticate(token);
    if (!who)
        return fail(who.error());
    if (!*who)
        return fail(ErrorCode::PermissionDenied, "the token is unknown, revoked or expired; see `tokens list`");
    return std::move(**who);
}

/// Opens the workspace and hands it to `work` with the queue.
template <class Work> Exit withQueue(const Context &context, Work &&work) {
    const auto opened = context.open(withoutIndex());
    if (!opened)
        return context.fail(opened.error());
    governance::ApprovalStore *approvals = (*opened)->approvals();
    if (approvals == nullptr)
        return context.fail(withoutDatabase("approvals"));
    return work(**opened, *approvals);
}

Exit list(const Context &context, const Options &options) {
    return withQueue(context, [&](const workspace::Workspace &, governance::ApprovalStore &approvals) {
        governance::ApprovalFilter filter;
        filter.action = options.action;
        for (const std::string &name : options.states)
            filter.states.push_back(*governance::approvalStateFromName(name));
        const auto all = approvals.list(filter);
        if (!all)
            return context.fail(all.error());
        json::array array;
        Table table(
            {{"ID"}, {"STATE"}, {"ACTION", {}, true}, {"TIER"}, {"ASKED BY", {}, true}, {"VOTES"}, {"EXPIRES"}});
        for (const Approval &approval : *all) {
            array.push_back(approvalJson(approval));
            const governance::FrozenRequest &request = approval.request;
            table.add({approval.id,
                       {std::string(governance::approvalStateName(approval.state)), stateStyle(approval.state)},
                       request.service + '.' + request.action,
                       {request.tier, tierStyle(request.tier)},
                       request.principalName,
                       std::to_string(approval.approvals()) + '/' + std::to_string(request.approversNeeded),
                       formatTimestamp(approval.expires).substr(0, 16)});
        }
        if (context.json)
            return context.printJson(array);
        context.print(table.empty() ? "No requests.\n" : table.render(context.out));
        return Exit::Done;
    });
}

void printApproval(const Context &context, const Approval &approval) {
    const governance::FrozenRequest &request = approval.request;
    const auto line = [&](std::string_view label, const std::string &text) {
        if (!text.empty())
            context.print(styled(label, Style::Dim, context.out) + ' ' + text + '\n');
    };
    line("request  ", approval.id + ", " + std::string(governance::approvalStateName(approval.state)));
    line("action   ", shown(request.service + '.' + request.action) + " (" + shown(request.tier) + ')');
    line("does     ", shown(request.consequence));
    line("asked by ", shown(request.principalName) + (request.user.empty() ? "" : ", " + shown(request.user)) +
                          (request.organisation.empty() ? "" : ", " + shown(request.organisation)));
    // The caller's words may be anything; they are shown as what they are.
    if (!request.statedReason.empty())
        line("it says  ", '"' + shown(request.statedReason) + "\" (not verified)");
    line("expires  ", formatTimestamp(approval.expires));
    line("votes    ", std::to_string(approval.approvals()) + " of " + std::to_string(request.approversNeeded));
    for (const governance::ApprovalVote &vote : approval.votes)
        line("         ", shown(vote.approverName) + (vote.approve ? " approved" : " denied: " + shown(vote.reason)) +
                              (vote.note.empty() ? "" : " [" + shown(vote.note) + ']'));
    context.print('\n' + shown(json::serialize(request.shown)) + '\n');
}

Exit show(const Context &context, const Options &options) {
    return withQueue(context, [&](const workspace::Workspace &workspace, governance::ApprovalStore &approvals) {
        const auto who = approver(workspace, options);
        if (!who)
            return context.fail(who.error());
        if (!governance::holds(who->role, governance::Permission::Decide))
            return context.fail(
                {ErrorCode::PermissionDenied,
                 "the role " + std::string(governance::roleName(who->role)) + " does not see what others asked for",
                 {}});
        const auto approval = approvals.get(options.id);
        if (!approval)
            return context.fail(approval.error());
        if (!*approval)
            return context.fail(
                {ErrorCode::NotFound, "no approval has the id \"" + options.id + "\"; see `approvals list`", {}});
        // Who looked at it is part of what happened; without the record it is not shown.
        if (const auto recorded = workspace.record(governance::approvalEvent(**approval, "view", &*who)); !recorded)
            return context.fail(recorded.error());
        Approval whole = std::move(**approval);
        if (options.reveal) {
            const auto personal = approvals.reveal(options.id, *who, options.reason);
            if (!personal)
                return context.fail(personal.error());
            whole.request.shown = governance::withPersonalData(whole.request.shown, *personal);
        }
        if (context.json)
            return context.printJson(approvalJson(whole));
        printApproval(context, whole);
        if (!options.reveal && whole.hidden > 0)
            context.print(styled(counted(whole.hidden, "personal value is", "personal values are") +
                                     " hidden; --reveal --reason TEXT shows them and is recorded",
                                 Style::Dim, context.out) +
                          '\n');
        return Exit::Done;
    });
}

/// Prints what became of `id` in one line.
Exit told(const Context &context, const Result<Approval> &approval) {
    if (!approval)
        return context.fail(approval.error());
    if (context.json)
        return context.printJson(approvalJson(*approval));
    std::string line = approval->id + ": " + std::string(governance::approvalStateName(approval->state));
    if (approval->state == ApprovalState::Waiting)
        line += ", " + std::to_string(approval->approvals()) + " of " +
                std::to_string(approval->request.approversNeeded) + " approvals";
    if (approval->state == ApprovalState::Approved)
        line += " for " + counted(approval->usesLeft, "call", "calls") + " until " + formatTimestamp(approval->expires);
    context.print(line + '\n');
    return Exit::Done;
}

Exit decide(const Context &context, const Options &options, bool approve) {
    return withQueue(context, [&](const workspace::Workspace &workspace, governance::ApprovalStore &approvals) {
        const auto who = approver(workspace, options);
        if (!who)
            return context.fail(who.error());
        governance::ApprovalDecision decision;
        decision.approve = approve;
        decision.reason = options.reason;
        decision.note = options.note;
        decision.uses = options.uses;
        if (!options.timeBox.empty())
            decision.timeBox = *parseDuration(options.timeBox);
        return told(context, approvals.decide(options.id, decision, *who));
    });
}

/// Denies several requests with one reason. What ends between the listing and the denial is told and stops nothing.
Exit denyAll(const Context &context, const Options &options) {
    if (options.ids.empty() && !options.all)
        return context.usage("name what to deny: ids, or --all for everything that waits");
    if (!options.ids.empty() && options.all)
        return context.usage("--all takes no ids");
    if (options.ids.size() == 1) {
        Options one = options;
        one.id = options.ids.front();
        return decide(context, one, false);
    }
    return withQueue(context, [&](const workspace::Workspace &workspace, governance::ApprovalStore &approvals) {
        const auto who = approver(workspace, options);
        if (!who)
            return context.fail(who.error());
        std::vector<std::string> ids = options.ids;
        if (options.all) {
            governance::ApprovalFilter filter;
            filter.states = {ApprovalState::Waiting};
            filter.action = options.action;
            filter.limit = governance::MaxWaitingApprovals;
            const auto waiting = approvals.list(filter);
            if (!waiting)
                return context.fail(waiting.error());
            for (const Approval &approval : *waiting)
                ids.push_back(approval.id);
        }
        governance::ApprovalDecision decision;
        decision.reason = options.reason;
        decision.note = options.note;
        json::array denied, failed;
        std::string lines;
        for (const std::string &id : ids) {
            const auto done = approvals.decide(id, decision, *who);
            if (done) {
                denied.push_back(approvalJson(*done));
                lines += id + ": denied\n";
            } else {
                failed.push_back(json::object{{"id", id}, {"error", done.error().message}});
                context.warn(id + ": " + done.error().message);
            }
        }
        const Exit exit = failed.empty() ? Exit::Done : Exit::Failed;
        if (context.json) {
            context.printJson(json::object{{"denied", std::move(denied)}, {"failed", std::move(failed)}});
            return exit;
        }
        context.print(lines.empty() && failed.empty() ? "Nothing waits.\n" : lines);
        return exit;
    });
}

Exit revoke(const Context &context, const Options &options) {
    return withQueue(context, [&](const workspace::Workspace &workspace, governance::ApprovalStore &approvals) {
        const auto who = approver(workspace, options);
        if (!who)
            return context.fail(who.error());
        return told(context, approvals.revoke(options.id, *who));
    });
}

void addToken(CLI::App &command, Options &options) {
    command
        .add_option("--token", options.token, "The approver's token (else ACTIONSCOPE_TOKEN, which others cannot see)")
        ->type_name("TOKEN");
}

void addDecider(CLI::App &command, Options &options) {
    command.add_option("ID", options.id, "As `approvals list` shows it: a-…")->required();
    addToken(command, options);
}

} // namespace

void addApprovals(CLI::App &app, Context &context) {
    CLI::App *group = addGroup(app, "approvals", "List what waits for a person's decision, and decide it");
    auto options = std::make_shared<Options>();
    const auto run = [&context, options](CLI::App *command, auto work) {
        command->callback(
            [&context, options, work] { context.run = [&context, options, work] { return work(context, *options); }; });
    };

    CLI::App *listing = addCommand(*group, context, "list", "Requests: waiting ones first, the most urgent on top",
                                   "actionscope approvals list\nactionscope approvals list --state denied expired");
    listing->add_option("--state", options->states, "Only in these states")
        ->type_name("STATE")
        ->check(CLI::IsMember({"waiting", "approved", "spent", "denied", "expired", "void", "withdrawn", "revoked"}));
    listing->add_option("--action", options->action, "Only of this action (service.action)")->type_name("NAME");
    run(listing, &list);

    CLI::App *showing = addCommand(*group, context, "show", "One request whole; who looked is recorded",
                                   "actionscope approvals show a-77abk2m9xz\n"
                                   "actionscope approvals show a-77abk2m9xz --reveal --reason \"is it our customer?\"");
    addDecider(*showing, *options);
    CLI::Option *reason = showing->add_option("--reason", options->reason, "Why it is shown: recorded in the log");
    reason->type_name("TEXT");
    CLI::Option *reveal =
        showing->add_flag("--reveal", options->reveal, "With the personal data behind the placeholders");
    reveal->needs(reason);
    reason->needs(reveal);
    run(showing, &show);

    CLI::App *approving = addCommand(*group, context, "approve", "Approve a request, for this exact call",
                                     "actionscope approvals approve a-77abk2m9xz\n"
                                     "actionscope approvals approve a-77abk2m9xz --time-box 15m --uses 5");
    addDecider(*approving, *options);
    approving->add_option("--time-box", options->timeBox, "Let the same call be repeated for so long; 15m")
        ->type_name("TIME")
        ->check([](const std::string &text) {
            return parseDuration(text) ? std::string() : '"' + text + "\" is no time; write 30s, 15m or 2h";
        });
    approving->add_option("--uses", options->uses, "With a time box: how often (1 to 20)")->type_name("N");
    approving->add_option("--note", options->note, "For other approvers only")->type_name("TEXT");
    run(approving, [](const Context &c, const Options &o) { return decide(c, o, true); });

    CLI::App *denying = addCommand(*group, context, "deny", "Deny a request; the caller is told the reason",
                                   "actionscope approvals deny a-77abk2m9xz --reason \"not before the release\"\n"
                                   "actionscope approvals deny --all --action shop.admin_wipe --reason \"stop this\"");
    denying->add_option("ID", options->ids, "As `approvals list` shows them: a-…");
    denying->add_flag("--all", options->all, "Everything that waits, or with --action what waits of it");
    denying->add_option("--action", options->action, "With --all: only of this action (service.action)")
        ->type_name("NAME");
    addToken(*denying, *options);
    denying->add_option("--reason", options->reason, "Told to the caller")->type_name("TEXT")->required();
    denying->add_option("--note", options->note, "For other approvers only")->type_name("TEXT");
    run(denying, &denyAll);

    CLI::App *revoking = addCommand(*group, context, "revoke", "Take an unspent grant back",
                                    "actionscope approvals revoke a-77abk2m9xz");
    addDecider(*revoking, *options);
    run(revoking, &revoke);
}

} // namespace actionscope::cli
