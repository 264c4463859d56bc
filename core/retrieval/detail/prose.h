#pragma once
/// Descriptions as the vectors see them: in sentences, without markup and addresses. The trainer reads its texts with
/// the same functions, so that a table is used on what it was trained on.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval::detail {

/// `text` without HTML tags, addresses (http…), and the signs of Markdown.
[[nodiscard]] std::string plainProse(std::string_view text);

/// The first `most` sentences: they end at ". ", "! ", "? " and empty lines. Of each at most MaxSentenceBytes are kept.
[[nodiscard]] std::vector<std::string> firstSentences(std::string_view text, std::size_t most);
constexpr std::size_t MaxSentenceBytes = 400;

/// The last `most` segments of a path that do not change from call to call, joined by spaces.
[[nodiscard]] std::string pathTail(std::string_view path, std::size_t most);

} // namespace actionscope::retrieval::detail
