#pragma once
/// One self-contained JSON Schema (2020-12) out of an operation's parameters and body.

#include "base/json.h"
#include "ingest/detail/operation.h"
#include "ingest/source.h"

namespace actionscope::ingest::detail {

/// As SourceDocument::inputSchema promises. Works level by level, so that what a cap cuts off is what lies deepest.
/// Cost: proportional to the schema that results, which limits.schema_bytes bounds.
json::value buildInputSchema(const json::value &root, Dialect dialect, const OperationView &view,
                             const ImportLimits &limits);

} // namespace actionscope::ingest::detail
