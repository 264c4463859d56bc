#include "workspace/visibility.h"

#include <algorithm>

namespace actionscope::workspace {
namespace {

/// The tiers of `indexed` as the snapshot has them. What the snapshot does not have counts as the worst.
std::vector<risk::Classification> risksOf(const Snapshot &snapshot, const catalog::Catalog &indexed) {
    risk::Classification worst;
    worst.tier = catalog::Tier::Destructive;
    worst.approval = catalog::Approval::Admin;
    std::vector<risk::Classification> risks(indexed.size(), worst);
    for (const catalog::Service &service : indexed.services()) {
        const auto index = snapshot.catalog->findService(service.info.id);
        if (!index)
            continue;
        const catalog::Service &current = snapshot.catalog->services()[*index];
        for (catalog::Ordinal ordinal = service.first; ordinal < service.end(); ++ordinal) {
            if (current.segment == service.segment) {
                risks[ordinal] = (*snapshot.risk)[current.first + (ordinal - service.first)];
            } else if (const auto found = snapshot.catalog->find(indexed.qualifiedName(ordinal))) {
                risks[ordinal] = (*snapshot.risk)[*found];
            }
        }
    }
    return risks;
}

retrieval::Visibility visibleServices(const Snapshot &snapshot, const catalog::Catalog &indexed) {
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

} // namespace

retrieval::Visibility visibilityOf(const Snapshot &snapshot, const catalog::Catalog &indexed,
                                   const governance::Principal *who) {
    retrieval::Visibility visibility = visibleServices(snapshot, indexed);
    if (who == nullptr || snapshot.access->allowsEverything(*who))
        return visibility;
    visibility.actions = &indexed == snapshot.catalog.get()
                             ? snapshot.access->allowed(*who, indexed, *snapshot.risk)
                             : snapshot.access->allowed(*who, indexed, risksOf(snapshot, indexed));
    return visibility;
}

} // namespace actionscope::workspace
