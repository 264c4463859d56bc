#include "workspace/visibility.h"

#include <algorithm>

namespace actionscope::workspace {

retrieval::Visibility visibilityOf(const Snapshot &snapshot, const catalog::Catalog &indexed) {
    retrieval::Visibility visibility;
    if (&indexed == snapshot.catalog.get()) {
        // The common case, and the fast one: nothing to look up, and nothing to filter when all are on.
        const auto searchable = [](const ServiceState &state) { return state.searchable(); };
        if (std::all_of(snapshot.services.begin(), snapshot.services.end(), searchable))
            return visibility;
        for (const ServiceState &state : snapshot.services)
            visibility.services.push_back(state.searchable() ? 1 : 0);
        return visibility;
    }
    visibility.services.reserve(indexed.services().size());
    for (const catalog::Service &service : indexed.services()) {
        const auto current = snapshot.catalog->findService(service.info.id);
        visibility.services.push_back(current && snapshot.services[*current].searchable() ? 1 : 0);
    }
    return visibility;
}

} // namespace actionscope::workspace
