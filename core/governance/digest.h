#pragma once
/// Keyed digests: what stands in records for values that must not stand there.

#include "base/json.h"

#include <string>
#include <string_view>

namespace actionscope::governance {

/// HMAC-SHA256 (RFC 2104), 32 raw bytes.
std::string hmacSha256(std::string_view key, std::string_view message);

/// HMAC-SHA256, hexadecimal, of the canonical JSON of `arguments` under the workspace's digest key: equal for equal
/// arguments, whatever the order of their members, and of no use for guessing them without the key.
std::string argumentsDigest(std::string_view key, const json::object &arguments);

} // namespace actionscope::governance
