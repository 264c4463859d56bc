#pragma once
/// A growing map from short strings to numbers, for the indexer's inner loop: one probe into a flat table for a known
/// word.

#include "base/hash.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval::detail {

class WordMap {
public:
    struct Entry {
        std::uint32_t hash = 0, offset = 0, size = 0;
        std::uint32_t value = 0;
    };

    /// The value of `word`, or of a new entry made with `make()`.
    template <class Make> std::uint32_t findOrAdd(std::string_view word, Make &&make) {
        const auto hash = static_cast<std::uint32_t>(hash64(word));
        std::size_t at = hash & (m_slots.size() - 1);
        while (m_slots[at] != 0) {
            const Entry &entry = m_entries[m_slots[at] - 1];
            if (entry.hash == hash && text(entry) == word)
                return entry.value;
            at = (at + 1) & (m_slots.size() - 1);
        }
        const std::uint32_t value = make();
        m_entries.push_back(
            {hash, static_cast<std::uint32_t>(m_pool.size()), static_cast<std::uint32_t>(word.size()), value});
        m_pool += word;
        m_slots[at] = static_cast<std::uint32_t>(m_entries.size());
        if (m_entries.size() * 2 > m_slots.size())
            grow();
        return value;
    }
    [[nodiscard]] std::size_t size() const { return m_entries.size(); }
    [[nodiscard]] const std::vector<Entry> &entries() const { return m_entries; } ///< in order of adding
    [[nodiscard]] std::string_view text(const Entry &entry) const {
        return std::string_view(m_pool).substr(entry.offset, entry.size);
    }

private:
    void grow() {
        std::vector<std::uint32_t> slots(m_slots.size() * 2);
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            std::size_t at = m_entries[i].hash & (slots.size() - 1);
            while (slots[at] != 0)
                at = (at + 1) & (slots.size() - 1);
            slots[at] = static_cast<std::uint32_t>(i + 1);
        }
        m_slots = std::move(slots);
    }

    std::string m_pool;
    std::vector<Entry> m_entries;
    std::vector<std::uint32_t> m_slots = std::vector<std::uint32_t>(1024);
};

} // namespace actionscope::retrieval::detail
