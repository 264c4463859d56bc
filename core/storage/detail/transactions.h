#pragma once
/// What the stores of single subjects (tokens, approvals) need of the one that owns the file: transactions, and the
/// audit log in them.

#include "base/clock.h"
#include "governance/audit_log.h"
#include "storage/detail/database.h"

#include <functional>
#include <string>

namespace actionscope::storage::detail {

/// Any thread. Lives as long as the StateStore.
class Transactions {
public:
    virtual ~Transactions() = default;
    using Work = std::function<void(Connection &)>;
    /// Sees one state of the database throughout. What `work` throws (Abort, SQLite::Exception) is the error.
    [[nodiscard]] virtual Result<void> read(const Work &work) const = 0;
    /// Commits when `work` returns; what it throws undoes everything.
    [[nodiscard]] virtual Result<void> write(const Work &work) = 0;
    /// Appends inside `write`. Throws Abort with the errors of AuditLog::append.
    virtual governance::AuditRecord append(Connection &connection, governance::AuditEvent event) = 0;
    [[nodiscard]] virtual std::uint64_t version() const = 0; ///< StateStore::dataVersion
    [[nodiscard]] virtual Timestamp now() const = 0;
    [[nodiscard]] virtual const std::string &actor() const = 0; ///< StateOptions::actor
    [[nodiscard]] virtual bool canWrite() const = 0;
    /// The key that the personal data of approvals is encrypted under. Errors as StateStore::digestKey.
    [[nodiscard]] virtual Result<std::string> sealingKey() = 0;
    [[nodiscard]] virtual std::size_t approvalsWaiting() const = 0; ///< StateOptions::approvalsWaiting
};

} // namespace actionscope::storage::detail
