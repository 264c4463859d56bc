#pragma once
/// Archives of descriptions, unpacked so that nothing of them gets where it should not: .zip, .tar, .tar.gz, .tar.zst,
/// .tar.bz2, .tar.xz.
///
/// An archive is taken whole or not at all. It is refused for an entry that leaves its folder (an absolute path, "..",
/// a backslash, a drive), that is a link or a device, or whose path is no UTF-8; and for what is more than the limits
/// say. Links are refused even when they stay inside: what is written through one is written elsewhere. Only .json,
/// .yaml and .yml are written; all else is read past, and counts.

#include "base/progress.h"
#include "base/result.h"

#include <cstdint>
#include <filesystem>

namespace actionscope::ingest {

/// Named in the message when hit. The ratio counts once an archive gave more than `ratioFrom` bytes, since small files
/// may well be mostly blanks.
struct ArchiveLimits {
    std::uint32_t entries = 100'000;        ///< limits.files
    std::uint64_t fileBytes = 256ULL << 20; ///< limits.file_bytes: of one entry
    std::uint64_t totalBytes = 4ULL << 30;  ///< of all entries together
    std::uint32_t ratio = 200;              ///< bytes given for each byte of the archive
    std::uint64_t ratioFrom = 16ULL << 20;
    std::uint32_t pathBytes = 1024, depth = 64; ///< of an entry's path
};

struct Unpacked {
    std::uint32_t entries = 0, written = 0; ///< regular files seen, and those that may be descriptions
    std::uint64_t bytes = 0;                ///< written
};

/// Unpacks into `folder`, which must not exist; after an error it does not. Errors: NotFound, Unsupported (no archive,
/// or an encrypted one), InvalidArgument (a path, a link), LimitExceeded, Corrupt, Cancelled, those of writing. The
/// message names archive and entry.
[[nodiscard]] Result<Unpacked> unpackArchive(const std::filesystem::path &archive, const std::filesystem::path &folder,
                                             const ArchiveLimits &limits, const Job &job = {});

} // namespace actionscope::ingest
