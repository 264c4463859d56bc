#include "ingest/detail/manifest_folder.h"

#include "base/file.h"
#include "base/text.h"
#include "catalog/rule_file.h"

#include <algorithm>

namespace actionscope::ingest::detail {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";

bool isInside(const fs::path &file, const fs::path &folder) {
    return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

/// End of the line that begins at `from`, behind its line feed.
std::size_t lineEnd(std::string_view text, std::size_t from) {
    const std::size_t feed = text.find('\n', from);
    return feed == std::string_view::npos ? text.size() : feed + 1;
}

bool isFence(std::string_view line) {
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r' || line.back() == ' '))
        line.remove_suffix(1);
    return line == "---";
}

} // namespace

ManifestFolder::ManifestFolder(fs::path folder, const ManifestLimits &limits)
    : m_path(std::move(folder))
    , m_limits(limits) {
    std::error_code error;
    m_real = fs::canonical(m_path, error);
    if (error)
        throw catalog::RuleError{fileError(error.value(), "read", m_path)};
    if (!fs::is_directory(m_real, error))
        throw catalog::RuleError{Error{ErrorCode::Unsupported, "a capability is a folder", {m_path.string()}}};
}

bool ManifestFolder::has(std::string_view name) const {
    std::error_code error;
    return fs::exists(fs::symlink_status(m_path / name, error));
}

std::optional<Error> ManifestFolder::problemOf(const fs::path &relative) const {
    const std::string shown = revealInvisible(relative.string());
    if (relative.empty() || relative.is_absolute() ||
        std::find(relative.begin(), relative.end(), fs::path("..")) != relative.end())
        return Error{ErrorCode::PermissionDenied,
                     "`" + shown +
                         "` is no path inside of the capability's folder; give one relative to it, without `..`",
                     {}};
    std::error_code error;
    const fs::path real = fs::canonical(m_real / relative, error);
    if (error)
        return Error{ErrorCode::NotFound, "`" + shown + "` cannot be read: " + error.message(), {}};
    if (!isInside(real, m_real))
        return Error{ErrorCode::PermissionDenied,
                     "`" + shown + "` is a link that leads out of the capability's folder; put the file into it",
                     {}};
    if (!fs::is_regular_file(real, error))
        return Error{ErrorCode::Unsupported, "`" + shown + "` is no file", {}};
    return std::nullopt;
}

std::string ManifestFolder::text(const fs::path &relative, std::uint64_t most, std::string_view cap,
                                 std::vector<fs::path> &files) const {
    const fs::path file = m_path / relative;
    if (auto problem = problemOf(relative)) {
        problem->where.file = file.string();
        throw catalog::RuleError{*problem};
    }
    files.push_back(file);
    auto read = readFile(file, most, cap);
    if (!read)
        throw catalog::RuleError{read.error()};
    if (read->starts_with(ByteOrderMark))
        read->erase(0, ByteOrderMark.size());
    const auto control = std::find_if(read->begin(), read->end(), [](char c) {
        return (c >= 0 && c < ' ' && c != '\n' && c != '\r' && c != '\t') || c == 0x7f;
    });
    if (control != read->end())
        throw catalog::RuleError{
            Error{ErrorCode::ParseError, "a control character: this is binary, or was damaged; text is expected",
                  locate(*read, static_cast<std::size_t>(control - read->begin()), file.string())}};
    if (const auto bad = firstInvalidUtf8(*read))
        throw catalog::RuleError{
            Error{ErrorCode::ParseError, "not UTF-8: text is expected", locate(*read, *bad, file.string())}};
    return std::move(*read);
}

json::value ManifestFolder::json(const fs::path &relative, std::vector<fs::path> &files) const {
    const std::string content = text(relative, m_limits.schemaBytes, "the cap of schemas", files);
    auto parsed = parseJson(content, (m_path / relative).string(), {static_cast<std::uint32_t>(m_limits.depth)});
    if (!parsed)
        throw catalog::RuleError{parsed.error()};
    return std::move(*parsed);
}

std::optional<std::string_view> frontMatterOf(std::string_view text) {
    const std::size_t first = lineEnd(text, 0);
    if (!isFence(text.substr(0, first)))
        return std::nullopt;
    for (std::size_t from = first; from < text.size();) {
        const std::size_t end = lineEnd(text, from);
        if (isFence(text.substr(from, end - from)))
            return text.substr(3, from - 3);
        from = end;
    }
    return std::nullopt;
}

std::string_view bodyOf(std::string_view text) {
    if (const auto matter = frontMatterOf(text)) {
        const std::size_t fence = static_cast<std::size_t>(matter->data() + matter->size() - text.data());
        text.remove_prefix(lineEnd(text, fence));
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    // Indentation of the first line belongs to it.
    const std::size_t begin = text.rfind('\n', first);
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return text.substr(begin == std::string_view::npos ? 0 : begin + 1,
                       last + 1 - (begin == std::string_view::npos ? 0 : begin + 1));
}

} // namespace actionscope::ingest::detail
