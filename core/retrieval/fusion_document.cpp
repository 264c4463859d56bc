/// Single documents in double precision, after the scan of all: what is shown, and what explanations add up to.
#include "retrieval/detail/fusion_scratch.h"

#include <algorithm>

namespace actionscope::retrieval::detail {

bool FusionScan::answers(catalog::Ordinal document) const {
    return m_scratch.keywords[document] > 0 || m_scratch.thesaurus[document] > 0 || cosine(document) >= NearCosine;
}

std::uint32_t FusionScan::blockOf(catalog::Ordinal document) const {
    const auto after =
        std::upper_bound(m_data.blocks.begin(), m_data.blocks.end() - 1, document,
                         [](catalog::Ordinal d, const BlockEntry &entry) { return d < entry.firstDocument; });
    return static_cast<std::uint32_t>(after - m_data.blocks.begin()) - 1;
}

const Posting *FusionScan::posting(std::size_t slot, std::uint32_t block, catalog::Ordinal document) const {
    const std::uint32_t id = m_ids[slot];
    const std::uint32_t begin = m_data.terms[id].firstPair, end = m_data.terms[id + 1].firstPair;
    std::uint32_t pair = 0;
    if (m_ids.size() <= MaxRememberedSlots) {
        // Not cleared between searches: an entry that is left over proves itself by being of this term and block.
        pair = m_scratch.pairs[block * m_ids.size() + slot];
        if (pair < begin || pair >= end || m_data.pairBlock[pair] != block)
            return nullptr;
    } else {
        const std::uint32_t *blocks = m_data.pairBlock.data();
        const auto *found = std::lower_bound(blocks + begin, blocks + end, block);
        if (found == blocks + end || *found != block)
            return nullptr;
        pair = static_cast<std::uint32_t>(found - blocks);
    }
    const auto place = static_cast<std::uint8_t>(document - m_data.blocks[block].firstDocument);
    const Posting *first = m_data.postings.data() + m_data.pairStart[pair];
    const Posting *last = m_data.postings.data() + m_data.pairStart[pair + 1];
    first = std::lower_bound(first, last, place, [](const Posting &p, std::uint8_t d) { return p.document < d; });
    return first != last && first->document == place ? first : nullptr;
}

FusionScan::Sums FusionScan::sums(catalog::Ordinal document, std::vector<WordShare> *shares) {
    Sums sums;
    const std::uint32_t block = blockOf(document);
    const double norm = m_query.base.documents.norm(m_data.lengths[document]);
    std::size_t slot = 0;
    for (const FusionQuery::Word &word : m_query.words) {
        WordShare share;
        if (word.id) {
            if (const Posting *found = posting(slot++, block, document)) {
                const double tenths = found->tenths();
                share.own = word.weight * tenths / (tenths + norm);
                share.core = found->core();
            }
        }
        for (const FusionQuery::Related &spelling : word.spellings) {
            if (const Posting *found = posting(slot++, block, document)) {
                const double tenths = found->tenths();
                const double own = spelling.weight * tenths / (tenths + norm);
                if (own > share.own) {
                    share.own = own;
                    share.spellingId = spelling.id;
                }
                share.core = share.core || found->core();
            }
        }
        for (const FusionQuery::Related &related : word.related) {
            if (const Posting *found = posting(slot++, block, document)) {
                const double tenths = found->tenths();
                const double excess = related.weight * tenths / (tenths + norm) - share.own;
                if (excess > share.related) {
                    share.related = excess;
                    share.relatedId = related.id;
                }
            }
        }
        sums.keywords += share.own;
        sums.thesaurus += share.related;
        sums.coverage += share.core ? word.coverage : 0;
        for (std::size_t g = 0; g < m_query.segments.size(); ++g)
            sums.segments[g] += (word.segments >> g & 1U) != 0 ? share.own : 0;
        if (shares != nullptr)
            shares->push_back(share);
    }
    return sums;
}

std::vector<FusionScan::WordShare> FusionScan::shares(catalog::Ordinal document) {
    std::vector<WordShare> shares;
    (void)sums(document, &shares);
    return shares;
}

double FusionScan::cosine(catalog::Ordinal document) const {
    double most = 0;
    for (std::size_t c = 0; c < m_norms.cosines.size(); ++c)
        most = std::max(most, static_cast<double>(m_scratch.cosines[c][document]));
    return most;
}

SignalValues FusionScan::signals(catalog::Ordinal document) {
    SignalValues values{};
    const auto set = [&](Signal signal, double value) {
        values[static_cast<std::size_t>(signal)] = std::clamp(value, 0.0, 1.0);
    };
    const Sums found = sums(document, nullptr);
    const double best = m_norms.bestKeywords;
    set(Signal::Keywords, best > 0 ? found.keywords / best : 0);
    set(Signal::Thesaurus, m_norms.related > 0 ? found.thesaurus / m_norms.related : 0);
    set(Signal::Coverage,
        m_data.coreRarity[document] > 0 ? found.coverage / static_cast<double>(m_data.coreRarity[document]) : 0);
    double most = 0;
    std::uint32_t methods = 0;
    for (std::size_t g = 0; g < m_query.segments.size(); ++g) {
        const double part = m_query.segments.size() == 1 ? found.keywords : found.segments[g];
        const double share = m_norms.bestSegment[g] > 0 ? part / m_norms.bestSegment[g] : 0;
        if (share > most) {
            most = share;
            methods = m_query.segments[g].methods;
        }
    }
    set(Signal::Segments, most);
    set(Signal::Method, (methods >> methodOf(m_data.kinds[document]) & 1U) != 0 ? 1 : 0);
    double meaning = 0, nearest = 0;
    for (std::size_t c = 0; c < m_norms.cosines.size(); ++c) {
        const CosineSpread &spread = m_norms.cosines[c];
        const double cosine = m_scratch.cosines[c][document];
        if (spread.deviation > 0)
            meaning = std::max(meaning, (cosine - spread.mean) / (spread.deviation * FullDeviations));
        if (spread.deviation > 0)
            nearest = std::max(nearest, 1 - (spread.best - cosine) / (spread.deviation * NearestReach));
    }
    set(Signal::Meaning, meaning);
    nearest = std::clamp(nearest, 0.0, 1.0);
    set(Signal::Nearest, nearest * nearest * nearest * nearest);
    const double evidence = m_scratch.services[m_data.catalog->serviceIndexOf(document)];
    set(Signal::Service, m_norms.bestService > 0 ? m_norms.manyServices * evidence / m_norms.bestService : 0);
    return values;
}

} // namespace actionscope::retrieval::detail
