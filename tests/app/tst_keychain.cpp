// Secrets in the desktop's keychain: a real Secret Service on a bus of this test where one is installed, and what holds
// where none answers.
#include "keychain.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <future>

using namespace actionscope;
using namespace actionscope::app;
using upstream::SecretPlace;
using upstream::SecretReference;

class TestKeychain : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QProcess m_bus, m_keyring;
    const SecretReference m_reference{SecretPlace::Keychain, "harbor-main-1234"};

    /// What workers do, while the loop of events of this thread turns.
    template <class Work> static auto onWorker(Work work) {
        auto result = std::async(std::launch::async, work);
        while (result.wait_for(std::chrono::milliseconds(0)) != std::future_status::ready)
            QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
        return result.get();
    }
    /// A store that is asked on workers.
    class Store {
    public:
        explicit Store(const std::filesystem::path &keys)
            : m_store(keys) {}
        auto read(const SecretReference &reference) {
            return onWorker([&] { return m_store.read(reference); });
        }
        auto write(const SecretReference &reference, const std::string &secret) {
            return onWorker([&] { return m_store.write(reference, secret); });
        }
        auto erase(const SecretReference &reference) {
            return onWorker([&] { return m_store.erase(reference); });
        }
        auto writeToKeychain(const std::string &name, const std::string &secret) {
            return onWorker([&] { return m_store.writeToKeychain(name, secret); });
        }

    private:
        KeychainStore m_store;
    };
    std::filesystem::path keys(const QString &name) const { return m_folder.filePath(name).toStdString(); }
    static std::string text(const std::filesystem::path &file) {
        QFile opened(QString::fromStdString(file.string()));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll().toStdString() : std::string();
    }
    /// An unlocked keyring on a bus of its own. False where there is none to start.
    bool startKeyring() {
        const QString daemon = QStandardPaths::findExecutable("dbus-daemon"),
                      keyring = QStandardPaths::findExecutable("gnome-keyring-daemon");
        if (daemon.isEmpty() || keyring.isEmpty())
            return false;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char *folder : {"HOME", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"}) {
            const QString path = m_folder.filePath(folder);
            QDir().mkpath(path);
            QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            environment.insert(folder, path);
        }
        m_bus.setProcessEnvironment(environment);
        m_bus.start(daemon, {"--session", "--nofork", "--print-address"});
        if (!m_bus.waitForReadyRead(10'000))
            return false;
        const QByteArray address = m_bus.readLine().trimmed();
        environment.insert("DBUS_SESSION_BUS_ADDRESS", QString::fromUtf8(address));
        m_keyring.setProcessEnvironment(environment);
        m_keyring.start(keyring, {"--foreground", "--unlock", "--components=secrets"});
        if (!m_keyring.waitForStarted())
            return false;
        m_keyring.write("pass phrase of the test\n");
        m_keyring.closeWriteChannel();
        qputenv("DBUS_SESSION_BUS_ADDRESS", address);
        return true;
    }

private Q_SLOTS:
    void initTestCase() { qunsetenv("DBUS_SESSION_BUS_ADDRESS"); }
    void cleanupTestCase() {
        for (QProcess *process : {&m_keyring, &m_bus}) {
            process->terminate();
            process->waitForFinished(5000);
        }
    }

    void withoutAKeychainTheEncryptedFileStandsIn() {
        Store store(keys("none"));
        QCOMPARE(store.writeToKeychain("x", "y").error().code, ErrorCode::Unsupported);
        QCOMPARE(store.read(m_reference).error().code, ErrorCode::Unsupported); // nothing kept, and nobody to ask
        QVERIFY(store.write(m_reference, "hrb-canary-1"));
        QCOMPARE(*store.read(m_reference), std::optional<std::string>("hrb-canary-1"));
        QVERIFY(text(keys("none") / "credentials").find("hrb-canary-1") == std::string::npos);
        // The command line reads the same connection there.
        QCOMPARE(*upstream::openSecretStore(keys("none"))->read(m_reference),
                 std::optional<std::string>("hrb-canary-1"));
        QVERIFY(store.erase(m_reference));
        QVERIFY(!store.read(m_reference));
    }

    void otherPlacesAreWhereTheyAlwaysWere() {
        qputenv("TST_KEYCHAIN", "from outside");
        Store store(keys("others"));
        QCOMPARE(*store.read({SecretPlace::Environment, "TST_KEYCHAIN"}), std::optional<std::string>("from outside"));
        QVERIFY(store.write({SecretPlace::File, "shop"}, "s"));
        QCOMPARE(*upstream::openSecretStore(keys("others"))->read({SecretPlace::File, "shop"}),
                 std::optional<std::string>("s"));
    }

    void aSecretServiceKeepsIt() {
        if (!startKeyring())
            QSKIP("no dbus-daemon or gnome-keyring-daemon here");
        Store store(keys("service"));
        // The service takes a moment to own its name.
        QTRY_VERIFY_WITH_TIMEOUT(store.writeToKeychain(m_reference.name, "first").has_value(), 20'000);
        const std::string secret = std::string("s3cret\0\n", 8) + "gr\xC3\xBCn";
        QVERIFY(store.write(m_reference, secret));
        QCOMPARE(*store.read(m_reference), std::optional<std::string>(secret));
        QVERIFY(!std::filesystem::exists(keys("service") / "credentials")); // nothing of it in the workspace
        // Another store, as the gateway has it, finds the same; the command line says why it does not.
        QCOMPARE(*Store(keys("other-workspace")).read(m_reference), std::optional<std::string>(secret));
        const auto outside = upstream::openSecretStore(keys("service"))->read(m_reference);
        QCOMPARE(outside.error().code, ErrorCode::Unsupported);
        QVERIFY(outside.error().message.find("only the desktop app") != std::string::npos);
        QCOMPARE(*store.read({SecretPlace::Keychain, "nobody"}), std::optional<std::string>());
        QVERIFY(store.erase(m_reference));
        QCOMPARE(*store.read(m_reference), std::optional<std::string>());
    }

    void whatTheFileKeptMovesWhenTheKeychainIsBack() {
        if (m_keyring.state() != QProcess::Running)
            QSKIP("no keyring runs");
        const QByteArray address = qgetenv("DBUS_SESSION_BUS_ADDRESS");
        Store store(keys("moving"));
        qunsetenv("DBUS_SESSION_BUS_ADDRESS");
        QVERIFY(store.write(m_reference, "kept"));
        qputenv("DBUS_SESSION_BUS_ADDRESS", address);
        QCOMPARE(*store.read(m_reference), std::optional<std::string>("kept"));
        QVERIFY(store.write(m_reference, "newer"));
        QCOMPARE(*store.read(m_reference), std::optional<std::string>("newer"));
        // The old one is not left behind, where it would come back.
        QVERIFY(!upstream::openSecretStore(keys("moving"))->read(m_reference));
    }

    void whatIsStoredAfterAKeychainWentIsKept() {
        if (m_keyring.state() != QProcess::Running)
            QSKIP("no keyring runs");
        m_keyring.terminate();
        QVERIFY(m_keyring.waitForFinished(5000));
        Store store(keys("gone"));
        const auto read = store.read(m_reference);
        // The bus may start another one, which is locked or empty.
        QVERIFY2(!read || !*read || read->value().empty(), "a secret out of nothing");
        QVERIFY2(read || read.error().message.find("keychain") != std::string::npos, read.error().message.c_str());
        QVERIFY(store.write(m_reference, "still kept"));
        QCOMPARE(*store.read(m_reference), std::optional<std::string>("still kept"));
    }
};

QTEST_GUILESS_MAIN(TestKeychain)
#include "tst_keychain.moc"
