#include "workspace/environment.h"

#include "base/file.h"

#include <cstdlib>

namespace actionscope::workspace {
namespace {

constexpr std::string_view Denylist = "DYNAMIC_DISCOVERY_DISABLED_SERVICES",
                           CapabilityDirs = "ACTIONSCOPE_CAPABILITY_DIRS";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// Calls `each` with the parts of `text` between `separator`s.
template <class Each> void split(std::string_view text, char separator, Each each) {
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        each(text.substr(0, end));
        if (end == std::string_view::npos)
            break;
        text.remove_prefix(end + 1);
    }
}

std::string valueFromFile(const std::filesystem::path &file, std::string_view variable) {
    const auto content = readFile(file, 1U << 20);
    std::string value;
    if (!content)
        return value;
    split(*content, '\n', [&](std::string_view line) {
        line = trimmed(line);
        if (line.starts_with("export "))
            line = trimmed(line.substr(7));
        if (!line.starts_with(variable))
            return;
        line = trimmed(line.substr(variable.size()));
        if (!line.starts_with('='))
            return;
        line = trimmed(line.substr(1));
        if (line.size() >= 2 && (line.front() == '"' || line.front() == '\'') && line.back() == line.front())
            line = line.substr(1, line.size() - 2);
        value = line;
    });
    return value;
}

} // namespace

std::set<std::string> deniedServices(const std::optional<std::filesystem::path> &envFile) {
    std::string value;
    if (envFile)
        value = valueFromFile(*envFile, Denylist);
    else if (const char *given = std::getenv(Denylist.data()))
        value = given;
    std::set<std::string> services;
    split(value, ',', [&](std::string_view id) {
        id = trimmed(id);
        if (!id.empty())
            services.emplace(id);
    });
    return services;
}

std::vector<std::string> capabilityDirsSetting(const std::optional<std::filesystem::path> &envFile) {
    std::string value;
    if (envFile)
        value = valueFromFile(*envFile, CapabilityDirs);
    if (const char *given = std::getenv(CapabilityDirs.data()); value.empty() && given != nullptr)
        value = given;
    std::vector<std::string> folders;
    split(value, ':', [&](std::string_view folder) {
        if (!folder.empty())
            folders.emplace_back(folder);
    });
    return folders;
}

} // namespace actionscope::workspace
