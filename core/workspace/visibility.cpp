#include "workspace/visibility.h"

namespace actionscope::workspace {

retrieval::Visibility visibilityOf(const Snapshot &snapshot, const catalog::Catalog &indexed) {
    retrieval::Visibility visibility;
    visibility.services.reserve(indexed.services().size());
    for (const catalog::Service &service : indexed.services()) {
        const auto current = snapshot.catalog->findService(service.info.id);
        visibility.services.push_back(current && snapshot.services[*current].searchable() ? 1 : 0);
    }
    return visibility;
}

} // namespace actionscope::workspace
