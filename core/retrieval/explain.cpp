#include "retrieval/detail/explain_words.h"

#include "base/text.h"
#include "retrieval/detail/compounds.h"
#include "retrieval/detail/fields.h"
#include "retrieval/detail/query.h"

#include <algorithm>
#include <cstdio>

namespace actionscope::retrieval::detail {

double explainWords(const Index::Data &data, catalog::Ordinal document, double k1, const Saturation &saturation,
                    std::span<const WeighedWord> words, double unit, Explanation &result) {
    const catalog::Service &service = data.catalog->serviceOf(document);
    std::vector<std::array<std::uint32_t, FieldCount>> occurrences(words.size());
    Analyzer &analyzer = threadAnalyzer(data.analysis());
    Tokenizer tokenizer;
    std::string buffer;
    forEachText(data.catalog->at(document), serviceText(service.info, tokenizer), buffer,
                [&](Field field, std::string_view text) {
                    const auto count = [&](std::string_view word) {
                        const std::string_view term = analyzer.term(word);
                        for (std::size_t t = 0; t < words.size() && !term.empty(); ++t) {
                            if (data.term(words[t].id) == term)
                                ++occurrences[t][static_cast<std::size_t>(field)];
                        }
                    };
                    tokenizer.split(text, [&](const Tokenizer::Word &word) {
                        count(word.text);
                        if (hasCompounds(field))
                            forEachPart(compoundParts(word.text), count);
                    });
                });
    const double norm = saturation.norm(data.lengths[document]);
    double raw = 0;
    for (std::size_t t = 0; t < words.size(); ++t) {
        std::uint32_t sum = 0;
        for (std::size_t f = 0; f < FieldCount; ++f)
            sum += occurrences[t][f] * FieldTenths[f];
        const std::string_view text = data.term(words[t].id);
        if (sum == 0) {
            for (QueryTerm &word : result.analysis) {
                if (word.term == text && word.fate == QueryTerm::Fate::Matched)
                    word.fate = QueryTerm::Fate::Unmatched;
            }
            continue;
        }
        const double tenths = std::min(sum, MaxWeightTenths);
        const double share = words[t].weight * tenths / (tenths + norm);
        raw += share;
        for (std::size_t f = 0; f < FieldCount; ++f) {
            if (occurrences[t][f] == 0)
                continue;
            TermContribution &part = result.terms.emplace_back();
            part.term = text;
            part.phrase = words[t].phrase;
            part.field = FieldNames[f];
            part.tf = occurrences[t][f];
            part.idf = words[t].idf;
            part.lengthNorm = k1 == 0 ? 1 : norm / (10 * k1);
            part.boost = FieldTenths[f] / 10.0;
            part.contribution = share * unit * (occurrences[t][f] * FieldTenths[f]) / sum;
            result.lexicalTotal += part.contribution;
        }
    }
    return raw;
}

Explanation explain(const Index::Data &data, const RankingOptions &options, const Query &query,
                    catalog::Ordinal document, const Lifted *lifted, double floor) {
    Explanation result;
    result.floor = floor;
    result.attainable = query.attainable;
    result.k1 = options.k1;
    result.b = options.b;
    result.length = data.lengths[document] / 10.0;
    result.averageLength = data.averageLength() / 10;
    result.documents = data.header.documents;
    result.analysis = query.analysis;

    std::vector<WeighedWord> words;
    double evidence = 0;
    for (const Term &term : query.terms) {
        words.push_back({term.id, term.idf, term.weight});
        std::uint32_t inService = 0;
        const auto blocks = data.pairBlock.subspan(data.terms[term.id].firstPair,
                                                   data.terms[term.id + 1].firstPair - data.terms[term.id].firstPair);
        const std::uint32_t serviceIndex = data.catalog->serviceIndexOf(document);
        auto at = std::lower_bound(blocks.begin(), blocks.end(), data.services[serviceIndex].firstBlock);
        for (; at != blocks.end() && *at < data.services[serviceIndex + 1].firstBlock; ++at) {
            const std::size_t pair = data.terms[term.id].firstPair + static_cast<std::size_t>(at - blocks.begin());
            inService += data.pairStart[pair + 1] - data.pairStart[pair];
        }
        if (inService != 0)
            evidence += term.serviceWeight * inService /
                        (inService + query.services.norm(static_cast<double>(data.services[serviceIndex].postings)));
    }
    const double raw = explainWords(data, document, options.k1, query.documents, words,
                                    query.attainable > 0 ? 1 / query.attainable : 0, result);
    if (raw != 0 && evidence != 0)
        result.priors.push_back({"service-evidence", evidence / options.serviceEvidence, options.serviceEvidence,
                                 evidence / query.attainable});
    else
        evidence = 0;
    result.total = raw == 0 ? 0 : (raw + evidence) / query.attainable;
    if (lifted != nullptr) {
        const double score = liftedScore(result.total, lifted->lift);
        result.priors.push_back({std::string(lifted->name), 1, lifted->lift, score - result.total});
        result.total = score;
    }
    return result;
}

std::string hintFor(const Index::Data &data, const SearchRequest &request, const Query &query,
                    const SearchResponse &response) {
    const Withheld &withheld = response.withheld;
    const auto number = [](double value) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.3f", value);
        return std::string(text.data());
    };
    const auto actions = [](std::uint32_t count) {
        return std::to_string(count) + (count == 1 ? " action" : " actions");
    };
    const auto join = [](const std::vector<std::string> &words, std::size_t most) {
        std::string text;
        for (std::size_t i = 0; i < std::min(words.size(), most); ++i)
            text += (i == 0 ? "\"" : ", \"") + revealInvisible(words[i]) + '"';
        return text + (words.size() > most ? " …" : "");
    };
    if (data.header.documents == 0)
        return "Nothing is indexed yet. Import an API description first.";
    if (query.analysis.empty())
        return "The query has no words. Say what should be done, for example \"create an issue\".";
    if (query.onlyStopWords && withheld.matched == 0)
        return "The query has only filler words. Name what should be done and to what, for example \"create an "
               "issue\".";
    std::vector<std::string> parts;
    if (withheld.serviceOff != 0)
        parts.push_back(actions(withheld.serviceOff) +
                        (withheld.serviceOff == 1 ? " fits but its service is" : " fit but their services are") +
                        " switched off for search: " + join(withheld.servicesOff, 3) + ". Switch it on to find " +
                        (withheld.serviceOff == 1 ? "it." : "them."));
    if (withheld.notAllowed != 0)
        parts.push_back(actions(withheld.notAllowed) + (withheld.notAllowed == 1 ? " fits" : " fit") +
                        " that this credential may not find. Who may find what is decided in access.yaml of the "
                        "workspace.");
    if (withheld.outOfScope != 0)
        parts.push_back(actions(withheld.outOfScope) + (withheld.outOfScope == 1 ? " fits" : " fit") +
                        " outside what was searched" +
                        (request.service
                             ? " (service \"" + *request.service + "\"). Search all services."
                             : std::string(request.longTailOnly ? " (the long tail): curated actions answer this."
                                                                : ". Widen the filter.")));
    if (withheld.belowFloor != 0)
        parts.push_back("The best of " + std::to_string(withheld.belowFloor) +
                        (withheld.belowFloor == 1 ? " match scores " : " matches scores ") +
                        number(withheld.bestBelowFloor) + ", below the floor of " + number(response.floor) +
                        ". Name the thing and what to do with it more exactly, or lower the floor.");
    if (!query.unknown.empty())
        parts.push_back("No action has the " + std::string(query.unknown.size() == 1 ? "word " : "words ") +
                        join(query.unknown, 4) + ". Try other words for it.");
    if (parts.empty())
        parts.emplace_back("No action here matches. Try other words.");
    std::string hint;
    for (const std::string &part : parts)
        hint += (hint.empty() ? "" : " ") + part;
    return hint;
}

} // namespace actionscope::retrieval::detail
