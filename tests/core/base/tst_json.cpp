#include "base/json.h"

#include <QTest>

using namespace actionscope;

class TestJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhereItBroke() {
        const auto result = parseJson("{\n  \"a\": 1,\n  nope\n}", "x.json");
        QVERIFY(!result);
        QCOMPARE(result.error().where.toString(), std::string("x.json:3:3"));
    }
    void saysThatItIsTruncated() {
        const auto result = parseJson("{\"a\": [1, 2");
        QVERIFY(!result);
        QVERIFY(result.error().message.find("truncated") != std::string::npos);
    }
    void refusesWhatFollowsTheDocument() { QVERIFY(!parseJson("{} {}")); }
    void refusesDeepNesting() {
        const auto result = parseJson(std::string(64000, '['));
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::LimitExceeded);
    }
    void readsIntegersBeyond64Bits() {
        const auto result = parseJson("[18446744073709552000, -9223372036854776000]");
        QVERIFY(result);
        QVERIFY(result->as_array()[0].is_number());
    }
    void skipsAByteOrderMark() { QVERIFY(parseJson("\xEF\xBB\xBF{}")); }
    void writesOneCanonicalForm() {
        QCOMPARE(canonicalJson(*parseJson("{\"b\": [1.0, 1.5, 1e3], \"a\": {\"z\": null, \"y\": \"é\\u0001\"}}")),
                 std::string("{\"a\":{\"y\":\"é\\u0001\",\"z\":null},\"b\":[1,1.5,1000]}"));
    }
    void escapesPointers() { QCOMPARE(pointerStep("/a~b"), std::string("~1a~0b")); }
};

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
