#include "lab_results_model.h"

#include "convert.h"

#include <QLocale>
#include <algorithm>

namespace actionscope::app {

int LabResultsModel::rowCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : count(); }

QVariant LabResultsModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LabRow &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case NameRole:
        return row.name;
    case RankRole:
        return row.rank;
    case TitleRole:
        return row.title;
    case DescriptionRole:
        return row.description;
    case ServiceRole:
        return row.service;
    case MethodRole:
        return row.method;
    case EndpointRole:
        return row.endpoint;
    case TierRole:
        return row.tier;
    case ScoreRole:
        return row.score;
    case ScoreTextRole:
        return QLocale().toString(row.score, 'f', 4);
    case PartsRole:
        return row.parts;
    case CuratedRole:
        return row.curated;
    case AboveFloorRole:
        return row.aboveFloor;
    case DeprecatedRole:
        return row.deprecated;
    case AdminGateRole:
        return row.adminGate;
    case SentenceRole: {
        //: %1 rank, %2 number of results, %3 action, %4 tier, %5 score
        QString sentence = tr("%1 of %2, %3, %4, score %5")
                               .arg(row.rank)
                               .arg(count())
                               .arg(row.name, tierName(row.tier), QLocale().toString(row.score, 'f', 2));
        if (!row.aboveFloor)
            sentence = tr("%1, below the floor").arg(sentence);
        if (!row.compared)
            return sentence;
        if (row.was == 0)
            return tr("%1, new against the baseline", "a result").arg(sentence);
        if (row.was == row.rank)
            return tr("%1, unchanged", "a result").arg(sentence);
        //: %1 a result, %2 the rank it had
        return (row.was > row.rank ? tr("%1, up from %2") : tr("%1, down from %2")).arg(sentence).arg(row.was);
    }
    case ChangeRole:
        return !row.compared         ? QString()
               : row.was == 0        ? QStringLiteral("new")
               : row.was == row.rank ? QStringLiteral("same")
               : row.was > row.rank  ? QStringLiteral("up")
                                     : QStringLiteral("down");
    case ChangeTextRole:
        if (!row.compared)
            return QString();
        if (row.was == 0)
            return tr("NEW", "a result that the baseline does not have; short");
        if (row.was == row.rank)
            return QStringLiteral("=");
        return (row.was > row.rank ? QStringLiteral("▲%1") : QStringLiteral("▼%1")).arg(qAbs(row.was - row.rank));
    case ScoreDeltaTextRole:
        if (!row.compared || row.was == 0 || qAbs(row.scoreDelta) < 0.00005)
            return QString();
        return (row.scoreDelta < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
               QLocale().toString(qAbs(row.scoreDelta), 'f', 4);
    default:
        return {};
    }
}

QHash<int, QByteArray> LabResultsModel::roleNames() const {
    return {{NameRole, "name"},
            {RankRole, "rank"},
            {TitleRole, "title"},
            {DescriptionRole, "description"},
            {ServiceRole, "service"},
            {MethodRole, "method"},
            {EndpointRole, "endpoint"},
            {TierRole, "tier"},
            {ScoreRole, "score"},
            {ScoreTextRole, "scoreText"},
            {PartsRole, "parts"},
            {CuratedRole, "curated"},
            {AboveFloorRole, "aboveFloor"},
            {DeprecatedRole, "deprecated"},
            {AdminGateRole, "adminGate"},
            {ChangeRole, "change"},
            {ChangeTextRole, "changeText"},
            {ScoreDeltaTextRole, "scoreDeltaText"},
            {SentenceRole, "sentence"}};
}

void LabResultsModel::setRows(std::vector<LabRow> rows) {
    const int before = count(), after = static_cast<int>(rows.size());
    if (after < before) {
        beginRemoveRows({}, after, before - 1);
        m_rows.resize(rows.size());
        endRemoveRows();
    }
    const int common = std::min(before, after);
    std::move(rows.begin(), rows.begin() + common, m_rows.begin());
    if (common > 0)
        Q_EMIT dataChanged(index(0), index(common - 1));
    if (after > before) {
        beginInsertRows({}, before, after - 1);
        std::move(rows.begin() + before, rows.end(), std::back_inserter(m_rows));
        endInsertRows();
    }
    if (after != before)
        Q_EMIT countChanged();
}

const LabRow *LabResultsModel::rowAt(int row) const {
    return row >= 0 && row < count() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

int LabResultsModel::rowForName(const QString &name) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const LabRow &row) { return row.name == name; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QString LabResultsModel::nameAt(int row) const {
    const LabRow *found = rowAt(row);
    return found == nullptr ? QString() : found->name;
}

} // namespace actionscope::app
