#pragma once
/// Why a result has its score: parts in units of the score that add up to it (to within 1e-6).

#include <cstdint>
#include <string>
#include <vector>

namespace actionscope::retrieval {

struct TermContribution {
    std::string term;        ///< as indexed (stemmed)
    std::string field;       ///< "name", "description", …
    std::string phrase = {}; ///< of the query that the term stands for ("get rid of"); empty: the word itself
    double tf = 0;           ///< occurrences in the field
    double idf = 0;
    double lengthNorm = 1;   ///< 1 - b + b · length / average
    double boost = 1;        ///< weight of the field
    double contribution = 0; ///< the field's share of the term's saturated weight, in units of the score
};
/// A signal beside plain BM25F: service evidence, exact name, same words, and whatever later rankers add.
struct PriorContribution {
    std::string name;
    double value = 0, weight = 0, contribution = 0;
};
struct GraphContribution {
    std::string edge, from;
    double weight = 0, contribution = 0;
};
/// One word of the query and what became of it.
struct QueryTerm {
    std::string word; ///< as typed
    std::string term; ///< as looked up; empty for a stop word
    /// InPhrase: it belongs to a phrase that means something else than its words.
    enum class Fate : unsigned char { Matched, Unmatched, StopWord, Repeated, Unknown, InPhrase } fate = Fate::Matched;
    double idf = 0;
    std::uint32_t documentFrequency = 0;
};
/// A word of the document that stands for one of the query's.
struct RelatedWord {
    std::string word;        ///< as typed
    std::string term;        ///< as indexed
    double contribution = 0; ///< its part of the contribution of "thesaurus"
};
struct Explanation {
    double lexicalTotal = 0;
    std::vector<TermContribution> terms;
    double similarity = 0, semanticContribution = 0; ///< meaning; zero until there are vectors
    std::vector<PriorContribution> priors;
    std::vector<GraphContribution> graph;
    double floor = 0;
    double total = 0;
    // What a person needs to follow the arithmetic:
    double attainable = 0; ///< what the query could attain: the divisor of every contribution
    double k1 = 0, b = 0, length = 0, averageLength = 0;
    std::uint32_t documents = 0;
    std::vector<QueryTerm> analysis;
    std::vector<RelatedWord> related; ///< "remove" of the query, "delet" of the action
};

} // namespace actionscope::retrieval
