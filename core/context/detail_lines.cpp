/// Tier 2: a capability whole.
#include "base/text.h"
#include "catalog/capability_id.h"
#include "catalog/text_scan.h"
#include "context/categories.h"
#include "context/detail/rendering.h"

#include <algorithm>

namespace actionscope::context::detail {
namespace {

constexpr std::size_t ShortDescription = 400; ///< bytes, in a shortened entry
constexpr std::size_t ShortValues = 8;        ///< of an enumeration, there
constexpr std::size_t DeepestSchema = 12, MostAlternatives = 6;

/// Follows a schema that may refer to itself, to what there is not, and to everything twice at every level.
class SchemaWriter {
public:
    SchemaWriter(const json::value &root, bool withProse, bool nested, std::size_t maxBytes)
        : m_root(root)
        , m_withProse(withProse)
        , m_nested(nested)
        , m_maxBytes(maxBytes) {}

    std::string write() {
        if (const json::object *root = resolved(m_root)) {
            m_open.push_back(root);
            properties(*root, 0);
        }
        return std::move(m_out);
    }

private:
    [[nodiscard]] bool full() const { return m_out.size() > m_maxBytes; }

    /// The object that is meant: references inside the document are followed, a few steps.
    const json::object *resolved(const json::value &schema) const {
        const json::value *at = &schema;
        for (std::size_t step = 0; step < DeepestSchema; ++step) {
            const json::object *object = at->if_object();
            if (!object)
                return nullptr;
            const std::string_view reference = stringMember(*object, "$ref");
            if (reference == "#") {
                at = &m_root;
                continue;
            }
            if (!reference.starts_with("#/"))
                return object;
            boost::system::error_code error;
            at = m_root.find_pointer(reference.substr(1), error);
            if (error || !at)
                return object;
        }
        return nullptr;
    }

    /// "string", "array of object", "string or integer".
    std::string typeOf(const json::object &schema, std::size_t depth = 0) const {
        if (depth > 3)
            return "value";
        if (const json::array *types = arrayMember(schema, "type")) {
            std::string text;
            for (const json::value &type : *types)
                if (type.is_string() && text.size() < 100)
                    text += (text.empty() ? "" : " or ") + std::string(type.get_string());
            return text.empty() ? "value" : oneLine(text, 60);
        }
        const std::string_view type = stringMember(schema, "type");
        if (type == "array") {
            const json::value *items = schema.if_contains("items");
            const json::object *item = items ? resolved(*items) : nullptr;
            return item ? "array of " + typeOf(*item, depth + 1) : "array";
        }
        if (!type.empty())
            return oneLine(type, 40);
        if (schema.contains("properties"))
            return "object";
        for (const std::string_view key : {"anyOf", "oneOf", "allOf"}) {
            const json::array *alternatives = arrayMember(schema, key);
            if (!alternatives)
                continue;
            std::vector<std::string> types;
            for (const json::value &alternative : *alternatives) {
                const json::object *object = resolved(alternative);
                std::string one = object ? typeOf(*object, depth + 1) : "value";
                if (types.size() < MostAlternatives && std::ranges::find(types, one) == types.end())
                    types.push_back(std::move(one));
            }
            std::string text;
            for (const std::string &one : types)
                text += (text.empty() ? "" : " or ") + one;
            if (!text.empty())
                return text;
        }
        if (const json::array *values = arrayMember(schema, "enum"); values && !values->empty())
            return (*values)[0].is_string() ? "string" : (*values)[0].is_number() ? "number" : "value";
        return "value";
    }

    [[nodiscard]] static std::string literal(const json::value &value, std::size_t maxBytes = 200) {
        return oneLine(json::serialize(value), maxBytes);
    }

    void constraints(const json::object &schema, std::string &line) const {
        if (const json::array *values = arrayMember(schema, "enum")) {
            const std::size_t shown = m_nested ? values->size() : std::min(values->size(), ShortValues);
            line += "; one of ";
            for (std::size_t i = 0; i < shown && line.size() < m_maxBytes; ++i)
                line += (i == 0 ? "" : ", ") + literal((*values)[i]);
            if (shown < values->size())
                line += ", +" + std::to_string(values->size() - shown) + " more";
        }
        if (const json::value *only = schema.if_contains("const"))
            line += "; always " + literal(*only);
        if (const json::value *otherwise = schema.if_contains("default"))
            line += "; default " + literal(*otherwise);
        if (!m_nested)
            return;
        if (const std::string_view format = stringMember(schema, "format"); !format.empty())
            line += "; " + oneLine(format, 40);
        const auto bounds = [&](std::string_view least, std::string_view most, std::string_view unit) {
            const json::value *from = schema.if_contains(least), *to = schema.if_contains(most);
            if (from && from->is_number())
                line += "; at least " + literal(*from) + std::string(unit);
            if (to && to->is_number())
                line += "; at most " + literal(*to) + std::string(unit);
        };
        bounds("minimum", "maximum", "");
        bounds("minLength", "maxLength", " characters");
        bounds("minItems", "maxItems", " items");
        if (const std::string_view pattern = stringMember(schema, "pattern"); !pattern.empty())
            line += "; matches " + oneLine(pattern, 200);
    }

    static bool isRequired(const json::object &parent, std::string_view name) {
        const json::array *required = arrayMember(parent, "required");
        return required && std::ranges::any_of(*required, [&](const json::value &one) {
                   return one.is_string() && std::string_view(one.get_string()) == name;
               });
    }

    void properties(const json::object &parent, std::size_t depth) {
        if (depth > DeepestSchema)
            return;
        // What must be given comes first.
        if (const json::object *members = objectMember(parent, "properties"))
            for (const bool required : {true, false})
                for (const auto &entry : *members) {
                    if (full())
                        return;
                    if (isRequired(parent, entry.key()) == required)
                        property(entry.key(), entry.value(), required, depth);
                }
        for (const std::string_view key : {"allOf", "anyOf", "oneOf"}) {
            const json::array *parts = arrayMember(parent, key);
            if (!parts || (!m_nested && key != "allOf"))
                continue;
            std::size_t number = 0;
            for (const json::value &part : *parts) {
                const json::object *object = resolved(part);
                if (full() || !object || std::ranges::find(m_open, object) != m_open.end())
                    continue;
                ++number;
                if (!object->contains("properties") && !object->contains("allOf"))
                    continue;
                m_open.push_back(object);
                if (key == "allOf") {
                    properties(*object, depth);
                } else {
                    m_out += std::string(2 * depth, ' ') + "- alternative " + std::to_string(number) + ":\n";
                    properties(*object, depth + 1);
                }
                m_open.pop_back();
            }
        }
    }

    void property(std::string_view name, const json::value &value, bool required, std::size_t depth) {
        static const json::object Anything;
        const json::object *schema = resolved(value);
        if (!schema)
            schema = &Anything;
        std::string line = std::string(2 * depth, ' ') + "- " + oneLine(name) + " (" + typeOf(*schema);
        if (required)
            line += ", required";
        constraints(*schema, line);
        line += ')';
        if (m_withProse) {
            // Beside a reference stands what is meant here, behind it what is meant everywhere.
            const json::object *here = value.if_object();
            std::string_view prose = here ? stringMember(*here, "description") : std::string_view();
            if (prose.empty())
                prose = stringMember(*schema, "description");
            if (const std::string text = oneLine(prose); !text.empty())
                line += ": " + text;
        }
        m_out += line + '\n';
        if (!m_nested || full())
            return;
        const json::object *inner = schema;
        if (const json::value *items = schema->if_contains("items"); items && resolved(*items))
            inner = resolved(*items);
        if (std::ranges::find(m_open, inner) != m_open.end())
            return; // it contains itself: told once
        m_open.push_back(inner);
        properties(*inner, depth + 1);
        m_open.pop_back();
    }

    const json::value &m_root;
    const bool m_withProse, m_nested;
    const std::size_t m_maxBytes;
    std::string m_out;
    std::vector<const json::object *> m_open; ///< what is being told, outermost first
};

bool misleads(std::string_view text, std::string_view field) {
    return std::ranges::any_of(catalog::scanText(text, field), [](const auto &finding) { return finding.withhold; });
}

std::string listLine(std::string_view heading, const std::vector<std::string_view> &names) {
    if (names.empty())
        return {};
    std::string line(heading);
    for (std::size_t i = 0; i < names.size(); ++i)
        line += (i == 0 ? ": " : ", ") + oneLine(names[i]);
    return line + '\n';
}

} // namespace

std::string schemaLines(const json::value &schema, bool withProse, bool nested, std::size_t maxBytes) {
    return SchemaWriter(schema, withProse, nested, maxBytes).write();
}

Detail detailEntry(const catalog::Catalog &catalog, catalog::Ordinal ordinal, const Prose &prose, const Source &source,
                   std::size_t maxBytes) {
    const catalog::CapabilityView capability = catalog.at(ordinal);
    std::string category = oneLine(categoryOf(capability, catalog.serviceOf(ordinal).info.id), 80);
    if (misleads(category, "category"))
        category = catalog.serviceOf(ordinal).info.id;
    std::string head = "## " + oneLine(catalog::capabilityId(catalog, ordinal)) + '\n';
    head += "Kind: " + std::string(catalog::kindName(capability.kind())) + ". Category: " + category + ".\n";
    const std::string_view text = prose.description.empty() ? prose.title : prose.description;
    const std::string tail = listLine("Requires", capability.requires_()) + listLine("Secrets", capability.secrets());

    Detail detail;
    std::string whole = head;
    if (const std::string description = oneLine(text); !description.empty())
        whole += description + '\n';
    std::string body, shortBody;
    std::string skill = source.content(catalog, ordinal);
    if (!skill.empty()) {
        if (prose.withheld || (!prose.accepted && misleads(skill, "content"))) {
            detail.withheld = true;
        } else if (skill.size() <= maxBytes) {
            body = revealInvisible(toValidUtf8(skill), true);
            if (!body.ends_with('\n'))
                body += '\n';
        } else {
            detail.wholeBytes = skill.size();
        }
    } else {
        auto schema = source.schema(catalog, ordinal);
        if (!schema) {
            detail.noSchema = true;
            schema = schemaOfParameters(capability);
        }
        body = schemaLines(*schema, !prose.withheld, true, maxBytes);
        // What the source's prose says deep inside a schema nobody has looked at before.
        if (!prose.accepted && misleads(body, "schema")) {
            detail.withheld = true;
            body = schemaLines(*schema, false, true, maxBytes);
            if (misleads(body, "schema")) // values and names themselves
                body.clear();
        }
        shortBody = schemaLines(*schema, false, false, maxBytes);
        if (!prose.accepted && misleads(shortBody, "schema"))
            shortBody.clear();
        if (!body.empty())
            body = "Parameters:\n" + body;
        if (!shortBody.empty())
            shortBody = "Parameters:\n" + shortBody;
    }
    whole += body + tail;
    if (detail.wholeBytes == 0 && whole.size() <= maxBytes)
        detail.whole = std::move(whole);
    detail.wholeBytes = std::max(detail.wholeBytes, detail.whole.empty() ? whole.size() : detail.whole.size());
    detail.shortened = head;
    if (const std::string description = oneLine(text, ShortDescription); !description.empty())
        detail.shortened += description + '\n';
    detail.shortened += shortBody + tail;
    return detail;
}

} // namespace actionscope::context::detail
