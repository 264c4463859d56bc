#include "retrieval/thesaurus_edit.h"

#include "base/json.h"
#include "catalog/rule_file.h"
#include "retrieval/analyzer.h"
#include "retrieval/thesaurus.h"

#include <algorithm>
#include <array>
#include <optional>

namespace actionscope::retrieval {
namespace {

constexpr std::string_view Head =
    "# Words that mean the same here, beside the groups that are part of the program. Words "
    "are compared by\n# their stems.\n";

/// The one term that a word is searched by; nothing for what is none or several.
std::optional<std::string> termOf(std::string_view word) {
    const auto tokens = threadAnalyzer().analyze(word);
    if (tokens.size() != 1 || tokens.front().term.empty())
        return std::nullopt;
    return tokens.front().term;
}

/// Plain where YAML takes it for the text that it is.
std::string scalar(std::string_view word) {
    static constexpr std::array<std::string_view, 9> Others{"null", "true", "false", "yes", "no",
                                                            "on",   "off",  "y",     "n"};
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; }) &&
                       std::find(Others.begin(), Others.end(), word) == Others.end();
    return plain ? std::string(word) : json::serialize(json::value(json::string(word)));
}

/// Whether there is anything but comments and white space.
bool saysSomething(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first != std::string_view::npos && line[first] != '#')
            return true;
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return false;
}

/// Where the list of groups ends: before the key that follows it, with the comments and empty lines above that.
std::size_t endOfGroups(std::string_view text, const YAML::Node &root, int from, std::size_t mark) {
    std::size_t end = text.size();
    for (const auto &entry : root) {
        const int at = entry.first.Mark().pos;
        if (at > from)
            end = std::min(end, mark + static_cast<std::size_t>(at));
    }
    end = end == text.size() ? end : text.rfind('\n', end) + 1;
    while (end > 0 && end < text.size()) {
        const std::size_t line = end < 2 ? 0 : text.rfind('\n', end - 2) + 1;
        if (saysSomething(text.substr(line, end - line)) || line == end)
            break;
        end = line;
    }
    return end;
}

/// The text with `group` put in, by where the parser says that the list is. What comes of a shape that was not thought
/// of is found out by reading it again.
std::string spliced(std::string text, const YAML::Node &root, const std::string &group) {
    if (!text.empty() && text.back() != '\n')
        text += '\n';
    const YAML::Node groups = root["groups"];
    if (!groups.IsDefined())
        return text + "groups:\n  - " + group + '\n';
    // yaml-cpp counts bytes, without a mark at the beginning.
    const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    const int at = std::max(0, groups.Mark().pos);
    if (groups.Style() == YAML::EmitterStyle::Flow)
        return text.insert(std::min(mark + static_cast<std::size_t>(at) + 1, text.size()),
                           group + (groups.size() == 0 ? "" : ", "));
    const std::string line =
        std::string(static_cast<std::size_t>(std::max(0, groups.Mark().column)), ' ') + "- " + group + '\n';
    return text.insert(endOfGroups(text, root, at, mark), line);
}

} // namespace

Result<std::string> addSynonym(std::string_view text, std::string_view word, std::string_view other,
                               const std::filesystem::path &file) {
    const std::string name = file.string();
    const auto term = termOf(word), otherTerm = termOf(other);
    for (const auto &[found, written] : {std::pair{&term, word}, {&otherTerm, other}})
        if (!*found)
            return fail(ErrorCode::InvalidArgument,
                        '"' + std::string(written) + "\" is not one word; entries are compared word by word", {name});
    if (*term == *otherTerm)
        return fail(ErrorCode::InvalidArgument,
                    '"' + std::string(word) + "\" and \"" + std::string(other) +
                        "\" are one word to the search already",
                    {name});
    const std::string group = '[' + scalar(word) + ", " + scalar(other) + ']';
    std::string after;
    auto before = Thesaurus::shipped();
    if (!saysSomething(text)) {
        after = text.empty() ? std::string(Head) : std::string(text) + (text.back() == '\n' ? "" : "\n");
        after += "groups:\n  - " + group + '\n';
    } else {
        const auto read = Thesaurus::withText(std::string(text), name);
        if (!read)
            return fail(read.error());
        before = *read;
        const auto parsed = catalog::RuleFile::parse(std::string(text), name);
        if (!parsed)
            return fail(parsed.error());
        after = spliced(std::string(text), parsed->root(), group);
    }
    const auto related = before->related(*term);
    if (std::find(related.begin(), related.end(), *otherTerm) != related.end())
        return fail(ErrorCode::AlreadyExists,
                    '"' + std::string(word) + "\" and \"" + std::string(other) + "\" stand for each other already",
                    {name});
    // It means what was asked for, or it is not offered.
    const auto read = Thesaurus::withText(after, name);
    bool means = read && (*read)->groups() == before->groups() + 1;
    if (means) {
        const auto now = (*read)->related(*term);
        means = std::find(now.begin(), now.end(), *otherTerm) != now.end();
    }
    if (!means)
        return fail(ErrorCode::Unsupported,
                    "the file is written in a way that cannot be changed safely; add the line \"- " + group +
                        "\" to its groups by hand",
                    {name});
    return after;
}

} // namespace actionscope::retrieval
