#include "net/http_exchange.h"

#include "support/http_server.h"

#include <QTest>
#include <future>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

using namespace actionscope;
using namespace std::chrono_literals;
using net::AddressRules, net::ExchangeStage, net::HttpExchanger, net::HttpRequest;
using test::HttpCall, test::HttpServer;
using Peer = HttpServer::Peer;

namespace {

AddressRules loopback() { return *AddressRules::create({"127.0.0.1", "::1"}); }

HttpRequest get(const std::string &url) {
    HttpRequest request;
    request.url = url;
    request.timeout = 20s;
    return request;
}

bool says(const net::ExchangeError &error, const std::string &what) {
    return error.error.message.find(what) != std::string::npos;
}

void ok(const HttpCall &, Peer &peer) { peer.answer("200 OK", "{}"); }

/// A TLS server whose certificate nobody vouches for. Counts the bytes that clients send it after a handshake.
class SelfSignedServer {
public:
    SelfSignedServer() {
        m_key = EVP_RSA_gen(2048);
        m_certificate = X509_new();
        ASN1_INTEGER_set(X509_get_serialNumber(m_certificate), 1);
        X509_gmtime_adj(X509_getm_notBefore(m_certificate), -3600);
        X509_gmtime_adj(X509_getm_notAfter(m_certificate), 24 * 3600);
        X509_set_pubkey(m_certificate, m_key);
        X509_NAME *name = X509_get_subject_name(m_certificate);
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char *>("127.0.0.1"), -1,
                                   -1, 0);
        X509_set_issuer_name(m_certificate, name);
        X509_sign(m_certificate, m_key, EVP_sha256());
        m_context = SSL_CTX_new(TLS_server_method());
        SSL_CTX_use_certificate(m_context, m_certificate);
        SSL_CTX_use_PrivateKey(m_context, m_key);
        m_socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(m_socket, reinterpret_cast<sockaddr *>(&address), size) != 0 || ::listen(m_socket, 8) != 0 ||
            ::getsockname(m_socket, reinterpret_cast<sockaddr *>(&address), &size) != 0)
            qFatal("the test cannot listen");
        port = ntohs(address.sin_port);
        m_thread = std::thread([this] { serve(); });
    }
    ~SelfSignedServer() {
        m_stop = true;
        m_thread.join();
        ::close(m_socket);
        SSL_CTX_free(m_context);
        X509_free(m_certificate);
        EVP_PKEY_free(m_key);
    }
    int port = 0;
    std::atomic<int> connections = 0, bytes = 0;

private:
    void serve() {
        pollfd waiting{m_socket, POLLIN, 0};
        while (!m_stop) {
            if (::poll(&waiting, 1, 20) <= 0)
                continue;
            const int peer = ::accept4(m_socket, nullptr, nullptr, SOCK_CLOEXEC);
            ++connections;
            SSL *tls = SSL_new(m_context);
            SSL_set_fd(tls, peer);
            char buffer[4096];
            if (SSL_accept(tls) == 1)
                bytes += std::max(0, SSL_read(tls, buffer, sizeof buffer));
            SSL_free(tls);
            ::close(peer);
        }
    }
    EVP_PKEY *m_key;
    X509 *m_certificate;
    SSL_CTX *m_context;
    int m_socket = -1;
    std::atomic<bool> m_stop = false;
    std::thread m_thread;
};

} // namespace

class TestHttpExchange : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sendsAndReceives() {
        const HttpServer server([](const HttpCall &, Peer &peer) {
            peer.answer("201 Created", "{\"id\": 7}", "Application/JSON; charset=utf-8", "X-One: 1\r\nX-One: 2\r\n");
        });
        const HttpExchanger http(loopback());
        HttpRequest request = get(server.url("/a/../b?c=%2F"));
        request.method = "POST";
        request.body = std::string("a\0b", 3);
        request.headers = {{"X-Empty", ""}, {"Accept", "application/json"}, {"X-Utf8", "grün"}};
        const auto response = http.exchange(request);
        QVERIFY2(response, response ? "" : response.error().error.message.c_str());
        QCOMPARE(response->status, 201);
        QCOMPARE(response->body, std::string("{\"id\": 7}"));
        QCOMPARE(response->contentType(), std::string("application/json"));
        QCOMPARE(response->header("x-one"), std::string_view("1"));
        QCOMPARE(response->header("x-none"), std::string_view());
        const HttpCall call = server.last();
        QCOMPARE(call.method, std::string("POST"));
        QCOMPARE(call.target, std::string("/a/../b?c=%2F"));
        QCOMPARE(call.body, request.body);
        QCOMPARE(call.header("accept"), std::string("application/json"));
        QCOMPARE(call.header("x-utf8"), std::string("grün"));
        QVERIFY(call.has("x-empty"));
        QCOMPARE(call.header("host"), server.authority());
        for (const char *absent : {"content-type", "expect", "cookie", "authorization", "referer"})
            QVERIFY2(!call.has(absent), absent);
    }
    void everyMethod_data() {
        QTest::addColumn<QString>("method");
        QTest::addColumn<QString>("body");
        for (const char *method : {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})
            QTest::newRow(method) << method << "";
        for (const char *method : {"GET", "POST", "DELETE"})
            QTest::addRow("%s with a body", method) << method << "{\"a\": 1}";
    }
    void everyMethod() {
        QFETCH(QString, method);
        QFETCH(QString, body);
        const HttpServer server(ok);
        const HttpExchanger http(loopback());
        HttpRequest request = get(server.url());
        request.method = method.toStdString();
        request.body = body.toStdString();
        const auto response = http.exchange(request);
        QVERIFY(response);
        QCOMPARE(response->body, std::string(method == "HEAD" ? "" : "{}"));
        QCOMPARE(server.last().method, method.toStdString());
        QCOMPARE(server.last().body, body.toStdString());
        if (method == "POST" && body.isEmpty())
            QCOMPARE(server.last().header("content-length"), std::string("0"));
    }
    void doesNotFollowRedirects() {
        const HttpServer other(ok);
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            peer.answer("302 Found", "", "text/plain", "Location: " + other.url("/secret") + "\r\n");
        });
        const HttpExchanger http(loopback());
        const auto response = http.exchange(get(server.url()));
        QVERIFY(response);
        QCOMPARE(response->status, 302);
        QCOMPARE(response->header("location"), std::string_view(other.url("/secret")));
        QCOMPARE(other.count(), std::size_t(0));
    }
    void keepsNoCookies() {
        const HttpServer server([](const HttpCall &, Peer &peer) {
            peer.answer("200 OK", "{}", "application/json", "Set-Cookie: a=b\r\n");
        });
        const HttpExchanger http(loopback());
        QVERIFY(http.exchange(get(server.url())));
        QVERIFY(http.exchange(get(server.url())));
        QVERIFY(!server.last().has("cookie"));
    }
    void reusesConnections() {
        const HttpServer server(ok);
        const HttpExchanger http(loopback());
        for (int i = 0; i < 5; ++i)
            QVERIFY(http.exchange(get(server.url())));
        QCOMPARE(server.connections(), 1);
    }
    void ignoresProxiesOfTheEnvironment() {
        const HttpServer proxy(ok), server(ok);
        qputenv("http_proxy", QByteArray::fromStdString(proxy.url()));
        qputenv("ALL_PROXY", QByteArray::fromStdString(proxy.url()));
        const HttpExchanger http(loopback());
        const auto response = http.exchange(get(server.url()));
        qunsetenv("http_proxy");
        qunsetenv("ALL_PROXY");
        QVERIFY(response);
        QCOMPARE(proxy.count(), std::size_t(0));
        QCOMPARE(server.count(), std::size_t(1));
    }

    void certificatesAreVerified() {
        SelfSignedServer server;
        HttpRequest request = get("https://127.0.0.1:" + std::to_string(server.port) + "/");
        request.headers = {{"Authorization", "Bearer secret"}};
        const auto response = HttpExchanger(loopback()).exchange(request);
        QVERIFY(!response);
        QCOMPARE(response.error().error.code, ErrorCode::NetworkError);
        QCOMPARE(response.error().stage, ExchangeStage::NotConnected);
        QVERIFY2(says(response.error(), "certificate"), response.error().error.message.c_str());
        QCOMPARE(server.connections.load(), 1);
        QCOMPARE(server.bytes.load(), 0);
    }

    void refusesWhatWouldForgeARequest_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("crlf") << QByteArray("X-A") << QByteArray("a\r\nX-B: c");
        QTest::newRow("lf") << QByteArray("X-A") << QByteArray("a\nX-B: c");
        QTest::newRow("cr") << QByteArray("X-A") << QByteArray("a\rb");
        QTest::newRow("nul") << QByteArray("X-A") << QByteArray("a\0b", 3);
        QTest::newRow("name with colon") << QByteArray("X-A: b\r\nC") << QByteArray("d");
        QTest::newRow("name with space") << QByteArray("X A") << QByteArray("d");
        QTest::newRow("no name") << QByteArray("") << QByteArray("d");
        for (const char *name : {"Host", "content-length", "Transfer-Encoding", "Connection", "Upgrade", "TE",
                                 "Proxy-Authorization", "Expect"})
            QTest::newRow(name) << QByteArray(name) << QByteArray("1");
    }
    void refusesWhatWouldForgeARequest() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        const HttpServer server(ok);
        const HttpExchanger http(loopback());
        HttpRequest request = get(server.url());
        request.headers = {{name.toStdString(), value.toStdString()}};
        const auto response = http.exchange(request);
        QVERIFY(!response);
        QCOMPARE(response.error().error.code, ErrorCode::InvalidArgument);
        QCOMPARE(response.error().stage, ExchangeStage::NotConnected);
        QCOMPARE(server.connections(), 0);
    }
    void refusesUrlsAndMethods_data() {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("method");
        QTest::newRow("file") << "file:///etc/passwd"
                              << "GET";
        QTest::newRow("gopher") << "gopher://127.0.0.1/"
                                << "GET";
        QTest::newRow("relative") << "/a"
                                  << "GET";
        QTest::newRow("user") << "http://user@127.0.0.1/"
                              << "GET";
        QTest::newRow("password") << "http://user:pw@127.0.0.1/"
                                  << "GET";
        QTest::newRow("empty user") << "http://@127.0.0.1/"
                                    << "GET";
        QTest::newRow("space") << "http://127.0.0.1/a b"
                               << "GET";
        QTest::newRow("line break") << "http://127.0.0.1/a\r\nX: b"
                                    << "GET";
        QTest::newRow("other letters") << "http://grün.example/"
                                       << "GET";
        QTest::newRow("zone") << "http://[fe80::1%25lo]/"
                              << "GET";
        QTest::newRow("port 0") << "http://127.0.0.1:0/"
                                << "GET";
        QTest::newRow("connect") << "http://127.0.0.1/"
                                 << "CONNECT";
        QTest::newRow("method") << "http://127.0.0.1/"
                                << "GET /x HTTP/1.1\r\nA: b";
        QTest::newRow("no method") << "http://127.0.0.1/"
                                   << "";
    }
    void refusesUrlsAndMethods() {
        QFETCH(QString, url);
        QFETCH(QString, method);
        HttpRequest request = get(url.toStdString());
        request.method = method.toStdString();
        const auto response = HttpExchanger(loopback()).exchange(request);
        QVERIFY(!response);
        QCOMPARE(response.error().error.code, ErrorCode::InvalidArgument);
        QVERIFY(!says(response.error(), "pw"));
    }

    void privateAddressesAreRefusedInEveryForm_data() {
        QTest::addColumn<QString>("host");
        for (const char *host : {"127.0.0.1",
                                 "2130706433",
                                 "0x7f000001",
                                 "0x7f.0.0.1",
                                 "0177.0.0.1",
                                 "017700000001",
                                 "127.1",
                                 "127.0.0.1.",
                                 "localhost",
                                 "LOCALHOST.",
                                 "0.0.0.0",
                                 "0",
                                 "[::1]",
                                 "[::ffff:127.0.0.1]",
                                 "[::ffff:7f00:1]",
                                 "[::]",
                                 "169.254.169.254",
                                 "2852039166",
                                 "[fd00::1]",
                                 "[fe80::1]",
                                 "[64:ff9b::7f00:1]",
                                 "[2002:7f00:1::]",
                                 "10.0.0.1",
                                 "192.168.0.1",
                                 "[::127.0.0.1]",
                                 "224.0.0.1"})
            QTest::newRow(host) << host;
    }
    void privateAddressesAreRefusedInEveryForm() {
        QFETCH(QString, host);
        const HttpServer four(ok), six(ok, AF_INET6);
        const HttpExchanger http{AddressRules()};
        for (const int port : {four.port(), six.port()}) {
            const auto response = http.exchange(get("http://" + host.toStdString() + ":" + std::to_string(port) + "/"));
            QVERIFY(!response);
            // A dot at the end makes a name of what looks like an address; the system may or may not know it.
            QVERIFY2(response.error().error.code == ErrorCode::PermissionDenied ||
                         (host.endsWith('.') && response.error().error.code == ErrorCode::NetworkError),
                     response.error().error.message.c_str());
            QCOMPARE(response.error().stage, ExchangeStage::NotConnected);
        }
        QCOMPARE(four.connections() + six.connections(), 0);
    }
    void theListOpensOnePort() {
        const HttpServer server(ok), other(ok), six(ok, AF_INET6);
        const HttpExchanger http(*AddressRules::create(
            {"127.0.0.0/8:" + std::to_string(server.port()), "[::1]:" + std::to_string(six.port())}));
        QVERIFY(http.exchange(get(server.url())));
        QVERIFY(http.exchange(get("http://2130706433:" + std::to_string(server.port()) + "/")));
        QVERIFY(http.exchange(get(six.url())));
        QVERIFY(!http.exchange(get(other.url())));
    }
    /// The name is looked up once, and what was found and checked is what is connected to, whatever comes later.
    void connectsToTheAddressThatWasChecked() {
        const HttpServer server(ok);
        std::atomic<int> lookups = 0;
        const net::Resolver rebinding = [&](const std::string &) -> Result<std::vector<std::string>> {
            return std::vector<std::string>{++lookups == 1 ? "127.0.0.1" : "10.255.255.1"};
        };
        // "localhost" resolves everywhere, so that only the pin keeps the second server from being asked.
        const HttpExchanger http(*AddressRules::create({"127.0.0.1"}), rebinding);
        const std::string port = std::to_string(server.port());
        const auto first = http.exchange(get("http://rebind.example:" + port + "/"));
        QVERIFY2(first, first ? "" : first.error().error.message.c_str());
        QCOMPARE(lookups.load(), 1);
        QCOMPARE(server.last().header("host"), "rebind.example:" + port);
        const auto second = http.exchange(get("http://rebind.example:" + port + "/"));
        QVERIFY(!second);
        QCOMPARE(second.error().error.code, ErrorCode::PermissionDenied);
        QCOMPARE(server.count(), std::size_t(1));
    }
    void aNameKeepsItsOwnAddressNotThatOfTheSystem() {
        const HttpServer four(ok), six(ok, AF_INET6);
        // The system would say 127.0.0.1 (or ::1, first or not) for localhost; what was checked is the other one.
        const HttpExchanger http(loopback(), [](const std::string &) -> Result<std::vector<std::string>> {
            return std::vector<std::string>{"::1"};
        });
        QVERIFY(!http.exchange(get("http://localhost:" + std::to_string(four.port()) + "/")));
        QVERIFY(http.exchange(get("http://localhost:" + std::to_string(six.port()) + "/")));
        QVERIFY(http.exchange(get("http://localhost.:" + std::to_string(six.port()) + "/")));
        QCOMPARE(four.connections(), 0);
    }
    void aMixedAnswerOfDnsIsRefused() {
        const HttpServer server(ok);
        const HttpExchanger http(AddressRules(), [](const std::string &) -> Result<std::vector<std::string>> {
            return std::vector<std::string>{"93.184.216.34", "127.0.0.1"};
        });
        const auto response = http.exchange(get("http://mixed.example:" + std::to_string(server.port()) + "/"));
        QVERIFY(!response);
        QCOMPARE(response.error().error.code, ErrorCode::PermissionDenied);
    }

    void failures_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<int>("stage");
        QTest::addColumn<bool>("timedOut");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const auto row = [](const char *what, ExchangeStage stage, bool timedOut, ErrorCode code, const char *words) {
            QTest::newRow(what) << what << int(stage) << timedOut << int(code) << words;
        };
        row("hang", ExchangeStage::Sent, true, ErrorCode::NetworkError, "within 300 ms");
        row("hang in body", ExchangeStage::ResponseBegun, true, ErrorCode::NetworkError, "within 300 ms");
        row("idle", ExchangeStage::ResponseBegun, true, ErrorCode::NetworkError, "sent nothing for 150 ms");
        row("reset", ExchangeStage::Sent, false, ErrorCode::NetworkError, "");
        row("reset in body", ExchangeStage::ResponseBegun, false, ErrorCode::NetworkError, "");
        row("close", ExchangeStage::Sent, false, ErrorCode::NetworkError, "without an answer");
        row("short", ExchangeStage::ResponseBegun, false, ErrorCode::NetworkError, "in the middle");
        row("short chunks", ExchangeStage::ResponseBegun, false, ErrorCode::NetworkError, "");
        row("no http", ExchangeStage::Sent, false, ErrorCode::NetworkError, "");
        row("endless headers", ExchangeStage::ResponseBegun, false, ErrorCode::LimitExceeded, "bytes of headers");
        row("endless interim", ExchangeStage::ResponseBegun, false, ErrorCode::LimitExceeded, "bytes of headers");
        row("endless body", ExchangeStage::ResponseBegun, false, ErrorCode::LimitExceeded, "limits.response_bytes");
        row("large", ExchangeStage::ResponseBegun, false, ErrorCode::LimitExceeded, "limits.response_bytes");
        row("nobody there", ExchangeStage::NotConnected, false, ErrorCode::NetworkError, "cannot connect");
    }
    void failures() {
        QFETCH(QString, what);
        QFETCH(int, stage);
        QFETCH(bool, timedOut);
        QFETCH(int, code);
        QFETCH(QString, says);
        auto server = std::make_unique<HttpServer>([&](const HttpCall &, Peer &peer) {
            const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
            if (what == "hang")
                return peer.hold();
            if (what == "hang in body" || what == "idle") {
                peer.send(head + "Content-Length: 100\r\n\r\nsome");
                return peer.hold();
            }
            if (what == "reset")
                return peer.reset();
            if (what == "reset in body") {
                peer.send(head + "Content-Length: 100\r\n\r\nsome");
                std::this_thread::sleep_for(50ms); // the bytes arrive before the reset
                return peer.reset();
            }
            if (what == "close")
                return peer.close();
            if (what == "short") {
                peer.send(head + "Content-Length: 100\r\n\r\nsome");
                return peer.close();
            }
            if (what == "short chunks") {
                peer.send(head + "Transfer-Encoding: chunked\r\n\r\n");
                peer.chunk("some");
                return peer.close();
            }
            if (what == "no http") {
                peer.send("SSH-2.0-OpenSSH_9.2\r\n");
                return peer.close();
            }
            if (what == "endless headers" || what == "endless interim") {
                if (what == "endless headers")
                    peer.send(head);
                while (peer.send(what == "endless headers" ? "X-More: " + std::string(1000, 'x') + "\r\n"
                                                           : "HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n")) {
                }
                return peer.close();
            }
            if (what == "endless body") {
                peer.send(head + "Transfer-Encoding: chunked\r\n\r\n");
                while (peer.chunk(std::string(1000, 'x'))) {
                }
                return peer.close();
            }
            peer.answer("200 OK", std::string(200'000, 'x'));
        });
        HttpRequest request = get(server->url("/private/path?key=topsecret"));
        request.maxResponseBytes = 100'000;
        if (timedOut)
            request.timeout = 300ms;
        if (what == "idle") {
            request.timeout = 0ms;
            request.idleTimeout = 150ms;
        }
        if (what == "nobody there")
            server.reset();
        const HttpExchanger http(loopback());
        const auto response = http.exchange(request);
        QVERIFY(!response);
        const auto &error = response.error();
        QVERIFY2(::says(error, says.toStdString()), error.error.message.c_str());
        QVERIFY(!::says(error, "topsecret") && !::says(error, "private/path"));
        QCOMPARE(int(error.stage), stage);
        QCOMPARE(error.timedOut, timedOut);
        QCOMPARE(int(error.error.code), code);
    }
    /// 100 MB of zeros are 100 kB on the wire; the cap is on what comes out.
    void aCompressedBombIsStopped() {
        const QByteArray zeros(100 << 20, '\0');
        const QByteArray packed = qCompress(zeros, 9).mid(4); // without Qt's length: a zlib stream
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            peer.answer("200 OK", packed.toStdString(), "application/json", "Content-Encoding: deflate\r\n");
        });
        const auto response = HttpExchanger(loopback()).exchange(get(server.url()));
        QVERIFY(!response);
        QCOMPARE(response.error().error.code, ErrorCode::LimitExceeded);
        HttpRequest request = get(server.url());
        request.maxResponseBytes = 101 << 20;
        const auto whole = HttpExchanger(loopback()).exchange(request);
        QVERIFY(whole);
        QCOMPARE(whole->body.size(), std::size_t(100 << 20));
    }
    /// A kept connection that the server closes under a request: libcurl would send it again by itself.
    void neverSendsARequestTwice() {
        std::atomic<int> served = 0;
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            if (++served == 1)
                peer.answer("200 OK", "{}");
            else
                peer.close();
        });
        const HttpExchanger http(loopback());
        HttpRequest request = get(server.url());
        request.method = "POST";
        request.body = "{}";
        QVERIFY(http.exchange(request));
        const auto second = http.exchange(request);
        QVERIFY(!second);
        QCOMPARE(second.error().stage, ExchangeStage::Sent);
        QVERIFY(says(second.error(), "without an answer"));
        QCOMPARE(server.count(), std::size_t(2)); // the second one arrived once
    }
    void aStopRequestEndsEverything_data() {
        QTest::addColumn<QString>("where");
        for (const char *where : {"before", "resolving", "waiting", "body"})
            QTest::newRow(where) << where;
    }
    void aStopRequestEndsEverything() {
        QFETCH(QString, where);
        std::promise<void> reached;
        std::promise<void> release;
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            if (where == "body")
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome");
            reached.set_value();
            peer.hold();
        });
        const net::Resolver resolver =
            [&, done = release.get_future().share()](const std::string &) -> Result<std::vector<std::string>> {
            if (where == "resolving") {
                reached.set_value();
                done.wait();
            }
            return std::vector<std::string>{"127.0.0.1"};
        };
        const HttpExchanger http(loopback(), resolver);
        std::stop_source stop;
        if (where == "before")
            stop.request_stop();
        HttpRequest request = get("http://some.example:" + std::to_string(server.port()) + "/");
        request.timeout = 0ms; // nothing else would ever end it
        request.connectTimeout = 1h;
        auto response = std::async(std::launch::async, [&] { return http.exchange(request, stop.get_token()); });
        if (where != "before")
            reached.get_future().wait();
        stop.request_stop();
        const auto answer = response.get();
        release.set_value();
        QVERIFY(!answer);
        QCOMPARE(answer.error().error.code, ErrorCode::Cancelled);
    }
    void streamsAsItArrives() {
        std::promise<void> sawFirst;
        const HttpServer server([&](const HttpCall &, Peer &peer) {
            peer.send("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                      "Transfer-Encoding: chunked\r\n\r\n");
            peer.chunk("one");
            sawFirst.get_future().wait(); // the second piece leaves only when the first was seen
            peer.chunk("two");
            peer.hold();
        });
        const HttpExchanger http(loopback());
        std::vector<std::string> pieces;
        int heads = 0;
        HttpRequest request = get(server.url());
        request.timeout = 0ms;
        request.maxResponseBytes = 0;
        const auto response = http.stream(request, {[&](const net::HttpResponse &head) {
                                                        ++heads;
                                                        return head.status == 200;
                                                    },
                                                    [&](std::string_view bytes) {
                                                        pieces.emplace_back(bytes);
                                                        if (pieces.size() == 1)
                                                            sawFirst.set_value();
                                                        return pieces.size() < 2;
                                                    }});
        QVERIFY(response);
        QCOMPARE(heads, 1);
        QCOMPARE(response->contentType(), std::string("text/event-stream"));
        QCOMPARE(pieces, (std::vector<std::string>{"one", "two"}));
        QVERIFY(response->body.empty());
        // Another exchange of the same client is not disturbed by the one that was ended.
        QCOMPARE(server.connections(), 1);
    }
    void manyAtOnce() {
        const HttpServer server(
            [](const HttpCall &call, Peer &peer) { peer.answer("200 OK", call.target, "text/plain"); });
        const HttpExchanger http(loopback());
        std::atomic<int> right = 0;
        std::vector<std::thread> threads;
        for (int t = 0; t < 8; ++t)
            threads.emplace_back([&, t] {
                for (int i = 0; i < 50; ++i) {
                    const std::string target = "/" + std::to_string(t) + "/" + std::to_string(i);
                    const auto response = http.exchange(get(server.url(target)));
                    right += response && response->body == target;
                }
            });
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(right.load(), 400);
        QVERIFY(server.connections() <= 8 * 4);
    }
};

QTEST_GUILESS_MAIN(TestHttpExchange)
#include "tst_http_exchange.moc"
