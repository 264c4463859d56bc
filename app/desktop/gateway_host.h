#pragma once
/// The embedded gateway of the open workspace: started and stopped from the window, watched by the Gateway page.

#include "gateway/gateway.h"
#include "preferences.h"
#include "workspace_session.h"

#include <QDateTime>
#include <QObject>
#include <QQmlEngine>
#include <QTimer>
#include <QVariantMap>

#include <memory>
#include <thread>
#include <vector>

namespace actionscope::app {

/// Starting and stopping happen off the GUI thread. The gateway keeps the workspace alive; closing the workspace stops
/// it. GUI thread.
class GatewayHost : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    /// "stopped", "starting", "running", "stopping" or "failed".
    Q_PROPERTY(QString state READ state NOTIFY stateChanged FINAL)
    Q_PROPERTY(bool running READ isRunning NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString url READ url NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged FINAL)
    Q_PROPERTY(QDateTime startedAt READ startedAt NOTIFY stateChanged FINAL)
    Q_PROPERTY(bool paused READ isPaused WRITE setPaused NOTIFY statusChanged FINAL)
    /// `sessions`, `streams`, `runningCalls`, `requests`, `searches`, `calls`, `refused`.
    Q_PROPERTY(QVariantMap status READ status NOTIFY statusChanged FINAL)
    Q_PROPERTY(int port READ port WRITE setPort NOTIFY stateChanged FINAL)

public:
    explicit GatewayHost(WorkspaceSession &session, QObject *parent = nullptr);
    ~GatewayHost() override;

    QString state() const { return m_state; }
    bool isRunning() const { return m_state == QLatin1String("running"); }
    QString url() const { return m_url; }
    QString errorText() const { return m_errorText; }
    QDateTime startedAt() const { return m_startedAt; }
    bool isPaused() const { return m_status.paused; }
    void setPaused(bool paused);
    QVariantMap status() const;
    int port() const { return m_port; }
    void setPort(int port);

    /// The gateway that runs; null otherwise. Its functions are quick and may be called here.
    std::shared_ptr<gateway::Gateway> gateway() const { return m_gateway; }

    /// On 127.0.0.1 and `port`; 0 takes a free one.
    Q_INVOKABLE void start();
    /// After a port that was taken: the next ones are tried by the system.
    Q_INVOKABLE void startAnywhere();
    Q_INVOKABLE void stop();
    Q_INVOKABLE void endSession(const QString &id);
    /// What to paste into a client: maps of `id`, `title`, `where` (the file it goes to) and `text`. `token` may be
    /// empty: a placeholder stands for it then.
    Q_INVOKABLE QVariantList snippets(const QString &token) const;

Q_SIGNALS:
    void stateChanged();
    void statusChanged();
    /// Sessions, frames or counters moved on; at most ten times a second.
    void activity();

private:
    void startOn(int port);
    void setState(const QString &state, const QString &errorText = {});
    void poll();

    WorkspaceSession &m_session;
    std::shared_ptr<gateway::Gateway> m_gateway;
    workspace::Subscription m_subscription;
    gateway::GatewayStatus m_status;
    QString m_state = QStringLiteral("stopped"), m_url, m_errorText;
    QDateTime m_startedAt;
    int m_port = Preferences::DefaultGatewayPort;
    bool m_pollQueued = false;
    std::thread m_stopper; ///< of the last stop; done when the state is not "stopping"
};

} // namespace actionscope::app
