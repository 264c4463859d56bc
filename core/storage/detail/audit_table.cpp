#include "storage/detail/audit_table.h"

#include "storage/detail/audit_text.h"

#include <limits>

namespace actionscope::storage::detail {
using governance::AuditEvent;
using governance::AuditHead;
using governance::AuditRecord;

namespace {

/// Reads what canonicalRanks wrote; false when it is anything else.
bool readRanks(const std::string &text, std::vector<governance::RankShown> &ranks) {
    if (text == "[]")
        return true;
    const auto value = parseJson(text);
    if (!value || !value->is_array())
        return false;
    for (const json::value &element : value->get_array()) {
        const json::value *rank = member(element, "rank"), *score = member(element, "score");
        if (!rank || !rank->is_int64() || rank->get_int64() < 0 ||
            rank->get_int64() > std::numeric_limits<std::uint32_t>::max() || !score || !score->is_number())
            return false;
        ranks.push_back({std::string(stringMember(element, "name")), static_cast<std::uint32_t>(rank->get_int64()),
                         score->to_number<double>()});
    }
    return governance::canonicalRanks(ranks) == text;
}

bool readDetail(const std::string &text, json::object &detail) {
    if (text == "{}")
        return true;
    auto value = parseJson(text);
    if (!value || !value->is_object())
        return false;
    const bool canonical = canonicalJson(*value) == text;
    detail = std::move(value->get_object());
    return canonical;
}

} // namespace

std::optional<std::size_t> facetField(std::string_view column) {
    for (std::size_t field = 0; field < FacetColumns.size(); ++field)
        if (FacetColumns[field] == column)
            return field;
    return std::nullopt;
}

std::array<std::string, FacetColumns.size()> facetValues(const AuditEvent &event) {
    std::string action =
        event.action.empty() || event.service.empty() ? event.action : event.service + "." + event.action;
    return {event.kind, event.outcome, event.tier, event.service, std::move(action), event.actor, event.session};
}

std::int64_t hourOf(std::int64_t microseconds) {
    const std::int64_t rest = (microseconds % HourMicroseconds + HourMicroseconds) % HourMicroseconds;
    return (microseconds - rest) / HourMicroseconds;
}

AuditRecord readRecord(SQLite::Statement &row, std::string *defect) {
    AuditRecord record;
    AuditEvent &event = record.event;
    record.seq = static_cast<std::uint64_t>(row.getColumn(0).getInt64());
    record.time = Timestamp(std::chrono::microseconds(row.getColumn(1).getInt64()));
    std::string ranks, detail;
    std::string *const texts[] = {
        &event.kind,   &event.actor, &event.principal, &event.organisation, &event.session,      &event.service,
        &event.action, &event.tier,  &event.outcome,   &event.searchId,     &event.indexVersion, &record.prev,
        &record.hash,  &ranks,       &detail};
    int column = 2;
    for (std::string *text : texts)
        *text = row.getColumn(column++).getString();
    const bool ranksGood = readRanks(ranks, event.ranks), detailGood = readDetail(detail, event.detail);
    if (!defect)
        return record;
    if (!row.getColumn(1).isInteger())
        *defect = "its time is no number";
    for (column = 2; column < RecordColumnCount; ++column)
        if (!row.getColumn(column).isText())
            *defect = std::string("its ") + row.getColumn(column).getName() + " is no text";
    if (!ranksGood)
        *defect = "its ranks are not the canonical JSON that was written";
    if (!detailGood)
        *defect = "its detail is not the canonical JSON that was written";
    return record;
}

AuditHead lastRecord(Connection &connection) {
    auto &statement = connection.prepared("SELECT seq, hash FROM audit ORDER BY seq DESC LIMIT 1");
    AuditHead head{0, governance::emptyChainHash()};
    if (statement.executeStep())
        head = {static_cast<std::uint64_t>(statement.getColumn(0).getInt64()), statement.getColumn(1).getString()};
    statement.reset();
    return head;
}

RecordWriter::RecordWriter(Connection &connection)
    : m_connection(connection)
    , m_last(lastRecord(connection)) {}

/// The number of a text, with one more record to it; nothing for "".
std::optional<std::int64_t> RecordWriter::word(std::size_t field, std::string value) {
    if (value.empty())
        return std::nullopt;
    const auto [at, fresh] = m_words.try_emplace({field, std::move(value)});
    if (!fresh) {
        ++at->second.more;
        return at->second.id;
    }
    auto &statement = m_connection.prepared("INSERT INTO audit_word (field, value, n) VALUES (?, ?, 1) "
                                            "ON CONFLICT (field, value) DO UPDATE SET n = n + 1 RETURNING id");
    statement.bind(1, static_cast<std::int64_t>(field));
    statement.bindNoCopy(2, at->first.second);
    statement.executeStep();
    at->second.id = statement.getColumn(0).getInt64();
    // RETURNING gives its rows before the statement is done; it must run to the end.
    statement.executeStep();
    return at->second.id;
}

void RecordWriter::insertKeys(const AuditRecord &record) {
    auto values = facetValues(record.event);
    std::array<std::optional<std::int64_t>, FacetColumns.size()> ids;
    const auto seq = static_cast<std::int64_t>(record.seq);
    const std::int64_t time = microsecondsOf(record.time);
    for (std::size_t field = 0; field < values.size(); ++field)
        ids[field] = word(field, std::move(values[field]));
    auto &key = m_connection.prepared("INSERT INTO audit_key VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    key.bind(1, seq);
    key.bind(2, time);
    for (std::size_t field = 0; field < ids.size(); ++field)
        if (ids[field])
            key.bind(static_cast<int>(field) + 3, *ids[field]);
    key.exec();
    Hour &hour = m_hours[{hourOf(time), ids[0].value_or(0), ids[1].value_or(0), ids[2].value_or(0)}];
    if (hour.count++ == 0)
        hour.first = seq;
    hour.last = seq;
}

AuditRecord RecordWriter::insert(AuditEvent event, Timestamp now) {
    AuditRecord record;
    record.seq = m_last.seq + 1;
    record.time = now;
    record.event = std::move(event);
    record.prev = std::move(m_last.hash);
    const AuditEvent &stored = record.event;
    const std::string ranks = governance::canonicalRanks(stored.ranks),
                      detail = canonicalJson(json::value(stored.detail));
    record.hash = governance::recordHash(record, detail, ranks);
    m_last = {record.seq, record.hash};

    auto &statement =
        m_connection.prepared("INSERT INTO audit (seq, time, kind, actor, principal, organisation, session, "
                              "service, action, tier, outcome, search_id, index_version, prev, hash, ranks, "
                              "detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    statement.bind(1, static_cast<std::int64_t>(record.seq));
    statement.bind(2, microsecondsOf(record.time));
    int column = 3;
    const std::string *const texts[] = {&stored.kind,
                                        &stored.actor,
                                        &stored.principal,
                                        &stored.organisation,
                                        &stored.session,
                                        &stored.service,
                                        &stored.action,
                                        &stored.tier,
                                        &stored.outcome,
                                        &stored.searchId,
                                        &stored.indexVersion,
                                        &record.prev,
                                        &record.hash,
                                        &ranks,
                                        &detail};
    for (const std::string *text : texts)
        statement.bindNoCopy(column++, *text);
    statement.exec();
    // The texts are gone before the statement is used again.
    statement.reset();
    statement.clearBindings();
    insertKeys(record);
    if (const std::int64_t block = blockOf(static_cast<std::int64_t>(record.seq)); m_block != block) {
        storeBlock();
        m_block = block;
        m_bits = TextBits(storedBits(m_connection, block));
    }
    m_bits.add(stored.service, stored.action, stored.actor, detail);
    return record;
}

void RecordWriter::storeBlock() {
    if (m_block)
        putBlock(m_connection, *m_block, m_bits);
    m_block.reset();
}

void RecordWriter::finish() {
    storeBlock();
    for (auto &[key, word] : m_words) {
        if (word.more == 0)
            continue;
        auto &count = m_connection.prepared("UPDATE audit_word SET n = n + ? WHERE id = ?");
        count.bind(1, word.more);
        count.bind(2, word.id);
        count.exec();
    }
    for (const auto &[key, hour] : m_hours) {
        auto &count = m_connection.prepared("INSERT INTO audit_hour VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE "
                                            "SET n = n + excluded.n, last = excluded.last");
        int column = 0;
        for (const std::int64_t part : key)
            count.bind(++column, part);
        count.bind(++column, hour.count);
        count.bind(++column, hour.first);
        count.bind(++column, hour.last);
        count.exec();
    }
    m_words.clear();
    m_hours.clear();
}

AuditRecord insertRecord(Connection &connection, AuditEvent event, Timestamp now) {
    RecordWriter writer(connection);
    AuditRecord record = writer.insert(std::move(event), now);
    writer.finish();
    return record;
}

std::uint64_t lastCheckpoint(Connection &connection, std::uint64_t seq) {
    auto &statement = connection.prepared(
        "SELECT max(seq) FROM audit_key WHERE kind = (SELECT id FROM audit_word WHERE field = 0 AND value = ?) "
        "AND seq <= ?");
    statement.bind(1, std::string(governance::audit_kind::Checkpoint));
    statement.bind(2, static_cast<std::int64_t>(seq));
    statement.executeStep();
    const auto found = static_cast<std::uint64_t>(statement.getColumn(0).getInt64());
    statement.reset();
    return found;
}

std::optional<AuditRecord> insertCheckpoint(Connection &connection, const governance::SigningKey &key,
                                            std::uint64_t minimum, Timestamp now) {
    const AuditHead head = lastRecord(connection);
    if (head.seq - lastCheckpoint(connection, head.seq) < minimum)
        return std::nullopt;
    AuditEvent event;
    event.kind = governance::audit_kind::Checkpoint;
    const std::string signature = valueOrAbort(key.sign(governance::checkpointPayload(head)));
    event.detail = {{"public_key", key.publicKey()}, {"signature", signature}};
    return insertRecord(connection, std::move(event), now);
}

} // namespace actionscope::storage::detail
