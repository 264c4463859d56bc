#include "ingest/detail/operation.h"

#include "base/text.h"
#include "ingest/detail/references.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

namespace actionscope::ingest::detail {

using catalog::Place;

namespace {

/// Nesting of compositions that is looked through for members and types; a cycle ends before by the set of visited
/// ones.
constexpr int MaxComposition = 32;
constexpr std::size_t MaxProblems = 100;       ///< of one operation that are put in words
constexpr std::size_t MaxMediaTypes = 256;     ///< of one body that are compared
constexpr int MaxTypeVisits = 64;              ///< schemas looked at to name one type
constexpr std::size_t MaxShownReference = 200; ///< bytes of a reference in a message

class MemberCollector {
public:
    MemberCollector(const json::value &root, BodyView &body)
        : m_root(root)
        , m_body(body) {}

    [[nodiscard]] std::size_t looked() const { return m_looked; }

    void run(const json::value &schema) {
        collect(schema, 0);
        const json::value *whole = resolve(m_root, &schema);
        // Inside of allOf it would speak of the members of one part only.
        if (whole && whole->is_object() && !whole->get_object().contains("allOf"))
            m_body.additional = member(*whole, "additionalProperties");
        std::erase_if(m_body.members, [&](const BodyMember &member) { return isReadOnly(m_root, *member.schema); });
        for (BodyMember &member : m_body.members)
            member.required = m_required.contains(member.name);
        for (auto [key, slot] : {std::pair{"anyOf", &m_body.anyOf}, std::pair{"oneOf", &m_body.oneOf}}) {
            const json::value *found = whole ? member(*whole, key) : nullptr;
            if (found && onlyRequires(*found))
                *slot = found;
        }
    }

    void collect(const json::value &schema, int depth) {
        const json::value *resolved = resolve(m_root, &schema);
        const json::object *object = resolved ? resolved->if_object() : nullptr;
        if (!object)
            return;
        // OpenAPI 3.1 allows members beside `$ref`; in the older ones nobody writes any.
        if (resolved != &schema && schema.is_object() && schema.get_object().size() > 1)
            collectOwn(schema.get_object());
        collect(*object, depth);
    }

    void collect(const json::object &object, int depth) {
        if (depth > MaxComposition || !m_visited.insert(&object).second)
            return;
        if (const json::value *all = object.if_contains("allOf"); all && all->is_array()) {
            m_looked += all->get_array().size();
            for (const json::value &part : all->get_array())
                collect(part, depth + 1);
        }
        collectOwn(object);
    }

private:
    void collectOwn(const json::object &object) {
        if (const json::value *required = object.if_contains("required"); required && required->is_array()) {
            for (const json::value &name : required->get_array()) {
                if (name.is_string())
                    m_required.insert(std::string_view(name.get_string()));
            }
        }
        const json::value *properties = object.if_contains("properties");
        if (!properties || !properties->is_object())
            return;
        m_looked += properties->get_object().size();
        for (const auto &pair : properties->get_object()) {
            const std::string_view name(pair.key());
            // What a schema says itself refines what it got by allOf, in the place where the name came first.
            const auto [found, isNew] = m_index.try_emplace(name, m_body.members.size());
            if (isNew)
                m_body.members.push_back({name, &pair.value(), false});
            else
                m_body.members[found->second].schema = &pair.value();
        }
    }

    /// Alternatives that name required members and nothing else hold for the merged object as well.
    static bool onlyRequires(const json::value &alternatives) {
        const json::array *array = alternatives.if_array();
        return array && !array->empty() &&
               std::all_of(array->begin(), array->end(), [](const json::value &alternative) {
                   const json::object *object = alternative.if_object();
                   return object && object->size() == 1 && object->begin()->key() == "required";
               });
    }

    const json::value &m_root;
    BodyView &m_body;
    std::unordered_set<const json::object *> m_visited;
    std::unordered_set<std::string_view> m_required;
    std::unordered_map<std::string_view, std::size_t> m_index;
    std::size_t m_looked = 0;
};

/// How good a media type is for sending arguments as one JSON object; the highest is taken, the first among equals.
int mediaRank(std::string_view type) {
    const std::string lower = toLowerAscii(type.substr(0, type.find(';')));
    if (lower == "application/json")
        return type.size() == lower.size() ? 6 : 5;
    if (lower.ends_with("+json") || lower.ends_with("/json"))
        return 4;
    if (lower == "application/x-www-form-urlencoded")
        return 3;
    if (lower == "multipart/form-data")
        return 2;
    return lower.find('*') != std::string::npos ? 1 : 0;
}

/// The best entry of a `content` map; null when it holds none.
const json::key_value_pair *bestContent(const json::object &content) {
    const json::key_value_pair *best = nullptr;
    int bestRank = -1;
    std::size_t count = 0;
    for (const auto &pair : content) {
        if (++count > MaxMediaTypes)
            break;
        const int rank = mediaRank(pair.key());
        if (rank > bestRank) {
            best = &pair;
            bestRank = rank;
        }
    }
    return best;
}

bool isReservedHeader(std::string_view name) {
    const std::string lower = toLowerAscii(name);
    return lower == "accept" || lower == "content-type" || lower == "authorization";
}

/// Whether the schema of a body lists its properties and there are none: generators write that for operations without
/// a body. An object that says nothing of properties may hold anything, and is a body.
bool hasNoProperties(const json::object &schema) {
    const json::value *properties = schema.if_contains("properties");
    if (!properties || !properties->is_object() || !properties->get_object().empty())
        return false;
    const json::value *additional = schema.if_contains("additionalProperties");
    if (additional && !(additional->is_bool() && !additional->get_bool()))
        return false;
    for (const char *key : {"allOf", "anyOf", "oneOf", "patternProperties", "required", "items", "not", "if"}) {
        if (schema.contains(key))
            return false;
    }
    const json::value *type = schema.if_contains("type");
    return !type || (type->is_string() && type->get_string() == "object");
}

/// "", {} or null: the example of a body that is none.
bool isNothing(const json::value &example) {
    return example.is_null() || (example.is_string() && example.get_string().empty()) ||
           (example.is_object() && example.get_object().empty());
}

class OperationReader {
public:
    OperationReader(const json::value &root, Dialect dialect, OperationView &out)
        : m_root(root)
        , m_dialect(dialect)
        , m_out(out) {}

    void readParameters(const json::object *from, std::string_view where) {
        const json::value *list = from ? from->if_contains("parameters") : nullptr;
        if (!list)
            return;
        if (!list->is_array()) {
            problem("the parameters of the " + std::string(where) + " are not a list");
            return;
        }
        std::size_t index = 0;
        m_out.looked += list->get_array().size();
        for (const json::value &written : list->get_array()) {
            const std::string place = "parameter " + std::to_string(index++) + " of the " + std::string(where);
            const json::value *resolved = resolve(m_root, &written);
            if (!resolved || !resolved->is_object()) {
                const std::string_view reference = referenceOf(written);
                problem(place + (reference.empty() ? " is no object"
                                                   : " refers to '" + shown(reference) + "', which is not there"));
                continue;
            }
            readParameter(resolved->get_object(), *resolved, place);
        }
    }

    void addUndeclared(std::string_view path) {
        while (true) {
            const std::size_t open = path.find('{');
            if (open == std::string_view::npos)
                return;
            path.remove_prefix(open + 1);
            const std::size_t close = path.find('}');
            if (close == std::string_view::npos)
                return;
            const std::string_view name = path.substr(0, close);
            path.remove_prefix(close);
            ++m_out.looked;
            if (!name.empty() && m_index[0].try_emplace(name, m_out.parameters.size()).second)
                m_out.parameters.push_back({name, Place::Path, true, false, nullptr, nullptr, {}});
        }
    }

    void order() {
        std::stable_sort(m_out.parameters.begin(), m_out.parameters.end(),
                         [](const ParameterView &a, const ParameterView &b) { return a.place < b.place; });
    }

    void readRequestBody() {
        const json::value *written = m_out.operation->if_contains("requestBody");
        if (!written || m_dialect == Dialect::Swagger2)
            return;
        const json::value *resolved = resolve(m_root, written);
        if (!resolved || !resolved->is_object()) {
            problem("the request body refers to '" + shown(referenceOf(*written)) + "', which is not there");
            m_out.body.present = true;
            return;
        }
        const json::object *content = objectMember(*resolved, "content");
        if (!content || content->empty())
            return; // it names nothing that could be sent
        BodyView &body = m_out.body;
        body.present = true;
        body.required = boolMember(*resolved, "required");
        body.description = stringMember(*resolved, "description");
        if (const json::key_value_pair *best = bestContent(*content)) {
            body.mediaType = best->key();
            body.schema = member(best->value(), "schema");
            body.encoding = objectMember(best->value(), "encoding");
            const json::value *example = body.schema ? nullptr : member(best->value(), "example");
            if (example && !body.required && isNothing(*example)) {
                body = {};
                return;
            }
        }
        finishBody();
    }

    void finishBody() {
        BodyView &body = m_out.body;
        if (!body.schema)
            return;
        const json::value *resolved = resolve(m_root, body.schema);
        if (!resolved)
            problem("the schema of the request body refers to '" + shown(referenceOf(*body.schema)) +
                    "', which is not there");
        if (resolved && resolved->is_object() && !body.required && hasNoProperties(resolved->get_object())) {
            body = {};
            return;
        }
        MemberCollector collector(m_root, body);
        collector.run(*body.schema);
        m_out.looked += collector.looked();
    }

private:
    void problem(std::string text) {
        if (m_out.problems.size() < MaxProblems)
            m_out.problems.push_back(std::move(text));
    }
    static std::string shown(std::string_view reference) {
        return std::string(truncateUtf8(reference, MaxShownReference));
    }

    void readParameter(const json::object &definition, const json::value &value, const std::string &place) {
        const std::string_view name = stringMember(value, "name");
        const std::string_view in = stringMember(value, "in");
        if (m_dialect == Dialect::Swagger2 && in == "body") {
            BodyView &body = m_out.body;
            body = {};
            body.present = true;
            body.required = boolMember(value, "required");
            body.description = stringMember(value, "description");
            body.name = name;
            body.schema = definition.if_contains("schema");
            return;
        }
        const bool isForm = m_dialect == Dialect::Swagger2 && in == "formData";
        const auto kind = isForm ? Place::Body : catalog::placeFromName(in);
        if (name.empty() || !kind || (*kind == Place::Body && !isForm)) {
            problem(place + (name.empty() ? " has no name"
                                          : " ('" + std::string(truncateUtf8(name, 80)) + "') has in: '" +
                                                std::string(truncateUtf8(in, 40)) + "', which is no place"));
            return;
        }
        if (*kind == Place::Header && isReservedHeader(name))
            return;
        ParameterView parameter{name, *kind, boolMember(value, "required"), isForm, &definition, nullptr, {}};
        // A path cannot be built without its parameters, whatever the description says.
        parameter.required = parameter.required || *kind == Place::Path;
        if (m_dialect == Dialect::Swagger2) {
            parameter.schema = &value;
        } else if (const json::value *schema = definition.if_contains("schema")) {
            parameter.schema = schema;
        } else if (const json::object *content = objectMember(value, "content")) {
            if (const json::key_value_pair *best = bestContent(*content)) {
                parameter.schema = member(best->value(), "schema");
                parameter.mediaType = best->key();
            }
        }
        auto &index = m_index[static_cast<std::size_t>(*kind)];
        const auto [known, isNew] = index.try_emplace(name, m_out.parameters.size());
        if (isNew)
            m_out.parameters.push_back(parameter);
        else
            m_out.parameters[known->second] = parameter;
    }

    const json::value &m_root;
    Dialect m_dialect;
    OperationView &m_out;
    std::array<std::unordered_map<std::string_view, std::size_t>, 5> m_index; ///< by place: name → its parameter
};

/// The media type that a Swagger 2 operation takes its body in.
std::string_view consumes(const json::value &root, const json::object &operation, bool form) {
    const json::value *list = operation.if_contains("consumes");
    if (!list)
        list = member(root, "consumes");
    std::string_view best = form ? "application/x-www-form-urlencoded" : "application/json";
    int bestRank = -1;
    if (list && list->is_array()) {
        std::size_t count = 0;
        for (const json::value &type : list->get_array()) {
            if (++count > MaxMediaTypes)
                break;
            if (!type.is_string() ||
                (form && std::string_view(type.get_string()).find("form") == std::string_view::npos))
                continue;
            if (const int rank = mediaRank(type.get_string()); rank > bestRank) {
                best = type.get_string();
                bestRank = rank;
            }
        }
    }
    return best;
}

std::string typeNameAt(const json::value &root, const json::value *schema, int depth, int &visits) {
    const json::value *resolved = resolve(root, schema);
    const json::object *object = resolved ? resolved->if_object() : nullptr;
    if (!object || depth > MaxComposition || ++visits > MaxTypeVisits)
        return {};
    if (const json::value *type = object->if_contains("type")) {
        if (type->is_string())
            return std::string(type->get_string());
        if (const json::array *types = type->if_array()) {
            std::string joined;
            for (const json::value &one : *types) {
                if (!one.is_string() || one.get_string() == "null")
                    continue;
                if (!joined.empty())
                    joined += '|';
                joined += std::string_view(one.get_string());
            }
            return joined;
        }
    }
    if (object->contains("properties") || object->contains("additionalProperties"))
        return "object";
    if (object->contains("items"))
        return "array";
    if (const json::array *all = arrayMember(*resolved, "allOf")) {
        for (const json::value &part : *all) {
            if (visits > MaxTypeVisits)
                break;
            if (std::string name = typeNameAt(root, &part, depth + 1, visits); !name.empty())
                return name;
        }
    }
    for (const char *key : {"oneOf", "anyOf"}) {
        const json::array *alternatives = arrayMember(*resolved, key);
        if (!alternatives)
            continue;
        std::vector<std::string> names;
        for (const json::value &part : *alternatives) {
            if (visits > MaxTypeVisits)
                return {};
            std::string name = typeNameAt(root, &part, depth + 1, visits);
            if (!name.empty() && name != "null" && std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(std::move(name));
        }
        std::string joined;
        for (const std::string &name : names) {
            // Alternatives may bring lists of their own; more than a few say nothing to anyone.
            if (joined.size() > 40)
                return {};
            joined += (joined.empty() ? "" : "|") + name;
        }
        if (!joined.empty())
            return joined;
    }
    const json::value *values = object->if_contains("enum");
    const json::value *sample = values && values->is_array() && !values->get_array().empty()
                                    ? &values->get_array()[0]
                                    : object->if_contains("const");
    if (sample) {
        switch (sample->kind()) {
        case json::kind::string:
            return "string";
        case json::kind::bool_:
            return "boolean";
        case json::kind::int64:
        case json::kind::uint64:
            return "integer";
        case json::kind::double_:
            return "number";
        default:
            break;
        }
    }
    return {};
}

} // namespace

Dialect dialectOf(const json::value &root) {
    const json::value *openapi = member(root, "openapi");
    if (!openapi && member(root, "swagger"))
        return Dialect::Swagger2;
    return stringMember(root, "openapi").starts_with("3.0") ? Dialect::OpenApi30 : Dialect::OpenApi31;
}

OperationView viewOperation(const json::value &root, Dialect dialect, std::string_view path,
                            const json::object &operation, const json::object *item, const json::object *shared) {
    OperationView view;
    view.operation = &operation;
    view.item = item;
    OperationReader reader(root, dialect, view);
    reader.readParameters(item, "path item");
    if (shared != item)
        reader.readParameters(shared, "path item");
    reader.readParameters(&operation, "operation");
    reader.addUndeclared(path);
    reader.order();
    if (dialect == Dialect::Swagger2) {
        const bool form = std::any_of(view.parameters.begin(), view.parameters.end(),
                                      [](const ParameterView &parameter) { return parameter.isForm; });
        if (view.body.present && !form) {
            view.body.mediaType = consumes(root, operation, false);
            reader.finishBody();
        } else if (form) {
            view.body = {};
            view.body.present = true;
            view.body.mediaType = consumes(root, operation, true);
        }
    } else {
        reader.readRequestBody();
    }
    return view;
}

std::string typeName(const json::value &root, const json::value *schema) {
    // Alternatives of alternatives multiply; a type that is not found soon is not worth naming.
    int visits = 0;
    return typeNameAt(root, schema, 0, visits);
}

std::unordered_set<std::string_view> readOnlyMembers(const json::value &root, const json::object &schema) {
    std::unordered_set<std::string_view> names;
    const auto look = [&](std::string_view name, const json::value &member) {
        if (isReadOnly(root, member))
            names.insert(name);
    };
    if (!schema.contains("allOf")) {
        const json::value *properties = schema.if_contains("properties");
        if (properties && properties->is_object()) {
            for (const auto &pair : properties->get_object())
                look(pair.key(), pair.value());
        }
        return names;
    }
    BodyView whole;
    MemberCollector collector(root, whole);
    collector.collect(schema, 0);
    for (const BodyMember &member : whole.members)
        look(member.name, *member.schema);
    return names;
}

bool isReadOnly(const json::value &root, const json::value &schema) {
    if (boolMember(schema, "readOnly"))
        return true;
    const json::value *resolved = resolve(root, &schema);
    return resolved && resolved != &schema && boolMember(*resolved, "readOnly");
}

} // namespace actionscope::ingest::detail
