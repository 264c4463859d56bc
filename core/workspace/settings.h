#pragma once
/// `actionscope.yaml`: the settings of one workspace.

#include "base/result.h"
#include "ingest/source.h"
#include "retrieval/searcher.h"

#include <filesystem>
#include <string>

namespace actionscope::workspace {

struct Settings {
    std::string name; ///< shown in the title bar; the folder's name when absent
    ingest::ImportLimits limits;
    catalog::YamlLimits handLimits; ///< of hand-written catalogs
    double floor = retrieval::DefaultFloor;
    std::uint64_t checkpointEvery = 1000; ///< audit.checkpoint_every: records between signatures
};

/// A missing file gives the defaults. Errors: ParseError with line and column, also for unknown keys and values out of
/// range.
[[nodiscard]] Result<Settings> readSettings(const std::filesystem::path &file);

} // namespace actionscope::workspace
