#include "storage/detail/migrations.h"

#include "base/file.h"
#include "storage/detail/audit_table.h"
#include "storage/detail/audit_text.h"

#include <fcntl.h>
#include <unistd.h>

namespace actionscope::storage::detail {
namespace fs = std::filesystem;

namespace {

/// Version 1: the chain itself and the toggles.
constexpr const char *AuditAndToggles = R"(
CREATE TABLE audit (
    seq INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,            -- microseconds since 1970 UTC
    kind TEXT NOT NULL, actor TEXT NOT NULL, principal TEXT NOT NULL, organisation TEXT NOT NULL, session TEXT NOT NULL,
    service TEXT NOT NULL, action TEXT NOT NULL, tier TEXT NOT NULL, outcome TEXT NOT NULL, search_id TEXT NOT NULL,
    index_version TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL,
    ranks TEXT NOT NULL, detail TEXT NOT NULL   -- canonical JSON
) STRICT;
CREATE TABLE toggle (
    service TEXT PRIMARY KEY,
    enabled INTEGER NOT NULL,
    seq INTEGER NOT NULL              -- the audit record of the change
) STRICT;
)";

/// Version 2: what filters, counts and the time line are answered from. `audit_word` numbers the texts and counts their
/// records, `audit_key` is the log in a tenth of its size with an index a column, `audit_hour` counts by hour and also
/// says which sequence numbers an hour spans, so that a range of time becomes a range of keys even when the clock was
/// set back.
constexpr const char *FilterTables = R"(
CREATE TABLE audit_word (
    id INTEGER PRIMARY KEY,
    field INTEGER NOT NULL,           -- place in the list of facet columns
    value TEXT NOT NULL,
    n INTEGER NOT NULL,
    UNIQUE (field, value)
) STRICT;
CREATE TABLE audit_key (
    seq INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    kind INTEGER, outcome INTEGER, tier INTEGER, service INTEGER, action INTEGER, actor INTEGER, session INTEGER
) STRICT;
CREATE INDEX audit_key_kind ON audit_key (kind) WHERE kind IS NOT NULL;
CREATE INDEX audit_key_outcome ON audit_key (outcome) WHERE outcome IS NOT NULL;
CREATE INDEX audit_key_tier ON audit_key (tier) WHERE tier IS NOT NULL;
CREATE INDEX audit_key_service ON audit_key (service) WHERE service IS NOT NULL;
CREATE INDEX audit_key_action ON audit_key (action) WHERE action IS NOT NULL;
CREATE INDEX audit_key_actor ON audit_key (actor) WHERE actor IS NOT NULL;
CREATE INDEX audit_key_session ON audit_key (session) WHERE session IS NOT NULL;
CREATE TABLE audit_hour (
    hour INTEGER NOT NULL, kind INTEGER NOT NULL, outcome INTEGER NOT NULL, tier INTEGER NOT NULL, -- 0: none
    n INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,
    PRIMARY KEY (hour, kind, outcome, tier)
) STRICT, WITHOUT ROWID;
)";

/// Version 3: what a writer is about to do to files, so that a killed one leaves nothing unrecorded.
constexpr const char *Intents = R"(
CREATE TABLE intent (
    number INTEGER NOT NULL,          -- those of one write
    place INTEGER NOT NULL,
    path TEXT NOT NULL,               -- in the workspace
    sha256 TEXT NOT NULL,             -- of the content it gets
    event TEXT NOT NULL,              -- to be recorded then, as canonical JSON
    PRIMARY KEY (number, place)
) STRICT, WITHOUT ROWID;
)";

/// Version 4: where in the log a text may be; see audit_text.h.
constexpr const char *TextBlocks = R"(
CREATE TABLE audit_block (
    block INTEGER PRIMARY KEY,        -- seq >> 8
    bits BLOB NOT NULL
) STRICT;
)";

/// Version 5: who may come in (`hash` is SHA-256 of the token), and what was asked of approvers. `seq` is the audit
/// record of the last change: a new greatest one tells that a token changed. The texts of a request stand in `request`
/// as JSON; the columns beside it are for finding it.
constexpr const char *TokensAndApprovals = R"(
CREATE TABLE token (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL, role TEXT NOT NULL, user TEXT NOT NULL, organisation TEXT NOT NULL, profile TEXT NOT NULL,
    exposure TEXT NOT NULL, hash TEXT NOT NULL,
    created INTEGER NOT NULL, expires INTEGER, revoked INTEGER,
    seq INTEGER NOT NULL
) STRICT;
CREATE INDEX token_name ON token (name);
CREATE INDEX token_seq ON token (seq);
CREATE TABLE approval (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL, principal TEXT NOT NULL, service TEXT NOT NULL, action TEXT NOT NULL, digest TEXT NOT NULL,
    definition TEXT NOT NULL, request TEXT NOT NULL,
    created INTEGER NOT NULL, expires INTEGER NOT NULL, changed INTEGER NOT NULL,
    time_box INTEGER NOT NULL, uses_left INTEGER NOT NULL,
    seq INTEGER NOT NULL
) STRICT;
CREATE INDEX approval_state ON approval (state, expires);
CREATE INDEX approval_request ON approval (digest, principal);
CREATE TABLE approval_vote (
    approval TEXT NOT NULL REFERENCES approval (id),
    approver TEXT NOT NULL, name TEXT NOT NULL, user TEXT NOT NULL, approve INTEGER NOT NULL, at INTEGER NOT NULL,
    reason TEXT NOT NULL, note TEXT NOT NULL,
    UNIQUE (approval, approver)
) STRICT;
)";

/// Version 6: what an approver may have shown while a request waits, encrypted; gone with the waiting.
constexpr const char *ApprovalPersonal = R"(
CREATE TABLE approval_personal (
    approval TEXT PRIMARY KEY REFERENCES approval (id),
    n INTEGER NOT NULL,               -- values in it
    sealed BLOB NOT NULL
) STRICT;
)";

/// Version 7: what experiments measured. `summary` is what lists show, `run` the whole as JSON, compressed.
constexpr const char *Experiments = R"(
CREATE TABLE experiment (
    id TEXT PRIMARY KEY,
    time INTEGER NOT NULL,
    summary TEXT NOT NULL,
    run BLOB NOT NULL
) STRICT;
CREATE INDEX experiment_time ON experiment (time);
)";

/// Version 8: how tasks went (CD10): the last outcomes of each scope, when each scope was used last, and alerts.
constexpr const char *Outcomes = R"(
CREATE TABLE kpi_sample (
    scope TEXT NOT NULL,
    n INTEGER NOT NULL,               -- counts up within the scope
    time INTEGER NOT NULL, status TEXT NOT NULL, score REAL NOT NULL,
    PRIMARY KEY (scope, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE kpi_scope (
    scope TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX kpi_scope_last ON kpi_scope (last);
CREATE TABLE kpi_alert (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    time INTEGER NOT NULL, scope TEXT NOT NULL, severity TEXT NOT NULL, reason TEXT NOT NULL,
    threshold REAL NOT NULL, value REAL NOT NULL, samples INTEGER NOT NULL
) STRICT;
)";

/// Put back at every opening: they are a guard rail against our own mistakes and idle hands, the hash chain is the
/// proof.
constexpr const char *Guards = R"(
CREATE TRIGGER IF NOT EXISTS audit_no_update BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER IF NOT EXISTS audit_no_delete BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER IF NOT EXISTS audit_in_order BEFORE INSERT ON audit
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM audit)
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
)";

int userVersion(SQLite::Database &db) { return db.execAndGet("PRAGMA user_version").getInt(); }

/// Throws when the file is another program's or a newer version's; returns its version.
int checkedVersion(SQLite::Database &db, const fs::path &path, int latest) {
    const int version = userVersion(db);
    const int application = db.execAndGet("PRAGMA application_id").getInt();
    const bool empty = db.execAndGet("SELECT count(*) FROM sqlite_schema").getInt() == 0;
    if (empty && version == 0)
        return 0;
    if (application != ApplicationId || version < 1)
        throw Abort{{ErrorCode::Corrupt,
                     "it is an SQLite database, but no state.db: move it away and a new one is made",
                     {path.string()}}};
    if (version > latest)
        throw Abort{{ErrorCode::Unsupported,
                     "it was written by a newer version of Actionscope (schema " + std::to_string(version) +
                         ", this version reads up to " + std::to_string(latest) +
                         "): update Actionscope, or put back the backup beside it",
                     {path.string()}}};
    return version;
}

fs::path freeBackupName(const fs::path &path, int version) {
    const fs::path base = path.string() + ".v" + std::to_string(version) + ".bak";
    fs::path name = base;
    for (int i = 1; fs::exists(name); ++i)
        name = base.string() + "." + std::to_string(i);
    return name;
}

void syncFile(const fs::path &path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    const int error = errno;
    if (descriptor >= 0)
        ::close(descriptor);
    if (!synced)
        throw Abort{fileError(error, "write", path)};
}

/// A whole copy, WAL included, under its final name only when it is on disk. Read through a connection of its own, as
/// VACUUM cannot run in the transaction that keeps other writers out meanwhile.
void backUp(const fs::path &path, int version) {
    const fs::path target = freeBackupName(path, version);
    const fs::path temporary = target.string() + ".tmp" + std::to_string(::getpid());
    try {
        Connection reader(path, SQLite::OPEN_READWRITE, std::chrono::seconds(10));
        SQLite::Statement copy(reader.db, "VACUUM INTO ?");
        copy.bind(1, temporary.string());
        copy.exec();
        syncFile(temporary);
        fs::rename(temporary, target);
    } catch (...) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        throw;
    }
}

void refillKeys(SQLite::Database &db) {
    db.exec("DELETE FROM audit_hour; DELETE FROM audit_key; DELETE FROM audit_word;");
    // The order is that of the facet columns in audit_table.h.
    const char *const texts[] = {"kind",
                                 "outcome",
                                 "tier",
                                 "service",
                                 "CASE WHEN action = '' OR service = '' THEN action ELSE service || '.' || action END",
                                 "actor",
                                 "session"};
    std::string ids;
    for (int field = 0; field < 7; ++field) {
        const std::string number = std::to_string(field), text = texts[field];
        db.exec("INSERT INTO audit_word (field, value, n) SELECT " + number + ", " + text +
                " AS word, count(*) FROM audit WHERE " + text + " <> '' GROUP BY word");
        ids += ", (SELECT id FROM audit_word WHERE field = " + number + " AND value = (" + text + "))";
    }
    db.exec("INSERT INTO audit_key SELECT seq, time" + ids + " FROM audit");
    db.exec("INSERT INTO audit_hour " + std::string(HourCounts));
}

void addFilterTables(SQLite::Database &db) {
    db.exec(FilterTables);
    refillKeys(db);
}

void addTextBlocks(SQLite::Database &db) {
    db.exec(TextBlocks);
    refillBlocks(db);
}

} // namespace

const std::vector<Migration> &migrations() {
    static const std::vector<Migration> steps{
        {1, "makes the audit log and the toggles", [](SQLite::Database &db) { db.exec(AuditAndToggles); }},
        {2, "adds the tables that answer filters", &addFilterTables},
        {3, "adds the table of writes that are under way", [](SQLite::Database &db) { db.exec(Intents); }},
        {4, "adds the table that says where a text may be", &addTextBlocks},
        {5, "adds tokens and approvals", [](SQLite::Database &db) { db.exec(TokensAndApprovals); }},
        {6, "adds what approvers may have shown", [](SQLite::Database &db) { db.exec(ApprovalPersonal); }},
        {7, "adds the history of experiments", [](SQLite::Database &db) { db.exec(Experiments); }},
        {8, "adds how tasks went", [](SQLite::Database &db) { db.exec(Outcomes); }},
    };
    return steps;
}

void migrate(Connection &connection, const fs::path &path, const std::vector<Migration> &steps) {
    SQLite::Database &db = connection.db;
    const int latest = steps.back().version;
    if (checkedVersion(db, path, latest) < latest) {
        Transaction transaction(db, Transaction::Kind::Write);
        // Again, now that no other process can migrate.
        const int version = checkedVersion(db, path, latest);
        if (version > 0 && version < latest)
            backUp(path, version);
        for (const Migration &step : steps)
            if (step.version > version)
                step.apply(db);
        db.exec("PRAGMA application_id=" + std::to_string(ApplicationId));
        db.exec("PRAGMA user_version=" + std::to_string(latest));
        transaction.commit();
    }
    const auto guards = "SELECT count(*) FROM sqlite_schema WHERE type='trigger' AND tbl_name='audit'";
    if (db.execAndGet(guards).getInt() != 3) {
        Transaction transaction(db, Transaction::Kind::Write);
        db.exec(Guards);
        transaction.commit();
    }
}

void requireKnown(Connection &connection, const fs::path &path, const std::vector<Migration> &steps) {
    checkedVersion(connection.db, path, steps.back().version);
}

void requireCurrent(Connection &connection, const fs::path &path, const std::vector<Migration> &steps) {
    const int latest = steps.back().version;
    const int version = checkedVersion(connection.db, path, latest);
    if (version < latest)
        throw Abort{{ErrorCode::Unsupported,
                     "it is of an older version (schema " + std::to_string(version) + " of " + std::to_string(latest) +
                         "): open the workspace once for writing to migrate it",
                     {path.string()}}};
}

void refillFilterTables(SQLite::Database &db) {
    refillKeys(db);
    refillBlocks(db);
}

} // namespace actionscope::storage::detail
