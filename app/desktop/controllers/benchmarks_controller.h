#pragma once
/// The Benchmarks page: query sets, experiments and their history, gates, and what one run says.

#include "rows_model.h"
#include "run_report.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>

namespace actionscope::app {

/// Everything is read anew when the page is shown and after what it did itself. GUI thread.
class BenchmarksController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(bool active READ isActive WRITE setActive NOTIFY activeChanged FINAL)
    /// "firstRun", "loading", "empty" (no query set), "ready", "partial" (a set's file cannot be used), "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    /// Rows: name, file, queries, judgements, noAnswer, problem, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *sets READ sets CONSTANT FINAL)
    Q_PROPERTY(QStringList setNames READ setNames NOTIFY changed FINAL)
    Q_PROPERTY(QStringList presets READ presets NOTIFY changed FINAL)
    /// Newest first. Rows: id, title, preset, sets, when, recall5, ndcg5, ndcg10, mrr, change (of nDCG@10 against the
    /// run before it on the same sets), p50, p95, gate ("", "holds", "fails"), sentence.
    Q_PROPERTY(actionscope::app::RowsModel *runs READ runs CONSTANT FINAL)
    Q_PROPERTY(QString selectedRun READ selectedRun WRITE selectRun NOTIFY reportChanged FINAL)
    /// nDCG@10 of the last 20 runs on the selected run's sets, oldest first.
    Q_PROPERTY(QVariantList history READ history NOTIFY reportChanged FINAL)
    /// Of the selected run: title, facts, warnings, latencyText, gatesFailed, markdown; empty while there is none.
    Q_PROPERTY(QVariantMap report READ report NOTIFY reportChanged FINAL)
    Q_PROPERTY(QVariantList latency READ latency NOTIFY reportChanged FINAL)
    Q_PROPERTY(actionscope::app::RowsModel *metrics READ metrics CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::RowsModel *slices READ slices CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::RowsModel *hardest READ hardest CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::RowsModel *gates READ gates CONSTANT FINAL)
    /// Whether an experiment runs, and how far it is; negative: not known.
    Q_PROPERTY(bool running READ isRunning NOTIFY runningChanged FINAL)
    Q_PROPERTY(double progress READ progress NOTIFY runningChanged FINAL)
    /// gates.txt of the workspace, as text; empty when there is none.
    Q_PROPERTY(QString gatesText READ gatesText NOTIFY gatesChanged FINAL)

public:
    explicit BenchmarksController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    bool isActive() const { return m_active; }
    void setActive(bool active);
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    RowsModel *sets() { return &m_sets; }
    QStringList setNames() const { return m_setNames; }
    QStringList presets() const;
    RowsModel *runs() { return &m_runs; }
    QString selectedRun() const { return m_selectedRun; }
    void selectRun(const QString &id);
    QVariantList history() const { return m_history; }
    QVariantMap report() const { return m_report; }
    QVariantList latency() const { return m_latency; }
    RowsModel *metrics() { return &m_metrics; }
    RowsModel *slices() { return &m_slices; }
    RowsModel *hardest() { return &m_hardest; }
    RowsModel *gates() { return &m_gates; }
    bool isRunning() const { return m_job != 0; }
    double progress() const;
    QString gatesText() const { return m_gatesText; }

    Q_INVOKABLE void refresh();
    /// Measures as a job: `sets` empty for all; `preset` empty for the one in force; `sample` queries a set, 0 for all.
    Q_INVOKABLE void run(const QStringList &sets, const QString &preset, const QString &label, int sample);
    Q_INVOKABLE void cancelRun();
    Q_INVOKABLE void removeRun(const QString &id);
    /// A file or folder that holds judged queries: CSV, TREC qrels (its queries in `queries`), BEIR folder.
    Q_INVOKABLE void importSet(const QString &judgements, const QString &queries, const QString &name, bool replace);
    /// Writes a set as "yaml", "trec", "beir" or "csv" into a folder.
    Q_INVOKABLE void exportSet(const QString &name, const QString &format, const QString &folder);
    /// Builds a set from what agents searched, activated and called well.
    Q_INVOKABLE void setFromAudit(const QString &name);
    Q_INVOKABLE void exportReport(const QString &file);

Q_SIGNALS:
    void sessionChanged();
    void activeChanged();
    void changed();
    void reportChanged();
    void runningChanged();
    void gatesChanged();
    void runFinished(const QString &id, const QString &summary);
    void imported(const QString &name, const QString &summary);
    void exported(const QString &where);
    void failed(const QString &message);

private:
    struct Listing;
    void take(Listing listing);
    void loadReport();
    void setState(const QString &state, const QString &error = {});
    void ended(const QString &name, const QString &summary, const Error *error);

    QPointer<WorkspaceSession> m_session;
    LatestQuery m_reading, m_reporting;
    bool m_active = false;
    QString m_state = QStringLiteral("firstRun"), m_error, m_selectedRun, m_gatesText;
    QStringList m_setNames;
    RowsModel m_sets, m_runs, m_metrics, m_slices, m_hardest, m_gates;
    QVariantList m_history, m_latency;
    QVariantMap m_report;
    int m_job = 0;
};

} // namespace actionscope::app
