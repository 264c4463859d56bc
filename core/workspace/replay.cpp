#include "workspace/replay.h"

#include "workspace/detail/replay_steps.h"

#include <algorithm>
#include <unordered_set>

namespace actionscope::workspace {
namespace {

using governance::AuditFilter;
using governance::AuditLog;
using governance::AuditPage;
using governance::AuditRecord;

constexpr std::size_t PageSize = 1000;
constexpr std::uint64_t MostRead = 1'000'000; ///< records looked through for sessions

/// From the session's first record on; what came before it is trusted as it stands.
ChainState checkChain(const AuditLog &log, std::uint64_t first, const Job &job) {
    ChainState state;
    const auto checked = log.verify(std::nullopt, job, first);
    if (!checked) {
        state.intact = false;
        state.firstBad = first;
        state.problem = "the records could not be checked: " + checked.error().message;
        return state;
    }
    state.checked = true;
    state.intact = checked->intact;
    state.firstBad = checked->intact ? 0 : checked->firstBad;
    state.problem = checked->problem;
    return state;
}

Result<std::uint64_t> countOf(const AuditLog &log, AuditFilter filter, std::vector<std::string> kinds,
                              std::string outcome = {}) {
    filter.kinds = std::move(kinds);
    filter.outcome = std::move(outcome);
    return log.count(filter);
}

/// What the indexes of the log tell of a session, without reading it.
Result<SessionSummary> summaryOf(const AuditLog &log, const std::string &session) {
    AuditFilter filter;
    filter.session = session;
    const auto first = log.listAfter(filter, 1, 0);
    if (!first)
        return fail(first.error());
    const auto last = log.list(filter, 1);
    if (!last)
        return fail(last.error());
    SessionSummary summary;
    summary.id = session;
    if (first->records.empty() || last->records.empty())
        return summary;
    detail::describeSession(first->records.front(), summary);
    summary.from = first->records.front().time;
    summary.to = last->records.front().time;
    summary.ended = last->records.front().event.kind == "session" && last->records.front().event.outcome == "ended";
    const auto set = [&](std::uint64_t &member, const Result<std::uint64_t> &count) -> Result<void> {
        if (!count)
            return fail(count.error());
        member = *count;
        return {};
    };
    if (auto done = set(summary.records, log.count(filter)); !done)
        return fail(done.error());
    if (auto done = set(summary.searches, countOf(log, filter, {"search"})); !done)
        return fail(done.error());
    if (auto done = set(summary.activations, countOf(log, filter, {"activation"})); !done)
        return fail(done.error());
    if (auto done = set(summary.deactivations, countOf(log, filter, {"deactivate"})); !done)
        return fail(done.error());
    if (auto done = set(summary.calls, countOf(log, filter, {"call"}, "attempt")); !done)
        return fail(done.error());
    if (auto done = set(summary.denials, countOf(log, filter, {"denial"})); !done)
        return fail(done.error());
    // A session that an earlier version recorded may have begun with a search, whose record knows the principal too.
    return summary;
}

} // namespace

Result<SessionReplay> replaySession(const AuditLog &log, const std::string &session, const ReplayOptions &options,
                                    const Job &job) {
    if (session.empty())
        return fail(ErrorCode::NotFound, "a session is named by its id; `actionscope sessions` lists them");
    AuditFilter filter;
    filter.session = session;
    const auto total = log.count(filter);
    if (!total)
        return fail(total.error());
    if (*total == 0)
        return fail(ErrorCode::NotFound, "no record of the audit log names the session \"" + session +
                                             "\"; `actionscope sessions` lists those that there are");
    SessionReplay replay;
    replay.session.id = session;
    detail::StepMaker maker(replay);
    std::uint64_t after = 0, done = 0;
    for (bool more = true; more;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "reading the session was cancelled after " + std::to_string(done) +
                                                  " of its " + std::to_string(*total) + " records");
        const auto page = log.listAfter(filter, PageSize, after);
        if (!page)
            return fail(page.error());
        for (const AuditRecord &record : page->records) {
            after = record.seq;
            ++done;
            maker.add(record);
        }
        job.at("reading the session", done, *total);
        more = page->more && !page->records.empty();
    }
    maker.finish();
    if (options.checkChain) {
        replay.chain = checkChain(log, replay.steps.empty() ? 1 : replay.steps.front().seq, job);
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "checking the records of the session was cancelled");
        for (ReplayStep &step : replay.steps)
            step.trusted = replay.chain.intact || step.seq < replay.chain.firstBad;
        if (!replay.chain.intact)
            replay.notes.insert(replay.notes.begin(),
                                "The audit log is broken at record " + std::to_string(replay.chain.firstBad) + " (" +
                                    replay.chain.problem + "): what stands from there on may not be what happened.");
    }
    return replay;
}

Result<SessionList> sessionsOf(const AuditLog &log, const SessionsQuery &query, const Job &job) {
    SessionList list;
    AuditFilter filter;
    filter.since = query.since;
    filter.until = query.until;
    // What every session of any version leaves: reading the rest of a long log would find no others.
    filter.kinds = {"session", "search", "activation", "denial", "call", "list", "turn"};
    std::unordered_set<std::string> seen;
    std::vector<std::string> ids;
    std::uint64_t before = 0, read = 0;
    for (bool more = true; more && !list.more;) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "listing the sessions was cancelled");
        const auto page = log.list(filter, PageSize, before);
        if (!page)
            return fail(page.error());
        for (const AuditRecord &record : page->records) {
            before = record.seq;
            const std::string &id = record.event.session;
            if (id.empty() || (!query.principal.empty() && record.event.principal != query.principal) ||
                // Somebody who asked for a session that is not theirs has not been in it.
                stringMember(record.event.detail, "of") == "session" || !seen.insert(id).second)
                continue;
            if (ids.size() == query.limit) {
                list.more = true;
                break;
            }
            ids.push_back(id);
        }
        read += page->records.size();
        job.at("looking for sessions", read, 0);
        more = page->more && !page->records.empty();
        if (more && read >= MostRead)
            list.more = true;
    }
    for (const std::string &id : ids) {
        if (job.cancelled())
            return fail(ErrorCode::Cancelled, "listing the sessions was cancelled");
        auto summary = summaryOf(log, id);
        if (!summary)
            return fail(summary.error());
        list.sessions.push_back(std::move(*summary));
    }
    std::stable_sort(list.sessions.begin(), list.sessions.end(),
                     [](const SessionSummary &a, const SessionSummary &b) { return a.to > b.to; });
    return list;
}

} // namespace actionscope::workspace
