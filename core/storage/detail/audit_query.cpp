#include "storage/detail/audit_query.h"

#include "base/text.h"
#include "storage/detail/audit_table.h"
#include "storage/detail/audit_text.h"

#include <algorithm>
#include <limits>
#include <map>

namespace actionscope::storage::detail {
using governance::AuditFilter;
using governance::AuditPage;
using governance::FacetCount;

namespace {

constexpr std::size_t MaxTextBytes = 1000;
constexpr std::size_t MaxFacetValues = 1000;
constexpr std::size_t MaxBins = 10'000;
/// Fields below this are in `audit_hour`: kind, outcome, tier.
constexpr std::size_t RolledFields = 3;
/// Reaching a record through an index costs about this many times a step of the walk (measured on 1,000,000 records).
constexpr std::int64_t IndexCost = 8;
/// A text that may be in a larger share of the blocks than one of so many is looked for by walking the log in order.
constexpr std::int64_t WalkShare = 2;
constexpr std::size_t BlocksAtOnce = 64;
constexpr std::int64_t Earliest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t Latest = std::numeric_limits<std::int64_t>::max();

/// A half-open range of time in microseconds, and of sequence numbers (both ends in).
struct TimeRange {
    std::int64_t since = Earliest, until = Latest;
    [[nodiscard]] bool whole() const { return since == Earliest && until == Latest; }
};
struct SeqRange {
    std::int64_t first = 1, last = 0;
    [[nodiscard]] std::int64_t size() const { return std::max<std::int64_t>(0, last - first + 1); }
};

/// A filter, resolved against the words of the log.
struct Plan {
    bool nothing = false;       ///< a value is asked for that no record has
    bool rolled = true;         ///< `audit_hour` can answer: no condition beyond kind, outcome, tier and time
    std::string keyConditions;  ///< on `audit_key k`, each " AND …"
    std::string hourConditions; ///< the same on `audit_hour`, as far as rolled
    std::string text;           ///< in lower case, or ""
    /// The blocks that may hold the text, ascending; empty when the log is walked for it.
    std::vector<std::int64_t> blocks;
    TimeRange time;
    SeqRange seqs;            ///< holds all records of `time`
    std::string index;        ///< the index to use, or ""
    std::int64_t indexed = 0; ///< records that index leads to

    [[nodiscard]] bool everything() const { return keyConditions.empty() && text.empty() && time.whole() && !nothing; }
};

struct Word {
    std::int64_t id = 0, count = 0;
};

std::optional<Word> findWord(Connection &connection, std::size_t field, const std::string &value) {
    auto &statement = connection.prepared("SELECT id, n FROM audit_word WHERE field = ? AND value = ?");
    statement.bind(1, static_cast<std::int64_t>(field));
    statement.bind(2, value);
    std::optional<Word> word;
    if (statement.executeStep())
        word = Word{statement.getColumn(0).getInt64(), statement.getColumn(1).getInt64()};
    statement.reset();
    return word;
}

SeqRange seqsOf(Connection &connection, const TimeRange &time) {
    SeqRange seqs;
    if (time.whole()) {
        auto &all = connection.prepared(
            // Two subqueries: asked for both at once, SQLite walks the table.
            "SELECT (SELECT min(seq) FROM audit_key), (SELECT max(seq) FROM audit_key)");
        all.executeStep();
        seqs = {all.getColumn(0).getInt64(), all.getColumn(1).getInt64()};
        if (all.getColumn(1).isNull())
            seqs = {};
        all.reset();
        return seqs;
    }
    if (time.since >= time.until)
        return seqs;
    auto &bounds = connection.prepared("SELECT min(first), max(last) FROM audit_hour WHERE hour BETWEEN ? AND ?");
    bounds.bind(1, time.since == Earliest ? Earliest : hourOf(time.since));
    bounds.bind(2, time.until == Latest ? Latest : hourOf(time.until - 1));
    bounds.executeStep();
    if (!bounds.getColumn(0).isNull())
        seqs = {bounds.getColumn(0).getInt64(), bounds.getColumn(1).getInt64()};
    bounds.reset();
    return seqs;
}

std::string timeConditions(const TimeRange &time) {
    std::string out;
    if (time.since != Earliest)
        out += " AND k.time >= " + std::to_string(time.since);
    if (time.until != Latest)
        out += " AND k.time < " + std::to_string(time.until);
    return out;
}

std::string seqCondition(const SeqRange &seqs) {
    return "k.seq BETWEEN " + std::to_string(seqs.first) + " AND " + std::to_string(seqs.last);
}

/// Any of `values` in `field`. Numbers are written into the text: they are ours, and the planner proves with them that
/// the partial indexes apply.
void restrict(Plan &plan, Connection &connection, std::size_t field, const std::vector<std::string> &values) {
    std::string ids;
    std::int64_t count = 0;
    for (const std::string &value : values)
        if (const auto word = findWord(connection, field, value)) {
            ids += (ids.empty() ? "" : ", ") + std::to_string(word->id);
            count += word->count;
        }
    if (ids.empty()) {
        plan.nothing = true;
        return;
    }
    const std::string column = FacetColumns[field];
    const std::string condition = ids.find(',') == std::string::npos ? " = " + ids : " IN (" + ids + ")";
    plan.keyConditions += " AND k." + column + condition;
    if (field < RolledFields)
        plan.hourConditions += " AND " + column + condition;
    else
        plan.rolled = false;
    if (plan.index.empty() || count < plan.indexed) {
        plan.index = "audit_key_" + column;
        plan.indexed = count;
    }
}

void leaveOut(Plan &plan, Connection &connection, const std::string &column, const std::string &value) {
    const auto field = facetField(column);
    if (!field)
        throw Abort{{ErrorCode::InvalidArgument, "the audit log has no facet column \"" + column + "\"", {}}};
    const auto word = findWord(connection, *field, value);
    if (!word)
        return;
    plan.keyConditions += " AND k." + column + " IS NOT " + std::to_string(word->id);
    if (*field < RolledFields)
        plan.hourConditions += " AND " + column + " <> " + std::to_string(word->id);
    else
        plan.rolled = false;
}

/// Leaves of the log the blocks that may hold the text, when that saves enough.
void narrow(Plan &plan, Connection &connection) {
    const std::int64_t first = blockOf(plan.seqs.first), last = blockOf(plan.seqs.last);
    // A value that few records have leads to them sooner than the blocks do.
    if (!plan.index.empty() && plan.indexed < last - first)
        return;
    std::vector<std::int64_t> blocks = blocksWith(connection, plan.text, first, last);
    if (blocks.empty()) {
        plan.nothing = true;
        return;
    }
    const auto held = static_cast<std::int64_t>(blocks.size());
    if (held * WalkShare > last - first + 1 || (!plan.index.empty() && plan.indexed < held << BlockShift))
        return;
    plan.blocks = std::move(blocks);
}

Plan planFor(Connection &connection, const AuditFilter &filter) {
    Plan plan;
    const auto only = [&](std::string_view column, const std::string &value) {
        if (!value.empty())
            restrict(plan, connection, *facetField(column), {value});
    };
    if (!filter.kinds.empty())
        restrict(plan, connection, *facetField("kind"), filter.kinds);
    only("outcome", filter.outcome);
    only("tier", filter.tier);
    only(filter.action.find('.') == std::string::npos ? "service" : "action", filter.action);
    only("actor", filter.actor);
    only("session", filter.session);
    for (const auto &[column, value] : filter.exclude)
        leaveOut(plan, connection, column, value);
    plan.text = toLowerAscii(filter.text);
    if (plan.text.size() > MaxTextBytes)
        throw Abort{{ErrorCode::InvalidArgument, "the text to filter by is longer than 1,000 bytes", {}}};
    if (!plan.text.empty())
        plan.rolled = false;
    if (filter.since)
        plan.time.since = microsecondsOf(*filter.since);
    if (filter.until)
        plan.time.until = microsecondsOf(*filter.until);
    plan.seqs = seqsOf(connection, plan.time);
    if (plan.seqs.size() == 0)
        plan.nothing = true;
    if (!plan.text.empty() && !plan.nothing)
        narrow(plan, connection);
    return plan;
}

/// FROM and WHERE over `audit_key k`, limited to `seqs` and `time`. A text binds one parameter and is looked for in the
/// records; when nothing else is asked for, they are walked themselves, which saves finding each from its key.
std::string fromWhere(const Plan &plan, const SeqRange &seqs, const TimeRange &time, bool seqAndTimeOnly = true) {
    const std::string limits = " WHERE " + seqCondition(seqs) + timeConditions(time) + plan.keyConditions;
    const bool recordsOnly = !plan.text.empty() && plan.keyConditions.empty() && seqAndTimeOnly;
    if (!plan.blocks.empty()) {
        const std::string shift = std::to_string(BlockShift);
        const std::string from = std::string(" FROM json_each(?2) b CROSS JOIN ") +
                                 (recordsOnly ? "audit" : "audit_key") + " k NOT INDEXED ON k.seq BETWEEN b.value << " +
                                 shift + " AND ((b.value + 1) << " + shift + ") - 1";
        if (recordsOnly)
            return from + limits + " AND audit_text(?1, k.service, k.action, k.actor, k.detail)";
        return from + " CROSS JOIN audit a ON a.seq = k.seq" + limits +
               " AND audit_text(?1, a.service, a.action, a.actor, a.detail)";
    }
    if (recordsOnly)
        return " FROM audit k" + limits + " AND audit_text(?1, k.service, k.action, k.actor, k.detail)";
    const bool useIndex = !plan.index.empty() && plan.indexed * IndexCost < seqs.size();
    const std::string keys =
        " FROM audit_key k " + (useIndex ? "INDEXED BY " + plan.index : std::string("NOT INDEXED"));
    if (plan.text.empty())
        return keys + limits;
    return keys + " CROSS JOIN audit a ON a.seq = k.seq" + limits +
           " AND audit_text(?1, a.service, a.action, a.actor, a.detail)";
}

SQLite::Statement statementFor(Connection &connection, const std::string &sql, const Plan &plan) {
    SQLite::Statement statement(connection.db, sql);
    if (!plan.text.empty())
        statement.bind(1, plan.text);
    if (!plan.blocks.empty()) {
        std::string list;
        for (const std::int64_t block : plan.blocks)
            list += (list.empty() ? '[' : ',') + std::to_string(block);
        statement.bind(2, list + ']');
    }
    return statement;
}

/// Records by the word of `field`, or all under 0 when there is no field, looked at one by one.
void addScanned(Connection &connection, const Plan &plan, const TimeRange &time, std::optional<std::size_t> field,
                std::map<std::int64_t, std::uint64_t> &counts) {
    const SeqRange seqs = seqsOf(connection, time);
    if (seqs.size() == 0)
        return;
    if (!field) {
        auto statement = statementFor(connection, "SELECT count(*)" + fromWhere(plan, seqs, time), plan);
        statement.executeStep();
        counts[0] += static_cast<std::uint64_t>(statement.getColumn(0).getInt64());
        return;
    }
    (void)connection.takeTally(); // of a statement that failed
    auto statement = statementFor(connection,
                                  "SELECT count(audit_tally(k." + std::string(FacetColumns[*field]) + "))" +
                                      fromWhere(plan, seqs, time, false),
                                  plan);
    statement.executeStep();
    for (const auto &[id, count] : connection.takeTally())
        counts[id] += count;
}

/// The same from `audit_hour` where the plan allows it: whole hours added up, the cut ones at both ends scanned.
std::map<std::int64_t, std::uint64_t> countBy(Connection &connection, const Plan &plan,
                                              std::optional<std::size_t> field) {
    std::map<std::int64_t, std::uint64_t> counts;
    const TimeRange &time = plan.time;
    const std::int64_t firstHour = time.since == Earliest ? Earliest : hourOf(time.since - 1) + 1;
    const std::int64_t endHour = time.until == Latest ? Latest : hourOf(time.until);
    if (plan.nothing)
        return counts;
    if (!plan.rolled || (field && *field >= RolledFields) || firstHour >= endHour) {
        addScanned(connection, plan, time, field, counts);
        return counts;
    }
    SQLite::Statement hours(connection.db, "SELECT " + (field ? FacetColumns[*field] : std::string("0")) +
                                               ", sum(n) FROM audit_hour WHERE hour >= ? AND hour < ?" +
                                               plan.hourConditions + " GROUP BY 1");
    hours.bind(1, firstHour);
    hours.bind(2, endHour);
    while (hours.executeStep())
        counts[hours.getColumn(0).getInt64()] += static_cast<std::uint64_t>(hours.getColumn(1).getInt64());
    if (time.since != Earliest)
        addScanned(connection, plan, {time.since, firstHour * HourMicroseconds}, field, counts);
    if (time.until != Latest)
        addScanned(connection, plan, {endHour * HourMicroseconds, time.until}, field, counts);
    return counts;
}

std::vector<FacetCount> mostFrequent(std::vector<FacetCount> values) {
    std::sort(values.begin(), values.end(), [](const FacetCount &a, const FacetCount &b) {
        return a.count != b.count ? a.count > b.count : a.value < b.value;
    });
    if (values.size() > MaxFacetValues)
        values.resize(MaxFacetValues);
    return values;
}

/// Which of `bins` equal parts of [since, until) a moment in it falls into.
struct Bins {
    std::int64_t since, until;
    std::size_t count;
    [[nodiscard]] std::size_t at(std::int64_t time) const {
        __extension__ using Wide = unsigned __int128;
        const auto offset = static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(since);
        const auto span = static_cast<std::uint64_t>(until) - static_cast<std::uint64_t>(since);
        return static_cast<std::size_t>(Wide(offset) * count / span);
    }
};

void binScanned(Connection &connection, const Plan &plan, const SeqRange &seqs, const TimeRange &time, const Bins &bins,
                std::vector<std::uint64_t> &counts) {
    auto statement = statementFor(connection, "SELECT k.time" + fromWhere(plan, seqs, time), plan);
    while (statement.executeStep())
        ++counts[bins.at(statement.getColumn(0).getInt64())];
}

} // namespace

AuditPage listRecords(Connection &connection, const AuditFilter &filter, std::size_t limit, std::uint64_t from,
                      Direction direction) {
    AuditPage page;
    Plan plan = planFor(connection, filter);
    if (plan.nothing || limit == 0)
        return page;
    constexpr auto MaxSeq = static_cast<std::uint64_t>(Latest);
    from = std::min(from, MaxSeq);
    if (direction == Direction::OldestFirst)
        plan.seqs.first = std::max(plan.seqs.first, static_cast<std::int64_t>(std::min(from, MaxSeq - 1)) + 1);
    else if (from > 0)
        plan.seqs.last = std::min(plan.seqs.last, static_cast<std::int64_t>(from) - 1);
    if (plan.seqs.size() == 0)
        return page;
    limit = std::min<std::size_t>(limit, std::numeric_limits<int>::max());
    const auto read = [&](const Plan &part) {
        // The keys are chosen first, so that where they must be sorted no whole records are.
        const std::string order =
            std::string(" ORDER BY k.seq ") + (direction == Direction::OldestFirst ? "ASC" : "DESC");
        auto statement = statementFor(connection,
                                      "SELECT " + std::string(RecordColumns) + " FROM (SELECT k.seq" +
                                          fromWhere(part, part.seqs, part.time) + order + " LIMIT " +
                                          std::to_string(limit + 1 - page.records.size()) +
                                          ") k CROSS JOIN audit a ON a.seq = k.seq" + order,
                                      part);
        while (statement.executeStep()) {
            if (page.records.size() == limit) {
                page.more = true;
                break;
            }
            page.records.push_back(readRecord(statement));
        }
    };
    if (plan.blocks.empty()) {
        read(plan);
        return page;
    }
    // A few blocks at a time from the end that comes first: a page is often full before the rest has to be read.
    std::vector<std::int64_t> blocks = std::move(plan.blocks);
    if (direction == Direction::NewestFirst)
        std::reverse(blocks.begin(), blocks.end());
    for (std::size_t i = 0; i < blocks.size() && !page.more; i += BlocksAtOnce) {
        Plan part = plan;
        part.blocks.assign(blocks.begin() + static_cast<std::ptrdiff_t>(i),
                           blocks.begin() + static_cast<std::ptrdiff_t>(std::min(i + BlocksAtOnce, blocks.size())));
        read(part);
    }
    return page;
}

std::uint64_t countRecords(Connection &connection, const AuditFilter &filter) {
    return countBy(connection, planFor(connection, filter), std::nullopt)[0];
}

std::vector<FacetCount> countFacet(Connection &connection, std::string_view column, const AuditFilter &filter) {
    const auto field = facetField(column);
    if (!field)
        throw Abort{
            {ErrorCode::InvalidArgument, "the audit log has no facet column \"" + std::string(column) + "\"", {}}};
    const Plan plan = planFor(connection, filter);
    std::vector<FacetCount> values;
    if (plan.everything()) {
        auto &words = connection.prepared("SELECT value, n FROM audit_word WHERE field = ?");
        words.bind(1, static_cast<std::int64_t>(*field));
        while (words.executeStep())
            values.push_back(
                {words.getColumn(0).getString(), static_cast<std::uint64_t>(words.getColumn(1).getInt64())});
        words.reset();
        return mostFrequent(std::move(values));
    }
    for (const auto &[id, count] : countBy(connection, plan, field)) {
        if (id == 0)
            continue;
        auto &word = connection.prepared("SELECT value FROM audit_word WHERE id = ?");
        word.bind(1, id);
        if (word.executeStep())
            values.push_back({word.getColumn(0).getString(), count});
        word.reset();
    }
    return mostFrequent(std::move(values));
}

std::vector<std::uint64_t> countBins(Connection &connection, const AuditFilter &filter, Timestamp since,
                                     Timestamp until, std::size_t bins) {
    if (bins == 0 || bins > MaxBins)
        throw Abort{{ErrorCode::InvalidArgument, "a time line has 1 to 10,000 bins", {}}};
    std::vector<std::uint64_t> counts(bins);
    if (since >= until)
        return counts;
    const Bins place{microsecondsOf(since), microsecondsOf(until), bins};
    AuditFilter limited = filter;
    limited.since = std::max(since, filter.since.value_or(since));
    limited.until = std::min(until, filter.until.value_or(until));
    const Plan plan = planFor(connection, limited);
    if (plan.nothing)
        return counts;
    if (!plan.rolled) {
        binScanned(connection, plan, plan.seqs, plan.time, place, counts);
        return counts;
    }
    SQLite::Statement hours(connection.db, "SELECT hour, sum(n), min(first), max(last) FROM audit_hour WHERE hour "
                                           "BETWEEN ? AND ?" +
                                               plan.hourConditions + " GROUP BY hour");
    hours.bind(1, hourOf(plan.time.since));
    hours.bind(2, hourOf(plan.time.until - 1));
    while (hours.executeStep()) {
        const std::int64_t begin = hours.getColumn(0).getInt64() * HourMicroseconds, end = begin + HourMicroseconds;
        const bool inside = begin >= plan.time.since && end <= plan.time.until;
        if (inside && place.at(begin) == place.at(end - 1)) {
            counts[place.at(begin)] += static_cast<std::uint64_t>(hours.getColumn(1).getInt64());
            continue;
        }
        binScanned(connection, plan, {hours.getColumn(2).getInt64(), hours.getColumn(3).getInt64()},
                   {std::max(begin, plan.time.since), std::min(end, plan.time.until)}, place, counts);
    }
    return counts;
}

} // namespace actionscope::storage::detail
