#pragma once
/// Walks the audit log of the database and checks all that can be checked.

#include "base/progress.h"
#include "governance/audit_log.h"
#include "storage/detail/database.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace actionscope::storage::detail {

/// As AuditLog::verify. Throws Abort or SQLite::Exception. Reads in batches, so that no long read keeps the WAL from
/// shrinking.
governance::Verification verifyLog(Connection &connection, const std::vector<std::string> &trustedKeys,
                                   const std::optional<governance::AuditHead> &expected, const Job &job,
                                   std::uint64_t fromSeq);

} // namespace actionscope::storage::detail
