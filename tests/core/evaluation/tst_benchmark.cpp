#include "base/file.h"
#include "evaluation/benchmark.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace actionscope;
using namespace actionscope::evaluation;

class TestBenchmark : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    Executor m_executor{2};
    int m_count = 0;

    std::filesystem::path folder(const std::string &actions, const std::string &queries,
                                 const std::string &judgements) {
        const auto path = std::filesystem::path(m_dir.path().toStdString()) / ("set" + std::to_string(m_count++));
        std::filesystem::create_directories(path);
        for (const auto &[name, text] :
             {std::pair{"actions.jsonl", actions}, {"queries.jsonl", queries}, {"qrels.tsv", judgements}}) {
            if (text != "-")
                Q_UNUSED(writeFileAtomically(path / name, text, {.sync = false}));
        }
        return path;
    }
    static bool near(double a, double b) { return std::abs(a - b) < 1e-12; }

    static constexpr const char *Actions =
        "{\"id\":\"mail.send\",\"service\":\"mail\",\"name\":\"send\",\"description\":\"Send a letter\"}\n"
        "{\"id\":\"mail.list\",\"service\":\"mail\",\"name\":\"list\",\"description\":\"List letters\"}\n"
        "\n"
        "{\"id\":\"files.remove\",\"service\":\"files\",\"name\":\"remove\",\"description\":\"Remove a letter for "
        "good\"}\n";
private Q_SLOTS:
    void countsAsTheSharedDefinitionsDo() {
        // Two golds, of relevance 2 and 1, found at ranks 2 and 6.
        const std::vector<std::string> ranked{"x1", "a", "x2", "x3", "x4", "b", "x5"};
        const Metrics m = measure(ranked, {{"a", 2}, {"b", 1}, {"c", 0}});
        QVERIFY(near(m.recall1, 0));
        QVERIFY(near(m.recall5, 0.5));
        QVERIFY(near(m.recall10, 1));
        QVERIFY(near(m.mrr10, 0.5));
        const double best = 2 / std::log2(2) + 1 / std::log2(3);
        QVERIFY(near(m.ndcg5, (2 / std::log2(3)) / best));
        QVERIFY(near(m.ndcg10, (2 / std::log2(3) + 1 / std::log2(7)) / best));
        QCOMPARE(m.queries, 1U);
    }
    void aPerfectListScoresOne() {
        const Metrics m = measure({"a", "b"}, {{"a", 3}, {"b", 1}});
        for (const double value : {m.recall5, m.recall10, m.ndcg5, m.ndcg10, m.mrr10})
            QVERIFY(near(value, 1));
        QVERIFY(near(m.recall1, 0.5));
    }
    void nothingFoundScoresZero() {
        const Metrics m = measure({}, {{"a", 1}});
        QVERIFY(near(m.recall10 + m.ndcg10 + m.mrr10, 0));
        QCOMPARE(m.queries, 1U);
    }
    void aGoldPastRankTenCountsForNothing() {
        std::vector<std::string> ranked(10, "x");
        ranked.emplace_back("a");
        QVERIFY(near(measure(ranked, {{"a", 1}}).mrr10, 0));
    }
    void queriesWithoutAGoldAreLeftOut() { QCOMPARE(measure({"a"}, {{"a", 0}}).queries, 0U); }

    void runsAFolder() {
        const auto path = folder(Actions,
                                 "{\"id\":\"q1\",\"text\":\"send a letter\"}\n{\"id\":\"q2\",\"text\":\"remove it\"}\n"
                                 "{\"id\":\"q3\",\"text\":\"list\"}\n",
                                 "q1\tmail.send\t1\nq2\tfiles.remove\t1\n");
        const auto result = runBenchmark(path, {}, m_executor);
        QVERIFY2(result, result ? "" : result.error().toString().c_str());
        QCOMPARE(result->actions, 3U);
        QCOMPARE(result->queries, 2U); // q3 has no gold
        QVERIFY(near(result->unscoped.recall1, 1));
        QVERIFY(result->scoped);
        QVERIFY(near(result->scoped->recall1, 1));
        QCOMPARE(result->run.front().action, std::string("mail.send"));
        QCOMPARE(result->run.front().rank, 1U);
        QVERIFY(result->name.starts_with("set"));
    }
    void scopesToTheServicesOfTheGolds() {
        // "letter" fits mail better; only among the gold's own service is it found first.
        const auto path = folder(Actions, "{\"id\":\"q\",\"text\":\"letter\"}\n", "q\tfiles.remove\t1\n");
        const auto result = runBenchmark(path, {}, m_executor);
        QVERIFY(result);
        QVERIFY(near(result->unscoped.recall1, 0));
        QVERIFY(near(result->scoped->recall1, 1));
    }
    void aSingleServiceHasNoScope() {
        const auto result =
            runBenchmark(folder("{\"id\":\"m.a\",\"service\":\"m\",\"name\":\"a1\",\"description\":\"x\"}\n",
                                "{\"id\":\"q\",\"text\":\"x\"}\n", "q\tm.a\t1\n"),
                         {}, m_executor);
        QVERIFY(result);
        QVERIFY(!result->scoped);
    }
    void tellsActionsOfOneNameApartById() {
        const auto path =
            folder("{\"id\":\"m.GET/a\",\"service\":\"m\",\"name\":\"List all\",\"description\":\"keys\"}\n"
                   "{\"id\":\"m.GET/b\",\"service\":\"m\",\"name\":\"List all\",\"description\":\"users\"}\n",
                   "{\"id\":\"q\",\"text\":\"users\"}\n", "q\tm.GET/b\t1\n");
        const auto result = runBenchmark(path, {}, m_executor);
        QVERIFY2(result, result ? "" : result.error().toString().c_str());
        QVERIFY(near(result->unscoped.recall1, 1));
    }
    void saysWhatIsWrongAndWhere_data() {
        QTest::addColumn<QString>("actions");
        QTest::addColumn<QString>("queries");
        QTest::addColumn<QString>("judgements");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("complaint");
        const QString good = Actions, query = "{\"id\":\"q\",\"text\":\"x\"}\n";
        const int parse = int(ErrorCode::ParseError), missing = int(ErrorCode::NotFound);
        QTest::newRow("no queries") << good << "-"
                                    << "q\tmail.send\t1\n"
                                    << missing << "queries.jsonl";
        QTest::newRow("no judgements") << good << query << "-" << missing << "qrels.tsv";
        QTest::newRow("broken JSON") << good + "{\"id\":\n" << query << "" << parse << "actions.jsonl:5";
        QTest::newRow("no name") << "{\"id\":\"a.b\",\"service\":\"a\"}\n" << query << "" << parse << "\"name\"";
        QTest::newRow("not an object") << good << "[1]\n"
                                       << "" << parse << "queries.jsonl:1";
        QTest::newRow("an unknown gold") << good << query << "q\tmail.fax\t1\n" << parse << "mail.fax";
        QTest::newRow("two columns") << good << query << "q\tmail.send\n" << parse << "three columns";
        QTest::newRow("a grade in words") << good << query << "q\tmail.send\t1\nq\tmail.list\thigh\n"
                                          << parse << "qrels.tsv:2";
        QTest::newRow("a query id twice") << good << query + query << "" << parse << "occurs twice";
        QTest::newRow("an action id twice")
            << "{\"id\":\"a.b\",\"service\":\"a\",\"name\":\"b\"}\n{\"id\":\"a.b\",\"service\":\"a\",\"name\":\"c\"}\n"
            << query << "" << parse << "occurs twice";
    }
    void saysWhatIsWrongAndWhere() {
        QFETCH(QString, actions);
        QFETCH(QString, queries);
        QFETCH(QString, judgements);
        QFETCH(int, code);
        QFETCH(QString, complaint);
        const auto result = runBenchmark(folder(actions.toStdString(), queries.toStdString(), judgements.toStdString()),
                                         {}, m_executor);
        QVERIFY(!result);
        QCOMPARE(int(result.error().code), code);
        QVERIFY2(QString::fromStdString(result.error().toString()).contains(complaint),
                 result.error().toString().c_str());
    }
};

QTEST_GUILESS_MAIN(TestBenchmark)
#include "tst_benchmark.moc"
