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

} // namespace actionscope::context
