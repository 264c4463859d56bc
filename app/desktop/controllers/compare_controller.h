#pragma once
/// Two rankings against each other on a query set, query by query, and all presets side by side.

#include "evaluation/experiment.h"
#include "lab_tuning.h"
#include "rows_model.h"
#include "undo_stack.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QTimer>

namespace actionscope::app {

/// A is the pinned baseline of the tuning, B what is tried. Measured in the background whenever either changes while
/// somebody looks. Judgements go into the set's file at once and can be undone. GUI thread.
class CompareController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::LabTuning *tuning READ tuning WRITE setTuning NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::UndoStack *undoStack READ undoStack WRITE setUndoStack NOTIFY sourceChanged FINAL)
    Q_PROPERTY(QString set READ set WRITE setSet NOTIFY setChanged FINAL)
    Q_PROPERTY(bool active READ isActive WRITE setActive NOTIFY activeChanged FINAL)
    /// "noSet", "loading", "ready", "stale", "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    Q_PROPERTY(QString titleA READ titleA NOTIFY changed FINAL)
    Q_PROPERTY(QString titleB READ titleB NOTIFY changed FINAL)
    Q_PROPERTY(int wins READ wins NOTIFY changed FINAL)
    Q_PROPERTY(int ties READ ties NOTIFY changed FINAL)
    Q_PROPERTY(int losses READ losses NOTIFY changed FINAL)
    /// What may be concluded, in a sentence.
    Q_PROPERTY(QString conclusion READ conclusion NOTIFY changed FINAL)
    /// Rows: metric, scope, before, after, delta, interval, change, evidence, word, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *metrics READ metrics CONSTANT FINAL)
    /// Rows: key, text, before, after, delta, change, share (of the greatest difference), ranks, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *queries READ queries CONSTANT FINAL)
    /// "all", "wins", "losses", "ties", "unrated" (a shown result has no grade).
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY filterChanged FINAL)
    /// Key of the selected query.
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectionChanged FINAL)
    Q_PROPERTY(QString selectedText READ selectedText NOTIFY selectionChanged FINAL)
    /// The selected query's results. Rows: name, rank, score, grade (-1: not judged), gradeText, change, changeText,
    /// sentence.
    Q_PROPERTY(actionscope::app::RowsModel *listA READ listA CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::RowsModel *listB READ listB CONSTANT FINAL)
    /// All judgements of the selected query, also of what no ranking shows. Rows: name, grade, gradeText.
    Q_PROPERTY(actionscope::app::RowsModel *judgements READ judgements CONSTANT FINAL)
    /// All presets on the set. Rows: name, current, recall5, recall5Interval, ndcg5, ndcg5Interval, scopedRecall5, mrr,
    /// p50, p95, delta, change, word, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *presets READ presets CONSTANT FINAL)
    /// "", "loading", "ready", "stale", "error".
    Q_PROPERTY(QString presetsState READ presetsState NOTIFY presetsChanged FINAL)
    Q_PROPERTY(QString presetsError READ presetsError NOTIFY presetsChanged FINAL)
    Q_PROPERTY(QString presetsAbout READ presetsAbout NOTIFY presetsChanged FINAL)

public:
    explicit CompareController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    LabTuning *tuning() const { return m_tuning; }
    void setTuning(LabTuning *tuning);
    UndoStack *undoStack() const { return m_undo; }
    void setUndoStack(UndoStack *undo);
    QString set() const { return m_set; }
    void setSet(const QString &set);
    bool isActive() const { return m_active; }
    void setActive(bool active);
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    QString titleA() const;
    QString titleB() const;
    int wins() const { return static_cast<int>(m_comparison.wins); }
    int ties() const { return static_cast<int>(m_comparison.ties); }
    int losses() const { return static_cast<int>(m_comparison.losses); }
    QString conclusion() const { return m_conclusion; }
    RowsModel *metrics() { return &m_metrics; }
    RowsModel *queries() { return &m_queries; }
    QString filter() const { return m_filter; }
    void setFilter(const QString &filter);
    QString selected() const { return m_selected; }
    void select(const QString &key);
    QString selectedText() const;
    RowsModel *listA() { return &m_listA; }
    RowsModel *listB() { return &m_listB; }
    RowsModel *judgements() { return &m_judgements; }
    RowsModel *presets() { return &m_presets; }
    QString presetsState() const { return m_presetsState; }
    QString presetsError() const { return m_presetsError; }
    QString presetsAbout() const { return m_presetsAbout; }

    /// Judges an action for the selected query: 0 to 3, or -1 to take the judgement away. An undoable step.
    Q_INVOKABLE void judge(const QString &action, int grade);
    /// The grade of an action for the selected query; -1 for none.
    Q_INVOKABLE int gradeOf(const QString &action) const;
    /// Measures every preset of the workspace on the set, as a job.
    Q_INVOKABLE void comparePresets();
    Q_INVOKABLE void refresh();

Q_SIGNALS:
    void sourceChanged();
    void setChanged();
    void activeChanged();
    void changed();
    void filterChanged();
    void selectionChanged();
    void presetsChanged();
    /// A judgement stands in its file.
    void judged(const QString &action, int grade);
    void failed(const QString &message);

private:
    struct Measured {
        std::shared_ptr<const evaluation::Run> a, b;
        evaluation::Comparison comparison;
        evaluation::QuerySet set;
    };
    struct PresetRun {
        std::shared_ptr<const evaluation::Run> run;
        std::optional<evaluation::Comparison> against; ///< the preset in force; none for itself
        bool current = false;
    };
    void schedule();
    void measure();
    void showMetrics();
    void showQueries();
    void showSelection();
    void showPresets(const std::vector<PresetRun> &runs);
    void writeJudgement(const QString &id, const QString &action, int grade, UndoStack::Done done);
    const evaluation::QueryResult *resultOf(const evaluation::Run &run, const QString &key) const;
    void setState(const QString &state, const QString &error = {});

    QPointer<WorkspaceSession> m_session;
    QPointer<LabTuning> m_tuning;
    QPointer<UndoStack> m_undo;
    QTimer m_debounce;
    LatestQuery m_measuring;
    QString m_set, m_state = QStringLiteral("noSet"), m_error, m_conclusion, m_filter = QStringLiteral("all"),
                   m_selected, m_presetsState, m_presetsError, m_presetsAbout;
    bool m_active = false, m_outdated = true;
    std::shared_ptr<const evaluation::Run> m_a, m_b;
    evaluation::Comparison m_comparison;
    evaluation::QuerySet m_querySet;
    RowsModel m_metrics, m_queries, m_listA, m_listB, m_judgements, m_presets;
};

/// "not relevant", "weak", "good", "perfect"; "not judged" for -1.
QString gradeName(int grade);

} // namespace actionscope::app
