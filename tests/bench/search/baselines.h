#pragma once
/// What others would use for finding actions: plain BM25 and SQLite's FTS5, over the same texts of the same catalogs.

#include "catalog/catalog.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::bench {

/// A ranking without any of ours. One thread at a time.
class Baseline {
public:
    Baseline() = default;
    Baseline(const Baseline &) = delete;
    Baseline &operator=(const Baseline &) = delete;
    virtual ~Baseline() = default;
    /// All actions that share a word with `query` and their scores, best first.
    [[nodiscard]] virtual std::vector<std::pair<catalog::Ordinal, double>> search(std::string_view query) = 0;
};

/// Okapi BM25 of all texts of an action as one, each word of the query as often as it occurs there; stems and stop
/// words as everywhere in the program.
[[nodiscard]] std::unique_ptr<Baseline> makePlainBm25(const catalog::Catalog &catalog, double k1, double b);

/// FTS5 with its own bm25() (k1 1.2, b 0.75), tokenizer `porter unicode61`, a column for each text; the words of the
/// query joined by OR. Null when SQLite fails.
[[nodiscard]] std::unique_ptr<Baseline> makeFts5Baseline(const catalog::Catalog &catalog);

} // namespace actionscope::bench
