#include "governance/audit_queue.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace actionscope::governance {

namespace {
/// Records of one flush. More would only make those that wait in it wait longer.
constexpr std::size_t BatchSize = 500;
} // namespace

struct AuditQueue::Impl {
    using Clock = std::chrono::steady_clock;

    /// What an append() waits for; lives on its stack. Each has a condition of its own: a batch wakes those that it
    /// wrote and nobody else.
    struct Waiter {
        std::condition_variable written;
        bool done = false;
        Result<AuditRecord> result = fail(ErrorCode::Internal, "not written yet");
    };
    struct Entry {
        AuditEvent event;
        Waiter *waiter = nullptr; ///< null for post()
        Clock::time_point posted;
    };

    Impl(AuditLog &theLog, Options theOptions)
        : log(theLog)
        , options(theOptions) {}

    void run() {
        std::unique_lock lock(mutex);
        for (;;) {
            pace = Pace::Asleep;
            work.wait(lock, [this] { return stopping || !entries.empty(); });
            if (entries.empty())
                return;
            // Posts may wait a moment for company; nobody waits for them. Only what ends the wait wakes the thread.
            pace = Pace::Gathering;
            const auto until = entries.front().posted + options.linger;
            work.wait_until(lock, until, [this] { return due(); });
            pace = Pace::Writing;
            writeBatch(lock);
        }
    }
    /// Whether gathering is over before its time. Under the mutex, like all that follow.
    [[nodiscard]] bool due() const { return stopping || flushing != 0 || waiters != 0 || entries.size() >= BatchSize; }
    /// After something was added: waking a thread costs more than adding a record.
    void wake() {
        if (pace == Pace::Asleep || (pace == Pace::Gathering && due())) {
            pace = Pace::Writing; // it is on its way; whoever comes next need not wake it again
            work.notify_one();
        }
    }

    void writeBatch(std::unique_lock<std::mutex> &lock) {
        std::vector<Entry> batch;
        std::vector<AuditEvent> events;
        while (!entries.empty() && batch.size() < BatchSize) {
            batch.push_back(std::move(entries.front()));
            entries.pop_front();
            events.push_back(std::move(batch.back().event));
        }
        writing = batch.size();
        lock.unlock();
        auto written = write(std::move(events));
        lock.lock();
        const bool wasFull = entries.size() + batch.size() >= options.capacity;
        writing = 0;
        finished += batch.size();
        if (written)
            lastError.reset();
        else
            lastError = written.error();
        for (std::size_t i = 0; i < batch.size(); ++i) {
            Waiter *waiter = batch[i].waiter;
            if (waiter == nullptr)
                continue;
            --waiters;
            waiter->done = true;
            if (written)
                waiter->result = std::move((*written)[i]);
            else
                waiter->result = fail(written.error());
            waiter->written.notify_one();
        }
        if (wasFull || flushing != 0 || stopping)
            room.notify_all();
    }

    Result<std::vector<AuditRecord>> write(std::vector<AuditEvent> events) {
        const std::size_t count = events.size();
        try {
            auto written = log.appendStorable(std::move(events));
            if (written && written->size() != count)
                return fail(ErrorCode::Internal,
                            "the audit log answered with another number of records than it was given");
            return written;
        } catch (const std::exception &e) {
            return fail(ErrorCode::IoError, std::string("the audit log could not be written: ") + e.what());
        }
    }

    AuditLog &log;
    const Options options;

    mutable std::mutex mutex; ///< guards everything below
    std::condition_variable work, room;
    std::deque<Entry> entries;
    enum class Pace : std::uint8_t { Asleep, Gathering, Writing } pace = Pace::Asleep; ///< of the thread
    std::size_t writing = 0, waiters = 0, flushing = 0;
    std::uint64_t accepted = 0, finished = 0;
    std::optional<Error> lastError;
    bool stopping = false;
    std::thread thread; ///< last: it uses the others
};

AuditQueue::AuditQueue(AuditLog &log, Options options)
    : m_impl(std::make_unique<Impl>(log, options)) {
    m_impl->thread = std::thread([impl = m_impl.get()] { impl->run(); });
}

AuditQueue::~AuditQueue() {
    {
        const std::lock_guard lock(m_impl->mutex);
        m_impl->stopping = true;
    }
    m_impl->work.notify_all();
    m_impl->thread.join();
}

Result<AuditRecord> AuditQueue::append(AuditEvent event) {
    // Checked here, so that one event that cannot be stored does not take its whole batch along.
    auto storable = storableEvent(std::move(event));
    if (!storable)
        return fail(storable.error());
    Impl::Waiter waiter;
    std::unique_lock lock(m_impl->mutex);
    m_impl->room.wait(lock, [this] { return m_impl->entries.size() < m_impl->options.capacity || m_impl->stopping; });
    if (m_impl->stopping)
        return fail(ErrorCode::Cancelled, "the audit log is being closed");
    m_impl->entries.push_back({std::move(*storable), &waiter, Impl::Clock::now()});
    ++m_impl->accepted;
    ++m_impl->waiters;
    m_impl->wake();
    waiter.written.wait(lock, [&] { return waiter.done; });
    return std::move(waiter.result);
}

Result<void> AuditQueue::post(AuditEvent event) {
    auto storable = storableEvent(std::move(event));
    if (!storable)
        return fail(storable.error());
    const std::lock_guard lock(m_impl->mutex);
    if (m_impl->stopping)
        return fail(ErrorCode::Cancelled, "the audit log is being closed");
    if (m_impl->entries.size() >= m_impl->options.capacity)
        return fail(ErrorCode::Busy, "the audit log cannot keep up: " + std::to_string(m_impl->options.capacity) +
                                         " records are waiting; try again in a moment");
    m_impl->entries.push_back({std::move(*storable), nullptr, Impl::Clock::now()});
    ++m_impl->accepted;
    m_impl->wake();
    // The record is tried all the same: that is how a log which works again is noticed.
    if (m_impl->lastError)
        return fail(*m_impl->lastError);
    return {};
}

Result<void> AuditQueue::flush() {
    std::unique_lock lock(m_impl->mutex);
    const std::uint64_t upTo = m_impl->accepted;
    ++m_impl->flushing;
    m_impl->wake();
    m_impl->room.wait(lock, [&] { return m_impl->finished >= upTo; });
    --m_impl->flushing;
    if (m_impl->lastError)
        return fail(*m_impl->lastError);
    return {};
}

bool AuditQueue::healthy() const {
    const std::lock_guard lock(m_impl->mutex);
    return !m_impl->lastError;
}

} // namespace actionscope::governance
