#pragma once
/// Reads descriptions in parallel into services; with a batch, also writes their files (temporary until it is
/// committed).

#include "base/file.h"
#include "workspace/detail/catalog_loader.h"

namespace actionscope::workspace::detail {

struct ImportOutcome {
    LoadedServices services; ///< without stamps: the files get them when the batch is committed
    ImportReport report;     ///< without findings and elapsed time
};

/// `given` are sources that need no finding; `known` is the state before. `batch` null: a preview. Errors: Cancelled; the first error of expanding the arguments
/// when nothing at all could be read; those of writing (disk full), after which the batch must not be committed.
[[nodiscard]] Result<ImportOutcome> readSources(const Layout &layout, const Settings &settings,
                                                const LoadedServices &known, const risk::RiskPolicy &policy,
                                                const std::vector<std::string> &arguments,
                                                std::vector<ingest::Source> given, const ImportOptions &options,
                                                FileBatch *batch, Executor &executor, const Job &job);

} // namespace actionscope::workspace::detail
