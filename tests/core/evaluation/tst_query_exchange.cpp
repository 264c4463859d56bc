#include "base/file.h"
#include "evaluation/query_exchange.h"
#include "evaluation_fixture.h"

#include <QTemporaryDir>

using namespace actionscope;
using namespace actionscope::evaluation;
using namespace actionscope::evaluation::test;

class TestQueryExchange : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    Executor m_executor{2};
    std::shared_ptr<const retrieval::Searcher> m_searcher = searcherOf(office(), m_executor);

    std::filesystem::path file(const std::string &name, const std::string &text) {
        auto path = std::filesystem::path(m_dir.path().toStdString()) / name;
        std::filesystem::create_directories(path.parent_path());
        Q_UNUSED(writeFileAtomically(path, text, {.sync = false}));
        return path;
    }
    Result<ImportedQueries> import(const ExchangeSource &source) {
        return importQueries(source, &m_searcher->index().catalog());
    }
    static constexpr const char *Topics = "q1\tsend a letter\nq2\tremove a document\n";
private Q_SLOTS:
    void readsTrec() {
        const auto qrels = file("a/judged.qrels", "q1 0 mail.send 3\nq1  0  mail.list\t0\nq2 Q0 files.remove 1\n");
        const auto topics = file("a/topics.xml", "<top>\n<num> Number: q1\n<title> send\n a letter\n<desc> x\n</top>\n"
                                                 "<top><num> q2\n<title>remove a document</title></top>\n");
        const auto set = import({qrels, topics, ""});
        QVERIFY2(set, set ? "" : set.error().toString().c_str());
        QCOMPARE(set->set.name, std::string("judged"));
        QCOMPARE(set->set.queries.size(), std::size_t(2));
        QCOMPARE(set->set.queries[0].text, std::string("send a letter"));
        QCOMPARE(set->set.queries[0].judgements.at("mail.send"), 3);
        QCOMPARE(set->judgements, 3U);
        QVERIFY(set->warnings.empty());
    }
    void readsBeir() {
        file("b/queries.jsonl", "{\"_id\": \"1\", \"text\": \"send a letter\", \"metadata\": {}}\n");
        file("b/qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\tmail.send\t1\n");
        const auto set = import({std::filesystem::path(m_dir.path().toStdString()) / "b", "", "mine"});
        QVERIFY2(set, set ? "" : set.error().toString().c_str());
        QCOMPARE(set->set.name, std::string("mine"));
        QCOMPARE(set->set.queries[0].judgements.at("mail.send"), 1);
    }
    void readsCsv() {
        const auto set = import({file("c/judged.csv", "\xEF\xBB\xBFquery,action,grade,note\r\n"
                                                      "\"send, a \"\"letter\"\"\",mail.send,3,\r\n"
                                                      "\"send, a \"\"letter\"\"\",mail.list,1,\r\n"
                                                      "order a pizza,,,nothing can\r\n"),
                                 "", ""});
        QVERIFY2(set, set ? "" : set.error().toString().c_str());
        QCOMPARE(set->set.queries.size(), std::size_t(2));
        QCOMPARE(set->set.queries[0].text, std::string("send, a \"letter\""));
        QCOMPARE(set->set.queries[0].judgements.size(), std::size_t(2));
        QVERIFY(!set->set.queries[1].hasAnswer());
        QCOMPARE(set->set.queries[1].note, std::string("nothing can"));
    }
    void everyFormatGivesTheJudgementsBack_data() {
        QTest::addColumn<QString>("format");
        for (const char *format : {"yaml", "trec", "beir", "csv"})
            QTest::newRow(format) << format;
    }
    void everyFormatGivesTheJudgementsBack() {
        QFETCH(QString, format);
        QuerySet set = officeQueries();
        set.queries[0].text = "send, a \"letter\"";
        set.queries[3].text = "日本語 'and' \\more";
        const auto files = exportQueries(set, *exchangeFormatFromName(format.toStdString()));
        QVERIFY(files);
        std::filesystem::path folder;
        for (const auto &[name, bytes] : *files)
            folder = file("out-" + format.toStdString() + "/" + name, bytes).parent_path();
        if (format == "yaml") {
            QVERIFY(*readQuerySet(folder / "office.yaml") == set);
            return;
        }
        ExchangeSource source{folder, "", "office"};
        if (format == "trec")
            source = {folder / "office.qrels", folder / "office.topics.tsv", ""};
        if (format == "csv")
            source = {folder / "office.csv", "", ""};
        const auto again = import(source);
        QVERIFY2(again, again ? "" : again.error().toString().c_str());
        QVERIFY(again->set == set);
    }
    void leavesUnknownActionsOutAndSaysWhich() {
        const auto qrels = file("d/q.tsv", "q1\tmail.send\t1\nq1\tmail.fax\t1\nq2\tfiles.removed\t1\n");
        const auto set = import({qrels, file("d/t.tsv", Topics), ""});
        QVERIFY2(set, set ? "" : set.error().toString().c_str());
        QCOMPARE(set->unknown, 2U);
        QCOMPARE(set->judgements, 1U);
        // q2 has lost its answer: it must not pass for a query that nothing answers.
        QCOMPARE(set->set.queries.size(), std::size_t(1));
        QVERIFY2(set->warnings[0].find("q.tsv:2: no action is called \"mail.fax\"") != std::string::npos,
                 set->warnings[0].c_str());
        QVERIFY(set->warnings[1].ends_with("files.remove"));
        QVERIFY(set->warnings[2].starts_with("1 query is left out"));
        QVERIFY(importQueries({qrels, file("d/t.tsv", Topics), ""}, nullptr)->unknown == 0);
    }
    void namesTwentyAndCountsTheRest() {
        std::string lines = "q1\tmail.send\t1\n";
        for (int i = 0; i < 50; ++i)
            lines += "q1\tnobody.n" + std::to_string(i) + "\t1\n";
        const auto set = import({file("e/q.tsv", lines), file("e/t.tsv", Topics), ""});
        QVERIFY(set);
        QCOMPARE(set->unknown, 50U);
        QCOMPARE(set->warnings.size(), std::size_t(21));
        QVERIFY(set->warnings.back().starts_with("and 30 more"));
    }
    void evensGrades() {
        const auto set = import(
            {file("f/q.tsv", "q1\tmail.send\t7\nq1\tmail.list\t-1\nq1\tmail.list\t-2\n"), file("f/t.tsv", Topics), ""});
        QVERIFY2(set, set ? "" : set.error().toString().c_str());
        QCOMPARE(set->set.queries[0].judgements.at("mail.send"), 3);
        QCOMPARE(set->set.queries[0].judgements.at("mail.list"), 0);
        QCOMPARE(set->warnings.size(), std::size_t(4)); // three grades, and one judgement twice
    }
    void saysWhatIsWrongAndWhere_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("judgements");
        QTest::addColumn<QByteArray>("queries");
        QTest::addColumn<QString>("complaint");
        const QByteArray topics = Topics;
        QTest::newRow("query id twice") << "q.tsv" << QByteArray("q1\tmail.send\t1\n") << QByteArray("q1\ta\n\nq1\tb\n")
                                        << "t.tsv:3: the query id \"q1\" occurs twice; "
                                           "the first is in line 1";
        QTest::newRow("two grades") << "q.tsv" << QByteArray("q1\tmail.send\t1\nq1\tmail.send\t2\n") << topics
                                    << "q.tsv:2: \"mail.send\" has two grades";
        QTest::newRow("unknown query") << "q.tsv" << QByteArray("q9\tmail.send\t1\n") << topics
                                       << "q.tsv:1: it judges the query \"q9\"";
        QTest::newRow("two columns") << "q.tsv" << QByteArray("q1\tmail.send\n") << topics << "q.tsv:1: a line has";
        QTest::newRow("a grade in words") << "q.tsv" << QByteArray("q1\tmail.send\t1\nq1\tmail.list\thigh\n") << topics
                                          << "q.tsv:2: the grade \"high\"";
        QTest::newRow("half a grade") << "q.tsv" << QByteArray("q1\tmail.send\t1\nq1\tmail.list\t1.5\n") << topics
                                      << "q.tsv:2: the grade \"1.5\"";
        QTest::newRow("no text") << "q.tsv" << QByteArray("q1\tmail.send\t1\n") << QByteArray("q1\t \n") << "t.tsv:1:";
        QTest::newRow("not UTF-8") << "q.tsv" << QByteArray("q1\tmail.send\t1\n") << QByteArray("q1\t\xE9\n")
                                   << "t.tsv:1: not UTF-8";
        QTest::newRow("broken JSON") << "q.tsv" << QByteArray("q1\tmail.send\t1\n")
                                     << QByteArray("{\"_id\":\"q1\",\"text\":\"a\"}\n{\"_id\"\n") << "t.tsv:2:";
        QTest::newRow("topic without title")
            << "q.tsv" << QByteArray("q1\tmail.send\t1\n") << QByteArray("<top>\n<num> q1\n</top>\n") << "t.tsv:2:";
        QTest::newRow("only unknown actions") << "q.tsv" << QByteArray("q1\tno.one\t1\n") << topics << "none of 1";
        QTest::newRow("no queries") << "q.tsv" << QByteArray("q1\tmail.send\t1\n") << QByteArray("-")
                                    << "qrels hold no";
        QTest::newRow("CSV without a heading")
            << "q.csv" << QByteArray("send,mail.send,1\n") << QByteArray("-") << "q.csv:1: the first line must name";
        QTest::newRow("CSV with an open quote")
            << "q.csv" << QByteArray("query,action,grade\na,mail.send,1\n\"b,mail\n") << QByteArray("-")
            << "q.csv:3: a quote";
        QTest::newRow("CSV with two texts")
            << "q.csv" << QByteArray("query_id,query,action,grade\n1,a,mail.send,1\n1,b,mail.list,1\n")
            << QByteArray("-") << "q.csv:3: the query id \"1\" has two texts";
        QTest::newRow("CSV with a grade of nothing")
            << "q.csv" << QByteArray("query,action,grade\na,,1\n") << QByteArray("-") << "q.csv:2: a grade without";
    }
    void saysWhatIsWrongAndWhere() {
        QFETCH(QString, name);
        QFETCH(QByteArray, judgements);
        QFETCH(QByteArray, queries);
        QFETCH(QString, complaint);
        ExchangeSource source{file("w/" + name.toStdString(), judgements.toStdString()), "", ""};
        if (queries != "-")
            source.queries = file("w/t.tsv", queries.toStdString());
        const auto set = import(source);
        QVERIFY(!set);
        QVERIFY2(QString::fromStdString(set.error().toString()).contains(complaint), set.error().toString().c_str());
    }
    void blanksDoNotFitTrec() {
        QuerySet set = officeQueries();
        set.queries[0].id = "q 1";
        QCOMPARE(exportQueries(set, ExchangeFormat::Trec).error().code, ErrorCode::Unsupported);
        QVERIFY(exportQueries(set, ExchangeFormat::Csv));
    }
    void aFolderWithoutQrelsIsNoSet() {
        file("g/queries.jsonl", "{\"id\":\"1\",\"text\":\"a\"}\n");
        QCOMPARE(import({std::filesystem::path(m_dir.path().toStdString()) / "g", "", ""}).error().code,
                 ErrorCode::NotFound);
        QVERIFY(!import({std::filesystem::path(m_dir.path().toStdString()) / "nowhere.tsv", "x", ""}));
    }
};

QTEST_GUILESS_MAIN(TestQueryExchange)
#include "tst_query_exchange.moc"
