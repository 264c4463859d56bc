#pragma once
/// Patterns of JSON Schema are those of ECMAScript; ours run in linear time.

#include "base/result.h"

#include <memory>
#include <re2/re2.h>
#include <string>
#include <string_view>

namespace actionscope::schema::detail {

/// `pattern` in the dialect of RE2: escapes for code points, white space and properties, named groups, empty classes.
/// Errors: InvalidArgument for what RE2 cannot do (look-around, back references) and what is no pattern.
[[nodiscard]] Result<std::string> translatePattern(std::string_view pattern);
[[nodiscard]] Result<std::shared_ptr<const RE2>> compilePattern(std::string_view pattern);

} // namespace actionscope::schema::detail
