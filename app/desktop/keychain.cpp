#include "keychain.h"

#include "upstream/keychain_stand_in.h"

#include <QCoreApplication>
#include <QString>
#include <QThread>

#include <qt6keychain/keychain.h>

#include <atomic>
#include <chrono>
#include <future>
#include <mutex>

namespace actionscope::app {
using upstream::SecretPlace;
using upstream::SecretReference;

namespace {

// What keychains show as the program that a secret belongs to.
const QString Service = QStringLiteral("actionscope");

struct Answer {
    QKeychain::Error error = QKeychain::OtherError;
    QString text;
    QByteArray data;
};

SecretReference standIn(const SecretReference &reference) {
    return {SecretPlace::File, upstream::keychainStandIn(reference.name)};
}

/// Whether there is nobody to ask, rather than somebody who said no.
bool absent(QKeychain::Error error) {
    return error == QKeychain::NoBackendAvailable || error == QKeychain::NotImplemented ||
           error == QKeychain::OtherError;
}

Error refused(const std::string &name, const Answer &answer) {
    const std::string why = answer.text.isEmpty() ? std::string() : ": " + answer.text.toStdString();
    if (absent(answer.error))
        return {ErrorCode::Unsupported,
                "'" + name + "' is in the desktop's keychain, and no keychain answers" + why +
                    "; unlock or start it, or store the secret again, which then goes into the encrypted file",
                {}};
    return {ErrorCode::PermissionDenied, "the desktop's keychain does not give '" + name + "'" + why, {}};
}

/// Runs what `make` makes on the GUI thread, whose loop jobs of the keychain need, and waits. Without a session bus
/// nobody can answer, and looking for one would try to start it.
template <class Make> Answer ask(Make make) {
    QCoreApplication *application = QCoreApplication::instance();
    if (!application || qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
        return {QKeychain::NoBackendAvailable, QString(), {}};
    Q_ASSERT(QThread::currentThread() != application->thread()); // it would wait for itself
    static std::once_flag once;
    static std::atomic<bool> quitting{false};
    std::call_once(once, [application] {
        QObject::connect(
            application, &QCoreApplication::aboutToQuit, application, [] { quitting = true; }, Qt::DirectConnection);
    });
    auto promise = std::make_shared<std::promise<Answer>>();
    auto answer = promise->get_future();
    QMetaObject::invokeMethod(
        application,
        [promise, make] {
            QKeychain::Job *job = make();
            job->setInsecureFallback(false); // never in plain text: that is what the encrypted file is for
            QObject::connect(job, &QKeychain::Job::finished, job, [promise](QKeychain::Job *done) {
                Answer said{done->error(), done->errorString(), {}};
                if (auto *read = qobject_cast<QKeychain::ReadPasswordJob *>(done))
                    said.data = read->binaryData();
                promise->set_value(std::move(said));
            });
            job->start();
        },
        Qt::QueuedConnection);
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(KeychainStore::PatienceSeconds);
    while (answer.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
        // Whoever quits must not wait for a prompt, nor for a loop that does not turn any more.
        if (quitting || std::chrono::steady_clock::now() > until)
            return {QKeychain::AccessDeniedByUser, QStringLiteral("it did not answer in time"), {}};
    }
    return answer.get();
}

} // namespace

KeychainStore::KeychainStore(const std::filesystem::path &keysFolder)
    : m_plain(upstream::openSecretStore(keysFolder)) {}

KeychainStore::~KeychainStore() = default;

Result<std::optional<std::string>> KeychainStore::read(const SecretReference &reference) const {
    if (reference.place != SecretPlace::Keychain)
        return m_plain->read(reference);
    const QString key = QString::fromStdString(reference.name);
    const Answer answer = ask([key] {
        auto *job = new QKeychain::ReadPasswordJob(Service);
        job->setKey(key);
        return job;
    });
    if (answer.error == QKeychain::NoError && !answer.data.isEmpty())
        return std::optional<std::string>(answer.data.toStdString());
    // It may have been stored while no keychain answered.
    auto kept = m_plain->read(standIn(reference));
    if (kept && *kept)
        return kept;
    if (answer.error == QKeychain::NoError || answer.error == QKeychain::EntryNotFound)
        return std::optional<std::string>();
    return fail(refused(reference.name, answer));
}

Result<void> KeychainStore::writeToKeychain(const std::string &name, std::string_view secret) {
    const QString key = QString::fromStdString(name);
    const QByteArray data(secret.data(), static_cast<qsizetype>(secret.size()));
    const Answer answer = ask([key, data] {
        auto *job = new QKeychain::WritePasswordJob(Service);
        job->setKey(key);
        job->setBinaryData(data);
        return job;
    });
    if (answer.error != QKeychain::NoError)
        return fail(refused(name, answer));
    return {};
}

Result<void> KeychainStore::write(const SecretReference &reference, std::string_view secret) {
    if (reference.place != SecretPlace::Keychain)
        return m_plain->write(reference, secret);
    auto written = writeToKeychain(reference.name, secret);
    if (written)
        return m_plain->erase(standIn(reference)); // what was kept there is out of date
    if (written.error().code != ErrorCode::Unsupported)
        return written; // somebody said no: the file is no way around that
    return m_plain->write(standIn(reference), secret);
}

Result<void> KeychainStore::erase(const SecretReference &reference) {
    if (reference.place != SecretPlace::Keychain)
        return m_plain->erase(reference);
    const QString key = QString::fromStdString(reference.name);
    const Answer answer = ask([key] {
        auto *job = new QKeychain::DeletePasswordJob(Service);
        job->setKey(key);
        return job;
    });
    if (auto erased = m_plain->erase(standIn(reference)); !erased)
        return erased;
    if (answer.error != QKeychain::NoError && answer.error != QKeychain::EntryNotFound && !absent(answer.error))
        return fail(refused(reference.name, answer));
    return {};
}

} // namespace actionscope::app
