#pragma once
/// Which principals a rule is for: shared by access rules and policies.

#include "catalog/hand_file.h"
#include "catalog/rule_file.h"
#include "governance/principal.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::governance::detail {

/// A text of which * stands for any run of characters; the common cases without looking at every byte.
inline bool fits(std::string_view pattern, std::string_view text) {
    return pattern == "*" || pattern == text || catalog::wildcardMatches(pattern, text);
}
inline bool fitsAny(const std::vector<std::string> &patterns, std::string_view text) {
    for (const std::string &pattern : patterns)
        if (fits(pattern, text))
            return true;
    return false;
}

/// `{role: agent, organisation: [acme, "acme-*"]}`: all that are given must hold.
class PrincipalMatch {
public:
    /// Throws RuleError. `keys` are those of role, organisation, user, profile, name and everyone that may be given.
    static PrincipalMatch read(const catalog::RuleFile &file, const YAML::Node &node, std::string_view what,
                               const std::vector<std::string_view> &keys);
    [[nodiscard]] bool fits(const Principal &who) const;
    /// "role agent of organisation acme"; "everyone".
    [[nodiscard]] std::string words() const;

private:
    struct Condition {
        std::string attribute;
        std::vector<std::string> patterns;
    };
    std::vector<Condition> m_conditions; ///< none: everyone
};

} // namespace actionscope::governance::detail
