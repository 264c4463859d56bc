#pragma once
/// One writer in front of the audit log: many callers' records go to disk in one flush (NOTES §9: 100 rows a flush cost
/// what one does).

#include "governance/audit_log.h"

#include <functional>
#include <memory>

namespace actionscope::governance {

/// Any thread. The destructor writes what is waiting.
class AuditQueue {
public:
    struct Options {
        std::size_t capacity = 10'000;        ///< records waiting; append() then blocks, post() is refused
        std::chrono::milliseconds linger{10}; ///< how long a post() may wait for company; an append() ends that
    };
    explicit AuditQueue(AuditLog &log)
        : AuditQueue(log, Options()) {}
    AuditQueue(AuditLog &log, Options options);
    ~AuditQueue();
    AuditQueue(const AuditQueue &) = delete;
    AuditQueue &operator=(const AuditQueue &) = delete;

    /// Returns when the record is on disk. Errors: the log's.
    [[nodiscard]] Result<AuditRecord> append(AuditEvent event);
    /// Returns at once; the record is on disk a few milliseconds later. For what changes nothing outside (searches,
    /// lists). Errors: Busy when the queue is full; the error of the last write that failed, until one succeeds again:
    /// callers then know that the log does not take records.
    [[nodiscard]] Result<void> post(AuditEvent event);
    /// Waits until everything posted so far is on disk.
    [[nodiscard]] Result<void> flush();
    /// Whether the last write succeeded.
    [[nodiscard]] bool healthy() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope::governance
