#pragma once
/// Whom the audit log means: it keeps ids, rules ask for attributes.

#include "governance/principal.h"

#include <map>
#include <string>
#include <string_view>

namespace actionscope::workspace {

class Workspace;

/// The principals of one workspace as they are now: ended tokens too, since what they did is in the log. Immutable; any
/// thread.
class RecordedPrincipals {
public:
    explicit RecordedPrincipals(const Workspace &workspace);

    struct Found {
        governance::Principal principal;
        bool known = false; ///< else only id and organisation are told; the role is that of an agent
    };
    /// Tokens by their id; `local:` and `desktop:` principals are what those ids stand for. An identity provider's are
    /// not known: what their token said was not kept.
    [[nodiscard]] Found find(std::string_view id, std::string_view organisation) const;

private:
    std::map<std::string, governance::Principal, std::less<>> m_tokens;
};

} // namespace actionscope::workspace
