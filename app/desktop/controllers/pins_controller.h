#pragma once
/// What upstreams changed for the worse, and texts that could mislead a model: blocked or withheld until a person
/// accepts them.

#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QVariantList>

namespace actionscope::app {

/// Texts of a service are scanned on a worker. GUI thread.
class PinsController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sourceChanged FINAL REQUIRED)
    /// Whose entries are listed.
    Q_PROPERTY(QString service READ service WRITE setService NOTIFY sourceChanged FINAL)
    /// Of the service, by name: maps of `name` ("service.action"), `changes` (lines: what a person has to accept),
    /// `difference` (lines that start with "− " or "+ ": all that changed of the definition), `findings` (lines: why
    /// its texts are withheld), `renamedFrom`, `since` (a date; not valid for texts).
    Q_PROPERTY(QVariantList waiting READ waiting NOTIFY changed FINAL)
    /// Changed definitions in the whole workspace, and the first service that has one.
    Q_PROPERTY(int blockedCount READ blockedCount NOTIFY changed FINAL)
    Q_PROPERTY(QString firstBlocked READ firstBlocked NOTIFY changed FINAL)
    /// Why nothing of MCP servers can be called: the file of what was accepted cannot be read. Else empty.
    Q_PROPERTY(QString problem READ problem NOTIFY changed FINAL)

public:
    explicit PinsController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    QString service() const { return m_service; }
    void setService(const QString &service);
    QVariantList waiting() const { return m_waiting; }
    int blockedCount() const { return m_blocked; }
    QString firstBlocked() const { return m_firstBlocked; }
    QString problem() const { return m_problem; }

    /// Takes over the changed definition and the flagged texts of an action. Recorded; cannot be undone.
    Q_INVOKABLE void accept(const QString &name);

Q_SIGNALS:
    void sourceChanged();
    void changed();
    void accepted(const QString &name);
    void failed(const QString &message);

private:
    void refresh();

    QPointer<WorkspaceSession> m_session;
    QString m_service, m_firstBlocked, m_problem;
    QVariantList m_waiting;
    int m_blocked = 0;
    LatestQuery m_query;
};

} // namespace actionscope::app
