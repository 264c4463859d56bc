#include "base/clock.h"
#include "base/text.h"

#include <QTest>
#include <algorithm>
#include <random>
#include <string>
#include <vector>

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
    /// The whole table, as the definition has it: insertions, deletions, substitutions and swaps of neighbours count
    /// one.
    static std::size_t plainDistance(const std::string &a, const std::string &b) {
        std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
        for (std::size_t i = 0; i <= a.size(); ++i) {
            for (std::size_t j = 0; j <= b.size(); ++j) {
                if (i == 0 || j == 0) {
                    table[i][j] = i + j;
                    continue;
                }
                table[i][j] = std::min(
                    {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                    table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
            }
        }
        return table[a.size()][b.size()];
    }
    void measuresEditsAsTheDefinitionDoes() {
        std::mt19937 random(7);
        qInfo("seed 7");
        const auto word = [&random](std::size_t most) {
            std::string text(random() % (most + 1), ' ');
            for (char &c : text)
                c = "ab_\xe9"[random() % 4];
            return text;
        };
        for (int round = 0; round < 4000; ++round) {
            // Around 64 bytes another way is taken.
            const std::size_t most = round % 4 == 0 ? 70 : 12;
            const std::string a = word(most);
            std::string b = round % 2 == 0 ? word(most) : a;
            for (int edit = 0; round % 2 == 1 && edit < 4 && !b.empty(); ++edit) {
                const std::size_t at = random() % b.size();
                if (edit % 2 == 0 && at + 1 < b.size())
                    std::swap(b[at], b[at + 1]);
                else
                    b.erase(at, 1);
            }
            const std::size_t limit = random() % 80, expected = std::min(plainDistance(a, b), limit + 1);
            QVERIFY2(editDistance(a, b, limit) == expected, (a + " / " + b).c_str());
            QCOMPARE(editDistance(b, a, limit), expected);
        }
        const std::string full(64, 'x'), more(65, 'x');
        QCOMPARE(editDistance(full, more, 5), std::size_t(1));
        QCOMPARE(editDistance(full, full, 0), std::size_t(0));
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
