#include "catalog/capability_id.h"

namespace actionscope::catalog {

bool isKindService(std::string_view service) {
    const auto kind = kindFromName(service);
    return kind && *kind != Kind::Action && kindName(*kind) == service; // ids are lower case
}

std::string capabilityId(const Catalog &catalog, Ordinal ordinal) {
    const CapabilityView view = catalog.at(ordinal);
    if (view.kind() == Kind::Action)
        return catalog.qualifiedName(ordinal);
    return std::string(kindName(view.kind())) + ':' + std::string(view.name());
}

} // namespace actionscope::catalog
