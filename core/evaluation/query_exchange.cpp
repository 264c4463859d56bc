#include "evaluation/query_exchange.h"

#include "base/text.h"
#include "evaluation/detail/csv.h"
#include "evaluation/detail/lines.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace actionscope::evaluation {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t ListedWarnings = 20;

std::vector<std::string_view> split(std::string_view line, std::string_view separators, bool runs) {
    std::vector<std::string_view> parts;
    std::size_t at = 0;
    while (at <= line.size()) {
        const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
        if (end > at || !runs)
            parts.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1);
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size())
        return std::nullopt;
    return value;
}

class Import {
public:
    Import(const ExchangeSource &source, const catalog::Catalog *catalog)
        : m_source(source)
        , m_catalog(catalog) {}

    Result<ImportedQueries> run() {
        fs::path judgements = m_source.judgements, queries = m_source.queries;
        std::error_code ignored;
        std::vector<fs::path> files{judgements};
        if (fs::is_directory(judgements, ignored)) {
            m_out.set.name = fs::path((judgements / "").parent_path()).filename().string();
            queries = judgements / "queries.jsonl";
            files = qrelsOf(judgements);
            if (files.empty())
                return fail(ErrorCode::NotFound, "the folder has no qrels.tsv and no qrels/*.tsv",
                            {judgements.string()});
        } else {
            m_out.set.name = judgements.stem().string();
        }
        if (!m_source.name.empty())
            m_out.set.name = m_source.name;
        if (judgements.extension() == ".csv") {
            if (auto read = readCsv(judgements); !read)
                return fail(read.error());
        } else {
            if (queries.empty())
                return fail(ErrorCode::InvalidArgument,
                            "qrels hold no texts: name the file of the queries too, or a folder with both");
            if (auto read = readQueries(queries); !read)
                return fail(read.error());
            for (const fs::path &file : files) {
                if (auto read = readQrels(file); !read)
                    return fail(read.error());
            }
        }
        return finish();
    }

private:
    static std::vector<fs::path> qrelsOf(const fs::path &folder) {
        std::error_code ignored;
        if (fs::exists(folder / "qrels.tsv", ignored))
            return {folder / "qrels.tsv"};
        std::vector<fs::path> files;
        for (const auto &entry : fs::directory_iterator(folder / "qrels", ignored)) {
            if (entry.path().extension() == ".tsv")
                files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        return files;
    }

    Result<void> addQuery(std::string id, std::string text, const Location &where) {
        if (id.empty() || trimmed(text).empty())
            return fail(ErrorCode::ParseError,
                        id.empty() ? "the query has no id" : "the query \"" + id + "\" has no text", where);
        if (const auto bad = firstInvalidUtf8(id + text))
            return fail(ErrorCode::ParseError, "not UTF-8", where);
        if (const auto [first, fresh] = m_places.emplace(id, m_out.set.queries.size()); !fresh)
            return fail(ErrorCode::ParseError,
                        "the query id \"" + id + "\" occurs twice; the first is in line " +
                            std::to_string(m_out.set.queries[first->second].line),
                        where);
        if (m_out.set.queries.size() >= MaxQueries)
            return fail(ErrorCode::LimitExceeded, "more than 100,000 queries in one set", where);
        JudgedQuery query;
        query.id = std::move(id);
        query.text = trimmed(text);
        query.line = where.line;
        m_out.set.queries.push_back(std::move(query));
        return {};
    }

    Result<void> addJudgement(std::string_view query, std::string_view action, std::string_view grade,
                              const Location &where) {
        const auto place = m_places.find(query);
        if (place == m_places.end())
            return fail(ErrorCode::ParseError,
                        "it judges the query \"" + std::string(query) + "\", which the queries do not have", where);
        const auto value = number(grade);
        if (!value || *value != static_cast<double>(static_cast<std::int64_t>(*value)))
            return fail(ErrorCode::ParseError, "the grade \"" + std::string(grade) + "\" is no whole number", where);
        const int clamped = std::clamp(static_cast<int>(std::clamp(*value, -1e6, 1e6)), 0, MaxGrade);
        if (clamped != *value)
            warn(m_clamped, where,
                 "the grade " + std::string(grade) + " became " + std::to_string(clamped) + ": grades go from 0 to 3");
        if (m_catalog != nullptr && !m_catalog->find(action)) {
            const auto near =
                m_out.unknown < ListedWarnings ? m_catalog->nearest(action, 1) : std::vector<std::string>();
            warn(m_out.unknown, where,
                 "no action is called \"" + std::string(action) + '"' +
                     (near.empty() ? std::string() : "; the nearest is " + near.front()));
            m_lost.emplace(place->second);
            return {};
        }
        auto &judgements = m_out.set.queries[place->second].judgements;
        const auto [entry, fresh] = judgements.emplace(std::string(action), clamped);
        if (!fresh && entry->second != clamped)
            return fail(ErrorCode::ParseError,
                        "\"" + std::string(action) + "\" has two grades for the query \"" + std::string(query) +
                            "\": " + std::to_string(entry->second) + " and " + std::to_string(clamped),
                        where);
        if (!fresh)
            warn(m_twice, where, "the judgement stands there twice");
        return {};
    }

    void warn(std::uint32_t &count, const Location &where, const std::string &what) {
        if (++count <= ListedWarnings)
            m_out.warnings.push_back(where.toString() + ": " + what);
    }

    Result<void> readQueries(const fs::path &file) {
        const auto text = readFile(file, MaxExchangeBytes, "256 MiB a file");
        if (!text)
            return fail(text.error());
        const std::string_view start = trimmed(std::string_view(*text).substr(0, 4096));
        if (start.starts_with("<"))
            return readTopics(*text, file);
        const bool objects = start.starts_with("{");
        return detail::forEachLine(*text, file, [&](std::string_view line, const Location &where) -> Result<void> {
            if (objects) {
                const auto value = parseJson(line, file.string());
                if (!value) {
                    Error error = value.error();
                    error.where.line = where.line;
                    return fail(std::move(error));
                }
                std::string_view id = stringMember(*value, "_id");
                if (id.empty())
                    id = stringMember(*value, "id");
                return addQuery(std::string(id), std::string(stringMember(*value, "text")), where);
            }
            const std::size_t tab = line.find('\t');
            if (tab == std::string_view::npos)
                return fail(ErrorCode::ParseError, "a line has two columns: the query's id, a tab, its text", where);
            const std::string_view id = trimmed(line.substr(0, tab));
            if (where.line == 1 && (id == "query-id" || id == "query_id" || id == "id" || id == "qid"))
                return {}; // a heading
            return addQuery(std::string(id), std::string(line.substr(tab + 1)), where);
        });
    }

    /// `<top> … <num> Number: 301 … <title> text … </top>`, as TREC has them.
    Result<void> readTopics(std::string_view text, const fs::path &file) {
        std::uint32_t line = 1;
        std::size_t counted = 0;
        for (std::size_t at = text.find("<num>"); at != std::string_view::npos; at = text.find("<num>", at + 1)) {
            line += static_cast<std::uint32_t>(
                std::count(text.begin() + std::ptrdiff_t(counted), text.begin() + std::ptrdiff_t(at), '\n'));
            counted = at;
            const Location where{file.string(), line, 0};
            const std::size_t end = std::min(text.find("</top>", at), text.size());
            const std::string_view topic = text.substr(at + 5, end - at - 5);
            const std::size_t title = topic.find("<title>");
            if (title == std::string_view::npos)
                return fail(ErrorCode::ParseError, "the topic has no <title>", where);
            std::string_view id = trimmed(topic.substr(0, topic.find_first_of("<\n")));
            if (id.starts_with("Number:"))
                id = trimmed(id.substr(7));
            std::string_view words = topic.substr(title + 7);
            words = words.substr(0, words.find('<'));
            std::string evened;
            for (const std::string_view word : split(words, " \t\r\n", true))
                evened += (evened.empty() ? "" : " ") + std::string(word);
            if (auto added = addQuery(std::string(id), std::move(evened), where); !added)
                return added;
        }
        return {};
    }

    Result<void> readQrels(const fs::path &file) {
        return detail::forEachLineOf(
            file, MaxExchangeBytes, [&](std::string_view line, const Location &where) -> Result<void> {
                // Tabs may stand between texts with blanks; where they do not make columns, any blanks do.
                std::vector<std::string_view> parts = split(line, "\t", false);
                if (parts.size() != 3 && parts.size() != 4)
                    parts = split(line, " \t", true);
                for (std::string_view &part : parts)
                    part = trimmed(part);
                if (parts.size() != 3 && parts.size() != 4)
                    return fail(ErrorCode::ParseError,
                                "a line has the columns query, action, grade, or query, iteration, "
                                "action, grade",
                                where);
                if (where.line == 1 && !number(parts.back()))
                    return {}; // a heading
                return addJudgement(parts[0], parts[parts.size() - 2], parts.back(), where);
            });
    }

    Result<void> readCsv(const fs::path &file) {
        const auto text = readFile(file, MaxExchangeBytes, "256 MiB a file");
        if (!text)
            return fail(text.error());
        if (const auto bad = firstInvalidUtf8(*text))
            return fail(ErrorCode::ParseError, "not UTF-8", locate(*text, *bad, file.string()));
        detail::CsvReader reader(*text, file.string());
        std::vector<std::string> cells;
        auto heading = reader.next(cells);
        if (!heading)
            return fail(heading.error());
        std::map<std::string, std::size_t> columns;
        for (std::size_t i = 0; i < cells.size(); ++i)
            columns.emplace(toLowerAscii(trimmed(cells[i])), i);
        for (const char *needed : {"query", "action", "grade"}) {
            if (!columns.contains(needed))
                return fail(ErrorCode::ParseError,
                            "the first line must name the columns query, action and grade (and may name query_id and "
                            "note)",
                            {file.string(), 1, 0});
        }
        const auto cell = [&](const char *column) {
            const auto found = columns.find(column);
            return found == columns.end() || found->second >= cells.size() ? std::string()
                                                                           : std::string(trimmed(cells[found->second]));
        };
        std::map<std::string, std::string> idsByText;
        for (;;) {
            const auto more = reader.next(cells);
            if (!more)
                return fail(more.error());
            if (!*more)
                return {};
            std::string id = cell("query_id");
            const std::string query = cell("query"), action = cell("action"), grade = cell("grade");
            if (id.empty()) {
                auto &known = idsByText[query];
                if (known.empty())
                    known = "q" + std::to_string(idsByText.size());
                id = known;
            }
            if (const auto place = m_places.find(id); place == m_places.end()) {
                if (auto added = addQuery(id, query, reader.where()); !added)
                    return added;
                m_out.set.queries.back().note = cell("note");
            } else if (!query.empty() && m_out.set.queries[place->second].text != query) {
                return fail(ErrorCode::ParseError,
                            "the query id \"" + id + "\" has two texts; the other is in line " +
                                std::to_string(m_out.set.queries[place->second].line),
                            reader.where());
            }
            if (action.empty() && grade.empty())
                continue; // nothing answers it
            if (action.empty())
                return fail(ErrorCode::ParseError, "a grade without an action", reader.where());
            if (auto judged = addJudgement(id, action, grade, reader.where()); !judged)
                return judged;
        }
    }

    Result<ImportedQueries> finish() {
        m_out.judgements = static_cast<std::uint32_t>(m_out.set.judgements());
        if (m_out.unknown > 0 && m_out.judgements == 0)
            return fail(ErrorCode::InvalidArgument,
                        "none of " + std::to_string(m_out.unknown) +
                            " judgements is of an action of this workspace; the first: " +
                            (m_out.warnings.empty() ? std::string() : m_out.warnings.front()));
        const auto rest = [&](std::uint32_t count, const char *what) {
            if (count > ListedWarnings)
                m_out.warnings.push_back("and " + std::to_string(count - ListedWarnings) + " more " + what);
        };
        rest(m_out.unknown, "judgements of unknown actions");
        rest(m_clamped, "grades outside 0 to 3");
        rest(m_twice, "judgements that stand there twice");
        // A query that lost all its answers must not turn into one that nothing answers.
        std::size_t dropped = 0;
        for (auto place = m_lost.rbegin(); place != m_lost.rend(); ++place) {
            const JudgedQuery &query = m_out.set.queries[*place];
            if (query.hasAnswer())
                continue;
            m_out.set.queries.erase(m_out.set.queries.begin() + std::ptrdiff_t(*place));
            ++dropped;
        }
        if (dropped > 0)
            m_out.warnings.push_back(std::to_string(dropped) + (dropped == 1 ? " query is" : " queries are") +
                                     " left out: no action that answers is known");
        m_out.judgements = static_cast<std::uint32_t>(m_out.set.judgements());
        return std::move(m_out);
    }

    const ExchangeSource &m_source;
    const catalog::Catalog *m_catalog;
    ImportedQueries m_out;
    std::map<std::string, std::size_t, std::less<>> m_places;
    std::set<std::size_t> m_lost; ///< queries with a judgement of an unknown action
    std::uint32_t m_clamped = 0, m_twice = 0;
};

std::string oneLine(std::string_view text) {
    std::string line(text);
    for (char &c : line) {
        if (c == '\n' || c == '\r' || c == '\t')
            c = ' ';
    }
    return line;
}

} // namespace

Result<ImportedQueries> importQueries(const ExchangeSource &source, const catalog::Catalog *catalog) {
    return Import(source, catalog).run();
}

std::optional<ExchangeFormat> exchangeFormatFromName(std::string_view name) {
    static constexpr std::pair<std::string_view, ExchangeFormat> Names[] = {{"yaml", ExchangeFormat::Yaml},
                                                                            {"trec", ExchangeFormat::Trec},
                                                                            {"beir", ExchangeFormat::Beir},
                                                                            {"csv", ExchangeFormat::Csv}};
    for (const auto &[word, format] : Names) {
        if (word == name)
            return format;
    }
    return std::nullopt;
}

Result<std::vector<std::pair<std::string, std::string>>> exportQueries(const QuerySet &set, ExchangeFormat format) {
    std::string queries, judgements;
    switch (format) {
    case ExchangeFormat::Yaml:
        return {{{set.name + ".yaml", writeQuerySet(set)}}};
    case ExchangeFormat::Trec:
        for (const JudgedQuery &query : set.queries) {
            queries += query.id + '\t' + oneLine(query.text) + '\n';
            for (const auto &[action, grade] : query.judgements) {
                if ((query.id + action).find_first_of(" \t\r\n") != std::string::npos)
                    return fail(ErrorCode::Unsupported, "TREC has no way to write \"" + query.id + "\" or \"" + action +
                                                            "\", which has blanks: choose csv or beir");
                judgements += query.id + " 0 " + action + ' ' + std::to_string(grade) + '\n';
            }
        }
        return {{{set.name + ".qrels", judgements}, {set.name + ".topics.tsv", queries}}};
    case ExchangeFormat::Beir:
        judgements = "query-id\tcorpus-id\tscore\n";
        for (const JudgedQuery &query : set.queries) {
            queries += json::serialize(json::object{{"_id", query.id}, {"id", query.id}, {"text", query.text}}) + '\n';
            for (const auto &[action, grade] : query.judgements) {
                if ((query.id + action).find_first_of("\t\r\n") != std::string::npos)
                    return fail(ErrorCode::Unsupported, "a table of tabs has no way to write \"" + oneLine(query.id) +
                                                            "\" or \"" + oneLine(action) + "\": choose csv");
                judgements += query.id + '\t' + action + '\t' + std::to_string(grade) + '\n';
            }
        }
        return {{{"queries.jsonl", queries}, {"qrels.tsv", judgements}}};
    case ExchangeFormat::Csv:
        queries = "query_id,query,action,grade,note\n";
        for (const JudgedQuery &query : set.queries) {
            const std::string start = detail::csvCell(query.id) + ',' + detail::csvCell(query.text) + ',';
            std::string note = detail::csvCell(query.note);
            if (query.judgements.empty())
                queries += start + ",," + note + '\n';
            for (const auto &[action, grade] : query.judgements) {
                queries += start + detail::csvCell(action) + ',' + std::to_string(grade) + ',' + note + '\n';
                note.clear(); // once is enough
            }
        }
        return {{{set.name + ".csv", queries}}};
    }
    return fail(ErrorCode::Internal, "no such format");
}

} // namespace actionscope::evaluation
