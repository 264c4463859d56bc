/// The rankings of other systems: the best are those of scoring every document from its text, every score is the sum of
/// its parts, and nothing hidden is among them.

#include "base/executor.h"
#include "catalogs.h"
#include "retrieval/analyzer.h"
#include "retrieval/detail/vector_rankers.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <set>

using namespace actionscope;
using namespace actionscope::retrieval;
using namespace actionscope::retrieval::detail;
using catalog::Ordinal;

namespace {

/// A generated catalog, a query and cosines, as rankers get them.
struct Case {
    std::shared_ptr<const Index> index;
    SearchRequest request;
    Visibility visibility;
    std::vector<float> cosines;
    std::optional<Gate> gate;
    Query query;
    std::vector<Ordinal> experts;

    explicit Case(std::uint32_t seed) {
        test::CatalogGenerator random(seed);
        Executor executor(1);
        std::shared_ptr<const catalog::Catalog> catalog;
        do
            catalog = test::makeCatalog(random.services(6));
        while (catalog->size() == 0);
        index = *Index::build(catalog, nullptr, executor);
        request.query = random.text(6) + " create";
        request.kinds = 3;
        request.longTailOnly = random.below(4) == 0;
        for (std::size_t i = 0; i < catalog->services().size(); ++i)
            visibility.services.push_back(random.below(5) == 0 ? 0 : 1);
        for (Ordinal i = 0; i < catalog->size(); ++i) {
            visibility.actions.push_back(random.below(6) == 0 ? 0 : 1);
            cosines.push_back(random.below(9) == 0 ? 0.0F : static_cast<float>(random.below(2000)) / 1000 - 1);
            if (random.below(10) == 0)
                experts.push_back(i);
        }
        gate.emplace(*gateFor(index->data(), request, visibility));
        query = prepare(index->data(), {}, request.query);
    }
    [[nodiscard]] RankingInput input() const { return {index->data(), query, *gate, cosines}; }
    [[nodiscard]] const catalog::Catalog &catalog() const { return index->catalog(); }
    [[nodiscard]] bool visible(Ordinal ordinal) const {
        const catalog::CapabilityView view = catalog().at(ordinal);
        return visibility.services[catalog().serviceIndexOf(ordinal)] != 0 && visibility.actions[ordinal] != 0 &&
               (view.kind() == catalog::Kind::Action || view.kind() == catalog::Kind::Tool) &&
               !(request.longTailOnly && view.curated());
    }
};

std::set<std::string> termsOf(std::string_view text) {
    std::set<std::string> terms;
    for (const Analyzer::Token &token : threadAnalyzer().analyze(text))
        if (!token.term.empty())
            terms.insert(token.term);
    return terms;
}

double sumOf(const Explanation &explanation) {
    double sum = explanation.semanticContribution;
    for (const auto &part : explanation.terms)
        sum += part.contribution;
    for (const auto &part : explanation.priors)
        sum += part.contribution;
    for (const auto &part : explanation.graph)
        sum += part.contribution;
    return sum;
}

void checkExplained(const Ranking &ranking) {
    for (const Scored &one : ranking.best) {
        Explanation explanation;
        ranking.explain(one.document, explanation);
        QVERIFY(std::abs(explanation.total - one.score) < 1e-9);
        QVERIFY(std::abs(sumOf(explanation) - one.score) < 1e-9);
        QVERIFY(one.score >= 0 && one.score <= 1);
    }
}

/// TF4 from the text of one action.
double additive(const Case &made, Ordinal ordinal) {
    const catalog::Capability action = made.catalog().at(ordinal).toCapability();
    std::string path, tags;
    bool inside = false;
    for (const char c : action.path) {
        inside = c == '{' || (inside && c != '}');
        path += inside || c == '}' ? ' ' : c;
    }
    for (const std::string &tag : action.tags)
        tags += tag + ' ';
    const auto paths = termsOf(path), names = termsOf(action.name),
               prose = termsOf(action.title + ' ' + action.description), labels = termsOf(tags + action.category);
    double boost = 0;
    for (const std::string &term : termsOf(made.request.query))
        boost += (paths.contains(term) ? 5.0 : 0) + (names.contains(term) ? 3.0 : 0) +
                 (prose.contains(term) ? 2.0 : 0) + (labels.contains(term) ? 1.5 : 0);
    return belowOne((1.0 + made.cosines[ordinal]) / 2 + 0.05 * boost);
}

void seeds() {
    QTest::addColumn<std::uint32_t>("seed");
    for (std::uint32_t seed = 1; seed <= 40; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

} // namespace

class RankersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void additiveIsThatOfScoringEveryAction_data() { seeds(); }
    void additiveIsThatOfScoringEveryAction() {
        QFETCH(const std::uint32_t, seed);
        const Case made(seed);
        for (const double floor : {0.0, 0.6}) {
            std::vector<Scored> all;
            for (Ordinal i = 0; i < made.catalog().size(); ++i)
                if (const double score = additive(made, i); made.visible(i) && score >= floor)
                    all.push_back({score, i});
            std::sort(all.begin(), all.end());
            all.resize(std::min<std::size_t>(all.size(), 10));
            const auto ranking = rankAdditively(made.input(), 10, floor);
            QCOMPARE(ranking->best.size(), all.size());
            for (std::size_t i = 0; i < all.size(); ++i)
                QVERIFY(std::abs(ranking->best[i].score - all[i].score) < 1e-9);
            checkExplained(*ranking);
        }
    }

    void graphIsTheNearestReRanked_data() { seeds(); }
    void graphIsTheNearestReRanked() {
        QFETCH(const std::uint32_t, seed);
        const Case made(seed);
        const auto graph = *RelationGraph::build(made.index->data().catalog);
        std::vector<RelationGraph::Scored> expected;
        for (Ordinal i = 0; i < made.catalog().size(); ++i)
            if (made.visible(i) && made.cosines[i] > 0)
                expected.push_back({i, made.cosines[i]});
        std::sort(expected.begin(), expected.end(), [](const auto &a, const auto &b) {
            return std::tuple(-a.score, a.ordinal) < std::tuple(-b.score, b.ordinal);
        });
        expected.resize(std::min<std::size_t>(expected.size(), 100));
        graph->rerank(expected, 0.15, [&](Ordinal ordinal) { return made.visible(ordinal); });
        const auto ranking = rankByGraph(made.input(), *graph, 10, 0);
        QCOMPARE(ranking->best.size(), std::min<std::size_t>(expected.size(), 10));
        for (std::size_t i = 0; i < ranking->best.size(); ++i) {
            QCOMPARE(ranking->best[i].document, expected[i].ordinal);
            QVERIFY(made.visible(ranking->best[i].document));
        }
        checkExplained(*ranking);
    }

    void tiersComeOneAfterTheOther_data() { seeds(); }
    void tiersComeOneAfterTheOther() {
        QFETCH(const std::uint32_t, seed);
        const Case made(seed);
        const auto ranking = rankByTiers(made.input(), made.experts, 100, 0);
        std::set<Ordinal> seen;
        int tier = 0;
        for (const Scored &one : ranking->best) {
            QVERIFY(made.visible(one.document));
            QVERIFY(seen.insert(one.document).second);
            Explanation explanation;
            ranking->explain(one.document, explanation);
            const std::string first = explanation.priors.empty() ? "catalog" : explanation.priors.front().name;
            const int now = first == "expert-tier" ? 0 : first == "system-tier" ? 1 : 2;
            QVERIFY(now >= tier);
            tier = now;
            if (now == 0)
                QVERIFY(std::find(made.experts.begin(), made.experts.end(), one.document) != made.experts.end());
            if (now == 1)
                QVERIFY(made.catalog().at(one.document).curated());
            if (now == 2)
                QVERIFY(made.cosines[one.document] >= 0.3F);
        }
        checkExplained(*ranking);
        // Without a profile there are no experts.
        const auto plain = rankByTiers(made.input(), {}, 100, 0);
        for (const Scored &one : plain->best) {
            Explanation explanation;
            plain->explain(one.document, explanation);
            QVERIFY(explanation.priors.empty() || explanation.priors.front().name != "expert-tier");
        }
    }

    void anExpertsNameBeatsANearerAction() {
        const auto catalog =
            test::makeCatalog({test::makeService("desk", {test::makeAction("createTicket", "Opens a ticket"),
                                                          test::makeAction("listTickets", "Lists tickets"),
                                                          test::makeAction("publish", "Says it to everybody")})});
        Executor executor(1);
        const auto index = *Index::build(catalog, nullptr, executor);
        SearchRequest request;
        request.query = "create a ticket";
        const Visibility all;
        const auto gate = *gateFor(index->data(), request, all);
        const Query query = prepare(index->data(), {}, request.query);
        const std::vector<float> cosines{0.1F, 0.9F, 0.95F};
        const RankingInput input{index->data(), query, gate, cosines};
        const std::vector<Ordinal> experts{*catalog->find("desk.createTicket"), *catalog->find("desk.publish")};
        const auto ranking = rankByTiers(input, experts, 10, 0);
        QCOMPARE(ranking->best.size(), 3U);
        QCOMPARE(catalog->at(ranking->best[0].document).name(), std::string_view("createTicket"));
        QVERIFY(ranking->best[0].score > 2.0 / 3);
        // An expert that has none of the words is no expert in this.
        QCOMPARE(catalog->at(ranking->best[1].document).name(), std::string_view("publish"));
        QVERIFY(ranking->best[1].score < 1.0 / 3);
    }

    void noSumReachesOneAndNoTwoBecomeEqual() {
        double last = -1;
        for (double sum = 0; sum < 500; sum += 0.01) {
            QVERIFY(belowOne(sum) > last);
            QVERIFY(belowOne(sum) < 1);
            last = belowOne(sum);
        }
        QCOMPARE(belowOne(0.6), 0.6);
    }
};

QTEST_APPLESS_MAIN(RankersTest)
#include "tst_rankers.moc"
