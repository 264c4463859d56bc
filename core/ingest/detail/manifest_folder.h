#pragma once
/// The files of one capability folder, read so that nothing outside it is.

#include "base/json.h"
#include "ingest/manifest.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::ingest::detail {

/// Throws catalog::RuleError: readers of manifests catch it at their border.
class ManifestFolder {
public:
    ManifestFolder(std::filesystem::path folder, const ManifestLimits &limits);

    [[nodiscard]] const std::filesystem::path &path() const { return m_path; }
    /// Whether there is an entry of this name, be it what it may.
    [[nodiscard]] bool has(std::string_view name) const;
    /// Why a path may not be read: absolute, leading out of the folder, missing, or no file.
    [[nodiscard]] std::optional<Error> problemOf(const std::filesystem::path &relative) const;
    /// The whole of a file as text, without a byte order mark; appended to `files`. Complains about what problemOf()
    /// says, about control characters and what is not UTF-8, and past `most` bytes.
    [[nodiscard]] std::string text(const std::filesystem::path &relative, std::uint64_t most, std::string_view cap,
                                   std::vector<std::filesystem::path> &files) const;
    [[nodiscard]] json::value json(const std::filesystem::path &relative,
                                   std::vector<std::filesystem::path> &files) const;

private:
    std::filesystem::path m_path, m_real;
    const ManifestLimits &m_limits;
};

/// The lines between the first `---` and the next, from the end of the first on; nothing when the text does not begin
/// so.
[[nodiscard]] std::optional<std::string_view> frontMatterOf(std::string_view text);
/// What follows the front matter, without blank lines at either end.
[[nodiscard]] std::string_view bodyOf(std::string_view text);

} // namespace actionscope::ingest::detail
