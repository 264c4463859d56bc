#include "retrieval/detail/vector_graph.h"

#include "base/hash.h"
#include "retrieval/detail/int8_kernels.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <hnswlib/hnswlib.h>
#include <new>

namespace actionscope::retrieval::detail {
namespace {

constexpr std::uint64_t Magic = 0x4850475650'4F4353ULL; // "SCOPVGPH"
constexpr std::uint32_t Format = 1;
/// Links a row, twice as many on the ground. 16 and 200 are what hnswlib suggests for vectors of some hundred numbers.
constexpr std::uint32_t Links = 16, BuildBreadth = 200, Seed = 100;
constexpr std::uint32_t MostLevels = 32;
constexpr std::uint32_t ReportEvery = 512;

struct Header {
    std::uint64_t magic;
    std::uint32_t format, links;
    std::uint64_t checksum; ///< of the header with this field as 0, and everything behind it
    std::uint64_t identity; ///< of the rows
    std::uint32_t rows, first;
    std::int32_t levels;
    std::uint32_t unused;
};

/// What hnswlib compares: a row by its number, or the query, whose number is none.
struct Probe {
    std::uint32_t row;
    const std::int8_t *values;
    float factor;
};
constexpr std::uint32_t NoRow = UINT32_MAX;

/// The distance between two of them is 1 - cosine, computed by the same kernel as in the scan: the same numbers.
class RowSpace final : public hnswlib::SpaceInterface<float> {
public:
    explicit RowSpace(const GraphRows &rows)
        : m_rows(rows) {}
    std::size_t get_data_size() override { return sizeof(std::uint32_t); }
    hnswlib::DISTFUNC<float> get_dist_func() override { return &RowSpace::distance; }
    void *get_dist_func_param() override { return &m_rows; }

private:
    static float distance(const void *a, const void *b, const void *param) {
        const auto &rows = *static_cast<const GraphRows *>(param);
        std::uint32_t row = 0;
        std::memcpy(&row, a, sizeof row);
        std::uint32_t other = 0;
        std::memcpy(&other, b, sizeof other);
        const std::int8_t *values = nullptr;
        float factor = 0, cosine = 0;
        if (row == NoRow) {
            const auto &probe = *static_cast<const Probe *>(a);
            values = probe.values;
            factor = probe.factor;
        } else {
            values = rows.rows + row * rows.stride;
            factor = rows.factors[row];
        }
        int8Kernel().scan(
            {rows.rows + other * rows.stride, rows.factors + other, 1, rows.stride, values, factor, &cosine});
        return 1 - cosine;
    }
    GraphRows m_rows;
};

using Hnsw = hnswlib::HierarchicalNSW<float>;

} // namespace

struct VectorGraph::Data {
    RowSpace space;
    Hnsw graph;
    Data(const GraphRows &rows, std::size_t size)
        : space(rows)
        , graph(&space, std::max<std::size_t>(1, size), Links, BuildBreadth, Seed) {}
};

VectorGraph::VectorGraph(std::unique_ptr<Data> data)
    : m_data(std::move(data)) {}
VectorGraph::~VectorGraph() = default;

std::size_t VectorGraph::size() const { return m_data->graph.cur_element_count; }

Result<std::unique_ptr<const VectorGraph>> VectorGraph::build(const GraphRows &rows, const Job &job) {
    const auto used = static_cast<std::size_t>(rows.count - std::count(rows.factors, rows.factors + rows.count, 0.0F));
    auto data = std::make_unique<Data>(rows, used);
    for (std::uint32_t row = 0; row < rows.count; ++row) {
        if (row % ReportEvery == 0) {
            if (job.cancelled())
                return fail(ErrorCode::Cancelled, "linking vectors was cancelled");
            job.at("linking", row, rows.count);
        }
        if (rows.factors[row] != 0)
            data->graph.addPoint(&row, row);
    }
    job.at("linking", rows.count, rows.count);
    return std::unique_ptr<const VectorGraph>(new VectorGraph(std::move(data)));
}

std::vector<std::pair<catalog::Ordinal, float>> VectorGraph::walk(const std::int8_t *query, float factor,
                                                                  std::size_t breadth) const {
    std::vector<std::pair<catalog::Ordinal, float>> found;
    if (size() == 0 || breadth == 0)
        return found;
    const Probe probe{NoRow, query, factor};
    auto queue = m_data->graph.searchKnn(&probe, breadth);
    found.reserve(queue.size());
    for (; !queue.empty(); queue.pop())
        found.emplace_back(static_cast<catalog::Ordinal>(queue.top().second), 1 - queue.top().first);
    std::reverse(found.begin(), found.end());
    return found;
}

std::string VectorGraph::bytes(std::uint64_t identity) const {
    const Hnsw &graph = m_data->graph;
    std::string out(sizeof(Header), '\0');
    const auto put = [&out](const auto &value) { out.append(reinterpret_cast<const char *>(&value), sizeof value); };
    const auto putLinks = [&](const hnswlib::linklistsizeint *list) {
        const std::uint32_t count = *list & 0xFFFFU;
        put(static_cast<std::uint16_t>(count));
        out.append(reinterpret_cast<const char *>(list + 1), count * sizeof(std::uint32_t));
    };
    for (std::uint32_t i = 0; i < graph.cur_element_count; ++i) {
        put(static_cast<std::uint32_t>(graph.getExternalLabel(i)));
        put(static_cast<std::uint8_t>(graph.element_levels_[i]));
        putLinks(graph.get_linklist0(i));
        for (int level = 1; level <= graph.element_levels_[i]; ++level)
            putLinks(graph.get_linklist(i, level));
    }
    Header header{};
    header.magic = Magic;
    header.format = Format;
    header.links = Links;
    header.identity = identity;
    header.rows = static_cast<std::uint32_t>(graph.cur_element_count);
    header.first = graph.enterpoint_node_;
    header.levels = graph.maxlevel_;
    header.checksum = hash64(std::string_view(out).substr(sizeof header),
                             hash64({reinterpret_cast<const char *>(&header), sizeof header}));
    std::memcpy(out.data(), &header, sizeof header);
    return out;
}

Result<std::unique_ptr<const VectorGraph>> VectorGraph::fromBytes(std::string_view bytes, const GraphRows &rows,
                                                                  std::uint64_t identity) {
    const auto corrupt = [](std::string_view what) {
        return fail(ErrorCode::Corrupt,
                    "the saved links between vectors are damaged (" + std::string(what) + "); they are made again");
    };
    Header header{};
    if (bytes.size() < sizeof header)
        return corrupt("no header");
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != Magic)
        return corrupt("no links");
    if (header.format != Format || header.links != Links)
        return fail(ErrorCode::Conflict,
                    "the saved links between vectors are of another version of this program; they are made again");
    if (header.identity != identity)
        return fail(ErrorCode::Conflict, "the saved links are of other vectors; they are made again");
    Header blank = header;
    blank.checksum = 0;
    if (header.checksum !=
        hash64(bytes.substr(sizeof header), hash64({reinterpret_cast<const char *>(&blank), sizeof blank})))
        return corrupt("checksum");
    // A checksum does not tell who wrote the bytes: every number is checked before it is followed.
    if (header.rows > rows.count || bytes.size() / 7 < header.rows)
        return corrupt("counts");
    auto data = std::make_unique<Data>(rows, header.rows);
    Hnsw &graph = data->graph;
    std::size_t at = sizeof header;
    const auto take = [&](auto &value) {
        if (bytes.size() - at < sizeof value)
            return false;
        std::memcpy(&value, bytes.data() + at, sizeof value);
        at += sizeof value;
        return true;
    };
    const auto takeLinks = [&](hnswlib::linklistsizeint *list, std::size_t most) {
        std::uint16_t count = 0;
        if (!take(count) || count > most || bytes.size() - at < count * sizeof(std::uint32_t))
            return false;
        *list = count;
        std::memcpy(list + 1, bytes.data() + at, count * sizeof(std::uint32_t));
        at += count * sizeof(std::uint32_t);
        return std::all_of(list + 1, list + 1 + count, [&](std::uint32_t id) { return id < header.rows; });
    };
    std::vector<bool> seen(rows.count);
    for (std::uint32_t i = 0; i < header.rows; ++i) {
        std::uint32_t row = 0;
        std::uint8_t levels = 0;
        if (!take(row) || !take(levels) || row >= rows.count || seen[row] || rows.factors[row] == 0 ||
            levels > MostLevels)
            return corrupt("rows");
        seen[row] = true;
        std::memset(graph.data_level0_memory_ + i * graph.size_data_per_element_, 0, graph.size_data_per_element_);
        std::memcpy(graph.getDataByInternalId(i), &row, sizeof row);
        graph.setExternalLabel(i, row);
        if (levels > 0) {
            graph.linkLists_[i] = static_cast<char *>(std::calloc(levels, graph.size_links_per_element_));
            if (graph.linkLists_[i] == nullptr)
                throw std::bad_alloc();
        }
        // From here on the graph frees what belongs to this row.
        graph.element_levels_[i] = levels;
        graph.cur_element_count = i + 1;
        if (!takeLinks(graph.get_linklist0(i), graph.maxM0_))
            return corrupt("links");
        for (int level = 1; level <= levels; ++level) {
            if (!takeLinks(graph.get_linklist(i, level), graph.maxM_))
                return corrupt("links");
        }
    }
    if (at != bytes.size())
        return corrupt("size");
    // A link above the ground leads to a row that has that level itself.
    for (std::uint32_t i = 0; i < header.rows; ++i) {
        for (int level = 1; level <= graph.element_levels_[i]; ++level) {
            const hnswlib::linklistsizeint *list = graph.get_linklist(i, level);
            for (std::uint32_t k = 1; k <= *list; ++k) {
                if (graph.element_levels_[list[k]] < level)
                    return corrupt("levels");
            }
        }
    }
    if (header.rows > 0) {
        if (header.first >= header.rows || header.levels != graph.element_levels_[header.first])
            return corrupt("first row");
        graph.enterpoint_node_ = header.first;
        graph.maxlevel_ = header.levels;
    }
    return std::unique_ptr<const VectorGraph>(new VectorGraph(std::move(data)));
}

} // namespace actionscope::retrieval::detail
