#pragma once
/// The Overview page: figures that lead to the pages they are about.

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

    /// "loading", "verified", "unchecked" (too long to check unasked), "empty", "broken", "unavailable".
    Q_PROPERTY(QString auditState READ auditState NOTIFY changed FINAL)
    Q_PROPERTY(double auditHead READ auditHead NOTIFY changed FINAL)
    Q_PROPERTY(QString auditHash READ auditHash NOTIFY changed FINAL)
    Q_PROPERTY(double auditUnsigned READ auditUnsigned NOTIFY changed FINAL)
    /// The problem when broken or unavailable.
    Q_PROPERTY(QString auditText READ auditText NOTIFY changed FINAL)

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
    /// The page verifies chains up to this long by itself; longer ones take seconds and are checked on the Audit page.
    static constexpr quint64 MaxVerifiedUnasked = 50'000;

    explicit OverviewController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
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
    QString auditState() const { return m_auditState; }
    double auditHead() const { return double(m_auditHead); }
    QString auditHash() const { return m_auditHash; }
    double auditUnsigned() const { return double(m_auditUnsigned); }
    QString auditText() const { return m_auditText; }
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
    void readAudit();
    void resetAudit(const QString &state, const QString &text = {});

    QPointer<WorkspaceSession> m_session;
    QPointer<StagedEdits> m_staged;
    Counts m_counts;
    bool m_countsKnown = false;
    int m_findable = 0;
    QString m_auditState = QStringLiteral("loading"), m_auditHash, m_auditText;
    qint64 m_auditHead = 0, m_auditUnsigned = 0;
    QVariantList m_recent;
    LatestQuery m_countQuery, m_auditQuery;
};

} // namespace actionscope::app
