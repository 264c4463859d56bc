/// Beyond loopback: TLS, what may be left out and what not, foreign tokens, web pages of other origins.

#include "wire_fixture.h"

#include <QTemporaryDir>
#include <fstream>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

using namespace actionscope;
using namespace actionscope::test;

namespace {

constexpr const char *Ping = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";

/// A key and a certificate that it signs itself, as PEM files.
void writeCertificate(const std::string &certificateFile, const std::string &keyFile) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char *>("localhost"), -1, -1,
                               0);
    X509_set_issuer_name(certificate, name);
    X509_sign(certificate, key, EVP_sha256());
    std::FILE *file = std::fopen(certificateFile.c_str(), "w");
    PEM_write_X509(file, certificate);
    std::fclose(file);
    file = std::fopen(keyFile.c_str(), "w");
    PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
    std::fclose(file);
    X509_free(certificate);
    EVP_PKEY_free(key);
}

/// One request over TLS, answered and closed.
std::string overTls(std::uint16_t port, const std::string &request, int version = TLS1_3_VERSION) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_security_level(context, 0);
    SSL_CTX_set_max_proto_version(context, version);
    const std::string address = "127.0.0.1:" + std::to_string(port);
    BIO *connection = BIO_new_ssl_connect(context);
    BIO_set_conn_hostname(connection, address.c_str());
    std::string answer;
    if (BIO_do_connect(connection) == 1 && BIO_write(connection, request.data(), int(request.size())) > 0) {
        char bytes[4096];
        for (int count = 0; (count = BIO_read(connection, bytes, sizeof bytes)) > 0;)
            answer.append(bytes, std::size_t(count));
    }
    BIO_free_all(connection);
    SSL_CTX_free(context);
    return answer;
}

} // namespace

class TestWireSecurity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void speaksTls() {
        const QTemporaryDir folder;
        auto options = Wire::defaults();
        options.tlsCertificate = folder.filePath("cert.pem").toStdString();
        options.tlsKey = folder.filePath("key.pem").toStdString();
        writeCertificate(options.tlsCertificate, options.tlsKey);
        const Wire wire(options);
        QVERIFY(wire.server->url().starts_with("https://127.0.0.1:"));
        const std::string request =
            WireRequest{.method = "GET", .target = "/healthz"}.with("Connection", "close").text();
        QVERIFY(overTls(wire.port(), request).find(R"({"status":"ok"})") != std::string::npos);
        QVERIFY(overTls(wire.port(), request, TLS1_2_VERSION).find("200 OK") != std::string::npos);
        QVERIFY(overTls(wire.port(), request, TLS1_1_VERSION).empty());
        // In clear it says nothing, and goes on for others.
        WireConnection plain(wire.port(), 3000);
        plain.send(request);
        QCOMPARE(plain.readHead().status, 0);
        QVERIFY(overTls(wire.port(), request).find("200 OK") != std::string::npos);
        // An event stream through it.
        const std::string body = Wire::initialize();
        const std::string opened = overTls(wire.port(), WireRequest{.body = body}.with("Connection", "close").text());
        QVERIFY(opened.find("Mcp-Session-Id: ") != std::string::npos);
        const std::size_t at = opened.find("Mcp-Session-Id: ") + 16;
        const std::string session = opened.substr(at, opened.find("\r\n", at) - at);
        const std::string grown = overTls(wire.port(), Wire::call(session, "grow").with("Connection", "close").text());
        QVERIFY(grown.find("notifications/tools/list_changed") != std::string::npos);
    }

    void refusesToListenCarelessly_data() {
        QTest::addColumn<QString>("listen");
        QTest::addColumn<bool>("tokens");
        QTest::addColumn<QString>("says");
        QTest::newRow("no tokens beyond loopback") << "0.0.0.0:0" << false << "--no-auth";
        QTest::newRow("no TLS beyond loopback") << "0.0.0.0:0" << true << "TLS";
        QTest::newRow("no TLS beyond loopback, IPv6") << "[::]:0" << true << "TLS";
        QTest::newRow("no port") << "127.0.0.1" << true << "HOST:PORT";
        QTest::newRow("a port that is none") << "127.0.0.1:99999" << true << "HOST:PORT";
        QTest::newRow("IPv6 without brackets") << "::1:80" << true << "HOST:PORT";
        QTest::newRow("a host that is none") << "no.such.host.invalid:0" << true << "TLS";
    }
    void refusesToListenCarelessly() {
        QFETCH(QString, listen);
        QFETCH(bool, tokens);
        QFETCH(QString, says);
        auto options = Wire::defaults();
        options.listen = listen.toStdString();
        try {
            const Wire wire(options, tokens);
            QFAIL("it listens");
        } catch (const std::exception &error) {
            QVERIFY2(QString(error.what()).contains(says), error.what());
        }
    }
    void saysWhoHasThePort() {
        const Wire first;
        auto options = Wire::defaults();
        options.listen = "127.0.0.1:" + std::to_string(first.port());
        try {
            const Wire second(options);
            QFAIL("it listens");
        } catch (const std::exception &error) {
            QVERIFY2(QString(error.what()).contains("another program has this port"), error.what());
        }
    }

    void describesItselfToThoseWhoNeedAToken() {
        auto options = Wire::defaults();
        options.publicUrl = "https://gateway.example/";
        const Wire wire(options, true);
        const WireAnswer refused = wire.send({.body = Ping});
        QCOMPARE(refused.status, 401);
        const std::string challenge = refused.header("www-authenticate");
        const std::string url = "https://gateway.example/.well-known/oauth-protected-resource/mcp";
        QVERIFY2(challenge.find("resource_metadata=\"" + url + '"') != std::string::npos, challenge.c_str());
        for (const char *target :
             {"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"}) {
            const WireAnswer document = wire.send({.method = "GET", .target = target});
            QCOMPARE(document.status, 200);
            QCOMPARE(stringMember(document.json(), "resource"), std::string_view("https://gateway.example/mcp"));
        }
        // The public name is one that it answers to; another one is not.
        QCOMPARE(wire.send(WireRequest{.method = "GET", .target = "/healthz"}.with("Host", "gateway.example")).status,
                 200);
        QCOMPARE(wire.send(WireRequest{.method = "GET", .target = "/healthz"}.with("Host", "other.example")).status,
                 403);
        // Without a public name there is no document.
        const Wire plain(Wire::defaults(), true);
        QCOMPARE(plain.send(WireRequest{.method = "GET", .target = "/.well-known/oauth-protected-resource"}).status,
                 404);
    }

    void checksForeignTokensOnAWorker() {
        std::atomic<bool> slow = false;
        const Wire wire(Wire::defaults(), true, std::chrono::milliseconds(60'000),
                        [&](std::string_view bearer) -> Result<std::optional<governance::Principal>> {
                            while (slow)
                                std::this_thread::sleep_for(std::chrono::milliseconds(5));
                            if (bearer == "down.down.down")
                                return fail(ErrorCode::NetworkError, "no keys");
                            if (bearer != "good.good.good")
                                return std::optional<governance::Principal>();
                            governance::Principal principal;
                            principal.id = "jwt:issuer#ana";
                            return std::optional(principal);
                        });
        const std::string session = wire.open("2025-11-25", {}, "good.good.good");
        QCOMPARE(wire.send(Wire::authorized(Wire::message(session, Ping), "good.good.good")).status, 200);
        QCOMPARE(wire.send(Wire::authorized(Wire::message(session, Ping), "alice")).status, 404);
        QCOMPARE(wire.send(Wire::authorized(Wire::message(session, Ping), "bad.bad.bad")).status, 401);
        QCOMPARE(wire.send(Wire::authorized(Wire::message(session, Ping), "down.down.down")).status, 503);
        QCOMPARE(wire.send(Wire::authorized(WireRequest{.method = "GET", .target = "/nothing"}, "bad.bad.bad")).status,
                 404);
        // An identity provider that does not answer holds up nobody else.
        slow = true;
        std::vector<std::unique_ptr<WireConnection>> waiting;
        for (int i = 0; i < 8; ++i) {
            waiting.push_back(std::make_unique<WireConnection>(wire.port()));
            waiting.back()->send(Wire::authorized(Wire::message(session, Ping), "good.good.good").text());
        }
        QCOMPARE(wire.send(Wire::authorized({.body = Wire::initialize()}, "alice")).status, 200);
        slow = false;
        for (const auto &connection : waiting)
            QCOMPARE(connection->read().status, 200);
    }

    void letsNamedPagesIn() {
        auto options = Wire::defaults();
        options.allowedOrigins = {"https://app.example"};
        const Wire wire(options, true);
        const WireAnswer preflight = wire.send(WireRequest{.method = "OPTIONS"}
                                                   .with("Origin", "https://app.example")
                                                   .with("Access-Control-Request-Method", "POST"));
        QCOMPARE(preflight.status, 204);
        QCOMPARE(preflight.header("access-control-allow-origin"), std::string("https://app.example"));
        QVERIFY(preflight.header("access-control-allow-headers").find("Mcp-Session-Id") != std::string::npos);
        const WireAnswer opened = wire.send(
            Wire::authorized(WireRequest{.body = Wire::initialize()}.with("Origin", "https://app.example"), "alice"));
        QCOMPARE(opened.status, 200);
        QCOMPARE(opened.header("access-control-allow-origin"), std::string("https://app.example"));
        QVERIFY(opened.header("access-control-expose-headers").find("Mcp-Session-Id") != std::string::npos);
        for (const char *origin : {"https://app.example.evil", "http://app.example", "https://app.example:444"})
            QCOMPARE(wire.send(WireRequest{.method = "OPTIONS"}
                                   .with("Origin", origin)
                                   .with("Access-Control-Request-Method", "POST"))
                         .status,
                     403);
        // Whoever is no preflight needs a token like everybody.
        QCOMPARE(wire.send(WireRequest{.method = "OPTIONS"}.with("Origin", "https://app.example")).status, 401);
    }
};

QTEST_GUILESS_MAIN(TestWireSecurity)
#include "tst_wire_security.moc"
