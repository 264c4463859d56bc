#include "approvals_controller.h"

#include "base/json.h"
#include "convert.h"
#include "workspace/policy_files.h"

#include <QDateTime>

#include <algorithm>

namespace actionscope::app {
using governance::Approval;
using governance::ApprovalState;

namespace {

QString qualified(const Approval &approval) {
    return toQString(approval.request.service + "." + approval.request.action);
}

/// The exact request the way people read it: one member a line, strings without quotes.
QString pretty(const json::object &shown) {
    json::object rest;
    for (const auto &[key, value] : shown)
        if (key != "method" && key != "url" && key != "target" && !(value.is_object() && value.as_object().empty()) &&
            !value.is_null())
            rest[key] = value;
    return rest.empty() ? QString() : revealed(prettyJson(json::value(rest)), true);
}

QVariantList provenanceSteps(const json::array &steps) {
    QVariantList list;
    for (const json::value &step : steps)
        list.append(QVariantMap{
            {QStringLiteral("number"), list.size() + 1},
            {QStringLiteral("rule"), revealed(stringMember(step, "rule"))},
            {QStringLiteral("detail"), revealed(stringMember(step, "detail"))},
            {QStringLiteral("source"), revealed(stringMember(step, "source"))},
            {QStringLiteral("reason"), revealed(stringMember(step, "reason"))},
            {QStringLiteral("outcome"), revealed(stringMember(step, "outcome"))},
        });
    return list;
}

bool isOpen(const Approval &approval) { return approval.state == ApprovalState::Waiting; }
bool isGrant(const Approval &approval) { return approval.state == ApprovalState::Approved; }

} // namespace

ApprovalsController::ApprovalsController(QObject *parent)
    : QObject(parent) {
    m_tick.setInterval(1000);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        m_model.tick();
        Q_EMIT ticked();
    });
}

ApprovalsController::~ApprovalsController() { endLooking(); }

void ApprovalsController::setSession(WorkspaceSession *session) {
    if (m_session == session)
        return;
    if (m_session)
        m_session->disconnect(this);
    m_session = session;
    if (session)
        connect(session, &WorkspaceSession::stateChanged, this, &ApprovalsController::changed);
    Q_EMIT sessionChanged();
    Q_EMIT changed();
}

void ApprovalsController::setWatch(ApprovalsWatch *watch) {
    if (m_watch == watch)
        return;
    if (m_watch)
        m_watch->disconnect(this);
    m_watch = watch;
    if (watch)
        connect(watch, &ApprovalsWatch::changed, this, &ApprovalsController::takeAll);
    Q_EMIT sessionChanged();
    takeAll();
}

QString ApprovalsController::state() const {
    if (const QString early = viewStateBeforeOpen(m_session); !early.isEmpty())
        return early;
    if (!m_watch || !m_watch->isKnown())
        return QStringLiteral("loading");
    if (!m_watch->errorText().isEmpty())
        return m_model.count() > 0 ? QStringLiteral("stale") : QStringLiteral("error");
    return m_model.count() == 0 ? QStringLiteral("empty") : QStringLiteral("ready");
}

QString ApprovalsController::errorText() const {
    if (m_session && !m_session->errorText().isEmpty())
        return m_session->errorText();
    return m_watch ? m_watch->errorText() : QString();
}

void ApprovalsController::setTab(const QString &tab) {
    if (m_tab == tab)
        return;
    m_tab = tab;
    takeAll();
}

std::string ApprovalsController::personId() const {
    const auto workspace = m_session ? m_session->workspace() : nullptr;
    return workspace ? workspace->person().id : std::string();
}

void ApprovalsController::takeAll() {
    std::vector<Approval> rows;
    m_second = m_grants = 0;
    const std::string me = personId();
    std::vector<double> seconds;
    int decisions = 0, approvals = 0;
    if (m_watch) {
        for (const Approval &approval : m_watch->all()) {
            m_second += isOpen(approval) && approval.approvals() > 0;
            m_grants += isGrant(approval);
            const bool wanted = m_tab == QLatin1String("waiting")  ? isOpen(approval)
                                : m_tab == QLatin1String("grants") ? isGrant(approval)
                                                                   : !isOpen(approval);
            if (wanted)
                rows.push_back(approval);
            for (const auto &vote : approval.votes)
                if (vote.approver == me && decisions < 20) {
                    ++decisions;
                    approvals += vote.approve;
                    seconds.push_back(std::chrono::duration<double>(vote.at - approval.created).count());
                }
        }
    }
    m_pace.clear();
    if (decisions >= 10) {
        std::nth_element(seconds.begin(), seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2),
                         seconds.end());
        m_pace = tr("Your last %1 decisions: %2 approved, median %3 s after they were asked for")
                     .arg(decisions)
                     .arg(approvals)
                     .arg(qRound(seconds[seconds.size() / 2]));
    }
    m_model.setRows(std::move(rows));
    // What is being read stays; only where nothing is, the most urgent one is shown. A decided one never hands its
    // place, and so its live buttons, to the next.
    if (m_selected.isEmpty() && m_model.count() > 0)
        m_selected = m_model.idAt(0);
    Q_EMIT selectionChanged();
    readHistory();
    showDetail();
    if (m_tab == QLatin1String("history"))
        m_tick.stop();
    else
        m_tick.start();
    Q_EMIT changed();
}

void ApprovalsController::readHistory() {
    if (!m_session || !m_watch || !m_watch->isKnown())
        return;
    std::vector<std::string> decided{m_session->folder().toStdString()};
    for (const Approval &approval : m_watch->all())
        if (!isOpen(approval))
            decided.push_back(approval.id + std::string(governance::approvalStateName(approval.state)));
    if (decided == m_decided)
        return;
    m_decided = std::move(decided);
    m_historyQuery.run<std::vector<governance::ApprovalHistory>>(
        *m_session,
        [](workspace::Workspace &workspace, const Job &job) -> Result<std::vector<governance::ApprovalHistory>> {
            const governance::AuditLog *log = workspace.audit();
            governance::ApprovalStore *approvals = workspace.approvals();
            if (!log || !approvals)
                return std::vector<governance::ApprovalHistory>();
            return governance::approvalHistory(*log, *approvals, {}, job);
        },
        this,
        [this](Result<std::vector<governance::ApprovalHistory>> history) {
            // Without the log there is nothing to suggest; that it cannot be read is said by the strip and its page.
            m_history = history ? std::move(*history) : std::vector<governance::ApprovalHistory>();
            showDetail();
        });
}

const governance::ApprovalHistory *ApprovalsController::historyOf(const Approval &approval) const {
    const auto found = std::find_if(m_history.begin(), m_history.end(), [&](const auto &history) {
        return history.service == approval.request.service && history.action == approval.request.action;
    });
    return found == m_history.end() ? nullptr : &*found;
}

void ApprovalsController::select(const QString &id) {
    if (m_selected == id)
        return;
    endLooking();
    m_selected = id;
    m_personal.clear();
    showDetail();
    Q_EMIT selectionChanged();
}

void ApprovalsController::showDetail() {
    const Approval *found = nullptr;
    const Approval *previous = nullptr;
    if (m_watch) {
        const std::string id = m_selected.toStdString();
        for (const Approval &approval : m_watch->all())
            if (approval.id == id)
                found = &approval;
        for (const Approval &approval : m_watch->all()) {
            if (!found || &approval == found || qualified(approval) != qualified(*found))
                continue;
            if (!previous || approval.created > previous->created)
                previous = &approval;
        }
    }
    if (!found || !isOpen(*found))
        m_personal.clear();
    if (!found) {
        m_detail.clear();
        m_diff.setLines({});
        return Q_EMIT detailChanged();
    }
    const governance::FrozenRequest &request = found->request;
    const json::object exact =
        m_personal.empty() ? request.shown : governance::withPersonalData(request.shown, m_personal);
    const std::string me = personId();
    const bool mine = std::any_of(found->votes.begin(), found->votes.end(),
                                  [&](const governance::ApprovalVote &vote) { return vote.approver == me; });
    QVariantList votes;
    for (const auto &vote : found->votes)
        votes.append(QVariantMap{{QStringLiteral("who"), revealed(vote.approverName)},
                                 {QStringLiteral("approve"), vote.approve},
                                 {QStringLiteral("at"), toQDateTime(vote.at)},
                                 {QStringLiteral("reason"), revealed(vote.reason)},
                                 // A second approver decides before reading what the first thought.
                                 {QStringLiteral("note"), mine || !isOpen(*found) ? revealed(vote.note) : QString()}});
    // Not counting this one, which may be decided itself.
    int approvedBefore = 0, deniedBefore = 0;
    QString lastDenial;
    const governance::ApprovalHistory *history = historyOf(*found);
    if (history) {
        const bool denied = found->state == ApprovalState::Denied;
        const bool approved = !denied && !isOpen(*found) && found->approvals() >= request.approversNeeded;
        approvedBefore = static_cast<int>(history->approved) - (approved && history->approved > 0 ? 1 : 0);
        deniedBefore = static_cast<int>(history->denied) - (denied && history->denied > 0 ? 1 : 0);
        lastDenial = revealed(history->lastReason);
    }
    const bool suggestsDenial =
        history && governance::suggestionFor(*history, governance::UsualLeast) == governance::Suggestion::Deny;
    const QString method = revealed(stringMember(json::value(exact), "method"));
    const QString url = revealed(stringMember(json::value(exact), "url"));
    const QString raw = revealed(prettyJson(json::value(exact)), true);
    QString similar = tr("No earlier request for this action.");
    if (approvedBefore + deniedBefore > 0)
        similar =
            lastDenial.isEmpty()
                ? tr("Earlier requests for this action: %1 approved, %2 denied").arg(approvedBefore).arg(deniedBefore)
                : tr("Earlier requests for this action: %1 approved, %2 denied (“%3”)")
                      .arg(approvedBefore)
                      .arg(deniedBefore)
                      .arg(lastDenial);
    QString target = toQString(stringMember(json::value(request.shown), "target"));
    if (target.isEmpty())
        target = toQString(request.action);
    m_diff.setLines(previous ? catalog::diffLines(prettyJson(json::value(previous->request.shown)),
                                                  prettyJson(json::value(request.shown)))
                             : std::vector<catalog::DiffLine>());
    m_detail = {
        {QStringLiteral("id"), m_selected},
        {QStringLiteral("state"), toQString(governance::approvalStateName(found->state))},
        {QStringLiteral("stateText"), approvalStateText(*found)},
        {QStringLiteral("open"), isOpen(*found)},
        {QStringLiteral("grant"), isGrant(*found)},
        {QStringLiteral("expires"), toQDateTime(found->expires)},
        {QStringLiteral("tier"), shownTier(request)},
        {QStringLiteral("action"), qualified(*found)},
        {QStringLiteral("consequence"), request.consequence.empty()
                                            ? tr("No plain-language description. Treat as irreversible.")
                                            : revealed(request.consequence)},
        {QStringLiteral("needed"), request.approversNeeded},
        {QStringLiteral("approved"), found->approvals()},
        {QStringLiteral("subject"),
         QString(m_selected + QLatin1Char(':') + toQString(request.argumentsDigest) + QLatin1Char(':') +
                 QString::number(found->votes.size()) + (m_personal.empty() ? QString() : QStringLiteral(":shown")))},
        {QStringLiteral("target"), target},
        {QStringLiteral("line"), method.isEmpty() ? url : QString(method + QLatin1Char(' ') + url)},
        {QStringLiteral("pretty"), pretty(exact)},
        {QStringLiteral("raw"), raw},
        {QStringLiteral("digest"), toQString(request.argumentsDigest)},
        {QStringLiteral("definition"), toQString(request.definitionHash)},
        {QStringLiteral("who"), revealed(request.principalName)},
        {QStringLiteral("user"), revealed(request.user)},
        {QStringLiteral("organisation"), revealed(request.organisation)},
        {QStringLiteral("session"), toQString(request.session)},
        {QStringLiteral("facade"), toQString(request.facade)},
        {QStringLiteral("asked"), toQDateTime(found->created)},
        {QStringLiteral("reason"), revealed(request.statedReason)},
        {QStringLiteral("gated"), request.gated},
        {QStringLiteral("provenance"), provenanceSteps(request.provenance)},
        {QStringLiteral("votes"), votes},
        {QStringLiteral("longestTimeBox"), static_cast<int>(request.longestTimeBox.count() / 60)},
        {QStringLiteral("similar"), similar},
        {QStringLiteral("hasDiff"), previous != nullptr},
        {QStringLiteral("mine"), mine},
        {QStringLiteral("hidden"), static_cast<int>(found->hidden)},
        {QStringLiteral("revealed"), !m_personal.empty()},
        {QStringLiteral("alwaysDenied"), suggestsDenial ? deniedBefore : 0},
        {QStringLiteral("lastDenial"), lastDenial},
    };
    beginLooking();
    Q_EMIT detailChanged();
    Q_EMIT ticked();
}

QString ApprovalsController::stateText() const {
    if (m_watch)
        for (const Approval &approval : m_watch->all())
            if (approval.id == m_selected.toStdString())
                return approvalStateText(approval);
    return {};
}

void ApprovalsController::setShown(bool shown) {
    m_shown = shown;
    if (shown) {
        beginLooking();
    } else {
        endLooking();
        hideAgain();
    }
}

void ApprovalsController::beginLooking() {
    if (!m_shown || m_selected.isEmpty() || m_lookingAt == m_selected)
        return;
    endLooking();
    const std::string id = m_selected.toStdString();
    for (const Approval &approval : m_watch ? m_watch->all() : std::vector<Approval>()) {
        if (approval.id != id)
            continue;
        m_lookedAt = approval;
        m_lookingAt = m_selected;
        m_looking.start();
    }
}

void ApprovalsController::endLooking() {
    const QString id = std::exchange(m_lookingAt, QString());
    if (id.isEmpty() || !m_session || !m_session->isReady() || m_session->isReadOnly())
        return;
    const governance::Principal person = m_session->workspace()->person();
    governance::AuditEvent event = governance::approvalEvent(m_lookedAt, "view", &person);
    event.actor = "app:" + person.user;
    event.detail["seconds"] = m_looking.elapsed() / 1000;
    m_session->query<void>([event](workspace::Workspace &workspace, const Job &) { return workspace.record(event); },
                           m_session, [](Result<void>) {});
}

void ApprovalsController::run(Decide decide) {
    if (m_deciding || !m_session)
        return;
    m_deciding = true;
    Q_EMIT changed();
    endLooking();
    m_session->query<Approval>(
        [decide = std::move(decide)](workspace::Workspace &workspace, const Job &) -> Result<Approval> {
            governance::ApprovalStore *store = workspace.approvals();
            if (!store)
                return fail(ErrorCode::Corrupt,
                            "the state of the workspace cannot be used: approvals cannot be decided");
            return decide(*store, workspace.person());
        },
        this,
        [this](Result<Approval> after) {
            m_deciding = false;
            if (after)
                Q_EMIT decided(toQString(after->id), toQString(governance::approvalStateName(after->state)),
                               approvalStateText(*after));
            else
                Q_EMIT failed(app::errorText(after.error()));
            Q_EMIT changed();
            if (m_watch)
                m_watch->refresh();
        });
}

void ApprovalsController::approve(const QString &note, int minutes, int uses) {
    governance::ApprovalDecision decision;
    decision.approve = true;
    decision.note = note.toStdString();
    decision.timeBox = std::chrono::minutes(minutes);
    decision.uses = static_cast<unsigned>(std::max(1, uses));
    run([id = m_selected.toStdString(), decision](governance::ApprovalStore &store,
                                                  const governance::Principal &person) {
        return store.decide(id, decision, person);
    });
}

void ApprovalsController::deny(const QString &reason, const QString &note) {
    governance::ApprovalDecision decision;
    decision.reason = reason.toStdString();
    decision.note = note.toStdString();
    run([id = m_selected.toStdString(), decision](governance::ApprovalStore &store,
                                                  const governance::Principal &person) {
        return store.decide(id, decision, person);
    });
}

void ApprovalsController::denyTicked(const QString &reason, const QString &note) {
    const std::vector<std::string> ids = m_model.ticked();
    if (m_deciding || !m_session || ids.empty())
        return;
    m_deciding = true;
    Q_EMIT changed();
    governance::ApprovalDecision decision;
    decision.reason = reason.toStdString();
    decision.note = note.toStdString();
    struct Outcome {
        int denied = 0;
        std::optional<Error> problem;
    };
    m_session->query<Outcome>(
        [ids, decision](workspace::Workspace &workspace, const Job &) -> Result<Outcome> {
            governance::ApprovalStore *store = workspace.approvals();
            if (!store)
                return fail(ErrorCode::Corrupt,
                            "the state of the workspace cannot be used: approvals cannot be decided");
            Outcome outcome;
            // One that was decided meanwhile does not keep the others waiting.
            for (const std::string &id : ids) {
                if (const auto denied = store->decide(id, decision, workspace.person()))
                    ++outcome.denied;
                else if (!outcome.problem)
                    outcome.problem = denied.error();
            }
            return outcome;
        },
        this,
        [this](Result<Outcome> outcome) {
            m_deciding = false;
            if (outcome)
                Q_EMIT deniedMany(outcome->denied, outcome->problem ? app::errorText(*outcome->problem) : QString());
            else
                Q_EMIT failed(app::errorText(outcome.error()));
            Q_EMIT changed();
            if (m_watch)
                m_watch->refresh();
        });
}

void ApprovalsController::reveal(const QString &reason) {
    if (!m_session || m_selected.isEmpty())
        return;
    m_session->query<json::object>(
        [id = m_selected.toStdString(), reason = reason.toStdString()](workspace::Workspace &workspace,
                                                                       const Job &) -> Result<json::object> {
            governance::ApprovalStore *store = workspace.approvals();
            if (!store)
                return fail(ErrorCode::Corrupt,
                            "the state of the workspace cannot be used: nothing can be shown that must be recorded");
            return store->reveal(id, workspace.person(), reason);
        },
        this,
        [this, id = m_selected](Result<json::object> personal) {
            if (!personal)
                return Q_EMIT failed(app::errorText(personal.error()));
            if (id != m_selected || !m_shown)
                return; // nobody looks at it any more
            m_personal = std::move(*personal);
            showDetail();
        });
}

void ApprovalsController::hideAgain() {
    if (m_personal.empty())
        return;
    m_personal.clear();
    showDetail();
}

QString ApprovalsController::ruleDraft() const {
    const Approval *approval = m_model.find(m_selected);
    const governance::ApprovalHistory *history = approval ? historyOf(*approval) : nullptr;
    return history ? toQString(governance::draftPolicy({*history}, governance::UsualLeast)) : QString();
}

QString ApprovalsController::ruleFile() const {
    QString name = QStringLiteral("deny-") + m_detail.value(QStringLiteral("action")).toString();
    for (QChar &c : name)
        if (!(c.isLetterOrNumber() && c.unicode() < 128) && c != QLatin1Char('-') && c != QLatin1Char('_') &&
            c != QLatin1Char('.'))
            c = QLatin1Char('_');
    return name.left(150) + QStringLiteral(".yaml");
}

void ApprovalsController::addRule(const QString &file, const QString &yaml) {
    if (!m_session)
        return;
    m_session->query<void>(
        [file = file.toStdString(), yaml = yaml.toStdString()](workspace::Workspace &workspace,
                                                               const Job &job) -> Result<void> {
            if (auto added = workspace::addPolicyFile(workspace, file, yaml); !added)
                return added;
            if (const auto refreshed = workspace.refresh(job); !refreshed)
                return fail(refreshed.error());
            return {};
        },
        this,
        [this, file](Result<void> added) {
            if (added)
                Q_EMIT ruleAdded(file);
            else
                Q_EMIT failed(app::errorText(added.error()));
        });
}

void ApprovalsController::revoke() {
    run([id = m_selected.toStdString()](governance::ApprovalStore &store, const governance::Principal &person) {
        return store.revoke(id, person);
    });
}

} // namespace actionscope::app
