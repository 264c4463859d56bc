#pragma once
/// The Overview page: figures that lead to the pages they are about.

#include "audit_chain.h"
#include "staged_edits.h"
#include "workspace_session.h"

#include <QDateTime>
#include <QObject>
#include <QQmlEngine>
#include <QVariantList>

#include <array>

namespace actionscope::app {

/// Each tile has a state of its own ("loading", "ready", "error"), so that one that fails does not take the others with
/// it. Figures are counted on a worker. GUI thread.
class OverviewController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    /// A broken log is the first thing that waits for a person; a longer one has newer records to show.
    Q_PROPERTY(actionscope::app::AuditChain *chain READ chain WRITE setChain NOTIFY sessionChanged FINAL)
    /// "firstRun", "loading", "error", "ready", "partial".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)

    Q_PROPERTY(int actionCount READ actionCount NOTIFY changed FINAL)
    Q_PROPERTY(int serviceCount READ serviceCount NOTIFY changed FINAL)
    Q_PROPERTY(int findableServices READ findableServices NOTIFY changed FINAL)
    Q_PROPERTY(QString countsState READ countsState NOTIFY changed FINAL)
    Q_PROPERTY(int curatedCount READ curatedCount NOTIFY changed FINAL)
    /// Actions by Tier::Value: four numbers.
    Q_PROPERTY(QVariantList tiers READ tiers NOTIFY changed FINAL)
    Q_PROPERTY(int reviewCount READ reviewCount NOTIFY changed FINAL)

    /// "fresh", "building" (an older index answers meanwhile, or none), "missing".
    Q_PROPERTY(QString indexState READ indexState NOTIFY changed FINAL)
    Q_PROPERTY(double indexBytes READ indexBytes NOTIFY changed FINAL)
    Q_PROPERTY(int indexTerms READ indexTerms NOTIFY changed FINAL)
    Q_PROPERTY(QDateTime indexedAt READ indexedAt NOTIFY changed FINAL)

    /// What waits for a person: maps of `kind`, `text`, `action` (words of the link), `link`, `severity`; most urgent
    /// first.
    Q_PROPERTY(QVariantList needs READ needs NOTIFY changed FINAL)
    /// The latest audit records in words: maps of `text`, `time`, `link`; at most five.
    Q_PROPERTY(QVariantList recent READ recent NOTIFY changed FINAL)
    /// Searches to try: of the workspace's query sets, else titles of its actions; maps of `text` and `link`; at most
    /// five.
    Q_PROPERTY(QVariantList tries READ tries NOTIFY changed FINAL)
    /// The services with the most actions: maps of `text`, `count`, `link`; at most five.
    Q_PROPERTY(QVariantList largest READ largest NOTIFY changed FINAL)

public:
    explicit OverviewController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    AuditChain *chain() const { return m_chain; }
    void setChain(AuditChain *chain);
    QString state() const;
    QString errorText() const;
    int actionCount() const;
    int serviceCount() const;
    int findableServices() const { return m_findable; }
    QString countsState() const { return m_countsKnown ? QStringLiteral("ready") : QStringLiteral("loading"); }
    int curatedCount() const { return m_counts.curated; }
    QVariantList tiers() const;
    int reviewCount() const { return m_counts.review; }
    QString indexState() const;
    double indexBytes() const;
    int indexTerms() const;
    QDateTime indexedAt() const;
    QVariantList needs() const;
    QVariantList recent() const { return m_recent; }
    QVariantList tries() const;
    QVariantList largest() const;

    /// Asks again for what failed.
    Q_INVOKABLE void retry();

Q_SIGNALS:
    void sessionChanged();
    void changed();

private:
    struct Counts {
        std::array<int, 4> tiers{};
        int review = 0, curated = 0, orphans = 0;
        QStringList tries;
        std::vector<std::pair<QString, int>> largest; ///< service, actions
    };
    void takeSnapshot();
    void count();
    void readRecent();

    QPointer<WorkspaceSession> m_session;
    QPointer<StagedEdits> m_staged;
    QPointer<AuditChain> m_chain;
    Counts m_counts;
    bool m_countsKnown = false;
    int m_findable = 0;
    QVariantList m_recent;
    LatestQuery m_countQuery, m_recentQuery;
};

} // namespace actionscope::app
