#include "ingest/detail/schema_keywords.h"

#include <unordered_map>

namespace actionscope::ingest::detail {

Keyword keywordOf(std::string_view name) {
    static const std::unordered_map<std::string_view, Keyword> Keywords{
        {"title", Keyword::Text},
        {"description", Keyword::Text},
        {"format", Keyword::Text},
        {"pattern", Keyword::Text},
        {"contentEncoding", Keyword::Text},
        {"contentMediaType", Keyword::Text},
        {"minimum", Keyword::Number},
        {"maximum", Keyword::Number},
        {"multipleOf", Keyword::Number},
        {"minLength", Keyword::Number},
        {"maxLength", Keyword::Number},
        {"minItems", Keyword::Number},
        {"maxItems", Keyword::Number},
        {"minContains", Keyword::Number},
        {"maxContains", Keyword::Number},
        {"minProperties", Keyword::Number},
        {"maxProperties", Keyword::Number},
        {"uniqueItems", Keyword::Flag},
        {"deprecated", Keyword::Flag},
        {"writeOnly", Keyword::Flag},
        {"const", Keyword::Value},
        {"default", Keyword::Value},
        {"dependentRequired", Keyword::Value},
        {"enum", Keyword::List},
        {"type", Keyword::Type},
        {"exclusiveMinimum", Keyword::Bound},
        {"exclusiveMaximum", Keyword::Bound},
        {"nullable", Keyword::Nullable},
        {"x-nullable", Keyword::Nullable},
        {"example", Keyword::Example},
        {"examples", Keyword::Examples},
        {"required", Keyword::Required},
        {"discriminator", Keyword::Discriminator},
        {"additionalProperties", Keyword::Schema},
        {"unevaluatedProperties", Keyword::Schema},
        {"unevaluatedItems", Keyword::Schema},
        {"propertyNames", Keyword::Schema},
        {"contains", Keyword::Schema},
        {"contentSchema", Keyword::Schema},
        {"not", Keyword::Schema},
        {"if", Keyword::Schema},
        {"then", Keyword::Schema},
        {"else", Keyword::Schema},
        {"items", Keyword::Items},
        {"prefixItems", Keyword::Schemas},
        {"allOf", Keyword::Schemas},
        {"anyOf", Keyword::Schemas},
        {"oneOf", Keyword::Schemas},
        {"patternProperties", Keyword::SchemaMap},
        {"dependentSchemas", Keyword::SchemaMap},
        {"properties", Keyword::Properties},
    };
    const auto found = Keywords.find(name);
    return found == Keywords.end() ? Keyword::Dropped : found->second;
}

std::string_view schemaType(std::string_view type) {
    // The seven of JSON Schema, then what the corpora hold instead of them.
    static const std::unordered_map<std::string_view, std::string_view> Types{
        {"string", "string"},   {"integer", "integer"}, {"number", "number"},   {"boolean", "boolean"},
        {"array", "array"},     {"object", "object"},   {"null", "null"},       {"file", "string"},
        {"binary", "string"},   {"date", "string"},     {"datetime", "string"}, {"date-time", "string"},
        {"dateTime", "string"}, {"uuid", "string"},     {"String", "string"},   {"text", "string"},
        {"int", "integer"},     {"long", "integer"},    {"Integer", "integer"}, {"float", "number"},
        {"double", "number"},   {"decimal", "number"},  {"bool", "boolean"},    {"Boolean", "boolean"},
        {"list", "array"},      {"map", "object"},      {"Object", "object"}};
    const auto found = Types.find(type);
    return found == Types.end() ? std::string_view() : found->second;
}

std::size_t estimatedBytes(const json::value &value, std::size_t enough) {
    switch (value.kind()) {
    case json::kind::string:
        return value.get_string().size() + 2;
    case json::kind::array: {
        std::size_t sum = 2;
        for (const json::value &element : value.get_array()) {
            if (sum > enough)
                break;
            sum += estimatedBytes(element, enough) + 1;
        }
        return sum;
    }
    case json::kind::object: {
        std::size_t sum = 2;
        for (const auto &pair : value.get_object()) {
            if (sum > enough)
                break;
            sum += pair.key().size() + 4 + estimatedBytes(pair.value(), enough);
        }
        return sum;
    }
    case json::kind::double_:
        return 20;
    default:
        return 8;
    }
}

} // namespace actionscope::ingest::detail
