#include "storage/detail/intent_table.h"

namespace actionscope::storage::detail {
using governance::AuditEvent;
using governance::AuditRecord;

namespace {

/// An event as text: that of a record, whose place in the chain is not known yet.
std::string textOf(const AuditEvent &event) {
    AuditRecord record;
    record.seq = 1;
    record.event = event;
    record.prev = record.hash = governance::emptyChainHash();
    return canonicalJson(json::value(governance::toJson(record)));
}

AuditEvent eventOf(const std::string &text) {
    const auto value = valueOrAbort(parseJson(text));
    return valueOrAbort(governance::recordFromJson(value)).event;
}

} // namespace

std::uint64_t insertIntents(Connection &connection, const std::vector<Intent> &intents) {
    const std::int64_t number = connection.db.execAndGet("SELECT coalesce(max(number), 0) + 1 FROM intent").getInt64();
    std::int64_t place = 0;
    for (const Intent &intent : intents) {
        for (const AuditEvent &event : intent.events) {
            auto &statement = connection.prepared("INSERT INTO intent VALUES (?, ?, ?, ?, ?)");
            statement.bind(1, number);
            statement.bind(2, ++place);
            statement.bind(3, intent.path);
            statement.bind(4, intent.sha256);
            statement.bind(5, textOf(event));
            statement.exec();
        }
    }
    return static_cast<std::uint64_t>(number);
}

bool removeIntents(Connection &connection, std::uint64_t number) {
    auto &statement = connection.prepared("DELETE FROM intent WHERE number = ?");
    statement.bind(1, static_cast<std::int64_t>(number));
    return statement.exec() > 0;
}

std::map<std::uint64_t, std::vector<Intent>> readIntents(Connection &connection) {
    std::map<std::uint64_t, std::vector<Intent>> intents;
    SQLite::Statement rows(connection.db, "SELECT number, path, sha256, event FROM intent ORDER BY number, place");
    while (rows.executeStep()) {
        std::vector<Intent> &list = intents[static_cast<std::uint64_t>(rows.getColumn(0).getInt64())];
        const std::string path = rows.getColumn(1).getString();
        if (list.empty() || list.back().path != path)
            list.push_back({path, rows.getColumn(2).getString(), {}});
        list.back().events.push_back(eventOf(rows.getColumn(3).getString()));
    }
    return intents;
}

} // namespace actionscope::storage::detail
