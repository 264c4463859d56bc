#include "storage/detail/database.h"

#include <algorithm>
#include <sqlite3.h>
#include <utility>

namespace actionscope::storage::detail {

namespace {
/// Connections kept for later readers; more are closed after use.
constexpr std::size_t MaxFreeReaders = 8;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view textOf(sqlite3_value *value) {
    const auto *bytes = static_cast<const char *>(sqlite3_value_blob(value));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_value_bytes(value))) : std::string_view();
}

/// Whether `needle`, in lower case and not empty, is in `text`, ASCII case aside.
bool contains(std::string_view text, std::string_view needle) {
    if (text.size() < needle.size())
        return false;
    const char first = needle[0];
    const std::size_t last = text.size() - needle.size();
    for (std::size_t i = 0; i <= last; ++i) {
        if (lower(text[i]) != first)
            continue;
        std::size_t matched = 1;
        while (matched < needle.size() && lower(text[i + matched]) == needle[matched])
            ++matched;
        if (matched == needle.size())
            return true;
    }
    return false;
}

/// audit_text(needle, service, action, actor, detail). Half the time of three LIKEs.
void auditText(sqlite3_context *context, int, sqlite3_value **arguments) {
    const std::string_view needle = textOf(arguments[0]), service = textOf(arguments[1]), action = textOf(arguments[2]);
    bool found = needle.empty() || contains(textOf(arguments[4]), needle) || contains(textOf(arguments[3]), needle);
    if (!found) {
        thread_local std::string name;
        name.assign(service).append(1, '.').append(action);
        found = contains(name, needle);
    }
    sqlite3_result_int(context, found);
}
} // namespace

Error databaseError(const SQLite::Exception &exception, const std::filesystem::path &path) {
    const std::string reason = exception.what();
    const Location where{path.string()};
    switch (exception.getErrorCode() & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return {ErrorCode::Busy, "another process is writing to it; nothing was changed, try again", where};
    case SQLITE_FULL:
        return {ErrorCode::IoError, "the disk is full; nothing was changed: free some space and try again", where};
    case SQLITE_IOERR:
        return {ErrorCode::IoError, "reading or writing failed (" + reason + "); nothing was changed", where};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return {ErrorCode::Corrupt,
                "it is damaged or no database (" + reason +
                    "): move it away (a new one is made) or put a backup in its place; the catalogs do not need it",
                where};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return {ErrorCode::PermissionDenied, "it cannot be written (" + reason + ")", where};
    case SQLITE_CANTOPEN:
        return {ErrorCode::PermissionDenied,
                "it cannot be opened (" + reason + "): check the permissions of the file and its folder", where};
    case SQLITE_CONSTRAINT:
        return {ErrorCode::Corrupt, "its tables contradict each other (" + reason + "): run `audit verify`", where};
    case SQLITE_ERROR:
        // A statement that does not fit the tables: they are not what this version made.
        return {ErrorCode::Corrupt, "its tables are not as they should be (" + reason + "): run `audit verify`", where};
    case SQLITE_INTERRUPT:
        return {ErrorCode::Cancelled, "cancelled", where};
    case SQLITE_TOOBIG:
        return {ErrorCode::LimitExceeded, reason, where};
    default:
        return {ErrorCode::Internal, reason, where};
    }
}

Connection::Connection(const std::filesystem::path &path, int flags, std::chrono::milliseconds busyTimeout)
    : db(path.string(), flags | SQLite::OPEN_NOMUTEX, static_cast<int>(busyTimeout.count())) {
    // Functions with side effects cannot be smuggled in through the schema of a file that someone else made.
    db.exec("PRAGMA trusted_schema=OFF");
    db.createFunction("audit_text", 5, true, nullptr, &auditText);
    db.createFunction("audit_tally", 1, false, m_tally.get(), &Connection::tally);
}

void Connection::tally(sqlite3_context *context, int, sqlite3_value **arguments) {
    constexpr std::int64_t MaxSmall = 1 << 20;
    auto &counts = *static_cast<Tally *>(sqlite3_user_data(context));
    const std::int64_t number = sqlite3_value_int64(arguments[0]);
    if (number >= 0 && number < MaxSmall) {
        const auto place = static_cast<std::size_t>(number);
        if (place >= counts.small.size())
            counts.small.resize(std::max(place + 1, counts.small.size() * 2));
        ++counts.small[place];
    } else {
        ++counts.large[number];
    }
    sqlite3_result_null(context);
}

std::unordered_map<std::int64_t, std::uint64_t> Connection::takeTally() {
    auto counts = std::exchange(m_tally->large, {});
    for (std::size_t place = 0; place < m_tally->small.size(); ++place)
        if (m_tally->small[place] > 0)
            counts.emplace(static_cast<std::int64_t>(place), m_tally->small[place]);
    m_tally->small.clear();
    return counts;
}

SQLite::Statement &Connection::prepared(const std::string &sql) {
    auto &statement = m_statements[sql];
    if (!statement)
        statement = std::make_unique<SQLite::Statement>(db, sql);
    else
        statement->tryReset();
    statement->clearBindings();
    return *statement;
}

Transaction::Transaction(SQLite::Database &db, Kind kind)
    : m_db(db) {
    // IMMEDIATE takes the write lock before the last record is read, so that two processes cannot continue the same
    // one.
    m_db.exec(kind == Kind::Write ? "BEGIN IMMEDIATE" : "BEGIN");
}
Transaction::~Transaction() {
    if (m_open)
        m_db.tryExec("ROLLBACK");
}
void Transaction::commit() {
    m_db.exec("COMMIT");
    m_open = false;
}

ReaderPool::ReaderPool(std::filesystem::path path, std::chrono::milliseconds busyTimeout)
    : m_path(std::move(path))
    , m_busyTimeout(busyTimeout) {}

ReaderPool::Lease ReaderPool::take() {
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            auto connection = std::move(m_free.back());
            m_free.pop_back();
            return {*this, std::move(connection)};
        }
    }
    return {*this, std::make_unique<Connection>(m_path, SQLite::OPEN_READONLY, m_busyTimeout)};
}

ReaderPool::Lease::Lease(ReaderPool &pool, std::unique_ptr<Connection> connection)
    : m_pool(&pool)
    , m_connection(std::move(connection)) {}

ReaderPool::Lease::~Lease() {
    if (!m_connection)
        return;
    const std::lock_guard lock(m_pool->m_mutex);
    if (m_pool->m_free.size() < MaxFreeReaders)
        m_pool->m_free.push_back(std::move(m_connection));
}

} // namespace actionscope::storage::detail
