#include "ingest/detail/references.h"

#include <charconv>

namespace actionscope::ingest::detail {
namespace {

const json::value *child(const json::value &value, std::string_view step) {
    if (const json::object *object = value.if_object())
        return object->if_contains(step);
    if (const json::array *array = value.if_array()) {
        std::size_t index = 0;
        const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
        if (error == std::errc() && end == step.data() + step.size() && index < array->size())
            return &(*array)[index];
    }
    return nullptr;
}

} // namespace

const json::value *atPointer(const json::value &root, std::string_view pointer, bool throughReferences) {
    const json::value *value = &root;
    if (!pointer.empty() && pointer.front() != '/')
        return nullptr;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t end = std::min(pointer.find('/'), pointer.size());
        std::string_view step = pointer.substr(0, end);
        pointer.remove_prefix(end);
        std::string buffer;
        if (step.find('~') != std::string_view::npos) {
            buffer = unescapedStep(step);
            step = buffer;
        }
        const json::value *next = child(*value, step);
        for (int hops = 0; !next && throughReferences && hops < MaxReferenceChain; ++hops) {
            value = target(root, referenceOf(*value));
            if (!value)
                return nullptr;
            next = child(*value, step);
        }
        if (!next)
            return nullptr;
        value = next;
    }
    return value;
}

std::string_view referenceOf(const json::value &value) {
    const json::object *object = value.if_object();
    if (!object)
        return {};
    const json::value *reference = object->if_contains("$ref");
    return reference && reference->is_string() ? std::string_view(reference->get_string()) : std::string_view();
}

const json::value *target(const json::value &root, std::string_view reference) {
    if (!reference.starts_with('#'))
        return nullptr;
    reference.remove_prefix(1);
    if (reference.find('%') == std::string_view::npos)
        return atPointer(root, reference);
    return atPointer(root, percentDecoded(reference));
}

const json::value *resolve(const json::value &root, const json::value *value) {
    for (int hops = 0; value && hops < MaxReferenceChain; ++hops) {
        const std::string_view reference = referenceOf(*value);
        if (reference.empty())
            return value;
        value = target(root, reference);
    }
    return nullptr;
}

std::string unescapedStep(std::string_view step) {
    std::string out;
    out.reserve(step.size());
    for (std::size_t i = 0; i < step.size(); ++i) {
        if (step[i] == '~' && i + 1 < step.size() && (step[i + 1] == '0' || step[i + 1] == '1'))
            out += step[++i] == '0' ? '~' : '/';
        else
            out += step[i];
    }
    return out;
}

std::string percentDecoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = 0;
        if (text[i] == '%' && i + 2 < text.size()) {
            const auto [end, error] = std::from_chars(text.data() + i + 1, text.data() + i + 3, code, 16);
            if (error == std::errc() && end == text.data() + i + 3) {
                out += static_cast<char>(code);
                i += 2;
                continue;
            }
        }
        out += text[i];
    }
    return out;
}

} // namespace actionscope::ingest::detail
