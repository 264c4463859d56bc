#pragma once
/// Pages, counts, facets and the time line of the audit log.
///
/// Everything but the records themselves is answered from the filter tables (see migrations.cpp). A filter becomes
/// conditions on `audit_key` and a range of sequence numbers; the index of its rarest value is used when that is rare
/// enough to pay, else the table is walked in order, where common values are soon found. Counts by hour, kind, outcome
/// and tier are added up from `audit_hour`, and only the hours that a bound cuts are looked at record by record.
///
/// All functions run inside a read transaction of the caller and throw Abort or SQLite::Exception.

#include "governance/audit_log.h"
#include "storage/detail/database.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::storage::detail {

enum class Direction { NewestFirst, OldestFirst };

/// At most `limit` records beyond `from` in the given direction; 0 begins at the end that comes first.
governance::AuditPage listRecords(Connection &connection, const governance::AuditFilter &filter, std::size_t limit,
                                  std::uint64_t from, Direction direction);
std::uint64_t countRecords(Connection &connection, const governance::AuditFilter &filter);
std::vector<governance::FacetCount> countFacet(Connection &connection, std::string_view column,
                                               const governance::AuditFilter &filter);
std::vector<std::uint64_t> countBins(Connection &connection, const governance::AuditFilter &filter, Timestamp since,
                                     Timestamp until, std::size_t bins);

} // namespace actionscope::storage::detail
