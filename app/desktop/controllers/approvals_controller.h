#pragma once
/// The Approvals page: what waits, one request in full, and the decision.

#include "approvals_model.h"
#include "approvals_watch.h"
#include "diff_model.h"
#include "governance/policy_suggestion.h"
#include "workspace_session.h"

#include <QElapsedTimer>
#include <QObject>
#include <QQmlEngine>
#include <QVariantMap>

namespace actionscope::app {

/// Decisions are made as the person at this computer (an approver of source Desktop). Opening a request is recorded in
/// the audit log with the seconds it was on screen. GUI thread.
class ApprovalsController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::ApprovalsWatch *watch READ watch WRITE setWatch NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::ApprovalsModel *model READ model CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::DiffModel *diff READ diff CONSTANT FINAL)
    Q_PROPERTY(QString state READ state NOTIFY changed FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY changed FINAL)
    /// "waiting", "grants" or "history".
    Q_PROPERTY(QString tab READ tab WRITE setTab NOTIFY changed FINAL)
    Q_PROPERTY(int waitingCount READ waitingCount NOTIFY changed FINAL)
    /// Of these, those that one approver has approved and that wait for another.
    Q_PROPERTY(int secondCount READ secondCount NOTIFY changed FINAL)
    Q_PROPERTY(int grantCount READ grantCount NOTIFY changed FINAL)
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectionChanged FINAL)
    /// The request in full; empty without one. `id`, `state`, `stateText`, `open`, `tier`, `action`, `consequence`,
    /// `needed`, `approved`, `subject` (id and digest, for the guard), `target`, `line` ("DELETE https://…"), `pretty`,
    /// `raw`, `digest`, `definition`, `who`, `user`, `organisation`, `session`, `facade`, `asked` (date), `reason` (the
    /// caller's, unverified), `provenance` (list of steps), `votes` (list), `longestTimeBox` (minutes), `similar`
    /// (sentence), `hasDiff`, `mine` (this person voted already), `hidden` (personal values behind placeholders),
    /// `revealed` (they are shown now), `alwaysDenied` (how many earlier requests for the action were denied, when none
    /// was approved and it is enough to suggest a rule; else 0; from the audit log, as `actionscope policy suggest`).
    Q_PROPERTY(QVariantMap detail READ detail NOTIFY detailChanged FINAL)
    /// Its state in words; goes on every second.
    Q_PROPERTY(QString stateText READ stateText NOTIFY ticked FINAL)
    Q_PROPERTY(bool deciding READ isDeciding NOTIFY changed FINAL)
    /// "Your last 20: 19 approved, median 3 s" once there are ten, else empty.
    Q_PROPERTY(QString pace READ pace NOTIFY changed FINAL)

public:
    explicit ApprovalsController(QObject *parent = nullptr);
    ~ApprovalsController() override;

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    ApprovalsWatch *watch() const { return m_watch; }
    void setWatch(ApprovalsWatch *watch);
    ApprovalsModel *model() { return &m_model; }
    DiffModel *diff() { return &m_diff; }
    QString state() const;
    QString errorText() const;
    QString tab() const { return m_tab; }
    void setTab(const QString &tab);
    int waitingCount() const { return m_watch ? m_watch->waiting() : 0; }
    int secondCount() const { return m_second; }
    int grantCount() const { return m_grants; }
    QString selected() const { return m_selected; }
    void select(const QString &id);
    QVariantMap detail() const { return m_detail; }
    QString stateText() const;
    bool isDeciding() const { return m_deciding; }
    QString pace() const { return m_pace; }

    /// `minutes` 0: this exact call once. Only the guard's `passed` may lead here.
    Q_INVOKABLE void approve(const QString &note, int minutes, int uses);
    Q_INVOKABLE void deny(const QString &reason, const QString &note);
    Q_INVOKABLE void revoke();
    /// Every ticked request, with one reason for all. There is no such thing for approving.
    Q_INVOKABLE void denyTicked(const QString &reason, const QString &note);
    /// Shows the personal data of the selected request until another one is selected, it is decided, or the page is
    /// left. That it was shown, to whom and why, is in the audit log first.
    Q_INVOKABLE void reveal(const QString &reason);
    Q_INVOKABLE void hideAgain();
    /// A policy that denies the selected action from now on, as YAML to read and change. Empty without a request.
    Q_INVOKABLE QString ruleDraft() const;
    /// The file that it would be kept in, under policies/.
    Q_INVOKABLE QString ruleFile() const;
    /// Checks `yaml` and puts it in force as policies/`file`.
    Q_INVOKABLE void addRule(const QString &file, const QString &yaml);
    /// Whether somebody looks at the page: what is on screen is recorded as seen.
    Q_INVOKABLE void setShown(bool shown);

Q_SIGNALS:
    void sessionChanged();
    void changed();
    void selectionChanged();
    void detailChanged();
    /// `state` is a word of ApprovalState; `text` says it.
    void decided(const QString &id, const QString &state, const QString &text);
    /// `denied` of the ticked ones; `problem` says why another one was not, empty when all were.
    void deniedMany(int denied, const QString &problem);
    void ruleAdded(const QString &file);
    void failed(const QString &message);
    void ticked();

private:
    void takeAll();
    /// Who decides here; empty without a workspace.
    std::string personId() const;
    void showDetail();
    /// Reads what approvers decided from the audit log, on a worker, when something was decided since.
    void readHistory();
    /// Of the action of a request; null while it was never decided, or is not read yet.
    const governance::ApprovalHistory *historyOf(const governance::Approval &approval) const;
    void beginLooking();
    void endLooking();
    using Decide =
        std::function<Result<governance::Approval>(governance::ApprovalStore &, const governance::Principal &person)>;
    void run(Decide decide);

    QPointer<WorkspaceSession> m_session;
    QPointer<ApprovalsWatch> m_watch;
    ApprovalsModel m_model;
    DiffModel m_diff;
    QTimer m_tick;
    QString m_tab = QStringLiteral("waiting"), m_selected, m_pace, m_lookingAt;
    QVariantMap m_detail;
    QElapsedTimer m_looking;
    governance::Approval m_lookedAt;                    ///< the request of `m_lookingAt`
    json::object m_personal;                            ///< of the selected request, while it is shown
    std::vector<governance::ApprovalHistory> m_history; ///< in order of name
    std::vector<std::string>
        m_decided; ///< the workspace, ids and states of the decided requests that `m_history` is of
    LatestQuery m_historyQuery;
    int m_second = 0, m_grants = 0;
    bool m_deciding = false, m_shown = false;
};

} // namespace actionscope::app
