#include "evaluation/detail/csv.h"

namespace actionscope::evaluation::detail {

Result<bool> CsvReader::next(std::vector<std::string> &cells) {
    while (m_at < m_text.size()) {
        cells.clear();
        m_rowLine = m_line;
        bool blank = true;
        for (bool row = true; row;) {
            std::string cell;
            if (m_at < m_text.size() && m_text[m_at] == '"') {
                blank = false;
                for (++m_at;; ++m_at) {
                    if (m_at >= m_text.size())
                        return fail(ErrorCode::ParseError, "a quote is opened and not closed", where());
                    if (m_text[m_at] == '"') {
                        if (m_at + 1 >= m_text.size() || m_text[m_at + 1] != '"')
                            break;
                        ++m_at;
                    }
                    m_line += m_text[m_at] == '\n' ? 1 : 0;
                    cell += m_text[m_at];
                }
                ++m_at;
            }
            while (m_at < m_text.size() && m_text[m_at] != ',' && m_text[m_at] != '\n') {
                if (m_text[m_at] != '\r')
                    cell += m_text[m_at];
                ++m_at;
            }
            blank = blank && cell.find_first_not_of(" \t") == std::string::npos;
            cells.push_back(std::move(cell));
            row = m_at < m_text.size() && m_text[m_at] == ',';
            if (m_at < m_text.size())
                m_line += m_text[m_at++] == '\n' ? 1 : 0;
        }
        if (!blank || cells.size() > 1)
            return true;
    }
    return false;
}

std::string csvCell(std::string_view text) {
    // What a spreadsheet would take for a formula gets an apostrophe nowhere here: the file must mean the same when it
    // is read back.
    if (text.find_first_of(",\"\n\r") == std::string_view::npos && !text.empty() && text.front() != ' ' &&
        text.back() != ' ')
        return std::string(text);
    std::string cell = "\"";
    for (const char c : text) {
        if (c == '"')
            cell += '"';
        cell += c;
    }
    return cell + '"';
}

} // namespace actionscope::evaluation::detail
