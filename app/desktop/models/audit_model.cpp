#include "audit_model.h"

#include "catalog/hand_file.h"
#include "convert.h"

#include <QDateTime>
#include <QLocale>

namespace actionscope::app {

QString auditKindText(std::string_view kind) {
    namespace kinds = governance::audit_kind;
    if (kind == kinds::Import)
        return AuditModel::tr("Import");
    if (kind == kinds::Toggle)
        return AuditModel::tr("Toggle");
    if (kind == kinds::Override)
        return AuditModel::tr("Override");
    if (kind == kinds::Setting)
        return AuditModel::tr("Setting");
    if (kind == kinds::Export)
        return AuditModel::tr("Export");
    if (kind == kinds::Verify)
        return AuditModel::tr("Verify");
    if (kind == kinds::Checkpoint)
        return AuditModel::tr("Checkpoint");
    return revealed(kind);
}

QString auditSubject(const governance::AuditRecord &record) {
    const QString service = revealed(record.event.service), action = revealed(record.event.action);
    if (action.isEmpty())
        return service;
    // The action is stored without its service's id.
    return service.isEmpty() || action.startsWith(service + QLatin1Char('.')) ? action
                                                                              : service + QLatin1Char('.') + action;
}

int auditTier(const governance::AuditRecord &record) {
    const auto tier = catalog::tierFromName(record.event.tier);
    return tier ? static_cast<int>(*tier) : -1;
}

int AuditModel::rowCount(const QModelIndex &parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
}
int AuditModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant AuditModel::data(const QModelIndex &index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const governance::AuditRecord &record = m_records[static_cast<std::size_t>(index.row())];
    if (role == KeyRole)
        return keyAt(index.row());
    if (role == RowNameRole)
        return rowName(index.row());
    if (role == ValueRole && index.column() == TierColumn)
        return auditTier(record);
    if (role != Qt::DisplayRole && role != ValueRole)
        return {};
    switch (index.column()) {
    case TimeColumn: {
        const auto moment = toQDateTime(record.time);
        return moment.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"));
    }
    case SeqColumn:
        return QLocale().toString(static_cast<qulonglong>(record.seq));
    case EventColumn:
        return auditKindText(record.event.kind);
    case ActorColumn:
        return revealed(record.event.actor);
    case SessionColumn:
        return revealed(record.event.session);
    case ActionColumn:
        return auditSubject(record);
    case TierColumn:
        return auditTier(record) < 0 ? QString() : tierName(auditTier(record));
    case OutcomeColumn:
        return revealed(record.event.outcome);
    default:
        return {};
    }
}

QVariant AuditModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case SeqColumn:
        return tr("Seq", "sequence number of an audit record");
    case EventColumn:
        return tr("Event");
    case ActorColumn:
        return tr("Actor");
    case SessionColumn:
        return tr("Session");
    case ActionColumn:
        return tr("Service or action");
    case TierColumn:
        return tr("Tier");
    case OutcomeColumn:
        return tr("Outcome");
    default:
        return {};
    }
}

bool AuditModel::canFetchMore(const QModelIndex &parent) const { return !parent.isValid() && m_more && !m_fetching; }

void AuditModel::fetchMore(const QModelIndex &parent) {
    if (!canFetchMore(parent))
        return;
    m_fetching = true;
    Q_EMIT moreWanted();
}

QString AuditModel::keyAt(int row) const {
    const governance::AuditRecord *record = recordAt(row);
    return record == nullptr ? QString() : QString::number(record->seq);
}

int AuditModel::rowForKey(const QString &key) const {
    const std::uint64_t seq = key.toULongLong();
    // Newest first, so sequence numbers descend.
    const auto found = std::lower_bound(m_records.begin(), m_records.end(), seq,
                                        [](const auto &record, std::uint64_t wanted) { return record.seq > wanted; });
    return found == m_records.end() || found->seq != seq ? -1 : static_cast<int>(found - m_records.begin());
}

QString AuditModel::rowName(int row) const {
    const governance::AuditRecord *record = recordAt(row);
    if (record == nullptr)
        return {};
    //: %1 sequence number, %2 event, %3 service or action, %4 outcome, %5 actor
    return tr("record %1, %2, %3, %4, by %5")
        .arg(QString::number(record->seq), auditKindText(record->event.kind), auditSubject(*record),
             revealed(record->event.outcome), revealed(record->event.actor));
}

void AuditModel::reset(governance::AuditPage page) {
    beginResetModel();
    m_records.assign(std::make_move_iterator(page.records.begin()), std::make_move_iterator(page.records.end()));
    m_more = page.more;
    m_fetching = false;
    endResetModel();
    Q_EMIT countChanged();
}

void AuditModel::append(governance::AuditPage page) {
    m_fetching = false;
    m_more = page.more;
    if (page.records.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(page.records.size()) - 1);
    std::move(page.records.begin(), page.records.end(), std::back_inserter(m_records));
    endInsertRows();
    Q_EMIT countChanged();
}

void AuditModel::prepend(const std::vector<governance::AuditRecord> &records) {
    if (records.empty())
        return;
    beginInsertRows({}, 0, static_cast<int>(records.size()) - 1);
    for (const governance::AuditRecord &record : records)
        m_records.push_front(record);
    endInsertRows();
    Q_EMIT countChanged();
}

const governance::AuditRecord *AuditModel::recordAt(int row) const {
    return row >= 0 && row < rowCount() ? &m_records[static_cast<std::size_t>(row)] : nullptr;
}

} // namespace actionscope::app
