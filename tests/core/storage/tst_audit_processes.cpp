/// Several processes on one log, and processes that are killed. The program starts itself again as the other process.

#include "core/storage/store_fixture.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>
#include <cstdio>
#include <cstring>
#include <set>

using namespace actionscope;
using namespace actionscope::governance;
using actionscope::test::StoreFixture;

namespace {

/// `--append DATABASE KEYS NAME COUNT`: appends and says each sequence number once it is acknowledged; forever for
/// COUNT 0.
int appendLoop(char **arguments) {
    const SystemClock clock;
    storage::StateOptions options;
    options.checkpointEvery = 10;
    options.busyTimeout = std::chrono::seconds(60);
    const auto store = storage::StateStore::open(arguments[0], arguments[1], clock, options);
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().toString().c_str());
        return 1;
    }
    const long count = std::atol(arguments[3]);
    for (long i = 0; count == 0 || i < count; ++i) {
        AuditEvent event = StoreFixture::event("toggle", arguments[2]);
        event.detail = {{"i", i}};
        const auto record = (*store)->audit().append(event);
        if (!record) {
            std::fprintf(stderr, "%s\n", record.error().toString().c_str());
            return 1;
        }
        std::printf("%llu\n", static_cast<unsigned long long>(record->seq));
        std::fflush(stdout);
    }
    return 0;
}

std::unique_ptr<QProcess> startAppending(const StoreFixture &fixture, const QString &name, int count) {
    auto process = std::make_unique<QProcess>();
    process->start(QCoreApplication::applicationFilePath(),
                   {"--append", QString::fromStdString(fixture.database().string()),
                    QString::fromStdString(fixture.keys().string()), name, QString::number(count)});
    return process;
}

/// The numbers of whole lines.
std::set<std::uint64_t> acknowledged(const QByteArray &output) {
    std::set<std::uint64_t> seqs;
    const auto lines = output.left(output.lastIndexOf('\n') + 1).split('\n');
    for (const QByteArray &line : lines)
        if (!line.isEmpty())
            seqs.insert(line.toULongLong());
    return seqs;
}

} // namespace

class TestAuditProcesses : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twoProcessesContinueOneChain() {
        const StoreFixture fixture;
        // Both also make the database and the key at once.
        auto first = startAppending(fixture, "first", 60), second = startAppending(fixture, "second", 60);
        for (auto *process : {first.get(), second.get()}) {
            QVERIFY(process->waitForFinished(100'000));
            QVERIFY2(process->exitCode() == 0, process->readAllStandardError().constData());
        }
        const auto ofFirst = acknowledged(first->readAllStandardOutput()),
                   ofSecond = acknowledged(second->readAllStandardOutput());
        QCOMPARE(ofFirst.size(), std::size_t(60));
        QCOMPARE(ofSecond.size(), std::size_t(60));
        const auto store = fixture.open();
        for (const auto &[name, seqs] : {std::pair("first", ofFirst), std::pair("second", ofSecond)})
            for (const std::uint64_t seq : seqs)
                QCOMPARE((*store->audit().get(seq))->event.service, std::string(name));
        QCOMPARE(store->publicKeys().size(), std::size_t(1));
        const auto result = store->audit().verify({});
        QVERIFY2(result->intact && result->filtersSound, (result->problem + result->filterProblem).c_str());
        QVERIFY(result->checkpoints >= 10);
        QCOMPARE(result->checked, 120 + result->checkpoints);
    }
    void aKilledProcessLosesNothingThatWasAcknowledged() {
        const StoreFixture fixture;
        std::set<std::uint64_t> all;
        for (int round = 0; round < 4; ++round) {
            const auto process = startAppending(fixture, "victim", 0);
            QByteArray output;
            // Killed wherever it happens to be after some records.
            while (output.count('\n') < 10 + 7 * round) {
                QVERIFY2(process->waitForReadyRead(60'000), process->readAllStandardError().constData());
                output += process->readAllStandardOutput();
            }
            process->kill();
            QVERIFY(process->waitForFinished(10'000));
            output += process->readAllStandardOutput();
            QCOMPARE(process->exitStatus(), QProcess::CrashExit);
            const auto seqs = acknowledged(output);
            QVERIFY(seqs.size() >= 10);
            all.insert(seqs.begin(), seqs.end());

            const auto store = fixture.open();
            QVERIFY(store);
            const auto result = store->audit().verify({});
            QVERIFY2(result->intact && result->filtersSound, (result->problem + result->filterProblem).c_str());
            QVERIFY(result->head.seq >= *all.rbegin());
            for (const std::uint64_t seq : all)
                QVERIFY(*store->audit().get(seq));
            QVERIFY(store->audit().append(StoreFixture::event("toggle")));
        }
    }
};

int main(int argc, char **argv) {
    if (argc == 6 && std::strcmp(argv[1], "--append") == 0)
        return appendLoop(argv + 2);
    QCoreApplication application(argc, argv);
    TestAuditProcesses test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_audit_processes.moc"
