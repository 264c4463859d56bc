#pragma once
/// Random numbers that are the same on every machine: those of the standard library's distributions are not.

#include <cstdint>

namespace actionscope::evaluation::detail {

/// splitmix64 (Steele, Lea, Flood 2014): a full-period generator whose state is a counter.
class Random {
public:
    explicit Random(std::uint64_t seed)
        : m_state(seed) {}
    std::uint64_t next() {
        std::uint64_t z = (m_state += 0x9E3779B97F4A7C15ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    /// 0 … bound-1. The bias is below bound / 2^32: nothing at the sizes of query sets.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * std::uint64_t{bound}) >> 32);
    }
    bool flip() { return (next() >> 63) != 0; }

private:
    std::uint64_t m_state;
};

} // namespace actionscope::evaluation::detail
