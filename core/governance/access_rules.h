#pragma once
/// `access.yaml`: who may find and call what (ST7). The one place where that is decided; retrieval applies it inside
/// the search, the gatekeeper before a call. Without the file every principal of the workspace sees everything
/// searchable.
///
///     default: deny                # or allow; deny when the file exists and says nothing
///     grants:
///       - to: {role: agent, organisation: acme, user: ana}   # all that are given must hold; `everyone: true`
///         allow: [github, "slack.chat_*", "*.list*"]         # service ids, or service.action with * inside a part
///         tiers: [read, write]                               # optional: only these tiers
///       - to: {organisation: acme}
///         deny: [payroll]                                    # a deny of any matching grant wins
///     profiles:
///       support: {allow: [zendesk, "github.issues_*"]}       # an allowlist on top: both must permit
///
/// `role`, `organisation` and `user` are a text or a list of them, where * stands for any run of characters; a list
/// holds when one of its texts does. Once the file has `profiles:`, a principal whose profile is not among them may
/// nothing: a misspelt profile must not widen what it was meant to narrow. A principal without a profile is not limited
/// by them. Refusals do not name what others may do.

#include "base/result.h"
#include "catalog/catalog.h"
#include "governance/principal.h"
#include "risk/risk_policy.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::governance {

/// Why someone may or may not.
struct AccessExplanation {
    bool allowed = true;
    std::string reason; ///< one sentence for people
    struct Step {
        Location where;     ///< of the grant
        std::string detail; ///< "grant to role agent allows github.*"
        bool decides = false;
    };
    std::vector<Step> steps; ///< every grant and profile that concerns the principal, in the file's order
};

/// Immutable; any thread. Loaded whole or not at all: a file that cannot be read keeps the last good rules in force.
class AccessRules {
public:
    static std::shared_ptr<const AccessRules> everything(); ///< the rules of no file
    /// Allows nobody anything: what is in force while a file that was never read whole cannot be read.
    static std::shared_ptr<const AccessRules> nothing(std::string reason);
    /// Errors: those of reading a file; ParseError with line and column (unknown keys included), LimitExceeded (1 MiB,
    /// 10,000 grants and profiles, 10,000 entries a list).
    [[nodiscard]] static Result<std::shared_ptr<const AccessRules>> load(const std::filesystem::path &file);
    virtual ~AccessRules() = default;

    /// Whether no action can be refused to `who`; false may be said of rules that in effect refuse none.
    [[nodiscard]] virtual bool allowsEverything(const Principal &who) const = 0;
    [[nodiscard]] virtual bool allows(const Principal &who, std::string_view service, std::string_view action,
                                      catalog::Tier tier) const = 0;
    /// Whether `profiles:` has an entry of this name.
    [[nodiscard]] virtual bool knowsProfile(std::string_view) const { return false; }
    /// One byte an ordinal, 1 allowed; empty when everything is. `risk` by ordinal. Linear in the catalog: callers
    /// cache it per (principal's attributes, catalog).
    [[nodiscard]] virtual std::vector<std::uint8_t> allowed(const Principal &who, const catalog::Catalog &catalog,
                                                            const std::vector<risk::Classification> &risk) const = 0;
    [[nodiscard]] virtual AccessExplanation explain(const Principal &who, std::string_view service,
                                                    std::string_view action, catalog::Tier tier) const = 0;
};

} // namespace actionscope::governance
