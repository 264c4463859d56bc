#pragma once
/// Files: reading with a cap, atomic writing, mapping, locking. All paths are UTF-8.

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope {

/// Identity of a file's content as cheaply as the file system tells it; equal stamps mean "not changed since".
struct FileStamp {
    std::uint64_t size = 0;
    std::int64_t modifiedNs = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

/// The stamp of `path`, or nothing when it does not exist or cannot be asked.
std::optional<FileStamp> fileStamp(const std::filesystem::path &path);

/// The whole of a regular file. Errors: NotFound, PermissionDenied, IoError, Unsupported (not a regular file), and
/// LimitExceeded when it is larger than `maxBytes` (the message names `limitName`, the setting that moves the cap).
[[nodiscard]] Result<std::string> readFile(const std::filesystem::path &path, std::uint64_t maxBytes,
                                           std::string_view limitName = "limits.file_bytes");

struct WriteOptions {
    std::optional<FileStamp> expected = {}; ///< refuse with Conflict unless the file still has this stamp
    bool mustNotExist = false;              ///< refuse with AlreadyExists when there is a file
    bool sync = true;                       ///< false only for derived data that can be rebuilt
    int mode = 0644;                        ///< of a new file
};

/// Replaces `path` by `bytes`: temporary file beside it, fsync, rename, fsync of the folder. Whoever reads sees the old
/// content or the new one, never a part; on failure the old file stands and the temporary one is gone. Keeps the mode of
/// an existing file and follows a symbolic link. Errors: Conflict, AlreadyExists, PermissionDenied, IoError.
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path &path, std::string_view bytes,
                                               const WriteOptions &options = {});

/// Writes many files so that a crash leaves each either old or new, at the cost of one disk flush for all of them:
/// temporary files are written by `add` (any thread), flushed together by `flush` and renamed by `commit` in the order of
/// their adding. What was not committed is removed by the destructor.
class FileBatch {
public:
    explicit FileBatch(std::filesystem::path root);
    ~FileBatch();
    FileBatch(const FileBatch &) = delete;
    FileBatch &operator=(const FileBatch &) = delete;

    [[nodiscard]] Result<void> add(const std::filesystem::path &path, std::string_view bytes);
    /// Brings all contents to the disk, so that what is left for `commit` hardly can fail. After an error nothing was
    /// replaced.
    [[nodiscard]] Result<void> flush();
    /// Flushes unless that was done since the last `add`, then renames.
    [[nodiscard]] Result<void> commit();

private:
    struct Entry {
        std::filesystem::path temporary, target;
    };
    Result<void> flushLocked();
    std::filesystem::path m_root;
    std::mutex m_mutex;
    // Guarded by m_mutex:
    std::vector<Entry> m_entries;
    bool m_flushed = false;
};

/// A file mapped for reading. Copies share the mapping; views stay valid as long as any copy lives.
class MappedFile {
public:
    [[nodiscard]] static Result<MappedFile> open(const std::filesystem::path &path);
    [[nodiscard]] std::string_view bytes() const { return m_bytes; }
    /// Keeps the mapping alive for views handed elsewhere.
    [[nodiscard]] std::shared_ptr<const void> keepAlive() const { return m_owner; }

private:
    std::shared_ptr<const void> m_owner;
    std::string_view m_bytes;
};

/// An advisory lock (flock) on a file, for one writer among processes. Released by the destructor and by process death.
class FileLock {
public:
    /// Errors: Busy when another process (or another FileLock of this one) holds it.
    [[nodiscard]] static Result<FileLock> tryAcquire(const std::filesystem::path &path);
    FileLock(FileLock &&other) noexcept;
    FileLock &operator=(FileLock &&other) noexcept;
    ~FileLock();

private:
    explicit FileLock(int descriptor) : m_descriptor(descriptor) {}
    int m_descriptor = -1;
};

/// Removes temporary files in `folder` that a killed writer left behind. Only while no writer can be at work there.
void removeLeftovers(const std::filesystem::path &folder);

/// The error that errno stands for, with the path and the verb ("read", "write") in the message.
Error fileError(int errnoValue, std::string_view verb, const std::filesystem::path &path);

} // namespace actionscope
