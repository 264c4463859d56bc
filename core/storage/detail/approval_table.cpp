#include "storage/detail/approval_table.h"

#include "base/seal.h"
#include "base/text.h"
#include "storage/detail/audit_table.h"

#include <algorithm>

namespace actionscope::storage::detail {
using namespace governance;

namespace {

constexpr std::size_t MaxRequestBytes = 4 << 20, MaxStatedReason = 280, MaxReason = 2000, MaxListed = 1000;
constexpr const char *Columns =
    "SELECT id, state, request, created, expires, changed, time_box, uses_left, (SELECT n FROM "
    "approval_personal WHERE approval = id) FROM approval";

Timestamp timeOf(const SQLite::Column &column) { return Timestamp(std::chrono::microseconds(column.getInt64())); }

bool isOpen(ApprovalState state) { return state == ApprovalState::Waiting || state == ApprovalState::Approved; }

/// Whether what is open has run out: its time has come, or the clock was set back to before its last change, so that
/// nobody can tell how much of its time is left.
bool isOver(Timestamp expires, Timestamp changed, Timestamp now) {
    return now >= expires || now + ClockTolerance < changed;
}

/// The approval in the current row, as it is at `now`.
Approval readApproval(Connection &connection, SQLite::Statement &row, Timestamp now) {
    Approval approval;
    approval.id = row.getColumn(0).getString();
    const auto state = approvalStateFromName(row.getColumn(1).getString());
    const auto parsed = parseJson(row.getColumn(2).getString());
    auto request = parsed ? frozenRequestFromJson(*parsed) : Result<FrozenRequest>(fail(parsed.error()));
    if (!state || !request)
        throw Abort{{ErrorCode::Corrupt, "the approval " + approval.id + " is not as it was written" +
                                             (request ? std::string() : ": " + request.error().message)}};
    approval.state = *state;
    approval.request = std::move(*request);
    approval.created = timeOf(row.getColumn(3));
    approval.expires = timeOf(row.getColumn(4));
    if (isOpen(approval.state) && isOver(approval.expires, timeOf(row.getColumn(5)), now))
        approval.state = ApprovalState::Expired;
    approval.timeBox = std::chrono::seconds(row.getColumn(6).getInt64());
    approval.usesLeft = row.getColumn(7).getUInt();
    if (approval.state == ApprovalState::Waiting)
        approval.hidden = static_cast<std::size_t>(row.getColumn(8).getInt64());
    SQLite::Statement votes(connection.db, "SELECT approver, name, user, approve, at, reason, note FROM approval_vote "
                                           "WHERE approval = ? ORDER BY rowid");
    votes.bind(1, approval.id);
    while (votes.executeStep())
        approval.votes.push_back({votes.getColumn(0).getString(), votes.getColumn(1).getString(),
                                  votes.getColumn(2).getString(), votes.getColumn(3).getInt() != 0,
                                  timeOf(votes.getColumn(4)), votes.getColumn(5).getString(),
                                  votes.getColumn(6).getString()});
    return approval;
}

/// Whether what was asked for, or granted, is what is asked for now: a policy that became stricter meanwhile (more
/// people, a shorter time box) is not satisfied by an earlier grant.
bool isEnough(const Approval &approval, const FrozenRequest &request) {
    const auto box = approval.state == ApprovalState::Approved ? approval.timeBox : approval.request.longestTimeBox;
    return approval.request.approversNeeded >= request.approversNeeded && box <= request.longestTimeBox;
}

/// The open approval of exactly this request, or nothing.
std::optional<Approval> openFor(Connection &connection, const FrozenRequest &request, Timestamp now) {
    SQLite::Statement rows(connection.db, std::string(Columns) +
                                              " WHERE digest = ? AND principal = ? AND definition = ? AND service = ? "
                                              "AND action = ? AND state IN ('waiting', 'approved') ORDER BY expires");
    int column = 1;
    for (const std::string *text :
         {&request.argumentsDigest, &request.principal, &request.definitionHash, &request.service, &request.action})
        rows.bind(column++, *text);
    while (rows.executeStep()) {
        Approval approval = readApproval(connection, rows, now);
        // The columns are for finding; what counts is the frozen text that the approver was shown.
        const FrozenRequest &frozen = approval.request;
        if (isOpen(approval.state) && frozen.argumentsDigest == request.argumentsDigest &&
            frozen.principal == request.principal && frozen.definitionHash == request.definitionHash &&
            frozen.service == request.service && frozen.action == request.action && isEnough(approval, request))
            return approval;
    }
    return std::nullopt;
}

/// Who asked, as far as a request tells.
Principal caller(const FrozenRequest &request) {
    Principal who;
    who.id = request.principal;
    who.name = request.principalName;
    who.source = Principal::Source::Token;
    return who;
}

std::string cut(std::string_view text, std::size_t characters) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U && ++count > characters)
            return std::string(text.substr(0, i));
    return std::string(text);
}

} // namespace

AuditEvent ApprovalTable::eventOf(const Approval &approval, std::string_view outcome, const Principal *who,
                                  json::object detail) const {
    AuditEvent event = approvalEvent(approval, outcome, who);
    if (who == nullptr)
        event.actor = m_transactions.actor();
    else if (who->id == approval.request.principal)
        event.actor = "gateway:" + who->name;
    else
        event.actor = m_transactions.actor().empty() ? "approver:" + who->name : m_transactions.actor();
    for (auto &[name, value] : detail)
        event.detail[name] = std::move(value);
    return event;
}

void ApprovalTable::store(Connection &connection, Approval &approval, const Principal *who, json::object detail) {
    const AuditRecord record =
        m_transactions.append(connection, eventOf(approval, approvalStateName(approval.state), who, std::move(detail)));
    if (approval.state != ApprovalState::Waiting) {
        auto &erase = connection.prepared("DELETE FROM approval_personal WHERE approval = ?");
        erase.bind(1, approval.id);
        erase.exec();
        approval.hidden = 0;
    }
    auto &update = connection.prepared(
        "UPDATE approval SET state = ?, expires = ?, changed = ?, time_box = ?, uses_left = ?, seq = ? WHERE id = ?");
    update.bind(1, std::string(approvalStateName(approval.state)));
    update.bind(2, microsecondsOf(approval.expires));
    update.bind(3, microsecondsOf(m_transactions.now()));
    update.bind(4, static_cast<std::int64_t>(approval.timeBox.count()));
    update.bind(5, static_cast<std::int64_t>(approval.usesLeft));
    update.bind(6, static_cast<std::int64_t>(record.seq));
    update.bind(7, approval.id);
    update.exec();
}

void ApprovalTable::keepPersonal(Connection &connection, Approval &approval, const json::object &personal) {
    if (personal.empty())
        return;
    const std::string key = valueOrAbort(m_transactions.sealingKey());
    std::string text = json::serialize(personal);
    const auto sealed = seal(key, approval.id, text);
    wipe(text);
    const std::string bytes = valueOrAbort(sealed);
    auto &insert = connection.prepared("INSERT INTO approval_personal (approval, n, sealed) VALUES (?, ?, ?)");
    insert.bind(1, approval.id);
    insert.bind(2, static_cast<std::int64_t>(personal.size()));
    insert.bind(3, bytes.data(), static_cast<int>(bytes.size()));
    insert.exec();
    approval.hidden = personal.size();
}

Result<void> ApprovalTable::expire() {
    constexpr const char *Over = " WHERE state IN ('waiting', 'approved') AND (expires <= ? OR changed > ?)";
    const Timestamp now = m_transactions.now();
    const auto bindTimes = [&](SQLite::Statement &statement) {
        statement.bind(1, microsecondsOf(now));
        statement.bind(2, microsecondsOf(now + ClockTolerance));
    };
    bool any = false;
    auto looked = m_transactions.read([&](Connection &connection) {
        SQLite::Statement statement(connection.db, std::string("SELECT 1 FROM approval") + Over + " LIMIT 1");
        bindTimes(statement);
        any = statement.executeStep();
    });
    if (!looked || !any || !m_transactions.canWrite())
        return looked;
    return m_transactions.write([&](Connection &connection) {
        std::vector<Approval> over;
        {
            SQLite::Statement rows(connection.db, std::string(Columns) + Over);
            bindTimes(rows);
            while (rows.executeStep())
                over.push_back(readApproval(connection, rows, now));
        }
        for (Approval &approval : over)
            store(connection, approval, nullptr);
    });
}

Result<Approval> ApprovalTable::change(std::string_view id,
                                       const std::function<void(Connection &, Approval &)> &change) {
    if (auto expired = expire(); !expired)
        return fail(std::move(expired.error()));
    Approval approval;
    auto written = m_transactions.write([&](Connection &connection) {
        {
            SQLite::Statement row(connection.db, std::string(Columns) + " WHERE id = ?");
            row.bind(1, std::string(id));
            if (!row.executeStep())
                throw Abort{
                    {ErrorCode::NotFound, "no approval has the id \"" + std::string(id) + "\"; see `approvals list`"}};
            approval = readApproval(connection, row, m_transactions.now());
        }
        change(connection, approval);
    });
    if (!written)
        return fail(std::move(written.error()));
    return approval;
}

Result<Approval> ApprovalTable::request(const FrozenRequest &request, std::chrono::seconds lifetime) {
    if (lifetime <= std::chrono::seconds(0) || request.service.empty() || request.action.empty() ||
        request.principal.empty() || request.argumentsDigest.empty() || request.definitionHash.empty())
        return fail(ErrorCode::InvalidArgument,
                    "a request for approval needs a lifetime, a principal, an action, its definition and the digest of "
                    "its arguments");
    if (auto expired = expire(); !expired)
        return fail(std::move(expired.error()));
    std::optional<Approval> open;
    // A caller that asks again and again should not keep writers waiting.
    auto looked =
        m_transactions.read([&](Connection &connection) { open = openFor(connection, request, m_transactions.now()); });
    if (!looked)
        return fail(std::move(looked.error()));
    if (open)
        return std::move(*open);

    Approval approval;
    approval.id = newApprovalId();
    approval.request = request;
    approval.request.personal.clear();
    approval.request.statedReason = cut(toValidUtf8(request.statedReason), MaxStatedReason);
    approval.request.approversNeeded = std::max(1U, request.approversNeeded);
    const std::string text = json::serialize(toJson(approval.request));
    if (text.size() > MaxRequestBytes)
        return fail(ErrorCode::LimitExceeded, "the request is larger than " + std::to_string(MaxRequestBytes) +
                                                  " bytes, more than an approver "
                                                  "could read");
    auto written = m_transactions.write([&](Connection &connection) {
        const Timestamp now = m_transactions.now();
        if (auto meanwhile = openFor(connection, request, now)) {
            approval = std::move(*meanwhile);
            return;
        }
        auto &count = connection.prepared("SELECT count(*) FROM approval WHERE state = 'waiting'");
        count.executeStep();
        const auto waiting = static_cast<std::size_t>(count.getColumn(0).getInt64());
        count.reset();
        if (waiting >= m_transactions.approvalsWaiting())
            throw Abort{{ErrorCode::LimitExceeded,
                         std::to_string(waiting) + " requests wait for approval already (limits.approvals_waiting); "
                                                   "decide or deny some first"}};
        approval.created = now;
        approval.expires = now + lifetime;
        auto &insert = connection.prepared(
            "INSERT INTO approval (id, state, principal, service, action, digest, definition, request, created, "
            "expires, changed, time_box, uses_left, seq) VALUES (?, 'waiting', ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0)");
        int column = 1;
        const std::string *const values[] = {&approval.id,
                                             &request.principal,
                                             &request.service,
                                             &request.action,
                                             &request.argumentsDigest,
                                             &request.definitionHash,
                                             &text};
        for (const std::string *value : values)
            insert.bind(column++, *value);
        insert.bind(column, microsecondsOf(now));
        insert.exec();
        keepPersonal(connection, approval, request.personal);
        const Principal who = caller(request);
        store(connection, approval, &who, {{"facade", request.facade}});
    });
    if (!written)
        return fail(std::move(written.error()));
    return approval;
}

Result<std::optional<Approval>> ApprovalTable::get(std::string_view id) {
    // What cannot be recorded as expired is shown as expired all the same.
    (void)expire();
    std::optional<Approval> approval;
    auto read = m_transactions.read([&](Connection &connection) {
        SQLite::Statement row(connection.db, std::string(Columns) + " WHERE id = ?");
        row.bind(1, std::string(id));
        if (row.executeStep())
            approval = readApproval(connection, row, m_transactions.now());
    });
    if (!read)
        return fail(std::move(read.error()));
    return approval;
}

Result<std::optional<Approval>> ApprovalTable::newest(const FrozenRequest &request) {
    (void)expire();
    std::optional<Approval> approval;
    auto read = m_transactions.read([&](Connection &connection) {
        SQLite::Statement row(connection.db, std::string(Columns) +
                                                 " WHERE digest = ? AND principal = ? AND service = ? AND action "
                                                 "= ? ORDER BY created DESC, rowid DESC LIMIT 1");
        int column = 1;
        for (const std::string *text :
             {&request.argumentsDigest, &request.principal, &request.service, &request.action})
            row.bind(column++, *text);
        if (row.executeStep())
            approval = readApproval(connection, row, m_transactions.now());
    });
    if (!read)
        return fail(std::move(read.error()));
    return approval;
}

Result<json::object> ApprovalTable::reveal(std::string_view id, const Principal &who, std::string_view reason) {
    if (reason.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fail(ErrorCode::InvalidArgument, "personal data is shown for a reason, which is recorded: say why");
    if (reason.size() > MaxReason || firstInvalidUtf8(reason))
        return fail(ErrorCode::InvalidArgument, "a reason is text of at most " + std::to_string(MaxReason) + " bytes");
    json::object personal;
    auto changed = change(id, [&](Connection &connection, Approval &approval) {
        if (!holds(who.role, Permission::Decide))
            throw Abort{{ErrorCode::PermissionDenied, "\"" + who.name + "\" has the role " +
                                                          std::string(roleName(who.role)) +
                                                          ", which decides nothing and is shown nothing"}};
        if (who.id == approval.request.principal)
            throw Abort{{ErrorCode::PermissionDenied, "who asked is not shown what stands behind the placeholders"}};
        if (approval.state != ApprovalState::Waiting)
            throw Abort{{ErrorCode::Conflict, approval.id + " does not wait any more: it is " +
                                                  std::string(approvalStateName(approval.state)) +
                                                  ", and its personal data was erased"}};
        SQLite::Statement row(connection.db, "SELECT sealed FROM approval_personal WHERE approval = ?");
        row.bind(1, approval.id);
        if (row.executeStep()) {
            const std::string key = valueOrAbort(m_transactions.sealingKey());
            std::string text = valueOrAbort(unseal(key, approval.id, row.getColumn(0).getString()));
            auto parsed = parseJson(text);
            wipe(text);
            if (!parsed || !parsed->is_object())
                throw Abort{{ErrorCode::Corrupt, "the personal data of " + approval.id + " is not as it was written"}};
            personal = std::move(parsed->get_object());
        }
        (void)m_transactions.append(
            connection,
            eventOf(approval, "reveal", &who,
                    {{"by", who.name}, {"reason", json::string_view(reason)}, {"values", personal.size()}}));
    });
    if (!changed)
        return fail(std::move(changed.error()));
    return personal;
}

Result<std::vector<Approval>> ApprovalTable::list(const ApprovalFilter &filter) {
    (void)expire();
    std::vector<Approval> approvals;
    auto read = m_transactions.read([&](Connection &connection) {
        std::string where;
        for (std::size_t i = 0; i < filter.states.size(); ++i)
            where += (i == 0 ? " WHERE state IN (" : ", ") + std::string("?");
        where += filter.states.empty() ? "" : ")";
        if (!filter.action.empty())
            where += std::string(where.empty() ? " WHERE" : " AND") + " service || '.' || action = ?";
        SQLite::Statement rows(connection.db,
                               std::string(Columns) + where +
                                   " ORDER BY state = 'waiting' DESC, CASE WHEN state = 'waiting' THEN expires END, "
                                   "created DESC, rowid DESC LIMIT ?");
        int column = 1;
        for (const ApprovalState state : filter.states)
            rows.bind(column++, std::string(approvalStateName(state)));
        if (!filter.action.empty())
            rows.bind(column++, filter.action);
        rows.bind(column, static_cast<std::int64_t>(std::min(filter.limit, MaxListed)));
        while (rows.executeStep())
            approvals.push_back(readApproval(connection, rows, m_transactions.now()));
    });
    if (!read)
        return fail(std::move(read.error()));
    return approvals;
}

Result<Approval> ApprovalTable::decide(std::string_view id, const ApprovalDecision &decision, const Principal &who) {
    for (const std::string *text : {&decision.reason, &decision.note})
        if (text->size() > MaxReason || firstInvalidUtf8(*text))
            return fail(ErrorCode::InvalidArgument,
                        "a reason or note is text of at most " + std::to_string(MaxReason) + " bytes");
    return change(id, [&](Connection &connection, Approval &approval) {
        valueOrAbort(checkDecision(approval, decision, who));
        const Timestamp now = m_transactions.now();
        auto &insert = connection.prepared("INSERT INTO approval_vote (approval, approver, name, user, approve, at, "
                                           "reason, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        insert.bind(1, approval.id);
        insert.bind(2, who.id);
        insert.bind(3, who.name);
        insert.bind(4, who.user);
        insert.bind(5, decision.approve ? 1 : 0);
        insert.bind(6, microsecondsOf(now));
        insert.bind(7, decision.reason);
        insert.bind(8, decision.note);
        insert.exec();
        const bool first = approval.approvals() == 0;
        approval.votes.push_back({who.id, who.name, who.user, decision.approve, now, decision.reason, decision.note});
        if (!decision.approve) {
            approval.state = ApprovalState::Denied;
        } else {
            // Of several approvers the one who allows the least is followed.
            approval.timeBox = first ? decision.timeBox : std::min(approval.timeBox, decision.timeBox);
            approval.usesLeft = first ? decision.uses : std::min(approval.usesLeft, decision.uses);
            if (approval.approvals() >= approval.request.approversNeeded) {
                approval.state = ApprovalState::Approved;
                approval.expires = now + (approval.timeBox.count() > 0 ? approval.timeBox : GrantLife);
            }
        }
        json::object detail{{"vote", decision.approve ? "approve" : "deny"}, {"by", who.name}};
        if (!decision.reason.empty())
            detail["reason"] = decision.reason;
        store(connection, approval, &who, std::move(detail));
    });
}

Result<std::optional<Approval>> ApprovalTable::spend(const FrozenRequest &request) {
    const auto grant = [&](Connection &connection) {
        auto open = openFor(connection, request, m_transactions.now());
        return open && open->state == ApprovalState::Approved && open->usesLeft > 0 ? std::move(open) : std::nullopt;
    };
    if (auto expired = expire(); !expired)
        return fail(std::move(expired.error()));
    std::optional<Approval> spent;
    auto looked = m_transactions.read([&](Connection &connection) { spent = grant(connection); });
    if (!looked)
        return fail(std::move(looked.error()));
    if (!spent)
        return std::nullopt;
    auto written = m_transactions.write([&](Connection &connection) {
        // Again, now that nobody else can take it.
        spent = grant(connection);
        if (!spent)
            return;
        if (--spent->usesLeft == 0)
            spent->state = ApprovalState::Spent;
        const Principal who = caller(request);
        store(connection, *spent, &who, {{"used", true}, {"session", request.session}});
    });
    if (!written)
        return fail(std::move(written.error()));
    return spent;
}

Result<Approval> ApprovalTable::revoke(std::string_view id, const Principal &who) {
    if (!holds(who.role, Permission::Decide))
        return fail(ErrorCode::PermissionDenied,
                    "\"" + who.name + "\" has the role " + std::string(roleName(who.role)) + ", which decides nothing");
    return change(id, [&](Connection &connection, Approval &approval) {
        if (approval.state != ApprovalState::Approved)
            throw Abort{{ErrorCode::Conflict, "there is no grant to take back: " + approval.id + " is " +
                                                  std::string(approvalStateName(approval.state))}};
        approval.state = ApprovalState::Revoked;
        store(connection, approval, &who, {{"by", who.name}});
    });
}

Result<Approval> ApprovalTable::withdraw(std::string_view id, std::string_view principal) {
    return change(id, [&](Connection &connection, Approval &approval) {
        if (approval.request.principal != principal)
            throw Abort{{ErrorCode::PermissionDenied, "only who asked can withdraw a request"}};
        if (!isOpen(approval.state))
            throw Abort{{ErrorCode::Conflict, "there is nothing to withdraw: " + approval.id + " is " +
                                                  std::string(approvalStateName(approval.state))}};
        approval.state = ApprovalState::Withdrawn;
        const Principal who = caller(approval.request);
        store(connection, approval, &who);
    });
}

Result<std::size_t> ApprovalTable::voidOthers(std::string_view service, std::string_view action,
                                              std::string_view definitionHash) {
    const auto others = [&](Connection &connection) {
        std::vector<Approval> approvals;
        SQLite::Statement rows(connection.db, std::string(Columns) +
                                                  " WHERE state IN ('waiting', 'approved') AND service = ? AND action "
                                                  "= ? AND definition <> ?");
        rows.bind(1, std::string(service));
        rows.bind(2, std::string(action));
        rows.bind(3, std::string(definitionHash));
        while (rows.executeStep()) {
            Approval approval = readApproval(connection, rows, m_transactions.now());
            if (isOpen(approval.state))
                approvals.push_back(std::move(approval));
        }
        return approvals;
    };
    if (auto expired = expire(); !expired)
        return fail(std::move(expired.error()));
    std::size_t count = 0;
    auto looked = m_transactions.read([&](Connection &connection) { count = others(connection).size(); });
    if (!looked)
        return fail(std::move(looked.error()));
    if (count == 0)
        return count;
    auto written = m_transactions.write([&](Connection &connection) {
        auto approvals = others(connection);
        for (Approval &approval : approvals) {
            approval.state = ApprovalState::Void;
            store(connection, approval, nullptr, {{"definition_now", definitionHash}});
        }
        count = approvals.size();
    });
    if (!written)
        return fail(std::move(written.error()));
    return count;
}

} // namespace actionscope::storage::detail
