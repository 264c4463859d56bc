#include "workspace/capability_folders.h"

#include "workspace/environment.h"

#include <algorithm>
#include <cstdlib>

namespace actionscope::workspace {
namespace fs = std::filesystem;

namespace {

fs::path userConfiguration() {
    // A relative path in it is to be ignored, says the XDG base directory specification.
    if (const char *given = std::getenv("XDG_CONFIG_HOME"); given != nullptr && *given == '/')
        return given;
    if (const char *home = std::getenv("HOME"); home != nullptr && *home == '/')
        return fs::path(home) / ".config";
    return {};
}

} // namespace

std::vector<CapabilityDirectory> capabilityDirectories(const Layout &layout, const std::optional<fs::path> &envFile) {
    using Origin = CapabilityDirectory::Origin;
    std::vector<CapabilityDirectory> directories;
    const auto add = [&](const fs::path &folder, Origin origin) {
        std::error_code unknown;
        fs::path absolute = fs::absolute(folder, unknown).lexically_normal();
        if (!absolute.has_filename())
            absolute = absolute.parent_path();
        if (directories.size() < MaxCapabilityDirectories &&
            std::none_of(directories.begin(), directories.end(),
                         [&](const CapabilityDirectory &known) { return known.folder == absolute; }))
            directories.push_back({std::move(absolute), origin});
    };
    if (const fs::path user = userConfiguration(); !user.empty())
        add(user / "actionscope" / "capabilities", Origin::User);
    add(layout.capabilities(), Origin::Workspace);
    for (const std::string &folder : capabilityDirsSetting(envFile))
        add(folder, Origin::Environment);
    return directories;
}

} // namespace actionscope::workspace
