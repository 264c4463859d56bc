#include "principals.h"

#include "context.h"

namespace actionscope::cli {
namespace {

/// "role=agent,org=acme,user=ana,profile=support".
Result<governance::Principal> fromAttributes(const std::string &text) {
    governance::Principal who;
    who.name = text;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const std::size_t equals = part.find('=');
        const std::string_view key = part.substr(0, equals);
        const std::string value(equals == std::string_view::npos ? std::string_view() : part.substr(equals + 1));
        if (key == "role") {
            const auto role = governance::roleFromName(value);
            if (!role)
                return fail(ErrorCode::InvalidArgument,
                            "there is no role \"" + value + "\"; roles are agent, developer, approver and admin");
            who.role = *role;
        } else if (key == "org" || key == "organisation") {
            who.organisation = value;
        } else if (key == "user") {
            who.user = value;
        } else if (key == "profile") {
            who.profile = value;
        } else {
            return fail(ErrorCode::InvalidArgument, "\"" + std::string(part) +
                                                        "\" is no attribute; write role=agent,org=acme,user=ana,"
                                                        "profile=support");
        }
    }
    return who;
}

} // namespace

Result<governance::Principal> principalOf(const workspace::Workspace &workspace, const std::string &text) {
    if (text.find('=') != std::string::npos)
        return fromAttributes(text);
    const governance::TokenStore *tokens = workspace.tokens();
    if (tokens == nullptr)
        return fail(withoutDatabase("tokens"));
    const auto all = tokens->list();
    if (!all)
        return fail(all.error());
    const governance::TokenInfo *found = nullptr;
    for (const governance::TokenInfo &token : *all)
        if ((token.id == text || token.spec.name == text) && (found == nullptr || (found->revoked && !token.revoked)))
            found = &token;
    if (found == nullptr)
        return fail(ErrorCode::NotFound, "no token has the name or id \"" + text +
                                             "\"; see `tokens list`, or write attributes: role=agent,org=acme");
    return governance::principalOf(*found);
}

} // namespace actionscope::cli
