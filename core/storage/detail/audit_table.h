#pragma once
/// Records in and out of the audit tables.

#include "governance/audit_log.h"
#include "governance/audit_signature.h"
#include "storage/detail/audit_text.h"
#include "storage/detail/database.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace actionscope::storage::detail {

/// The facet columns; the order is stored (`audit_word.field`) and only ever grows.
inline constexpr std::array<const char *, 7> FacetColumns{"kind",   "outcome", "tier",   "service",
                                                          "action", "actor",   "session"};
/// The place of a facet column, or nothing.
std::optional<std::size_t> facetField(std::string_view column);
/// What the facet columns say of an event, in their order; "" where it says nothing.
std::array<std::string, FacetColumns.size()> facetValues(const governance::AuditEvent &event);

inline constexpr std::int64_t HourMicroseconds = 3'600'000'000;
/// The hour (since 1970) a moment falls into, and a moment as it is stored.
std::int64_t hourOf(std::int64_t microseconds);
inline std::int64_t microsecondsOf(Timestamp time) { return time.time_since_epoch().count(); }

/// The rows that `audit_hour` must hold, from `audit_key`.
inline constexpr std::string_view HourCounts =
    "SELECT (time - ((time % 3600000000) + 3600000000) % 3600000000) / 3600000000 AS h, coalesce(kind, 0), "
    "coalesce(outcome, 0), coalesce(tier, 0), count(*), min(seq), max(seq) FROM audit_key GROUP BY 1, 2, 3, 4";

/// The columns that `readRecord` expects first, from a table named `a`.
inline constexpr std::string_view RecordColumns =
    "a.seq, a.time, a.kind, a.actor, a.principal, a.organisation, a.session, a.service, a.action, a.tier, a.outcome, "
    "a.search_id, a.index_version, a.prev, a.hash, a.ranks, a.detail";
inline constexpr int RecordColumnCount = 17;

/// The record in the current row. What the store would not have written so (another type, text that is no canonical
/// JSON) is told in `defect`, a sentence without a subject, and read as well as it can be.
governance::AuditRecord readRecord(SQLite::Statement &row, std::string *defect = nullptr);

/// The last record's place in the chain; seq 0 when there is none.
governance::AuditHead lastRecord(Connection &connection);

/// Writes records inside one write transaction. What the records of a batch have in common (words, hours, blocks of
/// texts) is read and counted once for all of them. `finish` before the commit.
class RecordWriter {
public:
    explicit RecordWriter(Connection &connection);
    /// Gives `event` (storable, see governance) its place after the last record and writes it.
    governance::AuditRecord insert(governance::AuditEvent event, Timestamp now);
    void finish();

private:
    struct Word {
        std::int64_t id = 0, more = 0; ///< records that are not counted in the table yet
    };
    struct Hour {
        std::int64_t count = 0, first = 0, last = 0;
    };
    std::optional<std::int64_t> word(std::size_t field, std::string value);
    void insertKeys(const governance::AuditRecord &record);
    void storeBlock();

    Connection &m_connection;
    governance::AuditHead m_last;
    std::map<std::pair<std::size_t, std::string>, Word> m_words;
    std::map<std::array<std::int64_t, 4>, Hour> m_hours; ///< by hour, kind, outcome, tier
    std::optional<std::int64_t> m_block;                 ///< the one that `m_bits` are of
    TextBits m_bits;
};
/// One record.
governance::AuditRecord insertRecord(Connection &connection, governance::AuditEvent event, Timestamp now);
/// Adds a checkpoint when `minimum` or more records have none; nothing otherwise. Inside a write transaction.
std::optional<governance::AuditRecord> insertCheckpoint(Connection &connection, const governance::SigningKey &key,
                                                        std::uint64_t minimum, Timestamp now);
/// The last checkpoint up to `seq`, or 0.
std::uint64_t lastCheckpoint(Connection &connection, std::uint64_t seq);

} // namespace actionscope::storage::detail
