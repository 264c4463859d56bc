#pragma once
/// Query sets from and to the formats of others: TREC, BEIR, CSV, and folders like our benchmarks'.

#include "base/result.h"
#include "catalog/catalog.h"
#include "evaluation/query_set.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace actionscope::evaluation {

/// Judgements are read from: TREC qrels `query iteration action grade` (blanks between), TSV `query action grade` with
/// or without a heading (BEIR's `query-id corpus-id score` too). Queries: JSONL with `id` or `_id` and `text`; TSV `id
/// text`; TREC topics (`<num>`, `<title>`). CSV holds both, with a heading: `query_id` (optional), `query`, `action`,
/// `grade`, `note` (optional); a row without an action is a query that nothing answers.
struct ExchangeSource {
    std::filesystem::path judgements; ///< qrels, CSV, or a folder with queries.jsonl and qrels.tsv or qrels/*.tsv
    std::filesystem::path queries;    ///< beside qrels; empty with CSV or a folder
    std::string name;                 ///< of the set; empty: from the file
};

struct ImportedQueries {
    QuerySet set;
    std::uint32_t judgements = 0;
    std::uint32_t unknown = 0;         ///< judgements of actions that the catalog does not have: left out
    std::vector<std::string> warnings; ///< "file:line: what", twenty of a kind at most
};

constexpr std::uint64_t MaxExchangeBytes = 256ULL << 20; ///< of one file
constexpr std::size_t MaxQueries = 100'000;              ///< of one set

/// `catalog` null: names are taken as they are. Grades above 3 become 3 and below 0 become 0, with a warning. Errors:
/// NotFound, ParseError with file:line (a broken line, a query id that occurs twice with both lines, two grades for one
/// action of one query, a judgement of a query that the queries lack), LimitExceeded; InvalidArgument when no judgement
/// is of a known action.
[[nodiscard]] Result<ImportedQueries> importQueries(const ExchangeSource &source, const catalog::Catalog *catalog);

enum class ExchangeFormat : std::uint8_t { Yaml, Trec, Beir, Csv };
[[nodiscard]] std::optional<ExchangeFormat> exchangeFormatFromName(std::string_view name); ///< "yaml", "trec", …
/// Files to write, by name relative to a folder: Trec: `NAME.qrels`, `NAME.topics.tsv`; Beir: `queries.jsonl`,
/// `qrels.tsv`; Csv: `NAME.csv`; Yaml: `NAME.yaml`. importQueries() of them gives the judgements again; line ends in
/// texts become spaces where a format has none. Errors: Unsupported for an id or action with blanks in Trec.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::string>>> exportQueries(const QuerySet &set,
                                                                                     ExchangeFormat format);

} // namespace actionscope::evaluation
