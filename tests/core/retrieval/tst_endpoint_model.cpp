// An endpoint over real sockets, well-behaved and otherwise.
#include "retrieval/endpoint_model.h"

#include "base/file.h"
#include "base/json.h"
#include "support/http_server.h"

#include <QTemporaryDir>
#include <QTest>
#include <cmath>

using namespace actionscope;
using namespace actionscope::retrieval;
using namespace std::chrono_literals;
using test::HttpCall, test::HttpServer;

namespace {

/// Vectors of three numbers that depend on the text only.
std::string vectorsFor(const HttpCall &call) {
    const json::value body = parseJson(call.body).value();
    json::array data;
    int index = 0;
    for (const json::value &text : *arrayMember(body, "input")) {
        const auto size = static_cast<double>(text.get_string().size());
        data.push_back(json::object{{"object", "embedding"}, {"index", index++}, {"embedding", {size, 1, -2.5}}});
    }
    std::reverse(data.begin(), data.end()); // the index says which is which
    return json::serialize(json::object{{"object", "list"}, {"data", data}, {"model", "m"}});
}

HttpServer::Handler good() {
    return [](const HttpCall &call, HttpServer::Peer &peer) { peer.answer("200 OK", vectorsFor(call)); };
}

EndpointOptions optionsFor(const HttpServer &server) {
    EndpointOptions options;
    options.url = server.url("/v1");
    options.model = "m";
    options.firstPause = 1ms;
    options.longestPause = 5ms;
    options.restAfterFailure = 0ms;
    return options;
}

std::vector<EmbeddedText> texts(int count) {
    std::vector<EmbeddedText> all;
    for (int i = 0; i < count; ++i)
        all.push_back({{{"text number " + std::string(static_cast<std::size_t>(i), 'x'), 1}}, ""});
    return all;
}

double length(std::span<const float> vector) {
    double sum = 0;
    for (const float value : vector)
        sum += static_cast<double>(value) * static_cast<double>(value);
    return std::sqrt(sum);
}

} // namespace

class TestEndpointModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void documentsAreAskedForInBatches() {
        HttpServer server(good());
        EndpointOptions options = optionsFor(server);
        options.batch = 4;
        options.key = "s3cret";
        const auto model = openEndpointModel(options);
        QVERIFY2(model, model ? "" : model.error().message.c_str());
        QCOMPARE((*model)->identity().dimension, 3U);
        QVERIFY(!(*model)->local());
        QCOMPARE(server.last().target, std::string("/v1/embeddings"));
        QCOMPARE(server.last().header("authorization"), std::string("Bearer s3cret"));
        const std::size_t before = server.count();
        std::vector<float> out(10 * 3);
        std::vector<std::uint64_t> steps;
        QVERIFY((*model)->embedDocuments(
            texts(10), out, Job{.report = [&](const Progress &progress) { steps.push_back(progress.done); }}));
        QCOMPARE(server.count() - before, 3U); // 4 + 4 + 2
        QCOMPARE(steps, (std::vector<std::uint64_t>{0, 4, 8, 10}));
        for (int i = 0; i < 10; ++i) {
            const auto row = std::span(out).subspan(static_cast<std::size_t>(i) * 3, 3);
            QVERIFY(std::abs(length(row) - 1) < 0.02);
            QVERIFY(std::abs(row[0] / row[1] - static_cast<float>(12 + i)) < 2.5F); // its own vector, in its own row
        }
    }

    void whatWasEmbeddedIsKeptOnDisk() {
        QTemporaryDir folder;
        HttpServer server(good());
        EndpointOptions options = optionsFor(server);
        options.cache = folder.filePath("embeddings").toStdString();
        std::vector<float> cold(5 * 3), warm(5 * 3);
        QVERIFY(openEndpointModel(options).value()->embedDocuments(texts(5), cold, {}));
        const std::size_t asked = server.count();
        // The next session needs the endpoint for nothing but what is new.
        const auto model = openEndpointModel(options).value();
        QVERIFY(model->embedDocuments(texts(5), warm, {}));
        QCOMPARE(server.count(), asked);
        QCOMPARE(warm, cold);
        std::vector<float> more(6 * 3);
        QVERIFY(model->embedDocuments(texts(6), more, {}));
        QCOMPARE(arrayMember(parseJson(server.last().body).value(), "input")->size(), 1U);
    }

    void aDamagedCacheIsAskedForAgain_data() {
        QTest::addColumn<int>("damage");
        QTest::newRow("half a record") << 0;
        QTest::newRow("a turned bit") << 1;
        QTest::newRow("a foreign file") << 2;
        QTest::newRow("an empty file") << 3;
    }
    void aDamagedCacheIsAskedForAgain() {
        QFETCH(int, damage);
        QTemporaryDir folder;
        HttpServer server(good());
        EndpointOptions options = optionsFor(server);
        options.cache = folder.path().toStdString();
        std::vector<float> cold(5 * 3), again(5 * 3);
        QVERIFY(openEndpointModel(options).value()->embedDocuments(texts(5), cold, {}));
        const auto file = std::filesystem::directory_iterator(options.cache)->path();
        std::string bytes = readFile(file, 1 << 20).value();
        if (damage == 0)
            bytes.resize(bytes.size() - 5);
        else if (damage == 1)
            bytes[bytes.size() - 10] = static_cast<char>(bytes[bytes.size() - 10] ^ 4);
        else
            bytes = damage == 2 ? std::string(500, 'y') : std::string();
        QVERIFY(writeFileAtomically(file, bytes));
        QVERIFY(openEndpointModel(options).value()->embedDocuments(texts(5), again, {}));
        QCOMPARE(again, cold);
        const std::size_t asked = server.count();
        QVERIFY(openEndpointModel(options).value()->embedDocuments(texts(5), again, {}));
        QCOMPARE(server.count(), asked); // it is whole again
        QCOMPARE(again, cold);
    }

    void anotherModelHasItsOwnCache() {
        QTemporaryDir folder;
        HttpServer server(good());
        EndpointOptions options = optionsFor(server);
        options.cache = folder.path().toStdString();
        std::vector<float> out(5 * 3);
        const auto first = openEndpointModel(options).value();
        QVERIFY(first->embedDocuments(texts(5), out, {}));
        options.model = "other";
        const auto second = openEndpointModel(options).value();
        QVERIFY(!(first->identity() == second->identity()));
        const std::size_t before = server.count();
        QVERIFY(second->embedDocuments(texts(5), out, {}));
        QCOMPARE(server.count(), before + 1);
    }

    void aBrokenBuildGoesOnWhereItStopped() {
        QTemporaryDir folder;
        std::atomic<int> left = 3; // the test text and two batches
        HttpServer server([&](const HttpCall &call, HttpServer::Peer &peer) {
            if (left-- > 0)
                peer.answer("200 OK", vectorsFor(call));
            else
                peer.answer("500 Internal Server Error", R"({"error": {"message": "out of memory"}})");
        });
        EndpointOptions options = optionsFor(server);
        options.cache = folder.path().toStdString();
        options.batch = 2;
        options.attempts = 2;
        std::vector<float> out(8 * 3);
        const auto failed = openEndpointModel(options).value()->embedDocuments(texts(8), out, {});
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::NetworkError);
        QVERIFY2(failed.error().message.find("out of memory") != std::string::npos, failed.error().message.c_str());
        left = 100;
        const std::size_t before = server.count();
        QVERIFY(openEndpointModel(options).value()->embedDocuments(texts(8), out, {}));
        QCOMPARE(server.count() - before, 2U); // four of eight were there
    }

    void busyEndpointsAreAskedAgain_data() {
        QTest::addColumn<QString>("status");
        QTest::newRow("too many requests") << "429 Too Many Requests";
        QTest::newRow("overloaded") << "503 Service Unavailable";
        QTest::newRow("a gateway's failure") << "502 Bad Gateway";
    }
    void busyEndpointsAreAskedAgain() {
        QFETCH(QString, status);
        std::atomic<int> refusals = 3;
        HttpServer server([&](const HttpCall &call, HttpServer::Peer &peer) {
            if (refusals-- > 0)
                peer.answer(status.toStdString(), "busy", "text/plain", "Retry-After: 0\r\n");
            else
                peer.answer("200 OK", vectorsFor(call));
        });
        QVERIFY(openEndpointModel(optionsFor(server)));
        QCOMPARE(server.count(), 4U);
    }

    void brokenConnectionsAreTriedAgain() {
        std::atomic<int> breaks = 2;
        HttpServer server([&](const HttpCall &call, HttpServer::Peer &peer) {
            if (breaks-- > 0)
                peer.reset();
            else
                peer.answer("200 OK", vectorsFor(call));
        });
        QVERIFY(openEndpointModel(optionsFor(server)));
    }

    void wrongAnswersAreNamed_data() {
        QTest::addColumn<QString>("status");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QString>("says");
        const char *json = "application/json";
        QTest::newRow("a page") << "200 OK"
                                << "text/html"
                                << "<html>Sign in</html>"
                                << "text/html that is no JSON";
        QTest::newRow("NaN") << "200 OK" << json << R"({"data": [{"index": 0, "embedding": [NaN, 1]}]})"
                             << "no JSON";
        QTest::newRow("null for a number")
            << "200 OK" << json << R"({"data": [{"index": 0, "embedding": [null, 1, 2]}]})"
            << "finite numbers";
        QTest::newRow("infinite") << "200 OK" << json << R"({"data": [{"index": 0, "embedding": [1e300, 1, 2]}]})"
                                  << "finite numbers";
        QTest::newRow("no data") << "200 OK" << json << R"({"embeddings": [[1]]})"
                                 << "without \"data\"";
        QTest::newRow("an error in an answer of success") << "200 OK" << json << R"({"error": "model is loading"})"
                                                          << "model is loading";
        QTest::newRow("no vector") << "200 OK" << json << R"({"data": []})"
                                   << "0 vectors for 1 texts";
        QTest::newRow("two vectors") << "200 OK" << json << R"({"data": [{"embedding": [1]}, {"embedding": [1]}]})"
                                     << "2 vectors for 1 texts";
        QTest::newRow("an index beyond the texts")
            << "200 OK" << json << R"({"data": [{"index": 7, "embedding": [1, 2, 3]}]})"
            << "told apart";
        QTest::newRow("an empty vector") << "200 OK" << json << R"({"data": [{"index": 0, "embedding": []}]})"
                                         << "0 numbers";
        QTest::newRow("unauthorised") << "401 Unauthorized" << json << R"({"error": {"message": "bad key"}})"
                                      << "key_env";
        QTest::newRow("no such path") << "404 Not Found"
                                      << "text/plain"
                                      << "404 page not found"
                                      << "search.embedding.url";
        QTest::newRow("a text too long") << "400 Bad Request" << json
                                         << R"({"error": {"message": "input is too long"}})"
                                         << "input is too long";
        QTest::newRow("a redirection") << "302 Found" << json << ""
                                       << "status 302";
    }
    void wrongAnswersAreNamed() {
        QFETCH(QString, status);
        QFETCH(QString, type);
        QFETCH(QString, body);
        QFETCH(QString, says);
        HttpServer server([&](const HttpCall &, HttpServer::Peer &peer) {
            peer.answer(status.toStdString(), body.toStdString(), type.toStdString());
        });
        const auto model = openEndpointModel(optionsFor(server));
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::NetworkError);
        const QString message = QString::fromStdString(model.error().message);
        QVERIFY2(message.contains(says), qPrintable(message));
        QVERIFY2(message.contains(QString::fromStdString(server.authority())), qPrintable(message));
        QCOMPARE(server.count(), 1U); // asking again would not help
    }

    void vectorsOfAnotherSizeAreRefused() {
        std::atomic<bool> changed = false;
        HttpServer server([&](const HttpCall &call, HttpServer::Peer &peer) {
            peer.answer("200 OK", changed ? R"({"data": [{"index": 0, "embedding": [1, 2]}]})" : vectorsFor(call));
        });
        const auto model = openEndpointModel(optionsFor(server)).value();
        changed = true;
        std::vector<float> out(3);
        const auto embedded = model->embedQuery("x", out);
        QVERIFY(!embedded);
        QVERIFY2(embedded.error().message.find("2 numbers where 3") != std::string::npos,
                 embedded.error().message.c_str());
    }

    void theDimensionOfTheSettingIsDemanded() {
        HttpServer server(good());
        EndpointOptions options = optionsFor(server);
        options.dimension = 4;
        const auto model = openEndpointModel(options).value(); // nothing asked yet
        QCOMPARE(server.count(), 0U);
        std::vector<float> out(4);
        QVERIFY(!model->embedQuery("x", out));
        QVERIFY(server.last().body.find("\"dimensions\":4") != std::string::npos);
    }

    void slowEndpointsEndInTime() {
        HttpServer server([&](const HttpCall &, HttpServer::Peer &peer) { peer.hold(); });
        EndpointOptions options = optionsFor(server);
        options.dimension = 3;
        options.queryTimeout = 30ms;
        const auto model = openEndpointModel(options).value();
        std::vector<float> out(3);
        const auto embedded = model->embedQuery("x", out);
        QVERIFY(!embedded);
        QCOMPARE(embedded.error().code, ErrorCode::NetworkError);
    }

    void afterAFailureQueriesRest() {
        HttpServer server([&](const HttpCall &, HttpServer::Peer &peer) { peer.answer("500 No", "{}"); });
        EndpointOptions options = optionsFor(server);
        options.dimension = 3;
        options.restAfterFailure = 1h;
        const auto model = openEndpointModel(options).value();
        std::vector<float> out(3);
        const auto first = model->embedQuery("x", out), second = model->embedQuery("y", out);
        QVERIFY(!first && !second);
        QCOMPARE(first.error().message, second.error().message);
        QCOMPARE(server.count(), 1U);
    }

    void cancellingEndsAtOnceAndKeepsWhatIsDone() {
        QTemporaryDir folder;
        std::stop_source stop;
        std::atomic<int> calls = 0;
        HttpServer server([&](const HttpCall &call, HttpServer::Peer &peer) {
            if (++calls == 3) {
                stop.request_stop();
                peer.hold();
            } else {
                peer.answer("200 OK", vectorsFor(call));
            }
        });
        EndpointOptions options = optionsFor(server);
        options.cache = folder.path().toStdString();
        options.batch = 2;
        const auto model = openEndpointModel(options).value();
        std::vector<float> out(6 * 3);
        const auto embedded = model->embedDocuments(texts(6), out, Job{.report = {}, .stop = stop.get_token()});
        QVERIFY(!embedded);
        QCOMPARE(embedded.error().code, ErrorCode::Cancelled);
        QVERIFY(model->embedDocuments(texts(6), out, {}));
        QCOMPARE(calls.load(), 5); // the first batch was kept
    }

    void cancellingEndsAPause() {
        std::stop_source stop;
        HttpServer server([&](const HttpCall &, HttpServer::Peer &peer) {
            peer.answer("429 Too Many Requests", "", "text/plain", "Retry-After: 3600\r\n");
            stop.request_stop();
        });
        EndpointOptions options = optionsFor(server);
        options.longestPause = 1h;
        const auto model = openEndpointModel(options, Job{.report = {}, .stop = stop.get_token()});
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::Cancelled);
    }

    void emptyAndBrokenQueriesAreHarmless() {
        HttpServer server(good());
        const auto model = openEndpointModel(optionsFor(server)).value();
        std::vector<float> out(3, 9.0F);
        QVERIFY(model->embedQuery("  \n", out));
        QCOMPARE(length(out), 0.0);
        QVERIFY(model->embedQuery("\xff\xfe", out)); // sent as valid UTF-8
        QVERIFY(parseJson(server.last().body));
        QVERIFY(model->embedQuery(std::string(1'000'000, 'x'), out));
        QVERIFY(server.last().body.size() < 10'000);
    }

    void unusableSettingsAreRefused() {
        EndpointOptions options;
        options.url = "http://127.0.0.1:1/v1";
        QCOMPARE(openEndpointModel(options).error().code, ErrorCode::InvalidArgument); // no model
        options.model = "m";
        options.dimension = 5000;
        QCOMPARE(openEndpointModel(options).error().code, ErrorCode::InvalidArgument);
        options.dimension = 0;
        options.url = "ftp://example.com";
        QCOMPARE(openEndpointModel(options).error().code, ErrorCode::InvalidArgument);
        // A key goes over plain http to this machine only.
        options.url = "http://embeddings.example.com/v1";
        options.key = "s3cret";
        const auto model = openEndpointModel(options);
        QCOMPARE(model.error().code, ErrorCode::InvalidArgument);
        QVERIFY(model.error().message.find("https") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestEndpointModel)
#include "tst_endpoint_model.moc"
