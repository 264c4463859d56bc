#pragma once
/// Files of one record a line, with the place of every complaint.

#include "base/file.h"
#include "base/json.h"
#include "base/result.h"

#include <filesystem>
#include <string_view>

namespace actionscope::evaluation::detail {

/// Calls `take(line, location)` for every line of `text` that is not empty; a byte order mark is passed over.
template <class Take> Result<void> forEachLine(std::string_view text, const std::filesystem::path &file, Take &&take) {
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos)
            continue;
        if (Result<void> taken = take(line, Location{file.string(), number, 0}); !taken)
            return taken;
    }
    return {};
}

template <class Take>
Result<void> forEachLineOf(const std::filesystem::path &file, std::uint64_t maxBytes, Take &&take) {
    const auto text = readFile(file, maxBytes, "256 MiB a file");
    if (!text)
        return fail(text.error());
    return forEachLine(*text, file, std::forward<Take>(take));
}

/// The same for JSON objects. Columns of complaints are those of the line.
template <class Take>
Result<void> forEachObjectOf(const std::filesystem::path &file, std::uint64_t maxBytes, Take &&take) {
    return forEachLineOf(file, maxBytes, [&](std::string_view line, const Location &where) -> Result<void> {
        auto value = parseJson(line, file.string());
        if (!value) {
            Error error = value.error();
            error.where.line = where.line;
            return fail(std::move(error));
        }
        if (!value->is_object())
            return fail(ErrorCode::ParseError, "a line must be one JSON object", where);
        return take(*value, where);
    });
}

} // namespace actionscope::evaluation::detail
