#pragma once
/// Random numbers that are the same everywhere: the standard library's distributions differ between implementations.

#include <cstdint>

namespace actionscope::trainer {

/// xoshiro256** (Blackman and Vigna, public domain), seeded by SplitMix64.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (std::uint64_t &word : m_state) {
            seed += 0x9E3779B97F4A7C15ULL;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
            word = mixed ^ (mixed >> 31);
        }
    }
    std::uint64_t next() {
        const std::uint64_t result = rotate(m_state[1] * 5, 7) * 9;
        const std::uint64_t shifted = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= shifted;
        m_state[3] = rotate(m_state[3], 45);
        return result;
    }
    /// 0 … count-1. The bias of less than count/2⁶⁴ does not matter here.
    std::uint64_t below(std::uint64_t count) {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * count) >> 64);
    }
    /// [0, 1).
    float uniform() { return static_cast<float>(next() >> 40) * 0x1p-24F; }
    bool chance(float probability) { return uniform() < probability; }
    /// Nearly normal with mean 0 and variance 1: the sum of twelve uniform numbers.
    float normal() {
        float sum = -6;
        for (int i = 0; i < 12; ++i)
            sum += uniform();
        return sum;
    }

private:
    static std::uint64_t rotate(std::uint64_t value, int bits) { return (value << bits) | (value >> (64 - bits)); }
    std::uint64_t m_state[4];
};

} // namespace actionscope::trainer
