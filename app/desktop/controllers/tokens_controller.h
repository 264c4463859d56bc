#pragma once
/// The tokens of a workspace: who may connect, made and taken back by the person at this computer.

#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QVariantList>

namespace actionscope::app {

/// GUI thread; the store is asked on workers.
class TokensController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    /// Newest first: maps of `id`, `name`, `role`, `exposure` (words of the core), `created` (date), `state` ("live",
    /// "revoked", "expired").
    Q_PROPERTY(QVariantList tokens READ tokens NOTIFY changed FINAL)
    Q_PROPERTY(int live READ live NOTIFY changed FINAL)
    /// Why they could not be read.
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    /// The token just made, until it is let go: it is kept nowhere else.
    Q_PROPERTY(QString secret READ secret NOTIFY secretChanged FINAL)

public:
    explicit TokensController(QObject *parent = nullptr);
    ~TokensController() override;

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    QVariantList tokens() const { return m_tokens; }
    int live() const { return m_live; }
    QString errorText() const { return m_errorText; }
    QString secret() const { return m_secret; }

    /// `role` and `exposure` are words of the core: "agent", "developer", "approver", "admin"; "list", "stable".
    Q_INVOKABLE void create(const QString &name, const QString &role, const QString &exposure);
    Q_INVOKABLE void revoke(const QString &id);
    Q_INVOKABLE void forgetSecret();
    Q_INVOKABLE void refresh();

Q_SIGNALS:
    void sessionChanged();
    void changed();
    void secretChanged();
    void revoked(const QString &name);
    void failed(const QString &message);

private:
    QPointer<WorkspaceSession> m_session;
    QVariantList m_tokens;
    int m_live = 0;
    QString m_errorText, m_secret;
    LatestQuery m_query;
};

} // namespace actionscope::app
