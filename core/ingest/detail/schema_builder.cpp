#include "ingest/detail/schema_builder.h"

#include "ingest/detail/references.h"
#include "ingest/detail/schema_keywords.h"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace actionscope::ingest::detail {

namespace {

constexpr std::size_t MaxSteps = 500'000;     ///< members looked at for one schema, those left out included
constexpr std::size_t MaxExampleBytes = 1024; ///< examples help a little; large ones cost more than they tell

/// The references followed on the way down to a schema, to see when one comes round again.
struct Link {
    const json::value *target = nullptr;
    const Link *parent = nullptr;
    std::uint32_t depth = 0;
};

/// A place in the result that is still `{}`, and what belongs there.
struct Task {
    json::value *slot = nullptr;
    const json::value *schema = nullptr;
    const Link *chain = nullptr;
};

/// A schema below the one being written: found again by key (and name or index) once everything stands where it stays.
struct Child {
    std::string_view key;
    std::string_view name;
    std::size_t index = 0;
    bool isOne = false;  ///< the member itself
    bool isList = false; ///< an element of the member; else a named member of it
    const json::value *schema = nullptr;
};

/// One schema on its way into the result.
struct Draft {
    json::object out;
    std::vector<Child> children;
    std::string note; ///< for the end of the description
    bool nullable = false;
    bool exclusiveMinimum = false, exclusiveMaximum = false;
};

class Builder {
public:
    Builder(const json::value &root, Dialect dialect, const ImportLimits &limits)
        : m_root(root)
        , m_dialect(dialect)
        , m_limits(limits) {}

    json::value build(const OperationView &view) {
        json::value result(json::object_kind);
        json::object &top = result.get_object();
        // Slots are addresses inside the result, so the objects they lie in get their final size before the work
        // begins.
        top.reserve(12);
        top.emplace("$schema", "https://json-schema.org/draft/2020-12/schema");
        top.emplace("type", "object");
        json::object &properties = top.emplace("properties", json::object_kind).first->value().get_object();
        properties.reserve(view.parameters.size() + view.body.members.size() + 1);
        json::array required;
        m_properties = &properties;
        for (const ParameterView &parameter : view.parameters)
            addParameter(parameter, required);
        addBody(view, top, required);
        if (!required.empty())
            top.emplace("required", std::move(required));
        if (!view.body.mediaType.empty())
            top.emplace("x-media-type", json::string_view(view.body.mediaType));
        while (!m_tasks.empty() && m_bytes <= m_limits.schemaBytes) {
            const Task task = m_tasks.front();
            m_tasks.pop_front();
            write(task);
        }
        m_truncated = m_truncated || !m_tasks.empty();
        if (m_truncated)
            top.emplace("x-truncated", true);
        return result;
    }

private:
    void addParameter(const ParameterView &parameter, json::array &required) {
        json::object marks{{"x-in", catalog::placeName(parameter.place)}};
        if (const json::object *definition = parameter.definition) {
            for (const auto &[from, to] : {std::pair{"style", "x-style"}, std::pair{"explode", "x-explode"},
                                           std::pair{"collectionFormat", "x-collection-format"}}) {
                const json::value *found = definition->if_contains(from);
                if (found && (found->is_string() || found->is_bool()))
                    marks.emplace(to, *found);
            }
            // Lists of Swagger 2 are joined by commas unless they say otherwise; those of OpenAPI 3 are not.
            if (m_dialect == Dialect::Swagger2 && stringMember(*parameter.schema, "type") == "array")
                marks.emplace("x-collection-format", "csv");
            if (!parameter.mediaType.empty())
                marks.emplace("x-content-type", json::string_view(parameter.mediaType));
            if (m_dialect != Dialect::Swagger2) {
                if (const json::value *text = definition->if_contains("description"); text && text->is_string())
                    marks.emplace("description", *text);
                if (const json::value *example = definition->if_contains("example"))
                    addExample(*example, marks);
                if (const json::value *old = definition->if_contains("deprecated");
                    old && old->is_bool() && old->get_bool())
                    marks.emplace("deprecated", true);
            }
        } else {
            marks.emplace("type", "string");
        }
        add(parameter.name, catalog::placeName(parameter.place), parameter.required, parameter.schema, std::move(marks),
            required);
    }

    void addBody(const OperationView &view, json::object &top, json::array &required) {
        const BodyView &body = view.body;
        const bool isForm = std::any_of(view.parameters.begin(), view.parameters.end(),
                                        [](const ParameterView &parameter) { return parameter.isForm; });
        if (!body.present || isForm)
            return;
        if (body.members.empty()) {
            json::object marks{{"x-in", "body"}, {"x-whole", true}};
            if (!body.description.empty())
                marks.emplace("description", json::string_view(body.description));
            add("body", "body", body.required, body.schema, std::move(marks), required);
            return;
        }
        bool renamed = false;
        const std::size_t before = required.size();
        for (const BodyMember &member : body.members) {
            const bool own = add(member.name, "body", member.required && body.required, member.schema,
                                 bodyMarks(body, member.name), required);
            renamed = renamed || !own;
        }
        // Without this nobody could tell an empty body from none.
        if (body.required && required.size() == before)
            top.emplace("x-body-required", true);
        // What holds between members holds in the result when they are all there under their own names.
        if (!renamed && body.required) {
            for (const auto &[key, alternatives] : {std::pair{"anyOf", body.anyOf}, std::pair{"oneOf", body.oneOf}}) {
                if (alternatives && namesOnlyProperties(*alternatives))
                    top.emplace(key, *alternatives);
            }
        }
        if (!body.additional)
            return;
        if (body.additional->is_bool()) {
            top.emplace("additionalProperties", body.additional->get_bool());
        } else {
            json::value &slot = top.emplace("additionalProperties", json::object_kind).first->value();
            m_tasks.push_back({&slot, body.additional, nullptr});
        }
    }

    static json::object bodyMarks(const BodyView &body, std::string_view name) {
        json::object marks{{"x-in", "body"}};
        const json::value *encoding = body.encoding ? body.encoding->if_contains(name) : nullptr;
        for (const auto &[from, to] : {std::pair{"style", "x-style"}, std::pair{"explode", "x-explode"},
                                       std::pair{"contentType", "x-content-type"}}) {
            const json::value *found = encoding ? member(*encoding, from) : nullptr;
            if (found && (found->is_string() || found->is_bool()))
                marks.emplace(to, *found);
        }
        return marks;
    }

    /// Returns whether the property got its own name. `marks` stay whatever becomes of the schema.
    bool add(std::string_view name, std::string_view place, bool isRequired, const json::value *schema,
             json::object marks, json::array &required) {
        std::string key(name);
        if (m_properties->contains(key))
            key = std::string(place) + '_' + std::string(name);
        for (int number = 2; m_properties->contains(key); ++number)
            key = std::string(place) + '_' + std::string(name) + '_' + std::to_string(number);
        const bool own = key == name;
        if (!own)
            marks.emplace("x-name", json::string_view(name));
        m_bytes += key.size() + estimatedBytes(json::value(marks), m_limits.schemaBytes);
        if (isRequired)
            required.emplace_back(json::string_view(key));
        json::value &slot = m_properties->emplace(key, std::move(marks)).first->value();
        if (schema)
            m_tasks.push_back({&slot, schema, nullptr});
        return own;
    }

    bool namesOnlyProperties(const json::value &alternatives) const {
        for (const json::value &alternative : alternatives.get_array()) {
            const json::array *names = arrayMember(alternative, "required");
            if (!names || std::any_of(names->begin(), names->end(), [&](const json::value &name) {
                    return !name.is_string() || !m_properties->contains(name.get_string());
                }))
                return false;
        }
        return true;
    }

    /// Fills one slot and queues what lies below it.
    void write(const Task &task) {
        json::object marks;
        if (task.slot->is_object())
            marks = std::move(task.slot->get_object());
        Draft draft;
        const Link *chain = task.chain;
        const json::value *schema = task.schema;
        std::vector<const json::object *> beside; // members written next to references
        for (std::string_view reference = referenceOf(*schema); !reference.empty(); reference = referenceOf(*schema)) {
            if (schema->get_object().size() > 1)
                beside.push_back(&schema->get_object());
            const Follow followed = follow(reference, schema, chain);
            if (followed == Follow::Missing)
                draft.out.emplace("description", "Unresolved reference: " + std::string(reference));
            if (followed == Follow::Recurs)
                noteRecursion(*schema, draft);
            if (followed != Follow::Done)
                return place(task, std::move(marks), std::move(draft), chain);
        }
        if (schema->is_bool() && marks.empty() && beside.empty()) {
            *task.slot = schema->get_bool();
            return;
        }
        const json::object *object = schema->if_object();
        // What only describes counts beside a reference in every dialect: authors mean it. Further conditions are
        // allowed there since 3.1.
        for (const json::object *one : beside) {
            for (const auto &pair : *one) {
                const Keyword keyword = keywordOf(pair.key());
                if (keyword == Keyword::Text || pair.key() == "default" || pair.key() == "deprecated")
                    copy(pair.key(), pair.value(), draft.out);
            }
        }
        if (object) {
            keywords(*object, draft);
        } else if (schema->is_bool() && !schema->get_bool()) {
            draft.out.emplace("not", json::object_kind);
        }
        if (m_dialect == Dialect::OpenApi31) {
            for (const json::object *one : beside)
                keywords(*one, draft);
        }
        place(task, std::move(marks), std::move(draft), chain);
    }

    void keywords(const json::object &schema, Draft &draft) {
        for (const auto &pair : schema) {
            // Members and required names add up; of other keywords the first one counts.
            if (!draft.out.contains(pair.key()) || pair.key() == "properties" || pair.key() == "required")
                keyword(pair.key(), pair.value(), schema, draft);
        }
    }

    enum class Follow { Done, Missing, Recurs, TooFar };

    /// Moves `schema` to what it refers to and lengthens the chain.
    Follow follow(std::string_view reference, const json::value *&schema, const Link *&chain) {
        const json::value *next = target(m_root, reference);
        if (!next)
            return Follow::Missing;
        for (const Link *link = chain; link; link = link->parent) {
            if (link->target == next)
                return Follow::Recurs;
        }
        const std::uint32_t depth = chain ? chain->depth + 1 : 1;
        if (++m_references > m_limits.refs || depth > m_limits.schemaDepth) {
            m_truncated = true;
            return Follow::TooFar;
        }
        m_links.push_back({next, chain, depth});
        chain = &m_links.back();
        schema = next;
        return Follow::Done;
    }

    void noteRecursion(const json::value &reference, Draft &draft) const {
        const json::value *resolved = resolve(m_root, &reference);
        const std::string_view name = resolved ? schemaType(stringMember(*resolved, "type")) : std::string_view();
        if (!name.empty())
            draft.out.emplace("type", json::string_view(name));
        const std::string_view text = referenceOf(reference);
        const std::size_t slash = text.rfind('/');
        draft.note = "Recursive: the same as the enclosing '" +
                     std::string(slash == std::string_view::npos ? text : text.substr(slash + 1)) +
                     "', which is not repeated here.";
    }

    void keyword(std::string_view key, const json::value &value, const json::object &schema, Draft &draft) {
        json::object &out = draft.out;
        switch (keywordOf(key)) {
        case Keyword::Dropped:
            return;
        case Keyword::Text:
            if (value.is_string())
                copy(key, value, out);
            if (key == "format" && value.is_string() && value.get_string() == "binary")
                out.emplace("contentEncoding", "base64");
            return;
        case Keyword::Number:
            if (value.is_number())
                copy(key, value, out);
            return;
        case Keyword::Flag:
            if (value.is_bool() && value.get_bool())
                copy(key, value, out);
            return;
        case Keyword::Value:
            copy(key, value, out);
            return;
        case Keyword::List:
            if (value.is_array() && !value.get_array().empty())
                copy(key, value, out);
            return;
        case Keyword::Type:
            type(value, out);
            return;
        case Keyword::Bound:
            if (value.is_number())
                copy(key, value, out);
            else if (value.is_bool() && value.get_bool())
                (key == "exclusiveMinimum" ? draft.exclusiveMinimum : draft.exclusiveMaximum) = true;
            return;
        case Keyword::Nullable:
            draft.nullable = draft.nullable || (value.is_bool() && value.get_bool());
            return;
        case Keyword::Example:
            addExample(value, out);
            return;
        case Keyword::Examples:
            if (value.is_array() && estimatedBytes(value, MaxExampleBytes) <= MaxExampleBytes)
                copy(key, value, out);
            return;
        case Keyword::Required:
            required(value, schema, out);
            return;
        case Keyword::Discriminator:
            draft.note = discriminator(value);
            return;
        case Keyword::Schema:
            if (value.is_bool())
                copy(key, value, out);
            else if (value.is_object())
                one(key, value, draft);
            return;
        case Keyword::Items:
            if (value.is_array())
                list("prefixItems", value.get_array(), draft);
            else if (value.is_object() || value.is_bool())
                one(key, value, draft);
            return;
        case Keyword::Schemas:
            if (value.is_array() && !value.get_array().empty())
                list(key, value.get_array(), draft);
            return;
        case Keyword::SchemaMap:
        case Keyword::Properties:
            if (value.is_object())
                map(key, value.get_object(), keywordOf(key) == Keyword::Properties, draft);
            return;
        }
    }

    /// Copies what is data; what the cap leaves no room for is left out.
    void copy(std::string_view key, const json::value &value, json::object &out) {
        const std::size_t size = key.size() + 4 + estimatedBytes(value, m_limits.schemaBytes);
        if (m_bytes + size > m_limits.schemaBytes) {
            m_truncated = true;
            return;
        }
        m_bytes += size;
        out.insert_or_assign(key, value);
    }

    void addExample(const json::value &value, json::object &out) {
        const std::size_t size = estimatedBytes(value, MaxExampleBytes);
        if (size > MaxExampleBytes || out.contains("examples"))
            return;
        m_bytes += size + 16;
        json::array examples;
        examples.push_back(value);
        out.emplace("examples", std::move(examples));
    }

    void type(const json::value &value, json::object &out) {
        if (value.is_string()) {
            const std::string_view name = schemaType(value.get_string());
            if (name.empty())
                return;
            m_bytes += name.size() + 10;
            out.insert_or_assign("type", json::string_view(name));
            if (value.get_string() == "file") {
                out.emplace("format", "binary");
                out.emplace("contentEncoding", "base64");
            }
        } else if (value.is_array()) {
            json::array names;
            for (const json::value &one : value.get_array()) {
                const std::string_view name = one.is_string() ? schemaType(one.get_string()) : std::string_view();
                const json::value added((json::string_view(name)));
                if (!name.empty() && std::find(names.begin(), names.end(), added) == names.end())
                    names.push_back(added);
            }
            m_bytes += names.size() * 12;
            if (!names.empty())
                out.insert_or_assign("type", std::move(names));
        }
    }

    void required(const json::value &value, const json::object &schema, json::object &out) {
        if (!value.is_array())
            return; // before draft 4, and by mistake ever since, a flag on the member itself
        const std::unordered_set<std::string_view> &gone = readOnly(schema);
        json::array names;
        std::unordered_set<std::string> seen;
        if (const json::value *before = out.if_contains("required")) {
            names = before->get_array();
            for (const json::value &name : names)
                seen.emplace(name.get_string());
        }
        for (const json::value &name : value.get_array()) {
            if (!name.is_string() || gone.contains(name.get_string()) || !seen.emplace(name.get_string()).second)
                continue;
            m_bytes += name.get_string().size() + 3;
            names.push_back(name);
        }
        if (!names.empty())
            out.insert_or_assign("required", std::move(names));
    }

    /// The same schema may come up thousands of times, so that its answer is kept.
    const std::unordered_set<std::string_view> &readOnly(const json::object &schema) {
        const auto [found, isNew] = m_readOnly.try_emplace(&schema);
        if (isNew)
            found->second = readOnlyMembers(m_root, schema);
        return found->second;
    }

    static std::string discriminator(const json::value &value) {
        if (value.is_string()) // Swagger 2
            return "Which alternative it is stands in `" + std::string(value.get_string()) + "`.";
        std::string text =
            "Which alternative it is stands in `" + std::string(stringMember(value, "propertyName")) + "`";
        if (const json::object *mapping = objectMember(value, "mapping")) {
            std::string names;
            for (const auto &pair : *mapping) {
                if (names.size() > 500) {
                    names += ", …";
                    break;
                }
                names += (names.empty() ? "" : ", ") + std::string(pair.key());
            }
            text += names.empty() ? "" : ": " + names;
        }
        return text + '.';
    }

    void one(std::string_view key, const json::value &schema, Draft &draft) {
        m_bytes += key.size() + 6;
        if (draft.out.emplace(key, json::object_kind).second)
            draft.children.push_back({key, {}, 0, true, false, &schema});
    }

    void list(std::string_view key, const json::array &schemas, Draft &draft) {
        m_bytes += key.size() + 6;
        json::array out;
        out.reserve(schemas.size());
        for (const json::value &schema : schemas) {
            if (!schema.is_object() && !schema.is_bool())
                continue;
            if (outOfRoom(3))
                break;
            draft.children.push_back({key, {}, out.size(), false, true, &schema});
            out.emplace_back(json::object_kind);
        }
        draft.out.insert_or_assign(key, std::move(out));
    }

    void map(std::string_view key, const json::object &schemas, bool dropReadOnly, Draft &draft) {
        m_bytes += key.size() + 6;
        json::value &slot = draft.out.emplace(key, json::object_kind).first->value();
        json::object &out = slot.get_object();
        out.reserve(out.size() + schemas.size());
        for (const auto &pair : schemas) {
            if (++m_steps > MaxSteps) {
                m_truncated = true;
                break;
            }
            if ((!pair.value().is_object() && !pair.value().is_bool()) ||
                (dropReadOnly && isReadOnly(m_root, pair.value())))
                continue;
            if (outOfRoom(pair.key().size() + 6))
                break;
            if (out.emplace(pair.key(), json::object_kind).second)
                draft.children.push_back({key, pair.key(), 0, false, false, &pair.value()});
        }
    }

    bool outOfRoom(std::size_t bytes) {
        m_bytes += bytes;
        if (m_bytes <= m_limits.schemaBytes)
            return false;
        m_truncated = true;
        return true;
    }

    /// Puts a draft where it belongs; from here on the addresses inside it hold.
    void place(const Task &task, json::object marks, Draft draft, const Link *chain) {
        json::object &out = draft.out;
        bounds(draft.exclusiveMinimum, "minimum", "exclusiveMinimum", out);
        bounds(draft.exclusiveMaximum, "maximum", "exclusiveMaximum", out);
        json::value *home = task.slot;
        const bool wrap = draft.nullable && !allowNull(out) && !out.empty();
        for (auto &pair : marks)
            out.insert_or_assign(pair.key(), std::move(pair.value()));
        if (!draft.note.empty()) {
            json::value &description = out.emplace("description", "").first->value();
            std::string text = description.is_string() ? std::string(description.get_string()) : std::string();
            text += (text.empty() ? "" : "\n\n") + draft.note;
            m_bytes += draft.note.size();
            description = json::string_view(text);
        }
        if (wrap) {
            // Null beside a schema that names no type: an alternative, under the same description and marks.
            json::object outer;
            for (const char *key : {"description", "title", "deprecated", "x-in", "x-name", "x-whole", "x-style",
                                    "x-explode", "x-collection-format", "x-content-type"}) {
                if (auto found = out.find(key); found != out.end()) {
                    outer.emplace(key, std::move(found->value()));
                    out.erase(found);
                }
            }
            json::array alternatives;
            alternatives.reserve(2);
            alternatives.emplace_back(std::move(out));
            alternatives.emplace_back(json::object{{"type", "null"}});
            outer.emplace("anyOf", std::move(alternatives));
            *task.slot = std::move(outer);
            home = &task.slot->get_object().at("anyOf").get_array()[0];
        } else {
            *task.slot = std::move(out);
        }
        json::object &placed = home->get_object();
        for (const Child &child : draft.children) {
            json::value *member = placed.if_contains(child.key);
            if (!member)
                continue;
            json::value *slot = nullptr;
            if (child.isOne)
                slot = member;
            else if (child.isList)
                slot = &member->get_array()[child.index];
            else
                slot = member->get_object().if_contains(child.name);
            if (slot)
                m_tasks.push_back({slot, child.schema, chain});
        }
    }

    static void bounds(bool exclusive, const char *plain, const char *strict, json::object &out) {
        const auto bound = out.find(plain);
        if (!exclusive || bound == out.end())
            return;
        json::value number = std::move(bound->value());
        out.erase(bound);
        out.insert_or_assign(strict, std::move(number));
    }

    /// Adds null to the types and values of `out`; false when it names no type.
    static bool allowNull(json::object &out) {
        json::value *type = out.if_contains("type");
        if (!type)
            return false;
        if (type->is_string())
            *type = json::array{*type};
        json::array &types = type->get_array();
        if (std::find(types.begin(), types.end(), json::value("null")) == types.end())
            types.emplace_back("null");
        if (json::value *values = out.if_contains("enum"); values && values->is_array()) {
            json::array &list = values->get_array();
            if (std::find(list.begin(), list.end(), json::value(nullptr)) == list.end())
                list.emplace_back(nullptr);
        }
        return true;
    }

    const json::value &m_root;
    Dialect m_dialect;
    const ImportLimits &m_limits;
    json::object *m_properties = nullptr;
    std::deque<Task> m_tasks;
    std::deque<Link> m_links; // stable addresses
    std::unordered_map<const json::object *, std::unordered_set<std::string_view>> m_readOnly;
    std::uint64_t m_bytes = 128;
    std::size_t m_steps = 0;
    std::uint32_t m_references = 0;
    bool m_truncated = false;
};

} // namespace

json::value buildInputSchema(const json::value &root, Dialect dialect, const OperationView &view,
                             const ImportLimits &limits) {
    return Builder(root, dialect, limits).build(view);
}

} // namespace actionscope::ingest::detail
