#pragma once
/// From the text of a block of capabilities to its postings, by vocabulary numbers of the thread that analysed it.

#include "catalog/catalog.h"
#include "retrieval/detail/fields.h"
#include "retrieval/detail/index_data.h"
#include "retrieval/detail/word_map.h"

#include <cstdint>
#include <vector>

namespace actionscope::retrieval::detail {

/// The postings of one block, grouped by term.
struct BlockPostings {
    std::uint32_t vocabulary = 0;       ///< index of the vocabulary that `terms` counts in
    std::vector<std::uint32_t> terms;   ///< ascending by first occurrence; unique
    std::vector<std::uint16_t> counts;  ///< postings of each term
    std::vector<Posting> postings;      ///< term by term, each ascending by document
    std::vector<WordSets> wordSets;     ///< of the documents
    std::vector<std::uint32_t> lengths; ///< of the documents, in tenths
};

/// One thread's vocabulary and scratch space.
class BlockAnalyzer {
public:
    explicit BlockAnalyzer(AnalyzerOptions options)
        : m_analyzer(options) {}

    /// Analyses documents [first, first + count) of `service`, counted inside its segment.
    [[nodiscard]] BlockPostings analyze(const catalog::Service &service, std::uint32_t first, std::uint32_t count);
    [[nodiscard]] const WordMap &terms() const { return m_terms; }

private:
    std::uint32_t termOf(std::string_view word);
    void add(Field field, std::string_view text);
    /// Ends the set of words that was collected, and gives its hash.
    std::uint64_t closeWordSet();

    static constexpr std::uint32_t NoTerm = UINT32_MAX;
    Analyzer m_analyzer;
    Tokenizer m_tokenizer;
    WordMap m_words;                      // folded word → number of its term, NoTerm for stop words
    WordMap m_terms;                      // term → its number, counted from 0 in order of adding
    std::vector<std::uint32_t> m_weight;  // of each term in the document at hand
    std::vector<std::uint8_t> m_core;     // whether it is of the document's core
    std::vector<std::uint32_t> m_touched; // terms of the document at hand
    std::vector<std::uint64_t> m_hash;    // of each term
    std::vector<std::uint32_t> m_set;     // terms of the name or title at hand
    std::vector<std::uint32_t> m_inBlock; // postings of each term in the block at hand
    std::uint64_t m_length = 0;
    std::string m_buffer;
    struct Found {
        std::uint32_t term;
        Posting posting;
    };
    std::vector<Found> m_found;
};

} // namespace actionscope::retrieval::detail
