/// The fused ranking against the plain reference on generated catalogs, and what a user may rely on whatever is asked.

#include "base/file.h"
#include "catalogs.h"
#include "hash_model.h"
#include "retrieval/candidates.h"
#include "retrieval/index.h"
#include "retrieval/searcher.h"
#include "retrieval/thesaurus.h"
#include "retrieval/vector_index.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

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
            if (generator.below(3) == 0)
                query += generator.below(2) == 0 ? "get rid of " : "look it up ";
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

    /// Both the fast search and the plain one use this scale, so that only numbers from outside can tell that it is
    /// wrong.
    void theScaleIsTheOneThatFloorsWereChosenOn() {
        SignalValues weights{}, half{};
        weights[static_cast<std::size_t>(Signal::Keywords)] = 1;
        weights[static_cast<std::size_t>(Signal::Meaning)] = 3;
        half[static_cast<std::size_t>(Signal::Keywords)] = 0.64;
        const auto near = [](double found, double wanted) { return std::abs(found - wanted) < 1e-12; };
        // Words alone: a signal that needs vectors is not missed. Half of what the query could attain, its root taken.
        const FusionScale words(weights, 0.5, 0, false);
        QVERIFY(near(words.sum(half), 0.64));
        QVERIFY(near(words.score(0.64), 0.5 * 0.8));
        QVERIFY(near(words.score(7), 0.5)); // never above what the query is met by
        QCOMPARE(words.score(0), 0.0);
        // With vectors the signals have four weights to share; where words are met better than meaning, words count.
        const FusionScale both(weights, 0.5, 0.8, true);
        QVERIFY(near(both.score(0.64), 0.5 * 0.4));
        // Where words fail: .4 for each point of cosine above .55, and next to nothing below it.
        QVERIFY(near(FusionScale(weights, 0, 0.8, true).score(4), 0.1));
        QVERIFY(near(FusionScale(weights, 0, 0.5, true).score(4), 0.005));
        QCOMPARE(FusionScale(SignalValues{}, 1, 1, true).score(1), 0.0);
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

    void inStagesScoresAreThoseOfOneSearch() {
        std::size_t compared = 0;
        for (std::uint32_t seed = 240; seed < 252; ++seed) {
            test::CatalogGenerator generator(seed);
            const auto catalog = test::makeCatalog(generator.services(20));
            const Searcher search = searcher(catalog);
            SearchRequest request;
            request.query = randomQuery(generator);
            request.preset = std::make_shared<Preset>(randomPreset(generator));
            request.floor = 0.1;
            const Visibility visibility = randomVisibility(generator, *catalog);
            const auto set = search.candidates(request, visibility, catalog->size());
            QVERIFY(set);
            request.stages = SearchStages{1 + generator.below(6), 1 + generator.below(4)};
            std::vector<std::uint32_t> services;
            std::map<std::uint32_t, std::vector<double>> best;
            for (const Hit &hit : rescore(*set, *request.preset, catalog->size())) {
                const std::uint32_t service = catalog->serviceIndexOf(hit.ordinal);
                if (hit.score < request.floor)
                    continue;
                if (best.count(service) == 0 && services.size() < request.stages->services)
                    services.push_back(service);
                if (best[service].size() < request.stages->perService)
                    best[service].push_back(hit.score);
            }
            const auto response = search.search(request, visibility);
            QVERIFY(response);
            std::size_t at = 0;
            for (const std::uint32_t service : services)
                for (const double score : best[service]) {
                    QVERIFY(at < response->hits.size());
                    QVERIFY(std::abs(response->hits[at++].score - score) < 1e-9);
                    ++compared;
                }
            QCOMPARE(at, response->hits.size());
        }
        QVERIFY(compared > 30);
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

    void aPhraseIsSearchedByWhatItMeans() {
        const auto catalog = test::makeCatalog({test::makeService(
            "s", {test::makeAction("repository_get", "Get a repository"), test::makeAction("repository_list", "List"),
                  test::makeAction("repository_delete", "Delete a repository"),
                  test::makeAction("machine_start", "Turn a machine on"),
                  test::makeAction("machine_stop", "Stop a machine"), test::makeAction("machine_get", "Get a machine"),
                  test::makeAction("user_register", "Register a user"), test::makeAction("user_get", "Get a user")})});
        const Searcher search = searcher(catalog, false);
        const std::pair<const char *, const char *> meant[] = {
            {"get rid of a repository", "repository_delete"},
            {"Getting rid of a repository", "repository_delete"},
            {"turn off a machine", "machine_stop"},
            {"turn the old machine off", "machine_stop"},
            {"turn on a machine", "machine_start"},
            {"switch it on, the machine", "machine_start"},
            {"shut down the machine", "machine_stop"},
            {"SIGN UP a user", "user_register"},
            {"sign up", "user_register"},
            {"throw away the repository", "repository_delete"},
        };
        for (const auto &[query, name] : meant) {
            const auto response = search.search({.query = query, .floor = 0, .explain = true});
            QVERIFY2(catalog->at(response->hits.front().ordinal).name() == name, query);
            const Explanation &explanation = *response->hits.front().explanation;
            QVERIFY(std::abs(sum(explanation) - response->hits.front().score) < 1e-9);
            QVERIFY(std::any_of(explanation.terms.begin(), explanation.terms.end(),
                                [](const TermContribution &term) { return !term.phrase.empty(); }));
        }
        const auto response = search.search({.query = "get rid of a repository", .floor = 0, .explain = true});
        for (const TermContribution &term : response->hits.front().explanation->terms)
            QCOMPARE(term.phrase, std::string(term.term == "delet" ? "get rid of" : ""));
        using Fate = QueryTerm::Fate;
        for (const QueryTerm &word : response->hits.front().explanation->analysis)
            QCOMPARE(word.fate == Fate::InPhrase, word.word == "get" || word.word == "rid" || word.word == "of");
        QVERIFY(response->withheld.unknownWords.empty());
    }

    void wordsOfAPhraseMeanWhatTheySayElsewhere() {
        const auto thesaurus = Thesaurus::shipped();
        const auto count = [&](std::string_view text) {
            return thesaurus->phrasesOf(text, threadAnalyzer().analyze(text)).size();
        };
        for (const char *text :
             {"list the logs in the database", "users who were logged in", "turn the page. Off we go",
              "log errors in a file", "get the lid of it", "set a value", "", "of off up on"})
            QVERIFY2(count(text) == 0, text);
        QCOMPARE(count("turn it off and back it up"), std::size_t{2});
        QCOMPARE(count("log me in"), std::size_t{1});
        // Many in one query: the first ones count.
        std::string many;
        for (int i = 0; i < 500; ++i)
            many += "get rid of it and ";
        QCOMPARE(count(many), Thesaurus::MaxMatches);
        // No action means it: the words are looked for as they stand.
        const auto catalog =
            test::makeCatalog({test::makeService("s", {test::makeAction("signs_up", "Sign of upness")})});
        const auto response = searcher(catalog, false).search({.query = "sign up", .floor = 0, .explain = true});
        QCOMPARE(response->hits.front().explanation->analysis.front().fate, QueryTerm::Fate::Matched);
    }

    void aWorkspaceHasPhrasesOfItsOwn() {
        const QTemporaryDir folder;
        const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "thesaurus.yaml";
        const auto read = [&](const std::string &text) {
            (void)writeFileAtomically(file, text, {.sync = false});
            return Thesaurus::withFile(file);
        };
        const auto own = read("phrases:\n  bill of lading: [waybill, manifest]\n  get rid of: [recycle]\n");
        QVERIFY2(own, own ? "" : own.error().message.c_str());
        QCOMPARE((*own)->phrases(), Thesaurus::shipped()->phrases() + 1);
        const std::string query = "print the bills of lading. Bill of Lading!";
        const auto found = (*own)->phrasesOf(query, threadAnalyzer().analyze(query));
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].phrase->meanings, (std::vector<std::string>{"waybil", "manifest"}));
        const std::string shipped = "get rid of";
        QCOMPARE((*own)->phrasesOf(shipped, threadAnalyzer().analyze(shipped))[0].phrase->meanings,
                 std::vector<std::string>{"recycl"});

        std::string words, list, many = "phrases:\n";
        for (int i = 0; i < 40'000; ++i)
            words += "word" + std::to_string(i) + ' ';
        for (int i = 0; i < 17; ++i)
            list += "a" + std::to_string(i) + ", ";
        for (std::size_t i = 0; i <= Thesaurus::MaxPhrases; ++i)
            many += "  get rid of x" + std::to_string(i) + ": [delete]\n";
        const std::tuple<std::string, ErrorCode, const char *> refused[] = {
            {"phrases:\n  delete: [remove]\n", ErrorCode::ParseError, "groups"},
            {"phrases:\n  get rid of: []\n", ErrorCode::ParseError, "means nothing"},
            {"phrases:\n  get rid of: [the]\n", ErrorCode::ParseError, "\"the\""},
            {"phrases:\n  get rid of: [wipe out]\n", ErrorCode::ParseError, "\"wipe out\""},
            {"phrases:\n  get rid of: {a: b}\n", ErrorCode::ParseError, ""},
            {"phrases: [get rid of]\n", ErrorCode::ParseError, "mapping"},
            {"groups:\n  - [get rid of, delete]\n", ErrorCode::ParseError, "`phrases`"},
            {"phrases:\n  ? " + words + "\n  : [delete]\n", ErrorCode::LimitExceeded, "at most 8"},
            {"phrases:\n  get rid of: [" + list + "z]\n", ErrorCode::LimitExceeded, "16"},
            {many, ErrorCode::LimitExceeded, "20000"},
            {"phrases:\n  x y: [" + std::string(1U << 20, 'a') + "]\n", ErrorCode::LimitExceeded, ""},
        };
        for (const auto &[text, code, says] : refused) {
            const auto result = read(text);
            QVERIFY2(!result, text.substr(0, 60).c_str());
            QVERIFY2(result.error().code == code && result.error().message.find(says) != std::string::npos,
                     result.error().message.c_str());
        }
        // As many as may be, all with one beginning, cost a query nothing that is felt.
        many.erase(many.rfind("  get"));
        const auto full = read(many);
        QVERIFY(full);
        std::string gets;
        while (gets.size() < 4000)
            gets += "get rid of ";
        QVERIFY((*full)->phrasesOf(gets, threadAnalyzer().analyze(gets)).size() == Thesaurus::MaxMatches);
    }
};

QTEST_APPLESS_MAIN(TestFusion)
#include "tst_fusion.moc"
