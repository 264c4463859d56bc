#include "facet_model.h"

#include <algorithm>

namespace actionscope::app {

int FacetModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant FacetModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case SectionRole:
        return row.section;
    case FieldRole:
        return row.field;
    case ValueRole:
        return row.value;
    case Qt::DisplayRole:
    case LabelRole:
        return row.label;
    case CountRole:
        return row.count;
    default:
        return {};
    }
}

QHash<int, QByteArray> FacetModel::roleNames() const {
    return {{SectionRole, "section"},
            {FieldRole, "field"},
            {ValueRole, "value"},
            {LabelRole, "label"},
            {CountRole, "count"}};
}

void FacetModel::setRows(std::vector<Row> rows) {
    const std::size_t common = std::min(rows.size(), m_rows.size());
    std::size_t head = 0, tail = 0;
    while (head < common && m_rows[head].isSameValue(rows[head]))
        ++head;
    while (tail < common - head && m_rows[m_rows.size() - 1 - tail].isSameValue(rows[rows.size() - 1 - tail]))
        ++tail;
    if (head + tail < m_rows.size()) {
        const auto first = m_rows.begin() + static_cast<std::ptrdiff_t>(head);
        const auto last = m_rows.end() - static_cast<std::ptrdiff_t>(tail);
        beginRemoveRows({}, static_cast<int>(head), static_cast<int>(m_rows.size() - tail) - 1);
        m_rows.erase(first, last);
        endRemoveRows();
    }
    if (head + tail < rows.size()) {
        beginInsertRows({}, static_cast<int>(head), static_cast<int>(rows.size() - tail) - 1);
        m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(head),
                      rows.begin() + static_cast<std::ptrdiff_t>(head), rows.end() - static_cast<std::ptrdiff_t>(tail));
        endInsertRows();
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (m_rows[i].count == rows[i].count)
            continue;
        m_rows[i].count = rows[i].count;
        const QModelIndex at = index(static_cast<int>(i));
        Q_EMIT dataChanged(at, at, {CountRole});
    }
}

} // namespace actionscope::app
