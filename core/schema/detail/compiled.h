#pragma once
/// A schema after compiling: nodes that refer to each other, with every keyword read and every reference followed.

#include "base/json.h"
#include "schema/detail/pattern.h"
#include "schema/validator.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace actionscope::schema::detail {

struct Node;

/// A part of the schema with an `$id` of its own, or all of it.
struct Resource {
    std::string uri, pointer; ///< `pointer`: from the root of the whole
    const json::value *root = nullptr;
    std::map<std::string, const json::value *, std::less<>> anchors, dynamicAnchors;
    std::map<std::string, const Node *, std::less<>> dynamicNodes; ///< of dynamicAnchors, once compiled
};

enum TypeBit : unsigned { Null = 1, Boolean = 2, Integer = 4, Number = 8, String = 16, Array = 32, Object = 64 };

using Pattern = std::shared_ptr<const RE2>;

struct NumberRules {
    const json::value *minimum = nullptr, *maximum = nullptr, *exclusiveMinimum = nullptr, *exclusiveMaximum = nullptr,
                      *multipleOf = nullptr;
};
struct StringRules {
    std::optional<std::size_t> shortest, longest;
    Pattern pattern;
    std::string_view format;
};
struct ArrayRules {
    std::vector<const Node *> prefix;
    const Node *items = nullptr, *contains = nullptr, *unevaluated = nullptr;
    std::optional<std::size_t> fewest, most, fewestContained, mostContained;
    bool unique = false;
    std::string_view itemsKeyword = "items"; ///< "additionalItems" in older drafts
};
struct ObjectRules {
    std::unordered_map<std::string_view, const Node *> properties;
    std::vector<std::pair<Pattern, const Node *>> patterns;
    std::vector<std::string_view> patternTexts;
    const Node *additional = nullptr, *names = nullptr, *unevaluated = nullptr;
    std::vector<std::string_view> required;
    std::vector<std::pair<std::string_view, std::vector<std::string_view>>> dependentRequired;
    std::vector<std::pair<std::string_view, const Node *>> dependentSchemas;
    std::optional<std::size_t> fewest, most;
};
struct Combination {
    std::vector<const Node *> allOf, anyOf, oneOf;
    const Node *negated = nullptr, *condition = nullptr, *then = nullptr, *otherwise = nullptr;
    const Node *reference = nullptr;
    const Node *dynamicReference = nullptr;
    std::string dynamicName; ///< empty: the dynamic reference is like any other
};

/// One schema object or boolean.
struct Node {
    std::string pointer; ///< from the root of the whole schema
    const Resource *resource = nullptr;
    std::optional<bool> constant; ///< true and false as schemas
    unsigned types = 0;           ///< TypeBits; 0: any
    const json::array *enumeration = nullptr;
    const json::value *fixed = nullptr; ///< const
    std::unique_ptr<NumberRules> number;
    std::unique_ptr<StringRules> string;
    std::unique_ptr<ArrayRules> array;
    std::unique_ptr<ObjectRules> object;
    std::unique_ptr<Combination> combination;
};

struct Compiled {
    json::value schema;
    ValidatorOptions options;
    std::vector<std::unique_ptr<Resource>> resources;
    std::vector<std::unique_ptr<Node>> nodes;
    const Node *root = nullptr;
    bool tracksEvaluation = false; ///< some unevaluated… keyword is there
};

/// Errors: as Validator::compile.
[[nodiscard]] Result<std::shared_ptr<const Compiled>> compileSchema(json::value schema,
                                                                    const ValidatorOptions &options);

/// Errors: as Validator::validate.
[[nodiscard]] Result<std::vector<Violation>> evaluate(const Compiled &compiled, const json::value &value);

} // namespace actionscope::schema::detail
