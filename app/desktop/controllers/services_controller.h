#pragma once
/// The Services page: toggles, counts, costs and where each service comes from.

#include "filter_model.h"
#include "services_model.h"
#include "undo_stack.h"
#include "workspace_session.h"

#include <QObject>
#include <QQmlEngine>
#include <QVariantMap>

#include <deque>

namespace actionscope::app {

/// A switch shows what was asked for at once; the answer comes with the next snapshot, or the switch goes back and
/// `failed` says why. Toggles can be undone. GUI thread.
class ServicesController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::UndoStack *undoStack READ undoStack WRITE setUndoStack NOTIFY sessionChanged FINAL)
    Q_PROPERTY(actionscope::app::ServicesModel *model READ model CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::FilterModel *filter READ filter CONSTANT FINAL)
    Q_PROPERTY(QString state READ state NOTIFY stateChanged FINAL)
    Q_PROPERTY(QString errorText READ errorText NOTIFY stateChanged FINAL)
    Q_PROPERTY(int sortColumn READ sortColumn NOTIFY sortChanged FINAL)
    Q_PROPERTY(bool sortDescending READ isSortDescending NOTIFY sortChanged FINAL)
    /// Id of the service that is shown beside the list.
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectionChanged FINAL)
    Q_PROPERTY(int selectedRow READ selectedRow NOTIFY selectionChanged FINAL)
    /// Everything about it: `id`, `title`, `description`, `version`, `format`, `source`, `server`, `sha256`, `actions`,
    /// `curated`, `longTail`, `tiers` (four numbers), `tokens` (-1: not known yet), `imported`, `toggle`, `locked`,
    /// `problem`, `handFile`. Empty when nothing is selected.
    Q_PROPERTY(QVariantMap detail READ detail NOTIFY detailChanged FINAL)

public:
    explicit ServicesController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    UndoStack *undoStack() const { return m_undo; }
    void setUndoStack(UndoStack *undo);
    ServicesModel *model() { return &m_model; }
    FilterModel *filter() { return &m_filter; }
    QString state() const;
    QString errorText() const;
    int sortColumn() const { return m_sortColumn; }
    bool isSortDescending() const { return m_descending; }
    QString selected() const { return m_selected; }
    void select(const QString &id);
    int selectedRow() const { return m_model.rowForKey(m_selected); }
    QVariantMap detail() const;

    /// Switches "Find more by tool search"; an undoable step.
    Q_INVOKABLE void setSearchable(const QString &id, bool on);
    Q_INVOKABLE void sortBy(int column);
    Q_INVOKABLE bool openHandFile(const QString &id) const;

Q_SIGNALS:
    void sessionChanged();
    void stateChanged();
    void sortChanged();
    void selectionChanged();
    void detailChanged();
    void failed(const QString &message);

private:
    void takeSnapshot();
    void findFacts();
    void request(const QString &id, bool on, const UndoStack::Done &done);
    void runNext();
    void answer(Result<void> set);

    QPointer<WorkspaceSession> m_session;
    QPointer<UndoStack> m_undo;
    ServicesModel m_model;
    FilterModel m_filter;
    int m_sortColumn = ServicesModel::Service;
    bool m_descending = false;
    QString m_selected;
    LatestQuery m_factsQuery;
    /// Toggles asked for and not answered, the first of them underway: one after the other, so that the last one wins.
    struct Request {
        QString folder; ///< of the workspace it was asked in
        QString id;
        bool on;
        UndoStack::Done done;
    };
    std::deque<Request> m_requests;
};

} // namespace actionscope::app
