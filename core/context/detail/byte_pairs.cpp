#include "context/detail/byte_pairs.h"

#include <algorithm>
#include <utf8proc.h>

namespace actionscope::context {
namespace {

/// A longer piece (of a text without any border) is counted in parts of this size: merging is quadratic in it.
constexpr std::size_t LongestPiece = 512;

enum class Class : std::uint8_t { Letter, Digit, Break, Space, Other, End };

struct Character {
    Class kind = Class::End;
    std::size_t size = 0;
};

Character characterAt(std::string_view text, std::size_t at) {
    if (at >= text.size())
        return {};
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
        if ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z')
            return {Class::Letter, 1};
        if (byte >= '0' && byte <= '9')
            return {Class::Digit, 1};
        if (byte == '\n' || byte == '\r')
            return {Class::Break, 1};
        if (byte == ' ' || (byte >= '\t' && byte <= '\f'))
            return {Class::Space, 1};
        return {Class::Other, 1};
    }
    utf8proc_int32_t code = 0;
    const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t *>(text.data() + at),
                                       static_cast<utf8proc_ssize_t>(text.size() - at), &code);
    if (size <= 0)
        return {Class::Other, 1};
    const auto length = static_cast<std::size_t>(size);
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
        return {Class::Letter, length};
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
        return {Class::Digit, length};
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return {Class::Space, length};
    default:
        return {code == 0x85 ? Class::Space : Class::Other, length};
    }
}

std::size_t runEnd(std::string_view text, std::size_t from, Class kind, std::size_t most = 0) {
    std::size_t at = from;
    for (std::size_t taken = 0; most == 0 || taken < most; ++taken) {
        const Character next = characterAt(text, at);
        if (next.kind != kind)
            break;
        at += next.size;
    }
    return at;
}

/// 's, 't, 're, 've, 'm, 'll, 'd; 0 when there is none.
std::size_t contraction(std::string_view text, bool anyCase) {
    if (text.size() < 2 || text[0] != '\'')
        return 0;
    const auto lower = [&](std::size_t at) {
        const char letter = at < text.size() ? text[at] : '\0';
        return anyCase && letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    };
    for (const std::string_view two : {"re", "ve", "ll"})
        if (lower(1) == two[0] && lower(2) == two[1])
            return 3;
    return std::string_view("stmd").find(lower(1)) != std::string_view::npos ? 2 : 0;
}

/// A run of white space, line breaks among it.
std::size_t whiteSpace(std::string_view text, const TokenCounter::Table::Splitting &how) {
    std::size_t end = 0, lastBreak = 0, lastStart = 0;
    for (Character next = characterAt(text, 0); next.kind == Class::Space || next.kind == Class::Break;
         next = characterAt(text, end)) {
        lastStart = end;
        end += next.size;
        if (next.kind == Class::Break)
            lastBreak = end;
    }
    if (how.keepsLineBreaks && lastBreak > 0)
        return lastBreak;
    // The last one goes with the word that follows.
    return end < text.size() && lastStart > 0 ? lastStart : end;
}

} // namespace

std::size_t firstPiece(std::string_view text, const TokenCounter::Table::Splitting &how) {
    if (const std::size_t short_ = contraction(text, how.anyCase))
        return short_;
    const Character first = characterAt(text, 0), second = characterAt(text, first.size);
    const bool space = text[0] == ' ';
    if (first.kind == Class::Letter)
        return runEnd(text, 0, Class::Letter);
    const bool prefix = how.anyPrefix ? first.kind == Class::Space || first.kind == Class::Other : space;
    if (prefix && second.kind == Class::Letter)
        return runEnd(text, first.size, Class::Letter);
    if (first.kind == Class::Digit)
        return runEnd(text, 0, Class::Digit, how.digits);
    if (!how.anyPrefix && space && second.kind == Class::Digit)
        return runEnd(text, 1, Class::Digit, how.digits);
    if (first.kind == Class::Other || (space && second.kind == Class::Other)) {
        const std::size_t end = runEnd(text, first.kind == Class::Other ? 0 : 1, Class::Other);
        return how.keepsLineBreaks ? runEnd(text, end, Class::Break) : end;
    }
    return whiteSpace(text, how);
}

std::uint32_t TokenCounter::Table::rankOf(std::string_view bytes) const {
    const auto found = m_ranks.find(bytes);
    return found == m_ranks.end() ? NoRank : found->second;
}

std::size_t TokenCounter::Table::countPiece(std::string_view piece) const {
    if (piece.size() < 2 || m_ranks.contains(piece))
        return 1;
    // Where the parts begin, and the rank of each with its right neighbour.
    struct Part {
        std::size_t begin;
        std::uint32_t rank;
    };
    std::vector<Part> parts;
    parts.reserve(piece.size() + 1);
    for (std::size_t at = 0; at < piece.size(); ++at)
        parts.push_back({at, at + 2 <= piece.size() ? rankOf(piece.substr(at, 2)) : NoRank});
    const auto endOf = [&](std::size_t part) { return part < parts.size() ? parts[part].begin : piece.size(); };
    const auto joined = [&](std::size_t part) {
        return part + 1 < parts.size() ? rankOf(piece.substr(parts[part].begin, endOf(part + 2) - parts[part].begin))
                                       : NoRank;
    };
    while (parts.size() > 1) {
        const auto best =
            std::min_element(parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.rank < b.rank; });
        if (best->rank == NoRank)
            break;
        const auto at = static_cast<std::size_t>(best - parts.begin());
        parts.erase(best + 1);
        parts[at].rank = joined(at);
        if (at > 0)
            parts[at - 1].rank = joined(at - 1);
    }
    return parts.size();
}

std::size_t TokenCounter::Table::count(std::string_view text) const {
    std::size_t tokens = 0;
    while (!text.empty()) {
        std::size_t piece = firstPiece(text, splitting);
        for (std::size_t at = 0; at < piece; at += LongestPiece)
            tokens += countPiece(text.substr(at, std::min(LongestPiece, piece - at)));
        text.remove_prefix(piece);
    }
    return tokens;
}

} // namespace actionscope::context
