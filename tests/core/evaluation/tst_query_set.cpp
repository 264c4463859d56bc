#include "base/file.h"
#include "evaluation/query_set.h"

#include <QTemporaryDir>
#include <QTest>

using namespace actionscope;
using namespace actionscope::evaluation;

class TestQuerySet : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    Result<QuerySet> read(const std::string &text, const catalog::YamlLimits &limits = {}) {
        const auto file = std::filesystem::path(m_dir.path().toStdString()) / "set.yaml";
        Q_UNUSED(writeFileAtomically(file, text, {.sync = false}));
        return readQuerySet(file, limits);
    }
private Q_SLOTS:
    void readsJudgements() {
        const auto set =
            read("name: everyday\nqueries:\n"
                 "  - {id: q1, text: open an issue, judgements: {harbor.issues_create: 3, harbor.issues_list: 0}}\n"
                 "  - id: q2\n    text: order a pizza\n    judgements: {}\n    note: nothing can\n"
                 "  - {id: q3, text: paint the wall}\n"
                 "  - {id: q4, text: fly, judgements: []}\n");
        QVERIFY2(set, set ? "" : set.error().toString().c_str());
        QCOMPARE(set->name, std::string("everyday"));
        QCOMPARE(set->queries.size(), std::size_t(4));
        QCOMPARE(set->queries[0].judgements.at("harbor.issues_create"), 3);
        QVERIFY(set->queries[0].hasAnswer());
        QVERIFY(!set->queries[1].hasAnswer());
        QCOMPARE(set->queries[1].note, std::string("nothing can"));
        QVERIFY(!set->queries[2].hasAnswer());
    }
    void readsTheSample() {
        const auto set =
            readQuerySet(std::filesystem::path(ACTIONSCOPE_SOURCE_DIR) / "resources/sample/queries/everyday.yaml");
        QVERIFY2(set, set ? "" : set.error().toString().c_str());
        QVERIFY(set->queries.size() >= 30);
        QVERIFY(
            std::any_of(set->queries.begin(), set->queries.end(), [](const JudgedQuery &q) { return !q.hasAnswer(); }));
    }
    void saysWhatIsWrongAndWhere_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("complaint");
        QTest::newRow("not YAML") << "queries: ["
                                  << "set.yaml:";
        QTest::newRow("no queries") << "name: x\n"
                                    << "must be a list";
        QTest::newRow("unknown key") << "name: x\nqueries:\n  - {id: a, text: b, judgement: {}}\n"
                                     << "set.yaml:3:22: unknown key \"judgement\"";
        QTest::newRow("key twice") << "queries:\n  - {id: a, id: b, text: b}\n"
                                   << "set.yaml:2:13: the key \"id\" occurs twice";
        QTest::newRow("id twice") << "queries:\n  - {id: a, text: b}\n  - {id: a, text: c}\n"
                                  << "set.yaml:3:10: the query id \"a\" occurs twice";
        QTest::newRow("no text") << "queries:\n  - {id: a}\n"
                                 << "`text` is missing";
        QTest::newRow("grade too high") << "queries:\n  - {id: a, text: b, judgements: {s.a: 4}}\n"
                                        << "set.yaml:2:40: the grade \"4\"";
        QTest::newRow("grade in words") << "queries:\n  - {id: a, text: b, judgements: {s.a: yes}}\n"
                                        << "the grade \"yes\"";
        QTest::newRow("a list of words") << "queries: [a, b]\n"
                                         << "must be a mapping";
        QTest::newRow("not UTF-8") << QString::fromLatin1("queries:\n\n") + QChar(0xE9) << "line";
    }
    void saysWhatIsWrongAndWhere() {
        QFETCH(QString, text);
        QFETCH(QString, complaint);
        const bool latin = complaint == "line";
        const auto set = read(latin ? text.toLatin1().toStdString() : text.toStdString());
        QVERIFY(!set);
        QCOMPARE(set.error().code, ErrorCode::ParseError);
        if (latin)
            QCOMPARE(set.error().where.line, 3U);
        else
            QVERIFY2(QString::fromStdString(set.error().toString()).contains(complaint),
                     set.error().toString().c_str());
    }
    void boundsAliases() {
        std::string bomb = "queries:\n  - &q {id: a, text: b, judgements: {s.a: 1}}\n";
        for (int i = 0; i < 40; ++i)
            bomb += "  - *q\n";
        const auto set = read(bomb, {.nodes = 30});
        QVERIFY(!set);
        std::string nested(64'000, '[');
        QVERIFY(!read(nested));
    }
};

QTEST_GUILESS_MAIN(TestQuerySet)
#include "tst_query_set.moc"
