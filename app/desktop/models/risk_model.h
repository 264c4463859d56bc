#pragma once
/// The actions of the Risk page: what the rules say of each, what an override says, and what holds.

#include "keyed_table_model.h"
#include "workspace/workspace.h"

#include <QHash>
#include <memory>
#include <vector>

namespace actionscope::app {

/// One row: an action of the snapshot, with what made it appear in the list.
struct RiskRow {
    catalog::Ordinal action = 0;
    QString note = {};     ///< of a disagreement; empty otherwise
    QString noteKind = {}; ///< stable id of the disagreement
    QString where = {};    ///< file:line of the override concerned
};

/// Columns: action, method, rules say, override, effective, note. GUI thread; RiskController fills it.
class RiskModel : public actionscope::app::KeyedTableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by RiskController")

public:
    enum Column { ActionColumn, MethodColumn, RuleColumn, OverrideColumn, EffectiveColumn, NoteColumn, ColumnCount };
    enum Role { StagedTierRole = FirstOwnRole, LoweredRole, NoteKindRole };

    using KeyedTableModel::KeyedTableModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    QString keyAt(int row) const override;
    int rowForKey(const QString &key) const override;
    QString rowName(int row) const override;

    void reset(std::shared_ptr<const workspace::Snapshot> snapshot, std::vector<RiskRow> rows);
    /// Proposed tiers by key, drawn as "old → new*".
    void setStaged(const QHash<QString, int> &staged);

private:
    struct Tiers {
        int rule = 0, effective = 0;
        bool overridden = false;
    };
    Tiers tiersOf(catalog::Ordinal action) const;

    std::shared_ptr<const workspace::Snapshot> m_snapshot;
    std::vector<RiskRow> m_rows;
    QHash<QString, int> m_staged, m_rowByKey;
};

/// The effective tier as Tier::Value.
int tierValue(const risk::Classification &classification);

} // namespace actionscope::app
