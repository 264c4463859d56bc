#include "services_model.h"

#include "convert.h"
#include "filter_model.h"

#include <QLocale>

#include <algorithm>
#include <map>

namespace actionscope::app {

int ServicesModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int ServicesModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

workspace::ServiceState ServicesModel::stateOf(const Entry &entry) const {
    if (entry.index < 0 || !m_snapshot)
        return {false, false};
    return m_snapshot->services[static_cast<std::size_t>(entry.index)];
}

bool ServicesModel::togglesOn(const Entry &entry) const { return m_pending.value(entry.id, stateOf(entry).toggle); }

QString ServicesModel::findableText(const Entry &entry) const {
    if (entry.index < 0)
        return {};
    if (stateOf(entry).lockedByEnvironment)
        //: a service that cannot be found because an environment variable says so
        return tr("Off, set by DYNAMIC_DISCOVERY_DISABLED_SERVICES");
    return togglesOn(entry) ? tr("On") : tr("Off");
}

QString ServicesModel::text(const Entry &entry, int column) const {
    const QLocale locale;
    const bool known = entry.index >= 0;
    switch (column) {
    case Service:
        return entry.id;
    case Source:
        return entry.source;
    case Format:
        return entry.format;
    case Curated:
        return known ? locale.toString(entry.curated) : QStringLiteral("–");
    case LongTail:
        return known ? locale.toString(entry.longTail) : QStringLiteral("–");
    case Cost: {
        if (!known)
            return QStringLiteral("–");
        const int tokens = entry.curated == 0 ? 0 : tokensOf(entry.id);
        //: estimated number of tokens; "≈ 4,900 tok"
        return tokens < 0    ? QStringLiteral("…")
               : tokens == 0 ? QStringLiteral("0")
                             : tr("≈ %1 tok").arg(locale.toString(tokens));
    }
    case Imported:
        return Say::age(importedAt(entry.id));
    case Findable:
        return findableText(entry);
    default:
        return {};
    }
}

QVariant ServicesModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry &row = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case ValueRole:
        if (index.column() == Findable)
            return togglesOn(row) && !stateOf(row).lockedByEnvironment;
        return text(row, index.column());
    case KeyRole:
    case ServiceIdRole:
        return row.id;
    case RowNameRole:
        return rowName(index.row());
    case TitleRole:
        return row.title;
    case ToggleRole:
        return togglesOn(row) && !stateOf(row).lockedByEnvironment;
    case LockedRole:
        return stateOf(row).lockedByEnvironment;
    case PendingRole:
        return m_pending.contains(row.id);
    case FindableTextRole:
        return findableText(row);
    case ProblemRole:
        return row.problem;
    default:
        return {};
    }
}

QVariant ServicesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Service:
        return tr("Service");
    case Source:
        return tr("Source");
    case Format:
        return tr("Format");
    case Curated:
        return tr("Curated");
    case LongTail:
        return tr("Long-tail");
    case Cost:
        return tr("Always-on cost");
    case Imported:
        return tr("Last import");
    case Findable:
        return tr("Find more by tool search");
    default:
        return {};
    }
}

QHash<int, QByteArray> ServicesModel::roleNames() const {
    auto names = KeyedTableModel::roleNames();
    names.insert({{ServiceIdRole, "serviceId"},
                  {TitleRole, "title"},
                  {ToggleRole, "toggle"},
                  {LockedRole, "locked"},
                  {PendingRole, "pending"},
                  {FindableTextRole, "findableText"},
                  {ProblemRole, "problem"}});
    return names;
}

QString ServicesModel::keyAt(int row) const { return row < 0 || row >= rowCount() ? QString() : entry(row).id; }

int ServicesModel::rowForKey(const QString &key) const {
    for (int row = 0; row < rowCount(); ++row)
        if (entry(row).id == key)
            return row;
    return -1;
}

QString ServicesModel::rowName(int row) const {
    if (row < 0 || row >= rowCount())
        return {};
    const Entry &service = entry(row);
    if (service.index < 0)
        //: a service whose files could not be read, read aloud: id, reason
        return tr("%1, could not be read: %2").arg(service.id, service.problem);
    //: a row read aloud: service, curated actions, long-tail actions, state of tool search
    const QString sentence =
        tr("%1, %2 curated, %3 long-tail, tool search %4")
            .arg(service.id, text(service, Curated), text(service, LongTail), findableText(service));
    return service.problem.isEmpty() ? sentence : sentence + QStringLiteral(", ") + service.problem;
}

QString ServicesModel::problemOf(const QString &id) const {
    const auto found =
        std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry &entry) { return entry.id == id; });
    return found == m_entries.end() ? QString() : found->problem;
}

void ServicesModel::setSnapshot(std::shared_ptr<const workspace::Snapshot> snapshot) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_entries.clear();
    if (m_snapshot) {
        std::map<QString, Entry> byId;
        const auto &services = m_snapshot->catalog->services();
        for (std::size_t i = 0; i < services.size(); ++i) {
            const catalog::Service &service = services[i];
            Entry made;
            made.id = toQString(service.info.id);
            made.title = revealed(service.info.title);
            made.source = revealed(service.info.source);
            made.format = revealed(service.info.format);
            made.index = static_cast<std::int64_t>(i);
            made.curated = static_cast<int>(service.curatedCount);
            made.longTail = static_cast<int>(service.segment->size() - service.curatedCount);
            byId.emplace(made.id, std::move(made));
        }
        for (const workspace::Problem &problem : m_snapshot->problems) {
            if (problem.service.empty())
                continue;
            Entry &made = byId[toQString(problem.service)];
            made.id = toQString(problem.service);
            const QString text = app::errorText(problem.error);
            made.problem = made.problem.isEmpty() ? text : made.problem + QLatin1Char('\n') + text;
        }
        m_entries.reserve(byId.size());
        for (auto &[id, made] : byId)
            m_entries.push_back(std::move(made));
    }
    arrange();
    endResetModel();
}

void ServicesModel::setFacts(ServiceFacts facts) {
    m_facts = std::move(facts);
    if (m_sortColumn == Cost || m_sortColumn == Imported) {
        beginResetModel();
        arrange();
        endResetModel();
    } else if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        Q_EMIT countChanged();
    }
}

void ServicesModel::setTerms(const QVector<FilterTerm> &terms) {
    beginResetModel();
    m_terms = terms;
    arrange();
    endResetModel();
}

void ServicesModel::setSort(int column, bool descending) {
    beginResetModel();
    m_sortColumn = column;
    m_descending = descending;
    arrange();
    endResetModel();
}

void ServicesModel::setPending(const QString &id, std::optional<bool> on) {
    if (on)
        m_pending.insert(id, *on);
    else
        m_pending.remove(id);
    const int row = rowForKey(id);
    if (row >= 0)
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    Q_EMIT countChanged();
}

bool ServicesModel::has(const Entry &entry, const QString &field, const QString &value) const {
    const auto contains = [&value](const QString &text) { return text.contains(value, Qt::CaseInsensitive); };
    if (field.isEmpty())
        return contains(entry.id) || contains(entry.title) || contains(entry.source);
    if (field == QLatin1String("format"))
        return contains(entry.format);
    if (field == QLatin1String("source"))
        return contains(entry.source);
    const workspace::ServiceState state = stateOf(entry);
    if (value == QLatin1String("problem"))
        return !entry.problem.isEmpty();
    if (value == QLatin1String("locked"))
        return state.lockedByEnvironment;
    const bool on = entry.index >= 0 && togglesOn(entry) && !state.lockedByEnvironment;
    if (value == QLatin1String("on"))
        return on;
    if (value == QLatin1String("off"))
        return !on;
    return value == QLatin1String("curated") && entry.curated > 0;
}

bool ServicesModel::passes(const Entry &entry) const {
    // Words must all hold; values of one field are alternatives; what is negated must not hold.
    QSet<QString> wanted, fulfilled;
    for (const FilterTerm &term : m_terms) {
        const bool holds = has(entry, term.field, term.value.toLower());
        if (term.negated || term.field.isEmpty()) {
            if (holds == term.negated)
                return false;
            continue;
        }
        wanted.insert(term.field);
        if (holds)
            fulfilled.insert(term.field);
    }
    return wanted == fulfilled;
}

void ServicesModel::arrange() {
    m_rows.clear();
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        if (passes(m_entries[i]))
            m_rows.push_back(i);
    const auto less = [this](std::size_t a, std::size_t b) {
        const Entry &x = m_entries[a], &y = m_entries[b];
        switch (m_sortColumn) {
        case Source:
            return x.source < y.source;
        case Format:
            return x.format < y.format;
        case Curated:
            return x.curated < y.curated;
        case LongTail:
            return x.longTail < y.longTail;
        case Cost:
            return tokensOf(x.id) < tokensOf(y.id);
        case Imported:
            return importedAt(x.id) < importedAt(y.id);
        case Findable:
            return findableText(x) < findableText(y);
        default:
            return x.id < y.id;
        }
    };
    if (m_descending)
        std::stable_sort(m_rows.begin(), m_rows.end(), [&](std::size_t a, std::size_t b) { return less(b, a); });
    else
        std::stable_sort(m_rows.begin(), m_rows.end(), less);
}

int ServicesModel::curatedSum() const {
    int sum = 0;
    for (const std::size_t row : m_rows)
        sum += m_entries[row].curated;
    return sum;
}

int ServicesModel::longTailSum() const {
    int sum = 0;
    for (const std::size_t row : m_rows)
        sum += m_entries[row].longTail;
    return sum;
}

int ServicesModel::tokenSum() const {
    int sum = 0;
    for (const std::size_t row : m_rows)
        sum += std::max(0, tokensOf(m_entries[row].id));
    return sum;
}

int ServicesModel::findableCount() const {
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [this](std::size_t row) {
        const Entry &service = m_entries[row];
        return service.index >= 0 && togglesOn(service) && !stateOf(service).lockedByEnvironment;
    }));
}

} // namespace actionscope::app
