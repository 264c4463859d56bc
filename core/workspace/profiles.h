#pragma once
/// `profiles/*.yaml`: what belongs to a kind of agent. Who may find what is no matter of theirs (access.yaml).
///
///     name: support
///     experts: [zendesk.create_ticket, zendesk.show_ticket]   # searched first by agents of this profile (ST1)
///     presets:                                                # what is used together (CD5)
///       triage: [zendesk.show_ticket, zendesk.update_ticket, slack.post_message]

#include "base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::workspace {

struct Profile {
    std::string name;                 ///< what a credential's profile is compared with
    std::vector<std::string> experts; ///< "service.action", as the file has them
    std::vector<std::pair<std::string, std::vector<std::string>>> presets;
    std::string file;
};

constexpr std::size_t MaxProfiles = 1000, MaxExperts = 1000, MaxProfilePresets = 1000;

/// The profiles of a folder, in order of file name. Immutable; any thread.
class Profiles {
public:
    /// A file that cannot be used is left out and appended to `problems` with line and column, as is a second one of
    /// the same name. None when there is no such folder.
    [[nodiscard]] static Profiles read(const std::filesystem::path &folder, std::vector<Error> &problems);

    [[nodiscard]] const std::vector<Profile> &all() const { return m_profiles; }
    [[nodiscard]] const Profile *find(std::string_view name) const; ///< null when there is none
    /// Every preset of every profile.
    [[nodiscard]] std::vector<std::vector<std::string>> composed() const;

private:
    std::vector<Profile> m_profiles;
};

} // namespace actionscope::workspace
