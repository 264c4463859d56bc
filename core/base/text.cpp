#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

namespace actionscope {
namespace {

bool isUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool isLower(char c) { return c >= 'a' && c <= 'z'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isAlnum(char c) { return isUpper(c) || isLower(c) || isDigit(c); }
char lower(char c) { return isUpper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

/// Length of the valid UTF-8 sequence at the start of `text` and its code point; 0 when it is not valid.
std::size_t decode(std::string_view text, char32_t &codePoint) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const auto tail = [&](std::size_t i) { return i < text.size() && (byte(i) & 0xC0U) == 0x80U; };
    const unsigned char first = byte(0);
    if (first < 0x80) {
        codePoint = first;
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF && tail(1)) {
        codePoint = char32_t((first & 0x1FU) << 6 | (byte(1) & 0x3FU));
        return 2;
    }
    if ((first & 0xF0U) == 0xE0 && tail(1) && tail(2)) {
        codePoint = char32_t((first & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU));
        return codePoint >= 0x800 && (codePoint < 0xD800 || codePoint > 0xDFFF) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4 && tail(1) && tail(2) && tail(3)) {
        codePoint =
            char32_t((first & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 | (byte(3) & 0x3FU));
        return codePoint >= 0x10000 && codePoint <= 0x10FFFF ? 4 : 0;
    }
    return 0;
}

/// Control and format characters that a reader cannot see or that reorder what they see: C0/C1 controls, soft hyphen,
/// zero-width and bidirectional marks, invisible operators, variation selectors, fillers, tags, private use
/// (Unicode 15, general categories Cc, Cf, Co, and the default-ignorable fillers).
bool isInvisible(char32_t c) {
    if (c < 0x20 || (c >= 0x7F && c <= 0x9F))
        return c != '\n' && c != '\t' && c != '\r';
    if (c < 0xAD)
        return false;
    static constexpr std::array<std::pair<char32_t, char32_t>, 17> Ranges{{{0xAD, 0xAD},
                                                                           {0x34F, 0x34F},
                                                                           {0x600, 0x605},
                                                                           {0x61C, 0x61C},
                                                                           {0x115F, 0x1160},
                                                                           {0x17B4, 0x17B5},
                                                                           {0x180B, 0x180F},
                                                                           {0x200B, 0x200F},
                                                                           {0x2028, 0x202E},
                                                                           {0x2060, 0x206F},
                                                                           {0x3164, 0x3164},
                                                                           {0xE000, 0xF8FF},
                                                                           {0xFEFF, 0xFEFF},
                                                                           {0xFFA0, 0xFFA0},
                                                                           {0xFFF0, 0xFFFB},
                                                                           {0xE0000, 0xE0FFF},
                                                                           {0xF0000, 0x10FFFF}}};
    return std::any_of(Ranges.begin(), Ranges.end(),
                       [c](const auto &range) { return c >= range.first && c <= range.second; });
}

std::string slug(std::string_view text, char filler, bool toLower) {
    std::string out;
    out.reserve(text.size());
    bool pending = false;
    for (const char c : text) {
        if (!isAlnum(c)) {
            pending = !out.empty();
            continue;
        }
        if (pending)
            out += filler;
        pending = false;
        out += toLower ? lower(c) : c;
    }
    return out;
}

} // namespace

std::optional<std::size_t> firstInvalidUtf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        if (static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        char32_t ignored = 0;
        const std::size_t length = decode(text.substr(at), ignored);
        if (length == 0)
            return at;
        at += length;
    }
    return std::nullopt;
}

std::string toValidUtf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        char32_t ignored = 0;
        const std::size_t length = decode(text, ignored);
        out += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return out;
}

std::string_view truncateUtf8(std::string_view text, std::size_t maxBytes) {
    if (text.size() <= maxBytes)
        return text;
    std::size_t end = maxBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end);
}

std::string serviceId(std::string_view text) { return slug(text, '-', true); }
std::string actionName(std::string_view text) { return slug(text, '_', false); }

std::string toLowerAscii(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

std::string revealInvisible(std::string_view text, bool keepLines) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        char32_t c = 0;
        const std::size_t length = decode(text, c);
        if (length == 0) {
            out += "\xEF\xBF\xBD";
            text.remove_prefix(1);
            continue;
        }
        if (c == '\n' || c == '\t' || c == '\r') {
            if (keepLines)
                out += static_cast<char>(c);
            else
                out += ' ';
        } else if (isInvisible(c)) {
            std::array<char, 16> token{};
            std::snprintf(token.data(), token.size(), "U+%04X", static_cast<unsigned>(c));
            out += "⟦";
            out += token.data();
            out += "⟧";
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    return out;
}

bool hasInvisible(std::string_view text) {
    while (!text.empty()) {
        char32_t c = 0;
        const std::size_t length = decode(text, c);
        if (length == 0 || isInvisible(c))
            return true;
        text.remove_prefix(length);
    }
    return false;
}

std::vector<std::string> identifierWords(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    const auto flush = [&] {
        if (!word.empty())
            words.push_back(std::move(word));
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool other = static_cast<unsigned char>(c) >= 0x80;
        if (!isAlnum(c) && !other) {
            flush();
            continue;
        }
        if (!word.empty()) {
            const char before = text[i - 1];
            const bool camel = isUpper(c) && (isLower(before) || isDigit(before));
            const bool acronymEnd = isUpper(c) && isUpper(before) && i + 1 < text.size() && isLower(text[i + 1]);
            if (camel || acronymEnd || isDigit(c) != isDigit(before))
                flush();
        }
        word += lower(c);
    }
    flush();
    return words;
}

namespace {

/// The same distance for a pattern of up to 64 bytes, a column of the table at a time in the bits of one word: Hyyrö,
/// "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003. A tenth of the time.
std::size_t shortEditDistance(std::string_view pattern, std::string_view text, std::size_t limit) {
    std::array<std::uint64_t, 256> places{}; // of each byte in the pattern
    for (std::size_t i = 0; i < pattern.size(); ++i)
        places[static_cast<unsigned char>(pattern[i])] |= std::uint64_t(1) << i;
    const std::uint64_t last = std::uint64_t(1) << (pattern.size() - 1);
    std::uint64_t higher = ~std::uint64_t(0), lower = 0, diagonal = 0, before = 0;
    std::size_t distance = pattern.size();
    for (std::size_t j = 0; j < text.size(); ++j) {
        const std::uint64_t here = places[static_cast<unsigned char>(text[j])];
        const std::uint64_t swapped = ((~diagonal & here) << 1) & before;
        diagonal = (((here & higher) + higher) ^ higher) | here | lower | swapped;
        std::uint64_t up = lower | ~(diagonal | higher), down = diagonal & higher;
        distance += (up & last) != 0 ? 1 : 0;
        distance -= (down & last) != 0 ? 1 : 0;
        // Each byte that is left can take one off at most.
        if (distance > limit + (text.size() - 1 - j))
            return limit + 1;
        up = (up << 1) | 1;
        down <<= 1;
        higher = down | ~(diagonal | up);
        lower = up & diagonal;
        before = here;
    }
    return std::min(distance, limit + 1);
}

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b, std::size_t limit) {
    if (a.size() > b.size())
        std::swap(a, b);
    if (b.size() - a.size() > limit)
        return limit + 1;
    if (!a.empty() && a.size() <= 64)
        return shortEditDistance(a, b, limit);
    std::vector<std::size_t> beforeLast(b.size() + 1), last(b.size() + 1), current(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        std::size_t best = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
            current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + cost});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = std::min(current[j], beforeLast[j - 2] + 1);
            best = std::min(best, current[j]);
        }
        if (best > limit)
            return limit + 1;
        std::swap(beforeLast, last);
        std::swap(last, current);
    }
    return std::min(last[b.size()], limit + 1);
}

} // namespace actionscope
