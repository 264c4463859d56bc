#pragma once
/// Labelled queries: what should be found for what was asked.

#include "base/result.h"
#include "catalog/hand_file.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::evaluation {

struct JudgedQuery {
    std::string id, text, note;
    std::map<std::string, int> judgements; ///< "service.action" → 0 … 3; empty: nothing is the right answer
    std::uint32_t line = 0;                ///< where it stands in its file; 0: nowhere
    [[nodiscard]] bool hasAnswer() const;
    friend bool operator==(const JudgedQuery &a, const JudgedQuery &b) {
        return a.id == b.id && a.text == b.text && a.note == b.note && a.judgements == b.judgements;
    }
};
constexpr int MaxGrade = 3;

struct QuerySet {
    std::string name;
    std::vector<JudgedQuery> queries;
    std::filesystem::path file; ///< it was read from; empty: none
    [[nodiscard]] const JudgedQuery *find(std::string_view id) const;
    [[nodiscard]] std::size_t judgements() const;
    friend bool operator==(const QuerySet &a, const QuerySet &b) { return a.name == b.name && a.queries == b.queries; }
};

/// `queries/*.yaml` of a workspace: `{name, queries: [{id, text, judgements: {name: grade}, note}]}`. Without a name it
/// is the file's. Errors: ParseError with line and column (unknown keys, duplicate ids, grades outside 0 … 3).
[[nodiscard]] Result<QuerySet> readQuerySet(const std::filesystem::path &file, const catalog::YamlLimits &limits = {});
/// The same from text; `file` is for messages.
[[nodiscard]] Result<QuerySet> parseQuerySet(std::string_view text, const std::filesystem::path &file,
                                             const catalog::YamlLimits &limits = {});
/// The whole of a set as YAML; parseQuerySet() of it gives the set again.
[[nodiscard]] std::string writeQuerySet(const QuerySet &set);

/// One change of a set's file. Only the bytes that it is about are touched: comments, order and quoting stay.
struct QuerySetEdit {
    enum class Kind : std::uint8_t {
        Judge,  ///< `action` gets `grade`, or loses its judgement without one
        Add,    ///< `query`, at the end
        Remove, ///< the query `id`
    } kind = Kind::Judge;
    std::string id, action;
    std::optional<int> grade;
    JudgedQuery query;
};
/// The new text; an empty `text` makes a new file. It is parsed again and means exactly the intended change. Errors:
/// ParseError when the text is no query set; NotFound for a query that is not there; AlreadyExists for an id that is
/// taken; InvalidArgument (a grade outside 0 … 3, an empty text); Unsupported when the file is of a shape that cannot
/// be spliced safely (anchors): the message says what to write by hand.
[[nodiscard]] Result<std::string> editQuerySet(std::string_view text, const QuerySetEdit &edit,
                                               const std::filesystem::path &file,
                                               const catalog::YamlLimits &limits = {});

/// An id that the set does not have: "q1", "q2", …
[[nodiscard]] std::string freeQueryId(const QuerySet &set);

} // namespace actionscope::evaluation
