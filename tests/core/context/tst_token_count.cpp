/// CD1, ST9: one estimate for the whole program, and the count of a real table where the workspace names one.
#include "context/detail/byte_pairs.h"
#include "context/token_count.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace actionscope;
using namespace actionscope::context;

namespace {

using Splitting = TokenCounter::Table::Splitting;

QStringList pieces(std::string_view text, const Splitting &how) {
    QStringList list;
    while (!text.empty()) {
        const std::size_t size = firstPiece(text, how);
        list << QString::fromUtf8(text.data(), static_cast<qsizetype>(size));
        text.remove_prefix(size);
    }
    return list;
}

std::string base64(std::string_view bytes) {
    return QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())).toBase64().toStdString();
}

/// Every byte, and the given sequences after them in this order.
std::string rankFile(const std::vector<std::string> &merged, const std::string &end = "\n") {
    std::string text;
    int rank = 0;
    for (int byte = 0; byte < 256; ++byte)
        text += base64(std::string(1, static_cast<char>(byte))) + ' ' + std::to_string(rank++) + end;
    for (const std::string &bytes : merged)
        text += base64(bytes) + ' ' + std::to_string(rank++) + end;
    return text;
}

} // namespace

class TestTokenCount : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path write(const std::string &name, const std::string &text) {
        const std::filesystem::path file = m_folder.path().toStdString() + '/' + name;
        std::ofstream(file, std::ios::binary) << text;
        return file;
    }

private Q_SLOTS:
    void estimatesFourCharactersATokenRoundedUp() {
        const TokenCounter counter;
        QVERIFY(counter.isEstimate());
        QCOMPARE(counter.name(), std::string("characters/4"));
        QCOMPARE(counter.count(""), std::size_t(0));
        QCOMPARE(counter.count("a"), std::size_t(1));
        QCOMPARE(counter.count("abcd"), std::size_t(1));
        QCOMPARE(counter.count("abcde"), std::size_t(2));
        // Six bytes: two letters of this script are no half of a token.
        QCOMPARE(counter.count("検索"), std::size_t(2));
        QCOMPARE(estimateTokens(std::numeric_limits<std::size_t>::max()), std::size_t(1) << 62);
    }

    void mergesTheLowestRankFirst() {
        // "abc": with "bc" before "ab" it is a|bc, and a, bc are never joined.
        const auto late = TokenCounter::read(write("late.tiktoken", rankFile({"bc", "ab"})));
        QVERIFY2(late, late ? "" : late.error().message.c_str());
        QCOMPARE(late->count("abc"), std::size_t(2));
        QCOMPARE(late->count("ab"), std::size_t(1));
        QCOMPARE(late->count("abcab"), std::size_t(3));
        const auto whole = TokenCounter::read(write("whole.tiktoken", rankFile({"ab", "abc"}, "\r\n")));
        QCOMPARE(whole->count("abc"), std::size_t(1));
        QCOMPARE(whole->count("xabcx"), std::size_t(3));
        QCOMPARE(whole->name(), std::string("whole.tiktoken"));
        QVERIFY(!whole->isEstimate());
    }

    void splitsWordsAsTheTablesWereTrainedWith() {
        // What the published expression of cl100k_base gives.
        QCOMPARE(pieces("Hello, world's 12345  end\n\n next", {}),
                 (QStringList{"Hello", ",", " world", "'s", " ", "123", "45", " ", " end", "\n\n", " next"}));
        QCOMPARE(pieces("a->b();\nc", {}), (QStringList{"a", "->", "b", "();\n", "c"}));
        QCOMPARE(pieces("日本語 текст", {}), (QStringList{"日本語", " текст"}));
        QCOMPARE(pieces("x   ", {}), (QStringList{"x", "   "}));
        // And that of GPT-2.
        const Splitting gpt2{.anyPrefix = false, .digits = 0, .keepsLineBreaks = false, .anyCase = false};
        QCOMPARE(pieces("Hello, world's 12345  end", gpt2),
                 (QStringList{"Hello", ",", " world", "'s", " 12345", " ", " end"}));
        QCOMPARE(pieces("(word)", gpt2), (QStringList{"(", "word", ")"}));
    }

    void readsTheTokenizerOfAModel() {
        const std::string json = R"({"model":{"type":"BPE","vocab":{},"merges":["a b",["ab","c"],"Ġ x"]},
            "pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false}})";
        const auto counter = TokenCounter::read(write("tokenizer.json", json));
        QVERIFY2(counter, counter ? "" : counter.error().message.c_str());
        QCOMPARE(counter->count("abc"), std::size_t(1));
        QCOMPARE(counter->count("abc x"), std::size_t(2)); // "Ġ" is the space
        QCOMPARE(counter->count("abc xx"), std::size_t(3));
    }

    void refusesWhatIsNoTable_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("empty") << QByteArray() << QByteArray("holds no tokens");
        QTest::newRow("prose") << QByteArray("What is this?\n") << QByteArray("a token in base64");
        QTest::newRow("rank that is none") << QByteArray("YQ== 0\nYg== x\n") << QByteArray("a token in base64");
        QTest::newRow("negative rank") << QByteArray("YQ== -1\n") << QByteArray("a token in base64");
        QTest::newRow("token beyond the cap")
            << QByteArray(QByteArray(4097, 'a').toBase64() + " 0\n") << QByteArray("the cap is 4096");
        QTest::newRow("broken JSON") << QByteArray("{\"model\":") << QByteArray("");
        QTest::newRow("no model") << QByteArray("{}") << QByteArray("has a member `model`");
        QTest::newRow("word pieces") << QByteArray(R"({"model":{"type":"WordPiece","vocab":{}}})")
                                     << QByteArray("of the type WordPiece");
        QTest::newRow("not of bytes")
            << QByteArray(R"({"model":{"type":"BPE","merges":["a b"]},"pre_tokenizer":{"type":"Metaspace"}})")
            << QByteArray("not split into bytes");
        QTest::newRow("merge of one")
            << QByteArray(R"({"model":{"type":"BPE","merges":[7]},"pre_tokenizer":{"type":"ByteLevel"}})")
            << QByteArray("merge 1 is no pair");
    }
    void refusesWhatIsNoTable() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, says);
        const auto counter = TokenCounter::read(write("table", text.toStdString()));
        QVERIFY(!counter);
        QVERIFY2(counter.error().message.find(says.toStdString()) != std::string::npos,
                 counter.error().message.c_str());
    }

    void saysThatThereIsNoFile() {
        const auto counter = TokenCounter::read(m_folder.path().toStdString() + "/none");
        QVERIFY(!counter);
        QCOMPARE(counter.error().code, ErrorCode::NotFound);
    }

    /// Hostile: a megabyte without a border, bytes that are no text.
    void countsAnything() {
        const auto counter = TokenCounter::read(write("any.tiktoken", rankFile({"aa", "aaaa", "ab"})));
        const std::size_t tokens = counter->count(std::string(1 << 20, 'a'));
        QCOMPARE(tokens, std::size_t(1 << 18));
        QVERIFY(counter->count(std::string(1 << 16, '\xff')) > 0);
        QVERIFY(counter->count(std::string(1 << 16, '\0')) > 0);
        QCOMPARE(counter->count(""), std::size_t(0));
    }
};

QTEST_APPLESS_MAIN(TestTokenCount)
#include "tst_token_count.moc"
