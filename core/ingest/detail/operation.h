#pragma once
/// One operation of a description with everything it inherits and refers to, the same for OpenAPI 3 and Swagger 2. What
/// import extracts and what a schema is built from are both read from here, so that they cannot disagree.

#include "base/json.h"
#include "catalog/capability.h"

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace actionscope::ingest::detail {

enum class Dialect : std::uint8_t { Swagger2, OpenApi30, OpenApi31 };

/// The dialect of a whole description by its version; OpenApi31 when it says nothing we know.
Dialect dialectOf(const json::value &root);

struct ParameterView {
    std::string_view name;
    catalog::Place place = catalog::Place::Query;
    bool required = false;
    bool isForm = false;                      ///< Swagger 2: one field of the body
    const json::object *definition = nullptr; ///< null for a path parameter that only the path itself names
    const json::value *schema = nullptr;      ///< null when there is none; of Swagger 2 the definition itself
    std::string_view mediaType = {};          ///< of a parameter that is described by `content`
};

/// One property of a body that is an object.
struct BodyMember {
    std::string_view name;
    const json::value *schema = nullptr; ///< as written: may be a reference
    bool required = false;
};

/// A body that need not be sent and in which nothing can be sent (no content; an object whose list of properties is
/// empty; no schema and an empty example) is not present.
struct BodyView {
    bool present = false;
    bool required = false;
    std::string_view mediaType; ///< empty for Swagger 2 without `consumes`
    std::string_view description;
    std::string_view name; ///< Swagger 2 gives bodies one
    const json::value *schema = nullptr;
    /// The writable properties, when the schema is an object that has some; else the body is one value.
    std::vector<BodyMember> members;
    /// How members travel in a form (OpenAPI 3): name → encoding object; null when it says nothing.
    const json::object *encoding = nullptr;
    /// `additionalProperties` of the schema beside its members; null when it says nothing.
    const json::value *additional = nullptr;
    /// `anyOf` and `oneOf` beside the members that only say which of them must be there; null when there are none.
    const json::value *anyOf = nullptr;
    const json::value *oneOf = nullptr;
};

struct OperationView {
    const json::object *operation = nullptr;
    const json::object *item = nullptr; ///< of the path; may be null
    /// Path, query, header, cookie, in the source's order in each place; form fields of Swagger 2 last. Those of the
    /// path item come first unless the operation overrides them. Accept, Content-Type and Authorization headers are
    /// left out: they are not arguments (OpenAPI 3, Parameter Object).
    std::vector<ParameterView> parameters;
    BodyView body;
    std::vector<std::string> problems; ///< what had to be left out, in words; the first few
    /// Parameters and body members looked at to make this. Many operations may share a list that no limit on the file's
    /// size bounds the product of; whoever reads many operations adds these up.
    std::size_t looked = 0;
};

/// Reads `operation` of the path `path`. `item` is the path item it stands in (references resolved), `shared` the
/// item's own siblings where it is a reference.
OperationView viewOperation(const json::value &root, Dialect dialect, std::string_view path,
                            const json::object &operation, const json::object *item, const json::object *shared);

/// "string", "array", "string|integer", … of a schema, looking through references and compositions; empty when it does
/// not say.
std::string typeName(const json::value &root, const json::value *schema);

/// Whether a property's schema says that it is only ever sent by the server.
bool isReadOnly(const json::value &root, const json::value &schema);

/// The names of a schema's properties, those of its `allOf` included, that are only ever sent by the server.
std::unordered_set<std::string_view> readOnlyMembers(const json::value &root, const json::object &schema);

} // namespace actionscope::ingest::detail
