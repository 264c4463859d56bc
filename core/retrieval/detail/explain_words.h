#pragma once
/// The keyword part of an explanation, which every ranker shares.

#include "retrieval/detail/query.h"

#include <span>

namespace actionscope::retrieval::detail {

/// A word of the query that is in the index.
struct WeighedWord {
    std::uint32_t id;
    double idf;
    double weight;                ///< idf · (k1 + 1)
    std::string_view phrase = {}; ///< of the query, which this word of the index stands for
};

/// Appends each word's BM25 to `result.terms`, split over the fields that it stands in and multiplied by `unit`, adds
/// them up in `result.lexicalTotal`, and marks the words of `result.analysis` that the document lacks. Reads the
/// document's text: the index holds only the weighted sum over the fields. Returns the sum without `unit`.
double explainWords(const Index::Data &data, catalog::Ordinal document, double k1, const Saturation &saturation,
                    std::span<const WeighedWord> words, double unit, Explanation &result);

} // namespace actionscope::retrieval::detail
