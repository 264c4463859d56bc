#pragma once
/// The agents' sessions of the running gateway, with what each has activated.

#include "session/agent_session.h"

#include <QAbstractListModel>
#include <QQmlEngine>

#include <vector>

namespace actionscope::app {

/// Newest use first as the gateway lists them, but a row keeps its place while it lives: new sessions come on top.
/// GUI thread.
class SessionsModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by GatewayController")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)

public:
    enum Role {
        SessionIdRole = Qt::UserRole + 1,
        ClientRole, ///< "name version" as the client said: untrusted
        PrincipalRole,
        ActiveRole,  ///< number of activations
        FiguresRole, ///< "12 searches · 4 calls · 1 refused"
        TokensRole,  ///< sent so far, estimate
        LastUseRole,
        SentenceRole,
    };

    using QAbstractListModel::QAbstractListModel;
    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return rowCount(); }

    void setSessions(std::vector<session::SessionInfo> sessions);
    const session::SessionInfo *find(const QString &id) const;
    Q_INVOKABLE QString idAt(int row) const;
    Q_INVOKABLE int rowOf(const QString &id) const;

Q_SIGNALS:
    void countChanged();

private:
    std::vector<session::SessionInfo> m_sessions;
};

} // namespace actionscope::app
