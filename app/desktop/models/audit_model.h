#pragma once
/// The rows of the audit log that a filter lets through, newest first, loaded page by page.

#include "governance/audit_log.h"
#include "keyed_table_model.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace actionscope::app {

/// Columns: time, seq, event, actor, session, action, tier, outcome. GUI thread; AuditController fills it.
class AuditModel : public actionscope::app::KeyedTableModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by AuditController")

public:
    enum Column {
        TimeColumn,
        SeqColumn,
        EventColumn,
        ActorColumn,
        SessionColumn,
        ActionColumn,
        TierColumn,
        OutcomeColumn,
        ColumnCount
    };

    using KeyedTableModel::KeyedTableModel;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    /// Asks for the next older page by `moreWanted`.
    void fetchMore(const QModelIndex &parent) override;

    QString keyAt(int row) const override;
    int rowForKey(const QString &key) const override;
    QString rowName(int row) const override;

    /// The first page of another filter.
    void reset(governance::AuditPage page);
    /// An older page, below what is there.
    void append(governance::AuditPage page);
    /// Newer records in ascending order, above what is there.
    void prepend(const std::vector<governance::AuditRecord> &records);

    const governance::AuditRecord *recordAt(int row) const;
    std::uint64_t newestSeq() const { return m_records.empty() ? 0 : m_records.front().seq; }
    std::uint64_t oldestSeq() const { return m_records.empty() ? 0 : m_records.back().seq; }

Q_SIGNALS:
    void moreWanted();

private:
    std::deque<governance::AuditRecord> m_records;
    bool m_more = false, m_fetching = false;
};

/// The kind of a record in the user's language; unknown kinds as they are.
QString auditKindText(std::string_view kind);
/// "GitHub issues_create" as "github.issues_create", or the service alone.
QString auditSubject(const governance::AuditRecord &record);
/// The tier of a record as Tier::Value, -1 when it has none.
int auditTier(const governance::AuditRecord &record);

} // namespace actionscope::app
