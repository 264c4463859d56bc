/// The fused ranking against the plain reference on generated catalogs, and what a user may rely on whatever is asked.

#include "catalogs.h"
#include "hash_model.h"
#include "retrieval/candidates.h"
#include "retrieval/index.h"
#include "retrieval/searcher.h"
#include "retrieval/thesaurus.h"
#include "retrieval/vector_index.h"

#include <QTest>
#include <cmath>
#include <set>

using namespace actionscope;
using namespace actionscope::retrieval;
using actionscope::test::HashModel;

/// BX10: the parts that every hit carries are those of its explanation.
void partsAgree(const Explanation &explanation, const Hit &hit) {
    for (const SignalInfo &info : signals()) {
        double expected = info.signal == Signal::Keywords  ? explanation.lexicalTotal
                          : info.signal == Signal::Meaning ? explanation.semanticContribution
                                                           : 0;
        for (const PriorContribution &prior : explanation.priors)
            expected += prior.name == info.key ? prior.contribution : 0;
        QVERIFY2(std::abs(expected - hit.parts[static_cast<std::size_t>(info.signal)]) < 1e-6, info.key.data());
    }
}

class TestFusion : public QObject {
    Q_OBJECT

    Executor m_executor{2};

    Searcher searcher(const std::shared_ptr<const catalog::Catalog> &catalog, bool withVectors = true) {
        auto index = *Index::build(catalog, nullptr, m_executor);
        std::shared_ptr<const VectorIndex> vectors;
        if (withVectors)
            vectors = *VectorIndex::build(catalog, std::make_shared<HashModel>(), nullptr, m_executor);
        return Searcher(std::move(index), std::move(vectors));
    }
    static std::string randomQuery(test::CatalogGenerator &generator) {
        std::string query;
        for (std::size_t parts = 1 + generator.below(4); parts > 0; --parts) {
            for (std::size_t words = 1 + generator.below(7); words > 0; --words)
                query += generator.word() + ' ';
            query += generator.below(2) == 0 ? "remove it. " : ", and ";
        }
        return query;
    }
    static Preset randomPreset(test::CatalogGenerator &generator) {
        Preset preset = defaultPreset();
        if (generator.below(3) == 0)
            return preset;
        for (double &weight : preset.weights)
            weight = generator.below(4) == 0 ? 0 : static_cast<double>(generator.below(200)) / 100.0;
        preset.weights[0] = 1;
        preset.k1 = static_cast<double>(generator.below(30)) / 10;
        preset.b = static_cast<double>(generator.below(11)) / 10;
        return preset;
    }
    static Visibility randomVisibility(test::CatalogGenerator &generator, const catalog::Catalog &catalog) {
        Visibility visibility;
        if (generator.below(2) == 0) {
            for (std::size_t i = 0; i < catalog.services().size(); ++i)
                visibility.services.push_back(generator.below(3) != 0);
        }
        if (generator.below(3) == 0) {
            for (std::size_t i = 0; i < catalog.size(); ++i)
                visibility.actions.push_back(generator.below(4) != 0);
        }
        return visibility;
    }
    static double sum(const Explanation &explanation) {
        double sum = explanation.semanticContribution, lexical = 0;
        for (const auto &term : explanation.terms)
            lexical += term.contribution;
        for (const auto &prior : explanation.priors)
            sum += prior.contribution;
        for (const auto &edge : explanation.graph)
            sum += edge.contribution;
        return std::abs(lexical - explanation.lexicalTotal) < 1e-9 ? sum + lexical : -1;
    }

private Q_SLOTS:
    void resultsAreThoseOfScoringEverything() {
        int compared = 0;
        for (std::uint32_t seed = 1; seed <= 40; ++seed) {
            test::CatalogGenerator generator(seed);
            const auto catalog = test::makeCatalog(generator.services(14));
            const Searcher search = searcher(catalog, generator.below(5) != 0);
            for (int round = 0; round < 25; ++round) {
                SearchRequest request;
                request.query = randomQuery(generator);
                request.preset = std::make_shared<Preset>(randomPreset(generator));
                request.limit = 1 + generator.below(30);
                request.floor = generator.below(2) == 0 ? 0 : static_cast<double>(generator.below(40)) / 100;
                request.kinds = generator.below(2) == 0 ? 1U : ~0U;
                request.longTailOnly = generator.below(4) == 0;
                if (generator.below(4) == 0 && !catalog->services().empty())
                    request.service = catalog->services()[generator.below(catalog->services().size())].info.id;
                const Visibility visibility = randomVisibility(generator, *catalog);
                const auto fast = search.search(request, visibility);
                QVERIFY(fast);
                const auto plain = search.searchExhaustively(request, visibility);
                const QByteArray where = "seed " + QByteArray::number(seed) + " round " + QByteArray::number(round) +
                                         ": " + QByteArray::fromStdString(request.query);
                QVERIFY2(std::abs(static_cast<int>(fast->hits.size()) - static_cast<int>(plain.size())) <= 1, where);
                for (std::size_t i = 0; i < std::min(fast->hits.size(), plain.size()); ++i) {
                    // Places may be swapped only where the two disagree in the last digits.
                    QVERIFY2(std::abs(fast->hits[i].score - plain[i].score) < 1e-5, where);
                    QVERIFY2(fast->hits[i].score >= 0 && fast->hits[i].score <= 1, where);
                    ++compared;
                }
            }
        }
        QVERIFY(compared > 3000);
    }

    void explanationsAddUp() {
        int explained = 0;
        for (std::uint32_t seed = 100; explained < 1000; ++seed) {
            test::CatalogGenerator generator(seed);
            const auto catalog = test::makeCatalog(generator.services(10));
            const Searcher search = searcher(catalog, seed % 4 != 0);
            for (int round = 0; round < 10; ++round) {
                SearchRequest request;
                request.query = randomQuery(generator);
                request.preset =
                    std::make_shared<Preset>(round % 5 == 0 ? *findBuiltIn("keywords") : randomPreset(generator));
                request.floor = 0;
                request.explain = true;
                const auto response = search.search(request);
                for (const Hit &hit : response->hits) {
                    QVERIFY(hit.explanation);
                    const QByteArray where = QByteArray::number(seed) + ' ' + QByteArray::fromStdString(request.query);
                    QVERIFY2(std::abs(sum(*hit.explanation) - hit.score) < 1e-6, where);
                    QVERIFY2(std::abs(hit.explanation->total - hit.score) < 1e-6, where);
                    double related = 0;
                    for (const RelatedWord &word : hit.explanation->related)
                        related += word.contribution;
                    for (const auto &prior : hit.explanation->priors) {
                        QVERIFY(std::isfinite(prior.contribution) && prior.contribution >= 0);
                        if (prior.name == "thesaurus" && prior.value < 1)
                            QVERIFY(std::abs(related - prior.contribution) < 1e-9);
                    }
                    // The short form says the same of every signal; what a lift adds is what it leaves over.
                    if (request.preset->ranker == Ranker::Fusion)
                        partsAgree(*hit.explanation, hit);
                    ++explained;
                }
            }
        }
    }

    void rescoringGivesWhatSearchingGives() {
        for (std::uint32_t seed = 200; seed < 220; ++seed) {
            test::CatalogGenerator generator(seed);
            const auto catalog = test::makeCatalog(generator.services(10));
            const Searcher search = searcher(catalog, seed % 4 != 0);
            SearchRequest request;
            request.query = randomQuery(generator);
            request.floor = 0;
            for (const char *base : {"default", "keywords"}) {
                request.preset = std::make_shared<Preset>(*findBuiltIn(base));
                const auto set = search.candidates(request, {}, catalog->size());
                QVERIFY(set);
                Preset moved = *request.preset;
                for (double &weight : moved.weights)
                    weight = static_cast<double>(generator.below(100)) / 100.0;
                moved.weights[0] = 1;
                for (const Preset &preset : {*request.preset, moved}) {
                    request.preset = std::make_shared<Preset>(preset);
                    const auto hits = rescore(*set, preset, 10);
                    const auto searched = search.search(request)->hits;
                    QCOMPARE(hits.size(), searched.size());
                    for (std::size_t i = 0; i < hits.size(); ++i) {
                        QVERIFY(std::abs(hits[i].score - searched[i].score) < 1e-9);
                        QCOMPARE(hits[i].ordinal, searched[i].ordinal);
                    }
                }
            }
        }
    }

    void meaningFindsWhatSharesNoWord() {
        // In the model of these tests "cancel" means what "delete" means.
        const auto catalog = test::makeCatalog(
            {test::makeService("s", {test::makeAction("erase_all", "delete"), test::makeAction("b", "thinga thingb"),
                                     test::makeAction("c", "thingc"), test::makeAction("d", "thingd list")})});
        SearchRequest request;
        request.query = "cancel";
        request.floor = 0;
        const auto response = searcher(catalog).search(request);
        QCOMPARE(catalog->at(response->hits.front().ordinal).name(), std::string_view("erase_all"));
        QVERIFY(response->reduced.empty());
    }

    void withoutVectorsWordsStillRankAndTheResponseSaysSo() {
        const auto catalog = test::makeCatalog(
            {test::makeService("s", {test::makeAction("a", "Delete an order"), test::makeAction("b", "List orders")})});
        SearchRequest request;
        request.query = "remove the order";
        request.floor = 0;
        request.explain = true;
        const auto response = searcher(catalog, false).search(request);
        QCOMPARE(catalog->at(response->hits.front().ordinal).name(), std::string_view("a"));
        QVERIFY(!response->reduced.empty());
        const auto &related = response->hits.front().explanation->related;
        QCOMPARE(related.size(), std::size_t{1});
        QCOMPARE(related[0].word, std::string("remove"));
        QCOMPARE(related[0].term, std::string("delet"));
    }

    void aModelThatFailsLeavesWords() {
        const auto catalog = test::makeCatalog({test::makeService("s", {test::makeAction("a", "Delete an order")})});
        auto model = std::make_shared<HashModel>();
        const auto vectors = *VectorIndex::build(catalog, model, nullptr, m_executor);
        model->problem = Error{ErrorCode::NetworkError, "nobody answers at http://127.0.0.1:1", {}};
        const Searcher search(*Index::build(catalog, nullptr, m_executor), vectors);
        const auto response = search.search({.query = "delete order", .floor = 0});
        QCOMPARE(response->hits.size(), std::size_t{1});
        QCOMPARE(response->reduced, model->problem->message);
    }

    void anExactNameComesFirst() {
        for (std::uint32_t seed = 300; seed < 310; ++seed) {
            test::CatalogGenerator generator(seed);
            const auto catalog = test::makeCatalog(generator.services(10));
            const Searcher search = searcher(catalog);
            for (catalog::Ordinal i = 0; i < catalog->size(); i += 23) {
                SearchRequest request;
                request.query = catalog->qualifiedName(i);
                request.kinds = ~0U;
                const auto response = search.search(request);
                QVERIFY(!response->hits.empty());
                QCOMPARE(response->hits.front().score, 1.0);
                QCOMPARE(catalog->at(response->hits.front().ordinal).name(), catalog->at(i).name());
            }
        }
    }

    void whatIsHiddenChangesNothing() {
        // The same results as if the hidden services did not exist, but for how rare words are.
        const auto seen = test::makeService(
            "seen", {test::makeAction("a", "Delete an order now"), test::makeAction("b", "List orders of a shop")});
        const auto hidden = test::makeService("veiled", {test::makeAction("x", "remove order order order remove")});
        const auto catalog = test::makeCatalog({seen, hidden});
        const Searcher search = searcher(catalog);
        Visibility visibility;
        visibility.services = {1, 0};
        SearchRequest request;
        request.query = "remove order";
        request.floor = 0;
        request.explain = true;
        request.countWithheld = true;
        const auto response = search.search(request, visibility);
        QCOMPARE(response->hits.size(), std::size_t{2});
        for (const Hit &hit : response->hits)
            QVERIFY(hit.ordinal < 2);
        // What is visible is measured against the best of what is visible.
        double most = 0;
        for (const auto &prior : response->hits.front().explanation->priors)
            most = std::max(most, prior.name == "segments" ? prior.value : 0);
        QCOMPARE(most, 1.0);
        QCOMPARE(response->withheld.serviceOff, 1U);
        QCOMPARE(response->withheld.servicesOff, std::vector<std::string>{"veiled"});
    }

    void hostileQueriesAreAnswered() {
        test::CatalogGenerator generator(7);
        const auto catalog = test::makeCatalog(generator.services(10));
        const Searcher search = searcher(catalog);
        std::string huge;
        while (huge.size() < (1U << 20))
            huge += generator.word() + (generator.below(5) == 0 ? ". " : " ");
        const std::string queries[] = {huge,
                                       "🔥🚀😀",
                                       "x",
                                       "the of and with",
                                       "注文を削除する",
                                       "احذف الطلب",
                                       std::string(5000, 'a'),
                                       "create\0list",
                                       "\xff\xfe\x80",
                                       ". . . ; ; \n\n\n, and , and then also",
                                       "",
                                       "   "};
        for (const std::string &query : queries) {
            for (const double floor : {0.0, 0.05}) {
                SearchRequest request;
                request.query = query;
                request.floor = floor;
                request.explain = true;
                request.countWithheld = true;
                const auto response = search.search(request);
                QVERIFY(response);
                for (const Hit &hit : response->hits)
                    QVERIFY(std::isfinite(hit.score) && hit.score > 0 && hit.score <= 1);
                QVERIFY(!response->hits.empty() || !response->hint.empty());
                QVERIFY(search.candidates(request));
            }
        }
    }

    void vectorsOfAnotherCatalogTakeNoPart() {
        const auto one = test::makeCatalog({test::makeService("s", {test::makeAction("a", "Delete an order")})});
        const auto other = test::makeCatalog({test::makeService("s", {test::makeAction("a", "Delete an order")})});
        const auto vectors = *VectorIndex::build(other, std::make_shared<HashModel>(), nullptr, m_executor);
        const Searcher search(*Index::build(one, nullptr, m_executor), vectors);
        QVERIFY(search.vectors() == nullptr);
        QVERIFY(!search.search({.query = "delete"})->reduced.empty());
    }

    void theThesaurusIsReadAndExtended() {
        const auto shipped = Thesaurus::shipped();
        QVERIFY(shipped->groups() > 100);
        const auto related = shipped->related("delet");
        QVERIFY(std::find(related.begin(), related.end(), "remov") != related.end());
        QVERIFY(std::find(related.begin(), related.end(), "delet") == related.end());
        QVERIFY(shipped->related("no such word").empty());
    }
};

QTEST_APPLESS_MAIN(TestFusion)
#include "tst_fusion.moc"
