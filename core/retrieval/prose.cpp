#include "retrieval/detail/prose.h"

#include "base/text.h"

#include <algorithm>

namespace actionscope::retrieval::detail {
namespace {

constexpr std::size_t MaxTagBytes = 300;      ///< "<" further from its ">" than this is a sign, no tag
constexpr std::size_t MaxReadBytes = 1 << 14; ///< of a description: what follows says nothing of what an action does

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

} // namespace

std::string plainProse(std::string_view text) {
    text = truncateUtf8(text, MaxReadBytes);
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '<' && i + 1 < text.size() && (isLetter(text[i + 1]) || text[i + 1] == '/')) {
            const std::size_t end = text.find('>', i);
            if (end != std::string_view::npos && end - i <= MaxTagBytes) {
                plain += ' ';
                i = end;
                continue;
            }
        }
        if ((c == 'h' || c == 'H') && (text.substr(i, 7) == "http://" || text.substr(i, 8) == "https://")) {
            while (i + 1 < text.size() && !isSpace(text[i + 1]) && text[i + 1] != ')' && text[i + 1] != '"')
                ++i;
            plain += ' ';
            continue;
        }
        plain += c == '*' || c == '`' || c == '#' || c == '|' ? ' ' : c;
    }
    return plain;
}

std::vector<std::string> firstSentences(std::string_view text, std::size_t most) {
    const std::string plain = plainProse(text);
    std::vector<std::string> sentences;
    const auto add = [&](std::string_view sentence) {
        const auto word = std::find_if(sentence.begin(), sentence.end(),
                                       [](char c) { return isLetter(c) || static_cast<unsigned char>(c) >= 0x80; });
        if (word != sentence.end())
            sentences.emplace_back(truncateUtf8(sentence, MaxSentenceBytes));
    };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < plain.size() && sentences.size() < most; ++i) {
        const char c = plain[i];
        const bool last = i + 1 == plain.size();
        const bool stop = (c == '.' || c == '!' || c == '?') && !last && isSpace(plain[i + 1]);
        const bool emptyLine = c == '\n' && !last && plain[i + 1] == '\n';
        if (!stop && !emptyLine)
            continue;
        add(std::string_view(plain).substr(begin, i - begin));
        begin = i + 1;
    }
    if (sentences.size() < most && begin < plain.size())
        add(std::string_view(plain).substr(begin));
    return sentences;
}

std::string pathTail(std::string_view path, std::size_t most) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        const std::string_view part = path.substr(0, end);
        path.remove_prefix(std::min(end + 1, path.size()));
        if (!part.empty() && part.front() != '{' && part.front() != ':')
            parts.push_back(part);
    }
    std::string tail;
    for (std::size_t i = parts.size() - std::min(most, parts.size()); i < parts.size(); ++i) {
        tail += tail.empty() ? "" : " ";
        tail += parts[i];
    }
    return tail;
}

} // namespace actionscope::retrieval::detail
