#pragma once
/// The corpus of the lexical contest and its queries.

#include "base/result.h"
#include "catalog/catalog.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace actionscope::bench {

/// Every operation of every `*.json` description under `folder`, read by a small walker of the bench's own, so that the
/// contest does not depend on the importer. Names are made unique with invisible suffixes: the tokens stay those of the
/// description.
Result<std::shared_ptr<const catalog::Catalog>> readCorpus(const std::filesystem::path &folder);

/// What every engine is given for a document: all tokens of all fields, split, folded, in one line.
std::vector<std::string> tokenStreams(const catalog::Catalog &catalog);

struct Query {
    std::string raw;                 ///< tokens as typed, with stop words and repetitions
    std::string text;                ///< tokens without
    std::vector<std::string> tokens; ///< of `text`
    std::int64_t source = -1;        ///< ordinal of the action it was made from
};
/// 250 queries from summaries of microsoft.com/graph-beta, 250 from those of other services, 50 written by hand; fixed
/// seed.
std::vector<Query> makeQueries(const catalog::Catalog &catalog);

} // namespace actionscope::bench
