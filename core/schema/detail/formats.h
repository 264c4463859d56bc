#pragma once
/// The formats that are checked when asked for; others are annotations.

#include <string_view>

namespace actionscope::schema::detail {

/// Whether `text` is of `format` ("date", "date-time", "email", "ipv4", "ipv6", "uri", "uuid"); true for any other.
bool holdsFormat(std::string_view format, std::string_view text);

} // namespace actionscope::schema::detail
