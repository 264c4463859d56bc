#include "base/folder_watch.h"

#include "base/file.h"
#include "base/hash.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <map>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <thread>
#include <unistd.h>

namespace actionscope {
namespace fs = std::filesystem;

namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Of a folder above a root: what comes and goes, not what is written, which may be much and is nobody's concern.
constexpr std::uint32_t EventsAbove =
    IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
constexpr std::uint32_t Events = EventsAbove | IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB;
constexpr auto Never = SteadyClock::time_point::max();
constexpr int LookShare = 20; ///< a look may take one part in this many of the time

/// A file descriptor that is closed with its owner.
class Descriptor {
public:
    explicit Descriptor(int value)
        : m_value(value) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    void close() {
        if (m_value >= 0)
            ::close(std::exchange(m_value, -1));
    }
    void take(int value) {
        close();
        m_value = value;
    }
    [[nodiscard]] int get() const { return m_value; }
    [[nodiscard]] bool valid() const { return m_value >= 0; }

private:
    int m_value;
};

/// Calls `visit` with the folder and those below it, outer ones first, until it returns false.
template <class Visit> bool visitFolders(const fs::path &folder, std::size_t depth, Visit &&visit) {
    std::error_code error;
    if (!fs::is_directory(fs::symlink_status(folder, error)))
        return true;
    if (!visit(folder))
        return false;
    if (depth == 0)
        return true;
    for (fs::directory_iterator entries(folder, error); !error && entries != fs::directory_iterator();
         entries.increment(error))
        if (fs::is_directory(entries->symlink_status(error)) && !error)
            if (!visitFolders(entries->path(), depth - 1, visit))
                return false;
    return true;
}

} // namespace

struct FolderWatch::Impl {
    std::vector<fs::path> roots;
    std::function<void()> changed;
    FolderWatchOptions options;
    Descriptor notify{-1};
    Descriptor wake{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    std::atomic<bool> over = false, polls = false;
    // On the watch's thread:
    struct Watched {
        fs::path folder;
        bool inside = false; ///< of a root, not only above one that is missing
    };
    std::map<int, Watched> watched, arranged; ///< by number of the watch; `arranged` while that is done
    std::vector<bool> there;                  ///< by root
    std::uint64_t fingerprint = 0;
    std::thread thread;

    void run();
    void stop();
    /// Watches what there is now. Whether a root came or went since the last time.
    bool arrange();
    bool add(const fs::path &folder, bool inside);
    void fallBack();
    /// Reads what has happened; whether any of it is a change.
    bool drain();
    /// Of all that polling can see.
    [[nodiscard]] std::uint64_t look() const;
    /// Sleeps until `until`, a change, or the end. Whether there was a change.
    bool sleep(SteadyClock::time_point until);
};

bool FolderWatch::Impl::add(const fs::path &folder, bool inside) {
    // One folder may be inside of one root and above another; what it is watched for only grows.
    const int number = ::inotify_add_watch(notify.get(), folder.c_str(),
                                           (inside ? Events : EventsAbove) | IN_DONT_FOLLOW | IN_MASK_ADD);
    if (number < 0)
        return errno == ENOENT || errno == ENOTDIR || errno == ELOOP || errno == EACCES; // gone again, or not for us
    const auto [at, isNew] = arranged.try_emplace(number, Watched{folder, inside});
    at->second.inside = at->second.inside || inside;
    return true;
}

void FolderWatch::Impl::fallBack() {
    notify.close();
    watched.clear();
    polls = true;
    fingerprint = look();
}

bool FolderWatch::Impl::arrange() {
    std::vector<bool> now;
    bool works = true;
    arranged.clear();
    for (const fs::path &root : roots) {
        std::error_code ignored;
        now.push_back(fs::is_directory(fs::symlink_status(root, ignored)));
        if (now.back()) {
            works = works && visitFolders(root, options.depth, [&](const fs::path &folder) {
                        return arranged.size() < options.folders && add(folder, true);
                    });
        }
        // The folders above as well: a watch tells neither that its folder was replaced by another of that name, nor
        // that one further up was.
        for (fs::path above = root.parent_path(); works; above = above.parent_path()) {
            if (fs::is_directory(above, ignored))
                works = add(above, false);
            if (above == above.root_path())
                break;
        }
    }
    const bool differs = now != there;
    there = std::move(now);
    // What was moved away would tell of itself wherever it is now.
    for (const auto &[number, folder] : watched)
        if (!arranged.contains(number))
            ::inotify_rm_watch(notify.get(), number);
    watched = std::move(arranged);
    if (!works)
        fallBack();
    return differs;
}

bool FolderWatch::Impl::drain() {
    bool change = false, again = false;
    alignas(inotify_event) std::array<char, 16384> buffer{};
    for (;;) {
        const ssize_t size = ::read(notify.get(), buffer.data(), buffer.size());
        if (size <= 0)
            break;
        for (ssize_t at = 0; at < size;) {
            inotify_event event{};
            std::memcpy(&event, buffer.data() + at, sizeof event);
            const char *name = buffer.data() + at + sizeof event;
            at += static_cast<ssize_t>(sizeof event + event.len);
            if ((event.mask & IN_Q_OVERFLOW) != 0) {
                change = again = true;
                continue;
            }
            const auto found = watched.find(event.wd);
            if (found == watched.end())
                continue;
            if (found->second.inside) {
                change = true;
                again = again || (event.mask & (IN_ISDIR | IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED)) != 0;
            } else {
                // Beside or above a root: only what is on the way to one matters.
                const fs::path entry = event.len > 0 ? found->second.folder / name : found->second.folder;
                again = again || std::any_of(roots.begin(), roots.end(), [&](const fs::path &root) {
                            const auto difference = std::mismatch(entry.begin(), entry.end(), root.begin(), root.end());
                            return difference.first == entry.end();
                        });
            }
        }
    }
    // A root that came with all that is in it told nothing of its content.
    if (again && arrange())
        change = true;
    return change;
}

std::uint64_t FolderWatch::Impl::look() const {
    std::uint64_t hash = 1;
    std::size_t folders = 0;
    const auto mix = [&hash](const fs::path &path) {
        hash = hash64(path.native(), hash);
        if (const auto stamp = fileStamp(path))
            hash = hash64(std::to_string(stamp->size) + ',' + std::to_string(stamp->modifiedNs) + ',' +
                              std::to_string(stamp->inode),
                          hash);
    };
    for (const fs::path &root : roots)
        visitFolders(root, options.depth, [&](const fs::path &folder) {
            std::vector<fs::path> entries;
            std::error_code error;
            for (fs::directory_iterator list(folder, error); !error && list != fs::directory_iterator();
                 list.increment(error))
                entries.push_back(list->path());
            std::sort(entries.begin(), entries.end());
            mix(folder);
            for (const fs::path &entry : entries)
                mix(entry);
            return ++folders < 16 * options.folders;
        });
    return hash;
}

bool FolderWatch::Impl::sleep(SteadyClock::time_point until) {
    using std::chrono::ceil;
    const bool looks = polls;
    while (!over) {
        const auto now = SteadyClock::now();
        const bool late = until <= now;
        const milliseconds left = late             ? milliseconds(0)
                                  : until == Never ? milliseconds::max()
                                                   : ceil<milliseconds>(until - now);
        if (looks) {
            const std::uint64_t seen = look();
            const auto took = SteadyClock::now() - now;
            if (std::exchange(fingerprint, seen) != seen)
                return true;
            if (late)
                return false;
            const milliseconds pause = std::max(options.pollEvery, ceil<milliseconds>(took * LookShare));
            pollfd wait{wake.get(), POLLIN, 0};
            ::poll(&wait, 1, static_cast<int>(std::min(pause, left).count()));
            continue;
        }
        std::array<pollfd, 2> wait{{{notify.get(), POLLIN, 0}, {wake.get(), POLLIN, 0}}};
        const int ready = ::poll(wait.data(), wait.size(), until == Never ? -1 : static_cast<int>(left.count()));
        if (ready == 0)
            return false;
        if (ready < 0 && errno != EINTR)
            fallBack();
        else if (ready > 0 && (wait[0].revents & POLLIN) != 0 && drain())
            return true;
        if (polls)
            return false; // it fell back: looked at from now on
    }
    return false;
}

void FolderWatch::Impl::run() {
    while (!over) {
        if (!sleep(Never))
            continue;
        // Something happened: told when it is quiet, or has gone on for too long.
        const auto latest = SteadyClock::now() + options.longest;
        while (!over && sleep(std::min(SteadyClock::now() + options.debounce, latest)) && SteadyClock::now() < latest) {
        }
        if (!over)
            changed();
    }
}

void FolderWatch::Impl::stop() {
    over = true;
    const std::uint64_t one = 1;
    static_cast<void>(::write(wake.get(), &one, sizeof one));
    if (thread.joinable())
        thread.join();
}

FolderWatch::FolderWatch(std::vector<fs::path> folders, std::function<void()> changed, FolderWatchOptions options)
    : m_impl(std::make_unique<Impl>()) {
    for (const fs::path &folder : folders) {
        // With links resolved: it is the real folder that events come from.
        std::error_code unknown;
        fs::path root = fs::weakly_canonical(fs::absolute(folder), unknown);
        if (unknown)
            root = fs::absolute(folder).lexically_normal();
        if (!root.has_filename())
            root = root.parent_path();
        m_impl->roots.push_back(std::move(root));
    }
    m_impl->changed = std::move(changed);
    m_impl->options = options;
    if (!options.polling)
        m_impl->notify.take(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    // Before the constructor returns: whatever happens from then on is told.
    if (m_impl->notify.valid())
        m_impl->arrange();
    else
        m_impl->fallBack();
    m_impl->thread = std::thread([impl = m_impl.get()] { impl->run(); });
}

FolderWatch::~FolderWatch() { m_impl->stop(); }
bool FolderWatch::polling() const { return m_impl->polls; }

} // namespace actionscope
