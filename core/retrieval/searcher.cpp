#include "retrieval/searcher.h"

#include "retrieval/detail/block_search.h"
#include "retrieval/detail/fusion.h"
#include "retrieval/detail/query.h"
#include "retrieval/detail/vector_rankers.h"

#include <algorithm>
#include <chrono>

namespace actionscope::retrieval {
namespace {

using namespace detail;

double floorOf(const SearchRequest &request, const Preset *preset) {
    if (request.floor >= 0)
        return request.floor;
    return preset != nullptr ? preset->floor : DefaultFloor;
}

const Preset *presetOf(const SearchRequest &request, const std::shared_ptr<const Preset> &fallback) {
    return request.preset ? request.preset.get() : fallback.get();
}

std::int64_t microsecondsSince(std::chrono::steady_clock::time_point started) {
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started).count();
}

/// The constants of the keyword ranking as the preset has them.
RankingOptions optionsFor(const Preset *preset, RankingOptions options) {
    if (preset != nullptr) {
        options.k1 = preset->k1;
        options.b = preset->b;
        options.serviceEvidence = preset->weights[static_cast<std::size_t>(Signal::Service)];
    }
    return options;
}

/// What was held back and why, by scoring every match.
Withheld count(BlockSearch &search, const Gate &gate, const std::vector<Lifted> &lifted, double floor) {
    Withheld withheld;
    std::vector<std::uint32_t> off(gate.data.header.services);
    search.visitMatches([&](std::uint32_t service, catalog::Ordinal document, double score) {
        ++withheld.matched;
        if (findLifted(lifted, document) == nullptr)
            countWithheld(gate, service, document, score, floor, off, withheld);
    });
    for (const Lifted &entry : lifted) {
        const double score = search.score(entry.document);
        withheld.matched += score == 0 ? 1 : 0; // the others were counted above
        countWithheld(gate, gate.data.catalog->serviceIndexOf(entry.document), entry.document,
                      liftedScore(score, entry.lift), floor, off, withheld);
    }
    nameServices(gate.data, off, withheld);
    return withheld;
}

/// The best by keywords, with the parts that a preset weighs.
CandidateSet keywordCandidates(const Index::Data &data, const RankingOptions &options, const SearchRequest &request,
                               const Gate &gate, std::size_t count) {
    const std::string text = cleanQuery(request.query);
    const Query query = prepare(data, options, text);
    const std::vector<Lifted> lifted = liftedBy(data, options, query, text);
    // The same query with evidence of weight 1 and with none gives both parts of a score.
    RankingOptions unit = options, none = options;
    unit.serviceEvidence = 1;
    none.serviceEvidence = 0;
    const Query whole = prepare(data, unit, text), words = prepare(data, none, text);

    CandidateSet set;
    set.request = request;
    set.serviceAttainable = words.attainable > 0 ? whole.attainable / words.attainable - 1 : 0;
    BestList best(count, 0);
    {
        BlockSearch search(data, query);
        search.collect(gate, lifted, best);
    }
    std::vector<Scored> found = best.take();
    for (const Lifted &entry : lifted) {
        const std::uint32_t service = data.catalog->serviceIndexOf(entry.document);
        if (gate.inScope(service) && gate.serviceOn(service) && gate.allows(entry.document))
            found.push_back({0, entry.document});
    }
    std::vector<double> own;
    {
        BlockSearch search(data, words);
        for (const Scored &each : found)
            own.push_back(search.score(each.document));
    }
    BlockSearch search(data, whole);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Lifted *entry = findLifted(lifted, found[i].document);
        Candidate candidate{found[i].document, {}, entry == nullptr ? 0 : entry->lift};
        const double both = search.score(found[i].document) * (1 + set.serviceAttainable);
        candidate.signals[static_cast<std::size_t>(Signal::Keywords)] = own[i];
        candidate.signals[static_cast<std::size_t>(Signal::Service)] = std::max(0.0, both - own[i]);
        set.met = std::max(set.met, own[i]);
        set.candidates.push_back(candidate);
    }
    return set;
}

} // namespace

Searcher::Searcher(std::shared_ptr<const Index> index, RankingOptions options)
    : m_index(std::move(index))
    , m_thesaurus(Thesaurus::shipped())
    , m_graph(std::make_shared<RelationGraphSource>(m_index->data().catalog))
    , m_options(options) {}

Searcher::Searcher(std::shared_ptr<const Index> index, std::shared_ptr<const VectorIndex> vectors,
                   std::shared_ptr<const Thesaurus> thesaurus, std::shared_ptr<const RelationGraphSource> graph)
    : m_index(std::move(index))
    , m_vectors(std::move(vectors))
    , m_thesaurus(thesaurus ? std::move(thesaurus) : Thesaurus::shipped())
    , m_graph(std::move(graph))
    , m_default(PresetList().all().front()) {
    if (m_vectors && &m_vectors->catalog() != &m_index->catalog())
        m_vectors.reset();
    if (!m_graph || &m_graph->catalog() != &m_index->catalog())
        m_graph = std::make_shared<RelationGraphSource>(m_index->data().catalog);
}

Searcher Searcher::with(std::shared_ptr<const Index> index, std::shared_ptr<const VectorIndex> vectors) const {
    Searcher other(std::move(index), std::move(vectors), m_thesaurus);
    other.m_default = m_default;
    other.m_options = m_options;
    return other;
}

Searcher Searcher::with(std::shared_ptr<const Thesaurus> thesaurus) const {
    Searcher other = *this;
    other.m_thesaurus = std::move(thesaurus);
    return other;
}

Result<SearchResponse> Searcher::search(const SearchRequest &request, const Visibility &visibility) const {
    const auto started = std::chrono::steady_clock::now();
    const auto gate = gateFor(m_index->data(), request, visibility);
    if (!gate)
        return fail(gate.error());
    Result<SearchResponse> response =
        request.stages ? rankedInStages(request, visibility, *gate) : ranked(request, *gate);
    if (response)
        response->elapsedUs = microsecondsSince(started);
    return response;
}

SearchResponse Searcher::ranked(const SearchRequest &request, const Gate &gate) const {
    const Index::Data &data = m_index->data();
    const Preset *preset = presetOf(request, m_default);
    if (preset != nullptr && preset->ranker == Ranker::Fusion)
        return searchFused({data, m_vectors.get(), *m_thesaurus, *preset}, request, gate);
    if (preset != nullptr && isByVectors(preset->ranker))
        return searchByVectors({data, m_vectors.get(), *m_graph, *preset}, request, gate);
    const std::string text = cleanQuery(request.query);
    const RankingOptions options = optionsFor(preset, m_options);
    const Query query = prepare(data, options, text);
    const std::vector<Lifted> lifted = liftedBy(data, options, query, text);

    SearchResponse response;
    response.floor = floorOf(request, preset);
    response.indexed = data.header.documents;
    BlockSearch search(data, query);
    BestList best(request.limit, response.floor);
    for (const Lifted &entry : lifted) {
        const std::uint32_t service = data.catalog->serviceIndexOf(entry.document);
        if (gate.inScope(service) && gate.serviceOn(service) && gate.allows(entry.document))
            best.offer({liftedScore(search.score(entry.document), entry.lift), entry.document});
    }
    search.collect(gate, lifted, best);

    const bool full = best.full();
    for (const Scored &scored : best.take())
        response.hits.push_back({scored.document, scored.score, std::nullopt});
    if (!full || request.countWithheld)
        response.withheld = count(search, gate, lifted, response.floor);
    response.withheld.unknownWords = query.unknown;
    if (request.explain) {
        for (Hit &hit : response.hits)
            hit.explanation =
                detail::explain(data, options, query, hit.ordinal, findLifted(lifted, hit.ordinal), response.floor);
    }
    if (response.hits.empty())
        response.hint = hintFor(data, request, query, response);
    return response;
}

Result<SearchResponse> Searcher::rankedInStages(const SearchRequest &request, const Visibility &visibility,
                                                const Gate &gate) const {
    constexpr std::size_t FirstLook = 256, Deeper = 8; // hits that are ranked at first, and how many times more after
    const SearchStages stages = *request.stages;
    SearchRequest wide = request;
    wide.stages.reset();
    wide.explain = false; // of what is kept only
    const Gate wideGate{gate.data, wide, visibility, gate.scope, gate.only};
    struct Group {
        std::uint32_t service;
        std::vector<Hit> hits;
    };
    SearchResponse response;
    std::vector<Group> groups;
    for (wide.limit = FirstLook;; wide.limit *= Deeper) {
        response = ranked(wide, wideGate);
        groups.clear();
        // Best first: a service comes up with its best action, so the first ones are the best ones.
        for (const Hit &hit : response.hits) {
            const std::uint32_t service = gate.data.catalog->serviceIndexOf(hit.ordinal);
            auto group =
                std::find_if(groups.begin(), groups.end(), [&](const Group &each) { return each.service == service; });
            if (group == groups.end()) {
                if (groups.size() == stages.services)
                    continue;
                group = groups.insert(groups.end(), {service, {}});
            }
            if (group->hits.size() < stages.perService)
                group->hits.push_back(hit);
        }
        const bool complete = groups.size() == stages.services &&
                              std::all_of(groups.begin(), groups.end(),
                                          [&](const Group &group) { return group.hits.size() == stages.perService; });
        if (complete || response.hits.size() < wide.limit)
            break;
    }
    response.hits.clear();
    for (Group &group : groups)
        for (Hit &hit : group.hits) {
            if (request.explain) {
                SearchRequest alone = request;
                alone.stages.reset();
                auto explanation = explain(alone, visibility, hit.ordinal);
                if (!explanation)
                    return fail(explanation.error());
                hit.explanation = std::move(*explanation);
            }
            response.hits.push_back(std::move(hit));
        }
    return response;
}

Result<CandidateSet> Searcher::candidates(const SearchRequest &request, const Visibility &visibility,
                                          std::size_t count) const {
    const Index::Data &data = m_index->data();
    const auto gate = gateFor(data, request, visibility);
    if (!gate)
        return fail(gate.error());
    const Preset *preset = presetOf(request, m_default);
    if (preset != nullptr && preset->ranker == Ranker::Fusion)
        return candidatesFused({data, m_vectors.get(), *m_thesaurus, *preset}, request, *gate, count);
    if (preset != nullptr && isByVectors(preset->ranker))
        return candidatesByVectors({data, m_vectors.get(), *m_graph, *preset}, request, *gate, count);
    CandidateSet set = keywordCandidates(data, optionsFor(preset, m_options), request, *gate, count);
    // In order of the preset, which is what rescore() gives for it.
    Preset same = preset != nullptr ? *preset : *findBuiltIn("keywords");
    same.weights[static_cast<std::size_t>(Signal::Service)] = optionsFor(preset, m_options).serviceEvidence;
    std::vector<Candidate> sorted;
    for (const Hit &hit : rescore(set, same, set.candidates.size()))
        sorted.push_back(*std::find_if(set.candidates.begin(), set.candidates.end(),
                                       [&](const Candidate &each) { return each.ordinal == hit.ordinal; }));
    set.candidates = std::move(sorted);
    return set;
}

Result<Explanation> Searcher::explain(const SearchRequest &request, const Visibility &visibility,
                                      catalog::Ordinal document) const {
    const Index::Data &data = m_index->data();
    const auto gate = gateFor(data, request, visibility);
    if (!gate)
        return fail(gate.error());
    const Preset *preset = presetOf(request, m_default);
    if (preset != nullptr && preset->ranker == Ranker::Fusion)
        return explainOneFused({data, m_vectors.get(), *m_thesaurus, *preset}, request, *gate, document);
    if (preset != nullptr && isByVectors(preset->ranker))
        return explainByVectors({data, m_vectors.get(), *m_graph, *preset}, request, *gate, document);
    const std::string text = cleanQuery(request.query);
    const RankingOptions options = optionsFor(preset, m_options);
    const Query query = prepare(data, options, text);
    const std::vector<Lifted> lifted = liftedBy(data, options, query, text);
    return detail::explain(data, options, query, document, findLifted(lifted, document), floorOf(request, preset));
}

std::vector<Hit> Searcher::searchExhaustively(const SearchRequest &request, const Visibility &visibility) const {
    const Index::Data &data = m_index->data();
    const auto gate = gateFor(data, request, visibility);
    if (!gate)
        return {};
    const Preset *preset = presetOf(request, m_default);
    if (preset != nullptr && preset->ranker == Ranker::Fusion)
        return searchFusedPlainly({data, m_vectors.get(), *m_thesaurus, *preset}, request, *gate);
    if (preset != nullptr && isByVectors(preset->ranker)) // compared with plain references of their own in the tests
        return searchByVectors({data, m_vectors.get(), *m_graph, *preset}, request, *gate).hits;
    const std::string text = cleanQuery(request.query);
    const RankingOptions options = optionsFor(preset, m_options);
    const Query query = prepare(data, options, text);
    const std::vector<Lifted> lifted = liftedBy(data, options, query, text);

    std::vector<double> lexical(data.header.documents), evidence(data.header.services);
    for (const Term &term : query.terms) {
        std::vector<std::uint32_t> inService(data.header.services);
        for (std::uint32_t pair = data.terms[term.id].firstPair; pair < data.terms[term.id + 1].firstPair; ++pair) {
            const BlockEntry &block = data.blocks[data.pairBlock[pair]];
            for (std::uint32_t i = data.pairStart[pair]; i < data.pairStart[pair + 1]; ++i) {
                const catalog::Ordinal document = block.firstDocument + data.postings[i].document;
                const double tenths = data.postings[i].tenths();
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
        if (score >= floorOf(request, preset))
            all.push_back({score, document});
    }
    std::sort(all.begin(), all.end());
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < std::min(request.limit, all.size()); ++i)
        hits.push_back({all[i].document, all[i].score, std::nullopt});
    return hits;
}

} // namespace actionscope::retrieval
