#pragma once
/// Values with counts that a filter can be narrowed by: the rows of Facets.

#include <QAbstractListModel>
#include <QQmlEngine>

#include <vector>

namespace actionscope::app {

/// Rows come in sections. New rows replace old ones with as few signals as possible, so that the row with focus keeps
/// it. GUI thread.
class FacetModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by a controller")

public:
    enum Role { SectionRole = Qt::UserRole + 1, FieldRole, ValueRole, LabelRole, CountRole };
    struct Row {
        QString section, field, value, label;
        int count = 0;
        [[nodiscard]] bool isSameValue(const Row &other) const {
            return section == other.section && field == other.field && value == other.value && label == other.label;
        }
    };

    using QAbstractListModel::QAbstractListModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    void setRows(std::vector<Row> rows);
    const std::vector<Row> &rows() const { return m_rows; }

private:
    std::vector<Row> m_rows;
};

} // namespace actionscope::app
