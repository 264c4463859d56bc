#include "retrieval/detail/fusion_scratch.h"

#include <algorithm>
#include <array>
#include <cmath>

// The loops over all documents are compiled for the widest vectors that the processor may have, and chosen when the
// program starts. Their results are rough ones: what is shown is computed again (fusion_document.cpp).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) &&                \
    !defined(__SANITIZE_ADDRESS__)
#define ACTIONSCOPE_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define ACTIONSCOPE_WIDE
#endif

namespace actionscope::retrieval::detail {
namespace {

constexpr float Hidden = -1;
constexpr std::uint32_t Chunk = 256;      ///< documents that are weighed together
constexpr std::uint32_t ScanChunk = 1024; ///< documents whose vectors stay in the cache for all parts of the query
/// A value in single precision this near to the best may be the best.
constexpr float NearlyBest = 1 - 1e-4F;

ACTIONSCOPE_WIDE float greatest(const float *values, std::size_t count) {
    float most = 0;
    for (std::size_t i = 0; i < count; ++i)
        most = most < values[i] ? values[i] : most;
    return most;
}

ACTIONSCOPE_WIDE void setNorms(const std::uint32_t *lengths, float base, float perLength, float *norms,
                               std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
        norms[i] = base + perLength * static_cast<float>(lengths[i]);
}

struct Moments {
    double sum = 0, squares = 0;
    float best = -1;
};
ACTIONSCOPE_WIDE void addMoments(const float *values, std::size_t count, Moments &moments) {
    std::array<float, 16> sums{}, squares{}, most;
    most.fill(-1);
    std::size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        for (std::size_t k = 0; k < 16; ++k) {
            const float value = values[i + k];
            sums[k] += value;
            squares[k] += value * value;
            most[k] = most[k] < value ? value : most[k];
        }
    }
    for (std::size_t k = 0; k < 16; ++k) {
        moments.sum += sums[k];
        moments.squares += squares[k];
        moments.best = std::max(moments.best, most[k]);
    }
    for (; i < count; ++i) {
        moments.sum += values[i];
        moments.squares += values[i] * values[i];
        moments.best = std::max(moments.best, values[i]);
    }
}

/// score += weight · min(1, values · factor)
ACTIONSCOPE_WIDE void addScaled(float *score, const float *values, float factor, float weight, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const float value = values[i] * factor;
        score[i] += weight * (value < 1 ? value : 1);
    }
}
ACTIONSCOPE_WIDE void addRatio(float *score, const float *values, const float *all, float weight, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const float value = values[i] / (all[i] > 0 ? all[i] : 1);
        score[i] += weight * (value < 1 ? value : 1);
    }
}
/// most = max(most, values · factor + offset)
ACTIONSCOPE_WIDE void keepMost(float *most, const float *values, float factor, float offset, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const float value = values[i] * factor + offset;
        most[i] = most[i] < value ? value : most[i];
    }
}
ACTIONSCOPE_WIDE void keepMostAndWhich(float *most, std::uint32_t *which, const float *values, float factor,
                                       std::uint32_t number, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const float value = values[i] * factor;
        which[i] = most[i] < value ? number : which[i];
        most[i] = most[i] < value ? value : most[i];
    }
}
ACTIONSCOPE_WIDE void addFourthPower(float *score, const float *values, float weight, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const float value = values[i] > 0 ? (values[i] < 1 ? values[i] : 1) : 0;
        score[i] += weight * value * value * value * value;
    }
}

} // namespace

FusionScan::Scratch &FusionScan::scratch() {
    thread_local Scratch scratch;
    return scratch;
}

FusionScan::FusionScan(const Index::Data &data, const VectorIndex *vectors, const FusionQuery &query, const Gate &gate)
    : m_data(data)
    , m_vectors(query.vectors.empty() ? nullptr : vectors)
    , m_query(query)
    , m_gate(gate)
    , m_scratch(scratch()) {
    for (const FusionQuery::Word &word : query.words) {
        if (word.id)
            m_ids.push_back(*word.id);
        for (const FusionQuery::Related &spelling : word.spellings)
            m_ids.push_back(spelling.id);
        for (const FusionQuery::Related &related : word.related)
            m_ids.push_back(related.id);
    }
    for (const FusionQuery::Segment &segment : query.segments)
        m_methods = m_methods || segment.methods != 0;
    for (std::uint32_t service = 0; service < data.header.services; ++service) {
        if (!gate.inScope(service) || !gate.serviceOn(service))
            continue;
        const detail::ServiceEntry &entry = data.services[service], &next = data.services[service + 1];
        if (!m_runs.empty() && m_runs.back().lastBlock == entry.firstBlock) {
            m_runs.back().lastBlock = next.firstBlock;
            m_runs.back().last = next.firstDocument;
        } else if (entry.firstDocument < next.firstDocument) {
            m_runs.push_back({entry.firstBlock, next.firstBlock, entry.firstDocument, next.firstDocument});
        }
    }
    scanPostings();
    if (m_vectors != nullptr)
        scanVectors();
    weighServices();
    findNorms();
}

template <class Visit> void FusionScan::forEachChunk(Visit &&visit) const {
    std::size_t number = 0;
    for (const Run &run : m_runs) {
        for (catalog::Ordinal first = run.first; first < run.last; first += Chunk)
            visit(number++, first, std::min<std::size_t>(Chunk, run.last - first));
    }
}

void FusionScan::scanPostings() {
    Scratch &s = m_scratch;
    const std::size_t documents = m_data.header.documents, segments = m_query.segments.size();
    for (auto *values : {&s.keywords, &s.thesaurus, &s.coverage, &s.scores, &s.norms, &s.own, &s.related})
        values->resize(documents);
    s.hidden.resize(documents);
    for (std::size_t g = 0; segments > 1 && g < segments; ++g)
        s.segments[g].resize(documents);
    for (const Run &run : m_runs) {
        const std::size_t count = run.last - run.first;
        for (auto *values : {&s.keywords, &s.thesaurus, &s.coverage})
            std::fill_n(values->data() + run.first, count, 0.0F);
        for (std::size_t g = 0; segments > 1 && g < segments; ++g)
            std::fill_n(s.segments[g].data() + run.first, count, 0.0F);
        setNorms(m_data.lengths.data() + run.first, static_cast<float>(m_query.base.documents.base),
                 static_cast<float>(m_query.base.documents.perLength), s.norms.data() + run.first, count);
    }
    if (m_ids.size() <= MaxRememberedSlots && s.pairs.size() < m_data.header.blocks * m_ids.size())
        s.pairs.resize(m_data.header.blocks * m_ids.size());

    std::size_t slot = 0;
    for (const FusionQuery::Word &word : m_query.words) {
        if (word.id)
            addWord(word, slot++);
        if (!word.spellings.empty())
            addPhrase(word, slot);
        slot += word.spellings.size();
        if (word.related.empty())
            continue;
        for (const FusionQuery::Related &related : word.related) {
            const auto most = static_cast<float>(related.weight);
            forEachPair(slot++, [&](catalog::Ordinal base, const Posting *p, const Posting *end) {
                for (; p != end; ++p) {
                    const catalog::Ordinal document = base + p->document;
                    const float tenths = p->tenths();
                    const float share = most * tenths / (tenths + s.norms[document]);
                    if (s.related[document] == 0)
                        s.touchedRelated.push_back(document);
                    s.related[document] = std::max(s.related[document], share);
                }
            });
        }
        for (const catalog::Ordinal document : s.touchedRelated) {
            s.thesaurus[document] += std::max(0.0F, s.related[document] - s.own[document]);
            s.related[document] = 0;
        }
        s.touchedRelated.clear();
        for (const catalog::Ordinal document : s.touchedOwn)
            s.own[document] = 0;
        s.touchedOwn.clear();
    }
    hideAndFindBest();
}

template <class Visit> void FusionScan::forEachPair(std::size_t slot, Visit &&visit) {
    const std::uint32_t id = m_ids[slot], end = m_data.terms[id + 1].firstPair;
    const bool remember = m_ids.size() <= MaxRememberedSlots;
    const std::uint32_t *blocks = m_data.pairBlock.data();
    std::uint32_t pair = m_data.terms[id].firstPair;
    for (const Run &run : m_runs) {
        if (pair < end && blocks[pair] < run.firstBlock)
            pair = static_cast<std::uint32_t>(std::lower_bound(blocks + pair, blocks + end, run.firstBlock) - blocks);
        for (; pair < end && blocks[pair] < run.lastBlock; ++pair) {
            if (remember)
                m_scratch.pairs[blocks[pair] * m_ids.size() + slot] = pair;
            visit(m_data.blocks[blocks[pair]].firstDocument, m_data.postings.data() + m_data.pairStart[pair],
                  m_data.postings.data() + m_data.pairStart[pair + 1]);
        }
    }
}

void FusionScan::addWord(const FusionQuery::Word &word, std::size_t slot) {
    Scratch &s = m_scratch;
    const auto weight = static_cast<float>(word.weight), idf = static_cast<float>(word.coverage);
    std::array<float *, MaxSegments> parts{};
    std::size_t partCount = 0;
    for (std::size_t g = 0; m_query.segments.size() > 1 && g < m_query.segments.size(); ++g) {
        if ((word.segments >> g & 1U) != 0)
            parts[partCount++] = s.segments[g].data();
    }
    const bool keep = !word.related.empty();
    float *keywords = s.keywords.data(), *coverage = s.coverage.data();
    const float *norms = s.norms.data();
    forEachPair(slot, [&](catalog::Ordinal base, const Posting *p, const Posting *end) {
        for (; p != end; ++p) {
            const catalog::Ordinal document = base + p->document;
            const float tenths = p->tenths();
            const float share = weight * tenths / (tenths + norms[document]);
            keywords[document] += share;
            coverage[document] += p->core() ? idf : 0.0F;
            for (std::size_t k = 0; k < partCount; ++k)
                parts[k][document] += share;
            if (keep) {
                s.own[document] = share;
                s.touchedOwn.push_back(document);
            }
        }
    });
}

void FusionScan::addPhrase(const FusionQuery::Word &word, std::size_t slot) {
    Scratch &s = m_scratch;
    // `own` takes note of which documents say one of the spellings of themselves, until the end of this word.
    for (const FusionQuery::Related &spelling : word.spellings) {
        const auto weight = static_cast<float>(spelling.weight);
        forEachPair(slot++, [&](catalog::Ordinal base, const Posting *p, const Posting *end) {
            for (; p != end; ++p) {
                const catalog::Ordinal document = base + p->document;
                const float tenths = p->tenths();
                if (s.related[document] == 0)
                    s.touchedRelated.push_back(document);
                s.related[document] = std::max(s.related[document], weight * tenths / (tenths + s.norms[document]));
                if (p->core())
                    s.own[document] = 1;
            }
        });
    }
    for (const catalog::Ordinal document : s.touchedRelated) {
        s.keywords[document] += s.related[document];
        s.coverage[document] += s.own[document] * static_cast<float>(word.coverage);
        for (std::size_t g = 0; m_query.segments.size() > 1 && g < m_query.segments.size(); ++g)
            s.segments[g][document] += (word.segments >> g & 1U) != 0 ? s.related[document] : 0.0F;
        s.related[document] = s.own[document] = 0;
    }
    s.touchedRelated.clear();
}

void FusionScan::hideAndFindBest() {
    Scratch &s = m_scratch;
    const std::size_t segments = m_query.segments.size();
    const bool plain = m_gate.visibility.actions.empty();
    s.chunkKeywords.clear();
    for (auto &values : s.chunkSegments)
        values.clear();
    forEachChunk([&](std::size_t, catalog::Ordinal first, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto document = static_cast<catalog::Ordinal>(first + i);
            const bool allowed = plain ? m_gate.wanted(document) : m_gate.allows(document);
            s.hidden[document] = allowed ? 0 : 1;
            if (allowed)
                continue;
            m_restricted = true;
            s.keywords[document] = s.thesaurus[document] = s.coverage[document] = 0;
            for (std::size_t g = 0; segments > 1 && g < segments; ++g)
                s.segments[g][document] = 0;
        }
        s.chunkKeywords.push_back(greatest(s.keywords.data() + first, count));
        for (std::size_t g = 0; segments > 1 && g < segments; ++g)
            s.chunkSegments[g].push_back(greatest(s.segments[g].data() + first, count));
    });
}

void FusionScan::scanVectors() {
    Scratch &s = m_scratch;
    std::vector<Moments> moments(m_query.vectors.size());
    std::uint64_t seen = 0;
    for (std::size_t c = 0; c < m_query.vectors.size(); ++c)
        s.cosines[c].resize(m_data.header.documents);
    std::vector<float> visible;
    for (const Run &run : m_runs) {
        for (catalog::Ordinal first = run.first; first < run.last; first += ScanChunk) {
            const std::uint32_t count = std::min(ScanChunk, run.last - first);
            for (std::size_t c = 0; c < m_query.vectors.size(); ++c) {
                float *cosines = s.cosines[c].data() + first;
                m_vectors->scan(m_query.vectors[c], first, {cosines, count});
                if (!m_restricted) {
                    addMoments(cosines, count, moments[c]);
                    seen += c == 0 ? count : 0;
                    continue;
                }
                visible.clear();
                for (std::uint32_t i = 0; i < count; ++i) {
                    if (s.hidden[first + i] == 0)
                        visible.push_back(cosines[i]);
                }
                addMoments(visible.data(), visible.size(), moments[c]);
                seen += c == 0 ? visible.size() : 0;
            }
        }
    }
    for (const Moments &each : moments) {
        CosineSpread spread;
        if (seen > 0) {
            const auto n = static_cast<double>(seen);
            spread.mean = each.sum / n;
            spread.deviation = std::sqrt(std::max(0.0, each.squares / n - spread.mean * spread.mean));
            if (spread.deviation < LeastDeviation)
                spread.deviation = 0;
            spread.best = each.best;
        }
        m_norms.cosines.push_back(spread);
        m_similarity = std::max(m_similarity, spread.best);
    }
    m_similarity = std::min(1.0, m_similarity);
}

void FusionScan::weighServices() {
    Scratch &s = m_scratch;
    s.services.assign(m_data.header.services, 0);
    if (m_data.header.services < 2)
        return;
    for (const FusionQuery::Word &word : m_query.words) {
        if (!word.id)
            continue;
        std::uint32_t service = UINT32_MAX, count = 0;
        const auto close = [&] {
            if (count == 0)
                return;
            const double norm = m_query.base.services.norm(static_cast<double>(m_data.services[service].postings));
            s.services[service] += word.serviceWeight * count / (count + norm);
        };
        for (std::uint32_t pair = m_data.terms[*word.id].firstPair; pair < m_data.terms[*word.id + 1].firstPair;
             ++pair) {
            const std::uint32_t at = m_data.blocks[m_data.pairBlock[pair]].service;
            if (at != service) {
                close();
                service = at;
                count = 0;
            }
            count += m_data.pairStart[pair + 1] - m_data.pairStart[pair];
        }
        close();
    }
    std::size_t visible = 0;
    for (std::uint32_t service = 0; service < m_data.header.services; ++service) {
        if (!m_gate.inScope(service) || !m_gate.serviceOn(service))
            continue;
        ++visible;
        m_norms.bestService = std::max(m_norms.bestService, s.services[service]);
    }
    m_norms.manyServices = serviceChoice(visible);
}

void FusionScan::findNorms() {
    Scratch &s = m_scratch;
    const std::size_t segments = m_query.segments.size();
    m_norms.bestSegment.assign(segments, 0);
    // Whoever is nearly the best in single precision may be the best: these few are computed exactly.
    const auto exactBest = [&](const std::vector<float> &chunks, const std::vector<float> &values, auto &&exact) {
        double best = 0;
        const float least = greatest(chunks.data(), chunks.size()) * NearlyBest;
        if (least == 0)
            return best;
        forEachChunk([&](std::size_t number, catalog::Ordinal first, std::size_t count) {
            if (chunks[number] < least)
                return;
            for (auto i = first; i < first + count; ++i) {
                if (values[i] >= least)
                    best = std::max(best, exact(sums(i, nullptr)));
            }
        });
        return best;
    };
    m_norms.bestKeywords = exactBest(s.chunkKeywords, s.keywords, [](const Sums &each) { return each.keywords; });
    m_norms.related = m_norms.bestKeywords > 0 ? m_norms.bestKeywords : m_query.attainable;
    m_met = m_query.attainable > 0 ? m_norms.bestKeywords / m_query.attainable : 0;
    for (std::size_t g = 0; g < segments; ++g) {
        m_norms.bestSegment[g] = segments == 1 ? m_norms.bestKeywords
                                               : exactBest(s.chunkSegments[g], s.segments[g],
                                                           [g](const Sums &each) { return each.segments[g]; });
    }
}

std::vector<FusionScan::Rough> FusionScan::best(const SignalValues &weights, std::size_t count, bool onlyMatches) {
    Scratch &s = m_scratch;
    const auto weight = [&](Signal signal) { return static_cast<float>(weights[static_cast<std::size_t>(signal)]); };
    const auto inverse = [](double value) { return value > 0 ? static_cast<float>(1 / value) : 0.0F; };
    const std::size_t segments = m_query.segments.size();
    const auto better = [](const Rough &a, const Rough &b) {
        return a.score != b.score ? a.score > b.score : a.document < b.document;
    };
    std::vector<Rough> heap; // the worst in front
    heap.reserve(count + 1);
    alignas(64) std::array<float, Chunk> most;
    std::array<std::uint32_t, Chunk> which{};
    std::uint32_t service = 0;
    const float evidenceWeight =
        weight(Signal::Service) * inverse(m_norms.bestService) * static_cast<float>(m_norms.manyServices);
    forEachChunk([&](std::size_t number, catalog::Ordinal first, std::size_t size) {
        float *scores = s.scores.data() + first;
        for (std::size_t i = 0; i < size;) {
            while (m_data.services[service + 1].firstDocument <= first + i)
                ++service;
            const std::size_t end = std::min<std::size_t>(size, m_data.services[service + 1].firstDocument - first);
            std::fill(scores + i, scores + end, evidenceWeight * static_cast<float>(s.services[service]));
            i = end;
        }
        addScaled(scores, s.thesaurus.data() + first, inverse(m_norms.related), weight(Signal::Thesaurus), size);
        if (s.chunkKeywords[number] > 0) {
            addScaled(scores, s.keywords.data() + first, inverse(m_norms.bestKeywords), weight(Signal::Keywords), size);
            addRatio(scores, s.coverage.data() + first, m_data.coreRarity.data() + first, weight(Signal::Coverage),
                     size);
            most.fill(0);
            which.fill(0);
            if (segments == 1) {
                keepMostAndWhich(most.data(), which.data(), s.keywords.data() + first, inverse(m_norms.bestKeywords), 1,
                                 size);
            } else {
                for (std::size_t g = 0; g < segments; ++g)
                    keepMostAndWhich(most.data(), which.data(), s.segments[g].data() + first,
                                     inverse(m_norms.bestSegment[g]), static_cast<std::uint32_t>(g + 1), size);
            }
            addScaled(scores, most.data(), 1, weight(Signal::Segments), size);
            for (std::size_t i = 0; m_methods && i < size; ++i) {
                if (which[i] != 0 &&
                    (m_query.segments[which[i] - 1].methods >> methodOf(m_data.kinds[first + i]) & 1U) != 0)
                    scores[i] += weight(Signal::Method);
            }
        }
        if (m_vectors != nullptr) {
            most.fill(0);
            for (std::size_t c = 0; c < m_norms.cosines.size(); ++c) {
                const CosineSpread &spread = m_norms.cosines[c];
                const auto factor = inverse(spread.deviation * FullDeviations);
                keepMost(most.data(), s.cosines[c].data() + first, factor, -static_cast<float>(spread.mean) * factor,
                         size);
            }
            addScaled(scores, most.data(), 1, weight(Signal::Meaning), size);
            most.fill(0);
            for (std::size_t c = 0; c < m_norms.cosines.size(); ++c) {
                const CosineSpread &spread = m_norms.cosines[c];
                const auto factor = inverse(spread.deviation * NearestReach);
                if (factor > 0)
                    keepMost(most.data(), s.cosines[c].data() + first, factor,
                             1 - static_cast<float>(spread.best) * factor, size);
            }
            addFourthPower(scores, most.data(), weight(Signal::Nearest), size);
        }
        for (std::size_t i = 0; m_restricted && i < size; ++i) {
            if (s.hidden[first + i] != 0)
                scores[i] = Hidden;
        }
        if (heap.size() == count && greatest(scores, size) < heap.front().score)
            return;
        for (std::size_t i = 0; i < size; ++i) {
            const Rough entry{scores[i], static_cast<catalog::Ordinal>(first + i)};
            if (entry.score < 0 || (heap.size() == count && !better(entry, heap.front())) ||
                (onlyMatches && !answers(entry.document)))
                continue;
            if (heap.size() == count) {
                std::pop_heap(heap.begin(), heap.end(), better);
                heap.pop_back();
            }
            heap.push_back(entry);
            std::push_heap(heap.begin(), heap.end(), better);
        }
    });
    std::sort(heap.begin(), heap.end(), better);
    return heap;
}

float FusionScan::rough(catalog::Ordinal document) const { return m_scratch.scores[document]; }
bool FusionScan::matches(catalog::Ordinal document) const { return m_scratch.keywords[document] > 0; }

} // namespace actionscope::retrieval::detail
