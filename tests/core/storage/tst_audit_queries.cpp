/// Pages, counts, facets and the time line, each against a plain walk over the same generated records.

#include "core/storage/store_fixture.h"

#include <QTest>
#include <algorithm>
#include <map>
#include <random>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::StoreFixture;

namespace {

constexpr std::uint64_t Seed = 20'261'121;

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

std::string fullAction(const AuditEvent &event) {
    return event.action.empty() || event.service.empty() ? event.action : event.service + "." + event.action;
}

std::string columnOf(const AuditEvent &event, const std::string &column) {
    return column == "kind"      ? event.kind
           : column == "outcome" ? event.outcome
           : column == "tier"    ? event.tier
           : column == "service" ? event.service
           : column == "action"  ? fullAction(event)
           : column == "actor"   ? event.actor
                                 : event.session;
}

bool matches(const AuditFilter &filter, const AuditRecord &record) {
    const AuditEvent &event = record.event;
    const auto is = [](const std::string &wanted, const std::string &value) {
        return wanted.empty() || wanted == value;
    };
    if (filter.since && record.time < *filter.since)
        return false;
    if (filter.until && record.time >= *filter.until)
        return false;
    if (!filter.kinds.empty() && std::find(filter.kinds.begin(), filter.kinds.end(), event.kind) == filter.kinds.end())
        return false;
    if (!is(filter.action, filter.action.find('.') == std::string::npos ? event.service : fullAction(event)))
        return false;
    if (!is(filter.actor, event.actor) || !is(filter.session, event.session) || !is(filter.outcome, event.outcome) ||
        !is(filter.tier, event.tier))
        return false;
    for (const auto &[column, value] : filter.exclude)
        if (columnOf(event, column) == value)
            return false;
    const std::string text = lower(filter.text);
    return text.empty() || lower(event.service + "." + event.action).find(text) != std::string::npos ||
           lower(event.actor).find(text) != std::string::npos ||
           lower(canonicalJson(json::value(event.detail))).find(text) != std::string::npos;
}

} // namespace

class TestAuditQueries : public QObject {
    Q_OBJECT
    StoreFixture m_fixture{50};
    StoreFixture::Store m_store;
    std::vector<AuditRecord> m_records;
    std::mt19937_64 m_random{Seed};

    template <class T> T any(const std::vector<T> &values) { return values[m_random() % values.size()]; }
    Timestamp anyTime() {
        return m_records.front().time + std::chrono::microseconds(std::int64_t(m_random() % 400'000'000'000));
    }
    AuditFilter anyFilter(bool withText = true) {
        AuditFilter filter;
        const auto sometimes = [&](unsigned oneIn) { return m_random() % oneIn == 0; };
        if (sometimes(3))
            filter.since = anyTime();
        if (sometimes(3))
            filter.until = anyTime();
        if (sometimes(3))
            filter.kinds = {any<std::string>({"search", "toggle", "import", "checkpoint", "nothing"})};
        if (sometimes(5))
            filter.kinds.push_back("toggle");
        if (sometimes(5))
            filter.action =
                any<std::string>({"github", "stripe", "github.a1", "stripe.a2", "unknown", "github.unknown"});
        if (sometimes(6))
            filter.actor = any<std::string>({"cli:ana", "app:ben", "cli:nobody"});
        if (sometimes(8))
            filter.session = any<std::string>({"s1", "s2"});
        if (sometimes(5))
            filter.outcome = any<std::string>({"ok", "denied"});
        if (sometimes(5))
            filter.tier = any<std::string>({"read", "destructive"});
        if (sometimes(5))
            filter.exclude = {{any<std::string>({"kind", "tier"}), any<std::string>({"search", "read", "unknown"})}};
        if (sometimes(8))
            filter.exclude.push_back({"actor", "cli:ana"});
        if (withText && sometimes(3))
            filter.text = any<std::string>({"PURPLE", "100%", "a_b", "github.a", "ben", "\\", "zebra CROSSING", "zebra",
                                            "zb", "äö", "ÄÖ", "|", "zoë|", "crossing the", "z"});
        return filter;
    }
    std::vector<std::uint64_t> expected(const AuditFilter &filter) const {
        std::vector<std::uint64_t> seqs;
        for (const AuditRecord &record : m_records)
            if (matches(filter, record))
                seqs.push_back(record.seq);
        return seqs;
    }

private Q_SLOTS:
    void initTestCase() {
        qInfo("seed %llu", static_cast<unsigned long long>(Seed));
        m_store = m_fixture.open();
        QVERIFY(m_store);
        // One by one and in batches, which share what they count.
        std::vector<AuditEvent> batch;
        std::size_t batchSize = 1;
        for (int i = 0; i < 1300; ++i) {
            AuditEvent event;
            event.kind = any<std::string>({"search", "search", "search", "toggle", "import"});
            event.service = any<std::string>({"github", "github", "stripe", ""});
            event.action = any<std::string>({"", "a1", "a2"});
            event.actor = any<std::string>({"cli:ana", "cli:ana", "app:ben", ""});
            event.session = any<std::string>({"", "s1", "s2", "s3"});
            event.outcome = any<std::string>({"ok", "ok", "denied", ""});
            event.tier = any<std::string>({"read", "write", "destructive", ""});
            event.detail = {
                {"note", any<std::string>({"Purple", "100%", "100 percent", "a_b", "axb", "back\\slash", ""})}};
            // What few records say, so that most of the log need not be read for it.
            if (i % 400 == 30)
                event.detail["rare"] = "Zebra Crossing ÄÖ";
            if (i == 1234)
                event.actor = "app:Zoë|";
            batch.push_back(std::move(event));
            if (batch.size() == batchSize || i == 1299) {
                QVERIFY(batch.size() == 1 ? m_store->audit().append(batch.front()).has_value()
                                          : m_store->audit().appendAll(batch).has_value());
                batch.clear();
                batchSize = m_random() % 3 == 0 ? 1 + m_random() % 300 : 1;
            }
            // Mostly forward by up to a quarter of an hour; sometimes the clock is set back.
            const auto step = std::chrono::microseconds(std::int64_t(m_random() % 900'000'000));
            m_fixture.clock.time += m_random() % 20 == 0 ? -3 * step : step;
        }
        m_records = m_store->audit().listAfter({}, 100'000, 0)->records;
        QVERIFY(m_records.size() > 800);
        const auto result = m_store->audit().verify({});
        QVERIFY2(result->intact && result->filtersSound, (result->problem + result->filterProblem).c_str());
    }
    void pagesHoldWhatAWalkFinds() {
        for (int round = 0; round < 200; ++round) {
            const AuditFilter filter = anyFilter();
            auto wanted = expected(filter);
            const std::size_t limit = 1 + m_random() % 200;
            std::vector<std::uint64_t> found;
            std::uint64_t after = 0;
            while (true) {
                const auto page = m_store->audit().listAfter(filter, limit, after);
                QVERIFY2(page, page ? "" : page.error().message.c_str());
                for (const AuditRecord &record : page->records)
                    found.push_back(record.seq);
                QVERIFY(page->records.size() <= limit);
                if (!page->more)
                    break;
                QCOMPARE(page->records.size(), limit);
                after = found.back();
            }
            QCOMPARE(found, wanted);
            found.clear();
            std::uint64_t before = 0;
            while (true) {
                const auto page = m_store->audit().list(filter, limit, before);
                QVERIFY(page);
                for (const AuditRecord &record : page->records)
                    found.push_back(record.seq);
                if (!page->more)
                    break;
                before = found.back();
            }
            std::reverse(wanted.begin(), wanted.end());
            QCOMPARE(found, wanted);
        }
    }
    void countsAreThoseOfAWalk() {
        for (int round = 0; round < 600; ++round) {
            const AuditFilter filter = anyFilter();
            const auto count = m_store->audit().count(filter);
            QVERIFY(count);
            QCOMPARE(*count, std::uint64_t(expected(filter).size()));
        }
        QCOMPARE(*m_store->audit().count({}), std::uint64_t(m_records.size()));
    }
    void facetsAreThoseOfAWalk() {
        for (int round = 0; round < 200; ++round) {
            const AuditFilter filter = round == 0 ? AuditFilter{} : anyFilter();
            for (const char *column : {"kind", "outcome", "tier", "service", "action", "actor", "session"}) {
                std::map<std::string, std::uint64_t> wanted;
                for (const AuditRecord &record : m_records)
                    if (matches(filter, record) && !columnOf(record.event, column).empty())
                        ++wanted[columnOf(record.event, column)];
                const auto facet = m_store->audit().facet(column, filter);
                QVERIFY(facet);
                std::map<std::string, std::uint64_t> found;
                std::uint64_t previous = UINT64_MAX;
                for (const FacetCount &value : *facet) {
                    found[value.value] = value.count;
                    QVERIFY(value.count <= previous);
                    previous = value.count;
                }
                QCOMPARE(found, wanted);
            }
        }
    }
    void theTimeLineIsThatOfAWalk() {
        for (int round = 0; round < 200; ++round) {
            const AuditFilter filter = anyFilter();
            const Timestamp since = anyTime();
            const Timestamp until = since + std::chrono::microseconds(1 + std::int64_t(m_random() % 300'000'000'000));
            const std::size_t bins = 1 + m_random() % (round % 2 ? 10 : 500);
            std::vector<std::uint64_t> wanted(bins);
            for (const AuditRecord &record : m_records)
                if (record.time >= since && record.time < until && matches(filter, record))
                    ++wanted[std::size_t((record.time - since).count()) * bins / std::size_t((until - since).count())];
            const auto counts = m_store->audit().histogram(filter, since, until, bins);
            QVERIFY(counts);
            QCOMPARE(*counts, wanted);
        }
    }
    void aPageStaysWhereItIsWhileRecordsAreAdded() {
        const auto first = m_store->audit().list({}, 10, 0);
        const auto next = m_store->audit().list({}, 10, first->records.back().seq);
        QVERIFY(m_store->audit().append(StoreFixture::event("toggle")));
        const auto again = m_store->audit().list({}, 10, first->records.back().seq);
        QCOMPARE(again->records.front().seq, next->records.front().seq);
        QCOMPARE(m_store->audit().list({}, 1, 0)->records.front().seq, first->records.front().seq + 1);
        m_records = m_store->audit().listAfter({}, 100'000, 0)->records;
    }
    void refusesWhatItDoesNotKnow() {
        QCOMPARE(m_store->audit().facet("principal", {}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(m_store->audit().facet("kind; DROP TABLE audit", {}).error().code, ErrorCode::InvalidArgument);
        AuditFilter filter;
        filter.exclude = {{"detail", "x"}};
        QCOMPARE(m_store->audit().list(filter, 10, 0).error().code, ErrorCode::InvalidArgument);
        filter = {};
        filter.text = std::string(1001, 'a');
        QCOMPARE(m_store->audit().list(filter, 10, 0).error().code, ErrorCode::InvalidArgument);
        const Timestamp now = m_fixture.clock.time;
        QVERIFY(!m_store->audit().histogram({}, now, now + std::chrono::hours(1), 0));
        QVERIFY(!m_store->audit().histogram({}, now, now + std::chrono::hours(1), 10'001));
    }
    void oddBoundsAreAnsweredPlainly() {
        QVERIFY(m_store->audit().list({}, 0, 0)->records.empty());
        QVERIFY(m_store->audit().list({}, 10, 1)->records.empty());
        QVERIFY(m_store->audit().listAfter({}, 10, UINT64_MAX)->records.empty());
        QCOMPARE(m_store->audit().list({}, 3, UINT64_MAX)->records.size(), std::size_t(3));
        AuditFilter filter;
        filter.since = m_fixture.clock.time;
        filter.until = *filter.since - std::chrono::hours(1);
        QCOMPARE(*m_store->audit().count(filter), std::uint64_t(0));
        const Timestamp now = m_fixture.clock.time;
        QCOMPARE(*m_store->audit().histogram({}, now, now, 2), std::vector<std::uint64_t>(2));
        const StoreFixture fixture;
        const auto empty = fixture.open();
        QCOMPARE(*empty->audit().count({}), std::uint64_t(0));
        QVERIFY(empty->audit().list({}, 10, 0)->records.empty());
        QVERIFY(empty->audit().facet("kind", {})->empty());
        QCOMPARE(*empty->audit().histogram({}, now, now + std::chrono::hours(1), 2), std::vector<std::uint64_t>(2));
        QVERIFY(empty->audit().verify({})->intact);
    }
};

QTEST_GUILESS_MAIN(TestAuditQueries)
#include "tst_audit_queries.moc"
