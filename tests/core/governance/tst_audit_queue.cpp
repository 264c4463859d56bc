#include "gatekeeper_world.h"

#include <QTest>
#include <thread>

using namespace actionscope;
using namespace actionscope::governance;
using namespace actionscope::governance::test;
using namespace std::chrono_literals;

namespace {

AuditEvent searchEvent(const std::string &action) {
    AuditEvent out;
    out.kind = "search";
    out.action = action;
    return out;
}

/// A log whose writes wait until they are let go.
class SlowLog final : public AuditLog {
public:
    Result<AuditRecord> append(AuditEvent) override { return fail(ErrorCode::Unsupported, "not used"); }
    Result<std::vector<AuditRecord>> appendAll(std::vector<AuditEvent> events) override {
        std::unique_lock lock(m_mutex);
        ++entered;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return open; });
        lock.unlock();
        return log.appendAll(std::move(events));
    }
    void waitUntilWriting() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return entered > 0; });
    }
    void letGo() {
        const std::lock_guard lock(m_mutex);
        open = true;
        m_changed.notify_all();
    }
    Result<AuditPage> list(const AuditFilter &, std::size_t, std::uint64_t) const override { return unused(); }
    Result<AuditPage> listAfter(const AuditFilter &, std::size_t, std::uint64_t) const override { return unused(); }
    Result<std::optional<AuditRecord>> get(std::uint64_t) const override { return unused(); }
    Result<AuditHead> head() const override { return unused(); }
    Result<std::uint64_t> count(const AuditFilter &) const override { return unused(); }
    Result<std::vector<FacetCount>> facet(std::string_view, const AuditFilter &) const override { return unused(); }
    Result<std::vector<std::uint64_t>> histogram(const AuditFilter &, Timestamp, Timestamp,
                                                 std::size_t) const override {
        return unused();
    }
    Result<Verification> verify(std::optional<AuditHead>, const Job &, std::uint64_t) const override {
        return unused();
    }

    MemoryLog log;
    int entered = 0;
    bool open = false;

private:
    static tl::unexpected<Error> unused() { return fail(ErrorCode::Unsupported, "not asked for here"); }
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

} // namespace

class TestAuditQueue : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anAppendIsOnDiskWhenItReturns() {
        MemoryLog log;
        AuditQueue queue(log);
        const auto record = queue.append(searchEvent("a"));
        QVERIFY(record);
        QCOMPARE(record->seq, std::uint64_t(1));
        QCOMPARE(log.records().size(), std::size_t(1));
    }
    void keepsOrderAndGivesEachItsOwnRecord() {
        MemoryLog log;
        AuditQueue queue(log);
        std::vector<std::thread> threads;
        std::atomic<int> wrong{0};
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&, t] {
                std::uint64_t last = 0;
                for (int i = 0; i < 50; ++i) {
                    const std::string name = std::to_string(t) + "." + std::to_string(i);
                    const auto record = queue.append(searchEvent(name));
                    if (!record || record->event.action != name || record->seq <= last)
                        ++wrong;
                    else
                        last = record->seq;
                    if (!queue.post(searchEvent("p")))
                        ++wrong;
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QVERIFY(queue.flush());
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(log.records().size(), std::size_t(800));
    }
    void manyWaitersShareOneFlush() {
        SlowLog log;
        AuditQueue queue(log);
        QVERIFY(queue.post(searchEvent("first")));
        log.waitUntilWriting();
        for (int i = 0; i < 100; ++i)
            QVERIFY(queue.post(searchEvent("x")));
        log.letGo();
        QVERIFY(queue.flush());
        QCOMPARE(log.log.records().size(), std::size_t(101));
        QVERIFY(log.log.flushes() <= 3);
    }
    void refusesPostsWhenItIsFull() {
        SlowLog log;
        AuditQueue::Options options;
        options.capacity = 3;
        AuditQueue queue(log, options);
        QVERIFY(queue.post(searchEvent("first")));
        log.waitUntilWriting();
        for (int i = 0; i < 3; ++i)
            QVERIFY(queue.post(searchEvent("x")));
        const auto refused = queue.post(searchEvent("x"));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Busy);
        std::thread waiting([&] { QVERIFY(queue.append(searchEvent("waits"))); });
        log.letGo();
        waiting.join();
        QVERIFY(queue.flush());
        QCOMPARE(log.log.records().size(), std::size_t(5));
    }
    void tellsThatTheLogBrokeUntilItWorksAgain() {
        MemoryLog log;
        AuditQueue queue(log);
        log.broken = true;
        const auto failed = queue.append(searchEvent("a"));
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, ErrorCode::IoError);
        QVERIFY(!queue.healthy());
        QVERIFY(!queue.post(searchEvent("b")));
        QVERIFY(!queue.flush());
        log.broken = false;
        QVERIFY(!queue.post(searchEvent("c"))); // nobody knows yet; the record itself finds out
        QVERIFY(queue.flush());
        QVERIFY(queue.healthy());
        QVERIFY(queue.post(searchEvent("d")));
    }
    void oneBadRecordDoesNotTakeOthersAlong() {
        MemoryLog log;
        AuditQueue queue(log);
        QVERIFY(queue.post(searchEvent("a")));
        QCOMPARE(queue.append(AuditEvent()).error().code, ErrorCode::InvalidArgument);
        QVERIFY(!queue.post(AuditEvent()));
        QVERIFY(queue.append(searchEvent("b")));
        QCOMPARE(log.records().size(), std::size_t(2));
        QVERIFY(queue.healthy());
    }
    void theDestructorWritesWhatIsWaiting() {
        MemoryLog log;
        {
            AuditQueue::Options options;
            options.linger = 10'000ms;
            AuditQueue queue(log, options);
            for (int i = 0; i < 1200; ++i)
                QVERIFY(queue.post(searchEvent("x")));
        }
        QCOMPARE(log.records().size(), std::size_t(1200));
    }
};

QTEST_GUILESS_MAIN(TestAuditQueue)
#include "tst_audit_queue.moc"
