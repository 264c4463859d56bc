#include "approvals_model.h"

#include "approvals_watch.h"
#include "convert.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

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
    case SentenceRole:
        return QCoreApplication::translate("Approvals", "%1, %2, asked for by %3, %4", "action, tier, who, state")
            .arg(action, tierName(shownTier(approval.request)), who(approval), approvalStateText(approval));
    default:
        return {};
    }
}

QHash<int, QByteArray> ApprovalsModel::roleNames() const {
    return {{ApprovalIdRole, "approvalId"}, {ActionRole, "actionName"}, {TierRole, "tier"},        {WhoRole, "who"},
            {StateTextRole, "stateText"},   {UrgentRole, "urgent"}, {SentenceRole, "sentence"}};
}

void ApprovalsModel::setRows(std::vector<Approval> rows) {
    const bool sameOrder = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                      [](const Approval &a, const Approval &b) { return a.id == b.id; });
    if (sameOrder) {
        m_rows = std::move(rows);
        return tick();
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
    Q_EMIT countChanged();
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
