#include "rows_model.h"

#include <algorithm>

namespace actionscope::app {

RowsModel::RowsModel(const QStringList &keys, QObject *parent)
    : QAbstractListModel(parent)
    , m_keys(keys) {}

int RowsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : count(); }

QVariant RowsModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const qsizetype key = role == Qt::DisplayRole ? 0 : role - Qt::UserRole - 1;
    if (key < 0 || key >= m_keys.size())
        return {};
    return m_rows[static_cast<std::size_t>(index.row())].value(m_keys.at(key));
}

QHash<int, QByteArray> RowsModel::roleNames() const {
    QHash<int, QByteArray> names;
    for (int i = 0; i < m_keys.size(); ++i)
        names.insert(Qt::UserRole + 1 + i, m_keys.at(i).toUtf8());
    return names;
}

void RowsModel::setRows(std::vector<QVariantMap> rows) {
    const int before = count(), after = static_cast<int>(rows.size());
    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_rows.resize(rows.size());
        endRemoveRows();
    }
    const int common = std::min(before, after);
    for (int i = 0; i < common; ++i) {
        QVariantMap &row = m_rows[static_cast<std::size_t>(i)];
        if (row == rows[static_cast<std::size_t>(i)])
            continue;
        row = std::move(rows[static_cast<std::size_t>(i)]);
        Q_EMIT dataChanged(index(i), index(i));
    }
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        std::move(rows.begin() + before, rows.end(), std::back_inserter(m_rows));
        endInsertRows();
    }
    if (after != before)
        Q_EMIT countChanged();
}

QVariantMap RowsModel::at(int row) const {
    return row >= 0 && row < count() ? m_rows[static_cast<std::size_t>(row)] : QVariantMap();
}

int RowsModel::find(const QString &key, const QVariant &value) const {
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const QVariantMap &row) { return row.value(key) == value; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

} // namespace actionscope::app
