#include "net/http_client.h"

#include "support/loopback_server.h"

#include <QTest>

using namespace actionscope;
using actionscope::test::LoopbackServer;
using Answer = LoopbackServer::Answer;

namespace {

Result<net::Fetched> get(const std::string &url, const net::FetchLimits &limits = {}, const Job &job = {}) {
    return net::fetch(url, limits, job);
}

bool says(const Error &error, const std::string &what) { return error.message.find(what) != std::string::npos; }

Answer redirect(const std::string &to, const std::string &status = "302 Found") {
    return LoopbackServer::answer(status, "", "text/plain", "Location: " + to + "\r\n");
}

} // namespace

class TestHttpClient : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        // A proxy of the developer's environment must not see requests to the loopback interface.
        for (const char *name : {"http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"})
            qunsetenv(name);
    }

    void fetchesADocument() {
        std::string head;
        const LoopbackServer server([&](const std::string &, const std::string &request) {
            head = request;
            return LoopbackServer::answer("200 OK", "{\"openapi\": \"3.0.0\"}", "Application/JSON; charset=utf-8");
        });
        const auto fetched = get(server.url("/api.json?version=1"));
        QVERIFY(fetched);
        QCOMPARE(fetched->body, std::string("{\"openapi\": \"3.0.0\"}"));
        QCOMPARE(fetched->contentType, std::string("application/json"));
        QCOMPARE(fetched->finalUrl, server.url("/api.json?version=1"));
        QVERIFY(head.starts_with("GET /api.json?version=1 HTTP/1.1"));
        QVERIFY(head.find("Authorization") == std::string::npos);
        QVERIFY(head.find("Cookie") == std::string::npos);
    }
    void saysTheStatus_data() {
        QTest::addColumn<QString>("status");
        for (const char *status :
             {"404 Not Found", "500 Oops", "401 Unauthorized", "204 No Content", "304 Not Modified"})
            QTest::newRow(status) << status;
    }
    void saysTheStatus() {
        QFETCH(QString, status);
        const LoopbackServer server(
            [&](auto &, auto &) { return LoopbackServer::answer(status.toStdString(), "", "text/html"); });
        const auto fetched = get(server.url());
        QVERIFY(!fetched);
        QCOMPARE(fetched.error().code, ErrorCode::NetworkError);
        QVERIFY2(says(fetched.error(), status.left(3).toStdString()), fetched.error().message.c_str());
    }
    void followsRedirectsWithinTheOrigin() {
        const LoopbackServer server([](const std::string &target, auto &) {
            if (target == "/old")
                return redirect("/folder/middle");
            if (target == "/folder/middle")
                return redirect("new.json", "308 Permanent Redirect");
            return LoopbackServer::answer("200 OK", "found");
        });
        const auto fetched = get(server.url("/old"));
        QVERIFY(fetched);
        QCOMPARE(fetched->body, std::string("found"));
        QCOMPARE(fetched->finalUrl, server.url("/folder/new.json"));
    }
    void refusesRedirectsToAnotherOrigin() {
        const LoopbackServer other([](auto &, auto &) { return LoopbackServer::answer("200 OK", "secret"); });
        std::string target;
        const LoopbackServer server([&](auto &, auto &) { return redirect(target); });
        for (const std::string &to :
             {other.url("/x"), std::string("http://user:password@elsewhere.test/"), std::string("file:///etc/hostname"),
              std::string("gopher://127.0.0.1/"), "https://127.0.0.1:" + std::to_string(server.port()) + "/"}) {
            target = to;
            const auto fetched = get(server.url());
            QVERIFY(!fetched);
            QCOMPARE(fetched.error().code, ErrorCode::NetworkError);
            QVERIFY2(says(fetched.error(), "another origin"), fetched.error().message.c_str());
            QVERIFY(!says(fetched.error(), "password"));
        }
        QCOMPARE(other.requests(), 0);
    }
    void stopsAfterAFewRedirects() {
        const LoopbackServer server([](auto &, auto &) { return redirect("/again"); });
        const auto fetched = get(server.url());
        QCOMPARE(fetched.error().code, ErrorCode::LimitExceeded);
        QCOMPARE(server.requests(), net::FetchLimits().redirects + 1);
    }
    void capsTheSize_data() {
        QTest::addColumn<QByteArray>("headers");
        QTest::addColumn<QByteArray>("body");
        const QByteArray large(100'000, 'x');
        QTest::newRow("announced") << "Content-Length: " + QByteArray::number(large.size()) << large;
        QTest::newRow("until the end of the connection") << QByteArray("X-None: 1") << large;
        // What counts is what comes out of the decompression: the first four bytes of Qt's form are its own.
        QTest::newRow("compressed") << QByteArray("Content-Encoding: deflate") << qCompress(large, 9).mid(4);
    }
    void capsTheSize() {
        QFETCH(QByteArray, headers);
        QFETCH(QByteArray, body);
        const LoopbackServer server([&](auto &, auto &) {
            return Answer{("HTTP/1.1 200 OK\r\nConnection: close\r\n" + headers + "\r\n\r\n" + body).toStdString()};
        });
        net::FetchLimits limits;
        limits.bytes = 99'999;
        const auto fetched = get(server.url(), limits);
        QVERIFY(!fetched);
        QCOMPARE(fetched.error().code, ErrorCode::LimitExceeded);
        QVERIFY2(says(fetched.error(), "limits.download_bytes"), fetched.error().message.c_str());
        limits.bytes = 100'000;
        QCOMPARE(get(server.url(), limits)->body.size(), std::size_t(100'000));
    }
    void givesUpOnAServerThatDoesNotAnswer() {
        const LoopbackServer server([](auto &, auto &) {
            return Answer{"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", true};
        });
        net::FetchLimits limits;
        limits.timeout = std::chrono::milliseconds(200);
        const auto fetched = get(server.url(), limits);
        QVERIFY(!fetched);
        QCOMPARE(fetched.error().code, ErrorCode::NetworkError);
        QVERIFY2(says(fetched.error(), "limits.download_timeout_ms"), fetched.error().message.c_str());
    }
    void noticesThatAnAnswerIsTruncated() {
        const LoopbackServer server(
            [](auto &, auto &) { return Answer{"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"openapi\":"}; });
        const auto fetched = get(server.url());
        QVERIFY(!fetched);
        QCOMPARE(fetched.error().code, ErrorCode::NetworkError);
        QVERIFY2(says(fetched.error(), "in the middle"), fetched.error().message.c_str());
    }
    void stopsWhenAsked() {
        const LoopbackServer server([](auto &, auto &) {
            return Answer{"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", true};
        });
        std::stop_source stop;
        Job job;
        job.stop = stop.get_token();
        job.report = [&](const Progress &) { stop.request_stop(); };
        QCOMPARE(get(server.url(), {}, job).error().code, ErrorCode::Cancelled);
    }
    void saysThatNobodyListens() {
        std::string url;
        {
            const LoopbackServer server([](auto &, auto &) { return Answer{}; });
            url = server.url();
        }
        const auto fetched = get(url);
        QCOMPARE(fetched.error().code, ErrorCode::NetworkError);
        QCOMPARE(fetched.error().where.file, url);
    }
    void takesHttpUrlsWithoutCredentialsOnly() {
        for (const char *url :
             {"", "nonsense", "ftp://example.org/a", "file:///etc/hostname", "http://",
              "http://user@127.0.0.1/", "http://user:secret@127.0.0.1/", "http://a b/"}) {
            const auto fetched = get(url);
            QVERIFY2(!fetched, url);
            QVERIFY2(fetched.error().code == ErrorCode::InvalidArgument, url);
            QVERIFY2(fetched.error().toString().find("secret") == std::string::npos, url);
        }
    }
    void knowsOrigins_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("origin");
        QTest::newRow("plain") << "http://example.org/a/b?c#d"
                               << "http://example.org";
        QTest::newRow("upper case") << "HTTPS://Example.ORG"
                                    << "https://example.org";
        QTest::newRow("default port") << "https://example.org:443/"
                                      << "https://example.org";
        QTest::newRow("other port") << "http://example.org:443/"
                                    << "http://example.org:443";
        QTest::newRow("IPv6") << "http://[::1]:80/x"
                              << "http://[::1]";
        QTest::newRow("credentials are no part") << "http://u:p@example.org/"
                                                 << "http://example.org";
        QTest::newRow("another scheme") << "ftp://example.org/"
                                        << "";
        QTest::newRow("no scheme") << "example.org/x"
                                   << "";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void knowsOrigins() {
        QFETCH(QString, url);
        QFETCH(QString, origin);
        QCOMPARE(QString::fromStdString(net::originOf(url.toStdString())), origin);
    }
};

QTEST_GUILESS_MAIN(TestHttpClient)
#include "tst_http_client.moc"
