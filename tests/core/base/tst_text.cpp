#include "base/clock.h"
#include "base/text.h"

#include <QTest>

using namespace actionscope;

class TestText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void makesServiceIds() {
        QCOMPARE(serviceId("api.GitHub.com/v3"), std::string("api-github-com-v3"));
        QCOMPARE(serviceId("--x__y--"), std::string("x-y"));
        QCOMPARE(serviceId("日本"), std::string());
    }
    void makesActionNames() {
        QCOMPARE(actionName("repos/delete-file"), std::string("repos_delete_file"));
        QCOMPARE(actionName("getUsers2"), std::string("getUsers2"));
    }
    void splitsIdentifiers() {
        QCOMPARE(identifierWords("getHTTPResponse2xx"),
                 (std::vector<std::string>{"get", "http", "response", "2", "xx"}));
        QCOMPARE(identifierWords("/repos/{owner}/deleted-items"),
                 (std::vector<std::string>{"repos", "owner", "deleted", "items"}));
    }
    void findsInvalidUtf8() {
        QVERIFY(!firstInvalidUtf8("naïve ⟦x⟧ 🗑"));
        QCOMPARE(*firstInvalidUtf8("ab\xff"), std::size_t(2));
        QCOMPARE(*firstInvalidUtf8("\xed\xa0\x80"), std::size_t(0)); // a surrogate
        QCOMPARE(*firstInvalidUtf8("\xc0\xaf"), std::size_t(0));     // overlong
    }
    void showsInvisibleCharacters() {
        QCOMPARE(revealInvisible("a\u202Eb"), std::string("a⟦U+202E⟧b"));
        QCOMPARE(revealInvisible("a\nb"), std::string("a b"));
        QVERIFY(hasInvisible("x\u200By"));
        QVERIFY(!hasInvisible("plain text, naïve\n"));
    }
    void cutsAtCharacters() {
        QCOMPARE(truncateUtf8("aé", 2), std::string_view("a"));
        QCOMPARE(truncateUtf8("aé", 3), std::string_view("aé"));
    }
    void measuresEdits() {
        QCOMPARE(editDistance("delete", "delete", 3), std::size_t(0));
        QCOMPARE(editDistance("delete", "deltee", 3), std::size_t(1));
        QCOMPARE(editDistance("a", "completely", 3), std::size_t(4));
    }
    void roundTripsTimes() {
        const auto time = parseTimestamp("2026-11-21T09:41:07.112Z");
        QVERIFY(time);
        QCOMPARE(formatTimestamp(*time), std::string("2026-11-21T09:41:07.112000Z"));
        QCOMPARE(formatTimestamp(*parseTimestamp("2026-11-21T10:41:07+01:00")),
                 std::string("2026-11-21T09:41:07.000000Z"));
        QVERIFY(!parseTimestamp("2026-02-30"));
        QVERIFY(!parseTimestamp("yesterday"));
    }
};

QTEST_GUILESS_MAIN(TestText)
#include "tst_text.moc"
