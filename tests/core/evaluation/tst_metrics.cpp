#include "evaluation/detail/random.h"
#include "evaluation/metrics.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <numeric>

using namespace actionscope::evaluation;

namespace {

/// By hand, of one order: the definitions without ties.
Metrics plain(const std::vector<int> &ranked, std::vector<int> golds) {
    Metrics m;
    std::sort(golds.rbegin(), golds.rend());
    m.queries = 1;
    double found = 0, gain = 0, best = 0;
    for (std::size_t rank = 1; rank <= 10; ++rank) {
        const int grade = rank <= ranked.size() ? ranked[rank - 1] : 0;
        const double discount = 1 / std::log2(double(rank) + 1);
        if (grade > 0) {
            found += 1;
            if (m.mrr10 == 0)
                m.mrr10 = 1 / double(rank);
        }
        gain += grade * discount;
        best += rank <= golds.size() ? golds[rank - 1] * discount : 0;
        const double recall = found / double(golds.size());
        if (rank == 1)
            m.recall1 = recall;
        if (rank == 5) {
            m.recall5 = recall;
            m.ndcg5 = gain / best;
        }
        if (rank == 10) {
            m.recall10 = recall;
            m.ndcg10 = gain / best;
            m.allGolds10 = found == double(golds.size()) ? 1 : 0;
        }
    }
    return m;
}

/// Every order of the tied results, each as likely.
struct Enumeration {
    Metrics sum;
    double first = 0;
    double orders = 0;
    void visit(std::vector<int> &order, const std::vector<std::pair<std::size_t, std::size_t>> &groups, std::size_t at,
               const std::vector<int> &grades, const std::vector<int> &golds) {
        if (at == groups.size()) {
            std::vector<int> ranked;
            for (const int i : order)
                ranked.push_back(grades[std::size_t(i)]);
            sum += plain(ranked, golds);
            const auto gold = std::find_if(ranked.begin(), ranked.end(), [](int grade) { return grade > 0; });
            first += gold == ranked.end() ? 0 : double(gold - ranked.begin() + 1);
            ++orders;
            return;
        }
        const auto begin = order.begin() + std::ptrdiff_t(groups[at].first);
        const auto end = begin + std::ptrdiff_t(groups[at].second);
        std::sort(begin, end);
        do {
            visit(order, groups, at + 1, grades, golds);
        } while (std::next_permutation(begin, end));
    }
};

std::vector<std::vector<double>> one(std::vector<double> values) { return {std::move(values)}; }

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

} // namespace

class TestMetrics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tiesCountAsTheMeanOfAllOrders() {
        // Lists of up to 13 results so that groups straddle ranks 1, 5 and 10; groups of up to 5, so that every order
        // can be walked.
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            detail::Random random(seed);
            std::vector<std::pair<std::size_t, std::size_t>> groups;
            std::size_t length = 0;
            double orders = 1;
            while (length < 6 + random.below(8)) {
                std::size_t size = 1 + random.below(5);
                double factorial = 1;
                for (std::size_t i = 2; i <= size; ++i)
                    factorial *= double(i);
                if (orders * factorial > 3000)
                    size = factorial = 1;
                orders *= factorial;
                groups.emplace_back(length, size);
                length += size;
            }
            std::vector<int> grades(length), golds;
            for (int &grade : grades) {
                grade = random.below(3) == 0 ? int(1 + random.below(3)) : 0;
                if (grade > 0)
                    golds.push_back(grade);
            }
            for (std::uint32_t missing = random.below(2); missing > 0; --missing)
                golds.push_back(int(1 + random.below(3)));
            if (golds.empty())
                golds.push_back(1);
            std::vector<RankedGrade> ranked;
            for (std::size_t g = 0; g < groups.size(); ++g) {
                for (std::size_t i = 0; i < groups[g].second; ++i)
                    ranked.push_back({grades[groups[g].first + i], 1.0 - 0.01 * double(g) + 1e-12 * double(i)});
            }
            std::vector<int> order(length);
            std::iota(order.begin(), order.end(), 0);
            Enumeration all;
            all.visit(order, groups, 0, grades, golds);
            const Metrics got = measure(ranked, golds);
            for (const Metric metric : allMetrics()) {
                const double expected = all.sum.of(metric) / all.orders;
                QVERIFY2(near(got.of(metric), expected),
                         qPrintable(QString("seed %1: %2 is %3, not %4")
                                        .arg(seed)
                                        .arg(QString::fromStdString(std::string(metricKey(metric))))
                                        .arg(got.of(metric))
                                        .arg(expected)));
            }
            QVERIFY2(near(firstGoldRank(ranked), all.first / all.orders), qPrintable(QString("seed %1").arg(seed)));
        }
    }
    void threeTiedWithOneGold() {
        const Metrics m = measure(std::vector<RankedGrade>{{0, 1}, {1, 1}, {0, 1}}, {1});
        QVERIFY(near(m.recall1, 1.0 / 3));
        QVERIFY(near(m.recall5, 1));
        QVERIFY(near(m.mrr10, (1 + 0.5 + 1.0 / 3) / 3));
        QVERIFY(near(m.allGolds10, 1));
    }
    void keysGoBothWays() {
        for (const Metric metric : allMetrics())
            QCOMPARE(metricFromKey(metricKey(metric)), std::optional(metric));
        QVERIFY(!metricFromKey("recall@3"));
    }
    void meansCountSetsAlike() {
        Metrics a, b;
        a.recall5 = 1;
        a.queries = 100;
        b.queries = 1;
        QVERIFY(near(macroMean(std::vector{a, b}).recall5, 0.5));
        QCOMPARE(macroMean(std::vector{a, b}).queries, 101U);
        a += b;
        QVERIFY(near(meanOf(a).recall5, 1.0 / 101));
        QCOMPARE(meanOf(Metrics()).queries, 0U);
    }

    void anIntervalHoldsTheMeanAndShrinksWithMoreQueries() {
        detail::Random random(5);
        std::vector<double> few, many;
        for (int i = 0; i < 4000; ++i) {
            const double value = random.flip() ? 1 : 0;
            if (i < 40)
                few.push_back(value);
            many.push_back(value);
        }
        const Interval wide = bootstrapMean(one(few), {}), narrow = bootstrapMean(one(many), {});
        QVERIFY(wide.low < 0.5 && wide.high > 0.5);
        QVERIFY(narrow.low < narrow.high);
        // Of n coin flips the interval is about 2 · 1.96 · .5 / √n wide.
        QVERIFY(std::abs((wide.high - wide.low) - 2 * 1.96 * 0.5 / std::sqrt(40)) < 0.06);
        QVERIFY(std::abs((narrow.high - narrow.low) - 2 * 1.96 * 0.5 / std::sqrt(4000)) < 0.006);
    }
    void theSeedDecides() {
        const std::vector<std::vector<double>> strata{{0, 1, 1, 0, .5, .3}, {1, 0, .2}};
        QCOMPARE(bootstrapMean(strata, {.seed = 7}), bootstrapMean(strata, {.seed = 7}));
        QVERIFY(bootstrapMean(strata, {.seed = 7}) != bootstrapMean(strata, {.seed = 8}));
    }
    void anEmptyStratumIsPassedOver() {
        const std::vector<std::vector<double>> strata{{}, {.5, .5}};
        QCOMPARE(bootstrapMean(strata, {}), (Interval{.5, .5}));
        QCOMPARE(bootstrapMean(std::vector<std::vector<double>>(), {}), Interval());
    }

    void aClearDifferenceIsEvidence() {
        std::vector<double> differences;
        for (int i = 0; i < 60; ++i)
            differences.push_back(i % 3 == 0 ? 0.4 : 0.1);
        const Significance s = pairedSignificance(one(differences), {});
        QVERIFY(near(s.difference, 0.2));
        QVERIFY(s.evidence());
        QVERIFY(s.p < 0.01);
        QVERIFY(s.queriesNeeded < 60);
    }
    void noiseIsNot() {
        detail::Random random(3);
        std::vector<double> differences;
        for (int i = 0; i < 60; ++i)
            differences.push_back(random.flip() ? 0.3 : -0.3);
        const Significance s = pairedSignificance(one(differences), {});
        QVERIFY(!s.evidence());
        QVERIFY(s.p > 0.05);
        QVERIFY(s.queriesNeeded > 60);
    }
    void nothingChangedNeedsNoQueries() {
        const Significance s = pairedSignificance(one(std::vector<double>(20, 0.0)), {});
        QVERIFY(!s.evidence());
        QCOMPARE(s.queriesNeeded, 0U);
        QVERIFY(near(s.p, 1));
    }
    void randomisationAgreesWithCountingAllSigns() {
        // Of 8 differences there are 256 ways to set the signs.
        const std::vector<double> differences{.3, .1, -.05, .2, .4, -.1, .25, .15};
        const double seen = std::accumulate(differences.begin(), differences.end(), 0.0);
        int asFar = 0;
        for (unsigned signs = 0; signs < 256; ++signs) {
            double sum = 0;
            for (unsigned i = 0; i < 8; ++i)
                sum += (signs >> i & 1U) != 0 ? differences[i] : -differences[i];
            asFar += std::abs(sum) >= seen - 1e-9 ? 1 : 0;
        }
        const Significance s = pairedSignificance(one(differences), {.seed = 1, .resamples = 20000});
        QVERIFY(std::abs(s.p - asFar / 256.0) < 0.01);
    }
    void aSmallSetWeighsAsMuchAsALargeOne() {
        const Significance s =
            pairedSignificance(std::vector{std::vector<double>(100, 0.0), std::vector<double>(2, 1.0)}, {});
        QVERIFY(near(s.difference, 0.5));
        QCOMPARE(s.queries, 102U);
    }
};

QTEST_GUILESS_MAIN(TestMetrics)
#include "tst_metrics.moc"
