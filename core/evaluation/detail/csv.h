#pragma once
/// RFC 4180 as far as spreadsheets write it: quoted cells may hold commas, quotes doubled, and line ends.

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::evaluation::detail {

/// Hands out one row after the other.
class CsvReader {
public:
    CsvReader(std::string_view text, std::string file)
        : m_text(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text)
        , m_file(std::move(file)) {}

    /// The next row that is not blank into `cells`; false at the end. Errors: ParseError for a quote that is not
    /// closed.
    [[nodiscard]] Result<bool> next(std::vector<std::string> &cells);
    [[nodiscard]] Location where() const { return {m_file, m_rowLine, 0}; }

private:
    std::string_view m_text;
    std::string m_file;
    std::size_t m_at = 0;
    std::uint32_t m_line = 1, m_rowLine = 1;
};

std::string csvCell(std::string_view text);

} // namespace actionscope::evaluation::detail
