/// Changes in real folders as editors and people make them (CD8), told by inotify and found by polling.

#include "base/folder_watch.h"

#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <thread>
#include <time.h>

using namespace actionscope;
namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

/// Counts what a watch tells.
class Told {
public:
    void add() {
        const std::lock_guard lock(m_mutex);
        ++m_count;
        m_changed.notify_all();
    }
    /// Whether more than `before` came within half a minute, which is far more than it takes.
    bool moreThan(int before) {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, 30s, [&] { return m_count > before; });
    }
    int count() {
        const std::lock_guard lock(m_mutex);
        return m_count;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_count = 0;
};

void write(const fs::path &file, const std::string &text) { std::ofstream(file, std::ios::trunc) << text; }

/// What this process has computed, all threads together.
double processorSeconds() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

} // namespace

class FolderWatchTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path m_root;
    bool m_polling = false;

    FolderWatchOptions options() const {
        FolderWatchOptions options;
        options.debounce = 40ms;
        options.pollEvery = 20ms;
        options.polling = m_polling;
        return options;
    }
    /// Does `change` and says whether that was told.
    template <class Change> bool tells(Told &told, Change &&change) {
        QTest::qWait(150); // what was done before has been told
        const int before = told.count();
        change();
        return told.moreThan(before);
    }

    void editorsSave() {
        write(m_root / "a" / "CAPABILITY.yaml", "one");
        Told told;
        FolderWatch watch(
            {m_root}, [&] { told.add(); }, options());
        QCOMPARE(watch.polling(), m_polling);
        QVERIFY(tells(told, [&] { write(m_root / "a" / "CAPABILITY.yaml", "in place, longer"); }));
        QVERIFY(tells(told, [&] { // as most editors save: another file, renamed over
            write(m_root / "a" / ".CAPABILITY.yaml.swp", "renamed over");
            fs::rename(m_root / "a" / ".CAPABILITY.yaml.swp", m_root / "a" / "CAPABILITY.yaml");
        }));
        QVERIFY(tells(told, [&] { fs::remove(m_root / "a" / "CAPABILITY.yaml"); }));
        QVERIFY(tells(told, [&] {
            fs::create_directory(m_root / "b");
            write(m_root / "b" / "SKILL.md", "new");
        }));
        QVERIFY(tells(told, [&] { write(m_root / "b" / "SKILL.md", "in a folder that came later"); }));
        QVERIFY(tells(told, [&] { fs::rename(m_root / "b", m_root / "c"); }));
        QVERIFY(tells(told, [&] { write(m_root / "c" / "SKILL.md", "in a renamed folder"); }));
    }

    void foldersGoAndCome() {
        const fs::path late = m_root / "made" / "later" / "capabilities";
        Told told;
        FolderWatch watch(
            {late}, [&] { told.add(); }, options());
        QVERIFY(tells(told, [&] {
            fs::create_directories(late / "x");
            write(late / "x" / "CAPABILITY.yaml", "with all above it");
        }));
        QVERIFY(tells(told, [&] { write(late / "x" / "CAPABILITY.yaml", "again"); }));
        QVERIFY(tells(told, [&] { fs::remove_all(late); }));
        QVERIFY(tells(told, [&] { fs::create_directories(late / "y"); }));
        QVERIFY(tells(told, [&] { write(late / "y" / "CAPABILITY.yaml", "after it was made again"); }));
        QVERIFY(tells(told, [&] { fs::rename(m_root / "made", m_root / "away"); }));
        QVERIFY(tells(told, [&] { fs::rename(m_root / "away", m_root / "made"); }));
        QVERIFY(tells(told, [&] { write(late / "y" / "CAPABILITY.yaml", "after it was moved away and back"); }));
    }

private Q_SLOTS:
    void init() {
        static int number = 0;
        m_root = fs::path(m_folder.path().toStdString()) / std::to_string(number++);
        fs::create_directories(m_root / "a");
        m_polling = false;
    }

    void savesAreTold() { editorsSave(); }
    void savesAreFoundByPolling() {
        m_polling = true;
        editorsSave();
    }
    void foldersMayGoAndCome() { foldersGoAndCome(); }
    void foldersMayGoAndComeWhilePolling() {
        m_polling = true;
        foldersGoAndCome();
    }

    void manyChangesAtOnceAreToldTogether() {
        Told told;
        FolderWatchOptions slow = options();
        slow.debounce = 400ms;
        FolderWatch watch(
            {m_root}, [&] { told.add(); }, slow);
        for (int i = 0; i < 500; ++i) {
            fs::create_directories(m_root / std::to_string(i));
            write(m_root / std::to_string(i) / "CAPABILITY.yaml", "x");
        }
        QVERIFY(told.moreThan(0));
        QTest::qWait(900);
        QVERIFY2(told.count() <= 6, qPrintable(QString::number(told.count()))); // of a thousand changes
        QVERIFY(tells(told, [&] { write(m_root / "499" / "CAPABILITY.yaml", "the last one is watched"); }));
    }

    void changesThatNeverEndAreToldAllTheSame() {
        Told told;
        FolderWatchOptions patient = options();
        patient.debounce = 10s;
        patient.longest = 300ms;
        FolderWatch watch(
            {m_root}, [&] { told.add(); }, patient);
        std::atomic<bool> over = false;
        std::thread writer([&] {
            for (int i = 0; !over; ++i) {
                write(m_root / "a" / "CAPABILITY.yaml", std::to_string(i));
                std::this_thread::sleep_for(20ms);
            }
        });
        const bool first = told.moreThan(0), second = told.moreThan(1);
        over = true;
        writer.join();
        QVERIFY(first && second);
    }

    void whatHappensDuringTheCallbackIsToldAfterwards() {
        Told told;
        FolderWatch watch(
            {m_root},
            [&] {
                if (told.count() == 0)
                    write(m_root / "a" / "CAPABILITY.yaml", "written by the callback");
                told.add();
            },
            options());
        write(m_root / "a" / "CAPABILITY.yaml", "first");
        QVERIFY(told.moreThan(1));
    }

    void whatIsBesideIsNotTold() {
        const fs::path root = m_root / "capabilities";
        Told told;
        FolderWatch watch(
            {root}, [&] { told.add(); }, options()); // missing: its parent is watched
        for (int i = 0; i < 50; ++i)
            write(m_root / ("other" + std::to_string(i)), "x");
        QTest::qWait(300);
        QCOMPARE(told.count(), 0);
        QVERIFY(tells(told, [&] { fs::create_directory(root); }));
    }

    void moreFoldersThanAreWatchedArePolled() {
        for (int i = 0; i < 40; ++i)
            fs::create_directories(m_root / std::to_string(i));
        Told told;
        FolderWatchOptions few = options();
        few.folders = 10;
        FolderWatch watch(
            {m_root}, [&] { told.add(); }, few);
        QVERIFY(watch.polling());
        QVERIFY(tells(told, [&] { write(m_root / "39" / "CAPABILITY.yaml", "x"); }));
    }

    void itSleepsWhileNothingHappens() {
        FolderWatch told({m_root}, [] {});
        FolderWatchOptions asks;
        asks.polling = true;
        FolderWatch polled(
            {m_root}, [] {}, asks);
        QTest::qWait(50);
        const double before = processorSeconds();
        QTest::qWait(1500);
        // A loop that does not sleep takes all of one and a half seconds.
        QVERIFY2(processorSeconds() - before < 0.75, qPrintable(QString::number(processorSeconds() - before)));
    }

    void endsWhileChangesGoOn() {
        for (int round = 0; round < 30; ++round) {
            std::atomic<bool> gone = false, late = false;
            {
                FolderWatchOptions quick = options();
                quick.debounce = 1ms;
                FolderWatch watch(
                    {m_root}, [&] { late = late || gone; }, quick);
                for (int i = 0; i < 5; ++i)
                    write(m_root / "a" / std::to_string(i), std::to_string(round));
            }
            gone = true;
            QVERIFY(!late);
        }
    }
};

QTEST_GUILESS_MAIN(FolderWatchTest)
#include "tst_folder_watch.moc"
