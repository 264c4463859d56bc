#pragma once
/// The index as one run of bytes: the same in memory, on disk and in a mapping. Nothing in it depends on the constants
/// of the ranking, and all but `coreRarity` are integers, so that merging, saving and loading are exact.
///
/// Documents are the catalog's ordinals, cut into *blocks*: runs of at most 256 documents of one service. A posting is
/// two bytes: the document's place in its block and its weighted term frequency in tenths. The postings of one term in
/// one block are a *pair*, which also says the highest frequency and the shortest document among them. From that the
/// searcher bounds what any document of a block can score and looks into few blocks; the number of postings of a pair
/// is the number of the service's actions that have the term, which is what service evidence counts.

#include "base/result.h"
#include "catalog/catalog.h"
#include "retrieval/analyzer.h"
#include "retrieval/index.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace actionscope::retrieval {

namespace detail {

constexpr std::uint64_t IndexMagic = 0x58444E49'504F4353ULL; // "SCOPINDX"
/// Layout and analysis together: whatever changes what is in the bytes takes a new number.
constexpr std::uint32_t IndexFormat = 4;
constexpr std::uint32_t BlockDocuments = 256;

struct Posting {
    std::uint8_t document; ///< in the block
    std::uint8_t coded;    ///< weighted frequency in tenths, and bit 7 when the term is one of the document's core
    [[nodiscard]] std::uint8_t tenths() const { return coded & 0x7FU; }
    /// Whether the term is in the name, the title or the beginning of the description.
    [[nodiscard]] bool core() const { return (coded & 0x80U) != 0; }
};
constexpr std::uint8_t CoreBit = 0x80;
static_assert(sizeof(Posting) == 2);

struct ServiceEntry {
    std::uint64_t identity;      ///< hash of everything of the service that is searched
    std::uint64_t postings;      ///< in all: the service's length when services are ranked
    std::uint32_t firstDocument; ///< the next entry has the end
    std::uint32_t firstBlock;
};
struct BlockEntry {
    std::uint32_t firstDocument; ///< the next entry has the end
    std::uint32_t service;
};
struct TermEntry {
    std::uint32_t text;      ///< in the pool; the next entry has the end
    std::uint32_t firstPair; ///< the next entry has the end
    std::uint32_t services;  ///< how many have the term
};
struct NameEntry {
    std::uint32_t hash; ///< of the ASCII-lower-case name
    std::uint32_t document;
};

/// Hashes of the sets of terms of a document's name and title.
struct WordSets {
    std::uint64_t name = 0, title = 0;
};
constexpr std::uint64_t NoWords = 0; ///< of the empty set; every term adds its own hash, so order does not count

struct IndexHeader {
    std::uint64_t magic;
    std::uint32_t format;
    std::uint32_t analysis;    ///< bit 0 stems, bit 1 leaves out stop words
    std::uint64_t checksum;    ///< of everything, with this field as 0
    std::uint64_t catalog;     ///< hash over the identities of all services
    std::uint64_t totalLength; ///< tenths, over all documents
    std::uint64_t postings;
    std::uint32_t documents, services, blocks, terms, pairs, poolBytes, slots, wordSets;
};

/// BM25's idf in the form that never gets negative (Robertson & Zaragoza 2009, with Lucene's 1 inside the logarithm).
inline double inverseDocumentFrequency(double documents, double frequency) {
    return std::log(1.0 + (documents - frequency + 0.5) / (frequency + 0.5));
}

/// Kind, method and tier of a document in one byte.
inline std::uint8_t kindCode(catalog::Kind kind, catalog::Method method, bool curated) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(kind) | static_cast<unsigned>(method) << 3U |
                                     (curated ? 0x80U : 0U));
}
inline unsigned kindOf(std::uint8_t code) { return code & 7U; }
inline unsigned methodOf(std::uint8_t code) { return code >> 3U & 15U; } ///< a catalog::Method, when below 9
inline bool isCurated(std::uint8_t code) { return (code & 0x80U) != 0; }

/// Length of a document as one byte that is never longer than the document: eight steps to each doubling.
inline std::uint8_t shortestLengthCode(std::uint32_t length) {
    if (length < 16)
        return static_cast<std::uint8_t>(length);
    const auto exponent = static_cast<std::uint32_t>(std::bit_width(length)) - 4; // length >> exponent is 8 … 15
    return static_cast<std::uint8_t>((exponent << 3) + (length >> exponent));
}
inline std::uint32_t lengthOfCode(std::uint8_t code) {
    if (code < 16)
        return code;
    const std::uint32_t exponent = (code >> 3) - 1U;
    return ((code & 7U) | 8U) << exponent;
}

std::uint32_t nameHash(std::string_view name); ///< of the ASCII-lower-case name
std::uint64_t wordHash(std::string_view term); ///< a term's share of the hash of a set
std::uint64_t checksumOf(const IndexHeader &header, std::string_view content);

} // namespace detail

struct Index::Data {
    std::shared_ptr<const catalog::Catalog> catalog;
    std::shared_ptr<const void> owner;
    std::string_view bytes;

    detail::IndexHeader header{};
    std::span<const detail::ServiceEntry> services; ///< one more than there are
    std::span<const detail::BlockEntry> blocks;     ///< one more than there are
    std::span<const detail::TermEntry> terms;       ///< one more than there are; in order of text
    std::span<const std::uint32_t> slots;           ///< hash table of terms: index + 1, 0 empty; a power of two
    std::span<const detail::NameEntry> names;       ///< by hash, then document
    std::span<const std::uint64_t> setHash;     ///< of names' and titles' sets of terms, ascending, then by document
    std::span<const std::uint32_t> setDocument; ///< whose it is
    std::span<const std::uint32_t> lengths;     ///< of documents, in tenths
    std::span<const std::uint32_t> pairBlock;   ///< ascending within a term
    std::span<const std::uint32_t> pairStart;   ///< into postings; one more than there are pairs
    std::span<const std::uint8_t> pairTenths;   ///< highest weighted frequency of the pair
    std::span<const std::uint8_t> pairLength;   ///< code of the shortest document of the pair
    std::span<const std::uint8_t> kinds;        ///< of documents, see kindCode()
    std::span<const float> coreRarity;          ///< of documents: sum of the idf of their core terms
    std::span<const detail::Posting> postings;
    std::string_view pool;
    std::uint32_t reusedServices = 0; ///< not saved: of the build that made it

    [[nodiscard]] AnalyzerOptions analysis() const {
        return {.stem = (header.analysis & 1U) != 0, .stopWords = (header.analysis & 2U) != 0};
    }
    [[nodiscard]] std::string_view term(std::uint32_t id) const {
        return pool.substr(terms[id].text, terms[id + 1].text - terms[id].text);
    }
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view term) const;
    /// In how many documents.
    [[nodiscard]] std::uint32_t documentFrequency(std::uint32_t term) const {
        return pairStart[terms[term + 1].firstPair] - pairStart[terms[term].firstPair];
    }
    [[nodiscard]] double averageLength() const {
        return header.documents == 0 || header.totalLength == 0
                   ? 1.0
                   : static_cast<double>(header.totalLength) / header.documents;
    }
    /// Postings of an average service.
    [[nodiscard]] double averageServiceLength() const {
        return header.services == 0 || header.postings == 0 ? 1.0
                                                            : static_cast<double>(header.postings) / header.services;
    }

    /// Sets the views up over `bytes` after checking that every offset lies inside. Errors: Corrupt, Conflict (format).
    [[nodiscard]] static Result<std::shared_ptr<Data>> fromBytes(std::string_view bytes,
                                                                 std::shared_ptr<const void> owner,
                                                                 std::shared_ptr<const catalog::Catalog> catalog);
};

namespace detail {

/// Hash of everything of a service that the index is made of.
std::uint64_t serviceIdentity(const catalog::Service &service);
/// Of a whole catalog, from the identities of its services.
std::uint64_t catalogIdentity(std::span<const std::uint64_t> services);
/// Size of the sections after the header and where each begins; the writer and the reader share it.
struct Layout {
    explicit Layout(const IndexHeader &header);
    std::uint64_t services, blocks, terms, slots, names, setHash, setDocument, lengths, coreRarity, pairBlock,
        pairStart, pairTenths, pairLength, kinds, postings, pool, total;
};

/// Index::build with the analysis chosen: benchmarks index text that is tokens already.
Result<std::shared_ptr<const Index>> buildIndex(std::shared_ptr<const catalog::Catalog> catalog, const Index *previous,
                                                Executor &executor, const Job &job, AnalyzerOptions analysis);

} // namespace detail
} // namespace actionscope::retrieval
