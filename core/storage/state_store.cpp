#include "storage/state_store.h"

#include "governance/digest.h"
#include "storage/detail/approval_table.h"
#include "storage/detail/audit_query.h"
#include "storage/detail/audit_table.h"
#include "storage/detail/audit_verify.h"
#include "storage/detail/database.h"
#include "storage/detail/experiment_table.h"
#include "storage/detail/intent_table.h"
#include "storage/detail/key_folder.h"
#include "storage/detail/kpi_table.h"
#include "storage/detail/migrations.h"
#include "storage/detail/token_table.h"
#include "storage/detail/transactions.h"

#include <algorithm>
#include <mutex>
#include <thread>

namespace actionscope::storage {
namespace fs = std::filesystem;
using namespace governance;
using detail::Connection;
using detail::guarded;
using detail::Transaction;

namespace {

class SqliteStateStore final : public StateStore, public AuditLog, private detail::Transactions {
public:
    SqliteStateStore(fs::path path, fs::path keyFolder, std::unique_ptr<Connection> writer, detail::AuditKeys keys,
                     const Clock &clock, const StateOptions &options)
        : m_path(std::move(path))
        , m_keyFolder(std::move(keyFolder))
        , m_clock(clock)
        , m_options(options)
        , m_keys(std::move(keys))
        , m_readers(m_path, options.busyTimeout)
        , m_writer(std::move(writer)) {}

    // StateStore
    AuditLog &audit() override { return *this; }
    TokenStore &tokens() override { return m_tokens; }
    ApprovalStore &approvals() override { return m_approvals; }
    evaluation::ExperimentStore &experiments() override { return m_experiments; }
    telemetry::KpiStore &kpis() override { return m_kpis; }
    Result<std::string> digestKey() override { return detail::openDigestKey(m_keyFolder, m_options.readOnly); }
    Result<std::optional<AuditRecord>> checkpoint() override;
    std::vector<std::string> publicKeys() const override { return m_keys.trusted; }
    Result<void> rebuildFilters() override;
    Result<std::map<std::string, bool>> toggles() const override;
    Result<void> setToggle(const std::string &service, bool on, AuditEvent event) override;
    Result<std::uint64_t> intend(const std::vector<Intent> &intents) override;
    Result<void> settle(std::uint64_t number, std::vector<AuditEvent> events) override;
    Result<std::map<std::uint64_t, std::vector<Intent>>> unsettled() const override;
    std::uint64_t dataVersion() const override;

    // AuditLog
    Result<AuditRecord> append(AuditEvent event) override;
    Result<std::vector<AuditRecord>> appendAll(std::vector<AuditEvent> events) override;
    Result<std::vector<AuditRecord>> appendStorable(std::vector<AuditEvent> events) override;
    Result<AuditPage> list(const AuditFilter &filter, std::size_t limit, std::uint64_t beforeSeq) const override;
    Result<AuditPage> listAfter(const AuditFilter &filter, std::size_t limit, std::uint64_t afterSeq) const override;
    Result<std::optional<AuditRecord>> get(std::uint64_t seq) const override;
    Result<AuditHead> head() const override;
    Result<std::uint64_t> count(const AuditFilter &filter) const override;
    Result<std::vector<FacetCount>> facet(std::string_view column, const AuditFilter &filter) const override;
    Result<std::vector<std::uint64_t>> histogram(const AuditFilter &filter, Timestamp since, Timestamp until,
                                                 std::size_t bins) const override;
    Result<Verification> verify(std::optional<AuditHead> expected, const Job &job,
                                std::uint64_t fromSeq) const override;

private:
    // Transactions
    Result<void> read(const Work &work) const override {
        return reading([&](Connection &connection) { work(connection); });
    }
    Result<void> write(const Work &work) override {
        return writing([&](Connection &connection) { work(connection); });
    }
    AuditRecord append(Connection &connection, AuditEvent event) override;
    std::uint64_t version() const override { return dataVersion(); }
    Timestamp now() const override { return m_clock.now(); }
    const std::string &actor() const override { return m_options.actor; }
    bool canWrite() const override { return !m_options.readOnly; }
    Result<std::string> sealingKey() override {
        auto key = digestKey();
        if (key)
            *key = hmacSha256(*key, "actionscope: personal data of approvals, key 1");
        return key;
    }
    std::size_t approvalsWaiting() const override { return m_options.approvalsWaiting; }

    /// Runs `work` on a reading connection, seeing one state of the database throughout.
    template <class Work> auto reading(Work &&work) const -> Result<decltype(work(std::declval<Connection &>()))> {
        return guarded(m_path, [&] {
            const auto connection = m_readers.take();
            const Transaction transaction(connection->db, Transaction::Kind::Read);
            return work(*connection);
        });
    }
    /// Runs `work` in a write transaction and commits; what it throws undoes everything.
    template <class Work> auto writing(Work &&work) -> Result<decltype(work(std::declval<Connection &>()))> {
        if (m_options.readOnly)
            return fail(ErrorCode::PermissionDenied, "it was opened for reading only", {m_path.string()});
        return guarded(m_path, [&] {
            const std::lock_guard lock(m_writeMutex);
            Transaction transaction(m_writer->db, Transaction::Kind::Write);
            if constexpr (std::is_void_v<decltype(work(*m_writer))>) {
                work(*m_writer);
                transaction.commit();
            } else {
                auto value = work(*m_writer);
                transaction.commit();
                return value;
            }
        });
    }
    /// Inside a write transaction.
    AuditRecord insert(Connection &connection, AuditEvent event) const;
    void sign(Connection &connection) const;

    const fs::path m_path, m_keyFolder;
    const Clock &m_clock;
    const StateOptions m_options;
    const detail::AuditKeys m_keys;
    mutable detail::ReaderPool m_readers;

    std::mutex m_writeMutex; ///< guards m_writer
    std::unique_ptr<Connection> m_writer;

    mutable std::mutex m_watchMutex; ///< guards m_watcher and m_lastVersion
    mutable std::optional<detail::ReaderPool::Lease>
        m_watcher; ///< data_version compares with the same connection's earlier answer
    mutable std::uint64_t m_lastVersion = 0;

    detail::TokenTable m_tokens{*this};
    detail::ApprovalTable m_approvals{*this};
    detail::ExperimentTable m_experiments{*this};
    detail::KpiTable m_kpis{*this};
};

Error checkpointRefused() {
    return {ErrorCode::InvalidArgument, "checkpoints are written by the audit log itself", {}};
}

/// What a caller hands in, as it can be stored; only the log itself writes checkpoints.
Result<AuditEvent> accepted(AuditEvent event) {
    if (event.kind == audit_kind::Checkpoint)
        return fail(checkpointRefused());
    return storableEvent(std::move(event));
}

AuditRecord SqliteStateStore::insert(Connection &connection, AuditEvent event) const {
    return detail::insertRecord(connection, std::move(event), m_clock.now());
}

void SqliteStateStore::sign(Connection &connection) const {
    if (m_options.checkpointEvery > 0)
        detail::insertCheckpoint(connection, *m_keys.signing, m_options.checkpointEvery, m_clock.now());
}

AuditRecord SqliteStateStore::append(Connection &connection, AuditEvent event) {
    AuditRecord record = insert(connection, detail::valueOrAbort(accepted(std::move(event))));
    sign(connection);
    return record;
}

Result<AuditRecord> SqliteStateStore::append(AuditEvent event) {
    auto stored = accepted(std::move(event));
    if (!stored)
        return fail(std::move(stored.error()));
    return writing([&](Connection &connection) {
        AuditRecord record = insert(connection, *stored);
        sign(connection);
        return record;
    });
}

Result<std::vector<AuditRecord>> SqliteStateStore::appendAll(std::vector<AuditEvent> events) {
    for (AuditEvent &event : events) {
        auto stored = accepted(std::move(event));
        if (!stored)
            return fail(std::move(stored.error()));
        event = std::move(*stored);
    }
    return appendStorable(std::move(events));
}

Result<std::vector<AuditRecord>> SqliteStateStore::appendStorable(std::vector<AuditEvent> events) {
    if (events.empty())
        return std::vector<AuditRecord>();
    if (std::ranges::any_of(events, [](const AuditEvent &event) { return event.kind == audit_kind::Checkpoint; }))
        return fail(checkpointRefused());
    return writing([&](Connection &connection) {
        std::vector<AuditRecord> records;
        records.reserve(events.size());
        detail::RecordWriter writer(connection);
        for (AuditEvent &event : events)
            records.push_back(writer.insert(std::move(event), m_clock.now()));
        writer.finish();
        sign(connection);
        return records;
    });
}

Result<std::optional<AuditRecord>> SqliteStateStore::checkpoint() {
    return writing([&](Connection &connection) {
        return detail::insertCheckpoint(connection, *m_keys.signing, 1, m_clock.now());
    });
}

Result<void> SqliteStateStore::rebuildFilters() {
    return writing([&](Connection &connection) { detail::refillFilterTables(connection.db); });
}

Result<AuditPage> SqliteStateStore::list(const AuditFilter &filter, std::size_t limit, std::uint64_t beforeSeq) const {
    return reading([&](Connection &connection) {
        return detail::listRecords(connection, filter, limit, beforeSeq, detail::Direction::NewestFirst);
    });
}

Result<AuditPage> SqliteStateStore::listAfter(const AuditFilter &filter, std::size_t limit,
                                              std::uint64_t afterSeq) const {
    return reading([&](Connection &connection) {
        return detail::listRecords(connection, filter, limit, afterSeq, detail::Direction::OldestFirst);
    });
}

Result<std::optional<AuditRecord>> SqliteStateStore::get(std::uint64_t seq) const {
    return reading([&](Connection &connection) -> std::optional<AuditRecord> {
        SQLite::Statement statement(connection.db,
                                    "SELECT " + std::string(detail::RecordColumns) + " FROM audit a WHERE a.seq = ?");
        statement.bind(1, static_cast<std::int64_t>(seq));
        if (!statement.executeStep())
            return std::nullopt;
        return detail::readRecord(statement);
    });
}

Result<AuditHead> SqliteStateStore::head() const {
    return reading([](Connection &connection) { return detail::lastRecord(connection); });
}

Result<std::uint64_t> SqliteStateStore::count(const AuditFilter &filter) const {
    return reading([&](Connection &connection) { return detail::countRecords(connection, filter); });
}

Result<std::vector<FacetCount>> SqliteStateStore::facet(std::string_view column, const AuditFilter &filter) const {
    return reading([&](Connection &connection) { return detail::countFacet(connection, column, filter); });
}

Result<std::vector<std::uint64_t>> SqliteStateStore::histogram(const AuditFilter &filter, Timestamp since,
                                                               Timestamp until, std::size_t bins) const {
    return reading([&](Connection &connection) { return detail::countBins(connection, filter, since, until, bins); });
}

Result<Verification> SqliteStateStore::verify(std::optional<AuditHead> expected, const Job &job,
                                              std::uint64_t fromSeq) const {
    return guarded(m_path, [&] {
        const auto connection = m_readers.take();
        return detail::verifyLog(*connection, m_keys.trusted, expected, job, fromSeq);
    });
}

Result<std::map<std::string, bool>> SqliteStateStore::toggles() const {
    return reading([](Connection &connection) {
        std::map<std::string, bool> toggles;
        SQLite::Statement rows(connection.db, "SELECT service, enabled FROM toggle");
        while (rows.executeStep())
            toggles[rows.getColumn(0).getString()] = rows.getColumn(1).getInt() != 0;
        return toggles;
    });
}

Result<void> SqliteStateStore::setToggle(const std::string &service, bool on, AuditEvent event) {
    if (service.empty())
        return fail(ErrorCode::InvalidArgument, "a toggle needs a service");
    if (event.kind.empty())
        event.kind = audit_kind::Toggle;
    if (event.service.empty())
        event.service = service;
    if (event.outcome.empty())
        event.outcome = on ? "on" : "off";
    auto stored = accepted(std::move(event));
    if (!stored)
        return fail(std::move(stored.error()));
    return writing([&](Connection &connection) {
        const AuditRecord record = insert(connection, *stored);
        auto &statement = connection.prepared("INSERT INTO toggle VALUES (?, ?, ?) ON CONFLICT (service) DO UPDATE SET "
                                              "enabled = excluded.enabled, seq = excluded.seq");
        statement.bind(1, service);
        statement.bind(2, on ? 1 : 0);
        statement.bind(3, static_cast<std::int64_t>(record.seq));
        statement.exec();
        sign(connection);
    });
}

Result<std::uint64_t> SqliteStateStore::intend(const std::vector<Intent> &intents) {
    // Only what can be appended afterwards may be promised.
    std::vector<Intent> kept = intents;
    for (Intent &intent : kept) {
        for (AuditEvent &event : intent.events) {
            auto stored = accepted(std::move(event));
            if (!stored)
                return fail(std::move(stored.error()));
            event = std::move(*stored);
        }
    }
    return writing([&](Connection &connection) { return detail::insertIntents(connection, kept); });
}

Result<void> SqliteStateStore::settle(std::uint64_t number, std::vector<AuditEvent> events) {
    for (AuditEvent &event : events) {
        auto stored = accepted(std::move(event));
        if (!stored)
            return fail(std::move(stored.error()));
        event = std::move(*stored);
    }
    return writing([&](Connection &connection) {
        // Two processes may settle what a third one left; only the first of them records it.
        if (!detail::removeIntents(connection, number))
            return;
        for (AuditEvent &event : events)
            insert(connection, event);
        sign(connection);
    });
}

Result<std::map<std::uint64_t, std::vector<Intent>>> SqliteStateStore::unsettled() const {
    return reading([](Connection &connection) { return detail::readIntents(connection); });
}

std::uint64_t SqliteStateStore::dataVersion() const {
    const std::lock_guard lock(m_watchMutex);
    const auto version = guarded(m_path, [&] {
        if (!m_watcher)
            m_watcher.emplace(m_readers.take());
        auto &statement = (*m_watcher)->prepared("PRAGMA data_version");
        statement.executeStep();
        const auto found = static_cast<std::uint64_t>(statement.getColumn(0).getInt64());
        statement.reset();
        return found;
    });
    // When the file cannot be asked, nothing is known to have changed.
    if (version)
        m_lastVersion = *version;
    return m_lastVersion;
}

/// Changing to WAL needs the file for oneself, and SQLite does not wait for that by the busy timeout alone.
void useWal(SQLite::Database &db, std::chrono::milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (true) {
        try {
            db.exec("PRAGMA journal_mode=WAL");
            return;
        } catch (const SQLite::Exception &exception) {
            if (detail::databaseError(exception, {}).code != ErrorCode::Busy || std::chrono::steady_clock::now() > end)
                throw;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
}

} // namespace

Result<std::unique_ptr<StateStore>> StateStore::open(const fs::path &database, const fs::path &keys, const Clock &clock,
                                                     const StateOptions &options) {
    std::error_code ignored;
    if (options.readOnly && !fs::exists(database, ignored))
        return fail(ErrorCode::NotFound, "there is no such file", {database.string()});
    if (!options.readOnly && database.has_parent_path())
        fs::create_directories(database.parent_path(), ignored);
    auto writer = guarded(database, [&] {
        const int flags = options.readOnly ? SQLite::OPEN_READONLY : SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE;
        auto connection = std::make_unique<Connection>(database, flags, options.busyTimeout);
        detail::requireKnown(*connection, database, detail::migrations());
        if (options.readOnly) {
            detail::requireCurrent(*connection, database, detail::migrations());
        } else {
            useWal(connection->db, options.busyTimeout);
            // FULL: in WAL mode NORMAL would not flush at each commit, and an acknowledged record could be lost.
            connection->db.exec("PRAGMA synchronous=FULL");
            // What is deleted is overwritten: the personal data of a decided approval is not left in free pages.
            connection->db.exec("PRAGMA secure_delete=ON");
            detail::migrate(*connection, database, detail::migrations());
        }
        // Reading the last rows touches the schema and the end of the file: what is truncated shows here.
        detail::lastRecord(*connection);
        connection->db.exec("SELECT 1 FROM toggle LIMIT 1; SELECT max(seq) FROM audit_key");
        return connection;
    });
    if (!writer)
        return fail(std::move(writer.error()));
    auto opened = detail::openAuditKeys(keys, options.readOnly);
    if (!opened)
        return fail(std::move(opened.error()));
    return std::make_unique<SqliteStateStore>(database, keys, std::move(*writer), std::move(*opened), clock, options);
}

} // namespace actionscope::storage
