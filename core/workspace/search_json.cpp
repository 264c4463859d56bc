#include "workspace/search_json.h"

#include "catalog/capability_id.h"

namespace actionscope::workspace {
namespace {

std::string_view fateName(retrieval::QueryTerm::Fate fate) {
    using Fate = retrieval::QueryTerm::Fate;
    switch (fate) {
    case Fate::Matched:
        return "matched";
    case Fate::Unmatched:
        return "unmatched";
    case Fate::StopWord:
        return "stop_word";
    case Fate::Repeated:
        return "repeated";
    case Fate::Unknown:
        return "unknown";
    case Fate::InPhrase:
        return "in_phrase";
    }
    return "unknown";
}

} // namespace

json::object explanationToJson(const retrieval::Explanation &explanation) {
    json::array terms, priors, graph, analysis, related;
    for (const auto &t : explanation.terms) {
        json::object term{{"term", t.term},
                          {"field", t.field},
                          {"tf", t.tf},
                          {"idf", t.idf},
                          {"length_norm", t.lengthNorm},
                          {"boost", t.boost},
                          {"contribution", t.contribution}};
        if (!t.phrase.empty())
            term["phrase"] = t.phrase;
        terms.push_back(std::move(term));
    }
    for (const auto &p : explanation.priors)
        priors.push_back(
            {{"name", p.name}, {"value", p.value}, {"weight", p.weight}, {"contribution", p.contribution}});
    for (const auto &g : explanation.graph)
        graph.push_back({{"edge", g.edge}, {"from", g.from}, {"weight", g.weight}, {"contribution", g.contribution}});
    for (const auto &r : explanation.related)
        related.push_back({{"word", r.word}, {"term", r.term}, {"contribution", r.contribution}});
    for (const auto &w : explanation.analysis)
        analysis.push_back({{"word", w.word},
                            {"term", w.term},
                            {"fate", fateName(w.fate)},
                            {"idf", w.idf},
                            {"document_frequency", w.documentFrequency}});
    return {{"lexical", {{"total", explanation.lexicalTotal}, {"terms", std::move(terms)}}},
            {"semantic", {{"similarity", explanation.similarity}, {"contribution", explanation.semanticContribution}}},
            {"priors", std::move(priors)},
            {"graph", std::move(graph)},
            {"floor", explanation.floor},
            {"total", explanation.total},
            {"attainable", explanation.attainable},
            {"k1", explanation.k1},
            {"b", explanation.b},
            {"length", explanation.length},
            {"average_length", explanation.averageLength},
            {"documents", explanation.documents},
            {"analysis", std::move(analysis)},
            {"related", std::move(related)}};
}

json::object searchToJson(const std::string &query, const SearchOutcome &outcome) {
    const retrieval::SearchResponse &response = outcome.response;
    json::array results;
    for (std::size_t i = 0; i < response.hits.size(); ++i) {
        const retrieval::Hit &hit = response.hits[i];
        const catalog::CapabilityView action = outcome.catalog->at(hit.ordinal);
        results.push_back(
            {{"rank", i + 1},
             {"name", outcome.catalog->qualifiedName(hit.ordinal)},
             {"id", catalog::capabilityId(*outcome.catalog, hit.ordinal)},
             {"kind", catalog::kindName(action.kind())},
             {"service", outcome.catalog->serviceOf(hit.ordinal).info.id},
             {"title", action.title()},
             {"description", action.description()},
             {"method", catalog::methodName(action.method())},
             {"endpoint", action.path()},
             {"risk", catalog::tierName(outcome.risk[i].tier)},
             {"approval", catalog::approvalName(outcome.risk[i].approval)},
             {"curated", action.curated()},
             {"score", hit.score},
             {"explanation", hit.explanation ? json::value(explanationToJson(*hit.explanation)) : json::value()}});
    }
    json::array unknown;
    for (const std::string &word : response.withheld.unknownWords)
        unknown.emplace_back(word);
    return {{"query", query},
            {"total_indexed", response.indexed},
            {"elapsed_us", response.elapsedUs},
            {"floor", response.floor},
            {"hint", response.hits.empty() ? json::value(response.hint) : json::value()},
            {"preset", outcome.preset},
            {"reduced", response.reduced.empty() ? json::value() : json::value(response.reduced)},
            {"withheld",
             {{"matched", response.withheld.matched},
              {"below_floor", response.withheld.belowFloor},
              {"best_below_floor", response.withheld.bestBelowFloor},
              {"service_off", response.withheld.serviceOff},
              {"not_allowed", response.withheld.notAllowed},
              {"unknown_words", std::move(unknown)}}},
            {"results", std::move(results)}};
}

} // namespace actionscope::workspace
