#include "upstream/detail/encoding.h"

#include <cstdint>

namespace actionscope::upstream::detail {
namespace {

constexpr std::string_view Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool isUnreserved(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_' || c == '~';
}

int hexValue(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool isEscape(std::string_view text, std::size_t at) {
    return at + 2 < text.size() && text[at] == '%' && hexValue(text[at + 1]) >= 0 && hexValue(text[at + 2]) >= 0;
}

void appendEscape(std::string &out, char c) {
    constexpr std::string_view Digits = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += Digits[byte >> 4U];
    out += Digits[byte & 15U];
}

} // namespace

std::string percentEncoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (isUnreserved(c))
            out += c;
        else
            appendEscape(out, c);
    }
    return out;
}

std::string literalEncoded(std::string_view text, bool isPath) {
    const std::string_view allowed = isPath ? "!$&'()*+,;=:@/" : "!$&'()*+,;=:@/?";
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isUnreserved(text[i]) || allowed.find(text[i]) != std::string_view::npos || isEscape(text, i))
            out += text[i];
        else
            appendEscape(out, text[i]);
    }
    return out;
}

std::string percentDecoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (isEscape(text, i)) {
            out += static_cast<char>(hexValue(text[i + 1]) * 16 + hexValue(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string base64Encoded(std::string_view bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t j = 0; j < 3; ++j)
            group = group << 8U | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            out += j > bytes.size() - i ? '=' : Alphabet[group >> (18 - 6 * j) & 63U];
    }
    return out;
}

std::optional<std::string> base64Decoded(std::string_view text) {
    std::string out;
    std::uint32_t group = 0;
    unsigned count = 0, padding = 0;
    for (const char given : text) {
        if (given == '\n' || given == '\r')
            continue;
        if (given == '=') {
            if (++padding > 2)
                return {};
            continue;
        }
        const char c = given == '-' ? '+' : given == '_' ? '/' : given;
        const std::size_t value = Alphabet.find(c);
        if (value == std::string_view::npos || padding > 0)
            return {};
        group = group << 6U | static_cast<std::uint32_t>(value);
        if (++count == 4) {
            for (unsigned shift : {16U, 8U, 0U})
                out += static_cast<char>(group >> shift & 255U);
            group = count = 0;
        }
    }
    if (count == 1 || (padding > 0 && count + padding != 4))
        return {};
    if (count >= 2)
        out += static_cast<char>(group >> (count == 2 ? 4U : 10U) & 255U);
    if (count == 3)
        out += static_cast<char>(group >> 2U & 255U);
    return out;
}

} // namespace actionscope::upstream::detail
