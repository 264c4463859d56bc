#include "schema/detail/compiled.h"

#include "base/uri_reference.h"
#include "schema/detail/numbers.h"

#include <algorithm>

namespace actionscope::schema::detail {

namespace {

/// Subschemas of one schema. Real ones have some hundred.
constexpr std::size_t MostNodes = 100'000;

/// How a keyword holds subschemas.
enum class Holds { One, List, Map, OneOrList, MapOfMixed };
struct Keyword {
    std::string_view name;
    Holds holds;
};
constexpr Keyword Applicators[] = {{"$defs", Holds::Map},
                                   {"definitions", Holds::Map},
                                   {"properties", Holds::Map},
                                   {"patternProperties", Holds::Map},
                                   {"dependentSchemas", Holds::Map},
                                   {"dependencies", Holds::MapOfMixed},
                                   {"allOf", Holds::List},
                                   {"anyOf", Holds::List},
                                   {"oneOf", Holds::List},
                                   {"prefixItems", Holds::List},
                                   {"items", Holds::OneOrList},
                                   {"not", Holds::One},
                                   {"if", Holds::One},
                                   {"then", Holds::One},
                                   {"else", Holds::One},
                                   {"contains", Holds::One},
                                   {"propertyNames", Holds::One},
                                   {"additionalProperties", Holds::One},
                                   {"additionalItems", Holds::One},
                                   {"unevaluatedItems", Holds::One},
                                   {"unevaluatedProperties", Holds::One},
                                   {"contentSchema", Holds::One}};

class Compiler {
public:
    explicit Compiler(Compiled &out)
        : m_out(out) {}

    Result<void> run() {
        const json::value &root = m_out.schema;
        if (!root.is_object() && !root.is_bool())
            return wrong("", "a schema must be an object or a boolean");
        Resource &whole = *m_out.resources.emplace_back(std::make_unique<Resource>());
        whole.uri = "actionscope:/schema";
        whole.root = &root;
        m_byUri[whole.uri] = &whole;
        if (auto done = scan(root, whole, "", 0); !done)
            return done;
        auto node = nodeFor(root, "");
        if (!node)
            return fail(node.error());
        m_out.root = *node;
        for (std::size_t i = 0; i < m_out.resources.size(); ++i) {
            Resource &resource = *m_out.resources[i];
            for (const auto &[name, value] : resource.dynamicAnchors) {
                auto anchored = nodeFor(*value, m_places[value].pointer);
                if (!anchored)
                    return fail(anchored.error());
                resource.dynamicNodes[name] = *anchored;
            }
        }
        // Filling a node may make more of them; a list instead of recursion, so that nesting costs no stack.
        while (!m_unfilled.empty()) {
            const auto [value, target] = m_unfilled.back();
            m_unfilled.pop_back();
            if (auto done = fill(*value, *target); !done)
                return done;
        }
        return {};
    }

private:
    struct Place {
        Resource *resource = nullptr;
        std::string pointer;
    };

    static tl::unexpected<Error> wrong(const std::string &pointer, const std::string &message) {
        return fail(ErrorCode::InvalidArgument,
                    (pointer.empty() ? std::string("the schema") : pointer) + ": " + message);
    }

    /// Finds resources and anchors, where schemas may stand and nowhere else: an `$id` in an enum is a value.
    Result<void> scan(const json::value &value, Resource &parent, const std::string &pointer, std::size_t depth) {
        if (depth > m_out.options.limits.depth)
            return fail(ErrorCode::LimitExceeded, "the schema is nested deeper than " +
                                                      std::to_string(m_out.options.limits.depth) +
                                                      " levels (limits.validation_depth)");
        if (m_places.count(&value) != 0)
            return {};
        if (m_places.size() >= MostNodes)
            return fail(ErrorCode::LimitExceeded,
                        "the schema has more than " + std::to_string(MostNodes) + " subschemas (limits.schema_nodes)");
        Resource *resource = &parent;
        const auto *object = value.if_object();
        if (object != nullptr) {
            if (const auto *id = object->if_contains("$id")) {
                if (!id->is_string())
                    return wrong(pointer + "/$id", "must be a string");
                const std::string_view text = id->get_string();
                if (!text.empty() && text.front() != '#') {
                    const std::string uri = resolveUri(parent.uri, text);
                    if (depth == 0 && &parent == m_out.resources.front().get() && pointer.empty()) {
                        parent.uri = uri;
                    } else {
                        if (m_byUri.count(uri) != 0)
                            return wrong(pointer + "/$id", "there is another schema of this name");
                        resource = m_out.resources.emplace_back(std::make_unique<Resource>()).get();
                        resource->uri = uri;
                        resource->pointer = pointer;
                        resource->root = &value;
                    }
                    m_byUri[uri] = resource;
                }
            }
            for (const std::string_view keyword : {"$anchor", "$dynamicAnchor"}) {
                if (const auto *anchor = object->if_contains(keyword)) {
                    if (!anchor->is_string())
                        return wrong(pointer + "/" + std::string(keyword), "must be a string");
                    const std::string name(anchor->get_string());
                    resource->anchors[name] = &value;
                    if (keyword == "$dynamicAnchor")
                        resource->dynamicAnchors[name] = &value;
                }
            }
        }
        m_places[&value] = {resource, pointer};
        if (object == nullptr)
            return {};
        for (const Keyword &keyword : Applicators) {
            const auto *held = object->if_contains(keyword.name);
            if (held == nullptr)
                continue;
            const std::string place = pointer + "/" + std::string(keyword.name);
            if (const auto *list = held->if_array();
                list != nullptr && keyword.holds != Holds::Map && keyword.holds != Holds::One) {
                for (std::size_t i = 0; i < list->size(); ++i) {
                    if (auto done = scan((*list)[i], *resource, place + "/" + std::to_string(i), depth + 1); !done)
                        return done;
                }
            } else if (const auto *map = held->if_object();
                       map != nullptr && (keyword.holds == Holds::Map || keyword.holds == Holds::MapOfMixed)) {
                for (const auto &entry : *map) {
                    if (auto done = scan(entry.value(), *resource, place + "/" + pointerStep(entry.key()), depth + 1);
                        !done)
                        return done;
                }
            } else if (keyword.holds == Holds::One || keyword.holds == Holds::OneOrList) {
                if (auto done = scan(*held, *resource, place, depth + 1); !done)
                    return done;
            }
        }
        return {};
    }

    Result<const Node *> nodeFor(const json::value &value, const std::string &pointer) {
        if (const auto known = m_nodes.find(&value); known != m_nodes.end())
            return known->second;
        if (!value.is_object() && !value.is_bool())
            return wrong(pointer, "a schema must be an object or a boolean");
        Node *node = m_out.nodes.emplace_back(std::make_unique<Node>()).get();
        const Place &place = m_places[&value];
        node->pointer = place.pointer;
        node->resource = place.resource;
        m_nodes[&value] = node;
        m_unfilled.emplace_back(&value, node);
        return node;
    }

    /// Follows a `$ref`.
    Result<const json::value *> follow(std::string_view reference, const Node &from, const std::string &where) {
        const std::string uri = resolveUri(from.resource->uri, reference);
        const auto resource = m_byUri.find(uri);
        if (resource == m_byUri.end())
            return wrong(where, "refers to another document (`" + std::string(reference.substr(0, 200)) +
                                    "`); references may only go into the schema itself");
        const std::string fragment = fragmentOf(reference);
        Resource *current = resource->second;
        if (fragment.empty())
            return current->root;
        if (fragment.front() != '/') {
            const auto anchor = current->anchors.find(fragment);
            if (anchor == current->anchors.end())
                return wrong(where, "there is no anchor `" + fragment.substr(0, 200) + "`");
            return anchor->second;
        }
        // A pointer may lead through subschemas with names of their own, and to places that no keyword makes a schema.
        const json::value *value = current->root;
        std::string pointer = current->pointer;
        std::string_view rest = fragment;
        while (!rest.empty()) {
            rest.remove_prefix(1);
            const std::string_view step = rest.substr(0, rest.find('/'));
            rest.remove_prefix(step.size());
            std::string key;
            for (std::size_t i = 0; i < step.size(); ++i) {
                if (step[i] == '~' && i + 1 < step.size() && (step[i + 1] == '0' || step[i + 1] == '1'))
                    key += step[++i] == '0' ? '~' : '/';
                else
                    key += step[i];
            }
            const json::value *next = nullptr;
            if (const auto *object = value->if_object()) {
                next = object->if_contains(key);
            } else if (const auto *array = value->if_array()) {
                if (!key.empty() && key.size() < 9 && key.find_first_not_of("0123456789") == std::string::npos &&
                    std::stoul(key) < array->size())
                    next = &(*array)[std::stoul(key)];
            }
            if (next == nullptr)
                return wrong(where, "there is nothing at `" + std::string(reference.substr(0, 200)) + "`");
            value = next;
            pointer += "/" + pointerStep(key);
            if (const auto place = m_places.find(value); place != m_places.end())
                current = place->second.resource;
        }
        if (m_places.count(value) == 0) {
            if (auto done = scan(*value, *current, pointer, 0); !done)
                return fail(done.error());
        }
        return value;
    }

    // Reading keywords; each complains when the value is of another type.

    Result<void> one(const json::object &schema, const Node &node, std::string_view keyword, const Node *&out) {
        const auto *value = schema.if_contains(keyword);
        if (value == nullptr)
            return {};
        auto made = nodeFor(*value, node.pointer + "/" + std::string(keyword));
        if (!made)
            return fail(made.error());
        out = *made;
        return {};
    }
    Result<void> list(const json::object &schema, const Node &node, std::string_view keyword,
                      std::vector<const Node *> &out) {
        const auto *value = schema.if_contains(keyword);
        if (value == nullptr)
            return {};
        const std::string place = node.pointer + "/" + std::string(keyword);
        const auto *array = value->if_array();
        if (array == nullptr)
            return wrong(place, "must be an array of schemas");
        for (std::size_t i = 0; i < array->size(); ++i) {
            auto made = nodeFor((*array)[i], place + "/" + std::to_string(i));
            if (!made)
                return fail(made.error());
            out.push_back(*made);
        }
        return {};
    }
    static Result<const json::object *> map(const json::object &schema, const Node &node, std::string_view keyword) {
        const auto *value = schema.if_contains(keyword);
        if (value == nullptr)
            return nullptr;
        if (!value->is_object())
            return wrong(node.pointer + "/" + std::string(keyword), "must be an object");
        return &value->get_object();
    }
    static Result<void> size(const json::object &schema, const Node &node, std::string_view keyword,
                             std::optional<std::size_t> &out) {
        const auto *value = schema.if_contains(keyword);
        if (value == nullptr)
            return {};
        if (!value->is_number() || !isIntegral(*value) || compareNumbers(*value, json::value(0)) < 0)
            return wrong(node.pointer + "/" + std::string(keyword), "must be a whole number, 0 or more");
        constexpr double Most = 9e15;
        const double number = value->to_number<double>();
        out = number > Most ? static_cast<std::size_t>(Most) : static_cast<std::size_t>(number);
        return {};
    }
    static Result<void> number(const json::object &schema, const Node &node, std::string_view keyword,
                               const json::value *&out) {
        const auto *value = schema.if_contains(keyword);
        if (value == nullptr)
            return {};
        if (!value->is_number())
            return wrong(node.pointer + "/" + std::string(keyword), "must be a number");
        out = value;
        return {};
    }
    static Result<void> names(const json::value &value, const std::string &place, std::vector<std::string_view> &out) {
        const auto *array = value.if_array();
        if (array == nullptr)
            return wrong(place, "must be an array of strings");
        for (const json::value &name : *array) {
            if (!name.is_string())
                return wrong(place, "must be an array of strings");
            out.emplace_back(name.get_string());
        }
        return {};
    }
    Result<Pattern> pattern(std::string_view text, const std::string &place) {
        auto &known = m_patterns[std::string(text)];
        if (!known) {
            auto compiled = compilePattern(text);
            if (!compiled)
                return fail(compiled.error().code, place + ": the pattern cannot be used: " + compiled.error().message);
            known = std::move(*compiled);
        }
        return known;
    }

    Result<void> fill(const json::value &value, Node &node) {
        if (value.is_bool()) {
            node.constant = value.get_bool();
            return {};
        }
        const json::object &schema = value.get_object();
        using Step = Result<void> (Compiler::*)(const json::object &, Node &);
        for (const Step step : {&Compiler::fillAny, &Compiler::fillNumber, &Compiler::fillString, &Compiler::fillArray,
                                &Compiler::fillObject, &Compiler::fillCombination, &Compiler::fillReferences}) {
            if (auto done = (this->*step)(schema, node); !done)
                return done;
        }
        return {};
    }

    static bool hasAny(const json::object &schema, std::initializer_list<std::string_view> keywords) {
        return std::any_of(keywords.begin(), keywords.end(),
                           [&](std::string_view keyword) { return schema.contains(keyword); });
    }

    Result<void> fillAny(const json::object &schema, Node &node) {
        if (const auto *type = schema.if_contains("type")) {
            const auto add = [&](const json::value &name) {
                static constexpr std::pair<std::string_view, unsigned> Names[] = {
                    {"null", Null},     {"boolean", Boolean}, {"integer", Integer}, {"number", Number},
                    {"string", String}, {"array", Array},     {"object", Object}};
                if (name.is_string()) {
                    for (const auto &[known, bit] : Names) {
                        if (known == std::string_view(name.get_string())) {
                            node.types |= bit;
                            return true;
                        }
                    }
                }
                return false;
            };
            bool good = true;
            if (const auto *several = type->if_array()) {
                good = !several->empty();
                for (const json::value &name : *several)
                    good = add(name) && good;
            } else {
                good = add(*type);
            }
            if (!good)
                return wrong(node.pointer + "/type",
                             "must be null, boolean, integer, number, string, array or object, or several of them");
        }
        if (const auto *values = schema.if_contains("enum")) {
            if (!values->is_array())
                return wrong(node.pointer + "/enum", "must be an array");
            node.enumeration = &values->get_array();
        }
        node.fixed = schema.if_contains("const");
        return {};
    }

    Result<void> fillNumber(const json::object &schema, Node &node) {
        if (!hasAny(schema, {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}))
            return {};
        node.number = std::make_unique<NumberRules>();
        NumberRules &rules = *node.number;
        const auto older = [&](std::string_view keyword) {
            // Draft 4 has booleans here, which sharpen minimum and maximum.
            const auto *given = schema.if_contains(keyword);
            return given != nullptr && given->is_bool();
        };
        if (auto done = number(schema, node, "minimum", rules.minimum); !done)
            return done;
        if (auto done = number(schema, node, "maximum", rules.maximum); !done)
            return done;
        if (older("exclusiveMinimum")) {
            if (schema.at("exclusiveMinimum").get_bool())
                std::swap(rules.minimum, rules.exclusiveMinimum);
        } else if (auto done = number(schema, node, "exclusiveMinimum", rules.exclusiveMinimum); !done) {
            return done;
        }
        if (older("exclusiveMaximum")) {
            if (schema.at("exclusiveMaximum").get_bool())
                std::swap(rules.maximum, rules.exclusiveMaximum);
        } else if (auto done = number(schema, node, "exclusiveMaximum", rules.exclusiveMaximum); !done) {
            return done;
        }
        if (auto done = number(schema, node, "multipleOf", rules.multipleOf); !done)
            return done;
        if (rules.multipleOf != nullptr && compareNumbers(*rules.multipleOf, json::value(0)) <= 0)
            return wrong(node.pointer + "/multipleOf", "must be above 0");
        return {};
    }

    Result<void> fillString(const json::object &schema, Node &node) {
        const bool formats = m_out.options.checkFormats && schema.contains("format");
        if (!formats && !hasAny(schema, {"minLength", "maxLength", "pattern"}))
            return {};
        node.string = std::make_unique<StringRules>();
        if (auto done = size(schema, node, "minLength", node.string->shortest); !done)
            return done;
        if (auto done = size(schema, node, "maxLength", node.string->longest); !done)
            return done;
        if (const auto *text = schema.if_contains("pattern")) {
            if (!text->is_string())
                return wrong(node.pointer + "/pattern", "must be a string");
            auto compiled = pattern(text->get_string(), node.pointer + "/pattern");
            if (!compiled)
                return fail(compiled.error());
            node.string->pattern = std::move(*compiled);
        }
        if (formats) {
            if (!schema.at("format").is_string())
                return wrong(node.pointer + "/format", "must be a string");
            node.string->format = schema.at("format").get_string();
        }
        return {};
    }

    Result<void> fillArray(const json::object &schema, Node &node) {
        if (!hasAny(schema, {"items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems",
                             "unevaluatedItems", "minContains", "maxContains"}))
            return {};
        node.array = std::make_unique<ArrayRules>();
        ArrayRules &rules = *node.array;
        const auto *items = schema.if_contains("items");
        if (items != nullptr && items->is_array()) {
            // Up to draft 2019-09 a list here was what prefixItems is now.
            if (auto done = list(schema, node, "items", rules.prefix); !done)
                return done;
            if (auto done = one(schema, node, "additionalItems", rules.items); !done)
                return done;
            rules.itemsKeyword = "additionalItems";
        } else {
            if (auto done = list(schema, node, "prefixItems", rules.prefix); !done)
                return done;
            if (auto done = one(schema, node, "items", rules.items); !done)
                return done;
        }
        if (auto done = one(schema, node, "contains", rules.contains); !done)
            return done;
        if (auto done = one(schema, node, "unevaluatedItems", rules.unevaluated); !done)
            return done;
        m_out.tracksEvaluation = m_out.tracksEvaluation || rules.unevaluated != nullptr;
        if (auto done = size(schema, node, "minItems", rules.fewest); !done)
            return done;
        if (auto done = size(schema, node, "maxItems", rules.most); !done)
            return done;
        if (auto done = size(schema, node, "minContains", rules.fewestContained); !done)
            return done;
        if (auto done = size(schema, node, "maxContains", rules.mostContained); !done)
            return done;
        if (const auto *unique = schema.if_contains("uniqueItems")) {
            if (!unique->is_bool())
                return wrong(node.pointer + "/uniqueItems", "must be true or false");
            rules.unique = unique->get_bool();
        }
        return {};
    }

    Result<void> fillObject(const json::object &schema, Node &node) {
        if (!hasAny(schema, {"properties", "patternProperties", "additionalProperties", "propertyNames", "required",
                             "dependentRequired", "dependentSchemas", "dependencies", "minProperties", "maxProperties",
                             "unevaluatedProperties"}))
            return {};
        node.object = std::make_unique<ObjectRules>();
        ObjectRules &rules = *node.object;
        auto properties = map(schema, node, "properties");
        if (!properties)
            return fail(properties.error());
        if (*properties != nullptr) {
            for (const auto &entry : **properties) {
                auto made = nodeFor(entry.value(), node.pointer + "/properties/" + pointerStep(entry.key()));
                if (!made)
                    return fail(made.error());
                rules.properties[entry.key()] = *made;
            }
        }
        auto patterns = map(schema, node, "patternProperties");
        if (!patterns)
            return fail(patterns.error());
        if (*patterns != nullptr) {
            for (const auto &entry : **patterns) {
                const std::string place = node.pointer + "/patternProperties/" + pointerStep(entry.key());
                auto compiled = pattern(entry.key(), place);
                if (!compiled)
                    return fail(compiled.error());
                auto made = nodeFor(entry.value(), place);
                if (!made)
                    return fail(made.error());
                rules.patterns.emplace_back(std::move(*compiled), *made);
                rules.patternTexts.emplace_back(entry.key());
            }
        }
        if (auto done = one(schema, node, "additionalProperties", rules.additional); !done)
            return done;
        if (auto done = one(schema, node, "propertyNames", rules.names); !done)
            return done;
        if (auto done = one(schema, node, "unevaluatedProperties", rules.unevaluated); !done)
            return done;
        m_out.tracksEvaluation = m_out.tracksEvaluation || rules.unevaluated != nullptr;
        if (const auto *required = schema.if_contains("required")) {
            if (auto done = names(*required, node.pointer + "/required", rules.required); !done)
                return done;
        }
        if (auto done = size(schema, node, "minProperties", rules.fewest); !done)
            return done;
        if (auto done = size(schema, node, "maxProperties", rules.most); !done)
            return done;
        // `dependencies` of draft 7 is both of its successors in one.
        for (const std::string_view keyword : {"dependentRequired", "dependentSchemas", "dependencies"}) {
            auto entries = map(schema, node, keyword);
            if (!entries)
                return fail(entries.error());
            if (*entries == nullptr)
                continue;
            for (const auto &entry : **entries) {
                const std::string place = node.pointer + "/" + std::string(keyword) + "/" + pointerStep(entry.key());
                if (keyword == "dependentRequired" || (keyword == "dependencies" && entry.value().is_array())) {
                    std::vector<std::string_view> needed;
                    if (auto done = names(entry.value(), place, needed); !done)
                        return done;
                    rules.dependentRequired.emplace_back(entry.key(), std::move(needed));
                    continue;
                }
                auto made = nodeFor(entry.value(), place);
                if (!made)
                    return fail(made.error());
                rules.dependentSchemas.emplace_back(entry.key(), *made);
            }
        }
        return {};
    }

    static Combination &combination(Node &node) {
        if (!node.combination)
            node.combination = std::make_unique<Combination>();
        return *node.combination;
    }

    Result<void> fillCombination(const json::object &schema, Node &node) {
        if (!hasAny(schema, {"allOf", "anyOf", "oneOf", "not", "if"}))
            return {};
        Combination &rules = combination(node);
        if (auto done = list(schema, node, "allOf", rules.allOf); !done)
            return done;
        if (auto done = list(schema, node, "anyOf", rules.anyOf); !done)
            return done;
        if (auto done = list(schema, node, "oneOf", rules.oneOf); !done)
            return done;
        if (auto done = one(schema, node, "not", rules.negated); !done)
            return done;
        if (auto done = one(schema, node, "if", rules.condition); !done)
            return done;
        if (auto done = one(schema, node, "then", rules.then); !done)
            return done;
        return one(schema, node, "else", rules.otherwise);
    }

    Result<void> fillReferences(const json::object &schema, Node &node) {
        for (const std::string_view keyword : {"$ref", "$dynamicRef"}) {
            const auto *reference = schema.if_contains(keyword);
            if (reference == nullptr)
                continue;
            const std::string place = node.pointer + "/" + std::string(keyword);
            if (!reference->is_string())
                return wrong(place, "must be a string");
            const std::string_view text = reference->get_string();
            auto target = follow(text, node, place);
            if (!target)
                return fail(target.error());
            auto made = nodeFor(**target, place);
            if (!made)
                return fail(made.error());
            Combination &rules = combination(node);
            if (keyword == "$ref") {
                rules.reference = *made;
                continue;
            }
            rules.dynamicReference = *made;
            const std::string fragment = fragmentOf(text);
            const auto &anchors = (*made)->resource->dynamicAnchors;
            const auto dynamic = anchors.find(fragment);
            if (dynamic != anchors.end() && dynamic->second == *target)
                rules.dynamicName = fragment;
        }
        return {};
    }

    Compiled &m_out;
    std::map<std::string, Resource *, std::less<>> m_byUri;
    std::unordered_map<const json::value *, Place> m_places;
    std::unordered_map<const json::value *, const Node *> m_nodes;
    std::unordered_map<std::string, Pattern> m_patterns;
    std::vector<std::pair<const json::value *, Node *>> m_unfilled;
};

} // namespace

Result<std::shared_ptr<const Compiled>> compileSchema(json::value schema, const ValidatorOptions &options) {
    auto compiled = std::make_shared<Compiled>();
    compiled->schema = std::move(schema);
    compiled->options = options;
    if (auto done = Compiler(*compiled).run(); !done)
        return fail(done.error());
    return compiled;
}

} // namespace actionscope::schema::detail
