#include "context/categories.h"

namespace actionscope::context {

std::string_view categoryOf(const catalog::CapabilityView &capability, std::string_view service) {
    if (capability.kind() == catalog::Kind::Channel)
        return "communication";
    if (!capability.category().empty())
        return capability.category();
    if (capability.tagCount() > 0 && !capability.tag(0).empty())
        return capability.tag(0);
    return service;
}

json::value schemaOfParameters(const catalog::CapabilityView &capability) {
    json::object properties;
    json::array required;
    for (std::size_t i = 0; i < capability.parameterCount(); ++i) {
        const catalog::ParameterView parameter = capability.parameter(i);
        json::object property;
        if (!parameter.type.empty())
            property["type"] = parameter.type;
        if (!parameter.description.empty())
            property["description"] = parameter.description;
        properties[parameter.name] = std::move(property);
        if (parameter.required)
            required.emplace_back(parameter.name);
    }
    return json::object{{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)}};
}

std::string capabilityId(const catalog::Catalog &catalog, catalog::Ordinal ordinal) {
    const catalog::CapabilityView capability = catalog.at(ordinal);
    if (capability.kind() == catalog::Kind::Action)
        return catalog.qualifiedName(ordinal);
    return std::string(catalog::kindName(capability.kind())) + ':' + std::string(capability.name());
}

std::optional<catalog::Ordinal> findCapability(const catalog::Catalog &catalog, std::string_view id) {
    if (const auto ordinal = catalog.find(id))
        return ordinal;
    const std::size_t colon = id.find(':');
    const auto kind = colon == std::string_view::npos ? std::nullopt : catalog::kindFromName(id.substr(0, colon));
    if (!kind || *kind == catalog::Kind::Action)
        return std::nullopt;
    for (const catalog::Service &service : catalog.services())
        if (const auto index = service.segment->find(id.substr(colon + 1)))
            if (service.segment->at(*index).kind() == *kind)
                return service.first + *index;
    return std::nullopt;
}

} // namespace actionscope::context
