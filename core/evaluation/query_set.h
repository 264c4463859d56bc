#pragma once
/// Labelled queries: what should be found for what was asked.

#include "base/result.h"
#include "catalog/hand_file.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace actionscope::evaluation {

struct JudgedQuery {
    std::string id, text, note;
    std::map<std::string, int> judgements; ///< "service.action" → 0 … 3; empty: nothing is the right answer
    [[nodiscard]] bool hasAnswer() const;
};

struct QuerySet {
    std::string name;
    std::vector<JudgedQuery> queries;
};

/// `queries/*.yaml` of a workspace: `{name, queries: [{id, text, judgements: {name: grade}, note}]}`.
/// Errors: ParseError with line and column (unknown keys, duplicate ids, grades outside 0 … 3).
[[nodiscard]] Result<QuerySet> readQuerySet(const std::filesystem::path &file, const catalog::YamlLimits &limits = {});

} // namespace actionscope::evaluation
