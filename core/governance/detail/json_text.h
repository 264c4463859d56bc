#pragma once
/// JSON that stands in strings of JSON, as bodies often do.

#include "base/json.h"

#include <optional>
#include <string_view>

namespace actionscope::governance::detail {

/// How deep JSON in strings of JSON is looked into; what is deeper is text.
constexpr unsigned NestedJson = 4;

/// The object or array that `text` is, or nothing.
inline std::optional<json::value> jsonInText(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '['))
        return std::nullopt;
    auto parsed = parseJson(text, {}, JsonLimits{128});
    if (!parsed || !parsed->is_structured())
        return std::nullopt;
    return std::move(*parsed);
}

} // namespace actionscope::governance::detail
