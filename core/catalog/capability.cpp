#include "catalog/capability.h"

#include "base/text.h"

#include <array>

namespace actionscope::catalog {
namespace {

constexpr std::array<std::string_view, 5> KindNames{"action", "tool", "skill", "extension", "channel"};
constexpr std::array<std::string_view, 9> MethodNames{"",        "GET",  "PUT",   "POST", "DELETE",
                                                      "OPTIONS", "HEAD", "PATCH", "TRACE"};
constexpr std::array<std::string_view, 5> PlaceNames{"path", "query", "header", "cookie", "body"};

template <class Enum, std::size_t N>
std::optional<Enum> find(const std::array<std::string_view, N> &names, std::string_view name) {
    for (std::size_t i = 0; i < N; ++i) {
        if (!names[i].empty() && toLowerAscii(names[i]) == toLowerAscii(name))
            return static_cast<Enum>(i);
    }
    return std::nullopt;
}

} // namespace

std::string_view kindName(Kind kind) { return KindNames[static_cast<std::size_t>(kind)]; }
std::string_view methodName(Method method) { return MethodNames[static_cast<std::size_t>(method)]; }
std::string_view placeName(Place place) { return PlaceNames[static_cast<std::size_t>(place)]; }
std::optional<Kind> kindFromName(std::string_view name) { return find<Kind>(KindNames, name); }
std::optional<Method> methodFromName(std::string_view name) { return find<Method>(MethodNames, name); }
std::optional<Place> placeFromName(std::string_view name) { return find<Place>(PlaceNames, name); }

} // namespace actionscope::catalog
