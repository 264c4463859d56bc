/// ST11: other Actionscopes as read-only sources of search, over real sockets: nothing waits for them and nothing of
/// them is believed.
#include "support/http_server.h"
#include "upstream/federation.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace actionscope;
using namespace actionscope::upstream;
using test::HttpCall;
using test::HttpServer;

namespace {

constexpr const char *One = R"({"name":"mail.send","title":"Send mail","description":"Sends one","method":"POST",
    "risk":"write","approval":"none","score":0.8})";

std::string answerOf(const std::string &results) { return "{\"results\":[" + results + "],\"total_indexed\":1}"; }

/// Secrets by the name of a variable.
class Secrets final : public SecretStore {
public:
    Result<std::optional<std::string>> read(const SecretReference &reference) const override {
        return reference.name == "NOT_SET" ? std::nullopt : std::optional("secret-of-" + reference.name);
    }
    Result<void> write(const SecretReference &, std::string_view) override { return {}; }
    Result<void> erase(const SecretReference &) override { return {}; }
};

PeersFile fileFor(const HttpServer &server, std::chrono::milliseconds wait = std::chrono::milliseconds(2000)) {
    PeersFile file;
    file.wait = wait;
    PeerEntry entry;
    entry.name = "east";
    entry.url = server.url("");
    entry.secret = {SecretPlace::File, "EVERYBODY"};
    file.peers.push_back(entry);
    return file;
}

PeerAnswers asked(Federation &federation, const PeerAsker &asker, const PeerQuery &query) {
    federation.ask(asker, query);
    return federation.collect(asker, query);
}

const PeerAsker Ana{"token:1", "ana-bot", "ana", "acme", "support"};

} // namespace

class TestFederation : public QObject {
    Q_OBJECT

    Secrets m_secrets;

private Q_SLOTS:
    void readsItsFile() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("peers.yaml").toStdString();
        QVERIFY(readPeers(file)->peers.empty());
        const auto write = [&](const std::string &text) {
            std::ofstream(file, std::ios::trunc) << text;
            return readPeers(file);
        };
        const auto read =
            write("wait: 50ms\npeers:\n  - name: east\n    url: https://east.example/\n    timeout: 250ms\n"
                  "    callers:\n      - {organisation: acme, profile: support, secret: {env: A}}\n");
        QVERIFY2(read, read ? "" : read.error().toString().c_str());
        QCOMPARE(read->wait, std::chrono::milliseconds(50));
        QCOMPARE(read->peers.front().url, std::string("https://east.example"));
        QCOMPARE(read->peers.front().callers.front().profile, std::string("support"));
        for (const char *bad :
             {"peers: [{name: e, url: https://e.example}]", "peers: [{name: e, url: nowhere, secret: {env: A}}]",
              "peers: [{name: 'e e', url: https://e.example, secret: {env: A}}]", "wait: 1h\n",
              "peers: [{name: e, url: https://e.example, timeout: 5ms, secret: {env: A}}]",
              "peers: [{name: e, url: https://e.example, secret: literally}]",
              "peers: [{name: e, url: https://e.example, callers: [{secret: {env: A}}]}]", "others: 1"})
            QVERIFY2(!write(bad), bad);
    }
    /// Under the caller's own grants: the credential is that of whoever asks.
    void asksWithTheCallersOwnCredential() {
        HttpServer server([](const HttpCall &, HttpServer::Peer &peer) { peer.answer("200 OK", answerOf(One)); });
        PeersFile file = fileFor(server);
        file.peers.front().callers = {{"", "acme", "support", "", {SecretPlace::File, "SUPPORT"}},
                                      {"bo", "", "", "", {SecretPlace::File, "BO"}}};
        const auto federation = *Federation::open(file, m_secrets);
        const auto answers = asked(*federation, Ana, {"send mail", "mail", 5});
        QCOMPARE(answers.hits.size(), std::size_t(1));
        QCOMPARE(answers.hits.front().peer, std::string("east"));
        QCOMPARE(answers.hits.front().service, std::string("mail"));
        QCOMPARE(server.last().header("authorization"), std::string("Bearer secret-of-SUPPORT"));
        QCOMPARE(server.last().method, std::string("GET"));
        QCOMPARE(server.last().target, std::string("/search?query=send%20mail&limit=5&own=true&service=mail"));
        (void)asked(*federation, {"token:2", "b", "bo", "acme", ""}, {"send mail", {}, 5});
        QCOMPARE(server.last().header("authorization"), std::string("Bearer secret-of-BO"));
        (void)asked(*federation, {"token:3", "c", "cy", "", ""}, {"send mail", {}, 5});
        QCOMPARE(server.last().header("authorization"), std::string("Bearer secret-of-EVERYBODY"));
        // Answers are kept for whoever asked, and for nobody else.
        const std::size_t before = server.count();
        (void)asked(*federation, Ana, {"send mail", "mail", 5});
        QCOMPARE(server.count(), before);
        (void)asked(*federation, {"token:4", "d", "ana", "acme", "support"}, {"send mail", "mail", 5});
        QCOMPARE(server.count(), before + 1);
    }
    void whoHasNoCredentialIsNotAskedFor() {
        HttpServer server([](const HttpCall &, HttpServer::Peer &peer) { peer.answer("200 OK", answerOf(One)); });
        PeersFile file = fileFor(server);
        file.peers.front().secret = {};
        file.peers.front().callers = {{"bo", "", "", "", {SecretPlace::File, "BO"}}};
        const auto federation = *Federation::open(file, m_secrets);
        const auto answers = asked(*federation, Ana, {"send mail", {}, 5});
        QVERIFY(answers.hits.empty() && answers.pending.empty() && answers.failed.empty());
        QCOMPARE(server.count(), std::size_t(0));
    }
    /// A slow peer delays nobody; what it says later is there for whoever asks again.
    void neverWaitsForASlowPeer() {
        std::atomic<bool> go = false;
        HttpServer server([&](const HttpCall &, HttpServer::Peer &peer) {
            while (!go)
                QThread::msleep(5);
            peer.answer("200 OK", answerOf(One));
        });
        PeersFile file = fileFor(server, std::chrono::milliseconds(0));
        file.peers.front().timeout = std::chrono::milliseconds(20'000);
        const auto federation = *Federation::open(file, m_secrets);
        QVERIFY(!federation->waits());
        // If this waited for the peer it would not return: the peer waits for what comes after it.
        const auto first = asked(*federation, Ana, {"send mail", {}, 5});
        QVERIFY(first.hits.empty());
        QCOMPARE(first.pending, std::vector<std::string>{"east"});
        go = true;
        QTRY_COMPARE(asked(*federation, Ana, {"send mail", {}, 5}).hits.size(), std::size_t(1));
        QVERIFY(asked(*federation, Ana, {"send mail", {}, 5}).pending.empty());
    }
    void dropsWhatComesTooLate() {
        HttpServer server([](const HttpCall &, HttpServer::Peer &peer) { peer.hold(); });
        PeersFile file = fileFor(server);
        file.peers.front().timeout = std::chrono::milliseconds(50);
        const auto federation = *Federation::open(file, m_secrets);
        const auto answers = asked(*federation, Ana, {"x", {}, 5});
        QVERIFY(answers.hits.empty() && answers.pending.empty());
        QCOMPARE(answers.failed, std::vector<std::string>{"east"});
        // It is left alone for a while then.
        (void)asked(*federation, Ana, {"y", {}, 5});
        QCOMPARE(server.count(), std::size_t(1));
    }
    void believesNothing_data() {
        QTest::addColumn<QString>("body");
        const auto with = [](const QString &from, const QString &to) {
            return QString::fromStdString(answerOf(One)).replace(from, to);
        };
        QTest::newRow("score above 1") << with("0.8", "1.01");
        QTest::newRow("negative score") << with("0.8", "-0.1");
        QTest::newRow("NaN") << with("0.8", "NaN");
        QTest::newRow("infinite") << with("0.8", "1e999");
        QTest::newRow("score as text") << with("0.8", "\"0.8\"");
        QTest::newRow("no score") << with(",\"score\":0.8", "").remove(QRegularExpression(",\\s*\"score\":0.8"));
        QTest::newRow("tier") << with("\"write\"", "\"harmless\"");
        QTest::newRow("approval") << with("\"none\"", "\"maybe\"");
        QTest::newRow("name without service") << with("mail.send", "send");
        QTest::newRow("name with markup") << with("mail.send", "mail.<b>send</b>");
        QTest::newRow("long text") << with("Sends one", QString(5000, 'x'));
        QTest::newRow("more than asked for")
            << QString::fromStdString(answerOf(std::string(One) + "," + One + "," + One + "," + One));
        QTest::newRow("no list") << "{\"results\":{}}";
        QTest::newRow("no json") << "hello";
        QTest::newRow("a result is no object") << "{\"results\":[1]}";
        QTest::newRow("deep") << QString("[").repeated(10'000);
    }
    void believesNothing() {
        QFETCH(QString, body);
        QVERIFY(!readPeerAnswer(body.toStdString(), "east", 3));
        QVERIFY(readPeerAnswer(answerOf(One), "east", 3));
    }
    void takesNoHundredMegabytes() {
        std::atomic<std::uint64_t> sent = 0;
        HttpServer server([&](const HttpCall &, HttpServer::Peer &peer) {
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
            const std::string block(1U << 20, ' ');
            for (int i = 0; i < 100 && peer.chunk(block); ++i)
                sent += block.size();
            peer.close();
        });
        const auto federation = *Federation::open(fileFor(server), m_secrets);
        const auto answers = asked(*federation, Ana, {"x", {}, 5});
        QVERIFY(answers.hits.empty());
        QCOMPARE(answers.failed, std::vector<std::string>{"east"});
        QVERIFY2(sent < 50U << 20, "the whole answer was read");
    }
    void onePeerThatFailsTakesNothingFromAnother() {
        HttpServer good([](const HttpCall &, HttpServer::Peer &peer) { peer.answer("200 OK", answerOf(One)); });
        HttpServer bad([](const HttpCall &, HttpServer::Peer &peer) { peer.answer("500 Oops", "{}"); });
        HttpServer away([](const HttpCall &, HttpServer::Peer &peer) {
            peer.answer("302 Found", "", "text/plain", "Location: http://127.0.0.1:1/\r\n");
        });
        PeersFile file = fileFor(good);
        for (const auto &[name, server] : {std::pair("bad", &bad), std::pair("away", &away)}) {
            file.peers.push_back(file.peers.front());
            file.peers.back().name = name;
            file.peers.back().url = server->url("");
        }
        file.peers.push_back(file.peers.front());
        file.peers.back().name = "unset";
        file.peers.back().secret = {SecretPlace::File, "NOT_SET"};
        const auto federation = *Federation::open(file, m_secrets);
        const auto answers = asked(*federation, Ana, {"x", {}, 5});
        QCOMPARE(answers.hits.size(), std::size_t(1));
        QCOMPARE(answers.failed.size(), std::size_t(3));
        QVERIFY(answers.pending.empty());
    }
    /// A stranger's workspace could name any variable and any address.
    void secretsOfTheEnvironmentGoWhereTheirOwnerSays() {
        HttpServer server([](const HttpCall &, HttpServer::Peer &peer) { peer.answer("200 OK", answerOf(One)); });
        PeersFile file = fileFor(server);
        file.peers.front().secret = {SecretPlace::Environment, "TST_PEER_KEY"};
        qunsetenv("TST_PEER_KEY_FOR");
        QVERIFY(Federation::open(file, m_secrets).error().message.find("TST_PEER_KEY_FOR=" + server.url("")) !=
                std::string::npos);
        qputenv("TST_PEER_KEY_FOR", "https://other.example");
        QVERIFY(!Federation::open(file, m_secrets));
        qputenv("TST_PEER_KEY_FOR", ("https://other.example " + server.url("")).c_str());
        QVERIFY(Federation::open(file, m_secrets));
        file.peers.front().secret = {};
        file.peers.front().callers = {{"bo", "", "", "", {SecretPlace::Environment, "TST_PEER_OTHER"}}};
        QVERIFY(!Federation::open(file, m_secrets));
    }
    void endsWithQuestionsUnderWay() {
        HttpServer server([](const HttpCall &, HttpServer::Peer &peer) { peer.hold(); });
        PeersFile file = fileFor(server, std::chrono::milliseconds(0));
        file.peers.front().timeout = std::chrono::milliseconds(30'000);
        {
            const auto federation = *Federation::open(file, m_secrets);
            for (int i = 0; i < 500; ++i)
                federation->ask(Ana, {"question " + std::to_string(i), {}, 5});
        } // returns at once
        PeersFile plain = file;
        plain.peers.front().url = "http://east.example";
        QCOMPARE(Federation::open(plain, m_secrets).error().code, ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestFederation)
#include "tst_federation.moc"
