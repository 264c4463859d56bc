#pragma once
/// gates.txt while it is edited: claims by form or as text, what they say in words, and the file as it would be.

#include "reviewed_file.h"
#include "rows_model.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>
#include <QTimer>

namespace actionscope::app {

/// The text is what counts; rows are read from it, and the form writes lines into it. GUI thread.
class GatesController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::UndoStack *undoStack READ undoStack WRITE setUndoStack NOTIFY sourceChanged FINAL)
    Q_PROPERTY(QString text READ text WRITE setText NOTIFY textChanged FINAL)
    /// Its claims. Rows: line (number in the text), text, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *gates READ gates CONSTANT FINAL)
    /// What drops are taken against, as the text names it; empty without.
    Q_PROPERTY(QString baseline READ baseline NOTIFY textChanged FINAL)
    /// The kept run that it is of; empty for another file.
    Q_PROPERTY(QString baselineRun READ baselineRun NOTIFY textChanged FINAL)
    Q_PROPERTY(actionscope::app::ReviewedFile *file READ file CONSTANT FINAL)
    /// Keys of what can be claimed: "recall@5", …, "empty", "p95_us".
    Q_PROPERTY(QStringList metrics READ metrics CONSTANT FINAL)

public:
    explicit GatesController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    UndoStack *undoStack() const { return m_file.undoStack(); }
    void setUndoStack(UndoStack *undo);
    QString text() const { return m_text; }
    void setText(const QString &text);
    RowsModel *gates() { return &m_gates; }
    QString baseline() const { return m_baseline; }
    QString baselineRun() const;
    ReviewedFile *file() { return &m_file; }
    QStringList metrics() const;

    /// Starts from what the file says; with no file from two claims to go on from.
    Q_INVOKABLE void begin(const QString &saved);
    /// A claim from the form. `set` empty: the mean of all; `relation` is "least", "most" or "drop"; a drop is against
    /// `run`, which then is the baseline of all drops. Says why it cannot be; empty when it was added.
    Q_INVOKABLE QString add(const QString &set, bool scoped, const QString &metric, const QString &relation,
                            const QString &bound, const QString &run);
    Q_INVOKABLE void remove(int row);

Q_SIGNALS:
    void sourceChanged();
    void textChanged();

private:
    void takeText();

    QPointer<WorkspaceSession> m_session;
    ReviewedFile m_file;
    QTimer m_later; ///< plans anew when typing rests
    QString m_text, m_baseline;
    RowsModel m_gates;
};

} // namespace actionscope::app
