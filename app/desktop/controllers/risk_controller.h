#pragma once
/// The Risk page: lists of actions by why they matter, the provenance of one, staged edits, their review and impact.

#include "diff_model.h"
#include "risk_model.h"
#include "staged_edits.h"
#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QVariantList>

namespace actionscope::app {

/// GUI thread; lists are made on the session's query threads.
class RiskController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::RiskModel *actions READ actions CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::StagedEdits *staged READ staged NOTIFY sessionChanged FINAL)
    /// What is listed: "overrides", "disagreements", "catastrophic", "destructive", "staged".
    Q_PROPERTY(QString view READ view WRITE setView NOTIFY viewChanged FINAL)
    /// Rows in each view: {overrides, disagreements, catastrophic, destructive, staged}.
    Q_PROPERTY(QVariantMap counts READ counts NOTIFY listChanged FINAL)
    /// Free text that name, path or note must contain.
    Q_PROPERTY(QString filter READ filter WRITE setFilter NOTIFY filterChanged FINAL)
    /// "firstRun", "loading", "empty", "noMatch", "ready".
    Q_PROPERTY(QString state READ state NOTIFY listChanged FINAL)
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectionChanged FINAL)
    /// Steps of the selected action: {number, rule, detail, tier, approval, source, outcome, reason}.
    Q_PROPERTY(QVariantList steps READ steps NOTIFY selectionChanged FINAL)
    /// The selected action: {name, title, method, endpoint, description, ruleTier, tier, admin, overridden,
    /// consequence, review}.
    Q_PROPERTY(QVariantMap action READ action NOTIFY selectionChanged FINAL)
    /// Tiers before (rows) and after (columns) the staged edits: 16 counts of actions that move.
    Q_PROPERTY(QVariantList matrix READ matrix NOTIFY reviewChanged FINAL)
    /// What would move, at most 500: {name, from, to, lowers}.
    Q_PROPERTY(QVariantList impact READ impact NOTIFY reviewChanged FINAL)
    Q_PROPERTY(int impactCount READ impactCount NOTIFY reviewChanged FINAL)
    /// The file of the review whose diff is shown, and that diff.
    Q_PROPERTY(int file READ file WRITE setFile NOTIFY fileChanged FINAL)
    /// Which sides `diff` is of: "yours" (the file as it is now and with the staged edits) or "disk" (the file when the
    /// first edit was staged and as it is now).
    Q_PROPERTY(QString comparison READ comparison WRITE setComparison NOTIFY fileChanged FINAL)
    /// Whether the file that is shown changed on disk meanwhile.
    Q_PROPERTY(bool fileMoved READ fileMoved NOTIFY fileChanged FINAL)
    Q_PROPERTY(actionscope::app::DiffModel *diff READ diff CONSTANT FINAL)

public:
    explicit RiskController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    RiskModel *actions() { return &m_actions; }
    StagedEdits *staged() const { return m_staged; }
    QString view() const { return m_view; }
    void setView(const QString &view);
    QVariantMap counts() const { return m_counts; }
    QString filter() const { return m_filter; }
    void setFilter(const QString &filter);
    QString state() const { return m_state; }
    QString selected() const { return m_selected; }
    void select(const QString &key);
    QVariantList steps() const { return m_steps; }
    QVariantMap action() const { return m_action; }
    QVariantList matrix() const { return m_matrix; }
    QVariantList impact() const { return m_impact; }
    int impactCount() const { return m_impactCount; }
    int file() const { return m_file; }
    void setFile(int file);
    QString comparison() const { return m_comparison; }
    void setComparison(const QString &comparison);
    bool fileMoved() const { return m_fileMoved; }
    DiffModel *diff() { return &m_diff; }

    /// The staged changes as Markdown, for a commit message.
    Q_INVOKABLE QString summaryText() const;

Q_SIGNALS:
    void sessionChanged();
    void viewChanged();
    void filterChanged();
    void listChanged();
    void selectionChanged();
    void reviewChanged();
    void fileChanged();

private:
    struct Lists;
    void makeLists();
    void show();
    void showSelection();
    /// Every disagreement about an action, a line each.
    QString noteOf(catalog::Ordinal action) const;
    void showReview();

    WorkspaceSession *m_session = nullptr;
    StagedEdits *m_staged = nullptr;
    RiskModel m_actions;
    DiffModel m_diff;
    LatestQuery m_latest;
    std::shared_ptr<const Lists> m_lists;
    QString m_view = QStringLiteral("overrides"), m_filter, m_state = QStringLiteral("firstRun"), m_selected;
    QVariantMap m_counts, m_action;
    QVariantList m_steps, m_matrix, m_impact;
    QString m_comparison = QStringLiteral("yours");
    bool m_fileMoved = false;
    int m_impactCount = 0, m_file = 0;
};

} // namespace actionscope::app
