#pragma once
/// Queries with the actions that answer them, tied to one catalog and to what searches it: a benchmark folder with its
/// own catalog, or a query set of the workspace against the workspace's index.

#include "base/executor.h"
#include "base/progress.h"
#include "base/result.h"
#include "evaluation/query_set.h"
#include "retrieval/searcher.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace actionscope::evaluation {

struct LabelledQuery {
    std::string id, text;
    std::vector<std::pair<catalog::Ordinal, int>> judgements; ///< by ordinal; grades of 0 and more
    [[nodiscard]] bool hasAnswer() const;
};

/// Immutable once made; any thread.
struct LabelledSet {
    std::string name;
    std::string family; ///< sets made of the same material; the name when it stands alone
    std::shared_ptr<const catalog::Catalog> catalog;
    std::shared_ptr<const retrieval::Searcher> searcher;
    std::vector<LabelledQuery> queries;
    /// By ordinal, where judgements call actions otherwise than "service.action"; empty when they do not.
    std::vector<std::string> ids;
    retrieval::Visibility visibility; ///< of the whole set; a workspace's toggles
    /// Queries that were left out since nothing that answers them is in the catalog, and what to say about it, with
    /// file:line where there is one.
    std::uint32_t excluded = 0;
    std::vector<std::string> warnings;

    [[nodiscard]] std::string idOf(catalog::Ordinal ordinal) const;
};

/// Makes the searcher of a folder's catalog: the shipped one, or that of a benchmark's variant.
using SearcherFactory = std::function<Result<std::shared_ptr<const retrieval::Searcher>>(
    std::shared_ptr<const catalog::Catalog> catalog, Executor &executor, const Job &job)>;
/// As a workspace with default settings searches.
[[nodiscard]] SearcherFactory shippedSearcher();

/// "restbench-spotify-large" and "restbench-spotify" are "restbench", "toolbench10k-a" and "toolbench-g1" are
/// "toolbench": the letters before the first digit or '-'.
[[nodiscard]] std::string familyOf(std::string_view set);

/// Reads a benchmark folder as a catalog. Errors: NotFound, ParseError with file and line.
[[nodiscard]] Result<std::shared_ptr<const catalog::Catalog>> readBenchmarkCatalog(const std::filesystem::path &folder);
/// `actions.jsonl`, `queries.jsonl` and `qrels.tsv`. Errors: NotFound when the folder lacks one (the caller skips it
/// with a word), ParseError with file and line: broken lines, ids that occur twice, judgements of unknown
/// actions. Judgements of queries that are not there become warnings; a query that nothing is judged to answer has
/// none.
[[nodiscard]] Result<LabelledSet> readLabelledFolder(const std::filesystem::path &folder,
                                                     const SearcherFactory &searcher, Executor &executor,
                                                     const Job &job = {});
/// Judgements of actions that the catalog does not have are left out and warned about; a query that has no answer left
/// is excluded.
[[nodiscard]] LabelledSet labelledSet(const QuerySet &set, std::shared_ptr<const retrieval::Searcher> searcher,
                                      retrieval::Visibility visibility = {});

} // namespace actionscope::evaluation
