#pragma once
/// What DataTable needs of a model besides QAbstractTableModel: rows with stable keys and a sentence each.

#include <QAbstractTableModel>
#include <QQmlEngine>

namespace actionscope::app {

/// Base of every table's model. Column texts come by Qt::DisplayRole; `cellKind` columns (tier, score, …) give their
/// value by ValueRole. Selection in the view is by key, so it survives filtering, sorting and reloading. GUI thread.
class KeyedTableModel : public QAbstractTableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a base class")
    Q_PROPERTY(int count READ count NOTIFY countChanged FINAL)

public:
    enum Role {
        ValueRole = Qt::UserRole + 1, ///< the cell's raw value, for cells that are not text
        KeyRole,                      ///< keyAt(row)
        RowNameRole,                  ///< rowName(row)
        FirstOwnRole,                 ///< derived models count on from here
    };

    explicit KeyedTableModel(QObject *parent = nullptr);

    /// The stable id of a row ("github.issues_create"), unique in the model.
    Q_INVOKABLE virtual QString keyAt(int row) const = 0;
    /// -1 when no row has this key.
    Q_INVOKABLE virtual int rowForKey(const QString &key) const = 0;
    /// The row in one sentence, for assistive technology: "github issues_create, write, POST /repos/…".
    Q_INVOKABLE virtual QString rowName(int row) const = 0;
    /// The first row after `row` (wrapping around) that type-ahead of `prefix` means; -1 when none. The default looks
    /// at column 0.
    Q_INVOKABLE virtual int rowForPrefix(const QString &prefix, int row) const;

    /// What a cell shows (Qt::DisplayRole) and its ValueRole, without an index in between; empty outside the table.
    Q_INVOKABLE QString textAt(int row, int column) const;
    Q_INVOKABLE QVariant valueAt(int row, int column) const;

    QHash<int, QByteArray> roleNames() const override;
    int count() const { return rowCount(); }

Q_SIGNALS:
    void countChanged();
};

} // namespace actionscope::app
