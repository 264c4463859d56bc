#pragma once
/// Byte-pair encoding, as far as counting needs it: how many tokens a text becomes.

#include "base/result.h"
#include "context/token_count.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace actionscope::context {

/// Immutable; any thread.
class TokenCounter::Table {
public:
    /// How a text is split before bytes are merged; nothing is merged across the borders.
    struct Splitting {
        bool anyPrefix = true;       ///< a word takes one character other than letter, digit or line break before it;
                                     ///< else a space only (GPT-2)
        std::size_t digits = 3;      ///< digits of one piece; 0: any number
        bool keepsLineBreaks = true; ///< line breaks are pieces of their own, and end a run of punctuation
        bool anyCase = true;         ///< 'S as 's
    };

    /// The rank of a sequence of bytes: pairs that give a lower one are merged first. The first wins.
    void add(std::string bytes, std::uint32_t rank) { m_ranks.try_emplace(std::move(bytes), rank); }
    [[nodiscard]] std::size_t size() const { return m_ranks.size(); }
    [[nodiscard]] std::size_t count(std::string_view text) const;
    Splitting splitting;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    static constexpr std::uint32_t NoRank = std::numeric_limits<std::uint32_t>::max();
    [[nodiscard]] std::uint32_t rankOf(std::string_view bytes) const;
    [[nodiscard]] std::size_t countPiece(std::string_view piece) const;
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_ranks;
};

/// The length in bytes of the first piece of `text`, which is not empty.
[[nodiscard]] std::size_t firstPiece(std::string_view text, const TokenCounter::Table::Splitting &how);

/// Errors: as TokenCounter::read.
[[nodiscard]] Result<std::shared_ptr<const TokenCounter::Table>> readRankLines(std::string_view text,
                                                                               const std::string &where);
[[nodiscard]] Result<std::shared_ptr<const TokenCounter::Table>> readTokenizerJson(std::string_view text,
                                                                                   const std::string &where);

} // namespace actionscope::context
