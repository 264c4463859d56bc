#include "base/executor.h"
#include "base/file.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <fstream>
#include <sys/stat.h>

using namespace actionscope;
namespace fs = std::filesystem;

class TestFile : public QObject {
    Q_OBJECT
    QTemporaryDir m_dir;
    [[nodiscard]] fs::path at(const char *name) const { return fs::path(m_dir.path().toStdString()) / name; }
private Q_SLOTS:
    void writesAndReads() {
        QVERIFY(writeFileAtomically(at("a"), "one"));
        QCOMPARE(*readFile(at("a"), 100), std::string("one"));
    }
    void keepsTheModeOfAnExistingFile() {
        QVERIFY(writeFileAtomically(at("m"), "one"));
        ::chmod(at("m").c_str(), 0600);
        QVERIFY(writeFileAtomically(at("m"), "two"));
        struct stat status {};
        ::stat(at("m").c_str(), &status);
        QCOMPARE(status.st_mode & 0777U, 0600U);
    }
    void refusesAFileThatChanged() {
        QVERIFY(writeFileAtomically(at("c"), "one"));
        const auto stamp = fileStamp(at("c"));
        QVERIFY(writeFileAtomically(at("c"), "other"));
        const auto result = writeFileAtomically(at("c"), "mine", {.expected = stamp});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Conflict);
        QCOMPARE(*readFile(at("c"), 100), std::string("other"));
    }
    void namesTheCapThatWasHit() {
        QVERIFY(writeFileAtomically(at("big"), std::string(100, 'x')));
        const auto result = readFile(at("big"), 99, "limits.file_bytes");
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::LimitExceeded);
        QVERIFY(result.error().message.find("limits.file_bytes") != std::string::npos);
    }
    void readsNothingButRegularFiles() {
        ::mkfifo(at("fifo").c_str(), 0600);
        QVERIFY(!readFile(at("fifo"), 10));
        QVERIFY(!readFile(at("."), 10));
    }
    void aBatchIsAllTemporaryUntilCommitted() {
        {
            FileBatch batch(m_dir.path().toStdString());
            QVERIFY(batch.add(at("b1"), "1"));
        }
        QVERIFY(!fs::exists(at("b1")));
        for (const auto &entry : fs::directory_iterator(m_dir.path().toStdString()))
            QVERIFY(entry.path().string().find(".tmp") == std::string::npos);
        FileBatch batch(m_dir.path().toStdString());
        for (int i = 0; i < 10; ++i)
            QVERIFY(batch.add(at(("b" + std::to_string(i)).c_str()), std::to_string(i)));
        QVERIFY(batch.commit());
        QCOMPARE(*readFile(at("b7"), 10), std::string("7"));
    }
    void locksOutTheSecondWriter() {
        const auto first = FileLock::tryAcquire(at("lock"));
        QVERIFY(first);
        const auto second = FileLock::tryAcquire(at("lock"));
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Busy);
    }
    void mapsFiles() {
        QVERIFY(writeFileAtomically(at("map"), "mapped"));
        const auto mapped = MappedFile::open(at("map"));
        QVERIFY(mapped);
        QCOMPARE(mapped->bytes(), std::string_view("mapped"));
    }
    void runsEveryIndexOnce() {
        Executor executor(2);
        std::vector<std::atomic<int>> seen(1000);
        executor.forEach(seen.size(), [&](std::size_t i) { ++seen[i]; });
        for (const auto &count : seen)
            QCOMPARE(count.load(), 1);
    }
};

QTEST_GUILESS_MAIN(TestFile)
#include "tst_file.moc"
