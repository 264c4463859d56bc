#pragma once
/// Text of upstreams made fit for a model: valid UTF-8 without control characters, and web pages as what they say.

#include "base/json.h"

#include <string>
#include <string_view>

namespace actionscope::upstream::detail {

/// Valid UTF-8, line ends as \n, without what nobody sees and a model reads all the same: control characters (tabs and
/// line ends stay), terminal sequences, bidirectional controls, and the tag characters of U+E0000.
std::string cleanText(std::string_view text);
/// The same for every text and member name inside. Returns whether anything changed.
bool cleanValue(json::value &value);
/// The readable text of a web page: without scripts, styles, tags and comments, common entities resolved, its title
/// first. Linear; any bytes.
std::string textOfHtml(std::string_view html);
/// ISO 8859-1 as UTF-8.
std::string fromLatin1(std::string_view bytes);

} // namespace actionscope::upstream::detail
