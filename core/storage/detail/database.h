#pragma once
/// What every table of state.db shares: connections, transactions, and SQLite's exceptions as errors.

#include "base/result.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

struct sqlite3_context;
struct sqlite3_value;

namespace actionscope::storage::detail {

/// The error that an SQLite exception stands for; `path` is named in it.
Error databaseError(const SQLite::Exception &exception, const std::filesystem::path &path);

/// Thrown inside this module to leave a transaction with an error of ours; never leaves `guarded`.
struct Abort {
    Error error;
};
/// The value of `result`, or an Abort with its error.
template <class T> T valueOrAbort(Result<T> result) {
    if (!result)
        throw Abort{std::move(result.error())};
    if constexpr (!std::is_void_v<T>)
        return std::move(*result);
}

/// Calls `work` and makes a Result of what it returns or throws.
template <class Work> auto guarded(const std::filesystem::path &path, Work &&work) -> Result<decltype(work())> {
    try {
        if constexpr (std::is_void_v<decltype(work())>) {
            work();
            return {};
        } else {
            return work();
        }
    } catch (Abort &abort) {
        return fail(std::move(abort.error));
    } catch (const SQLite::Exception &exception) {
        return fail(databaseError(exception, path));
    } catch (const std::exception &exception) {
        return fail(ErrorCode::Internal, exception.what(), {path.string()});
    }
}

/// A connection with its prepared statements, and the function `audit_text(needle, service, action, actor, detail)`:
/// whether the needle (lower case) is in "service.action", the actor or the detail, ASCII case aside. One thread at a
/// time.
class Connection {
public:
    Connection(const std::filesystem::path &path, int flags, std::chrono::milliseconds busyTimeout);

    /// A prepared statement, reset and without bindings; the same text gives the same statement. For fixed texts only.
    SQLite::Statement &prepared(const std::string &sql);
    /// How often `audit_tally(number)` was called with each number since it was last cleared; no number counts as 0.
    /// Rows counted inside SQLite take a fraction of the time of rows handed out one by one, or sorted by GROUP BY.
    std::unordered_map<std::int64_t, std::uint64_t> takeTally();
    SQLite::Database db;

private:
    /// Numbers are given out from 1 on, so most of them fit a plain list.
    struct Tally {
        std::vector<std::uint64_t> small;
        std::unordered_map<std::int64_t, std::uint64_t> large;
    };
    std::unique_ptr<Tally> m_tally = std::make_unique<Tally>();
    static void tally(sqlite3_context *context, int count, sqlite3_value **arguments);
    std::unordered_map<std::string, std::unique_ptr<SQLite::Statement>> m_statements;
};

/// Ends with ROLLBACK unless committed.
class Transaction {
public:
    enum class Kind { Read, Write };
    Transaction(SQLite::Database &db, Kind kind);
    ~Transaction();
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;
    void commit();

private:
    SQLite::Database &m_db;
    bool m_open = true;
};

/// Reading connections, made when needed and kept for the next reader. Any thread.
class ReaderPool {
public:
    ReaderPool(std::filesystem::path path, std::chrono::milliseconds busyTimeout);

    /// A connection to oneself until it is destroyed. Throws SQLite::Exception.
    class Lease {
    public:
        Lease(ReaderPool &pool, std::unique_ptr<Connection> connection);
        ~Lease();
        Lease(Lease &&) noexcept = default;
        Lease &operator=(Lease &&) = delete;
        Connection &operator*() const { return *m_connection; }
        Connection *operator->() const { return m_connection.get(); }

    private:
        ReaderPool *m_pool;
        std::unique_ptr<Connection> m_connection;
    };
    [[nodiscard]] Lease take();

private:
    const std::filesystem::path m_path;
    const std::chrono::milliseconds m_busyTimeout;
    std::mutex m_mutex; ///< guards m_free
    std::vector<std::unique_ptr<Connection>> m_free;
};

} // namespace actionscope::storage::detail
