#pragma once
/// From the bytes of a description to one JSON value, whatever they were written in, with everything odd that was
/// found.

#include "base/json.h"
#include "base/progress.h"
#include "base/result.h"
#include "ingest/source.h"

#include <string>
#include <string_view>
#include <vector>

namespace actionscope::ingest::detail {

/// A key that an object holds twice. The later one counts, as in every common JSON reader.
struct Duplicate {
    std::string pointer; ///< of the member
    Location where;      ///< of the later key; line 0 when it cannot be told
};

struct Document {
    json::value value;
    std::vector<Duplicate> duplicates; ///< at most MaxDuplicates of them
    std::vector<std::string> warnings;
    bool isJson = true; ///< the text itself is JSON, so it can serve as the copy unchanged
};

constexpr std::size_t MaxDuplicates = 100;

/// Reads JSON or YAML, as the text shows: what begins with a bracket is JSON (or, unless `file` ends in `.json`, YAML's
/// flow style), anything else is YAML. `file` names the text in errors.
/// Errors: ParseError with line and column; Unsupported for HTML and XML; LimitExceeded; Cancelled.
Result<Document> readDocument(std::string_view text, const std::string &file, const ImportLimits &limits,
                              const json::storage_ptr &storage, const Job &job);

/// The two readers behind it.
Result<Document> readJson(std::string_view text, const std::string &file, const ImportLimits &limits,
                          const json::storage_ptr &storage);
Result<Document> readYaml(std::string_view text, const std::string &file, const ImportLimits &limits,
                          const json::storage_ptr &storage, const Job &job);

} // namespace actionscope::ingest::detail
