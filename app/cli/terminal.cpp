#include "terminal.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utf8proc.h>

namespace actionscope::cli {
namespace {

constexpr std::size_t Gap = 2;           ///< columns between two columns of a table
constexpr std::size_t LeastElastic = 12; ///< what an elastic column keeps on the narrowest terminal

/// Decodes one character; returns its bytes, and how many columns it takes.
std::size_t nextCharacter(std::string_view text, std::size_t &columns) {
    utf8proc_int32_t character = 0;
    const utf8proc_ssize_t bytes = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(text.data()),
                                                    static_cast<utf8proc_ssize_t>(text.size()), &character);
    if (bytes <= 0) {
        columns = 1;
        return 1;
    }
    columns = static_cast<std::size_t>(std::max(0, utf8proc_charwidth(character)));
    return static_cast<std::size_t>(bytes);
}

} // namespace

Terminal Terminal::of(int descriptor) {
    Terminal terminal;
    terminal.interactive = ::isatty(descriptor) == 1;
    if (!terminal.interactive)
        return terminal;
    const char *noColour = std::getenv("NO_COLOR");
    const char *kind = std::getenv("TERM");
    terminal.colours =
        (noColour == nullptr || *noColour == '\0') && kind != nullptr && std::string_view(kind) != "dumb";
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0)
        terminal.columns = size.ws_col;
    return terminal;
}

std::string styled(std::string_view text, Style style, const Terminal &terminal) {
    if (!terminal.colours || style == Style::Plain || text.empty())
        return std::string(text);
    // The eight basic colours only: the person's own palette decides what is readable on their background.
    static constexpr std::array<std::string_view, 7> Codes{"",         "\033[2m",  "\033[1m",   "\033[32m",
                                                           "\033[33m", "\033[31m", "\033[1;31m"};
    return std::string(Codes[static_cast<std::size_t>(style)]) + std::string(text) + "\033[0m";
}

Style tierStyle(std::string_view tier, bool catastrophic) {
    if (catastrophic)
        return Style::Alarm;
    if (tier == "read")
        return Style::Good;
    return tier == "write" ? Style::Careful : Style::Danger;
}

std::size_t displayWidth(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        std::size_t columns = 0;
        text.remove_prefix(nextCharacter(text, columns));
        width += columns;
    }
    return width;
}

std::string elided(std::string_view text, std::size_t width) {
    if (displayWidth(text) <= width)
        return std::string(text);
    std::size_t used = 0, end = 0;
    while (end < text.size()) {
        std::size_t columns = 0;
        const std::size_t bytes = nextCharacter(text.substr(end), columns);
        if (used + columns + 1 > width)
            break;
        used += columns;
        end += bytes;
    }
    return std::string(text.substr(0, end)) + (width > 0 ? "…" : "");
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
    if (width <= indent + LeastElastic)
        return std::string(text);
    std::string out;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (word.empty())
            continue;
        const std::size_t size = displayWidth(word);
        if (column > indent && column + 1 + size > width) {
            out += '\n' + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            out += ' ';
            ++column;
        }
        out += word;
        column += size;
    }
    return out;
}

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3)
        digits.insert(at - 3, 1, ',');
    return digits;
}

std::string shown(std::string_view untrusted) { return revealInvisible(untrusted); }

Table::Table(std::vector<Column> columns)
    : m_columns(std::move(columns)) {}

void Table::add(std::vector<Cell> row) {
    for (Cell &cell : row)
        cell.text = shown(cell.text);
    m_rows.push_back(std::move(row));
}

std::string Table::render(const Terminal &terminal) const {
    if (m_rows.empty())
        return {};
    std::vector<std::size_t> widths;
    for (const Column &column : m_columns)
        widths.push_back(displayWidth(column.title));
    for (const auto &row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], displayWidth(row[i].text));
    }
    if (terminal.columns > 0) {
        std::size_t total = Gap * (widths.size() - 1);
        for (const std::size_t width : widths)
            total += width;
        // The widest elastic column gives first, so that none is cut while another has room to spare.
        while (total > terminal.columns) {
            std::size_t widest = widths.size();
            for (std::size_t i = 0; i < widths.size(); ++i) {
                if (m_columns[i].elastic && widths[i] > LeastElastic &&
                    (widest == widths.size() || widths[i] > widths[widest]))
                    widest = i;
            }
            if (widest == widths.size())
                break;
            --widths[widest];
            --total;
        }
    }
    std::string out;
    const auto line = [&](std::size_t i, const std::string &text, Style style, bool last) {
        const std::size_t width = displayWidth(text);
        const std::string padding(widths[i] > width ? widths[i] - width : 0, ' ');
        if (m_columns[i].align == Align::Right)
            out += padding;
        out += styled(text, style, terminal);
        if (!last) {
            if (m_columns[i].align == Align::Left)
                out += padding;
            out += std::string(Gap, ' ');
        }
    };
    for (std::size_t i = 0; i < m_columns.size(); ++i)
        line(i, m_columns[i].title, Style::Dim, i + 1 == m_columns.size());
    out += '\n';
    for (const auto &row : m_rows) {
        for (std::size_t i = 0; i < row.size(); ++i)
            line(i, elided(row[i].text, widths[i]), row[i].style, i + 1 == row.size());
        while (out.ends_with(' '))
            out.pop_back();
        out += '\n';
    }
    return out;
}

} // namespace actionscope::cli
