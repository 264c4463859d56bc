/// Names written in one word are found by the words that they are made of.

#include "catalogs.h"
#include "hash_model.h"
#include "retrieval/detail/compounds.h"
#include "retrieval/searcher.h"
#include "retrieval/vector_index.h"

#include <QTest>
#include <cmath>

using namespace actionscope;
using namespace actionscope::retrieval;
using detail::compoundParts;

class TestCompounds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsThatAreMadeOfOthersAreSplit_data() {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("parts");
        const std::pair<const char *, const char *> known[] = {
            {"listdatabases", "list databases"},
            {"createnewuser", "create new user"},
            {"getlistingsbyradius", "get listings by radius"},
            {"sendemail", "send email"},
            {"phonenumber", "phone number"},
            {"accesspolicies", "access policies"},
            // Words, and what only looks like several.
            {"repository", ""},
            {"notification", ""},
            {"viewership", ""},
            {"webhooks", ""},
            {"kubernetes", ""},
            {"javascript", ""},
            {"xqzvwkjpt", ""},
            // Not looked at.
            {"getuser", ""},
            {"get2users3by", ""},
            {"GETHOSPITALS", ""},
            {"überprüfung", ""},
            {"", ""},
        };
        for (const auto &[word, parts] : known)
            QTest::newRow(word) << word << parts;
        QTest::newRow("as long as a word can be") << QString(64, 'a') << "";
        QTest::newRow("many parts") << QString("user").repeated(15) << "";
    }
    void wordsThatAreMadeOfOthersAreSplit() {
        QFETCH(QString, word);
        QFETCH(QString, parts);
        // Twice: the second answer is remembered.
        for (int i = 0; i < 2; ++i)
            QCOMPARE(QString::fromStdString(std::string(compoundParts(word.toStdString()))), parts);
    }

    void partsAreTheWordAgain() {
        for (const char *word : {"listdatabases", "getcontactsbyemail", "stockprice", "filetype"}) {
            std::string joined;
            int count = 0;
            detail::forEachPart(compoundParts(word), [&](std::string_view part) {
                joined += part;
                ++count;
            });
            QCOMPARE(joined, std::string(word));
            QVERIFY(count >= 2);
        }
    }

    void anActionIsFoundByThePartsOfItsName() {
        Executor executor{1};
        const auto catalog = test::makeCatalog(
            {test::makeService("s", {test::makeAction("listdatabases", "", "Everything of this account"),
                                     test::makeAction("getinvoices", "", "What was billed"),
                                     test::makeAction("other", "Another thing")})});
        const auto index = *Index::build(catalog, nullptr, executor);
        const Searcher words(index);
        const auto vectors = *VectorIndex::build(catalog, std::make_shared<test::HashModel>(), nullptr, executor);
        const Searcher both(index, vectors);
        for (const Searcher *search : {&words, &both}) {
            for (const char *query : {"list databases", "databases", "the database list", "listdatabases"}) {
                const auto response = search->search({.query = query, .floor = 0, .explain = true});
                QVERIFY(!response->hits.empty());
                QVERIFY2(catalog->at(response->hits.front().ordinal).name() == "listdatabases", query);
                const Explanation &explanation = *response->hits.front().explanation;
                double sum = explanation.semanticContribution + explanation.lexicalTotal;
                for (const auto &prior : explanation.priors)
                    sum += prior.contribution;
                QVERIFY(std::abs(sum - response->hits.front().score) < 1e-6);
                QVERIFY(explanation.lexicalTotal > 0);
            }
            // Typed in one word where the actions have several.
            const auto response = search->search({.query = "databaseinvoices", .floor = 0});
            QVERIFY(response->hits.size() >= 2);
            QVERIFY(response->withheld.unknownWords.empty());
        }
        // Meaning sees the parts too.
        const auto cosine = [&](const char *query, catalog::Ordinal document) {
            std::vector<float> vector(48), found(3);
            (void)vectors->model().embedQuery(query, vector);
            vectors->scan(VectorIndex::quantise(vector), found);
            return found[document];
        };
        QVERIFY(cosine("databases", *catalog->find("s.listdatabases")) >
                cosine("databases", *catalog->find("s.getinvoices")) + 0.2F);
    }
};

QTEST_APPLESS_MAIN(TestCompounds)
#include "tst_compounds.moc"
