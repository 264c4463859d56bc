#include "storage/detail/experiment_table.h"

#include "base/compression.h"
#include "base/hash.h"
#include "base/text.h"

#include <algorithm>

namespace actionscope::storage::detail {
using namespace evaluation;

namespace {

Abort damaged(std::string_view id, const std::string &why) {
    return Abort{{ErrorCode::Corrupt, "the run " + std::string(id) + " cannot be read (" + why + "): delete it", {}}};
}

} // namespace

Result<std::string> ExperimentTable::add(const Run &run) {
    Run stored = run;
    stored.id = "r-" + toHex(randomBytes(5));
    if (stored.time == Timestamp())
        stored.time = m_transactions.now();
    const std::string text = json::serialize(runToJson(stored));
    if (text.size() > MaxRunBytes)
        return fail(ErrorCode::LimitExceeded, "the run has " + std::to_string(text.size() >> 20) +
                                                  " MiB, and 64 MiB of one are kept: measure fewer sets at once, or a "
                                                  "sample of their queries");
    const std::string packed = compress(text, 3), summary = json::serialize(summaryToJson(summaryOf(stored)));
    auto written = m_transactions.write([&](Connection &connection) {
        auto &insert = connection.prepared("INSERT INTO experiment VALUES (?, ?, ?, ?)");
        insert.bind(1, stored.id);
        insert.bind(2, static_cast<std::int64_t>(stored.time.time_since_epoch().count()));
        insert.bind(3, summary);
        insert.bind(4, packed.data(), static_cast<int>(packed.size()));
        insert.exec();
        auto &trim = connection.prepared("DELETE FROM experiment WHERE rowid NOT IN "
                                         "(SELECT rowid FROM experiment ORDER BY time DESC, rowid DESC LIMIT ?)");
        trim.bind(1, static_cast<std::int64_t>(MaxRuns));
        trim.exec();
    });
    if (!written)
        return fail(written.error());
    return stored.id;
}

Result<std::vector<RunSummary>> ExperimentTable::list(std::size_t limit) const {
    std::vector<RunSummary> runs;
    auto read = m_transactions.read([&](Connection &connection) {
        SQLite::Statement rows(connection.db,
                               "SELECT id, summary FROM experiment ORDER BY time DESC, rowid DESC LIMIT ?");
        rows.bind(1, static_cast<std::int64_t>(std::min(limit, MaxRuns)));
        while (rows.executeStep()) {
            const std::string id = rows.getColumn(0).getString();
            const auto value = parseJson(rows.getColumn(1).getString());
            auto summary = value ? summaryFromJson(*value) : Result<RunSummary>(fail(value.error()));
            if (!summary)
                throw damaged(id, summary.error().message);
            runs.push_back(std::move(*summary));
        }
    });
    if (!read)
        return fail(read.error());
    return runs;
}

Result<Run> ExperimentTable::get(std::string_view id) const {
    std::optional<Run> found;
    auto read = m_transactions.read([&](Connection &connection) {
        // Not one of the kept statements: stepped but not to its end, it would hold on to the state that it saw.
        SQLite::Statement row(connection.db, "SELECT run FROM experiment WHERE id = ?");
        row.bind(1, std::string(id));
        if (!row.executeStep())
            throw Abort{{ErrorCode::NotFound, "there is no run \"" + std::string(id) + '"', {}}};
        const SQLite::Column packed = row.getColumn(0);
        const auto text = decompress(
            {static_cast<const char *>(packed.getBlob()), static_cast<std::size_t>(packed.getBytes())}, MaxRunBytes);
        if (!text)
            throw damaged(id, text.error().message);
        const auto value = parseJson(*text);
        auto run = value ? runFromJson(*value) : Result<Run>(fail(value.error()));
        if (!run)
            throw damaged(id, run.error().message);
        found = std::move(*run);
    });
    if (!read)
        return fail(read.error());
    return std::move(*found);
}

Result<void> ExperimentTable::remove(std::string_view id) {
    return m_transactions.write([&](Connection &connection) {
        auto &row = connection.prepared("DELETE FROM experiment WHERE id = ?");
        row.bind(1, std::string(id));
        if (row.exec() == 0)
            throw Abort{{ErrorCode::NotFound, "there is no run \"" + std::string(id) + '"', {}}};
    });
}

} // namespace actionscope::storage::detail
