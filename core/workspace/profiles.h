#pragma once
/// `profiles/*.yaml`: what belongs to a kind of agent. A credential names its profile (`tokens create --profile`).
///
///     name: support
///     description: First-line support
///     experts: [zendesk.create_ticket, zendesk.show_ticket]   # searched first by agents of this profile (ST1)
///     allow: [zendesk, "slack.chat_*"]                        # nothing else is found or called; absent: no limit
///     always_include: [zendesk.show_ticket]                   # active from a session's start, never evicted
///     presets:                                                # what is used together (CD5)
///       triage: [zendesk.show_ticket, zendesk.update_ticket, slack.post_message]
///     facades: [gateway, search_tools]                        # these tools and no others; absent: the gateway's
///     search_preset: default                                  # what its searches are ranked with
///     bind: none                                              # what a search makes active: read or none (ST2)
///     budgets: {tier0: 200, tier1: 800, tier2: 2000, session: 50000}   # tokens; 0: none
///     limits: {tool_cache: 10, tool_life: 30m, searches_per_hour: 60}
///
/// A profile narrows and never widens: what access.yaml does not allow stays refused, whatever a profile lists. The
/// lists of `allow` are as those of access.yaml. An empty one allows nothing, and says so in refusals.
///
/// A credential whose profile is neither here nor among `profiles:` of access.yaml may nothing: a misspelt name must
/// not widen what it was meant to narrow.

#include "base/result.h"
#include "governance/access_rules.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::workspace {

/// An entry of `allow`: a service's id, or service.action with * inside a part.
struct AllowPattern {
    std::string text;            ///< as the file has it
    std::string service, action; ///< `action` is "*" when only a service is named
    [[nodiscard]] bool fits(std::string_view aService, std::string_view anAction) const;
};

/// A name that a profile uses, and where: what lint checks against the catalog.
struct ProfileName {
    std::string name;
    Location where;
    enum class Use : std::uint8_t { Expert, Allowed, AlwaysIncluded, Preset, SearchPreset } use = Use::Expert;
};

/// Tokens. What is absent is as for everybody.
struct ProfileBudgets {
    std::optional<std::uint32_t> tier0, tier1, tier2; ///< of the context text (CD1)
    std::optional<std::uint64_t> session;             ///< gateway.token_budget; 0: none
};

struct ProfileLimits {
    std::optional<std::size_t> toolCache;         ///< gateway.tool_cache
    std::optional<std::chrono::seconds> toolLife; ///< gateway.tool_life
    std::optional<std::uint32_t> searchesPerHour; ///< of one session
};

enum class Bind : std::uint8_t {
    Read, ///< what reads and was found is active at once
    None, ///< everything is activated by name
};
std::string_view bindName(Bind bind);
std::optional<Bind> bindFromName(std::string_view name);

struct Profile {
    std::string name; ///< what a credential's profile is compared with
    std::string description;
    std::vector<std::string> experts;               ///< "service.action", as the file has them
    std::optional<std::vector<AllowPattern>> allow; ///< absent: no limit; empty: nothing
    std::vector<std::string> alwaysInclude;         ///< "service.action"
    std::vector<std::pair<std::string, std::vector<std::string>>> presets;
    std::optional<std::vector<std::string>> facades; ///< names as `serve --facade` takes them
    std::string searchPreset;                        ///< empty: the workspace's
    std::optional<Bind> bind;
    ProfileBudgets budgets;
    ProfileLimits limits;
    std::string file;
    std::vector<ProfileName> names; ///< everything above that names something, in the file's order

    /// Whether its allowlist has it; everything when there is none.
    [[nodiscard]] bool allows(std::string_view service, std::string_view action) const;
    [[nodiscard]] bool allowsNothing() const { return allow && allow->empty(); }
};

constexpr std::size_t MaxProfiles = 1000, MaxExperts = 1000, MaxProfilePresets = 1000, MaxAllowed = 10'000,
                      MaxAlwaysIncluded = 100;

/// The profiles of a folder, in order of file name. Immutable; any thread.
class Profiles {
public:
    /// A file that cannot be used is appended to `problems` with line and column, as is a second one of the same name;
    /// of such a file `before` keeps what it said last, if anything. None when there is no such folder.
    [[nodiscard]] static Profiles read(const std::filesystem::path &folder, std::vector<Error> &problems,
                                       const Profiles *before = nullptr);

    [[nodiscard]] const std::vector<Profile> &all() const { return m_profiles; }
    [[nodiscard]] const Profile *find(std::string_view name) const; ///< null when there is none
    /// Of a caller: null without a profile, and when it is unknown.
    [[nodiscard]] const Profile *of(const governance::Principal &who) const;
    /// Every preset of every profile.
    [[nodiscard]] std::vector<std::vector<std::string>> composed() const;

private:
    std::vector<Profile> m_profiles;
};

/// `rules` and the allowlist of the caller's profile: both must permit. The one place where a profile narrows; search,
/// lists, activations and calls ask what this gives.
[[nodiscard]] std::shared_ptr<const governance::AccessRules>
withProfiles(std::shared_ptr<const governance::AccessRules> rules, std::shared_ptr<const Profiles> profiles);

/// Why a caller may nothing because of its profile: it is unknown, or allows nothing. Nothing when that is not so.
[[nodiscard]] std::optional<std::string> profileRefusal(const governance::Principal &who,
                                                        const governance::AccessRules &rules, const Profiles &profiles);

} // namespace actionscope::workspace
