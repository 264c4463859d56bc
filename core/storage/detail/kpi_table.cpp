#include "storage/detail/kpi_table.h"

#include <algorithm>

namespace actionscope::storage::detail {
using namespace telemetry;

namespace {

constexpr std::size_t ListedScopes = 1000;

std::int64_t microseconds(Timestamp time) { return static_cast<std::int64_t>(time.time_since_epoch().count()); }
Timestamp timeOf(std::int64_t microseconds) { return Timestamp(std::chrono::microseconds(microseconds)); }

} // namespace

Result<void> KpiTable::add(const std::vector<std::string> &scopes, const KpiSample &sample, std::size_t window) {
    const auto kept = static_cast<std::int64_t>(std::clamp<std::size_t>(window, 1, MaxWindow));
    return m_transactions.write([&](Connection &connection) {
        for (const std::string &scope : scopes) {
            auto &insert =
                connection.prepared("INSERT INTO kpi_sample VALUES (?1, 1 + (SELECT coalesce(max(n), 0) FROM "
                                    "kpi_sample WHERE scope = ?1), ?2, ?3, ?4)");
            insert.bind(1, scope);
            insert.bind(2, microseconds(sample.time));
            insert.bind(3, std::string(context::outcomeName(sample.status)));
            insert.bind(4, sample.score);
            insert.exec();
            auto &trim = connection.prepared("DELETE FROM kpi_sample WHERE scope = ?1 AND n <= (SELECT max(n) FROM "
                                             "kpi_sample WHERE scope = ?1) - ?2");
            trim.bind(1, scope);
            trim.bind(2, kept);
            trim.exec();
            auto &used = connection.prepared("INSERT INTO kpi_scope VALUES (?, ?) ON CONFLICT (scope) DO UPDATE SET "
                                             "last = excluded.last");
            used.bind(1, scope);
            used.bind(2, microseconds(sample.time));
            used.exec();
        }
        if (connection.db.execAndGet("SELECT count(*) FROM kpi_scope").getInt64() <=
            static_cast<std::int64_t>(MaxScopes))
            return;
        connection.db.exec("DELETE FROM kpi_scope WHERE scope NOT IN (SELECT scope FROM kpi_scope ORDER BY last DESC, "
                           "scope LIMIT " +
                           std::to_string(MaxScopes) +
                           "); DELETE FROM kpi_sample WHERE scope NOT IN (SELECT scope FROM kpi_scope)");
    });
}

Result<std::vector<KpiSample>> KpiTable::window(std::string_view scope, std::size_t most) const {
    std::vector<KpiSample> samples;
    const auto read = m_transactions.read([&](Connection &connection) {
        auto &rows =
            connection.prepared("SELECT time, status, score FROM kpi_sample WHERE scope = ? ORDER BY n DESC LIMIT ?");
        rows.bind(1, std::string(scope));
        rows.bind(2, static_cast<std::int64_t>(std::min(most, MaxWindow)));
        while (rows.executeStep()) {
            const auto status = context::outcomeFromName(rows.getColumn(1).getString());
            if (!status)
                throw Abort{{ErrorCode::Corrupt, "the table of outcomes holds a status that there is not", {}}};
            samples.push_back({timeOf(rows.getColumn(0).getInt64()), *status, rows.getColumn(2).getDouble()});
        }
    });
    if (!read)
        return fail(read.error());
    std::ranges::reverse(samples);
    return samples;
}

Result<std::vector<std::string>> KpiTable::scopes() const {
    std::vector<std::string> names;
    const auto read = m_transactions.read([&](Connection &connection) {
        auto &rows = connection.prepared("SELECT scope FROM kpi_scope ORDER BY last DESC, scope LIMIT ?");
        rows.bind(1, static_cast<std::int64_t>(ListedScopes));
        while (rows.executeStep())
            names.push_back(rows.getColumn(0).getString());
    });
    if (!read)
        return fail(read.error());
    return names;
}

Result<KpiAlert> KpiTable::addAlert(KpiAlert alert) {
    const auto written = m_transactions.write([&](Connection &connection) {
        auto &insert = connection.prepared("INSERT INTO kpi_alert (time, scope, severity, reason, threshold, value, "
                                           "samples) VALUES (?, ?, ?, ?, ?, ?, ?)");
        insert.bind(1, microseconds(alert.time));
        insert.bind(2, alert.scope);
        insert.bind(3, alert.severity);
        insert.bind(4, alert.reason);
        insert.bind(5, alert.threshold);
        insert.bind(6, alert.value);
        insert.bind(7, static_cast<std::int64_t>(alert.samples));
        insert.exec();
        alert.number = static_cast<std::uint64_t>(connection.db.getLastInsertRowid());
        auto &trim = connection.prepared("DELETE FROM kpi_alert WHERE number <= ?");
        trim.bind(1, static_cast<std::int64_t>(alert.number) - static_cast<std::int64_t>(MaxAlerts));
        trim.exec();
    });
    if (!written)
        return fail(written.error());
    return alert;
}

Result<std::vector<KpiAlert>> KpiTable::alerts(std::uint64_t after, std::size_t most) const {
    std::vector<KpiAlert> list;
    const auto read = m_transactions.read([&](Connection &connection) {
        auto &rows = connection.prepared("SELECT number, time, scope, severity, reason, threshold, value, samples FROM "
                                         "kpi_alert WHERE number > ? ORDER BY number DESC LIMIT ?");
        rows.bind(1, static_cast<std::int64_t>(after));
        rows.bind(2, static_cast<std::int64_t>(std::min(most, MaxAlerts)));
        while (rows.executeStep()) {
            KpiAlert alert;
            alert.number = static_cast<std::uint64_t>(rows.getColumn(0).getInt64());
            alert.time = timeOf(rows.getColumn(1).getInt64());
            alert.scope = rows.getColumn(2).getString();
            alert.severity = rows.getColumn(3).getString();
            alert.reason = rows.getColumn(4).getString();
            alert.threshold = rows.getColumn(5).getDouble();
            alert.value = rows.getColumn(6).getDouble();
            alert.samples = static_cast<std::size_t>(rows.getColumn(7).getInt64());
            list.push_back(std::move(alert));
        }
    });
    if (!read)
        return fail(read.error());
    return list;
}

} // namespace actionscope::storage::detail
