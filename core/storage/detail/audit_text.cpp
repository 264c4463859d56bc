#include "storage/detail/audit_text.h"

#include <algorithm>

namespace actionscope::storage::detail {
namespace {

constexpr std::uint32_t Bits = TextBits::Bytes * 8;
constexpr std::size_t LongestRun = 3;

std::uint32_t lower(char c) {
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
}

/// The bit of a run: its bytes and its length, spread (the multiplier is 2^32 divided by the golden ratio).
std::uint32_t placeOf(std::uint32_t run, std::uint32_t length) {
    const std::uint32_t spread = (run | length << 24) * 2654435769U;
    return static_cast<std::uint32_t>((std::uint64_t(spread) * Bits) >> 32);
}

/// Calls `each` with the place of every run of `text`.
template <class Each> void forRuns(std::string_view text, Each &&each) {
    std::uint32_t run = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        run = (run << 8 | lower(text[i])) & 0xFFFFFFU;
        each(placeOf(run & 0xFFU, 1));
        if (i >= 1)
            each(placeOf(run & 0xFFFFU, 2));
        if (i >= 2)
            each(placeOf(run, LongestRun));
    }
}

bool has(std::string_view bits, std::uint32_t place) {
    return (static_cast<unsigned char>(bits[place / 8]) >> (place % 8) & 1U) != 0;
}

std::string_view viewOf(const SQLite::Column &column) {
    return {static_cast<const char *>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

constexpr const char *Store =
    "INSERT INTO audit_block VALUES (?, ?) ON CONFLICT (block) DO UPDATE SET bits = excluded.bits";

} // namespace

TextBits::TextBits(std::string_view stored) {
    if (stored.size() == Bytes)
        std::copy(stored.begin(), stored.end(), m_bits.begin());
    else if (!stored.empty())
        m_bits.fill(0xFF);
}

void TextBits::add(std::string_view service, std::string_view action, std::string_view actor, std::string_view detail) {
    const auto set = [this](std::uint32_t place) { m_bits[place / 8] |= static_cast<std::uint8_t>(1U << (place % 8)); };
    thread_local std::string name;
    name.assign(service).append(1, '.').append(action);
    forRuns(name, set);
    forRuns(actor, set);
    forRuns(detail, set);
}

bool TextBits::holdsAll(const TextBits &others) const {
    for (std::size_t i = 0; i < Bytes; ++i)
        if ((others.m_bits[i] & ~m_bits[i]) != 0)
            return false;
    return true;
}

std::vector<std::uint32_t> TextBits::placesOf(std::string_view text) {
    std::vector<std::uint32_t> places;
    // Of a long text the runs of three say all that the shorter ones do.
    const std::size_t length = std::min(text.size(), LongestRun);
    for (std::size_t i = 0; length > 0 && i + length <= text.size(); ++i) {
        std::uint32_t run = 0;
        for (std::size_t k = 0; k < length; ++k)
            run = run << 8 | lower(text[i + k]);
        places.push_back(placeOf(run, static_cast<std::uint32_t>(length)));
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

bool TextBits::mayHold(std::string_view stored, const std::vector<std::uint32_t> &places) {
    return stored.size() != Bytes ||
           std::all_of(places.begin(), places.end(), [&](std::uint32_t place) { return has(stored, place); });
}

std::string storedBits(Connection &connection, std::int64_t block) {
    auto &statement = connection.prepared("SELECT bits FROM audit_block WHERE block = ?");
    statement.bind(1, block);
    std::string bits;
    if (statement.executeStep())
        bits = viewOf(statement.getColumn(0));
    statement.reset();
    return bits;
}

void putBlock(Connection &connection, std::int64_t block, const TextBits &bits) {
    auto &statement = connection.prepared(Store);
    statement.bind(1, block);
    statement.bind(2, bits.bytes().data(), static_cast<int>(TextBits::Bytes));
    statement.exec();
}

void refillBlocks(SQLite::Database &db) {
    db.exec("DELETE FROM audit_block");
    SQLite::Statement rows(db, "SELECT seq, service, action, actor, detail FROM audit ORDER BY seq");
    SQLite::Statement store(db, Store);
    std::int64_t block = 0;
    TextBits bits;
    bool any = false;
    const auto flush = [&] {
        if (!any)
            return;
        store.bind(1, block);
        store.bind(2, bits.bytes().data(), static_cast<int>(TextBits::Bytes));
        store.exec();
        store.reset();
    };
    while (rows.executeStep()) {
        const std::int64_t of = blockOf(rows.getColumn(0).getInt64());
        if (!any || of != block) {
            flush();
            block = of;
            bits = {};
            any = true;
        }
        bits.add(viewOf(rows.getColumn(1)), viewOf(rows.getColumn(2)), viewOf(rows.getColumn(3)),
                 viewOf(rows.getColumn(4)));
    }
    flush();
}

std::vector<std::int64_t> blocksWith(Connection &connection, std::string_view text, std::int64_t first,
                                     std::int64_t last) {
    const std::vector<std::uint32_t> places = TextBits::placesOf(text);
    std::vector<std::int64_t> blocks;
    auto &rows = connection.prepared("SELECT block, bits FROM audit_block WHERE block BETWEEN ? AND ?");
    rows.bind(1, first);
    rows.bind(2, last);
    while (rows.executeStep()) {
        if (TextBits::mayHold(viewOf(rows.getColumn(1)), places))
            blocks.push_back(rows.getColumn(0).getInt64());
    }
    rows.reset();
    return blocks;
}

} // namespace actionscope::storage::detail
