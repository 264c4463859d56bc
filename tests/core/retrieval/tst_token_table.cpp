#include "retrieval/token_table.h"

#include "base/file.h"
#include "base/hash.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>

using namespace actionscope;
using namespace actionscope::retrieval;

namespace {

// Where the fields of a table file lie, as token_table.h says.
constexpr std::size_t VersionAt = 8, DimensionAt = 12, RowsAt = 16, TermBytesAt = 20, ChecksumAt = 24, ContentAt = 56;

std::vector<TokenRow> smallRows() {
    return {{"delet", {1, 0, 0, 0.5F}},
            {"remov", {0.9F, 0.1F, 0, 0.5F}},
            {"weather", {0, 1, 0, 0}},
            {"m:GET", {0, 0, 1, 0}},
            {"list", {0, 0, 0.5F, 0.5F}}};
}
std::string smallTable() { return encodeTokenTable(smallRows()).value(); }

void put(std::string &bytes, std::size_t at, std::uint32_t value) { std::memcpy(bytes.data() + at, &value, 4); }

/// As a forger would do it: content changed and its checksum made right again.
std::string signedAgain(std::string bytes) {
    const Sha256 checksum = sha256(std::string_view(bytes).substr(ContentAt));
    std::memcpy(bytes.data() + ChecksumAt, checksum.data(), checksum.size());
    return bytes;
}

double length(std::span<const float> vector) {
    double sum = 0;
    for (const float value : vector)
        sum += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(sum);
}

double cosine(const EmbeddingModel &model, std::string_view a, std::string_view b) {
    std::vector<float> first(model.identity().dimension), second(first.size());
    if (!model.embedQuery(a, first) || !model.embedQuery(b, second))
        return std::numeric_limits<double>::quiet_NaN();
    double sum = 0;
    for (std::size_t i = 0; i < first.size(); ++i)
        sum += static_cast<double>(first[i]) * static_cast<double>(second[i]);
    return sum;
}

} // namespace

class TestTokenTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenIsRead() {
        const auto table = TokenTable::fromBytes(smallTable(), "test");
        QVERIFY2(table, table ? "" : table.error().message.c_str());
        QCOMPARE((*table)->size(), 5U);
        QCOMPARE((*table)->identity().dimension, 4U);
        QVERIFY((*table)->knows("weather"));
        QVERIFY(!(*table)->knows("climate"));
        std::vector<float> vector(4);
        QVERIFY((*table)->embedQuery("Deleting", vector));
        // int8 keeps a value to half a step of the greatest one.
        QVERIFY(std::abs(vector[3] / vector[0] - 0.5F) < 0.01F);
        QCOMPARE(vector[1], 0.0F);
    }

    void orderOfRowsDoesNotMatter() {
        std::vector<TokenRow> rows = smallRows();
        std::reverse(rows.begin(), rows.end());
        QCOMPARE(encodeTokenTable(std::move(rows)).value(), smallTable());
    }

    void unusableRowsAreNotWritten() {
        const float nan = std::numeric_limits<float>::quiet_NaN();
        QCOMPARE(encodeTokenTable({}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(encodeTokenTable({{"a", {1, 2}}, {"b", {1}}}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(encodeTokenTable({{"a", {1}}, {"a", {2}}}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(encodeTokenTable({{"a", {nan}}}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(encodeTokenTable({{"two\nlines", {1}}}).error().code, ErrorCode::InvalidArgument);
    }

    void vectorsAreUnitOrZero() {
        const auto table = TokenTable::fromBytes(smallTable(), "test").value();
        std::vector<float> vector(4);
        for (const char *text : {"delete", "remove the weather", "list list list delete"}) {
            QVERIFY(table->embedQuery(text, vector));
            QVERIFY2(std::abs(length(vector) - 1) < 1e-5, text);
        }
        for (const char *text : {"", "zebra", "\xff\xfe", "日本", "🙂"}) {
            QVERIFY(table->embedQuery(text, vector));
            QCOMPARE(length(vector), 0.0);
        }
    }

    void documentsWeighTheirPartsAndMethod() {
        const auto table = TokenTable::fromBytes(smallTable(), "test").value();
        const std::vector<EmbeddedText> texts{{{{"delete", 1.0F}}, ""},
                                              {{{"delete", 1.0F}, {"weather", 0.1F}}, ""},
                                              {{{"delete", 1.0F}}, "GET"},
                                              {{}, ""}};
        std::vector<float> out(texts.size() * 4);
        QVERIFY(table->embedDocuments(texts, out, {}));
        QVERIFY(out[4 + 1] > 0 && out[4 + 1] < out[4 + 0]); // the weather is there, and weighs less
        QVERIFY(out[8 + 2] > 0);                            // the method is there
        QCOMPARE(out[0 + 2], 0.0F);
        QCOMPARE(length(std::span(out).subspan(12)), 0.0); // of no text nothing is known
    }

    void cancelledEmbeddingSaysSo() {
        const auto table = TokenTable::shipped();
        std::stop_source stop;
        stop.request_stop();
        const std::vector<EmbeddedText> texts(1);
        std::vector<float> out(table->identity().dimension);
        const auto done = table->embedDocuments(texts, out, Job{.report = {}, .stop = stop.get_token()});
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::Cancelled);
    }

    void wrongFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const std::string &bytes, ErrorCode code, const char *words) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << static_cast<int>(code) << QString(words);
        };
        const std::string good = smallTable();
        const auto with = [&](std::size_t at, std::uint32_t value) {
            std::string bytes = good;
            put(bytes, at, value);
            return bytes;
        };
        row("empty", "", ErrorCode::Corrupt, "header");
        row("half a header", good.substr(0, 30), ErrorCode::Corrupt, "header");
        row("a foreign file", std::string(200, 'x'), ErrorCode::Corrupt, "no such table");
        row("a page", "<!DOCTYPE html><html><body>Sign in to go on, please, dear visitor</body></html>",
            ErrorCode::Corrupt, "no such table");
        row("a later version", with(VersionAt, 9), ErrorCode::Unsupported, "version 9");
        row("no dimension", with(DimensionAt, 0), ErrorCode::Corrupt, "dimension");
        row("a huge dimension", with(DimensionAt, 0xFFFFFFFF), ErrorCode::Corrupt, "dimension");
        row("no rows", with(RowsAt, 0), ErrorCode::Corrupt, "rows");
        row("rows beyond the cap", with(RowsAt, 0xFFFFFFFF), ErrorCode::Corrupt, "1,000,000");
        row("more rows than there are", with(RowsAt, 900'000), ErrorCode::Corrupt, "bytes of content");
        row("oversized terms", with(TermBytesAt, 0xFFFFFFFF), ErrorCode::Corrupt, "bytes of content");
        row("cut short", good.substr(0, good.size() - 3), ErrorCode::Corrupt, "bytes of content");
        row("with something behind", good + "x", ErrorCode::Corrupt, "bytes of content");
        std::string bytes = good;
        bytes[ContentAt + 30] = static_cast<char>(bytes[ContentAt + 30] ^ 1);
        row("one bit turned", bytes, ErrorCode::Corrupt, "checksum");
        const float nan = std::numeric_limits<float>::quiet_NaN(), huge = 1e30F;
        bytes = good;
        std::memcpy(bytes.data() + ContentAt, &nan, 4);
        row("a scale that is no number", signedAgain(bytes), ErrorCode::Corrupt, "scale");
        std::memcpy(bytes.data() + ContentAt, &huge, 4);
        row("a scale that makes sums infinite", signedAgain(bytes), ErrorCode::Corrupt, "scale");
        bytes = good;
        bytes.back() = 'x';
        row("a term without its end", signedAgain(bytes), ErrorCode::Corrupt, "list of terms");
        bytes = good;
        bytes.replace(bytes.find("delet\n"), 6, "\n\n\n\n\n\n");
        row("terms of nothing", signedAgain(bytes), ErrorCode::Corrupt, "list of terms");
        bytes = good;
        bytes.replace(bytes.find("remov"), 5, "delet");
        row("a term twice", signedAgain(bytes), ErrorCode::Corrupt, "twice");
    }
    void wrongFilesAreRefused() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        QFETCH(QString, words);
        const auto table = TokenTable::fromBytes(bytes.toStdString(), "tokens.bin");
        QVERIFY(!table);
        QCOMPARE(static_cast<int>(table.error().code), code);
        const QString message = QString::fromStdString(table.error().message);
        QVERIFY2(message.contains(words) && message.contains("tokens.bin"), qPrintable(message));
    }

    void everyBitFlipIsNoticed() {
        const std::string good = smallTable();
        for (std::size_t at = ChecksumAt; at < good.size(); ++at) {
            std::string bytes = good;
            bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
            QVERIFY2(!TokenTable::fromBytes(bytes, "x"), qPrintable(QString::number(at)));
        }
    }

    void filesAreLoaded() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("t.bin").toStdString();
        QCOMPARE(TokenTable::load(file).error().code, ErrorCode::NotFound);
        QVERIFY(writeFileAtomically(file, smallTable()));
        const auto table = TokenTable::load(file);
        QVERIFY(table);
        QCOMPARE((*table)->identity(), TokenTable::fromBytes(smallTable(), "").value()->identity());
    }

    void otherContentIsAnotherModel() {
        std::vector<TokenRow> rows = smallRows();
        rows[0].values[2] = 0.7F;
        const auto other = TokenTable::fromBytes(encodeTokenTable(std::move(rows)).value(), "").value();
        const auto table = TokenTable::fromBytes(smallTable(), "").value();
        QVERIFY(!(other->identity() == table->identity()));
    }

    void neighboursAreInOrder() {
        const auto table = TokenTable::fromBytes(smallTable(), "").value();
        const auto all = table->neighbours("delet", 10, -1);
        QCOMPARE(all.size(), 4U);
        QCOMPARE(all.front().term, std::string("remov"));
        for (std::size_t i = 1; i < all.size(); ++i)
            QVERIFY(all[i - 1].similarity >= all[i].similarity);
        QCOMPARE(table->neighbours("delet", 10, 0.9).size(), 1U);
        QCOMPARE(table->neighbours("delet", 2, -1).size(), 2U);
        QVERIFY(table->neighbours("zebra", 10).empty());
        QVERIFY(table->neighbours("delet", 0).empty());
    }

    // What the shipped table must have learned, whichever way it was trained.
    void theShippedTableKnowsLikeWords() {
        const auto table = TokenTable::shipped();
        QVERIFY(table->size() > 20'000);
        QVERIFY2(cosine(*table, "remove", "delete") > cosine(*table, "remove", "weather") + 0.2, "remove, delete");
        QVERIFY2(cosine(*table, "buy", "purchase") > cosine(*table, "buy", "temperature") + 0.2, "buy, purchase");
        QVERIFY2(cosine(*table, "forecast", "weather") > cosine(*table, "forecast", "invoice") + 0.2, "forecast");
        QVERIFY2(cosine(*table, "send a message", "post a chat reply") >
                     cosine(*table, "send a message", "list volumes"),
                 "message");
        const auto near = table->neighbours("delet", 5);
        QVERIFY(std::any_of(near.begin(), near.end(), [](const Neighbour &n) { return n.term == "remov"; }));
    }

    void theShippedTableFitsItsBounds() {
        const auto size = fileStamp(ACTIONSCOPE_SOURCE_DIR "/resources/embedding/tokens.bin").value().size;
        QVERIFY2(size <= 4'000'000, qPrintable(QString::number(size)));
        const auto loaded = TokenTable::load(ACTIONSCOPE_SOURCE_DIR "/resources/embedding/tokens.bin");
        QVERIFY(loaded);
        QCOMPARE((*loaded)->identity(), TokenTable::shipped()->identity()); // the program holds the file beside it
    }

    void aMegabyteOfQueryIsEmbedded() {
        const auto table = TokenTable::shipped();
        std::string text;
        while (text.size() < 1'000'000)
            text += "delete the repository of my weather ";
        std::vector<float> vector(table->identity().dimension);
        QVERIFY(table->embedQuery(text, vector));
        QVERIFY(std::abs(length(vector) - 1) < 1e-3);
    }
};

QTEST_GUILESS_MAIN(TestTokenTable)
#include "tst_token_table.moc"
