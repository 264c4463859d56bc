#pragma once
/// Encryption of small texts at rest: AES-256-GCM (NIST SP 800-38D).

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace actionscope {

inline constexpr std::size_t SealKeyBytes = 32, SealNonceBytes = 12, SealTagBytes = 16;

/// A random nonce, the ciphertext and the tag, in this order. `about` says what it is for: it is authenticated and not
/// kept, so that what was sealed for one purpose opens for no other. Random nonces of 96 bits are safe for 2^32 texts
/// under one key. Errors: InvalidArgument for a key of another size; Internal when the library has no such cipher.
[[nodiscard]] Result<std::string> seal(std::string_view key, std::string_view about, std::string_view text);
/// The text again. Errors: Corrupt when it was altered, or key or `about` are others.
[[nodiscard]] Result<std::string> unseal(std::string_view key, std::string_view about, std::string_view sealed);
/// Overwrites a text that nobody should find in memory later.
void wipe(std::string &text);

} // namespace actionscope
