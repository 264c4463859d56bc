#include "catalog/overlay.h"

#include "base/text.h"

namespace actionscope::catalog {

Result<std::shared_ptr<const Catalog>> withDescription(const Catalog &catalog, Ordinal capability,
                                                       std::string description) {
    if (description.size() > MaxDescription)
        return fail(ErrorCode::LimitExceeded, "the description has " + std::to_string(description.size()) +
                                                  " bytes; search reads the first " + std::to_string(MaxDescription));
    if (const auto invalid = firstInvalidUtf8(description))
        return fail(ErrorCode::InvalidArgument,
                    "the description is no valid UTF-8 at byte " + std::to_string(*invalid));
    std::vector<Service> services = catalog.services();
    Service &service = services[catalog.serviceIndexOf(capability)];
    std::vector<Capability> capabilities;
    capabilities.reserve(service.segment->size());
    for (std::uint32_t i = 0; i < service.segment->size(); ++i)
        capabilities.push_back(service.segment->at(i).toCapability());
    capabilities[capability - service.first].description = std::move(description);
    auto segment = Segment::build(std::move(capabilities));
    if (!segment)
        return fail(segment.error());
    service.segment = std::move(*segment);
    return Catalog::build(std::move(services));
}

} // namespace actionscope::catalog
