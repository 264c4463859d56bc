#pragma once
/// Reads the catalogs of a workspace, taking from memory or from the cache what has not changed on disk.

#include "base/executor.h"
#include "base/progress.h"
#include "workspace/detail/catalog_cache.h"
#include "workspace/layout.h"
#include "workspace/workspace.h"

namespace actionscope::workspace::detail {

struct LoadResult {
    LoadedServices services;
    bool changed = false; ///< differs from `known`
};

/// `known` is what is in use (or came from the cache). A file that cannot be used is an error of its service, whose
/// last good state is kept when there is one. Without the services of kind_services.h. Errors: those of reading the folder; Cancelled.
[[nodiscard]] Result<LoadResult> loadServices(const Layout &layout, const Settings &settings, LoadedServices known,
                                              Executor &executor, const Job &job);

/// Classifies the services whose classification is not of `policyVersion`.
void classifyServices(LoadedServices &services, const risk::RiskPolicy &policy, std::uint64_t policyVersion,
                      Executor &executor);

} // namespace actionscope::workspace::detail
