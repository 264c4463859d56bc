#pragma once
/// Finds the records that a text may be in without reading all of them.
///
/// `audit_block` holds, for every 256 records that follow each other, one bit for each run of one, two and three bytes
/// that occurs in their texts (a Bloom filter: two runs may share a bit). A text can only be in a block that has the
/// bits of all its runs; the records of such blocks are then read. A bit too many costs time, never an answer, so that
/// nothing has to be taken away; a page a block is a hundredth of the log, where an index of all runs would double it.

#include "storage/detail/database.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::storage::detail {

/// Records of a block: those with the same `seq >> BlockShift`.
inline constexpr int BlockShift = 8;
inline std::int64_t blockOf(std::int64_t seq) { return seq >> BlockShift; }

/// The bits of one block.
class TextBits {
public:
    /// So that a row fills a page of 4,096 bytes and needs no second one.
    static constexpr std::size_t Bytes = 4000;

    /// Empty, or what `stored` has. Bytes of another size are not ours: all bits, so that nothing is overlooked.
    TextBits() = default;
    explicit TextBits(std::string_view stored);

    /// The texts of a record that a filter looks into; ASCII case aside.
    void add(std::string_view service, std::string_view action, std::string_view actor, std::string_view detail);
    [[nodiscard]] bool holdsAll(const TextBits &others) const;
    [[nodiscard]] std::string_view bytes() const { return {reinterpret_cast<const char *>(m_bits.data()), Bytes}; }

    /// The places of the bits that a text needs.
    static std::vector<std::uint32_t> placesOf(std::string_view text);
    /// Whether `stored` has all of them.
    static bool mayHold(std::string_view stored, const std::vector<std::uint32_t> &places);

private:
    std::array<std::uint8_t, Bytes> m_bits{};
};

/// The bits of a stored block as they are; empty when there is none.
std::string storedBits(Connection &connection, std::int64_t block);

/// Stores the bits of a block. Inside a write transaction.
void putBlock(Connection &connection, std::int64_t block, const TextBits &bits);

/// Makes all blocks anew. Inside a write transaction.
void refillBlocks(SQLite::Database &db);

/// The blocks from `first` to `last` that may hold `text` (lower case), ascending.
std::vector<std::int64_t> blocksWith(Connection &connection, std::string_view text, std::int64_t first,
                                     std::int64_t last);

} // namespace actionscope::storage::detail
