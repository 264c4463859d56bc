#include "retrieval/detail/block_search.h"

#include <algorithm>
#include <limits>

namespace actionscope::retrieval::detail {
namespace {

/// Bounds are summed in single precision, in another order than scores: more than the rounding of 4,096 additions.
constexpr float BoundMargin = 1.001F;
/// Comparing raw scores instead of shares may be off by two roundings.
constexpr double ThresholdMargin = 1 - 1e-12;
/// Blocks scored in order of their bounds before the others are looked at: enough to fill a list of ten with good
/// documents.
constexpr std::size_t SeedBlocks = 12;
/// Ceiling of a block that need not be looked at.
constexpr float Never = -1;

} // namespace

BlockSearch::Scratch &BlockSearch::scratch() {
    thread_local Scratch scratch;
    return scratch;
}

BlockSearch::BlockSearch(const Index::Data &data, const Query &query)
    : m_data(data)
    , m_query(query)
    , m_scratch(scratch()) {
    boundBlocks();
}

void BlockSearch::boundBlocks() {
    m_scratch.bounds.assign(m_data.header.blocks, 0.0F);
    m_scratch.evidence.assign(m_data.header.services, 0.0);
    const std::size_t termCount = m_query.terms.size();
    const bool remember = termCount <= MaxRememberedTerms;
    if (remember && m_scratch.pairs.size() < m_data.header.blocks * termCount)
        m_scratch.pairs.resize(m_data.header.blocks * termCount);

    std::array<float, 256> norms{};
    for (std::size_t code = 0; code < norms.size(); ++code)
        norms[code] = static_cast<float>(m_query.documents.norm(lengthOfCode(static_cast<std::uint8_t>(code))));

    constexpr std::size_t Chunk = 64;
    std::array<float, Chunk> highest{};
    for (std::size_t t = 0; t < termCount; ++t) {
        const Term &term = m_query.terms[t];
        const auto weight = static_cast<float>(term.weight);
        const std::uint32_t end = m_data.terms[term.id + 1].firstPair;
        std::uint32_t service = UINT32_MAX, inService = 0;
        const auto closeService = [&] {
            if (inService == 0)
                return;
            const double norm = m_query.services.norm(static_cast<double>(m_data.services[service].postings));
            m_scratch.evidence[service] += term.serviceWeight * inService / (inService + norm);
        };
        for (std::uint32_t pair = m_data.terms[term.id].firstPair; pair < end;) {
            const std::uint32_t count = std::min<std::uint32_t>(end - pair, Chunk);
            for (std::uint32_t i = 0; i < count; ++i) {
                const auto tenths = static_cast<float>(m_data.pairTenths[pair + i]);
                highest[i] = weight * tenths / (tenths + norms[m_data.pairLength[pair + i]]);
            }
            for (std::uint32_t i = 0; i < count; ++i, ++pair) {
                const std::uint32_t block = m_data.pairBlock[pair];
                m_scratch.bounds[block] += highest[i];
                if (remember)
                    m_scratch.pairs[block * termCount + t] = pair;
                if (m_data.blocks[block].service != service) {
                    closeService();
                    service = m_data.blocks[block].service;
                    inService = 0;
                }
                inService += m_data.pairStart[pair + 1] - m_data.pairStart[pair];
            }
        }
        closeService();
    }
}

std::optional<std::uint32_t> BlockSearch::pairOf(std::size_t t, std::uint32_t block) const {
    const Term &term = m_query.terms[t];
    const std::uint32_t begin = m_data.terms[term.id].firstPair, end = m_data.terms[term.id + 1].firstPair;
    if (m_query.terms.size() <= MaxRememberedTerms) {
        // The table is not cleared between searches. An entry that is left over from another one proves itself: a pair
        // of this term and this block is the right one, whoever wrote it down.
        const std::uint32_t pair = m_scratch.pairs[block * m_query.terms.size() + t];
        if (pair >= begin && pair < end && m_data.pairBlock[pair] == block)
            return pair;
        return std::nullopt;
    }
    const auto *first = m_data.pairBlock.data() + begin, *last = m_data.pairBlock.data() + end;
    const auto *found = std::lower_bound(first, last, block);
    if (found == last || *found != block)
        return std::nullopt;
    return begin + static_cast<std::uint32_t>(found - first);
}

std::uint32_t BlockSearch::scoreBlock(std::uint32_t block) {
    const std::uint32_t first = m_data.blocks[block].firstDocument;
    const std::uint32_t size = m_data.blocks[block + 1].firstDocument - first;
    double *scores = m_scratch.scores.data(), *norms = m_scratch.norms.data();
    const std::uint32_t *lengths = m_data.lengths.data() + first;
    for (std::uint32_t i = 0; i < size; ++i) {
        scores[i] = 0;
        norms[i] = m_query.documents.norm(lengths[i]);
    }
    for (std::size_t t = 0; t < m_query.terms.size(); ++t) {
        const auto pair = pairOf(t, block);
        if (!pair)
            continue;
        const double weight = m_query.terms[t].weight;
        const Posting *posting = m_data.postings.data() + m_data.pairStart[*pair];
        const Posting *end = m_data.postings.data() + m_data.pairStart[*pair + 1];
        for (; posting != end; ++posting) {
            const double tenths = posting->tenths();
            scores[posting->document] += weight * tenths / (tenths + norms[posting->document]);
        }
    }
    return size;
}

void BlockSearch::boundVisible(const Gate &gate) {
    const std::size_t blocks = m_data.header.blocks;
    m_scratch.ceilings.resize(blocks);
    float *ceilings = m_scratch.ceilings.data();
    const float *bounds = m_scratch.bounds.data();
    const double *evidence = m_scratch.evidence.data();
    const BlockEntry *entries = m_data.blocks.data();
    for (std::size_t block = 0; block < blocks; ++block) {
        const float ceiling = (bounds[block] + static_cast<float>(evidence[entries[block].service])) * BoundMargin;
        ceilings[block] = bounds[block] > 0 ? ceiling : Never;
    }
    if (!gate.scope && gate.visibility.services.empty())
        return;
    for (std::uint32_t service = 0; service < m_data.header.services; ++service) {
        if (!gate.inScope(service) || !gate.serviceOn(service))
            std::fill(ceilings + m_data.services[service].firstBlock,
                      ceilings + m_data.services[service + 1].firstBlock, Never);
    }
}

void BlockSearch::collect(const Gate &gate, const std::vector<Lifted> &skip, BestList &best) {
    if (m_query.terms.empty())
        return;
    boundVisible(gate);
    std::vector<float> &ceilings = m_scratch.ceilings;
    const auto blocks = static_cast<std::uint32_t>(ceilings.size());
    const auto wanted = [&] { return best.threshold() * m_query.attainable * ThresholdMargin; };
    const auto scoreInto = [&](std::uint32_t block) {
        const BlockEntry &entry = m_data.blocks[block];
        const std::uint32_t size = scoreBlock(block);
        const double evidence = m_scratch.evidence[entry.service];
        // Documents without a term have 0, which is below the smallest number that is wanted.
        const auto needed = [&] { return std::max(wanted() - evidence, std::numeric_limits<double>::min()); };
        double least = needed();
        for (std::uint32_t i = 0; i < size; ++i) {
            if (m_scratch.scores[i] < least)
                continue;
            const catalog::Ordinal document = entry.firstDocument + i;
            if (!gate.allows(document) || findLifted(skip, document) != nullptr)
                continue;
            best.offer({(m_scratch.scores[i] + evidence) / m_query.attainable, document});
            least = needed();
        }
    };

    // The most promising blocks first, so that the list is good before the others are looked at.
    std::array<std::uint32_t, SeedBlocks> seeds{};
    std::size_t count = 0;
    const auto higher = [&](std::uint32_t a, std::uint32_t b) { return ceilings[a] > ceilings[b]; };
    float least = 0;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        if (ceilings[block] <= least)
            continue;
        if (count == SeedBlocks) {
            std::pop_heap(seeds.begin(), seeds.end(), higher);
            --count;
        }
        seeds[count++] = block;
        std::push_heap(seeds.begin(), seeds.begin() + static_cast<std::ptrdiff_t>(count), higher);
        if (count == SeedBlocks)
            least = ceilings[seeds.front()];
    }
    std::sort(seeds.begin(), seeds.begin() + static_cast<std::ptrdiff_t>(count), higher);
    for (std::size_t i = 0; i < count; ++i) {
        if (ceilings[seeds[i]] >= wanted())
            scoreInto(seeds[i]);
        ceilings[seeds[i]] = Never;
    }
    // In single precision and rounded down; above Never even when everything is wanted.
    const auto enough = [&] {
        return std::max(static_cast<float>(wanted() * 0.9999), std::numeric_limits<float>::min());
    };
    float limit = enough();
    for (std::uint32_t block = 0; block < blocks; ++block) {
        if (ceilings[block] < limit)
            continue;
        scoreInto(block);
        limit = enough();
    }
}

double BlockSearch::score(catalog::Ordinal document) {
    const auto after =
        std::upper_bound(m_data.blocks.begin(), m_data.blocks.end() - 1, document,
                         [](catalog::Ordinal d, const BlockEntry &entry) { return d < entry.firstDocument; });
    const auto block = static_cast<std::uint32_t>(after - m_data.blocks.begin()) - 1;
    if (m_query.terms.empty())
        return 0;
    scoreBlock(block);
    const double raw = m_scratch.scores[document - m_data.blocks[block].firstDocument];
    return raw == 0 ? 0 : (raw + m_scratch.evidence[m_data.blocks[block].service]) / m_query.attainable;
}

void BlockSearch::visitMatches(
    const std::function<void(std::uint32_t service, catalog::Ordinal document, double score)> &visit) {
    for (std::uint32_t block = 0; block < m_data.header.blocks; ++block) {
        if (m_scratch.bounds[block] == 0)
            continue;
        const BlockEntry &entry = m_data.blocks[block];
        const std::uint32_t size = scoreBlock(block);
        const double evidence = m_scratch.evidence[entry.service];
        for (std::uint32_t i = 0; i < size; ++i) {
            if (m_scratch.scores[i] != 0)
                visit(entry.service, entry.firstDocument + i, (m_scratch.scores[i] + evidence) / m_query.attainable);
        }
    }
}

} // namespace actionscope::retrieval::detail
