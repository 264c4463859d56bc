#include "upstream/detail/reply_text.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace actionscope::upstream::detail {
namespace {

char32_t decode(std::string_view valid, std::size_t at, std::size_t &size) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(valid[at + i]); };
    const unsigned char first = byte(0);
    size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    char32_t c = size == 1 ? first : first & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i)
        c = c << 6U | (byte(i) & 0x3FU);
    return c;
}

bool isDropped(char32_t c) {
    return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c <= 0x9F) || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069) || (c >= 0xE0000 && c <= 0xE007F);
}

/// Past a terminal sequence (ECMA-48) that starts at `at` with ESC.
std::size_t skipEscape(std::string_view text, std::size_t at) {
    ++at;
    if (at >= text.size())
        return at;
    const char kind = text[at];
    if (kind == '[') {
        for (++at; at < text.size() && text[at] >= 0x20 && text[at] < 0x40;)
            ++at;
        return at < text.size() && text[at] >= 0x40 && text[at] < 0x7F ? at + 1 : at;
    }
    if (kind == ']') { // an operating system command ends with BEL or ESC \; one that does not end is no command
        const std::size_t end = text.find_first_of("\a\x1b\n", at);
        if (end == std::string_view::npos || text[end] == '\n')
            return at;
        return text[end] == '\a' ? end + 1 : std::min(end + 2, text.size());
    }
    return at;
}

bool startsWithTag(std::string_view html, std::size_t at, std::string_view tag) {
    if (html.size() - at < tag.size() + 1 || toLowerAscii(html.substr(at + 1, tag.size())) != tag)
        return false;
    const char next = at + 1 + tag.size() < html.size() ? html[at + 1 + tag.size()] : '>';
    return next == '>' || next == '/' || next == ' ' || next == '\t' || next == '\n' || next == '\r';
}

void appendCodePoint(std::string &out, std::uint32_t c) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0U | c >> 6U);
        out += static_cast<char>(0x80U | (c & 0x3FU));
    } else if (c < 0x10000) {
        out += static_cast<char>(0xE0U | c >> 12U);
        out += static_cast<char>(0x80U | (c >> 6U & 0x3FU));
        out += static_cast<char>(0x80U | (c & 0x3FU));
    } else {
        out += static_cast<char>(0xF0U | c >> 18U);
        out += static_cast<char>(0x80U | (c >> 12U & 0x3FU));
        out += static_cast<char>(0x80U | (c >> 6U & 0x3FU));
        out += static_cast<char>(0x80U | (c & 0x3FU));
    }
}

/// Appends what the entity at `at` stands for and returns how long it is; 0 when it is none.
std::size_t entity(std::string_view html, std::size_t at, std::string &out) {
    const std::size_t end = html.substr(at, 12).find(';');
    if (end == std::string_view::npos)
        return 0;
    const std::string_view name = html.substr(at + 1, end - 1);
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 9> Named{{{"amp", "&"},
                                                                                         {"lt", "<"},
                                                                                         {"gt", ">"},
                                                                                         {"quot", "\""},
                                                                                         {"apos", "'"},
                                                                                         {"nbsp", " "},
                                                                                         {"copy", "©"},
                                                                                         {"ndash", "–"},
                                                                                         {"mdash", "—"}}};
    for (const auto &[key, text] : Named) {
        if (key == name) {
            out += text;
            return end + 1;
        }
    }
    if (name.size() < 2 || name[0] != '#')
        return 0;
    const bool isHex = name[1] == 'x' || name[1] == 'X';
    std::uint32_t code = 0;
    for (const char c : name.substr(isHex ? 2 : 1)) {
        const std::size_t digit = std::string_view("0123456789abcdef").find(c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c);
        if (digit == std::string_view::npos || digit >= (isHex ? 16U : 10U))
            return 0;
        code = code * (isHex ? 16U : 10U) + static_cast<std::uint32_t>(digit);
    }
    if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return 0;
    appendCodePoint(out, code);
    return end + 1;
}

bool isBlock(std::string_view html, std::size_t at) {
    static constexpr std::string_view Tags[] = {"p",     "div",     "br",      "li",     "tr",     "h1",   "h2",
                                                "h3",    "h4",      "h5",      "ul",     "ol",     "hr",   "pre",
                                                "table", "section", "article", "header", "footer", "title"};
    const std::size_t name = at + 1 < html.size() && html[at + 1] == '/' ? at + 1 : at;
    return std::any_of(std::begin(Tags), std::end(Tags),
                       [&](std::string_view tag) { return startsWithTag(html, name, tag); });
}

} // namespace

std::string cleanText(std::string_view raw) {
    const std::string valid = toValidUtf8(raw);
    const std::string_view text = valid;
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\x1b') {
            at = skipEscape(text, at);
            continue;
        }
        if (text[at] == '\r') {
            out += '\n';
            at += at + 1 < text.size() && text[at + 1] == '\n' ? 2 : 1;
            continue;
        }
        std::size_t size = 0;
        if (!isDropped(decode(text, at, size)))
            out.append(text, at, size);
        at += size;
    }
    return out;
}

bool cleanValue(json::value &value) {
    bool changed = false;
    if (json::string *text = value.if_string()) {
        const std::string clean = cleanText(*text);
        changed = clean != std::string_view(*text);
        if (changed)
            *text = json::string_view(clean);
    } else if (json::array *list = value.if_array()) {
        for (json::value &element : *list)
            changed = cleanValue(element) || changed;
    } else if (json::object *object = value.if_object()) {
        bool keys = false;
        for (auto &pair : *object) {
            changed = cleanValue(pair.value()) || changed;
            keys = keys || cleanText(pair.key()) != std::string_view(pair.key());
        }
        if (keys) {
            json::object renamed(object->storage());
            for (auto &pair : *object)
                renamed.insert_or_assign(cleanText(pair.key()), std::move(pair.value()));
            *object = std::move(renamed);
            changed = true;
        }
    }
    return changed;
}

std::string textOfHtml(std::string_view html) {
    std::string out;
    const auto newLine = [&] {
        while (!out.empty() && out.back() == ' ')
            out.pop_back();
        if (!out.empty() && out.back() != '\n')
            out += '\n';
    };
    for (std::size_t at = 0; at < html.size();) {
        const char c = html[at];
        if (c == '<') {
            if (html.compare(at, 4, "<!--") == 0) {
                const std::size_t end = html.find("-->", at + 4);
                at = end == std::string_view::npos ? html.size() : end + 3;
                continue;
            }
            bool skipped = false;
            for (const std::string_view tag : {"script", "style", "noscript", "svg", "template"}) {
                if (!startsWithTag(html, at, tag))
                    continue;
                // Forward to the end tag; each byte is looked at once since the search goes on from there.
                std::size_t end = at;
                do
                    end = html.find("</", end + 1);
                while (end != std::string_view::npos && !startsWithTag(html, end + 1, tag));
                at = end == std::string_view::npos ? html.size() : end;
                skipped = true;
                break;
            }
            if (skipped && at >= html.size())
                break;
            if (isBlock(html, at))
                newLine();
            const std::size_t end = html.find('>', at);
            at = end == std::string_view::npos ? html.size() : end + 1;
            continue;
        }
        if (c == '&') {
            if (const std::size_t size = entity(html, at, out); size > 0) {
                at += size;
                continue;
            }
        }
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
            if (!out.empty() && out.back() != ' ' && out.back() != '\n')
                out += ' ';
        } else {
            out += c;
        }
        ++at;
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '\n'))
        out.pop_back();
    return out;
}

std::string fromLatin1(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    for (const char c : bytes)
        appendCodePoint(out, static_cast<unsigned char>(c));
    return out;
}

} // namespace actionscope::upstream::detail
