#pragma once
/// What one scan of all documents leaves behind for looking at single ones; kept by each thread for its next search.

#include "retrieval/detail/fusion_scan.h"

namespace actionscope::retrieval::detail {

/// With more words than these, a document's postings are looked up instead of remembered.
inline constexpr std::size_t MaxRememberedSlots = 64;

struct FusionScan::Scratch {
    std::vector<float> keywords, thesaurus, coverage; // by document
    std::array<std::vector<float>, MaxSegments> segments, cosines;
    std::vector<float> scores;
    std::vector<std::uint8_t> hidden;
    std::vector<float> norms;        // of BM25, by document
    std::vector<float> own, related; // of one word, by document; all 0 between words
    std::vector<catalog::Ordinal> touchedOwn, touchedRelated;
    std::vector<double> services;     // evidence, by service
    std::vector<std::uint32_t> pairs; // by block and slot, see posting()
    std::vector<float> chunkKeywords; // best of each chunk of the runs
    std::array<std::vector<float>, MaxSegments> chunkSegments;
};

} // namespace actionscope::retrieval::detail
