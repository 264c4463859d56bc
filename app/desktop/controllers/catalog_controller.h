#pragma once
/// The Catalog page: which rows, in what order, which one is selected, and what is proposed for them.

#include "action_detail.h"
#include "catalog_model.h"
#include "facet_model.h"
#include "filter_model.h"
#include "staged_edits.h"
#include "workspace_session.h"

#include <QElapsedTimer>
#include <QObject>
#include <QQmlEngine>

namespace actionscope::app {

/// Columns are made and filters run on the session's query threads; the newest wins and an older answer is dropped. The
/// selection is a key and survives filtering, sorting and reloading. GUI thread.
class CatalogController : public QObject {
    Q_OBJECT
    QML_ELEMENT
    Q_PROPERTY(
        actionscope::app::WorkspaceSession *session READ session WRITE setSession NOTIFY sessionChanged FINAL REQUIRED)
    Q_PROPERTY(actionscope::app::UndoStack *undoStack READ undoStack WRITE setUndoStack NOTIFY sessionChanged FINAL)
    Q_PROPERTY(actionscope::app::CatalogModel *model READ model CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::FilterModel *filter READ filter CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::ActionDetail *detail READ detail CONSTANT FINAL)
    Q_PROPERTY(actionscope::app::StagedEdits *staged READ staged NOTIFY sessionChanged FINAL)
    /// "closed", "firstRun", "loading", "ready", "partial" (some files could not be read), "noMatch", "stale", "error".
    Q_PROPERTY(QString state READ state NOTIFY resultChanged FINAL)
    Q_PROPERTY(int totalCount READ totalCount NOTIFY resultChanged FINAL)
    Q_PROPERTY(int shownCount READ shownCount NOTIFY resultChanged FINAL)
    /// Actions that a person should look at, in the whole catalog.
    Q_PROPERTY(int reviewCount READ reviewCount NOTIFY resultChanged FINAL)
    /// "125,207 actions · 3,412 shown".
    Q_PROPERTY(QString countText READ countText NOTIFY resultChanged FINAL)
    Q_PROPERTY(actionscope::app::FacetModel *facets READ facets CONSTANT FINAL)
    /// What went wrong, for "Copy details".
    Q_PROPERTY(QString errorText READ errorText NOTIFY resultChanged FINAL)
    Q_PROPERTY(int sortColumn READ sortColumn NOTIFY sortChanged FINAL)
    Q_PROPERTY(bool sortDescending READ isSortDescending NOTIFY sortChanged FINAL)
    /// Key of the current row; empty for none.
    Q_PROPERTY(QString selected READ selected WRITE select NOTIFY selectionChanged FINAL)
    Q_PROPERTY(int selectedRow READ selectedRow NOTIFY selectionChanged FINAL)

public:
    explicit CatalogController(QObject *parent = nullptr);

    WorkspaceSession *session() const { return m_session; }
    void setSession(WorkspaceSession *session);
    UndoStack *undoStack() const { return m_undo; }
    void setUndoStack(UndoStack *undo);
    CatalogModel *model() { return &m_model; }
    FilterModel *filter() { return &m_filter; }
    ActionDetail *detail() { return &m_detail; }
    StagedEdits *staged() const { return m_staged; }
    QString state() const;
    int totalCount() const;
    int shownCount() const { return m_model.rowCount(); }
    int reviewCount() const;
    QString countText() const;
    FacetModel *facets() { return &m_facets; }
    QString errorText() const;
    int sortColumn() const { return static_cast<int>(m_order.column); }
    bool isSortDescending() const { return m_order.descending; }
    QString selected() const { return m_selected; }
    void select(const QString &key);
    int selectedRow() const { return m_model.rowForKey(m_selected); }

    Q_INVOKABLE void setSort(int column, bool descending);
    /// The smart filter: what a person should look at.
    Q_INVOKABLE void showNeedsReview();

    /// Stages `tier` for these actions. Returns how many changed.
    Q_INVOKABLE int propose(const QStringList &keys, int tier);
    /// The words that would find this action: its title, else its name's words. For Search Lab.
    Q_INVOKABLE QString queryFor(const QString &key) const;

Q_SIGNALS:
    void sessionChanged();
    void resultChanged();
    void sortChanged();
    void selectionChanged();
    /// New rows are in place: (milliseconds from the change to the rows).
    void filtered(double milliseconds);

private:
    void takeSnapshot();
    void runQuery();
    void takeResult(std::shared_ptr<const CatalogResult> result);
    void updateFacets(const CatalogResult &result);

    QPointer<WorkspaceSession> m_session;
    QPointer<UndoStack> m_undo;
    QPointer<StagedEdits> m_staged;
    CatalogModel m_model;
    FilterModel m_filter;
    ActionDetail m_detail;
    std::shared_ptr<const workspace::Snapshot> m_baseline; ///< as the workspace was opened
    QString m_baselineFolder;
    std::shared_ptr<const CatalogColumns> m_columns;
    CatalogOrder m_order;
    FacetModel m_facets;
    QString m_selected;
    QString m_error;
    LatestQuery m_columnsQuery, m_rowsQuery;
    QElapsedTimer m_asked;
};

} // namespace actionscope::app
