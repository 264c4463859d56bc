#include "schema/detail/numbers.h"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace actionscope::schema::detail {

namespace {

__extension__ using Wide = unsigned __int128;

/// digits · 10^exponent; the sign does not matter for divisibility.
struct Decimal {
    std::uint64_t digits = 0;
    int exponent = 0;
};

Decimal decimalOf(const json::value &number) {
    Decimal out;
    if (number.is_int64()) {
        const std::int64_t value = number.get_int64();
        out.digits = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
    } else if (number.is_uint64()) {
        out.digits = number.get_uint64();
    } else {
        // The shortest decimal that reads back as this double is what was written: at most 17 digits.
        char text[40];
        const auto end =
            std::to_chars(text, text + sizeof text, std::abs(number.as_double()), std::chars_format::scientific).ptr;
        bool fraction = false;
        const char *c = text;
        for (; c != end && *c != 'e'; ++c) {
            if (*c == '.') {
                fraction = true;
                continue;
            }
            out.digits = out.digits * 10 + static_cast<std::uint64_t>(*c - '0');
            out.exponent -= fraction ? 1 : 0;
        }
        int exponent = 0;
        if (c != end) {
            ++c;
            std::from_chars(*c == '+' ? c + 1 : c, end, exponent);
        }
        out.exponent += exponent;
    }
    while (out.digits != 0 && out.digits % 10 == 0) {
        out.digits /= 10;
        ++out.exponent;
    }
    return out;
}

std::uint64_t powerOfTenModulo(unsigned exponent, std::uint64_t modulus) {
    Wide result = 1 % modulus, base = 10 % modulus;
    for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return static_cast<std::uint64_t>(result);
}

long double longDouble(const json::value &number) {
    // 64 bits of mantissa hold every 64-bit integer and every double.
    if (number.is_int64())
        return static_cast<long double>(number.get_int64());
    if (number.is_uint64())
        return static_cast<long double>(number.get_uint64());
    return static_cast<long double>(number.as_double());
}

} // namespace

int compareNumbers(const json::value &a, const json::value &b) {
    const long double left = longDouble(a), right = longDouble(b);
    return left < right ? -1 : left > right ? 1 : 0;
}

bool isIntegral(const json::value &number) {
    return !number.is_double() || std::trunc(number.get_double()) == number.get_double();
}

bool isMultipleOf(const json::value &number, const json::value &divisor) {
    const Decimal value = decimalOf(number), by = decimalOf(divisor);
    if (value.digits == 0)
        return true;
    if (by.digits == 0)
        return false;
    if (value.exponent >= by.exponent) {
        const auto power = powerOfTenModulo(static_cast<unsigned>(value.exponent - by.exponent), by.digits);
        return static_cast<Wide>(value.digits) * power % by.digits == 0;
    }
    // The value has more decimals than the divisor, and its last digit is not 0: never a multiple.
    return false;
}

bool equalValues(const json::value &a, const json::value &b) {
    if (a.is_number() && b.is_number())
        return compareNumbers(a, b) == 0;
    if (a.kind() != b.kind())
        return false;
    if (const auto *array = a.if_array()) {
        const auto &other = b.get_array();
        if (array->size() != other.size())
            return false;
        for (std::size_t i = 0; i < array->size(); ++i) {
            if (!equalValues((*array)[i], other[i]))
                return false;
        }
        return true;
    }
    if (const auto *object = a.if_object()) {
        const auto &other = b.get_object();
        if (object->size() != other.size())
            return false;
        for (const auto &entry : *object) {
            const auto *value = other.if_contains(entry.key());
            if (value == nullptr || !equalValues(entry.value(), *value))
                return false;
        }
        return true;
    }
    return a == b;
}

} // namespace actionscope::schema::detail
