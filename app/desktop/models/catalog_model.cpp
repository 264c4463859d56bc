#include "catalog_model.h"

#include "convert.h"

#include <QLocale>

#include <algorithm>

namespace actionscope::app {
namespace {

QString flagsText(std::uint8_t flags) {
    QStringList parts;
    if (flags & FlagReview)
        parts.append(CatalogModel::tr("needs review"));
    if (flags & FlagDeprecated)
        parts.append(CatalogModel::tr("deprecated"));
    if (flags & FlagOverridden)
        parts.append(CatalogModel::tr("tier overridden"));
    return parts.join(QStringLiteral(", "));
}

} // namespace

int CatalogModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() || !m_result ? 0 : static_cast<int>(m_result->rows.size());
}

int CatalogModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : CatalogColumnCount; }

QString CatalogModel::text(int row, CatalogColumn column) const {
    const catalog::Ordinal at = ordinal(row);
    const CatalogColumns &columns = *m_result->columns;
    const catalog::CapabilityView action = columns.catalog().at(at);
    switch (column) {
    case CatalogColumn::Action:
        return keyAt(row);
    case CatalogColumn::Method:
        return toQString(catalog::methodName(action.method()));
    case CatalogColumn::Path:
        return revealed(action.path());
    case CatalogColumn::Tier: {
        const QString tier = tierName(columns.tier[at]);
        const auto staged = m_staged.constFind(keyAt(row));
        //: a tier that is staged but not saved: "Write → Destructive*"
        return staged == m_staged.cend() ? tier : tr("%1 → %2*").arg(tier, tierName(*staged));
    }
    case CatalogColumn::Kind:
        if (action.kind() != catalog::Kind::Action)
            return kindText(action.kind());
        return action.curated() ? tr("Curated") : tr("Long-tail");
    case CatalogColumn::Service:
        return toQString(columns.catalog().services()[columns.service[at]].info.id);
    case CatalogColumn::Reviewed:
        switch (static_cast<Reviewed>(columns.reviewed[at])) {
        case Reviewed::Needed:
            return tr("Needs review");
        case Reviewed::No:
            return QStringLiteral("–");
        case Reviewed::Yes:
            return tr("Reviewed");
        }
    }
    return {};
}

QVariant CatalogModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, static_cast<CatalogColumn>(index.column()));
    case ValueRole: {
        const catalog::Ordinal at = ordinal(row);
        switch (static_cast<CatalogColumn>(index.column())) {
        case CatalogColumn::Tier: {
            const auto staged = m_staged.isEmpty() ? m_staged.cend() : m_staged.constFind(keyAt(row));
            return staged == m_staged.cend() ? int(m_result->columns->tier[at]) : *staged;
        }
        case CatalogColumn::Reviewed:
            return int(m_result->columns->reviewed[at]);
        default:
            return {};
        }
    }
    case KeyRole:
        return keyAt(row);
    case RowNameRole:
        return rowName(row);
    default:
        return {};
    }
}

QVariant CatalogModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<CatalogColumn>(section)) {
    case CatalogColumn::Action:
        return tr("Action");
    case CatalogColumn::Method:
        return tr("Method");
    case CatalogColumn::Path:
        return tr("Path");
    case CatalogColumn::Tier:
        return tr("Tier");
    case CatalogColumn::Kind:
        return tr("Kind");
    case CatalogColumn::Service:
        return tr("Service");
    case CatalogColumn::Reviewed:
        return tr("Reviewed");
    }
    return {};
}

QString CatalogModel::keyAt(int row) const {
    if (row < 0 || row >= rowCount())
        return {};
    const catalog::Catalog &catalog = m_result->columns->catalog();
    const catalog::Ordinal at = ordinal(row);
    return toQString(catalog.services()[m_result->columns->service[at]].info.id) + QLatin1Char('.') +
           toQString(catalog.at(at).name());
}

int CatalogModel::rowForKey(const QString &key) const {
    if (!m_result || key.isEmpty())
        return -1;
    const auto wanted = m_result->columns->catalog().find(key.toStdString());
    if (!wanted)
        return -1;
    // A scan of 125,207 numbers takes 30 µs; an inverse table would cost half a megabyte for nothing.
    const auto found = std::find(m_result->rows.begin(), m_result->rows.end(), *wanted);
    return found == m_result->rows.end() ? -1 : static_cast<int>(found - m_result->rows.begin());
}

QString CatalogModel::rowName(int row) const {
    if (row < 0 || row >= rowCount())
        return {};
    const catalog::Ordinal at = ordinal(row);
    const CatalogColumns &columns = *m_result->columns;
    const QString flags = flagsText(columns.flags[at]);
    //: one row read aloud: action, tier, method and path, long-tail or curated
    const QString sentence = tr("%1, %2, %3 %4, %5")
                                 .arg(keyAt(row), text(row, CatalogColumn::Tier), text(row, CatalogColumn::Method),
                                      text(row, CatalogColumn::Path), text(row, CatalogColumn::Kind));
    return flags.isEmpty() ? sentence : sentence + QStringLiteral(", ") + flags;
}

int CatalogModel::rowForPrefix(const QString &prefix, int row) const {
    if (prefix.isEmpty() || rowCount() == 0)
        return -1;
    const int rows = rowCount();
    const std::string wanted = prefix.toLower().toStdString();
    const CatalogColumns &columns = *m_result->columns;
    const auto begins = [&](int candidate, bool ownName) {
        std::string_view text = columns.text->of(ordinal(candidate));
        if (ownName)
            text.remove_prefix(columns.catalog().services()[columns.service[ordinal(candidate)]].info.id.size() + 1);
        return text.compare(0, wanted.size(), wanted) == 0;
    };
    for (const bool ownName : {true, false}) {
        for (int step = 1; step <= rows; ++step) {
            const int candidate = (std::max(row, -1) + step) % rows;
            if (begins(candidate, ownName))
                return candidate;
        }
    }
    return -1;
}

QString CatalogModel::sortKeyText(int row) const {
    if (row < 0 || row >= rowCount())
        return {};
    constexpr qsizetype MaxLength = 28;
    const QString key = text(row, m_order.column);
    return key.size() > MaxLength ? key.left(MaxLength - 1) + QChar(0x2026) : key;
}

void CatalogModel::setResult(std::shared_ptr<const CatalogResult> result, const CatalogOrder &order) {
    beginResetModel();
    m_result = std::move(result);
    m_order = order;
    endResetModel();
}

void CatalogModel::setStagedTiers(const QHash<QString, int> &staged) {
    if (m_staged == staged)
        return;
    m_staged = staged;
    if (rowCount() > 0) {
        const int column = static_cast<int>(CatalogColumn::Tier);
        Q_EMIT dataChanged(index(0, column), index(rowCount() - 1, column), {Qt::DisplayRole, ValueRole, RowNameRole});
    }
}

} // namespace actionscope::app
