#pragma once
/// The ids of capabilities that are no actions (CD3): `tool:NAME`, `skill:NAME`, `extension:NAME`, `channel:PLATFORM`.
///
/// In a catalog the capabilities of one kind are the service that is called like the kind, so that whatever works on
/// services (toggles, access rules, overrides, `--service`) works on them: `skill:release-notes` is the capability
/// `release-notes` of the service `skill`, and "skill.release-notes" names it too.

#include "catalog/catalog.h"

#include <string>
#include <string_view>

namespace actionscope::catalog {

/// Whether a service of this id holds the capabilities of a kind: "tool", "skill", "extension", "channel". No import
/// may take one of them.
[[nodiscard]] bool isKindService(std::string_view service);

/// "skill:release-notes"; of an action "service.action".
[[nodiscard]] std::string capabilityId(const Catalog &catalog, Ordinal ordinal);

} // namespace actionscope::catalog
