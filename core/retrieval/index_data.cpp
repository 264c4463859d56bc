#include "retrieval/detail/index_data.h"

#include "base/hash.h"
#include "base/text.h"

#include <cstring>

namespace actionscope::retrieval {
namespace detail {

std::uint32_t nameHash(std::string_view name) { return static_cast<std::uint32_t>(hash64(toLowerAscii(name), 1)); }

std::uint64_t wordHash(std::string_view term) { return hash64(term, 2); }

std::uint64_t checksumOf(const IndexHeader &header, std::string_view content) {
    IndexHeader blank = header;
    blank.checksum = 0;
    return hash64(content, hash64({reinterpret_cast<const char *>(&blank), sizeof blank}));
}

std::uint64_t serviceIdentity(const catalog::Service &service) {
    std::uint64_t hash = hash64(service.info.id, IndexFormat);
    hash = hash64(service.info.title, hash);
    const std::uint64_t content[2] = {service.segment->contentHash(), service.segment->size()};
    return hash64({reinterpret_cast<const char *>(content), sizeof content}, hash);
}

std::uint64_t catalogIdentity(std::span<const std::uint64_t> services) {
    return hash64({reinterpret_cast<const char *>(services.data()), services.size_bytes()}, services.size());
}

Layout::Layout(const IndexHeader &h) {
    std::uint64_t at = sizeof(IndexHeader);
    const auto section = [&at](std::uint64_t count, std::uint64_t size) {
        const std::uint64_t start = at;
        at = (at + count * size + 7) / 8 * 8;
        return start;
    };
    services = section(h.services + 1ULL, sizeof(ServiceEntry));
    blocks = section(h.blocks + 1ULL, sizeof(BlockEntry));
    terms = section(h.terms + 1ULL, sizeof(TermEntry));
    slots = section(h.slots, sizeof(std::uint32_t));
    names = section(h.documents, sizeof(NameEntry));
    setHash = section(h.wordSets, sizeof(std::uint64_t));
    setDocument = section(h.wordSets, sizeof(std::uint32_t));
    lengths = section(h.documents, sizeof(std::uint32_t));
    coreRarity = section(h.documents, sizeof(float));
    pairBlock = section(h.pairs, sizeof(std::uint32_t));
    pairStart = section(h.pairs + 1ULL, sizeof(std::uint32_t));
    pairTenths = section(h.pairs, 1);
    pairLength = section(h.pairs, 1);
    kinds = section(h.documents, 1);
    postings = section(h.postings, sizeof(Posting));
    pool = section(h.poolBytes, 1);
    total = at;
}

} // namespace detail

Result<std::shared_ptr<Index::Data>> Index::Data::fromBytes(std::string_view bytes, std::shared_ptr<const void> owner,
                                                            std::shared_ptr<const catalog::Catalog> catalog) {
    using namespace detail;
    const auto corrupt = [](std::string_view what) {
        return fail(ErrorCode::Corrupt,
                    "the saved index is damaged (" + std::string(what) + "); it is rebuilt from the catalogs");
    };
    auto data = std::make_shared<Data>();
    if (bytes.size() < sizeof(IndexHeader) || reinterpret_cast<std::uintptr_t>(bytes.data()) % 8 != 0)
        return corrupt("no header");
    IndexHeader &h = data->header;
    std::memcpy(&h, bytes.data(), sizeof h);
    if (h.magic != IndexMagic)
        return corrupt("not an index");
    if (h.format != IndexFormat)
        return fail(ErrorCode::Conflict, "the saved index has format " + std::to_string(h.format) +
                                             ", this program writes " + std::to_string(IndexFormat) +
                                             "; it is rebuilt from the catalogs");
    if (h.postings > UINT32_MAX || h.documents != catalog->size() || h.services != catalog->services().size())
        return h.postings > UINT32_MAX
                   ? corrupt("counts")
                   : fail(ErrorCode::Conflict, "the saved index is of another catalog; it is rebuilt");
    const Layout at(h);
    if (at.total != bytes.size())
        return corrupt("size");
    const auto view = [&](auto &span, std::uint64_t offset, std::uint64_t count) {
        using Element = typename std::remove_reference_t<decltype(span)>::element_type;
        span = {reinterpret_cast<Element *>(bytes.data() + offset), static_cast<std::size_t>(count)};
    };
    view(data->services, at.services, h.services + 1ULL);
    view(data->blocks, at.blocks, h.blocks + 1ULL);
    view(data->terms, at.terms, h.terms + 1ULL);
    view(data->slots, at.slots, h.slots);
    view(data->names, at.names, h.documents);
    view(data->setHash, at.setHash, h.wordSets);
    view(data->setDocument, at.setDocument, h.wordSets);
    view(data->lengths, at.lengths, h.documents);
    view(data->coreRarity, at.coreRarity, h.documents);
    view(data->pairBlock, at.pairBlock, h.pairs);
    view(data->pairStart, at.pairStart, h.pairs + 1ULL);
    view(data->pairTenths, at.pairTenths, h.pairs);
    view(data->pairLength, at.pairLength, h.pairs);
    view(data->kinds, at.kinds, h.documents);
    view(data->postings, at.postings, h.postings);
    data->pool = bytes.substr(at.pool, h.poolBytes);
    data->bytes = bytes;
    data->owner = std::move(owner);
    data->catalog = std::move(catalog);

    // A checksum does not tell who wrote the bytes: every number that is used as an offset is checked as well.
    const Data &d = *data;
    if (h.slots == 0 || !std::has_single_bit(h.slots) || h.slots <= h.terms)
        return corrupt("hash table");
    for (std::uint32_t s = 0; s <= h.services; ++s) {
        const bool last = s == h.services;
        const ServiceEntry &entry = d.services[s];
        if ((last ? entry.firstDocument != h.documents || entry.firstBlock != h.blocks
                  : entry.firstDocument != d.catalog->services()[s].first ||
                        entry.firstBlock > d.services[s + 1].firstBlock) ||
            entry.firstBlock > h.blocks)
            return corrupt("services");
    }
    for (std::uint32_t b = 0; b <= h.blocks; ++b) {
        const BlockEntry &entry = d.blocks[b];
        if (b == h.blocks ? entry.firstDocument != h.documents
                          : entry.service >= h.services || entry.firstDocument > d.blocks[b + 1].firstDocument ||
                                d.blocks[b + 1].firstDocument - entry.firstDocument > BlockDocuments)
            return corrupt("blocks");
    }
    for (std::uint32_t t = 0; t <= h.terms; ++t) {
        const TermEntry &entry = d.terms[t];
        if (t == h.terms ? entry.text != h.poolBytes || entry.firstPair != h.pairs
                         : entry.text > d.terms[t + 1].text || entry.firstPair > d.terms[t + 1].firstPair)
            return corrupt("terms");
    }
    std::uint32_t damaged = 0;
    for (std::uint32_t p = 0; p < h.pairs; ++p)
        damaged |= std::uint32_t(d.pairBlock[p] >= h.blocks) | std::uint32_t(d.pairStart[p] > d.pairStart[p + 1]);
    if (damaged != 0 || d.pairStart[h.pairs] != h.postings)
        return corrupt("postings");
    for (const std::uint32_t slot : d.slots)
        damaged |= std::uint32_t(slot > h.terms);
    for (const NameEntry &name : d.names)
        damaged |= std::uint32_t(name.document >= h.documents);
    for (const std::uint32_t document : d.setDocument)
        damaged |= std::uint32_t(document >= h.documents);
    for (const std::uint8_t kind : d.kinds)
        damaged |= std::uint32_t(kindOf(kind) > static_cast<unsigned>(catalog::Kind::Channel)) |
                   std::uint32_t(methodOf(kind) > static_cast<unsigned>(catalog::Method::Trace));
    for (const float rarity : d.coreRarity)
        damaged |= std::uint32_t(!(rarity >= 0) || !std::isfinite(rarity));
    if (damaged != 0)
        return corrupt("tables");
    return data;
}

std::optional<std::uint32_t> Index::Data::find(std::string_view wanted) const {
    std::size_t at = hash64(wanted) & (slots.size() - 1);
    // At most one round: a damaged table without an empty slot must not turn into an endless loop.
    for (std::size_t steps = 0; steps < slots.size() && slots[at] != 0; ++steps) {
        const std::uint32_t id = slots[at] - 1;
        if (term(id) == wanted)
            return id;
        at = (at + 1) & (slots.size() - 1);
    }
    return std::nullopt;
}

} // namespace actionscope::retrieval
