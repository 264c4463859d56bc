#include "ingest/detail/anchors.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace actionscope::ingest::detail {
namespace {

/// A short name may stand for a long pointer in very many places: caps on one and on what all of them add.
constexpr std::size_t MaxPointer = 2000, MaxAdded = 64U << 20;

/// Names by where they stand; "" where a name is not unique ("#" is the document itself, which needs no name).
using Places = std::unordered_map<std::string, std::string>;

void note(Places &places, const json::value *name, const std::string &pointer) {
    if (!name || !name->is_string() || name->get_string().empty())
        return;
    std::string key(name->get_string());
    if (key.back() == '#')
        key.pop_back();
    const auto [place, isNew] = places.try_emplace(std::move(key), pointer);
    if (!isNew)
        place->second.clear();
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
        collect(document, pointer, false);
        if (!m_anchors.empty() || !m_ids.empty())
            rewrite(document, false);
        return m_changed;
    }

private:
    void collect(const json::value &value, std::string &pointer, bool isNameMap) {
        const std::size_t size = pointer.size();
        if (const json::array *array = value.if_array()) {
            for (std::size_t i = 0; i < array->size(); ++i) {
                if (!(*array)[i].is_structured())
                    continue;
                pointer += '/' + std::to_string(i);
                collect((*array)[i], pointer, false);
                pointer.resize(size);
            }
            return;
        }
        const json::object *object = value.if_object();
        if (!object)
            return;
        if (!isNameMap && !pointer.empty() && pointer.size() <= MaxPointer) {
            note(m_anchors, object->if_contains("$anchor"), pointer);
            note(m_ids, object->if_contains("$id"), pointer);
        }
        for (const auto &pair : *object) {
            if (!pair.value().is_structured() || (!isNameMap && holdsData(pair.key())))
                continue;
            pointer += step(pair.key());
            collect(pair.value(), pointer, !isNameMap && pair.value().is_object() && holdsNames(pair.key()));
            pointer.resize(size);
        }
    }

    void rewrite(json::value &value, bool isNameMap) {
        if (json::array *array = value.if_array()) {
            for (json::value &element : *array) {
                if (element.is_structured())
                    rewrite(element, false);
            }
            return;
        }
        json::object *object = value.if_object();
        if (!object)
            return;
        for (auto &pair : *object) {
            if (!isNameMap && pair.key() == "$ref" && pair.value().is_string())
                follow(pair.value());
            else if (pair.value().is_structured() && (isNameMap || !holdsData(pair.key())))
                rewrite(pair.value(), !isNameMap && pair.value().is_object() && holdsNames(pair.key()));
        }
    }

    void follow(json::value &slot) {
        const std::string reference(slot.get_string());
        const std::size_t hash = std::min(reference.find('#'), reference.size());
        const std::string address = reference.substr(0, hash);
        const std::string fragment = reference.substr(std::min(hash + 1, reference.size()));
        std::string pointer;
        if (!address.empty()) {
            const auto found = m_ids.find(address);
            if (found == m_ids.end() || found->second.empty() || (!fragment.empty() && fragment.front() != '/'))
                return;
            pointer = found->second + fragment;
        } else {
            const auto found = m_anchors.find(fragment);
            if (found == m_anchors.end() || found->second.empty())
                return;
            pointer = found->second;
        }
        m_added += pointer.size();
        if (m_added > MaxAdded)
            return;
        slot = json::string_view("#" + pointer);
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
