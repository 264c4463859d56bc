#pragma once
/// A catalog as it would be after an edit, without writing anything: what a preview is computed on.

#include "base/result.h"
#include "catalog/catalog.h"

#include <memory>
#include <string>

namespace actionscope::catalog {

/// `catalog` with another description of one capability. Every name stays, and so does every ordinal; services that are
/// not concerned are shared. Linear in the capability's service. Errors: InvalidArgument when the description is no
/// UTF-8; LimitExceeded past MaxDescription bytes.
[[nodiscard]] Result<std::shared_ptr<const Catalog>> withDescription(const Catalog &catalog, Ordinal capability,
                                                                     std::string description);

} // namespace actionscope::catalog
