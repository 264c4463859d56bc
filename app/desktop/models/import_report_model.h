#pragma once
/// What an import did or would do, a row a description; and what it left out.

#include "keyed_table_model.h"
#include "workspace/workspace.h"

#include <QAbstractListModel>

#include <vector>

namespace actionscope::app {

/// Columns: service, format, actions, new, changed, removed, destructive (with catastrophic). Keys are service ids. GUI
/// thread.
class ImportReportModel : public actionscope::app::KeyedTableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ImportController")

public:
    enum Column { Service, Format, Actions, Added, Changed, Removed, Risky, ColumnCount };

    using KeyedTableModel::KeyedTableModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QString keyAt(int row) const override;
    int rowForKey(const QString &key) const override;
    QString rowName(int row) const override;

    void setItems(const std::vector<workspace::ImportReport::Item> &items);
    /// -1 keeps the order of service ids.
    Q_INVOKABLE void sortBy(int column, bool ascending);

private:
    std::vector<workspace::ImportReport::Item> m_items;
};

/// What was skipped, what was doubtful, what broke: in that order of urgency, errors first. GUI thread.
class ImportNotesModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by ImportController")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)

public:
    enum Role {
        SeverityRole = Qt::UserRole + 1, ///< "error", "warning", "info"
        TextRole,
        WhereRole, ///< file with position or JSON pointer; may be empty
    };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;
    int count() const { return rowCount(); }

    void setReport(const workspace::ImportReport &report);
    /// One line a note, for the clipboard.
    Q_INVOKABLE QString asText() const;

Q_SIGNALS:
    void countChanged();

private:
    struct Note {
        QString severity, text, where;
    };
    std::vector<Note> m_notes;
};

} // namespace actionscope::app
