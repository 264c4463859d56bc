#pragma once
/// The schema of state.db and how older ones become it.

#include "storage/detail/database.h"

#include <functional>
#include <string>
#include <vector>

namespace actionscope::storage::detail {

/// One step: from the version before to `version` (they count from 1, without holes).
struct Migration {
    int version = 0;
    std::string what; ///< for the log: "adds the filter tables"
    std::function<void(SQLite::Database &)> apply;
};

/// All steps, oldest first; the last one's version is the schema's.
const std::vector<Migration> &migrations();

/// "Acts": what `PRAGMA application_id` says in every state.db, so that no other program's database is taken for one.
inline constexpr int ApplicationId = 0x41637473;

/// Brings the database to the last version of `steps`, in one transaction, after a copy of it was made when it held
/// anything. Throws Abort (Unsupported for a newer version, Corrupt for another program's file) or SQLite::Exception;
/// then the file is as it was. Other processes wait or find it done.
void migrate(Connection &connection, const std::filesystem::path &path, const std::vector<Migration> &steps);

/// Throws Abort for another program's file or a newer version's, before anything is written to it.
void requireKnown(Connection &connection, const std::filesystem::path &path, const std::vector<Migration> &steps);
/// Throws Abort unless the file can be used as it is: for opening without writing.
void requireCurrent(Connection &connection, const std::filesystem::path &path, const std::vector<Migration> &steps);

/// Empties the tables that answer filters and fills them from the records. Inside a transaction.
void refillFilterTables(SQLite::Database &db);

} // namespace actionscope::storage::detail
