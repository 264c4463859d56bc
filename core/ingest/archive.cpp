#include "ingest/archive.h"

#include "base/file.h"
#include "base/text.h"

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <memory>
#include <set>
#include <system_error>

namespace actionscope::ingest {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t BlockBytes = 128 << 10;

struct Close {
    void operator()(archive *opened) const { archive_read_free(opened); }
};

/// Why a path of an archive must not be written; empty when it may.
std::string pathProblem(std::string_view path, const ArchiveLimits &limits) {
    if (path.empty())
        return "it has no name";
    if (path.size() > limits.pathBytes)
        return "its path has more than " + std::to_string(limits.pathBytes) + " bytes";
    if (firstInvalidUtf8(path) || path.find('\0') != std::string_view::npos)
        return "its path is no UTF-8 text";
    if (path.front() == '/' || (path.size() > 1 && path[1] == ':'))
        return "its path is absolute";
    if (path.find('\\') != std::string_view::npos)
        return "its path has a backslash";
    std::size_t depth = 0;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        if (path.substr(begin, end - begin) == "..")
            return "its path leaves the archive's folder";
        ++depth;
        begin = end + 1;
    }
    return depth > limits.depth ? "its path is more than " + std::to_string(limits.depth) + " folders deep"
                                : std::string();
}

bool mayDescribe(std::string_view path) {
    const std::string lower = toLowerAscii(path);
    return lower.ends_with(".json") || lower.ends_with(".yaml") || lower.ends_with(".yml");
}

class Unpacking {
public:
    Unpacking(fs::path archive, fs::path folder, const ArchiveLimits &limits, const Job &job)
        : m_archive(std::move(archive))
        , m_folder(std::move(folder))
        , m_limits(limits)
        , m_job(job) {}

    Result<Unpacked> run() {
        m_reader.reset(archive_read_new());
        archive *reader = m_reader.get();
        // Named one by one: "all" would start programs for some formats.
        archive_read_support_format_zip(reader);
        archive_read_support_format_tar(reader);
        archive_read_support_filter_gzip(reader);
        archive_read_support_filter_bzip2(reader);
        archive_read_support_filter_xz(reader);
        archive_read_support_filter_zstd(reader);
        if (archive_read_open_filename(reader, m_archive.c_str(), BlockBytes) != ARCHIVE_OK)
            return fail(ErrorCode::Unsupported,
                        "this is no archive that is read here (.zip, .tar, .tar.gz, .tar.zst, .tar.bz2, .tar.xz): " +
                            said(),
                        {m_archive.string()});
        for (;;) {
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "unpacking was cancelled; nothing was kept");
            archive_entry *entry = nullptr;
            const int state = archive_read_next_header(reader, &entry);
            if (state == ARCHIVE_EOF)
                break;
            if (state != ARCHIVE_OK && state != ARCHIVE_WARN)
                return fail(m_seen == 0 ? ErrorCode::Unsupported : ErrorCode::Corrupt,
                            "the archive cannot be read: " + said(), {m_archive.string()});
            if (++m_seen > m_limits.entries)
                return fail(ErrorCode::LimitExceeded,
                            "the archive has more than " + std::to_string(m_limits.entries) +
                                " entries (limits.files); nothing of it was taken",
                            {m_archive.string()});
            if (auto taken = take(entry); !taken)
                return fail(taken.error());
            m_job.at("unpacking", m_done.bytes, 0);
        }
        if (m_seen == 0)
            return fail(ErrorCode::Unsupported, "the archive is empty, or it is none", {m_archive.string()});
        return m_done;
    }

private:
    [[nodiscard]] std::string said() const {
        const char *text = archive_error_string(m_reader.get());
        return text == nullptr ? "no reason was given" : toValidUtf8(text);
    }
    [[nodiscard]] tl::unexpected<Error> refused(ErrorCode code, std::string_view entry, const std::string &why) const {
        return fail(code, "nothing of the archive was taken, because of its entry " + quoted(entry) + ": " + why,
                    {m_archive.string()});
    }
    static std::string quoted(std::string_view text) {
        return '"' + revealInvisible(toValidUtf8(truncateUtf8(text, 200))) + '"';
    }

    Result<void> take(archive_entry *entry) {
        const char *utf8 = archive_entry_pathname_utf8(entry);
        const char *name = utf8 != nullptr ? utf8 : archive_entry_pathname(entry);
        const std::string path = name == nullptr ? std::string() : std::string(name);
        if (archive_entry_hardlink(entry) != nullptr)
            return refused(ErrorCode::InvalidArgument, path, "it is a link, and links are not followed");
        const auto type = archive_entry_filetype(entry);
        if (type == AE_IFLNK)
            return refused(ErrorCode::InvalidArgument, path, "it is a symbolic link, and links are not followed");
        if (type != AE_IFREG && type != AE_IFDIR && type != 0)
            return refused(ErrorCode::InvalidArgument, path, "it is neither a file nor a folder");
        if (const std::string problem = pathProblem(path, m_limits); !problem.empty())
            return refused(ErrorCode::InvalidArgument, path, problem);
        if (archive_entry_is_encrypted(entry) != 0)
            return refused(ErrorCode::Unsupported, path, "it is encrypted");
        if (type == AE_IFDIR || path.back() == '/')
            return {};
        ++m_done.entries;
        if (archive_entry_size_is_set(entry) != 0 &&
            static_cast<std::uint64_t>(std::max<std::int64_t>(0, archive_entry_size(entry))) > m_limits.fileBytes)
            return tooLarge(path);
        const bool wanted = mayDescribe(path);
        std::string bytes;
        std::uint64_t size = 0;
        for (;;) {
            if (m_job.cancelled())
                return fail(ErrorCode::Cancelled, "unpacking was cancelled; nothing was kept");
            const la_ssize_t count = archive_read_data(m_reader.get(), m_block.data(), m_block.size());
            if (count < 0)
                return refused(ErrorCode::Corrupt, path, said());
            if (count == 0)
                break;
            size += static_cast<std::uint64_t>(count);
            m_given += static_cast<std::uint64_t>(count);
            if (size > m_limits.fileBytes)
                return tooLarge(path);
            if (m_given > m_limits.totalBytes)
                return refused(ErrorCode::LimitExceeded, path,
                               "with it the archive gives more than " + std::to_string(m_limits.totalBytes) +
                                   " bytes in all");
            const auto read =
                static_cast<std::uint64_t>(std::max<std::int64_t>(1, archive_filter_bytes(m_reader.get(), -1)));
            if (m_given > m_limits.ratioFrom && m_given / read > m_limits.ratio)
                return refused(ErrorCode::LimitExceeded, path,
                               "the archive gives more than " + std::to_string(m_limits.ratio) +
                                   " bytes for each of its own, as those do that are made to fill a disk");
            if (wanted)
                bytes.append(m_block.data(), static_cast<std::size_t>(count));
        }
        return wanted ? write(path, bytes) : Result<void>();
    }
    [[nodiscard]] tl::unexpected<Error> tooLarge(std::string_view path) const {
        return refused(ErrorCode::LimitExceeded, path,
                       "it has more than " + std::to_string(m_limits.fileBytes) + " bytes (limits.file_bytes)");
    }

    Result<void> write(const std::string &path, std::string_view bytes) {
        const fs::path relative = fs::path(path).lexically_normal();
        if (relative.empty() || relative.is_absolute() || *relative.begin() == "..")
            return refused(ErrorCode::InvalidArgument, path, "its path leaves the archive's folder");
        // A name that comes twice would let the second stand for the first that was looked at.
        if (!m_names.insert(relative.string()).second)
            return refused(ErrorCode::InvalidArgument, path, "it comes twice");
        const fs::path target = m_folder / relative;
        std::error_code error;
        fs::create_directories(target.parent_path(), error);
        if (error)
            return refused(ErrorCode::InvalidArgument, path, "its folder cannot be made: " + error.message());
        if (auto written = writeFileAtomically(target, bytes, {.mustNotExist = true, .sync = false}); !written)
            return written;
        ++m_done.written;
        m_done.bytes += bytes.size();
        return {};
    }

    fs::path m_archive, m_folder;
    const ArchiveLimits &m_limits;
    const Job &m_job;
    std::unique_ptr<archive, Close> m_reader;
    std::vector<char> m_block = std::vector<char>(BlockBytes);
    std::set<std::string> m_names;
    std::uint32_t m_seen = 0;
    std::uint64_t m_given = 0;
    Unpacked m_done;
};

} // namespace

Result<Unpacked> unpackArchive(const fs::path &path, const fs::path &folder, const ArchiveLimits &limits,
                               const Job &job) {
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        return fail(ErrorCode::NotFound, "there is no archive of this name", {path.string()});
    if (!fs::create_directories(folder, error))
        return fail(
            error ? fileError(error.value(), "make", folder)
                  : Error{ErrorCode::AlreadyExists, "the folder to unpack to is there already", {folder.string()}});
    auto unpacked = Unpacking(path, folder, limits, job).run();
    if (!unpacked)
        fs::remove_all(folder, error);
    return unpacked;
}

} // namespace actionscope::ingest
