#pragma once
/// Numbers of JSON compared as numbers, whatever Boost.JSON keeps them as.

#include "base/json.h"

namespace actionscope::schema::detail {

/// Negative, 0 or positive. Exact for 64-bit integers and doubles among each other.
int compareNumbers(const json::value &a, const json::value &b);
/// Whether the number has no fraction: 1.0 is an integer to JSON Schema.
bool isIntegral(const json::value &number);
/// Whether `number` is a multiple of `divisor`, in decimal: 0.0075 is one of 0.0001. `divisor` is above 0.
bool isMultipleOf(const json::value &number, const json::value &divisor);
/// Equal as JSON Schema means it: 1 equals 1.0, members in any order.
bool equalValues(const json::value &a, const json::value &b);

} // namespace actionscope::schema::detail
