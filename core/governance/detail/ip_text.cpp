#include "governance/detail/ip_text.h"

#include "governance/detail/checksums.h"

#include <cstddef>

namespace actionscope::governance::detail {

std::optional<std::array<std::uint8_t, 4>> readIpv4(std::string_view text) {
    std::array<std::uint8_t, 4> out{};
    for (std::size_t part = 0; part < 4; ++part) {
        std::size_t size = 0;
        unsigned value = 0;
        while (size < text.size() && size < 4 && isDigit(text[size]))
            value = value * 10 + static_cast<unsigned>(text[size++] - '0');
        if (size == 0 || size > 3 || value > 255)
            return std::nullopt;
        out[part] = static_cast<std::uint8_t>(value);
        text.remove_prefix(size);
        if (part < 3) {
            if (text.empty() || text.front() != '.')
                return std::nullopt;
            text.remove_prefix(1);
        }
    }
    return text.empty() ? std::optional(out) : std::nullopt;
}

std::optional<std::array<std::uint16_t, 8>> readIpv6(std::string_view text) {
    std::array<std::uint16_t, 8> out{};
    std::size_t count = 0;
    std::optional<std::size_t> gap;
    if (text.substr(0, 2) == "::") {
        gap = 0;
        text.remove_prefix(2);
    }
    while (!text.empty()) {
        if (count == 8)
            return std::nullopt;
        if (text.find('.') != std::string_view::npos && text.find(':') == std::string_view::npos) {
            const auto tail = readIpv4(text);
            if (!tail || count > 6)
                return std::nullopt;
            out[count++] = static_cast<std::uint16_t>((*tail)[0] << 8 | (*tail)[1]);
            out[count++] = static_cast<std::uint16_t>((*tail)[2] << 8 | (*tail)[3]);
            break;
        }
        std::size_t size = 0;
        unsigned value = 0;
        for (; size < text.size() && size < 5; ++size) {
            const char c = text[size];
            if (isDigit(c))
                value = value * 16 + static_cast<unsigned>(c - '0');
            else if (isLetter(c) && (c | 0x20) <= 'f')
                value = value * 16 + static_cast<unsigned>((c | 0x20) - 'a' + 10);
            else
                break;
        }
        if (size == 0 || size > 4)
            return std::nullopt;
        out[count++] = static_cast<std::uint16_t>(value);
        text.remove_prefix(size);
        if (text.empty())
            break;
        if (text.front() != ':' || text.size() == 1)
            return std::nullopt;
        text.remove_prefix(1);
        if (text.front() == ':') {
            if (gap)
                return std::nullopt;
            gap = count;
            text.remove_prefix(1);
        }
    }
    if (!gap)
        return count == 8 ? std::optional(out) : std::nullopt;
    if (count == 8)
        return std::nullopt;
    std::array<std::uint16_t, 8> spread{};
    for (std::size_t i = 0; i < *gap; ++i)
        spread[i] = out[i];
    for (std::size_t i = *gap; i < count; ++i)
        spread[8 - count + i] = out[i];
    return spread;
}

} // namespace actionscope::governance::detail
