#pragma once
/// Tells when something changes in folders: inotify, and looking again and again where that does not work.

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace actionscope {

struct FolderWatchOptions {
    /// How long nothing more may happen before it is told: editors save in several steps.
    std::chrono::milliseconds debounce{500};
    /// It is told after this long even while changes go on.
    std::chrono::milliseconds longest{2000};
    /// Between two looks where inotify does not work. A look that takes long makes the pause longer, so that looking
    /// never takes more than a twentieth of a processor.
    std::chrono::milliseconds pollEvery{400};
    std::size_t depth = 3;      ///< levels of folders below each that are watched as well
    std::size_t folders = 4096; ///< most that are watched; where there are more it polls
    bool polling = false;       ///< without inotify, as on file systems that do not tell
};

/// Watches from its construction on, on a thread of its own that sleeps while nothing happens. A folder need not exist:
/// it may be made, removed and made again. Links are not followed.
class FolderWatch {
public:
    /// `changed` is called on the watch's thread once for all changes that came close together. It may take its time:
    /// what happens meanwhile is told by a further call.
    FolderWatch(std::vector<std::filesystem::path> folders, std::function<void()> changed,
                FolderWatchOptions options = {});
    /// Returns when no callback is running; none comes afterwards. Not to be called from the callback.
    ~FolderWatch();
    FolderWatch(const FolderWatch &) = delete;
    FolderWatch &operator=(const FolderWatch &) = delete;

    /// Whether it looks again and again instead of being told. May become true later, when the system's watches run
    /// out.
    [[nodiscard]] bool polling() const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace actionscope
