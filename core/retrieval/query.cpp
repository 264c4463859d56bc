#include "retrieval/detail/query.h"

#include "base/text.h"
#include "retrieval/detail/compounds.h"
#include "retrieval/detail/fields.h"

#include <algorithm>

namespace actionscope::retrieval::detail {

std::string cleanQuery(std::string_view text) {
    // Cut first: replacing bytes that are no UTF-8 makes text longer, and a hostile query may be megabytes.
    std::string query = toValidUtf8(truncateUtf8(text, MaxQueryBytes));
    const auto isSpace = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    query.erase(query.begin(), std::find_if_not(query.begin(), query.end(), isSpace));
    query.erase(std::find_if_not(query.rbegin(), query.rend(), isSpace).base(), query.end());
    return query;
}

std::vector<Analyzer::Token> analyzeQuery(const Index::Data &data, std::string_view text) {
    Analyzer &analyzer = threadAnalyzer(data.analysis());
    std::vector<Analyzer::Token> tokens;
    for (Analyzer::Token &token : analyzer.analyze(text)) {
        const bool known = token.term.empty() || data.find(token.term);
        const std::string_view parts = known ? std::string_view() : compoundParts(toLowerAscii(token.word));
        if (parts.empty())
            tokens.push_back(std::move(token));
        forEachPart(parts, [&](std::string_view part) {
            tokens.push_back({std::string(part), std::string(analyzer.term(part)), token.begin, token.end});
        });
    }
    return tokens;
}

Query prepare(const Index::Data &data, const RankingOptions &options, std::string_view text) {
    return prepare(data, options, analyzeQuery(data, text));
}

Query prepare(const Index::Data &data, const RankingOptions &options, std::vector<Analyzer::Token> tokens) {
    Query query;
    const double k = options.k1 + 1;
    const double documents = data.header.documents, services = data.header.services;
    const double evidence = data.header.services > 1 ? options.serviceEvidence : 0;
    query.documents = {10 * options.k1 * (1 - options.b), 10 * options.k1 * options.b / data.averageLength()};
    query.services = {options.k1 * (1 - options.b), options.k1 * options.b / data.averageServiceLength()};

    query.onlyStopWords = !tokens.empty();
    for (Analyzer::Token &token : tokens) {
        QueryTerm &word = query.analysis.emplace_back();
        word.word = std::move(token.word);
        word.term = std::move(token.term);
        if (word.term.empty()) {
            word.fate = QueryTerm::Fate::StopWord;
            continue;
        }
        query.onlyStopWords = false;
        const auto before = std::find_if(query.analysis.begin(), query.analysis.end() - 1,
                                         [&](const QueryTerm &other) { return other.term == word.term; });
        if (before != query.analysis.end() - 1) {
            word.fate = QueryTerm::Fate::Repeated;
            word.idf = before->idf;
            word.documentFrequency = before->documentFrequency;
            continue;
        }
        query.wordSet += wordHash(word.term);
        const auto id = data.find(word.term);
        word.documentFrequency = id ? data.documentFrequency(*id) : 0;
        word.idf = inverseDocumentFrequency(documents, word.documentFrequency);
        Term term{};
        term.idf = word.idf;
        term.weight = term.idf * k;
        term.serviceWeight =
            evidence * k * inverseDocumentFrequency(services, id ? static_cast<double>(data.terms[*id].services) : 0);
        query.attainable += term.weight + term.serviceWeight;
        if (!id) {
            word.fate = QueryTerm::Fate::Unknown;
            query.unknown.push_back(word.word);
            continue;
        }
        term.id = *id;
        query.terms.push_back(term);
    }
    return query;
}

std::vector<Lifted> liftedBy(const Index::Data &data, const RankingOptions &options, const Query &query,
                             std::string_view text) {
    std::vector<Lifted> found;
    const std::string wanted = toLowerAscii(text);
    const auto look = [&](std::string_view name, std::optional<std::uint32_t> service) {
        const std::uint32_t hash = nameHash(name);
        auto at = std::lower_bound(data.names.begin(), data.names.end(), hash,
                                   [](const NameEntry &entry, std::uint32_t h) { return entry.hash < h; });
        for (; at != data.names.end() && at->hash == hash; ++at) {
            if (service && data.catalog->serviceIndexOf(at->document) != *service)
                continue;
            if (toLowerAscii(data.catalog->at(at->document).name()) == name)
                found.push_back({at->document, options.exactName, "exact-name"});
        }
    };
    if (options.exactName > 0 && !wanted.empty()) {
        look(wanted, std::nullopt);
        if (const std::size_t dot = wanted.find('.'); dot != std::string::npos) {
            if (const auto service = data.catalog->findService(std::string_view(wanted).substr(0, dot)))
                look(std::string_view(wanted).substr(dot + 1), service);
        }
    }
    // Sets are compared by 64-bit hash alone: a collision would lift a wrong action, which still has to match the
    // query.
    if (options.sameWords > 0 && query.wordSet != NoWords && query.unknown.empty()) {
        auto at = std::lower_bound(data.setHash.begin(), data.setHash.end(), query.wordSet);
        for (; at != data.setHash.end() && *at == query.wordSet; ++at)
            found.push_back({data.setDocument[static_cast<std::size_t>(at - data.setHash.begin())], options.sameWords,
                             "same-words"});
    }
    std::sort(found.begin(), found.end(), [](const Lifted &a, const Lifted &b) {
        return a.document != b.document ? a.document < b.document : a.lift > b.lift;
    });
    found.erase(std::unique(found.begin(), found.end(),
                            [](const Lifted &a, const Lifted &b) { return a.document == b.document; }),
                found.end());
    return found;
}

const Lifted *findLifted(const std::vector<Lifted> &lifted, catalog::Ordinal document) {
    const auto at = std::lower_bound(lifted.begin(), lifted.end(), document,
                                     [](const Lifted &entry, catalog::Ordinal d) { return entry.document < d; });
    return at != lifted.end() && at->document == document ? &*at : nullptr;
}

Result<Gate> gateFor(const Index::Data &data, const SearchRequest &request, const Visibility &visibility) {
    if (request.limit < 1 || request.limit > 100)
        return fail(ErrorCode::InvalidArgument,
                    "limit is " + std::to_string(request.limit) + "; it goes from 1 to 100");
    if (const auto &stages = request.stages;
        stages && (std::min(stages->services, stages->perService) < 1 ||
                   std::max(stages->services, stages->perService) > SearchStages::Most))
        return fail(ErrorCode::InvalidArgument,
                    "a search in stages takes 1 to 50 services and 1 to 50 actions of each, "
                    "not " +
                        std::to_string(stages->services) + " and " + std::to_string(stages->perService));
    Gate gate{data, request, visibility, std::nullopt};
    if (request.only) {
        gate.only.resize(data.header.documents);
        for (catalog::Ordinal i = 0; i < data.header.documents; ++i)
            gate.only[i] = request.only(*data.catalog, i) ? 1 : 0;
    }
    if (!request.service)
        return gate;
    gate.scope = data.catalog->findService(*request.service);
    if (gate.scope)
        return gate;
    std::vector<std::pair<std::size_t, std::string>> nearest;
    const std::string wanted = toLowerAscii(*request.service);
    const std::size_t most = std::max<std::size_t>(3, wanted.size() / 2);
    for (const catalog::Service &service : data.catalog->services()) {
        const bool part = !wanted.empty() && service.info.id.find(wanted) != std::string::npos;
        const std::size_t distance = part ? 1 : editDistance(wanted, service.info.id, most);
        if (distance <= most)
            nearest.emplace_back(distance, service.info.id);
    }
    std::sort(nearest.begin(), nearest.end());
    std::string message = "there is no service \"" + *request.service + '"';
    for (std::size_t i = 0; i < std::min<std::size_t>(3, nearest.size()); ++i)
        message += (i == 0 ? "; the nearest: " : ", ") + nearest[i].second;
    if (nearest.empty())
        message += "; `actionscope services list` names all";
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

} // namespace actionscope::retrieval::detail
