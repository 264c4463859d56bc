#include "workspace/recorded_principals.h"

#include "workspace/workspace.h"

namespace actionscope::workspace {

using governance::Principal;

RecordedPrincipals::RecordedPrincipals(const Workspace &workspace) {
    const governance::TokenStore *tokens = workspace.tokens();
    if (tokens == nullptr)
        return;
    if (const auto all = tokens->list())
        for (const governance::TokenInfo &token : *all)
            m_tokens["token:" + token.id] = governance::principalOf(token);
}

RecordedPrincipals::Found RecordedPrincipals::find(std::string_view id, std::string_view organisation) const {
    if (const auto token = m_tokens.find(id); token != m_tokens.end())
        return {token->second, true};
    Found found;
    found.principal.id = id;
    found.principal.organisation = organisation;
    constexpr std::string_view Local = "local:", Desktop = "desktop:";
    if (id.starts_with(Local)) {
        found.principal.name = found.principal.user = id.substr(Local.size());
        found.known = true;
    } else if (id.starts_with(Desktop)) {
        found.principal.name = found.principal.user = id.substr(Desktop.size());
        found.principal.source = Principal::Source::Desktop;
        found.principal.role = governance::Role::Admin;
        found.known = true;
    } else {
        found.principal.name = id;
        found.principal.source = Principal::Source::Jwt;
    }
    return found;
}

} // namespace actionscope::workspace
