#pragma once
/// Makes a description self-contained: the files it refers to become part of it.

#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"
#include "ingest/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace actionscope::ingest::detail {

/// The member of a copy that holds the files it referred to, by their path inside the import root.
constexpr std::string_view FilesMember = "x-actionscope-files";

/// Loads what `document` (read from `text`) refers to outside itself and rewrites the references to point inside. Only
/// files whose real path lies in the import root are read; nothing is ever fetched. What cannot be followed stays as it
/// is, with a warning. Returns whether the document changed. Values are kept in the document's own storage.
/// Errors: LimitExceeded for too many or too large files; Cancelled.
Result<bool> bundle(json::value &document, std::string_view text, const Source &source, const ImportLimits &limits,
                    const Job &job, std::vector<std::string> &warnings);

} // namespace actionscope::ingest::detail
