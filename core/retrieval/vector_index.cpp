#include "retrieval/vector_index.h"

#include "base/file.h"
#include "base/hash.h"
#include "retrieval/detail/index_data.h"
#include "retrieval/detail/int8_kernels.h"
#include "retrieval/detail/vector_graph.h"
#include "retrieval/detail/vector_rows.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <mutex>
#include <unordered_map>

namespace actionscope::retrieval {

static_assert(std::endian::native == std::endian::little, "vector files are little-endian and read as they lie");

namespace {

using namespace detail;

constexpr std::uint64_t Magic = 0x54434556'504F4353ULL; // "SCOPVECT"
constexpr std::uint32_t Format = 2;
constexpr std::size_t BatchTexts = 256; ///< texts a model is given at once
constexpr std::size_t MostNameBytes = 4096;

struct Header {
    std::uint64_t magic;
    std::uint32_t format;
    std::uint32_t dimension;
    std::uint64_t checksum; ///< of the header with this field as 0, and everything behind it
    std::uint64_t catalog;  ///< hash over the identities of all services
    std::uint32_t documents, services;
    std::uint32_t nameBytes, versionBytes; ///< of the model's identity, which follows the sections
};

/// Where the sections lie; each begins at a multiple of 64, so that a mapping can be scanned as it is.
struct Sections {
    std::uint64_t services, hashes, factors, rows, model, total;
    explicit Sections(const Header &h) {
        std::uint64_t at = sizeof(Header);
        const auto section = [&at](std::uint64_t bytes) {
            at = (at + RowAlignment - 1) / RowAlignment * RowAlignment;
            const std::uint64_t start = at;
            at += bytes;
            return start;
        };
        const std::uint64_t n = h.documents, stride = rowStride(h.dimension);
        services = section(h.services * std::uint64_t{8});
        hashes = section(n * 8);
        factors = section(n * 4);
        rows = section(n * stride);
        model = section(std::uint64_t{h.nameBytes} + h.versionBytes);
        total = at;
    }
};

std::uint64_t textHash(const EmbeddedText &text) {
    std::uint64_t hash = hash64(text.method, Format);
    for (const EmbeddedText::Part &part : text.parts) {
        const float weight = part.weight;
        hash = hash64(part.text, hash64({reinterpret_cast<const char *>(&weight), sizeof weight}, hash));
    }
    return hash;
}

/// int8 values of `vector` and the factor that makes them a unit vector; 0 when there is nothing in it.
float quantiseInto(std::span<const float> vector, std::int8_t *out) {
    float most = 0;
    for (const float value : vector) {
        if (!std::isfinite(value))
            return 0; // a model that answers with no numbers is one that knows nothing of the text
        most = std::max(most, std::abs(value));
    }
    if (most == 0)
        return 0;
    std::int64_t squares = 0;
    for (std::size_t i = 0; i < vector.size(); ++i) {
        const auto value = static_cast<std::int8_t>(std::lround(vector[i] / most * 127.0F));
        out[i] = value;
        squares += std::int64_t{value} * value;
    }
    return static_cast<float>(1.0 / std::sqrt(static_cast<double>(squares)));
}

std::vector<std::uint64_t> identitiesOf(const catalog::Catalog &catalog) {
    std::vector<std::uint64_t> identities;
    for (const catalog::Service &service : catalog.services())
        identities.push_back(serviceIdentity(service));
    return identities;
}

} // namespace

struct VectorIndex::Data {
    std::shared_ptr<const catalog::Catalog> catalog;
    std::shared_ptr<const EmbeddingModel> model;
    AlignedBytes owned;                ///< the whole file, unless it is mapped
    std::shared_ptr<const void> owner; ///< of the mapping
    std::string_view bytes;
    AlignedBytes scanned; ///< copy of the rows on huge pages, when `bytes` is a mapping

    std::size_t dimension = 0, stride = 0;
    std::span<const std::uint64_t> services, hashes;
    std::span<const float> factors;
    const std::int8_t *rows = nullptr;
    std::uint32_t documents = 0, reused = 0;

    void view(const Header &header) {
        const Sections at(header);
        const char *base = bytes.data();
        documents = header.documents;
        dimension = header.dimension;
        stride = rowStride(header.dimension);
        services = {reinterpret_cast<const std::uint64_t *>(base + at.services), header.services};
        hashes = {reinterpret_cast<const std::uint64_t *>(base + at.hashes), documents};
        factors = {reinterpret_cast<const float *>(base + at.factors), documents};
        rows = reinterpret_cast<const std::int8_t *>(base + at.rows);
    }
};

VectorIndex::VectorIndex(std::shared_ptr<const Data> data, std::shared_ptr<const VectorGraph> graph)
    : m_data(std::move(data))
    , m_graph(std::move(graph)) {}

Result<std::shared_ptr<const VectorIndex>> VectorIndex::build(std::shared_ptr<const catalog::Catalog> catalog,
                                                              std::shared_ptr<const EmbeddingModel> model,
                                                              const VectorIndex *previous, Executor &executor,
                                                              const Job &job) {
    const ModelIdentity &identity = model->identity();
    if (identity.dimension == 0 || identity.dimension > MaxDimension)
        return fail(ErrorCode::InvalidArgument, "the model \"" + identity.name + "\" gives vectors of " +
                                                    std::to_string(identity.dimension) + " numbers; 1 to " +
                                                    std::to_string(MaxDimension) + " can be used");
    const Data *old = previous != nullptr ? previous->m_data.get() : nullptr;
    if (old != nullptr && old->model->identity() != identity)
        old = nullptr;

    const std::vector<std::uint64_t> services = identitiesOf(*catalog);
    Header header{};
    header.magic = Magic;
    header.format = Format;
    header.dimension = identity.dimension;
    header.catalog = catalogIdentity(services);
    header.documents = catalog->size();
    header.services = static_cast<std::uint32_t>(services.size());
    header.nameBytes = static_cast<std::uint32_t>(std::min(identity.name.size(), MostNameBytes));
    header.versionBytes = static_cast<std::uint32_t>(std::min(identity.version.size(), MostNameBytes));
    const Sections at(header);

    auto data = std::make_shared<Data>();
    data->owned = AlignedBytes(at.total);
    char *base = data->owned.data();
    auto *hashes = reinterpret_cast<std::uint64_t *>(base + at.hashes);
    auto *factors = reinterpret_cast<float *>(base + at.factors);
    auto *rows = reinterpret_cast<std::int8_t *>(base + at.rows);
    std::memcpy(base + at.services, services.data(), services.size() * 8);
    std::memcpy(base + at.model, identity.name.data(), header.nameBytes);
    std::memcpy(base + at.model + header.nameBytes, identity.version.data(), header.versionBytes);
    const std::size_t stride = rowStride(identity.dimension);

    const auto copy = [&](std::uint32_t from, std::uint32_t to, std::size_t count) {
        std::memcpy(hashes + to, old->hashes.data() + from, count * sizeof(std::uint64_t));
        std::memcpy(factors + to, old->factors.data() + from, count * sizeof(float));
        std::memcpy(rows + to * stride, old->rows + from * stride, count * stride);
    };
    // Whole services that did not change, and single documents whose text did not.
    std::unordered_map<std::uint64_t, std::uint32_t> knownServices, knownTexts;
    if (old != nullptr) {
        for (std::uint32_t s = 0; s < old->services.size(); ++s)
            knownServices.emplace(old->services[s], s);
        for (std::uint32_t i = 0; i < old->documents; ++i)
            knownTexts.emplace(old->hashes[i], i);
    }
    struct Batch {
        std::uint32_t service, first, count; // `first` counted in the catalog
    };
    std::vector<Batch> batches;
    std::atomic<std::uint32_t> reused{0};
    for (std::uint32_t s = 0; s < services.size(); ++s) {
        const catalog::Service &service = catalog->services()[s];
        if (const auto found = knownServices.find(services[s]); found != knownServices.end()) {
            const catalog::Service &same = old->catalog->services()[found->second];
            if (same.segment->size() == service.segment->size()) {
                copy(same.first, service.first, service.segment->size());
                reused += service.segment->size();
                continue;
            }
        }
        for (std::uint32_t i = 0; i < service.segment->size(); i += BatchTexts)
            batches.push_back({s, service.first + i, std::min<std::uint32_t>(BatchTexts, service.segment->size() - i)});
    }

    std::mutex mutex;
    std::optional<Error> error; // guarded by mutex
    std::atomic<bool> stopped{false};
    std::atomic<std::uint64_t> done{reused};
    job.at("embedding", done, header.documents);
    executor.forEach(batches.size(), [&](std::size_t number) {
        if (stopped || job.cancelled())
            return;
        const Batch &batch = batches[number];
        const catalog::ServiceInfo &service = catalog->services()[batch.service].info;
        std::vector<EmbeddedText> texts;
        std::vector<std::uint32_t> whose;
        for (std::uint32_t i = batch.first; i < batch.first + batch.count; ++i) {
            EmbeddedText text = embeddedText(catalog->at(i), service);
            hashes[i] = textHash(text);
            if (const auto found = knownTexts.find(hashes[i]); found != knownTexts.end()) {
                copy(found->second, i, 1);
                ++reused;
                continue;
            }
            whose.push_back(i);
            texts.push_back(std::move(text));
        }
        std::vector<float> vectors(texts.size() * identity.dimension);
        if (!texts.empty()) {
            if (const auto embedded = model->embedDocuments(texts, vectors, job); !embedded) {
                stopped = true;
                const std::lock_guard lock(mutex);
                if (!error)
                    error = embedded.error();
                return;
            }
        }
        for (std::size_t i = 0; i < whose.size(); ++i)
            factors[whose[i]] =
                quantiseInto(std::span<const float>(vectors).subspan(i * identity.dimension, identity.dimension),
                             rows + whose[i] * stride);
        const std::uint64_t so = done += batch.count;
        const std::unique_lock lock(mutex, std::try_to_lock);
        if (lock)
            job.at("embedding", so, header.documents);
    });
    if (error)
        return fail(*error);
    if (job.cancelled())
        return fail(ErrorCode::Cancelled, "embedding was cancelled");

    header.checksum = 0;
    header.checksum = hash64({base + sizeof header, at.total - sizeof header},
                             hash64({reinterpret_cast<const char *>(&header), sizeof header}));
    std::memcpy(base, &header, sizeof header);
    data->bytes = {base, at.total};
    data->catalog = std::move(catalog);
    data->model = std::move(model);
    data->reused = reused;
    data->view(header);
    return std::make_shared<const VectorIndex>(std::move(data));
}

Result<void> VectorIndex::save(const std::filesystem::path &path) const {
    return writeFileAtomically(path, m_data->bytes, {.sync = false});
}

Result<std::shared_ptr<const VectorIndex>> VectorIndex::load(const std::filesystem::path &path,
                                                             std::shared_ptr<const catalog::Catalog> catalog,
                                                             std::shared_ptr<const EmbeddingModel> model) {
    const auto file = MappedFile::open(path);
    if (!file)
        return fail(file.error());
    const auto corrupt = [&](std::string_view what) {
        return fail(ErrorCode::Corrupt,
                    "the saved vectors are damaged (" + std::string(what) + "); they are made again", {path.string()});
    };
    const auto conflict = [&](std::string_view what) {
        return fail(ErrorCode::Conflict, "the saved vectors are " + std::string(what) + "; they are made again",
                    {path.string()});
    };
    const std::string_view bytes = file->bytes();
    Header header{};
    if (bytes.size() < sizeof header)
        return corrupt("no header");
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != Magic)
        return corrupt("not vectors");
    if (header.format != Format)
        return conflict("of another version of this program");
    if (header.dimension == 0 || header.dimension > MaxDimension || header.nameBytes > MostNameBytes ||
        header.versionBytes > MostNameBytes)
        return corrupt("counts");
    const Sections at(header);
    if (at.total != bytes.size())
        return corrupt("size");
    const std::vector<std::uint64_t> services = identitiesOf(*catalog);
    if (header.documents != catalog->size() || header.services != services.size() ||
        header.catalog != catalogIdentity(services))
        return conflict("of another state of the catalogs");
    Header blank = header;
    blank.checksum = 0;
    if (header.checksum !=
        hash64(bytes.substr(sizeof header), hash64({reinterpret_cast<const char *>(&blank), sizeof blank})))
        return corrupt("checksum");
    const ModelIdentity &identity = model->identity();
    if (header.dimension != identity.dimension || bytes.substr(at.model, header.nameBytes) != identity.name ||
        bytes.substr(at.model + header.nameBytes, header.versionBytes) != identity.version)
        return conflict("of another model");

    auto data = std::make_shared<Data>();
    data->owner = file->keepAlive();
    data->bytes = bytes;
    data->catalog = std::move(catalog);
    data->model = std::move(model);
    data->view(header);
    // A checksum does not tell who wrote the bytes: what is no number must not reach the ranking.
    for (const float factor : data->factors) {
        if (!(factor >= 0 && factor <= 1))
            return corrupt("factors");
    }
    // The rows are walked by every search: on huge pages that is twice as fast as on those of a mapping.
    data->scanned = AlignedBytes(std::max<std::size_t>(1, data->documents * data->stride), AlignedBytes::Fill::None);
    std::memcpy(data->scanned.data(), data->rows, data->documents * data->stride);
    data->rows = reinterpret_cast<const std::int8_t *>(data->scanned.data());
    return std::make_shared<const VectorIndex>(std::move(data));
}

const EmbeddingModel &VectorIndex::model() const { return *m_data->model; }
std::shared_ptr<const EmbeddingModel> VectorIndex::sharedModel() const { return m_data->model; }
const catalog::Catalog &VectorIndex::catalog() const { return *m_data->catalog; }

VectorStatistics VectorIndex::statistics() const {
    return {.model = m_data->model->identity(),
            .documents = m_data->documents,
            .bytes = m_data->bytes.size(),
            .reused = m_data->reused,
            .graph = m_graph != nullptr};
}

VectorIndex::Query VectorIndex::quantise(std::span<const float> vector) {
    Query query;
    query.values.resize(vector.size());
    query.scale = quantiseInto(vector, query.values.data());
    if (query.scale == 0)
        std::fill(query.values.begin(), query.values.end(), std::int8_t{0});
    return query;
}

void VectorIndex::scan(const Query &query, std::span<float> cosines) const { scan(query, 0, cosines); }

void VectorIndex::scan(const Query &query, catalog::Ordinal first, std::span<float> cosines) const {
    const Data &d = *m_data;
    if (query.scale == 0 || query.values.size() != d.dimension) {
        std::fill(cosines.begin(), cosines.end(), 0.0F);
        return;
    }
    alignas(RowAlignment) std::array<std::int8_t, MaxDimension> values;
    std::memcpy(values.data(), query.values.data(), d.dimension);
    std::memset(values.data() + d.dimension, 0, d.stride - d.dimension);
    int8Kernel().scan({d.rows + first * d.stride, d.factors.data() + first, cosines.size(), d.stride, values.data(),
                       query.scale, cosines.data()});
}

namespace {

constexpr std::array<std::pair<VectorSearch, std::string_view>, 3> SearchKeys{
    {{VectorSearch::Exact, "exact"}, {VectorSearch::Hnsw, "hnsw"}, {VectorSearch::Auto, "auto"}}};
/// A walk keeps so many more than are asked for in mind, and never fewer than this: then it finds nineteen of twenty
/// of the nearest (measured, tests/bench/RESULTS.md).
constexpr double WalkWidth = 4;
constexpr std::size_t LeastWalk = 100;
/// Where fewer pass, a walk meets too many that do not.
constexpr double LeastShare = 0.1;
/// A walk through this share of all documents is no shorter than the scan.
constexpr std::size_t WalkShare = 8;
constexpr std::uint32_t SampledDocuments = 256;

GraphRows graphRows(const VectorIndex::Data &data) {
    return {data.rows, data.factors.data(), data.stride, data.documents};
}
/// The checksum stands for the catalog, the model and every number.
std::uint64_t rowsIdentity(const VectorIndex::Data &data) {
    Header header{};
    std::memcpy(&header, data.bytes.data(), sizeof header);
    return header.checksum;
}

} // namespace

std::string_view vectorSearchKey(VectorSearch search) { return SearchKeys[static_cast<std::size_t>(search)].second; }

std::optional<VectorSearch> vectorSearchFrom(std::string_view key) {
    for (const auto &[search, name] : SearchKeys) {
        if (name == key)
            return search;
    }
    return std::nullopt;
}

Result<std::shared_ptr<const VectorIndex>> VectorIndex::withGraph(const Job &job) const {
    auto graph = VectorGraph::build(graphRows(*m_data), job);
    if (!graph)
        return fail(graph.error());
    return std::make_shared<const VectorIndex>(m_data, std::move(*graph));
}

Result<std::shared_ptr<const VectorIndex>> VectorIndex::withSavedGraph(const std::filesystem::path &path) const {
    const auto file = MappedFile::open(path);
    if (!file)
        return fail(file.error());
    auto graph = VectorGraph::fromBytes(file->bytes(), graphRows(*m_data), rowsIdentity(*m_data));
    if (!graph)
        return fail(graph.error().code, graph.error().message, {path.string()});
    return std::make_shared<const VectorIndex>(m_data, std::move(*graph));
}

std::shared_ptr<const VectorIndex> VectorIndex::withoutGraph() const {
    return std::make_shared<const VectorIndex>(m_data);
}

Result<void> VectorIndex::saveGraph(const std::filesystem::path &path) const {
    if (!m_graph)
        return fail(ErrorCode::NotFound, "these vectors have no links yet");
    return writeFileAtomically(path, m_graph->bytes(rowsIdentity(*m_data)), {.sync = false});
}

std::vector<std::pair<catalog::Ordinal, float>>
VectorIndex::walk(const Query &query, std::size_t limit, const std::function<bool(catalog::Ordinal)> &allowed) const {
    const Data &d = *m_data;
    using Entry = std::pair<catalog::Ordinal, float>;
    if (!m_graph || query.scale == 0 || query.values.size() != d.dimension || limit == 0)
        return {};
    double share = 1;
    if (allowed) {
        std::uint32_t asked = 0, pass = 0;
        const std::uint32_t step = std::max<std::uint32_t>(1, d.documents / SampledDocuments);
        for (catalog::Ordinal i = step / 2; i < d.documents; i += step, ++asked)
            pass += allowed(i) ? 1 : 0;
        share = asked == 0 ? 0 : static_cast<double>(pass) / asked;
        if (share < LeastShare)
            return {};
    }
    const auto width = static_cast<std::size_t>(WalkWidth * static_cast<double>(std::max(limit, LeastWalk)) / share);
    if (width > d.documents / WalkShare)
        return {};
    alignas(RowAlignment) std::array<std::int8_t, MaxDimension> values;
    std::memcpy(values.data(), query.values.data(), d.dimension);
    std::memset(values.data() + d.dimension, 0, d.stride - d.dimension);
    std::vector<Entry> found = m_graph->walk(values.data(), query.scale, width);
    if (allowed)
        std::erase_if(found, [&](const Entry &entry) { return !allowed(entry.first); });
    if (found.size() < limit)
        return {};
    // 1 - (1 - cosine) is the cosine but for its last bits: the scan's own is what everybody compares with.
    for (Entry &entry : found)
        scan(query, entry.first, {&entry.second, 1});
    std::sort(found.begin(), found.end(), [](const Entry &a, const Entry &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    found.resize(limit);
    return found;
}

std::vector<std::pair<catalog::Ordinal, float>>
VectorIndex::nearest(const Query &query, std::size_t limit,
                     const std::function<bool(catalog::Ordinal)> &allowed) const {
    if (m_graph) {
        if (auto found = walk(query, limit, allowed); !found.empty())
            return found;
    }
    thread_local std::vector<float> cosines;
    cosines.resize(m_data->documents);
    scan(query, cosines);
    using Entry = std::pair<catalog::Ordinal, float>;
    const auto better = [](const Entry &a, const Entry &b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    };
    std::vector<Entry> heap; // the worst in front
    for (catalog::Ordinal i = 0; i < m_data->documents && limit > 0; ++i) {
        const Entry entry{i, cosines[i]};
        if (m_data->factors[i] == 0 || (heap.size() == limit && !better(entry, heap.front())) ||
            (allowed && !allowed(i)))
            continue;
        if (heap.size() == limit) {
            std::pop_heap(heap.begin(), heap.end(), better);
            heap.pop_back();
        }
        heap.push_back(entry);
        std::push_heap(heap.begin(), heap.end(), better);
    }
    std::sort(heap.begin(), heap.end(), better);
    return heap;
}

} // namespace actionscope::retrieval
