#pragma once
/// Search Lab: a query as it is typed, its ranked results, and why each has its score.

#include "explanation_model.h"
#include "lab_results_model.h"
#include "lab_rows.h"
#include "lab_tuning.h"
#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QTimer>
#include <QVariantMap>

namespace actionscope::app {

/// Searches with every change on the session's query threads; the newest wins. GUI thread.
class LabController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(QString query READ query WRITE setQuery NOTIFY queryChanged FINAL)
    /// Id of the service to search in; empty: all.
    Q_PROPERTY(QString scope READ scope WRITE setScope NOTIFY scopeChanged FINAL)
    Q_PROPERTY(QStringList services READ services NOTIFY servicesChanged FINAL)
    Q_PROPERTY(int limit READ limit WRITE setLimit NOTIFY limitChanged FINAL)
    /// Also list what lies below the floor, marked.
    Q_PROPERTY(bool showBelowFloor READ showBelowFloor WRITE setShowBelowFloor NOTIFY showBelowFloorChanged FINAL)
    Q_PROPERTY(actionscope::app::LabResultsModel *results READ results CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::ExplanationModel *explanation READ explanation CONSTANT FINAL)
    /// The configuration that is searched with, and the one it is compared with.
    Q_PROPERTY(actionscope::app::LabTuning *tuning READ tuning CONSTANT FINAL)
    /// Whether weights are being moved: candidates are kept then, so that a drag ranks again without searching.
    Q_PROPERTY(bool live READ isLive WRITE setLive NOTIFY liveChanged FINAL)
    /// Why only words rank; empty when vectors take part, or the configuration does not weigh them.
    Q_PROPERTY(QString reduced READ reduced NOTIFY resultsChanged FINAL)
    /// What the baseline shows and the configuration does not: maps of name, was, scoreText.
    Q_PROPERTY(QVariantList gone READ gone NOTIFY resultsChanged FINAL)
    /// The parts that bars of the shown results have: maps of kind, shade, name; in the bars' order.
    Q_PROPERTY(QVariantList legend READ legend NOTIFY resultsChanged FINAL)
    /// "firstRun", "loading", "empty" (nothing typed), "ready", "noMatch", "error".
    Q_PROPERTY(QString state READ state NOTIFY resultsChanged FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY resultsChanged FINAL)
    /// Why nothing was found and what to try, as the searcher says it.
    Q_PROPERTY(QString hint READ hint NOTIFY resultsChanged FINAL)
    Q_PROPERTY(double floor READ floor NOTIFY resultsChanged FINAL)
    Q_PROPERTY(int matched READ matched NOTIFY resultsChanged FINAL)
    Q_PROPERTY(int belowFloor READ belowFloor NOTIFY resultsChanged FINAL)
    Q_PROPERTY(int aboveFloor READ aboveFloor NOTIFY resultsChanged FINAL)
    /// "1,284 candidates · 0.4 ms".
    Q_PROPERTY(QString figures READ figures NOTIFY resultsChanged FINAL)
    /// Whether the results are from an index that is older than the catalog.
    Q_PROPERTY(bool stale READ isStale NOTIFY resultsChanged FINAL)
    /// True while an answer to what stands in the field is still to come.
    Q_PROPERTY(bool searching READ isSearching NOTIFY searchingChanged FINAL)
    /// The words of the query and what became of them: maps of word, term, fate, note.
    Q_PROPERTY(QVariantList analysis READ analysis NOTIFY selectionChanged FINAL)
    /// Name of the selected action. A chosen one stays while it is among the results; else it is the first.
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectionChanged FINAL)
    Q_PROPERTY(int selectedRow READ selectedRow NOTIFY selectionChanged FINAL)
    /// One sentence: why the selected action stands where it does.
    Q_PROPERTY(QString sentence READ sentence NOTIFY selectionChanged FINAL)
    /// The selected action in prose: title, description, method, endpoint, service, parameters (list of maps), tier,
    /// source, yaml.
    Q_PROPERTY(QVariantMap document READ document NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QStringList samples READ samples NOTIFY samplesChanged FINAL)

public:
    explicit LabController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    QString query() const { return m_query; }
    void setQuery(const QString &query);
    QString scope() const { return m_scope; }
    void setScope(const QString &scope);
    QStringList services() const { return m_services; }
    int limit() const { return m_limit; }
    void setLimit(int limit);
    bool showBelowFloor() const { return m_showBelowFloor; }
    void setShowBelowFloor(bool show);
    LabResultsModel *results() { return &m_results; }
    ExplanationModel *explanation() { return &m_explanation; }
    LabTuning *tuning() { return &m_tuning; }
    bool isLive() const { return m_live; }
    void setLive(bool live);
    QString reduced() const { return m_reduced; }
    QVariantList gone() const { return m_gone; }
    QVariantList legend() const;
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    QString hint() const { return m_hint; }
    double floor() const { return m_floor; }
    int matched() const { return m_matched; }
    int belowFloor() const { return m_belowFloor; }
    int aboveFloor() const;
    QString figures() const { return m_figures; }
    bool isStale() const { return m_stale; }
    bool isSearching() const { return m_searching; }
    QVariantList analysis() const { return m_analysis; }
    QString selected() const { return m_selected; }
    void select(const QString &name);
    int selectedRow() const { return m_results.rowForName(m_selected); }
    QString sentence() const { return m_sentence; }
    QVariantMap document() const { return m_document; }
    QStringList samples() const { return m_samples; }

    /// The row after or before the selected one becomes selected.
    Q_INVOKABLE void move(int steps);
    /// The selected result with its explanation as JSON (INTERFACES' shape) or as a Markdown table.
    Q_INVOKABLE QString copyText(const QString &format) const;
    Q_INVOKABLE void rerun();

Q_SIGNALS:
    void sessionChanged();
    void queryChanged();
    void scopeChanged();
    void servicesChanged();
    void limitChanged();
    void liveChanged();
    void showBelowFloorChanged();
    void resultsChanged();
    void searchingChanged();
    void selectionChanged();
    void samplesChanged();

private:
    struct Answer;
    void takeSnapshot();
    void readSamples();
    void search();
    void take(Answer answer);
    /// Ranks the candidates at hand with the configuration; false when there are none, so that a search must do it.
    bool rescore();
    void setState(const QString &state);
    void showSelection();

    WorkspaceSession *m_session = nullptr;
    LatestQuery m_latest;
    LabTuning m_tuning;
    LabResultsModel m_results;
    ExplanationModel m_explanation;
    QString m_query, m_scope, m_state = QStringLiteral("firstRun"), m_error, m_hint, m_figures, m_selected, m_sentence;
    QStringList m_services, m_samples;
    QVariantList m_analysis, m_gone;
    QVariantMap m_document;
    std::shared_ptr<const catalog::Catalog> m_catalog; ///< the one the results are of
    std::shared_ptr<const LabCandidates> m_candidates;
    std::shared_ptr<const workspace::SearchOutcome> m_before; ///< of the baseline
    QTimer m_settle;
    QString m_reduced;
    int m_limit = 10, m_matched = 0, m_belowFloor = 0;
    double m_floor = 0;
    bool m_live = false, m_showBelowFloor = false, m_stale = false, m_searching = false;
    bool m_picked = false; ///< the selection is a person's choice
};

} // namespace actionscope::app
