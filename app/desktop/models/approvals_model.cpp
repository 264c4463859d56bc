#include "approvals_model.h"

#include "approvals_watch.h"
#include "convert.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>
#include <map>

namespace actionscope::app {
using governance::Approval;
using governance::ApprovalState;

namespace {

constexpr qint64 UrgentSeconds = 5 * 60;

qint64 secondsUntil(Timestamp moment) {
    const auto now = std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
    return std::chrono::duration_cast<std::chrono::seconds>(moment - now).count();
}

QString who(const Approval &approval) {
    const QString name = revealed(approval.request.principalName);
    return approval.request.session.empty()
               ? name
               : QString(name + QStringLiteral(" · ") + toQString(approval.request.session).left(8));
}

QString lastVoter(const Approval &approval) {
    return approval.votes.empty() ? QString() : revealed(approval.votes.back().approverName);
}

} // namespace

QString timeLeft(Timestamp expires) {
    const qint64 left = secondsUntil(expires);
    if (left <= 0)
        return {};
    if (left < 3600)
        return QStringLiteral("%1:%2").arg(left / 60).arg(left % 60, 2, 10, QLatin1Char('0'));
    return QCoreApplication::translate("Approvals", "%1 h %2 min", "time left").arg(left / 3600).arg(left % 3600 / 60);
}

QString approvalStateText(const Approval &approval) {
    const auto say = [](const char *text) { return QCoreApplication::translate("Approvals", text); };
    switch (approval.state) {
    case ApprovalState::Waiting: {
        const QString left = timeLeft(approval.expires);
        if (left.isEmpty())
            return say(QT_TRANSLATE_NOOP("Approvals", "Expired"));
        if (approval.request.approversNeeded > 1)
            return say(QT_TRANSLATE_NOOP("Approvals", "%1 of %2 approved · %3 left"))
                .arg(approval.approvals())
                .arg(approval.request.approversNeeded)
                .arg(left);
        return say(QT_TRANSLATE_NOOP("Approvals", "%1 left")).arg(left);
    }
    case ApprovalState::Approved:
        return approval.timeBox.count() > 0
                   ? say(QT_TRANSLATE_NOOP("Approvals", "Approved, %1 calls and %2 left"))
                         .arg(approval.usesLeft)
                         .arg(timeLeft(approval.expires))
                   : say(QT_TRANSLATE_NOOP("Approvals", "Approved by %1, not used yet")).arg(lastVoter(approval));
    case ApprovalState::Spent:
        return say(QT_TRANSLATE_NOOP("Approvals", "Approved by %1 and used")).arg(lastVoter(approval));
    case ApprovalState::Denied:
        return say(QT_TRANSLATE_NOOP("Approvals", "Denied by %1")).arg(lastVoter(approval));
    case ApprovalState::Expired:
        return say(QT_TRANSLATE_NOOP("Approvals", "Expired: nobody decided in time"));
    case ApprovalState::Void:
        return say(QT_TRANSLATE_NOOP("Approvals", "Void: the action changed after it was asked for"));
    case ApprovalState::Withdrawn:
        return say(QT_TRANSLATE_NOOP("Approvals", "Withdrawn by the caller"));
    case ApprovalState::Revoked:
        return say(QT_TRANSLATE_NOOP("Approvals", "Approval taken back before it was used"));
    }
    return {};
}

int ApprovalsModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ApprovalsModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Approval &approval = m_rows[static_cast<std::size_t>(index.row())];
    const QString action = toQString(approval.request.service + "." + approval.request.action);
    switch (role) {
    case ApprovalIdRole:
        return toQString(approval.id);
    case Qt::DisplayRole:
    case ActionRole:
        return action;
    case TierRole:
        return shownTier(approval.request);
    case WhoRole:
        return who(approval);
    case StateTextRole:
        return approvalStateText(approval);
    case UrgentRole:
        return approval.state == ApprovalState::Waiting && secondsUntil(approval.expires) < UrgentSeconds;
    case TickedRole:
        return m_ticked.count(approval.id) > 0;
    case SentenceRole: {
        const QString sentence =
            QCoreApplication::translate("Approvals", "%1, %2, asked for by %3, %4", "action, tier, who, state")
                .arg(action, tierName(shownTier(approval.request)), who(approval), approvalStateText(approval));
        return m_ticked.count(approval.id) > 0
                   ? QCoreApplication::translate("Approvals", "%1, ticked", "a request").arg(sentence)
                   : sentence;
    }
    default:
        return {};
    }
}

QHash<int, QByteArray> ApprovalsModel::roleNames() const {
    return {
        {ApprovalIdRole, "approvalId"}, {ActionRole, "actionName"}, {TierRole, "tier"},         {WhoRole, "who"},
        {StateTextRole, "stateText"},   {UrgentRole, "urgent"},     {SentenceRole, "sentence"}, {TickedRole, "ticked"}};
}

void ApprovalsModel::setRows(std::vector<Approval> rows) {
    const bool sameOrder = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                      [](const Approval &a, const Approval &b) { return a.id == b.id; });
    if (sameOrder) {
        m_rows = std::move(rows);
        dropStaleTicks();
        return tick();
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    Q_EMIT countChanged();
    dropStaleTicks();
}

void ApprovalsModel::dropStaleTicks() {
    const std::size_t before = m_ticked.size();
    std::erase_if(m_ticked, [&](const std::string &id) {
        const Approval *approval = find(toQString(id));
        return !approval || approval->state != ApprovalState::Waiting;
    });
    if (m_ticked.size() != before)
        Q_EMIT ticksChanged();
}

void ApprovalsModel::setTicked(const QString &id, bool on) {
    const int row = rowOf(id);
    if (row < 0 || (on && m_rows[static_cast<std::size_t>(row)].state != ApprovalState::Waiting))
        return;
    const bool changed = on ? m_ticked.insert(id.toStdString()).second : m_ticked.erase(id.toStdString()) > 0;
    if (!changed)
        return;
    Q_EMIT dataChanged(index(row), index(row), {TickedRole, SentenceRole});
    Q_EMIT ticksChanged();
}

void ApprovalsModel::toggleTick(int row) {
    if (const QString id = idAt(row); !id.isEmpty())
        setTicked(id, m_ticked.count(id.toStdString()) == 0);
}

void ApprovalsModel::tickAll(bool on) {
    for (const Approval &approval : m_rows)
        setTicked(toQString(approval.id), on);
}

std::vector<std::string> ApprovalsModel::ticked() const {
    std::vector<std::string> ids;
    for (const Approval &approval : m_rows)
        if (m_ticked.count(approval.id) > 0)
            ids.push_back(approval.id);
    return ids;
}

QString ApprovalsModel::tickedText() const {
    constexpr qsizetype MaxNames = 10;
    std::map<QString, int> counts;
    for (const Approval &approval : m_rows)
        if (m_ticked.count(approval.id) > 0)
            ++counts[toQString(approval.request.service + "." + approval.request.action)];
    QStringList parts;
    for (const auto &[name, count] : counts)
        if (parts.size() < MaxNames)
            parts.append(QStringLiteral("%1 × %2").arg(count).arg(name));
    if (counts.size() > static_cast<std::size_t>(MaxNames))
        parts.append(QStringLiteral("…"));
    return parts.join(QStringLiteral(", "));
}

void ApprovalsModel::tick() {
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {StateTextRole, UrgentRole, SentenceRole});
}

QString ApprovalsModel::idAt(int row) const {
    return row >= 0 && row < rowCount() ? toQString(m_rows[static_cast<std::size_t>(row)].id) : QString();
}

int ApprovalsModel::rowOf(const QString &id) const {
    const std::string wanted = id.toStdString();
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const Approval &a) { return a.id == wanted; });
    return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

const Approval *ApprovalsModel::find(const QString &id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &m_rows[static_cast<std::size_t>(row)];
}

} // namespace actionscope::app
