#include "base/file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace actionscope {
namespace fs = std::filesystem;

namespace {

class Descriptor {
public:
    explicit Descriptor(int value) : m_value(value) {}
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor() {
        if (m_value >= 0)
            ::close(m_value);
    }
    [[nodiscard]] int get() const { return m_value; }
    /// close(2) can be the first to report a full disk, so its result counts.
    int closeNow() {
        const int result = ::close(m_value);
        m_value = -1;
        return result;
    }

private:
    int m_value;
};

FileStamp stampOf(const struct stat &status) {
    return {static_cast<std::uint64_t>(status.st_size),
            static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec,
            static_cast<std::uint64_t>(status.st_ino)};
}

constexpr const char *TemporaryMark = ".tmp";

fs::path temporaryFor(const fs::path &target) {
    static std::atomic<unsigned> counter{0};
    fs::path temporary = target;
    temporary += TemporaryMark + std::to_string(::getpid()) + "-" + std::to_string(counter++);
    return temporary;
}

Result<void> writeWhole(const fs::path &path, std::string_view bytes, int mode, bool sync) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    if (file.get() < 0)
        return fail(fileError(errno, "write", path));
    const auto giveUp = [&](int error) {
        ::unlink(path.c_str());
        return fail(fileError(error, "write", path));
    };
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0) {
            if (errno == EINTR)
                continue;
            return giveUp(errno);
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (sync && ::fsync(file.get()) != 0)
        return giveUp(errno);
    if (file.closeNow() != 0)
        return giveUp(errno);
    return {};
}

void syncFolder(const fs::path &folder) {
    Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (directory.get() >= 0)
        ::fsync(directory.get());
}

} // namespace

Error fileError(int errnoValue, std::string_view verb, const fs::path &path) {
    ErrorCode code = ErrorCode::IoError;
    if (errnoValue == ENOENT || errnoValue == ENOTDIR)
        code = ErrorCode::NotFound;
    else if (errnoValue == EACCES || errnoValue == EPERM || errnoValue == EROFS)
        code = ErrorCode::PermissionDenied;
    std::string message = "cannot " + std::string(verb) + ": " + std::strerror(errnoValue);
    if (errnoValue == ENOSPC || errnoValue == EDQUOT)
        message += " (nothing was changed; free some space and try again)";
    return {code, std::move(message), {path.string()}};
}

std::optional<FileStamp> fileStamp(const fs::path &path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0)
        return std::nullopt;
    return stampOf(status);
}

Result<std::string> readFile(const fs::path &path, std::uint64_t maxBytes, std::string_view limitName) {
    // O_NONBLOCK: opening a FIFO must not hang; it has no effect on regular files.
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0)
        return fail(fileError(errno, "read", path));
    struct stat status {};
    if (::fstat(file.get(), &status) != 0)
        return fail(fileError(errno, "read", path));
    if (!S_ISREG(status.st_mode))
        return fail(ErrorCode::Unsupported, "not a regular file", {path.string()});
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const auto tooLarge = [&] {
        return fail(ErrorCode::LimitExceeded,
                    "the file is larger than " + std::to_string(maxBytes) + " bytes (raise " + std::string(limitName) +
                        " in actionscope.yaml to read it)",
                    {path.string()});
    };
    if (size > maxBytes)
        return tooLarge();
    std::string content(size, '\0');
    std::size_t filled = 0;
    while (filled < content.size()) {
        const ssize_t count = ::read(file.get(), content.data() + filled, content.size() - filled);
        if (count < 0) {
            if (errno == EINTR)
                continue;
            return fail(fileError(errno, "read", path));
        }
        if (count == 0)
            break;
        filled += static_cast<std::size_t>(count);
    }
    content.resize(filled);
    return content;
}

Result<void> writeFileAtomically(const fs::path &path, std::string_view bytes, const WriteOptions &options) {
    int mode = options.mode;
    struct stat status {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists) {
        if (options.mustNotExist)
            return fail(ErrorCode::AlreadyExists, "the file exists already", {path.string()});
        mode = static_cast<int>(status.st_mode & 07777);
    }
    if (options.expected && (!exists || stampOf(status) != *options.expected))
        return fail(ErrorCode::Conflict, "the file changed on disk since it was read; nothing was written",
                    {path.string()});
    // A symbolic link stays one: the file it points to is replaced.
    std::error_code ignored;
    fs::path target = exists ? fs::canonical(path, ignored) : path;
    if (target.empty())
        target = path;
    const fs::path temporary = temporaryFor(target);
    if (auto written = writeWhole(temporary, bytes, mode, options.sync); !written) {
        written.error().where.file = path.string();
        return written;
    }
    if (exists)
        ::chmod(temporary.c_str(), static_cast<mode_t>(mode));
    if (::rename(temporary.c_str(), target.c_str()) != 0) {
        const int error = errno;
        ::unlink(temporary.c_str());
        return fail(fileError(error, "replace", path));
    }
    if (options.sync)
        syncFolder(target.parent_path().empty() ? fs::path(".") : target.parent_path());
    return {};
}

FileBatch::FileBatch(fs::path root) : m_root(std::move(root)) {}

FileBatch::~FileBatch() {
    for (const Entry &entry : m_entries)
        ::unlink(entry.temporary.c_str());
}

Result<void> FileBatch::add(const fs::path &path, std::string_view bytes) {
    const fs::path temporary = temporaryFor(path);
    if (auto written = writeWhole(temporary, bytes, 0644, false); !written) {
        written.error().where.file = path.string();
        return written;
    }
    const std::lock_guard lock(m_mutex);
    m_entries.push_back({temporary, path});
    m_flushed = false;
    return {};
}

Result<void> FileBatch::flush() {
    const std::lock_guard lock(m_mutex);
    return flushLocked();
}

Result<void> FileBatch::flushLocked() {
    if (m_entries.empty() || m_flushed)
        return {};
    if (m_entries.size() < 8) {
        for (const Entry &entry : m_entries) {
            Descriptor file(::open(entry.temporary.c_str(), O_RDONLY | O_CLOEXEC));
            if (file.get() < 0 || ::fsync(file.get()) != 0)
                return fail(fileError(errno, "write", entry.target));
        }
    } else {
        Descriptor folder(::open(m_root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.get() < 0 || ::syncfs(folder.get()) != 0)
            return fail(fileError(errno, "write", m_root));
    }
    m_flushed = true;
    return {};
}

Result<void> FileBatch::commit() {
    const std::lock_guard lock(m_mutex);
    if (auto flushed = flushLocked(); !flushed)
        return flushed;
    if (m_entries.empty())
        return {};
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (::rename(m_entries[i].temporary.c_str(), m_entries[i].target.c_str()) != 0) {
            const int error = errno;
            const fs::path target = m_entries[i].target;
            m_entries.erase(m_entries.begin(), m_entries.begin() + std::ptrdiff_t(i));
            return fail(fileError(error, "replace", target));
        }
    }
    m_entries.clear();
    syncFolder(m_root);
    return {};
}

void removeLeftovers(const fs::path &folder) {
    std::error_code ignored;
    std::vector<fs::path> leftovers;
    for (const auto &entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename().string();
        const std::size_t mark = name.rfind(TemporaryMark);
        const auto isTail = [](char c) { return (c >= '0' && c <= '9') || c == '-'; };
        if (mark != std::string::npos &&
            std::all_of(name.begin() + std::ptrdiff_t(mark + std::string_view(TemporaryMark).size()), name.end(), isTail))
            leftovers.push_back(entry.path());
    }
    for (const fs::path &path : leftovers)
        fs::remove(path, ignored);
}

Result<MappedFile> MappedFile::open(const fs::path &path) {
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0)
        return fail(fileError(errno, "read", path));
    struct stat status {};
    if (::fstat(file.get(), &status) != 0)
        return fail(fileError(errno, "read", path));
    MappedFile mapped;
    const auto size = static_cast<std::size_t>(status.st_size);
    if (size == 0)
        return mapped;
    void *address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
    if (address == MAP_FAILED)
        return fail(fileError(errno, "map", path));
    mapped.m_owner = std::shared_ptr<const void>(
        address, [size](const void *start) { ::munmap(const_cast<void *>(start), size); });
    mapped.m_bytes = {static_cast<const char *>(address), size};
    return mapped;
}

Result<FileLock> FileLock::tryAcquire(const fs::path &path) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return fail(fileError(errno, "lock", path));
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const int error = errno;
        ::close(descriptor);
        if (error == EWOULDBLOCK)
            return fail(ErrorCode::Busy, "another process is writing here; wait until it has finished",
                        {path.string()});
        return fail(fileError(error, "lock", path));
    }
    return FileLock(descriptor);
}

FileLock::FileLock(FileLock &&other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
FileLock &FileLock::operator=(FileLock &&other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}
FileLock::~FileLock() {
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

} // namespace actionscope
