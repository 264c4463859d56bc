#pragma once
/// A walkable graph over the rows of a vector index (HNSW, Malkov & Yashunin 2018, by hnswlib): the nearest rows
/// without looking at all of them. It holds no vectors of its own, only links between rows.

#include "base/progress.h"
#include "base/result.h"
#include "catalog/catalog.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace actionscope::retrieval::detail {

/// The rows that a graph is over; they outlive it. As ScanTask has them.
struct GraphRows {
    const std::int8_t *rows;
    const float *factors; ///< 0: the row has no vector and is not in the graph
    std::size_t stride;
    std::uint32_t count;
};

/// Immutable once made; any thread.
class VectorGraph {
public:
    /// One row after the other on this thread, with a fixed seed: the same rows give the same graph. About 60 µs a row
    /// of 128 numbers at 125,000 rows. Errors: Cancelled.
    [[nodiscard]] static Result<std::unique_ptr<const VectorGraph>> build(const GraphRows &rows, const Job &job);
    /// What bytes() gave for the same rows, which `identity` stands for. Nothing of it is believed: a graph whose links
    /// lead nowhere is refused. Errors: Corrupt; Conflict (other rows, other version).
    [[nodiscard]] static Result<std::unique_ptr<const VectorGraph>>
    fromBytes(std::string_view bytes, const GraphRows &rows, std::uint64_t identity);
    [[nodiscard]] std::string bytes(std::uint64_t identity) const;
    ~VectorGraph();

    /// The `breadth` nearest rows that a walk finds, with their cosines, best first; seldom fewer. `query` is as long
    /// as a row and aligned like one.
    [[nodiscard]] std::vector<std::pair<catalog::Ordinal, float>> walk(const std::int8_t *query, float factor,
                                                                       std::size_t breadth) const;
    [[nodiscard]] std::size_t size() const; ///< rows in the graph

private:
    struct Data;
    explicit VectorGraph(std::unique_ptr<Data> data);
    std::unique_ptr<Data> m_data;
};

} // namespace actionscope::retrieval::detail
