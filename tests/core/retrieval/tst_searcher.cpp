#include "base/executor.h"
#include "catalogs.h"
#include "retrieval/detail/index_data.h"
#include "retrieval/searcher.h"

#include <QTest>
#include <thread>

using namespace actionscope;
using namespace actionscope::retrieval;
using test::makeAction;
using test::makeCatalog;
using test::makeService;

class TestSearcher : public QObject {
    Q_OBJECT
    Executor m_executor{2};
    std::shared_ptr<const catalog::Catalog> m_catalog;
    std::unique_ptr<Searcher> m_searcher;

    Searcher searcherOf(std::vector<catalog::Service> services) {
        return Searcher(*Index::build(makeCatalog(std::move(services)), nullptr, m_executor));
    }
    [[nodiscard]] QStringList names(const Searcher &searcher, const SearchRequest &request,
                                    const Visibility &visibility = {}) const {
        QStringList found;
        const auto response = searcher.search(request, visibility);
        for (const Hit &hit : response->hits)
            found << QString::fromStdString(searcher.index().catalog().qualifiedName(hit.ordinal));
        return found;
    }
private Q_SLOTS:
    void initTestCase() {
        auto create = makeAction("issues_create", "Create an issue", "Opens a new issue in a repository.");
        create.path = "/repos/{owner}/{repo}/issues";
        create.tags = {"issues"};
        create.parameters = {{"title", "What the issue is about", "string", catalog::Place::Body, true}};
        create.curated = true;
        auto list = makeAction("issues_list", "List issues", "All issues of a repository.");
        auto remove = makeAction("repos_delete", "Delete a repository", "Removes it for good.");
        auto pipeline = makeAction("pipelines_cancel", "Cancel a pipeline", "Stops what is running.");
        auto upload = makeAction("uploadFile", "Upload a file", "Stores a file in a folder.");
        auto share = makeAction("shareFile", "Share a file", "Gives someone access to a file.");
        auto invoice = makeAction("createInvoice", "Create an invoice", "Bills a customer.");
        m_catalog = makeCatalog({makeService("harbor", {create, list, remove, pipeline}, "Harbor code hosting"),
                                 makeService("driftbox", {upload, share}, "Driftbox files"),
                                 makeService("ledgerly", {invoice}, "Ledgerly billing")});
        m_searcher = std::make_unique<Searcher>(*Index::build(m_catalog, nullptr, m_executor));
    }

    void findsTheRightActionFirst_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("first");
        QTest::newRow("the words of the title") << "create an issue"
                                                << "harbor.issues_create";
        QTest::newRow("inflected") << "creating issues"
                                   << "harbor.issues_create";
        QTest::newRow("with filler") << "please I want to upload some files"
                                     << "driftbox.uploadFile";
        QTest::newRow("part of a camelCase name") << "share"
                                                  << "driftbox.shareFile";
        QTest::newRow("prose") << "bill the customer"
                               << "ledgerly.createInvoice";
        QTest::newRow("the service by name") << "ledgerly create"
                                             << "ledgerly.createInvoice";
        QTest::newRow("the title of the service") << "billing create"
                                                  << "ledgerly.createInvoice";
    }
    void findsTheRightActionFirst() {
        QFETCH(QString, query);
        const QStringList found = names(*m_searcher, {.query = query.toStdString()});
        QVERIFY(!found.isEmpty());
        QTEST(found.first(), "first");
    }

    void putsAnExactNameFirst() {
        for (const char *query :
             {"issues_list", "ISSUES_LIST", "  issues_list ", "harbor.issues_list", "Harbor.issues_list"}) {
            const auto response = m_searcher->search({.query = query});
            QVERIFY2(!response->hits.empty(), query);
            QCOMPARE(m_catalog->qualifiedName(response->hits[0].ordinal), std::string("harbor.issues_list"));
            QCOMPARE(response->hits[0].score, 1.0);
        }
        QCOMPARE(names(*m_searcher, {.query = "uploadfile"}).value(0), QString("driftbox.uploadFile"));
    }

    void liftsWhatIsCalledExactlySo() {
        // The words of the title and no others: that action is meant, however much shorter the text of another one is.
        auto merge =
            makeAction("pulls_merge", "Merge a pull request",
                       std::string(600, 'x') +
                           " with a very long description of what "
                           "happens to branches, reviews, checks, deployments, conflicts, rules and notifications");
        auto async = makeAction("pulls_merge_async", "Merge a pull request asynchronously", "Merge a pull request");
        const Searcher searcher = searcherOf({makeService("forge", {merge, async})});
        const Searcher without(*Index::build(searcher.index().data().catalog, nullptr, m_executor), {.sameWords = 0});
        QCOMPARE(names(without, {.query = "merge the pull request"}).value(0), QString("forge.pulls_merge_async"));
        QCOMPARE(names(searcher, {.query = "merge the pull request"}).value(0), QString("forge.pulls_merge"));
        QCOMPARE(names(searcher, {.query = "pulls merge async"}).value(0),
                 QString("forge.pulls_merge_async")); // the words of the name
        const auto response = searcher.search({.query = "merge pull requests", .explain = true});
        QCOMPARE(response->hits[0].explanation->priors.back().name, std::string("same-words"));
        QVERIFY(response->hits[0].score < 1);
        QVERIFY(names(searcher, {.query = "pulls_merge"}).value(0) == "forge.pulls_merge");
    }

    void findsANameOfFillerWordsOnly() {
        const Searcher searcher =
            searcherOf({makeService("s", {makeAction("about", "Terms of use"), makeAction("x", "y")})});
        QCOMPARE(names(searcher, {.query = "about"}), QStringList{"s.about"});
    }

    void ordersEqualScoresByName() {
        std::vector<catalog::Capability> same;
        for (const char *name : {"north_1", "east_1", "west_1", "bend_1"})
            same.push_back(makeAction(name, "Rotate the log"));
        const Searcher searcher = searcherOf({makeService("zeta", same), makeService("alpha", same)});
        QCOMPARE(names(searcher, {.query = "rotate log", .limit = 6, .floor = 0}),
                 (QStringList{"alpha.bend_1", "alpha.east_1", "alpha.north_1", "alpha.west_1", "zeta.bend_1",
                              "zeta.east_1"}));
    }

    void scoresAreSharesOfWhatTheQueryCouldAttain() {
        const auto known = m_searcher->search({.query = "create issue", .floor = 0});
        const auto unknown = m_searcher->search({.query = "create issue frobnicate", .floor = 0});
        QVERIFY(known->hits[0].score > unknown->hits[0].score); // the word that nothing answers costs every answer
        QVERIFY(known->hits[0].score < 1);
        QCOMPARE(unknown->withheld.unknownWords, std::vector<std::string>{"frobnicate"});
    }

    void hidesServicesThatAreOff() {
        Visibility visibility;
        visibility.services.assign(m_catalog->services().size(), 1);
        visibility.services[*m_catalog->findService("driftbox")] = 0;
        QVERIFY(names(*m_searcher, {.query = "upload file", .floor = 0}, visibility).isEmpty());
        const auto response = m_searcher->search({.query = "upload file"}, visibility);
        QVERIFY(response->withheld.serviceOff >= 1);
        QCOMPARE(response->withheld.servicesOff, std::vector<std::string>{"driftbox"});
        QVERIFY(response->hint.find("driftbox") != std::string::npos);
        QVERIFY(response->hint.find("switched off") != std::string::npos);
    }

    void fillsTheLimitPastWhatIsHidden() {
        std::vector<catalog::Service> services;
        for (int s = 0; s < 6; ++s) {
            std::vector<catalog::Capability> actions;
            for (int i = 0; i < 20; ++i)
                actions.push_back(makeAction("rotate_" + std::to_string(i), "Rotate the log"));
            services.push_back(makeService("s" + std::to_string(s), actions));
        }
        const Searcher searcher = searcherOf(services);
        Visibility visibility;
        visibility.services = {0, 0, 0, 0, 0, 1};
        QCOMPARE(names(searcher, {.query = "rotate log", .limit = 10}, visibility).size(), 10);
        visibility.services.clear();
        visibility.actions.assign(120, 0);
        for (int i = 110; i < 120; ++i)
            visibility.actions[std::size_t(i)] = 1;
        QCOMPARE(names(searcher, {.query = "rotate log", .limit = 10}, visibility).size(), 10);
    }

    void keepsToTheServiceAskedFor() {
        for (const QString &name : names(*m_searcher, {.query = "create", .service = "ledgerly", .floor = 0}))
            QVERIFY(name.startsWith("ledgerly."));
        const auto none = m_searcher->search({.query = "upload file", .service = "ledgerly"});
        QVERIFY(none->hits.empty());
        QVERIFY(none->hint.find("Search all services") != std::string::npos);
    }

    void namesTheNearestServicesForAnUnknownOne() {
        const auto response = m_searcher->search({.query = "create", .service = "harbour"});
        QVERIFY(!response);
        QCOMPARE(response.error().code, ErrorCode::InvalidArgument);
        QVERIFY(response.error().message.find("\"harbour\"") != std::string::npos);
        QVERIFY(response.error().message.find("harbor") != std::string::npos);
    }

    void refusesLimitsOutOfRange() {
        QVERIFY(!m_searcher->search({.query = "x", .limit = 0}));
        const auto response = m_searcher->search({.query = "x", .limit = 101});
        QVERIFY(!response);
        QVERIFY(response.error().message.find("101") != std::string::npos);
        QVERIFY(m_searcher->search({.query = "x", .limit = 100}));
    }

    void separatesTheLongTailAndKinds() {
        const QStringList all = names(*m_searcher, {.query = "create issue", .floor = 0});
        QVERIFY(all.contains("harbor.issues_create"));
        const QStringList tail = names(*m_searcher, {.query = "create issue", .floor = 0, .longTailOnly = true});
        QVERIFY(!tail.contains("harbor.issues_create"));
        QVERIFY(tail.contains("harbor.issues_list"));
        QVERIFY(names(*m_searcher, {.query = "create issue", .floor = 0, .kinds = 2U}).isEmpty());
    }

    void givesAHintInsteadOfAFabricatedMatch() {
        const auto weather = m_searcher->search({.query = "weather forecast"});
        QVERIFY(weather->hits.empty());
        QVERIFY(weather->hint.find("\"weather\", \"forecast\"") != std::string::npos);
        const auto below = m_searcher->search({.query = "create", .floor = 0.99});
        QVERIFY(below->hits.empty());
        QVERIFY(below->withheld.belowFloor > 0);
        QVERIFY(below->withheld.bestBelowFloor > 0 && below->withheld.bestBelowFloor < 0.99);
        QVERIFY(below->hint.find("below the floor of 0.990") != std::string::npos);
        QVERIFY(m_searcher->search({.query = ""})->hint.find("no words") != std::string::npos);
        QVERIFY(m_searcher->search({.query = "what is it?"})->hint.find("filler") != std::string::npos);
        QVERIFY(m_searcher->search({.query = "create issue"})->hint.empty());
    }

    void saysWhatBecameOfEachWord() {
        const auto response =
            m_searcher->search({.query = "create the issue create frobnicate invoice", .floor = 0, .explain = true});
        const Explanation &e = *response->hits[0].explanation;
        using Fate = QueryTerm::Fate;
        QCOMPARE(e.analysis.size(), std::size_t(6));
        QVERIFY(e.analysis[0].fate == Fate::Matched);
        QVERIFY(e.analysis[1].fate == Fate::StopWord);
        QVERIFY(e.analysis[3].fate == Fate::Repeated);
        QVERIFY(e.analysis[4].fate == Fate::Unknown);
        QVERIFY((e.analysis[2].fate == Fate::Matched) != (e.analysis[5].fate == Fate::Matched));
        QCOMPARE(e.documents, 7U);
        QVERIFY(e.attainable > 0);
    }

    void explainsFieldByField() {
        const auto response = m_searcher->search({.query = "issue", .floor = 0, .explain = true});
        QStringList fields;
        for (const TermContribution &term : response->hits[0].explanation->terms) {
            QCOMPARE(term.term, std::string("issu"));
            fields << QString::fromStdString(term.field);
        }
        QCOMPARE(m_catalog->qualifiedName(response->hits[0].ordinal), std::string("harbor.issues_create"));
        QCOMPARE(fields, (QStringList{"name", "title", "description", "path", "tags", "parameter_descriptions"}));
    }

    void capsHostileQueries() {
        std::string query = "create issue ";
        for (int i = 0; i < 2'000'000; ++i)
            query += static_cast<char>('a' + i % 7);
        const auto response = m_searcher->search({.query = query, .floor = 0});
        QVERIFY(response);
        QVERIFY(!response->hits.empty());
        QVERIFY(m_searcher->search({.query = std::string("\xff\xfe create\0 issue", 17), .floor = 0}));
    }

    void searchesFromManyThreads() {
        test::CatalogGenerator random(42);
        const auto catalog = makeCatalog(random.services(40));
        const auto index = *Index::build(catalog, nullptr, m_executor);
        const Searcher searcher(index);
        std::vector<std::string> queries;
        for (int i = 0; i < 40; ++i)
            queries.push_back(random.text(6));
        std::vector<std::vector<Hit>> expected;
        for (const std::string &query : queries)
            expected.push_back(searcher.search({.query = query, .floor = 0})->hits);
        std::vector<std::thread> threads;
        std::atomic<int> wrong{0};
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                for (int round = 0; round < 5; ++round) {
                    for (std::size_t i = 0; i < queries.size(); ++i) {
                        const auto hits = searcher.search({.query = queries[i], .floor = 0})->hits;
                        bool same = hits.size() == expected[i].size();
                        for (std::size_t k = 0; same && k < hits.size(); ++k)
                            same = hits[k].ordinal == expected[i][k].ordinal && hits[k].score == expected[i][k].score;
                        wrong += same ? 0 : 1;
                    }
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_GUILESS_MAIN(TestSearcher)
#include "tst_searcher.moc"
