#include "workspace/profiles.h"

#include "catalog/rule_file.h"

#include <algorithm>

namespace actionscope::workspace {
namespace {

std::vector<std::string> names(const catalog::RuleFile &file, const YAML::Node &node, std::size_t most) {
    std::vector<std::string> result;
    for (const YAML::Node &item : file.items(node, "a list of actions", most)) {
        std::string name = file.text(item, "an action");
        if (name.find('.') == std::string::npos)
            file.complain(item, "an action is named as service.action, not `" + name + '`');
        result.push_back(std::move(name));
    }
    return result;
}

Profile readProfile(const catalog::RuleFile &file) {
    const YAML::Node &root = file.root();
    file.expectMap(root, "a profile", {"name", "experts", "presets"});
    Profile profile;
    profile.file = file.name();
    profile.name = file.neededMember(root, "name", "a profile");
    if (root["experts"].IsDefined())
        profile.experts = names(file, root["experts"], MaxExperts);
    if (const YAML::Node presets = root["presets"]; presets.IsDefined()) {
        file.expectMap(presets, "`presets`", {});
        if (presets.size() > MaxProfilePresets)
            file.complain(presets, "more than " + std::to_string(MaxProfilePresets) + " presets",
                          ErrorCode::LimitExceeded);
        for (const auto &member : presets)
            profile.presets.emplace_back(file.text(member.first, "the name of a preset"),
                                         names(file, member.second, MaxExperts));
    }
    return profile;
}

} // namespace

Profiles Profiles::read(const std::filesystem::path &folder, std::vector<Error> &problems) {
    Profiles result;
    const auto files = catalog::ruleFilesOf(folder, "profiles", false);
    if (!files) {
        problems.push_back(files.error());
        return result;
    }
    for (const std::filesystem::path &path : *files) {
        if (result.m_profiles.size() == MaxProfiles) {
            problems.push_back({ErrorCode::LimitExceeded,
                                "more than " + std::to_string(MaxProfiles) + " profiles; the rest is left out",
                                {path.string()}});
            break;
        }
        const auto file = catalog::RuleFile::open(path);
        if (!file) {
            problems.push_back(file.error());
            continue;
        }
        try {
            Profile profile = readProfile(*file);
            if (const Profile *other = result.find(profile.name))
                file->complain(file->root()["name"], "the profile `" + profile.name + "` is already in " + other->file);
            result.m_profiles.push_back(std::move(profile));
        } catch (const catalog::RuleError &error) {
            problems.push_back(error.error);
        } catch (const YAML::Exception &error) {
            problems.push_back({ErrorCode::ParseError, "not a profile: " + error.msg, {path.string()}});
        }
    }
    return result;
}

const Profile *Profiles::find(std::string_view name) const {
    const auto found =
        std::find_if(m_profiles.begin(), m_profiles.end(), [&](const Profile &p) { return p.name == name; });
    return found == m_profiles.end() ? nullptr : &*found;
}

std::vector<std::vector<std::string>> Profiles::composed() const {
    std::vector<std::vector<std::string>> lists;
    for (const Profile &profile : m_profiles)
        for (const auto &[name, list] : profile.presets)
            lists.push_back(list);
    return lists;
}

} // namespace actionscope::workspace
