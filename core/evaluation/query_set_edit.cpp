#include "evaluation/query_set.h"

#include <algorithm>
#include <yaml-cpp/yaml.h>

namespace actionscope::evaluation {
namespace {

/// A text as a YAML scalar that stands in flow and in block style: plain where nothing in it could mean more, else
/// double-quoted.
std::string scalar(std::string_view text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const bool tame = !text.empty() && letter(text.front()) && text.back() != ' ' &&
                      std::all_of(text.begin(), text.end(), [&](char c) {
                          return letter(c) || (c >= '0' && c <= '9') || c == ' ' || c == '_' || c == '-' || c == '.' ||
                                 c == '/' || static_cast<unsigned char>(c) >= 0x80;
                      });
    // What a YAML 1.1 reader takes for something else than text.
    static constexpr std::string_view Words[] = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"};
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    // Of the characters beyond ASCII some are line ends or invisible to YAML; those at the edges and U+0085, U+2028 and
    // U+2029 anywhere are quoted.
    const bool odd = text.find("\xC2\x85") != std::string_view::npos ||
                     text.find("\xE2\x80") != std::string_view::npos ||
                     text.find("\xEF\xBB\xBF") != std::string_view::npos;
    if (tame && !odd && std::find(std::begin(Words), std::end(Words), lower) == std::end(Words))
        return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        switch (c) {
        case '"':
        case '\\':
            quoted += '\\';
            quoted += c;
            break;
        case '\n':
            quoted += "\\n";
            break;
        case '\r':
            quoted += "\\r";
            break;
        case '\t':
            quoted += "\\t";
            break;
        default:
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
                constexpr char Digits[] = "0123456789abcdef";
                quoted += "\\x";
                quoted += Digits[(c >> 4) & 0xF];
                quoted += Digits[c & 0xF];
            } else {
                quoted += c;
            }
        }
    }
    return quoted + '"';
}

std::string judgementsText(const std::map<std::string, int> &judgements) {
    std::string text = "{";
    for (const auto &[name, grade] : judgements)
        text += (text.size() == 1 ? "" : ", ") + scalar(name) + ": " + std::to_string(grade);
    return text + '}';
}

/// A query as an item of a block list, its dash at `indent`.
std::string itemText(const JudgedQuery &query, std::size_t indent, std::string_view lineEnd) {
    const std::string margin(indent, ' '), end(lineEnd);
    std::string text = margin + "- id: " + scalar(query.id) + end + margin + "  text: " + scalar(query.text) + end +
                       margin + "  judgements: " + judgementsText(query.judgements) + end;
    if (!query.note.empty())
        text += margin + "  note: " + scalar(query.note) + end;
    return text;
}

/// Where lines begin, and what may be spliced where. Marks of yaml-cpp count bytes from the text's start.
class Splicer {
public:
    Splicer(std::string_view text, const YAML::Node &root)
        : m_text(text)
        , m_queries(root["queries"])
        , m_lineEnd(text.find("\r\n") == std::string_view::npos ? "\n" : "\r\n") {}

    /// Nothing when the shape does not allow it.
    std::optional<std::string> judge(std::size_t place, const std::string &action, std::optional<int> grade) const {
        const YAML::Node entry = m_queries[place];
        const YAML::Node judgements = entry["judgements"];
        if (!judgements)
            return grade ? addJudgements(entry, action, *grade) : std::optional(std::string(m_text));
        const std::size_t begin = offset(judgements);
        if (!judgements.IsMap() || judgements.size() == 0 || at(begin) == '{')
            return judgeFlow(entry, judgements, action, grade);
        return judgeBlock(judgements, action, grade);
    }
    std::optional<std::string> add(const JudgedQuery &query) const {
        if (!m_queries || m_queries.IsNull())
            return std::nullopt;
        if (m_queries.size() == 0) {
            const std::size_t begin = offset(m_queries);
            if (at(begin) != '[')
                return std::nullopt;
            const std::size_t end = m_text.find(']', begin);
            return end == std::string_view::npos
                       ? std::nullopt
                       : std::optional(splice(begin, end + 1, m_lineEnd + withoutEnd(itemText(query, 2, m_lineEnd))));
        }
        const auto last = itemOf(m_queries.size() - 1);
        if (!last)
            return std::nullopt;
        std::string text = itemText(query, last->indent, m_lineEnd);
        if (last->end > 0 && m_text[last->end - 1] != '\n')
            text = m_lineEnd + withoutEnd(std::move(text));
        return splice(last->end, last->end, text);
    }
    std::optional<std::string> remove(std::size_t place) const {
        const auto item = itemOf(place);
        if (!item)
            return std::nullopt;
        if (m_queries.size() == 1) {
            // A key without items would mean nothing at all.
            const std::size_t key = m_text.rfind("queries:", item->begin);
            if (key == std::string_view::npos)
                return std::nullopt;
            return splice(key + 8, item->end, " []" + m_lineEnd);
        }
        return splice(item->begin, item->end, "");
    }

private:
    struct Item {
        std::size_t begin = 0, end = 0; ///< whole lines, without comments and blank lines that follow
        std::size_t indent = 0;         ///< of the dash
    };

    static std::size_t offset(const YAML::Node &node) {
        return node.Mark().pos < 0 ? 0 : static_cast<std::size_t>(node.Mark().pos);
    }
    [[nodiscard]] char at(std::size_t place) const { return place < m_text.size() ? m_text[place] : '\0'; }
    [[nodiscard]] std::size_t lineStart(std::size_t place) const {
        const std::size_t before = place == 0 ? std::string_view::npos : m_text.rfind('\n', place - 1);
        return before == std::string_view::npos ? 0 : before + 1;
    }
    [[nodiscard]] std::size_t nextLine(std::size_t place) const {
        const std::size_t end = m_text.find('\n', place);
        return end == std::string_view::npos ? m_text.size() : end + 1;
    }
    [[nodiscard]] std::string splice(std::size_t begin, std::size_t end, std::string_view by) const {
        return std::string(m_text.substr(0, begin)).append(by).append(m_text.substr(end));
    }
    [[nodiscard]] std::string withoutEnd(std::string text) const {
        if (text.ends_with(m_lineEnd))
            text.resize(text.size() - m_lineEnd.size());
        return text;
    }

    /// The lines of one query in a block list.
    [[nodiscard]] std::optional<Item> itemOf(std::size_t place) const {
        if (at(offset(m_queries)) != '-')
            return std::nullopt;
        Item item;
        const std::size_t content = offset(m_queries[place]);
        item.begin = lineStart(content);
        const std::size_t dash = m_text.find_first_not_of(' ', item.begin);
        if (dash == std::string_view::npos || m_text[dash] != '-' || dash >= content)
            return std::nullopt;
        item.indent = dash - item.begin;
        // It ends before the first line that is indented no deeper than the dash and is no comment; what it leaves of
        // blank lines and comments belongs to what follows.
        item.end = nextLine(content);
        for (std::size_t line = item.end; line < m_text.size(); line = nextLine(line)) {
            const std::size_t first = m_text.find_first_not_of(' ', line);
            const bool blank = first == std::string_view::npos || m_text[first] == '\n' || m_text[first] == '\r';
            if (blank)
                continue;
            if (first - line <= item.indent && m_text[first] != '#')
                break;
            if (m_text[first] != '#' || first - line > item.indent)
                item.end = nextLine(line);
        }
        return item;
    }

    /// From a brace to its partner; texts in quotes may hold braces.
    [[nodiscard]] std::optional<std::size_t> closing(std::size_t open) const {
        char quote = '\0';
        std::size_t depth = 0;
        for (std::size_t i = open; i < m_text.size(); ++i) {
            const char c = m_text[i];
            if (quote == '"' && c == '\\') {
                ++i;
            } else if (quote != '\0') {
                quote = c == quote ? '\0' : quote;
            } else if ((c == '"' || c == '\'') &&
                       (i == 0 || std::string_view(" \t\n,{[:").find(m_text[i - 1]) != std::string_view::npos)) {
                quote = c;
            } else if (c == '#' && i > 0 && (m_text[i - 1] == ' ' || m_text[i - 1] == '\n')) {
                return std::nullopt; // a comment inside: better left to a person
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if (c == '}' || c == ']') {
                if (--depth == 0)
                    return i;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<std::string> addJudgements(const YAML::Node &entry, const std::string &action,
                                                           int grade) const {
        const std::string text = "judgements: " + judgementsText({{action, grade}});
        const std::size_t begin = offset(entry);
        if (at(begin) == '{') {
            const auto end = closing(begin);
            return end ? std::optional(splice(*end, *end, ", " + text)) : std::nullopt;
        }
        // Before the second key's line: its place is known, while a text over several lines ends nobody knows where.
        auto member = entry.begin();
        if (++member == entry.end())
            return std::nullopt;
        const std::size_t key = offset(member->first), line = lineStart(key);
        return splice(line, line, std::string(key - line, ' ') + text + m_lineEnd);
    }
    [[nodiscard]] std::optional<std::string> judgeFlow(const YAML::Node &entry, const YAML::Node &judgements,
                                                       const std::string &action, std::optional<int> grade) const {
        std::map<std::string, int> grades;
        if (judgements.IsMap()) {
            for (const auto &member : judgements) {
                if (grade && member.first.Scalar() == action && member.second.Scalar().size() == 1 &&
                    at(offset(member.second)) == member.second.Scalar().front())
                    return splice(offset(member.second), offset(member.second) + 1, std::to_string(*grade));
                grades[member.first.Scalar()] = member.second.as<int>(0);
            }
        }
        const std::size_t begin = offset(judgements);
        if (at(begin) != '{' && at(begin) != '[') {
            // `judgements:` with nothing after it.
            for (const auto &member : entry) {
                if (member.first.Scalar() != "judgements" || !grade)
                    continue;
                const std::size_t colon = m_text.find(':', offset(member.first));
                return colon == std::string_view::npos
                           ? std::nullopt
                           : std::optional(splice(colon + 1, colon + 1, ' ' + judgementsText({{action, *grade}})));
            }
            return std::nullopt;
        }
        const auto end = closing(begin);
        if (!end)
            return std::nullopt;
        if (grade && !grades.empty() && !grades.contains(action)) {
            std::size_t last = *end;
            while (last > begin && std::string_view(" \t\r\n").find(m_text[last - 1]) != std::string_view::npos)
                --last;
            const bool comma = m_text[last - 1] == ',';
            return splice(last, last, (comma ? " " : ", ") + scalar(action) + ": " + std::to_string(*grade));
        }
        if (grade)
            grades[action] = *grade;
        else
            grades.erase(action);
        return splice(begin, *end + 1, judgementsText(grades));
    }
    [[nodiscard]] std::optional<std::string> judgeBlock(const YAML::Node &judgements, const std::string &action,
                                                        std::optional<int> grade) const {
        const std::size_t first = offset(judgements), line = lineStart(first);
        const std::string indent(first - line, ' ');
        for (const auto &member : judgements) {
            if (member.first.Scalar() != action)
                continue;
            const std::size_t value = offset(member.second), start = lineStart(offset(member.first));
            if (grade)
                return member.second.Scalar().size() == 1 && at(value) == member.second.Scalar().front()
                           ? std::optional(splice(value, value + 1, std::to_string(*grade)))
                           : std::nullopt;
            if (judgements.size() > 1)
                return splice(start, nextLine(value), "");
            // The last one goes: an empty mapping stays.
            const std::size_t key = m_text.rfind("judgements", start);
            const std::size_t colon = key == std::string_view::npos ? key : m_text.find(':', key);
            return colon == std::string_view::npos || colon > start
                       ? std::nullopt
                       : std::optional(splice(colon + 1, nextLine(value), " {}" + m_lineEnd));
        }
        return grade ? splice(line, line, indent + scalar(action) + ": " + std::to_string(*grade) + m_lineEnd)
                     : std::string(m_text);
    }

    std::string_view m_text;
    YAML::Node m_queries;
    std::string m_lineEnd;
};

/// What the file must say afterwards.
Result<QuerySet> intended(QuerySet set, const QuerySetEdit &edit) {
    const auto found = std::find_if(set.queries.begin(), set.queries.end(), [&](const JudgedQuery &query) {
        return query.id == (edit.kind == QuerySetEdit::Kind::Add ? edit.query.id : edit.id);
    });
    const std::string name = set.file.empty() ? set.name : set.file.string();
    if (edit.kind == QuerySetEdit::Kind::Add) {
        if (found != set.queries.end())
            return fail(ErrorCode::AlreadyExists, "the query id \"" + edit.query.id + "\" is taken",
                        {name, found->line, 0});
        if (edit.query.id.empty() || edit.query.text.empty())
            return fail(ErrorCode::InvalidArgument, "a query needs an id and a text");
        for (const auto &[action, grade] : edit.query.judgements) {
            if (action.empty() || grade < 0 || grade > MaxGrade)
                return fail(ErrorCode::InvalidArgument, "a grade is 0, 1, 2 or 3, of a named action");
        }
        set.queries.push_back(edit.query);
        return set;
    }
    if (found == set.queries.end())
        return fail(ErrorCode::NotFound, "there is no query \"" + edit.id + '"', {name, 0, 0});
    if (edit.kind == QuerySetEdit::Kind::Remove) {
        set.queries.erase(found);
        return set;
    }
    if (edit.action.empty() || (edit.grade && (*edit.grade < 0 || *edit.grade > MaxGrade)))
        return fail(ErrorCode::InvalidArgument, "a grade is 0, 1, 2 or 3, of a named action");
    if (edit.grade)
        found->judgements[edit.action] = *edit.grade;
    else
        found->judgements.erase(edit.action);
    return set;
}

} // namespace

std::string writeQuerySet(const QuerySet &set) {
    std::string text =
        "# Tasks and what answers them: 3 exactly what was asked for, 2 does most of it, 1 of some use, 0 not\n"
        "# at all. No judgement above 0: nothing here can do it.\n";
    text += "name: " + scalar(set.name) + "\nqueries:";
    if (set.queries.empty())
        return text + " []\n";
    text += '\n';
    for (const JudgedQuery &query : set.queries)
        text += itemText(query, 2, "\n");
    return text;
}

Result<std::string> editQuerySet(std::string_view text, const QuerySetEdit &edit, const std::filesystem::path &file,
                                 const catalog::YamlLimits &limits) {
    QuerySet before;
    before.name = file.stem().string();
    before.file = file;
    if (!text.empty()) {
        auto read = parseQuerySet(text, file, limits);
        if (!read)
            return fail(read.error());
        before = std::move(*read);
    }
    const auto after = intended(before, edit);
    if (!after)
        return fail(after.error());
    if (text.empty())
        return writeQuerySet(*after);
    // Marks count from behind a byte order mark.
    const std::string_view mark = text.starts_with("\xEF\xBB\xBF") ? text.substr(0, 3) : std::string_view();
    const std::string_view body = text.substr(mark.size());
    std::optional<std::string> spliced;
    try {
        const Splicer splicer(body, YAML::Load(std::string(body)));
        const auto place =
            static_cast<std::size_t>(std::find_if(before.queries.begin(), before.queries.end(),
                                                  [&](const JudgedQuery &query) { return query.id == edit.id; }) -
                                     before.queries.begin());
        switch (edit.kind) {
        case QuerySetEdit::Kind::Judge:
            spliced = splicer.judge(place, edit.action, edit.grade);
            break;
        case QuerySetEdit::Kind::Add:
            spliced = splicer.add(edit.query);
            break;
        case QuerySetEdit::Kind::Remove:
            spliced = splicer.remove(place);
            break;
        }
    } catch (const YAML::Exception &) {
        spliced.reset();
    }
    if (spliced) {
        spliced->insert(0, mark);
        if (const auto again = parseQuerySet(*spliced, file, limits); again && *again == *after)
            return std::move(*spliced);
    }
    const std::string &id = edit.kind == QuerySetEdit::Kind::Add ? edit.query.id : edit.id;
    const JudgedQuery *wanted = after->find(id);
    return fail(ErrorCode::Unsupported,
                "the file is of a shape that cannot be changed safely; write by hand: " +
                    (wanted == nullptr
                         ? "remove the query \"" + id + '"'
                         : "the query \"" + id + "\" with `judgements: " + judgementsText(wanted->judgements) + '`'),
                {file.string(), wanted == nullptr ? 0 : wanted->line, 0});
}

} // namespace actionscope::evaluation
