#include "retrieval/explanation_tree.h"

#include <algorithm>
#include <cstdio>

namespace actionscope::retrieval {
namespace {

using Series = ExplanationNode::Series;

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4f", value);
    return text;
}

ExplanationNode termNode(const Explanation &explanation, const TermContribution &term) {
    ExplanationNode node;
    node.id = "keywords." + term.field + '.' + term.term;
    node.label = term.field + " · " + (term.phrase.empty() ? "" : term.phrase + " ≈ ") + term.term;
    node.series = Series::Keywords;
    node.value = term.contribution;
    double documentFrequency = 0;
    for (const QueryTerm &word : explanation.analysis) {
        if (word.term == term.term)
            documentFrequency = word.documentFrequency;
    }
    node.inputs = {
        {"tf", term.tf},      {"df", documentFrequency},        {"N", double(explanation.documents)},
        {"idf", term.idf},    {"length", explanation.length},   {"average length", explanation.averageLength},
        {"b", explanation.b}, {"length norm", term.lengthNorm}, {"boost", term.boost}};
    node.formula =
        "share of idf · tf′·(k1+1)/(tf′ + k1·norm), tf′ = Σ boost·tf over fields; divided by the attainable " +
        number(explanation.attainable);
    return node;
}

void sortByValue(std::vector<ExplanationNode> &nodes) {
    std::stable_sort(nodes.begin(), nodes.end(), [](const auto &a, const auto &b) { return a.value > b.value; });
}

void setShares(ExplanationNode &node, double total) {
    node.share = total > 0 ? node.value / total : 0;
    for (ExplanationNode &child : node.children)
        setShares(child, total);
}

} // namespace

ExplanationNode explanationTree(const Explanation &explanation) {
    ExplanationNode root;
    root.id = "total";
    root.label = "score";
    root.value = explanation.total;
    root.formula = "sum of the parts below";
    if (!explanation.terms.empty()) {
        ExplanationNode keywords;
        keywords.id = keywords.label = "keywords";
        keywords.series = Series::Keywords;
        keywords.value = explanation.lexicalTotal;
        keywords.formula = "BM25F, k1 " + number(explanation.k1) + ", b " + number(explanation.b);
        for (const TermContribution &term : explanation.terms)
            keywords.children.push_back(termNode(explanation, term));
        sortByValue(keywords.children);
        root.children.push_back(std::move(keywords));
    }
    if (explanation.semanticContribution != 0) {
        ExplanationNode meaning;
        meaning.id = meaning.label = "meaning";
        meaning.series = Series::Meaning;
        meaning.value = explanation.semanticContribution;
        meaning.inputs = {{"cosine", explanation.similarity}};
        root.children.push_back(std::move(meaning));
    }
    if (!explanation.graph.empty()) {
        ExplanationNode graph;
        graph.id = graph.label = "graph";
        graph.series = Series::Graph;
        for (const GraphContribution &edge : explanation.graph) {
            ExplanationNode child;
            child.id = "graph." + edge.edge + '.' + edge.from;
            child.label = edge.edge + " " + edge.from;
            child.series = Series::Graph;
            child.inputs = {{"weight", edge.weight}};
            child.value = edge.contribution;
            graph.value += edge.contribution;
            graph.children.push_back(std::move(child));
        }
        sortByValue(graph.children);
        root.children.push_back(std::move(graph));
    }
    for (const PriorContribution &prior : explanation.priors) {
        ExplanationNode node;
        node.id = "prior." + prior.name;
        node.label = prior.name;
        node.series = Series::Prior;
        node.inputs = {{"value", prior.value}, {"weight", prior.weight}};
        node.formula = number(prior.value) + " × " + number(prior.weight);
        node.value = prior.contribution;
        if (prior.name == "thesaurus") {
            for (const RelatedWord &related : explanation.related) {
                ExplanationNode word;
                word.id = node.id + '.' + related.term;
                word.label = related.word + " ≈ " + related.term;
                word.formula = "a word of the action that stands for one of the query's";
                word.series = Series::Prior;
                word.value = related.contribution;
                node.children.push_back(std::move(word));
            }
            sortByValue(node.children);
        }
        root.children.push_back(std::move(node));
    }
    setShares(root, explanation.total);
    return root;
}

} // namespace actionscope::retrieval
