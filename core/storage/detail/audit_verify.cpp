#include "storage/detail/audit_verify.h"

#include "governance/audit_chain.h"
#include "storage/detail/audit_table.h"
#include "storage/detail/audit_text.h"

#include <limits>
#include <sqlite3.h>
#include <unordered_map>
#include <utility>

namespace actionscope::storage::detail {
using governance::AuditHead;
using governance::AuditRecord;
using governance::ChainFault;
using governance::ChainVerifier;
using governance::Verification;

namespace {

constexpr int BatchSize = 2000;
/// Words kept between records; beyond it they are read again.
constexpr std::size_t MaxWords = 100'000;

[[noreturn]] void cancel() { throw Abort{{ErrorCode::Cancelled, "verification was cancelled", {}}}; }

/// Compares a record with what the filter tables say of it.
class FilterCheck {
public:
    explicit FilterCheck(Connection &connection)
        : m_connection(connection) {}

    /// `row` holds the columns of `audit_key` from `RecordColumnCount` on, NULL when there is no such row.
    bool agrees(const AuditRecord &record, SQLite::Statement &row) {
        const int first = RecordColumnCount;
        if (row.getColumn(first).isNull() || row.getColumn(first).getInt64() != microsecondsOf(record.time))
            return false;
        const auto values = facetValues(record.event);
        for (std::size_t field = 0; field < values.size(); ++field) {
            const auto column = row.getColumn(first + 1 + static_cast<int>(field));
            if (column.isNull() != values[field].empty())
                return false;
            if (column.isNull())
                continue;
            const auto &[ofField, value] = word(column.getInt64());
            if (ofField != field || value != values[field])
                return false;
        }
        return true;
    }

private:
    const std::pair<std::size_t, std::string> &word(std::int64_t id) {
        if (m_words.size() > MaxWords)
            m_words.clear();
        const auto [place, isNew] = m_words.try_emplace(id);
        if (isNew) {
            auto &statement = m_connection.prepared("SELECT field, value FROM audit_word WHERE id = ?");
            statement.bind(1, id);
            // An unknown number must not equal an empty text.
            place->second = {FacetColumns.size(), ""};
            if (statement.executeStep())
                place->second = {static_cast<std::size_t>(statement.getColumn(0).getInt64()),
                                 statement.getColumn(1).getString()};
            statement.reset();
        }
        return place->second;
    }

    Connection &m_connection;
    std::unordered_map<std::int64_t, std::pair<std::size_t, std::string>> m_words;
};

/// Compares the blocks that say where a text may be with the texts of their records, in order of `seq`.
class TextCheck {
public:
    TextCheck(Connection &connection, std::uint64_t fromSeq)
        : m_connection(connection)
        , m_block(blockOf(static_cast<std::int64_t>(fromSeq))) {}

    /// False when the block before lacks something of its records. `row` begins with the columns of a record.
    bool add(const AuditRecord &record, SQLite::Statement &row) {
        const std::int64_t block = blockOf(static_cast<std::int64_t>(record.seq));
        const bool sound = block == m_block || finish();
        m_block = block;
        m_bits.add(record.event.service, record.event.action, record.event.actor,
                   row.getColumn(RecordColumnCount - 1).getString());
        return sound;
    }
    bool finish() {
        const TextBits wanted = std::exchange(m_bits, {});
        const std::string stored = storedBits(m_connection, m_block);
        return (stored.empty() ? TextBits() : TextBits(stored)).holdsAll(wanted);
    }

private:
    Connection &m_connection;
    std::int64_t m_block;
    TextBits m_bits;
};

/// Makes long statements stop when the job is cancelled.
class Interruptible {
public:
    Interruptible(SQLite::Database &db, const Job &job)
        : m_db(db) {
        sqlite3_progress_handler(
            m_db.getHandle(), 20'000, [](void *data) { return static_cast<const Job *>(data)->cancelled() ? 1 : 0; },
            const_cast<Job *>(&job));
    }
    ~Interruptible() { sqlite3_progress_handler(m_db.getHandle(), 0, nullptr, nullptr); }
    Interruptible(const Interruptible &) = delete;
    Interruptible &operator=(const Interruptible &) = delete;

private:
    SQLite::Database &m_db;
};

/// Whether the counts by hour and by word are those of `audit_key`, which was compared with the records before.
bool countsAgree(Connection &connection, const Job &job) {
    const Interruptible interruptible(connection.db, job);
    const Transaction transaction(connection.db, Transaction::Kind::Read);
    const std::string counted(HourCounts), stored = "SELECT * FROM audit_hour";
    for (const auto &[left, right] : {std::pair(counted, stored), std::pair(stored, counted)}) {
        SQLite::Statement difference(connection.db,
                                     "SELECT * FROM (" + left + ") EXCEPT SELECT * FROM (" + right + ") LIMIT 1");
        if (difference.executeStep())
            return false;
    }
    for (std::size_t field = 0; field < FacetColumns.size(); ++field) {
        SQLite::Statement difference(connection.db,
                                     "SELECT 1 FROM audit_word w WHERE field = ? AND n <> (SELECT count(*) FROM "
                                     "audit_key k WHERE k." +
                                         std::string(FacetColumns[field]) + " = w.id) LIMIT 1");
        difference.bind(1, static_cast<std::int64_t>(field));
        if (difference.executeStep())
            return false;
    }
    return true;
}

/// The end of the log when verification begins, and the last record that the filter tables know of.
struct Ends {
    AuditHead head;
    std::uint64_t lastKey = 0;
};
Ends endsOf(Connection &connection) {
    const Transaction transaction(connection.db, Transaction::Kind::Read);
    Ends ends;
    ends.head = lastRecord(connection);
    ends.lastKey =
        static_cast<std::uint64_t>(connection.db.execAndGet("SELECT coalesce(max(seq), 0) FROM audit_key").getInt64());
    return ends;
}

std::optional<std::string> hashOf(Connection &connection, std::uint64_t seq) {
    SQLite::Statement statement(connection.db, "SELECT hash FROM audit WHERE seq = ?");
    statement.bind(1, static_cast<std::int64_t>(seq));
    if (!statement.executeStep())
        return std::nullopt;
    return statement.getColumn(0).getString();
}

Verification broken(Verification result, ChainFault fault, std::uint64_t seq, std::string problem) {
    result.intact = false;
    result.fault = fault;
    result.firstBad = seq;
    result.problem = std::move(problem);
    return result;
}

} // namespace

Verification verifyLog(Connection &connection, const std::vector<std::string> &trustedKeys,
                       const std::optional<AuditHead> &expected, const Job &job, std::uint64_t fromSeq) {
    const Ends ends = endsOf(connection);
    ChainVerifier::Options options;
    options.trustedKeys = trustedKeys;
    options.expected = expected;
    if (fromSeq > 1) {
        const auto hash = hashOf(connection, fromSeq - 1);
        if (!hash) {
            Verification result;
            result.head = ends.head;
            if (ends.head.seq >= fromSeq)
                return broken(result, ChainFault::Missing, fromSeq - 1,
                              "record " + std::to_string(fromSeq - 1) + " is missing");
            return broken(result, ChainFault::Truncated, ends.head.seq + 1,
                          "the log ends at record " + std::to_string(ends.head.seq) + ", but record " +
                              std::to_string(fromSeq - 1) + " was there before: the tail was cut off");
        }
        options.start = {fromSeq - 1, *hash};
        options.lastCheckpoint = lastCheckpoint(connection, fromSeq - 1);
        // A head before the part that is walked is looked up instead of met.
        if (expected && expected->seq > 0 && expected->seq < fromSeq - 1 &&
            hashOf(connection, expected->seq) == expected->hash)
            options.expected = AuditHead{};
    }
    ChainVerifier chain(std::move(options));
    FilterCheck filters(connection);
    TextCheck texts(connection, fromSeq);
    std::uint64_t misfiled = 0;

    std::uint64_t last = fromSeq > 1 ? fromSeq - 1 : 0;
    const std::uint64_t before = last;
    bool whole = true, more = true;
    // From below 1, so that rows slipped in before the first record are met too; then batch by batch.
    std::int64_t after = fromSeq > 1 ? static_cast<std::int64_t>(last) : std::numeric_limits<std::int64_t>::min();
    while (whole && more) {
        if (job.cancelled())
            cancel();
        job.at("verifying", last - before, ends.head.seq > before ? ends.head.seq - before : 0);
        SQLite::Statement rows(
            connection.db, "SELECT " + std::string(RecordColumns) +
                               ", k.time, k.kind, k.outcome, k.tier, k.service, k.action, k.actor, k.session FROM "
                               "audit a LEFT JOIN audit_key k ON k.seq = a.seq WHERE a.seq > ? AND a.seq <= ? ORDER "
                               "BY a.seq LIMIT ?");
        rows.bind(1, after);
        rows.bind(2, static_cast<std::int64_t>(ends.head.seq));
        rows.bind(3, BatchSize);
        int count = 0;
        while (whole && rows.executeStep()) {
            std::string defect;
            const AuditRecord record = readRecord(rows, &defect);
            whole = chain.add(record, defect);
            if (whole && misfiled == 0 && !(filters.agrees(record, rows) && texts.add(record, rows)))
                misfiled = record.seq;
            after = static_cast<std::int64_t>(record.seq);
            last = record.seq;
            ++count;
        }
        more = count == BatchSize;
    }
    if (misfiled == 0 && last > before && !texts.finish())
        misfiled = last;
    Verification result = chain.finish();
    // A damaged page can end a walk early without an error.
    if (result.intact && last < ends.head.seq)
        return broken(result, ChainFault::Missing, last + 1,
                      "record " + std::to_string(last + 1) + " is missing: the log goes on to record " +
                          std::to_string(ends.head.seq) + ", but cannot be read in order after record " +
                          std::to_string(last));
    if (result.intact && ends.lastKey > ends.head.seq) {
        return broken(result, ChainFault::Truncated, ends.head.seq + 1,
                      "the log ends at record " + std::to_string(ends.head.seq) +
                          ", but its filter tables know of record " + std::to_string(ends.lastKey) +
                          ": the tail was cut off");
    }
    if (result.intact && misfiled == 0 && fromSeq <= 1 && !countsAgree(connection, job)) {
        result.filtersSound = false;
        result.filterProblem = "the records are whole, but the counts kept for filters are not theirs: rebuild them";
    } else if (misfiled > 0) {
        result.filtersSound = false;
        result.filterProblem = "the filter tables do not agree with record " + std::to_string(misfiled) +
                               ": lists under a filter may be wrong until they are rebuilt";
    }
    job.at("verifying", last - before, last - before);
    return result;
}

} // namespace actionscope::storage::detail
