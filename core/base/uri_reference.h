#pragma once
/// References between and inside documents: RFC 3986, as far as `$id` and `$ref` need it.

#include <string>
#include <string_view>

namespace actionscope {

/// `reference` seen from `base` (RFC 3986, section 5.2), without its fragment.
std::string resolveUri(std::string_view base, std::string_view reference);
/// What follows the `#`, percent-decoded; empty without one.
std::string fragmentOf(std::string_view reference);

} // namespace actionscope
