#pragma once
/// A file of the workspace that is about to change: planned, shown as a diff, written when somebody says so, and
/// remembered as a step of the document's history.

#include "diff_model.h"
#include "undo_stack.h"
#include "workspace/file_plan.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>

#include <functional>

namespace actionscope::app {

/// Plans and writes on a worker; what was recorded and how is workspace/file_plan.h. GUI thread.
class ReviewedFile : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the controller whose file it is")
    /// "", "planning", "ready", "unchanged", "saving", "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    Q_PROPERTY(QString path READ path NOTIFY changed FINAL) ///< relative to the workspace
    Q_PROPERTY(bool isNew READ isNew NOTIFY changed FINAL)
    Q_PROPERTY(actionscope::app::DiffModel *diff READ diff CONSTANT FINAL)

public:
    using Planner = std::function<Result<workspace::FilePlan>(workspace::Workspace &)>;

    explicit ReviewedFile(QObject *parent = nullptr);

    void setSession(WorkspaceSession *session);
    /// Where a saved file is remembered; may be null.
    void setUndoStack(UndoStack *undo) { m_undo = undo; }
    UndoStack *undoStack() const { return m_undo; }
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    QString path() const;
    bool isNew() const { return m_plan && !m_plan->stamp; }
    DiffModel *diff() { return &m_diff; }
    /// What is planned; null without.
    const workspace::FilePlan *plan() const { return m_plan ? &*m_plan : nullptr; }

    /// The newest plan counts. When it was written, `step` is asked for the undo step's words, and `then` is told.
    void begin(Planner planner, std::function<QString(const workspace::FilePlan &)> step,
               std::function<void(const workspace::FilePlan &plan, const QString &path)> then = {});
    /// Writes what was planned.
    Q_INVOKABLE void save();
    Q_INVOKABLE void forget();

Q_SIGNALS:
    void changed();
    /// Written and recorded. `path` is relative to the workspace.
    void saved(const QString &path);

private:
    void write(const workspace::FilePlan &plan, UndoStack::Done done);
    void setState(const QString &state, const QString &error = {});

    QPointer<WorkspaceSession> m_session;
    QPointer<UndoStack> m_undo;
    DiffModel m_diff;
    LatestQuery m_planning;
    std::optional<workspace::FilePlan> m_plan;
    std::function<QString(const workspace::FilePlan &)> m_step;
    std::function<void(const workspace::FilePlan &plan, const QString &path)> m_then;
    QString m_state, m_error;
};

} // namespace actionscope::app
