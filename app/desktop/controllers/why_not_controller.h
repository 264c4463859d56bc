#pragma once
/// "Why isn't X found?": the gates that an action passed or failed for the query at hand, and changes that would bring
/// it in, each of which can be tried (BX3).

#include "lab_tuning.h"
#include "reviewed_file.h"
#include "rows_model.h"
#include "workspace/what_if.h"
#include "workspace_session.h"

#include <QObject>
#include <QPointer>
#include <QQmlEngine>

namespace actionscope::app {

/// Asks in the background; trying a change touches configuration B only. GUI thread.
class WhyNotController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sourceChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::LabTuning *tuning READ tuning WRITE setTuning NOTIFY sourceChanged FINAL REQUIRED)
    /// Of the search that the question is about.
    Q_PROPERTY(QString query MEMBER m_query NOTIFY sourceChanged FINAL)
    Q_PROPERTY(QString scope MEMBER m_scope NOTIFY sourceChanged FINAL)
    Q_PROPERTY(int limit MEMBER m_limit NOTIFY sourceChanged FINAL)
    /// Query set that changes are tried on; empty: none.
    Q_PROPERTY(QString set MEMBER m_set NOTIFY sourceChanged FINAL)
    /// "service.action", as typed.
    Q_PROPERTY(QString action READ action WRITE setAction NOTIFY actionChanged FINAL)
    /// Names that hold what is typed, at most eight.
    Q_PROPERTY(QStringList suggestions READ suggestions NOTIFY suggestionsChanged FINAL)
    /// "", "loading", "ready", "error".
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    /// The cause is there, and what would change it is still being tried.
    Q_PROPERTY(bool trying READ isTrying NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    /// "First failed gate: the floor, because of keywords." or that it is found, and where.
    Q_PROPERTY(QString headline READ headline NOTIFY changed FINAL)
    Q_PROPERTY(bool found READ isFound NOTIFY changed FINAL)
    /// Names like it, when there is no such action.
    Q_PROPERTY(QStringList nearest READ nearest NOTIFY changed FINAL)
    /// Rows: number, key, label, verdict ("passed", "weak", "failed", "not_reached"), verdictText, facts, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *gates READ gates CONSTANT FINAL)
    /// Cheapest that suffices first. Rows: kind, change, result ("#3 .512"), effect ("+2 wins −0"), suffices, canTry,
    /// canDraft, canSave, sentence.
    Q_PROPERTY(actionscope::app::RowsModel *remedies READ remedies CONSTANT FINAL)
    /// thesaurus.yaml, while a synonym is about to be saved.
    Q_PROPERTY(actionscope::app::ReviewedFile *file READ file CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::UndoStack *undoStack READ undoStack WRITE setUndoStack NOTIFY sourceChanged FINAL)

public:
    explicit WhyNotController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    LabTuning *tuning() const { return m_tuning; }
    void setTuning(LabTuning *tuning);
    QString action() const { return m_action; }
    void setAction(const QString &action);
    QStringList suggestions() const { return m_suggestions; }
    QString state() const { return m_state; }
    QString errorText() const { return m_error; }
    QString headline() const { return m_headline; }
    bool isFound() const { return m_answer && !m_answer->why.failed; }
    QStringList nearest() const;
    RowsModel *gates() { return &m_gates; }
    RowsModel *remedies() { return &m_remedies; }
    ReviewedFile *file() { return &m_file; }
    UndoStack *undoStack() const { return m_file.undoStack(); }
    void setUndoStack(UndoStack *undo);
    bool isTrying() const { return m_trying; }

    Q_INVOKABLE void ask();
    Q_INVOKABLE void clear();
    /// Applies the change of that row to B. What is no matter of the ranking is asked for by `limitWanted`,
    /// `scopeLifted` or `serviceWanted`.
    Q_INVOKABLE void tryRemedy(int row);
    /// The description that the row proposes; empty for another kind.
    Q_INVOKABLE QString draftOf(int row) const;
    /// Plans the synonym of the row into thesaurus.yaml: `file` shows it, and `file.save()` writes it.
    Q_INVOKABLE void planSynonym(int row);
    Q_INVOKABLE QString copyText() const;
    /// The query with this action as its perfect answer goes into the set. `added` or `failed` says how it went.
    Q_INVOKABLE void addToSet(const QString &set);

Q_SIGNALS:
    void sourceChanged();
    void actionChanged();
    void suggestionsChanged();
    void changed();
    void tried(const QString &what);
    void limitWanted(int limit);
    void scopeLifted();
    void serviceWanted(const QString &service);
    void added(const QString &set);
    void failed(const QString &message);

private:
    void show();
    void setState(const QString &state, const QString &error = {});

    QPointer<WorkspaceSession> m_session;
    QPointer<LabTuning> m_tuning;
    LatestQuery m_asking, m_suggesting;
    QString m_query, m_scope, m_set, m_action, m_state, m_error, m_headline;
    int m_limit = 10;
    QStringList m_suggestions;
    std::optional<workspace::WhyNotAnswer> m_answer;
    LabTuning::Entry m_askedWith; ///< the configuration that the answer is about
    RowsModel m_gates, m_remedies;
    ReviewedFile m_file;
    bool m_trying = false;
    quint64 m_questions = 0; ///< a cause that comes late is of an earlier question
};

} // namespace actionscope::app
