#pragma once
/// Addresses of the Internet protocol in text.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace actionscope::governance::detail {

/// "203.0.113.9": four numbers up to 255.
std::optional<std::array<std::uint8_t, 4>> readIpv4(std::string_view text);
/// RFC 4291 text form, `::` and an IPv4 tail included; no zone.
std::optional<std::array<std::uint16_t, 8>> readIpv6(std::string_view text);

} // namespace actionscope::governance::detail
