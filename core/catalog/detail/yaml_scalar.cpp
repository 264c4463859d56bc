#include "catalog/detail/yaml_scalar.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

namespace actionscope::catalog::detail {
namespace {

bool hasControl(std::string_view text) {
    return std::any_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Whether some YAML reader takes the bare word for something other than text (YAML 1.1's booleans, numbers, dates).
bool resolvesToOther(std::string_view text) {
    static constexpr std::array<std::string_view, 9> Words{"null", "true", "false", "yes", "no", "on", "off", "y", "n"};
    const std::string lower = toLowerAscii(text);
    if (std::find(Words.begin(), Words.end(), lower) != Words.end())
        return true;
    return isDigit(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
               return isLetter(c) || isDigit(c) || c == '_' || c == '.' || c == ':' || c == '+' || c == '-';
           });
}

bool plainSafe(std::string_view text, bool inFlow) {
    if (text.empty() || hasControl(text) || hasInvisible(text))
        return false;
    const char first = text.front();
    if (!isLetter(first) && !isDigit(first) && static_cast<unsigned char>(first) < 0x80 &&
        std::string_view("/_($").find(first) == std::string_view::npos)
        return false;
    if (text.back() == ' ' || text.back() == ':' || text.find(": ") != std::string_view::npos ||
        text.find(" #") != std::string_view::npos)
        return false;
    if (inFlow && text.find_first_of(",[]{}:?#*") != std::string_view::npos)
        return false;
    return !resolvesToOther(text);
}

std::string doubleQuoted(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const char c = text.front();
        std::size_t length = 1;
        const auto lead = static_cast<unsigned char>(c);
        if (lead >= 0x80)
            length = std::min<std::size_t>(lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2, text.size());
        const std::string_view character = text.substr(0, length);
        text.remove_prefix(length);
        switch (c) {
        case '"':
            out += "\\\"";
            continue;
        case '\\':
            out += "\\\\";
            continue;
        case '\n':
            out += "\\n";
            continue;
        case '\r':
            out += "\\r";
            continue;
        case '\t':
            out += "\\t";
            continue;
        default:
            break;
        }
        if (lead >= 0x20 && lead != 0x7F && (lead < 0x80 || !hasInvisible(character))) {
            out += character;
            continue;
        }
        std::uint32_t code = length == 1 ? lead : lead & (0xFFU >> (length + 1));
        for (const char tail : character.substr(1))
            code = code << 6 | (static_cast<unsigned char>(tail) & 0x3FU);
        std::array<char, 16> escape{};
        std::snprintf(escape.data(), escape.size(),
                      code > 0xFFFF ? "\\U%08x"
                      : code > 0xFF ? "\\u%04x"
                                    : "\\x%02x",
                      static_cast<unsigned>(code));
        out += escape.data();
    }
    return out + '"';
}

} // namespace

std::string inlineScalar(std::string_view text, ScalarStyle style, bool inFlow) {
    if (style == ScalarStyle::Plain && plainSafe(text, inFlow))
        return std::string(text);
    if (style == ScalarStyle::Single && !hasControl(text) && !hasInvisible(text)) {
        std::string out = "'";
        for (const char c : text)
            out += c == '\'' ? std::string("''") : std::string(1, c);
        return out + '\'';
    }
    return doubleQuoted(text);
}

std::optional<std::string> literalScalar(std::string_view text, std::size_t indent, std::string_view lineEnd) {
    std::string_view rest = text;
    const bool final = rest.ends_with('\n');
    if (final)
        rest.remove_suffix(1);
    if (rest.empty() || rest.front() == ' ' || rest.front() == '\n' || rest.ends_with('\n') || hasInvisible(rest))
        return std::nullopt;
    std::string out = final ? "|" : "|-";
    while (true) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        if (hasControl(line) || line.ends_with(' '))
            return std::nullopt;
        out += lineEnd;
        if (!line.empty())
            out.append(indent, ' ').append(line);
        if (end == std::string_view::npos)
            return out;
        rest.remove_prefix(end + 1);
    }
}

} // namespace actionscope::catalog::detail
