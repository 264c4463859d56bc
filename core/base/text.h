#pragma once
/// Text: UTF-8 checks, the ids that INTERFACES fixes, and the tokens that make invisible characters visible.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope {

/// Byte offset of the first byte that is not valid UTF-8 (RFC 3629), or nothing.
std::optional<std::size_t> firstInvalidUtf8(std::string_view text);

/// `text` with every invalid byte replaced by U+FFFD.
std::string toValidUtf8(std::string_view text);

/// At most `maxBytes` bytes of `text`, cut at a character boundary.
std::string_view truncateUtf8(std::string_view text, std::size_t maxBytes);

/// A service id out of any text: ASCII lower case, every other run of characters a `-`, none at either end, no dots.
/// "api.github.com/v3" → "api-github-com-v3". Empty when nothing remains.
std::string serviceId(std::string_view text);

/// An action name out of an operationId: every run of characters other than ASCII letters and digits a `_`, case kept,
/// none at either end. "repos/delete-file" → "repos_delete_file".
std::string actionName(std::string_view text);

/// ASCII lower case; other bytes unchanged.
std::string toLowerAscii(std::string_view text);

/// `text` with control, invisible and bidirectional characters shown as `⟦U+202E⟧`, for display of untrusted text.
/// Tabs and new lines stay when `keepLines`, else become a space.
std::string revealInvisible(std::string_view text, bool keepLines = false);

/// Whether `revealInvisible` would change `text` (new lines and tabs aside).
bool hasInvisible(std::string_view text);

/// Words of an identifier or path: split at everything that is not a letter or digit, at camelCase borders and between
/// letters and digits; ASCII lower case. "getHTTPResponse2" → get, http, response, 2.
std::vector<std::string> identifierWords(std::string_view text);

/// Damerau-Levenshtein distance, at most `limit` + 1: what the "nearest candidates" of an error message are ordered by.
std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit);

} // namespace actionscope
