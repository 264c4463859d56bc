#pragma once
/// What the name of a member says of its value.

#include <string_view>

namespace actionscope::governance::detail {

/// "phone", "mobile_number", "faxNo"
bool labelsPhone(std::string_view memberName);
/// "password", "X-Api-Key", "refresh_token"; not "next_page_token" or "max_tokens".
bool labelsSecret(std::string_view memberName);

} // namespace actionscope::governance::detail
