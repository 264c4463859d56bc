#pragma once
/// What of a capability is searched, and how much each part weighs.

#include "catalog/segment.h"
#include "retrieval/analyzer.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval::detail {

enum class Field : std::uint8_t { Name, Title, Description, Path, Tags, ParameterNames, ParameterProse, Service };
constexpr std::size_t FieldCount = 8;
constexpr std::array<std::string_view, FieldCount> FieldNames{
    "name", "title", "description", "path", "tags", "parameters", "parameter_descriptions", "service"};
/// In tenths, so that weighted frequencies are integers. Measured on labelled sets: names beyond 1.5 hurt, prose of
/// parameters helps a little.
constexpr std::array<std::uint8_t, FieldCount> FieldTenths{15, 10, 10, 10, 10, 7, 3, 10};
/// Identifiers may be written in one word ("gethospitalsbyname"): its parts are searched beside it (compounds.h).
constexpr bool hasCompounds(Field field) {
    return field == Field::Name || field == Field::Path || field == Field::Tags || field == Field::ParameterNames;
}
/// A term's weighted frequency in one capability is at most 12.7: repeating a word further gains nothing.
constexpr std::uint32_t MaxWeightTenths = 127;
/// What a description is about stands at its beginning: this many bytes of it count as the capability's core.
constexpr std::size_t CoreDescriptionBytes = 300;

/// The words that stand for the service in each of its capabilities: those of its id, then those of its title that the
/// id lacks. Repetitions are left out, because the text is the same for every action of the service.
std::string serviceText(const catalog::ServiceInfo &info, Tokenizer &tokenizer);

/// The parts of a path that do not change from call to call: "/repos/{owner}/keys" → "/repos//keys".
inline std::string_view staticPath(std::string_view path, std::string &buffer) {
    if (path.find('{') == std::string_view::npos)
        return path;
    buffer.clear();
    bool inside = false;
    for (const char c : path) {
        if (c == '{')
            inside = true;
        else if (c == '}')
            inside = false;
        else if (!inside)
            buffer += c;
    }
    return buffer;
}

/// Calls `sink(Field, text)` for every searched text; a field may come several times.
template <class Sink>
void forEachText(catalog::CapabilityView capability, std::string_view service, std::string &buffer, Sink &&sink) {
    sink(Field::Name, capability.name());
    sink(Field::Title, capability.title());
    sink(Field::Description, capability.description());
    sink(Field::Path, staticPath(capability.path(), buffer));
    for (std::size_t i = 0, n = capability.tagCount(); i < n; ++i)
        sink(Field::Tags, capability.tag(i));
    sink(Field::Tags, capability.category());
    for (const std::string_view needed : capability.requires_())
        sink(Field::Tags, needed);
    for (std::size_t i = 0, n = capability.parameterCount(); i < n; ++i) {
        const catalog::ParameterView parameter = capability.parameter(i);
        sink(Field::ParameterNames, parameter.name);
        sink(Field::ParameterProse, parameter.description);
    }
    sink(Field::Service, service);
}

} // namespace actionscope::retrieval::detail
