#pragma once
/// The rows of the Catalog page: a view of ordinals over one snapshot.

#include "catalog_query.h"
#include "keyed_table_model.h"

namespace actionscope::app {

/// Columns: action, method, path, tier, kind, service, reviewed (CatalogColumn). Texts are made when a cell asks for
/// them; a row costs four bytes. A new result replaces the old one in one reset; rows are found again by key. GUI
/// thread.
class CatalogModel : public actionscope::app::KeyedTableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by CatalogController")

public:
    using KeyedTableModel::KeyedTableModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    QString keyAt(int row) const override;
    int rowForKey(const QString &key) const override;
    QString rowName(int row) const override;
    /// By the action's own name, then by the whole key.
    int rowForPrefix(const QString &prefix, int row) const override;
    /// What the column sorted by shows in this row: the scroll bar's bubble.
    Q_INVOKABLE QString sortKeyText(int row) const;

    /// Null empties the model.
    void setResult(std::shared_ptr<const CatalogResult> result, const CatalogOrder &order);
    const CatalogResult *result() const { return m_result.get(); }
    /// Drawn as "old → new*": the tiers that are staged, by key. Emits dataChanged for the tier column.
    void setStagedTiers(const QHash<QString, int> &staged);

private:
    catalog::Ordinal ordinal(int row) const { return m_result->rows[static_cast<std::size_t>(row)]; }
    QString text(int row, CatalogColumn column) const;

    std::shared_ptr<const CatalogResult> m_result;
    CatalogOrder m_order;
    QHash<QString, int> m_staged;
};

} // namespace actionscope::app
