#pragma once
/// The Gateway page: sessions, the live trace, and what exposure costs.

#include "frames_model.h"
#include "gateway_host.h"
#include "sessions_model.h"

#include <QObject>
#include <QQmlEngine>
#include <QVariantMap>

namespace actionscope::app {

/// GUI thread.
class GatewayController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::GatewayHost *host READ host WRITE setHost NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::SessionsModel *sessions READ sessions CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::FramesModel *frames READ frames CONSTANT FINAL)
    Q_PROPERTY(QString state READ state NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged FINAL)
    /// Empty: the frames of all sessions are shown.
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectionChanged FINAL)
    /// Of the selected session: `id`, `client`, `protocol`, `principal`, `role`, `user`, `organisation`, `profile`,
    /// `started`, `tokens`, `pseudonyms`, `activations` (maps of `action`, `confirmedBy`, `expires`, `uses`).
    Q_PROPERTY(QVariantMap detail READ detail NOTIFY selectionChanged FINAL)
    /// `everything`, `listed`, `listedTools`, `level` ("good", "warn" above 30 tools, "alarm" above 50),
    /// `searchMedian`, `searchMax`, `listChanges`, `listChangeTokens`, `services` (the ten dearest: `service`,
    /// `always`, `everything`).
    Q_PROPERTY(QVariantMap cost READ cost NOTIFY costChanged FINAL)
    Q_PROPERTY(bool following READ isFollowing WRITE setFollowing NOTIFY followingChanged FINAL)

public:
    static constexpr int WarnTools = 30, AlarmTools = 50; ///< GD15

    explicit GatewayController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    GatewayHost *host() const { return m_host; }
    void setHost(GatewayHost *host);
    SessionsModel *sessions() { return &m_sessions; }
    FramesModel *frames() { return &m_frames; }
    QString state() const;
    QString errorText() const;
    QString selected() const { return m_selected; }
    void select(const QString &id);
    QVariantMap detail() const;
    QVariantMap cost() const { return m_cost; }
    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);

    /// Frame in full: `what`, `summary`, `shape` (pretty JSON: types and lengths, no values), `bytes`, `principal`.
    Q_INVOKABLE QVariantMap frame(int row) const;
    Q_INVOKABLE void findCost();

Q_SIGNALS:
    void sourceChanged();
    void stateChanged();
    void selectionChanged();
    void costChanged();
    void followingChanged();

private:
    void take();

    QPointer<WorkspaceSession> m_session;
    QPointer<GatewayHost> m_host;
    SessionsModel m_sessions;
    FramesModel m_frames;
    QString m_selected;
    QVariantMap m_cost;
    bool m_following = true;
    const void *m_seen = nullptr; ///< the gateway that the frames are of
};

} // namespace actionscope::app
