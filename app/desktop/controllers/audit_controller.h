#pragma once
/// The audit page: filter, live tail, timeline, export. Whether the log proves itself is AuditChain's.

#include "audit_model.h"
#include "facet_model.h"
#include "filter_model.h"
#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QTimer>
#include <QVariantList>

namespace actionscope::app {

/// Reads the log on the session's query threads. New records are noticed by looking at the head twice a second while
/// the page is shown; they are shown at once while `following`, else counted in `waiting`. GUI thread.
class AuditController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    /// Whether the page is visible: the live tail rests otherwise.
    Q_PROPERTY(bool active READ isActive WRITE setActive NOTIFY activeChanged FINAL)
    Q_PROPERTY(actionscope::app::AuditModel *records READ records CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::FilterModel *filter READ filter CONSTANT FINAL)
    /// "firstRun" (no workspace), "loading", "empty" (nothing logged yet), "noMatch", "ready", "error".
    Q_PROPERTY(QString state READ state NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged FINAL)
    Q_PROPERTY(double total READ total NOTIFY stateChanged FINAL)
    Q_PROPERTY(double shown READ shown NOTIFY stateChanged FINAL)
    Q_PROPERTY(actionscope::app::FacetModel *facets READ facets CONSTANT FINAL)
    /// Bins of the timeline: {start, label, count}; `binMaximum` is the largest count.
    Q_PROPERTY(QVariantList bins READ bins NOTIFY binsChanged FINAL)
    Q_PROPERTY(double binMaximum READ binMaximum NOTIFY binsChanged FINAL)
    /// Hours the timeline and the list go back; 0: everything.
    Q_PROPERTY(int hours READ hours WRITE setHours NOTIFY hoursChanged FINAL)
    /// New rows appear by themselves.
    Q_PROPERTY(bool following READ isFollowing WRITE setFollowing NOTIFY followingChanged FINAL)
    Q_PROPERTY(int waiting READ waiting NOTIFY waitingChanged FINAL)
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectionChanged FINAL)
    /// The selected record: {seq, fields: [{name, value}], json, prev, hash, subject}.
    Q_PROPERTY(QVariantMap detail READ detail NOTIFY selectionChanged FINAL)

public:
    explicit AuditController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    bool isActive() const { return m_active; }
    void setActive(bool active);
    AuditModel *records() { return &m_records; }
    FilterModel *filter() { return &m_filter; }
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    double total() const { return double(m_total); }
    double shown() const { return double(m_shown); }
    FacetModel *facets() { return &m_facets; }
    QVariantList bins() const { return m_bins; }
    double binMaximum() const { return m_binMaximum; }
    int hours() const { return m_hours; }
    void setHours(int hours);
    bool isFollowing() const { return m_following; }
    void setFollowing(bool following);
    int waiting() const { return m_waiting; }
    QString selected() const { return m_selected; }
    void select(const QString &key);
    QVariantMap detail() const { return m_detail; }

    /// Writes what the filter lets through to `path` as a job. `format` is "jsonl" or "csv". Recorded in the log.
    Q_INVOKABLE void exportTo(const QString &path, const QString &format);
    Q_INVOKABLE void refresh();
    /// Limits the list to the given bins of the timeline; (-1, -1) lifts it.
    Q_INVOKABLE void brush(int firstBin, int lastBin);
    Q_INVOKABLE QString copyText() const;

Q_SIGNALS:
    void sessionChanged();
    void activeChanged();
    void stateChanged();
    void binsChanged();
    void hoursChanged();
    void followingChanged();
    void waitingChanged();
    void selectionChanged();
    void exported(const QString &path, double records);
    void failed(const QString &message);

private:
    struct Overview;
    governance::AuditFilter coreFilter() const;
    void reload();
    void loadOlder();
    void lookForNew();
    void showSelection();
    void setState(const QString &state);
    void defineFields();

    WorkspaceSession *m_session = nullptr;
    AuditModel m_records;
    FilterModel m_filter;
    LatestQuery m_latest, m_older, m_newer;
    QTimer m_tail;
    QString m_state = QStringLiteral("firstRun"), m_error, m_selected;
    FacetModel m_facets;
    QVariantList m_bins;
    QVariantMap m_detail;
    std::uint64_t m_total = 0, m_shown = 0, m_newest = 0;
    Timestamp m_binStart{}, m_binEnd{};
    std::optional<std::pair<Timestamp, Timestamp>> m_brush;
    double m_binMaximum = 0;
    int m_hours = 24, m_waiting = 0;
    bool m_active = false, m_following = true;
};

} // namespace actionscope::app
