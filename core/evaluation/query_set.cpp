#include "evaluation/query_set.h"

#include "base/file.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <yaml-cpp/yaml.h>

namespace actionscope::evaluation {
namespace {

/// Reads one file; remembers the first complaint.
class Reader {
public:
    Reader(std::string file, const catalog::YamlLimits &limits)
        : m_file(std::move(file))
        , m_limits(limits) {}

    Result<QuerySet> read(const YAML::Node &root) {
        QuerySet set;
        if (!expectMap(root, "a query set", {"name", "queries"}))
            return fail(m_error);
        set.name = text(root["name"], root, "name", false);
        const YAML::Node queries = root["queries"];
        if (!queries || !queries.IsSequence())
            return complain(queries ? queries : root, "`queries` must be a list"), fail(m_error);
        std::set<std::string> ids;
        for (const YAML::Node &entry : queries) {
            JudgedQuery query;
            if (!readQuery(entry, query))
                return fail(m_error);
            if (!ids.insert(query.id).second)
                return complain(entry["id"], "the query id \"" + query.id + "\" occurs twice"), fail(m_error);
            set.queries.push_back(std::move(query));
        }
        if (m_failed)
            return fail(m_error);
        return set;
    }

private:
    bool complain(const YAML::Node &node, std::string message) {
        if (!m_failed) {
            const YAML::Mark mark = node.Mark();
            Location where{m_file, 0, 0};
            if (mark.line >= 0)
                where = {m_file, static_cast<std::uint32_t>(mark.line + 1),
                         static_cast<std::uint32_t>(mark.column + 1)};
            m_error = {ErrorCode::ParseError, std::move(message), where};
        }
        m_failed = true;
        return false;
    }
    /// Aliases make a small file mean a large one; every node that is looked at counts.
    bool count(const YAML::Node &node) {
        if (++m_nodes <= m_limits.nodes)
            return true;
        complain(node, "more than " + std::to_string(m_limits.nodes) + " nodes (limits.yaml_nodes)");
        m_error.code = ErrorCode::LimitExceeded;
        return false;
    }
    bool expectMap(const YAML::Node &node, const std::string &what, const std::vector<std::string> &keys) {
        if (!count(node))
            return false;
        if (!node.IsMap())
            return complain(node, what + " must be a mapping");
        std::set<std::string> seen;
        for (const auto &member : node) {
            if (!count(member.first))
                return false;
            if (!member.first.IsScalar())
                return complain(member.first, "keys must be text");
            const std::string &key = member.first.Scalar();
            if (!seen.insert(key).second)
                return complain(member.first, "the key \"" + key + "\" occurs twice");
            if (keys.empty() || std::find(keys.begin(), keys.end(), key) != keys.end())
                continue;
            std::string known;
            for (const std::string &name : keys)
                known += (known.empty() ? "" : ", ") + name;
            return complain(member.first, "unknown key \"" + key + "\" in " + what + "; known are " + known);
        }
        return true;
    }
    std::string text(const YAML::Node &node, const YAML::Node &parent, const char *key, bool required) {
        if (!node || node.IsNull()) {
            if (required)
                complain(parent, std::string("`") + key + "` is missing");
            return {};
        }
        if (!node.IsScalar()) {
            complain(node, std::string("`") + key + "` must be text");
            return {};
        }
        if (required && node.Scalar().empty())
            complain(node, std::string("`") + key + "` is empty");
        return node.Scalar();
    }
    bool readQuery(const YAML::Node &entry, JudgedQuery &query) {
        if (!expectMap(entry, "a query", {"id", "text", "judgements", "note"}))
            return false;
        query.line = entry.Mark().line >= 0 ? static_cast<std::uint32_t>(entry.Mark().line + 1) : 0;
        query.id = text(entry["id"], entry, "id", true);
        query.text = text(entry["text"], entry, "text", true);
        query.note = text(entry["note"], entry, "note", false);
        const YAML::Node judgements = entry["judgements"];
        if (m_failed || !judgements || judgements.IsNull())
            return !m_failed;
        // An empty list says as well as an empty mapping that nothing is the right answer.
        if (judgements.IsSequence() && judgements.size() == 0)
            return true;
        if (!expectMap(judgements, "`judgements`", {}))
            return false;
        for (const auto &member : judgements) {
            const std::string grade = text(member.second, judgements, member.first.Scalar().c_str(), true);
            if (m_failed)
                return false;
            int value = -1;
            const auto parsed = std::from_chars(grade.data(), grade.data() + grade.size(), value);
            if (parsed.ec != std::errc() || parsed.ptr != grade.data() + grade.size() || value < 0 || value > 3)
                return complain(member.second, "the grade \"" + grade + "\" is not one of 0, 1, 2, 3");
            query.judgements[member.first.Scalar()] = value;
        }
        return true;
    }

    std::string m_file;
    const catalog::YamlLimits &m_limits;
    std::uint64_t m_nodes = 0;
    bool m_failed = false;
    Error m_error;
};

} // namespace

bool JudgedQuery::hasAnswer() const {
    return std::any_of(judgements.begin(), judgements.end(),
                       [](const auto &judgement) { return judgement.second > 0; });
}

const JudgedQuery *QuerySet::find(std::string_view id) const {
    const auto found = std::find_if(queries.begin(), queries.end(), [&](const auto &query) { return query.id == id; });
    return found == queries.end() ? nullptr : &*found;
}

std::size_t QuerySet::judgements() const {
    std::size_t count = 0;
    for (const JudgedQuery &query : queries)
        count += query.judgements.size();
    return count;
}

std::string freeQueryId(const QuerySet &set) {
    std::set<std::string_view> taken;
    for (const JudgedQuery &query : set.queries)
        taken.insert(query.id);
    for (std::size_t number = set.queries.size() + 1;; ++number) {
        if (std::string id = 'q' + std::to_string(number); !taken.contains(id))
            return id;
    }
}

Result<QuerySet> readQuerySet(const std::filesystem::path &file, const catalog::YamlLimits &limits) {
    const auto bytes = readFile(file, limits.fileBytes, "limits.hand_file_bytes");
    if (!bytes)
        return fail(bytes.error());
    return parseQuerySet(*bytes, file, limits);
}

Result<QuerySet> parseQuerySet(std::string_view text, const std::filesystem::path &file,
                               const catalog::YamlLimits &limits) {
    if (const auto wrong = firstInvalidUtf8(text)) {
        const auto line =
            static_cast<std::uint32_t>(std::count(text.begin(), text.begin() + std::ptrdiff_t(*wrong), '\n') + 1);
        return fail(ErrorCode::ParseError, "not UTF-8", {file.string(), line, 0});
    }
    try {
        auto set = Reader(file.string(), limits).read(YAML::Load(std::string(text)));
        if (set) {
            set->file = file;
            if (set->name.empty())
                set->name = file.stem().string();
        }
        return set;
    } catch (const YAML::Exception &error) {
        return fail(ErrorCode::ParseError, error.msg,
                    {file.string(), static_cast<std::uint32_t>(error.mark.line + 1),
                     static_cast<std::uint32_t>(error.mark.column + 1)});
    }
}

} // namespace actionscope::evaluation
