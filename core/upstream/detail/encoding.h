#pragma once
/// Text as it may stand in URLs, and base64.

#include <optional>
#include <string>
#include <string_view>

namespace actionscope::upstream::detail {

/// Every byte but the unreserved ones of RFC 3986 (letters, digits, `-._~`) as %XX: the result is data in any part of a
/// URL and in a form.
std::string percentEncoded(std::string_view text);
/// What a description wrote into a path or query literally: bytes that may not stand there become %XX, the rest stays.
std::string literalEncoded(std::string_view text, bool isPath);
/// `%7B` → `{`; a lone `%` stays.
std::string percentDecoded(std::string_view text);

std::string base64Encoded(std::string_view bytes);
/// RFC 4648, the usual and the URL-safe alphabet, padded or not, line breaks allowed. Nothing when it is none of it.
std::optional<std::string> base64Decoded(std::string_view text);

} // namespace actionscope::upstream::detail
