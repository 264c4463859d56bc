#pragma once
/// The capabilities of folders as services of the catalog, one a kind, with their hand-written files laid over them.

#include "workspace/detail/capability_store.h"
#include "workspace/detail/catalog_loader.h"

namespace actionscope::workspace::detail {

/// Takes out of `services` those that were made from capability folders.
[[nodiscard]] LoadedServices takeKindServices(LoadedServices &services);

/// Adds to `loaded` a service for each kind of which there are capabilities or a hand-written file. `known` is what was
/// in use, and stays where nothing changed. Extensions whose manifest does not say it get their availability from their
/// entry (CD3). A kind whose service id an import has taken in earlier times is a problem.
void addKindServices(const Layout &layout, const Settings &settings, const CapabilityStore &store, LoadedServices known,
                     LoadResult &loaded, std::vector<Problem> &problems);

} // namespace actionscope::workspace::detail
