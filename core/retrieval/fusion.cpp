#include "retrieval/detail/fusion.h"

#include "retrieval/detail/block_search.h"
#include "retrieval/detail/explain_words.h"
#include "retrieval/detail/fusion_scan.h"

#include <algorithm>
#include <cmath>

namespace actionscope::retrieval {
namespace {

/// The nearest document of a query that has no answer is often this near.
constexpr double ChanceSimilarity = 0.55;
/// What a nearer meaning is worth where words fail.
constexpr double NearMeaning = 0.4;
/// So that results without a common word keep their order, below every sensible floor.
constexpr double Hint = 0.01;

} // namespace

FusionScale::FusionScale(const SignalValues &weights, double met, double similarity, bool vectors)
    : m_weights(weights)
    , m_factor(met) {
    for (const SignalInfo &info : signals()) {
        if (vectors || !info.needsVectors)
            m_most += weights[static_cast<std::size_t>(info.signal)];
    }
    if (vectors)
        m_factor = std::max({met, NearMeaning * (similarity - ChanceSimilarity), Hint * similarity});
}

double FusionScale::sum(const SignalValues &signals) const {
    double sum = 0;
    for (std::size_t i = 0; i < SignalCount; ++i)
        sum += m_weights[i] * signals[i];
    return sum;
}

double FusionScale::score(double sum) const {
    return m_most > 0 && sum > 0 ? m_factor * std::sqrt(std::min(1.0, sum / m_most)) : 0;
}

namespace detail {
namespace {

/// More are computed exactly than are shown, so that seldom another round is needed.
constexpr std::size_t Spare = 22;
/// More than single precision can be wrong by.
constexpr double RoughMargin = 1e-4;

RankingOptions liftOptions() { return {}; }

std::string whyWithout(const FusionContext &context, const std::string &problem) {
    bool weighed = false;
    for (const SignalInfo &info : signals())
        weighed = weighed || (info.needsVectors && context.preset.weights[static_cast<std::size_t>(info.signal)] > 0);
    if (!weighed)
        return {};
    if (!problem.empty())
        return problem;
    return context.vectors == nullptr ? "vectors of this catalog are not there yet" : std::string();
}

/// Everything of one query that searching, candidates and explanations share.
struct Fused {
    std::string text;
    std::string problem;
    FusionQuery query;
    std::vector<Lifted> lifted;

    Fused(const FusionContext &context, const SearchRequest &request)
        : text(cleanQuery(request.query))
        , query(prepareFusion(context.data, context.preset.k1, context.preset.b, context.thesaurus, context.vectors,
                              text, problem))
        , lifted(liftedBy(context.data, liftOptions(), query.base, text)) {}
    [[nodiscard]] double scored(catalog::Ordinal document, double score) const {
        const Lifted *entry = findLifted(lifted, document);
        return entry == nullptr ? score : liftedScore(score, entry->lift);
    }
};

Explanation explainFused(const FusionContext &context, const Fused &fused, FusionScan &scan, const Scored &hit,
                         const FusionScale &scale, double floor) {
    const Index::Data &data = context.data;
    const FusionQuery &query = fused.query;
    Explanation result;
    result.floor = floor;

    result.k1 = context.preset.k1;
    result.b = context.preset.b;
    result.length = data.lengths[hit.document] / 10.0;
    result.averageLength = data.averageLength() / 10;
    result.documents = data.header.documents;
    result.analysis = query.base.analysis;

    const SignalValues values = scan.signals(hit.document);
    // Every signal has the share of the score that it has of the sum.
    const double all = scale.sum(values), unit = all > 0 ? scale.score(all) / all : 0;
    // A word adds its BM25 over this.
    const double keywordWeight = context.preset.weights[static_cast<std::size_t>(Signal::Keywords)];
    result.attainable = unit * keywordWeight > 0 ? scan.norms().bestKeywords / (unit * keywordWeight) : 0;
    const auto contribution = [&](Signal signal) {
        const auto at = static_cast<std::size_t>(signal);
        return values[at] * context.preset.weights[at] * unit;
    };
    // Keywords by word and field, the thesaurus by word.
    const std::vector<FusionScan::WordShare> shares = scan.shares(hit.document);
    std::vector<WeighedWord> words;
    double own = 0, related = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        own += shares[i].own;
        related += shares[i].related;
        if (query.words[i].id)
            words.push_back({*query.words[i].id, query.words[i].idf, query.words[i].weight});
        else if (!query.words[i].spellings.empty() && shares[i].own > 0)
            words.push_back({shares[i].spellingId, query.words[i].idf, query.words[i].weight, query.words[i].term});
    }
    explainWords(data, hit.document, context.preset.k1, query.base.documents, words,
                 own > 0 ? contribution(Signal::Keywords) / own : 0, result);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i].related == 0)
            continue;
        const auto typed = std::find_if(query.base.analysis.begin(), query.base.analysis.end(),
                                        [&](const QueryTerm &word) { return word.term == query.words[i].term; });
        result.related.push_back({typed != query.base.analysis.end() ? typed->word : query.words[i].term,
                                  std::string(data.term(shares[i].relatedId)),
                                  contribution(Signal::Thesaurus) * shares[i].related / related});
    }
    result.similarity = scan.cosine(hit.document);
    result.semanticContribution = contribution(Signal::Meaning);
    result.total = result.lexicalTotal + result.semanticContribution;
    for (const SignalInfo &info : signals()) {
        const auto at = static_cast<std::size_t>(info.signal);
        if (info.signal == Signal::Keywords || info.signal == Signal::Meaning || values[at] == 0 ||
            context.preset.weights[at] == 0)
            continue;
        result.priors.push_back(
            {std::string(info.key), values[at], context.preset.weights[at], contribution(info.signal)});
        result.total += contribution(info.signal);
    }
    if (const Lifted *entry = findLifted(fused.lifted, hit.document)) {
        const double score = liftedScore(result.total, entry->lift);
        result.priors.push_back({std::string(entry->name), 1, entry->lift, score - result.total});
        result.total = score;
    }
    return result;
}

/// What visible documents score below the floor, and how many share a word with the query.
void countVisible(const FusionScan &scan, const Fused &fused, const Gate &gate, const FusionScale &scale, double floor,
                  Withheld &withheld) {
    const Index::Data &data = gate.data;
    for (std::uint32_t service = 0; service < data.header.services; ++service) {
        if (!gate.inScope(service) || !gate.serviceOn(service))
            continue;
        for (std::uint32_t i = data.services[service].firstDocument; i < data.services[service + 1].firstDocument;
             ++i) {
            if (scan.rough(i) < 0)
                continue;
            const bool lifted = findLifted(fused.lifted, i) != nullptr;
            const double score = fused.scored(i, scale.score(scan.rough(i)));
            const bool matches = lifted || scan.matches(i);
            withheld.matched += matches ? 1 : 0;
            if (score >= floor)
                continue;
            withheld.belowFloor += matches ? 1 : 0;
            withheld.bestBelowFloor = std::max(withheld.bestBelowFloor, matches ? score : 0);
        }
    }
}

/// What would be found if nothing were hidden.
void countHidden(const FusionContext &context, const SearchRequest &request, const Fused &fused, const Gate &gate,
                 double floor, Withheld &withheld) {
    SearchRequest all = request;
    all.service.reset();
    all.longTailOnly = false;
    all.kinds = ~0U;
    const Visibility everything;
    const Gate open{gate.data, all, everything, std::nullopt};
    FusionScan scan(gate.data, context.vectors, fused.query, open);
    (void)scan.best(context.preset.weights, 1);
    const FusionScale scale(context.preset.weights, scan.met(), scan.similarity(), !fused.query.vectors.empty());
    std::vector<std::uint32_t> off(gate.data.header.services);
    for (std::uint32_t service = 0; service < gate.data.header.services; ++service) {
        const bool visible = gate.inScope(service) && gate.serviceOn(service);
        for (std::uint32_t i = gate.data.services[service].firstDocument;
             i < gate.data.services[service + 1].firstDocument; ++i) {
            if (visible && gate.allows(i))
                continue; // counted with its own score
            const bool lifted = findLifted(fused.lifted, i) != nullptr;
            withheld.matched += scan.matches(i) || lifted ? 1 : 0;
            if (!scan.answers(i) && !lifted)
                continue;
            countWithheld(gate, service, i, fused.scored(i, scale.score(scan.rough(i))), floor, off, withheld);
        }
    }
    nameServices(gate.data, off, withheld);
}

} // namespace

void countWithheld(const Gate &gate, std::uint32_t service, catalog::Ordinal document, double score, double floor,
                   std::vector<std::uint32_t> &off, Withheld &withheld) {
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
}

void nameServices(const Index::Data &data, const std::vector<std::uint32_t> &off, Withheld &withheld) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t service = 0; service < off.size(); ++service) {
        if (off[service] != 0)
            order.push_back(service);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return off[a] > off[b]; });
    for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i)
        withheld.servicesOff.push_back(data.catalog->services()[order[i]].info.id);
}

double floorOf(const SearchRequest &request, const Preset &preset) {
    return request.floor >= 0 ? request.floor : preset.floor;
}

SearchResponse searchFused(const FusionContext &context, const SearchRequest &request, const Gate &gate) {
    const Fused fused(context, request);
    const bool vectors = !fused.query.vectors.empty();
    SearchResponse response;
    response.floor = floorOf(request, context.preset);
    response.indexed = context.data.header.documents;
    response.reduced = whyWithout(context, fused.problem);
    FusionScan scan(context.data, context.vectors, fused.query, gate);
    const SignalValues &weights = context.preset.weights;
    const FusionScale scale(weights, scan.met(), scan.similarity(), vectors);

    struct Found : Scored {
        SignalValues values{};
    };
    std::vector<Found> found;
    const auto take = [&](catalog::Ordinal document, const Lifted *lifted) {
        const SignalValues values = scan.signals(document);
        const double score = scale.score(scale.sum(values));
        found.push_back({{lifted == nullptr ? score : liftedScore(score, lifted->lift), document}, values});
    };
    for (std::size_t count = request.limit + Spare;; count *= 8) {
        const std::vector<FusionScan::Rough> rough = scan.best(weights, count, response.floor > 0);
        found.clear();
        for (const FusionScan::Rough &each : rough) {
            if (findLifted(fused.lifted, each.document) == nullptr)
                take(each.document, nullptr);
        }
        for (const Lifted &entry : fused.lifted) {
            const std::uint32_t service = context.data.catalog->serviceIndexOf(entry.document);
            if (gate.inScope(service) && gate.serviceOn(service) && gate.allows(entry.document))
                take(entry.document, &entry);
        }
        std::sort(found.begin(), found.end());
        // Everything that was left out is roughly below the last of these.
        if (rough.size() < count || (found.size() >= request.limit &&
                                     found[request.limit - 1].score > scale.score(rough.back().score + RoughMargin)))
            break;
        if (found.size() >= request.limit && found[request.limit - 1].score < response.floor)
            break;
    }
    for (const Found &each : found) {
        if (response.hits.size() == request.limit || each.score <= 0 || each.score < response.floor)
            continue;
        response.hits.push_back({each.document, each.score, std::nullopt});
        const double all = scale.sum(each.values), unit = all > 0 ? scale.score(all) / all : 0;
        for (std::size_t i = 0; i < SignalCount; ++i)
            response.hits.back().parts[i] = weights[i] * each.values[i] * unit;
    }
    if (request.explain) {
        for (Hit &hit : response.hits)
            hit.explanation = explainFused(context, fused, scan, {hit.score, hit.ordinal}, scale, response.floor);
    }
    if (response.hits.size() < request.limit || request.countWithheld) {
        countVisible(scan, fused, gate, scale, response.floor, response.withheld);
        const bool restricted = gate.scope || !gate.visibility.services.empty() || !gate.visibility.actions.empty() ||
                                request.longTailOnly || request.kinds != ~0U || request.only;
        if (restricted)
            countHidden(context, request, fused, gate, response.floor, response.withheld);
    }
    response.withheld.unknownWords = fused.query.base.unknown;
    if (response.hits.empty())
        response.hint = hintFor(context.data, request, fused.query.base, response);
    return response;
}

CandidateSet candidatesFused(const FusionContext &context, const SearchRequest &request, const Gate &gate,
                             std::size_t count) {
    const Fused fused(context, request);
    FusionScan scan(context.data, context.vectors, fused.query, gate);
    CandidateSet set;
    set.request = request;
    set.met = scan.met();
    set.similarity = scan.similarity();
    set.vectors = !fused.query.vectors.empty();
    const auto add = [&](catalog::Ordinal document) {
        const Lifted *entry = findLifted(fused.lifted, document);
        set.candidates.push_back({document, scan.signals(document), entry == nullptr ? 0 : entry->lift});
    };
    // With a floor only what answers the query, as in a search.
    const auto rough = scan.best(context.preset.weights, count, floorOf(request, context.preset) > 0);
    for (const FusionScan::Rough &each : rough)
        add(each.document);
    for (const Lifted &entry : fused.lifted) {
        const std::uint32_t service = context.data.catalog->serviceIndexOf(entry.document);
        if (gate.inScope(service) && gate.serviceOn(service) && gate.allows(entry.document) &&
            std::none_of(rough.begin(), rough.end(), [&](const auto &each) { return each.document == entry.document; }))
            add(entry.document);
    }
    const FusionScale scale(context.preset.weights, set.met, set.similarity, set.vectors);
    std::vector<std::pair<Scored, std::size_t>> order;
    for (std::size_t i = 0; i < set.candidates.size(); ++i) {
        const Candidate &each = set.candidates[i];
        order.push_back({{fused.scored(each.ordinal, scale.score(scale.sum(each.signals))), each.ordinal}, i});
    }
    std::sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    std::vector<Candidate> sorted;
    sorted.reserve(order.size());
    for (const auto &[score, at] : order)
        sorted.push_back(set.candidates[at]);
    set.candidates = std::move(sorted);
    return set;
}

Explanation explainOneFused(const FusionContext &context, const SearchRequest &request, const Gate &gate,
                            catalog::Ordinal document) {
    const Fused fused(context, request);
    FusionScan scan(context.data, context.vectors, fused.query, gate);
    const FusionScale scale(context.preset.weights, scan.met(), scan.similarity(), !fused.query.vectors.empty());
    return explainFused(context, fused, scan, {0, document}, scale, floorOf(request, context.preset));
}

} // namespace detail

std::vector<Hit> rescore(const CandidateSet &set, const Preset &preset, std::size_t limit) {
    using namespace detail;
    const auto service = static_cast<std::size_t>(Signal::Service),
               keywords = static_cast<std::size_t>(Signal::Keywords);
    std::vector<Scored> scored;
    scored.reserve(set.candidates.size());
    const auto add = [&](const Candidate &each, double score) {
        scored.push_back({each.lift > 0 ? liftedScore(score, each.lift) : score, each.ordinal});
    };
    if (preset.ranker != Ranker::Fusion) {
        // Keywords and service evidence over what both could attain.
        const double evidence = preset.weights[service];
        for (const Candidate &each : set.candidates)
            add(each,
                (each.signals[keywords] + evidence * each.signals[service]) / (1 + evidence * set.serviceAttainable));
    } else {
        const FusionScale scale(preset.weights, set.met, set.similarity, set.vectors);
        for (const Candidate &each : set.candidates)
            add(each, scale.score(scale.sum(each.signals)));
    }
    limit = std::min(limit, scored.size());
    std::partial_sort(scored.begin(), scored.begin() + static_cast<std::ptrdiff_t>(limit), scored.end());
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < limit; ++i) {
        if (scored[i].score > 0)
            hits.push_back({scored[i].document, scored[i].score, std::nullopt});
    }
    return hits;
}

} // namespace actionscope::retrieval
