#include "base/hash.h"

#include <cstring>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdexcept>

namespace actionscope {

Sha256 sha256(std::string_view bytes) {
    Sha256 hash;
    SHA256(reinterpret_cast<const unsigned char *>(bytes.data()), bytes.size(), hash.data());
    return hash;
}

std::string toHex(std::string_view bytes) {
    static constexpr char Digits[] = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        out += Digits[static_cast<unsigned char>(c) >> 4];
        out += Digits[static_cast<unsigned char>(c) & 15];
    }
    return out;
}

std::uint64_t hash64(std::string_view bytes, std::uint64_t seed) {
    // Multiply-and-fold over 8-byte words; the constants are the fractional digits of the golden ratio and of pi.
    const auto fold = [](std::uint64_t a, std::uint64_t b) {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(a) * b;
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    };
    constexpr std::uint64_t Golden = 0x9E3779B97F4A7C15ULL, Pi = 0x243F6A8885A308D3ULL;
    std::uint64_t state = seed ^ fold(bytes.size() ^ Golden, Pi);
    // Four lanes, so that multiplications overlap on large input.
    if (bytes.size() >= 64) {
        std::uint64_t lanes[4] = {state, state ^ Golden, state ^ Pi, state + Golden};
        while (bytes.size() >= 32) {
            for (int lane = 0; lane < 4; ++lane) {
                std::uint64_t word = 0;
                std::memcpy(&word, bytes.data() + lane * 8, 8);
                lanes[lane] = fold(lanes[lane] ^ word, Golden);
            }
            bytes.remove_prefix(32);
        }
        state = fold(lanes[0] ^ Pi, lanes[1] ^ Golden) ^ fold(lanes[2] ^ Golden, lanes[3] ^ Pi);
    }
    while (bytes.size() >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), 8);
        state = fold(state ^ word, Golden);
        bytes.remove_prefix(8);
    }
    std::uint64_t rest = 0;
    if (!bytes.empty())
        std::memcpy(&rest, bytes.data(), bytes.size());
    return fold(state ^ rest, Golden) ^ fold(state, Pi);
}

std::string randomBytes(std::size_t count) {
    std::string bytes(count, '\0');
    if (RAND_bytes(reinterpret_cast<unsigned char *>(bytes.data()), static_cast<int>(count)) != 1)
        throw std::runtime_error("the operating system gives no random bytes");
    return bytes;
}

} // namespace actionscope
