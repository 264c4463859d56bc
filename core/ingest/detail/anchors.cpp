#include "ingest/detail/anchors.h"

#include "base/uri_reference.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>

namespace actionscope::ingest::detail {
namespace {

/// A short name may stand for a long pointer in very many places: caps on one and on what all of them add.
constexpr std::size_t MaxPointer = 2000, MaxAdded = 64U << 20;

/// A base that is longer is made, not written.
constexpr std::size_t MaxAddress = 2000;

/// Names by where they stand; "" where a name is not unique ("#" is the document itself, which needs no name).
using Places = std::unordered_map<std::string, std::string>;

void note(Places &places, std::string name, const std::string &pointer) {
    const auto [place, isNew] = places.try_emplace(std::move(name), pointer);
    if (!isNew && place->second != pointer)
        place->second.clear();
}

/// The text of a member that names its schema; empty when there is none.
std::string nameIn(const json::object &object, std::string_view key) {
    const json::value *name = object.if_contains(key);
    return name && name->is_string() ? std::string(name->get_string()) : std::string();
}

/// The address that a schema with this `$id` has, seen from `base`. Longer than anyone writes: none of its own.
std::string addressOf(const std::string &base, std::string_view id) {
    std::string address = resolveUri(base, id);
    return address.size() > MaxAddress ? base : address;
}

/// A pointer's step as it stands in the fragment of an address.
std::string step(std::string_view key) {
    std::string out = "/";
    for (const char c : pointerStep(key))
        out += c == '%' ? std::string("%25") : std::string(1, c);
    return out;
}

class Names {
public:
    bool run(json::value &document) {
        std::string pointer;
        collect(document, pointer, {}, false);
        if (!m_anchors.empty() || !m_ids.empty())
            rewrite(document, document, {}, false);
        return m_changed;
    }

private:
    void collect(const json::value &value, std::string &pointer, const std::string &base, bool isNameMap) {
        const std::size_t size = pointer.size();
        if (const json::array *array = value.if_array()) {
            for (std::size_t i = 0; i < array->size(); ++i) {
                if (!(*array)[i].is_structured())
                    continue;
                pointer += '/' + std::to_string(i);
                collect((*array)[i], pointer, base, false);
                pointer.resize(size);
            }
            return;
        }
        const json::object *object = value.if_object();
        if (!object)
            return;
        std::string own = base;
        if (!isNameMap && !pointer.empty() && pointer.size() <= MaxPointer) {
            if (const std::string id = nameIn(*object, "$id"); !id.empty()) {
                own = addressOf(base, id);
                note(m_ids, own, pointer);
                note(m_ids, withoutHash(id), pointer);
            }
            if (const std::string anchor = nameIn(*object, "$anchor"); !anchor.empty()) {
                note(m_anchors, own + '#' + anchor, pointer);
                note(m_anchors, '#' + anchor, pointer);
            }
        }
        for (const auto &pair : *object) {
            if (!pair.value().is_structured() || (!isNameMap && holdsData(pair.key())))
                continue;
            pointer += step(pair.key());
            collect(pair.value(), pointer, own, !isNameMap && pair.value().is_object() && holdsNames(pair.key()));
            pointer.resize(size);
        }
    }

    /// `resource` is the schema that `base` is the address of; the document itself where `base` is empty.
    void rewrite(json::value &value, const json::value &resource, const std::string &base, bool isNameMap) {
        if (json::array *array = value.if_array()) {
            for (json::value &element : *array) {
                if (element.is_structured())
                    rewrite(element, resource, base, false);
            }
            return;
        }
        json::object *object = value.if_object();
        if (!object)
            return;
        const json::value *inside = &resource;
        std::string own = base;
        if (!isNameMap && &value != &resource) {
            if (const std::string id = nameIn(*object, "$id"); !id.empty()) {
                own = addressOf(base, id);
                inside = &value;
            }
        }
        for (auto &pair : *object) {
            if (!isNameMap && pair.key() == "$ref" && pair.value().is_string())
                follow(pair.value(), *inside, own);
            else if (pair.value().is_structured() && (isNameMap || !holdsData(pair.key())))
                rewrite(pair.value(), *inside, own, !isNameMap && pair.value().is_object() && holdsNames(pair.key()));
        }
    }

    /// The pointer that stands for a name that is there once; null otherwise.
    static const std::string *find(const Places &places, const std::string &name) {
        const auto found = places.find(name);
        return found == places.end() || found->second.empty() ? nullptr : &found->second;
    }
    static std::string withoutHash(std::string text) {
        if (!text.empty() && text.back() == '#')
            text.pop_back();
        return text;
    }

    /// Where a reference that stands in `resource` leads; nothing when it says so itself, or nobody knows.
    [[nodiscard]] std::optional<std::string> target(const std::string &reference, const json::value &resource,
                                                    const std::string &base) const {
        const std::size_t hash = std::min(reference.find('#'), reference.size());
        const std::string written = reference.substr(0, hash);
        const std::string fragment = reference.substr(std::min(hash + 1, reference.size()));
        const bool isPointer = fragment.empty() || fragment.front() == '/';
        if (written.empty() && isPointer) {
            // Inside a schema with an address this is one of its own parts, as the standard has it; many write the
            // document's all the same, and then there is no such part.
            const std::string *own = base.empty() || fragment.empty() ? nullptr : find(m_ids, base);
            boost::system::error_code missing;
            if (own == nullptr || resource.find_pointer(percentDecoded(fragment), missing) == nullptr || missing)
                return std::nullopt;
            return *own + fragment;
        }
        const std::string address = written.empty() ? base : resolveUri(base, written);
        if (isPointer) {
            const std::string *place = find(m_ids, address);
            if (place == nullptr)
                place = find(m_ids, written);
            return place == nullptr ? std::nullopt : std::optional(*place + fragment);
        }
        const std::string *place = find(m_anchors, address + '#' + fragment);
        if (place == nullptr && written.empty())
            place = find(m_anchors, '#' + fragment);
        return place == nullptr ? std::nullopt : std::optional(*place);
    }
    static std::string percentDecoded(const std::string &fragment) { return fragmentOf('#' + fragment); }

    void follow(json::value &slot, const json::value &resource, const std::string &base) {
        const auto pointer = target(std::string(slot.get_string()), resource, base);
        if (!pointer)
            return;
        m_added += pointer->size();
        if (m_added > MaxAdded)
            return;
        slot = json::string_view("#" + *pointer);
        m_changed = true;
    }

    Places m_anchors, m_ids;
    std::size_t m_added = 0;
    bool m_changed = false;
};

} // namespace

bool holdsNames(std::string_view key) {
    static constexpr std::array<std::string_view, 14> Maps{
        "properties", "patternProperties", "$defs",     "definitions", "dependentSchemas", "schemas", "responses",
        "parameters", "requestBodies",     "pathItems", "headers",     "callbacks",        "paths",   "content"};
    return std::find(Maps.begin(), Maps.end(), key) != Maps.end();
}

bool holdsData(std::string_view key) {
    return key == "example" || key == "examples" || key == "default" || key == "enum" || key == "const";
}

bool pointAtNames(json::value &document, std::string_view text) {
    if (text.find("$anchor") == std::string_view::npos && text.find("$id") == std::string_view::npos)
        return false;
    return Names().run(document);
}

} // namespace actionscope::ingest::detail
