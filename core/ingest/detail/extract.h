#pragma once
/// From one parsed description to its service and actions.

#include "base/json.h"
#include "base/progress.h"
#include "ingest/openapi.h"

namespace actionscope::ingest::detail {

/// Fills `out.info` (what the description itself says of it), `out.actions`, `out.skipped` and `out.warnings`.
/// `root` is a description of a version we know. Errors: LimitExceeded, Cancelled, ParseError for `paths` that are no
/// object.
Result<void> extract(const json::value &root, const Source &source, const ImportLimits &limits, const Job &job,
                     ImportedService &out);

/// `text` on one line, white space runs as one space, at most `maxBytes` bytes.
std::string oneLine(std::string_view text, std::size_t maxBytes);

} // namespace actionscope::ingest::detail
