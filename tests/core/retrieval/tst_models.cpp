#include "retrieval/models.h"

#include "retrieval/query_cache.h"
#include "retrieval/token_table.h"
#include "support/http_server.h"

#include <QTemporaryDir>
#include <QTest>
#include <cstdlib>

using namespace actionscope;
using namespace actionscope::retrieval;
using Kind = EmbeddingSettings::Kind;

class TestModels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theShippedTableIsTheDefault() {
        QCOMPARE(openModel({}, "/", {}).value()->identity(), TokenTable::shipped()->identity());
    }

    void noneMeansKeywordsOnly() { QVERIFY(!openModel({.kind = Kind::None}, "/", {}).value()); }

    void pathsAreRelativeToTheWorkspace() {
        const auto table = openModel({.path = "tokens.bin"}, ACTIONSCOPE_SOURCE_DIR "/resources/embedding", {});
        QVERIFY(table);
        QCOMPARE((*table)->identity(), TokenTable::shipped()->identity());
        const auto none = openModel({.path = "none.bin"}, "/nowhere", {});
        QCOMPARE(none.error().code, ErrorCode::NotFound);
        QVERIFY(none.error().toString().find("none.bin") != std::string::npos);
        const auto folder = openModel({.kind = Kind::Model2Vec, .path = "potion"}, "/nowhere", {});
        QCOMPARE(folder.error().code, ErrorCode::NotFound);
    }

    void endpointsGetTheKeyOfTheEnvironmentAndAreAskedOnce() {
        test::HttpServer server([](const test::HttpCall &, test::HttpServer::Peer &peer) {
            peer.answer("200 OK", "{\"data\": [{\"index\": 0, \"embedding\": [3, 4]}]}");
        });
        EmbeddingSettings settings{.kind = Kind::Endpoint, .url = server.url("/v1/"), .model = "m"};
        settings.keyEnv = "ACTIONSCOPE_TEST_EMBEDDING_KEY";
        ::unsetenv(settings.keyEnv.c_str());
        const auto without = openModel(settings, "/", {});
        QCOMPARE(without.error().code, ErrorCode::InvalidArgument);
        QVERIFY(without.error().message.find(settings.keyEnv) != std::string::npos);
        ::setenv(settings.keyEnv.c_str(), "s3cret", 1);
        ::setenv("ACTIONSCOPE_TEST_EMBEDDING_KEY_FOR", ("https://api.example.com " + server.url("")).c_str(), 1);
        const auto model = openModel(settings, "/", {});
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE(server.last().header("authorization"), std::string("Bearer s3cret"));
        std::vector<float> out(2);
        const std::size_t before = server.count();
        for (int i = 0; i < 3; ++i)
            QVERIFY((*model)->embedQuery("delete a pet", out));
        QCOMPARE(server.count(), before + 1);
        QCOMPARE(out, (std::vector<float>{0.6F, 0.8F}));
    }

    void aWorkspaceAloneGetsNoSecretSent_data() {
        QTest::addColumn<QString>("allowed");
        QTest::newRow("a variable that nobody gave away") << QString();
        QTest::newRow("an empty list") << "";
        QTest::newRow("another server") << "https://api.example.com";
        QTest::newRow("another port of this machine") << "http://127.0.0.1:1";
        QTest::newRow("another scheme") << "https://127.0.0.1:%1";
        QTest::newRow("a name that begins alike") << "http://127.0.0.1:%10";
        QTest::newRow("anything") << "*";
    }
    void aWorkspaceAloneGetsNoSecretSent() {
        QFETCH(QString, allowed);
        test::HttpServer server([](const test::HttpCall &, test::HttpServer::Peer &peer) {
            peer.answer("200 OK", "{\"data\": [{\"index\": 0, \"embedding\": [3, 4]}]}");
        });
        const std::string url = server.url("");
        const EmbeddingSettings settings{
            .kind = Kind::Endpoint, .url = server.url("/v1"), .model = "m", .keyEnv = "AWS_SECRET_ACCESS_KEY"};
        ::setenv("AWS_SECRET_ACCESS_KEY", "s3cret", 1);
        ::unsetenv("AWS_SECRET_ACCESS_KEY_FOR");
        if (!allowed.isNull()) {
            const QString port = QString::fromStdString(url.substr(url.rfind(':') + 1)).remove('/');
            ::setenv("AWS_SECRET_ACCESS_KEY_FOR", allowed.replace("%1", port).toUtf8().constData(), 1);
        }
        const auto model = openModel(settings, "/", {});
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::InvalidArgument);
        const std::string &says = model.error().message;
        QVERIFY2(says.find("AWS_SECRET_ACCESS_KEY_FOR=http://127.0.0.1:") != std::string::npos, says.c_str());
        QVERIFY2(says.find("s3cret") == std::string::npos, says.c_str());
        QCOMPARE(server.count(), std::size_t{0}); // not even asked
    }

    void incompleteSettingsAreNamed() {
        QCOMPARE(openModel({.kind = Kind::Model2Vec}, "/", {}).error().code, ErrorCode::InvalidArgument);
        QCOMPARE(openModel({.kind = Kind::Endpoint, .model = "m"}, "/", {}).error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_GUILESS_MAIN(TestModels)
#include "tst_models.moc"
