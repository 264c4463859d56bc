#include "keyed_table_model.h"

namespace actionscope::app {

KeyedTableModel::KeyedTableModel(QObject *parent)
    : QAbstractTableModel(parent) {
    connect(this, &QAbstractItemModel::modelReset, this, &KeyedTableModel::countChanged);
    connect(this, &QAbstractItemModel::rowsInserted, this, &KeyedTableModel::countChanged);
    connect(this, &QAbstractItemModel::rowsRemoved, this, &KeyedTableModel::countChanged);
}

int KeyedTableModel::rowForPrefix(const QString &prefix, int row) const {
    const int rows = rowCount();
    for (int step = 1; step <= rows; ++step) {
        const int candidate = (row + step) % rows;
        if (index(candidate, 0).data(Qt::DisplayRole).toString().startsWith(prefix, Qt::CaseInsensitive))
            return candidate;
    }
    return -1;
}

QString KeyedTableModel::textAt(int row, int column) const {
    return hasIndex(row, column) ? data(index(row, column), Qt::DisplayRole).toString() : QString();
}

QVariant KeyedTableModel::valueAt(int row, int column) const {
    return hasIndex(row, column) ? data(index(row, column), ValueRole) : QVariant();
}

QHash<int, QByteArray> KeyedTableModel::roleNames() const {
    return {{Qt::DisplayRole, "display"}, {ValueRole, "value"}, {KeyRole, "key"}, {RowNameRole, "rowName"}};
}

} // namespace actionscope::app
