#include "upstream/credentials.h"
#include "upstream/keychain_stand_in.h"

#include "base/file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <sys/stat.h>
#include <thread>

using namespace actionscope;
using namespace actionscope::upstream;
namespace fs = std::filesystem;

namespace {

constexpr const char *Passphrase = "ACTIONSCOPE_CREDENTIALS_PASSPHRASE";

const SecretReference Mine{SecretPlace::File, "mine"};

unsigned modeOf(const fs::path &file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
}

bool says(const Error &error, const std::string &what) { return error.message.find(what) != std::string::npos; }

} // namespace

class TestCredentials : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        qunsetenv(Passphrase);
        m_folder = std::make_unique<QTemporaryDir>();
        m_keys = fs::path(m_folder->path().toStdString()) / "keys";
    }

    void readsTheEnvironment() {
        const auto store = openSecretStore(m_keys);
        qputenv("TST_CREDENTIALS_SECRET", "hunter2");
        QCOMPARE(*store->read({SecretPlace::Environment, "TST_CREDENTIALS_SECRET"}),
                 std::optional<std::string>("hunter2"));
        qputenv("TST_CREDENTIALS_SECRET", "");
        QCOMPARE(*store->read({SecretPlace::Environment, "TST_CREDENTIALS_SECRET"}), std::optional<std::string>());
        QCOMPARE(*store->read({SecretPlace::Environment, "TST_NO_SUCH"}), std::optional<std::string>());
        QCOMPARE(*store->read({}), std::optional<std::string>());
        QCOMPARE(store->write({SecretPlace::Environment, "X"}, "y").error().code, ErrorCode::Unsupported);
        QCOMPARE(store->read({SecretPlace::Keychain, "x"}).error().code, ErrorCode::Unsupported);
        QCOMPARE(store->write({SecretPlace::Keychain, "x"}, "y").error().code, ErrorCode::Unsupported);
    }
    void readsWhatTheAppKeptForAKeychainThatDidNotAnswer() {
        const auto store = openSecretStore(m_keys);
        QVERIFY(store->write({SecretPlace::File, keychainStandIn("x")}, "kept"));
        QCOMPARE(*store->read({SecretPlace::Keychain, "x"}), std::optional<std::string>("kept"));
        const auto other = store->read({SecretPlace::Keychain, "y"});
        QCOMPARE(other.error().code, ErrorCode::Unsupported);
        QVERIFY(other.error().message.find("only the desktop app") != std::string::npos);
    }
    void keepsSecrets_data() {
        QTest::addColumn<bool>("passphrase");
        QTest::newRow("key file") << false;
        QTest::newRow("passphrase") << true;
    }
    void keepsSecrets() {
        QFETCH(bool, passphrase);
        if (passphrase)
            qputenv(Passphrase, "correct horse");
        const std::string secret = std::string("s3cret\0\n", 8) + "grün";
        {
            const auto store = openSecretStore(m_keys);
            QCOMPARE(*store->read(Mine), std::optional<std::string>());
            QVERIFY(store->write(Mine, secret));
            QVERIFY(store->write({SecretPlace::File, "other"}, "second"));
            QVERIFY(store->write({SecretPlace::File, "other"}, "third"));
        }
        const auto store = openSecretStore(m_keys);
        QCOMPARE(*store->read(Mine), std::optional<std::string>(secret));
        QCOMPARE(*store->read({SecretPlace::File, "other"}), std::optional<std::string>("third"));
        QVERIFY(store->erase(Mine));
        QVERIFY(store->erase(Mine));
        QCOMPARE(*openSecretStore(m_keys)->read(Mine), std::optional<std::string>());
        QCOMPARE(modeOf(m_keys / "credentials"), 0600U);
        QCOMPARE(fs::exists(m_keys / "credentials.key"), !passphrase);
        if (!passphrase)
            QCOMPARE(modeOf(m_keys / "credentials.key"), 0600U);
        for (const auto &entry : fs::directory_iterator(m_keys)) {
            const auto bytes = readFile(entry.path(), 1U << 20);
            QVERIFY(bytes && bytes->find("s3cret") == std::string::npos && bytes->find("third") == std::string::npos &&
                    bytes->find("other") == std::string::npos && bytes->find("correct horse") == std::string::npos);
        }
    }
    void everyWriteIsEncryptedAnew() {
        const auto store = openSecretStore(m_keys);
        QVERIFY(store->write(Mine, "same"));
        const std::string first = *readFile(m_keys / "credentials", 1U << 20);
        QVERIFY(store->write(Mine, "same"));
        QVERIFY(*readFile(m_keys / "credentials", 1U << 20) != first);
    }
    void noticesEveryAlteredByte() {
        QVERIFY(openSecretStore(m_keys)->write(Mine, "secret"));
        const std::string good = *readFile(m_keys / "credentials", 1U << 20);
        for (std::size_t i = 0; i < good.size(); ++i) {
            std::string bad = good;
            bad[i] = static_cast<char>(bad[i] ^ 1);
            QVERIFY(writeFileAtomically(m_keys / "credentials", bad));
            const auto read = openSecretStore(m_keys)->read(Mine);
            // A changed space or line end of the JSON around the data changes nothing.
            QVERIFY2(!read || *read == std::optional<std::string>("secret"), std::to_string(i).c_str());
            if (!read)
                QVERIFY(!says(read.error(), "secret\""));
        }
        const std::size_t data = good.find("\"data\": \"") + 9;
        std::string bad = good;
        bad[data] = bad[data] == 'A' ? 'B' : 'A';
        QVERIFY(writeFileAtomically(m_keys / "credentials", bad));
        const auto store = openSecretStore(m_keys);
        QCOMPARE(store->read(Mine).error().code, ErrorCode::Corrupt);
        // What cannot be read is not overwritten.
        QCOMPARE(store->write(Mine, "new").error().code, ErrorCode::Corrupt);
        QCOMPARE(*readFile(m_keys / "credentials", 1U << 20), bad);
    }
    void theWrongKeyOpensNothing() {
        QVERIFY(openSecretStore(m_keys)->write(Mine, "secret"));
        QVERIFY(writeFileAtomically(m_keys / "credentials.key", std::string(64, 'a')));
        QCOMPARE(openSecretStore(m_keys)->read(Mine).error().code, ErrorCode::Corrupt);
        fs::remove(m_keys / "credentials.key");
        QCOMPARE(openSecretStore(m_keys)->read(Mine).error().code, ErrorCode::Corrupt);
        fs::remove(m_keys / "credentials");
        qputenv(Passphrase, "one");
        QVERIFY(openSecretStore(m_keys)->write(Mine, "secret"));
        qputenv(Passphrase, "two");
        QCOMPARE(openSecretStore(m_keys)->read(Mine).error().code, ErrorCode::Corrupt);
        qunsetenv(Passphrase);
        const auto locked = openSecretStore(m_keys)->read(Mine);
        QCOMPARE(locked.error().code, ErrorCode::PermissionDenied);
        QVERIFY(says(locked.error(), Passphrase));
    }
    void aKeyThatOthersMayReadIsRefused() {
        QVERIFY(openSecretStore(m_keys)->write(Mine, "secret"));
        QVERIFY(::chmod((m_keys / "credentials.key").c_str(), 0640) == 0);
        const auto read = openSecretStore(m_keys)->read(Mine);
        QCOMPARE(read.error().code, ErrorCode::PermissionDenied);
        QVERIFY(says(read.error(), "chmod 600"));
    }
    void writersDoNotLoseEachOthersSecrets() {
        std::vector<std::thread> writers;
        std::atomic<int> written = 0;
        for (int i = 0; i < 8; ++i)
            writers.emplace_back([&, i] {
                const auto store = openSecretStore(m_keys); // each its own, as processes would have
                written +=
                    store->write({SecretPlace::File, "n" + std::to_string(i)}, "v" + std::to_string(i)).has_value();
            });
        for (std::thread &writer : writers)
            writer.join();
        QCOMPARE(written.load(), 8);
        for (int i = 0; i < 8; ++i)
            QCOMPARE(*openSecretStore(m_keys)->read({SecretPlace::File, "n" + std::to_string(i)}),
                     std::optional<std::string>("v" + std::to_string(i)));
    }

    void readsConnections() {
        const auto connections = read("connections:\n"
                                      "  - slug: github-main\n"
                                      "    service: github\n"
                                      "    scheme: bearerAuth\n"
                                      "    secret: {env: GITHUB_TOKEN}\n"
                                      "    server: https://api.github.com\n"
                                      "  - {slug: b, service: shop, user: me, secret: {file: shop}, scope: 'a b',\n"
                                      "     token_url: 'https://id.test/token'}\n"
                                      "  - {slug: c, service: shop, secret: {keychain: actionscope/shop}}\n"
                                      "  - {slug: d, service: open}\n");
        QVERIFY2(connections, connections ? "" : connections.error().toString().c_str());
        QCOMPARE(connections->size(), std::size_t(4));
        const Connection &first = connections->front();
        QCOMPARE(first.slug, std::string("github-main"));
        QCOMPARE(first.service, std::string("github"));
        QCOMPARE(first.scheme, std::string("bearerAuth"));
        QCOMPARE(first.server, std::string("https://api.github.com"));
        QVERIFY((first.secret == SecretReference{SecretPlace::Environment, "GITHUB_TOKEN"}));
        QVERIFY((connections->at(1).secret == SecretReference{SecretPlace::File, "shop"}));
        QCOMPARE(connections->at(1).tokenUrl, std::string("https://id.test/token"));
        QCOMPARE(connections->at(1).scope, std::string("a b"));
        QCOMPARE(connections->at(1).user, std::string("me"));
        QVERIFY((connections->at(2).secret == SecretReference{SecretPlace::Keychain, "actionscope/shop"}));
        QVERIFY((connections->at(3).secret == SecretReference{}));
    }
    void noFileMeansNone() {
        QVERIFY(readConnections(m_keys / "none.yaml")->empty());
        QVERIFY(read("")->empty());
        QVERIFY(read("connections:\n")->empty());
    }
    void complaintsSayWhere_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const char *text, const char *place, const char *words) {
            QTest::newRow(name) << text << place << words;
        };
        row("no YAML", "connections: [", ":1:", "");
        row("no mapping", "- a", ":1:1", "mapping");
        row("other key", "connectoins: []", ":1:1", "connectoins");
        row("no list", "connections: {a: b}", ":1:14", "list");
        row("no slug", "connections:\n  - service: a", ":2:5", "slug");
        row("bad slug", "connections:\n  - {slug: 'a b', service: a}", ":2:5", "slug");
        row("no service", "connections:\n  - slug: a", ":2:5", "service");
        row("twice", "connections:\n  - {slug: a, service: a}\n  - {slug: a, service: b}", ":3:5", "already");
        row("double key", "connections:\n  - {slug: a, slug: b, service: a}", ":2:15", "twice");
        row("unknown key", "connections:\n  - {slug: a, service: a, token: x}", ":2:27", "'token'");
        row("secret inside", "connections:\n  - {slug: a, service: a, secret: hunter2}", ":2:35", "never holds it");
        row("secret elsewhere", "connections:\n  - {slug: a, service: a, secret: {vault: hunter2}}", ":2:36",
            "'vault'");
        row("two places", "connections:\n  - {slug: a, service: a, secret: {env: A, file: b}}", ":2:35", "never");
        row("empty name", "connections:\n  - {slug: a, service: a, secret: {env: }}", ":2:", "name");
        row("server", "connections:\n  - {slug: a, service: a, server: /v1}", ":2:35", "absolute");
        row("text", "connections:\n  - {slug: a, service: [a]}", ":2:24", "text");
    }
    void complaintsSayWhere() {
        QFETCH(QString, text);
        QFETCH(QString, place);
        QFETCH(QString, words);
        const auto refused = read(text.toStdString());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::ParseError);
        const QString message = QString::fromStdString(refused.error().toString());
        QVERIFY2(message.contains("connections.yaml" + place), qPrintable(message));
        QVERIFY2(message.contains(words) && !message.contains("hunter2"), qPrintable(message));
    }

private:
    [[nodiscard]] Result<std::vector<Connection>> read(const std::string &text) const {
        const fs::path file = fs::path(m_folder->path().toStdString()) / "connections.yaml";
        if (!writeFileAtomically(file, text))
            qFatal("the test cannot write");
        return readConnections(file);
    }
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_keys;
};

QTEST_GUILESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
