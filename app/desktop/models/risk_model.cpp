#include "risk_model.h"

#include "convert.h"

namespace actionscope::app {

int tierValue(const risk::Classification &c) { return risk::isCatastrophic(c) ? 3 : static_cast<int>(c.tier); }

int RiskModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int RiskModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

RiskModel::Tiers RiskModel::tiersOf(catalog::Ordinal action) const {
    const risk::Classification &c = (*m_snapshot->risk)[action];
    risk::Classification rules = c;
    rules.tier = c.ruleTier;
    rules.approval = c.ruleApproval;
    return {tierValue(rules), tierValue(c), c.overridden};
}

QVariant RiskModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RiskRow &row = m_rows[static_cast<std::size_t>(index.row())];
    const Tiers tiers = tiersOf(row.action);
    switch (role) {
    case KeyRole:
        return keyAt(index.row());
    case RowNameRole:
        return rowName(index.row());
    case StagedTierRole:
        return m_staged.value(keyAt(index.row()), -1);
    case LoweredRole:
        return tiers.overridden && tiers.effective < tiers.rule;
    case NoteKindRole:
        return row.noteKind;
    case ValueRole:
        if (index.column() == RuleColumn)
            return tiers.rule;
        if (index.column() == OverrideColumn)
            return tiers.overridden ? tiers.effective : -1;
        if (index.column() == EffectiveColumn)
            return tiers.effective;
        return data(index, Qt::DisplayRole);
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case ActionColumn:
        return keyAt(index.row());
    case MethodColumn:
        return toQString(catalog::methodName(m_snapshot->catalog->at(row.action).method()));
    case RuleColumn:
        return tierName(tiers.rule);
    case OverrideColumn:
        return tiers.overridden ? tierName(tiers.effective) : QString();
    case EffectiveColumn:
        return tierName(tiers.effective);
    case NoteColumn:
        return row.note.isEmpty() ? revealed(m_snapshot->catalog->at(row.action).path()) : row.note;
    default:
        return {};
    }
}

QVariant RiskModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case ActionColumn:
        return tr("Action");
    case MethodColumn:
        return tr("Method");
    case RuleColumn:
        return tr("Rules say");
    case OverrideColumn:
        return tr("Override");
    case EffectiveColumn:
        return tr("Effective");
    case NoteColumn:
        return tr("Path or note");
    default:
        return {};
    }
}

QHash<int, QByteArray> RiskModel::roleNames() const {
    auto names = KeyedTableModel::roleNames();
    names.insert({{StagedTierRole, "stagedTier"}, {LoweredRole, "lowered"}, {NoteKindRole, "noteKind"}});
    return names;
}

QString RiskModel::keyAt(int row) const {
    if (row < 0 || row >= rowCount())
        return {};
    return toQString(m_snapshot->catalog->qualifiedName(m_rows[static_cast<std::size_t>(row)].action));
}

int RiskModel::rowForKey(const QString &key) const { return m_rowByKey.value(key, -1); }

QString RiskModel::rowName(int row) const {
    if (row < 0 || row >= rowCount())
        return {};
    const RiskRow &entry = m_rows[static_cast<std::size_t>(row)];
    const Tiers tiers = tiersOf(entry.action);
    //: %1 action, %2 tier by the rules, %3 effective tier
    QString name =
        tr("%1, rules say %2, effective %3").arg(keyAt(row), tierName(tiers.rule), tierName(tiers.effective));
    if (const int staged = m_staged.value(keyAt(row), -1); staged >= 0)
        name += tr(", staged %1").arg(tierName(staged));
    if (!entry.note.isEmpty())
        name += QStringLiteral(", ") + entry.note;
    return name;
}

void RiskModel::reset(std::shared_ptr<const workspace::Snapshot> snapshot, std::vector<RiskRow> rows) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_rows = std::move(rows);
    m_rowByKey.clear();
    for (int row = 0; row < rowCount(); ++row) {
        const QString key = keyAt(row);
        if (!m_rowByKey.contains(key)) // an action may disagree with itself twice; the first row stands for it
            m_rowByKey.insert(key, row);
    }
    endResetModel();
    Q_EMIT countChanged();
}

void RiskModel::setStaged(const QHash<QString, int> &staged) {
    if (m_staged == staged)
        return;
    m_staged = staged;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {StagedTierRole, RowNameRole});
}

} // namespace actionscope::app
