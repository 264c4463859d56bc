#pragma once
/// What a capability is called and where it belongs, for whatever speaks of capabilities of all kinds (CD3).

#include "base/json.h"
#include "catalog/catalog.h"

#include <string>

namespace actionscope::context {

/// "communication" for channels; else the manifest's category, else the first tag, else the id of the service. As the
/// source has it: untrusted text.
[[nodiscard]] std::string_view categoryOf(const catalog::CapabilityView &capability, std::string_view service);

/// What the catalog knows of the parameters, as a schema: names, types, prose, which must be given.
[[nodiscard]] json::value schemaOfParameters(const catalog::CapabilityView &capability);

} // namespace actionscope::context
