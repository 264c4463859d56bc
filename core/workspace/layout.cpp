#include "workspace/layout.h"

#include <cstdlib>
#include <system_error>

namespace actionscope::workspace {
namespace fs = std::filesystem;

fs::path resourceFolder() {
    if (const char *given = std::getenv("ACTIONSCOPE_RESOURCES"); given != nullptr && *given != '\0')
        return given;
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (!error) {
        const fs::path installed = program.parent_path().parent_path() / "share" / "actionscope";
        if (fs::exists(installed / "risk", error))
            return installed;
    }
    return ACTIONSCOPE_RESOURCE_DIR;
}

} // namespace actionscope::workspace
