#include "catalog/detail/yaml_spans.h"

#include <algorithm>

namespace actionscope::catalog::detail {
namespace {

constexpr auto None = std::string_view::npos;

bool isBlank(char c) { return c == ' ' || c == '\t'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isBreak(char c) { return c == '\n' || c == '\r'; }

bool isDocumentMarker(std::string_view line) {
    return (line.starts_with("---") || line.starts_with("...")) && (line.size() == 3 || isBlank(line[3]));
}

/// `text` without white space: a plain scalar over several lines is compared with its value this way.
std::string squeezed(std::string_view text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out), [](char c) { return !isBlank(c) && !isBreak(c); });
    return out;
}

} // namespace

std::size_t YamlSpans::lineStart(std::size_t at) const {
    const std::size_t before = at == 0 ? None : m_text.rfind('\n', at - 1);
    return before == None ? 0 : before + 1;
}
std::size_t YamlSpans::nextLine(std::size_t at) const {
    const std::size_t found = m_text.find('\n', at);
    return found == None ? m_text.size() : found + 1;
}
std::size_t YamlSpans::lineEnd(std::size_t at) const {
    const std::size_t found = m_text.find('\n', at);
    if (found == None)
        return m_text.size();
    return found > at && m_text[found - 1] == '\r' ? found - 1 : found;
}
std::size_t YamlSpans::column(std::size_t at) const {
    const std::size_t start = lineStart(at);
    return at - start - (start == 0 && m_text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
}
std::string_view YamlSpans::line(std::size_t start) const { return m_text.substr(start, lineEnd(start) - start); }
std::size_t YamlSpans::indentOf(std::string_view line) const {
    const std::size_t found = line.find_first_not_of(' ');
    return found == None ? line.size() : found;
}
std::string_view YamlSpans::lineEndNear(std::size_t at) const {
    std::size_t found = at == 0 ? None : m_text.rfind('\n', at - 1);
    if (found == None)
        found = m_text.find('\n', at);
    return found != None && found > 0 && m_text[found - 1] == '\r' ? "\r\n" : "\n";
}
bool YamlSpans::firstInLine(std::size_t at) const {
    const std::size_t start = lineStart(at);
    return m_text.substr(start, at - start).find_first_not_of(' ') == None;
}
bool YamlSpans::onlyBlanksAfter(std::size_t at) const {
    return m_text.substr(at, lineEnd(at) - at).find_first_not_of(" \t") == None;
}

std::optional<std::size_t> YamlSpans::quotedEnd(std::size_t at) const {
    const char quote = m_text[at];
    for (std::size_t i = at + 1; i < m_text.size(); ++i) {
        if (quote == '"' && m_text[i] == '\\')
            ++i;
        else if (m_text[i] == quote && quote == '\'' && i + 1 < m_text.size() && m_text[i + 1] == quote)
            ++i;
        else if (m_text[i] == quote)
            return i + 1;
    }
    return std::nullopt;
}

std::optional<std::size_t> YamlSpans::flowEnd(std::size_t at) const {
    std::size_t depth = 0;
    for (std::size_t i = at; i < m_text.size(); ++i) {
        const char c = m_text[i];
        const char before = i == 0 ? '\n' : m_text[i - 1];
        // A quote opens a quoted scalar only where a scalar can begin; inside a plain one it is a letter like any
        // other.
        const bool scalarStart = isBlank(before) || isBreak(before) || std::string_view("[{,:").find(before) != None;
        if ((c == '"' || c == '\'') && scalarStart) {
            const auto end = quotedEnd(i);
            if (!end)
                return std::nullopt;
            i = *end - 1;
        } else if (c == '#' && (isBlank(before) || isBreak(before))) {
            i = lineEnd(i) - 1;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if ((c == ']' || c == '}') && --depth == 0) {
            return i + 1;
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> YamlSpans::blockIndent(std::size_t at, std::ptrdiff_t parentIndent) const {
    const std::string_view header = m_text.substr(at, lineEnd(at) - at);
    for (std::size_t i = 1; i < header.size() && i < 3; ++i) {
        if (header[i] >= '1' && header[i] <= '9')
            return static_cast<std::size_t>(std::max<std::ptrdiff_t>(parentIndent, 0)) +
                   static_cast<std::size_t>(header[i] - '0');
    }
    for (std::size_t start = nextLine(at); start < m_text.size(); start = nextLine(start)) {
        const std::string_view content = line(start);
        const std::size_t indent = indentOf(content);
        if (indent == content.size())
            continue;
        return static_cast<std::ptrdiff_t>(indent) > parentIndent ? std::optional(indent) : std::nullopt;
    }
    return std::nullopt;
}

std::size_t YamlSpans::blockScalarEnd(std::size_t at, std::ptrdiff_t parentIndent) const {
    const std::string_view header = m_text.substr(at, lineEnd(at) - at);
    const bool keep = header.substr(0, 3).find('+') != None;
    const auto indent = blockIndent(at, parentIndent);
    std::size_t end = lineEnd(at);
    for (std::size_t start = nextLine(at); start < m_text.size(); start = nextLine(start)) {
        const std::string_view content = line(start);
        const bool blank = indentOf(content) == content.size();
        if (!blank && (!indent || indentOf(content) < *indent))
            break;
        if (!blank || keep)
            end = lineEnd(start);
    }
    return end;
}

std::optional<std::size_t> YamlSpans::plainEnd(const YamlNode &node, std::size_t at, std::ptrdiff_t parentIndent,
                                               bool inFlow) const {
    std::size_t end = at;
    for (std::size_t i = at; i < m_text.size(); ++i) {
        const char c = m_text[i];
        if (inFlow && std::string_view(",[]{}").find(c) != None)
            break;
        if (c == '#' && i > at && isBlank(m_text[i - 1]))
            break;
        if (inFlow && c == ':' &&
            (i + 1 == m_text.size() || isBlank(m_text[i + 1]) || isBreak(m_text[i + 1]) ||
             std::string_view(",[]{}").find(m_text[i + 1]) != None))
            break;
        if (!isBlank(c) && !isBreak(c)) {
            end = i + 1;
            continue;
        }
        if (c != '\n' || inFlow)
            continue;
        // A block context goes on where a line is indented deeper than what holds the scalar.
        std::size_t next = i + 1;
        while (next < m_text.size() && line(next).find_first_not_of(" \t") == None && nextLine(next) > next)
            next = nextLine(next);
        const std::string_view content = next < m_text.size() ? line(next) : std::string_view();
        const std::size_t first = content.find_first_not_of(" \t");
        if (first == None || content[first] == '#' || isDocumentMarker(content) ||
            static_cast<std::ptrdiff_t>(indentOf(content)) <= parentIndent)
            break;
    }
    if (end == at || squeezed(m_text.substr(at, end - at)) != squeezed(node.value))
        return std::nullopt;
    return end;
}

std::size_t YamlSpans::skipProperties(std::size_t at) const {
    while (at < m_text.size() && (m_text[at] == '&' || m_text[at] == '!')) {
        while (at < m_text.size() && !isBlank(m_text[at]) && !isBreak(m_text[at]))
            ++at;
        while (at < m_text.size() && (isBlank(m_text[at]) || isBreak(m_text[at]) || m_text[at] == '#'))
            at = m_text[at] == '#' ? lineEnd(at) : at + 1;
    }
    return at;
}

std::optional<std::size_t> YamlSpans::end(const YamlNode &node, std::ptrdiff_t parentIndent, bool inFlow) const {
    std::size_t at = node.offset;
    if (node.alias) {
        if (at >= m_text.size() || m_text[at] != '*')
            return std::nullopt;
        const std::size_t found = m_text.find_first_of(" \t\r\n,]}", at);
        return found == None ? m_text.size() : found;
    }
    if (node.anchored || node.tagged)
        at = skipProperties(at);
    if (at >= m_text.size())
        return std::nullopt;
    if (node.isScalar()) {
        const char c = m_text[at];
        if (c == '"' || c == '\'')
            return node.plain ? std::nullopt : quotedEnd(at);
        if ((c == '|' || c == '>') && !node.plain && !inFlow)
            return blockScalarEnd(at, parentIndent);
        return plainEnd(node, at, parentIndent, inFlow);
    }
    if (node.flow)
        return m_text[at] == '[' || m_text[at] == '{' ? flowEnd(at) : std::nullopt;
    if (node.isSequence()) {
        if (node.items.empty() || m_text[at] != '-')
            return std::nullopt;
        return end(*node.items.back(), static_cast<std::ptrdiff_t>(column(at)), false);
    }
    if (node.isMap() && node.lastWritten.key != nullptr) {
        const auto last = member(node, node.lastWritten);
        return last ? std::optional(last->end) : std::nullopt;
    }
    return std::nullopt;
}

std::optional<MemberSpan> YamlSpans::member(const YamlNode &map, const YamlMember &member) const {
    const YamlNode &key = *member.key;
    if (member.merged || key.alias || key.anchored || key.tagged || key.offset >= m_text.size())
        return std::nullopt;
    MemberSpan span{key.offset, 0, 0, 0, false};
    std::size_t at = key.offset;
    if (key.plain) {
        if (m_text.substr(at, key.value.size()) != key.value)
            return std::nullopt;
        at += key.value.size();
    } else {
        if (m_text[at] != '"' && m_text[at] != '\'')
            return std::nullopt;
        const auto keyEnd = quotedEnd(at);
        if (!keyEnd)
            return std::nullopt;
        at = *keyEnd;
    }
    while (at < m_text.size() && isBlank(m_text[at]))
        ++at;
    if (at >= m_text.size() || m_text[at] != ':')
        return std::nullopt;
    span.colon = at;
    const auto indent = static_cast<std::ptrdiff_t>(map.flow ? 0 : column(key.offset));
    const YamlNode &value = *member.value;
    if (value.isNull() && !value.alias && !value.anchored && !value.tagged) {
        // An empty value has the mark of whatever comes next, a written one (`~`, `null`) its own.
        std::size_t word = at + 1;
        while (word < m_text.size() && isBlank(m_text[word]))
            ++word;
        std::size_t wordEnd = word;
        while (wordEnd < m_text.size() && (m_text[wordEnd] == '~' || isLetter(m_text[wordEnd])))
            ++wordEnd;
        const std::string_view written = m_text.substr(word, wordEnd - word);
        span.empty = written != "~" && written != "null" && written != "Null" && written != "NULL";
        span.value = span.empty ? at + 1 : word;
        span.end = span.empty ? at + 1 : wordEnd;
        return span;
    }
    span.value = value.offset;
    const auto valueEnd = end(value, indent, map.flow);
    if (!valueEnd || value.offset <= at)
        return std::nullopt;
    span.end = *valueEnd;
    return span;
}

} // namespace actionscope::catalog::detail
