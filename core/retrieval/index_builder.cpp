#include "base/hash.h"
#include "base/text.h"
#include "retrieval/detail/block_analysis.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <numeric>
#include <unordered_map>

namespace actionscope::retrieval::detail {
namespace {

/// A block of the new index: where its documents are, and what was found in them.
struct Block {
    std::uint32_t service = 0, first = 0, count = 0; // `first` is counted in the service
    BlockPostings found;
};

/// Analysers are handed out to whichever thread asks, so that vocabularies are as few as threads at work.
class AnalyzerPool {
public:
    explicit AnalyzerPool(AnalyzerOptions options)
        : m_options(options) {}
    BlockAnalyzer &acquire(std::uint32_t &number) {
        const std::lock_guard lock(m_mutex);
        if (m_free.empty()) {
            m_free.push_back(static_cast<std::uint32_t>(m_all.size()));
            m_all.push_back(std::make_unique<BlockAnalyzer>(m_options));
        }
        number = m_free.back();
        m_free.pop_back();
        return *m_all[number];
    }
    void release(std::uint32_t number) {
        const std::lock_guard lock(m_mutex);
        m_free.push_back(number);
    }
    [[nodiscard]] const std::vector<std::unique_ptr<BlockAnalyzer>> &all() const { return m_all; }

private:
    AnalyzerOptions m_options;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<BlockAnalyzer>> m_all; // guarded by m_mutex while threads run
    std::vector<std::uint32_t> m_free;                 // guarded by m_mutex
};

/// Progress from several threads, a few dozen times a second.
class Reporter {
public:
    Reporter(const Job &job, std::uint64_t total)
        : m_job(job)
        , m_total(total) {
        m_job.at("indexing", 0, total);
    }
    void add(std::uint64_t documents) {
        const std::uint64_t done = m_done += documents;
        const std::unique_lock lock(m_mutex, std::try_to_lock);
        const auto now = std::chrono::steady_clock::now();
        if (!lock || now - m_last < std::chrono::milliseconds(40))
            return;
        m_last = now;
        m_job.at("indexing", done, m_total);
    }

private:
    const Job &m_job;
    std::uint64_t m_total;
    std::atomic<std::uint64_t> m_done{0};
    std::mutex m_mutex;
    std::chrono::steady_clock::time_point m_last{}; // guarded by m_mutex
};

/// Copies what `previous` holds of services that did not change into the blocks of the new index. The vocabulary of
/// these postings is the one of `previous`. Returns how many services were taken over.
std::uint32_t takeOver(const Index::Data &previous, std::uint32_t vocabulary,
                       const std::vector<std::uint64_t> &identities, const std::vector<std::uint32_t> &firstBlock,
                       std::vector<Block> &blocks) {
    constexpr std::uint32_t Gone = UINT32_MAX;
    std::unordered_map<std::uint64_t, std::uint32_t> known;
    for (std::uint32_t s = 0; s < previous.header.services; ++s)
        known.emplace(previous.services[s].identity, s);
    std::vector<std::uint32_t> target(previous.header.blocks, Gone);
    // Which of the two was the name's does not matter any more: both are looked for.
    std::vector<WordSets> wordSets(previous.header.documents);
    for (std::uint32_t i = 0; i < previous.header.wordSets; ++i) {
        WordSets &sets = wordSets[previous.setDocument[i]];
        (sets.name == NoWords ? sets.name : sets.title) = previous.setHash[i];
    }
    std::uint32_t reused = 0;
    for (std::uint32_t s = 0; s < identities.size(); ++s) {
        const auto found = known.find(identities[s]);
        if (found == known.end())
            continue;
        const std::uint32_t from = previous.services[found->second].firstBlock;
        const std::uint32_t count = previous.services[found->second + 1].firstBlock - from;
        if (count != firstBlock[s + 1] - firstBlock[s])
            continue;
        ++reused;
        for (std::uint32_t i = 0; i < count; ++i) {
            target[from + i] = firstBlock[s] + i;
            BlockPostings &block = blocks[firstBlock[s] + i].found;
            block.vocabulary = vocabulary;
            const std::uint32_t first = previous.blocks[from + i].firstDocument;
            const std::uint32_t end = previous.blocks[from + i + 1].firstDocument;
            block.wordSets.assign(wordSets.begin() + first, wordSets.begin() + end);
            block.lengths.assign(previous.lengths.begin() + first, previous.lengths.begin() + end);
        }
    }
    for (std::uint32_t t = 0; t < previous.header.terms; ++t) {
        for (std::uint32_t p = previous.terms[t].firstPair; p < previous.terms[t + 1].firstPair; ++p) {
            if (target[previous.pairBlock[p]] == Gone)
                continue;
            BlockPostings &block = blocks[target[previous.pairBlock[p]]].found;
            const auto postings =
                previous.postings.subspan(previous.pairStart[p], previous.pairStart[p + 1] - previous.pairStart[p]);
            block.terms.push_back(t);
            block.counts.push_back(static_cast<std::uint16_t>(postings.size()));
            block.postings.insert(block.postings.end(), postings.begin(), postings.end());
        }
    }
    return reused;
}

/// The vocabulary of the new index and, for each source vocabulary, the number of its terms there.
struct Vocabulary {
    std::vector<std::string> terms;                  // in order of text
    std::vector<std::vector<std::uint32_t>> numbers; // by source vocabulary and its number
    std::vector<std::uint32_t> pairs, postings;      // of each term
};

Vocabulary mergeVocabularies(const std::vector<std::vector<std::string_view>> &sources,
                             const std::vector<Block> &blocks) {
    Vocabulary merged;
    // First numbered in order of appearance, to count; then in order of text, without those that no block uses any
    // more.
    WordMap all;
    std::uint32_t next = 0;
    for (const auto &source : sources) {
        auto &numbers = merged.numbers.emplace_back();
        numbers.reserve(source.size());
        for (const std::string_view term : source)
            numbers.push_back(all.findOrAdd(term, [&] { return next++; }));
    }
    std::vector<std::uint32_t> pairs(next), postings(next);
    for (const Block &block : blocks) {
        const auto &numbers = merged.numbers[block.found.vocabulary];
        for (std::size_t i = 0; i < block.found.terms.size(); ++i) {
            const std::uint32_t number = numbers[block.found.terms[i]];
            ++pairs[number];
            postings[number] += block.found.counts[i];
        }
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t number = 0; number < next; ++number) {
        if (pairs[number] != 0)
            order.push_back(number);
    }
    const auto &entries = all.entries();
    std::sort(order.begin(), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return all.text(entries[a]) < all.text(entries[b]); });
    std::vector<std::uint32_t> rank(next, UINT32_MAX);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        rank[order[i]] = i;
        merged.terms.emplace_back(all.text(entries[order[i]]));
        merged.pairs.push_back(pairs[order[i]]);
        merged.postings.push_back(postings[order[i]]);
    }
    for (auto &numbers : merged.numbers) {
        for (std::uint32_t &number : numbers)
            number = rank[number];
    }
    return merged;
}

/// Writes all sections.
std::shared_ptr<std::vector<std::uint64_t>> writeIndex(const catalog::Catalog &catalog,
                                                       const std::vector<std::uint64_t> &identities,
                                                       const std::vector<std::uint32_t> &firstBlock,
                                                       const std::vector<Block> &blocks, const Vocabulary &vocabulary,
                                                       AnalyzerOptions analysis) {
    const auto termCount = static_cast<std::uint32_t>(vocabulary.terms.size());
    IndexHeader header{};
    header.magic = IndexMagic;
    header.format = IndexFormat;
    header.analysis = (analysis.stem ? 1U : 0U) | (analysis.stopWords ? 2U : 0U);
    header.catalog = catalogIdentity(identities);
    header.documents = catalog.size();
    header.services = static_cast<std::uint32_t>(identities.size());
    header.blocks = static_cast<std::uint32_t>(blocks.size());
    header.terms = termCount;
    header.pairs = std::accumulate(vocabulary.pairs.begin(), vocabulary.pairs.end(), 0U);
    header.postings = std::accumulate(vocabulary.postings.begin(), vocabulary.postings.end(), std::uint64_t{0});
    std::uint64_t poolBytes = 0;
    for (const std::string &term : vocabulary.terms)
        poolBytes += term.size();
    header.poolBytes = static_cast<std::uint32_t>(poolBytes);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> wordSets;
    std::uint32_t setOwner = 0;
    for (const Block &block : blocks) {
        for (const WordSets &sets : block.found.wordSets) {
            if (sets.name != NoWords)
                wordSets.emplace_back(sets.name, setOwner);
            if (sets.title != NoWords && sets.title != sets.name)
                wordSets.emplace_back(sets.title, setOwner);
            ++setOwner;
        }
    }
    std::sort(wordSets.begin(), wordSets.end());
    header.wordSets = static_cast<std::uint32_t>(wordSets.size());
    header.slots = std::bit_ceil(termCount + termCount / 2 + 2);

    const Layout at(header);
    auto storage = std::make_shared<std::vector<std::uint64_t>>(at.total / 8);
    char *base = reinterpret_cast<char *>(storage->data());
    const auto section = [base]<class T>(std::uint64_t offset, T *) { return reinterpret_cast<T *>(base + offset); };
    auto *services = section(at.services, static_cast<ServiceEntry *>(nullptr));
    auto *blockEntries = section(at.blocks, static_cast<BlockEntry *>(nullptr));
    auto *terms = section(at.terms, static_cast<TermEntry *>(nullptr));
    auto *slots = section(at.slots, static_cast<std::uint32_t *>(nullptr));
    auto *names = section(at.names, static_cast<NameEntry *>(nullptr));
    auto *setHash = section(at.setHash, static_cast<std::uint64_t *>(nullptr));
    auto *setDocument = section(at.setDocument, static_cast<std::uint32_t *>(nullptr));
    auto *lengths = section(at.lengths, static_cast<std::uint32_t *>(nullptr));
    auto *coreRarity = section(at.coreRarity, static_cast<float *>(nullptr));
    auto *pairBlock = section(at.pairBlock, static_cast<std::uint32_t *>(nullptr));
    auto *pairStart = section(at.pairStart, static_cast<std::uint32_t *>(nullptr));
    auto *pairTenths = section(at.pairTenths, static_cast<std::uint8_t *>(nullptr));
    auto *pairLength = section(at.pairLength, static_cast<std::uint8_t *>(nullptr));
    auto *kinds = section(at.kinds, static_cast<std::uint8_t *>(nullptr));
    auto *postings = section(at.postings, static_cast<Posting *>(nullptr));
    char *pool = base + at.pool;

    for (std::size_t i = 0; i < wordSets.size(); ++i) {
        setHash[i] = wordSets[i].first;
        setDocument[i] = wordSets[i].second;
    }
    for (std::uint32_t s = 0; s < header.services; ++s)
        services[s] = {identities[s], 0, catalog.services()[s].first, firstBlock[s]};
    services[header.services] = {0, 0, header.documents, header.blocks};

    // Terms, their hash table, and where their pairs and postings begin.
    std::vector<std::uint32_t> nextPair(termCount), nextPosting(termCount);
    std::uint32_t text = 0, pair = 0, posting = 0;
    for (std::uint32_t t = 0; t < termCount; ++t) {
        const std::string &term = vocabulary.terms[t];
        terms[t] = {text, pair, 0};
        std::memcpy(pool + text, term.data(), term.size());
        text += static_cast<std::uint32_t>(term.size());
        nextPair[t] = pair;
        nextPosting[t] = posting;
        pair += vocabulary.pairs[t];
        posting += vocabulary.postings[t];
        std::size_t slot = hash64(term) & (header.slots - 1);
        while (slots[slot] != 0)
            slot = (slot + 1) & (header.slots - 1);
        slots[slot] = t + 1;
    }
    terms[termCount] = {text, pair, 0};
    pairStart[pair] = posting;

    // Blocks in order, so the pairs of each term come out in order of block.
    std::uint32_t document = 0;
    std::vector<std::uint32_t> lastService(termCount, UINT32_MAX);
    for (std::uint32_t b = 0; b < header.blocks; ++b) {
        const Block &block = blocks[b];
        blockEntries[b] = {document, block.service};
        std::memcpy(lengths + document, block.found.lengths.data(), block.found.lengths.size() * sizeof(std::uint32_t));
        for (const std::uint32_t length : block.found.lengths)
            header.totalLength += length;
        const auto &numbers = vocabulary.numbers[block.found.vocabulary];
        const Posting *from = block.found.postings.data();
        for (std::size_t i = 0; i < block.found.terms.size(); ++i) {
            const std::uint32_t t = numbers[block.found.terms[i]];
            const std::uint32_t count = block.found.counts[i];
            std::uint32_t shortest = UINT32_MAX;
            std::uint8_t highest = 0;
            for (std::uint32_t k = 0; k < count; ++k) {
                highest = std::max(highest, from[k].tenths());
                shortest = std::min(shortest, block.found.lengths[from[k].document]);
            }
            const std::uint32_t p = nextPair[t]++;
            pairBlock[p] = b;
            pairStart[p] = nextPosting[t];
            pairTenths[p] = highest;
            pairLength[p] = shortestLengthCode(shortest);
            std::memcpy(postings + nextPosting[t], from, count * sizeof(Posting));
            nextPosting[t] += count;
            from += count;
            services[block.service].postings += count;
            if (lastService[t] != block.service) {
                lastService[t] = block.service;
                ++terms[t].services;
            }
        }
        document += block.count;
    }
    blockEntries[header.blocks] = {document, 0};

    for (const catalog::Service &service : catalog.services()) {
        for (std::uint32_t i = 0; i < service.segment->size(); ++i) {
            const catalog::CapabilityView capability = service.segment->at(i);
            names[service.first + i] = {nameHash(capability.name()), service.first + i};
            kinds[service.first + i] = kindCode(capability.kind(), capability.method(), capability.curated());
        }
    }
    // Term by term, so that the sums do not depend on where the postings came from.
    for (std::uint32_t t = 0; t < termCount; ++t) {
        const std::uint32_t firstPosting = pairStart[terms[t].firstPair], last = pairStart[terms[t + 1].firstPair];
        const auto rarity = static_cast<float>(inverseDocumentFrequency(header.documents, last - firstPosting));
        for (std::uint32_t p = terms[t].firstPair; p < terms[t + 1].firstPair; ++p) {
            float *sums = coreRarity + blockEntries[pairBlock[p]].firstDocument;
            for (std::uint32_t k = pairStart[p]; k < pairStart[p + 1]; ++k) {
                if (postings[k].core())
                    sums[postings[k].document] += rarity;
            }
        }
    }
    std::sort(names, names + header.documents, [](const NameEntry &a, const NameEntry &b) {
        return a.hash != b.hash ? a.hash < b.hash : a.document < b.document;
    });

    header.checksum = checksumOf(header, {base + sizeof header, at.total - sizeof header});
    std::memcpy(base, &header, sizeof header);
    return storage;
}

} // namespace

Result<std::shared_ptr<const Index>> buildIndex(std::shared_ptr<const catalog::Catalog> catalog, const Index *previous,
                                                Executor &executor, const Job &job, AnalyzerOptions analysis) {
    const auto &services = catalog->services();
    std::vector<std::uint64_t> identities;
    std::vector<std::uint32_t> firstBlock;
    std::vector<Block> blocks;
    for (std::uint32_t s = 0; s < services.size(); ++s) {
        identities.push_back(serviceIdentity(services[s]));
        firstBlock.push_back(static_cast<std::uint32_t>(blocks.size()));
        for (std::uint32_t first = 0; first < services[s].segment->size(); first += BlockDocuments) {
            Block &block = blocks.emplace_back();
            block.service = s;
            block.first = first;
            block.count = std::min(BlockDocuments, services[s].segment->size() - first);
        }
    }
    firstBlock.push_back(static_cast<std::uint32_t>(blocks.size()));

    // The vocabulary of the previous index is number 0; those of the analysers follow.
    std::uint32_t reused = 0;
    if (previous != nullptr && previous->data().analysis() == analysis)
        reused = takeOver(previous->data(), 0, identities, firstBlock, blocks);
    std::vector<std::uint32_t> fresh;
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
        if (blocks[b].found.lengths.empty())
            fresh.push_back(b);
    }

    AnalyzerPool pool(analysis);
    Reporter reporter(job, catalog->size());
    constexpr std::size_t BlocksATask = 8;
    executor.forEach((fresh.size() + BlocksATask - 1) / BlocksATask, [&](std::size_t task) {
        if (job.cancelled())
            return;
        std::uint32_t number = 0;
        BlockAnalyzer &analyzer = pool.acquire(number);
        for (std::size_t i = task * BlocksATask; i < std::min(fresh.size(), (task + 1) * BlocksATask); ++i) {
            Block &block = blocks[fresh[i]];
            block.found = analyzer.analyze(services[block.service], block.first, block.count);
            block.found.vocabulary = number + 1;
            reporter.add(block.count);
        }
        pool.release(number);
    });
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "indexing was cancelled");

    std::uint64_t postings = 0;
    for (const Block &block : blocks)
        postings += block.found.postings.size();
    if (postings > UINT32_MAX)
        return fail(ErrorCode::LimitExceeded, "more than 4,294,967,295 postings in one index; split the workspace");

    std::vector<std::vector<std::string_view>> sources(1);
    if (reused != 0) {
        for (std::uint32_t t = 0; t < previous->data().header.terms; ++t)
            sources[0].push_back(previous->data().term(t));
    }
    for (const auto &analyzer : pool.all()) {
        auto &source = sources.emplace_back();
        for (const WordMap::Entry &entry : analyzer->terms().entries())
            source.push_back(analyzer->terms().text(entry));
    }
    const Vocabulary vocabulary = mergeVocabularies(sources, blocks);
    const auto storage = writeIndex(*catalog, identities, firstBlock, blocks, vocabulary, analysis);
    const std::string_view bytes(reinterpret_cast<const char *>(storage->data()), storage->size() * 8);
    auto data = Index::Data::fromBytes(bytes, storage, std::move(catalog));
    if (!data)
        return fail(data.error());
    (*data)->reusedServices = reused;
    job.at("indexing", (*data)->header.documents, (*data)->header.documents);
    return std::make_shared<const Index>(std::move(*data));
}

} // namespace actionscope::retrieval::detail
