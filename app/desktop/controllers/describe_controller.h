#pragma once
/// Another description of an action: what it would do to judged queries, seen before it is saved (BX4).

#include "diff_model.h"
#include "rows_model.h"
#include "undo_stack.h"
#include "workspace/what_if.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QTimer>

namespace actionscope::app {

/// A draft is previewed 400 ms after the last key; saving writes the action's entry of the hand-written catalog and
/// nothing else of the file. GUI thread.
class DescribeController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::UndoStack *undoStack READ undoStack WRITE setUndoStack NOTIFY sourceChanged FINAL)
    Q_PROPERTY(QString action READ action NOTIFY sourceChanged FINAL)
    Q_PROPERTY(QString before READ before NOTIFY sourceChanged FINAL)
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged FINAL)
    /// Whether the action has an entry of its own already; else saving makes it a curated one, which is always listed.
    Q_PROPERTY(bool curated READ isCurated NOTIFY sourceChanged FINAL)
    /// Of the preview: "", "loading", "stale", "ready", "unchanged", "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    /// "3 wins · 1 loss of 30 queries · recall@5 .87 → .90 · nDCG@5 .81 → .83".
    Q_PROPERTY(QString summary READ summary NOTIFY changed FINAL)
    /// Queries whose ranks move. Rows: text, gold, ranks, firstRanks, change, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *queries READ queries CONSTANT FINAL)
    /// The file's change. `path` relative to the workspace.
    Q_PROPERTY(actionscope::app::DiffModel *diff READ diff CONSTANT FINAL)
    Q_PROPERTY(QString path READ path NOTIFY changed FINAL)
    Q_PROPERTY(bool canSave READ canSave NOTIFY changed FINAL)
    Q_PROPERTY(bool saving READ isSaving NOTIFY changed FINAL)

public:
    explicit DescribeController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    UndoStack *undoStack() const { return m_undo; }
    void setUndoStack(UndoStack *undo);
    QString action() const { return m_action; }
    QString before() const { return m_before; }
    QString text() const { return m_text; }
    void setText(const QString &text);
    bool isCurated() const { return m_curated; }
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    QString summary() const { return m_summary; }
    RowsModel *queries() { return &m_queries; }
    DiffModel *diff() { return &m_diff; }
    QString path() const { return m_path; }
    bool canSave() const { return m_state == QLatin1String("ready") && m_plan && !m_plan->files.empty() && !m_saving; }
    bool isSaving() const { return m_saving; }

    /// Begins with an action by name and a draft; an empty one begins with what there is. False for an unknown action.
    Q_INVOKABLE bool begin(const QString &action, const QString &draft);
    Q_INVOKABLE void save();

Q_SIGNALS:
    void sourceChanged();
    void textChanged();
    void changed();
    void saved(const QString &path);

private:
    using Edits = std::vector<std::pair<std::string, catalog::Edit>>;
    struct Preview {
        workspace::DescriptionPreview preview;
        workspace::EditPlan plan;
        Edits edits;
    };
    void previewNow();
    void show(const workspace::DescriptionPreview &preview);
    void setState(const QString &state, const QString &error = {});

    QPointer<WorkspaceSession> m_session;
    QPointer<UndoStack> m_undo;
    QTimer m_rest;
    LatestQuery m_previewing;
    QString m_action, m_before, m_text, m_state, m_error, m_summary, m_path;
    bool m_curated = false, m_saving = false;
    std::optional<workspace::EditPlan> m_plan;
    Edits m_edits;
    RowsModel m_queries;
    DiffModel m_diff;
};

} // namespace actionscope::app
