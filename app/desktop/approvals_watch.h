#pragma once
/// The approvals of the open workspace, looked at again every second: for the page, the badge in the rail,
/// notifications.

#include "governance/approvals.h"
#include "workspace_session.h"

#include <QDateTime>
#include <QHash>
#include <QObject>
#include <QQmlEngine>
#include <QSet>
#include <QTimer>

#include <functional>
#include <vector>

namespace actionscope::app {

/// Other processes ask for approvals and decide them, so the store is asked, on a worker. GUI thread.
class ApprovalsWatch : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the app")
    /// Requests that nobody decided yet.
    Q_PROPERTY(int waiting READ waiting NOTIFY changed FINAL)
    Q_PROPERTY(bool catastrophicWaiting READ catastrophicWaiting NOTIFY changed FINAL)
    /// When the next of them expires; not valid without any.
    Q_PROPERTY(QDateTime oldestExpiry READ oldestExpiry NOTIFY changed FINAL)
    /// Whether the workspace was asked at least once.
    Q_PROPERTY(bool known READ isKnown NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)

public:
    static constexpr int IntervalMs = 1000;
    static constexpr std::size_t Most = 500; ///< requests kept for the page, open ones first
    /// How long before its expiry a request that nobody decided is called to mind: twice.
    static constexpr int WarnMinutes = 5, LastWarnMinutes = 1;

    explicit ApprovalsWatch(WorkspaceSession &session, QObject *parent = nullptr);

    int waiting() const { return m_waiting; }
    bool catastrophicWaiting() const { return m_catastrophic; }
    QDateTime oldestExpiry() const { return m_oldestExpiry; }
    bool isKnown() const { return m_known; }
    QString errorText() const { return m_errorText; }
    /// Id of the waiting request that expires first; empty without any.
    Q_INVOKABLE QString nextToExpire() const;
    /// Waiting ones by expiry, then the newest.
    const std::vector<governance::Approval> &all() const { return m_all; }
    Q_INVOKABLE void refresh();
    /// The wall clock, for tests.
    void setClock(std::function<QDateTime()> clock) { m_clock = std::move(clock); }

Q_SIGNALS:
    void changed();
    /// New requests came in since the last look; never at the first.
    void arrived(int count, bool catastrophic);
    /// Less than `minutes` (WarnMinutes, then LastWarnMinutes) are left of a waiting request: said once each, and not
    /// of one that came in with so little left.
    void expiring(const QString &id, const QString &action, int minutes);

private:
    void take(Result<std::vector<governance::Approval>> found);
    void clear();
    /// Of `fresh` ones the arrival was told already.
    void warn(const QSet<QString> &fresh);

    WorkspaceSession &m_session;
    std::function<QDateTime()> m_clock = &QDateTime::currentDateTime;
    QHash<QString, int> m_warned; ///< by id: the minutes last warned of
    QTimer m_timer;
    LatestQuery m_query;
    bool m_asking = false, m_known = false, m_catastrophic = false;
    int m_waiting = 0;
    QDateTime m_oldestExpiry;
    QString m_errorText;
    std::vector<governance::Approval> m_all;
};

/// The tier on screen of a request: catastrophic when it is destructive (approval is what it waits for).
int shownTier(const governance::FrozenRequest &request);

} // namespace actionscope::app
