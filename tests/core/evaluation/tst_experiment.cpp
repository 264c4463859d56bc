#include "evaluation/report.h"
#include "evaluation_fixture.h"

#include <cmath>

using namespace actionscope;
using namespace actionscope::evaluation;
using namespace actionscope::evaluation::test;

class TestExperiment : public QObject {
    Q_OBJECT
    Executor m_executor{2};
    std::shared_ptr<const retrieval::Searcher> m_searcher = searcherOf(office(), m_executor);

    LabelledSet set(QuerySet queries = officeQueries()) { return labelledSet(queries, m_searcher); }
    Run run(const std::vector<LabelledSet> &sets, const ExperimentOptions &options = {}) {
        auto result = runExperiment(sets, options, m_executor);
        return result ? std::move(*result) : Run();
    }
    static std::shared_ptr<const retrieval::Preset> preset(double floor, double k1 = 2) {
        auto preset = std::make_shared<retrieval::Preset>(*retrieval::findBuiltIn("keywords"));
        preset->floor = floor;
        preset->k1 = k1;
        preset->name = "mine";
        return preset;
    }
private Q_SLOTS:
    void measuresEveryQuery() {
        const Run r = run({set()});
        QCOMPARE(r.sets.size(), std::size_t(1));
        const SetResult &s = r.sets.front();
        QCOMPARE(s.name, std::string("office"));
        QCOMPARE(s.queries, 4U);
        QCOMPARE(s.noAnswer, 2U);
        QCOMPARE(s.actions, 8U);
        QCOMPARE(s.services, 3U);
        QVERIFY(s.scoped);
        QCOMPARE(s.results.size(), std::size_t(6));
        const QueryResult &first = s.results.front();
        QCOMPARE(first.top.front().name, std::string("mail.send"));
        QCOMPARE(first.top.front().grade, 3);
        QCOMPARE(first.firstRank, 1.0);
        QCOMPARE(first.golds.size(), std::size_t(2));
        QVERIFY(first.bestGold > 0 && first.bestGold == first.best);
        QVERIFY(!s.results[4].hasAnswer);
        QCOMPARE(s.unscoped.mean.queries, 4U);
        QVERIFY(s.unscoped.mean.recall5 > 0.9);
        QVERIFY(s.unscoped.interval(Metric::Recall1).low <= s.unscoped.mean.recall1);
        QVERIFY(s.unscoped.interval(Metric::Recall1).high >= s.unscoped.mean.recall1);
        QVERIFY(!s.indexVersion.empty());
        std::uint32_t timed = 0;
        for (const std::uint32_t count : s.latency.counts)
            timed += count;
        QCOMPARE(timed, 6U);
        QVERIFY(!r.environment.empty());
    }
    void theFloorDecidesWhatComesBackEmpty() {
        // "somebody" matches two actions; nothing matches "paint the ceiling".
        const Run low = run({set()}, {.preset = preset(0.01)}), high = run({set()}, {.preset = preset(0.99)});
        QCOMPARE(low.sets[0].emptyShare, 0.5);
        QCOMPARE(low.sets[0].floor, 0.01);
        QCOMPARE(high.sets[0].emptyShare, 1.0);
        QCOMPARE(run({set()}, {.preset = preset(0.99), .floor = 0.01}).sets[0].emptyShare, 0.5);
        // The floor is off for the metrics.
        QCOMPARE(low.sets[0].unscoped.mean, high.sets[0].unscoped.mean);
    }
    void isTheSameEachTimeAndOnAnyNumberOfThreads() {
        Executor one(1), four(4);
        const std::vector<LabelledSet> sets{set()};
        auto a = runExperiment(sets, {}, one), b = runExperiment(sets, {}, four);
        QVERIFY(a && b);
        for (Run *r : {&*a, &*b}) {
            r->environment.clear();
            r->sets[0].latency = {};
            for (QueryResult &query : r->sets[0].results)
                query.us = 0;
        }
        QVERIFY(*a == *b);
    }
    void samplesEvenly() {
        const Run r = run({set()}, {.queriesASet = 3});
        QCOMPARE(r.sets[0].results.size(), std::size_t(3));
        QCOMPARE(r.sets[0].results[0].id, std::string("q1"));
        QCOMPARE(r.sets[0].results[1].id, std::string("q3"));
        QCOMPARE(r.sets[0].results[2].id, std::string("q5"));
    }
    void namesJudgementsOfUnknownActions() {
        QuerySet queries = officeQueries();
        queries.file = "queries/office.yaml";
        queries.queries[1].judgements = {{"files.removed", 3}};
        queries.queries[0].judgements["mail.fax"] = 1;
        const LabelledSet labelled = set(queries);
        QCOMPARE(labelled.excluded, 1U);
        QCOMPARE(labelled.queries.size(), std::size_t(5));
        QCOMPARE(labelled.warnings.size(), std::size_t(2));
        QVERIFY2(labelled.warnings[1].starts_with("queries/office.yaml:4: query \"q2\" judges \"files.removed\""),
                 labelled.warnings[1].c_str());
        QVERIFY(labelled.warnings[1].ends_with("files.remove"));
        QCOMPARE(run({labelled}).sets[0].excluded, 1U);
    }
    void keepsToWhatMayBeSeen() {
        LabelledSet hidden = set();
        hidden.visibility.services = {0, 1, 1}; // files, mail, rooms
        const Run r = run({hidden});
        QCOMPARE(r.sets[0].results[1].firstRank, 0.0);
        QCOMPARE(r.sets[0].results[1].scoped.recall10, 0.0);
        QVERIFY(r.sets[0].results[0].firstRank > 0);
    }
    void refusesWhatCannotBeMeasured() {
        QCOMPARE(runExperiment({}, {}, m_executor).error().code, ErrorCode::InvalidArgument);
        const std::vector<LabelledSet> twice{set(), set()};
        QCOMPARE(runExperiment(twice, {}, m_executor).error().code, ErrorCode::InvalidArgument);
        std::stop_source stop;
        stop.request_stop();
        const std::vector<LabelledSet> once{set()};
        QCOMPARE(runExperiment(once, {}, m_executor, {{}, stop.get_token()}).error().code, ErrorCode::Cancelled);
    }
    void aSetWithoutAnswersHasNoMetrics() {
        QuerySet queries = officeQueries();
        queries.queries.erase(queries.queries.begin(), queries.queries.begin() + 4);
        const Run r = run({set(queries)});
        QCOMPARE(r.unscoped.mean.queries, 0U);
        QVERIFY(!r.sets[0].scoped);
        QCOMPARE(r.sets[0].noAnswer, 2U);
    }
    void reportsProgress() {
        std::atomic<std::uint64_t> last{0};
        const std::vector<LabelledSet> sets{set()};
        QVERIFY(runExperiment(sets, {}, m_executor, {[&](const Progress &p) { last = p.done; }, {}}));
        QCOMPARE(last.load(), 6U);
    }

    void survivesItsJson() {
        Run r = run({set()}, {.preset = preset(0.1)});
        r.id = "r-1";
        r.label = "before \"the\" change\n";
        r.time = *parseTimestamp("2026-11-21T09:41:07.112000Z");
        r.sets[0].warnings = {"queries/a.yaml:3: what"};
        const auto text = json::serialize(runToJson(r));
        const auto again = runFromJson(*parseJson(text));
        QVERIFY2(again, again ? "" : again.error().toString().c_str());
        QVERIFY(*again == r);
    }
    void refusesDamagedJson() {
        const json::object whole = runToJson(run({set()}));
        for (const auto &member : whole) {
            json::object part = whole;
            part.erase(member.key());
            QVERIFY2(!runFromJson(part), std::string(member.key()).c_str());
        }
        QVERIFY(!runFromJson(json::array()));
        QVERIFY(!runFromJson(json::object{{"format", 99}}));
        json::object wrong = whole;
        wrong["sets"] = "many";
        QVERIFY(!runFromJson(wrong));
    }

    void comparesQueryByQuery() {
        const Run before = run({set()});
        Run after = before;
        QueryResult &lost = after.sets[0].results[1];
        lost.unscoped.ndcg10 -= 0.5;
        lost.unscoped.recall5 -= 0.25;
        lost.firstRank = 4;
        const auto c = compareRuns(before, after);
        QVERIFY(c);
        QCOMPARE(c->wins, 0U);
        QCOMPARE(c->ties, 3U);
        QCOMPARE(c->losses, 1U);
        QCOMPARE(c->noAnswer, 2U);
        QCOMPARE(c->queries.front().id, std::string("q2"));
        QCOMPARE(c->queries.front().firstBefore, 1.0);
        QCOMPARE(c->queries.front().firstAfter, 4.0);
        const auto &recall5 = c->metrics[std::size_t(Metric::Recall5)];
        QVERIFY(std::abs(recall5.significance.difference + 0.0625) < 1e-12);
        QVERIFY(!recall5.significance.evidence());
        QVERIFY(recall5.significance.queriesNeeded > 4);
        QVERIFY(std::any_of(c->metrics.begin(), c->metrics.end(), [](const auto &m) { return m.scoped; }));
    }
    void doesNotPairWhatChanged() {
        const Run before = run({set()});
        Run after = before;
        after.sets[0].results[0].text = "send a parcel";
        after.sets[0].results.pop_back();
        const auto c = compareRuns(before, after);
        QVERIFY(c);
        QCOMPARE(c->unpaired, 3U); // q1 on both sides, q6 on one
        QCOMPARE(c->queries.size(), std::size_t(3));
        Run other = before;
        other.sets[0].name = "another";
        QCOMPARE(compareRuns(before, other).error().code, ErrorCode::InvalidArgument);
    }
    void countsFalseFindsBothTimes() {
        const Run strict = run({set()}, {.preset = preset(0.99)}), lax = run({set()}, {.preset = preset(0.01)});
        const auto c = compareRuns(strict, lax);
        QVERIFY(c);
        QCOMPARE(c->emptyBefore, 2U);
        QCOMPARE(c->emptyAfter, 1U);
    }

    void slicesByServiceAndLength() {
        const Run r = run({set()});
        const auto byService = sliceRun(r, serviceLabel);
        QCOMPARE(byService.front().label, std::string("files"));
        QCOMPARE(byService.front().mean.queries, 2U);
        const auto byLength = sliceRun(r, lengthLabel);
        QCOMPARE(byLength.size(), std::size_t(2));
        QCOMPARE(byLength[0].label, std::string("1-3 words"));
        const auto hard = hardestQueries(r, 2);
        QCOMPARE(hard.size(), std::size_t(2));
        QVERIFY(hard[0].query->unscoped.ndcg10 <= hard[1].query->unscoped.ndcg10);
    }
    void theHistogramDoubles() {
        const auto h = LatencyHistogram::of({1, 15, 16, 31, 32, 1e9});
        QCOMPARE(h.counts[0], 2U);
        QCOMPARE(h.counts[1], 2U);
        QCOMPARE(h.counts[2], 1U);
        QCOMPARE(h.counts[LatencyHistogram::Bins - 1], 1U);
        QCOMPARE(LatencyHistogram::lowerUs(1), 16.0);
        QCOMPARE(LatencyHistogram::of({}).p50, 0.0);
    }

    void printsWhatScriptsRelyOn() {
        const Run r = run({set()});
        const json::object one = evaluationToJson(r);
        for (const char *key : {"actions", "queries", "unscoped", "scoped", "query_us"})
            QVERIFY2(one.contains(key), key);
        for (const char *key : {"recall@1", "recall@5", "recall@10", "ndcg@5", "ndcg@10", "mrr@10"}) {
            QVERIFY2(one.at("unscoped").as_object().contains(key), key);
            QVERIFY2(one.at("scoped").as_object().contains(key), key);
        }
        QuerySet second = officeQueries();
        second.name = "second";
        const json::object two = evaluationToJson(run({set(), set(second)}));
        QCOMPARE(two.at("benchmarks").as_array().size(), std::size_t(2));
        QVERIFY(two.at("means").as_object().contains("unscoped") && two.at("means").as_object().contains("scoped"));
    }
    void theReportEscapesTexts() {
        QuerySet queries = officeQueries();
        queries.queries[0].text = "send | a <b>letter</b>\n# now";
        const Run before = run({set(queries)});
        Run after = before;
        after.sets[0].results[0].unscoped.ndcg10 = 0;
        const auto c = compareRuns(before, after);
        const std::string text = markdownReport({&after, {{&before, &*c}}, nullptr});
        QVERIFY(text.find("send \\| a \\<b\\>letter") != std::string::npos);
        QVERIFY(text.find("\n# now") == std::string::npos);
        QVERIFY(text.find("1 losses") != std::string::npos);
        Run third = before;
        third.preset = "third";
        const auto d = compareRuns(third, after);
        const std::string side = markdownReport({&after, {{&before, &*c}, {&third, &*d}}, nullptr});
        QVERIFY(side.find("## Rankings side by side") != std::string::npos);
        QVERIFY(side.find("\n| third | ") != std::string::npos);
    }
    void familiesShareTheirMaterial() {
        QCOMPARE(familyOf("restbench-spotify-large"), std::string("restbench"));
        QCOMPARE(familyOf("toolbench10k-a"), familyOf("toolbench-g1"));
        QCOMPARE(familyOf("metatool"), std::string("metatool"));
        QCOMPARE(familyOf("10k"), std::string("10k"));
    }
};

QTEST_GUILESS_MAIN(TestExperiment)
#include "tst_experiment.moc"
