#pragma once
/// The keywords of JSON Schema as the three dialects write them, and what becomes of each in 2020-12.

#include "base/json.h"

#include <string>
#include <string_view>

namespace actionscope::ingest::detail {

enum class Keyword : std::uint8_t {
    Dropped,  ///< unknown, vendor's own, or without meaning for an argument
    Text,     ///< a string, copied
    Number,   ///< a number, copied
    Flag,     ///< true is copied, false is what its absence means
    Value,    ///< any value, copied
    List,     ///< a list of any values, copied
    Type,     ///< `type`
    Bound,    ///< `exclusiveMinimum`, `exclusiveMaximum`: a number, or a flag on its sibling before 2020-12
    Nullable, ///< `nullable` of 3.0 and `x-nullable` of Swagger 2
    Example,  ///< `example`
    Examples, ///< `examples`, a list in 3.1
    Required, ///< names of members
    Discriminator,
    Schema,     ///< one schema
    Items,      ///< one schema, or before 2020-12 a list that is `prefixItems` now
    Schemas,    ///< a list of schemas
    SchemaMap,  ///< schemas by name
    Properties, ///< the same, readOnly ones left out
};

Keyword keywordOf(std::string_view name);

/// The type of JSON Schema for what a description calls a type ("file" → "string", "int" → "integer"); empty when there
/// is none.
std::string_view schemaType(std::string_view type);

/// Bytes of `value` as compact JSON, roughly; counting stops beyond `enough`.
std::size_t estimatedBytes(const json::value &value, std::size_t enough);

} // namespace actionscope::ingest::detail
