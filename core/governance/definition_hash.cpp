#include "base/hash.h"
#include "governance/gatekeeper.h"

namespace actionscope::governance {

std::string definitionHash(const catalog::CapabilityView &action, std::string_view service, std::string_view server,
                           const risk::Classification &risk, const json::value &inputSchema) {
    json::array parameters;
    for (std::size_t i = 0; i < action.parameterCount(); ++i) {
        const auto parameter = action.parameter(i);
        parameters.push_back(json::object{{"name", json::string(parameter.name)},
                                          {"place", json::string(catalog::placeName(parameter.place))},
                                          {"required", parameter.required},
                                          {"type", json::string(parameter.type)}});
    }
    json::array security;
    for (const std::string_view scheme : action.security())
        security.push_back(json::string(scheme));
    return toHex(sha256(canonicalJson(json::object{
        {"service", json::string(service)},
        {"name", json::string(action.name())},
        {"method", json::string(catalog::methodName(action.method()))},
        {"path", json::string(action.path())},
        {"server", json::string(server)},
        {"parameters", std::move(parameters)},
        {"security", std::move(security)},
        {"tier", json::string(catalog::tierName(risk.tier))},
        {"approval", json::string(risk.approval == risk::Approval::Admin ? "admin" : "none")},
        {"schema", inputSchema},
    })));
}

} // namespace actionscope::governance
