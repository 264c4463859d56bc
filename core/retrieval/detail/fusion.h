#pragma once
/// The ranker Fusion: a weighted sum of signals on the one scale of scores. One path for searching, for candidates and
/// for explaining.

#include "retrieval/candidates.h"
#include "retrieval/detail/fusion_query.h"

namespace actionscope::retrieval::detail {

struct FusionContext {
    const Index::Data &data;
    const VectorIndex *vectors; ///< of the same catalog, or null
    const Thesaurus &thesaurus;
    const Preset &preset;
};

SearchResponse searchFused(const FusionContext &context, const SearchRequest &request, const Gate &gate);
CandidateSet candidatesFused(const FusionContext &context, const SearchRequest &request, const Gate &gate,
                             std::size_t count);
/// Of one document, whatever its rank.
Explanation explainOneFused(const FusionContext &context, const SearchRequest &request, const Gate &gate,
                            catalog::Ordinal document);
/// The plain reference: every document by the formula, in double precision.
std::vector<Hit> searchFusedPlainly(const FusionContext &context, const SearchRequest &request, const Gate &gate);

/// Of a request: the floor that counts.
double floorOf(const SearchRequest &request, const Preset &preset);
/// Services that hold the most of what is withheld, into `withheld`.
void nameServices(const Index::Data &data, const std::vector<std::uint32_t> &off, Withheld &withheld);
/// Sorts a document that is not shown into `withheld`, by the first reason that applies.
void countWithheld(const Gate &gate, std::uint32_t service, catalog::Ordinal document, double score, double floor,
                   std::vector<std::uint32_t> &off, Withheld &withheld);

} // namespace actionscope::retrieval::detail
