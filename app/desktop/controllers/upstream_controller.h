#pragma once
/// What stands behind the services: the MCP servers that the running gateway keeps connected, and the connections with
/// their secrets.

#include "gateway_host.h"
#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QVariantList>

namespace actionscope::app {

/// GUI thread; files and secrets are read and written on workers. No secret is ever read back into the window.
class UpstreamController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::GatewayHost *host READ host WRITE setHost NOTIFY sourceChanged FINAL REQUIRED)
    /// Whose connections are listed.
    Q_PROPERTY(QString service READ service WRITE setService NOTIFY sourceChanged FINAL)
    /// While the gateway runs, in the order of servers.yaml: maps of `name`, `state` (a word of the core), `stateText`,
    /// `problem`, `log` (lines, the last ones), `tools`, `restarts`, `bad`.
    Q_PROPERTY(QVariantList servers READ servers NOTIFY serversChanged FINAL)
    /// Of the service: maps of `slug`, `scheme`, `place` ("environment", "keychain", "file", ""), `name`, `ready`,
    /// `text`.
    Q_PROPERTY(QVariantList connections READ connections NOTIFY connectionsChanged FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY connectionsChanged FINAL)

public:
    static constexpr int LogLines = 5; ///< shown of a server

    explicit UpstreamController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    GatewayHost *host() const { return m_host; }
    void setHost(GatewayHost *host);
    QString service() const { return m_service; }
    void setService(const QString &service);
    QVariantList servers() const { return m_servers; }
    QVariantList connections() const { return m_connections; }
    QString errorText() const { return m_errorText; }

    /// Tries a server again now.
    Q_INVOKABLE void retry(const QString &name);
    /// Writes the secret of a connection that keeps it in the keychain or in the encrypted file.
    Q_INVOKABLE void setSecret(const QString &slug, const QString &secret);
    /// Adds a connection for the service and writes its secret: into the desktop's keychain, or into the encrypted file
    /// where no keychain answers.
    Q_INVOKABLE void addConnection(const QString &secret);
    Q_INVOKABLE void refresh();

Q_SIGNALS:
    void sourceChanged();
    void serversChanged();
    void connectionsChanged();
    void stored(const QString &slug);
    void failed(const QString &message);

private:
    void takeServers();

    QPointer<WorkspaceSession> m_session;
    QPointer<GatewayHost> m_host;
    QString m_service, m_errorText;
    QVariantList m_servers, m_connections;
    LatestQuery m_query;
};

} // namespace actionscope::app
