#pragma once
/// An explanation as a tree that any view can draw: children always add up to their parent, so new signals need no new
/// view.

#include "retrieval/explanation.h"

#include <string>
#include <utility>
#include <vector>

namespace actionscope::retrieval {

struct ExplanationNode {
    std::string id;      ///< stable, dotted: "keywords", "keywords.name.issu", "prior.service-evidence"
    std::string label;   ///< English key or data: "keywords", "name · issu"
    std::string formula; ///< how `value` comes about, in words and figures
    enum class Series : unsigned char { Total, Keywords, Meaning, Graph, Prior } series = Series::Total;
    std::vector<std::pair<std::string, double>> inputs; ///< named raw figures: tf, df, idf, length, …
    double value = 0;                                   ///< in units of the score
    double share = 0;                                   ///< of the total, 0 … 1
    std::vector<ExplanationNode> children;
};

/// The root is the total. Its direct children are keywords, meaning, graph and each prior, those without a part left
/// out. Terms come in order of contribution, largest first.
ExplanationNode explanationTree(const Explanation &explanation);

} // namespace actionscope::retrieval
