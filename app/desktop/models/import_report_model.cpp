#include "import_report_model.h"

#include "convert.h"

#include <QLocale>

#include <algorithm>

namespace actionscope::app {

int ImportReportModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}
int ImportReportModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant ImportReportModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto &item = m_items[static_cast<std::size_t>(index.row())];
    if (role == KeyRole)
        return keyAt(index.row());
    if (role == RowNameRole)
        return rowName(index.row());
    if (role != Qt::DisplayRole && role != ValueRole)
        return {};
    const QLocale locale;
    const auto number = [&](std::uint32_t n) { return n == 0 ? QStringLiteral("–") : locale.toString(n); };
    switch (index.column()) {
    case Service:
        return toQString(item.service);
    case Format:
        return revealed(item.format);
    case Actions:
        return locale.toString(item.actions);
    case Added:
        return number(item.added);
    case Changed:
        return number(item.changed);
    case Removed:
        return number(item.removed);
    case Risky:
        return number(item.tiers[2] + item.tiers[3]);
    default:
        return {};
    }
}

QVariant ImportReportModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Service:
        return tr("Service");
    case Format:
        return tr("Format");
    case Actions:
        return tr("Actions");
    case Added:
        return tr("New");
    case Changed:
        return tr("Changed");
    case Removed:
        return tr("Removed");
    case Risky:
        return tr("Destructive");
    default:
        return {};
    }
}

QString ImportReportModel::keyAt(int row) const {
    return row < 0 || row >= rowCount() ? QString() : toQString(m_items[static_cast<std::size_t>(row)].service);
}

int ImportReportModel::rowForKey(const QString &key) const {
    const std::string wanted = key.toStdString();
    const auto found =
        std::find_if(m_items.begin(), m_items.end(), [&](const auto &item) { return item.service == wanted; });
    return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
}

QString ImportReportModel::rowName(int row) const {
    if (row < 0 || row >= rowCount())
        return {};
    const auto &item = m_items[static_cast<std::size_t>(row)];
    const QLocale locale;
    //: a row of the import report read aloud
    return tr("%1, %2, %3 actions, %4 new, %5 changed, %6 removed")
        .arg(toQString(item.service), revealed(item.format), locale.toString(item.actions), locale.toString(item.added),
             locale.toString(item.changed), locale.toString(item.removed));
}

void ImportReportModel::setItems(const std::vector<workspace::ImportReport::Item> &items) {
    beginResetModel();
    m_items.clear();
    for (const workspace::ImportReport::Item &item : items) {
        // Without the changes, which are a list of their own and may be many.
        workspace::ImportReport::Item &row = m_items.emplace_back();
        row.service = item.service;
        row.title = item.title;
        row.format = item.format;
        row.source = item.source;
        row.actions = item.actions;
        row.added = item.added;
        row.changed = item.changed;
        row.removed = item.removed;
        row.tiers = item.tiers;
    }
    endResetModel();
}

void ImportReportModel::sortBy(int column, bool ascending) {
    beginResetModel();
    const auto less = [column](const auto &a, const auto &b) {
        switch (column) {
        case Format:
            return a.format < b.format;
        case Actions:
            return a.actions < b.actions;
        case Added:
            return a.added < b.added;
        case Changed:
            return a.changed < b.changed;
        case Removed:
            return a.removed < b.removed;
        case Risky:
            return a.tiers[2] + a.tiers[3] < b.tiers[2] + b.tiers[3];
        default:
            return a.service < b.service;
        }
    };
    std::stable_sort(m_items.begin(), m_items.end(),
                     [&](const auto &a, const auto &b) { return ascending ? less(a, b) : less(b, a); });
    endResetModel();
}

int ImportNotesModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_notes.size());
}

QVariant ImportNotesModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Note &note = m_notes[static_cast<std::size_t>(index.row())];
    switch (role) {
    case SeverityRole:
        return note.severity;
    case Qt::DisplayRole:
    case TextRole:
        return note.text;
    case WhereRole:
        return note.where;
    default:
        return {};
    }
}

QHash<int, QByteArray> ImportNotesModel::roleNames() const {
    return {{SeverityRole, "severity"}, {TextRole, "text"}, {WhereRole, "where"}};
}

void ImportNotesModel::setReport(const workspace::ImportReport &report) {
    beginResetModel();
    m_notes.clear();
    for (const catalog::Finding &finding : report.findings)
        m_notes.push_back({QStringLiteral("error"), revealed(finding.message), revealed(finding.where.toString())});
    for (const ingest::Skipped &skipped : report.skipped) {
        QString where = revealed(skipped.source);
        if (!skipped.pointer.empty())
            where += QLatin1Char(' ') + revealed(skipped.pointer);
        //: something an import left out; %1 is the reason
        m_notes.push_back({QStringLiteral("warning"), tr("Skipped: %1").arg(revealed(skipped.reason)), where});
    }
    for (const std::string &warning : report.warnings)
        m_notes.push_back({QStringLiteral("info"), revealed(warning), {}});
    endResetModel();
    Q_EMIT countChanged();
}

QString ImportNotesModel::asText() const {
    QStringList lines;
    for (const Note &note : m_notes)
        lines.append(note.where.isEmpty() ? note.text : note.where + QStringLiteral(": ") + note.text);
    return lines.join(QLatin1Char('\n'));
}

} // namespace actionscope::app
