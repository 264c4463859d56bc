#include "risk/detail/rules.h"

#include <array>

namespace actionscope::risk::detail {
namespace {

constexpr std::array<std::string_view, 21> ConditionNames{
    "path_begins",  "path_has",    "path_ends", "path_is", "last_begins", "under",   "path_calls",
    "name_begins",  "name_has",    "name_ends", "has",     "ends_at",     "deletes", "collection",
    "name_repeats", "no_selector", "catch_all", "bare",    "has_body",    "methods", "tier_is"};

bool isBorder(char c) {
    switch (c) {
    case '/':
    case ':':
    case '.':
    case '#':
    case '?':
    case '&':
    case '=':
    case ',':
    case ';':
    case '(':
    case ')':
    case '\'':
        return true;
    default:
        return false;
    }
}

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// `.json` and the like say how the answer is written, not what the path ends at.
std::string_view withoutFormat(std::string_view path) {
    while (endsWith(path, "/"))
        path.remove_suffix(1);
    for (const std::string_view end :
         {".json", ".xml", ".html", ".csv", ".{format}", ".{_format}", "{format}", "{_format}"}) {
        if (endsWith(path, end) && path.size() > end.size() && path[path.size() - end.size() - 1] != '/')
            return path.substr(0, path.size() - end.size());
    }
    return path;
}

} // namespace

std::string_view conditionName(Condition::Kind kind) { return ConditionNames[static_cast<std::size_t>(kind)]; }
bool takesWords(Condition::Kind kind) { return kind <= Condition::Kind::Deletes; }

std::string sourceOf(const Location &where) {
    return where.line == 0 ? where.file : where.file + ":" + std::to_string(where.line);
}

PathItems::PathItems(std::string_view path)
    : m_rest(withoutFormat(path)) {}

bool PathItems::next(PathItem &item) {
    while (!m_rest.empty() && isBorder(m_rest.front()))
        m_rest.remove_prefix(1);
    if (m_rest.empty())
        return false;
    if (m_rest.front() == '{') {
        const std::size_t close = m_rest.find('}');
        item.text = m_rest.substr(1, close == std::string_view::npos ? close : close - 1);
        item.parameter = true;
        m_rest.remove_prefix(close == std::string_view::npos ? m_rest.size() : close + 1);
        return true;
    }
    std::size_t end = 0;
    while (end < m_rest.size() && !isBorder(m_rest[end]) && m_rest[end] != '{')
        ++end;
    item.text = m_rest.substr(0, end);
    item.parameter = false;
    m_rest.remove_prefix(end);
    return true;
}

std::string_view callWord(std::string_view path) {
    const std::size_t start = path.find_first_of("#?");
    const std::size_t equals = start == std::string_view::npos ? start : path.find('=', start);
    if (equals == std::string_view::npos)
        return {};
    const std::size_t border = path.find_last_of("#?&", equals);
    return path.substr(border + 1, equals - border - 1);
}

std::string pluralOf(std::string word) {
    const char last = word.back();
    const bool vowelBefore =
        word.size() > 1 && std::string_view("aeiou").find(word[word.size() - 2]) != std::string_view::npos;
    if (last == 'y' && !vowelBefore)
        return word.replace(word.size() - 1, 1, "ies");
    if (last == 's' || last == 'x' || last == 'z')
        return word + "es";
    return word + "s";
}

bool isPluralWord(std::string_view word) {
    if (word.size() < 4 || word.back() != 's')
        return false;
    const char before = word[word.size() - 2];
    return before != 's' && before != 'u' && before != 'i';
}

} // namespace actionscope::risk::detail
