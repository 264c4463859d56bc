#pragma once
/// What a text costs in a model's context: the one estimate of the whole program, and by setting the count of a real
/// tokenizer's table (CD1, ST9).
///
/// The estimate is characters / 4, rounded up, where a character is a byte of UTF-8. For English prose that is what
/// byte-pair tokenizers give within a tenth or so; scripts whose letters take two or three bytes are then counted as
/// the more tokens that they are, instead of as a quarter of their letters.

#include "base/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace actionscope::context {

/// CD1's constant.
inline constexpr std::size_t CharactersPerToken = 4;

[[nodiscard]] constexpr std::size_t estimateTokens(std::size_t bytes) {
    return bytes / CharactersPerToken + (bytes % CharactersPerToken != 0 ? 1 : 0);
}
[[nodiscard]] constexpr std::size_t estimateTokens(std::string_view text) { return estimateTokens(text.size()); }

/// Counts tokens: by the estimate, or with a table of byte pairs. Immutable, cheap to copy; any thread.
class TokenCounter {
public:
    static constexpr std::uintmax_t MaxTableBytes = 64U << 20; ///< of the file
    static constexpr std::size_t MaxTableTokens = 1'000'000, MaxTokenBytes = 4096;

    /// The estimate.
    TokenCounter() = default;
    /// A table from a file: either a rank file (a token in base64, a space and its rank on each line, as tiktoken has
    /// them) or a `tokenizer.json` of byte-level byte-pair encoding. The rank file has no rule for splitting a text
    /// into words; that of cl100k_base is taken, which its successors changed in details only. Errors: NotFound and
    /// those of reading a file; LimitExceeded naming the cap; ParseError with the line; Unsupported for a
    /// `tokenizer.json` of another kind.
    [[nodiscard]] static Result<TokenCounter> read(const std::filesystem::path &file);

    /// Tokens of `text`. With a table the time grows with the text's length, some 20 MB a second.
    [[nodiscard]] std::size_t count(std::string_view text) const;
    [[nodiscard]] bool isEstimate() const { return m_table == nullptr; }
    /// "characters/4", else the file's name.
    [[nodiscard]] const std::string &name() const { return m_name; }

    class Table;

private:
    std::shared_ptr<const Table> m_table;
    std::string m_name = "characters/4";
};

} // namespace actionscope::context
