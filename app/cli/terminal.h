#pragma once
/// What the program writes for people: tables that line up, colours where they help, and catalog text made harmless.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::cli {

/// One of the program's two streams, and what it can show.
struct Terminal {
    bool interactive = false; ///< a person looks at it: its lines are cut to fit
    bool colours = false;
    std::size_t columns = 0; ///< 0: lines may have any length

    /// Asks the system about a file descriptor. Colours need a terminal, no NO_COLOR (no-color.org) and a TERM that is
    /// not `dumb`.
    static Terminal of(int descriptor);
};

enum class Style : std::uint8_t { Plain, Dim, Bold, Good, Careful, Danger, Alarm };

/// `text` in colour when the terminal shows colours. `text` is ours: it is not checked.
std::string styled(std::string_view text, Style style, const Terminal &terminal);

/// The style in which a tier is shown; `catastrophic` is destructive behind the admin gate.
Style tierStyle(std::string_view tier, bool catastrophic = false);

/// Columns that `text` takes on a terminal (wide characters take two).
std::size_t displayWidth(std::string_view text);
/// `text` cut to `width` columns, ending in … when something was cut.
std::string elided(std::string_view text, std::size_t width);
/// `text` in lines of at most `width` columns, each but the first one begun by `indent` spaces. 0: one line.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

/// 125207 → "125,207".
std::string grouped(std::uint64_t number);

/// Untrusted text for one line: invisible and bidirectional characters shown as tokens, line ends as spaces.
std::string shown(std::string_view untrusted);

/// Rows under a heading. Texts may be untrusted: every cell goes through `shown`.
class Table {
public:
    enum class Align : std::uint8_t { Left, Right };
    struct Column {
        std::string title;
        Align align = Align::Left;
        bool elastic = false; ///< gives way when the terminal is too narrow
    };
    struct Cell {
        std::string text;
        Style style = Style::Plain;
        Cell(std::string value, Style how = Style::Plain) // NOLINT: cells are written as plain texts
            : text(std::move(value))
            , style(how) {}
        Cell(const char *value)
            : text(value) {}
    };

    explicit Table(std::vector<Column> columns);
    void add(std::vector<Cell> row);
    [[nodiscard]] bool empty() const { return m_rows.empty(); }
    /// Ends with a line end. Without rows: nothing.
    [[nodiscard]] std::string render(const Terminal &terminal) const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

} // namespace actionscope::cli
