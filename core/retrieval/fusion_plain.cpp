// The plain reference of the fused ranking: array by array, without blocks, bounds or single precision. The tests hold
// the fast path to it.
#include "retrieval/detail/block_search.h"
#include "retrieval/detail/fusion.h"
#include "retrieval/detail/fusion_scan.h"

#include <algorithm>
#include <cmath>

namespace actionscope::retrieval::detail {
namespace {

using Column = std::vector<double>;

/// What a term adds to every document, and in which it is of the core.
void addTerm(const Index::Data &data, const Saturation &saturation, std::uint32_t id, double weight, Column &out,
             std::vector<bool> &core) {
    for (std::uint32_t pair = data.terms[id].firstPair; pair < data.terms[id + 1].firstPair; ++pair) {
        for (std::uint32_t i = data.pairStart[pair]; i < data.pairStart[pair + 1]; ++i) {
            const catalog::Ordinal document =
                data.blocks[data.pairBlock[pair]].firstDocument + data.postings[i].document;
            const double tenths = data.postings[i].tenths();
            out[document] =
                std::max(out[document], weight * tenths / (tenths + saturation.norm(data.lengths[document])));
            core[document] = core[document] || data.postings[i].core();
        }
    }
}

double best(const Column &column, const std::vector<bool> &visible) {
    double most = 0;
    for (std::size_t i = 0; i < column.size(); ++i)
        most = visible[i] ? std::max(most, column[i]) : most;
    return most;
}

} // namespace

std::vector<Hit> searchFusedPlainly(const FusionContext &context, const SearchRequest &request, const Gate &gate) {
    const Index::Data &data = context.data;
    const std::string text = cleanQuery(request.query);
    std::string problem;
    const FusionQuery query =
        prepareFusion(data, context.preset.k1, context.preset.b, context.thesaurus, context.vectors, text, problem);
    const std::vector<Lifted> lifted = liftedBy(data, {}, query.base, text);
    const std::size_t n = data.header.documents, parts = query.segments.size();
    std::vector<bool> visible(n);
    std::size_t visibleCount = 0;
    for (catalog::Ordinal i = 0; i < n; ++i) {
        const std::uint32_t service = data.catalog->serviceIndexOf(i);
        visible[i] = gate.inScope(service) && gate.serviceOn(service) && gate.allows(i);
        visibleCount += visible[i] ? 1 : 0;
    }

    Column keywords(n), thesaurus(n), coverage(n), services(data.header.services);
    std::vector<Column> segments(parts, Column(n));
    for (const FusionQuery::Word &word : query.words) {
        Column own(n), related(n);
        std::vector<bool> core(n), ignored(n);
        if (word.id) {
            addTerm(data, query.base.documents, *word.id, word.weight, own, core);
            Column counts(data.header.services);
            for (catalog::Ordinal i = 0; i < n; ++i)
                counts[data.catalog->serviceIndexOf(i)] += own[i] > 0 ? 1 : 0;
            for (std::size_t s = 0; s < counts.size() && counts.size() > 1; ++s) {
                const double norm = query.base.services.norm(static_cast<double>(data.services[s].postings));
                services[s] += counts[s] > 0 ? word.serviceWeight * counts[s] / (counts[s] + norm) : 0;
            }
        }
        for (const FusionQuery::Related &each : word.spellings)
            addTerm(data, query.base.documents, each.id, each.weight, own, core);
        for (const FusionQuery::Related &each : word.related)
            addTerm(data, query.base.documents, each.id, each.weight, related, ignored);
        for (std::size_t i = 0; i < n; ++i) {
            keywords[i] += own[i];
            thesaurus[i] += std::max(0.0, related[i] - own[i]);
            coverage[i] += core[i] ? word.coverage : 0;
            for (std::size_t g = 0; g < parts; ++g)
                segments[g][i] += (word.segments >> g & 1U) != 0 ? own[i] : 0;
        }
    }
    const double bestKeywords = best(keywords, visible);
    const double met = query.attainable > 0 ? bestKeywords / query.attainable : 0;
    double similarity = 0, bestService = 0;
    Column bestSegment(parts);
    for (std::size_t g = 0; g < parts; ++g) {
        if (parts == 1)
            segments[g] = keywords;
        bestSegment[g] = best(segments[g], visible);
    }
    std::size_t seen = 0;
    for (std::uint32_t s = 0; s < data.header.services; ++s) {
        if (!gate.inScope(s) || !gate.serviceOn(s))
            continue;
        ++seen;
        bestService = std::max(bestService, services[s]);
    }
    std::vector<std::vector<float>> cosines;
    std::vector<CosineSpread> spreads;
    for (const VectorIndex::Query &vector : query.vectors) {
        std::vector<float> &all = cosines.emplace_back(n);
        context.vectors->scan(vector, all);
        CosineSpread &spread = spreads.emplace_back();
        spread.best = visibleCount > 0 ? -1 : 0;
        for (std::size_t i = 0; i < n; ++i) {
            if (!visible[i])
                continue;
            spread.mean += static_cast<double>(all[i]) / static_cast<double>(visibleCount);
            spread.best = std::max(spread.best, static_cast<double>(all[i]));
        }
        for (std::size_t i = 0; i < n; ++i) {
            if (visible[i])
                spread.deviation += (all[i] - spread.mean) * (all[i] - spread.mean) / static_cast<double>(visibleCount);
        }
        spread.deviation = std::sqrt(spread.deviation);
        similarity = std::max(similarity, spread.best);
    }

    const FusionScale scale(context.preset.weights, met, std::min(1.0, similarity), !query.vectors.empty());
    const double related = bestKeywords > 0 ? bestKeywords : query.attainable;
    std::vector<Scored> all;
    for (catalog::Ordinal i = 0; i < n; ++i) {
        if (!visible[i])
            continue;
        SignalValues values{};
        const auto set = [&](Signal signal, double value, double over) {
            values[static_cast<std::size_t>(signal)] = over > 0 ? std::clamp(value / over, 0.0, 1.0) : 0;
        };
        set(Signal::Keywords, keywords[i], bestKeywords);
        set(Signal::Thesaurus, thesaurus[i], related);
        set(Signal::Coverage, coverage[i], static_cast<double>(data.coreRarity[i]));
        set(Signal::Service, serviceChoice(seen) * services[data.catalog->serviceIndexOf(i)], bestService);
        double most = 0, meaning = 0, nearest = 0;
        std::uint32_t methods = 0;
        for (std::size_t g = 0; g < parts; ++g) {
            const double share = bestSegment[g] > 0 ? segments[g][i] / bestSegment[g] : 0;
            if (share > most) {
                most = share;
                methods = query.segments[g].methods;
            }
        }
        set(Signal::Segments, most, 1);
        set(Signal::Method, (methods >> static_cast<unsigned>(data.catalog->at(i).method()) & 1U) != 0 ? 1 : 0, 1);
        for (std::size_t c = 0; c < cosines.size(); ++c) {
            const double cosine = cosines[c][i];
            if (spreads[c].deviation < LeastDeviation)
                continue;
            meaning = std::max(meaning, (cosine - spreads[c].mean) / spreads[c].deviation / FullDeviations);
            nearest = std::max(nearest, 1 - (spreads[c].best - cosine) / spreads[c].deviation / NearestReach);
        }
        set(Signal::Meaning, meaning, 1);
        set(Signal::Nearest, std::pow(std::clamp(nearest, 0.0, 1.0), 4), 1);
        const double score = scale.score(scale.sum(values));
        const Lifted *entry = findLifted(lifted, i);
        double near = 0;
        for (const std::vector<float> &each : cosines)
            near = std::max(near, static_cast<double>(each[i]));
        if (entry == nullptr && floorOf(request, context.preset) > 0 && keywords[i] == 0 && thesaurus[i] == 0 &&
            near < NearCosine)
            continue;
        const Scored scored{entry == nullptr ? score : liftedScore(score, entry->lift), i};
        if (scored.score > 0 && scored.score >= floorOf(request, context.preset))
            all.push_back(scored);
    }
    std::sort(all.begin(), all.end());
    std::vector<Hit> hits;
    for (std::size_t i = 0; i < std::min(request.limit, all.size()); ++i)
        hits.push_back({all[i].document, all[i].score, std::nullopt});
    return hits;
}

} // namespace actionscope::retrieval::detail
