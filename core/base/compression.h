#pragma once
/// Zstandard, for the workspace's copies of sources.

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace actionscope {

/// One zstd frame with checksum and content size. Level 1 is several hundred megabytes a second.
std::string compress(std::string_view bytes, int level = 1);

/// Errors: Corrupt; LimitExceeded when the content would be larger than `maxBytes`.
[[nodiscard]] Result<std::string> decompress(std::string_view frame, std::uint64_t maxBytes);

} // namespace actionscope
