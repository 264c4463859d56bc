#include "sessions_model.h"

#include "convert.h"

#include <QCoreApplication>
#include <QDateTime>

#include <algorithm>

namespace actionscope::app {
using session::SessionInfo;

int SessionsModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_sessions.size());
}

QVariant SessionsModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const SessionInfo &info = m_sessions[static_cast<std::size_t>(index.row())];
    const auto figures = [&] {
        return QCoreApplication::translate("Gateway", "%1 searches · %2 calls · %3 refused")
            .arg(info.searches)
            .arg(info.calls)
            .arg(info.refused);
    };
    switch (role) {
    case SessionIdRole:
        return toQString(info.id);
    case Qt::DisplayRole:
    case ClientRole:
        return info.client.empty() ? QCoreApplication::translate("Gateway", "A client without a name")
                                   : revealed(info.client);
    case PrincipalRole:
        return revealed(info.principal.name);
    case ActiveRole:
        return static_cast<int>(info.activations.size());
    case FiguresRole:
        return figures();
    case TokensRole:
        return static_cast<double>(info.tokensSent);
    case LastUseRole:
        return toQDateTime(info.lastUse);
    case SentenceRole:
        return QCoreApplication::translate("Gateway", "%1 of %2, %n active, %3", "client, principal, figures",
                                           static_cast<int>(info.activations.size()))
            .arg(revealed(info.client), revealed(info.principal.name), figures());
    default:
        return {};
    }
}

QHash<int, QByteArray> SessionsModel::roleNames() const {
    return {{SessionIdRole, "sessionId"}, {ClientRole, "client"},    {PrincipalRole, "principal"},
            {ActiveRole, "active"},       {FiguresRole, "figures"},  {TokensRole, "tokens"},
            {LastUseRole, "lastUse"},     {SentenceRole, "sentence"}};
}

void SessionsModel::setSessions(std::vector<SessionInfo> sessions) {
    std::sort(sessions.begin(), sessions.end(), [](const SessionInfo &a, const SessionInfo &b) {
        return a.started != b.started ? a.started > b.started : a.id < b.id;
    });
    const bool same = std::equal(sessions.begin(), sessions.end(), m_sessions.begin(), m_sessions.end(),
                                 [](const SessionInfo &a, const SessionInfo &b) { return a.id == b.id; });
    if (same) {
        m_sessions = std::move(sessions);
        if (!m_sessions.empty())
            Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_sessions = std::move(sessions);
    endResetModel();
    Q_EMIT countChanged();
}

const SessionInfo *SessionsModel::find(const QString &id) const {
    const int row = rowOf(id);
    return row < 0 ? nullptr : &m_sessions[static_cast<std::size_t>(row)];
}

QString SessionsModel::idAt(int row) const {
    return row >= 0 && row < rowCount() ? toQString(m_sessions[static_cast<std::size_t>(row)].id) : QString();
}

int SessionsModel::rowOf(const QString &id) const {
    const std::string wanted = id.toStdString();
    const auto at =
        std::find_if(m_sessions.begin(), m_sessions.end(), [&](const SessionInfo &s) { return s.id == wanted; });
    return at == m_sessions.end() ? -1 : static_cast<int>(at - m_sessions.begin());
}

} // namespace actionscope::app
