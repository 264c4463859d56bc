#pragma once
/// Hashes: SHA-256 for what must not be forged, a 64-bit hash for caches.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace actionscope {

using Sha256 = std::array<std::uint8_t, 32>;

/// SHA-256 (FIPS 180-4) of `bytes`.
Sha256 sha256(std::string_view bytes);

/// Lower-case hexadecimal.
std::string toHex(std::string_view bytes);
inline std::string toHex(const Sha256 &hash) {
    return toHex(std::string_view(reinterpret_cast<const char *>(hash.data()), hash.size()));
}

/// A fast hash for caches and change detection on this machine; not for anything an attacker could gain from.
std::uint64_t hash64(std::string_view bytes, std::uint64_t seed = 0);

/// `count` bytes from the operating system's random source.
std::string randomBytes(std::size_t count);

} // namespace actionscope
