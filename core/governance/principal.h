#pragma once
/// Who asks: the person or program behind a request, as every rule, record and gate sees it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace actionscope::governance {

/// What a credential is for. Agents and developers run actions; approvers decide requests and run nothing; admins
/// manage tokens and settings. No role that runs actions can decide an approval.
enum class Role : std::uint8_t { Agent, Developer, Approver, Admin };
std::string_view roleName(Role role);
std::optional<Role> roleFromName(std::string_view name);

enum class Permission : std::uint8_t {
    ViewTools, ///< search, list, discover
    RunTools,  ///< activate and call
    Decide,    ///< approve and deny
    Manage,    ///< tokens, settings, metrics of others
};
/// Agent and developer: view and run. Approver: view and decide. Admin: view, decide and manage.
bool holds(Role role, Permission permission);

/// How `tools/list` behaves for a credential (PAINS §1): activated tools appear in it, or it never changes.
enum class Exposure : std::uint8_t { List, Stable };
std::string_view exposureName(Exposure exposure);
std::optional<Exposure> exposureFromName(std::string_view name);

/// A value: copy it. Two requests are of one principal when `id` is equal.
struct Principal {
    /// Where it comes from.
    enum class Source : std::uint8_t {
        Token,   ///< a bearer token of this workspace; id "token:<token id>"
        Jwt,     ///< an identity provider's token; id "jwt:<issuer>#<subject>"
        Local,   ///< --no-auth on loopback, or stdio; id "local:<operating-system user>"
        Desktop, ///< the person at the app or the command line; id "desktop:<operating-system user>"
    };
    std::string id;
    std::string name; ///< for people: the token's name, the subject, the user
    Source source = Source::Local;
    Role role = Role::Agent;
    std::string user, organisation, profile; ///< empty when unknown
    Exposure exposure = Exposure::List;
};

} // namespace actionscope::governance
