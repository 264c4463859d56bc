#pragma once
/// A query as the fused ranking sees it: its words, which part of the query each stands in, what the thesaurus gives
/// for it, which methods its verbs ask for, and the vectors of its parts.

#include "retrieval/detail/query.h"
#include "retrieval/thesaurus.h"
#include "retrieval/vector_index.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actionscope::retrieval::detail {

/// People state a task in several sentences or clauses; each is also searched for itself. Further ones belong to the
/// last.
constexpr std::size_t MaxSegments = 8;
/// Words of the thesaurus that one word of a query can bring, and all together.
constexpr std::size_t MaxRelated = 8, MaxRelatedInAll = 128;

struct FusionQuery {
    /// A term of the index that the thesaurus gives for a word.
    struct Related {
        std::uint32_t id;
        double weight; ///< what it can add: (k1 + 1) times the smaller idf of the two
    };
    struct Word {
        std::optional<std::uint32_t> id; ///< absent when the word itself is in no document
        std::string term;
        double weight = 0; ///< idf · (k1 + 1), less for a word of a phrase
        double idf = 0;
        double coverage = 0; ///< what it counts when a document says it of itself: idf, less for a word of a phrase
        double serviceWeight = 0;
        std::uint32_t segments = 0; ///< bit per segment that it stands in
        std::vector<Related> related;
        /// Of a phrase ("get rid of"), which has no id: the terms of the index that it may mean. A document has the
        /// phrase as it has the one of these that it has best.
        std::vector<Related> spellings;
    };
    struct Segment {
        std::string_view text;
        std::uint32_t methods = 0; ///< bit per catalog::Method that its verbs ask for
    };
    Query base;
    std::vector<Word> words;
    std::vector<Segment> segments; ///< at least one
    double attainable = 0;         ///< sum of the weights of all words
    std::vector<VectorIndex::Query>
        vectors; ///< of the segments that the model knows, or one for all of it; empty without vectors
};

/// `text` must outlive the result. A model that fails to answer gives no vectors; its error comes back in `problem`.
FusionQuery prepareFusion(const Index::Data &data, double k1, double b, const Thesaurus &thesaurus,
                          const VectorIndex *vectors, std::string_view text, std::string &problem);

/// Where `text` is cut into parts: at ends of sentences, at new lines, and before ", and", "then" and "also". Offsets
/// where parts begin, ascending, the first is 0.
std::vector<std::uint32_t> segmentStarts(std::string_view text);
/// The methods that a verb asks for, as bits of catalog::Method; 0 for other words. `term` is a stem.
std::uint32_t methodsOf(std::string_view term);

} // namespace actionscope::retrieval::detail
