#include "schema/detail/pattern.h"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>

namespace actionscope::schema::detail {

namespace {

constexpr std::size_t LongestPattern = 16'384;
constexpr std::int64_t PatternMemory = 4 << 20; ///< bytes of one compiled pattern: what a long repetition may cost

/// White space and line ends of ECMAScript, as members of a class.
constexpr std::string_view Space = R"(\t\n\v\f\r \x{a0}\x{feff}\p{Z})";

int hexDigit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

std::string codePoint(std::uint32_t value) {
    char text[16];
    std::snprintf(text, sizeof text, "\\x{%x}", value);
    return text;
}

/// Long names of general categories; RE2 knows the short ones, and scripts by their names.
std::string_view propertyName(std::string_view name) {
    for (const std::string_view prefix : {"General_Category=", "gc=", "Script=", "sc=", "Script_Extensions=", "scx="}) {
        if (name.substr(0, prefix.size()) == prefix)
            name.remove_prefix(prefix.size());
    }
    static constexpr std::pair<std::string_view, std::string_view> Names[] = {{"Letter", "L"},
                                                                              {"Lowercase_Letter", "Ll"},
                                                                              {"Uppercase_Letter", "Lu"},
                                                                              {"Titlecase_Letter", "Lt"},
                                                                              {"Modifier_Letter", "Lm"},
                                                                              {"Other_Letter", "Lo"},
                                                                              {"Mark", "M"},
                                                                              {"Nonspacing_Mark", "Mn"},
                                                                              {"Spacing_Mark", "Mc"},
                                                                              {"Enclosing_Mark", "Me"},
                                                                              {"Number", "N"},
                                                                              {"Decimal_Number", "Nd"},
                                                                              {"digit", "Nd"},
                                                                              {"Letter_Number", "Nl"},
                                                                              {"Other_Number", "No"},
                                                                              {"Punctuation", "P"},
                                                                              {"punct", "P"},
                                                                              {"Symbol", "S"},
                                                                              {"Math_Symbol", "Sm"},
                                                                              {"Currency_Symbol", "Sc"},
                                                                              {"Separator", "Z"},
                                                                              {"Space_Separator", "Zs"},
                                                                              {"Other", "C"},
                                                                              {"Control", "Cc"}};
    for (const auto &[full, brief] : Names) {
        if (name == full)
            return brief;
    }
    return name;
}

class Translator {
public:
    explicit Translator(std::string_view pattern)
        : m_in(pattern) {}

    Result<std::string> run() {
        while (m_at < m_in.size()) {
            const char c = m_in[m_at];
            Result<void> done;
            if (c == '\\')
                done = escape();
            else if (m_inClass)
                classMember(c);
            else
                done = plain(c);
            if (!done)
                return fail(done.error());
        }
        return std::move(m_out);
    }

private:
    Result<void> plain(char c) {
        const std::string_view rest = m_in.substr(m_at);
        if (c == '[') {
            if (rest.substr(0, 3) == "[^]")
                take(3, "(?s:.)");
            else if (rest.substr(0, 2) == "[]")
                take(2, R"([^\x00-\x{10FFFF}])");
            else if (rest.substr(0, 2) == "[^") {
                take(2, "[^");
                m_inClass = true;
            } else {
                take(1, "[");
                m_inClass = true;
            }
        } else if (c == '.') {
            take(1, R"([^\n\r\x{2028}\x{2029}])");
        } else if (rest.substr(0, 3) == "(?=" || rest.substr(0, 3) == "(?!" || rest.substr(0, 4) == "(?<=" ||
                   rest.substr(0, 4) == "(?<!") {
            return fail(ErrorCode::InvalidArgument, "look-around is not supported: it has no linear-time form");
        } else if (rest.substr(0, 3) == "(?<") {
            take(3, "(?P<");
        } else if (rest.substr(0, 2) == "(?" && rest.substr(0, 3) != "(?:") {
            return fail(ErrorCode::InvalidArgument, "an unknown kind of group");
        } else {
            take(1, {&c, 1});
        }
        return {};
    }
    void classMember(char c) {
        if (c == '[') {
            take(1, "\\["); // else RE2 would look for a POSIX class
        } else {
            m_inClass = c != ']';
            take(1, {&c, 1});
        }
    }
    Result<void> escape() {
        if (m_at + 1 == m_in.size())
            return fail(ErrorCode::InvalidArgument, "it ends in a backslash");
        const char c = m_in[m_at + 1];
        switch (c) {
        case 'd':
        case 'D':
        case 'w':
        case 'W':
        case 'f':
        case 'n':
        case 'r':
        case 't':
        case 'v':
            take(2, m_in.substr(m_at, 2));
            return {};
        case 'b':
            take(2, m_inClass ? "\\x{8}" : "\\b");
            return {};
        case 'B':
            take(2, "\\B");
            return {};
        case 's':
            take(2, m_inClass ? std::string(Space) : "[" + std::string(Space) + "]");
            return {};
        case 'S':
            take(2, m_inClass ? std::string("\\S") : "[^" + std::string(Space) + "]");
            return {};
        case '0':
            take(2, "\\x{0}");
            return {};
        case 'u':
        case 'x':
            return codeEscape(c);
        case 'c':
            if (m_at + 2 < m_in.size() && (m_in[m_at + 2] | 0x20) >= 'a' && (m_in[m_at + 2] | 0x20) <= 'z') {
                take(3, codePoint(static_cast<std::uint32_t>(m_in[m_at + 2]) & 31));
                return {};
            }
            break;
        case 'p':
        case 'P':
            return property(c);
        default:
            break;
        }
        if (c >= '1' && c <= '9')
            return fail(ErrorCode::InvalidArgument, "back references are not supported: they have no linear-time form");
        if (c == 'k')
            return fail(ErrorCode::InvalidArgument, "named back references are not supported");
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
            return fail(ErrorCode::InvalidArgument, std::string("there is no escape \\") + c);
        if (static_cast<unsigned char>(c) >= 0x80)
            take(1, {}); // the character itself follows
        else
            take(2, codePoint(static_cast<std::uint32_t>(c)));
        return {};
    }
    std::optional<std::uint32_t> hexAt(std::size_t at, std::size_t count) const {
        if (at + count > m_in.size())
            return std::nullopt;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            if (hexDigit(m_in[at + i]) < 0)
                return std::nullopt;
            value = value * 16 + static_cast<std::uint32_t>(hexDigit(m_in[at + i]));
        }
        return value;
    }
    Result<void> codeEscape(char kind) {
        if (kind == 'u' && m_at + 2 < m_in.size() && m_in[m_at + 2] == '{') {
            const std::size_t end = m_in.find('}', m_at);
            if (end != std::string_view::npos && end - m_at > 3 && end - m_at <= 9) {
                if (const auto value = hexAt(m_at + 3, end - m_at - 3)) {
                    take(end - m_at + 1, codePoint(*value));
                    return {};
                }
            }
        } else if (const auto value = hexAt(m_at + 2, kind == 'u' ? 4 : 2)) {
            // Two escapes of surrogates are one character.
            if (*value >= 0xD800 && *value < 0xDC00 && m_in.substr(m_at + 6, 2) == "\\u") {
                const auto low = hexAt(m_at + 8, 4);
                if (low && *low >= 0xDC00 && *low < 0xE000) {
                    take(12, codePoint(0x10000 + ((*value - 0xD800) << 10) + (*low - 0xDC00)));
                    return {};
                }
            }
            take(kind == 'u' ? 6 : 4, codePoint(*value));
            return {};
        }
        return fail(ErrorCode::InvalidArgument, "an incomplete escape of a code point");
    }
    Result<void> property(char kind) {
        const std::size_t end = m_in.find('}', m_at);
        if (m_at + 2 >= m_in.size() || m_in[m_at + 2] != '{' || end == std::string_view::npos)
            return fail(ErrorCode::InvalidArgument, "an incomplete property escape");
        const std::string_view name = propertyName(m_in.substr(m_at + 3, end - m_at - 3));
        take(end - m_at + 1, std::string("\\") + kind + "{" + std::string(name) + "}");
        return {};
    }
    void take(std::size_t count, std::string_view out) {
        m_at += count;
        m_out.append(out);
    }

    std::string_view m_in;
    std::size_t m_at = 0;
    std::string m_out;
    bool m_inClass = false;
};

} // namespace

Result<std::string> translatePattern(std::string_view pattern) {
    if (pattern.size() > LongestPattern)
        return fail(ErrorCode::LimitExceeded, "longer than " + std::to_string(LongestPattern) + " bytes");
    return Translator(pattern).run();
}

Result<std::shared_ptr<const RE2>> compilePattern(std::string_view pattern) {
    const auto translated = translatePattern(pattern);
    if (!translated)
        return fail(translated.error());
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(PatternMemory);
    auto compiled = std::make_shared<const RE2>(*translated, options);
    if (!compiled->ok())
        return fail(ErrorCode::InvalidArgument, "RE2 does not take it: " + compiled->error());
    return compiled;
}

} // namespace actionscope::schema::detail
