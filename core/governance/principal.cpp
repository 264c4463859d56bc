#include "governance/principal.h"

#include <array>

namespace actionscope::governance {
namespace {
constexpr std::array<std::string_view, 4> RoleNames{"agent", "developer", "approver", "admin"};
constexpr std::array<std::string_view, 2> ExposureNames{"list", "stable"};

template <class Enum, std::size_t Size>
std::optional<Enum> named(const std::array<std::string_view, Size> &names, std::string_view name) {
    for (std::size_t i = 0; i < Size; ++i)
        if (names[i] == name)
            return static_cast<Enum>(i);
    return std::nullopt;
}
} // namespace

std::string_view roleName(Role role) { return RoleNames[static_cast<std::size_t>(role)]; }
std::optional<Role> roleFromName(std::string_view name) { return named<Role>(RoleNames, name); }
std::string_view exposureName(Exposure exposure) { return ExposureNames[static_cast<std::size_t>(exposure)]; }
std::optional<Exposure> exposureFromName(std::string_view name) { return named<Exposure>(ExposureNames, name); }

bool holds(Role role, Permission permission) {
    switch (permission) {
    case Permission::ViewTools:
        return true;
    case Permission::RunTools:
        return role == Role::Agent || role == Role::Developer;
    case Permission::Decide:
        return role == Role::Approver || role == Role::Admin;
    case Permission::Manage:
        return role == Role::Admin;
    }
    return false;
}

} // namespace actionscope::governance
