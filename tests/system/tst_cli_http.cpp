#include "program.h"
#include "web_server.h"

using namespace actionscope;
using namespace actionscope::test;

/// Importing from a real server, as far away as the loopback interface.
class CliHttp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        m_bench.makeShop();
        const std::string description =
            openApi("remote", {{"get", "/moons", "moons_list", "List the moons of a planet"}});
        std::map<std::string, std::string> responses;
        responses["/api/planets.json"] = WebServer::answer("200 OK", "application/json", description);
        responses["/page"] =
            WebServer::answer("200 OK", "text/html", "<!DOCTYPE html><html><body>Please sign in</body></html>");
        responses["/moved.json"] = WebServer::answer("302 Found", "text/plain", "", "Location: /api/planets.json\r\n");
        responses["/away.json"] =
            WebServer::answer("302 Found", "text/plain", "", "Location: http://localhost:1/api.json\r\n");
        responses["/file.json"] = WebServer::answer("302 Found", "text/plain", "", "Location: file:///etc/passwd\r\n");
        responses["/broken.json"] = WebServer::answer("500 Internal Server Error", "text/plain", "no");
        responses["/large.json"] = WebServer::answer("200 OK", "application/json", std::string(3 << 20, ' '));
        responses["/short.json"] = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{\"openapi\":";
        m_server = std::make_unique<WebServer>(std::move(responses));
        m_before = m_bench.files("ws");
    }

    void aDescriptionIsImported() {
        const Outcome outcome = m_bench.in({"import", m_server->url("/api/planets.json"), "--json"});
        EXPECT_STATUS(outcome, 0);
        QCOMPARE(outcome.document().at("services").to_number<int>(), 1);
        QCOMPARE(m_bench.found("moons of a planet").front(), std::string("planets.moons_list"));
        QVERIFY(m_bench.in({"actions", "show", "planets.moons_list"}).out.find("127.0.0.1") != std::string::npos);
    }

    void aRedirectWithinTheServerIsFollowed() {
        EXPECT_STATUS(m_bench.in({"import", m_server->url("/moved.json"), "--service", "moved"}), 0);
        QVERIFY(!m_bench.found("moons of a planet").empty());
    }

    void whatTheServerGetsWrongIsSaid_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::newRow("a web page") << "/page"
                                    << "HTML";
        QTest::newRow("a redirect to another origin") << "/away.json"
                                                      << "localhost:1";
        QTest::newRow("a redirect to a file") << "/file.json"
                                              << "file:";
        QTest::newRow("an error") << "/broken.json"
                                  << "500";
        QTest::newRow("not there") << "/none.json"
                                   << "404";
        QTest::newRow("cut off") << "/short.json"
                                 << "";
        QTest::newRow("larger than the cap") << "/large.json"
                                             << "limits.download_bytes";
    }
    void whatTheServerGetsWrongIsSaid() {
        QFETCH(QString, path);
        QFETCH(QString, says);
        const std::string settings = m_bench.read("ws/actionscope.yaml");
        m_bench.write("ws/actionscope.yaml", "limits: {download_bytes: 1000000}\n");
        const auto before = m_bench.files("ws");
        const Outcome outcome = m_bench.in({"import", m_server->url(path)});
        EXPECT_STATUS(outcome, 1);
        QVERIFY2(outcome.says(says.toStdString()), outcome.all().c_str());
        QVERIFY2(outcome.says("127.0.0.1"), outcome.all().c_str());
        QCOMPARE(m_bench.files("ws"), before);
        m_bench.write("ws/actionscope.yaml", settings);
    }

    void nobodyAtThePortIsSaid() {
        const Outcome outcome = m_bench.in({"import", "http://127.0.0.1:1/api.json"});
        EXPECT_STATUS(outcome, 1);
        QVERIFY2(outcome.says("127.0.0.1:1"), outcome.all().c_str());
    }

    void credentialsInAUrlAreRefused() {
        const Outcome outcome = m_bench.in({"import", "http://ana:secret@127.0.0.1:1/api.json"});
        EXPECT_STATUS(outcome, 1);
        for (const auto &[name, bytes] : m_bench.files("ws"))
            QVERIFY2(bytes.find("secret") == std::string::npos, name.c_str());
    }

    void otherSchemesAreRefused() {
        for (const char *url : {"ftp://127.0.0.1/api.json", "file:///etc/passwd", "gopher://127.0.0.1/"})
            EXPECT_STATUS(m_bench.in({"import", url}), 1);
    }

    void theLogKnowsWhereItCameFrom() {
        const json::value records = m_bench.in({"audit", "list", "--kind", "import", "--json"}).document();
        QVERIFY(json::serialize(records).find("/api/planets.json") != std::string::npos);
        EXPECT_STATUS(m_bench.in({"audit", "verify"}), 0);
    }

private:
    Bench m_bench;
    std::unique_ptr<WebServer> m_server;
    std::map<std::string, std::string> m_before;
};

QTEST_GUILESS_MAIN(CliHttp)
#include "tst_cli_http.moc"
