// Models in the format of model2vec, made here: the published ones are too large for a test.
#include "retrieval/model2vec.h"

#include "base/file.h"
#include "retrieval/detail/piece_tokenizer.h"
#include "retrieval/detail/safetensors.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <cstring>
#include <limits>

using namespace actionscope;
using namespace actionscope::retrieval;

namespace {

const std::string WordPieces = R"({"version": "1.0",
 "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null,
                "lowercase": true},
 "pre_tokenizer": {"type": "BertPreTokenizer"},
 "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
           "max_input_chars_per_word": 20,
           "vocab": {"[PAD]": 0, "[UNK]": 1, "delete": 2, "re": 3, "##move": 4, "##mov": 5, "##e": 6, "cafe": 7,
                     "!": 8, "日": 9}}})";
const std::string Unigram = R"({"version": "1.0",
 "normalizer": {"type": "Sequence", "normalizers": [{"type": "Precompiled", "precompiled_charsmap": "AA=="},
                {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
 "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
                   {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true}]},
 "model": {"type": "Unigram", "unk_id": 0,
           "vocab": [["<unk>", 0], ["▁re", -2], ["move", -3], ["▁", -4], ["remove", -2.5], ["▁remove", -9],
                     ["s", -3]]}})";

std::string safetensors(const std::string &header, const std::string &data) {
    std::string bytes(8, '\0');
    const std::uint64_t size = header.size();
    std::memcpy(bytes.data(), &size, 8);
    return bytes + header + data;
}
template <class T> std::string numbers(std::initializer_list<T> values) {
    return {reinterpret_cast<const char *>(values.begin()), values.size() * sizeof(T)};
}

/// Ten rows of two numbers: row i is (1, i).
std::string tenRows() {
    std::string data;
    for (int i = 0; i < 10; ++i)
        data += numbers({1.0F, static_cast<float>(i)});
    return data;
}
std::string tenRowsModel() {
    return safetensors(R"({"__metadata__": {"by": "test"},
        "embeddings": {"dtype": "F32", "shape": [10, 2], "data_offsets": [0, 80]}})",
                       tenRows());
}

class Folder {
public:
    Folder(const std::string &model, const std::string &tokenizer) {
        put("model.safetensors", model);
        put("tokenizer.json", tokenizer);
    }
    void put(const char *name, const std::string &bytes) const {
        if (!writeFileAtomically(path() / name, bytes))
            qFatal("the test cannot write");
    }
    std::filesystem::path path() const { return m_folder.path().toStdString(); }

private:
    QTemporaryDir m_folder;
};

QList<int> encoded(const std::string &tokenizer, const char *text) {
    const auto read = detail::PieceTokenizer::read(tokenizer, "tokenizer.json");
    QList<int> ids;
    if (!read)
        return {-1};
    for (const std::uint32_t id : read->encode(text))
        ids << static_cast<int>(id);
    return ids;
}

} // namespace

class TestModel2Vec : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordPiecesAreTheLongestThatFit_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("ids");
        QTest::newRow("a whole word") << "delete" << QList<int>{2};
        QTest::newRow("in pieces") << "remove" << QList<int>{3, 4};
        QTest::newRow("a word of which a part is unknown") << "removed" << QList<int>{};
        QTest::newRow("case and accents") << "DELETE Café" << QList<int>{2, 7};
        QTest::newRow("signs stand alone") << "delete!delete" << QList<int>{2, 8, 2};
        QTest::newRow("Chinese characters stand alone") << "日delete" << QList<int>{9, 2};
        QTest::newRow("control characters vanish") << QString::fromUtf8("del\u0007ete\tre") << QList<int>{2, 3};
        QTest::newRow("too long a word") << QString("re").repeated(20) << QList<int>{};
        QTest::newRow("the unknown piece itself") << "zebra" << QList<int>{};
        QTest::newRow("nothing") << "" << QList<int>{};
    }
    void wordPiecesAreTheLongestThatFit() {
        QFETCH(QString, text);
        QTEST(encoded(WordPieces, text.toUtf8().constData()), "ids");
    }

    void unigramsAreTheMostLikelySplit_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("ids");
        QTest::newRow("two pieces beat the whole") << "remove" << QList<int>{1, 2}; // -5 against -6.5 and -9
        QTest::newRow("each word begins anew") << "remove   removes" << QList<int>{1, 2, 1, 2, 6};
        QTest::newRow("unknown characters are left out") << "removeqs" << QList<int>{1, 2, 6};
        QTest::newRow("full width forms") << QString::fromUtf8("ｒｅｍｏｖｅ") << QList<int>{1, 2};
        QTest::newRow("nothing") << "  " << QList<int>{};
    }
    void unigramsAreTheMostLikelySplit() {
        QFETCH(QString, text);
        QTEST(encoded(Unigram, text.toUtf8().constData()), "ids");
    }

    void unusableTokenizersAreNamed_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("says");
        QTest::newRow("no JSON") << "<html>"
                                 << "";
        QTest::newRow("no model") << "{}"
                                  << "no \"model\"";
        QTest::newRow("a list") << "[1]"
                                << "no \"model\"";
        QTest::newRow("byte pairs") << R"({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}})"
                                    << "\"BPE\", which is not supported";
        QTest::newRow("byte level") << R"({"pre_tokenizer": {"type": "ByteLevel"}, "model": {"type": "WordPiece"}})"
                                    << "ByteLevel";
        QTest::newRow("a regular expression")
            << R"({"normalizer": {"type": "Replace", "pattern": {"Regex": "(a|b)+"}, "content": ""}, "model": {}})"
            << "(a|b)+";
        QTest::newRow("no vocabulary") << R"({"model": {"type": "WordPiece"}})"
                                       << "vocabulary";
        QTest::newRow("a huge id") << R"({"model": {"type": "WordPiece", "vocab": {"a": 4000000000}}})"
                                   << "2,000,000";
        QTest::newRow("a negative id") << R"({"model": {"type": "WordPiece", "vocab": {"a": -1}}})"
                                       << "2,000,000";
        QTest::newRow("a piece without score") << R"({"model": {"type": "Unigram", "vocab": [["a"]]}})"
                                               << "pair";
        QTest::newRow("a normalizer of text") << R"({"normalizer": {"type": "Sequence", "normalizers": ["x"]},
                                                     "model": {}})"
                                              << "no object";
    }
    void unusableTokenizersAreNamed() {
        QFETCH(QString, json);
        QFETCH(QString, says);
        const auto read = detail::PieceTokenizer::read(json.toStdString(), "tokenizer.json");
        QVERIFY(!read);
        const QString message = QString::fromStdString(read.error().toString());
        QVERIFY2(message.contains(says) && message.contains("tokenizer.json"), qPrintable(message));
    }

    void aTextIsTheMeanOfItsPieces() {
        const Folder folder(tenRowsModel(), WordPieces);
        const auto model = openModel2Vec(folder.path());
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE((*model)->identity().dimension, 2U);
        QVERIFY((*model)->local());
        std::vector<float> out(2);
        QVERIFY((*model)->embedQuery("remove delete", out)); // rows 3, 4 and 2: (3, 9)
        QVERIFY(std::abs(out[1] / out[0] - 3) < 1e-5F);
        QVERIFY(std::abs(out[0] * out[0] + out[1] * out[1] - 1) < 1e-5F);
        QVERIFY((*model)->embedQuery("zebra", out));
        QCOMPARE(out, (std::vector<float>{0, 0}));
        const std::vector<EmbeddedText> texts{{{{"remove", 1}, {"delete", 1}}, ""}};
        std::vector<float> document(2);
        QVERIFY((*model)->embedDocuments(texts, document, {}));
        QVERIFY(std::abs(document[1] / document[0] - 3) < 1e-5F);
    }

    void weightsAndMappingCount() {
        const std::string header = R"({"embeddings": {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 16]},
            "weights": {"dtype": "F32", "shape": [10], "data_offsets": [16, 56]},
            "mapping": {"dtype": "I32", "shape": [10], "data_offsets": [56, 96]}})";
        const std::string data = numbers({1.0F, 0.0F, 0.0F, 1.0F}) +
                                 numbers({1.0F, 1.0F, 2.0F, 1.0F, 1.0F, 1.0F, 1.0F, 6.0F, 1.0F, 1.0F}) +
                                 numbers<std::int32_t>({0, 0, 0, 0, 0, 0, 0, 1, 0, 0});
        const Folder folder(safetensors(header, data), WordPieces);
        const auto model = openModel2Vec(folder.path());
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        std::vector<float> out(2);
        QVERIFY((*model)->embedQuery("delete cafe", out)); // 2 × row 0 + 6 × row 1
        QVERIFY(std::abs(out[1] / out[0] - 3) < 1e-5F);
    }

    void typesOfNumbersAreRead_data() {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char *type, const std::string &bytes) {
            QTest::newRow(type) << QString(type) << QByteArray::fromStdString(bytes);
        };
        row("F64", numbers({1.0, -0.5}));
        row("F32", numbers({1.0F, -0.5F}));
        row("F16", numbers<std::uint16_t>({0x3C00, 0xB800}));
        row("BF16", numbers<std::uint16_t>({0x3F80, 0xBF00}));
        row("I8", numbers<std::int8_t>({100, -50}));
        row("I64", numbers<std::int64_t>({10, -5}));
    }
    void typesOfNumbersAreRead() {
        QFETCH(QString, type);
        QFETCH(QByteArray, bytes);
        const std::string header = "{\"embeddings\": {\"dtype\": \"" + type.toStdString() +
                                   "\", \"shape\": [1, 2], \"data_offsets\": [0, " + std::to_string(bytes.size()) +
                                   "]}}";
        const Folder folder(safetensors(header, bytes.toStdString()),
                            R"({"model": {"type": "WordLevel", "vocab": {"a": 0}, "unk_token": "?"}})");
        const auto model = openModel2Vec(folder.path());
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        std::vector<float> out(2);
        QVERIFY((*model)->embedQuery("a", out));
        QVERIFY2(std::abs(out[1] / out[0] + 0.5F) < 1e-5F, qPrintable(QString::number(out[1])));
    }

    void smallHalvesAreRead() {
        detail::Tensor tensor;
        tensor.type = detail::NumberType::F16;
        const std::string bytes = numbers<std::uint16_t>({0x0001, 0x03FF, 0x7BFF, 0x8000});
        tensor.bytes = bytes;
        QCOMPARE(tensor.at(0), std::ldexp(1.0, -24));
        QCOMPARE(tensor.at(1), std::ldexp(1023.0, -24));
        QCOMPARE(tensor.at(2), 65504.0);
        QCOMPARE(tensor.at(3), 0.0);
    }

    void wrongModelsAreRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *name, const std::string &bytes, const char *says) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(says);
        };
        const auto withHeader = [](const std::string &header) { return safetensors(header, tenRows()); };
        row("empty", "", "first number");
        row("a page", "<html><body>Sign in</body></html>", "header would have");
        row("a header beyond the file", safetensors("{}", "").replace(0, 1, "\x7f"), "ends within its header");
        row("no JSON", safetensors("nonsense", ""), "no JSON object");
        row("deep JSON", safetensors(std::string(100, '['), ""), "no JSON object");
        row("a missing tensor", withHeader(R"({"other": {"dtype": "F32", "shape": [10, 2], "data_offsets": [0, 80]}})"),
            "no tensor \"embeddings\"");
        row("no place", withHeader(R"({"embeddings": {"dtype": "F32", "shape": [10, 2]}})"), "lacks");
        row("beyond the end",
            withHeader(R"({"embeddings": {"dtype": "F32", "shape": [10, 3], "data_offsets": [0, 120]}})"),
            "beyond the end");
        row("another size than its shape",
            withHeader(R"({"embeddings": {"dtype": "F32", "shape": [10, 2], "data_offsets": [0, 40]}})"),
            "than its shape");
        row("a shape that overflows",
            withHeader(
                R"({"embeddings": {"dtype": "F32", "shape": [4294967296, 4294967296], "data_offsets": [0, 0]}})"),
            "than its shape");
        row("a negative size",
            withHeader(R"({"embeddings": {"dtype": "F32", "shape": [-1, 2], "data_offsets": [0, 80]}})"),
            "no whole number");
        row("offsets backwards",
            withHeader(R"({"embeddings": {"dtype": "F32", "shape": [10, 2], "data_offsets": [80, 0]}})"),
            "beyond the end");
        row("one dimension", withHeader(R"({"embeddings": {"dtype": "F32", "shape": [20], "data_offsets": [0, 80]}})"),
            "no table");
        row("no columns", withHeader(R"({"embeddings": {"dtype": "F32", "shape": [10, 0], "data_offsets": [0, 0]}})"),
            "no table");
        row("fewer vectors than pieces",
            withHeader(R"({"embeddings": {"dtype": "F32", "shape": [5, 4], "data_offsets": [0, 80]}})"),
            "5 vectors for 10 pieces");
        row("a mapping beyond the vectors",
            safetensors(R"({"embeddings": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]},
                "mapping": {"dtype": "I32", "shape": [10], "data_offsets": [0, 40]}})",
                        tenRows()),
            "beyond the embeddings");
        row("weights that are too few",
            safetensors(R"({"embeddings": {"dtype": "F32", "shape": [10, 2], "data_offsets": [0, 80]},
                "weights": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})",
                        tenRows()),
            "weights");
    }
    void wrongModelsAreRefused() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const Folder folder(bytes.toStdString(), WordPieces);
        const auto model = openModel2Vec(folder.path());
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::Corrupt);
        const QString message = QString::fromStdString(model.error().message);
        QVERIFY2(message.contains(says) && message.contains("model.safetensors"), qPrintable(message));
    }

    void numbersThatAreNoneMakeATextUnknown() {
        std::string data = tenRows();
        const float nan = std::numeric_limits<float>::quiet_NaN();
        std::memcpy(data.data() + 2 * 8, &nan, 4);
        const Folder folder(
            safetensors(R"({"embeddings": {"dtype": "F32", "shape": [10, 2], "data_offsets": [0, 80]}})", data),
            WordPieces);
        const auto model = openModel2Vec(folder.path()).value();
        std::vector<float> out(2);
        QVERIFY(model->embedQuery("delete", out));
        QCOMPARE(out, (std::vector<float>{0, 0}));
    }

    void theIdentityIsThatOfTheFiles() {
        const Folder folder(tenRowsModel(), WordPieces);
        const ModelIdentity before = openModel2Vec(folder.path()).value()->identity();
        QCOMPARE(openModel2Vec(folder.path() / "").value()->identity(), before);
        folder.put("tokenizer.json", WordPieces + " ");
        QVERIFY(!(openModel2Vec(folder.path()).value()->identity() == before));
        std::filesystem::remove(folder.path() / "tokenizer.json");
        QCOMPARE(openModel2Vec(folder.path()).error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestModel2Vec)
#include "tst_model2vec.moc"
