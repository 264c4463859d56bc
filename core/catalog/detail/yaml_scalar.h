#pragma once
/// Text as YAML that reads back as exactly that text, for the few places where bytes are written into a person's file.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace actionscope::catalog::detail {

enum class ScalarStyle : std::uint8_t { Plain, Single, Double };

/// `text` on one line, in `style` when that can hold it, else double-quoted. Plain is used for what every YAML reader
/// takes for text: not for numbers, dates, booleans. Invisible and bidirectional characters are always escaped, so that
/// a reviewer sees them. `text` must be UTF-8.
std::string inlineScalar(std::string_view text, ScalarStyle style, bool inFlow);

/// `text` as a literal block (`|`), its lines indented by `indent` spaces, without a final line end; nothing when a
/// literal would not hold it well (control characters, space at line ends, leading space, several final line ends).
std::optional<std::string> literalScalar(std::string_view text, std::size_t indent, std::string_view lineEnd);

} // namespace actionscope::catalog::detail
