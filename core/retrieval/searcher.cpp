#include "retrieval/searcher.h"

#include "retrieval/detail/block_search.h"
#include "retrieval/detail/query.h"

#include <algorithm>
#include <chrono>

namespace actionscope::retrieval {
namespace {

using namespace detail;

double floorOf(const SearchRequest &request) {
    if (request.floor >= 0)
        return request.floor;
    return request.preset ? request.preset->floor : DefaultFloor;
}

/// The constants of the keyword ranking as the request's preset has them.
RankingOptions optionsFor(const SearchRequest &request, RankingOptions options) {
    if (request.preset) {
        options.k1 = request.preset->k1;
        options.b = request.preset->b;
        options.serviceEvidence = request.preset->weights[static_cast<std::size_t>(Signal::Service)];
    }
    return options;
}

/// What was held back and why, by scoring every match.
Withheld count(BlockSearch &search, const Gate &gate, const std::vector<Lifted> &lifted, double floor) {
    Withheld withheld;
    std::vector<std::uint32_t> off(gate.data.header.services);
    const auto sort = [&](std::uint32_t service, catalog::Ordinal document, double score) {
        // What is not granted comes first: of it the asker learns the number and nothing else, not even the service.
        if (!gate.granted(document)) {
            withheld.notAllowed += score >= floor ? 1 : 0;
        } else if (!gate.inScope(service) || !gate.wanted(document)) {
            withheld.outOfScope += score >= floor ? 1 : 0;
        } else if (!gate.serviceOn(service)) {
            withheld.serviceOff += score >= floor ? 1 : 0;
            off[service] += score >= floor ? 1 : 0;
        } else if (score < floor) {
            ++withheld.belowFloor;
            withheld.bestBelowFloor = std::max(withheld.bestBelowFloor, score);
        }
    };
    search.visitMatches([&](std::uint32_t service, catalog::Ordinal document, double score) {
        ++withheld.matched;
        if (findLifted(lifted, document) == nullptr)
            sort(service, document, score);
    });
    for (const Lifted &entry : lifted) {
        const double score = search.score(entry.document);
        withheld.matched += score == 0 ? 1 : 0; // the others were counted above
        sort(gate.data.catalog->serviceIndexOf(entry.document), entry.document, liftedScore(score, entry.lift));
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t service = 0; service < off.size(); ++service) {
        if (off[service] != 0)
            order.push_back(service);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return off[a] > off[b]; });
    for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i)
        withheld.servicesOff.push_back(gate.data.catalog->services()[order[i]].info.id);
    return withheld;
}

} // namespace

Searcher::Searcher(std::shared_ptr<const Index> index, RankingOptions options)
    : m_index(std::move(index))
    , m_options(options) {}

Result<SearchResponse> Searcher::search(const SearchRequest &request, const Visibility &visibility) const {
    const auto started = std::chrono::steady_clock::now();
    const Index::Data &data = m_index->data();
    const auto gate = gateFor(data, request, visibility);
    if (!gate)
        return fail(gate.error());
    const std::string text = cleanQuery(request.query);
    const RankingOptions options = optionsFor(request, m_options);
    const Query query = prepare(data, options, text);
    const std::vector<Lifted> lifted = liftedBy(data, options, query, text);

    SearchResponse response;
    response.floor = floorOf(request);
    response.indexed = data.header.documents;
    BlockSearch search(data, query);
    BestList best(request.limit, response.floor);
    for (const Lifted &entry : lifted) {
        const std::uint32_t service = data.catalog->serviceIndexOf(entry.document);
        if (gate->inScope(service) && gate->serviceOn(service) && gate->allows(entry.document))
            best.offer({liftedScore(search.score(entry.document), entry.lift), entry.document});
    }
    search.collect(*gate, lifted, best);

    const bool full = best.full();
    for (const Scored &scored : best.take())
        response.hits.push_back({scored.document, scored.score, std::nullopt});
    if (!full || request.countWithheld)
        response.withheld = count(search, *gate, lifted, response.floor);
    response.withheld.unknownWords = query.unknown;
    if (request.explain) {
        for (Hit &hit : response.hits)
            hit.explanation =
                explain(data, options, query, hit.ordinal, findLifted(lifted, hit.ordinal), response.floor);
    }
    if (response.hits.empty())
        response.hint = hintFor(data, request, query, response);
    response.elapsedUs =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started).count();
    return response;
}

std::vector<Hit> Searcher::searchExhaustively(const SearchRequest &request, const Visibility &visibility) const {
    const Index::Data &data = m_index->data();
    const auto gate = gateFor(data, request, visibility);
    if (!gate)
        return {};
    const std::string text = cleanQuery(request.query);
    const RankingOptions options = optionsFor(request, m_options);
    const Query query = prepare(data, options, text);
    const std::vector<Lifted> lifted = liftedBy(data, options, query, text);

    std::vector<double> lexical(data.header.documents), evidence(data.header.services);
    for (const Term &term : query.terms) {
        std::vector<std::uint32_t> inService(data.header.services);
        for (std::uint32_t pair = data.terms[term.id].firstPair; pair < data.terms[term.id + 1].firstPair; ++pair) {
            const BlockEntry &block = data.blocks[data.pairBlock[pair]];
            for (std::uint32_t i = data.pairStart[pair]; i < data.pairStart[pair + 1]; ++i) {
                const catalog::Ordinal document = block.firstDocument + data.postings[i].document;
                const double tenths = data.postings[i].tenths;
                lexical[document] += term.weight * tenths / (tenths + query.documents.norm(data.lengths[document]));
                ++inService[block.service];
            }
        }
        for (std::uint32_t service = 0; service < inService.size(); ++service) {
            const double count = inService[service];
            if (count > 0)
                evidence[service] +=
                    term.serviceWeight * count /
                    (count + query.services.norm(static_cast<double>(data.services[service].postings)));
        }
    }
    std::vector<Scored> all;
    for (catalog::Ordinal document = 0; document < data.header.documents; ++document) {
        const std::uint32_t service = data.catalog->serviceIndexOf(document);
        const Lifted *entry = findLifted(lifted, document);
        if ((lexical[document] == 0 && entry == nullptr) || !gate->inScope(service) || !gate->serviceOn(service) ||
            !gate->allows(document))
            continue;
        const double share = lexical[document] == 0 ? 0 : (lexical[document] + evidence[service]) / query.attainable;
        const double score = entry != nullptr ? liftedScore(share, entry->lift) : share;
        if (score >= floorOf(request))
            all.push_back({score, document});
    }
    std::sort(all.begin(), all.end());
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < std::min(request.limit, all.size()); ++i)
        hits.push_back({all[i].document, all[i].score, std::nullopt});
    return hits;
}

} // namespace actionscope::retrieval
