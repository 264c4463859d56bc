#include "retrieval/analyzer.h"

#include <QTest>

using namespace actionscope::retrieval;

class TestAnalyzer : public QObject {
    Q_OBJECT
    static QString words(const char *text, AnalyzerOptions options = {.stem = false, .stopWords = false}) {
        Analyzer analyzer(options);
        QStringList terms;
        for (const Analyzer::Token &token : analyzer.analyze(text)) {
            if (!token.term.empty())
                terms << QString::fromStdString(token.term);
        }
        return terms.join(' ');
    }
private Q_SLOTS:
    void splitsIdentifiersAndPaths_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("camel case") << "listPullRequests"
                                    << "list pull requests";
        QTest::newRow("an acronym inside") << "getHTTPResponse"
                                           << "get http response";
        QTest::newRow("a number at the end") << "getHTTPResponse2"
                                             << "get http response 2 response2";
        QTest::newRow("snake case") << "issues_create_comment"
                                    << "issues create comment";
        QTest::newRow("a path") << "/repos/{owner}/deleted-items"
                                << "repos owner deleted items";
        QTest::newRow("letters and digits") << "oauth2 s3 v1"
                                            << "oauth 2 oauth2 s 3 s3 v 1 v1";
        QTest::newRow("all capitals") << "HTTP API"
                                      << "http api";
        QTest::newRow("nothing but signs") << "--- // !!"
                                           << "";
        QTest::newRow("empty") << ""
                               << "";
    }
    void splitsIdentifiersAndPaths() {
        QFETCH(QString, text);
        QTEST(words(text.toUtf8().constData()), "expected");
    }

    void dropsApostrophes() {
        QCOMPARE(words("the user's don't"), QString("the user dont"));
        QCOMPARE(words("the user\u2019s don\u2019t"), QString("the user dont"));
        QCOMPARE(words("O'Brien's"), QString("obrien"));
    }

    void foldsCaseAndAccents() {
        QCOMPARE(words("Größe café ÉCOLE ﬁle"), QString("grosse cafe ecole file"));
        QCOMPARE(words("cafe\u0301"), QString("cafe")); // the accent as a character of its own
        QCOMPARE(words("ＦＵＬＬ"), QString("full"));
    }

    void keepsOtherScripts() {
        QCOMPARE(words("Создать задачу"), QString("создать задачу"));
        QCOMPARE(words("δημιουργία"), QString("δημιουργια"));
    }

    void pairsCharactersOfScriptsWithoutSpaces() {
        QCOMPARE(words("创建问题"), QString("创建 建问 问题"));
        QCOMPARE(words("API创建v2"), QString("api 创建 v 2 v2"));
        QCOMPARE(words("字"), QString("字"));
        QCOMPARE(words("이슈 생성"), QString("이슈 생성"));
    }

    void keepsTheVerbsOfApis() {
        for (const char *verb : {"get", "list", "set", "find", "show", "create", "delete", "update", "send", "search",
                                 "add", "remove", "make", "put", "read", "run", "start", "stop", "use"})
            QVERIFY2(!isStopWord(verb), verb);
        QCOMPARE(words("please get me the list of all users", {}), QString("get list user"));
    }

    void stemsEnglish() {
        QCOMPARE(words("creating created creates create", {}), QString("creat creat creat creat"));
        QCOMPARE(words("repositories", {}), QString("repositori"));
        QCOMPARE(words("oauth2", {}), QString("oauth 2 oauth2"));
    }

    void tellsWhereWordsStand() {
        Analyzer analyzer;
        const auto tokens = analyzer.analyze("get HTTPResponse");
        QCOMPARE(tokens.size(), std::size_t(3));
        QCOMPARE(tokens[1].word, std::string("HTTP"));
        QCOMPARE(tokens[2].word, std::string("Response"));
        QCOMPARE(tokens[2].begin, 8U);
        QCOMPARE(tokens[2].end, 16U);
    }

    void survivesBytesThatAreNoText() {
        QCOMPARE(words("ab\xff"
                       "cd \xe4\xb8"),
                 QString("ab cd"));
        std::string all;
        for (int i = 0; i < 4096; ++i)
            all += static_cast<char>(i * 7919 >> 3);
        Analyzer analyzer;
        for (const Analyzer::Token &token : analyzer.analyze(all)) {
            QVERIFY(token.begin < token.end);
            QVERIFY(token.end <= all.size());
        }
    }

    void cutsEndlessWords() {
        Analyzer analyzer;
        const auto tokens = analyzer.analyze(std::string(100'000, 'x'));
        QCOMPARE(tokens.size(), std::size_t(1));
        QCOMPARE(tokens[0].term.size(), MaxWordBytes);
    }
};

QTEST_GUILESS_MAIN(TestAnalyzer)
#include "tst_analyzer.moc"
