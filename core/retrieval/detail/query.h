#pragma once
/// A query, analysed and weighed against one index; and the formula, in one place for the fast search, the plain one
/// and the explanation.

#include "retrieval/detail/index_data.h"
#include "retrieval/explanation.h"
#include "retrieval/searcher.h"

#include <cmath>
#include <string>
#include <vector>

namespace actionscope::retrieval::detail {

/// `frequency / (frequency + norm)`: the saturating part of BM25. Norms grow with length.
struct Saturation {
    double base = 0, perLength = 0;
    [[nodiscard]] double norm(double length) const { return base + perLength * length; }
};

/// A term of the query that is in the index.
struct Term {
    std::uint32_t id;
    double idf;           ///< over documents
    double weight;        ///< what the term can add to a document's raw score: idf · (k1 + 1)
    double serviceWeight; ///< what it can add as service evidence
};

struct Query {
    std::vector<Term> terms;          ///< a set, in order of the query
    double attainable = 0;            ///< the raw score that no document reaches and scores are shares of
    std::vector<QueryTerm> analysis;  ///< every word
    std::vector<std::string> unknown; ///< words in no document
    bool onlyStopWords = false;
    std::uint64_t wordSet = NoWords; ///< hash of all its terms
    Saturation documents;            ///< for weighted frequencies and lengths in tenths
    Saturation services;             ///< for counts of actions and postings
};

/// The words of a query. One that is in no document, but made of several ("databasebackup"), counts as these.
std::vector<Analyzer::Token> analyzeQuery(const Index::Data &data, std::string_view text);
Query prepare(const Index::Data &data, const RankingOptions &options, std::string_view text);
Query prepare(const Index::Data &data, const RankingOptions &options, std::vector<Analyzer::Token> tokens);

/// A document that stands out by more than its words: what is missing to full score shrinks by `lift`.
struct Lifted {
    catalog::Ordinal document;
    double lift;           ///< 0 … 1
    std::string_view name; ///< of the prior, for the explanation
};
/// Documents whose plain or qualified name is `text` (whatever its case), and those whose name or title has exactly the
/// words of the query; ascending and unique, the greater lift counts.
std::vector<Lifted> liftedBy(const Index::Data &data, const RankingOptions &options, const Query &query,
                             std::string_view text);
inline double liftedScore(double score, double lift) { return lift >= 1 ? 1.0 : score + lift * (1 - score); }
/// The entry of `document`, or null.
const Lifted *findLifted(const std::vector<Lifted> &lifted, catalog::Ordinal document);

/// Who may see what: the request's and the visibility's conditions together.
struct Gate {
    const Index::Data &data;
    const SearchRequest &request;
    const Visibility &visibility;
    std::optional<std::uint32_t> scope;  ///< of the request's service
    std::vector<std::uint8_t> only = {}; ///< by ordinal, what the request's `only` said; empty: all

    [[nodiscard]] bool serviceOn(std::uint32_t service) const {
        return visibility.services.empty() ||
               (service < visibility.services.size() && visibility.services[service] != 0);
    }
    [[nodiscard]] bool inScope(std::uint32_t service) const { return !scope || *scope == service; }
    /// Kind and surface: what was asked for.
    [[nodiscard]] bool wanted(catalog::Ordinal document) const {
        const std::uint8_t kind = data.kinds[document];
        return (request.kinds >> kindOf(kind) & 1U) != 0 && !(request.longTailOnly && isCurated(kind)) &&
               (only.empty() || only[document] != 0);
    }
    /// Whether the asker may find it at all.
    [[nodiscard]] bool granted(catalog::Ordinal document) const {
        return visibility.actions.empty() ||
               (document < visibility.actions.size() && visibility.actions[document] != 0);
    }
    /// Kind, surface and grant; the service is checked apart.
    [[nodiscard]] bool allows(catalog::Ordinal document) const { return wanted(document) && granted(document); }
};

/// Why `document` has its score.
Explanation explain(const Index::Data &data, const RankingOptions &options, const Query &query,
                    catalog::Ordinal document, const Lifted *lifted, double floor);

/// The sentence for an empty list.
std::string hintFor(const Index::Data &data, const SearchRequest &request, const Query &query,
                    const SearchResponse &response);

/// The request's text as it is searched: valid UTF-8, at most MaxQueryBytes, without white space around it.
std::string cleanQuery(std::string_view text);
/// Errors as Searcher::search.
Result<Gate> gateFor(const Index::Data &data, const SearchRequest &request, const Visibility &visibility);

} // namespace actionscope::retrieval::detail
