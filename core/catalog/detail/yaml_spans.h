#pragma once
/// Where the parts of a YAML text end. The parser's marks say where nodes start; ends are found here, from the bytes.

#include "catalog/detail/yaml_tree.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace actionscope::catalog::detail {

/// A member of a mapping in the text.
struct MemberSpan {
    std::size_t key;   ///< first byte of the key
    std::size_t colon; ///< the `:` after it
    std::size_t value; ///< first byte of the value; `colon + 1` when it is empty
    std::size_t end;   ///< after the last byte of the value, line end excluded; `colon + 1` when it is empty
    bool empty;        ///< no value is written
};

/// Looks at one text; answers are empty where the shape is not understood, and the caller then leaves the text alone.
/// What is understood is checked again by parsing the result, so that a wrong answer costs an edit, never a file.
class YamlSpans {
public:
    explicit YamlSpans(std::string_view text)
        : m_text(text) {}

    [[nodiscard]] std::string_view text() const { return m_text; }
    [[nodiscard]] std::size_t lineStart(std::size_t at) const;
    /// After the line end of the line that holds `at`.
    [[nodiscard]] std::size_t nextLine(std::size_t at) const;
    /// Before the line end (`\n` or `\r\n`) of the line that holds `at`.
    [[nodiscard]] std::size_t lineEnd(std::size_t at) const;
    /// Bytes before `at` in its line, a byte order mark not counted.
    [[nodiscard]] std::size_t column(std::size_t at) const;
    /// The line that starts at `start`, without its end.
    [[nodiscard]] std::string_view line(std::size_t start) const;
    [[nodiscard]] std::size_t indentOf(std::string_view line) const;
    /// `"\r\n"` or `"\n"`, as the lines around `at` have it.
    [[nodiscard]] std::string_view lineEndNear(std::size_t at) const;
    /// Whether only blanks stand between the start of the line and `at`.
    [[nodiscard]] bool firstInLine(std::size_t at) const;
    /// Whether only blanks stand between `at` and the end of the line.
    [[nodiscard]] bool onlyBlanksAfter(std::size_t at) const;

    /// After the last byte of `node`. `parentIndent` is the column of the mapping's keys or the sequence's dashes that
    /// hold it (-1 at the top).
    [[nodiscard]] std::optional<std::size_t> end(const YamlNode &node, std::ptrdiff_t parentIndent, bool inFlow) const;
    /// A member of `map`.
    [[nodiscard]] std::optional<MemberSpan> member(const YamlNode &map, const YamlMember &member) const;
    /// Column of the first content line of the block scalar (`|`, `>`) at `at`.
    [[nodiscard]] std::optional<std::size_t> blockIndent(std::size_t at, std::ptrdiff_t parentIndent) const;

private:
    [[nodiscard]] std::optional<std::size_t> quotedEnd(std::size_t at) const;
    [[nodiscard]] std::optional<std::size_t> flowEnd(std::size_t at) const;
    [[nodiscard]] std::size_t blockScalarEnd(std::size_t at, std::ptrdiff_t parentIndent) const;
    [[nodiscard]] std::optional<std::size_t> plainEnd(const YamlNode &node, std::size_t at, std::ptrdiff_t parentIndent,
                                                      bool inFlow) const;
    /// After anchors and tags that stand before the content.
    [[nodiscard]] std::size_t skipProperties(std::size_t at) const;

    std::string_view m_text;
};

} // namespace actionscope::catalog::detail
